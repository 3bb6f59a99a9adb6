"""Statistics of outcomes: scores, intervals, averages over suites and circuits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypedDict

import numpy as np

from ..judgments import HumanSummary, human_summary
from ..results import SCHEMA_VERSION, ModelResult, Outcome, RunResult, SuiteResult
from ..suite import Factor
from ..suite.chance import ChanceLevel, chance_level
from ..surprisal import WordBoundary
from .effects import ComparisonSummary, comparison_summaries
from .intervals import wilson_interval

__all__ = [
    "AgainstChance",
    "FactorSummary",
    "FailureSummary",
    "GroupSummary",
    "Interval",
    "ModelSummary",
    "PartSummary",
    "PredictionSummary",
    "RunSummary",
    "SuiteSummary",
    "summarize",
]


class Interval(TypedDict):
    """Wilson interval of a share."""

    ci_low: float | None
    ci_high: float | None


class AgainstChance(TypedDict):
    """Chance level of a share, how it was found, and on which side of it the whole interval lies.

    ``above_chance`` is ``"silent"`` where a tie decides every item: the model gives the same value twice.
    """

    chance: float | None
    chance_is_upper_bound: bool
    chance_method: str | None
    chance_se: float | None
    above_chance: str | None


class _ItemCounts(TypedDict):
    n_passed: int
    n_undefined: int
    n_ties: int


class PredictionSummary(Interval, AgainstChance):
    """A prediction on the items of a suite."""

    index: int
    name: str | None
    formula: str
    accuracy: float
    n_true: int
    n_undefined: int
    n_ties: int
    comparisons: list[ComparisonSummary]


class _PredictionAccuracy(Interval):
    index: int
    accuracy: float


class FactorSummary(Interval, _ItemCounts):
    """A suite's score among the items that have one value of a factor."""

    value: Factor
    n_items: int
    score: float
    predictions: list[_PredictionAccuracy]


class SuiteSummary(Interval, AgainstChance, _ItemCounts):
    """A model's score on a suite, and what stands behind it."""

    suite: str
    source: str
    circuit: str | None
    groups: dict[str, str]
    n_items: int
    score: float | None
    n_oov_items: int
    n_tokens: int
    n_oov: int
    predictions: list[PredictionSummary]
    factors: dict[str, list[FactorSummary]]
    human: HumanSummary | None
    n_excluded: int
    excluded: dict[str, int]
    warnings: list[str]


class GroupSummary(Interval, _ItemCounts):
    """Averages over the suites that share a value of a group."""

    value: str
    n_suites: int
    macro: float | None
    micro: float
    n_items: int


class PartSummary(TypedDict):
    """Average over the suites of one language, or of one collection; ``""`` where suites do not say theirs."""

    name: str
    n_suites: int
    sg_score: float | None


class ModelSummary(TypedDict):
    """A model's scores."""

    model: str
    spec: str
    backend: str
    dtype: str | None
    options: dict[str, str | int | float | bool | None]
    fingerprint: str | None
    pseudo: bool
    eos: bool
    word_boundary: WordBoundary
    sg_score: float | None
    item_score: float | None
    n_suites: int
    languages: list[PartSummary]
    collections: list[PartSummary]
    circuits: dict[str, float | None]
    groups: dict[str, list[GroupSummary]]
    suites: list[SuiteSummary]
    warnings: list[str]


class FailureSummary(TypedDict):
    """A model that failed."""

    model: str
    message: str
    sentences: list[str]


class RunSummary(TypedDict):
    """What `summarize` gives: the document ``summary.json``, described in docs/reference/results.md."""

    schema_version: int
    models: list[ModelSummary]
    failures: list[FailureSummary]


def summarize(run: RunResult) -> RunSummary:
    """Give the scores of a run.

    Returns
    -------
    RunSummary
        A dictionary: what ``--format json`` prints and ``summary.json`` holds; see docs/reference/results.md. ``score``
        is the share of items for which all predictions of a suite hold; an undefined item does not pass and is counted
        in ``n_undefined``. ``sg_score`` is the mean over suites, ``circuits`` the same within each circuit,
        ``item_score`` the share over all items of all suites; both are None without a suite that predicts something,
        and where suites score the same pairs by several methods (``meta.groups.method``), which are not averaged.
        ``chance`` is the share expected of a model whose values say nothing about the design (see
        `syntaxgym_lite.suite.chance`), and ``above_chance`` says whether the interval lies ``"above"`` or ``"below"``
        it, or holds it (``"no"``), or that no item passes and each has a tie (``"silent"``). ``languages`` and
        ``collections`` average suites of one language, and those published with one paper. ``factors`` breaks a suite's
        score down by the factors of its items, but for those of more than five values with fewer than two items to a
        value on average, such as frequencies; ``groups`` averages suites that share a value of ``meta.groups``:
        ``macro`` over suites, ``micro`` over their items.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> scores = sgl.summarize(sgl.evaluate("npz"))["models"][0]
    >>> sorted(scores["circuits"])
    ['garden_path']
    >>> scores["suites"][0]["n_items"]
    28
    """
    return {
        "schema_version": SCHEMA_VERSION,
        "models": [_model_summary(model, eos=bool(run.settings.get("eos"))) for model in run.models],
        "failures": [
            {"model": failure.model, "message": failure.message, "sentences": list(failure.sentences)}
            for failure in run.failures
        ],
    }


