"""Causal language models of Hugging Face transformers: hub names, local folders, GGUF files, loaded model objects.

One BOS, the sentence, nothing after it. The tokenizer never adds special tokens itself; the backend puts exactly one id
in front of the sentence (or of the context before it), so a tokenizer that would have added one gives the same values
as one that would not. Surprisals are in bits; the token after BOS has one, BOS itself has none.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ...errors import InputError, ModelError, ScoringError
from ...surprisal import BackendInfo, BoolArray, Capabilities, Completion, ScoringOptions, TokenSurprisals
from ..devices import choose_device
from .bos import Bos, choose_bos
from .boundaries import pieces_after_words
from .complaints import no_head, not_causal
from .find import check_dtype, commit_of, locate, require_within_reach, source_fingerprint
from .loaded import (
    LoadedModel,
    brief_reason,
    context_limit,
    has_head,
    has_unknown_piece,
    likeliest,
    name_of,
    scoring_mode,
    shortened,
)
from .open import open_model, quiet, tokenizer_of
from .precision import precision_warnings
from .tokens import Cut, cut_sentences
from .trees import TokenRow

if TYPE_CHECKING:
    from .rows import RowValues

__all__ = ["HuggingFaceBackend", "from_model", "load"]

_DEFAULT_OPTIONS = ScoringOptions()
_SMALLEST_WINDOW = 4


def load(
    name: str,
    *,
    bos: str = "auto",
    device: str = "auto",
    dtype: str = "float32",
    revision: str | None = None,
    window: int | bool | str | None = None,
    trust_remote_code: bool = False,
    batching: str = "auto",
    batch_tokens: int | str | None = None,
) -> HuggingFaceBackend:
    """Open a Hugging Face causal language model.

    Parameters
    ----------
    name : str
        Hub name, local folder, or GGUF file. A folder or file never touches the network; a hub name is taken from the
        local cache if it is all there.
    bos : str, optional
        What stands before every sentence: ``auto`` (the tokenizer's BOS, else its EOS, else CLS), ``none`` (the first
        token then has no value), or a token of the vocabulary.
    device : str, optional
        ``auto``, ``cpu``, ``cuda``, ``cuda:N`` or ``mps``.
    dtype : {"float32", "bfloat16", "float16", "auto"}, optional
        Number format of the weights; ``auto`` is the one they are saved in.
    revision : str, optional
        Branch, tag or commit of a hub model.
    window : int, bool or str, optional
        What to do with sentences longer than the model's context. None or False: refuse them. True or ``"auto"``:
        slide a window as long as the context over them. An integer: a window of that many positions, BOS included,
        over every sentence that is longer. See `sliding_rows`.
    trust_remote_code : bool, optional
        Run Python code that comes with the model.
    batching : {"auto", "trees", "padded"}, optional
        How sentences go through the model together: as prefix trees, so that what sentences share at the beginning is
        read once, or each for itself, padded to the longest. Auto: trees if the model gives the same values for them.
    batch_tokens : int, optional
        Most positions of one pass through the model, padding included; by default, what suits the device.

    Returns
    -------
    HuggingFaceBackend

    Raises
    ------
    InputError
        If an option has a bad value.
    ModelError
        If the model is missing, or is not a causal language model, or cannot be opened.
    """
    check_dtype(dtype)
    window = _parse_window(window)
    batching, batch_tokens = _parse_batching(batching), _parse_batch_tokens(batch_tokens)
    source = locate(name, revision)
    require_within_reach(source)
    device = choose_device(device)
    opened = open_model(source, dtype=dtype, device=device, trust_remote_code=trust_remote_code)
    numbers = {"bos": bos, "dtype": dtype, "window": window, "revision": revision}
    return HuggingFaceBackend(
        opened.model,
        opened.tokenizer,
        name=name,
        bos=bos,
        window=window,
        revision=commit_of(source) or revision,
        options={"trust_remote_code": trust_remote_code},
        known_fingerprint=source_fingerprint(source, numbers),
        warnings=opened.warnings,
        batching=batching,
        batch_tokens=batch_tokens,
    )


def from_model(
    model: Any,
    tokenizer: Any = None,
    *,
    name: str | None = None,
    bos: str = "auto",
    window: int | bool | str | None = None,
    batching: str = "auto",
    batch_tokens: int | str | None = None,
) -> HuggingFaceBackend:
    """Wrap a model that is already in memory.

    The model is scored in eval mode, and each of its modules is in its own mode again afterwards.

    Parameters
    ----------
    model : transformers.PreTrainedModel
        A causal language model, on any device, in any dtype.
    tokenizer : transformers tokenizer, optional
        Its tokenizer; by default the one that lies where the model was loaded from.
    name : str, optional
        What to call it in results; default the name it was loaded by, else its class.
    bos, window, batching, batch_tokens : optional
        As in `load`.

    Returns
    -------
    HuggingFaceBackend
    """
    if tokenizer is None:
        tokenizer = tokenizer_of(model)
    return HuggingFaceBackend(
        model,
        tokenizer,
        name=name or name_of(model),
        bos=bos,
        window=_parse_window(window),
        batching=_parse_batching(batching),
        batch_tokens=_parse_batch_tokens(batch_tokens),
    )


class HuggingFaceBackend(LoadedModel):
    """A causal language model and its tokenizer as a `Backend`; made by `load` or `from_model`.

    Parameters
    ----------
    model, tokenizer
        Of transformers.
    name : str
        The model as the user named it.
    bos : str
        See `load`.
    window : int or bool
        Positions of a sliding window over long sentences; True: as many as the model has; False: none.
    revision : str, optional
        Commit of the weights.
    options : mapping, optional
        More options to record.
    known_fingerprint : str, optional
        Fingerprint of the files; without it the weights in memory are hashed when it is first asked for.
    batching, batch_tokens : optional
        See `load`.
    warnings : tuple of str, optional
        What a user should know about its files.
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        *,
        name: str,
        bos: str = "auto",
        window: int | bool = False,
        revision: str | None = None,
        options: Mapping[str, str | int | float | bool | None] | None = None,
        known_fingerprint: str | None = None,
        batching: Literal["auto", "trees", "padded"] = "auto",
        batch_tokens: int | None = None,
        warnings: tuple[str, ...] = (),
    ) -> None:
        from .rows import NotCausalError, RowScorer, TreesRefusedError

        super().__init__(model, tokenizer, name, is_in_memory=known_fingerprint is None and revision is None)
        self._limit, is_hard = context_limit(model.config, tokenizer)
        with quiet(), scoring_mode(self._model):
            if not has_head(model):
                raise no_head(name, model)
            try:
                self._scorer = RowScorer(
                    model,
                    batching=batching,
                    max_positions=batch_tokens,
                    width_limit=self._limit if is_hard else None,
                )
            except NotCausalError:
                raise not_causal(name, model) from None
            except TreesRefusedError as error:
                raise InputError(
                    f"`batching=trees`: the model {name} does not take prefix trees: {error}; leave the option out."
                ) from None
            except Exception as error:
                raise ModelError(f"The model {name} failed on a first try: {brief_reason(error)}") from error
        n_vocabulary = self._scorer.n_vocabulary
        self._bos: Bos = choose_bos(tokenizer, bos, n_vocabulary=n_vocabulary, model=name)
        eos_id = tokenizer.eos_token_id
        self._eos_id: int | None = eos_id if eos_id is not None and 0 <= eos_id < n_vocabulary else None
        self._after_words = pieces_after_words(tokenizer, n_vocabulary)
        self._window = self._choose_window(window, is_hard)
        dtype = str(model.get_input_embeddings().weight.dtype).removeprefix("torch.")
        self._info = BackendInfo(
            backend="hf",
            model=name,
            capabilities=Capabilities(
                context="left",
                units="pieces",
                unknown_words=has_unknown_piece(tokenizer),
                first_token=self._bos.id is not None,
                eos=self._eos_id is not None,
                ranks=True,
                completions=True,
                prefixes=self._scorer.batching == "trees",
                boundaries=len(self._after_words) > 0,
            ),
            fingerprint=known_fingerprint,
            revision=revision,
            options={
                "bos": self._bos.token,
                "eos": None if self._eos_id is None else str(tokenizer.eos_token),
                "dtype": dtype,
                "device": str(self._scorer.device),
                "context_length": self._limit,
                "window": self._window,
                "batching": self._scorer.batching,
                **(options or {}),
            },
            warnings=(*precision_warnings(dtype), *self._bos.warnings, *warnings),
        )

    @property
    def _numbers(self) -> Mapping[str, Any]:
        return {"bos": self._bos.token, "window": self._window}

    def score(self, texts: Sequence[str], options: ScoringOptions = _DEFAULT_OPTIONS) -> list[TokenSurprisals]:
        """Give the surprisal of every token of every sentence, in bits.

        Parameters
        ----------
        texts : sequence of str
            Sentences. They are put together here, by what they share at the beginning or else by length, within what
            memory allows.
        options : ScoringOptions, optional
            `context` is cut together with the sentence, as one string; its tokens are not scored.

        Returns
        -------
        list of TokenSurprisals
            One for each sentence, in the order given.

        Raises
        ------
        ScoringError
            If a sentence is longer than the model's context and there is no window, or the model fails; or if
            boundaries are asked for and the tokenizer does not show where words end.
        """
        if not texts:
            return []
        if options.boundaries and not self._info.capabilities.boundaries:
            raise ScoringError(f"The tokens of {self._name} do not carry the blanks between words.")
        cuts = cut_sentences(self._tokenizer, texts, context=options.context)
        plans = [self._plan(text, cut, options) for text, cut in zip(texts, cuts, strict=True)]
        values = self._values(texts, plans, options)
        return [
            self._result(text, cut, plan, own, options)
            for text, cut, plan, own in zip(texts, cuts, plans, values, strict=True)
        ]

    def completions(self, prefixes: Sequence[str], k: int = 5) -> list[list[Completion]]:
        """Give the k pieces that the model expects most after each text.

        Parameters
        ----------
        prefixes : sequence of str
            Beginnings of sentences; blanks at their end do not count.
        k : int, optional

        Returns
        -------
        list of list of Completion
            For each text, the most probable piece first.

        Raises
        ------
        ScoringError
            If a text is longer than the model's context, or there is nothing to predict from.
        """
        import torch

        found = []
        for prefix in prefixes:
            text = prefix.rstrip()
            [cut] = cut_sentences(self._tokenizer, [text])
            self._check_ids(text, cut.ids, self._scorer.n_vocabulary)
            ids = (*self._bos.ids, *cut.ids)
            if not ids or (self._limit is not None and len(ids) > self._limit):
                why = "is longer than its context" if ids else "is empty, and there is no BOS"
                raise ScoringError(f"{self._name} cannot say what it expects after {shortened(text)}: the text {why}.")
            with quiet(), scoring_mode(self._model), torch.inference_mode():
                logits = self._model(input_ids=torch.tensor([ids], device=self._scorer.device)).logits[0, -1]
            found.append(likeliest(self._tokenizer, logits, k))
        return found

    def _plan(self, text: str, cut: Cut, options: ScoringOptions) -> list[TokenRow]:
        """Rows of one sentence; one after the other they hold all its scored ids, once each, in order."""
        self._check_ids(text, cut.ids, self._scorer.n_vocabulary)
        bos = self._bos.ids
        body = (*cut.ids, *self._end_ids(options))
        length = len(bos) + len(cut.ids)
        if self._window is not None and length > self._window:
            return sliding_rows(bos, body, cut.n_context, self._window)
        if self._limit is not None and length > self._limit:
            raise ScoringError(
                f"The sentence {shortened(text)} has {length} tokens with BOS and context, but the model {self._name} "
                f"sees at most {self._limit}; shorten it, or slide a window over it with `window`."
            )
        return sliding_rows(bos, body, cut.n_context, max(length + 1, _SMALLEST_WINDOW))

    def _end_ids(self, options: ScoringOptions) -> tuple[int, ...]:
        """The id after the sentence, if something is asked for in its place."""
        if options.eos and self._eos_id is not None:
            return (self._eos_id,)
        # any id will do to ask whether the last word ends; its own value is not used
        return (self._eos_id or 0,) if options.boundaries else ()

    def _values(self, texts: Sequence[str], plans: list[list[TokenRow]], options: ScoringOptions) -> list[RowValues]:
        from .rows import RowValues

        rows = [row for plan in plans for row in plan]
        id_set = self._after_words if options.boundaries else None
        try:
            with quiet(), scoring_mode(self._model):
                scored = self._scorer(rows, ranks=options.ranks, id_set=id_set)
        except Exception as error:
            if len(texts) > 1:  # alone, the sentence that fails can be named; the others may well pass
                alone = (self._values([text], [plan], options)[0] for text, plan in zip(texts, plans, strict=True))
                return list(alone)
            raise self._failure(texts[0], error) from error
        together = []
        done = 0
        for text, plan in zip(texts, plans, strict=True):
            parts = scored[done : done + len(plan)]
            done += len(plan)
            nats = np.concatenate([np.empty(0), *(part.nats for part in parts)])
            if np.isnan(nats).any():
                raise self._no_number(text)
            counts = [part.ranks for part in parts if part.ranks is not None]
            set_nats = [part.set_nats for part in parts if part.set_nats is not None]
            together.append(
                RowValues(
                    nats,
                    np.concatenate([np.empty(0, np.int32), *counts]) if options.ranks else None,
                    np.concatenate([np.empty(0), *set_nats]) if options.boundaries else None,
                )
            )
        return together

    def _result(
        self,
        text: str,
        cut: Cut,
        plan: list[TokenRow],
        own: RowValues,
        options: ScoringOptions,
    ) -> TokenSurprisals:
        n = len(cut.tokens)
        n_asked = n + len(self._end_ids(options))
        all_bits = np.full(n_asked, np.nan)
        all_ranks = np.zeros(n_asked, np.int32)
        all_boundaries = np.full(n_asked, np.nan)
        # without BOS and context the first token is predicted from nothing
        first = n_asked - len(own.nats)
        # nats / ln 2 = bits; -0.0 from a certain token is plain 0
        all_bits[first:] = own.nats / math.log(2) + 0.0
        if own.ranks is not None:
            all_ranks[first:] = own.ranks
        if own.set_nats is not None:
            all_boundaries[first:] = own.set_nats / math.log(2) + 0.0
            all_boundaries[~self._ends_words(cut)] = np.nan
        notes = cut.warnings
        if len(plan) > 1:
            notes += (
                f"The sentence is longer than {self._window} tokens and was scored in {len(plan)} windows; "
                f"tokens after the first window see at least {_overlap(len(self._bos.ids), self._window or 0)} tokens "
                "before them, not all.",
            )
        return TokenSurprisals(
            text=text,
            tokens=cut.tokens,
            spans=cut.spans,
            bits=all_bits[:n],
            oov=cut.oov,
            eos_bits=float(all_bits[n]) if options.eos and self._eos_id is not None else float("nan"),
            ranks=all_ranks[:n] if options.ranks else None,
            boundary_bits=all_boundaries if options.boundaries else None,
            warnings=notes,
        )

    def _ends_words(self, cut: Cut) -> BoolArray:
        """Whether a word ends before each token of a sentence, and after the last."""
        begins = np.isin(cut.ids[cut.n_context :], self._after_words)
        if not cut.n_context:
            begins[:1] = False  # before the first token of a text there is no word that could go on
        has_open_word = not (cut.tokens and cut.tokens[-1].isspace())
        return np.append(begins, has_open_word)

    def _choose_window(self, window: int | bool, is_hard: bool) -> int | None:
        if window is False:
            return None
        if window is True:
            return self._limit  # a model without a limit needs no window
        if is_hard and self._limit is not None and window > self._limit:
            raise InputError(f"`window={window}`: the model {self._name} sees at most {self._limit} tokens.")
        return window


