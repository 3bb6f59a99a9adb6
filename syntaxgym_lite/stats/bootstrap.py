"""Means of scores over suites, and how well they are known, if other suites and other items might have been taken."""

from __future__ import annotations

import math
import zlib
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..surprisal import FloatArray
from .distributions import t_quantile
from .intervals import normal_quantile, numbered, wilson_interval

__all__ = ["BOOTSTRAP_SEED", "N_REPLICATES", "SuiteSample", "suites_interval"]

N_REPLICATES = 4000
BOOTSTRAP_SEED = 0

_SURE_OF_NOTHING = 2.0  # items of each kind that a suite of one kind is given, after Agresti and Coull


@dataclass(frozen=True, slots=True, eq=False)
class SuiteSample:
    """The score of a suite, and by how much it would be another with other items.

    Parameters
    ----------
    name : str
    score : float
    n_items : int
    n_clusters : int
        As many as items, if these are independent.
    variance : float
        Of the score, by its items.
    deviations : ndarray of float64, shape (n_replicates,)
        Of the scores of samples of the items, drawn with replacement, from the score.
    """

    name: str
    score: float
    n_items: int
    n_clusters: int
    variance: float
    deviations: FloatArray

    @classmethod
    def of(
        cls,
        name: str,
        credits: Mapping[int, float],
        clusters: Mapping[int, Hashable] | None = None,
        *,
        n_replicates: int = N_REPLICATES,
        seed: int = BOOTSTRAP_SEED,
    ) -> SuiteSample:
        """Draw samples of the items of a suite, or of its clusters.

        Parameters
        ----------
        name : str
            Of the suite: what is drawn depends on it and the seed, and not on other suites or models.
        credits, clusters : mapping
            What each item counts, and which cluster it is of, by item number.
        n_replicates, seed : int, optional
        """
        values = np.array(list(credits.values()), np.float64)
        named = None if clusters is None else [clusters[number] for number in credits]
        numbers = np.arange(len(values)) if named is None else numbered(named)
        sums, sizes = np.bincount(numbers, values), np.bincount(numbers).astype(np.float64)
        n = len(sums)
        score = float(values.mean())
        if n < 2:
            return cls(name, score, len(values), n, 0.0, np.zeros(n_replicates))
        if n == len(values):  # an item that counts in part is taken for one that passes so often
            kinds, weights = np.array([[0.0, 1.0], [1.0, 1.0]]), np.array([1 - score, score]) * n
        else:
            kinds, counts = np.unique(np.stack([sums, sizes], 1), axis=0, return_counts=True)
            weights = counts.astype(np.float64)
        if score in (0.0, 1.0):  # other items would not all be alike; those drawn of these are
            size = float(sizes.mean())
            kinds = np.concatenate([kinds, [[0.0, size], [size, size]]])
            weights = np.concatenate([weights, [_SURE_OF_NOTHING] * 2])
        weights /= weights.sum()
        centre = float(weights @ kinds[:, 0] / (weights @ kinds[:, 1]))
        random = np.random.default_rng([seed, zlib.crc32(name.encode("utf-8", "backslashreplace"))])
        if n == len(values):
            means = random.binomial(n, centre, n_replicates) / n
        else:
            drawn = random.multinomial(n, weights, n_replicates)
            means = (drawn @ kinds[:, 0]) / (drawn @ kinds[:, 1])
        residuals = kinds[:, 0] - kinds[:, 1] * centre
        variance = float(weights @ residuals**2 / (weights @ kinds[:, 1]) ** 2 / (n - 1))
        deviations = (means - centre) * math.sqrt(n / (n - 1))
        return cls(name, score, len(values), n, variance, deviations)


