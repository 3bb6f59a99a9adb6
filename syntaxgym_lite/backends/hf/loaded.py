"""What can be told of a Hugging Face model and tokenizer once they are in memory, whatever the model is for.

How many positions it has, whether text can come out as its unknown piece, which weights it has, and eval mode for as
long as it is scored.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ...casing import Lowercase
from ...errors import ModelError, ScoringError, SgliteError
from ...surprisal import BackendInfo, Completion, ScoringOptions
from ..fingerprint import fingerprint
from .as_saved import keeps_capitals_against_its_word
from .complaints import brief_reason, no_head
from .open import Opened, quiet
from .placement import device_of, devices_of, is_offloaded, load_of
from .tokens import Cut, cut_sentences, ids_of, spells_bytes

__all__ = [
    "LoadedModel",
    "context_limit",
    "has_head",
    "has_unknown_piece",
    "scoring_mode",
    "shortened",
    "vocabulary_hash",
]

_MOST_AROUND = 8  # positions that are no text: BOS, special tokens, the blank that some tokenizers put before a text

Part = TypeVar("Part")
Value = TypeVar("Value")


class LoadedModel:
    """What backends of Hugging Face models share: who they are, and what they say when a sentence cannot be scored."""

    _info: BackendInfo
    _numbers: Mapping[str, Any]  # options of the backend that change numbers

    def __init__(self, opened: Opened, *, lowercase: Lowercase) -> None:
        self._opened = opened
        self._model = opened.model
        self._tokenizer = opened.tokenizer
        self._name = opened.name
        self._lowercase = lowercase
        self._limit, self._is_hard_limit = context_limit(opened.model.config, opened.tokenizer)
        self._dtype = str(opened.model.get_input_embeddings().weight.dtype).removeprefix("torch.")
        load_in = load_of(opened.model)
        self._number_format = {"dtype": self._dtype, **({} if load_in is None else {"load_in": load_in})}
        self._device = ", ".join(devices_of(opened.model))
        self._weights_state: tuple[Any, ...] | None = None
        self._warnings = opened.warnings

    @property
    def info(self) -> BackendInfo:
        """Who gives the numbers. The fingerprint of a model in memory follows its weights when they are trained on.

        One whose weights are elsewhere until they are needed has none.
        """
        if self._opened.fingerprint is None and not is_offloaded(self._model):
            state = _state_of_weights(self._model)
            if state != self._weights_state:
                self._weights_state = state
                numbers = {**self._numbers, **self._number_format}
                self._info = replace(self._info, fingerprint=_memory_fingerprint(self._model, self._tokenizer, numbers))
        return self._info

    def _cut(self, texts: Sequence[str], context: str = "") -> list[Cut]:
        """Cut sentences into pieces."""
        return cut_sentences(self._tokenizer, texts, context=context, lowercase=self._lowercase)

    @property
    def n_units(self) -> int:
        """How many pieces the tokenizer knows; see `Counted`."""
        return len(self._tokenizer)

    @property
    def own_counts(self) -> None:
        """No model of this kind says how often its pieces stood in its training text."""
        return None

    def units(self, texts: Sequence[str]) -> list[list[Hashable]]:
        """Give the ids of the pieces of each sentence; see `Counted.units`."""
        found: list[list[Hashable]] = [list(ids) for ids in ids_of(self._tokenizer, texts, lowercase=self._lowercase)]
        return found

    def refusals(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> dict[str, str]:
        """Find the sentences that have more tokens than the model takes; see `Foreseeing.refusals`."""
        found = {}
        for text in texts:
            if self._may_be_too_long(options.context + text):
                try:
                    self._require_room(text, options)
                except ScoringError as error:
                    found[text] = str(error)
        return found

    def _may_be_too_long(self, text: str) -> bool:
        """Tell at a glance which texts can be so long; of any other it need not be counted in tokens.

        Every token stands for a byte at least, but normal form KC makes up to 18 characters of one.
        """
        if self._limit is None:
            return False
        most = len(text) if text.isascii() else 33 * len(text)
        return most + _MOST_AROUND > self._limit

    def _require_room(self, text: str, options: ScoringOptions) -> None:
        """Raise ScoringError if the model cannot take so long a sentence."""
        raise NotImplementedError

    @contextlib.contextmanager
    def _first_try(self) -> Iterator[None]:
        """Try out what the model does; whatever fails becomes one sentence."""
        with quiet(), scoring_mode(self._model):
            if not has_head(self._model):
                raise no_head(self._name, self._model)
            if not self._lowercase and keeps_capitals_against_its_word(self._tokenizer):
                self._warnings += (
                    f"The files of {self._name} say that text is lower-cased (do_lower_case), but its tokenizer does "
                    "not do it: words with capitals come out in pieces that the model hardly knows. Score with "
                    "`lowercase`.",
                )
            try:
                yield
            except SgliteError:
                raise
            except Exception as error:
                raise ModelError(f"The model {self._name} failed on a first try: {brief_reason(error)}") from error

    def _each(
        self, texts: Sequence[str], parts: Sequence[Part], work: Callable[[Sequence[Part]], list[Value]]
    ) -> list[Value]:
        """Work on what was made of each sentence, all together.

        If that fails, each alone: so the sentence that fails can be named, and the others may well pass.
        """
        try:
            with quiet(), scoring_mode(self._model):
                return work(parts)
        except Exception as error:
            if len(texts) == 1:
                raise self._failure(texts[0], error) from error
        return [self._each([text], [part], work)[0] for text, part in zip(texts, parts, strict=True)]

    def _likeliest(self, text: str, logits: Any, k: int) -> list[Completion]:
        """Give the k most probable pieces after a text, the most probable first, from the logits there.

        Rows beyond the tokenizer's vocabulary count for probabilities, and are not listed.
        """
        if logits.isnan().any():
            raise self._no_number(text)
        logits = logits.double() if logits.device.type != "mps" else logits.float()
        nats = logits.logsumexp(-1) - logits
        listed = nats[: len(self._tokenizer)]
        values, ids = listed.topk(min(k, len(listed)), largest=False)
        return [
            Completion(_written(self._tokenizer, token_id), value / math.log(2) + 0.0)
            for token_id, value in zip(ids.tolist(), values.tolist(), strict=True)
        ]

    def _check_ids(self, text: str, ids: Sequence[int], n_vocabulary: int) -> None:
        highest = max(ids, default=0)
        if highest >= n_vocabulary:
            raise ScoringError(
                f"The tokenizer of {self._name} does not fit the model: it gives {shortened(text)} the id {highest}, "
                f"but the model knows {n_vocabulary} tokens."
            )

    def _no_number(self, text: str) -> ScoringError:
        advice = "its weights are damaged." if self._dtype in ("float32", "float64") else "try `dtype=float32`."
        return ScoringError(
            f"The model {self._name} gives no probabilities (NaN) for the sentence {shortened(text)}; {advice}"
        )

    def _failure(self, text: str, error: Exception) -> ScoringError:
        import torch

        what = f"The model {self._name} failed on the sentence {shortened(text)}"
        if isinstance(error, (torch.OutOfMemoryError, MemoryError)) or "alloc" in str(error):
            return ScoringError(
                f"{what}: out of memory on {self._info.options['device']}; use `dtype=bfloat16`, "
                "`device_map=auto`, `device=cpu` or a smaller model."
            )
        return ScoringError(f"{what}: {brief_reason(error)}")


@contextlib.contextmanager
def scoring_mode(model: Any) -> Iterator[None]:
    """Eval mode, and every module's own mode again afterwards."""
    training = [module for module in model.modules() if module.training]
    try:
        if training:
            model.eval()
        yield
    finally:
        for module in training:
            module.training = True


