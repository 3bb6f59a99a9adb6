"""Served models as a `Backend`: cut here, scored there.

Text is cut into ids here, as the `hf` back end does, and what stands before a sentence is decided here, too; the server
only gives the log probabilities of ids. See `syntaxgym_lite.backends.served.probe` for what it is tried with first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ...casing import Lowercase, lowercase_option
from ...errors import InputError, ModelError, ModelNotFoundError, ScoringError, listed, one_of
from ...surprisal import BackendInfo, Capabilities, ScoringOptions, TokenSurprisals
from ..fingerprint import fingerprint
from ..hf.bos import Bos, choose_bos
from ..hf.loaded import has_unknown_piece, shortened, vocabulary_hash
from ..hf.open import open_tokenizer
from ..hf.precision import precision_warnings
from ..hf.tokens import Cut, cut_sentences
from .address import Address
from .answers import Dialect, Ids, OpenAi, PromptValues, Vllm, read_answer
from .probe import ProbeOutcome, ServerOnTrial, try_server
from .transport import RefusedRequestError, Server

__all__ = ["NOT_TOLD", "ServedModel", "load_openai", "load_vllm"]

NOT_TOLD = "unknown precision"
_PRECISIONS = (NOT_TOLD, "float32", "bfloat16", "float16", "fp8", "int8", "int4")
_COMPLETIONS = "/v1/completions"


def load_vllm(
    address: str,
    *,
    tokenizer: str | None = None,
    revision: str | None = None,
    bos: str = "auto",
    dtype: str = NOT_TOLD,
    lowercase: Lowercase = False,
    requests: int = 8,
    prompts: int = 4,
    retries: int = 6,
    timeout: float = 120,
) -> ServedModel:
    """Open a model that vLLM serves.

    Parameters
    ----------
    address : str
        ``NAME@URL``: the name that the server knows the model by, and the server.
    tokenizer : str, optional
        Hub name or folder of the model's tokenizer; by default NAME.
    revision : str, optional
        Branch, tag or commit of the tokenizer on the hub.
    bos : str, optional
        What stands before every sentence; see `syntaxgym_lite.backends.hf.causal.load`.
    dtype : str, optional
        Precision that the server computes in, for the record: it does not tell.
    lowercase : bool or {"az", "lt", "tr"}, optional
        Lower-case the text first.
    requests : int, optional
        Most requests at once.
    prompts : int, optional
        Most sentences in a request.
    retries : int, optional
        How often a request is tried again when the server is busy, fails or is gone; with longer and longer waits.
    timeout : float, optional
        Seconds to wait for an answer.

    Raises
    ------
    InputError
        If an option has a bad value, or the server knows no model of this name.
    ModelError
        If the server cannot be reached, or its values cannot be trusted.
    """
    how = _How(tokenizer, revision, bos, dtype, lowercase, requests, prompts, retries, timeout)
    return ServedModel("vllm", address, how)


def load_openai(
    address: str,
    *,
    tokenizer: str | None = None,
    revision: str | None = None,
    bos: str = "auto",
    dtype: str = NOT_TOLD,
    lowercase: Lowercase = False,
    requests: int = 8,
    prompts: int = 4,
    retries: int = 6,
    timeout: float = 120,
) -> ServedModel:
    """Open a model behind any server that gives log probabilities of prompts (``echo``); see `load_vllm`."""
    how = _How(tokenizer, revision, bos, dtype, lowercase, requests, prompts, retries, timeout)
    return ServedModel("openai", address, how)


class _How:
    """The options of a served model, checked."""

    def __init__(
        self,
        tokenizer: str | None,
        revision: str | None,
        bos: str,
        dtype: str,
        lowercase: Lowercase,
        requests: int,
        prompts: int,
        retries: int,
        timeout: float,
    ) -> None:
        self.tokenizer = None if tokenizer is None else str(tokenizer)
        self.revision = None if revision is None else str(revision)
        self.bos = str(bos)
        self.dtype = one_of("dtype", dtype, _PRECISIONS)
        self.lowercase = lowercase_option(lowercase)
        self.requests = _whole("requests", requests, 1)
        self.prompts = _whole("prompts", prompts, 1)
        self.retries = _whole("retries", retries, 0)
        if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not 0 < timeout < float("inf"):
            raise InputError(f"`timeout={timeout}`: give the seconds to wait for an answer, more than 0.")
        self.timeout = float(timeout)


def _whole(option: str, value: object, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InputError(f"`{option}={value}`: give a whole number of at least {least}.")
    return value


class ServedModel:
    """A model behind a server as a `Backend`; made by `load_vllm` or `load_openai`."""

    def __init__(self, kind: str, address: str, how: _How) -> None:
        where = Address.parse(kind, address)
        self._name = f"{kind}:{where.name}@{where.url}"
        self._how = how
        self._server = Server(where.url, requests=how.requests, retries=how.retries, timeout=how.timeout)
        told = self._told(where.name)
        self._tokenizer, warnings = _tokenizer(kind, where.name, how)
        n_vocabulary = len(self._tokenizer)
        self._bos: Bos = choose_bos(self._tokenizer, how.bos, n_vocabulary=n_vocabulary, model=where.name)
        eos_id = self._tokenizer.eos_token_id
        self._eos_id: int | None = eos_id if eos_id is not None and 0 <= eos_id < n_vocabulary else None
        self._dialect = self._choose_dialect(kind, where)
        limit = told.pop("max_model_len", None)
        self._limit = None if limit is None else int(limit) - self._dialect.n_generated
        outcome = self._probed()
        dtype = str(told.pop("dtype", how.dtype)) if how.dtype == NOT_TOLD else how.dtype
        tokenizer_hash = vocabulary_hash(self._tokenizer)
        numbers = {
            "bos": self._bos.token,
            "dtype": dtype,
            **({"lowercase": how.lowercase} if how.lowercase else {}),
        }
        self._info = BackendInfo(
            backend=kind,
            model=self._name,
            capabilities=Capabilities(
                context="left",
                units="pieces",
                unknown_words=has_unknown_piece(self._tokenizer),
                first_token=self._bos.id is not None,
                eos=self._eos_id is not None,
                ranks=outcome.has_ranks,
                impossible=True,
            ),
            fingerprint=fingerprint(
                files=[],
                options={
                    "backend": kind,
                    "served": where.name,
                    "told": told,
                    "tokenizer": tokenizer_hash,
                    "eos": self._eos_id,
                    "probe": outcome.means,
                    **numbers,
                },
            ),
            options={
                **numbers,
                "eos": None if self._eos_id is None else str(self._tokenizer.eos_token),
                "context_length": self._limit,
                "server": where.url,
                "served_model": told.get("root", where.name),
                "tokenizer": how.tokenizer or where.name,
                "tokenizer_sha256": tokenizer_hash,
                "generated": self._dialect.n_generated,
                "probe": "passed; bits a token " + ", ".join(f"{mean:.2f}" for mean in outcome.means),
            },
            warnings=(*precision_warnings(dtype), *self._bos.warnings, *warnings, *outcome.warnings),
        )

    @property
    def info(self) -> BackendInfo:
        """Who gives the numbers."""
        return self._info

    def score(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> list[TokenSurprisals]:
        """Give the surprisal of every token of every sentence, in bits; see `Backend.score`.

        Raises
        ------
        ScoringError
            If the server refuses a sentence, a too long one for instance; or if boundaries are asked for, or ranks
            that it does not give.
        ModelError
            If the server is gone, busy for too long, or answers with something else than at its probe.
        """
        if options.boundaries or (options.ranks and not self._info.capabilities.ranks):
            raise ScoringError(f"{self._name} gives neither ranks nor the ends of words.")
        cuts = cut_sentences(self._tokenizer, texts, context=options.context, lowercase=self._how.lowercase)
        for text, cut in zip(texts, cuts, strict=True):
            self._check_length(text, cut, options)
        end = (self._eos_id,) if options.eos and self._eos_id is not None else ()
        prompts: list[Ids] = [(*self._bos.ids, *cut.ids, *end) for cut in cuts]
        readings = self._together(prompts, texts)
        return [
            self._result(text, cut, reading, options) for text, cut, reading in zip(texts, cuts, readings, strict=True)
        ]

    def refusals(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> dict[str, str]:
        """Find the sentences that have more tokens than the server takes; see `Foreseeing.refusals`."""
        found = {}
        if self._limit is not None:
            for text in texts:
                try:
                    [cut] = cut_sentences(
                        self._tokenizer, [text], context=options.context, lowercase=self._how.lowercase
                    )
                    self._check_length(text, cut, options)
                except ScoringError as error:
                    found[text] = str(error)
        return found

    def _check_length(self, text: str, cut: Cut, options: ScoringOptions) -> None:
        length = len(self._bos.ids) + len(cut.ids) + (options.eos and self._eos_id is not None)
        if self._limit is not None and length > self._limit:
            raise ScoringError(
                f"The sentence {shortened(text)} has {length} tokens with BOS and context, but {self._name} takes at "
                f"most {self._limit}; shorten it, or start the server with a longer context.",
                [text],
            )

    def _result(self, text: str, cut: Cut, reading: PromptValues, options: ScoringOptions) -> TokenSurprisals:
        first = len(self._bos.ids) + cut.n_context
        own = slice(first, first + len(cut.tokens))
        bits = reading.nats / np.log(2)  # nats / ln 2 = bits
        has_end = options.eos and self._eos_id is not None
        return TokenSurprisals(
            text=text,
            tokens=cut.tokens,
            spans=cut.spans,
            bits=bits[own],
            oov=cut.oov,
            eos_bits=float(bits[-1]) if has_end else float("nan"),
            ranks=reading.ranks[own] if options.ranks and reading.ranks is not None else None,
            warnings=cut.warnings,
        )

    # -----------------------------------------------------------------------------------------------------------------
    # Asking

    def _ask(self, prompts: Sequence[Ids]) -> list[PromptValues]:
        """Ask for some prompts in one request; one that has a single token holds nothing to ask for."""
        asked = [prompt for prompt in prompts if len(prompt) > 1]
        answer = self._server.post(_COMPLETIONS, self._dialect.body(asked)) if asked else {}
        readings = iter(read_answer(self._dialect, answer, asked) if asked else ())
        return [
            next(readings)
            if len(prompt) > 1
            else PromptValues(np.full(len(prompt), np.nan), np.zeros(len(prompt), np.int32))
            for prompt in prompts
        ]

    def _alone(self, prompts: Sequence[Ids]) -> list[PromptValues]:
        return [self._ask([prompt])[0] for prompt in prompts]

    def _together(self, prompts: Sequence[Ids], texts: Sequence[str] = ()) -> list[PromptValues]:
        """Ask for prompts, several in a request and several requests at once; `texts` are named where one fails."""
        size = self._how.prompts
        parts = [slice(start, start + size) for start in range(0, len(prompts), size)]

        def ask(part: slice) -> list[PromptValues]:
            try:
                return self._ask(prompts[part])
            except RefusedRequestError as error:
                if not texts:
                    raise
                return self._one_by_one(prompts[part], texts[part], error)

        pool = ThreadPoolExecutor(self._how.requests)
        try:
            return [reading for readings in pool.map(ask, parts) for reading in readings]
        finally:
            pool.shutdown(cancel_futures=True)

    def _one_by_one(
        self, prompts: Sequence[Ids], texts: Sequence[str], error: RefusedRequestError
    ) -> list[PromptValues]:
        """Ask again for each sentence of a request that was refused, so that the one in question can be named."""
        readings = []
        for prompt, text in zip(prompts, texts, strict=True):
            try:
                readings += self._ask([prompt])
            except RefusedRequestError as alone:
                raise ScoringError(
                    f"The server of {self._name} refuses the sentence {shortened(text)} (status {alone.status}"
                    f"{alone.said}).",
                    [text],
                ) from error
        return readings

    # -----------------------------------------------------------------------------------------------------------------
    # Opening

    def _told(self, name: str) -> dict[str, Any]:
        """What the server says of the model, as far as it can change a number."""
        answer = self._server.get("/v1/models")
        listing = answer.get("data") if isinstance(answer, dict) else None
        models = [entry for entry in listing if isinstance(entry, dict)] if isinstance(listing, list) else []
        by_id = {str(entry.get("id")): entry for entry in models}
        if by_id and name not in by_id:
            raise InputError(
                f"The server at {self._server.url} serves no model '{name}'; it serves "
                f"{listed([self._server.hide(known) for known in by_id], 8)}. Write the name that it knows, and name "
                "the tokenizer with -O tokenizer=... if that is called otherwise."
            )
        told: dict[str, Any] = {}
        entry = by_id.get(name, {})
        for field in ("root", "dtype", "quantization"):
            if isinstance(entry.get(field), str):
                told[field] = self._server.hide(entry[field])
        limit = entry.get("max_model_len")
        if isinstance(limit, int) and not isinstance(limit, bool) and limit > 0:
            told["max_model_len"] = limit
        return told

    def _choose_dialect(self, kind: str, where: Address) -> Dialect:
        """How it is asked: without generating anything if the server can do that, else with one token."""
        if kind == "vllm":
            return Vllm(where.name, where.url, 1)
        plain = OpenAi(where.name, where.url, 0)
        prompt = (*self._bos.ids, *self._tokenizer("a b", add_special_tokens=False)["input_ids"])
        try:
            self._server.post(_COMPLETIONS, plain.body([prompt]))
        except RefusedRequestError:
            return OpenAi(where.name, where.url, 1)
        return plain

    def _probed(self) -> ProbeOutcome:
        mark = self._bos.id
        if mark is None:
            named = (self._tokenizer.bos_token_id, self._tokenizer.eos_token_id)
            mark = next((i for i in named if i is not None), 0)
        generating: Callable[[Ids], dict[str, Any]] = self._dialect.generating
        trial = ServerOnTrial(
            self._server.url,
            self._tokenizer,
            bos=self._bos.ids,
            mark=mark,
            alone=self._alone,
            together=self._together,
            generated=lambda prompt: self._server.post(_COMPLETIONS, generating(prompt)),
        )
        try:
            return try_server(trial)
        except RefusedRequestError as error:
            if error.status == 404:
                raise ModelError(
                    f"The server at {self._server.url} has nothing at {_COMPLETIONS}, or no model "
                    f"'{self._dialect.model}' (status 404{error.said}). Write the name that the server knows, and of "
                    "its address only what stands before /v1."
                ) from None
            raise ModelError(
                f"The server at {self._server.url} refuses prompts of token ids with log probabilities (status "
                f"{error.status}{error.said}); without them there are no numbers, since words are not looked for in "
                "returned strings. Use a server that takes them (vLLM does)."
            ) from None


def _tokenizer(kind: str, name: str, how: _How) -> tuple[Any, tuple[str, ...]]:
    given = how.tokenizer or name
    try:
        return open_tokenizer(given, how.revision)
    except ModelNotFoundError as error:
        raise ModelNotFoundError(
            f"The tokenizer of {kind}:{name} is not to be had: {error} Text is cut here, so it is needed here: name it "
            "with -O tokenizer=..., a hub name or a folder."
        ) from None
