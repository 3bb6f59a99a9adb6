"""MORCELA's two parameters, learnt from ratings: how much of frequency and of length is to be taken out.

The ratings are regressed on log p / l, log p_u / l and 1 / l, by least squares, as the authors do; so
``rating = alpha (log p - beta log p_u + gamma) / l + constant``. What is predicted of a sentence was learnt from the
sentences of other items alone.

References
----------
Tjuatja, L., Neubig, G., Linzen, T. and Hao, S. (2024). What goes into a LM acceptability judgment? Rethinking the
impact of frequency and length. arXiv:2411.02528. Parker, B. J., Günter, S. and Bedo, J. (2007). Stratification bias in
low signal microarray studies. BMC Bioinformatics 8, 326.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

import numpy as np

from ..surprisal import FloatArray
from .intervals import numbered

__all__ = ["N_FOLDS", "Morcela", "MorcelaFold", "fit_morcela"]

N_FOLDS = 10
_SEED = 0
_LEAST = 8  # sentences to learn four numbers from


@dataclass(frozen=True, slots=True)
class MorcelaFold:
    """What was learnt from some sentences.

    Parameters
    ----------
    alpha : float
        By how much the rating rises with a bit a token. Below 0, where less probable sentences are rated better: then
        beta and gamma mean nothing.
    beta : float
        How much of frequency is taken out: SLOR's is 1.
    gamma : float
        In bits: how much of length; SLOR's is 0.
    n : int
        Sentences that it was learnt from.
    """

    alpha: float
    beta: float
    gamma: float
    n: int


@dataclass(frozen=True, slots=True, eq=False)
class Morcela:
    """What was learnt of ratings, and predicted of them.

    Parameters
    ----------
    overall : MorcelaFold
        Learnt from all sentences.
    folds : tuple of MorcelaFold
        Learnt from those of other items than are predicted.
    predicted : ndarray of float64, shape (n,)
        Of each sentence, by how much its rating differs from the mean of those that were learnt from, in units of the
        ratings. NaN where a sentence has no measure; it may have no rating.
    """

    overall: MorcelaFold
    folds: tuple[MorcelaFold, ...]
    predicted: FloatArray

    def spread(self, name: str) -> tuple[float, float, float, float]:
        """Give mean, standard deviation, least and greatest of ``"beta"`` or ``"gamma"`` over the folds."""
        values = [getattr(fold, name) for fold in self.folds]
        return fmean(values), stdev(values), min(values), max(values)


def fit_morcela(
    log_prob: FloatArray,
    unigram_log_prob: FloatArray,
    n_tokens: FloatArray,
    ratings: FloatArray,
    items: Sequence[Hashable],
    *,
    n_folds: int = N_FOLDS,
    seed: int = _SEED,
) -> Morcela | None:
    """Learn MORCELA's parameters, and predict each sentence from what the others of the table teach.

    Parameters
    ----------
    log_prob, unigram_log_prob : ndarray of float64, shape (n,)
        In bits.
    n_tokens, ratings : ndarray of float64, shape (n,)
        What is NaN, or of a sentence with an infinite value, is not learnt from.
    items : sequence of hashable, length n
        Sentences of one item are predicted together.
    n_folds : int, optional
        Items are dealt at random into so many parts, as equal as can be; fewer items are as many parts.
    seed : int, optional

    Returns
    -------
    Morcela or None
        None if there are fewer than 8 sentences to learn from in a fold, or they do not settle four numbers (all have
        one length, say).

    Notes
    -----
    What is predicted is a difference from the mean of the ratings learnt from, and not the rating: where the ratings
    that are left out are high, the mean of the others is low, so that predictions with that mean in them go against
    the ratings before anything is learnt (Parker et al. 2007).
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        design = np.stack([log_prob, unigram_log_prob, np.ones(len(log_prob))], 1) / np.asarray(n_tokens)[:, None]
    sound = np.isfinite(design).all(1)
    rated = sound & np.isfinite(ratings)
    numbers = numbered(items)
    own = np.unique(numbers[rated])
    k = min(n_folds, len(own))
    if k < 2:
        return None
    order = np.random.default_rng(seed).permutation(len(own))
    fold_of = dict(zip(own[order].tolist(), (np.arange(len(own)) % k).tolist(), strict=True))
    parts = np.array([fold_of.get(number, 0) for number in numbers.tolist()])  # an item without ratings: any
    predicted = np.full(len(design), np.nan)
    folds = []
    for part in range(k):
        learnt_from = rated & (parts != part)
        found = _fit(design[learnt_from], ratings[learnt_from])
        if found is None:
            return None
        fold, slopes = found
        folds.append(fold)
        here = sound & (parts == part)
        predicted[here] = (design[here] - design[learnt_from].mean(0)) @ slopes
    overall = _fit(design[rated], ratings[rated])
    return None if overall is None else Morcela(overall[0], tuple(folds), predicted)


def _fit(design: FloatArray, ratings: FloatArray) -> tuple[MorcelaFold, FloatArray] | None:
    if len(design) < _LEAST:
        return None
    mean, spread = design.mean(0), design.std(0)
    if (spread <= 1e-12 * np.abs(mean)).any():
        return None
    scaled = (design - mean) / spread
    slopes, _, rank, _ = np.linalg.lstsq(scaled, ratings - ratings.mean(), rcond=1e-9)
    if rank < design.shape[1]:
        return None
    alpha, unigram, constant = (float(one) for one in slopes / spread)
    if not alpha:
        return None
    return MorcelaFold(alpha, -unigram / alpha, constant / alpha, len(design)), np.asarray(slopes / spread, np.float64)
