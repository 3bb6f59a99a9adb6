"""``sglite train``: a group of its own, one command for each kind of model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import click

from . import LazyGroup


class _Train(LazyGroup):
    commands_by_name: ClassVar[Mapping[str, tuple[str, str]]] = {
        "ngram": ("train_ngram", "Train an n-gram model (modified Kneser-Ney)."),
        "wordlm": ("train_wordlm", "Train a word-level recurrent network (LSTM, ON-LSTM, RNN, five-word LSTM)."),
        "rnng": ("train_rnng", "Train a recurrent neural network grammar on trees."),
        "transformer": ("train_transformer", "Train a causal transformer (GPT-2's architecture) from scratch."),
    }


@click.group("train", cls=_Train)
def command() -> None:
    """Train language models of your own.

    \b
    Examples:
      sglite train ngram corpus.txt --order 5 --out models/mine
      sglite train wordlm corpus.txt --valid heldout.txt --out models/my-lstm
      sglite train rnng trees.txt --out models/my-rnng
      sglite train transformer corpus.txt --size mini --out models/my-gpt2
    """
