"""Nested parts of a training text: each holds all sentences of the smaller ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..errors import InputError
from ..files import write_whole
from ..lm.corpus import file_sha256, read_sentences
from ..words import word_splitter
from .plan import CorpusPlan, size_name

__all__ = ["CorpusPart", "make_parts"]


@dataclass(frozen=True, slots=True)
class CorpusPart:
    """A part of the training text.

    Parameters
    ----------
    size : int or None
        How many words were asked for.
    path : Path
    n_words, n_sentences : int
        What it has: whole sentences, until there are as many words.
    sha256 : str
    """

    size: int | None
    path: Path
    n_words: int
    n_sentences: int
    sha256: str


def make_parts(plan: CorpusPlan, folder: Path) -> list[CorpusPart]:
    """Cut the parts of a training text, or look at those that are there.

    Parameters
    ----------
    plan : CorpusPlan
    folder : Path
        Gets ``train-1M.txt``, ..., ``valid.txt`` and ``test.txt``.

    Raises
    ------
    InputError
        If the text has fewer words than a part is to have.
    """
    split = word_splitter(plan.words)
    sentences = [sentence for path in plan.train for sentence in read_sentences(path)]
    n_words = np.array([len(split(sentence)) for sentence in sentences], dtype=np.int64)
    order = np.arange(len(sentences))
    if plan.seed is not None:
        order = np.random.default_rng(plan.seed).permutation(len(sentences))
    ends = np.cumsum(n_words[order])
    total = int(ends[-1]) if len(ends) else 0
    cuts = []
    for size in plan.sizes:
        if size is not None and size > total:
            raise InputError(
                f"corpus.sizes: {size_name(size)} words are asked for, and the training text has {total:,}; write all."
            )
        cuts.append(len(order) if size is None else int(np.searchsorted(ends, size)) + 1)
    names = [f"train-{size_name(size)}.txt" for size in plan.sizes]
    texts = {
        **{name: (sentences[place] for place in order[:cut]) for name, cut in zip(names, cuts, strict=True)},
        "valid.txt": _sentences(plan.valid),
        "test.txt": _sentences(plan.test),
    }
    for name, lines in texts.items():
        _write(folder / name, lines)
    return [
        CorpusPart(size, folder / name, int(n_words[order[:cut]].sum()), cut, file_sha256(folder / name))
        for size, name, cut in zip(plan.sizes, names, cuts, strict=True)
    ]


def _sentences(paths: tuple[Path, ...]) -> Iterator[str]:
    return (sentence for path in paths for sentence in read_sentences(path))


def _write(path: Path, lines: Iterator[str]) -> None:
    """Write a text, unless the same one is there."""
    content = "".join(f"{line}\n" for line in lines).encode("utf-8")
    if path.is_file() and file_sha256(path) == hashlib.sha256(content).hexdigest():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)