def sliding_rows(bos: tuple[int, ...], ids: tuple[int, ...], n_context: int, window: int) -> list[TokenRow]:
    """Cover ids with windows of bounded length; every id after the context is scored exactly once.

    The first window begins at the beginning; each later one begins half a window after the one before, again with BOS,
    and scores only what that one did not reach. So every token sees all tokens before it while they fit into one
    window, and at least half a window (less BOS and one) after that.

    Parameters
    ----------
    bos : tuple of int
        Empty, or the one id before everything.
    ids : tuple of int
        Context, sentence, and end of sentence if it is to be scored.
    n_context : int
        How many ids at the beginning are not scored.
    window : int
        Most ids of a row, BOS included; at least 4.

    Returns
    -------
    list of TokenRow

    Examples
    --------
    >>> [(row.ids, row.first) for row in sliding_rows((0,), (1, 2, 3, 4, 5), 0, 4)]
    [((0, 1, 2, 3), 1), ((0, 3, 4, 5), 2)]
    """
    room = window - len(bos)
    rows = []
    start, done = 0, max(n_context, 1 - len(bos))  # the first id is predicted from nothing if there is no BOS
    while done < len(ids):
        end = min(start + room, len(ids))
        if end > done:
            rows.append(TokenRow((*bos, *ids[start:end]), len(bos) + done - start))
            done = end
        start += window // 2
    return rows


