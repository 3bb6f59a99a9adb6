"""Number the words of a large text by what stands between blanks.

A chunk, what stands between two blanks, holds the same words wherever it stands, and few chunks are new: each is cut
into words when it is met first, and looked up from then on.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from ..surprisal import IntArray
from .chunks import ChunkTable

__all__ = ["ChunkWords"]

_MOST = 1 << 20  # chunks remembered, in some 200 MB; then all are forgotten, and met anew


class ChunkWords:
    """Numbers the words of texts in the order of first appearance.

    Parameters
    ----------
    cut : callable
        Cuts a chunk into words.

    Examples
    --------
    >>> words = ChunkWords(lambda chunk: chunk.split("-"))
    >>> ids, lengths = words.numbered(["well-known owl", "owl-known"])
    >>> ids.tolist(), lengths.tolist(), words.words
    ([0, 1, 2, 2, 1], [3, 2], ('well', 'known', 'owl'))
    """

    def __init__(self, cut: Callable[[str], Sequence[str]], *, most: int = _MOST) -> None:
        self._cut = cut
        self._most = most
        self._words: dict[str, int] = {}
        self._forget()

    def _forget(self) -> None:
        self._chunks = ChunkTable(self._new_chunk)
        # of all chunks, the numbers of their words; of each, how many it has and where they begin
        self._ids, self._lengths, self._firsts = array("i"), array("q"), array("q")

    def _new_chunk(self, chunk: str) -> int:
        numbers = self._words
        words = self._cut(chunk)
        self._lengths.append(len(words))
        self._firsts.append(len(self._ids))
        self._ids.extend([numbers.setdefault(word, len(numbers)) for word in words])
        return len(self._chunks)

    @property
    def words(self) -> tuple[str, ...]:
        """The word of each number."""
        return tuple(self._words)

    def numbered(self, texts: Sequence[str]) -> tuple[IntArray, npt.NDArray[np.int64]]:
        """Give the numbers of the words of texts, one text after another, and how many words each has."""
        if len(self._chunks) > self._most:
            self._forget()
        chunks, _, bounds = self._chunks.cut(texts)
        lengths = np.array(self._lengths, dtype=np.int64)[chunks]
        ends = np.cumsum(lengths)
        firsts = np.array(self._firsts, dtype=np.int64)[chunks] - (ends - lengths)
        places = np.repeat(firsts, lengths) + np.arange(int(lengths.sum()))
        return np.array(self._ids, dtype=np.int32)[places], np.diff(np.append(0, ends)[bounds])
