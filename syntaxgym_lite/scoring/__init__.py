"""Texts to surprisals, once, for all: open a model, score each distinct text once, keep what was scored."""
