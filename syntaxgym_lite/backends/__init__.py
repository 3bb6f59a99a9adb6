"""Models that give surprisals: one small protocol, a registry, and one module per kind of model."""

from .kinds import Loader, available_backends, load_backend
from .protocol import Backend, Completer

__all__ = ["Backend", "Completer", "Loader", "available_backends", "load_backend"]
