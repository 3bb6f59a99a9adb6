"""Stimuli and results that come in: tables pasted or chosen, and what is proposed of them."""

from __future__ import annotations

from .endpoints import Endpoint

__all__ = ["ENDPOINTS"]

ENDPOINTS: list[Endpoint] = []
