"""Masked language models of Hugging Face transformers (BERT, RoBERTa, ModernBERT, ...): pseudo-surprisals.

A masked model predicts a piece from both sides, so -log2 p of the pieces of a sentence is no surprisal of the sentence:
the probabilities are not those of one chain, and do not multiply to the probability of anything. Their sum is the
negative pseudo-log-likelihood.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...casing import Lowercase, lowercase_option
from ...errors import InputError, ScoringError, one_of
from ...surprisal import (
    BackendInfo,
    Capabilities,
    Completion,
    FloatArray,
    IntArray,
    ScoringOptions,
    TokenSurprisals,
)
from .complaints import not_masked
from .loaded import LoadedModel, has_unknown_piece, shortened
from .masking import PLLS, SIDES, Frame, MaskedCopy, Pll, Sides, find_frame, gap_after, masked_copies, word_numbers
from .open import Opened, open_transformer, wrap
from .placement import Placement
from .precision import precision_warnings
from .tokens import Cut

__all__ = ["MaskedBackend", "from_model", "load"]

_DEFAULT_PLL: Pll = "within-word-l2r"
_NO_FRAME = (
    "The tokenizer puts no special tokens around a sentence. Most masked models were trained with some: make sure that "
    "it is the model's own."
)


def load(
    name: str,
    *,
    pll: str | None = None,
    sides: str = "both",
    final: str | float = ".",
    device: str = "auto",
    dtype: str = "float32",
    revision: str | None = None,
    trust_remote_code: bool = False,
    lowercase: Lowercase = False,
) -> MaskedBackend:
    """Open a Hugging Face masked language model.

    Parameters
    ----------
    name : str
        Hub name or local folder. A folder never touches the network; a hub name is taken from the local cache if it is
        all there.
    pll : {"within-word-l2r", "original"}, optional
        What is masked with a piece. ``original``: nothing (Salazar et al. 2020). ``within-word-l2r``, the default: the
        later pieces of its word (Kauf and Ivanova 2023), without which a word of several pieces looks far too easy.
    sides : {"both", "left"}, optional
        What a piece is predicted from: all the rest of the sentence, or only what stands before it. ``left``: the
        sentence breaks off behind the mask, and `final` follows (Ettinger 2020).
    final : str, optional
        What follows the mask where a sentence breaks off; may be empty.
    device, dtype, revision, trust_remote_code, lowercase : optional
        As for causal models, see `syntaxgym_lite.backends.hf.causal.load`.

    Raises
    ------
    InputError
        If an option has a bad value.
    ModelError
        If the model is missing, or is not a masked language model, or cannot be opened.
    """
    how = _How.parse(pll, sides, final, lowercase)
    opened = open_transformer(
        name,
        "masked",
        how.numbers,
        placement=Placement.parse(device),
        dtype=dtype,
        revision=revision,
        trust_remote_code=trust_remote_code,
    )
    return MaskedBackend(opened, how)


def from_model(
    model: Any,
    tokenizer: Any = None,
    *,
    name: str | None = None,
    pll: str | None = None,
    sides: str = "both",
    final: str | float = ".",
    lowercase: Lowercase = False,
) -> MaskedBackend:
    """Wrap a masked model that is already in memory; see `syntaxgym_lite.backends.hf.causal.from_model`, and `load`."""
    return MaskedBackend(wrap(model, tokenizer, name), _How.parse(pll, sides, final, lowercase))


@dataclass(frozen=True, slots=True)
class _How:
    """What is masked and what is seen; `pll` is None where only one piece is masked anyway."""

    pll: Pll | None
    sides: Sides
    final: str
    lowercase: Lowercase

    @classmethod
    def parse(cls, pll: str | None, sides: str, final: str | float, lowercase: Lowercase) -> _How:
        """Check what a user asks for."""
        known_sides = one_of("sides", sides, SIDES)
        known_pll = one_of("pll", pll or _DEFAULT_PLL, PLLS)
        if known_sides == "left" and pll is not None:
            raise InputError(
                "`pll` chooses what is masked to the right of a piece, and with sides=left nothing is there; leave one "
                "of the two out."
            )
        return cls(known_pll if known_sides == "both" else None, known_sides, str(final), lowercase_option(lowercase))

    @property
    def numbers(self) -> dict[str, str | bool | None]:
        """What a fingerprint has to cover."""
        own = {"lowercase": self.lowercase} if self.lowercase else {}
        return {"backend": "mlm", "pll": self.pll, "sides": self.sides, "final": self.final, **own}


class MaskedBackend(LoadedModel):
    """A masked language model and its tokenizer as a `Backend`; made by `load` or `from_model`."""

    def __init__(self, opened: Opened, how: _How) -> None:
        from .blanks import BlankScorer, NotMaskedError

        super().__init__(opened, lowercase=how.lowercase)
        model, tokenizer, name = opened.model, opened.tokenizer, opened.name
        self._how = how
        self._numbers = how.numbers
        n_vocabulary = int(model.get_input_embeddings().weight.shape[0])
        self._frame: Frame = find_frame(tokenizer, how.final, n_vocabulary=n_vocabulary, model=name)
        with self._first_try():
            try:
                self._scorer = BlankScorer(model, mask=self._frame.mask, pad=_pad_id(model, tokenizer))
            except NotMaskedError:
                raise not_masked(name, type(model).__name__) from None
        self._info = BackendInfo(
            backend="mlm",
            model=name,
            capabilities=Capabilities(
                context=how.sides,
                pseudo=True,
                units="pieces",
                unknown_words=has_unknown_piece(tokenizer),
                eos=False,
                ranks=True,
                # to the left of a mask, sentences that begin alike have the same copies
                prefixes=how.sides == "left",
                completions=True,
                impossible=True,
            ),
            fingerprint=opened.fingerprint,
            revision=opened.revision,
            options={
                "pll": how.pll,
                "sides": how.sides,
                "final": how.final,
                **self._number_format,
                "device": self._device,
                "context_length": self._limit,
                **({"lowercase": how.lowercase} if how.lowercase else {}),
                **opened.options,
            },
            warnings=(
                *precision_warnings(**self._number_format),
                *self._warnings,
                *(() if self._frame.size else (_NO_FRAME,)),
            ),
        )

    def score(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> list[TokenSurprisals]:
        """Give the pseudo-surprisal of every piece of every sentence, in bits; see `Backend.score`.

        Masked copies of all sentences go through the model together, by length; equal ones once. A context is cut
        together with the sentence, as one string; its pieces are seen and never masked. The end of a sentence is not
        predicted by masked models, so `eos` gives NaN.

        Raises
        ------
        ScoringError
            If a sentence is longer than the model's context, or the model fails.
        """
        if not texts:
            return []
        cuts = self._cut(texts, options.context)
        plans = [self._plan(text, cut, options.context) for text, cut in zip(texts, cuts, strict=True)]
        values = self._each(texts, plans, lambda plans: self._values(plans, options.ranks))
        results = []
        for text, cut, (nats, ranks) in zip(texts, cuts, values, strict=True):
            if np.isnan(nats).any():
                raise self._no_number(text)
            scored = TokenSurprisals(
                text=text,
                tokens=cut.tokens,
                spans=cut.spans,
                # nats / ln 2 = bits; -0.0 from a certain piece is plain 0
                bits=nats / math.log(2) + 0.0,
                oov=cut.oov,
                ranks=ranks,
                warnings=cut.warnings,
            )
            results.append(scored)
        return results

    def completions(self, prefixes: Sequence[str], k: int = 5) -> list[list[Completion]]:
        """Give the k pieces that the model expects most after each text; see `Completer.completions`.

        They are expected at a mask that `final` follows.

        Raises
        ------
        ScoringError
            If a text is longer than the model's context, or the model fails.
        """
        texts = [prefix.rstrip() for prefix in prefixes]
        gaps = [gap_after(cut.ids, self._frame) for cut in (self._cut(texts) if texts else ())]
        for text, gap in zip(texts, gaps, strict=True):
            self._check(text, gap.ids, len(gap.ids))
        found = []
        for text, gap in zip(texts, gaps, strict=True):
            [logits] = self._each([text], [gap], self._scorer.distributions)
            found.append(self._likeliest(text, logits, k))
        return found

    def _plan(self, text: str, cut: Cut, context: str) -> list[tuple[MaskedCopy, int]]:
        """Masked copies of one sentence, each with the id that belongs at its mask."""
        words = None
        if self._how.pll == "within-word-l2r":
            # a piece of the context belongs to no word of the sentence, even where it reaches into one
            words = [-1] * cut.n_context + word_numbers(text, cut.spans.tolist())
        self._check(text, cut.ids, len(cut.ids) + self._n_around)
        copies = masked_copies(cut.ids, cut.n_context, self._frame, words=words, sides=self._how.sides)
        return list(zip(copies, cut.ids[cut.n_context :], strict=True))

    def _require_room(self, text: str, options: ScoringOptions) -> None:
        [cut] = self._cut([text], options.context)
        self._check(text, cut.ids, len(cut.ids) + self._n_around)

    @property
    def _n_around(self) -> int:
        """Positions that a sentence needs besides its own."""
        return self._frame.size + (len(self._frame.final) if self._how.sides == "left" else 0)

    def _check(self, text: str, ids: Sequence[int], length: int) -> None:
        if self._limit is not None and length > self._limit:
            raise ScoringError(
                f"The sentence {shortened(text)} has {length} tokens with context and special tokens, but the model "
                f"{self._name} sees at most {self._limit}; shorten it.",
                [text],
            )
        self._check_ids(text, ids, self._scorer.n_vocabulary)

    def _values(
        self, plans: Sequence[list[tuple[MaskedCopy, int]]], ranks: bool
    ) -> list[tuple[FloatArray, IntArray | None]]:
        """-log p and ranks of each sentence."""
        copies = [copy for plan in plans for copy, _ in plan]
        wanted = [token for plan in plans for _, token in plan]
        nats, all_ranks = self._scorer(copies, wanted, ranks=ranks)
        ends = np.cumsum([len(plan) for plan in plans])[:-1]
        by_sentence = [None] * len(plans) if all_ranks is None else np.split(all_ranks, ends)
        return list(zip(np.split(nats, ends), by_sentence, strict=True))


def _pad_id(model: Any, tokenizer: Any) -> int:
    """The model's own: RoBERTa counts positions by it."""
    for pad in (getattr(model.config, "pad_token_id", None), tokenizer.pad_token_id):
        if pad is not None and pad >= 0:
            return int(pad)
    return 0
