"""Two models on the same items: intervals and tests of the difference, from one number an item.

The number is what an item counts under the one model minus what it counts under the other: 1, 0 or -1, or between
where ties count a half. Items of one cluster are no independent observations.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

import numpy as np

from ..surprisal import FloatArray, IntArray
from .intervals import effective_size

__all__ = [
    "DifferenceInterval",
    "DifferenceTest",
    "difference_interval",
    "difference_test",
    "mean_of_intervals",
    "paired_bootstrap",
    "sign_flip_test",
    "tango_interval",
]

_STEPS = 60  # of a bisection: from a width of 2 to one of 2e-18
_MOST_FLIPPED = 14  # of which all flips are tried: 16,384
_N_FLIPS = 10_000
_FINEST = 64  # credits of ties are halves, quarters, ...
_ROUNDING = 1e-9
_Z_95 = 1.959963984540054


class DifferenceInterval(NamedTuple):
    """An interval of a mean difference.

    Parameters
    ----------
    low, high : float
        NaN where there is none.
    method : str
        ``"tango"``, ``"tango, clusters"`` or ``"bootstrap"``.
    n_clusters : int or None
        None where no two items belong together.
    """

    low: float
    high: float
    method: str
    n_clusters: int | None


class DifferenceTest(NamedTuple):
    """A test of whether two models are alike on some items.

    Parameters
    ----------
    p : float
        Two-sided.
    test : {"mcnemar", "sign-flip", "sign-flip over clusters"}
    """

    p: float
    test: Literal["mcnemar", "sign-flip", "sign-flip over clusters"]


def tango_interval(first_only: float, second_only: float, n: float, z: float = _Z_95) -> tuple[float, float]:
    """Give Tango's score interval of a difference between two shares of the same items.

    It holds the differences that a score test does not reject, as Wilson's interval does for one share, and so has
    some width where the models differ in no item, and never leaves -1 to 1. Of the paired bootstrap's interval the
    same is not true: with 20 items and shares of 0.95 and 0.9 it covers the true difference in 71 % of samples.

    Parameters
    ----------
    first_only, second_only : float
        Items that only the one passes, and only the other. Need not be whole; see `difference_interval`.
    n : float
        All items.
    z : float, optional
        Of the confidence; 1.96 for 95 %.

    Returns
    -------
    low, high : float
        NaN both if n is 0.

    References
    ----------
    Tango, T. (1998). Equivalence test and confidence interval for the difference in proportions for the paired-sample
    design. Statistics in Medicine 17, 891-908.

    Examples
    --------
    >>> [round(end, 3) for end in tango_interval(8, 2, 28)]
    [-0.008, 0.423]
    """
    if n <= 0:
        return math.nan, math.nan
    difference = (first_only - second_only) / n

    def score(delta: float) -> float:
        linear = (2 * n - first_only + second_only) * delta - first_only - second_only
        root = math.sqrt(max(linear * linear + 8 * n * second_only * delta * (1 - delta), 0.0))
        # the estimate of the second's share of its own, were the difference delta
        own = (root - linear) / (4 * n)
        variance = n * (2 * own + delta * (1 - delta))
        distance = first_only - second_only - n * delta
        if variance <= 0:
            return math.copysign(math.inf, distance) if distance else 0.0
        return distance / math.sqrt(variance)

    def end(inside: float, outside: float, sign: int) -> float:
        for _ in range(_STEPS):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if sign * score(middle) <= z else (inside, middle)
        return (inside + outside) / 2

    return end(difference, -1.0, 1), end(difference, 1.0, -1)


def difference_interval(
    differences: Sequence[float] | FloatArray,
    clusters: Sequence[Hashable] | None = None,
    confidence: float = 0.95,
) -> DifferenceInterval:
    """Give the interval of the mean difference between two models on the same items.

    Tango's score interval, of the numbers of items that only one model passes. Where ties count in part, of the
    numbers that have the same sum and sum of squares. Where items belong together, of as many independent items as
    would tell as much, see `syntaxgym_lite.stats.intervals.effective_size`.

    Parameters
    ----------
    differences : sequence of float, shape (n,)
        What each item counts under the one model minus what under the other; -1 to 1.
    clusters : sequence, shape (n,), optional
        Which items belong together.
    confidence : float, optional

    Returns
    -------
    DifferenceInterval
        NaN of no item, and of one cluster.

    References
    ----------
    Tango, T. (1998), see `tango_interval`. Effective sizes: Yang, Z., Sun, X., and Hardin, J. W. (2012). Confidence
    intervals for the difference of marginal probabilities in clustered matched-pair binary data. Pharmaceutical
    Statistics 11, 386-393; t quantile: Korn, E. L., and Graubard, B. I. (1998). Confidence intervals for proportions
    with small expected number of positive counts estimated from survey data. Survey Methodology 24, 193-201.

    Examples
    --------
    >>> [round(end, 3) for end in difference_interval([1] * 8 + [-1] * 2 + [0] * 18)[:2]]
    [-0.008, 0.423]
    """
    from scipy.special import ndtri

    values = np.asarray(differences, np.float64)
    n = len(values)
    if not n:
        return DifferenceInterval(math.nan, math.nan, "tango", None)
    quantile = 0.5 + confidence / 2
    numbers = _numbered(clusters)
    if numbers is None:
        low, high = tango_interval(*_only(values), n, float(ndtri(quantile)))
        return DifferenceInterval(low, high, "tango", None)
    effective, n_clusters = effective_size(values, numbers.tolist(), confidence, variance=float(values.var()))
    if n_clusters < 2:
        return DifferenceInterval(math.nan, math.nan, "tango, clusters", n_clusters)
    first, second = (count * effective / n for count in _only(values))
    low, high = tango_interval(first, second, effective, float(ndtri(quantile)))
    return DifferenceInterval(low, high, "tango, clusters", n_clusters)


def mean_of_intervals(suites: Sequence[tuple[float, float, float]]) -> tuple[float, float]:
    """Give the interval of a mean over suites, about other items of these same suites.

    Parameters
    ----------
    suites : sequence of (float, float, float)
        Of each suite its difference and the ends of its interval. The suites' items are independent of each other's.

    Returns
    -------
    low, high : float
        NaN where a suite has no interval.

    References
    ----------
    Zou, G. Y., and Donner, A. (2008). Construction of confidence limits about effect measures: a general approach.
    Statistics in Medicine 27, 1693-1702 (the method of variance estimates recovery).

    Examples
    --------
    >>> [round(end, 3) for end in mean_of_intervals([(0.2, 0.1, 0.4), (0.4, 0.2, 0.5)])]
    [0.188, 0.412]
    """
    if not suites:
        return math.nan, math.nan
    values, lows, highs = np.array(suites, np.float64).T
    n = len(suites)
    mean = float(values.mean())
    return (
        mean - float(np.sqrt(((values - lows) ** 2).sum())) / n,
        mean + float(np.sqrt(((highs - values) ** 2).sum())) / n,
    )


def _only(differences: FloatArray) -> tuple[float, float]:
    """Items that only the one passes, and only the other; of parts, as many as have their sum and sum of squares."""
    total, squares = float(differences.sum()), float((differences**2).sum())
    return (squares + total) / 2, (squares - total) / 2


def _numbered(clusters: Sequence[Hashable] | None) -> IntArray | None:
    """Number clusters from 0; None where no two items belong together."""
    if clusters is None:
        return None
    places: dict[Hashable, int] = {}
    numbers = [places.setdefault(cluster, len(places)) for cluster in clusters]
    return None if len(places) == len(numbers) else np.array(numbers, np.int32)


def difference_test(
    differences: Sequence[float] | FloatArray, clusters: Sequence[Hashable] | None = None, *, seed: int = 0
) -> DifferenceTest:
    """Test whether two models are alike on some items.

    McNemar's exact test, of the items that one model passes and the other fails. It takes items to be independent, and
    each to pass or fail; elsewhere the test is one that equals it where both is so: were the models alike, then which
    of them has done better on an item, or on the items of a cluster, would be a toss of a coin (`sign_flip_test`).

    Parameters
    ----------
    differences : sequence of float, shape (n,)
        What each item counts under the one model minus what under the other.
    clusters : sequence, shape (n,), optional
        Which items belong together.
    seed : int, optional
        See `sign_flip_test`.

    Examples
    --------
    >>> difference_test([1] * 7 + [-1] + [0] * 12)
    DifferenceTest(p=0.0703125, test='mcnemar')
    >>> difference_test([1, 1, 1, 1, -1, 1], ["a", "a", "b", "b", "c", "c"])
    DifferenceTest(p=0.5, test='sign-flip over clusters')
    """
    values = np.asarray(differences, np.float64)
    numbers = _numbered(clusters)
    if numbers is not None:
        sums = np.bincount(numbers, values).astype(np.float64)
        return DifferenceTest(sign_flip_test(sums, seed=seed), "sign-flip over clusters")
    if np.isin(values, (-1.0, 0.0, 1.0)).all():
        return DifferenceTest(_mcnemar(int((values > 0).sum()), int((values < 0).sum())), "mcnemar")
    return DifferenceTest(sign_flip_test(values, seed=seed), "sign-flip")


def _mcnemar(first_only: int, second_only: int) -> float:
    n = first_only + second_only
    tail = sum(math.comb(n, k) for k in range(min(first_only, second_only) + 1))
    return min(1.0, float(Fraction(2 * tail, 2**n)))


def sign_flip_test(differences: Sequence[float] | FloatArray, *, seed: int = 0) -> float:
    """Give the p value of the permutation test that takes the sign of each difference for a toss of a coin.

    Exact where differences are whole numbers, halves, quarters and so on to 64ths, and where there are 14 or fewer;
    otherwise of 10,000 tosses.

    Parameters
    ----------
    differences : sequence of float
        Of items, of clusters, or of suites. Those that are 0 say nothing.
    seed : int, optional
        Of the tosses. Their order does not count, nor the sign of all of them.

    Returns
    -------
    float
        How often the sum is at least as far from 0 as the one that was found. 1 if there is none that is not 0; never
        below 2 ** (1 - n), which of five clusters is 0.06.

    References
    ----------
    Fisher, R. A. (1935). The design of experiments, section 21. Oliver and Boyd. For clusters: Canay, I. A., Romano,
    J. P., and Shaikh, A. M. (2017). Randomization tests under an approximate symmetry assumption. Econometrica 85,
    1013-1030.

    Examples
    --------
    >>> sign_flip_test([3, 2, -1, 4])  # as far from 0 as 8: 3 + 2 - 1 + 4, all four together, and their mirror images
    0.25
    """
    sizes = np.sort(np.abs(np.asarray(differences, np.float64)))
    sizes = sizes[sizes > 0]
    found = abs(float(np.sum(differences)))
    if not len(sizes):
        return 1.0
    scaled = sizes * _FINEST
    if np.array_equal(scaled, np.rint(scaled)):
        return _exact_flips(scaled.astype(np.int64), round(found * _FINEST))
    margin = found - _ROUNDING * float(sizes.sum())
    if len(sizes) <= _MOST_FLIPPED:
        sums = np.zeros(1)
        for size in sizes:
            sums = np.concatenate([sums - size, sums + size])
        return float((np.abs(sums) >= margin).mean())
    signs = np.random.default_rng(seed).integers(0, 2, (_N_FLIPS, len(sizes)), dtype=np.int8) * 2 - 1
    n_as_far = int((np.abs(signs @ sizes) >= margin).sum())
    return (n_as_far + 1) / (_N_FLIPS + 1)


def _exact_flips(sizes: IntArray, found: int) -> float:
    """Probability that the sum of whole numbers with signs tossed is at least so far from 0."""
    divisor = int(np.gcd.reduce(sizes))
    likelihoods = np.ones(1)
    for size in (sizes // divisor).tolist():  # of half the sum of all, plus half the sum with signs
        longer = np.zeros(len(likelihoods) + size)
        longer[: len(likelihoods)] += likelihoods / 2
        longer[size:] += likelihoods / 2
        likelihoods = longer
    total = len(likelihoods) - 1
    sums = np.abs(2 * np.arange(total + 1) - total)
    return min(1.0, float(likelihoods[sums >= found // divisor].sum()))


def paired_bootstrap(
    differences: Sequence[float] | FloatArray,
    clusters: Sequence[Hashable] | None = None,
    *,
    confidence: float = 0.95,
    n_replicates: int = 5000,
    seed: int = 0,
) -> DifferenceInterval:
    """Give the bootstrap interval of the mean difference between two models on the same items.

    Items, or clusters of them, are drawn with replacement, each with what it counts under both models; the interval
    holds the middle 95 % of the means.

    Parameters
    ----------
    differences : sequence of float, shape (n,)
    clusters : sequence, shape (n,), optional
    confidence : float, optional
    n_replicates : int, optional
    seed : int, optional
        The order of the items does not count; the interval of the other model's difference is the mirror image.

    References
    ----------
    Efron, B., and Tibshirani, R. J. (1993). An introduction to the bootstrap, chapter 13 (percentile intervals).
    Chapman and Hall.

    Examples
    --------
    >>> interval = paired_bootstrap([1] * 8 + [-1] * 2 + [0] * 18)
    >>> interval.low < 8 / 28 - 2 / 28 < interval.high
    True
    """
    values = np.asarray(differences, np.float64)
    numbers = _numbered(clusters)
    n_clusters = None if numbers is None else int(numbers.max()) + 1
    if len(values) < 2 or n_clusters == 1:
        return DifferenceInterval(math.nan, math.nan, "bootstrap", n_clusters)
    means, mirror = _resampled_means(values, numbers, n_replicates, seed)
    low, high = np.quantile(means, [0.5 - confidence / 2, 0.5 + confidence / 2])
    low, high = (-high, -low) if mirror else (low, high)
    return DifferenceInterval(float(low), float(high), "bootstrap", n_clusters)


def _resampled_means(
    values: FloatArray, numbers: IntArray | None, n_replicates: int, seed: int
) -> tuple[FloatArray, bool]:
    """Means of samples of clusters with replacement, and whether they are those of the values with their signs turned.

    Which of the two they are does not depend on the order or on the sign of all values.
    """
    sums = values if numbers is None else np.bincount(numbers, values)
    sizes = np.ones(len(values)) if numbers is None else np.bincount(numbers)
    kinds, counts = np.unique(np.stack([sums, sizes], 1), axis=0, return_counts=True)
    turned, turned_counts = np.unique(np.stack([-sums, sizes], 1), axis=0, return_counts=True)
    keys = [(own.tolist(), numbers.tolist()) for own, numbers in ((turned, turned_counts), (kinds, counts))]
    mirror = keys[0] < keys[1]
    if mirror:
        kinds, counts = turned, turned_counts
    n = int(counts.sum())
    drawn = np.random.default_rng(seed).multinomial(n, counts / n, size=n_replicates)
    means: FloatArray = (drawn @ kinds[:, 0]) / (drawn @ kinds[:, 1])
    if keys[0] == keys[1]:  # values that are their own mirror image
        means = np.concatenate([means, -means])
    return means, mirror
