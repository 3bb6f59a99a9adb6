"""Train the word-level models that syntaxgym_lite reads: n-grams (and, later in the file list, neural ones)."""
