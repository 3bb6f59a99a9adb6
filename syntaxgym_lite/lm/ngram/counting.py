"""Count the n-grams of a text, all orders up to one, by sorting in blocks.

All places of the text stand in one list, sorted by the n-gram that begins there. Those of one n-gram lie side by side;
to sort them by the next word as well gives the next order. So what is sorted at a time is a stretch of the list, as
numbers of 64 bits: which n-gram of the stretch, the next word, where in the stretch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...surprisal import IntArray
from ..corpus import Sentences
from ..vocabulary import BOS, SENTENCE_END, UNK
from .scratch import Scratch

__all__ = ["BLOCK", "SPECIALS", "Order", "count_ngrams", "stretches", "with_markers"]

SPECIALS = (UNK, BOS, SENTENCE_END)
"""The words that stand first in every vocabulary of an n-gram model."""
_, _BOS, _EOS = range(3)

BLOCK = 1 << 20
"""How many n-grams are worked on at a time."""

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """The different n-grams of one order in a text, sorted by their words; the place of one is its rank.

    Parameters
    ----------
    words : ndarray of int, shape (n,)
        Their last words.
    counts : ndarray of int, shape (n,)
        How often each occurs.
    suffixes : ndarray of int, shape (n,)
        Rank of the n-gram without its first word, among the shorter ones; of single words, nothing.
    n_children : ndarray of int
        How many of these n-grams begin with each of the shorter ones; of single words, nothing.
    begin : slice
        Those that begin with ``<s>``.
    """

    words: Array
    counts: Array
    suffixes: Array
    n_children: Array
    begin: slice

    def __len__(self) -> int:
        return len(self.words)


def with_markers(sentences: Sentences) -> tuple[IntArray, IntArray]:
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


def count_ngrams(
    sentences: Sentences, order: int, *, scratch: Scratch | None = None, block: int = BLOCK
) -> list[Order]:
    """Count the n-grams of each order, sentence markers among their words.

    Parameters
    ----------
    sentences : Sentences
        Words 1 and 2 are ``<s>`` and ``</s>``, and do not stand in the text.
    order : int
    scratch : Scratch, optional
        Where arrays lie; by default in memory.
    block : int, optional
        How many are sorted at a time, but for those with one beginning.
    """
    scratch = scratch or Scratch()
    if np.isin(sentences.ids, (_BOS, _EOS)).any():
        raise ValueError("markers of sentences stand in the text")
    stream = with_markers(sentences)[0]
    n_words = len(sentences.words)
    kind = np.int32 if len(stream) < 1 << 31 else np.int64
    nothing = np.zeros(0, dtype=kind)
    counts = np.bincount(stream, minlength=n_words).astype(kind)
    orders = [Order(np.arange(n_words, dtype=np.int32), counts, nothing, nothing, slice(_BOS, _BOS + 1))]
    if order == 1:
        return orders
    block = min(block, _most_sorted(n_words))
    places = _by_word(stream, _n_going_on(orders[0].words, counts), scratch, kind, block)
    ranks: Array = stream  # of the n-gram that begins at each place
    for n in range(2, order + 1):
        longer = scratch.zeros(len(stream) if n < order else 0, kind)
        orders.append(_longer(stream, places, ranks, longer, orders[-1], n, scratch, block))
        ranks = longer
    return orders


def _most_sorted(n_words: int) -> int:
    """How many groups and how many places fit into numbers of 64 bits, beside a word."""
    return int(1 << ((63 - n_words.bit_length()) // 2))


def _n_going_on(words: Array, counts: Array) -> Array:
    """How often each n-gram is followed by a word."""
    return np.where(words == _EOS, 0, counts)


def _by_word(stream: Array, sizes: Array, scratch: Scratch, kind: npt.DTypeLike, block: int) -> Array:
    """List all places of a text by the word there, but those of ``</s>``."""
    places = scratch.zeros(int(sizes.sum()), kind)
    free = np.cumsum(sizes, dtype=np.int64) - sizes
    for start in range(0, len(stream), block):
        here = np.flatnonzero(stream[start : start + block] != _EOS)
        words = stream[start : start + block][here]
        by_word = np.argsort(words, kind="stable")
        words = words[by_word]
        first = np.flatnonzero(np.diff(words, prepend=-1))
        n_each = np.diff(first, append=len(words))
        places[free[words] + np.arange(len(words)) - np.repeat(first, n_each)] = start + here[by_word]
        free[words[first]] += n_each
    return places


def stretches(n_groups: int, sizes: Callable[[slice], Array], block: int) -> Iterator[tuple[slice, slice]]:
    """Cut a list of groups into stretches of whole groups, none longer than a block unless one group is.

    Parameters
    ----------
    n_groups : int
    sizes : callable
        Gives the sizes of a slice of the groups, whose members lie side by side.
    block : int
        Most members of a stretch, and most groups.

    Yields
    ------
    groups, members : slice

    Examples
    --------
    >>> sizes = np.array([2, 0, 1, 5, 1, 1])
    >>> [(groups.stop, members.stop) for groups, members in stretches(6, sizes.__getitem__, 3)]
    [(3, 3), (4, 8), (6, 10)]
    """
    group = member = 0
    while group < n_groups:
        ends = np.cumsum(sizes(slice(group, min(group + block, n_groups))), dtype=np.int64)
        done = 0
        while done < len(ends):
            base = int(ends[done - 1]) if done else 0
            stop = max(int(np.searchsorted(ends, base + block, side="right")), done + 1)
            end = int(ends[stop - 1])
            yield slice(group + done, group + stop), slice(member + base, member + end)
            done = stop
        group, member = group + len(ends), member + int(ends[-1])


def _longer(
    stream: Array, places: Array, ranks: Array, longer: Array, shorter: Order, n: int, scratch: Scratch, block: int
) -> Order:
    """Count n-grams, from the places by shorter ones; sort these, but for those of n-grams that no word follows."""
    kind = places.dtype
    words, counts, suffixes, n_children = (scratch.column(t) for t in (np.int32, kind, kind, np.int32))
    n_kept = 0

    def n_going_on(groups: slice) -> Array:
        return _n_going_on(shorter.words[groups], shorter.counts[groups])

    for groups, members in stretches(len(shorter), n_going_on, block):
        sizes = n_going_on(groups)
        here = places[members]
        group = np.repeat(np.arange(len(sizes)), sizes)
        keys, n_bits = _sorted(group, stream[here + (n - 1)], np.repeat(sizes > 1, sizes))
        here = here[(keys & np.uint64((1 << n_bits) - 1)).view(np.int64)]
        word = stream[here + (n - 1)]
        fresh = np.ones(len(here), dtype=np.bool_)
        fresh[1:] = (word[1:] != word[:-1]) | (group[1:] != group[:-1])
        first = np.flatnonzero(fresh)
        if len(longer):
            longer[here] = len(words) + np.cumsum(fresh) - 1
            going_on = here[word != _EOS]
            places[n_kept : n_kept + len(going_on)] = going_on  # behind what is still to be read
            n_kept += len(going_on)
        words.append(word[first])
        counts.append(np.diff(first, append=len(here)))
        suffixes.append(ranks[here[first] + 1])
        n_children.append(np.bincount(group[first], minlength=len(sizes)))
    children = n_children.array()
    before, there = (int(children[part].sum()) for part in (slice(shorter.begin.start), shorter.begin))
    return Order(words.array(), counts.array(), suffixes.array(), children, slice(before, before + there))


def _sorted(group: Array, words: Array, several: Array) -> tuple[npt.NDArray[np.uint64], int]:
    """Sort a stretch by group and word; give numbers whose lowest bits say where each stood, and how many bits."""
    n_bits = len(group).bit_length()
    most = int(words.max(initial=0)).bit_length()
    keys = (((group << most) | words) << n_bits | np.arange(len(group))).view(np.uint64)
    keys[several] = np.sort(keys[several])  # a group of one stays where it is, and so do the others between them
    return keys, n_bits
