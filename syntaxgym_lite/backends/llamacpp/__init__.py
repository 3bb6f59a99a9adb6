"""Models in GGUF files, computed by llama.cpp in this process."""
