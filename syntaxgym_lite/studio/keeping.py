"""Files and drafts: suites opened, saved whole or not at all, compared with what others wrote, exported."""

from __future__ import annotations

from .endpoints import Endpoint

__all__ = ["ENDPOINTS"]

ENDPOINTS: list[Endpoint] = []
