"""Checks of a suite while it is written: problems, findings, safe fixes, and its design changed as a whole."""

from __future__ import annotations

from .endpoints import Endpoint

__all__ = ["ENDPOINTS"]

ENDPOINTS: list[Endpoint] = []
