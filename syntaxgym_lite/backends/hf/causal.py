"""Causal language models of Hugging Face transformers: hub names, local folders, GGUF files, loaded model objects.

One BOS, the sentence, nothing after it. The tokenizer never adds special tokens itself; the backend puts exactly one id
in front of the sentence (or of the context before it), so a tokenizer that would have added one gives the same values
as one that would not. Surprisals are in bits; the token after BOS has one, BOS itself has none.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ...casing import Lowercase, lowercase_option
from ...errors import InputError, ModelError, ScoringError, one_of
from ...lm.folder import is_of_trees
from ...lm.transfo_xl.config import is_transfo_xl
from ...surprisal import BackendInfo, BoolArray, Capabilities, Completion, ScoringOptions, TokenSurprisals
from .bos import Bos, choose_bos
from .boundaries import pieces_after_words
from .complaints import not_causal
from .loaded import LoadedModel, has_unknown_piece, shortened
from .open import Opened, open_transformer, wrap
from .placement import Placement
from .precision import precision_warnings
from .tokens import Cut
from .trees import TokenRow

if TYPE_CHECKING:
    from .rows import RowValues

__all__ = ["HuggingFaceBackend", "from_model", "load"]

_SMALLEST_WINDOW = 4
_Batching = Literal["auto", "trees", "padded"]
_BATCHINGS: tuple[_Batching, ...] = ("auto", "trees", "padded")


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
    lowercase: Lowercase = False,
    device_map: str | Mapping[str, int | str] | None = None,
    max_memory: str | Mapping[int | str, int | str] | None = None,
    load_in: str | None = None,
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
    lowercase : bool or {"az", "lt", "tr"}, optional
        Lower-case the text first, for a model that was trained on such text and whose tokenizer does not do it, or not
        by the rules of its language.
    device_map : str or mapping, optional
        Spread the model over all GPUs, then main memory, then disk: ``auto`` or ``balanced`` (evenly over the GPUs),
        ``balanced_low_0`` (less on the first), ``sequential`` (one full after the other); ``cpu``; or a JSON file or
        mapping that names a device for each part, as accelerate writes them. Changes no number but for rounding.
    max_memory : str or mapping, optional
        With `device_map`: most that is put on each device, as in ``0=70GiB,1=70GiB,cpu=200GiB``.
    load_in : {"8bit", "4bit"}, optional
        Round weights while they are loaded, by bitsandbytes: to NF4 (Dettmers et al. 2023), or to 8-bit integers, by
        which rounded inputs are multiplied, without the columns that LLM.int8 (Dettmers et al. 2022) leaves out, since
        those depend on later tokens. Changes numbers; embeddings and the output head stay as they are, in `dtype`, in
        which 4-bit models also compute.

    Raises
    ------
    InputError
        If an option has a bad value.
    ModelError
        If the model is missing, or is not a causal language model, or cannot be opened.
    """
    how = _How.parse(bos, window, batching, batch_tokens, lowercase)
    placement = Placement.parse(device, device_map, max_memory, load_in)
    if is_transfo_xl(name):
        raise ModelError(f"{name} is a Transformer-XL, which transformers no longer reads; write transfo-xl:{name}.")
    opened = open_transformer(
        name,
        "causal",
        how.numbers,
        placement=placement,
        dtype=dtype,
        revision=revision,
        trust_remote_code=trust_remote_code,
    )
    if is_of_trees(name):
        why = f"{name} learnt strings of bracketed trees; plain sentences are scored by treelm:{name}."
        opened = replace(opened, warnings=(*opened.warnings, why))
    return HuggingFaceBackend(opened, how)


