"""Texts cut at blanks, and what stands between them numbered, for many texts at once.

A chunk of up to 16 bytes, as nearly all are, is as good as two whole numbers. They are read from the bytes of all texts
together and looked for in a hash table of arrays, so that no string is made of a chunk that came before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import as_strided

from ..token_columns import Indices

__all__ = ["ChunkTable", "StringNumbers"]

Keys = npt.NDArray[np.uint64]

_CHUNK = re.compile(r"\S+")
_BLANK = ord(" ")
_LAST_OF_ASCII = 0x7F
_WIDTH = 8  # bytes of a number
_LONGEST = 2 * _WIDTH
_LEFT_OF = np.array([(1 << 8 * n) - 1 for n in range(_WIDTH + 1)], dtype="<u8")
"""What is left of a number if only its first n bytes count."""
# a factor for the first number and one for the second; each slot that a chunk may have comes of another two
_FACTORS = tuple(map(np.uint64, (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x6A09E667F3BCC909, 0xBB67AE8584CAA73B)))
_N_SLOTS = len(_FACTORS) - 1
_LEAST_BITS = 12


class StringNumbers(dict[str, int]):
    """Numbers of strings; one that is new is given a number by `make`."""

    def __init__(self, make: Callable[[str], int]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: str) -> int:
        number = self[key] = self._make(key)
        return number


class ChunkTable:
    """Cuts texts at blanks and numbers the chunks.

    Parameters
    ----------
    make : callable
        Gives a new chunk its number: how many there were before it.

    Examples
    --------
    >>> numbers = ChunkTable(lambda chunk: len(numbers))
    >>> chunks, begins, bounds = numbers.cut(["the cat", "saw  the dog"])
    >>> chunks.tolist(), begins.tolist(), bounds.tolist()
    ([0, 1, 2, 0, 3], [0, 4, 0, 5, 9], [0, 2, 5])
    """

    def __init__(self, make: Callable[[str], int]) -> None:
        self._numbers = StringNumbers(make)
        # of each chunk, from place 1: its bytes as two numbers, 0 and 0 for one that has more; place 0 is no chunk's
        self._first: Keys = np.zeros(1, dtype=np.uint64)
        self._second: Keys = np.zeros(1, dtype=np.uint64)
        self._grow(_LEAST_BITS)

    def __len__(self) -> int:
        return len(self._numbers)

    def cut(self, texts: Sequence[str]) -> tuple[Indices, Indices, Indices]:
        """Cut texts at blanks, whatever kind they are of.

        Parameters
        ----------
        texts : sequence of str, length k

        Returns
        -------
        chunks : ndarray of int64, shape (n,)
            Number of each chunk.
        begins : ndarray of int64, shape (n,)
            Where in its text each begins, in code points.
        bounds : ndarray of int64, shape (k + 1,)
            Where the chunks of each text begin, and where the last ones end.
        """
        joined = " ".join(texts)
        data = joined.encode("utf-8", "surrogatepass")
        if others := _other_blanks(len(joined), np.frombuffer(data, np.uint8)):
            for blank in others:
                joined = joined.replace(blank, " ")  # nothing moves
            data = joined.encode("utf-8", "surrogatepass")
        raw = np.frombuffer(data, np.uint8)
        if not len(raw) or not raw.min():
            return self._cut_each(texts)
        blanks = np.flatnonzero(raw == _BLANK)
        starts, ends = np.append(0, blanks + 1), np.append(blanks, len(raw))
        filled = ends > starts
        if not filled.all():
            starts, ends = starts.compress(filled), ends.compress(filled)
        begins = starts
        if len(joined) < len(raw):  # places in code points, not in bytes
            is_first = (raw & 0xC0) != 0x80
            before = np.cumsum(is_first.astype(np.int32), dtype=np.int32)  # of any other type it takes 20 times as long
            begins = before.take(starts).astype(np.int64) - 1
        text_begins = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)) + 1)
        bounds = np.append(0, np.searchsorted(begins, text_begins))
        own_begins = begins - np.repeat(np.append(0, text_begins[:-1]), np.diff(bounds))
        first, second = _as_numbers(data, starts, ends - starts)
        chunks = self._find(first, second)
        missing = np.flatnonzero(chunks < 0)
        if len(missing):
            lengths = ends.take(missing) - starts.take(missing)
            if len(joined) < len(raw):
                lengths = before.take(ends.take(missing) - 1) - begins.take(missing)
            here = begins.take(missing)
            strings = map(joined.__getitem__, map(slice, here.tolist(), (here + lengths).tolist()))
            n_known = len(self)
            chunks[missing] = np.fromiter(map(self._numbers.__getitem__, strings), np.int64, len(missing))
            self._take_in(n_known, chunks.take(missing), first.take(missing), second.take(missing))
        return chunks, own_begins, bounds

    def _cut_each(self, texts: Sequence[str]) -> tuple[Indices, Indices, Indices]:
        n_known = len(self)
        by_text = [[match.span() for match in _CHUNK.finditer(text)] for text in texts]
        chunks = [
            self._numbers[text[start:end]] for text, own in zip(texts, by_text, strict=True) for start, end in own
        ]
        begins = [start for own in by_text for start, _ in own]
        self._without_keys(len(self) - n_known)
        bounds = np.cumsum([0, *map(len, by_text)], dtype=np.int64)
        return np.array(chunks, dtype=np.int64), np.array(begins, dtype=np.int64), bounds

    def _find(self, first: Keys, second: Keys) -> Indices:
        """Give the numbers of chunks by their bytes; -1 of those that are not in the table."""
        found = self._slots.take(self._slot(first, second, 0))
        others = np.flatnonzero(~self._holds(found, first, second))
        found[others] = 0
        for which in range(1, _N_SLOTS):
            one, other = first.take(others), second.take(others)
            places = self._slots.take(self._slot(one, other, which))
            hit = self._holds(places, one, other)
            found[others.compress(hit)] = places.compress(hit)
            others = others.compress(~hit)
        return found.astype(np.int64) - 1

    def _holds(self, places: npt.NDArray[np.int32], first: Keys, second: Keys) -> npt.NDArray[np.bool_]:
        same: npt.NDArray[np.bool_] = np.logical_and(
            self._first.take(places) == first, self._second.take(places) == second
        )
        return same

    def _slot(self, first: Keys, second: Keys, which: int) -> Indices:
        """Give one of the slots of the table that each chunk may stand in."""
        hashed = first * _FACTORS[which] + second * _FACTORS[which + 1]
        slots: Indices = (hashed >> np.uint64(64 - self._n_bits)).view(np.int64)
        return slots

    def _take_in(self, n_known: int, numbers: Indices, first: Keys, second: Keys) -> None:
        """Put the chunks that are new since there were `n_known` into the table."""
        n_new = len(self) - n_known
        if not n_new:
            return
        self._without_keys(n_new)
        new = numbers >= n_known
        places = numbers[new] + 1
        self._first[places], self._second[places] = first[new], second[new]
        if 4 * len(self) > len(self._slots):
            self._grow((8 * len(self)).bit_length())
        else:
            self._place(np.arange(n_known, len(self)) + 1)

    def _without_keys(self, n_new: int) -> None:
        """Make room for chunks whose bytes are not known."""
        self._first, self._second = (
            np.append(keys, np.zeros(n_new, dtype=np.uint64)) for keys in (self._first, self._second)
        )

    def _grow(self, n_bits: int) -> None:
        self._n_bits = n_bits
        self._slots = np.zeros(1 << n_bits, dtype=np.int32)
        self._place(np.arange(1, len(self._first)))

    def _place(self, places: Indices) -> None:
        """Give chunks a slot where one of theirs is free; the few others are told apart as strings each time."""
        waiting = places[self._first[places] > 0]
        for which in range(_N_SLOTS):
            slots = self._slot(self._first[waiting], self._second[waiting], which)
            free = self._slots[slots] == 0
            self._slots[slots[free]] = waiting[free]  # of several that want one slot, the last gets it
            waiting = waiting[self._slots[slots] != waiting]


def _as_numbers(data: bytes, starts: Indices, lengths: Indices) -> tuple[Keys, Keys]:
    """Read the bytes of each chunk as two numbers; 0 and 0 stand for chunks with more bytes than that.

    No chunk has a byte 0, so that the numbers of different chunks differ.
    """
    padded = np.frombuffer(data + bytes(_LONGEST), np.uint8)
    at_each_byte = as_strided(padded[:_WIDTH].view(np.uint64), (len(padded) - _WIDTH + 1,), (1,), writeable=False)
    n = np.where(lengths > _LONGEST, 0, lengths)
    first = at_each_byte.take(starts) & _LEFT_OF.view(np.uint64).take(np.minimum(n, _WIDTH))
    second = at_each_byte.take(starts + _WIDTH) & _LEFT_OF.view(np.uint64).take(np.maximum(n - _WIDTH, 0))
    return first, second


def _other_blanks(n_chars: int, raw: npt.NDArray[np.uint8]) -> list[str]:
    """Give the blanks besides U+0020 that stand in a text."""
    others = raw.compress(raw < _BLANK)
    if n_chars < len(raw):
        others = np.append(others, raw.compress(raw > _LAST_OF_ASCII))
    return list(filter(str.isspace, set(others.tobytes().decode("utf-8", "surrogatepass"))))
