"""N-gram models read by this package itself: ARPA text, or the compact form that loads by memory map.

Surprisals are those of KenLM: the longest n-gram that the model has, and back-off weights for the rest. A word that the
model does not know gets the probability of ``<unk>``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...casing import Lowercase
from ...errors import InputError
from ...lm.folder import ModelFolder
from ...lm.ngram.files import KINDS, SUFFIXES, read_model
from ...lm.ngram.model import NgramModel
from ...lm.vocabulary import BOS, NOT_IN_A_TEXT, SENTENCE_END, UNK, Vocabulary
from ...surprisal import BackendInfo, IntArray, ScoringOptions, TokenSurprisals
from ...token_columns import Indices, TokenColumns
from .table import (
    CountedWords,
    WordBatch,
    WordTable,
    bits_of,
    numbering,
    vocabulary_size,
    without_unknown,
    word_model,
)

__all__ = ["NgramBackend", "load"]


def load(
    path: str,
    *,
    bos: str = "auto",
    words: str | None = None,
    lowercase: Lowercase | None = None,
    missing_unk: str = "undefined",
) -> NgramBackend:
    """Open an n-gram model.

    Parameters
    ----------
    path : str
        An ARPA file (plain, ``.gz`` or ``.xz``), a compact file (``.safetensors``, see ``sglite convert-lm``), or the
        folder of one. The card that names the file speaks for it, see `syntaxgym_lite.lm.folder`.
    bos : {"auto", "none"}, optional
        What the first word is conditioned on: the start of a sentence (``<s>``), or nothing.
    words : str, optional
        How sentences are cut into words, see `syntaxgym_lite.words.SCHEMES`. Must be what the model was trained on; by
        default as the card or the file itself says, else ``"treebank"``.
    lowercase : bool or {"az", "lt", "tr"}, optional
        Whether words are lower-cased before they are looked up, or by the rules of which language; by default as the
        card or the file says, else False.
    missing_unk : {"undefined", "kenlm"}, optional
        What an unknown word has in a model without a probability for it (no ``<unk>``, or one with -99): no value, so
        that comparisons with it are undefined; or KenLM's, 10**-100, some 332 bits.

    Raises
    ------
    ModelNotFoundError
        If there is no such file or folder.
    ModelError
        If the file cannot be read as an n-gram model; the message names the line.
    InputError
        If an option has no such value.
    """
    found = ModelFolder.find(path, kinds=KINDS, suffixes=SUFFIXES)
    if bos not in ("auto", "none"):
        raise InputError(f"bos '{bos}': n-gram models know only auto (the start of a sentence, {BOS}) and none.")
    chosen = found.word_options(words, lowercase)
    model = read_model(found.file)
    unk = chosen.unk or "single"
    options = {"bos": bos, **chosen.cutting, "unk": unk}
    lacking, said = without_unknown(missing_unk, _unknown_log10(model) if unk == "single" else 0.0)
    return NgramBackend(
        model, word_model("ngram", path, [found.file], {**options, **lacking}, (*chosen.warnings, *said))
    )


def _unknown_log10(model: NgramModel) -> float:
    """The log10 probability of ``<unk>``; minus infinity in a model without it."""
    if UNK not in model.words:
        return -math.inf
    return float(model.levels[0].log10_prob[np.array([model.words.index(UNK)])][0])


class NgramBackend(CountedWords):
    """An n-gram model as a backend.

    Parameters
    ----------
    model : NgramModel
    info : BackendInfo
        Its ``options`` hold ``bos``, ``words``, ``lowercase`` and ``unk``, and ``missing_unk`` where the model gives
        unknown words no probability; what else the model is and lacks is added.
    """

    def __init__(self, model: NgramModel, info: BackendInfo) -> None:
        self._model = model
        options = info.options
        numbers = {word: number for number, word in enumerate(model.words)}
        remarks = list(info.warnings)
        self._begin = numbers.get(BOS)
        self._bos = self._begin if options["bos"] == "auto" else None
        if options["bos"] == "auto" and self._begin is None:
            remarks.append(f"The model has no {BOS}; first words are scored without the start of a sentence.")
        self._eos = numbers.get(SENTENCE_END)
        self._classes = Vocabulary(model.words, unk="classes") if options["unk"] == "classes" else None
        self._unk = numbers.get(UNK, 0)
        self._missing_unk = options.get("missing_unk")
        self._numbers = {word: number for word, number in numbers.items() if word not in NOT_IN_A_TEXT}
        look_up = self._number_of if self._classes is None else numbering(self._classes)
        self._table = WordTable.of(info, look_up)
        self._n_units = vocabulary_size(model.words)
        self.info = replace(
            info,
            capabilities=replace(info.capabilities, eos=self._eos is not None),
            options={**options, "order": model.order},
            warnings=tuple(remarks),
        )

    def score(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> list[TokenSurprisals]:
        """Give the surprisals of every word of every sentence; see `syntaxgym_lite.backends.protocol.Backend`."""
        return self.score_columns(texts, options).rows()

    def score_columns(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> TokenColumns:
        """Give the same as arrays over all sentences; see `syntaxgym_lite.backends.protocol.Columnar`."""
        batch = self._table.cut(texts, context=options.context)
        numbers, known = batch.numbered()
        with_eos = options.eos and self._eos is not None
        stream, places = self._stream(numbers, batch.bounds, with_eos=with_eos)
        log10_prob, _ = self._model.score(stream.words, stream.n_before)
        all_bits = bits_of(log10_prob, self._missing_unk)
        return batch.columns(
            all_bits[places],
            known,
            unknown=self._model.words,
            numbers=numbers if self._classes is not None else None,
            eos_bits=all_bits[stream.ends - 1] if with_eos else None,
            ranks=self._ranks(stream, batch) if options.ranks else None,
        )

    def _number_of(self, word: str) -> tuple[int, int, bool]:
        number = self._numbers.get(word, -1)
        return (number, number, True) if number >= 0 else (self._unk, self._unk, False)

    def _stream(self, numbers: Indices, bounds: Indices, *, with_eos: bool) -> tuple[_Stream, Indices]:
        """Put sentences one after another, between their markers; also give the places of the words in the stream."""
        n_bos = int(self._bos is not None)
        n_words = np.diff(bounds)
        lengths = n_words + n_bos + int(with_eos)
        ends = np.cumsum(lengths)
        starts = ends - lengths
        places = np.arange(len(numbers)) + np.repeat(starts + n_bos - bounds[:-1], n_words)
        words = np.zeros(int(lengths.sum()), dtype=np.int64)
        words[places] = numbers
        if self._bos is not None:
            words[starts] = self._bos
        if with_eos and self._eos is not None:
            words[ends - 1] = self._eos
        return _Stream(words, np.arange(len(words)) - np.repeat(starts, lengths), starts, ends), places

    def _ranks(self, stream: _Stream, batch: WordBatch) -> list[IntArray]:
        """Count the words that the model expects more than the one that came; the start of a sentence is none."""
        n_before = batch.firsts - batch.bounds[:-1] + int(self._bos is not None)
        n_scored = batch.bounds[1:] - batch.firsts
        found = []
        for start, first, n_words in zip(stream.starts.tolist(), n_before.tolist(), n_scored.tolist(), strict=True):
            row = stream.words[start : start + first + n_words].tolist()
            ranks = np.zeros(n_words, dtype=np.int32)
            for place in range(n_words):
                log10_prob = self._model.distribution(row[: first + place])
                if self._begin is not None:
                    log10_prob[self._begin] = -np.inf
                ranks[place] = 1 + np.count_nonzero(log10_prob > log10_prob[row[first + place]])
            found.append(ranks)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class _Stream:
    """Sentences one after another, with the markers that are conditioned on or scored."""

    words: Indices  # numbers in the model's vocabulary, shape (n,)
    n_before: Indices  # how many words of its sentence stand before each, shape (n,)
    starts: Indices  # where each sentence begins, and where it ends, shape (k,)
    ends: Indices
