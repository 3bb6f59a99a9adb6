"""Correlations whose intervals are for other items: what belongs to one item is drawn, or left out, together."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..judgments import correlation, ranks
from ..surprisal import FloatArray
from .intervals import numbered

__all__ = ["N_ITEM_SAMPLES", "ItemCorrelation", "item_correlation", "weighted_pearson"]

N_ITEM_SAMPLES = 2000
"""Samples of items that are drawn."""
_SEED = 0
_LEAST = 4  # items of which there is an interval
_CELLS_AT_ONCE = 1 << 22  # of samples x values


@dataclass(frozen=True, slots=True)
class ItemCorrelation:
    """How two lists of values go together, and how well that is known.

    Parameters
    ----------
    n, n_items : int
        Values, and the items that they are of.
    pearson, spearman : float or None
        -1 to 1; None of fewer than 3 values, and where one side does not vary.
    pearson_low, pearson_high, spearman_low, spearman_high : float or None
        95 % interval; None of fewer than 4 items.
    """

    n: int
    n_items: int
    pearson: float | None = None
    pearson_low: float | None = None
    pearson_high: float | None = None
    spearman: float | None = None
    spearman_low: float | None = None
    spearman_high: float | None = None


def item_correlation(
    x: Sequence[float] | FloatArray,
    y: Sequence[float] | FloatArray,
    items: Sequence[Hashable] | None = None,
    *,
    confidence: float = 0.95,
    n_samples: int = N_ITEM_SAMPLES,
    seed: int = _SEED,
) -> ItemCorrelation:
    """Correlate two lists of values, with bootstrap intervals over items.

    Parameters
    ----------
    x, y : sequence of float, shape (n,)
        Where one of two is not finite, both are left out.
    items : sequence of hashable, length n, optional
        Which item each is of; by default each is one.
    confidence, n_samples, seed : optional

    Returns
    -------
    ItemCorrelation
        The intervals are percentiles of the correlations in samples of the items, drawn with replacement; ranks are
        those within the sample. Samples in which one side does not vary are left out.

    References
    ----------
    Davison, A. C. and Hinkley, D. V. (1997). Bootstrap Methods and their Application, sections 3.8 and 5.3. Cambridge
    University Press.

    Examples
    --------
    >>> one = item_correlation([1, 2, 3, 4, 5, 6], [1, 3, 2, 5, 4, 6], list("aabbcc"))
    >>> one.n, one.n_items, round(one.pearson, 3), one.pearson_low
    (6, 3, 0.886, None)
    """
    a, b = np.asarray(x, np.float64), np.asarray(y, np.float64)
    kept = np.isfinite(a) & np.isfinite(b)
    named = np.arange(len(a)) if items is None else numbered(items)
    a, b, named = a[kept], b[kept], named[kept]
    _, named = np.unique(named, return_inverse=True)
    named = named.reshape(-1)
    n_items = int(named.max(initial=-1)) + 1
    pearson, spearman = correlation(a, b), correlation(ranks(a), ranks(b))
    if pearson is None or n_items < _LEAST:
        return ItemCorrelation(len(a), n_items, pearson=pearson, spearman=spearman)
    found = _sampled(a, b, named, n_items, n_samples, seed)
    ends = [0.5 - confidence / 2, 0.5 + confidence / 2]
    (p_low, p_high), (s_low, s_high) = (np.nanquantile(values, ends).tolist() for values in found)
    return ItemCorrelation(len(a), n_items, pearson, p_low, p_high, spearman, s_low, s_high)


def _sampled(
    x: FloatArray, y: FloatArray, items: npt.NDArray[np.intp], n_items: int, n_samples: int, seed: int
) -> tuple[FloatArray, FloatArray]:
    """Give Pearson's and Spearman's correlation in samples of the items."""
    times = _times(n_items, n_samples, seed)
    found: tuple[list[FloatArray], list[FloatArray]] = ([], [])
    step = max(_CELLS_AT_ONCE // len(x), 1)
    for start in range(0, n_samples, step):
        weights = times[start : start + step][:, items].astype(np.float64)
        found[0].append(weighted_pearson(weights, x[None, :], y[None, :]))
        found[1].append(weighted_pearson(weights, _ranks(weights, x), _ranks(weights, y)))
    return np.concatenate(found[0]), np.concatenate(found[1])


@lru_cache(maxsize=4)
def _times(n_items: int, n_samples: int, seed: int) -> npt.NDArray[np.int64]:
    """How often each item is in each sample: the same for all measures and models."""
    random = np.random.default_rng([seed, n_items])
    return random.multinomial(n_items, np.full(n_items, 1 / n_items), n_samples)


def weighted_pearson(weights: FloatArray, x: FloatArray, y: FloatArray) -> FloatArray:
    """Give Pearson's correlation of values that stand in each sample so many times; NaN where one side is constant."""
    total = weights.sum(1, keepdims=True)
    a = x - (weights * x).sum(1, keepdims=True) / total
    b = y - (weights * y).sum(1, keepdims=True) / total
    xy, xx, yy = ((weights * one * two).sum(1) for one, two in ((a, b), (a, a), (b, b)))
    scale = np.sqrt(xx * yy)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.where(scale > 1e-12 * total[:, 0], xy / scale, np.nan)
    return np.asarray(np.clip(found, -1.0, 1.0), np.float64)


def _ranks(weights: FloatArray, values: FloatArray) -> FloatArray:
    """Rank values within samples in which each stands so many times; equal ones have their mean rank."""
    _, places = np.unique(values, return_inverse=True)
    places = places.reshape(-1)
    by_level = np.zeros((len(weights), int(places.max()) + 1))
    np.add.at(by_level.T, places, weights.T)
    ends = np.cumsum(by_level, 1)
    mean_ranks: FloatArray = ends - (by_level - 1) / 2
    return mean_ranks[:, places]
