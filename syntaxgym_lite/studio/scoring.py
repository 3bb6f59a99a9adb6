"""Models on the suite as it is: scored in the background through the cache, shown as results are."""

from __future__ import annotations

from .endpoints import Endpoint

__all__ = ["ENDPOINTS"]

ENDPOINTS: list[Endpoint] = []
