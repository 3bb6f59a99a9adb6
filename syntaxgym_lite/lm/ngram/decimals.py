"""The shortest decimal forms of single-precision numbers, made as bytes, many at a time.

A number from 0.001 to 999.9 that is rounded to nine digits or less and multiplied to be whole is exact in double
precision, and so is the test whether it gives the same single-precision number back. All others, and powers of two,
whose two neighbours are not equally far, are left to numpy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["WIDTH", "decimals"]

Indices = npt.NDArray[np.int64]

_LEAST, _END = np.float32(1e-3), np.float32(1e3)
"""What lies between them, the first included, is worked out here."""
_MOST_DIGITS = 9  # any single-precision number is told from its neighbours by so many
_STARTS = (1e-2, 1e-1, 1.0, 10.0, 100.0)  # where one more of them stands before the point
_MOST_PLACES = _MOST_DIGITS - 1 + 3  # after the point
_MANTISSA = np.uint32((1 << 23) - 1)

_POINT = 7
"""A row has a separator and a sign, at the end of four bytes; three digits and a point; three times four digits."""
_POWERS = 10.0 ** np.arange(13)
_THREE = np.frombuffer(b"".join(b"%03d." % n for n in range(10**3)), np.uint32)
_FOUR = np.frombuffer(b"".join(b"%04d" % n for n in range(10**4)), np.uint32)

WIDTH = 20
"""Bytes that a number has room in, with what stands before it."""


def decimals(values: npt.NDArray[Any], before: bytes) -> tuple[npt.NDArray[np.uint8], Indices, Indices]:
    """Write numbers, each with the fewest digits that give the same single-precision number; no ``-0`` and no ``.0``.

    Parameters
    ----------
    values : ndarray of float, shape (n,)
    before : bytes
        One byte, which stands before each number.

    Returns
    -------
    text : ndarray of uint8, shape (n, WIDTH)
        A number in each row.
    begins : ndarray of int64, shape (n,)
        Where in its row each begins.
    lengths : ndarray of int64, shape (n,)
        How many bytes each has.

    Examples
    --------
    >>> text, begins, lengths = decimals(np.array([-0.1, -99, 1e-7]), b" ")
    >>> [bytes(row[i : i + n]) for row, i, n in zip(text, begins, lengths, strict=True)]
    [b' -0.1', b' -99', b' 1e-07']
    """
    single = values.astype(np.float32) + np.float32(0.0)
    size = np.abs(single)
    is_power_of_two = (single.view(np.uint32) & _MANTISSA) == 0
    usual = np.flatnonzero((size >= _LEAST) & (size < _END) & ~is_power_of_two)
    digits, places = np.zeros(len(size)), np.zeros(len(size), dtype=np.int64)
    digits[usual], places[usual] = _rounded(size[usual].astype(np.float64))
    shift = _POWERS.take(places)
    whole = np.floor(digits / shift)
    part = (digits - whole * shift) * _POWERS.take(12 - places)
    rest = part - np.floor(part / 1e8) * 1e8
    fours = np.empty((len(size), WIDTH // 4), dtype=np.uint32)
    fours[:, 1] = _THREE.take(whole.astype(np.int64))
    fours[:, 2] = _FOUR.take((part / 1e8).astype(np.int64))
    fours[:, 3] = _FOUR.take((rest / 1e4).astype(np.int64))
    fours[:, 4] = _FOUR.take((rest - np.floor(rest / 1e4) * 1e4).astype(np.int64))
    text = fours.view(np.uint8)
    begins = np.full(len(size), _POINT - 1, dtype=np.int64) - (whole >= 10) - (whole >= 100)
    negative = np.flatnonzero(single < 0)
    begins[negative] -= 1
    text[negative, begins[negative]] = ord("-")
    begins -= 1
    text.reshape(-1)[np.arange(0, text.size, WIDTH) + begins] = ord(before)
    lengths = _POINT - begins + np.where(places > 0, places + 1, 0)
    others = np.ones(len(size), dtype=np.bool_)
    others[usual] = False
    _write_others(single, np.flatnonzero(others & (size != 0)), before, text, begins, lengths)
    return text, begins, lengths


def _rounded(size: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], Indices]:
    """Give numbers with the fewest digits after the point, as whole numbers, and how many those digits are."""
    places = np.full(len(size), _MOST_PLACES, dtype=np.int64)
    for start in _STARTS:
        places -= size >= start
    digits = np.rint(size * _POWERS.take(places))
    going_on = np.arange(len(size))
    while len(going_on):
        going_on = going_on.compress(places.take(going_on) > 0)
        fewer, numbers = places.take(going_on) - 1, size.take(going_on)
        shift = _POWERS.take(fewer)
        rounded = np.rint(numbers * shift)
        is_same = (rounded / shift).astype(np.float32) == numbers
        going_on = going_on.compress(is_same)
        digits[going_on], places[going_on] = rounded.compress(is_same), fewer.compress(is_same)
    return digits, places


def _write_others(
    single: npt.NDArray[np.float32],
    others: Indices,
    before: bytes,
    text: npt.NDArray[np.uint8],
    begins: Indices,
    lengths: Indices,
) -> None:
    """Write some of the numbers as numpy does."""
    different, which = np.unique(single[others], return_inverse=True)
    forms = [before + form.removesuffix(".0").encode() for form in different.astype(str).tolist()]
    padded = np.array(forms, dtype=f"S{WIDTH}").view(np.uint8).reshape(-1, WIDTH)
    text[others] = padded[which]
    begins[others] = 0
    lengths[others] = np.fromiter(map(len, forms), np.int64, len(forms))[which]
