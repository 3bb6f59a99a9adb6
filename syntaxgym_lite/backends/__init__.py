"""Models that give surprisals: one small protocol, a registry, and one module per kind of model."""

from .protocol import Backend, Predictor
from .registry import Loader, available_backends, load_backend

__all__ = ["Backend", "Loader", "Predictor", "available_backends", "load_backend"]
