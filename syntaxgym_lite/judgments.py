"""Models beside people: how the margins of items go with the share of people who made the choice that is right.

A suite's items may have the factor ``human``: a number, such as the share of people who chose the correct form. The
port of the agreement sets fills it in (``--human FILE``); a suite of your own may have it in its file. What people did
on single regions and sentences of a study, reading times and ratings, is held against surprisals by `beside_people`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from .errors import InputError, cited
from .formula.directions import directions
from .ports.studies.human import HumanCell, HumanTable
from .results import RunResult, SuiteResult
from .surprisal import FloatArray

__all__ = [
    "BesidePeople",
    "CellBesidePeople",
    "ConstructionSummary",
    "HumanSummary",
    "beside_people",
    "human_summary",
]

FACTOR = "human"


class _Means(TypedDict):
    n_items: int
    people: float
    model: float | None


class ConstructionSummary(_Means):
    """Means over the items of a construction."""

    construction: str


class HumanSummary(_Means):
    """What `human_summary` gives."""

    n_margins: int
    pearson: float | None
    spearman: float | None
    by_construction: list[ConstructionSummary]


def human_summary(suite: SuiteResult, *, silent: bool = False) -> HumanSummary | None:
    """Hold a model's margins against human judgments.

    Parameters
    ----------
    suite : SuiteResult
        Whose first prediction compares, first of all, what people chose between.
    silent : bool, optional
        Whether the model tells no item from another, so that it has no share.

    Returns
    -------
    dict or None
        None if no item has a number for the factor ``human``. ``pearson`` and ``spearman`` are correlations of the
        margin in bits (how much more surprising the wrong form is) with the judgment, over the ``n_margins`` items
        that have one, counted so that more is better for the prediction; None for fewer than 3, or where all values are
        one. ``people`` is the mean judgment and
        ``model`` the share of items for which the prediction holds (None of a silent model), over all ``n_items`` and,
        in ``by_construction``, for every construction (and type) that the items name.
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
        return {"n_items": len(numbers), "people": float(people), "model": None if silent else float(model)}

    sign = directions(suite.formula(0).root)[0] or 1
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
        "spearman": correlation(ranks(x), ranks(y)),
        "by_construction": [{"construction": name, **means(numbers)} for name, numbers in sorted(groups.items())],
    }


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


def ranks(values: FloatArray) -> FloatArray:
    """Ranks from 1, the mean rank for equal values.

    Examples
    --------
    >>> ranks(np.array([0.5, 0.2, 0.5])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    mean_ranks = np.asarray(ends - (counts - 1) / 2, np.float64)
    found: FloatArray = mean_ranks[places.reshape(-1)]
    return found


@dataclass(frozen=True, slots=True)
class BesidePeople:
    """How surprisals of a model go with what people did.

    Parameters
    ----------
    model : str
    region_number : int or None
        None: of all regions, or of whole sentences.
    n : int
        Items in conditions for which there is both.
    pearson, spearman : float or None
        None for fewer than 3, or where all are equal.
    """

    model: str
    region_number: int | None
    n: int
    pearson: float | None
    spearman: float | None


@dataclass(frozen=True, slots=True)
class CellBesidePeople:
    """What people did on a region or sentence, and a model's surprisal of it (bits; None where it has none)."""

    model: str
    human: HumanCell
    surprisal_bits: float | None


def beside_people(human: HumanTable, run: RunResult) -> tuple[list[CellBesidePeople], list[BesidePeople]]:
    """Hold the surprisals of models against what people did on the same regions.

    Parameters
    ----------
    human : HumanTable
        Of `syntaxgym_lite.ports.studies.human.human_table`.
    run : RunResult
        With its sentences; results of other suites are left out.

    Returns
    -------
    cells : list of CellBesidePeople
        For each model in turn.
    correlations : list of BesidePeople
        For each model over all cells, then for each region over items and conditions. They are correlations of means:
        over people, and with nothing taken out that lengthens reading (length, frequency, place in the sentence,
        spill-over); a mixed model of single trials is made from the table elsewhere.

    Raises
    ------
    InputError
        If the run has no results for the suite, or for other sentences under its name.
    """
    cells: list[CellBesidePeople] = []
    found: list[BesidePeople] = []
    for model in run.models:
        for suite in model.suites:
            if suite.suite != human.suite:
                continue
            bits = _bits_of(human, suite)
            own = [CellBesidePeople(model.model, cell, value) for cell, value in zip(human.cells, bits, strict=True)]
            cells += own
            found.append(_correlated(model.model, None, own))
            regions = sorted({one.human.region_number for one in own if one.human.region_number is not None})
            found += [
                _correlated(model.model, region, [one for one in own if one.human.region_number == region])
                for region in regions
            ]
    if not found:
        names = sorted({suite.suite for model in run.models for suite in model.suites})
        raise InputError(
            f"The run has no results for suite {cited(human.suite)}, but for {', '.join(names) or 'none'}."
        )
    return cells, found


def _bits_of(human: HumanTable, suite: SuiteResult) -> list[float | None]:
    if not suite.sentences:
        raise InputError("The run was kept without its sentences; load what 'sglite eval --out' wrote.")
    sentences = {(one.item_number, one.condition_name): one for one in suite.sentences}
    found: list[float | None] = []
    for cell in human.cells:
        sentence = sentences.get((cell.item_number, cell.condition_name))
        own = [] if sentence is None else list(sentence.regions)
        if cell.region_number is not None:
            filled = [one for one in own if one.region_number >= cell.region_number and one.content.strip()]
            own = filled[: cell.n_regions]
        text = "".join(one.content for one in own)
        if "".join(text.split()) != "".join(cell.content.split()):
            raise InputError(
                f"Item {cell.item_number}, condition {cited(cell.condition_name)}, is {cited(text)} in the run and "
                f"{cited(cell.content)} in the suite: evaluate the suite as people saw it."
            )
        bits = [one.surprisal_bits for one in own]  # of all that was seen at once
        found.append(None if None in bits else float(sum(value for value in bits if value is not None)))
    return found


def _correlated(model: str, region: int | None, cells: Sequence[CellBesidePeople]) -> BesidePeople:
    both = [(one.surprisal_bits, one.human.mean) for one in cells if one.surprisal_bits is not None]
    finite = [(x, y) for x, y in both if math.isfinite(x)]
    x, y = (np.array([pair[place] for pair in finite], np.float64) for place in (0, 1))
    return BesidePeople(model, region, len(finite), correlation(x, y), correlation(ranks(x), ranks(y)))
