"""Models beside ratings of sentences: linking functions, and how they go with what people say."""
