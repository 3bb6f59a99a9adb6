"""One vocabulary for all word-level models of a plan, so that their perplexities compare across classes and sizes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ..lm.corpus import read_words
from ..lm.vocabulary import SPECIAL_WORDS, UNK, UnkPolicy, Vocabulary

__all__ = ["vocabulary_with", "write_vocabulary"]


def write_vocabulary(
    sentences: Iterable[Sequence[str]], path: Path, *, vocab_size: int, min_count: int, unk: UnkPolicy
) -> Path:
    """Write the vocabulary of a text, unless the same is there.

    Parameters
    ----------
    sentences : iterable of sequence of str
        Of the largest part of the training text: what it holds rarely, the smaller ones hold more rarely yet.
    path : Path
        Given back.
    vocab_size, min_count, unk
        See `syntaxgym_lite.lm.vocabulary.Vocabulary.from_counts`.
    """
    counts = read_words(sentences).counts()
    vocabulary = Vocabulary.from_counts(
        counts.words,
        size=vocab_size,
        min_count=min_count,
        unk=unk,
        specials=(UNK,),
        initial_counts=counts.initial,
    )
    if not path.is_file() or Vocabulary.read(path, unk=unk).words != vocabulary.words:
        vocabulary.write(path)
    return path


def vocabulary_with(path: Path, specials: Sequence[str], unk: UnkPolicy) -> Vocabulary:
    """Read a vocabulary of `write_vocabulary`, with the words of a role that a class of models needs before it."""
    words = [word for word in Vocabulary.read(path, unk=unk).words if word not in SPECIAL_WORDS]
    roles = [word for word in specials if not (word == UNK and unk == "classes")]
    return Vocabulary((*roles, *words), unk=unk, source=str(path))
