"""Transformer-XL: what it is, its files, its words."""
