"""The targets, one module each."""
