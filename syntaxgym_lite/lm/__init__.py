"""Our own language models: what they are, their files, and how they are trained."""
