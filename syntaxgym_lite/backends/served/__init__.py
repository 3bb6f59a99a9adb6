"""Models behind a server with an OpenAI-shaped completions endpoint, such as vLLM."""
