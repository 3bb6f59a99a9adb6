"""Correlations over suites and over models: what models find hard alike, and how scores go with perplexity."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..judgments import correlation, ranks
from ..surprisal import FloatArray

__all__ = [
    "Correlation",
    "ModelCorrelation",
    "PerplexityCorrelation",
    "model_correlations",
    "pearson",
    "score_against_perplexity",
    "spearman",
]

_LEAST = 3  # values of which there is a correlation at all


@dataclass(frozen=True, slots=True)
class Correlation:
    """A correlation, and how well it is known.

    Parameters
    ----------
    n : int
        Pairs of values.
    r : float or None
        -1 to 1; None of fewer than 3 pairs, and where one side does not vary.
    ci_low, ci_high : float or None
        95 % interval; None of fewer than 4 pairs.
    p : float or None
        Two-sided, of no correlation.
    """

    n: int
    r: float | None
    ci_low: float | None
    ci_high: float | None
    p: float | None


def pearson(x: Sequence[float] | FloatArray, y: Sequence[float] | FloatArray, confidence: float = 0.95) -> Correlation:
    """Correlate two lists of values, linearly.

    Parameters
    ----------
    x, y : sequence of float, shape (n,)
        Finite.
    confidence : float, optional

    Returns
    -------
    Correlation
        The interval is Fisher's, p of Student's t with n - 2 degrees of freedom.

    References
    ----------
    Fisher, R. A. (1921). On the "probable error" of a coefficient of correlation deduced from a small sample. Metron 1,
    3-32.

    Examples
    --------
    >>> one = pearson([0.1, 0.4, 0.5, 0.9, 1.0], [0.2, 0.3, 0.7, 0.8, 0.8])
    >>> one.n, round(one.r, 3), round(one.ci_low, 3), round(one.ci_high, 3), round(one.p, 3)
    (5, 0.905, 0.113, 0.994, 0.035)
    """
    return _correlated(np.asarray(x, np.float64), np.asarray(y, np.float64), confidence, of_ranks=False)


def spearman(x: Sequence[float] | FloatArray, y: Sequence[float] | FloatArray, confidence: float = 0.95) -> Correlation:
    """Correlate the ranks of two lists of values.

    Parameters
    ----------
    x, y : sequence of float, shape (n,)
    confidence : float, optional

    Returns
    -------
    Correlation
        The interval is that of Bonett and Wright, p of Student's t with n - 2 degrees of freedom, as in SciPy.

    References
    ----------
    Bonett, D. G., and Wright, T. A. (2000). Sample size requirements for estimating Pearson, Kendall and Spearman
    correlations. Psychometrika 65, 23-28.

    Examples
    --------
    >>> spearman([1, 2, 3, 4], [1, 10, 100, 1000]).r
    1.0
    """
    return _correlated(ranks(np.asarray(x, np.float64)), ranks(np.asarray(y, np.float64)), confidence, of_ranks=True)


def _correlated(x: FloatArray, y: FloatArray, confidence: float, *, of_ranks: bool) -> Correlation:
    from scipy.special import ndtri, stdtr

    n = len(x)
    r = correlation(x, y)
    if r is None:
        return Correlation(n, None, None, None, None)
    certain = abs(r) > 1 - 1e-15
    p = 0.0 if certain else 2 * float(stdtr(n - 2, -abs(r) * math.sqrt((n - 2) / (1 - r * r))))
    if n <= _LEAST:
        return Correlation(n, r, None, None, p)
    if certain:
        return Correlation(n, r, r, r, p)
    error = math.sqrt((1 + r * r / 2 if of_ranks else 1.0) / (n - 3))
    half = float(ndtri(0.5 + confidence / 2)) * error
    return Correlation(n, r, math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half), p)


@dataclass(frozen=True, slots=True)
class ModelCorrelation:
    """How the scores of two models go together over suites.

    Parameters
    ----------
    first, second : str
        Models; or ``"people"``.
    pearson, spearman : Correlation
        Over the suites of which both have a score.
    """

    first: str
    second: str
    pearson: Correlation
    spearman: Correlation


def model_correlations(scores: Mapping[str, Mapping[str, float]]) -> list[ModelCorrelation]:
    """Correlate the scores of each two models over the suites that both have.

    It is the figure of Warstadt et al. (2020) that says which models find the same paradigms hard.

    Parameters
    ----------
    scores : mapping of str to mapping of str to float
        For each model, or for people, the score on each suite or paradigm.

    Returns
    -------
    list of ModelCorrelation
        Of each two, the first with all that follow it first.

    References
    ----------
    Warstadt, A., Parrish, A., Liu, H., Mohananey, A., Peng, W., Wang, S.-F., and Bowman, S. R. (2020). BLiMP: The
    benchmark of linguistic minimal pairs for English. Transactions of the Association for Computational Linguistics 8,
    377-392, figure 1.

    Examples
    --------
    >>> scores = {"a": {"npz": 0.2, "npi": 0.5, "cleft": 0.9}, "b": {"npi": 0.4, "npz": 0.1, "cleft": 1.0}}
    >>> [one] = model_correlations(scores)
    >>> one.pearson.n, round(one.pearson.r, 3), one.spearman.r
    (3, 0.994, 1.0)
    """
    found = []
    names = list(scores)
    for place, first in enumerate(names):
        for second in names[place + 1 :]:
            both = sorted(scores[first].keys() & scores[second].keys())
            x = [scores[first][suite] for suite in both]
            y = [scores[second][suite] for suite in both]
            found.append(ModelCorrelation(first, second, pearson(x, y), spearman(x, y)))
    return found


@dataclass(frozen=True, slots=True)
class PerplexityCorrelation:
    """How the scores of models go with their perplexity.

    Parameters
    ----------
    group : str or None
        The class of the models, or None: all.
    models : tuple of str
    pearson, spearman : Correlation
        Of score and natural logarithm of perplexity. Below 0 where a model that expects text better scores better.
    """

    group: str | None
    models: tuple[str, ...]
    pearson: Correlation
    spearman: Correlation


def score_against_perplexity(
    scores: Mapping[str, float], perplexities: Mapping[str, float], groups: Mapping[str, str] | None = None
) -> list[PerplexityCorrelation]:
    """Correlate scores of models with the logarithm of their perplexity.

    Parameters
    ----------
    scores, perplexities : mapping of str to float
        By model; those that have both count.
    groups : mapping of str to str, optional
        Class of each model: correlations within each class are given, too.

    Returns
    -------
    list of PerplexityCorrelation
        Over all models; then, of several classes, over each with 3 models or more.

    References
    ----------
    Hu, J., Gauthier, J., Qian, P., Wilcox, E., and Levy, R. (2020). A systematic assessment of syntactic generalization
    in neural language models. Proceedings of ACL, 1725-1744, section 4.1.

    Examples
    --------
    >>> [one] = score_against_perplexity({"a": 0.2, "b": 0.5, "c": 0.6}, {"a": 300, "b": 100, "c": 20})
    >>> one.spearman.r
    -1.0
    """
    both = [model for model in scores if model in perplexities]
    by_group: dict[str | None, list[str]] = {None: both}
    for model in both:
        if groups and groups.get(model):
            by_group.setdefault(groups[model], []).append(model)
    if len(by_group) == 2:  # one class is all models
        by_group = {None: both}
    found = []
    for group, models in by_group.items():
        if group is None or len(models) >= _LEAST:
            x = [math.log(perplexities[model]) for model in models]
            y = [scores[model] for model in models]
            found.append(PerplexityCorrelation(group, tuple(models), pearson(x, y), spearman(x, y)))
    return found
