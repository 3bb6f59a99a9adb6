"""What a larger training corpus, and another class of model, do to scores: the mixed model of Hu et al. (2020)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import InputError, counted
from .mixed import MixedFit, RandomTerm, fit, likelihood_ratio, treatment_columns
from .model_table import ModelTable

__all__ = ["Coefficient", "TermTest", "TrainingEffects", "training_effects"]

_WORDS = "log(words)"
_CLASS = "class"
_INTERCEPT = "(Intercept)"
_WHAT = "the mixed model score ~ log(words) + class + (1 | suite) + (1 | instance)"


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A coefficient of the fixed effects: scores (0 to 1) for one more of what it is of.

    Parameters
    ----------
    name : str
        ``"(Intercept)"``, ``"log(words)"`` (natural), or ``"class"`` and the class, against the first one.
    estimate, standard_error : float
    ci_low, ci_high : float
        95 % interval by normal quantiles (Wald).
    """

    name: str
    estimate: float
    standard_error: float
    ci_low: float
    ci_high: float


@dataclass(frozen=True, slots=True)
class TermTest:
    """A likelihood-ratio test of the model against the one without a term.

    Parameters
    ----------
    term : {"log(words)", "class"}
    chi_square : float
    df : int
    p : float
    aic_without : float
        Akaike's criterion of the model without it.
    """

    term: str
    chi_square: float
    df: int
    p: float
    aic_without: float


@dataclass(frozen=True, slots=True)
class TrainingEffects:
    """A fit of score ~ log(words) + class + (1 | suite) + (1 | instance) by maximum likelihood.

    Parameters
    ----------
    formula, first_class : str
        The class that others are against.
    n_scores, n_models, n_suites, n_instances : int
        A score is of one model on one suite.
    coefficients : tuple of Coefficient
    tests : tuple of TermTest
    sd_suite, sd_instance, sd_residual : float
        Standard deviations of the random effects and of the rest, in scores.
    log_likelihood, aic, bic : float
    n_parameters : int
    singular : bool
        A random effect has no variance in these data.
    converged : bool
    """

    formula: str
    first_class: str
    n_scores: int
    n_models: int
    n_suites: int
    n_instances: int
    coefficients: tuple[Coefficient, ...]
    tests: tuple[TermTest, ...]
    sd_suite: float
    sd_instance: float
    sd_residual: float
    log_likelihood: float
    aic: float
    bic: float
    n_parameters: int
    singular: bool
    converged: bool


