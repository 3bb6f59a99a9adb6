"""Sentences of a suite: one by one, and all of them as columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import overload

import numpy as np

from ..errors import counted, short
from ..slots import made_at_once
from ..surprisal import IntArray

__all__ = ["Sentence", "SentenceColumns"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """The text of one item in one condition, and where its regions are.

    Parameters
    ----------
    item_number : int
    condition_name : str
    text : str
        Exactly what a model is given.
    region_spans : ndarray of int32, shape (r, 2)
        Half-open code-point range of every region in `text`. Joining spaces belong to no region; an empty region has
        start == end.
    """

    item_number: int
    condition_name: str
    text: str
    region_spans: IntArray = field(compare=False)

    def __repr__(self) -> str:
        """Show on one line which it is; the whole would flood a notebook."""
        return f"<Sentence of item {self.item_number}, {short(self.condition_name)}: {short(self.text)}>"


@dataclass(frozen=True, slots=True, eq=False)
class SentenceColumns(Sequence[Sentence]):
    """The sentences of a suite as columns; as a sequence, it is one of sentences, which are made when asked for.

    So a suite of thousands of pairs is scored and evaluated without an object for each sentence.

    Parameters
    ----------
    item_numbers : sequence of int, length s
    condition_names : sequence of str, length s
    texts : sequence of str, length s
    spans : ndarray of int32, shape (m, 2)
        Half-open code-point ranges of the regions of all sentences, one sentence after the other; read-only.
    n_regions : sequence of int, length s
        How many of them each sentence has.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> [suite] = sgl.load_suites("npz")
    >>> sentences = suite.sentence_columns()
    >>> len(sentences), sentences.spans.shape, sentences[1].condition_name
    (112, (672, 2), 'ambig_comma')
    """

    item_numbers: Sequence[int]
    condition_names: Sequence[str]
    texts: Sequence[str]
    spans: IntArray
    n_regions: Sequence[int]

    def __post_init__(self) -> None:
        self.spans.flags.writeable = False  # sentences share it

    @classmethod
    def of(cls, sentences: Sequence[Sentence]) -> SentenceColumns:
        """Make columns of sentences; columns are given back."""
        if isinstance(sentences, SentenceColumns):
            return sentences
        spans = [one.region_spans for one in sentences]
        return cls(
            [one.item_number for one in sentences],
            [one.condition_name for one in sentences],
            [one.text for one in sentences],
            np.concatenate(spans) if spans else np.zeros((0, 2), np.int32),
            list(map(len, spans)),
        )

    def __repr__(self) -> str:
        """Show on one line what they are; the whole would flood a notebook."""
        return f"<SentenceColumns: {counted(len(self), 'sentence')}>"

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, place: int) -> Sentence: ...
    @overload
    def __getitem__(self, place: slice) -> list[Sentence]: ...
    def __getitem__(self, place: int | slice) -> Sentence | list[Sentence]:
        if isinstance(place, slice):
            return list(self)[place]
        index = range(len(self))[place]
        start = sum(self.n_regions[:index])
        spans = self.spans[start : start + self.n_regions[index]]
        return Sentence(self.item_numbers[index], self.condition_names[index], self.texts[index], spans)

    def __iter__(self) -> Iterator[Sentence]:
        ends = list(accumulate(self.n_regions))
        starts = map(int.__sub__, ends, self.n_regions)
        made = made_at_once(
            Sentence,
            len(self),
            item_number=self.item_numbers,
            condition_name=self.condition_names,
            text=self.texts,
            region_spans=map(self.spans.__getitem__, map(slice, starts, ends)),
        )
        return iter(made)
