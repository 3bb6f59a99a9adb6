"""Whole numbers that rise, found many at a time: a hash table made and read as arrays.

A search by halves among a million numbers steps through memory twenty times, and waits nearly every time; a look-up
here mostly takes one or two steps, and those of many numbers overlap.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["KeyTable"]

Indices = npt.NDArray[np.int64]
# 64-bit fractions of irrational numbers, odd: multiplied by one, neighbours land far apart (Knuth, TAOCP 6.4)
_SPREADS = (0x9E3779B97F4A7C15, 0x6A09E667F3BCC909, 0xBB67AE8584CAA73B)

_BLOCK = 1 << 17  # numbers put into the table at a time


class KeyTable:
    """Tells the places of numbers in an array.

    A number stands in the first of its three slots that is free. The few for which none was are searched for by halves.

    Parameters
    ----------
    keys : ndarray of int64, shape (n,)
        Rising, none negative.

    Examples
    --------
    >>> KeyTable(np.array([3, 7, 9])).find(np.array([9, 8, 7])).tolist()
    [2, -1, 1]
    """

    def __init__(self, keys: Indices) -> None:
        n = self._n = len(keys)
        self._keys = np.append(keys, np.int64(-1))  # place n is that of nothing: what stands there equals no number
        self._n_bits = max(1, (3 * n).bit_length())  # a sixth to a third of the slots are taken
        self._places: npt.NDArray[Any] = np.full(1 << self._n_bits, n, dtype=np.int32 if n < 1 << 31 else np.int64)
        for start in range(0, n, _BLOCK):  # all at once would need more memory than the table has
            waiting = np.arange(start, min(start + _BLOCK, n), dtype=self._places.dtype)
            for spread in _SPREADS:
                slots = self._slots(keys[waiting], spread)
                free = self._places[slots] == n
                self._places[slots[free]] = waiting[free]  # of several that want one slot, the last gets it
                waiting = waiting[self._places[slots] != waiting]

    def find(self, wanted: Indices) -> Indices:
        """Find numbers.

        Parameters
        ----------
        wanted : ndarray of int64, shape (k,)
            None negative.

        Returns
        -------
        ndarray of int64, shape (k,)
            Place of each among the keys; -1 where it is none of them.
        """
        found = np.empty(0, dtype=np.int64)
        sought, asked = None, wanted  # where the numbers that are still sought stand among `wanted`; all at first
        for spread in _SPREADS:
            places = self._places.take(self._slots(asked, spread))
            hit = self._keys.take(places) == asked
            if sought is None:
                found = np.where(hit, places, np.int64(-1))
            else:
                found[sought.compress(hit)] = places.compress(hit)
            other = np.flatnonzero(
                (places < self._n) > hit
            )  # were it one of the keys, a slot that is free would be its
            sought, asked = other if sought is None else sought.take(other), asked.take(other)
        if sought is not None and len(sought):
            places = np.searchsorted(self._keys[: self._n], asked)
            hit = self._keys.take(places) == asked
            found[sought.compress(hit)] = places.compress(hit)
        return found

    def _slots(self, keys: Indices, spread: int) -> Indices:
        hashed: Indices = ((keys.view(np.uint64) * np.uint64(spread)) >> np.uint64(64 - self._n_bits)).view(np.int64)
        return hashed
