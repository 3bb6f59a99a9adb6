"""A causal language model in a GGUF file, computed by llama.cpp: ``llamacpp:FILE.gguf``.

transformers reads such files, too (``hf:FILE.gguf``), and unpacks their weights into plain numbers. llama.cpp computes
with the packed weights, and rounds what they are multiplied by as well, so that the two give different numbers of one
file, unless its weights are in float32.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ...casing import Lowercase, lower_cased, lowercase_option
from ...errors import InputError, ModelError, ModelNotFoundError, ScoringError, did_you_mean
from ...surprisal import (
    BackendInfo,
    Capabilities,
    Completion,
    FloatArray,
    IntArray,
    ScoringOptions,
    TokenSurprisals,
)
from ..fingerprint import fingerprint
from ..hf.bos import Bos
from ..hf.loaded import shortened
from ..hf.tokens import align_bytes, count_context, readable_piece
from .library import Network, require_library

__all__ = ["LlamaCppBackend", "gguf_parts", "load"]

_OTHER_NUMBERS = (
    "Computed by llama.cpp with packed weights ({dtype}): its numbers are not those of the same file unpacked by "
    "transformers (`hf:`), by up to 0.6 bits a token. Compare only with models that llama.cpp computes."
)


def load(
    name: str,
    *,
    bos: str = "auto",
    lowercase: Lowercase = False,
    context: int | str | None = None,
    threads: int | str | None = None,
    gpu_layers: int | str = 0,
) -> LlamaCppBackend:
    """Open a GGUF file with llama.cpp.

    Parameters
    ----------
    name : str
        The file; the first one, of a model in several.
    bos : str, optional
        What stands before every sentence: ``auto`` (the file's BOS, else its EOS), ``none``, or a token.
    lowercase : bool or {"az", "lt", "tr"}, optional
        Lower-case the text first.
    context : int, optional
        Most tokens of a sentence; by default as many as the model was trained on, and at most 2048.
    threads : int, optional
        By default as many as PyTorch would take.
    gpu_layers : int, optional
        How many layers lie on a GPU, where llama.cpp was built for one; -1: all.

    Raises
    ------
    InputError
        If an option has a bad value.
    ModelError
        If the file is missing, or is no causal language model, or cannot be opened.
    """
    numbers = {
        option: _number(option, value, least)
        for option, value, least in (("context", context, 8), ("threads", threads, 1), ("gpu_layers", gpu_layers, -1))
    }
    path = _found(name)
    require_library()
    return LlamaCppBackend(
        path,
        name,
        bos=bos,
        lowercase=lowercase_option(lowercase),
        context=numbers["context"],
        threads=numbers["threads"] or _default_threads(),
        gpu_layers=numbers["gpu_layers"] or 0,
    )


def _number(option: str, value: int | str | None, least: int) -> int | None:
    if value is None:
        return None
    try:
        number = int(value)
    except ValueError:
        number = least - 1
    if number < least:
        raise InputError(f"`{option}={value}`: give a whole number of at least {least}.")
    return number


def _default_threads() -> int:
    import torch

    return int(torch.get_num_threads())


def _found(name: str) -> Path:
    path = Path(name).expanduser()
    if path.is_dir():
        raise ModelNotFoundError(f"{name} is a folder; llamacpp: takes a GGUF file. Write hf:{name} for transformers.")
    if not path.is_file():
        near = sorted(str(other.name) for other in path.parent.glob("*.gguf")) if path.parent.is_dir() else []
        raise ModelNotFoundError(f"There is no such file: {name}.{did_you_mean(path.name, near)}")
    try:
        with path.open("rb") as file:
            start = file.read(4)
    except OSError as error:
        raise ModelError(f"{name} cannot be read ({error.strerror or error}).") from error
    if start != b"GGUF":
        raise ModelNotFoundError(f"{name} is not a GGUF file: it does not begin with 'GGUF'.")
    return path


class LlamaCppBackend:
    """A model of llama.cpp as a `Backend`; made by `load`."""

    def __init__(
        self,
        path: Path,
        name: str,
        *,
        bos: str,
        lowercase: Lowercase,
        context: int | None,
        threads: int,
        gpu_layers: int,
    ) -> None:
        self._name, self._lowercase = name, lowercase
        self._network = Network(path, name, context=context, n_threads=threads, n_gpu_layers=gpu_layers)
        network = self._network
        if network.is_of_embeddings:
            raise ModelError(f"{name} is a model of embeddings: it gives no probabilities of words.")
        self._bos = self._choose_bos(bos)
        self._eos: int | None = network.eos if network.eos >= 0 else None
        dtype = network.number_format
        self._numbers = {"bos": self._bos.token, **({"lowercase": lowercase} if lowercase else {})}
        self._info = BackendInfo(
            backend="llamacpp",
            model=name,
            capabilities=Capabilities(
                context="left",
                units="pieces",
                unknown_words=False,
                first_token=self._bos.id is not None,
                eos=self._eos is not None,
                ranks=True,
                completions=True,
                impossible=True,
            ),
            fingerprint=fingerprint(
                files=gguf_parts(path),
                options={
                    "backend": "llamacpp",
                    **network.versions,
                    "context_length": network.limit,
                    "threads": threads,
                    "gpu_layers": gpu_layers,
                    **self._numbers,
                },
            ),
            options={
                **self._numbers,
                "eos": None if self._eos is None else self._spelt(self._eos),
                "dtype": dtype,
                "context_length": network.limit,
                "threads": threads,
                "gpu_layers": gpu_layers,
                **network.versions,
            },
            warnings=(*self._bos.warnings, *(() if dtype == "float32" else (_OTHER_NUMBERS.format(dtype=dtype),))),
        )

    @property
    def info(self) -> BackendInfo:
        """Who gives the numbers."""
        return self._info

    def score(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> list[TokenSurprisals]:
        """Give the surprisal of every token of every sentence, in bits; see `Backend.score`.

        Each sentence is read for itself, from an empty memory, so that no number depends on its company.

        Raises
        ------
        ScoringError
            If a sentence is longer than the context, or its tokens do not spell it, or boundaries are asked for.
        """
        if options.boundaries:
            raise ScoringError(f"{self._name}: llamacpp models do not tell where words end; use hf:.")
        return [self._one(text, options) for text in texts]

    def completions(self, prefixes: Sequence[str], k: int = 5) -> list[list[Completion]]:
        """Give the k tokens that the model expects most after each text; see `Completer.completions`.

        Raises
        ------
        ScoringError
            If a text is longer than the context, or there is nothing to predict from.
        """
        found = []
        for prefix in prefixes:
            ids = (*self._bos.ids, *self._network.cut(lower_cased(prefix.rstrip(), self._lowercase)[0]))
            if not ids:
                raise ScoringError(f"{self._name} cannot say what it expects after nothing, without BOS.")
            self._check_length(prefix, len(ids))
            for _, part in self._network.logits(ids):
                logits = part[-1]
            nats = logits.max() + np.log(np.exp(logits - logits.max()).sum()) - logits
            best = np.argsort(nats, kind="stable")[:k].tolist()
            found.append([Completion(self._spelt(i), float(nats[i]) / math.log(2) + 0.0) for i in best])
        return found

    def refusals(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> dict[str, str]:
        """Find the sentences that have more tokens than the context; see `Foreseeing.refusals`."""
        found = {}
        for text in texts:
            if len((options.context + text).encode()) + 8 > self._network.limit:
                ids = self._network.cut(lower_cased(options.context + text, self._lowercase)[0])
                try:
                    self._check_length(text, len(self._bos.ids) + len(ids))
                except ScoringError as error:
                    found[text] = str(error)
        return found

    def _one(self, text: str, options: ScoringOptions) -> TokenSurprisals:
        whole = options.context + text
        as_read, places = lower_cased(whole, self._lowercase)
        ids = self._network.cut(as_read)
        spans = align_bytes(as_read, [self._network.piece(i, special=True) for i in ids])
        if spans is None:
            raise ScoringError(
                f"The tokens that llama.cpp cuts {shortened(text)} into do not spell it, so their places are not "
                "known; use hf: for this file.",
                [text],
            )
        if len(as_read) != len(whole):
            spans = [(places[a], max(places[b - 1] + 1, places[b]) if b > a else places[a]) for a, b in spans]
        n_context = count_context(whole, spans, len(options.context))
        n_before = len(self._bos.ids)
        self._check_length(text, n_before + len(ids))
        end = [self._eos] if options.eos and self._eos is not None else []
        asked = [*self._bos.ids, *ids, *end]
        nats, ranks = self._values(asked)
        own = slice(n_before + n_context, n_before + len(ids))
        shifted = np.array(spans[n_context:], dtype=np.int32).reshape(-1, 2) - len(options.context)
        notes: tuple[str, ...] = ()
        if n_context and spans[n_context - 1][1] > len(options.context):
            shared = whole[slice(*spans[n_context - 1])]
            notes = (f"The token {shared!r} reaches from the context into the sentence; it is not scored.",)
        bits = nats / math.log(2) + 0.0
        return TokenSurprisals(
            text=text,
            tokens=tuple(readable_piece(whole[a:b]) for a, b in spans[n_context:]),
            spans=np.maximum(shifted, 0).astype(np.int32),
            bits=bits[own],
            oov=np.zeros(len(ids) - n_context, dtype=np.bool_),
            eos_bits=float(bits[-1]) if end else float("nan"),
            ranks=ranks[own] if options.ranks else None,
            warnings=notes,
        )

    def _values(self, ids: Sequence[int]) -> tuple[FloatArray, IntArray]:
        """-log p of each id given those before it, and its rank; of the first, which has none before it, NaN."""
        nats, ranks = np.full(len(ids), np.nan), np.zeros(len(ids), np.int32)
        for start, logits in self._network.logits(ids[:-1]):
            following = np.array(ids[start + 1 : start + 1 + len(logits)])
            own = logits[np.arange(len(following)), following]
            if not np.isfinite(own).all():
                raise ModelError(f"{self._name} gives no probabilities (NaN) under llama.cpp; the file may be damaged.")
            top = logits.max(1)
            here = slice(start + 1, start + 1 + len(following))
            nats[here] = np.log(np.exp(logits - top[:, None]).sum(1)) - (own - top)
            ranks[here] = (logits > own[:, None]).sum(1) + 1
        return nats, ranks

    def _check_length(self, text: str, length: int) -> None:
        if length > self._network.limit:
            raise ScoringError(
                f"The sentence {shortened(text)} has {length} tokens with BOS and context, but {self._name} is open "
                f"for at most {self._network.limit}; shorten it, or give a larger `context`, as far as the model has "
                "one.",
                [text],
            )

    def _spelt(self, token_id: int) -> str:
        return self._network.piece(token_id, special=True).decode(errors="replace")

    def _choose_bos(self, bos: str) -> Bos:
        """The token before every sentence, by the rules of `syntaxgym_lite.backends.hf.bos`."""
        network = self._network
        if bos == "none":
            return Bos("none", None)
        if bos == "auto":
            token_id = network.bos if network.bos >= 0 else network.eos
            if token_id < 0:
                raise ModelError(
                    f"{self._name} names no BOS or EOS token, so there is nothing to put before the first word. Use "
                    "`bos=none` (the first token then has no value) or `bos=TOKEN` with a token of its vocabulary."
                )
            token = self._spelt(token_id)
            if token not in network.said("tokenizer.chat_template"):
                return Bos(token, token_id)
            why = (
                f"The token before every sentence, {token}, is a marker of the model's chat template, and sentences do "
                "not follow it in training as they follow a document boundary; compare with `bos=none`, or another "
                "token."
            )
            return Bos(token, token_id, (why,))
        ids = network.cut(bos, special=True) if bos else []
        if len(ids) != 1 or self._spelt(ids[0]) != bos:
            raise InputError(
                f"`bos={bos}`: this is not one token in the vocabulary of {self._name}. Use `bos=auto`, `bos=none`, or "
                "a token that it has."
            )
        return Bos(bos, ids[0])


def gguf_parts(path: Path) -> list[Path]:
    """Give the files of a model: one, or all of one that was split."""
    stem, _, rest = path.name.rpartition("-00001-of-")
    return sorted(path.parent.glob(f"{stem}-?????-of-{rest}")) if stem else [path]
