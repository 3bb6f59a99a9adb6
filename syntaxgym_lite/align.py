"""Book tokens to regions, and make region values of token surprisals.

The rule that everything rests on: a token belongs to the region that holds its first non-space character, exactly once.
So region sums add up to the sentence's sum, whatever the tokenizer does with blanks, bytes or words that run together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from .errors import InputError, ScoringError
from .formula import METRICS
from .suite import Sentence
from .surprisal import BoolArray, Capabilities, FloatArray, IntArray, RegionSurprisals, TokenSurprisals

__all__ = ["align", "check_boundaries", "move_word_ends", "owners", "region_surprisals"]


def owners(text: str, region_spans: IntArray, token_spans: IntArray) -> tuple[IntArray, IntArray]:
    """Find the region of every token of a sentence.

    Parameters
    ----------
    text : str
        The sentence.
    region_spans : ndarray of int32, shape (r, 2)
        Half-open code-point ranges, in order; an empty region has start == end.
    token_spans : ndarray of int32, shape (n, 2)
        Half-open code-point ranges of the tokens.

    Returns
    -------
    first : ndarray of int32, shape (n,)
        Index of the region that holds the first non-space character of each token. A token of blanks only goes with the
        character after it (with the one before it at the end of the sentence).
    last : ndarray of int32, shape (n,)
        Index of the region that holds its last non-space character; greater than `first` if the token straddles.

    Examples
    --------
    >>> import numpy as np
    >>> regions = np.array([[0, 7], [8, 14]], np.int32)  # "the fox", "sleeps"
    >>> tokens = np.array([[0, 3], [3, 7], [7, 14]], np.int32)  # blanks in front, as GPT-2 cuts
    >>> owners("the fox sleeps", regions, tokens)[0].tolist()
    [0, 0, 1]
    """
    visible = np.array([index for index, char in enumerate(text) if not char.isspace()], np.int32)
    filled = np.flatnonzero(_n_words(text, region_spans))
    if not visible.size or not filled.size:
        nothing = np.zeros(len(token_spans), np.int32)
        return nothing, nothing
    starts = region_spans[filled, 0]
    first_char = np.searchsorted(visible, token_spans[:, 0], side="left")
    last_char = np.maximum(np.searchsorted(visible, token_spans[:, 1], side="left") - 1, first_char)
    n = len(visible) - 1
    first = filled[np.searchsorted(starts, visible[np.minimum(first_char, n)], side="right") - 1]
    last = filled[np.searchsorted(starts, visible[np.minimum(last_char, n)], side="right") - 1]
    return first.astype(np.int32), last.astype(np.int32)


def _n_words(text: str, region_spans: IntArray) -> IntArray:
    """How many words, that is stretches between blanks, each region has; one of blanks only is as good as empty."""
    return np.array([len(text[start:end].split()) for start, end in region_spans.tolist()], np.int32)


def check_boundaries(model: str, can: Capabilities) -> None:
    """Refuse word-boundary correction for a model that it is not for.

    Parameters
    ----------
    model : str
        Its name, for the message.
    can : Capabilities

    Raises
    ------
    InputError
        If the model does not leave the end of a word to the token after it; says why.
    """
    if can.boundaries:
        return
    if can.pseudo:
        why = "it sees both sides of a word, so that where the word ends is given, not predicted"
    elif not can.any_text:
        why = "recorded values do not say how probable the ends of words were"
    elif can.units == "words":
        why = "it scores whole words, so that the end of a word is in its value already"
    else:
        why = "its tokens do not carry the blank before a word"
    raise InputError(
        f"--word-boundary corrected: {model} cannot be corrected: {why}. Leave the option out, or name another model."
    )


def move_word_ends(scored: TokenSurprisals) -> TokenSurprisals:
    """Move the surprisal of the end of each word from the token after it to the word itself.

    Where the blank before a word is part of its first token, the probability of that token includes that of the word
    before it being over. With B for all tokens that begin with a blank, and the end of the text,

        p(word | before) = p(its tokens | before) * p(B | before, word) / p(B | before)

    The last token of a word gets the first factor, the first token of the next word loses it. What precedes the first
    word of a text is no word, so that nothing is taken from it; what the last word gets is taken from the end of the
    sentence, where that is scored. So the sum over a text and its end stays the same; without the end it becomes that
    of a text that goes on with another word or ends. The end of a context's last word counts for the context.

    Parameters
    ----------
    scored : TokenSurprisals
        With `boundary_bits`: scored with `ScoringOptions.boundaries`.

    Returns
    -------
    TokenSurprisals
        Without `boundary_bits`: what has been moved cannot be moved again. Ranks stay what they were.

    Raises
    ------
    ScoringError
        If it has no `boundary_bits`.

    References
    ----------
    T. Pimentel and C. Meister, How to compute the probability of a word, EMNLP 2024.
    B.-D. Oh and W. Schuler, Leading whitespaces of language models' subword vocabulary pose a confound for calculating
    word probabilities, EMNLP 2024.

    Examples
    --------
    >>> import numpy as np
    >>> spans, known = np.array([[0, 3], [3, 7], [7, 8]]), np.zeros(3, bool)
    >>> ends = np.array([np.nan, 0.5, np.nan, 0.25])  # after "the", and after "dogs"
    >>> scored = TokenSurprisals(
    ...     "the dogs", ("the", "dog", "s"), spans, np.array([3.0, 7.5, 2.0]), known, eos_bits=4.25, boundary_bits=ends
    ... )
    >>> moved = move_word_ends(scored)
    >>> moved.bits.tolist(), moved.eos_bits
    ([3.5, 7.0, 2.25], 4.0)
    """
    if scored.boundary_bits is None:
        raise ScoringError(f"The model did not say where the words of '{scored.text}' may end.")
    ends = np.where(np.isnan(scored.boundary_bits), 0.0, scored.boundary_bits)
    before = np.append(scored.bits, scored.eos_bits)
    # where a word cannot end, the next one is impossible, and so it stays; a certain token must not fall below 0
    with np.errstate(invalid="ignore"):
        left = np.where(np.isinf(ends), before, np.where(ends > 0, np.maximum(before - ends, 0.0), before))
    return replace(scored, bits=left[:-1] + ends[1:], eos_bits=float(left[-1]), boundary_bits=None)


def align(
    sentences: Sequence[Sentence], surprisals: Sequence[TokenSurprisals], metrics: Collection[str] = ("sum",)
) -> RegionSurprisals:
    """Make region values of token surprisals.

    Parameters
    ----------
    sentences : sequence of Sentence, length s
        All with the same number of regions, r.
    surprisals : sequence of TokenSurprisals, length s
        What a model gave for the texts of `sentences`, in the same order.
    metrics : collection of str
        Which values to compute, of `syntaxgym_lite.formula.METRICS`.

    Returns
    -------
    RegionSurprisals

    Raises
    ------
    ScoringError
        If a model answered for another text than the one it was given.
    """
    n_sentences, n_regions = len(sentences), len(sentences[0].region_spans)
    n_words = np.stack([_n_words(sentence.text, sentence.region_spans) for sentence in sentences])
    firsts: list[IntArray] = []
    oov: list[tuple[int, int, str]] = []
    straddling: list[tuple[int, int, int]] = []
    for row, (sentence, scored) in enumerate(zip(sentences, surprisals, strict=True)):
        if scored.text != sentence.text:
            raise ScoringError(f"The model answered for '{scored.text}' when it was given '{sentence.text}'.")
        first, last = owners(sentence.text, sentence.region_spans, scored.spans)
        firsts.append(first)
        for token in np.flatnonzero(scored.oov):
            start, end = scored.spans[token]
            oov.append((row, int(first[token]), sentence.text[start:end].strip()))
        for token in np.flatnonzero(last > first):
            straddling.extend(
                (row, int(first[token]), int(region))
                for region in range(first[token] + 1, last[token] + 1)
                if n_words[row, region]
            )
    lengths = [len(first) for first in firsts]
    cell = np.concatenate(firsts) + np.repeat(np.arange(n_sentences) * n_regions, lengths)
    bits = np.concatenate([scored.bits for scored in surprisals])
    ranks = np.concatenate(
        [np.zeros(len(scored.bits)) if scored.ranks is None else scored.ranks for scored in surprisals]
    )
    unknown = np.concatenate([scored.oov for scored in surprisals])
    values, n_tokens = region_surprisals(cell, bits, ranks, n_words=n_words.ravel(), metrics=metrics, unknown=unknown)
    shape = n_sentences, n_regions
    return RegionSurprisals(
        bits={metric: value.reshape(shape) for metric, value in values.items()},
        n_tokens=n_tokens.reshape(shape),
        oov=tuple(oov),
        straddling=tuple(dict.fromkeys(straddling)),
        eos_bits=np.array([scored.eos_bits for scored in surprisals]),
        owners=tuple(firsts),
    )


def region_surprisals(
    region: npt.NDArray[np.integer],
    bits: FloatArray,
    ranks: npt.NDArray[np.generic],
    *,
    n_words: IntArray,
    metrics: Collection[str],
    unknown: BoolArray | None = None,
) -> tuple[Mapping[str, FloatArray], IntArray]:
    """Summarise the tokens of each region.

    Parameters
    ----------
    region : ndarray of int, shape (n,)
        The region of every token, 0 <= region < m.
    bits : ndarray of float64, shape (n,)
        Surprisal of every token in bits; NaN where undefined.
    ranks : ndarray, shape (n,)
        Rank of every token, 1 = the top choice, 0 = unknown.
    n_words : ndarray of int32, shape (m,)
        How many words, that is stretches between blanks, each region has; 0 if it has no text.
    metrics : collection of str
    unknown : ndarray of bool, shape (n,), optional
        Whether each token is an unknown word: its surprisal and rank are those of what stands for all of them.

    Returns
    -------
    values : mapping of str to ndarray of float64, shape (m,)
        A region without text sums to 0 and counts 0 tokens; nothing else is defined for it. A region with text but
        without a token of its own (its characters belong to a token that began earlier) is undefined throughout: its
        value is in the earlier region. Whatever would be computed from an undefined token is undefined.
    n_tokens : ndarray of int32, shape (m,)
    """
    n_regions = len(n_words)
    n_tokens = np.bincount(region, minlength=n_regions)
    order = np.argsort(region, kind="stable")
    known = np.ones(len(bits), np.bool_) if unknown is None else ~unknown[order]
    groups = _Groups(
        bits[order], ranks[order].astype(np.float64), known, np.cumsum(n_tokens) - n_tokens, n_tokens, n_words
    )
    ownerless = (n_words > 0) & (n_tokens == 0)
    values = {}
    for metric in metrics:
        with np.errstate(invalid="ignore", over="ignore"):
            value = _METRICS[metric](groups)
        value[ownerless] = np.nan
        values[metric] = value
    return values, n_tokens.astype(np.int32)


class _Groups:
    """Token values sorted by region, with where each region's begin."""

    def __init__(
        self,
        bits: FloatArray,
        ranks: FloatArray,
        known: BoolArray,
        starts: npt.NDArray[np.intp],
        n: npt.NDArray[np.intp],
        n_words: IntArray,
    ) -> None:
        self.bits, self.ranks, self.starts, self.n, self.n_words = bits, ranks, starts, n, n_words
        self.filled = np.flatnonzero(n)
        self.known = known

    def reduce(self, function: np.ufunc, values: FloatArray, empty: float) -> FloatArray:
        result = np.full(len(self.n), empty)
        if self.filled.size:
            result[self.filled] = function.reduceat(values, self.starts[self.filled])
        return result

    def pick(self, values: FloatArray, offset: npt.NDArray[np.intp] | int) -> FloatArray:
        result = np.full(len(self.n), np.nan)
        result[self.filled] = values[(self.starts + offset)[self.filled]]
        return result

    def sum(self) -> FloatArray:
        return self.reduce(np.add, self.bits, 0.0)

    def mean(self) -> FloatArray:
        return np.where(self.n > 0, self.sum() / np.maximum(self.n, 1), np.nan)

    def word_mean(self) -> FloatArray:
        defined = (self.n > 0) & (self.n_words > 0)
        return np.where(defined, self.sum() / np.maximum(self.n_words, 1), np.nan)

    def median(self) -> FloatArray:
        region = np.repeat(np.arange(len(self.n)), self.n)
        sorted_bits = self.bits[np.lexsort((self.bits, region))]  # NaN sorts last, so it is looked for apart
        middle = (self.pick(sorted_bits, (self.n - 1) // 2) + self.pick(sorted_bits, self.n // 2)) / 2
        return np.where(np.isnan(self.sum()), np.nan, middle)

    def maximum(self) -> FloatArray:
        return self.reduce(np.maximum, self.bits, np.nan)

    def minimum(self) -> FloatArray:
        return self.reduce(np.minimum, self.bits, np.nan)

    def is_known_token(self) -> BoolArray:
        """Whether the region is one token of the vocabulary: neither a word in pieces nor an unknown one."""
        is_one: BoolArray = self.n == 1
        is_one[is_one] = self.known[self.starts[is_one]]
        return is_one

    def prob(self) -> FloatArray:
        return np.where(self.n > 0, np.exp2(-self.sum()), np.nan)

    def token_prob(self) -> FloatArray:
        return np.where(self.is_known_token(), self.prob(), np.nan)

    def rank(self) -> FloatArray:
        rank = self.pick(self.ranks, 0)
        return np.where(self.is_known_token() & (rank > 0), rank, np.nan)


_METRICS: Mapping[str, Callable[[_Groups], FloatArray]] = {
    "sum": _Groups.sum,
    "mean": _Groups.mean,
    "word_mean": _Groups.word_mean,
    "median": _Groups.median,
    "range": lambda groups: groups.maximum() - groups.minimum(),
    "max": _Groups.maximum,
    "min": _Groups.minimum,
    "first": lambda groups: groups.pick(groups.bits, 0),
    "last": lambda groups: groups.pick(groups.bits, groups.n - 1),
    "prob": _Groups.prob,
    "token_prob": _Groups.token_prob,
    "rank": _Groups.rank,
    "count": lambda groups: groups.n.astype(np.float64),
}
if set(_METRICS) != set(METRICS):  # a metric that a formula may name must be computed here
    raise RuntimeError("the metrics of align and of the prediction language differ")
