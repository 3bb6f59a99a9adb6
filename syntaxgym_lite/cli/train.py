"""``sglite train``: a group of its own, one command for each kind of model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import click

from . import LazyGroup


class _Train(LazyGroup):
    commands_by_name: ClassVar[Mapping[str, tuple[str, str]]] = {
        "ngram": ("train_ngram", "Train an n-gram model (modified Kneser-Ney)."),
    }


@click.group("train", cls=_Train)
def command() -> None:
    """Train word-level language models.

    \b
    Example:
      sglite train ngram corpus.txt --order 5 -o models/mine
    """
