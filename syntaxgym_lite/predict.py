"""Hold predictions against region surprisals: who passes, and by how much."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from .formula import (
    Evaluation,
    Reference,
    RegionName,
    RegionNumber,
    RegionRange,
    Star,
    evaluate_formula,
    references,
)
from .suite import Suite
from .surprisal import BoolArray, FloatArray, RegionSurprisals

__all__ = ["RegionValues", "SuiteOutcomes", "cell_key", "metrics_needed", "named_cells", "predict"]


@dataclass(frozen=True, slots=True, eq=False)
class SuiteOutcomes:
    """Outcomes of all predictions of a suite on all its items.

    Parameters
    ----------
    evaluations : tuple of Evaluation
        One for each prediction: ``holds`` (1 true, 0 false, -1 undefined) and the comparisons behind it.
    all_hold : ndarray of int8, shape (n_items,)
        Whether all predictions hold for an item: 1 true, 0 false, -1 undefined. Of a suite without predictions: all -1.
    """

    evaluations: tuple[Evaluation, ...]
    all_hold: npt.NDArray[np.int8]


def metrics_needed(suite: Suite) -> tuple[str, ...]:
    """Metrics that the predictions of a suite need, ``"sum"`` first, since results always show it."""
    named = [ref.metric or suite.metric for prediction in suite.predictions for ref in references(prediction.formula)]
    return tuple(dict.fromkeys(["sum", suite.metric, *named]))


def predict(suite: Suite, regions: RegionSurprisals) -> SuiteOutcomes:
    """Evaluate every prediction on every item.

    Parameters
    ----------
    suite : Suite
    regions : RegionSurprisals
        Of the suite's sentences, in the order of `Suite.sentences`; with the metrics of `metrics_needed`.

    Returns
    -------
    SuiteOutcomes
    """
    lookup = RegionValues(suite.metric, suite.condition_names, suite.region_names, regions)
    evaluations = tuple(
        evaluate_formula(prediction.formula, lookup, len(suite.items)) for prediction in suite.predictions
    )
    if not evaluations:
        return SuiteOutcomes((), np.full(len(suite.items), -1, np.int8))
    holds = np.stack([evaluation.holds for evaluation in evaluations])
    every = np.where((holds == 0).any(axis=0), 0, np.where((holds == -1).any(axis=0), -1, 1))
    return SuiteOutcomes(evaluations, every.astype(np.int8))


class RegionValues:
    """Values of a reference for all items at once.

    Parameters
    ----------
    metric : str
        The suite's.
    condition_names : sequence of str
    region_names : mapping of int to str
    regions : RegionSurprisals
        Of all items in all conditions, in that order.
    """

    def __init__(
        self,
        metric: str,
        condition_names: Sequence[str],
        region_names: Mapping[int, str],
        regions: RegionSurprisals,
    ) -> None:
        self.metric = metric
        self.conditions = {name: index for index, name in enumerate(condition_names)}
        self.columns = {number: index for index, number in enumerate(region_names)}
        self.names = {name.strip(): self.columns[number] for number, name in region_names.items()}
        shape = -1, len(self.conditions), len(self.columns)
        self.bits = {metric: values.reshape(shape) for metric, values in regions.bits.items()}
        self.n_tokens = regions.n_tokens.reshape(shape)
        self.eos_bits = regions.eos_bits.reshape(shape[:2])

    def __call__(self, reference: Reference) -> FloatArray:
        """Give the values of a reference, shape (n_items,)."""
        metric = reference.metric or self.metric
        condition = self.conditions[reference.condition]
        selector = reference.region
        if isinstance(selector, RegionNumber):
            return self.bits[metric][:, condition, self.columns[selector.number]]
        if isinstance(selector, RegionName):
            return self.bits[metric][:, condition, self.names[selector.name]]
        if isinstance(selector, RegionRange):
            chosen = [column for number, column in self.columns.items() if selector.first <= number <= selector.last]
            return self._several(metric, condition, chosen)
        assert isinstance(selector, Star)
        values = self._several("sum" if metric == "prob" else metric, condition, list(self.columns.values()))
        eos = self.eos_bits[:, condition]
        if metric in ("sum", "prob"):
            values = values + np.where(np.isnan(eos), 0.0, eos)  # NaN: the end of the sentence was not asked for
        return np.exp2(-values) if metric == "prob" else values

    def has_text(self, reference: Reference) -> BoolArray:
        """Say for which items what a reference is about has a token, shape (n_items,); the rest has no value to show.

        In a formula, an empty region counts 0.
        """
        selector = reference.region
        columns = list(self.columns.values())
        if isinstance(selector, RegionNumber):
            columns = [self.columns[selector.number]]
        elif isinstance(selector, RegionName):
            columns = [self.names[selector.name]]
        elif isinstance(selector, RegionRange):
            columns = [column for number, column in self.columns.items() if selector.first <= number <= selector.last]
        found: BoolArray = np.any(self.n_tokens[:, self.conditions[reference.condition], columns] > 0, axis=1)
        return found

    def _several(self, metric: str, condition: int, columns: list[int]) -> FloatArray:
        """Sum the region values (SyntaxGym's meaning of ``*``); of probabilities, the joint one.

        Empty regions have no value to add. A region without a token of its own is part of an earlier one's value; if it
        is the first of the run, that earlier value lies outside and the run is undefined.
        """
        if metric == "prob":
            return np.exp2(-self._several("sum", condition, columns))
        values = self.bits[metric][:, condition, columns]
        own = self.n_tokens[:, condition, columns] > 0
        total: FloatArray = np.where(own, values, 0.0).sum(axis=1)
        orphan = ~own & np.isnan(self.bits["sum"][:, condition, columns])
        first = np.argmax(own | orphan, axis=1)
        total[np.take_along_axis(orphan, first[:, None], axis=1)[:, 0]] = np.nan
        return total


def cell_key(reference: Reference, values: RegionValues) -> str:
    """Name what a reference is about, whatever its condition: ``"5"``, ``"2:4"``, ``"*"``, ``"5;mean"``."""
    selector: object = reference.region
    if isinstance(selector, RegionName):
        column = values.names[selector.name]
        selector = next(number for number, place in values.columns.items() if place == column)
    metric = reference.metric or values.metric
    return f"{selector}" if metric == values.metric else f"{selector};{metric}"


def named_cells(named: Iterable[Reference], values: RegionValues) -> dict[str, dict[str, tuple[float | None, ...]]]:
    """Give the values of all that references are to, in every condition.

    Parameters
    ----------
    named : iterable of Reference
    values : RegionValues
        With the metrics that they name.

    Returns
    -------
    dict of str to dict
        `cell_key` to condition to the values of the items: in bits, or what the metric is in; None where a value is
        undefined, or the region is empty.
    """
    found: dict[str, dict[str, tuple[float | None, ...]]] = {}
    for key, reference in {cell_key(reference, values): reference for reference in named}.items():
        found[key] = {}
        for condition in values.conditions:
            here = replace(reference, condition=condition)
            bits = np.where(values.has_text(here), values(here), np.nan) + 0.0  # which makes 0 of -0
            found[key][condition] = tuple(None if value != value else value for value in bits.tolist())
    return found
