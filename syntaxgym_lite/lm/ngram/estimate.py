"""Estimate n-gram models by interpolated modified Kneser-Ney smoothing, as KenLM's lmplz does.

For an n-gram w of order n with context h (all but its last word) and shorter n-gram w' (all but its first word)::

    p(w) = (c(w) - D(c(w))) / sum of c over h  +  gamma(h) p(w')

where c is the count in the text at the highest order and for n-grams that begin with ``<s>``, and else the number of
different words seen before the n-gram; D is one of three discounts, for counts 1, 2 and from 3 (Chen and Goodman, eq.
26); gamma(h), the back-off weight, is the mass the discounts took away. Unigrams are interpolated with a uniform
distribution over all words but ``<s>``. Pruning drops n-grams by their count in the text after the discounts are known;
the whole count of a dropped n-gram goes to the back-off weight of its context.

References
----------
S. F. Chen and J. Goodman, An empirical study of smoothing techniques for language modeling, TR-10-98, Harvard, 1998.
K. Heafield, I. Pouzyrevsky, J. H. Clark and P. Koehn, Scalable modified Kneser-Ney language model estimation, ACL 2013.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import InputError
from ...surprisal import BoolArray, FloatArray, IntArray
from ..corpus import Sentences
from ..vocabulary import BOS, SENTENCE_END, UNK
from .model import TRIE_COLUMNS, NgramModel

__all__ = [
    "FALLBACK_DISCOUNTS",
    "Estimate",
    "estimate",
    "perplexity",
    "pruning_thresholds",
]

FALLBACK_DISCOUNTS = (0.5, 1.0, 1.5)
"""Discounts for an order whose own cannot be computed, as in ``lmplz --discount_fallback``."""

SPECIALS = (UNK, BOS, SENTENCE_END)
"""The words that stand first in every vocabulary of an n-gram model."""
_UNK, _BOS, _EOS = range(3)

_TINY = 1e-99  # a context that gives nothing away would back off with log10 0

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """A model and how it came about.

    Parameters
    ----------
    model : NgramModel
    discounts : tuple of (float, float, float)
        Per order, the discounts of counts 1, 2 and from 3.
    n_before_pruning : tuple of int
        Per order, how many different n-grams the text has.
    fallback_orders : tuple of int
        Orders whose discounts could not be computed.
    """

    model: NgramModel
    discounts: tuple[tuple[float, float, float], ...]
    n_before_pruning: tuple[int, ...]
    fallback_orders: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Order:
    """The different n-grams of one order in a text, sorted by prefix and last word."""

    prefix: npt.NDArray[Any]
    word: npt.NDArray[Any]
    suffix: npt.NDArray[Any]
    count: npt.NDArray[Any]
    begins: npt.NDArray[np.bool_]  # whether the n-gram begins with <s>


def estimate(
    sentences: Sentences,
    *,
    order: int = 5,
    prune: Sequence[int] = (0,),
    discount_fallback: Sequence[float] | None = None,
) -> Estimate:
    """Estimate an n-gram model.

    Parameters
    ----------
    sentences : Sentences
        The text. Its words must begin with ``<unk>``, ``<s>`` and ``</s>``; where ``<unk>`` stands in the text, it is
        counted like any word.
    order : int, optional
        Length of the longest n-grams.
    prune : sequence of int, optional
        Per order, n-grams that occur so often or less are dropped; the last threshold holds for all higher orders.
        Not falling; the first must be 0 (limit the vocabulary instead).
    discount_fallback : three floats, optional
        Discounts for orders whose own cannot be computed (see `FALLBACK_DISCOUNTS`). None: such a text is refused.

    Raises
    ------
    InputError
        If the text is empty, an option makes no sense, or discounts cannot be computed and there is no fallback.
    """
    thresholds = pruning_thresholds(prune, order)
    if sentences.words[: len(SPECIALS)] != SPECIALS:
        raise ValueError(f"the words must begin with {SPECIALS}")
    if not len(sentences.ids):
        raise InputError("The corpus is empty: there is no word to train on.")
    counted = _count(sentences, order)
    adjusted = _adjusted_counts(counted)
    discounts, fallback_orders = _all_discounts(adjusted, discount_fallback)
    model = _interpolate(sentences.words, counted, adjusted, discounts, thresholds)
    return Estimate(model, tuple(discounts), tuple(len(c) for c in adjusted), fallback_orders)


def perplexity(
    model: NgramModel, sentences: Sentences, *, unknown_words: BoolArray | None = None
) -> dict[str, float | int]:
    """Measure how well a model predicts a text.

    Parameters
    ----------
    model : NgramModel
    sentences : Sentences
        With the numbers of the model's vocabulary (see `encode`).
    unknown_words : ndarray of bool, shape (v,), optional
        Which words of the vocabulary stand for unknown ones; by default ``<unk>`` alone.

    Returns
    -------
    dict
        ``perplexity``, per word, sentence ends counted and unknown words scored as what stands for them;
        ``perplexity_known``, the same without the unknown words; ``n_words``, without sentence ends; ``n_unknown``;
        ``n_sentences``.
    """
    stream, n_before = _with_markers(sentences)
    log10_prob, _ = model.score(stream, n_before)
    scored = stream != _BOS
    unknown = stream == _UNK if unknown_words is None else unknown_words[stream] & scored & (stream != _EOS)
    known = scored & ~unknown
    return {
        "perplexity": float(10 ** -log10_prob[scored].mean()),
        "perplexity_known": float(10 ** -log10_prob[known].mean()),
        "n_words": len(sentences.ids),
        "n_unknown": int(unknown.sum()),
        "n_sentences": len(sentences.offsets) - 1,
    }


def pruning_thresholds(prune: Sequence[int], order: int) -> list[int]:
    """Give one threshold for each order, checked.

    Parameters
    ----------
    prune : sequence of int
    order : int

    Returns
    -------
    list of int, length order

    Raises
    ------
    InputError
        If they are more than orders, fall, or begin with another number than 0.

    Examples
    --------
    >>> pruning_thresholds([0, 0, 1], 5)
    [0, 0, 1, 1, 1]
    """
    if order < 1:
        raise InputError(f"The order of an n-gram model is 1 or more, not {order}.")
    given = list(prune) or [0]
    shown = " ".join(map(str, given))
    if len(given) > order:
        raise InputError(
            f"`prune={shown}`: {len(given)} thresholds for a model of order {order}; give {order} or less."
        )
    if given[0] != 0:
        raise InputError(f"`prune={shown}`: single words cannot be pruned; begin with 0 and use `vocab_size` instead.")
    if any(b < a for a, b in pairwise(given)):
        raise InputError(
            f"`prune={shown}`: a threshold is lower than the one before it; a longer n-gram needs its parts."
        )
    return given + [given[-1]] * (order - len(given))


def _with_markers(sentences: Sentences) -> tuple[IntArray, IntArray]:
    """Put ``<s>`` and ``</s>`` around every sentence; also say how many words stand before each word."""
    lengths = np.diff(sentences.offsets)
    n_sentences = len(lengths)
    starts = sentences.offsets[:-1] + 2 * np.arange(n_sentences)
    stream = np.empty(len(sentences.ids) + 2 * n_sentences, dtype=np.int32)
    inside = np.ones(len(stream), dtype=np.bool_)
    inside[starts] = inside[starts + lengths + 1] = False
    stream[inside] = sentences.ids
    stream[starts] = _BOS
    stream[starts + lengths + 1] = _EOS
    n_before = np.arange(len(stream)) - np.repeat(starts, lengths + 2)
    return stream, n_before.astype(np.int32)


def _count(sentences: Sentences, order: int) -> list[_Order]:
    """Count all n-grams by ranks: an n-gram is the rank of its prefix among the shorter ones, and its last word."""
    stream, n_before = _with_markers(sentences)
    n_words = len(sentences.words)
    every = np.arange(n_words, dtype=np.int32)
    nothing = np.zeros(n_words, dtype=np.int32)
    begins = every == _BOS
    orders = [_Order(nothing, every, nothing, np.bincount(stream, minlength=n_words), begins)]
    ranks = stream  # of the n-gram that ends at each place of the stream
    for n in range(2, order + 1):
        ends = np.flatnonzero(n_before >= n - 1)
        keys = ranks[ends - 1].astype(np.int64) * n_words + stream[ends]
        by_key = np.argsort(keys)
        keys = keys[by_key]
        fresh = np.empty(len(keys), dtype=np.bool_)
        fresh[:1] = True
        np.not_equal(keys[1:], keys[:-1], out=fresh[1:])
        first = np.flatnonzero(fresh)
        keys = keys[first]
        prefix, word = (keys // n_words).astype(np.int32), (keys % n_words).astype(np.int32)
        suffix = ranks[ends[by_key[first]]]
        count = np.diff(first, append=len(fresh)).astype(np.int32)
        longer = np.full(len(stream), -1, dtype=np.int32)
        longer[ends[by_key]] = np.cumsum(fresh, dtype=np.int32) - 1
        begins = begins[prefix]
        orders.append(_Order(prefix, word, suffix, count, begins))
        ranks = longer
    return orders


def _adjusted_counts(orders: Sequence[_Order]) -> list[Counts]:
    """Per order, what stands for a count: different words to the left, or the plain count where there can be none."""
    adjusted: list[Counts] = []
    for n, this in enumerate(orders, start=1):
        if n == len(orders):
            counts = this.count.astype(np.int64)
        else:
            counts = np.bincount(orders[n].suffix, minlength=len(this.count)).astype(np.int64)
            counts[this.begins] = this.count[this.begins]
        if n == 1:
            counts[_BOS] = 0  # the start of a sentence is never predicted
        adjusted.append(counts)
    return adjusted


def _all_discounts(
    adjusted: Sequence[Counts], fallback: Sequence[float] | None
) -> tuple[list[tuple[float, float, float]], tuple[int, ...]]:
    discounts, fallback_orders = [], []
    for n, counts in enumerate(adjusted, start=1):
        found = _discounts(counts, n)
        if isinstance(found, str):
            if fallback is None:
                raise InputError(
                    f"{found} Is the text very small, or are sentences repeated? Use `discount_fallback` to go on with "
                    "fixed discounts for such orders, or a lower `order`."
                )
            fallback_orders.append(n)
            d1, d2, d3 = fallback
            found = (float(d1), float(d2), float(d3))
        discounts.append(found)
    return discounts, tuple(fallback_orders)


def _discounts(counts: Counts, order: int) -> tuple[float, float, float] | str:
    """Discounts by eq. 26 of Chen and Goodman, or what prevents them."""
    of = [int(np.count_nonzero(counts == k)) for k in range(5)]
    for k in (1, 2, 3):
        if of[k] == 0:
            return f"No {order}-gram has the adjusted count {k}, so its discounts cannot be computed."
    y = of[1] / (of[1] + 2 * of[2])
    values = [k - (k + 1) * y * of[k + 1] / of[k] for k in (1, 2, 3)]
    for k, value in enumerate(values, start=1):
        if not 0 <= value <= k:
            return f"The discount of {order}-grams with adjusted count {k} comes out as {value:.3g}, outside 0 to {k}."
    return values[0], values[1], values[2]


def _interpolate(
    words: tuple[str, ...],
    orders: Sequence[_Order],
    adjusted: Sequence[Counts],
    discounts: Sequence[tuple[float, float, float]],
    thresholds: Sequence[int],
) -> NgramModel:
    probs: FloatArray = np.zeros(0)
    place = np.zeros(0, dtype=np.int64)  # of every n-gram of the order below among those kept
    columns: dict[str, list[npt.NDArray[Any]]] = {name: [] for name in TRIE_COLUMNS}
    for n, (this, counts, amounts, threshold) in enumerate(
        zip(orders, adjusted, discounts, thresholds, strict=True), start=1
    ):
        kept = this.count > threshold if n > 1 else np.ones(len(counts), dtype=np.bool_)
        held = np.where(kept, counts, 0)  # a dropped n-gram holds nothing of its count ...
        taken = np.array([0.0, *amounts])[np.minimum(held, 3)]
        given_up = taken + (counts - held)  # ... its context backs off with all of it
        if n == 1:
            total = counts.sum()
            probs = (held - taken) / total + given_up.sum() / total / (len(words) - 1)
            log10_prob = np.log10(probs)
            log10_prob[_BOS] = 0.0  # as lmplz writes it; never predicted
            place = np.arange(len(words))
        else:
            n_contexts = len(orders[n - 2].count)
            totals = np.bincount(this.prefix, weights=counts, minlength=n_contexts)
            gamma = np.ones(n_contexts)
            np.divide(
                np.bincount(this.prefix, weights=given_up, minlength=n_contexts), totals, out=gamma, where=totals > 0
            )
            below = np.flatnonzero(place >= 0)
            columns["log10_backoffs"].append(np.log10(np.maximum(gamma[below], _TINY)))
            longer = np.zeros(len(counts))
            prefix, suffix = this.prefix[kept], this.suffix[kept]
            longer[kept] = (held - taken)[kept] / totals[prefix] + gamma[prefix] * probs[suffix]
            probs = longer
            log10_prob = np.log10(probs[kept])
            columns["prefixes"].append(place[prefix])
            columns["last_words"].append(this.word[kept])
            place = np.where(kept, np.cumsum(kept) - 1, -1)
        columns["log10_probs"].append(log10_prob)
    return NgramModel.from_prefixes(words, **columns)
