"""Intervals of shares and means."""

from __future__ import annotations

import numpy as np

__all__ = ["wilson_interval"]


def wilson_interval(successes: int, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """Give the Wilson score interval of a proportion.

    Parameters
    ----------
    successes, n : int
        0 <= successes <= n.
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
    p = successes / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = 0.0 if successes == 0 else float(centre - half)
    high = 1.0 if successes == n else float(centre + half)
    return low, high


_Z_95 = 1.959963984540054
"""The standard normal distribution's quantile at 0.975. This package itself asks for no other, and SciPy, which knows
all, takes longer to load than a small run."""


def _normal_quantile(p: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(p))
