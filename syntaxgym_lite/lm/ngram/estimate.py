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
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import InputError
from ...surprisal import BoolArray
from ..corpus import Sentences
from .counting import BLOCK, SPECIALS, Order, count_ngrams, stretches, with_markers
from .model import LogColumn, NgramLevel, NgramModel, word_type
from .scratch import Scratch

__all__ = [
    "FALLBACK_DISCOUNTS",
    "SPECIALS",
    "Estimate",
    "bytes_needed",
    "estimate",
    "perplexity",
    "pruning_thresholds",
]

FALLBACK_DISCOUNTS = (0.5, 1.0, 1.5)
"""Discounts for an order whose own cannot be computed, as in ``lmplz --discount_fallback``."""

_UNK, _BOS, _EOS = range(3)

_BYTES_EACH = 20
"""Last word, count, suffix and number of children of an n-gram, and what stands for its count.

For each order and place in the text, up to 18.4 were in temporary files at once, where nearly all n-grams differed.
"""

_TINY = 1e-99  # a context that gives nothing away would back off with log10 0

Array = npt.NDArray[Any]


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


def estimate(
    sentences: Sentences,
    *,
    order: int = 5,
    prune: Sequence[int] = (0,),
    discount_fallback: Sequence[float] | None = None,
    on_disk: bool = False,
    block: int = BLOCK,
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
    on_disk : bool, optional
        Whether what is long lies in temporary files, see `syntaxgym_lite.lm.ngram.scratch`. The model is the same.
    block : int, optional
        How many n-grams are worked on at a time. The model is the same.

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
    scratch = Scratch(on_disk=on_disk)
    counted = count_ngrams(sentences, order, scratch=scratch, block=block)
    adjusted = _adjusted_counts(counted, scratch, block)
    discounts, fallback_orders = _all_discounts(adjusted, discount_fallback)
    n_before_pruning = tuple(map(len, counted))
    model = _interpolate(sentences.words, counted, adjusted, discounts, thresholds, scratch, block)
    return Estimate(model, tuple(discounts), n_before_pruning, fallback_orders)


def bytes_needed(sentences: Sentences, order: int) -> int:
    """Say how much room counting takes at most, were all n-grams of a text different; in memory or on the disk."""
    n_places = len(sentences.ids) + 2 * (len(sentences.offsets) - 1)
    return _BYTES_EACH * order * n_places


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
    stream, n_before = with_markers(sentences)
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


def _adjusted_counts(orders: Sequence[Order], scratch: Scratch, block: int) -> list[Array]:
    """Per order, what stands for a count: different words to the left, or the plain count where there can be none."""
    adjusted: list[Array] = []
    for n, this in enumerate(orders, start=1):
        counts = this.counts
        if n < len(orders):
            counts = scratch.zeros(len(this), this.counts.dtype)
            longer = orders[n].suffixes
            for start in range(0, len(longer), block):
                np.add.at(counts, longer[start : start + block].astype(np.intp), counts.dtype.type(1))  # quick as typed
            counts[this.begin] = this.counts[this.begin]
        if n == 1:
            counts = np.where(np.arange(len(counts)) == _BOS, 0, counts)  # the start of a sentence is never predicted
        adjusted.append(counts)
    return adjusted


def _all_discounts(
    adjusted: Sequence[Array], fallback: Sequence[float] | None
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


def _discounts(counts: Array, order: int) -> tuple[float, float, float] | str:
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
    orders: list[Order],
    adjusted: list[Array],
    discounts: Sequence[tuple[float, float, float]],
    thresholds: Sequence[int],
    scratch: Scratch,
    block: int,
) -> NgramModel:
    """Make the model; what is counted is taken out of the lists once it has been used."""
    counts = adjusted[0].astype(np.int64)
    taken = _discounted(counts, discounts[0])
    total = counts.sum()
    probs: Array = (counts - taken) / total + taken.sum() / total / (len(words) - 1)
    log10_probs: Array = np.log10(probs)
    log10_probs[_BOS] = 0.0  # as lmplz writes it; never predicted
    kept: Array | None = None  # of the order below; None: all
    level = NgramLevel(np.arange(len(words)).astype(word_type(len(words))), LogColumn(log10_probs.astype(np.float32)))
    levels = []
    for n in range(2, len(orders) + 1):
        order = _Interpolated(orders[n - 1], adjusted[n - 1], discounts[n - 1], thresholds[n - 1], scratch)
        order.work_through(probs, kept, word_type(len(words)), is_highest=n == len(orders), block=block)
        levels.append(replace(level, log10_backoff=LogColumn(order.backoffs.array()), first_child=order.first_child()))
        level = NgramLevel(order.words.array(), LogColumn(order.log10_probs.array()))
        probs, kept = order.probs, order.kept
        orders[n - 1], adjusted[n - 1] = orders[0], adjusted[0]
    return NgramModel(words, (*levels, level))


def _discounted(held: Array, discounts: tuple[float, float, float]) -> Array:
    """Give what is taken from each count."""
    return np.array([0.0, *discounts])[np.minimum(held, 3)]


class _Interpolated:
    """One order of a model in the making, from the second."""

    def __init__(
        self, order: Order, adjusted: Array, discounts: tuple[float, float, float], threshold: int, scratch: Scratch
    ) -> None:
        self._order, self._adjusted, self._discounts, self._threshold = order, adjusted, discounts, threshold
        self._scratch = scratch
        self.kept: Array | None = scratch.zeros(len(order), np.bool_) if threshold else None
        self.log10_probs, self.backoffs = scratch.column(np.float32), scratch.column(np.float32)

    def work_through(
        self, below: Array, kept_below: Array | None, kind: npt.DTypeLike, *, is_highest: bool, block: int
    ) -> None:
        """Go through all contexts, a stretch of them at a time."""
        order = self._order
        self.words = self._scratch.column(kind)
        self._children = self._scratch.column(np.int32)
        self.probs = self._scratch.zeros(0 if is_highest else len(order), np.float64)
        for contexts, grams in stretches(len(order.n_children), order.n_children.__getitem__, block):
            n_contexts = contexts.stop - contexts.start
            context = np.repeat(np.arange(n_contexts), order.n_children[contexts])
            counts = self._adjusted[grams].astype(np.int64)
            held = counts
            chosen: Any = slice(None)
            if self._threshold:
                chosen = order.counts[grams] > self._threshold
                held = np.where(chosen, counts, 0)  # a dropped n-gram holds nothing of its count ...
            taken = _discounted(held, self._discounts)
            given_up = taken + (counts - held)  # ... its context backs off with all of it
            totals = np.bincount(context, weights=counts, minlength=n_contexts)
            gamma = np.ones(n_contexts)
            given = np.bincount(context, weights=given_up, minlength=n_contexts)
            np.divide(given, totals, out=gamma, where=totals > 0)
            context = context[chosen]
            own = (held - taken)[chosen] / totals[context]
            probs = own + gamma[context] * below[order.suffixes[grams][chosen]]
            if not is_highest:
                self.probs[grams][chosen] = probs
            if self.kept is not None:
                self.kept[grams] = chosen
            contexts_kept = slice(None) if kept_below is None else kept_below[contexts]
            self.backoffs.append(np.log10(np.maximum(gamma[contexts_kept], _TINY)))
            self._children.append(np.bincount(context, minlength=n_contexts)[contexts_kept])
            self.log10_probs.append(np.log10(probs))
            self.words.append(order.words[grams][chosen])

    def first_child(self) -> Array:
        """Where the n-grams that are kept begin, of each shorter one that is."""
        children = self._children.array()
        starts = self._scratch.zeros(len(children) + 1, np.uint32 if len(self.words) < 1 << 32 else np.uint64)
        np.cumsum(children, out=starts[1:])
        return starts
