"""Minimal pairs, as people keep them and as published sets have them: files of many shapes become suites."""
