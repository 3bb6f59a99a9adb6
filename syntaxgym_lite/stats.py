"""Statistics of outcomes: scores, intervals, averages over suites and circuits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from .formula import parse
from .judgments import human_summary
from .results import SCHEMA_VERSION, ModelResult, Outcome, RunResult, SuiteResult
from .suite import Factor
from .suite.chance import ChanceLevel, chance_level

__all__ = ["summarize", "wilson_interval"]


def wilson_interval(successes: int, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """Give the Wilson score interval of a proportion.

    Parameters
    ----------
    successes, n : int
        0 <= successes <= n.
    confidence : float, optional
        Coverage, 0.95 by default.

    Returns
    -------
    low, high : float
        NaN both if n is 0.

    References
    ----------
    Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference. Journal of the American
    Statistical Association 22, 209-212.

    Examples
    --------
    >>> from syntaxgym_lite.stats import wilson_interval
    >>> low, high = wilson_interval(8, 10)
    >>> round(low, 4), round(high, 4)
    (0.4902, 0.9433)
    """
    if n == 0:
        return float("nan"), float("nan")
    z = _Z_95 if confidence == 0.95 else _normal_quantile(0.5 + confidence / 2)
    p = successes / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = 0.0 if successes == 0 else float(centre - half)
    high = 1.0 if successes == n else float(centre + half)
    return low, high


_Z_95 = 1.959963984540054
"""The standard normal distribution's quantile at 0.975. This package itself asks for no other, and SciPy, which knows
all, takes longer to load than a small run."""


def _normal_quantile(p: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(p))


def summarize(run: RunResult) -> dict[str, Any]:
    """Give the scores of a run.

    Returns
    -------
    dict
        What ``--format json`` prints and ``summary.json`` holds; see docs/reference/results.md. ``score`` is the share
        of items for which all predictions of a suite hold; an undefined item does not pass and is counted in
        ``n_undefined``. ``sg_score`` is the mean over suites, ``circuits`` the same within each circuit, ``item_score``
        the share over all items of all suites; both are None without a suite that predicts something, and where suites
        score the same pairs by several methods (``meta.groups.method``), which are not averaged. ``chance`` is
        the share expected of a model whose values say nothing about the design (see `syntaxgym_lite.suite.chance`), and
        ``above_chance`` says whether the interval lies ``"above"`` or ``"below"`` it, or holds it (``"no"``).
        ``factors`` breaks a suite's score down by the factors of its items; ``groups`` averages suites that share a
        value of ``meta.groups``: ``macro`` over suites, ``micro`` over their items.

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


def _model_summary(model: ModelResult, *, eos: bool) -> dict[str, Any]:
    suites = [_suite_summary(suite) for suite in model.suites]
    scored = [suite for suite in suites if suite["score"] is not None]
    circuits: dict[str, list[float]] = {}
    for suite in scored:
        if suite["circuit"] is not None:
            circuits.setdefault(suite["circuit"], []).append(suite["score"])
    n_items = sum(suite["n_items"] for suite in scored)
    groups = _group_summaries(scored)
    is_one_method = len(groups.get("method", ())) < 2
    return {
        "model": model.model,
        "backend": model.backend,
        "dtype": model.options.get("dtype"),
        "fingerprint": model.fingerprint,
        "pseudo": model.pseudo,
        "eos": eos,
        "word_boundary": model.word_boundary,
        "sg_score": _mean(suite["score"] for suite in scored) if is_one_method else None,
        "item_score": sum(suite["n_passed"] for suite in scored) / n_items if n_items and is_one_method else None,
        "n_suites": len(scored),
        "circuits": {name: _mean(scores) for name, scores in sorted(circuits.items())},
        "groups": groups,
        "suites": suites,
        "warnings": list(model.warnings),
    }


