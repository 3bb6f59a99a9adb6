"""Nested parts of a training text, or of trees: each holds all sentences of the smaller ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..errors import InputError
from ..files import write_whole
from ..lm.corpus import file_sha256
from ..lm.plain_text import refuse_long_words, text_lines
from ..words import MARKER, markers_in, word_splitter
from .plan import CorpusPlan, size_name
from .trees import tree_sentences

__all__ = ["TREES", "CorpusPart", "make_parts"]

TREES = ".trees"
"""How files of trees end; those of the same sentences as text end in ``.txt``."""

_TREES_ARE_SAID = 'Write `trees = "tagged"` in [corpus], or `trees = "untagged"` for trees without parts of speech'


@dataclass(frozen=True, slots=True)
class CorpusPart:
    """A part of the training text.

    Parameters
    ----------
    size : int or None
        How many words were asked for.
    path : Path
        Its text; of trees, those stand beside it, ``.trees``.
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
        Gets ``train-1M.txt``, ..., ``valid.txt`` and ``test.txt``; of trees, the same as ``.trees``, too.

    Raises
    ------
    InputError
        If the text has fewer words than a part is to have, or is one of trees and the plan does not say so.
    """
    sentences = list(_sentences(plan, plan.train))
    if not sentences:
        raise InputError("corpus.train: there is no sentence in it.")
    n_words = np.array([sentence.n_words for sentence in sentences], dtype=np.int64)
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
    names = [f"train-{size_name(size)}" for size in plan.sizes]
    texts = {name: [sentences[place] for place in order[:cut]] for name, cut in zip(names, cuts, strict=True)}
    texts |= {"valid": list(_sentences(plan, plan.valid)), "test": list(_sentences(plan, plan.test))}
    for name, part in texts.items():
        if not part:
            raise InputError(f"corpus.{name}: there is no sentence in it.")
        _write(folder / f"{name}.txt", (sentence.text for sentence in part))
        if plan.trees:
            _write(folder / f"{name}{TREES}", (sentence.tree for sentence in part))
    learnt = TREES if plan.trees else ".txt"
    return [
        CorpusPart(
            size, folder / f"{name}.txt", int(n_words[order[:cut]].sum()), cut, file_sha256(folder / f"{name}{learnt}")
        )
        for size, name, cut in zip(plan.sizes, names, cuts, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    n_words: int
    tree: str = ""


def _sentences(plan: CorpusPlan, paths: tuple[Path, ...]) -> Iterator[_Sentence]:
    if plan.trees:
        for path in paths:
            for one in tree_sentences(path, tagged=plan.tagged):
                yield _Sentence(one.text, len(one.words), one.tree)
        return
    split = word_splitter(plan.words)
    for path in paths:
        for number, line in text_lines(path, trees=_TREES_ARE_SAID):
            if markers := markers_in(line):
                if not plan.strip_markers:
                    raise InputError(
                        f"{path}: line {number}: '{markers[0]}' stands in the text, and would be taken for a word. "
                        "Take such markers out, or write `strip_markers = true` in [corpus]."
                    )
                # models are measured on what they have in common; of training texts, trainers see to it
                line = " ".join(MARKER.sub(" ", line).split()) if path in plan.test else line
            if not line:
                continue
            spans = split(line)
            refuse_long_words(line, spans, f"{path}: line {number}")
            yield _Sentence(line, len(spans))


def _write(path: Path, lines: Iterator[str]) -> None:
    """Write a text, unless the same one is there."""
    content = "".join(f"{line}\n" for line in lines).encode("utf-8")
    if path.is_file() and file_sha256(path) == hashlib.sha256(content).hexdigest():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)
