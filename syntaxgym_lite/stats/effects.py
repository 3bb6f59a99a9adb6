"""Effects: margins of comparisons in the direction that is predicted, with their means, intervals and sizes.

A margin is left minus right, as in ``items.csv``. Where a formula wants the left side to be less, a large effect has a
margin far below 0, which reads like a failure; so effects are counted in the predicted direction.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from ..formula import parse, unit
from ..formula.directions import PredictedSide, directions
from ..results import Outcome, SuiteResult
from ..surprisal import FloatArray
from .clusters import cluster_ids
from .means import MeanEstimate, mean_interval

__all__ = [
    "ComparisonEffect",
    "ComparisonSummary",
    "comparison_effects",
    "comparison_summaries",
    "size_interval",
    "standardised_size",
]

_SAME = 1e-9  # share of a value that is the rounding of sums: margins that differ by less do not vary


@dataclass(frozen=True, slots=True, eq=False)
class ComparisonEffect:
    """The effect that a comparison of a prediction is about, in n items.

    Parameters
    ----------
    prediction : int
        Place of the prediction in the suite, from 0.
    place : int
        Place of the comparison in the prediction, from 0.
    comparison : str
        Its text.
    direction : {1, 0, -1}
        1: the left side is predicted to be the greater; -1: the right side; 0: neither, as of ``=``. A ``!`` before the
        comparison is taken into account; see `syntaxgym_lite.formula.directions`.
    unit : str
        Of the margins: ``"bits"``, ``"ranks"``, ``"probability"``, ``"tokens"``, ``"mixed units"``.
    item_numbers : tuple of int, length n
        The items for which both sides are defined.
    margins : ndarray of float64, shape (n,)
        In the predicted direction, in `unit`: above 0 where the comparison goes as predicted, but for ties. Of
        direction 0: left minus right. May be infinite.
    mean, low, high : float
        Mean of the finite margins, and its 95 % interval (or another, as asked for); NaN where there is none.
    size : float
        Standardised size, see `standardised_size`; NaN where there is none.
    estimate : MeanEstimate
        What these rest on: standard deviation, standard error, degrees of freedom, numbers of items and clusters.
    """

    prediction: int
    place: int
    comparison: str
    direction: PredictedSide
    unit: str
    item_numbers: tuple[int, ...]
    margins: FloatArray
    estimate: MeanEstimate
    size: float

    @property
    def mean(self) -> float:
        """Mean of the finite margins, in the predicted direction."""
        return self.estimate.mean

    @property
    def low(self) -> float:
        """Lower end of its interval."""
        return self.estimate.low

    @property
    def high(self) -> float:
        """Upper end of its interval."""
        return self.estimate.high

    @property
    def n_infinite(self) -> int:
        """How many margins are infinite; mean, interval and size leave them out."""
        return len(self.margins) - self.estimate.n


class _Margins(TypedDict):
    comparison: str
    n: int
    mean_margin: float | None
    sd_margin: float | None
    direction: PredictedSide
    mean_effect: float | None
    effect_low: float | None
    effect_high: float | None
    effect_size: float | None


class ComparisonSummary(_Margins, total=False):
    """Margins of a comparison over the items where it is defined, in bits, or in `unit`."""

    unit: str
    n_infinite: int


def comparison_effects(
    suite: SuiteResult, *, prediction: int | None = None, confidence: float = 0.95
) -> list[ComparisonEffect]:
    """Give the effect of each comparison of the predictions of a suite.

    Parameters
    ----------
    suite : SuiteResult
        With or without its sentences.
    prediction : int, optional
        Only those of this prediction.
    confidence : float, optional
        Coverage of the intervals.

    Returns
    -------
    list of ComparisonEffect
        In the order of predictions, then of comparisons. Intervals are t intervals over items; where the suite's items
        come in clusters, robust for them (see `syntaxgym_lite.stats.means.mean_interval`).

    Notes
    -----
    The margin of ``a - b > 3`` is what is beyond 3, and that of ``abs(a - b) < 2`` what is left to 2: the effect says
    how far the claim is from failing. For a difference itself, write the comparison with 0.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from syntaxgym_lite.stats import comparison_effects
    >>> [model] = sgl.evaluate("npi_src_any").models
    >>> effect = comparison_effects(model.suites[0])[0]
    >>> effect.direction, effect.margins.shape, bool(effect.low < effect.mean < effect.high)
    (-1, (26,), True)
    """
    wanted = range(len(suite.predictions)) if prediction is None else [prediction]
    by_prediction: dict[int, list[Outcome]] = {index: [] for index in wanted}
    for outcome in suite.outcomes:
        if outcome.prediction in by_prediction:
            by_prediction[outcome.prediction].append(outcome)
    return [
        _effect(suite, index, place, direction, outcomes, confidence)
        for index, outcomes in by_prediction.items()
        for place, (_, direction) in enumerate(
            zip(suite.predictions[index].comparisons, directions(suite.formula(index).root), strict=False)
        )
    ]


def _effect(
    suite: SuiteResult,
    index: int,
    place: int,
    direction: PredictedSide,
    outcomes: Iterable[Outcome],
    confidence: float,
) -> ComparisonEffect:
    defined = [
        (outcome.item_number, margin)
        for outcome in outcomes
        if (margin := outcome.comparisons[place].margin) is not None
    ]
    source = suite.predictions[index].comparisons[place]
    margins = np.array([margin for _, margin in defined], np.float64) * (direction or 1) + 0.0  # which makes 0 of -0
    finite = np.isfinite(margins)
    clusters: Sequence[Hashable] | None = None
    if suite.clusters:
        ids = cluster_ids(suite)
        clusters = [ids[number] for (number, _), ok in zip(defined, finite, strict=True) if ok]
    estimate = mean_interval(margins[finite], clusters, confidence=confidence)
    return ComparisonEffect(
        prediction=index,
        place=place,
        comparison=source,
        direction=direction,
        unit=unit(parse(source), metric=suite.metric),
        item_numbers=tuple(number for number, _ in defined),
        margins=margins,
        estimate=estimate,
        size=standardised_size(estimate),
    )


def comparison_summaries(suite: SuiteResult, prediction: int) -> list[ComparisonSummary]:
    """Give the effects of a prediction as they stand in a summary.

    Parameters
    ----------
    suite : SuiteResult
    prediction : int
        Place of the prediction in the suite.

    Returns
    -------
    list of ComparisonSummary
        ``mean_margin`` and ``sd_margin`` are of left minus right; ``mean_effect``, ``effect_low``, ``effect_high`` and
        ``effect_size`` of the margins in the predicted direction, see `comparison_effects`. Infinite margins are left
        out of all, and counted in ``n_infinite`` where there are any.
    """
    return [_summary(effect) for effect in comparison_effects(suite, prediction=prediction)]


def _summary(effect: ComparisonEffect) -> ComparisonSummary:
    mean = _known(effect.mean)
    summary: ComparisonSummary = {
        "comparison": effect.comparison,
        "n": len(effect.margins),
        "mean_margin": None if mean is None else mean * (effect.direction or 1) + 0.0,
        "sd_margin": _known(effect.estimate.sd),
        "direction": effect.direction,
        "mean_effect": mean,
        "effect_low": _known(effect.low),
        "effect_high": _known(effect.high),
        "effect_size": _known(effect.size),
    }
    if effect.unit != "bits":
        summary["unit"] = effect.unit
    if effect.n_infinite:
        summary["n_infinite"] = effect.n_infinite
    return summary


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None


def standardised_size(estimate: MeanEstimate) -> float:
    r"""Give Cohen's d of a mean difference within items, with Hedges' correction for few items.

    :math:`d_z = \bar y / s` is the mean in standard deviations of the differences [1]_; it is multiplied by
    :math:`J = \Gamma(m/2) / (\sqrt{m/2}\, \Gamma((m-1)/2))` for m = n - 1, without which it is too large on average
    [2]_. It compares with other values of d_z only: an effect measured between items has another denominator.

    Parameters
    ----------
    estimate : MeanEstimate
        Of the differences.

    Returns
    -------
    float
        NaN of fewer than three values, and where they do not vary.

    References
    ----------
    .. [1] Cohen, J. (1988). Statistical power analysis for the behavioral sciences, 2nd ed., p. 48.
    .. [2] Hedges, L. V. (1981). Distribution theory for Glass's estimator of effect size and related estimators.
       Journal of Educational Statistics 6, 107-128.

    Examples
    --------
    >>> size = standardised_size(mean_interval(np.array([1.0, 2.0, 3.0, 6.0])))
    >>> round(size, 4)
    1.0049
    """
    if not _varies(estimate):
        return math.nan
    return estimate.mean / estimate.sd * _correction(estimate.n - 1)


def size_interval(estimate: MeanEstimate, *, confidence: float = 0.95) -> tuple[float, float]:
    """Give the interval of a standardised size, from the noncentral t distribution.

    The noncentralities for which the t of the data lies at either end of its distribution [1]_, in standard deviations
    and with Hedges' correction as in `standardised_size`. Where values come in clusters, t and its degrees of freedom
    are those that are robust for them, and the interval is an approximation.

    Parameters
    ----------
    estimate : MeanEstimate
    confidence : float, optional
        Coverage.

    Returns
    -------
    low, high : float
        NaN where there is no size.

    References
    ----------
    .. [1] Cumming, G. and Finch, S. (2001). A primer on the understanding, use, and calculation of confidence intervals
       that are based on central and noncentral distributions. Educational and Psychological Measurement 61, 532-574.

    Examples
    --------
    >>> low, high = size_interval(mean_interval(np.array([1.0, 2.0, 3.0, 6.0])))
    >>> round(low, 3), round(high, 3)
    (-0.066, 2.017)
    """
    from scipy.special import nctdtrinc

    if not _varies(estimate) or not estimate.standard_error > 0:
        return math.nan, math.nan
    t = estimate.mean / estimate.standard_error
    scale = estimate.standard_error / estimate.sd * _correction(estimate.n - 1)
    low, high = (float(nctdtrinc(estimate.df, 0.5 + sign * confidence / 2, t)) * scale for sign in (1, -1))
    return low, high


def _varies(estimate: MeanEstimate) -> bool:
    return estimate.n > 2 and estimate.sd > _SAME * max(abs(estimate.mean), 1e-3)


def _correction(m: int) -> float:
    """Hedges' J."""
    return math.exp(math.lgamma(m / 2) - math.lgamma((m - 1) / 2)) / math.sqrt(m / 2)
