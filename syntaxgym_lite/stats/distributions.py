"""Student's t distribution, for any degrees of freedom.

SciPy knows it too, and takes longer to load than a small run takes in all: intervals and tests that stand in the way of
every evaluation ask here.
"""

from __future__ import annotations

import math

__all__ = ["t_quantile", "t_two_sided"]

_TINY = 1e-300
_EPSILON = 1e-16
_MOST_STEPS = 10_000
_LIKE_NORMAL = 1e10  # degrees of freedom from which on the normal distribution is the same to 1e-10


def t_two_sided(t: float, df: float) -> float:
    """Give how often a value of Student's distribution is at least as far from 0 as this one.

    Parameters
    ----------
    t : float
    df : float
        Degrees of freedom, above 0; need not be whole.

    Returns
    -------
    float
        0 to 1.

    Examples
    --------
    >>> round(t_two_sided(2.776445, 4), 6)
    0.05
    """
    if df >= _LIKE_NORMAL:
        return math.erfc(abs(t) / math.sqrt(2))
    return _beta_share(df / (df + t * t), t * t / (df + t * t), df / 2, 0.5)


def t_quantile(p: float, df: float) -> float:
    """Give the value that a variable of Student's distribution is below with a probability.

    Parameters
    ----------
    p : float
        Above 0 and below 1.
    df : float
        Degrees of freedom, above 0; need not be whole.

    Examples
    --------
    >>> round(t_quantile(0.975, 4), 6)
    2.776445
    """
    if p == 0.5:
        return 0.0
    if p < 0.5:
        return -t_quantile(1 - p, df)
    outside = 2 * (1 - p)
    low, high = 0.0, 1.0
    while t_two_sided(high, df) > outside:
        low, high = high, 2 * high
    while high - low > 1e-13 * high:
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (middle, high) if t_two_sided(middle, df) > outside else (low, middle)
    return (low + high) / 2


def _beta_share(x: float, rest: float, a: float, b: float) -> float:
    """The regularised incomplete beta function at x, where rest is 1 - x, by its continued fraction.

    Abramowitz and Stegun (1964), 26.5.8, evaluated after Lentz.
    """
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(rest))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(rest, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    c, d = 1.0, 1 / _away_from_0(1 - (a + b) * x / (a + 1))
    value = d
    for step in range(1, _MOST_STEPS):
        for numerator in (
            step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step)),
            -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1)),
        ):
            d = 1 / _away_from_0(1 + numerator * d)
            c = _away_from_0(1 + numerator / c)
            value *= c * d
        if abs(c * d - 1) < _EPSILON:
            break
    return value


def _away_from_0(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