def has_head(model: Any) -> bool:
    """Whether a model gives a number for each piece of its vocabulary at each place; its bare body does not.

    One that fails on a first try passes: that is for others to report.
    """
    import torch

    embeddings = model.get_input_embeddings()
    n_vocabulary = int(embeddings.weight.shape[0])
    ids = torch.tensor([[i % n_vocabulary for i in range(4)]], device=device_of(embeddings))
    try:
        with torch.inference_mode():
            output = model(input_ids=ids, return_dict=True)
    except Exception:
        return True
    logits = getattr(output, "logits", None)
    if logits is None:
        return model.get_output_embeddings() is not None
    # a head may leave out some rows of the embeddings (images), not most of them
    return bool(logits.dim() == 3 and 2 * logits.shape[-1] > n_vocabulary)


def context_limit(config: Any, tokenizer: Any) -> tuple[int | None, bool]:
    """How many positions a model has, and whether that is its own limit (not only its tokenizer's advice).

    Returns
    -------
    limit : int or None
        None: no limit is known (state-space models, ALiBi).
    is_hard : bool
        Whether the limit stands in the model's configuration.
    """
    text_config = config.get_text_config() if hasattr(config, "get_text_config") else config
    for name in ("max_position_embeddings", "n_positions", "n_ctx", "max_seq_len", "max_sequence_length"):
        limit = getattr(text_config, name, None)
        if isinstance(limit, int) and not isinstance(limit, bool) and 0 < limit < 10**9:
            if getattr(text_config, "model_type", "") in _OFFSET_POSITIONS:
                limit -= 1 + (text_config.pad_token_id or 0)
            return limit, True
    limit = getattr(tokenizer, "model_max_length", None)
    if isinstance(limit, int) and 0 < limit < 10**6:
        return limit, False
    return None, False


