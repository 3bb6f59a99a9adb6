"""The lines of an ARPA file, made as bytes, many at a time.

A line is put together of pieces, each a stretch of one pool of bytes: the words of the model, which stay there, and the
numbers of the lines at hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from .decimals import WIDTH, decimals
from .model import LogColumn, NgramModel

__all__ = ["arpa_text"]

_BLOCK = 1 << 13
"""Lines made at a time."""


def arpa_text(model: NgramModel) -> Iterator[bytes]:
    """Give a model as ARPA text, in parts; log10 values have the digits that single precision needs."""
    yield b"\\data\\"
    for order, size in enumerate(model.n_ngrams, start=1):
        yield b"\nngram %d=%d" % (order, size)
    yield b"\n"
    pool = _Pool(model.words)
    for order, level in enumerate(model.levels, start=1):
        yield b"\n\\%d-grams:" % order  # each line begins with its line feed
        for start in range(0, len(level), _BLOCK):
            here = slice(start, start + _BLOCK)
            yield pool.lines(model.ngrams(order, here), level.log10_prob, level.log10_backoff, here)
        yield b"\n"
    yield b"\n\\end\\\n"


class _Pool:
    """Words and numbers, from which lines are made.

    Parameters
    ----------
    words : tuple of str
    """

    def __init__(self, words: tuple[str, ...]) -> None:
        texts = [b" " + word.encode() for word in words]
        self._lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        self._n_bytes = int(self._lengths.sum())
        self._begins = np.fromiter(accumulate(map(len, texts[:-1]), initial=0), np.int64, len(texts))
        room = bytes(2 * _BLOCK * WIDTH)
        self._bytes = np.frombuffer(bytearray(b"".join([*texts, room])), np.uint8)

    def lines(self, grams: npt.NDArray[Any], probs: LogColumn, backoffs: LogColumn | None, here: slice) -> bytes:
        """Give the lines of some n-grams, each after a line feed."""
        n, order = grams.shape
        columns = [(probs, b"\n", 0)] + ([] if backoffs is None else [(backoffs, b"\t", order + 1)])
        begins = np.empty((n, order + len(columns)), dtype=np.int64)
        lengths = np.empty_like(begins)
        begins[:, 1 : order + 1], lengths[:, 1 : order + 1] = self._begins[grams], self._lengths[grams]
        free = self._n_bytes
        for column, before, place in columns:
            text, begins[:, place], lengths[:, place] = decimals(column[here], before)
            begins[:, place] += np.arange(free, free + text.size, WIDTH)
            self._bytes[free : free + text.size] = text.reshape(-1)
            free += text.size
        ends = np.cumsum(lengths.reshape(-1))
        shifts = begins.reshape(-1) - (ends - lengths.reshape(-1))
        line = self._bytes.take(np.repeat(shifts, lengths.reshape(-1)) + np.arange(ends[-1]))
        line[ends.reshape(begins.shape)[:, 0]] = ord("\t")  # before the first word
        return line.tobytes()
