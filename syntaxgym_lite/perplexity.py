"""Perplexity per word, for any model: how well it expects a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from .align import owners
from .backends.protocol import Backend
from .scoring.cache import SurprisalCache
from .scoring.schedule import score_texts
from .surprisal import ScoringOptions, TokenSurprisals
from .words import split_words, word_splitter

__all__ = ["Perplexity", "measure_perplexity"]

_CHUNK = 4096  # sentences held in memory at once
_DEFAULT_WORDS = "clitics"


@dataclass(frozen=True, slots=True)
class Perplexity:
    """How well a model expects a text.

    Parameters
    ----------
    n_sentences : int
    n_words : int
        Words of the text that the model gives a value, unknown ones included; sentence ends not counted.
    n_unknown : int
        Words that the model does not know.
    n_undefined : int
        Words without a value (the first of each sentence under ``--bos none``); left out of all else.
    n_ends : int
        Sentence ends that were scored: `n_sentences`, or 0.
    bits : float
        Summed surprisal of words and sentence ends, in bits.
    bits_known : float
        The same without unknown words.
    """

    n_sentences: int = 0
    n_words: int = 0
    n_unknown: int = 0
    n_undefined: int = 0
    n_ends: int = 0
    bits: float = 0.0
    bits_known: float = 0.0

    @property
    def perplexity(self) -> float:
        """``2 ** (bits / (n_words + n_ends))``; NaN for no words."""
        return _power(self.bits, self.n_words + self.n_ends)

    @property
    def perplexity_known(self) -> float:
        """The same over known words and sentence ends only."""
        return _power(self.bits_known, self.n_words - self.n_unknown + self.n_ends)

    def __add__(self, other: Perplexity) -> Perplexity:
        return Perplexity(
            self.n_sentences + other.n_sentences,
            self.n_words + other.n_words,
            self.n_unknown + other.n_unknown,
            self.n_undefined + other.n_undefined,
            self.n_ends + other.n_ends,
            self.bits + other.bits,
            self.bits_known + other.bits_known,
        )


def _power(bits: float, n: int) -> float:
    return float(np.exp2(bits / n)) if n else float("nan")


def measure_perplexity(
    backend: Backend,
    sentences: Iterable[str],
    *,
    words: str | None = None,
    eos: bool = True,
    batch_size: int | None = None,
    cache: SurprisalCache | None = None,
) -> Perplexity:
    """Measure the perplexity of a text, in bounded memory.

    A model of word pieces is measured per word too: all its bits, over the number of words (Hu et al. 2020). Only so
    can models that cut words differently be compared.

    Parameters
    ----------
    backend : Backend
    sentences : iterable of str
        Not empty; each is scored by itself.
    words : str, optional
        What counts as a word, one of `syntaxgym_lite.words.SCHEMES`. None: the model's own words if it has words, else
        ``"clitics"``.
    eos : bool, optional
        Whether sentence ends are scored, and counted like words.
    batch_size : int, optional
        Sentences given to the model at once. None: 512 for word models, 32 for others.
    cache : SurprisalCache, optional
        Where sentences are looked up before they are scored, and kept afterwards.

    Returns
    -------
    Perplexity

    References
    ----------
    J. Hu, J. Gauthier, P. Qian, E. Wilcox and R. P. Levy, A systematic assessment of syntactic generalization in neural
    language models, ACL 2020.
    """
    if words is not None:
        word_splitter(words)
    own = words is None and backend.info.capabilities.units == "words"
    scheme = words or _DEFAULT_WORDS
    size = batch_size or (512 if backend.info.capabilities.units == "words" else 32)
    options = ScoringOptions(eos=eos and backend.info.capabilities.eos)
    total = Perplexity()
    for chunk in _chunks(sentences):
        chunk.sort(key=len, reverse=True)  # sentences of like length go together: little is filled up
        for scored in score_texts(backend, chunk, options, batch_size=size, cache=cache):
            total += _one(scored, None if own else scheme, options.eos)
    return total


def _chunks(sentences: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(sentences)
    while chunk := list(islice(rest, _CHUNK)):
        yield chunk


def _one(scored: TokenSurprisals, scheme: str | None, eos: bool) -> Perplexity:
    """Add up one sentence; a word with a token that has no value is left out whole."""
    if scheme is None:
        bits, unknown = scored.bits, scored.oov
    else:
        spans = np.array(split_words(scored.text, scheme), np.int32).reshape(-1, 2)  # type: ignore[arg-type]
        owner, _ = owners(scored.text, spans, scored.spans)
        n = len(spans)
        bits, unknown = np.zeros(n), np.zeros(n, dtype=np.bool_)
        if n:
            np.add.at(bits, owner, scored.bits)
            np.logical_or.at(unknown, owner, scored.oov)
    undefined = np.isnan(bits)
    n_undefined = int(np.count_nonzero(undefined))
    if n_undefined:
        bits, unknown = bits[~undefined], unknown[~undefined]
    n_unknown = int(np.count_nonzero(unknown))
    all_bits = float(bits.sum())
    end = scored.eos_bits if eos else 0.0
    return Perplexity(
        n_sentences=1,
        n_words=len(bits),
        n_unknown=n_unknown,
        n_undefined=n_undefined,
        n_ends=int(eos),
        bits=all_bits + end,
        bits_known=(float(bits[~unknown].sum()) if n_unknown else all_bits) + end,
    )
