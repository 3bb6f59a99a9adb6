"""Data sets as they were published: one module each."""