def training_effects(scores: Mapping[str, Mapping[str, float]], table: ModelTable) -> TrainingEffects:
    """Fit how scores go with the number of training words and the class of models.

    Parameters
    ----------
    scores : mapping of str to mapping of str to float
        Of each model, its score on each suite.
    table : ModelTable
        With class and training words of each; models of one class, one size and one seed are one instance, and without
        seeds each model is one.

    Returns
    -------
    TrainingEffects

    Raises
    ------
    InputError
        If the table lacks a column or value, or if the data cannot tell: one class, one size, few scores.

    References
    ----------
    Hu, J., Gauthier, J., Qian, P., Wilcox, E., and Levy, R. (2020). A systematic assessment of syntactic generalization
    in neural language models. Proceedings of ACL, 1725-1744, section 4.2; theirs has random slopes, too, which take
    many models.

    Examples
    --------
    >>> from syntaxgym_lite.stats.model_table import ModelRow
    >>> rows = [ModelRow("a", "lstm", words=1e6), ModelRow("b", "lstm", words=1e7), ModelRow("c", "n-gram", words=1e6),
    ...         ModelRow("d", "n-gram", words=1e7)]
    >>> scores = {"a": {"npz": 0.4, "npi": 0.6, "cleft": 0.5}, "b": {"npz": 0.5, "npi": 0.8, "cleft": 0.55},
    ...           "c": {"npz": 0.2, "npi": 0.3, "cleft": 0.4}, "d": {"npz": 0.2, "npi": 0.4, "cleft": 0.45}}
    >>> found = training_effects(scores, ModelTable("models.csv", tuple(rows), ("model_class", "words")))
    >>> [(one.name, round(one.estimate, 3)) for one in found.coefficients]
    [('(Intercept)', 0.017), ('log(words)', 0.036), ('classn-gram', -0.233)]
    """
    table.require("words", "model_class", purpose=_WHAT)
    described = {row.model: row for row in table.rows if row.model in scores}
    rows = [(model, suite, score) for model in described for suite, score in scores[model].items()]
    classes = sorted({row.model_class for row in described.values()})
    sizes = {row.words for row in described.values()}
    suites = {suite for _, suite, _ in rows}
    if not rows:
        raise InputError(f"{table.source}: no suite is shared by all models, and so {_WHAT} has no scores.")
    if len(classes) < 2:
        raise InputError(f"{table.source}: all models are of one class, {classes[0]}; {_WHAT} takes two or more.")
    if len(sizes) < 2:
        raise InputError(f"{table.source}: all models have as many training words; {_WHAT} takes two sizes or more.")
    if len(suites) < 2:
        raise InputError(f"All models share one suite; {_WHAT} takes two or more.")
    # a seed may have been used for several classes and sizes
    instance_of = {model: (row.model_class, str(row.words), row.instance or model) for model, row in described.items()}
    instances = [instance_of[model] for model, _, _ in rows]
    n_parameters = len(classes) + 4  # intercept, words, other classes; three variances
    if len(rows) <= n_parameters:
        raise InputError(
            f"{counted(len(rows), 'score')} are too few for the {n_parameters} parameters of {_WHAT}: evaluate more "
            "models, or more suites."
        )
    columns = {
        _INTERCEPT: np.ones(len(rows)),
        _WORDS: np.array([math.log(described[model].words or math.nan) for model, _, _ in rows]),
        **treatment_columns(_CLASS, [described[model].model_class for model, _, _ in rows], classes),
    }
    design = np.column_stack(list(columns.values()))
    if np.linalg.matrix_rank(design) < len(columns):
        raise InputError(
            f"{table.source}: each class has one number of training words, so that {_WHAT} cannot tell what is due to "
            "which; it takes a class of two sizes or more."
        )
    y = [score for _, _, score in rows]
    random = [RandomTerm("suite", [suite for _, suite, _ in rows]), RandomTerm("instance", instances)]

    def fitted(names: Sequence[str]) -> MixedFit:
        return fit(y, np.column_stack([columns[name] for name in names]), names, random=random)

    names = list(columns)
    whole = fitted(names)
    terms = {_WORDS: [_WORDS], _CLASS: [name for name in names if name not in (_INTERCEPT, _WORDS)]}
    tests = []
    for term, own in terms.items():
        smaller = fitted([name for name in names if name not in own])
        ratio = likelihood_ratio(smaller, whole)
        tests.append(TermTest(term, ratio.chi_square, ratio.df, ratio.p, smaller.aic))
    intervals = whole.wald_intervals()
    (sd_suite,), (sd_instance,) = (effects.sd for effects in whole.random)
    return TrainingEffects(
        formula="score ~ log(words) + class + (1 | suite) + (1 | instance)",
        first_class=classes[0],
        n_scores=len(rows),
        n_models=len(described),
        n_suites=len(suites),
        n_instances=len(set(instances)),
        coefficients=tuple(
            Coefficient(name, estimate, error, low, high)
            for name, estimate, error, (low, high) in zip(
                whole.names, whole.coefficients, whole.standard_errors, intervals, strict=True
            )
        ),
        tests=tuple(tests),
        sd_suite=sd_suite,
        sd_instance=sd_instance,
        sd_residual=whole.residual_sd,
        log_likelihood=whole.log_likelihood,
        aic=whole.aic,
        bic=whole.bic,
        n_parameters=whole.df,
        singular=whole.singular,
        converged=whole.converged,
    )
