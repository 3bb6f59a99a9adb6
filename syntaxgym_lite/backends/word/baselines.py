"""The two floors that papers report: word frequency alone, and chance."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import NormalDist

import numpy as np

from ...casing import Lowercase
from ...errors import InputError
from ...lm.corpus import read_sentences
from ...lm.folder import ModelFolder
from ...lm.ngram.files import KINDS, SUFFIXES, read_model
from ...lm.vocabulary import BOS, EOS, SENTENCE_END, UNK, UnkPolicy, Vocabulary
from ...surprisal import (
    BackendInfo,
    Capabilities,
    FloatArray,
    IntArray,
    ScoringOptions,
    TokenSurprisals,
)
from ..fingerprint import fingerprint
from .table import (
    NO_PROBABILITY_LOG10,
    CountedWords,
    WordTable,
    bits_of,
    numbering,
    vocabulary_size,
    without_unknown,
    word_model,
)

__all__ = ["RandomBackend", "UnigramBackend", "load_random", "load_unigram"]

_DEVIATION_BITS = 10.0
_COUNT = re.compile(r"[0-9]{1,15}")  # numbers that are exact when they are added up
_SEED = re.compile(r"[-+]?[0-9]{1,18}")  # as JSON can carry on
_CONTEXTS_ARE_COUNTED = (
    "The unigrams of a Kneser-Ney model say in how many contexts a word stands, not how often it does."
)


def load_unigram(
    path: str, *, words: str | None = None, lowercase: Lowercase | None = None, missing_unk: str = "undefined"
) -> UnigramBackend:
    """Open the unigram baseline: a word's surprisal is -log2 of its share of a text, whatever stands before it.

    Parameters
    ----------
    path : str
        A file of counts, one ``WORD<TAB>COUNT`` a line (``.gz`` and ``.xz`` are unpacked); a folder with
        ``counts.tsv``, as ``sglite train wordlm`` writes it; or an n-gram model, whose unigrams are taken as they are.
        Those of a Kneser-Ney model say in how many contexts a word stands, not how often; a warning says so. The card
        of a folder speaks for its ``counts.tsv`` as for its weights, see `syntaxgym_lite.lm.folder`.
    words, lowercase, missing_unk : optional
        See `syntaxgym_lite.backends.word.ngram.load`. A file of counts always says what an unknown word has.

    Raises
    ------
    ModelNotFoundError
        If there is no such file.
    InputError
        If a line is no count; the message names it.
    """
    found = ModelFolder.find(path, kinds=KINDS, suffixes=SUFFIXES, counts=True)
    chosen = found.word_options(words, lowercase)
    is_ngram = _is_ngram(found.file)
    unknown = 0.0
    if is_ngram:
        names, log10_prob = _ngram_unigrams(found.file)
        unknown = float(log10_prob[names.index(UNK)]) if UNK in names else 0.0
        bits = bits_of(log10_prob, missing_unk if unknown <= NO_PROBABILITY_LOG10 else None)
    else:
        names, bits = _counted(found.file)
    unk = chosen.unk or ("single" if UNK in names else None)
    lacking, said = without_unknown(missing_unk, unknown if unk == "single" else 0.0)
    options = {**chosen.cutting, "unk": unk, **lacking}
    warnings = (*chosen.warnings, *([_CONTEXTS_ARE_COUNTED] if is_ngram else []), *said)
    return UnigramBackend(names, bits, word_model("unigram", path, [found.file], options, warnings))


def _is_ngram(file: Path) -> bool:
    if file.suffix == ".safetensors":
        return True
    return next(read_sentences(file), "").startswith("\\data\\")


def _ngram_unigrams(file: Path) -> tuple[list[str], FloatArray]:
    model = read_model(file)
    log10_prob = model.levels[0].log10_prob[:]
    kept = [number for number, word in enumerate(model.words) if word != BOS]  # predicted by nothing
    return [model.words[number] for number in kept], log10_prob[kept]


def _counted(file: Path) -> tuple[list[str], FloatArray]:
    counts: dict[str, int] = {}
    for number, line in enumerate(read_sentences(file), start=1):
        word, tab, count = line.partition("\t")
        if not tab or not _COUNT.fullmatch(count.strip()):
            raise InputError(f"{file}: line {number} is no count: write WORD<TAB>COUNT, e.g. the<TAB>1024.")
        if word in counts:
            raise InputError(f"{file}: line {number} counts the word '{word}' again.")
        counts[word] = int(count)
    if not any(counts.values()):
        raise InputError(f"{file}: there are no counts in this file.")
    if UNK not in counts and not any(word.startswith("UNK") for word in counts):
        counts[UNK] = 0
    # a word never seen, the unknown one included, counts like one seen half a time: no surprisal is infinite
    values = np.array([count if count else 0.5 for count in counts.values()])
    bits: FloatArray = np.log2(values.sum()) - np.log2(values)
    return list(counts), bits


class UnigramBackend(CountedWords):
    """Word frequency as a backend.

    Parameters
    ----------
    words : sequence of str, length v
        The vocabulary.
    bits : ndarray of float64, shape (v,)
        Surprisal of each word, in bits.
    info : BackendInfo
        Its ``options`` hold ``words``, ``lowercase`` and ``unk``; whether the end of a sentence is a word is added.
    """

    def __init__(self, words: Sequence[str], bits: FloatArray, info: BackendInfo) -> None:
        unk: UnkPolicy = "single" if info.options["unk"] == "single" else "classes"
        vocabulary = Vocabulary(tuple(words), unk=unk, source=info.model)
        self._words = vocabulary.words
        self._table = WordTable.of(info, numbering(vocabulary))
        self._n_units = vocabulary_size(vocabulary.words)
        self._bits = bits
        ends = [number for number, word in enumerate(words) if word in (EOS, SENTENCE_END)]
        self._eos_bits = float(bits[ends[0]]) if ends else math.nan
        rivals = np.sort(np.array([b for word, b in zip(words, bits, strict=True) if word != BOS]))
        self._ranks: IntArray = (np.searchsorted(rivals, bits, side="left") + 1).astype(np.int32)
        self.info = replace(info, capabilities=replace(info.capabilities, eos=bool(ends)))

    def score(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> list[TokenSurprisals]:
        """Give the surprisals of every word of every sentence; see `syntaxgym_lite.backends.protocol.Backend`."""
        batch = self._table.cut(texts, context=options.context)
        numbers, known = batch.numbered()
        ranks = self._ranks[numbers]
        return batch.surprisals(
            self._bits[numbers],
            known,
            unknown=self._words,
            numbers=numbers,
            eos_bits=np.full(len(texts), self._eos_bits) if options.eos else None,
            ranks=[ranks[here] for here in batch.scored()] if options.ranks else None,
        )


def load_random(seed: str) -> RandomBackend:
    """Open the chance baseline.

    Parameters
    ----------
    seed : str
        A whole number; the same one gives the same values.

    Raises
    ------
    InputError
        If it is no whole number.
    """
    if not _SEED.fullmatch(seed.strip()):
        raise InputError(f"random:{seed[:40]}: write a whole number after the colon, e.g. random:1.")
    return RandomBackend(int(seed))


class RandomBackend:
    """Chance as a backend: every word gets an independent value, drawn from a normal distribution around 0.

    The values are no surprisals: half of them are negative. That is on purpose. A region's value is the sum over its
    words; around any mean but 0, the region with more words would nearly always be the greater one, and a comparison
    would not be a fair coin.

    A value depends on the seed, the whole sentence and the word's place in it: the same sentence gets the same values
    in any batch, and the same words in another sentence get other, independent ones.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._table = WordTable("clitics", revision=1)  # as ever, so that a seed gives the same values
        options: dict[str, str | int] = {"seed": seed, "words": "clitics"}
        self.info = BackendInfo(
            backend="random",
            model=f"random:{seed}",
            # a value depends on what follows it too: on the whole sentence
            capabilities=Capabilities(context="both", units="words", eos=True, signed=True),
            fingerprint=fingerprint(files=[], options={"backend": "random", **options}),
            options=dict(options),
            warnings=("These are random numbers, not surprisals: the level of chance.",),
        )

    def score(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> list[TokenSurprisals]:
        """Give random values to every word of every sentence; see `syntaxgym_lite.backends.protocol.Backend`."""
        batch = self._table.cut(texts, context=options.context)
        bits, ends = np.zeros(len(batch.words)), np.zeros(len(texts))
        for index, (text, here) in enumerate(zip(texts, batch.scored(), strict=True)):
            *bits[here], ends[index] = self._draw(options.context, text, here.stop - here.start + 1)
        known = np.ones(len(bits), dtype=np.bool_)
        return batch.surprisals(bits, known, eos_bits=ends if options.eos else None)

    def _draw(self, context: str, text: str, n: int) -> FloatArray:
        """Draw by hashing, not from a generator of NumPy's, whose numbers may change with its version."""
        stem = hashlib.sha256(json.dumps([self._seed, context, text]).encode())
        values = np.empty(n)
        for place in range(n):
            one = stem.copy()
            one.update(place.to_bytes(8, "little"))
            share = (int.from_bytes(one.digest()[:6], "little") + 0.5) / 2**48
            values[place] = NormalDist().inv_cdf(share) * _DEVIATION_BITS
        return values
