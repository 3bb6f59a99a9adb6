"""Linking functions: from the log probability of a sentence to a score of how acceptable it is.

A sentence is improbable for being long and for having rare words, and people hardly mind either. What follows takes one
or both out. All take log probabilities in bits, log2 p, that is the sum of the surprisals with a minus before it, and
give more for a more acceptable sentence. Where an argument is NaN, so is the score.

References
----------
.. [1] Lau, J. H., Clark, A. and Lappin, S. (2017). Grammaticality, acceptability, and probability: a probabilistic view
   of linguistic knowledge. Cognitive Science 41, 1202-1241.
.. [2] Lau, J. H., Armendariz, C., Lappin, S., Purver, M. and Shu, C. (2020). How furiously can colorless green ideas
   sleep? Sentence acceptability in context. Transactions of the Association for Computational Linguistics 8, 296-310.
.. [3] Wu, Y. et al. (2016). Google's neural machine translation system: bridging the gap between human and machine
   translation. arXiv:1609.08144, eq. 14. Vaswani, A. et al. (2017). Attention is all you need. NeurIPS.
.. [4] Pauls, A. and Klein, D. (2012). Large-scale syntactic language modeling with treelets. Proceedings of ACL,
   959-968.
.. [5] Tjuatja, L., Neubig, G., Linzen, T. and Hao, S. (2024). What goes into a LM acceptability judgment? Rethinking
   the impact of frequency and length. arXiv:2411.02528.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .surprisal import FloatArray

__all__ = ["POWER", "mean_log_prob", "morcela", "norm_log_prob", "penalised", "penalty", "slor"]

POWER = 0.8
"""Exponent of `penalty` in [2]_."""


def mean_log_prob(log_prob: npt.ArrayLike, length: npt.ArrayLike) -> FloatArray:
    """Divide by a length: MeanLP of [2]_, log p / |s|.

    Parameters
    ----------
    log_prob : array_like, shape (n,)
        In bits.
    length : array_like, shape (n,)
        In tokens, words, characters or bytes; NaN of 0.

    Returns
    -------
    ndarray of float64, shape (n,)
        In bits for each unit of length.

    Examples
    --------
    >>> mean_log_prob([-12.0, -3.0], [4, 0]).tolist()
    [-3.0, nan]
    """
    return _divided(np.asarray(log_prob, np.float64), np.asarray(length, np.float64))


def penalty(length: npt.ArrayLike, alpha: float = POWER) -> FloatArray:
    """Give the length penalty of [3]_, ((5 + |s|) / (5 + 1)) ** alpha: 1 for one token, and growing slower than length.

    Parameters
    ----------
    length : array_like, shape (n,)
        In tokens; or in whatever units the length is to count.
    alpha : float, optional
        0: no penalty; 1: nearly the mean.

    Examples
    --------
    >>> penalty([1, 7], alpha=1.0).tolist()
    [1.0, 2.0]
    """
    return np.asarray(((5.0 + np.asarray(length, np.float64)) / 6.0) ** alpha, np.float64)


def penalised(log_prob: npt.ArrayLike, length: npt.ArrayLike, alpha: float = POWER) -> FloatArray:
    """Divide by the length penalty: PenLP of [2]_.

    Parameters
    ----------
    log_prob : array_like, shape (n,)
        In bits.
    length : array_like, shape (n,)
        In tokens; NaN of 0.
    alpha : float, optional

    Examples
    --------
    >>> penalised([-12.0], [7], alpha=1.0).tolist()
    [-6.0]
    """
    lengths = np.asarray(length, np.float64)
    return _divided(np.asarray(log_prob, np.float64), np.where(lengths > 0, penalty(lengths, alpha), 0.0))


def norm_log_prob(log_prob: npt.ArrayLike, unigram_log_prob: npt.ArrayLike) -> FloatArray:
    """Divide by what the tokens have by their frequency alone: NormLP of [1]_ and [2]_, -log p / log p_u.

    Parameters
    ----------
    log_prob, unigram_log_prob : array_like, shape (n,)
        In bits, of the same tokens.

    Returns
    -------
    ndarray of float64, shape (n,)
        Without a unit: -1 where the context tells the model nothing, towards 0 the more it tells.

    Examples
    --------
    >>> norm_log_prob([-12.0], [-24.0]).tolist()
    [-0.5]
    """
    return -_divided(np.asarray(log_prob, np.float64), np.asarray(unigram_log_prob, np.float64))


def slor(log_prob: npt.ArrayLike, unigram_log_prob: npt.ArrayLike, n_tokens: npt.ArrayLike) -> FloatArray:
    """Give the syntactic log-odds ratio [4]_ [1]_, (log p - log p_u) / |s|.

    Parameters
    ----------
    log_prob, unigram_log_prob : array_like, shape (n,)
        In bits, of the same tokens.
    n_tokens : array_like, shape (n,)
        How many these are.

    Returns
    -------
    ndarray of float64, shape (n,)
        In bits a token: how much the context tells the model of each.

    Examples
    --------
    >>> slor([-12.0], [-24.0], [4]).tolist()
    [3.0]
    """
    return morcela(log_prob, unigram_log_prob, n_tokens, beta=1.0, gamma=0.0)


def morcela(
    log_prob: npt.ArrayLike,
    unigram_log_prob: npt.ArrayLike,
    n_tokens: npt.ArrayLike,
    *,
    beta: float | FloatArray,
    gamma: float | FloatArray,
) -> FloatArray:
    """Give MORCELA [5]_, (log p - beta log p_u + gamma) / |s|, which is SLOR for beta = 1 and gamma = 0.

    `syntaxgym_lite.stats.morcela` learns the two from ratings.

    Parameters
    ----------
    log_prob, unigram_log_prob : array_like, shape (n,)
        In bits, of the same tokens.
    n_tokens : array_like, shape (n,)
    beta : float or ndarray of float64, shape (n,)
        How much of frequency is taken out; without a unit.
    gamma : float or ndarray of float64, shape (n,)
        In bits (the paper's, of natural logarithms, is this times ln 2).

    Examples
    --------
    >>> morcela([-12.0], [-24.0], [4], beta=0.5, gamma=2.0).tolist()
    [0.5]
    """
    one, two = np.asarray(log_prob, np.float64), np.asarray(unigram_log_prob, np.float64)
    return mean_log_prob(one - beta * two + gamma, n_tokens)


def _divided(values: FloatArray, by: FloatArray) -> FloatArray:
    """Divide; NaN where that is by 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(by != 0, values / by, np.nan), np.float64)