def _model_summary(model: ModelResult, *, eos: bool) -> ModelSummary:
    suites = [_suite_summary(suite) for suite in model.suites]
    scored = [suite for suite in suites if suite["score"] is not None]
    circuits: dict[str, list[SuiteSummary]] = {}
    for suite in scored:
        if suite["circuit"] is not None:
            circuits.setdefault(suite["circuit"], []).append(suite)
    n_items = sum(suite["n_items"] for suite in scored)
    groups = _group_summaries(scored)
    is_one_method = len(groups.get("method", ())) < 2
    dtype = model.options.get("dtype")
    return {
        "model": model.model,
        "spec": model.spec or model.model,
        "backend": model.backend,
        "dtype": None if dtype is None else str(dtype),
        "options": dict(model.options),
        "fingerprint": model.fingerprint,
        "pseudo": model.pseudo,
        "eos": eos,
        "word_boundary": model.word_boundary,
        "sg_score": _mean_score(scored) if is_one_method else None,
        "item_score": sum(suite["n_passed"] for suite in scored) / n_items if n_items and is_one_method else None,
        "n_suites": len(scored),
        "languages": _part_summaries(scored, [suite.language for suite in model.suites if suite.predictions]),
        "collections": _part_summaries(scored, [suite.collection for suite in model.suites if suite.predictions]),
        "circuits": {name: _mean_score(circuits[name]) for name in sorted(circuits)},
        "groups": groups,
        "suites": suites,
        "warnings": list(model.warnings),
    }


def _part_summaries(suites: Sequence[SuiteSummary], names: Sequence[str]) -> list[PartSummary]:
    parts: dict[str, list[SuiteSummary]] = {}
    for suite, name in zip(suites, names, strict=True):
        parts.setdefault(name, []).append(suite)
    return [{"name": name, "n_suites": len(own), "sg_score": _mean_score(own)} for name, own in sorted(parts.items())]


def _group_summaries(suites: Sequence[SuiteSummary]) -> dict[str, list[GroupSummary]]:
    """Averages over the suites that share a value of ``meta.groups``, by group, then value."""
    members: dict[str, dict[str, list[SuiteSummary]]] = {}
    for suite in suites:
        for group, value in suite["groups"].items():
            members.setdefault(group, {}).setdefault(value, []).append(suite)
    return {
        group: [_group_summary(value, values[value]) for value in sorted(values)] for group, values in members.items()
    }


def _group_summary(value: str, suites: Sequence[SuiteSummary]) -> GroupSummary:
    n_items = sum(suite["n_items"] for suite in suites)
    n_passed = sum(suite["n_passed"] for suite in suites)
    return {
        "value": value,
        "n_suites": len(suites),
        "macro": _mean_score(suites),
        "micro": n_passed / n_items,
        **_interval(n_passed, n_items),
        "n_items": n_items,
        "n_passed": n_passed,
        "n_undefined": sum(suite["n_undefined"] for suite in suites),
        "n_ties": sum(suite["n_ties"] for suite in suites),
    }


def _suite_summary(suite: SuiteResult) -> SuiteSummary:
    sentences = suite.count_sentences()
    by_item: dict[int, list[Outcome]] = {number: [] for number in sentences.item_numbers}
    for outcome in suite.outcomes:
        by_item[outcome.item_number].append(outcome)
    n_items = len(by_item)
    counts = _item_counts(by_item)
    scored = bool(suite.predictions)
    interval = _interval(counts["n_passed"], n_items) if scored else Interval(ci_low=None, ci_high=None)
    return {
        "suite": suite.suite,
        "source": suite.source,
        "circuit": suite.circuit,
        "groups": dict(suite.groups),
        "n_items": n_items,
        "score": counts["n_passed"] / n_items if scored else None,
        **interval,
        **_against_chance(
            _chance(suite, range(len(suite.predictions))) if scored else None,
            interval,
            silent=counts["n_ties"] == n_items and not counts["n_passed"],
        ),
        **counts,
        "n_oov_items": sentences.n_oov_items,
        "n_tokens": sentences.n_tokens,
        "n_oov": sentences.n_oov,
        "predictions": [_prediction_summary(suite, prediction.index, n_items) for prediction in suite.predictions],
        "factors": _factor_summaries(suite, by_item) if scored else {},
        "human": human_summary(suite) if scored else None,
        "n_excluded": len(suite.excluded),
        "excluded": dict(Counter(excluded.reason for excluded in suite.excluded).most_common()),
        "warnings": list(suite.warnings),
    }


