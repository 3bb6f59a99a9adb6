"""What all word-level models share: many sentences cut into words at once, as arrays over the whole batch.

The same chunks of text between blanks come again and again. Each distinct one is cut into words once, and each distinct
word is looked up in the model once; both are kept in a table. A batch is then a few array operations over its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from ...casing import Lowercase, lower_case, lowercase_option
from ...errors import ModelError, one_of
from ...lm.chunks import ChunkTable, StringNumbers
from ...lm.corpus import read_sentences
from ...lm.folder import COUNTS
from ...lm.ngram.model import MOST_LOG10
from ...lm.vocabulary import BOS, EOS, SENTENCE_END, UNK, Vocabulary
from ...surprisal import BITS_PER_UNIT, BackendInfo, BoolArray, Capabilities, FloatArray, IntArray, TokenSurprisals
from ...token_columns import Indices, TokenColumns
from ...words import SCHEMES, word_splitter
from ..fingerprint import fingerprint

__all__ = [
    "NO_PROBABILITY_LOG10",
    "NUMBERED",
    "CountedWords",
    "Indices",
    "LookUp",
    "MissingUnk",
    "WordBatch",
    "WordTable",
    "bits_of",
    "counts_beside",
    "numbering",
    "vocabulary_size",
    "without_unknown",
    "word_model",
]

LookUp = Callable[[str], tuple[Any, ...]]
NUMBERED = (np.int64, np.int64, np.bool_)
"""Types of what a look-up gives that numbers words, see `WordBatch.numbered`."""

MissingUnk = Literal["undefined", "kenlm"]
"""What the surprisal of an unknown word is in a model that gives unknown words no probability: undefined, or what KenLM
takes for it, that of 10**-100."""

NO_PROBABILITY_LOG10 = -90.0
"""At or below this, an n-gram model says that a word has no probability: programs write -99, -100 or -inf for log 0."""

_CHUNKWISE = frozenset(SCHEMES) - {"treebank"}  # no word of theirs reaches over a blank, nor looks past one
_MOST = 1 << 18  # chunks or words kept; then the table begins anew, so that a text without end fits into memory


def bits_of(log10_prob: FloatArray, missing_unk: object = "undefined") -> FloatArray:
    """Turn log10 probabilities into surprisals, in bits, none below 0: a rounded back-off must not lift p over 1.

    A word without a probability has no surprisal, NaN; in a model of ``missing_unk=kenlm``, what the logarithm says.

    Raises
    ------
    ModelError
        If a probability is over 1 by more than rounding.
    """
    highest = float(np.max(log10_prob, initial=0.0))
    if not highest <= MOST_LOG10:
        raise ModelError(
            f"The n-gram model is damaged: it gives a word a probability of {10**highest:.3g}. Look at its back-off "
            "weights."
        )
    bits: FloatArray = np.maximum(-log10_prob * BITS_PER_UNIT["log10"], 0.0)
    if missing_unk != "kenlm":
        bits[log10_prob <= NO_PROBABILITY_LOG10] = np.nan
    return bits


def without_unknown(missing_unk: str, unknown_log10: float) -> tuple[dict[str, str], tuple[str, ...]]:
    """Give the option and the remark of a model that gives unknown words no probability; nothing for any other.

    Parameters
    ----------
    missing_unk : {"undefined", "kenlm"}
        See `MissingUnk`.
    unknown_log10 : float
        The model's log10 probability of unknown words; minus infinity if it has none.

    Raises
    ------
    InputError
        If the option has no such value.
    """
    one_of("missing_unk", missing_unk, get_args(MissingUnk))
    if unknown_log10 > NO_PROBABILITY_LOG10:
        return {}, ()
    lacks = "The model gives unknown words no probability"
    said = {
        "undefined": f"{lacks}: their surprisals are undefined (`missing_unk=kenlm` takes what KenLM does).",
        "kenlm": f"{lacks}; they get what KenLM takes for it, 10**-99 or 10**-100, some 330 bits.",
    }
    return {"missing_unk": missing_unk}, (said[missing_unk],)


def numbering(vocabulary: Vocabulary) -> LookUp:
    """Give the look-up of a vocabulary: number inside a sentence, number at its start, and whether the word is known.

    The two numbers differ for unknown words alone, whose class may depend on the place.
    """

    def look_up(word: str) -> tuple[int, int, bool]:
        inner, initial = (int(vocabulary.encode([word], initial=initial)[0]) for initial in (False, True))
        return inner, initial, word in vocabulary

    return look_up


def word_model(
    kind: str,
    name: str,
    files: Sequence[Path],
    options: Mapping[str, Any],
    warnings: tuple[str, ...],
    *,
    ranks: bool = True,
    prefixes: bool = False,
    eos: bool = True,
    parses: bool = False,
    **hidden: Any,
) -> BackendInfo:
    """Say who a model of words is that is read from files; `hidden` options count for the fingerprint alone."""
    return BackendInfo(
        backend=kind,
        model=name,
        capabilities=Capabilities(
            units="words", unknown_words=True, ranks=ranks, prefixes=prefixes, eos=eos, parses=parses
        ),
        fingerprint=fingerprint(files=files, options={"backend": kind, **options, **hidden}),
        options=options,
        warnings=warnings,
    )


class CountedWords:
    """What backends that number words in a `WordTable` offer as `syntaxgym_lite.backends.protocol.Counted`."""

    _table: WordTable
    _n_units: int | None = None
    _own_counts: Mapping[Hashable, int] | None = None

    @property
    def n_units(self) -> int | None:
        """How many words the model knows, the unknown one included; see `Counted`."""
        return self._n_units

    @property
    def own_counts(self) -> Mapping[Hashable, int] | None:
        """How often each word stands in the text that the model was trained on; see `Counted`."""
        return self._own_counts

    def units(self, texts: Sequence[str]) -> list[list[Hashable]]:
        """Give the numbers of the words of each sentence; see `Counted.units`."""
        batch = self._table.cut(texts)
        numbers, _ = batch.numbered()
        return [numbers[here].tolist() for here in batch.scored()]


def counts_beside(folder: Path, vocabulary: Vocabulary) -> Mapping[Hashable, int] | None:
    """Read how often the words of a model stand in its training text, by their numbers.

    Parameters
    ----------
    folder : Path
        Where ``counts.tsv`` lies, as ``sglite train`` writes it.
    vocabulary : Vocabulary

    Returns
    -------
    mapping or None
        None if there is no such file, or it is of other words.
    """
    path = folder / COUNTS
    if not path.is_file():
        return None
    numbers = {word: number for number, word in enumerate(vocabulary.words)}
    counts: dict[Hashable, int] = {}
    for line in read_sentences(path):
        word, _, count = line.partition("\t")
        if word not in numbers or not count.strip().isdecimal():
            return None
        if word not in (EOS, BOS, SENTENCE_END):  # no token of a sentence
            counts[numbers[word]] = int(count)
    return counts or None


def vocabulary_size(words: Sequence[str]) -> int:
    """Count the words of a vocabulary that a sentence can have, the unknown one included."""
    return len(words) - len({EOS, BOS, SENTENCE_END} & set(words))


@dataclass(frozen=True, slots=True, eq=False)
class WordBatch:
    """k sentences cut into n words, those of the context included.

    Parameters
    ----------
    texts : sequence of str, length k
        The sentences, without the context.
    names : ndarray of object, shape (v,)
        Words as written, each once.
    forms : ndarray of int64, shape (n,)
        Which of `names` each word of the sentences is, of one after another.
    values_of_names : tuple of ndarray of shape (v,)
        What the table's look-up gives for each of `names`.
    bounds : ndarray of int64, shape (k + 1,)
        Where the words of each sentence begin, and where the last ones end.
    firsts : ndarray of int64, shape (k,)
        Where the words begin that are scored; before them stand those of the context.
    spans : ndarray of int32, shape (n, 2)
        Half-open code-point range of each word in its sentence; of no meaning for words of the context.
    """

    texts: Sequence[str]
    names: npt.NDArray[Any]
    forms: Indices
    values_of_names: tuple[npt.NDArray[Any], ...]
    bounds: Indices
    firsts: Indices
    spans: IntArray

    @property
    def words(self) -> tuple[str, ...]:
        """The words of all sentences, one after another, as written; made each time."""
        return tuple(self.names.take(self.forms).tolist())

    @property
    def values(self) -> tuple[npt.NDArray[Any], ...]:
        """What the table's look-up gives for each word; arrays of shape (n,), made each time."""
        return tuple(column.take(self.forms) for column in self.values_of_names)

    def numbered(self) -> tuple[Indices, BoolArray]:
        """Give the number of each word and whether it is known, of a table whose values are `NUMBERED`."""
        numbers_of, initial_of, known_of = self.values_of_names
        numbers = numbers_of.take(self.forms)
        starts = self.bounds[:-1][np.diff(self.bounds) > 0]
        numbers[starts] = initial_of.take(self.forms.take(starts))
        return numbers, known_of.take(self.forms)

    def scored(self) -> list[slice]:
        """Give where the words of each sentence stand that are scored."""
        return list(map(slice, self.firsts.tolist(), self.bounds[1:].tolist()))

    def columns(
        self,
        bits: FloatArray,
        known: BoolArray,
        *,
        unknown: Sequence[str] = (),
        numbers: Indices | None = None,
        eos_bits: FloatArray | None = None,
        ranks: Sequence[IntArray] | None = None,
    ) -> TokenColumns:
        """Put the surprisals of all words into the common form.

        Parameters
        ----------
        bits : ndarray of float64, shape (n,)
            Surprisal of each word, in bits; of no meaning for words of the context.
        known : ndarray of bool, shape (n,)
            Whether the vocabulary has the word.
        unknown : sequence of str, optional
            The model's words. An unknown word is shown as the one of its number; without them, as ``<unk>``.
        numbers : ndarray of int64, shape (n,), optional
            Numbers of the words, for `unknown`.
        eos_bits : ndarray of float64, shape (k,), optional
            Surprisal of the end of each sentence, in bits.
        ranks : sequence of ndarray of int32, length k, optional
            Ranks of the words that are scored, by sentence.

        Returns
        -------
        TokenColumns, length k
        """
        oov = ~known
        names, forms = self.names, self.forms
        if oov.any():
            places = np.flatnonzero(oov)
            shown, which = ([UNK], 0) if numbers is None else _shown(unknown, numbers[places])
            names = np.append(names, np.array(shown, dtype=object))
            forms = forms.copy()
            forms[places] = len(self.names) + which
        flat_ranks = None
        if ranks is not None:
            flat_ranks = np.zeros(len(bits), dtype=np.int32)
            for here, own in zip(self.scored(), ranks, strict=True):
                flat_ranks[here] = np.where(np.isnan(bits[here]), 0, own)
        return TokenColumns(
            self.texts,
            self.firsts,
            self.bounds[1:],
            names,
            forms,
            self.spans,
            bits,
            oov,
            np.full(len(self.texts), np.nan) if eos_bits is None else eos_bits,
            flat_ranks,
        )

    def surprisals(self, bits: FloatArray, known: BoolArray, **more: Any) -> list[TokenSurprisals]:
        """Put the surprisals of all words into the common form, sentence by sentence; see `columns`."""
        return self.columns(bits, known, **more).rows()


