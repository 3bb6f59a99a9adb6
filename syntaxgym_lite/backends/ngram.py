"""N-gram models read by this package itself: ARPA text, or the compact form that loads by memory map.

Surprisals are those of KenLM: the longest n-gram that the model has, and back-off weights for the rest. A word that the
model does not know gets the probability of ``<unk>``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import InputError, ModelError, ModelNotFoundError
from ..surprisal import (
    BITS_PER_UNIT,
    BackendInfo,
    Capabilities,
    IntArray,
    ScoringOptions,
    TokenSurprisals,
)
from ..training.arpa import MISSING_UNK_LOG10, read_arpa
from ..training.compact import read_compact
from ..training.ngram_model import NgramModel
from ..training.vocabulary import BOS, SENTENCE_END, UNK, Vocabulary
from ..words import word_splitter
from .fingerprint import fingerprint
from .wordlevel import NOT_IN_A_TEXT, WordSentence, split_sentences, word_surprisals

__all__ = ["NgramBackend", "load", "locate", "read_model"]

_BITS_PER_LOG10 = BITS_PER_UNIT["log10"]
_DEFAULT_WORDS = "treebank"


def load(path: str, *, bos: str = "auto", words: str | None = None, lowercase: bool | None = None) -> NgramBackend:
    """Open an n-gram model.

    Parameters
    ----------
    path : str
        An ARPA file (plain, ``.gz`` or ``.xz``), a compact file (``.safetensors``, see ``sglite convert-lm``), or a
        folder with a ``card.json`` that names its ``weights``.
    bos : {"auto", "none"}, optional
        What the first word is conditioned on: the start of a sentence (``<s>``), or nothing.
    words : str, optional
        How sentences are cut into words, see `syntaxgym_lite.words.SCHEMES`; by default as the model's card says, else
        ``"treebank"``.
    lowercase : bool, optional
        Whether words are lower-cased before they are looked up; by default as the card says, else False.

    Returns
    -------
    NgramBackend

    Raises
    ------
    ModelNotFoundError
        If there is no such file or folder.
    ModelError
        If the file cannot be read as an n-gram model; the message names the line.
    InputError
        If an option has no such value.
    """
    file, card = locate(Path(path))
    if bos not in ("auto", "none"):
        raise InputError(f"bos '{bos}': n-gram models know only auto (the start of a sentence, {BOS}) and none.")
    scheme = words if words is not None else str(card.get("words", _DEFAULT_WORDS))
    word_splitter(scheme)  # an unknown scheme is refused now, not at the first sentence
    lower = lowercase if lowercase is not None else bool(card.get("lowercase", False))
    model = read_model(file)
    options: dict[str, str | bool] = {
        "bos": bos,
        "words": scheme,
        "lowercase": lower,
        "unk": str(card.get("unk", "single")),
    }
    identity = fingerprint(files=[file], options={"backend": "ngram", **options})
    return NgramBackend(model, name=path, fingerprint=identity, options=options)


def read_model(path: Path) -> NgramModel:
    """Read an n-gram model file, ARPA or compact, whichever it is."""
    if not path.is_file():
        raise ModelNotFoundError(f"{path}: not found; there is no such n-gram model file.")
    return read_compact(path) if path.suffix == ".safetensors" else read_arpa(path)


def locate(path: Path) -> tuple[Path, Mapping[str, Any]]:
    """Find the weights, and the card beside them if there is one."""
    if not path.exists():
        raise ModelNotFoundError(f"{path}: not found; give an ARPA file, a .safetensors file or a model folder.")
    if not path.is_dir():
        return path, {}
    card_path = path / "card.json"
    if not card_path.is_file():
        raise ModelNotFoundError(f"{path}: this folder has no card.json; name the model file itself.")
    try:
        card = json.loads(card_path.read_text(encoding="utf-8"))
        file = path / card["weights"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"{card_path}: not a model card that names its 'weights' ({error!r}).") from error
    if not file.is_file():
        raise ModelNotFoundError(f"{file}: not found, though {card_path} names it.")
    return file, card


class NgramBackend:
    """An n-gram model as a backend.

    Parameters
    ----------
    model : NgramModel
    name : str
        The model as the user named it.
    fingerprint : str or None
        See `syntaxgym_lite.surprisal.BackendInfo`.
    options : mapping
        ``bos``, ``words``, ``lowercase`` and ``unk``.
    """

    def __init__(
        self, model: NgramModel, *, name: str, fingerprint: str | None, options: Mapping[str, str | bool]
    ) -> None:
        self._model = model
        self._words = str(options["words"])
        self._lowercase = bool(options["lowercase"])
        numbers = {word: number for number, word in enumerate(model.words)}
        warnings = []
        self._begin = numbers.get(BOS)
        self._bos = self._begin if options["bos"] == "auto" else None
        if options["bos"] == "auto" and self._begin is None:
            warnings.append(f"The model has no {BOS}; first words are scored without the start of a sentence.")
        self._eos = numbers.get(SENTENCE_END)
        self._classes = Vocabulary(model.words, unk="classes") if options["unk"] == "classes" else None
        self._unk = numbers.get(UNK, 0)
        if self._classes is None and model.levels[0].log10_prob[self._unk] <= MISSING_UNK_LOG10:
            warnings.append(
                f"The model gives unknown words no probability; they get 10**{MISSING_UNK_LOG10:.0f}, as in KenLM."
            )
        self._numbers = {word: number for word, number in numbers.items() if word not in NOT_IN_A_TEXT}
        self.info = BackendInfo(
            backend="ngram",
            model=name,
            capabilities=Capabilities(
                context="left", units="words", unknown_words=True, eos=self._eos is not None, ranks=True
            ),
            fingerprint=fingerprint,
            options={**options, "order": model.order},
            warnings=tuple(warnings),
        )

    def score(self, texts: Sequence[str], options: ScoringOptions | None = None) -> list[TokenSurprisals]:
        """Give the surprisals of every word of every sentence; see `syntaxgym_lite.backends.protocol.Backend`."""
        options = options or ScoringOptions()
        sentences = split_sentences(texts, context=options.context, words=self._words, lowercase=self._lowercase)
        eos = [self._eos] if options.eos and self._eos is not None else []
        bos = [self._bos] if self._bos is not None else []
        encoded = [self._encode(sentence) for sentence in sentences]
        rows = [np.array([*bos, *numbers, *eos], dtype=np.int64) for numbers, _ in encoded]
        lengths = np.array([len(row) for row in rows])
        ends = np.cumsum(lengths)
        stream = np.concatenate([*rows, np.zeros(0, dtype=np.int64)])
        n_before = np.arange(len(stream)) - np.repeat(ends - lengths, lengths)
        log10_prob, _ = self._model.score(stream, n_before)
        all_bits = np.maximum(-log10_prob * _BITS_PER_LOG10, 0.0)  # a rounded back-off must not lift p over 1
        results = []
        for sentence, (_, known), row, end in zip(sentences, encoded, rows, ends.tolist(), strict=True):
            last = end - len(eos)
            first = last - len(sentence.scored)
            results.append(
                word_surprisals(
                    sentence,
                    bits=all_bits[first:last],
                    known=known[sentence.n_context :],
                    unknown=self._shown(row, first - (end - len(row)), sentence),
                    eos_bits=float(all_bits[last]) if eos else float("nan"),
                    ranks=self._ranks(row, first - (end - len(row)), len(sentence.scored)) if options.ranks else None,
                )
            )
        return results

    def _encode(self, sentence: WordSentence) -> tuple[list[int], npt.NDArray[np.bool_]]:
        if self._classes is not None:
            return self._classes.encode(sentence.words).tolist(), ~self._classes.unknown(sentence.words)
        numbers = [self._numbers.get(word, -1) for word in sentence.words]
        known = np.array(numbers, dtype=np.int64) >= 0
        return [number if number >= 0 else self._unk for number in numbers], known

    def _shown(self, row: npt.NDArray[np.int64], first: int, sentence: WordSentence) -> str | list[str]:
        if self._classes is None:
            return UNK
        return [self._model.words[number] for number in row[first : first + len(sentence.scored)]]

    def _ranks(self, row: npt.NDArray[np.int64], first: int, n_words: int) -> IntArray:
        """Count the words that the model expects more than the one that came; the start of a sentence is none."""
        ranks = np.zeros(n_words, dtype=np.int32)
        for place in range(n_words):
            log10_prob = self._model.distribution(row[: first + place].tolist())
            if self._begin is not None:
                log10_prob[self._begin] = -np.inf
            ranks[place] = 1 + np.count_nonzero(log10_prob > log10_prob[row[first + place]])
        return ranks
