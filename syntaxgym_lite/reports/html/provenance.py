"""How results were made, as complete as they tell it: models, runs, settings, counting, suites, unknown words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...results import PARTS, ModelResult, RunResult, parts_of
from ...stats import RunSummary
from ..methods import chance_rule, interval_rule, mean_interval_rule
from .suites import SuiteData

__all__ = ["Provenance", "SuiteOrigin", "UnknownWords", "provenance_of"]

_MOST_WORDS = 300  # of unknown ones that are listed for a model

Fact = tuple[str, tuple[str, ...]]
"""What it is, and what it is for each model or run."""


@dataclass(frozen=True, slots=True)
class UnknownWords:
    """Words that a model does not know.

    Parameters
    ----------
    model : str
    n_tokens, n_unknown, n_words : int
        Tokens scored, those of them unknown, and how many different words these are.
    words : tuple of (str, int)
        The most frequent, each with its count over all sentences; empty where sentences were not kept.
    """

    model: str
    n_tokens: int
    n_unknown: int
    n_words: int
    words: tuple[tuple[str, int], ...]

    @property
    def n_more(self) -> int:
        """How many words are not listed."""
        return self.n_words - len(self.words)


@dataclass(frozen=True, slots=True)
class SuiteOrigin:
    """Where a suite is from, and what was done to it.

    Parameters
    ----------
    name, key, source, sha256, join, metric, context : str
    n_excluded : int
    reasons : str
        Why items were excluded, with counts.
    """

    name: str
    key: str
    source: str
    sha256: str
    join: str
    metric: str
    context: str
    n_excluded: int
    reasons: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where results are from.

    Parameters
    ----------
    models : tuple of str
    of_models : tuple of Fact
        A row for each property, with its value for each model.
    runs : tuple of str
        When each was made.
    of_runs : tuple of Fact
        Settings and versions of each.
    counting : tuple of (str, str)
        How scores, intervals and tests are made.
    suites : tuple of SuiteOrigin
    unknown : tuple of UnknownWords
    """

    models: tuple[str, ...]
    of_models: tuple[Fact, ...]
    runs: tuple[str, ...]
    of_runs: tuple[Fact, ...]
    counting: tuple[tuple[str, str], ...]
    suites: tuple[SuiteOrigin, ...]
    unknown: tuple[UnknownWords, ...]


def provenance_of(run: RunResult, summary: RunSummary, suites: Sequence[SuiteData]) -> Provenance:
    """Gather how results were made.

    Parameters
    ----------
    run : RunResult
    summary : RunSummary
    suites : sequence of SuiteData
        Those of the run.
    """
    parts = parts_of(run)
    return Provenance(
        models=tuple(model.model for model in run.models),
        of_models=tuple(_facts([_about_model(model) for model in run.models])),
        runs=tuple(str(part["created"]) for part in parts),
        of_runs=tuple(_facts([_about_run(part) for part in parts])),
        counting=tuple(_counting(summary)),
        suites=tuple(_origin(one) for one in suites),
        unknown=tuple(one for model in run.models if (one := _unknown(model)).n_unknown),
    )


def _facts(things: Sequence[Mapping[str, Any]]) -> Iterator[Fact]:
    """Turn what is known of each thing into rows; one that none has a value for is left out."""
    names = dict.fromkeys(name for thing in things for name in thing)
    for name in names:
        values = tuple(_shown(thing.get(name)) for thing in things)
        if any(values):
            yield name, values


def _shown(value: Any) -> str:
    if value is None or value == "" or value == [] or value == {}:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _about_model(model: ModelResult) -> dict[str, Any]:
    return {
        "named": model.spec,
        "kind": model.backend,
        "revision": model.revision,
        "fingerprint (SHA-256)": model.fingerprint or "none: never taken from a cache",
        "gives": "pseudo-surprisals" if model.pseudo else "surprisals",
        "sees": {"left": "what stands to the left", "both": "both sides"}.get(model.context, model.context),
        "tokens are": model.units,
        "end of a word": {"as-is": "as the tokens have it", "corrected": "counts for the word"}[model.word_boundary],
        **{name.replace("_", " "): value for name, value in model.options.items()},
    }


def _about_run(part: Mapping[str, Any]) -> dict[str, Any]:
    settings = {name: value for name, value in part["settings"].items() if name not in ("reading", PARTS)}
    reading = part["settings"].get("reading") or {}
    read = reading.get("suites") if isinstance(reading, Mapping) else None
    return {
        "models": ", ".join(part["results"]),
        "suites read from": ", ".join(map(str, read)) if isinstance(read, list) else read,
        **{name.replace("_", " "): value for name, value in settings.items()},
        **{f"version of {name}": version for name, version in part["versions"].items()},
    }


_TIES = {
    "wrong": "a comparison with equal sides does not hold",
    "half": "an item that a tie decides counts a half",
}
_SETS = {"all": "all suites", "paper": "the suites that the figures of Hu et al. (2020) count"}


def _counting(summary: RunSummary) -> Iterator[tuple[str, str]]:
    yield "an item passes", "if all predictions of its suite hold; an undefined item does not"
    ties = summary["ties"]
    yield "ties", f"{ties}: {_TIES.get(ties, 'an item that a tie decides is drawn by lot, with this seed')}"
    yield "means over suites", _SETS.get(summary["suites_as"], summary["suites_as"])
    left = sorted({name for model in summary["models"] for name in model["left_out"]})
    if left:
        yield "not counted in means", ", ".join(left)
    yield "intervals of shares", f"95 %, {interval_rule(one for model in summary['models'] for one in model['suites'])}"
    yield "intervals of means", f"95 %, {mean_interval_rule(summary)}"
    yield (
        "above or below chance",
        f"by {chance_rule(summary, 'suites')}; predictions likewise",
    )


def _origin(one: SuiteData) -> SuiteOrigin:
    suite = one.suite
    reasons = Counter(excluded.reason for excluded in suite.excluded).most_common()
    return SuiteOrigin(
        name=suite.suite,
        key=one.key,
        source=suite.source,
        sha256=suite.suite_sha256,
        join=suite.join,
        metric=suite.metric,
        context=suite.context,
        n_excluded=len(suite.excluded),
        reasons="; ".join(f"{n} x {reason}" for reason, n in reasons),
    )


def _unknown(model: ModelResult) -> UnknownWords:
    counts = [suite.count_sentences() for suite in model.suites]
    words = Counter(
        word
        for suite in model.suites
        for sentence in suite.sentences
        for region in sentence.regions
        for word in region.oov
    )
    listed = sorted(words.items(), key=lambda one: (-one[1], one[0]))
    return UnknownWords(
        model=model.model,
        n_tokens=sum(one.n_tokens for one in counts),
        n_unknown=sum(one.n_oov for one in counts),
        n_words=len(words),
        words=tuple(listed[:_MOST_WORDS]),
    )
