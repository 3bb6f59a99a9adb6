"""Student's t and the binomial distribution, for any degrees of freedom and numbers that are not whole.

SciPy knows them too, and takes longer to load than a small run takes in all: what stands in the way of every evaluation
asks here.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

__all__ = ["beta_share", "binomial_tail", "t_quantile", "t_tail"]


@lru_cache(maxsize=4096)
def t_quantile(p: float, df: float) -> float:
    """Give a quantile of Student's t distribution.

    Parameters
    ----------
    p : float
        0 < p < 1.
    df : float
        Degrees of freedom, greater than 0; need not be whole.

    Examples
    --------
    >>> round(t_quantile(0.975, 10), 4)
    2.2281
    """
    if p < 0.5:
        return -t_quantile(1 - p, df)
    low, high = 0.0, 1.0
    while t_tail(high, df) > 1 - p:
        low, high = high, high * 2
    found = min(max(NormalDist().inv_cdf(p), low), high)
    for _ in range(100):
        excess = t_tail(found, df) - (1 - p)
        low, high = (found, high) if excess > 0 else (low, found)
        step = excess / _t_density(found, df)
        moved = found + step if low < found + step < high else (low + high) / 2
        if abs(moved - found) <= 1e-14 * moved:
            break
        found = moved
    return found


def _t_density(t: float, df: float) -> float:
    log = math.lgamma((df + 1) / 2) - math.lgamma(df / 2) - 0.5 * math.log(df * math.pi)
    return math.exp(log - (df + 1) / 2 * math.log1p(t * t / df))


def t_tail(t: float, df: float) -> float:
    """Give how often a value of Student's t distribution is larger: half an incomplete beta function [DLMF]_.

    Parameters
    ----------
    t : float
        0 or more.
    df : float
        Degrees of freedom, greater than 0; need not be whole.

    References
    ----------
    .. [DLMF] NIST Digital Library of Mathematical Functions, 8.17.22 (its continued fraction).

    Examples
    --------
    >>> round(2 * t_tail(2.776445, 4), 6)
    0.05
    """
    return beta_share(df / (df + t * t), t * t / (df + t * t), df / 2, 0.5) / 2


def binomial_tail(successes: float, n: float, p: float) -> float:
    """Give how often there are so many successes or more; neither number needs to be whole.

    Between whole numbers it is the incomplete beta function that goes through them [AS]_.

    Parameters
    ----------
    successes, n : float
        0 <= successes <= n.
    p : float
        Probability of a success, 0 to 1.

    References
    ----------
    .. [AS] Abramowitz, M. and Stegun, I. A. (1964). Handbook of Mathematical Functions, 26.5.24.

    Examples
    --------
    >>> round(binomial_tail(3, 4, 0.5), 6)
    0.3125
    """
    return 1.0 if successes <= 0 else beta_share(p, 1 - p, successes, n - successes + 1)


def beta_share(x: float, rest: float, a: float, b: float) -> float:
    """Give the regularised incomplete beta function of a and b at x; `rest` is 1 - x."""
    if x <= 0 or rest <= 0:
        return float(x > 0)
    if x < (a + 1) / (a + b + 2):
        return _beta_fraction(a, b, x, rest)
    return 1 - _beta_fraction(b, a, rest, x)


def _beta_fraction(a: float, b: float, x: float, rest: float) -> float:
    """The same where its continued fraction converges fast."""
    log = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(rest)
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))  # Lentz's algorithm
    value = d
    for m in range(1, 10_000):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            c, d = 1 + term / c, 1 / (1 + term * d)
            value *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return math.exp(log) * value / a
