"""Try out whether a server's values are what they should be, before any of them counts.

Each answer is held against what was asked in `syntaxgym_lite.backends.served.answers`. What shows only when answers are
compared is tried here: servers that answer well-formed nonsense are common. Whatever is wrong is refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...errors import ModelError
from ...surprisal import FloatArray
from .answers import Ids, PromptValues, lie, next_bits, next_token, wrong_order

__all__ = ["COMPANY_TOLERANCE_BITS", "ProbeOutcome", "ServerOnTrial", "try_server"]

COMPANY_TOLERANCE_BITS = 1e-2
"""How far the values of a sentence may differ from one request to another."""

_GENERATED_TOLERANCE_BITS = 0.5  # a generated token is computed in another way, in half precision too
_SAME_BITS = 1e-3  # two contexts that differ move some token by more, or one of them was not seen
_SENTENCES = (
    "The keys to the old cabinet are on the table, but nobody has found them.",
    "When the dog scratched the vet with his new assistant took off the muzzle.",
    "She had never seen a larger garden than the one behind that house in spring.",
)
_SPELLED = "nevertheless unbelievable"
_MOST_IDS = 24
_PREFIXES = ((0, 4), (1, 7))  # of which sentence, and how many ids
_MOST_ALTERNATIVES = 24
_STEP = 0.02  # bits; see `ProbeOutcome.means`

Ask = Callable[[Sequence[Ids]], list[PromptValues]]


@dataclass(frozen=True, slots=True)
class ServerOnTrial:
    """What a server is tried with.

    Parameters
    ----------
    url : str
    tokenizer : transformers tokenizer
    bos : tuple of int
        What stands before every sentence: one id or none.
    mark : int
        A token that may stand before a sentence: BOS, even if sentences are scored without it.
    alone : callable
        Asks for prompts, each in a request of its own, one after the other.
    together : callable
        Asks as sentences of suites are asked for: several in a request, several requests at once.
    generated : callable
        From a prompt to the answer of a server that generates the next token.
    """

    url: str
    tokenizer: Any
    bos: Ids
    mark: int
    alone: Ask
    together: Ask
    generated: Callable[[Ids], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class ProbeOutcome:
    """What was found of a server that passed.

    Parameters
    ----------
    means : tuple of float
        Mean surprisal of a token of each sentence that was tried, in bits, in steps of 0.02: another model under the
        same name has others.
    has_ranks : bool
        Whether it gives ranks.
    warnings : tuple of str
        What could not be tried.
    """

    means: tuple[float, ...]
    has_ranks: bool
    warnings: tuple[str, ...] = ()


def try_server(trial: ServerOnTrial) -> ProbeOutcome:
    """Refuse a server whose values cannot be trusted.

    Raises
    ------
    ModelError
        In one sentence: what it did, what that means for the numbers, and what to do.
    """
    bodies = _bodies(trial.tokenizer)
    prompts = [(*trial.bos, *ids) for ids in bodies]
    readings = trial.alone(prompts)
    _check_possible(trial, readings)
    _check_words(trial, prompts, readings)
    _check_batches(trial, prompts, readings)
    _check_start(trial, bodies[0], readings[0])
    checked = [_check_places(trial, (trial.mark, *bodies[which][:n]), bodies) for which, n in _PREFIXES]
    warnings = (
        ()
        if any(checked)
        else (
            f"Which token the server at {trial.url} generates could not be told, so it could not be tried whether its "
            "values of prompts belong to the tokens that it expects.",
        )
    )
    means = tuple(round(float(np.nanmean(_bits(reading))) / _STEP) * _STEP for reading in readings)
    return ProbeOutcome(
        tuple(round(mean, 2) for mean in means), all(reading.ranks is not None for reading in readings), warnings
    )


def _bodies(tokenizer: Any) -> list[Ids]:
    """Ids to send, without BOS: three sentences of one length, half of one, and words letter by letter.

    A server that makes text of ids and cuts that again has other ids for the letters.
    """
    cut = [_ids(tokenizer, text)[:_MOST_IDS] for text in _SENTENCES]
    length = max(min(map(len, cut)), 2)
    letters = [token_id for letter in _SPELLED for token_id in _ids(tokenizer, letter)]
    found = [ids[:length] for ids in cut] + [cut[0][: max(length // 2, 2)], tuple(letters[:_MOST_IDS])]
    return [ids for ids in found if len(ids) > 1]


def _ids(tokenizer: Any, text: str) -> Ids:
    return tuple(map(int, tokenizer(text, add_special_tokens=False)["input_ids"]))


def _bits(reading: PromptValues) -> FloatArray:
    return reading.nats / math.log(2)


def _apart(one: PromptValues, other: PromptValues) -> float:
    """How far two readings are apart at most, in bits."""
    if len(one.nats) != len(other.nats):
        return math.inf
    ours, theirs = _bits(one)[1:], _bits(other)[1:]
    both_infinite = np.isposinf(ours) & np.isposinf(theirs)
    return float(np.abs(np.where(both_infinite, 0.0, ours - theirs)).max(initial=0.0))


def _check_possible(trial: ServerOnTrial, readings: Sequence[PromptValues]) -> None:
    """Every token of ordinary sentences has some probability, however small."""
    n = sum(int(np.isposinf(_bits(reading)).sum()) for reading in readings)
    if n:
        raise lie(
            trial.url,
            f"gives {n} tokens of ordinary sentences no probability at all",
            "it may know the values of its most probable tokens only, and surprisals would be infinite",
            "start it so that every token has a value (vLLM: its mode raw_logprobs), or use another server",
        )


def _check_words(trial: ServerOnTrial, prompts: Sequence[Ids], readings: Sequence[PromptValues]) -> None:
    """Hold what the server takes ids for against the tokenizer, where it says so."""
    n_same = n_other = 0
    for prompt, reading in zip(prompts, readings, strict=True):
        for token_id, theirs in zip(prompt, reading.strings, strict=False):
            ours = {_bare(trial.tokenizer.decode([token_id])), _bare(trial.tokenizer.convert_ids_to_tokens(token_id))}
            if not _bare(theirs) or not any(map(str.isalpha, theirs)):
                continue
            if _bare(theirs) in ours:
                n_same += 1
            else:
                n_other += 1
    if n_other > n_same:
        raise lie(
            trial.url,
            "takes the ids that were sent for other words than the tokenizer here",
            "the two do not belong together, and its values are those of other sentences",
            "name the tokenizer of the model that it serves: -O tokenizer=FOLDER or a hub name",
        )


def _bare(text: object) -> str:
    return str(text).strip().lstrip("\u0120\u2581#").strip()


def _check_batches(trial: ServerOnTrial, prompts: Sequence[Ids], alone: Sequence[PromptValues]) -> None:
    """Whether a prompt has the same values in whatever company, and a second time."""
    n = len(prompts)
    order = [*range(1, n), 0] * 2
    together = trial.together([prompts[i] for i in order])
    differences = [_apart(reading, alone[i]) for reading, i in zip(together, order, strict=True)]
    most = max(differences)
    if most <= COMPANY_TOLERANCE_BITS:
        return
    strangers = [
        any(_apart(reading, other) <= COMPANY_TOLERANCE_BITS for k, other in enumerate(alone) if k != i)
        for reading, i, difference in zip(together, order, differences, strict=True)
        if difference > COMPANY_TOLERANCE_BITS
    ]
    if all(strangers):
        raise wrong_order(trial.url)
    raise lie(
        trial.url,
        f"gives a sentence other values among others than alone (by up to {most:.3g} bits; "
        f"{COMPANY_TOLERANCE_BITS:g} are tolerated)",
        "a number would depend on what it happens to be asked with",
        "start it in float32 (vLLM: `dtype=float32`) and without caching of prompts, or ask for one sentence at a "
        "time: -O requests=1 and -O prompts=1",
    )


def _check_start(trial: ServerOnTrial, body: Ids, reading: PromptValues) -> None:
    """Whether what stands before a sentence counts, and nothing else does: a BOS neither dropped nor added."""
    [other] = trial.alone([body if trial.bos else (trial.mark, *body)])
    n = len(body) - 1
    difference = np.abs(_bits(other)[-n:] - _bits(reading)[-n:])
    if not (difference > _SAME_BITS).any():
        raise lie(
            trial.url,
            "gives a sentence the same values with a BOS before it and without",
            "it drops the BOS or adds one, and what stands before a sentence is not what the results say",
            "start it so that it neither adds nor removes special tokens, or use another server",
        )


def _check_places(trial: ServerOnTrial, prefix: Ids, bodies: Sequence[Ids]) -> bool:
    """Whether values stand where their tokens do: the same beginning, and one token or another after it.

    What stands before cannot know which token comes. After the beginning, the token that the model generates has no
    less probability than any other, the value that it was generated with, and all of them together not more than 1.

    Returns
    -------
    bool
        Whether it was known which token the model generates.
    """
    answer = trial.generated(prefix)
    expected = _candidates(trial.tokenizer, *next_token(answer))[:_MOST_ALTERNATIVES]
    others = [i for i in dict.fromkeys(i for ids in bodies for i in ids) if i not in expected][:_MOST_ALTERNATIVES]
    readings = trial.together([(*prefix, i) for i in (*expected, *others)])
    n = len(prefix)
    before = np.array([_bits(reading)[1:n] for reading in readings])
    bits = np.array([_bits(reading)[n] for reading in readings])
    if (np.ptp(before, axis=0) > COMPANY_TOLERANCE_BITS).any():
        raise _shifted(trial.url, "gives a token another value when another one comes after it")
    if np.ptp(bits) < _SAME_BITS:
        raise _shifted(trial.url, "gives different tokens in one place the same value")
    if np.exp2(-bits).sum() > 1.01:
        raise _shifted(trial.url, "gives tokens in one place more than all the probability there is")
    if expected and bits[len(expected) :].min() < bits[: len(expected)].min() - COMPANY_TOLERANCE_BITS:
        raise _shifted(trial.url, "gives another token more probability than the one that it expects most")
    own = next_bits(answer)
    if expected and own is not None and np.abs(bits[: len(expected)] - own).min() > _GENERATED_TOLERANCE_BITS:
        raise _shifted(trial.url, "gives a token another value in a prompt than when it generates it")
    return bool(expected)


def _shifted(url: str, did: str) -> ModelError:
    return lie(
        url,
        did,
        "its values are shifted by one and belong to other words (as those of llama-cpp-python do without its BOS)",
        "use another server (vLLM), or the model itself with `hf:`",
    )


def _candidates(tokenizer: Any, token_id: int | None, spelt: str | None) -> list[int]:
    """Ids that a generated token may have; its spelling says no more in some servers."""
    if token_id is not None:
        return [token_id] if 0 <= token_id < len(tokenizer) else []
    if not spelt or "\ufffd" in spelt:
        return []
    everything = list(range(len(tokenizer)))
    names = tokenizer.convert_ids_to_tokens(everything)
    texts = [str(tokenizer.decode([i])) for i in everything]
    exact = [i for i in everything if spelt in (texts[i], names[i])]
    return exact or [i for i in everything if spelt.strip() == texts[i].strip() and spelt.strip()]
