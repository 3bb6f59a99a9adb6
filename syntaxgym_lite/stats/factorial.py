"""Main effects and interaction of designs of two factors with two levels each, by region."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

import numpy as np

from ..errors import InputError
from ..formula import (
    Comparison,
    Formula,
    Number,
    Reference,
    RegionName,
    RegionNumber,
    RegionRange,
    Selector,
    Star,
    check,
    unit,
)
from ..formula.factors import level_text
from ..predict import named_cells
from ..results import SuiteResult, region_values
from ..surprisal import FloatArray
from .clusters import cluster_ids
from .effects import standardised_size
from .means import MeanEstimate, mean_interval

__all__ = ["FactorialEffect", "FactorialSummary", "TwoByTwo", "factorial_effects", "factorial_summaries", "two_by_two"]


@dataclass(frozen=True, slots=True)
class TwoByTwo:
    """A design of two factors with two levels each.

    Parameters
    ----------
    factors : tuple of two str
    levels : tuple of two tuples of two str
        Of each factor, as formulas write them, in the order in which the conditions come.
    conditions : tuple of two tuples of two str
        ``conditions[i][j]`` has level i of the first factor and level j of the second.
    """

    factors: tuple[str, str]
    levels: tuple[tuple[str, str], tuple[str, str]]
    conditions: tuple[tuple[str, str], tuple[str, str]]

    @property
    def contrasts(self) -> tuple[tuple[str, str, tuple[float, float, float, float]], ...]:
        """Name of each effect, what it is in words, and the weights of the conditions (row by row)."""
        (one, other), ((a, b), (c, d)) = self.factors, self.levels
        return (
            (one, f"{one}: {a} - {b}", (0.5, 0.5, -0.5, -0.5)),
            (other, f"{other}: {c} - {d}", (0.5, -0.5, 0.5, -0.5)),
            (
                f"{one} x {other}",
                f"{one} x {other}: {a} - {b} where {other} = {c}, less where {other} = {d}",
                (1.0, -1.0, -1.0, 1.0),
            ),
        )


@dataclass(frozen=True, slots=True, eq=False)
class FactorialEffect:
    """An effect of a 2 x 2 design in one region, over n items.

    Parameters
    ----------
    region : str
        As a formula names it, with a metric that is not the suite's: ``"5"``, ``"2:4"``, ``"*"``, ``"5;mean"``.
    region_name : str
        ``""`` of several regions.
    effect : str
        Name of the factor, or of both with an ``x`` between them: the interaction.
    contrast : str
        What is subtracted from what, in words.
    unit : str
        Of the values: ``"bits"``, ``"ranks"``, ``"probability"`` or ``"tokens"``.
    item_numbers : tuple of int, length n
        Items with a finite value in all four conditions.
    values : ndarray of float64, shape (n,)
        The contrast within each item: difference of the two means over the other factor; of the interaction the
        difference of differences.
    estimate : MeanEstimate
        Their mean, its interval, and what this rests on.
    size : float
        Standardised, see `syntaxgym_lite.stats.effects.standardised_size`; NaN where there is none.
    """

    region: str
    region_name: str
    effect: str
    contrast: str
    unit: str
    item_numbers: tuple[int, ...]
    values: FloatArray
    estimate: MeanEstimate
    size: float


class _Effect(TypedDict):
    region: str
    region_name: str
    effect: str
    contrast: str
    n: int
    mean: float | None
    ci_low: float | None
    ci_high: float | None
    effect_size: float | None


class FactorialSummary(_Effect, total=False):
    """An effect of a 2 x 2 design in one region, in bits, or in `unit`."""

    unit: str


def two_by_two(suite: SuiteResult) -> TwoByTwo | None:
    """Give the two factors of a suite's conditions, each with two levels, that make its four conditions.

    Parameters
    ----------
    suite : SuiteResult

    Returns
    -------
    TwoByTwo or None
        None if its conditions are others, or have no factors. Factors of one level are passed over.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from dataclasses import replace
    >>> suite = sgl.load_suite("npz")
    >>> factors = {name: dict(zip(("verb", "comma"), name.split("_"))) for name in suite.condition_names}
    >>> [model] = sgl.evaluate(replace(suite, condition_factors=factors), "ngram").models
    >>> two_by_two(model.suites[0]).levels
    (('ambig', 'unambig'), ('nocomma', 'comma'))
    """
    factors, names = suite.condition_factors, suite.condition_names
    if len(names) != 4 or factors.keys() != set(names):
        return None
    first = factors[names[0]]
    if any(factors[name].keys() != first.keys() for name in names):
        return None
    levels = {factor: tuple(dict.fromkeys(level_text(factors[name][factor]) for name in names)) for factor in first}
    varying = {factor: own for factor, own in levels.items() if len(own) > 1}
    if len(varying) != 2 or any(len(own) != 2 for own in varying.values()):
        return None
    (one, (a, b)), (other, (c, d)) = varying.items()
    of_levels = {(level_text(factors[name][one]), level_text(factors[name][other])): name for name in names}
    if len(of_levels) < 4:
        return None
    rows = tuple((of_levels[level, c], of_levels[level, d]) for level in (a, b))
    return TwoByTwo((one, other), ((a, b), (c, d)), (rows[0], rows[1]))


def factorial_effects(
    suite: SuiteResult,
    *,
    regions: Sequence[int | str] | None = None,
    metric: str | None = None,
    confidence: float = 0.95,
) -> list[FactorialEffect]:
    """Give the main effects and the interaction of a 2 x 2 design in some regions.

    The contrast is taken within each item and averaged over items, with a t interval, as in an analysis of variance
    with both factors within items: its F is the square of t (Maxwell and Delaney 2004). Where items come in clusters,
    the interval is robust for them (see `syntaxgym_lite.stats.means.mean_interval`). Items that lack a value in one of
    the four conditions are left out; so are those with an infinite one. An empty region has no value.

    Parameters
    ----------
    suite : SuiteResult
    regions : sequence of int or str, optional
        Numbers or names of regions, runs of them (``"2:4"``), or ``"*"`` for the whole sentence. By default, what the
        predictions refer to, which results without sentences have as well.
    metric : str, optional
        For `regions`: which value of a region; the suite's by default. See `syntaxgym_lite.formula.METRICS`.
    confidence : float, optional
        Coverage of the intervals.

    Returns
    -------
    list of FactorialEffect
        Three for each region: of the first factor, of the second, and the interaction.

    Raises
    ------
    InputError
        If the conditions are no such design, there is no such region, or the results are without its values.

    References
    ----------
    Maxwell, S. E. and Delaney, H. D. (2004). Designing experiments and analyzing data, 2nd ed., chapter 12.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from dataclasses import replace
    >>> from syntaxgym_lite.stats import factorial_effects
    >>> suite = sgl.load_suite("npz")
    >>> factors = {name: dict(zip(("verb", "comma"), name.split("_"))) for name in suite.condition_names}
    >>> [model] = sgl.evaluate(replace(suite, condition_factors=factors)).models
    >>> for found in factorial_effects(model.suites[0]):
    ...     print(found.region, found.effect, "|", found.contrast, "|", found.estimate.n)
    5 verb | verb: ambig - unambig | 28
    5 comma | comma: nocomma - comma | 28
    5 verb x comma | verb x comma: ambig - unambig where comma = nocomma, less where comma = comma | 28
    """
    design = two_by_two(suite)
    if design is None:
        raise InputError(
            f"The conditions of suite '{suite.suite}' are no design of two factors with two levels each: say in the "
            "suite file which levels each has, as condition_factors."
        )
    cells = _named(suite) if regions is None else _asked(suite, regions, metric or suite.metric)
    if not cells:
        raise InputError(
            f"The predictions of suite '{suite.suite}' name no region, or its results are without their values: name "
            "`regions`, of results with sentences."
        )
    return [
        effect
        for key, by_condition in cells.items()
        for effect in _effects(suite, design, key, by_condition, confidence)
    ]


def _effects(
    suite: SuiteResult,
    design: TwoByTwo,
    key: str,
    by_condition: dict[str, tuple[float | None, ...]],
    confidence: float,
) -> list[FactorialEffect]:
    order = [*design.conditions[0], *design.conditions[1]]
    values = np.array([by_condition[name] for name in order], np.float64).T  # None becomes NaN
    complete = np.isfinite(values).all(axis=1)
    numbers = tuple(number for number, ok in zip(suite.item_numbers, complete, strict=True) if ok)
    ids = cluster_ids(suite) if suite.clusters else {}
    clusters = [ids[number] for number in numbers] if ids else None
    selector, _, metric = key.partition(";")
    about = _about(Reference(Star(), order[0], metric or None))
    found = []
    for effect, contrast, weights in design.contrasts:
        within = values[complete] @ np.array(weights)
        estimate = mean_interval(within, clusters, confidence=confidence)
        found.append(
            FactorialEffect(
                region=key,
                region_name=suite.region_names.get(int(selector), "") if selector.isdecimal() else "",
                effect=effect,
                contrast=contrast,
                unit=unit(about, metric=suite.metric),
                item_numbers=numbers,
                values=within,
                estimate=estimate,
                size=standardised_size(estimate),
            )
        )
    return found


def _named(suite: SuiteResult) -> dict[str, dict[str, tuple[float | None, ...]]]:
    """Values of what the predictions refer to; of the sentences, or kept in place of them."""
    return suite.cells or suite.without_sentences().cells


def _asked(
    suite: SuiteResult, regions: Sequence[int | str], metric: str
) -> dict[str, dict[str, tuple[float | None, ...]]]:
    values = region_values(suite, [metric])
    if values is None:
        raise InputError(
            f"The results of suite '{suite.suite}' are without its sentences, and so without values of other regions "
            "than the predictions name: keep them (`sglite eval ... --out DIR`), and read DIR."
        )
    named = [replace(_reference(suite, asked), metric=metric) for asked in regions]
    for reference in named:
        for problem in check(_about(reference), conditions=suite.condition_names, regions=suite.region_names):
            raise InputError(f"Suite '{suite.suite}': {problem.problem}")
    return named_cells(named, values)


def _about(reference: Reference) -> Formula:
    """Some formula with a reference."""
    return Formula("", Comparison(">", reference, Number(0.0)))


def _reference(suite: SuiteResult, asked: int | str) -> Reference:
    region: Selector
    text = str(asked).strip()
    if text in (name.strip() for name in suite.region_names.values()) and not isinstance(asked, int):
        region = RegionName(text)
    elif text == "*":
        region = Star()
    elif found := _NUMBERS.fullmatch(text):
        region = RegionRange(int(found[1]), int(found[2])) if found[2] else RegionNumber(int(found[1]))
    else:
        region = RegionName(text)
    return Reference(region, suite.condition_names[0])


_NUMBERS = re.compile(r"(\d+)(?::(\d+))?")


def factorial_summaries(suite: SuiteResult) -> list[FactorialSummary]:
    """Give the effects of a 2 x 2 design as they stand in a summary.

    Parameters
    ----------
    suite : SuiteResult

    Returns
    -------
    list of FactorialSummary
        Three for each thing that predictions refer to, see `factorial_effects`; empty where the conditions are no such
        design.
    """
    if two_by_two(suite) is None or not _named(suite):
        return []
    return [_summary(effect) for effect in factorial_effects(suite)]


def _summary(effect: FactorialEffect) -> FactorialSummary:
    estimate = effect.estimate
    summary: FactorialSummary = {
        "region": effect.region,
        "region_name": effect.region_name,
        "effect": effect.effect,
        "contrast": effect.contrast,
        "n": estimate.n,
        "mean": _known(estimate.mean),
        "ci_low": _known(estimate.low),
        "ci_high": _known(estimate.high),
        "effect_size": _known(effect.size),
    }
    if effect.unit != "bits":
        summary["unit"] = effect.unit
    return summary


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None