def from_model(
    model: Any,
    tokenizer: Any = None,
    *,
    name: str | None = None,
    bos: str = "auto",
    window: int | bool | str | None = None,
    batching: str = "auto",
    batch_tokens: int | str | None = None,
    lowercase: Lowercase = False,
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
    bos, window, batching, batch_tokens, lowercase : optional
        As in `load`.
    """
    how = _How.parse(bos, window, batching, batch_tokens, lowercase)
    return HuggingFaceBackend(wrap(model, tokenizer, name), how)


@dataclass(frozen=True, slots=True)
class _How:
    """What stands before sentences, what is done with long ones, and how they go through the model together."""

    bos: str
    window: int | bool  # True: as many positions as the model has; False: no window
    batching: _Batching
    batch_tokens: int | None
    lowercase: Lowercase

    @classmethod
    def parse(
        cls,
        bos: str,
        window: int | bool | str | None,
        batching: str,
        batch_tokens: int | str | None,
        lowercase: Lowercase,
    ) -> _How:
        """Check what a user asks for."""
        how = one_of("batching", batching, _BATCHINGS)
        return cls(bos, _parse_window(window), how, _parse_batch_tokens(batch_tokens), lowercase_option(lowercase))

    @property
    def numbers(self) -> dict[str, Any]:
        """What a fingerprint of files has to cover."""
        return {"bos": self.bos, "window": self.window, **({"lowercase": self.lowercase} if self.lowercase else {})}


class HuggingFaceBackend(LoadedModel):
    """A causal language model and its tokenizer as a `Backend`; made by `load` or `from_model`."""

    def __init__(self, opened: Opened, how: _How) -> None:
        from .rows import NotCausalError, RowScorer, TreesRefusedError

        super().__init__(opened, lowercase=how.lowercase)
        model, tokenizer, name = opened.model, opened.tokenizer, opened.name
        with self._first_try():
            try:
                self._scorer = RowScorer(
                    model,
                    batching=how.batching,
                    max_positions=how.batch_tokens,
                    width_limit=self._limit if self._is_hard_limit else None,
                )
            except NotCausalError:
                raise not_causal(name, type(model).__name__) from None
            except TreesRefusedError as error:
                raise InputError(
                    f"`batching=trees`: the model {name} does not take prefix trees: {error}; leave the option out."
                ) from None
        n_vocabulary = self._scorer.n_vocabulary
        self._bos: Bos = choose_bos(
            tokenizer,
            how.bos,
            n_vocabulary=n_vocabulary,
            model=name,
            configured=getattr(model.config, "bos_token_id", None),
        )
        eos_id = tokenizer.eos_token_id
        self._eos_id: int | None = eos_id if eos_id is not None and 0 <= eos_id < n_vocabulary else None
        self._after_words = pieces_after_words(tokenizer, n_vocabulary)
        self._window = self._choose_window(how.window)
        self._numbers = {**how.numbers, "bos": self._bos.token, "window": self._window}
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
                impossible=True,
            ),
            fingerprint=opened.fingerprint,
            revision=opened.revision,
            options={
                "bos": self._bos.token,
                "eos": None if self._eos_id is None else str(tokenizer.eos_token),
                **self._number_format,
                "device": self._device,
                "context_length": self._limit,
                "window": self._window,
                "batching": self._scorer.batching,
                **({"lowercase": how.lowercase} if how.lowercase else {}),
                **opened.options,
            },
            warnings=(*precision_warnings(**self._number_format), *self._bos.warnings, *self._warnings),
        )

    def score(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> list[TokenSurprisals]:
        """Give the surprisal of every token of every sentence, in bits; see `Backend.score`.

        Sentences are put together here, by what they share at the beginning or else by length, within what memory
        allows. A context is cut together with the sentence, as one string; its tokens are not scored.

        Raises
        ------
        ScoringError
            If a sentence is longer than the model's context and there is no window, or the model fails; or if
            boundaries are asked for and the tokenizer does not show where words end.
        """
        return self.score_groups([texts], options)[0]

    def score_groups(
        self, groups: Sequence[Sequence[str]], options: ScoringOptions = ScoringOptions()
    ) -> list[list[TokenSurprisals]]:
        """Give what `score` gives for each group by itself; see `syntaxgym_lite.backends.protocol.Grouping`.

        The passes of all groups are computed side by side.
        """
        texts = [text for group in groups for text in group]
        if not texts:
            return [[] for _ in groups]
        if options.boundaries and not self._info.capabilities.boundaries:
            raise ScoringError(f"The tokens of {self._name} do not carry the blanks between words.")
        cuts = self._cut(texts, options.context)
        plans = [self._plan(text, cut, options) for text, cut in zip(texts, cuts, strict=True)]
        sizes = [len(group) for group in groups]

        def values_of(chosen: Sequence[list[TokenRow]]) -> list[list[RowValues]]:
            return self._values(chosen, sizes if len(chosen) == len(texts) else [len(chosen)], options)

        values = self._each(texts, plans, values_of)
        results = (self._result(text, cut, rows, options) for text, cut, rows in zip(texts, cuts, values, strict=True))
        return [list(islice(results, size)) for size in sizes]

    def completions(self, prefixes: Sequence[str], k: int = 5) -> list[list[Completion]]:
        """Give the k pieces that the model expects most after each text; see `Completer.completions`.

        Raises
        ------
        ScoringError
            If a text is longer than the model's context, or there is nothing to predict from, or the model fails.
        """
        found = []
        for prefix in prefixes:
            text = prefix.rstrip()
            [cut] = self._cut([text])
            self._check_ids(text, cut.ids, self._scorer.n_vocabulary)
            ids = (*self._bos.ids, *cut.ids)
            if not ids or (self._limit is not None and len(ids) > self._limit):
                why = "is longer than its context" if ids else "is empty, and there is no BOS"
                raise ScoringError(f"{self._name} cannot say what it expects after {shortened(text)}: the text {why}.")
            [logits] = self._each([text], [ids], self._next_logits)
            found.append(self._likeliest(text, logits, k))
        return found

    def _next_logits(self, rows: Sequence[tuple[int, ...]]) -> list[Any]:
        import torch

        with torch.inference_mode():
            return [
                self._model(input_ids=torch.tensor([ids], device=self._scorer.device)).logits[0, -1] for ids in rows
            ]

    def _plan(self, text: str, cut: Cut, options: ScoringOptions) -> list[TokenRow]:
        """Rows of one sentence; one after the other they hold all its scored ids, once each, in order."""
        self._check_ids(text, cut.ids, self._scorer.n_vocabulary)
        self._check_length(text, cut)
        bos = self._bos.ids
        body = (*cut.ids, *self._end_ids(options))
        length = len(bos) + len(cut.ids)
        if self._window is not None and length > self._window:
            return sliding_rows(bos, body, cut.n_context, self._window)
        return sliding_rows(bos, body, cut.n_context, max(length + 1, _SMALLEST_WINDOW))

    def _require_room(self, text: str, options: ScoringOptions) -> None:
        [cut] = self._cut([text], options.context)
        self._check_length(text, cut)

    def _check_length(self, text: str, cut: Cut) -> None:
        length = len(self._bos.ids) + len(cut.ids)
        slides = self._window is not None and length > self._window
        if self._limit is not None and length > self._limit and not slides:
            raise ScoringError(
                f"The sentence {shortened(text)} has {length} tokens with BOS and context, but the model {self._name} "
                f"sees at most {self._limit}; shorten it, or slide a window over it with `window`.",
                [text],
            )

    def _end_ids(self, options: ScoringOptions) -> tuple[int, ...]:
        """The id after the sentence, if something is asked for in its place."""
        if options.eos and self._eos_id is not None:
            return (self._eos_id,)
        # any id will do to ask whether the last word ends; its own value is not used
        return (self._eos_id or 0,) if options.boundaries else ()

    def _values(
        self, plans: Sequence[list[TokenRow]], sizes: Sequence[int], options: ScoringOptions
    ) -> list[list[RowValues]]:
        """Values of the rows of each sentence; no two groups of sentences, of these sizes, share a pass."""
        rows = [row for plan in plans for row in plan]
        left = iter(plans)
        sets = [sum(map(len, islice(left, size))) for size in sizes]
        id_set = self._after_words if options.boundaries else None
        values = iter(self._scorer(rows, sets=sets, ranks=options.ranks, id_set=id_set))
        return [list(islice(values, len(plan))) for plan in plans]

    def _result(self, text: str, cut: Cut, values: Sequence[RowValues], options: ScoringOptions) -> TokenSurprisals:
        n = len(cut.tokens)
        n_asked = n + len(self._end_ids(options))
        all_bits = np.full(n_asked, np.nan)
        all_ranks = np.zeros(n_asked, np.int32)
        all_boundaries = np.full(n_asked, np.nan)
        # without BOS and context the first token is predicted from nothing
        start = n_asked - sum(len(row.nats) for row in values)
        for row in values:
            if np.isnan(row.nats).any():
                raise self._no_number(text)
            here = slice(start, start + len(row.nats))
            # nats / ln 2 = bits; -0.0 from a certain token is plain 0
            all_bits[here] = row.nats / math.log(2) + 0.0
            if row.ranks is not None:
                all_ranks[here] = row.ranks
            if row.set_nats is not None:
                all_boundaries[here] = row.set_nats / math.log(2) + 0.0
            start = here.stop
        if options.boundaries:
            all_boundaries[~self._ends_words(cut)] = np.nan
        notes = cut.warnings
        if len(values) > 1:
            notes += (
                f"The sentence is longer than {self._window} tokens and was scored in {len(values)} windows; "
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

    def _choose_window(self, window: int | bool) -> int | None:
        if window is False:
            return None
        if window is True:
            return self._limit  # a model without a limit needs no window
        if self._is_hard_limit and self._limit is not None and window > self._limit:
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


def _parse_batch_tokens(batch_tokens: int | str | None) -> int | None:
    if batch_tokens is None or batch_tokens == "auto":
        return None
    if isinstance(batch_tokens, str) and batch_tokens.isdecimal():
        batch_tokens = int(batch_tokens)
    if isinstance(batch_tokens, bool) or not isinstance(batch_tokens, int) or batch_tokens < 1:
        raise InputError(f"`batch_tokens={batch_tokens}`: give the most tokens of one pass through the model.")
    return batch_tokens
