"""Means of regions by condition, with intervals within items; differences of conditions by region."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from ..errors import FormulaError, InputError, did_you_mean
from ..formula import references
from ..formula.linear import Names
from ..results import SuiteResult, suite_with_metric
from ..surprisal import BoolArray, FloatArray, IntArray
from .clusters import cluster_ids
from .means import mean_interval

__all__ = ["RegionDifference", "RegionMeans", "region_contrast", "region_difference", "region_means"]

_LONGEST_EXAMPLE = 36  # characters of the words of a region
_MOST_ALTERNATIVES = 4


@dataclass(frozen=True, slots=True, eq=False)
class RegionMeans:
    """Means over items of c conditions in r regions.

    Parameters
    ----------
    condition_names : tuple of str, length c
    region_numbers : tuple of int, length r
    region_names : tuple of str, length r
    mean : ndarray of float64, shape (c, r)
        In bits, or the unit of the metric. NaN where no item has a value: the region is empty in that condition, or
        the model gives it none.
    low, high : ndarray of float64, shape (c, r)
        Ends of the interval; NaN where fewer than two items are complete.
    n : ndarray of int32, shape (c, r)
        How many items each mean is of.
    n_incomplete : ndarray of int32, shape (r,)
        How many items have a value in some conditions of the region, and not in all that others have one in.
    example_words : tuple of str, length r
        What stands there in an example item; ``"the dog/dogs"`` where conditions differ.
    example_item : int
        The item's number.
    critical : ndarray of bool, shape (r,)
        Which regions predictions name, alone or in a run of regions.
    metric : str
    confidence : float
    interval : str
        What the intervals are, for a caption.
    """

    condition_names: tuple[str, ...]
    region_numbers: tuple[int, ...]
    region_names: tuple[str, ...]
    mean: FloatArray
    low: FloatArray
    high: FloatArray
    n: IntArray
    n_incomplete: IntArray
    example_words: tuple[str, ...]
    example_item: int
    critical: BoolArray
    metric: str
    confidence: float
    interval: str


@dataclass(frozen=True, slots=True, eq=False)
class RegionDifference:
    """Mean differences over items, of two conditions or two pairs of them, in r regions.

    Parameters
    ----------
    contrast : str
        In words: ``"ambig - unambig"``.
    region_numbers : tuple of int, length r
    region_names : tuple of str, length r
    mean, low, high : ndarray of float64, shape (r,)
        In bits, or the unit of the metric; NaN as in `RegionMeans`.
    n : ndarray of int32, shape (r,)
        How many items have all values of the difference.
    example_words : tuple of str, length r
    example_item : int
    critical : ndarray of bool, shape (r,)
    metric : str
    confidence : float
    interval : str
        What the intervals are, for a caption.
    """

    contrast: str
    region_numbers: tuple[int, ...]
    region_names: tuple[str, ...]
    mean: FloatArray
    low: FloatArray
    high: FloatArray
    n: IntArray
    example_words: tuple[str, ...]
    example_item: int
    critical: BoolArray
    metric: str
    confidence: float
    interval: str


def region_means(
    suite: SuiteResult, *, conditions: Sequence[str] | None = None, metric: str = "sum", confidence: float = 0.95
) -> RegionMeans:
    """Give the mean of each condition in each region, with intervals within items.

    What items differ in altogether says nothing of the conditions, which are compared within items. So the mean of each
    item over the conditions is taken out of its values first (Cousineau 2005), and the variance that this takes away
    too much is given back: it is multiplied by c / (c - 1) for c conditions (Morey 2008). The interval is that of
    Student's t. Whether two conditions differ is read off the interval of their difference, see `region_difference`.

    Means, intervals and n of a region are over the same items in all conditions: those that have a finite value in
    every condition in which some item has one. Others are left out, and counted in ``n_incomplete``. If fewer than two
    items are so complete, means are over the items that have a value in the condition, without an interval. An empty
    region has no value. Where only one condition has values, the interval is the ordinary one over items. Items of one
    cluster are no independent observations: the standard errors are then robust for clusters (see
    `syntaxgym_lite.stats.means.mean_interval`).

    Parameters
    ----------
    suite : SuiteResult
        With its sentences.
    conditions : sequence of str, optional
        Some of its conditions, in this order; item means are taken over these.
    metric : str, optional
        Which value of a region; see `syntaxgym_lite.formula.METRICS`.
    confidence : float, optional
        Coverage of the intervals, between 0 and 1.

    Returns
    -------
    RegionMeans

    Raises
    ------
    InputError
        If the results are without sentences, or there is no such condition or metric.

    References
    ----------
    Cousineau, D. (2005). Confidence intervals in within-subject designs: a simpler solution to Loftus and Masson's
    method. Tutorials in Quantitative Methods for Psychology 1, 42-45.

    Morey, R. D. (2008). Confidence intervals from normalized data: a correction to Cousineau (2005). Tutorials in
    Quantitative Methods for Psychology 4, 61-64.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from syntaxgym_lite.stats.region_means import region_means
    >>> [model] = sgl.evaluate("mvrr").models
    >>> found = region_means(model.suites[0])
    >>> found.mean.shape, found.region_names[4], found.example_words[4]
    ((4, 6), 'disambiguator', 'complained')
    >>> found.interval
    '95 % intervals within items (Cousineau 2005, Morey 2008)'
    """
    names = _conditions(suite, suite.condition_names if conditions is None else conditions)
    values = _cells(suite, names, metric)
    n_conditions, n_regions = len(names), values.shape[2]
    mean, low, high = (np.full((n_conditions, n_regions), np.nan) for _ in range(3))
    n = np.zeros((n_conditions, n_regions), np.int32)
    n_incomplete = np.zeros(n_regions, np.int32)
    clusters = _clusters(suite)
    for region in range(n_regions):
        cells = values[:, :, region]
        known = np.isfinite(cells)
        used = np.flatnonzero(known.any(axis=0))
        complete: BoolArray = np.all(known[:, used], axis=1) & np.any(known, axis=1)
        n_incomplete[region] = int((known.any(axis=1) & ~complete).sum())
        if complete.sum() < 2:
            for place in used:
                own = cells[known[:, place], place]
                mean[place, region], n[place, region] = own.mean(), len(own)
            continue
        whole = cells[np.ix_(complete, used)]
        c = len(used)
        centred = whole if c == 1 else whole - whole.mean(axis=1, keepdims=True) + whole.mean()
        wider = 1.0 if c == 1 else math.sqrt(c / (c - 1))
        own_clusters = (
            None if clusters is None else [cluster for cluster, ok in zip(clusters, complete, strict=True) if ok]
        )
        for column, place in enumerate(used):
            found = mean_interval(centred[:, column], own_clusters, confidence=confidence)
            centre = float(whole[:, column].mean())
            half = wider * (found.high - found.low) / 2
            mean[place, region], n[place, region] = centre, found.n
            low[place, region], high[place, region] = centre - half, centre + half
    item, words = _example(suite, names, values)
    return RegionMeans(
        condition_names=names,
        region_numbers=tuple(suite.region_names),
        region_names=tuple(suite.region_names.values()),
        mean=mean,
        low=low,
        high=high,
        n=n,
        n_incomplete=n_incomplete,
        example_words=words,
        example_item=item,
        critical=_critical(suite),
        metric=metric,
        confidence=confidence,
        interval=_phrase(
            "intervals within items (Cousineau 2005, Morey 2008)" if n_conditions > 1 else "intervals over items",
            suite,
            confidence,
        ),
    )


def region_difference(
    suite: SuiteResult,
    left: str | tuple[str, str],
    right: str | tuple[str, str],
    *,
    metric: str = "sum",
    confidence: float = 0.95,
) -> RegionDifference:
    """Give the mean difference of two conditions in each region; or that of two differences.

    Parameters
    ----------
    suite : SuiteResult
        With its sentences.
    left, right : str or tuple of two str
        Names of two conditions, for left minus right; or two pairs of names, for the difference of differences
        ``(left[0] - left[1]) - (right[0] - right[1])``, the interaction of a 2 x 2 design.
    metric : str, optional
        Which value of a region; see `syntaxgym_lite.formula.METRICS`.
    confidence : float, optional
        Coverage of the intervals.

    Returns
    -------
    RegionDifference
        With paired t intervals over the items in which all conditions of the difference have a finite value, robust for
        clusters where the suite has some.

    Raises
    ------
    InputError
        As `region_means`; or if one side is a pair and the other is not.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from syntaxgym_lite.stats.region_means import region_difference
    >>> [model] = sgl.evaluate("mvrr").models
    >>> found = region_difference(model.suites[0], "reduced_ambig", "unreduced_ambig")
    >>> found.contrast, found.mean.shape, int(found.n[4])
    ('reduced_ambig - unreduced_ambig', (6,), 28)
    """
    if isinstance(left, str) != isinstance(right, str):
        raise InputError("Both sides of a difference are names of conditions, or both are pairs of names.")
    sides = [(side,) if isinstance(side, str) else tuple(side) for side in (left, right)]
    if any(len(side) > 2 for side in sides) or len(sides[0]) != len(sides[1]):
        raise InputError("A side of a difference is the name of a condition, or a pair of names.")
    weights: dict[str, float] = {}
    for name, weight in zip(chain(*sides), (1.0, -1.0) if len(sides[0]) == 1 else (1.0, -1.0, -1.0, 1.0), strict=True):
        weights[name] = weights.get(name, 0.0) + weight
    texts = [side[0] if len(side) == 1 else f"({side[0]} - {side[1]})" for side in sides]
    return region_contrast(suite, weights, contrast=" - ".join(texts), metric=metric, confidence=confidence)


def region_contrast(
    suite: SuiteResult,
    weights: Mapping[str, float],
    *,
    contrast: str | None = None,
    metric: str = "sum",
    confidence: float = 0.95,
) -> RegionDifference:
    """Give the mean of any weighted sum of conditions in each region.

    Parameters
    ----------
    suite : SuiteResult
        With its sentences.
    weights : mapping of str to float
        Condition to its weight: ``{"a": 0.5, "b": 0.5, "c": -1}`` is the mean of a and b less c.
    contrast : str, optional
        What to call it; the sum as it is, by default.
    metric : str, optional
        Which value of a region; see `syntaxgym_lite.formula.METRICS`.
    confidence : float, optional
        Coverage of the intervals.

    Returns
    -------
    RegionDifference
        As `region_difference` gives.

    Raises
    ------
    InputError
        As `region_means`.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from syntaxgym_lite.stats.region_means import region_contrast
    >>> [model] = sgl.evaluate("commonsense_inference").models
    >>> weights = {"expected": -1, "within": 0.5, "between": 0.5}
    >>> region_contrast(model.suites[0], weights).contrast
    '0.5 within + 0.5 between - expected'
    """
    names = _conditions(suite, tuple(weights))
    values = _cells(suite, names, metric)
    with np.errstate(invalid="ignore"):  # infinity less infinity is undefined
        differences = np.einsum("icr,c->ir", values, np.array([weights[name] for name in names], np.float64))
    clusters = _clusters(suite)
    n_regions = differences.shape[1]
    mean, low, high = (np.full(n_regions, np.nan) for _ in range(3))
    n = np.zeros(n_regions, np.int32)
    for region in range(n_regions):
        known = np.isfinite(differences[:, region])
        own = None if clusters is None else [cluster for cluster, ok in zip(clusters, known, strict=True) if ok]
        found = mean_interval(differences[known, region], own, confidence=confidence)
        mean[region], low[region], high[region], n[region] = found.mean, found.low, found.high, found.n
    item, words = _example(suite, names, values)
    return RegionDifference(
        contrast=_weighted(weights) if contrast is None else contrast,
        region_numbers=tuple(suite.region_names),
        region_names=tuple(suite.region_names.values()),
        mean=mean,
        low=low,
        high=high,
        n=n,
        example_words=words,
        example_item=item,
        critical=_critical(suite),
        metric=metric,
        confidence=confidence,
        interval=_phrase("intervals of the difference within items", suite, confidence),
    )


def _weighted(weights: Mapping[str, float]) -> str:
    """Write a sum, what is added first.

    Examples
    --------
    >>> _weighted({"a": -1.0, "b": 0.5, "c": 0.5})
    '0.5 b + 0.5 c - a'
    """
    ordered = sorted(weights.items(), key=lambda one: one[1] < 0)
    terms = [f"{name}" if abs(weight) == 1 else f"{abs(weight):g} {name}" for name, weight in ordered]
    signs = ["-" if weight < 0 else "+" for _, weight in ordered]
    text = " ".join(f"{sign} {term}" for sign, term in zip(signs, terms, strict=True))
    return text.removeprefix("+ ")


def _phrase(what: str, suite: SuiteResult, confidence: float) -> str:
    clustered = f", robust for {len(set(suite.clusters.values()))} clusters" if suite.clusters else ""
    return f"{100 * confidence:g} % {what}{clustered}"


def _conditions(suite: SuiteResult, names: Sequence[str]) -> tuple[str, ...]:
    for name in names:
        if name not in suite.condition_names:
            guess = did_you_mean(name, suite.condition_names)
            raise InputError(
                f"Suite '{suite.suite}' has no condition '{name}'.{guess} "
                f"Its conditions are {', '.join(suite.condition_names)}."
            )
    if not names:
        raise InputError(f"Name some of the conditions of suite '{suite.suite}', or none for all.")
    return tuple(names)


def _cells(suite: SuiteResult, names: Sequence[str], metric: str) -> FloatArray:
    """Values of all items, conditions and regions, shape (i, c, r); NaN where a region is empty or undefined."""
    if not suite.sentences:
        raise InputError(
            f"The results of suite '{suite.suite}' are without its sentences, and so without values of regions: keep "
            "them (`sglite eval ... --out DIR`, or `sgl.evaluate` in Python), and read DIR."
        )
    if metric != "sum":
        suite = suite_with_metric(suite, metric)
    items = {number: row for row, number in enumerate(suite.item_numbers)}
    columns = {number: column for column, number in enumerate(suite.region_names)}
    values = np.full((len(items), len(suite.condition_names), len(columns)), np.nan)
    conditions = {name: place for place, name in enumerate(suite.condition_names)}
    for sentence in suite.sentences:
        own = values[items[sentence.item_number], conditions[sentence.condition_name]]
        for region in sentence.regions:
            if region.n_tokens and region.surprisal_bits is not None:
                own[columns[region.region_number]] = region.surprisal_bits
    return values[:, [conditions[name] for name in names]]


def _clusters(suite: SuiteResult) -> list[Hashable] | None:
    """Cluster of each item; None if there are none."""
    return list(cluster_ids(suite).values()) if suite.clusters else None


def _critical(suite: SuiteResult) -> BoolArray:
    """Which regions predictions name, otherwise than as the whole sentence."""
    names = Names(suite.metric, suite.region_names)
    named: set[int] = set()
    for prediction in suite.predictions:
        try:
            formula = suite.formula(prediction.index)
        except FormulaError:
            continue  # one that a later version has written
        for one in references(formula):
            numbers = names.numbers(one)
            if len(numbers) < len(suite.region_names) or len(numbers) == 1:
                named.update(numbers)
    return np.array([number in named for number in suite.region_names], np.bool_)


def _example(suite: SuiteResult, names: Sequence[str], values: FloatArray) -> tuple[int, tuple[str, ...]]:
    """Number and words of the first item of those that lack the fewest values."""
    known = np.isfinite(values)
    expected = known.any(axis=0)  # what is empty in all items is no lack
    row = int(np.argmax((known | ~expected).sum(axis=(1, 2))))
    number = suite.item_numbers[row]
    contents: dict[int, list[str]] = {region: [] for region in suite.region_names}
    own = {one.condition_name: one for one in suite.sentences if one.item_number == number}
    for name in names:
        for region in own[name].regions:
            contents[region.region_number].append(region.content)
    return number, tuple(_alternatives(texts) for texts in contents.values())


def _alternatives(texts: Sequence[str]) -> str:
    """Write what stands in a region: words that all conditions share once, others parted by strokes.

    Examples
    --------
    >>> _alternatives(["the dog barks", "the dogs bark", "", "the dog barks"])
    'the dog barks/dogs bark'
    """
    versions = [text.split() for text in dict.fromkeys(" ".join(text.split()) for text in texts) if text]
    if len(versions) < 2:
        return _cut(" ".join(chain(*versions)))
    shortest = min(map(len, versions))
    before = next((k for k in range(shortest) if len({words[k] for words in versions}) > 1), shortest)
    behind = next((k for k in range(shortest - before) if len({words[-1 - k] for words in versions}) > 1), 0)
    if before + behind >= shortest:  # one version would be nothing between strokes
        before, behind = (before - 1, 0) if before else (0, behind - 1 if behind else 0)
        before = max(before, 0)
    middles = [" ".join(words[before : len(words) - behind]) for words in versions]
    shown = middles[:_MOST_ALTERNATIVES] + (["\N{HORIZONTAL ELLIPSIS}"] if middles[_MOST_ALTERNATIVES:] else [])
    first = versions[0]
    parts = [*first[:before], "/".join(shown), *first[len(first) - behind :]]
    return _cut(" ".join(parts))


def _cut(text: str) -> str:
    if len(text) <= _LONGEST_EXAMPLE:
        return text
    whole = text[: _LONGEST_EXAMPLE - 1].rsplit(" ", 1)[0].rstrip()
    return f"{whole}\N{HORIZONTAL ELLIPSIS}"
