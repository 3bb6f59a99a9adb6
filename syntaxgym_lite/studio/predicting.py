"""Predictions: said in words, completed, suggested by the design, with their chance level."""

from __future__ import annotations

from .endpoints import Endpoint

__all__ = ["ENDPOINTS"]

ENDPOINTS: list[Endpoint] = []