def _overlap(n_bos: int, window: int) -> int:
    return window - n_bos - window // 2


def _parse_window(window: int | bool | str | None) -> int | bool:
    if window is None or isinstance(window, bool):
        return bool(window)
    if isinstance(window, str):
        if window == "auto":
            return True
        if not window.isdecimal():
            raise InputError(f"`window={window}`: give a number of tokens, or auto for the model's own context.")
        window = int(window)
    if window < _SMALLEST_WINDOW:
        raise InputError(f"`window={window}`: a window has at least {_SMALLEST_WINDOW} tokens.")
    return window


def _parse_batching(batching: str) -> Literal["auto", "trees", "padded"]:
    if batching in ("auto", "trees", "padded"):
        return batching  # type: ignore[return-value]  # one of the three
    raise InputError(f"`batching={batching}`: give auto, trees or padded.")


def _parse_batch_tokens(batch_tokens: int | str | None) -> int | None:
    if batch_tokens is None or batch_tokens == "auto":
        return None
    if isinstance(batch_tokens, str) and batch_tokens.isdecimal():
        batch_tokens = int(batch_tokens)
    if isinstance(batch_tokens, bool) or not isinstance(batch_tokens, int) or batch_tokens < 1:
        raise InputError(f"`batch_tokens={batch_tokens}`: give the most tokens of one pass through the model.")
    return batch_tokens