def _group_summaries(suites: Sequence[Mapping[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Averages over the suites that share a value of ``meta.groups``, by group, then value."""
    members: dict[str, dict[str, list[Mapping[str, Any]]]] = {}
    for suite in suites:
        for group, value in suite["groups"].items():
            members.setdefault(group, {}).setdefault(value, []).append(suite)
    return {
        group: [_group_summary(value, values[value]) for value in sorted(values)] for group, values in members.items()
    }


def _group_summary(value: str, suites: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    totals = {key: sum(suite[key] for suite in suites) for key in ("n_items", "n_passed", "n_undefined", "n_ties")}
    low, high = wilson_interval(totals["n_passed"], totals["n_items"])
    return {
        "value": value,
        "n_suites": len(suites),
        "macro": _mean(suite["score"] for suite in suites),
        "micro": totals["n_passed"] / totals["n_items"],
        "ci_low": low,
        "ci_high": high,
        **totals,
    }


def _suite_summary(suite: SuiteResult) -> dict[str, Any]:
    sentences = suite.count_sentences()
    by_item: dict[int, list[Outcome]] = {number: [] for number in sentences.item_numbers}
    for outcome in suite.outcomes:
        by_item[outcome.item_number].append(outcome)
    n_items = len(by_item)
    counts = _item_counts(by_item)
    low, high = wilson_interval(counts["n_passed"], n_items)
    scored = bool(suite.predictions)
    return {
        "suite": suite.suite,
        "source": suite.source,
        "circuit": suite.circuit,
        "groups": dict(suite.groups),
        "n_items": n_items,
        "score": counts["n_passed"] / n_items if scored else None,
        "ci_low": low if scored else None,
        "ci_high": high if scored else None,
        **_against_chance(_chance(suite, range(len(suite.predictions))) if scored else None, low, high),
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


def _item_counts(by_item: Mapping[int, Sequence[Outcome]]) -> dict[str, int]:
    """Items that pass, neither pass nor fail, and have a tie."""
    truths = [[outcome.holds for outcome in outcomes] for outcomes in by_item.values()]
    return {
        "n_passed": sum(bool(values) and all(holds is True for holds in values) for values in truths),
        "n_undefined": sum(None in values and False not in values for values in truths),
        "n_ties": sum(any(outcome.tie for outcome in outcomes) for outcomes in by_item.values()),
    }


def _factor_summaries(suite: SuiteResult, by_item: Mapping[int, Sequence[Outcome]]) -> dict[str, list[dict[str, Any]]]:
    """The suite's score among the items of each value of each factor; items without the factor are in none."""
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
    }


def _in_order(levels: Mapping[tuple[bool, Factor], list[int]]) -> list[tuple[tuple[bool, Factor], list[int]]]:
    """Numbers by size, anything else as it comes in the suite."""
    if all(isinstance(value, (int, float)) for _, value in levels):
        return sorted(levels.items(), key=lambda level: (level[0][0], float(level[0][1])))
    return list(levels.items())


def _factor_summary(suite: SuiteResult, value: Factor, by_item: Mapping[int, Sequence[Outcome]]) -> dict[str, Any]:
    n_items = len(by_item)
    counts = _item_counts(by_item)
    low, high = wilson_interval(counts["n_passed"], n_items)
    predictions = []
    for prediction in suite.predictions:
        n_true = sum(
            outcome.holds is True
            for outcomes in by_item.values()
            for outcome in outcomes
            if outcome.prediction == prediction.index
        )
        own_low, own_high = wilson_interval(n_true, n_items)
        predictions.append(
            {"index": prediction.index, "accuracy": n_true / n_items, "ci_low": own_low, "ci_high": own_high}
        )
    return {
        "value": value,
        "n_items": n_items,
        "score": counts["n_passed"] / n_items,
        "ci_low": low,
        "ci_high": high,
        **counts,
        "predictions": predictions,
    }


def _prediction_summary(suite: SuiteResult, index: int, n_items: int) -> dict[str, Any]:
    prediction = suite.predictions[index]
    outcomes = [outcome for outcome in suite.outcomes if outcome.prediction == index]
    n_true = sum(outcome.holds is True for outcome in outcomes)
    low, high = wilson_interval(n_true, n_items)
    return {
        "index": index,
        "name": prediction.name,
        "formula": prediction.formula,
        "accuracy": n_true / n_items,
        "ci_low": low,
        "ci_high": high,
        **_against_chance(_chance(suite, [index]), low, high),
        "n_true": n_true,
        "n_undefined": sum(outcome.holds is None for outcome in outcomes),
        "n_ties": sum(outcome.tie for outcome in outcomes),
        "comparisons": [
            {"comparison": source, **_margin_summary(outcomes, place)}
            for place, source in enumerate(prediction.comparisons)
        ],
    }


def _chance(suite: SuiteResult, indices: Iterable[int]) -> ChanceLevel:
    formulas = [parse(suite.predictions[index].formula) for index in indices]
    return chance_level(formulas, metric=suite.metric, regions=suite.region_names)


def _against_chance(chance: ChanceLevel | None, low: float, high: float) -> dict[str, Any]:
    value = None if chance is None else chance.value
    above = None if value is None else "above" if low > value else "below" if high < value else "no"
    return {
        "chance": value,
        "chance_method": None if chance is None else chance.method,
        "chance_se": None if chance is None else chance.standard_error,
        "above_chance": None if low != low else above,
    }


def _margin_summary(outcomes: Sequence[Outcome], place: int) -> dict[str, Any]:
    margins = [margin for outcome in outcomes if (margin := outcome.comparisons[place].margin) is not None]
    values = np.array(margins, np.float64)
    finite = values[np.isfinite(values)]
    return {
        "n": len(margins),
        "mean_margin": float(finite.mean()) if finite.size else None,
        "sd_margin": float(finite.std(ddof=1)) if finite.size > 1 else None,
    }


def _mean(values: Iterable[float]) -> float | None:
    listed = list(values)
    return float(np.mean(listed)) if listed else None
