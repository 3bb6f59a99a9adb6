"""Number the words of a large text by what stands between blanks.

A chunk, what stands between two blanks, holds the same words wherever it stands, and few chunks are new: each is cut
into words when it is met first, and looked up from then on.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import chain

import numpy as np
import numpy.typing as npt

from ..surprisal import IntArray

__all__ = ["ChunkNumbers"]

_MOST = 1 << 20  # chunks remembered, in some 200 MB; then all are forgotten, and met anew


class ChunkNumbers:
    """Numbers the words of texts in the order of first appearance.

    Parameters
    ----------
    cut : callable
        Cuts a chunk into words.

    Examples
    --------
    >>> chunks = ChunkNumbers(lambda chunk: chunk.split("-"))
    >>> ids, lengths = chunks.numbered([["well-known", "owl"], ["owl-known"]])
    >>> ids.tolist(), lengths.tolist(), chunks.words
    ([0, 1, 2, 2, 1], [3, 2], ('well', 'known', 'owl'))
    """

    def __init__(self, cut: Callable[[str], Sequence[str]], *, most: int = _MOST) -> None:
        self._words: dict[str, int] = {}
        self._known = _Known(cut, self._words)
        self._most = most

    @property
    def words(self) -> tuple[str, ...]:
        """The word of each number."""
        return tuple(self._words)

    def numbered(self, sentences: Sequence[Sequence[str]]) -> tuple[IntArray, npt.NDArray[np.int64]]:
        """Give the numbers of the words of sentences, given as chunks, and how many words each sentence has."""
        if len(self._known) > self._most:
            self._known.forget()
        n_chunks = np.fromiter(map(len, sentences), np.int64, len(sentences))
        chunks = np.fromiter(
            map(self._known.__getitem__, chain.from_iterable(sentences)), np.int32, int(n_chunks.sum())
        )
        lengths = np.array(self._known.lengths, dtype=np.int64)[chunks]
        ends = np.cumsum(lengths)
        firsts = np.array(self._known.firsts, dtype=np.int64)[chunks] - (ends - lengths)
        places = np.repeat(firsts, lengths) + np.arange(int(lengths.sum()))
        ends_before = np.append(0, ends)[np.append(0, np.cumsum(n_chunks))]
        return np.array(self._known.ids, dtype=np.int32)[places], np.diff(ends_before)


class _Known(dict[str, int]):
    """The chunks that are known, each with its number: the place of its length and of its first word."""

    def __init__(self, cut: Callable[[str], Sequence[str]], numbers: dict[str, int]) -> None:
        super().__init__()
        self._cut = cut
        self._numbers = numbers
        self.forget()

    def forget(self) -> None:
        self.clear()
        self.ids, self.lengths, self.firsts = array("i"), array("q"), array("q")

    def __missing__(self, chunk: str) -> int:
        numbers = self._numbers
        words = self._cut(chunk)
        self.lengths.append(len(words))
        self.firsts.append(len(self.ids))
        self.ids.extend([numbers.setdefault(word, len(numbers)) for word in words])
        self[chunk] = number = len(self)
        return number
