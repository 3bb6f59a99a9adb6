"""An n-gram model with back-off, as arrays: a trie read from the left, and look-ups of many n-grams at once.

Level m of the trie holds the n-grams of m words. An n-gram is a node; the nodes whose n-grams begin with it lie side by
side one level up, sorted by their last word. So the trie is, per level, the last words, where the children of each node
begin, log10 probabilities and log10 back-off weights: what an ARPA file holds, each n-gram in a few bytes, readable
straight from a memory map.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ...surprisal import BoolArray, FloatArray, IntArray
from .key_table import KeyTable

__all__ = ["MOST_LOG10", "TRIE_COLUMNS", "LogColumn", "NgramLevel", "NgramModel", "word_type"]

TRIE_COLUMNS = ("prefixes", "last_words", "log10_probs", "log10_backoffs")
"""What `NgramModel.from_prefixes` makes a model of."""

Indices = npt.NDArray[np.int64]
MOST_LOG10 = 1e-4
"""Above this a log10 probability is no rounding of 0: the model is damaged."""

_MAX_CODE = (1 << 16) - 2  # one less than fits, so that rounding the place of 0 cannot run over
_MOST_PER_QUERY = 2  # n-grams for each one looked up so far; with more, making a table of them does not pay yet
_BLOCK = 1 << 16  # words scored at a time: a text of any length needs no more memory than this many


def word_type(n_words: int) -> type[np.uint16 | np.uint32]:
    """Give the type that numbers of words are kept in, by the size of the vocabulary."""
    return np.uint16 if n_words <= 1 << 16 else np.uint32


@dataclass(frozen=True, slots=True, eq=False)
class LogColumn:
    """log10 values, as single-precision numbers or as 16-bit codes on an even scale.

    Parameters
    ----------
    values : ndarray of float32 or uint16, shape (n,)
        The values, or their codes.
    step : float, optional
        How far apart two neighbouring codes are, in log10; 0 for values.
    zero : int, optional
        The code of exactly 0.
    """

    values: npt.NDArray[Any]
    step: float = 0.0
    zero: int = 0

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: Any) -> FloatArray:
        # the same, but twice as fast
        values = self.values.take(index) if isinstance(index, np.ndarray) else self.values[index]
        chosen: FloatArray = values.astype(np.float64)
        if self.step:
            chosen -= self.zero
            chosen *= self.step
        return chosen

    @property
    def max_error(self) -> float:
        """Largest distance of a value from the one that was quantized, in log10 (rounding to float32 aside)."""
        return self.step / 2

    def quantized(self) -> LogColumn:
        """Give the same column in 16-bit codes; a value of exactly 0 stays exactly 0.

        Examples
        --------
        >>> column = LogColumn(np.float32([-2.0, -0.3, 0.0])).quantized()
        >>> column[:].round(4).tolist(), column.max_error < 2e-5
        ([-2.0, -0.3, 0.0], True)
        """
        if self.step or not len(self):
            return self if self.step else LogColumn(self.values.astype(np.uint16), 1.0, 0)
        low = min(float(self.values.min()), 0.0)
        high = max(float(self.values.max()), 0.0)
        step = (high - low) / _MAX_CODE or 1.0
        zero = round(-low / step)
        codes = np.rint(self.values.astype(np.float64) / step).astype(np.int64) + zero
        return LogColumn(np.clip(codes, 0, _MAX_CODE + 1).astype(np.uint16), step, zero)


@dataclass(frozen=True, slots=True, eq=False)
class NgramLevel:
    """All n-grams of one length m, sorted by their first m - 1 words, then by the last.

    Parameters
    ----------
    words : ndarray of unsigned int, shape (n,)
        Number of the last word of each n-gram.
    log10_prob : LogColumn, length n
        log10 probability of the last word after the others.
    log10_backoff : LogColumn, length n, or None
        log10 weight of backing off from this n-gram as a context; None at the highest order.
    first_child : ndarray of unsigned int, shape (n + 1,), or None
        Where, one level up, the n-grams that begin with this one start (and where the last ones end).
    """

    words: npt.NDArray[Any]
    log10_prob: LogColumn
    log10_backoff: LogColumn | None = None
    first_child: npt.NDArray[Any] | None = None

    def __len__(self) -> int:
        return len(self.words)

    def quantized(self) -> NgramLevel:
        """Give the same level with its log10 values in 16 bits, see `LogColumn.quantized`."""
        backoff = None if self.log10_backoff is None else self.log10_backoff.quantized()
        return NgramLevel(self.words, self.log10_prob.quantized(), backoff, self.first_child)


@dataclass(frozen=True, slots=True, eq=False)
class NgramModel:
    """An n-gram model with back-off.

    Parameters
    ----------
    words : tuple of str, length v
        The vocabulary, ``<unk>``, ``<s>`` and ``</s>`` included; a word's place is its number.
    levels : tuple of NgramLevel
        Unigrams (one per word, in the order of `words`), bigrams, and so on.
    """

    words: tuple[str, ...]
    levels: tuple[NgramLevel, ...]
    _tables: dict[int, KeyTable] = field(default_factory=dict, init=False, repr=False)
    _n_asked: dict[int, int] = field(default_factory=dict, init=False, repr=False)

    @property
    def order(self) -> int:
        """Length of the longest n-grams."""
        return len(self.levels)

    @property
    def n_ngrams(self) -> tuple[int, ...]:
        """Number of n-grams of each length."""
        return tuple(map(len, self.levels))

    @property
    def max_error(self) -> float:
        """Largest error of a stored log10 value that quantization made (see `quantized`)."""
        columns = [c for level in self.levels for c in (level.log10_prob, level.log10_backoff) if c is not None]
        return max(column.max_error for column in columns)

    def children(self, length: int, parents: Indices, words: npt.NDArray[Any]) -> Indices:
        """Find n-grams from the n-gram that is all but their last word.

        Parameters
        ----------
        length : int
            Number of words of the n-grams `parents`.
        parents : ndarray of int64, shape (k,)
            Places of n-grams on level `length`; negative: none.
        words : ndarray of int, shape (k,)
            Numbers of the words that follow.

        Returns
        -------
        ndarray of int64, shape (k,)
            Places of the longer n-grams one level up; -1 where the model has none.
        """
        found = np.full(len(parents), -1, dtype=np.int64)
        asked = np.flatnonzero(parents >= 0)
        found[asked] = self._children_of(length, parents[asked].astype(np.int64), words[asked].astype(np.int64))
        return found

    def _children_of(self, length: int, parents: Indices, words: Indices) -> Indices:
        """Do what `children` does, for parents that are all there."""
        first, above = self.levels[length - 1].first_child, self.levels[length].words
        if first is None or not len(above):
            return np.full(len(parents), -1, dtype=np.int64)
        self._n_asked[length] = self._n_asked.get(length, 0) + len(parents)
        if length in self._tables or len(above) <= _MOST_PER_QUERY * self._n_asked[length]:
            return self._table(length).find(parents * len(self.words) + words)
        low = first[parents].astype(np.int64)
        end = high = first[parents + 1].astype(np.int64)
        last = len(above) - 1
        while (searching := low < high).any():  # binary search, for all at once
            middle = (low + high) >> 1
            less = searching & (above[np.minimum(middle, last)] < words)
            high = np.where(searching & ~less, middle, high)
            low = np.where(less, middle + 1, low)
        return np.where((low < end) & (above[np.minimum(low, last)] == words), low, -1)

    def _table(self, length: int) -> KeyTable:
        """Give the table of the n-grams one level above `length`, each by a number made of its beginning and last word.

        Looking up in it is many times faster than the search by halves, but it needs 20 to 32 bytes for each n-gram and
        a moment once.
        """
        if length not in self._tables:
            first = self.levels[length - 1].first_child
            assert first is not None, "asked for only where there are longer n-grams"
            keys = np.repeat(np.arange(len(first) - 1) * len(self.words), np.diff(first).astype(np.int64))
            keys += self.levels[length].words  # in place: it is the longest array there is
            self._tables[length] = KeyTable(keys)
        return self._tables[length]

    def score(self, stream: npt.NDArray[Any], n_before: npt.NDArray[Any]) -> tuple[FloatArray, IntArray]:
        """Give the log10 probability of every word of a stream of sentences.

        Parameters
        ----------
        stream : ndarray of int, shape (k,)
            Numbers of the words of all sentences, one after another, ``<s>`` included where it is wanted as context.
        n_before : ndarray of int, shape (k,)
            How many words of its sentence stand before each word.

        Returns
        -------
        log10_prob : ndarray of float64, shape (k,)
            Interpolation is in the probabilities already; an n-gram that is missing backs off:
            ``p(w | u v) = backoff(u v) p(w | v)``, where a context that is missing has weight 1.
        length : ndarray of int32, shape (k,)
            Length of the longest n-gram found.
        """
        log10_prob = np.empty(len(stream))
        length = np.empty(len(stream), dtype=np.int32)
        reach = self.order - 1
        for start in range(0, len(stream), _BLOCK):
            lead = min(start, reach)  # words that are context alone
            part, read = slice(start, start + _BLOCK), slice(start - lead, start + _BLOCK)
            probs, lengths = self._score_block(stream[read].astype(np.int64), n_before[read] > 0)
            log10_prob[part], length[part] = probs[lead:], lengths[lead:]
        return log10_prob, length

    def _score_block(self, words: Indices, goes_on: BoolArray) -> tuple[FloatArray, IntArray]:
        """Score words, each after those before it, as far back as `goes_on` is true."""
        log10_prob = self.levels[0].log10_prob[words]
        length = np.ones(len(words), dtype=np.int32)
        followed = np.append(goes_on[1:], False)
        at = np.flatnonzero(followed) + 1  # words after a context that is there
        context = words.take(at - 1)  # its place on its level
        for m in range(1, self.order):
            found = self._children_of(m, context, words.take(at))
            hit = found >= 0
            own = log10_prob.take(at)
            backoff = self.levels[m - 1].log10_backoff
            if backoff is not None:
                own += backoff[context]
            log10_prob[at] = np.where(hit, self.levels[m].log10_prob[found], own) if hit.any() else own
            length[at.compress(hit)] = m + 1
            longer = np.flatnonzero(hit & followed.take(at))
            context, at = found.take(longer), at.take(longer) + 1
        return log10_prob, length

    def distribution(self, context: Sequence[int]) -> FloatArray:
        """Give the log10 probability of every word after one context.

        Parameters
        ----------
        context : sequence of int
            Numbers of the words before, ``<s>`` included where it is wanted; only the last ``order - 1`` count.

        Returns
        -------
        ndarray of float64, shape (v,)
        """
        log10_prob = self.levels[0].log10_prob[:]
        for m in range(1, min(len(context) + 1, self.order)):
            node = np.array([context[-m]], dtype=np.int64)
            for place, word in enumerate(context[len(context) - m + 1 :], start=1):
                node = self.children(place, node, np.array([word]))
            here, level = int(node[0]), self.levels[m - 1]
            if here < 0 or level.first_child is None or level.log10_backoff is None:
                continue
            log10_prob += level.log10_backoff[here]
            followers = slice(int(level.first_child[here]), int(level.first_child[here + 1]))
            log10_prob[self.levels[m].words[followers]] = self.levels[m].log10_prob[followers]
        return log10_prob

    def ngrams(self, length: int, part: slice = slice(None)) -> IntArray:
        """Give the words of the n-grams of one length.

        Parameters
        ----------
        length : int
        part : slice, optional
            Which of them, one after another; by default all.

        Returns
        -------
        ndarray of int32, shape (n, length)
            Numbers of their words, in the order of the level.
        """
        start, stop, _ = part.indices(len(self.levels[length - 1]))
        grams = np.empty((max(stop - start, 0), length), dtype=np.int32)
        if not len(grams):
            return grams
        places = np.arange(stop - start)  # of their beginnings, among those that lie from start to stop
        for m in range(length, 0, -1):
            grams[:, m - 1] = self.levels[m - 1].words[start:stop][places]
            if m > 1:
                first = self.levels[m - 2].first_child
                assert first is not None, "every level but the highest has children"
                ends = first.dtype.type(start), first.dtype.type(stop - 1)  # all would be copied for another type
                low = int(np.searchsorted(first, ends[0], side="right")) - 1
                high = int(np.searchsorted(first, ends[1], side="right"))
                bounds = np.clip(first[low : high + 1].astype(np.int64), start, stop)
                n_children = bounds[1:] - bounds[:-1]
                places = np.repeat(np.arange(high - low), n_children)[places]
                start, stop = low, high
        return grams

    def quantized(self) -> NgramModel:
        """Give the same model with the log10 values of bigrams and longer in 16 bits.

        Unigrams stay as they are: they are few, and the start of the sentence, which is never predicted, often carries
        -99. Every stored value is off by at most `max_error`; a word's log10 probability, the sum of one probability
        and of up to ``order - 1`` back-off weights, by at most `order` times as much.
        """
        return NgramModel(self.words, (self.levels[0], *(level.quantized() for level in self.levels[1:])))

    @classmethod
    def from_prefixes(
        cls,
        words: Sequence[str],
        *,
        prefixes: Sequence[npt.NDArray[Any]],
        last_words: Sequence[npt.NDArray[Any]],
        log10_probs: Sequence[npt.NDArray[Any]],
        log10_backoffs: Sequence[npt.NDArray[Any]],
    ) -> NgramModel:
        """Build the trie from n-grams that are already sorted.

        Parameters
        ----------
        words : sequence of str
            The vocabulary.
        prefixes : sequence of ndarray of int
            For each order from 2: place of the n-gram without its last word, one level down; not falling.
        last_words : sequence of ndarray of int
            For each order from 2: number of the last word; rising within one prefix.
        log10_probs, log10_backoffs : sequence of ndarray of float
            For each order from 1; back-offs for all orders but the highest.
        """
        kind = word_type(len(words))
        sizes = [len(values) for values in log10_probs]
        levels = []
        for m, probs in enumerate(log10_probs, start=1):
            top = m == len(sizes)
            first_child = None
            if not top:
                starts = np.searchsorted(prefixes[m - 1], np.arange(sizes[m - 1] + 1))
                first_child = starts.astype(np.uint32 if sizes[m] < 1 << 32 else np.uint64)
            levels.append(
                NgramLevel(
                    (np.arange(len(words)) if m == 1 else last_words[m - 2]).astype(kind),
                    LogColumn(np.asarray(probs, dtype=np.float32)),
                    None if top else LogColumn(np.asarray(log10_backoffs[m - 1], dtype=np.float32)),
                    first_child,
                )
            )
        return cls(tuple(words), tuple(levels))
