"""Models that give surprisals: one small protocol, a table of kinds, and one module for each."""

from .kinds import Kind, Loader, available_backends
from .protocol import Backend, Completer
from .specs import load_backend

__all__ = ["Backend", "Completer", "Kind", "Loader", "available_backends", "load_backend"]
