"""Book tokens to regions, and make region and word values of token surprisals.

The rule that everything rests on: a token belongs to the region that holds its first non-space character, exactly once.
So region sums add up to the sentence's sum, whatever the tokenizer does with blanks, bytes or words that run together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .errors import ScoringError
from .formula import METRICS
from .linking import mean_log_prob, penalised
from .suite import Sentence, SentenceColumns
from .surprisal import BoolArray, FloatArray, IntArray, RegionSurprisals, TokenSurprisals, WordSurprisals
from .token_columns import TokenColumns
from .words import word_splitter

__all__ = [
    "Booking",
    "align",
    "book",
    "region_surprisals",
    "word_values",
]

_Indices: TypeAlias = npt.NDArray[np.intp]

_BLANKS = np.array([chr(code).isspace() for code in range(0x3001)] + [False])
"""Whether a code point is a blank, as `str.isspace` has it; none after U+3000 is."""
_END = "."  # any visible character
_OF_SIZE = frozenset({"char_mean", "byte_mean"})


@dataclass(frozen=True, slots=True, eq=False)
class Booking:
    """The n tokens of some sentences, and which of their m regions they belong to; both counted through from 0.

    Parameters
    ----------
    first : ndarray of int, shape (n,)
        The region that holds the first non-space character of each token. A token of blanks only goes with the
        character after it (with the one before it at the end of the sentence).
    last : ndarray of int, shape (n,)
        The region that holds its last non-space character; greater than `first` if the token straddles.
    row : ndarray of int, shape (n,)
        The sentence of each token.
    n_words : ndarray of int, shape (m,)
        How many words, that is stretches between blanks, each region has; one of blanks only is as good as empty.
    n_chars, n_bytes : ndarray of int, shape (m,), or None
        How many code points and how many bytes of UTF-8 each region has from its first visible character to its last;
        None if not asked for.
    """

    first: _Indices
    last: _Indices
    row: _Indices
    n_words: _Indices
    n_chars: _Indices | None = None
    n_bytes: _Indices | None = None


def book(
    texts: Sequence[str], region_spans: Sequence[IntArray], token_spans: Sequence[IntArray], *, sizes: bool = False
) -> Booking:
    """Find the region of every token of some sentences.

    Parameters
    ----------
    texts : sequence of str, length s
        The sentences; at least one.
    region_spans : sequence of ndarray of int32, shape (r, 2)
        Of each sentence: half-open code-point ranges, in order; an empty region has start == end. At least one region.
    token_spans : sequence of ndarray of int32, shape (n, 2)
        Of each sentence: half-open code-point ranges of the tokens.
    sizes : bool, optional
        Whether characters and bytes of the regions are counted, too.

    Returns
    -------
    Booking

    Examples
    --------
    >>> import numpy as np
    >>> regions = np.array([[0, 7], [8, 14]], np.int32)  # "the fox", "sleeps"
    >>> tokens = np.array([[0, 3], [3, 7], [7, 14]], np.int32)  # blanks in front, as GPT-2 cuts
    >>> book(["the fox sleeps"] * 2, [regions] * 2, [tokens] * 2).first.tolist()
    [0, 0, 1, 2, 2, 3]
    """
    n_regions, n_tokens = ([len(own) for own in spans] for spans in (region_spans, token_spans))
    return _book(texts, np.concatenate(region_spans), n_regions, np.concatenate(token_spans), n_tokens, sizes=sizes)


def _book(
    texts: Sequence[str],
    region_spans: IntArray,
    n_regions: Sequence[int],
    token_spans: IntArray,
    n_tokens: Sequence[int] | _Indices,
    *,
    sizes: bool,
) -> Booking:
    """See `book`; the spans of all sentences are one array each, and it is said how many each sentence has."""
    # all as if they were one long text. Each sentence gets a visible character at its end, in its last region: tokens
    # of blanks only go with that if no other follows
    together = _END.join((*texts, ""))
    codes = np.frombuffer(together.encode("utf-32-le", "surrogatepass"), "<u4")
    is_visible = ~_BLANKS[np.minimum(codes, len(_BLANKS) - 1)]
    visible = np.flatnonzero(is_visible)
    n_visible = _n_before(is_visible)
    n_begun = _n_before(np.append(False, is_visible[1:] & ~is_visible[:-1]))  # words, but for one at the very start

    lengths = np.fromiter(map(len, texts), np.intp, len(texts)) + len(_END)
    offsets = np.cumsum(lengths) - lengths
    starts, ends = (region_spans + np.repeat(offsets, n_regions)[:, None]).T
    # a region may begin in the middle of what would be one word without it
    n_words = np.where(starts < ends, is_visible[starts] + n_begun[ends] - n_begun[starts + 1], 0)

    row = np.repeat(np.arange(len(texts)), n_tokens)
    tokens = token_spans + offsets[row, None]
    first_char = n_visible[tokens[:, 0]]
    last_char = np.maximum(n_visible[tokens[:, 1]] - 1, first_char)
    filled = np.flatnonzero(n_words)
    own = (np.cumsum(n_regions) - n_regions)[row]  # the first region of each token's sentence

    def region_of(char: _Indices) -> _Indices:
        place = np.searchsorted(starts[filled], visible[char], side="right")
        found: _Indices = np.maximum(np.append(0, filled)[place], own)
        return found

    n_chars = n_bytes = None
    if sizes:
        has_text = n_words > 0
        begun = visible[np.where(has_text, n_visible[starts], 0)]
        ended = visible[np.maximum(n_visible[ends] - 1, 0)] + 1
        before = np.concatenate(
            [[0], np.cumsum(1 + (codes >= 0x80) + (codes >= 0x800).astype(np.intp) + (codes >= 0x10000))]
        )
        n_chars = np.where(has_text, ended - begun, 0)
        n_bytes = np.where(has_text, before[ended] - before[begun], 0)
    return Booking(region_of(first_char), region_of(last_char), row, n_words, n_chars, n_bytes)


def _n_before(flags: BoolArray) -> _Indices:
    """How many of the flags before each place are set, the place after the last one included."""
    before: _Indices = np.cumsum(np.append(False, flags))
    return before


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
    given, columns = SentenceColumns.of(sentences), TokenColumns.of(surprisals).in_line()
    for text, answered in zip(given.texts, columns.texts, strict=True):
        if text != answered:
            raise ScoringError(f"The model answered for '{answered}' when it was given '{text}'.")
    n_sentences, n_regions = len(given), given.n_regions[0]
    booked = _book(
        given.texts,
        given.spans,
        given.n_regions,
        columns.spans,
        columns.n_tokens,
        sizes=not _OF_SIZE.isdisjoint(metrics),
    )
    values, n_tokens = region_surprisals(
        booked.first,
        columns.bits,
        np.zeros(len(columns.bits)) if columns.ranks is None else columns.ranks,
        n_words=booked.n_words,
        n_chars=booked.n_chars,
        n_bytes=booked.n_bytes,
        metrics=metrics,
        unknown=columns.oov,
    )
    first, last = (region - booked.row * n_regions for region in (booked.first, booked.last))
    unknown = np.flatnonzero(columns.oov)
    oov = [
        (row, region, given.texts[row][start:end].strip())
        for row, region, (start, end) in zip(
            booked.row[unknown].tolist(), first[unknown].tolist(), columns.spans[unknown].tolist(), strict=True
        )
    ]
    straddling: list[tuple[int, int, int]] = []
    for token in np.flatnonzero(last > first):
        row = int(booked.row[token])
        straddling.extend(
            (row, int(first[token]), later)
            for later in range(int(first[token]) + 1, int(last[token]) + 1)
            if booked.n_words[row * n_regions + later]
        )
    shape = n_sentences, n_regions
    firsts = first.astype(np.int32)
    return RegionSurprisals(
        bits={metric: value.reshape(shape) for metric, value in values.items()},
        n_tokens=n_tokens.reshape(shape),
        oov=tuple(oov),
        straddling=tuple(dict.fromkeys(straddling)),
        eos_bits=columns.eos_bits,
        owners=tuple(map(firsts.__getitem__, map(slice, columns.starts.tolist(), columns.ends.tolist()))),
    )


def word_values(scored: Sequence[TokenSurprisals], scheme: str = "whitespace") -> WordSurprisals:
    """Make word values of token surprisals: a word is a region, and tokens go to it by the same rule.

    Parameters
    ----------
    scored : sequence of TokenSurprisals
        What a model gave for some sentences; may have gone through `move_word_ends`.
    scheme : str, optional
        What a word is, one of `syntaxgym_lite.words.SCHEMES`.

    Returns
    -------
    WordSurprisals

    Raises
    ------
    InputError
        If there is no such scheme.

    Examples
    --------
    >>> import numpy as np
    >>> spans, known = np.array([[0, 3], [3, 7], [7, 10]]), np.zeros(3, bool)
    >>> one = TokenSurprisals("the dog's", ("the", " dog", "'s"), spans, np.array([3.0, 7.5, 2.0]), known)
    >>> values = word_values([one])
    >>> values.words, values.bits.tolist(), values.n_tokens.tolist()
    (('the', "dog's"), [3.0, 9.5], [1, 2])
    >>> word_values([one], "clitics").words
    ('the', 'dog', "'s")
    """
    split = word_splitter(scheme)
    scored = list(scored)  # of columns, sentences are made each time
    by_text = [split(one.text) for one in scored]
    n_words = list(map(len, by_text))
    spans = np.array(list(chain.from_iterable(by_text)), dtype=np.int32).reshape(-1, 2)
    bits, n_tokens, oov = np.empty(0), np.empty(0, np.int32), np.zeros(len(spans), np.bool_)
    worded = [one for one, n in zip(scored, n_words, strict=True) if n]  # no word can own a token of a text of blanks
    if worded:
        bounds = np.cumsum([0, *filter(None, n_words)]).tolist()
        booked = book(
            [one.text for one in worded],
            [spans[start:end] for start, end in pairwise(bounds)],
            [one.spans for one in worded],
        )
        token_bits = np.concatenate([one.bits for one in worded])
        values, n_tokens = region_surprisals(
            booked.first, token_bits, np.zeros(len(token_bits)), n_words=booked.n_words, metrics=("sum",)
        )
        bits = values["sum"]
        oov[booked.first[np.concatenate([one.oov for one in worded])]] = True
    return WordSurprisals(
        words=tuple(one.text[start:end] for one, own in zip(scored, by_text, strict=True) for start, end in own),
        sentence=np.repeat(np.arange(len(scored), dtype=np.int32), n_words),
        spans=spans,
        bits=bits,
        n_tokens=n_tokens,
        oov=oov,
    )


def region_surprisals(
    region: npt.NDArray[np.integer],
    bits: FloatArray,
    ranks: npt.NDArray[np.generic],
    *,
    n_words: npt.NDArray[np.integer],
    metrics: Collection[str],
    unknown: BoolArray | None = None,
    n_chars: npt.NDArray[np.integer] | None = None,
    n_bytes: npt.NDArray[np.integer] | None = None,
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
    n_words : ndarray of int, shape (m,)
        How many words, that is stretches between blanks, each region has; 0 if it has no text.
    metrics : collection of str
    unknown : ndarray of bool, shape (n,), optional
        Whether each token is an unknown word: its surprisal and rank are those of what stands for all of them.
    n_chars, n_bytes : ndarray of int, shape (m,), optional
        How many characters and bytes each region has, for the means over them.

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
        bits[order],
        ranks[order].astype(np.float64),
        known,
        np.cumsum(n_tokens) - n_tokens,
        n_tokens,
        n_words,
        n_chars,
        n_bytes,
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
        n_words: npt.NDArray[np.integer],
        n_chars: npt.NDArray[np.integer] | None,
        n_bytes: npt.NDArray[np.integer] | None,
    ) -> None:
        self.bits, self.ranks, self.starts, self.n, self.n_words = bits, ranks, starts, n, n_words
        self.n_chars, self.n_bytes = n_chars, n_bytes
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

    def per(self, size: npt.NDArray[np.integer] | None) -> FloatArray:
        assert size is not None  # `book` counts them where they are needed
        return np.where(self.n > 0, mean_log_prob(self.sum(), size), np.nan)

    def penalised(self) -> FloatArray:
        return penalised(self.sum(), self.n)

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
    "char_mean": lambda groups: groups.per(groups.n_chars),
    "byte_mean": lambda groups: groups.per(groups.n_bytes),
    "penalised": _Groups.penalised,
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