def _shown(words: Sequence[str], numbers: Indices) -> tuple[list[str], Indices]:
    """Give the words of some numbers, each once, and which of them each is."""
    different, which = np.unique(numbers, return_inverse=True)
    return [words[number] for number in different.tolist()], which


class WordTable:
    """Cuts sentences into words, and looks each distinct word up once.

    Parameters
    ----------
    scheme : str
        Name of the splitting scheme, see `syntaxgym_lite.words.SCHEMES`.
    look_up : callable, optional
        What a model has for a word: a value for each of `dtypes`.
    dtypes : sequence of NumPy types, optional
    lowercase : bool or {"az", "lt", "tr"}, optional
        Whether words are lower-cased before they are looked up, or by the rules of which language. They are shown, and
        keep their places, as written.
    revision : int, optional
        By which rules of the scheme, see `syntaxgym_lite.words.REVISIONS`; the newest by default.

    Raises
    ------
    InputError
        If there is no such scheme.

    Examples
    --------
    >>> table = WordTable("clitics", lambda word: (len(word),), [np.int64])
    >>> batch = table.cut(["The dog's bone.", "The end."])
    >>> batch.words, batch.values[0].tolist(), batch.bounds.tolist()
    (('The', 'dog', "'s", 'bone', '.', 'The', 'end', '.'), [3, 3, 2, 4, 1, 3, 3, 1], [0, 5, 8])
    >>> batch.spans[:5].tolist()
    [[0, 3], [4, 7], [7, 9], [10, 14], [14, 15]]
    """

    def __init__(
        self,
        scheme: str,
        look_up: LookUp | None = None,
        dtypes: Sequence[npt.DTypeLike] = (),
        *,
        lowercase: Lowercase = False,
        revision: int | None = None,
    ) -> None:
        self._split = word_splitter(scheme, revision)
        self._chunkwise = scheme in _CHUNKWISE
        self._look_up, self._dtypes, self._lowercase = look_up, dtypes, lowercase
        self._begin()

    @classmethod
    def of(cls, info: BackendInfo, look_up: LookUp, dtypes: Sequence[npt.DTypeLike] = NUMBERED) -> WordTable:
        """Give the table of a model that says how its words are cut in its options."""
        options = info.options
        return cls(
            str(options["words"]),
            look_up,
            dtypes,
            lowercase=lowercase_option(options["lowercase"]),
            revision=int(str(options.get("words_revision", 1))),
        )

    def _begin(self) -> None:
        self._new_forms: list[str] = []
        # of each distinct word: how it is written, then its values
        self._columns: list[npt.NDArray[Any]] = [np.zeros(0, dtype=dtype) for dtype in (object, *self._dtypes)]
        self._numbers = StringNumbers(self._new_form)
        self._chunks = ChunkTable(self._new_chunk)
        self._n_new_pieces: list[int] = []  # of each chunk that is new
        self._new_pieces: list[tuple[int, int, int]] = []  # number, start and end of each word of them
        self._first_pieces: Indices = np.zeros(1, dtype=np.int64)
        self._n_pieces: Indices = np.zeros(0, dtype=np.int64)
        self._piece_forms: Indices = np.zeros(0, dtype=np.int64)
        self._piece_spans: Indices = np.zeros(0, dtype=np.int64)  # start and end in one number, see `_BOTH`

    def _new_form(self, form: str) -> int:
        self._new_forms.append(form)
        return len(self._numbers)

    def _new_chunk(self, chunk: str) -> int:
        ranges = self._split(chunk)
        self._n_new_pieces.append(len(ranges))
        self._new_pieces += [(self._numbers[chunk[start:end]], start, end) for start, end in ranges]
        return len(self._chunks)

    def _take_in(self) -> None:
        """Take what is new since the last batch into the arrays."""
        if self._n_new_pieces:
            starts = self._first_pieces[-1] + np.cumsum(self._n_new_pieces)
            self._first_pieces = np.concatenate([self._first_pieces, starts])
            self._n_pieces = np.append(self._n_pieces, self._n_new_pieces)
            pieces = np.array(self._new_pieces, dtype=np.int64).reshape(-1, 3)
            self._piece_forms = np.concatenate([self._piece_forms, pieces[:, 0]])
            spans = np.ascontiguousarray(pieces[:, 1:], dtype=np.int32)
            self._piece_spans = np.concatenate([self._piece_spans, spans.view(np.int64)[:, 0]])
            self._n_new_pieces, self._new_pieces = [], []
        if self._new_forms:
            columns: list[Sequence[Any]] = [self._new_forms]
            if self._look_up is not None:
                forms = [lower_case(form, self._lowercase) for form in self._new_forms]
                columns += zip(*map(self._look_up, forms), strict=True)
            self._columns = [
                np.concatenate([old, np.array(new, dtype=old.dtype)])
                for old, new in zip(self._columns, columns, strict=True)
            ]
            self._new_forms = []

    def cut(self, texts: Sequence[str], *, context: str = "") -> WordBatch:
        """Cut sentences into words.

        Parameters
        ----------
        texts : sequence of str
        context : str, optional
            Text before every sentence. A word that begins in it and reaches into the sentence belongs to the sentence.
        """
        if max(len(self._numbers), len(self._chunks)) > _MOST:
            self._begin()
        wholes = [context + text for text in texts] if context else texts
        forms, spans, bounds = self._chunkwise_words(wholes) if self._chunkwise else self._sentencewise_words(wholes)
        firsts = bounds[:-1]
        if context:
            before = np.concatenate([[0], np.cumsum(spans[:, 1] <= len(context))])
            firsts = firsts + before[bounds[1:]] - before[bounds[:-1]]  # spans rise, so those before are the first ones
            spans = np.maximum(spans - len(context), 0)
        self._take_in()
        names, *values = self._columns
        return WordBatch(texts, names, forms, tuple(values), bounds, firsts, spans)

    def _sentencewise_words(self, texts: Sequence[str]) -> tuple[Indices, IntArray, Indices]:
        ranges = [self._split(text) for text in texts]
        forms = [self._numbers[text[start:end]] for text, own in zip(texts, ranges, strict=True) for start, end in own]
        spans = np.array(list(chain.from_iterable(ranges)), dtype=np.int32).reshape(-1, 2)
        return np.array(forms, dtype=np.int64), spans, _running(np.fromiter(map(len, ranges), np.int64, len(ranges)))

    def _chunkwise_words(self, texts: Sequence[str]) -> tuple[Indices, IntArray, Indices]:
        chunks, begins, chunk_bounds = self._chunks.cut(texts)
        self._take_in()
        places = self._first_pieces.take(chunks)
        if len(self._piece_forms) > len(self._n_pieces):  # some are of several words
            n_pieces = self._n_pieces.take(chunks)
            piece_bounds = _running(n_pieces)
            places = np.arange(piece_bounds[-1]) + np.repeat(places - piece_bounds[:-1], n_pieces)
            begins = np.repeat(begins, n_pieces)
            chunk_bounds = piece_bounds.take(chunk_bounds)
        spans = self._piece_spans.take(places)
        spans += begins * _BOTH
        return self._piece_forms.take(places), spans.view(np.int32).reshape(-1, 2), chunk_bounds


_BOTH = (1 << 32) + 1
"""Two numbers of 32 bits in one of 64, none of which runs over into the other: so both are moved by one addition."""


def _running(lengths: Indices) -> Indices:
    sums = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=sums[1:])
    return sums
