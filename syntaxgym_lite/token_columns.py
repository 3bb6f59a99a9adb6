"""Surprisals of many sentences as columns, from which each sentence is made when it is asked for.

A model of words scores a word in less time than Python takes to make an object for its sentence. So such models give
their values for a whole batch as arrays, and whoever can go on with arrays, a writer of tables for instance, makes no
object at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from .surprisal import BoolArray, FloatArray, IntArray, TokenSurprisals

__all__ = ["Indices", "TokenColumns"]

Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class TokenColumns(Sequence[TokenSurprisals]):
    """Surprisals of the tokens of k sentences, as arrays over all of them; as a sequence, it is one of the sentences.

    There are m tokens, which m or fewer different strings stand for; some may be in no sentence.

    Parameters
    ----------
    texts : sequence of str, length k
        The sentences, without the context.
    starts, ends : ndarray of int64, shape (k,)
        Where the tokens of each sentence begin and end, from 0 to m.
    names : ndarray of object, shape (v,)
        Strings, the same one perhaps more than once.
    forms : ndarray of int64, shape (m,)
        Which of `names` each token is; see `TokenSurprisals.tokens`.
    spans : ndarray of int32, shape (m, 2)
        Half-open code-point range of each token in its sentence.
    bits : ndarray of float64, shape (m,)
        Surprisal of each token, in bits. NaN where the model defines none.
    oov : ndarray of bool, shape (m,)
        Whether the token is a word that the model does not know.
    eos_bits : ndarray of float64, shape (k,)
        Surprisal of the end of each sentence, in bits; NaN if not asked for or not defined.
    ranks : ndarray of int32, shape (m,), or None
        See `TokenSurprisals.ranks`.
    warnings : mapping of int to tuple of str
        What went unusual, by the place of the sentence, from 0.

    Examples
    --------
    >>> columns = TokenColumns(
    ...     ["a b", "b"],
    ...     starts=np.array([0, 2]),
    ...     ends=np.array([2, 3]),
    ...     names=np.array(["a", "b"], dtype=object),
    ...     forms=np.array([0, 1, 1]),
    ...     spans=np.array([[0, 1], [2, 3], [0, 1]], dtype=np.int32),
    ...     bits=np.array([3.0, 2.0, 1.0]),
    ...     oov=np.zeros(3, dtype=np.bool_),
    ...     eos_bits=np.full(2, np.nan),
    ... )
    >>> columns[0].tokens, columns[-1].bits.tolist(), [len(one.tokens) for one in columns]
    (('a', 'b'), [1.0], [2, 1])
    """

    texts: Sequence[str]
    starts: Indices
    ends: Indices
    names: npt.NDArray[Any]
    forms: Indices
    spans: IntArray
    bits: FloatArray
    oov: BoolArray
    eos_bits: FloatArray
    ranks: IntArray | None = None
    warnings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    _made: Sequence[TokenSurprisals] | None = None

    def __post_init__(self) -> None:
        # sentences share these arrays, so that nobody may write into them
        for array in (self.forms, self.spans, self.bits, self.oov, self.eos_bits, self.ranks):
            if array is not None:
                array.flags.writeable = False

    @classmethod
    def of(cls, scored: Sequence[TokenSurprisals]) -> TokenColumns:
        """Make columns of sentences, which stay what they are; columns are given back."""
        if isinstance(scored, TokenColumns):
            return scored
        ends = np.cumsum([len(one.tokens) for one in scored], dtype=np.int64)
        tokens = list(chain.from_iterable(one.tokens for one in scored))
        return cls(
            [one.text for one in scored],
            np.append(0, ends)[:-1].astype(np.int64),
            ends,
            np.array([*tokens, None], dtype=object)[:-1],
            np.arange(len(tokens)),
            _joined([one.spans for one in scored], np.int32).reshape(-1, 2),
            _joined([one.bits for one in scored], np.float64),
            _joined([one.oov for one in scored], np.bool_),
            np.array([one.eos_bits for one in scored], dtype=np.float64),
            _ranks_of(scored),
            warnings={place: one.warnings for place, one in enumerate(scored) if one.warnings},
            _made=list(scored),
        )

    @classmethod
    def joined(cls, parts: Sequence[TokenColumns]) -> TokenColumns:
        """Put columns one after another; at least one."""
        if len(parts) == 1:
            return parts[0]
        if any(one._made is not None for one in parts):
            return cls.of(list(chain.from_iterable(parts)))
        n_tokens = _before([len(one.bits) for one in parts])
        n_names = _before([len(one.names) for one in parts])
        n_texts = _before([len(one) for one in parts])
        ranks = [one.ranks for one in parts if one.ranks is not None]
        return cls(
            list(chain.from_iterable(one.texts for one in parts)),
            np.concatenate([one.starts + n for one, n in zip(parts, n_tokens, strict=True)]),
            np.concatenate([one.ends + n for one, n in zip(parts, n_tokens, strict=True)]),
            np.concatenate([one.names for one in parts]),
            np.concatenate([one.forms + n for one, n in zip(parts, n_names, strict=True)]),
            np.concatenate([one.spans for one in parts]),
            np.concatenate([one.bits for one in parts]),
            np.concatenate([one.oov for one in parts]),
            np.concatenate([one.eos_bits for one in parts]),
            np.concatenate(ranks) if len(ranks) == len(parts) else None,
            {n + place: said for one, n in zip(parts, n_texts, strict=True) for place, said in one.warnings.items()},
        )

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, place: int) -> TokenSurprisals: ...
    @overload
    def __getitem__(self, place: slice) -> TokenColumns: ...
    def __getitem__(self, place: int | slice) -> TokenSurprisals | TokenColumns:
        if isinstance(place, slice):
            return self.take(np.arange(len(self))[place])
        [one] = self.take(np.arange(len(self))[[place]]).rows()
        return one

    def __iter__(self) -> Iterator[TokenSurprisals]:
        return iter(self.rows())

    @property
    def n_tokens(self) -> Indices:
        """How many tokens each sentence has, shape (k,)."""
        return self.ends - self.starts

    @property
    def has_boundaries(self) -> bool:
        """Whether a sentence has `TokenSurprisals.boundary_bits`, which only sentences made before have."""
        return any(one.boundary_bits is not None for one in self._made or ())

    def rows(self) -> list[TokenSurprisals]:
        """Make the sentences; their arrays are parts of these."""
        if self._made is not None:
            return list(self._made)
        first, last = (int(self.starts.min()), int(self.ends.max())) if len(self) else (0, 0)
        own = slice(first, last)  # a view of one sentence must not cost as much as all
        starts, ends = (self.starts - first).tolist(), (self.ends - first).tolist()
        ranks = None if self.ranks is None else self.ranks[own]
        made = TokenSurprisals.cut(
            self.texts,
            starts=starts,
            ends=ends,
            tokens=tuple(self.names.take(self.forms[own]).tolist()),
            spans=self.spans[own],
            bits=self.bits[own],
            oov=self.oov[own],
            eos_bits=self.eos_bits.tolist(),
            ranks=None if ranks is None else [ranks[start:end] for start, end in zip(starts, ends, strict=True)],
        )
        for place, said in self.warnings.items():
            made[place] = replace(made[place], warnings=said)
        return made

    def take(self, places: npt.NDArray[np.integer]) -> TokenColumns:
        """Give the sentences at these places, from 0, in this order; the same one more than once if it is named so."""
        chosen = places.tolist()
        warnings = self.warnings
        if warnings:
            warnings = {new: warnings[old] for new, old in enumerate(chosen) if old in warnings}
        return replace(
            self,
            texts=[self.texts[place] for place in chosen],
            starts=self.starts[places],
            ends=self.ends[places],
            eos_bits=self.eos_bits[places],
            warnings=warnings,
            _made=None if self._made is None else [self._made[place] for place in chosen],
        )

    def in_line(self) -> TokenColumns:
        """Give the same with the tokens in the order of the sentences, and none that is in no sentence."""
        ends = np.cumsum(self.n_tokens)
        starts = ends - self.n_tokens
        n = int(ends[-1]) if len(ends) else 0
        if n == len(self.bits) and np.array_equal(starts, self.starts):
            return self
        places = np.arange(n) + np.repeat(self.starts - starts, self.n_tokens)
        return replace(
            self,
            starts=starts,
            ends=ends,
            forms=self.forms.take(places),
            spans=self.spans.take(places, axis=0),
            bits=self.bits.take(places),
            oov=self.oov.take(places),
            ranks=None if self.ranks is None else self.ranks.take(places),
        )

    def with_warnings(self, said: Mapping[int, tuple[str, ...]]) -> TokenColumns:
        """Give the same with more warnings, by the place of the sentence."""
        if not said:
            return self
        both = {place: self.warnings.get(place, ()) + said.get(place, ()) for place in sorted({*self.warnings, *said})}
        made = self._made
        if made is not None:
            made = [one if place not in said else replace(one, warnings=both[place]) for place, one in enumerate(made)]
        return replace(self, warnings=both, _made=made)


def _joined(arrays: Sequence[npt.NDArray[Any]], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    return np.concatenate(arrays) if arrays else np.zeros(0, dtype=dtype)


def _ranks_of(scored: Sequence[TokenSurprisals]) -> IntArray | None:
    """Put ranks one after another, 0 for those of sentences without; None if no sentence has any."""
    if all(one.ranks is None for one in scored):
        return None
    return np.concatenate([np.zeros(len(one.bits), np.int32) if one.ranks is None else one.ranks for one in scored])


def _before(sizes: Sequence[int]) -> list[int]:
    """Give how many stand before each part."""
    counts: list[int] = np.cumsum([0, *sizes[:-1]]).tolist()
    return counts
