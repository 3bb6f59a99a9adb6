"""A mean over suites, each of which is a mean over items: how well it is known, if both were drawn at random."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ..surprisal import FloatArray, IntArray

__all__ = ["two_level_interval"]


def two_level_interval(
    suites: Sequence[tuple[FloatArray, IntArray | None]],
    *,
    confidence: float = 0.95,
    n_replicates: int = 5000,
    seed: int = 0,
) -> tuple[float, float]:
    """Give the bootstrap interval of a mean over suites: suites are drawn at random, and items within them.

    Two corrections make it cover what it says. The means of suites vary by their items already, and drawing suites and
    then items would count that twice: the suites' means are moved towards their mean so far that all together varies as
    the means do. And few suites vary too little in samples of themselves: deviations are widened by n / (n - 1), and by
    a quantile of Student's t over the normal one. Without the first, intervals of 31 suites of 25 items that are alike
    cover 99.7 %; without the second, those of 3 that differ much 81 %.

    Parameters
    ----------
    suites : sequence of (ndarray of float64, ndarray of int or None)
        For each, the items' values, shape (n,), and numbers of the clusters that they are of, from 0; None where they
        are independent.
    confidence : float, optional
    n_replicates : int, optional
    seed : int, optional
        The order of suites and items does not count. If all values have their signs turned, so has the interval.

    Returns
    -------
    low, high : float
        About a mean over other suites of the same kind; of one suite, over other items. NaN where nothing says how much
        it varies: of one suite with one item or cluster, or of several that are all alike.

    References
    ----------
    Davison, A. C., and Hinkley, D. V. (1997). Bootstrap methods and their application, section 3.8. Cambridge
    University Press. Hesterberg, T. C. (2015). What teachers should know about the bootstrap. The American
    Statistician 69, 371-386, section 3.3.

    Examples
    --------
    >>> suites = [(np.array([1.0, 0, 0, 1, 1, 0, 0, 1]), None), (np.array([1.0, 1, 0, 1]), None)]
    >>> low, high = two_level_interval(suites)
    >>> low < 0.625 < high
    True
    """
    from scipy.special import ndtri, stdtrit

    stats = [_Suite(values, numbers) for values, numbers in suites]
    n = len(stats)
    if not n or (n == 1 and stats[0].n_clusters < 2):
        return math.nan, math.nan
    turned, kept = (sorted(suite.key(sign) for suite in stats) for sign in (-1, 1))
    mirror = turned < kept
    sign = -1 if mirror else 1
    stats.sort(key=lambda suite: suite.key(sign))
    means = np.array([sign * suite.mean for suite in stats])
    within = np.array([suite.variance for suite in stats])
    among = float(means.var(ddof=1)) if n > 1 else 0.0
    if not among and not within.any() and any(suite.n_clusters < 2 for suite in stats):
        return math.nan, math.nan
    own = float(within.mean())  # of which the suites' means have some already
    shrunk = math.sqrt(max(0.0, 1 - own / among)) if among else 0.0
    random = np.random.default_rng(seed)
    drawn = random.integers(0, n, n_replicates * n, dtype=np.int16 if n < 2**15 else np.int64)
    order = np.argsort(drawn, kind="stable")
    counts = np.bincount(drawn, minlength=n).tolist()
    noise = [suite.resampled(random, count, sign) for suite, count in zip(stats, counts, strict=True)]
    deviations = np.empty(n_replicates * n)
    deviations[order] = np.concatenate(noise)
    deviations += shrunk * (math.sqrt(n / (n - 1)) if n > 1 else 0.0) * (means - means.mean())[drawn]
    if among > own:
        df = n - 1.0
    else:
        spread = sum(suite.variance**2 / (suite.n_clusters - 1) for suite in stats if suite.n_clusters > 1)
        df = float(within.sum()) ** 2 / spread if spread else n - 1.0
    quantile = 0.5 + confidence / 2
    wider = float(stdtrit(max(df, 1.0), quantile) / ndtri(quantile))
    of_means = deviations.reshape(n_replicates, n).mean(1)
    if turned == kept:  # values that are their own mirror image
        of_means = np.concatenate([of_means, -of_means])
    low, high = means.mean() + wider * np.quantile(of_means, [1 - quantile, quantile])
    return (-float(high), -float(low)) if mirror else (float(low), float(high))


class _Suite:
    """Values of the items of a suite, as sums over clusters."""

    def __init__(self, values: FloatArray, numbers: IntArray | None) -> None:
        sums = values if numbers is None else np.bincount(numbers, values)
        sizes = np.ones(len(values)) if numbers is None else np.bincount(numbers)
        self.kinds, self.counts = np.unique(np.stack([sums, sizes], 1), axis=0, return_counts=True)
        self.n_clusters = len(sums)
        self.mean = float(sums.sum() / sizes.sum())
        residuals = sums - sizes * self.mean
        self.variance = (
            float((residuals**2).sum()) * self.n_clusters / (self.n_clusters - 1) / float(sizes.sum()) ** 2
            if self.n_clusters > 1
            else 0.0
        )

    def key(self, sign: int) -> list[tuple[float, ...]]:
        """What tells it from others, whatever the order of its items."""
        return sorted(
            (sign * total + 0.0, size, count)
            for (total, size), count in zip(self.kinds.tolist(), self.counts.tolist(), strict=True)
        )

    def resampled(self, random: np.random.Generator, n: int, sign: int) -> FloatArray:
        """By how much means of samples of its clusters differ from its own."""
        order = np.lexsort((self.kinds[:, 1], sign * self.kinds[:, 0]))
        kinds, counts = self.kinds[order], self.counts[order]
        drawn = random.multinomial(self.n_clusters, counts / self.n_clusters, size=n)
        means = (drawn @ kinds[:, 0]) / (drawn @ kinds[:, 1])
        wider = math.sqrt(self.n_clusters / (self.n_clusters - 1)) if self.n_clusters > 1 else 0.0
        found: FloatArray = sign * wider * (means - self.mean)
        return found