def suites_interval(
    samples: Sequence[SuiteSample], *, by_item: bool = False, confidence: float = 0.95, seed: int = BOOTSTRAP_SEED
) -> tuple[float, float]:
    r"""Give the bootstrap interval of the mean score of some suites, or of the share of all their items that pass.

    Suites are drawn with replacement, and for each suite drawn a sample of its items (or clusters), as often as
    `SuiteSample` has replicates. Ends of the interval are percentiles of the means of such samples, with two
    corrections without which they would not cover what they say:

    - scores of suites differ by chance already, since their items do; drawing suites and then items counts that twice.
      So the suites' scores are first moved towards their mean by the factor
      :math:`\sqrt{\max(0, 1 - w / b)}`, where b is the variance of the scores, and w what their items make of it;
    - a few suites vary too little in samples of themselves: deviations are multiplied by
      :math:`\sqrt{S / (S - 1)}` for S suites, and by the quantile of Student's t over the normal one.

    A suite of which all items pass, or none, would not vary at all when its items are drawn: it varies as if it had two
    items (clusters) more that pass and two that do not. Suites of a single item or cluster that are all alike say no
    more than as many items: Wilson's interval.

    Parameters
    ----------
    samples : sequence of SuiteSample
        With the same number of replicates. Their order does not count.
    by_item : bool, optional
        Whether each item counts the same, and not each suite.
    confidence : float, optional
        Coverage, 0.95 by default.
    seed : int, optional
        Of the draws of suites.

    Returns
    -------
    low, high : float
        Between 0 and 1. For other suites of the same kind with other items. NaN for fewer than two suites, which say
        nothing of how suites differ.

    Notes
    -----
    The error bars of Hu et al. (2020) are bootstrap percentiles, too: seaborn's, over the scores of the suites on all
    instances of a model, without items.

    References
    ----------
    Davison, A. C. and Hinkley, D. V. (1997). Bootstrap Methods and their Application, section 3.8. Cambridge University
    Press. Hesterberg, T. C. (2015). What teachers should know about the bootstrap. The American Statistician 69,
    371-386, section 3.3. Agresti, A. and Coull, B. A. (1998). Approximate is better than "exact" for interval
    estimation of binomial proportions. The American Statistician 52, 119-126.

    Examples
    --------
    >>> passed = {"a": 20, "b": 12, "c": 16, "d": 3}
    >>> samples = [SuiteSample.of(name, {i: i < n for i in range(24)}) for name, n in passed.items()]
    >>> low, high = suites_interval(samples)
    >>> 0 < low < sum(passed.values()) / 96 < high < 1
    True
    """
    if len(samples) < 2:
        return math.nan, math.nan
    samples = sorted(samples, key=lambda sample: sample.name)
    n = len(samples)
    scores = np.array([sample.score for sample in samples])
    weights = np.array([sample.n_items if by_item else 1 for sample in samples], np.float64)
    weights /= weights.mean()
    mean = float(weights @ scores) / n
    within = weights**2 * np.array([sample.variance for sample in samples])
    own = float(within.mean())
    among = float(((weights * (scores - mean)) ** 2).sum()) / (n - 1)
    shrunk = math.sqrt(max(0.0, 1 - own / among)) if among else 0.0
    names = "\n".join(sample.name for sample in samples)
    random = np.random.default_rng([seed, zlib.crc32(names.encode("utf-8", "backslashreplace"))])
    n_replicates = len(samples[0].deviations)
    which = random.integers(0, n, (n, n_replicates), np.int32)
    # a suite that is drawn twice has two samples of its items
    draws = random.integers(0, n_replicates, (n, n_replicates), np.int32)
    deviations = np.stack([sample.deviations for sample in samples])
    deviations += shrunk * math.sqrt(n / (n - 1)) * (scores - mean)[:, None]
    drawn = deviations.ravel()[which.astype(np.int64) * n_replicates + draws]
    if by_item:
        drawn_weights = weights[which]
        means = (drawn_weights * drawn).sum(0) / drawn_weights.sum(0)
    else:
        means = drawn.mean(0)
    if not deviations.any():  # suites of one item or cluster that are all alike: each says as much as one item
        return wilson_interval(mean * n, n, confidence)
    quantile = 0.5 + confidence / 2
    wider = t_quantile(quantile, _degrees(samples, within, among > own)) / normal_quantile(quantile)
    low, high = mean + wider * np.quantile(means, [1 - quantile, quantile])
    return max(float(low), 0.0), min(float(high), 1.0)


def _degrees(samples: Sequence[SuiteSample], within: FloatArray, differ: bool) -> float:
    """Degrees of freedom: of the suites where these differ, else of their items, after Satterthwaite."""
    freedoms = np.array([max(sample.n_clusters - 1, 1) for sample in samples])
    spread = float((within**2 / freedoms).sum())
    return len(samples) - 1.0 if differ or not spread else float(within.sum()) ** 2 / spread
