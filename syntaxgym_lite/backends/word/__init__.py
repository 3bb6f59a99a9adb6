"""Models whose tokens are words."""
