"""What a suite's page begins with: its findings, in sentences as one would write them in a paper."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...errors import FormulaError, counted
from ...formula.wording import in_words, name_in_words
from ...results import SuiteResult
from ...stats import PredictionSummary, SuiteSummary
from ...stats.effects import ComparisonSummary

__all__ = ["findings"]

_BY_TIES = ("silent", "tied")


def findings(suite: SuiteResult, summary: SuiteSummary, *, ties: str = "wrong") -> list[str]:
    """Say what a model did on a suite.

    Parameters
    ----------
    suite : SuiteResult
    summary : SuiteSummary
        Of it, of `syntaxgym_lite.stats.summarize`.
    ties : str, optional
        How ties were counted; see there.

    Returns
    -------
    list of str
        Sentences: the suite's score if it has several predictions, then one for each prediction, then ties and
        undefined items.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> run = sgl.evaluate("npz")
    >>> findings(run.models[0].suites[0], sgl.summarize(run)["models"][0]["suites"][0])[0][:63]
    'In 22 of 28 items (0.79, 95 % interval 0.60 to 0.90; chance 0.3'
    """
    if not suite.predictions:
        return ["This suite predicts nothing: it has surprisals, and no score."]
    items, n = counted(summary["n_items"], "item"), len(suite.predictions)
    if summary["silent"] and summary["score"] is None:
        return [
            "The model knows none of the words that differ between the conditions, so both sides of every comparison "
            "are equal: it is silent on this suite, which has no score."
        ]
    said = []
    if n > 1:
        what = "Both predictions" if n == 2 else f"All {n} predictions"
        said.append(f"{what} hold in {summary['n_passed']} of {items} ({_share(summary, summary['score'])}).")
    for index, one in enumerate(summary["predictions"]):
        share = _share(one, one["accuracy"])
        effects = "" if one["above_chance"] in _BY_TIES else _effects(one["comparisons"])
        said.append(f"In {one['n_true']} of {items} ({share}) {_claim(suite, index)}{effects or '.'}")
    rule = {"wrong": "which does not hold", "half": "which counts a half"}.get(ties, "which is decided by lot")
    if n_ties := summary["n_ties"]:
        where = "every item" if summary["above_chance"] in _BY_TIES else counted(n_ties, "item")
        said.append(f"In {where} both sides of a comparison are equal: a tie, {rule}.")
    if summary["silent"]:
        said.append("The model knows none of the words that differ: that says nothing about grammar.")
    if undefined := summary["n_undefined"]:
        said.append(f"{counted(undefined, 'item is', 'items are')} undefined, since a region has no value: not passed.")
    return said


def _share(row: PredictionSummary | SuiteSummary, share: float | None) -> str:
    said = [] if share is None else [f"{share:.2f}"]
    if row["ci_low"] is not None:
        clusters = "" if row["n_clusters"] is None else f" by {counted(row['n_clusters'], 'cluster')}"
        said.append(f"95 % interval {row['ci_low']:.2f} to {row['ci_high']:.2f}{clusters}")
    said = [", ".join(said)] if said else []
    if row["chance"] is not None:
        said.append(f"chance {'at most ' if row['chance_is_upper_bound'] else ''}{row['chance']:.2f}")
    return "; ".join(said)


def _claim(suite: SuiteResult, index: int) -> str:
    """A prediction in words, with an article before the names of regions with which its claims begin."""
    try:
        words = in_words(suite.formula(index), regions=suite.region_names)
    except FormulaError:
        return f"this holds: {suite.predictions[index].formula}"
    names = {name_in_words(name.strip()) for name in suite.region_names.values() if name.strip()}
    claims = words.split(_AND)
    return _AND.join(f"the {claim}" if _begins_with_one_of(claim, names) else claim for claim in claims)


_AND = "; and "


def _begins_with_one_of(claim: str, names: Collection[str]) -> bool:
    return any(claim.startswith((f"{name} ", f"{name},")) for name in names)


def _effects(comparisons: Sequence[ComparisonSummary]) -> str:
    """The mean effects of comparisons that say which side is greater, in their order; else nothing."""
    directed = [one for one in comparisons if one["direction"] and one["mean_effect"] is not None]
    if not directed or len(directed) < len(comparisons):
        return ""
    said = [_effect(one) for one in directed]
    against = any((one["mean_effect"] or 0) < 0 for one in directed)
    note = "; below 0: against the prediction" if against else ""
    if len(said) == 1:
        return f"; the mean effect is {said[0]}{note}."
    return f". The mean effects are, in this order, {', '.join(said[:-1])} and {said[-1]}{note}."


def _effect(one: ComparisonSummary) -> str:
    unit = one.get("unit", "bits")
    low, high = one["effect_low"], one["effect_high"]
    interval = "" if low is None or high is None else f" ({_number(low, unit)} to {_number(high, unit)})"
    unit = "in probability" if unit == "probability" else unit
    return f"{_number(one['mean_effect'] or 0.0, unit)} {unit}{interval}"


def _number(value: float, unit: str) -> str:
    shown = f"{value:.1f}" if unit == "bits" or abs(value) >= 100 else f"{value:.2g}"
    return "0.0" if shown == "-0.0" else shown.replace("-", "\N{MINUS SIGN}")
