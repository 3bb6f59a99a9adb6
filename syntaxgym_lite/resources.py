"""Find what ships with the package: the grammar, suites and models. The installed wheel first, else the checkout."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from .errors import ModelNotFoundError

__all__ = ["DEFAULT_MODEL", "ShippedModel", "data_root", "grammar_path", "shipped_models", "shipped_suites"]

DEFAULT_MODEL = "lstm"
"""Name of the shipped model that is used when none is named."""


@dataclass(frozen=True, slots=True)
class ShippedModel:
    """A model that comes with the package.

    Parameters
    ----------
    name : str
        What follows ``--model``.
    kind : str
        Kind of backend that reads it.
    folder : Path
        Where its files are; ``card.json`` among them.
    card : dict
        The card: source, licence, how it was made, checksums.
    """

    name: str
    kind: str
    folder: Path
    card: dict[str, Any]


@lru_cache(maxsize=1)
def data_root() -> Path:
    """Folder that holds ``predictions_grammar.lark``, ``suites/`` and ``models/``."""
    package = Path(__file__).resolve().parent
    installed = package / "data"
    return installed if installed.is_dir() else package.parent


def grammar_path() -> Path:
    """Path of the grammar of the prediction language."""
    return data_root() / "predictions_grammar.lark"


@lru_cache(maxsize=1)
def shipped_suites() -> dict[str, Path]:
    """Shipped suites: name (file name without ``.json``) to path, in order of name."""
    root = data_root() / "suites"
    paths = (path for path in root.rglob("*.json") if "sources" not in path.relative_to(root).parts)
    return {path.stem: path for path in sorted(paths, key=lambda path: path.stem)}


@lru_cache(maxsize=1)
def shipped_models() -> dict[str, ShippedModel]:
    """Shipped models by name. A model is a folder in ``models/`` with a ``card.json`` that names its ``backend``."""
    found = {}
    for card_path in sorted((data_root() / "models").glob("*/card.json")):
        try:
            card = json.loads(card_path.read_text(encoding="utf-8"))
            found[card_path.parent.name] = ShippedModel(card_path.parent.name, card["backend"], card_path.parent, card)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelNotFoundError(f"The card of a shipped model is damaged: {card_path}: {error}") from error
    return found
