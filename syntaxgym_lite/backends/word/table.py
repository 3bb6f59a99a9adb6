"""Many sentences cut into words at once, as arrays over the whole batch.

The same chunks of text between blanks come again and again. Each distinct one is cut into words once and kept in a
table; a batch is then a few array operations over rows of that table, and gives what
`syntaxgym_lite.backends.word.sentences.split_sentences` gives sentence by sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from ...lm.vocabulary import UNK
from ...surprisal import BoolArray, FloatArray, IntArray, TokenSurprisals
from ...words import word_splitter

__all__ = ["WordBatch", "WordTable"]

Indices = npt.NDArray[np.int64]
_CHUNKWISE = frozenset({"clitics", "punct", "whitespace"})  # no word of theirs reaches over a blank, nor looks past one
_MOST = 1 << 18  # chunks or words kept; then the table begins anew, so that a text without end fits into memory
_CHUNK = re.compile(r"\S+")


@dataclass(frozen=True, slots=True, eq=False)
class WordBatch:
    """k sentences cut into n words, those of the context included.

    Parameters
    ----------
    texts : sequence of str, length k
        The sentences, without the context.
    words : tuple of str, length n
        The words of all sentences, one after another, as written.
    forms : ndarray of int64, shape (n,)
        Number of each word in the table that made the batch; equal words have equal numbers.
    bounds : ndarray of int64, shape (k + 1,)
        Where the words of each sentence begin, and where the last ones end.
    firsts : ndarray of int64, shape (k,)
        Where the words begin that are scored; before them stand those of the context.
    spans : ndarray of int32, shape (n, 2)
        Half-open code-point range of each word in its sentence; of no meaning for words of the context.
    """

    texts: Sequence[str]
    words: tuple[str, ...]
    forms: Indices
    bounds: Indices
    firsts: Indices
    spans: IntArray

    def surprisals(
        self,
        bits: FloatArray,
        known: BoolArray,
        *,
        unknown: str | Sequence[str] = UNK,
        eos_bits: FloatArray | None = None,
        ranks: Sequence[IntArray] | None = None,
    ) -> list[TokenSurprisals]:
        """Put the surprisals of all words into the common form, sentence by sentence.

        Parameters
        ----------
        bits : ndarray of float64, shape (n,)
            Surprisal of each word, in bits; of no meaning for words of the context.
        known : ndarray of bool, shape (n,)
            Whether the vocabulary has the word.
        unknown : str or sequence of str, length n, optional
            What is shown in place of an unknown word; a sequence gives the class of each word, read only where unknown.
        eos_bits : ndarray of float64, shape (k,), optional
            Surprisal of the end of each sentence, in bits.
        ranks : sequence of ndarray of int32, length k, optional
            Ranks of the words that are scored, by sentence.

        Returns
        -------
        list of TokenSurprisals, length k
        """
        oov = ~known
        shown = self.words
        if oov.any():
            changed = list(shown)
            for place in np.flatnonzero(oov).tolist():
                changed[place] = unknown if isinstance(unknown, str) else unknown[place]
            shown = tuple(changed)
        for array in (bits, oov, self.spans):
            array.flags.writeable = False  # so that they need no copy
        return TokenSurprisals.cut(
            self.texts,
            starts=self.firsts.tolist(),
            ends=self.bounds[1:].tolist(),
            tokens=shown,
            spans=self.spans,
            bits=bits,
            oov=oov,
            eos_bits=repeat(float("nan")) if eos_bits is None else eos_bits.tolist(),
            ranks=ranks,
        )


class WordTable:
    """Cuts sentences into words, and numbers the words by what they look like.

    Parameters
    ----------
    scheme : str
        Name of the splitting scheme, see `syntaxgym_lite.words.SCHEMES`.

    Raises
    ------
    InputError
        If there is no such scheme.

    Examples
    --------
    >>> table = WordTable("clitics")
    >>> batch = table.cut(["The dog's bone.", "The end."])
    >>> batch.words, batch.forms.tolist(), batch.bounds.tolist()
    (('The', 'dog', "'s", 'bone', '.', 'The', 'end', '.'), [0, 1, 2, 3, 4, 0, 5, 4], [0, 5, 8])
    >>> batch.spans[:5].tolist()
    [[0, 3], [4, 7], [7, 9], [10, 14], [14, 15]]
    """

    def __init__(self, scheme: str) -> None:
        self._split = word_splitter(scheme)
        self._chunkwise = scheme in _CHUNKWISE
        self.generation = 0  # how often the numbers were given anew
        self._begin()

    def _begin(self) -> None:
        self.forms: list[str] = []
        self._form_objects: npt.NDArray[Any] = np.zeros(0, dtype=object)  # the forms again, to take many at once
        self._numbers = _Numbers(self._new_form)
        self._chunks = _Numbers(self._new_chunk)
        self._n_new_pieces: list[int] = []  # of each chunk that is new
        self._new_pieces: list[tuple[int, int, int]] = []  # number, start and end of each word of them
        self._first_pieces: Indices = np.zeros(1, dtype=np.int64)
        self._piece_forms: Indices = np.zeros(0, dtype=np.int64)
        self._piece_spans: IntArray = np.zeros((0, 2), dtype=np.int32)

    def _new_form(self, form: str) -> int:
        self.forms.append(form)
        return len(self.forms) - 1

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
            pieces = np.array(self._new_pieces, dtype=np.int64).reshape(-1, 3)
            self._piece_forms = np.concatenate([self._piece_forms, pieces[:, 0]])
            self._piece_spans = np.concatenate([self._piece_spans, pieces[:, 1:].astype(np.int32)])
            self._n_new_pieces, self._new_pieces = [], []
        if new := self.forms[len(self._form_objects) :]:
            self._form_objects = np.concatenate([self._form_objects, np.array(new, dtype=object)])

    def cut(self, texts: Sequence[str], *, context: str = "") -> WordBatch:
        """Cut sentences into words.

        Parameters
        ----------
        texts : sequence of str
        context : str, optional
            Text before every sentence. A word that begins in it and reaches into the sentence belongs to the sentence.

        Returns
        -------
        WordBatch
        """
        if max(len(self.forms), len(self._chunks)) > _MOST:
            self.generation += 1
            self._begin()
        wholes = [context + text for text in texts] if context else texts
        forms, spans, bounds = self._chunkwise_words(wholes) if self._chunkwise else self._sentencewise_words(wholes)
        firsts = bounds[:-1]
        if context:
            before = np.concatenate([[0], np.cumsum(spans[:, 1] <= len(context))])
            firsts = firsts + before[bounds[1:]] - before[bounds[:-1]]  # spans rise, so those before are the first ones
            spans = np.maximum(spans - len(context), 0)
        self._take_in()
        words = tuple(self._form_objects.take(forms).tolist())
        return WordBatch(texts, words, forms, bounds, firsts, spans)

    def _sentencewise_words(self, texts: Sequence[str]) -> tuple[Indices, IntArray, Indices]:
        ranges = [self._split(text) for text in texts]
        forms = [self._numbers[text[start:end]] for text, own in zip(texts, ranges, strict=True) for start, end in own]
        spans = np.array(list(chain.from_iterable(ranges)), dtype=np.int32).reshape(-1, 2)
        return np.array(forms, dtype=np.int64), spans, _running(np.fromiter(map(len, ranges), np.int64, len(ranges)))

    def _chunkwise_words(self, texts: Sequence[str]) -> tuple[Indices, IntArray, Indices]:
        flat, begins, chunk_bounds = _chunks(texts)
        chunks = np.fromiter(map(self._chunks.__getitem__, flat), np.int64, len(flat))
        self._take_in()
        first_piece = self._first_pieces.take(chunks)
        n_pieces = self._first_pieces.take(chunks + 1) - first_piece
        piece_bounds = _running(n_pieces)
        places = np.arange(piece_bounds[-1]) + np.repeat(first_piece - piece_bounds[:-1], n_pieces)
        spans = self._piece_spans.take(places, axis=0)
        spans += np.repeat(begins.astype(np.int32), n_pieces)[:, None]
        return self._piece_forms.take(places), spans, piece_bounds.take(chunk_bounds)


class _Numbers(dict[str, int]):
    """Numbers of strings; one that is new is given a number by `make`."""

    def __init__(self, make: Callable[[str], int]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: str) -> int:
        number = self[key] = self._make(key)
        return number


def _running(lengths: Indices) -> Indices:
    sums = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=sums[1:])
    return sums


def _chunks(texts: Sequence[str]) -> tuple[list[str], Indices, Indices]:
    """Cut all texts at blanks.

    Returns
    -------
    chunks : list of str, length n
        What stands between blanks, text after text.
    begins : ndarray of int64, shape (n,)
        Where in its text each begins.
    bounds : ndarray of int64, shape (k + 1,)
        Where the chunks of each text begin, and where the last ones end.
    """
    joined = " ".join(texts)
    codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), "<u4")
    flat = joined.split()
    blanks = np.flatnonzero(codes == ord(" "))
    if len(flat) == len(blanks) + 1 and not _has_other_blanks(codes):  # each blank stands alone between two chunks
        begins = np.append(0, blanks + 1)
        text_begins = _running(np.fromiter(map(len, texts), np.int64, len(texts)) + 1)
        bounds = np.searchsorted(begins, text_begins)
        return flat, begins - np.repeat(text_begins[:-1], np.diff(bounds)), bounds
    by_text = [[match.span() for match in _CHUNK.finditer(text)] for text in texts]
    flat = [text[start:end] for text, own in zip(texts, by_text, strict=True) for start, end in own]
    begins = np.fromiter((start for own in by_text for start, _ in own), np.int64, len(flat))
    return flat, begins, _running(np.fromiter(map(len, by_text), np.int64, len(texts)))


def _has_other_blanks(codes: npt.NDArray[np.uint32]) -> bool:
    """Tell whether there may be blanks besides U+0020."""
    return bool(codes.min() < ord(" ")) or any(chr(code).isspace() for code in set(codes[codes > ord("~")].tolist()))