def _item_counts(by_item: Mapping[int, Sequence[Outcome]]) -> _ItemCounts:
    """Items that pass, neither pass nor fail, and have a tie."""
    truths = [[outcome.holds for outcome in outcomes] for outcomes in by_item.values()]
    return {
        "n_passed": sum(bool(values) and all(holds is True for holds in values) for values in truths),
        "n_undefined": sum(None in values and False not in values for values in truths),
        "n_ties": sum(any(outcome.tie for outcome in outcomes) for outcomes in by_item.values()),
    }


def _factor_summaries(suite: SuiteResult, by_item: Mapping[int, Sequence[Outcome]]) -> dict[str, list[FactorSummary]]:
    """The suite's score among the items of each value of each factor; items without the factor are in none.

    Of a factor that has a value of its own for nearly every item, as a frequency has, there would be a row an item: it
    is left out.
    """
    items: dict[str, dict[tuple[bool, Factor], list[int]]] = {}
    for number, factors in suite.factors.items():
        for name, value in factors.items():
            key = isinstance(value, bool), value  # True is 1 and hashes like it
            items.setdefault(name, {}).setdefault(key, []).append(number)
    return {
        name: [
            _factor_summary(suite, value, {number: by_item[number] for number in numbers})
            for (_, value), numbers in _in_order(levels)
        ]
        for name, levels in items.items()
        if len(levels) <= _FEW_VALUES or sum(map(len, levels.values())) >= _ITEMS_A_VALUE * len(levels)
    }


_FEW_VALUES = 5
_ITEMS_A_VALUE = 2  # on average


def _in_order(levels: Mapping[tuple[bool, Factor], list[int]]) -> list[tuple[tuple[bool, Factor], list[int]]]:
    """Numbers by size, anything else as it comes in the suite."""
    if all(isinstance(value, (int, float)) for _, value in levels):
        return sorted(levels.items(), key=lambda level: (level[0][0], float(level[0][1])))
    return list(levels.items())


def _factor_summary(suite: SuiteResult, value: Factor, by_item: Mapping[int, Sequence[Outcome]]) -> FactorSummary:
    n_items = len(by_item)
    counts = _item_counts(by_item)
    predictions: list[_PredictionAccuracy] = []
    for prediction in suite.predictions:
        n_true = sum(
            outcome.holds is True
            for outcomes in by_item.values()
            for outcome in outcomes
            if outcome.prediction == prediction.index
        )
        predictions.append({"index": prediction.index, "accuracy": n_true / n_items, **_interval(n_true, n_items)})
    return {
        "value": value,
        "n_items": n_items,
        "score": counts["n_passed"] / n_items,
        **_interval(counts["n_passed"], n_items),
        **counts,
        "predictions": predictions,
    }


def _prediction_summary(suite: SuiteResult, index: int, n_items: int) -> PredictionSummary:
    prediction = suite.predictions[index]
    outcomes = [outcome for outcome in suite.outcomes if outcome.prediction == index]
    n_true = sum(outcome.holds is True for outcome in outcomes)
    interval = _interval(n_true, n_items)
    return {
        "index": index,
        "name": prediction.name,
        "formula": prediction.formula,
        "accuracy": n_true / n_items,
        **interval,
        **_against_chance(
            _chance(suite, [index]), interval, silent=not n_true and all(outcome.tie for outcome in outcomes)
        ),
        "n_true": n_true,
        "n_undefined": sum(outcome.holds is None for outcome in outcomes),
        "n_ties": sum(outcome.tie for outcome in outcomes),
        "comparisons": comparison_summaries(suite, index),
    }


def _chance(suite: SuiteResult, indices: Sequence[int]) -> ChanceLevel:
    formulas = [suite.formula(index) for index in indices]
    crossed = suite.crossed if len(indices) > 1 else indices[0] in suite.crossed_predictions
    level = chance_level(formulas, metric=suite.metric, regions=suite.region_names)
    return replace(level, is_upper_bound=True) if crossed else level


def _interval(successes: int, n: int) -> Interval:
    low, high = wilson_interval(successes, n)
    return {"ci_low": low, "ci_high": high}


def _against_chance(chance: ChanceLevel | None, interval: Interval, *, silent: bool) -> AgainstChance:
    if chance is None:
        return {
            "chance": None,
            "chance_is_upper_bound": False,
            "chance_method": None,
            "chance_se": None,
            "above_chance": None,
        }
    low, high, value = interval["ci_low"], interval["ci_high"], chance.value
    above = None
    if value is not None and low is not None and high is not None and low == low:
        above = "silent" if silent else "above" if low > value else "below" if high < value else "no"
    return {
        "chance": value,
        "chance_is_upper_bound": chance.is_upper_bound,
        "chance_method": chance.method,
        "chance_se": chance.standard_error,
        "above_chance": above,
    }


def _mean_score(suites: Sequence[SuiteSummary]) -> float | None:
    """Mean of suites that have a score; None without any."""
    scores = [score for suite in suites if (score := suite["score"]) is not None]
    return float(np.mean(scores)) if scores else None
