"""Transformers of the Hugging Face library: causal and masked."""
