"""N-gram models: what they are, their files, how they are estimated."""
