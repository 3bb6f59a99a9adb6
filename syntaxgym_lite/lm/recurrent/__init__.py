"""Word-level recurrent models: what they are, their files, how they are trained."""
