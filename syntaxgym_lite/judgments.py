"""Models beside people: how the margins of items go with the share of people who made the choice that is right.

A suite's items may have the factor ``human``: a number, such as the share of people who chose the correct form. The
port of the agreement sets fills it in (``--human FILE``); a suite of your own may have it in its file.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from .results import SuiteResult
from .surprisal import FloatArray

__all__ = ["ConstructionSummary", "HumanSummary", "human_summary"]

FACTOR = "human"


class _Means(TypedDict):
    n_items: int
    people: float
    model: float


class ConstructionSummary(_Means):
    """Means over the items of a construction."""

    construction: str


class HumanSummary(_Means):
    """What `human_summary` gives."""

    n_margins: int
    pearson: float | None
    spearman: float | None
    by_construction: list[ConstructionSummary]


def human_summary(suite: SuiteResult) -> HumanSummary | None:
    """Hold a model's margins against human judgments.

    Parameters
    ----------
    suite : SuiteResult
        Whose first prediction compares, first of all, what people chose between.

    Returns
    -------
    dict or None
        None if no item has a number for the factor ``human``. ``pearson`` and ``spearman`` are correlations of the
        margin in bits (how much more surprising the wrong form is) with the judgment, over the ``n_margins`` items
        that have one, counted so that more is better for the prediction; None for fewer than 3, or where all values are
        one. ``people`` is the mean judgment and
        ``model`` the share of items for which the prediction holds, over all ``n_items`` and, in
        ``by_construction``, for every construction (and type) that the items name.
    """
    judged = {number: factors[FACTOR] for number, factors in suite.factors.items() if FACTOR in factors}
    values = {number: float(value) for number, value in judged.items() if not isinstance(value, (str, bool))}
    outcomes = {one.item_number: one for one in suite.outcomes if one.prediction == 0 and one.item_number in values}
    if not outcomes:
        return None
    groups: dict[str, list[int]] = {}
    for number in outcomes:
        factors = suite.factors[number]
        name = factors.get("construction_type", factors.get("construction"))
        if name is not None:
            groups.setdefault(str(name), []).append(number)
    holds = {number: outcome.holds is True for number, outcome in outcomes.items()}

    def means(numbers: Sequence[int]) -> _Means:
        people, model = np.mean([values[n] for n in numbers]), np.mean([holds[n] for n in numbers])
        return {"n_items": len(numbers), "people": float(people), "model": float(model)}

    sign = _sign(suite.predictions[0].comparisons)
    margins = {
        number: sign * margin
        for number, outcome in outcomes.items()
        if outcome.comparisons and (margin := outcome.comparisons[0].margin) is not None and np.isfinite(margin)
    }
    x = np.array(list(margins.values()), np.float64)
    y = np.array([values[number] for number in margins], np.float64)
    return {
        **means(list(outcomes)),
        "n_margins": len(margins),
        "pearson": correlation(x, y),
        "spearman": correlation(_ranks(x), _ranks(y)),
        "by_construction": [{"construction": name, **means(numbers)} for name, numbers in sorted(groups.items())],
    }


def _sign(comparisons: Sequence[str]) -> int:
    """-1 where the first comparison claims that its left side is the smaller one; margins are left minus right."""
    bare = re.sub(r"%[^%]*%", "", comparisons[0]) if comparisons else ""  # names of conditions hold anything
    return -1 if "<" in bare else 1


def correlation(x: FloatArray, y: FloatArray) -> float | None:
    """Pearson's correlation; None where it is not defined or rests on fewer than 3 values.

    Examples
    --------
    >>> correlation(np.array([1.0, 2.0, 3.0]), np.array([3.0, 2.0, 1.0]))
    -1.0
    """
    if len(x) < 3 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    a, b = x - x.mean(), y - y.mean()
    return float(np.clip((a @ b) / np.sqrt((a @ a) * (b @ b)), -1.0, 1.0))


def _ranks(values: FloatArray) -> FloatArray:
    """Ranks from 1, the mean rank for equal values."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    mean_ranks = np.asarray(ends - (counts - 1) / 2, np.float64)
    ranks: FloatArray = mean_ranks[places.reshape(-1)]
    return ranks
