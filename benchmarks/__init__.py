"""Measurements of speed and memory; tests assert none of them. Run ``python -m benchmarks`` in the checkout."""
