"""The surprisals of a sentence as the bytes that a cache keeps, and back, equal in every bit."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

from ..surprisal import TokenSurprisals

__all__ = ["from_bytes", "to_bytes"]

_HEAD = struct.Struct("<BId")  # what follows (flags), number of tokens, eos_bits
_HAS_TEXT, _HAS_RANKS, _HAS_BOUNDARIES = 1, 2, 4


def to_bytes(scored: TokenSurprisals, asked: str) -> bytes:
    """Write a result as bytes: a head, the arrays as they are, then tokens and warnings as lengths and UTF-8.

    The sentence that was asked for is not stored, unless the model says that it scored another text.
    """
    flags = (
        _HAS_TEXT * (scored.text != asked)
        | _HAS_RANKS * (scored.ranks is not None)
        | _HAS_BOUNDARIES * (scored.boundary_bits is not None)
    )
    parts = [
        _HEAD.pack(flags, len(scored.tokens), scored.eos_bits),
        scored.spans.astype("<i4", copy=False).tobytes(),
        scored.bits.astype("<f8", copy=False).tobytes(),
        scored.oov.tobytes(),
    ]
    if scored.ranks is not None:
        parts.append(scored.ranks.astype("<i4", copy=False).tobytes())
    if scored.boundary_bits is not None:
        parts.append(scored.boundary_bits.astype("<f8", copy=False).tobytes())
    strings = [*scored.tokens, *scored.warnings, *([scored.text] if flags & _HAS_TEXT else [])]
    coded = [string.encode("utf-8", "surrogatepass") for string in strings]
    parts.append(np.array([len(scored.warnings), *map(len, coded)], "<u4").tobytes())
    return b"".join(parts + coded)


def from_bytes(data: bytes, asked: str) -> TokenSurprisals:
    """Read back what `to_bytes` wrote, equal in every bit.

    Raises
    ------
    ValueError
        If these bytes are not a whole result.
    """
    try:
        flags, n, eos_bits = _HEAD.unpack_from(data)
        place = _HEAD.size

        def array(dtype: str, length: int) -> np.ndarray[tuple[int], Any]:
            nonlocal place
            values = np.frombuffer(data, dtype, length, place)
            place += values.nbytes
            return values

        spans, bits, oov = array("<i4", 2 * n), array("<f8", n), array("?", n)
        ranks = array("<i4", n) if flags & _HAS_RANKS else None
        boundary_bits = array("<f8", n + 1) if flags & _HAS_BOUNDARIES else None
        n_warnings = int(array("<u4", 1)[0])
        lengths = array("<u4", n + n_warnings + bool(flags & _HAS_TEXT)).tolist()
        strings = []
        for length in lengths:
            strings.append(data[place : place + length].decode("utf-8", "surrogatepass"))
            place += length
        if place != len(data):
            raise ValueError(f"{len(data)} bytes, not {place}")
    except (struct.error, ValueError) as error:
        raise ValueError(f"not a stored result: {error}") from error
    return TokenSurprisals(
        text=strings[-1] if flags & _HAS_TEXT else asked,
        tokens=tuple(strings[:n]),
        spans=spans.reshape(n, 2),
        bits=bits,
        oov=oov,
        eos_bits=eos_bits,
        ranks=ranks,
        boundary_bits=boundary_bits,
        warnings=tuple(strings[n : n + n_warnings]),
    )
