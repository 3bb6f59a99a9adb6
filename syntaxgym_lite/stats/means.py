"""Means of items and how sure they are, of independent items and of clusters of them."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from ..surprisal import FloatArray
from .distributions import t_quantile

__all__ = ["MeanEstimate", "clustered_error", "mean_interval", "t_quantile"]


@dataclass(frozen=True, slots=True)
class MeanEstimate:
    """A mean and its interval, in the unit of the values.

    Parameters
    ----------
    mean : float
        NaN without a value.
    low, high : float
        Ends of the interval; NaN where there are fewer than two independent values.
    sd : float
        Standard deviation of the values, with n - 1; NaN of fewer than two.
    standard_error : float
    df : float
        Degrees of freedom of the t distribution that the interval takes its quantile from.
    n : int
        Number of values.
    n_clusters : int or None
        Number of clusters they are of; None if they were taken to be independent.
    """

    mean: float
    low: float
    high: float
    sd: float
    standard_error: float
    df: float
    n: int
    n_clusters: int | None = None


def mean_interval(
    values: FloatArray, clusters: Sequence[Hashable] | None = None, *, confidence: float = 0.95
) -> MeanEstimate:
    r"""Give a mean and its t interval.

    Without clusters it is the ordinary one, :math:`\bar y \pm t_{n-1}\, s / \sqrt n`. Values of one cluster may depend
    on each other in any way: their variance is then estimated from the sums of the residuals of each cluster, corrected
    for the bias of few clusters (CR2) [1]_, with as many degrees of freedom as a t distribution needs for that [2]_. If
    all clusters are of one size, this is exactly the t interval of their means; if each has one value, the ordinary
    one.

    Parameters
    ----------
    values : ndarray of float64, shape (n,)
        All finite.
    clusters : sequence of hashable, length n, optional
        Which cluster each value is of.
    confidence : float, optional
        Coverage.

    Returns
    -------
    MeanEstimate

    References
    ----------
    .. [1] Bell, R. M. and McCaffrey, D. F. (2002). Bias reduction in standard errors for linear regression with
       multi-stage samples. Survey Methodology 28, 169-181.
    .. [2] Imbens, G. W. and Kolesar, M. (2016). Robust standard errors in small samples: some practical advice. Review
       of Economics and Statistics 98, 701-712: their degrees of freedom for clusters.

    Examples
    --------
    >>> bits = np.array([1.0, 2.0, 3.0, 6.0])
    >>> alone = mean_interval(bits)
    >>> alone.mean, round(alone.low, 3), round(alone.high, 3)
    (3.0, -0.437, 6.437)
    >>> paired = mean_interval(bits, ["a", "a", "b", "b"])
    >>> paired.df, round(paired.low, 3), round(paired.high, 3)
    (1.0, -16.059, 22.059)
    """
    n = len(values)
    nan = math.nan
    mean = float(values.mean()) if n else nan
    sd = float(values.std(ddof=1)) if n > 1 else nan
    if clusters is None:
        error, df, n_clusters = sd / math.sqrt(n) if n > 1 else nan, float(n - 1), None
    else:
        codes: dict[Hashable, int] = {}
        groups = np.array([codes.setdefault(cluster, len(codes)) for cluster in clusters], np.intp)
        n_clusters = len(codes)
        error, df = clustered_error(values - mean, groups, n_clusters) if n_clusters > 1 else (nan, 0.0)
    half = t_quantile(0.5 + confidence / 2, df) * error if error == error else nan
    return MeanEstimate(mean, mean - half, mean + half, sd, error, df, n, n_clusters)


def clustered_error(
    residuals: FloatArray, groups: np.ndarray[tuple[int], np.dtype[np.intp]], k: int
) -> tuple[float, float]:
    """Give the standard error of a mean whose values come in `k` clusters, and its degrees of freedom.

    For a mean, the matrices of CR2 come down to numbers: a cluster of n_g of all n values has the leverage n_g / n, and
    the sum of its residuals is divided by the root of 1 - n_g / n.
    """
    n = len(residuals)
    sizes = np.bincount(groups, minlength=k).astype(np.float64)
    leverage = sizes / n
    sums = np.bincount(groups, residuals, minlength=k)
    error = math.sqrt(float((sums**2 / (1 - leverage)).sum())) / n
    # The degrees of freedom are tr(Omega)^2 / tr(Omega^2) for the covariance Omega of those sums, where values of one
    # cluster share `shared` of their variance. With c the variance of a cluster's own sum, l its leverage, t the sum of
    # all c, and D of c on the diagonal, Omega is D - l c' - c l' + t l l', row and column g divided by the root of
    # 1 - l_g. It is never written out: there may be as many clusters as values.
    shared = _shared_variance(residuals, groups, sizes)
    variance = sizes + shared * sizes * (sizes - 1)
    total, weight = float(variance.sum()), 1 / (1 - leverage)
    beside = total * leverage**2 - 2 * leverage * variance  # what stands on the diagonal besides D
    ll, lc, cc = (float((weight * one).sum()) for one in (leverage**2, leverage * variance, variance**2))
    squares = 2 * ll * cc + 2 * lc**2 - 4 * total * ll * lc + (total * ll) ** 2
    squares += float((weight**2 * variance * (2 * beside + variance)).sum())
    trace = float((weight * (variance + beside)).sum())
    return error, trace**2 / squares


def _shared_variance(
    residuals: FloatArray, groups: np.ndarray[tuple[int], np.dtype[np.intp]], sizes: FloatArray
) -> float:
    """Correlation of two residuals of one cluster, between 0 and 1: the mean product of all such pairs.

    As Imbens and Kolesar (2016) estimate it for their random-effects model of the errors.
    """
    variance = float((residuals**2).mean())
    pairs = float((sizes * (sizes - 1)).sum())
    if not variance or not pairs:
        return 0.0
    products = float((np.bincount(groups, residuals) ** 2).sum() - (residuals**2).sum())
    return min(max(products / pairs / variance, 0.0), 1.0)
