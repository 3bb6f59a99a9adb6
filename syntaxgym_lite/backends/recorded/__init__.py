"""Surprisals that others recorded, replayed."""
