"""Intervals of shares and means."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import Literal, NamedTuple

import numpy as np

from ..surprisal import FloatArray
from .distributions import t_quantile
from .means import clustered_error

__all__ = [
    "CiMethod",
    "ShareInterval",
    "effective_size",
    "normal_quantile",
    "numbered",
    "share_interval",
    "wilson_interval",
]

CiMethod = Literal["wilson", "clusters"]


def wilson_interval(successes: float, n: float, confidence: float = 0.95) -> tuple[float, float]:
    """Give the Wilson score interval of a proportion.

    Parameters
    ----------
    successes, n : int or float
        0 <= successes <= n. Need not be whole: items may count in part, and of items that depend on each other there
        are effectively fewer.
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
    z = normal_quantile(0.5 + confidence / 2)
    p = successes / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = 0.0 if p == 0 else float(centre - half)
    high = 1.0 if p == 1 else float(centre + half)
    return low, high


_Z_95 = 1.959963984540054
"""The standard normal distribution's quantile at 0.975, to the last digit."""


@lru_cache
def normal_quantile(p: float) -> float:
    """Give a quantile of the standard normal distribution."""
    return _Z_95 if p == 0.975 else NormalDist().inv_cdf(p)


class ShareInterval(NamedTuple):
    """An interval of a share, and what it was made of.

    Parameters
    ----------
    low, high : float
        NaN where there is none.
    method : {"wilson", "clusters"}
    n_clusters : int or None
        Clusters of more than one item, and items of no cluster; None where no cluster has more than one.
    """

    low: float
    high: float
    method: CiMethod
    n_clusters: int | None


def share_interval(
    credits: Sequence[float], clusters: Sequence[Hashable] | None = None, confidence: float = 0.95
) -> ShareInterval:
    """Give the interval of the share of items that pass; items that belong together may depend on each other.

    Of independent items it is Wilson's. Of items in clusters it is Wilson's for as many independent items as would tell
    as much: see `effective_size`.

    Parameters
    ----------
    credits : sequence of float, shape (n,)
        What each item counts: 1 if it passes, 0 if not, or a number between. Of items that count in part the share
        varies less than of items that pass or fail, so that the interval is rather too wide.
    clusters : sequence of hashable, length n, optional
        Which cluster each item is of.
    confidence : float, optional
        Coverage, 0.95 by default.

    Returns
    -------
    ShareInterval
        Never narrower than Wilson's. NaN for a single cluster, which says nothing of how clusters differ.

    Examples
    --------
    >>> frames = [frame for frame in "abcdefgh" for _ in range(5)]
    >>> passed = [1] * 20 + [0] * 10 + [1, 1, 1, 0, 0] * 2
    >>> alone, together = share_interval(passed), share_interval(passed, frames)
    >>> [round(end, 3) for end in (alone.low, alone.high, together.low, together.high)]
    [0.495, 0.779, 0.299, 0.89]
    """
    values = np.asarray(credits, np.float64)
    n = len(values)
    if clusters is None or len(set(clusters)) == n:
        return ShareInterval(*wilson_interval(float(values.sum()), n, confidence), "wilson", None)
    effective, n_clusters = effective_size(values, clusters, confidence)
    return ShareInterval(
        *wilson_interval(float(values.mean()) * effective, effective, confidence), "clusters", n_clusters
    )


def effective_size(
    values: FloatArray, clusters: Sequence[Hashable], confidence: float = 0.95, *, variance: float | None = None
) -> tuple[float, int]:
    r"""Give how many independent items would tell as much of a share as items in clusters do.

    That is :math:`n^* = \min(n, \frac{n}{d} (z / t_{df})^2)`. The design effect d [1]_ is the variance of the share, as
    the clusters show it, over that of n independent items. The variance is CR2's, with its degrees of freedom (see
    `syntaxgym_lite.stats.means.mean_interval`), which holds for few clusters of unequal sizes; for its own uncertainty
    the normal quantile z gives way to Student's t [2]_. Where all items pass or all fail, clusters show nothing, and
    each is taken for one item: d is the sum of their squared sizes over n.

    Chosen by simulation (``python -m benchmarks coverage``) among this, the same with d not below 1 before the
    quantiles are put in, d of an analysis of variance, Korn and Graubard's interval, which is Clopper and Pearson's for
    these :math:`n^*`: of 5 to 100 clusters of equal and unequal sizes it covers 94 to 98.5 % where the share is between
    a quarter and three quarters, and 90 % at least near 0 or 1. The second and Korn and Graubard's cover up to 100 %
    where clusters are alike; without the degrees of freedom, one large cluster leaves 80 %.

    Parameters
    ----------
    values : ndarray of float64, shape (n,)
    clusters : sequence of hashable, length n
    confidence : float, optional
    variance : float, optional
        Of one item, if these were independent; by default that of one which passes or fails, p (1 - p).

    Returns
    -------
    n_effective : float
        At most n; 0 for a single cluster.
    n_clusters : int

    References
    ----------
    .. [1] Kish, L. (1965). Survey Sampling. Wiley. Rao, J. N. K. and Scott, A. J. (1992). A simple method for the
       analysis of clustered binary data. Biometrics 48, 577-585.
    .. [2] Korn, E. L. and Graubard, B. I. (1998). Confidence intervals for proportions with small expected number of
       positive counts estimated from survey data. Survey Methodology 24, 193-201.
    """
    numbers = numbered(clusters)
    n, n_clusters = len(values), int(numbers.max(initial=-1)) + 1
    if n_clusters < 2:
        return 0.0, n_clusters
    share = float(values.mean())
    error, df = clustered_error(values - share, numbers, n_clusters)
    independent = (share * (1 - share) if variance is None else variance) / n
    if independent:
        effect = error**2 / independent
    else:
        sizes = np.bincount(numbers).astype(np.float64)
        effect, df = float((sizes**2).sum()) / n, float(n_clusters - 1)
    if not effect:  # every cluster has the same share
        return float(n), n_clusters
    quantile = 0.5 + confidence / 2
    ratio = (normal_quantile(quantile) / t_quantile(quantile, df)) ** 2
    return min(float(n), n / effect * ratio), n_clusters


def numbered(clusters: Sequence[Hashable]) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """Number clusters from 0 in the order in which they come."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(cluster, len(numbers)) for cluster in clusters], np.intp)
