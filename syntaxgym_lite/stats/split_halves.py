"""How well people agree with one another: the ceiling for what a model could be expected to predict.

References
----------
Spearman, C. (1910). Correlation calculated from faulty data. British Journal of Psychology 3, 271-295. Brown, W.
(1910). Some experimental results in the correlation of mental abilities. British Journal of Psychology 3, 296-322.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..surprisal import FloatArray
from .item_correlation import weighted_pearson

__all__ = ["N_SPLITS", "SplitHalves", "split_halves"]

N_SPLITS = 1000
_SEED = 0
_LEAST_PEOPLE = 2
_LEAST_VALUES = 3


@dataclass(frozen=True, slots=True)
class SplitHalves:
    """How the means of one half of the people go with those of the other.

    Parameters
    ----------
    n_people : int
    n : int
        Sentences or pairs with a value of both halves, on average over splits.
    r : float
        Pearson's correlation of the halves, mean over random splits.
    reliability : float
        Spearman and Brown's 2 r / (1 + r) of that r, -1 at least: that of the means over all people. (Not the mean of
        what each split gives: where people hardly agree, single splits have an r near -1, and theirs has no bound.)
    low, high : float
        Between which it lies for 95 % of the splits. No interval for other people: all splits are of these.
    ceiling : float
        The square root of the reliability: what a model would correlate at most with the means, if it knew what
        people think without error.
    """

    n_people: int
    n: float
    r: float
    reliability: float
    low: float
    high: float
    ceiling: float


def split_halves(
    ratings: FloatArray,
    pairs: Sequence[tuple[int, int]] | None = None,
    *,
    n_splits: int = N_SPLITS,
    seed: int = _SEED,
) -> SplitHalves | None:
    """Correlate the means of one half of the people with those of the other, over random splits.

    Parameters
    ----------
    ratings : ndarray of float64, shape (n, k)
        Of n sentences or pairs by k people; NaN where one gave none.
    pairs : sequence of (int, int), optional
        Correlate the difference that each half of the people makes between the first and the second of these, instead
        of its means.
    n_splits, seed : int, optional

    Returns
    -------
    SplitHalves or None
        None for fewer than 2 people, or where no split leaves 3 sentences to compare.

    Examples
    --------
    >>> import numpy as np
    >>> found = split_halves(np.array([[1.0, 2.0], [3.0, 3.0], [5.0, 7.0], [6.0, 6.0]]))
    >>> round(found.r, 3), round(found.reliability, 3), round(found.ceiling, 3)
    (0.916, 0.956, 0.978)
    """
    there = ~np.isnan(ratings)
    values = np.where(there, ratings, 0.0)[:, there.any(0)]
    there = there[:, there.any(0)]
    n_people = values.shape[1]
    if n_people < _LEAST_PEOPLE:
        return None
    random = np.random.default_rng(seed)
    in_first = random.permuted(np.tile(np.arange(n_people) < n_people // 2, (n_splits, 1)), axis=1).astype(np.float64)
    first_of, second_of = ([pair[side] for pair in pairs or ()] for side in (0, 1))
    halves = []
    for half in (in_first, 1 - in_first):
        counts = half @ there.T.astype(np.float64)
        with np.errstate(invalid="ignore"):
            means = (half @ values.T) / counts
        halves.append(means if pairs is None else means[:, first_of] - means[:, second_of])
    both = np.isfinite(halves[0]) & np.isfinite(halves[1])
    weights = both.astype(np.float64)
    weights[weights.sum(1) < _LEAST_VALUES] = np.nan
    first, second = (np.where(both, half, 0.0) for half in halves)
    found = weighted_pearson(weights, first, second)
    kept = np.isfinite(found)
    if not kept.any():
        return None
    r = found[kept]
    correlations = np.array([r.mean(), *np.quantile(r, [0.025, 0.975])])
    # -1 comes of r = -1/3; r = -1, as of two people who contradict each other, would be without bound
    reliability, low, high = (2 * c / (1 + c) for c in np.maximum(correlations, -1 / 3).tolist())
    n = float(weights[kept].sum(1).mean())
    return SplitHalves(n_people, n, float(r.mean()), reliability, low, high, float(np.sqrt(max(reliability, 0.0))))