# Families whose positions are counted from the padding id on, after RoBERTa.
_OFFSET_POSITIONS = frozenset(
    {
        "camembert",
        "data2vec-text",
        "longformer",
        "luke",
        "mpnet",
        "roberta",
        "roberta-prelayernorm",
        "xlm-roberta",
        "xlm-roberta-xl",
        "xmod",
    }
)


def has_unknown_piece(tokenizer: Any) -> bool:
    """Whether text can come out as the unknown token; a model of bytes spells everything."""
    if tokenizer.unk_token_id is None or spells_bytes(tokenizer):
        return False
    model = getattr(getattr(tokenizer, "backend_tokenizer", None), "model", None)
    if getattr(model, "byte_fallback", False) is True:
        return False
    return not (type(model).__name__ == "BPE" and getattr(model, "unk_token", None) is None)


def _written(tokenizer: Any, token_id: int) -> str:
    """What a piece adds to a text; decoding it alone may lose the blank before it."""
    name, text = str(tokenizer.convert_ids_to_tokens(token_id)), str(tokenizer.decode([token_id]))
    return f" {text}" if name.startswith(("Ġ", "▁")) and not text.startswith(" ") else text


def _state_of_weights(model: Any) -> tuple[Any, ...]:
    """Something cheap that changes when weights are changed: their storage, version, and a few values of each."""
    return tuple(
        (tensor.data_ptr(), tensor._version, tuple(tensor.reshape(-1)[:: max(1, tensor.numel() // 8)].tolist()))
        for tensor in model.state_dict().values()
    )


def _memory_fingerprint(model: Any, tokenizer: Any, numbers: Mapping[str, Any]) -> str:
    """Fingerprint of a model object: every byte of its weights, its configuration and its tokenizer."""
    import torch

    digest = hashlib.sha256()
    for key, tensor in sorted(model.state_dict().items()):
        plain = tensor.detach().cpu().contiguous()
        digest.update(f"{key} {tuple(plain.shape)} {plain.dtype}".encode())
        digest.update(plain.reshape(-1).view(torch.uint8).numpy())
    config = {k: v for k, v in model.config.to_dict().items() if k not in {"_name_or_path", "transformers_version"}}
    digest.update(json.dumps(config, sort_keys=True, default=str).encode())
    digest.update(_vocabulary(tokenizer))
    return fingerprint(files=[], options={"backend": "hf", "object": digest.hexdigest(), **numbers})


def _vocabulary(tokenizer: Any) -> bytes:
    """All that a tokenizer cuts by, as far as it can be written down."""
    inner = getattr(tokenizer, "backend_tokenizer", None)
    spelt: str = inner.to_str() if inner is not None else json.dumps(tokenizer.get_vocab(), sort_keys=True)
    return spelt.encode()


def vocabulary_hash(tokenizer: Any) -> str:
    """Give the sha256 of all that a tokenizer cuts by, in hexadecimal."""
    return hashlib.sha256(_vocabulary(tokenizer)).hexdigest()


def shortened(text: str, length: int = 80) -> str:
    """Quote the beginning of a sentence for a message."""
    return repr(text if len(text) <= length else text[: length - 1] + "…")
