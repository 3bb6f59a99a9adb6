"""Numbered examples, as papers print them."""
