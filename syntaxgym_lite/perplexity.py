"""Perplexity per word, for any model: how well it expects a text."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from itertools import islice
from operator import add
from typing import Any

import numpy as np

from .align import word_values
from .errors import InputError, SgliteWarning
from .remarks import Remarks
from .scoring.opener import open_model, with_model
from .scoring.scorer import Scorer
from .surprisal import ScoringOptions, TokenSurprisals
from .words import is_unspaced, word_splitter

__all__ = ["DEFAULT_WORDS", "Perplexity", "measure_perplexity", "measure_text"]

_FIRST = 100  # sentences that tell whether a text has blanks between words
_CHUNK = 4096  # sentences held in memory at once
DEFAULT_WORDS = "clitics"
"""What counts as a word for a model of subwords."""


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
    warnings : tuple of str
        What went unusual with sentences, each once with a count and an example.
    """

    n_sentences: int = 0
    n_words: int = 0
    n_unknown: int = 0
    n_undefined: int = 0
    n_ends: int = 0
    bits: float = 0.0
    bits_known: float = 0.0
    warnings: tuple[str, ...] = ()

    @property
    def perplexity(self) -> float:
        """``2 ** (bits / (n_words + n_ends))``; NaN for no words."""
        return _power(self.bits, self.n_words + self.n_ends)

    @property
    def perplexity_known(self) -> float:
        """The same over known words and sentence ends only."""
        return _power(self.bits_known, self.n_words - self.n_unknown + self.n_ends)

    def __add__(self, other: Perplexity) -> Perplexity:
        return Perplexity(*map(add, astuple(self), astuple(other)))


def _power(bits: float, n: int) -> float:
    return float(np.exp2(bits / n)) if n else float("nan")


def measure_perplexity(
    model: Any,
    sentences: str | Iterable[str],
    *,
    words: str | None = None,
    eos: bool = True,
    batch_size: int | None = None,
    **options: Any,
) -> Perplexity:
    """Measure the perplexity of a text, in bounded memory.

    A model of word pieces is measured per word too: all its bits, over the number of words (Hu et al. 2020). Only so
    can models that cut words differently be compared.

    Parameters
    ----------
    model : str or object
        See `syntaxgym_lite.open_model`.
    sentences : str, or iterable of str
        Not empty; each is scored by itself.
    words : str, optional
        What counts as a word, one of `syntaxgym_lite.words.SCHEMES`. None: the model's own words if it has words, else
        ``"clitics"``.
    eos : bool, optional
        Whether sentence ends are scored, and counted like words.
    batch_size : int, optional
        Most sentences given to the model at once. None: as many as its kind takes best.
    **options
        See `syntaxgym_lite.open_model`.

    Returns
    -------
    Perplexity

    Raises
    ------
    InputError
        If the model cannot score the end of a sentence, and `eos` asks for it.

    References
    ----------
    J. Hu, J. Gauthier, P. Qian, E. Wilcox and R. P. Levy, A systematic assessment of syntactic generalization in neural
    language models, ACL 2020.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> measured = sgl.measure_perplexity("ngram", ["The cat sat on the mat.", "It rained."])
    >>> measured.n_words, measured.n_ends, round(measured.perplexity) > 10
    (10, 2, True)
    """
    if words is not None:
        word_splitter(words)
    if isinstance(sentences, str):
        sentences = [sentences]
    given: object = sentences  # anything may come from a notebook
    if isinstance(given, bytes) or not isinstance(given, Iterable):
        raise InputError(f"The text must be sentences, as str or a sequence of them, not {type(given).__name__}.")

    def measure(scorer: Scorer) -> Perplexity:
        if iter(sentences) is sentences:  # they can be gone through only once: settle first what the model is
            _ = scorer.backend
        return measure_text(scorer, sentences, words=words, eos=eos, batch_size=batch_size)

    if isinstance(model, Scorer):
        scorer = open_model(model, **options)
        found = measure_text(scorer, sentences, words=words, eos=eos, batch_size=batch_size)
    else:
        found = with_model(model, measure, **options)
    for message in found.warnings:
        warnings.warn(message, SgliteWarning, stacklevel=2)
    return found


def measure_text(
    scorer: Scorer,
    sentences: Iterable[str],
    *,
    words: str | None = None,
    eos: bool = True,
    batch_size: int | None = None,
    where: Callable[[int], str] = lambda place: f"sentence {place + 1}",
) -> Perplexity:
    """Measure with an open model, as `measure_perplexity` does, and leave to the caller to say what was unusual.

    Parameters
    ----------
    scorer, sentences, words, eos, batch_size
        See `measure_perplexity`.
    where : callable, optional
        From the place of a sentence, from 0, to how its user finds it; for messages.
    """
    options = ScoringOptions(eos=eos)
    scorer.require(options, without_eos="count words alone: `eos=False`")
    scheme = None if words is None and scorer.info.capabilities.units == "words" else words or DEFAULT_WORDS
    total, n_before, remarks = Perplexity(), 0, Remarks()
    said: tuple[str, ...] = ()
    for chunk in _chunks(sentences):

        def place_of(text: str, chunk: list[str] = chunk, n_before: int = n_before) -> str | None:
            return where(n_before + chunk.index(text)) if text in chunk else None

        if (
            n_before == 0
            and (scheme or scorer.info.options.get("words")) != "characters"
            and is_unspaced(chunk[:_FIRST])
        ):
            advice = (
                "train the model by `words=characters`" if scheme is None else "`words=characters` counts characters"
            )
            said = (f"The text has no blanks between words, so that what is counted are stretches; {advice}.",)
        scored = scorer.score(chunk, options, batch_size=batch_size, where=place_of)
        remarks.add(scored, lambda place: where(n_before + place))  # noqa: B023 - called at once
        total += _added_up(scored, scheme, options.eos)
        n_before += len(chunk)
    return replace(total, warnings=(*said, *remarks.said()))


def _chunks(sentences: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(sentences)
    while chunk := list(islice(rest, _CHUNK)):
        yield chunk


def _added_up(scored: Sequence[TokenSurprisals], scheme: str | None, eos: bool) -> Perplexity:
    """Add up sentences; a word with a token that has no value is left out whole."""
    if scheme is None:
        bits = np.concatenate([one.bits for one in scored])
        unknown = np.concatenate([one.oov for one in scored])
    else:
        words = word_values(scored, scheme)
        # the value of a word without a token of its own is in that of an earlier one, and counted with it
        bits, unknown = np.where(words.n_tokens > 0, words.bits, 0.0), words.oov
    defined = ~np.isnan(bits)
    known = defined & ~unknown
    ends = float(np.sum([one.eos_bits for one in scored])) if eos else 0.0
    return Perplexity(
        n_sentences=len(scored),
        n_words=int(np.count_nonzero(defined)),
        n_unknown=int(np.count_nonzero(defined & unknown)),
        n_undefined=int(np.count_nonzero(~defined)),
        n_ends=len(scored) if eos else 0,
        bits=float(bits[defined].sum()) + ends,
        bits_known=float(bits[known].sum()) + ends,
    )
