"""Causal transformers trained from scratch, as ordinary Hugging Face folders."""
