"""Tests of shares: against a chance level, of two models on the same items, and of many at once."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

from ..surprisal import FloatArray
from .distributions import binomial_tail
from .intervals import effective_size

__all__ = ["LEVEL", "binomial_test", "chance_test", "holm", "mcnemar_exact"]

LEVEL = 0.05
"""What a corrected p value has to stay below for a score to be called above or below chance."""

_ROUNDING = 1 + 1e-7  # outcomes that are equally likely are so but for rounding; as in SciPy and R


def binomial_test(successes: int, n: int, chance: float) -> float:
    """Give the p value of the exact two-sided binomial test of a share against a chance level.

    It is the probability, by chance, of all numbers of successes that are no more likely than the one that was found
    (the method of small p values of Clopper and Pearson 1934 and Sterne 1954; ``binom.test`` of R, ``binomtest`` of
    SciPy).

    Parameters
    ----------
    successes, n : int
        0 <= successes <= n.
    chance : float
        Probability of a success, 0 to 1.

    Returns
    -------
    float
        1 if n is 0.

    References
    ----------
    Sterne, T. E. (1954). Some remarks on confidence or fiducial limits. Biometrika 41, 275-278.

    Examples
    --------
    >>> round(binomial_test(12, 28, 0.25), 6)
    0.046026
    """
    if n == 0:
        return 1.0
    likelihoods = _binomial(n, chance)
    return min(1.0, float(likelihoods[likelihoods <= likelihoods[successes] * _ROUNDING].sum()))


def _binomial(n: int, chance: float) -> FloatArray:
    """Probabilities of 0 to n successes: outwards from the most likely number, each by its ratio to the one before."""
    probabilities = np.zeros(n + 1)
    mode = min(int((n + 1) * chance), n)
    probabilities[mode] = 1.0
    if 0 < chance < 1:
        odds = chance / (1 - chance)
        above = np.arange(mode + 1, n + 1)
        probabilities[mode + 1 :] = np.cumprod((n - above + 1) / above * odds)
        below = np.arange(mode - 1, -1, -1)
        probabilities[:mode] = np.cumprod((below + 1) / (n - below) / odds)[::-1]
    found: FloatArray = probabilities / probabilities.sum()
    return found


def chance_test(credits: Sequence[float], chance: float, clusters: Sequence[Hashable] | None = None) -> float:
    """Give the p value of the share of items that pass, against its chance level.

    Of independent items it is that of `binomial_test`. Of items in clusters it is twice the smaller tail of the
    binomial distribution of as many independent items as would tell as much, see
    `syntaxgym_lite.stats.intervals.effective_size`: like the exact test it is rather too careful. Simulated, it finds
    something where nothing is in 0.5 to 5 % at chance levels of 1/4 to 1/2 (``python -m benchmarks coverage``); near 0
    it finds too much *below* chance, up to 9 % at 1/64, and never too much above.

    Parameters
    ----------
    credits : sequence of float
        What each item counts, 0 to 1. Their sum is taken for the next whole number on the side of chance.
    chance : float
        Probability that an item passes by chance.
    clusters : sequence of hashable, optional
        Which cluster each item is of.

    Returns
    -------
    float
        Two-sided; NaN for a single cluster.

    Examples
    --------
    >>> frames = [frame for frame in "abcdefgh" for _ in range(5)]
    >>> passed = [1] * 20 + [0] * 5 + [1, 1, 1, 1, 0] * 3
    >>> round(chance_test(passed, 0.5), 4), round(chance_test(passed, 0.5, frames), 4)
    (0.0002, 0.1895)
    """
    values = np.asarray(credits, np.float64)
    n, passed = len(values), float(values.sum())
    if clusters is None or len(set(clusters)) == n:
        whole = round(passed)
        if not math.isclose(passed, whole, abs_tol=1e-9):  # of items that count in part
            whole = math.floor(passed) if passed > n * chance else math.ceil(passed)
        return binomial_test(whole, n, chance)
    effective, n_clusters = effective_size(values, clusters)
    if n_clusters < 2:
        return math.nan
    passed *= effective / n
    tails = binomial_tail(passed, effective, chance), binomial_tail(effective - passed, effective, 1 - chance)
    return min(1.0, 2 * min(tails))


def holm(p_values: Sequence[float] | npt.NDArray[np.float64]) -> FloatArray:
    """Correct p values for their number, so that all tests together find something where nothing is at a rate of 5 %.

    Holm's step-down method; the tests may depend on each other in any way.

    Parameters
    ----------
    p_values : sequence of float, shape (n,)

    Returns
    -------
    ndarray of float64, shape (n,)
        In the same order, 1 at most: what stays below 0.05 is significant at that level.

    References
    ----------
    Holm, S. (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics 6,
    65-70.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    values = np.asarray(p_values, np.float64)
    order = np.argsort(values, kind="stable")
    corrected = np.empty_like(values)
    steps = np.arange(len(values), 0, -1)
    corrected[order] = np.minimum(np.maximum.accumulate(values[order] * steps), 1.0)
    return corrected


def mcnemar_exact(first_only: int, second_only: int) -> float:
    """Give the p value of McNemar's exact test of whether two models pass equally many of the same items.

    Parameters
    ----------
    first_only, second_only : int
        Items that only the one passes, and only the other. Those that both pass or fail say nothing of a difference.

    Returns
    -------
    float
        Two-sided; 1 where they differ in no item.

    References
    ----------
    McNemar, Q. (1947). Note on the sampling error of the difference between correlated proportions or percentages.
    Psychometrika 12, 153-157.

    Examples
    --------
    >>> round(mcnemar_exact(1, 7), 7)
    0.0703125
    """
    return binomial_test(first_only, first_only + second_only, 0.5)
