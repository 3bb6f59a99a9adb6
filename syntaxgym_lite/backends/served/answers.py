"""What a completions server is asked for the log probabilities of a prompt, and how its answers are read.

Two ways: `OpenAi`, with ``echo`` and ``logprobs``, and `Vllm`, with ``prompt_logprobs``. Every answer is held against
what was asked, in each request and not only at the first: as many answers as prompts, as many values as tokens sent,
none for the first, ids that were sent. Places follow from the ids that were sent, never from strings that come back.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ...errors import ModelError
from ...surprisal import FloatArray, IntArray

__all__ = ["Dialect", "Ids", "OpenAi", "PromptValues", "Vllm", "lie", "next_bits", "next_token", "read_answer"]

Ids = tuple[int, ...]

_IMPOSSIBLE = -9999.0  # how vLLM writes minus infinity, which JSON does not have
_NOT_ABOVE = 1e-4  # of rounding, a log probability may come out above 0
_ID = re.compile(r"token_id:(\d+)")


@dataclass(frozen=True, slots=True, eq=False)
class PromptValues:
    """What a server says of one prompt.

    Parameters
    ----------
    nats : ndarray of float64, shape (n,)
        -log p of each id; NaN for the first.
    ranks : ndarray of int32, shape (n,), or None
        1 for the server's top choice; 0 for the first id. None where the server gives none.
    strings : tuple of str
        What the server takes the ids for, where it says so; they are looked at in the probe only.
    """

    nats: FloatArray
    ranks: IntArray | None = None
    strings: tuple[str, ...] = ()


def lie(url: str, did: str, means: str, advice: str) -> ModelError:
    """Refuse a server: what it did, what that means for the numbers, and what to do."""
    return ModelError(f"The server at {url} {did}, so {means}; {advice}.")


class Dialect:
    """How prompts are sent, and where their values stand in an answer.

    Parameters
    ----------
    model : str
        As the server knows it.
    url : str
        For messages.
    n_generated : int
        How many tokens it has to generate besides; their values are not used.
    """

    other: ClassVar[str]

    def __init__(self, model: str, url: str, n_generated: int) -> None:
        self.model = model
        self.url = url
        self.n_generated = n_generated

    def body(self, prompts: Sequence[Ids]) -> dict[str, Any]:
        """Give the request for the values of prompts."""
        raise NotImplementedError

    def generating(self, prompt: Ids) -> dict[str, Any]:
        """Give the request for the token that the model expects most after a prompt."""
        return {"model": self.model, "prompt": [list(prompt)], "max_tokens": 1, "temperature": 0, "logprobs": 1}

    def values(self, choice: Mapping[str, Any]) -> list[Any]:
        """Find the list with something for each token of the prompt, the first included."""
        raise NotImplementedError

    def reading(self, choice: Mapping[str, Any], values: list[Any], prompt: Ids) -> PromptValues:
        """Read the values of one prompt, which are as many as its ids."""
        raise NotImplementedError

    def _nats(self, values: Sequence[Any]) -> FloatArray:
        """Give -log p; None is no value."""
        missing = [i for i, value in enumerate(values) if value is None]
        if values and missing != [0] and not (missing == [] and values[0] == 0):
            if missing == []:
                raise lie(
                    self.url,
                    "gives the first token that was sent a value",
                    "a BOS of its own stands before it, and before all that comes after it",
                    "start it so that it adds no special tokens, or use another server",
                )
            if 0 in missing:
                raise lie(
                    self.url,
                    f"gives {len(missing) - 1} tokens in the middle of a prompt no value",
                    "regions would lack what it left out",
                    "switch off its prompt cache, or use another server",
                )
            raise lie(
                self.url,
                f"leaves token {missing[0] + 1} of a prompt without a value, not the first",
                "its values are shifted and belong to other words",
                f"use another server, or {self.other} if it is one",
            )
        found = np.full(len(values), np.nan)
        for i, value in enumerate(values[1:], start=1):
            if isinstance(value, bool) or not isinstance(value, (int, float)) or math.isnan(value):
                raise lie(
                    self.url,
                    f"gives {str(value)[:40]!r} where a log probability belongs",
                    "there is no number to use",
                    "look at what it writes about its own model: weights or precision may be at fault",
                )
            if value > _NOT_ABOVE:
                raise lie(
                    self.url,
                    f"gives values above 0 ({value:.4g})",
                    "they are no logarithms of probabilities",
                    "set it to give log probabilities (for vLLM: its mode raw_logprobs)",
                )
            found[i] = math.inf if value <= _IMPOSSIBLE else -value + 0.0
        return found

    def other_ids(self) -> ModelError:
        """Refuse a server that answers about other ids than were sent."""
        return lie(
            self.url,
            "answers about other token ids than were sent",
            "its values belong to other words",
            "see that it serves the model of the tokenizer here (-O tokenizer=...), and takes token ids as prompts",
        )


class OpenAi(Dialect):
    """``echo`` and ``logprobs``: the values of the prompt stand in front of those of what is generated."""

    other = "`vllm:` with vLLM"

    def body(self, prompts: Sequence[Ids]) -> dict[str, Any]:
        """Give the request for the values of prompts."""
        return {
            "model": self.model,
            "prompt": [list(prompt) for prompt in prompts],
            "max_tokens": self.n_generated,
            "echo": True,
            "logprobs": 1,
            "temperature": 0,
        }

    def values(self, choice: Mapping[str, Any]) -> list[Any]:
        """Find ``logprobs.token_logprobs``."""
        logprobs = choice.get("logprobs")
        if logprobs is None:
            raise lie(
                self.url,
                "answers with strings only and gives no log probabilities",
                "there is no number to use",
                "start it with log probabilities of the prompt, or use another server (vLLM gives them)",
            )
        values = logprobs.get("token_logprobs") if isinstance(logprobs, dict) else None
        if not isinstance(values, list) or len(values) <= self.n_generated:
            raise lie(
                self.url,
                "ignores 'echo', though it answers with status 200",
                "what it gives are values of text that it makes up, not of the sentences",
                "use a server that gives log probabilities of the prompt (vLLM; llama.cpp's server does not), or the "
                "model itself with `hf:`",
            )
        return values[: len(values) - self.n_generated]

    def reading(self, choice: Mapping[str, Any], values: list[Any], prompt: Ids) -> PromptValues:
        """Read ``token_logprobs``, and hold ids against those sent where the server gives them."""
        tokens = choice["logprobs"].get("tokens")
        strings = tuple(map(str, tokens[: len(values)])) if isinstance(tokens, list) else ()
        ids = [_ID.fullmatch(string) for string in strings]
        if any(found is not None and int(found[1]) != sent for found, sent in zip(ids, prompt, strict=False)):
            raise self.other_ids()
        return PromptValues(self._nats(values), strings=() if any(ids) else strings)


class Vllm(Dialect):
    """``prompt_logprobs`` of vLLM: for each place of the prompt, a value and a rank by id."""

    other = "`openai:`"

    def body(self, prompts: Sequence[Ids]) -> dict[str, Any]:
        """Give the request for the values of prompts."""
        return {
            "model": self.model,
            "prompt": [list(prompt) for prompt in prompts],
            "max_tokens": self.n_generated,
            "prompt_logprobs": 0,
            "temperature": 0,
        }

    def generating(self, prompt: Ids) -> dict[str, Any]:
        """Give the request for the next token, by its id."""
        # a model's own generation_config.json may make repetitions less probable
        return {**super().generating(prompt), "return_tokens_as_token_ids": True, "repetition_penalty": 1.0}

    def values(self, choice: Mapping[str, Any]) -> list[Any]:
        """Find ``prompt_logprobs``."""
        values = choice.get("prompt_logprobs")
        if not isinstance(values, list) or not values:
            raise lie(
                self.url,
                "gives no 'prompt_logprobs'",
                "it is not vLLM, or an old one, and there is no number to use",
                "write openai: in place of vllm: if it is another server",
            )
        return values

    def reading(self, choice: Mapping[str, Any], values: list[Any], prompt: Ids) -> PromptValues:
        """Read the entry of each id that was sent."""
        given = choice.get("prompt_token_ids")
        if isinstance(given, list) and tuple(given) != prompt:
            raise self.other_ids()
        entries = [self._entry(entry, token_id) for entry, token_id in zip(values, prompt, strict=True)]
        nats = self._nats([None if entry is None else entry.get("logprob") for entry in entries])
        ranks = [0 if entry is None else entry.get("rank") for entry in entries]
        strings = [str(entry.get("decoded_token") or "") if entry else "" for entry in entries]
        has_ranks = all(isinstance(rank, int) and not isinstance(rank, bool) and rank >= 0 for rank in ranks)
        return PromptValues(nats, np.array(ranks, np.int32) if has_ranks else None, tuple(strings))

    def _entry(self, entry: Any, token_id: int) -> Mapping[str, Any] | None:
        if entry is None:
            return None
        own = entry.get(str(token_id)) if isinstance(entry, dict) else None
        if not isinstance(own, dict):
            raise self.other_ids()
        return own


def read_answer(dialect: Dialect, answer: Mapping[str, Any], prompts: Sequence[Ids]) -> list[PromptValues]:
    """Read what a server says of prompts, in their order.

    Raises
    ------
    ModelError
        If the answer does not fit what was asked.
    """
    url = dialect.url
    choices = answer.get("choices")
    if not isinstance(choices, list) or not all(isinstance(choice, dict) for choice in choices):
        raise lie(url, "gives no list of choices", "there is no number to use", "see that this is a completions server")
    if len(choices) != len(prompts):
        raise lie(
            url,
            f"gave {len(choices)} answers to {len(prompts)} prompts of token ids",
            "it takes ids for something else, and its values belong to other words",
            "use a server that takes token ids (vLLM does)",
        )
    by_index = {choice["index"]: choice for choice in choices if isinstance(choice.get("index"), int)}
    if set(by_index) != set(range(len(prompts))):
        raise lie(
            url,
            "does not number its answers ('index')",
            "it cannot be told which sentence they belong to",
            "ask for one sentence a request: -O prompts=1, or use another server",
        )
    ordered = [by_index[i] for i in range(len(prompts))]
    found = [dialect.values(choice) for choice in ordered]
    _check_lengths(dialect, [len(values) for values in found], [len(prompt) for prompt in prompts])
    _check_count(dialect, answer, prompts)
    return [
        dialect.reading(choice, values, prompt) for choice, values, prompt in zip(ordered, found, prompts, strict=True)
    ]


def _check_lengths(dialect: Dialect, given: list[int], sent: list[int]) -> None:
    if given == sent:
        return
    if sorted(given) == sorted(sent):
        raise wrong_order(dialect.url)
    _refuse_count(dialect, given[0] - sent[0] if len(set(np.subtract(given, sent).tolist())) == 1 else None)


def wrong_order(url: str) -> ModelError:
    """Refuse a server that answers in another order than it says."""
    return lie(
        url,
        "gives its answers in another order than it says ('index')",
        "sentences would get the values of others",
        "ask for one sentence a request: -O prompts=1, or use another server",
    )


def _check_count(dialect: Dialect, answer: Mapping[str, Any], prompts: Sequence[Ids]) -> None:
    """Hold the number of tokens that the server counts against the number that was sent."""
    usage = answer.get("usage")
    counted = usage.get("prompt_tokens") if isinstance(usage, dict) else None
    sent = sum(map(len, prompts))
    if not isinstance(counted, int) or counted in (0, sent):
        return
    more = counted - sent
    _refuse_count(dialect, more // len(prompts) if more in (len(prompts), -len(prompts)) else None)


def _refuse_count(dialect: Dialect, more: int | None) -> None:
    if more == 1:
        raise lie(
            dialect.url,
            "puts a token of its own, a BOS, before the ids that were sent",
            "all numbers have that before them, too",
            "start it so that it adds no special tokens, or use another server",
        )
    if more == -1:
        raise lie(
            dialect.url,
            "drops the first id that was sent, the BOS",
            "the first word has no value, or one that is predicted from nothing",
            "use another server, or `bos=none` if no value for the first word is wanted",
        )
    raise lie(
        dialect.url,
        "counts other tokens than were sent: it cuts the text again",
        "its values belong to other pieces",
        "use a server that takes token ids as they are (vLLM does)",
    )


def next_token(answer: Mapping[str, Any]) -> tuple[int | None, str | None]:
    """Give the token that a server generated: its id, where the server says it, else how it is spelt."""
    try:
        choice = answer["choices"][0]
        tokens = choice["logprobs"]["tokens"] if choice.get("logprobs") else []
        spelt = str(tokens[-1] if tokens else choice["text"])
    except (KeyError, IndexError, TypeError, AttributeError):
        return None, None
    found = _ID.fullmatch(spelt)
    return (int(found[1]), None) if found else (None, spelt)


def next_bits(answer: Mapping[str, Any]) -> float | None:
    """Give the surprisal of the token that a server generated; None where it gives none, or a certain choice's 0."""
    try:
        value = answer["choices"][0]["logprobs"]["token_logprobs"][-1]
    except (KeyError, IndexError, TypeError, AttributeError):
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not _IMPOSSIBLE < value < -_NOT_ABOVE:
        return None
    return -value / math.log(2)
