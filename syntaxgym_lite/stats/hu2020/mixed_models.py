"""The six linear mixed models of Hu et al., sections 4.2 and 4.3."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...errors import InputError, listed
from ..mixed import MixedFit, RandomTerm, fit, interactions, likelihood_ratio, treatment_columns
from .study import CircuitStudy, Floats, models_of

__all__ = ["FittedModel", "fit_mixed_models"]


@dataclass(frozen=True, slots=True)
class FittedModel:
    """One of the mixed models, and its test against the one that it lacks a part of.

    Parameters
    ----------
    name : str
        As their analysis calls it.
    formula : str
        In R's notation.
    fit : MixedFit
    against : str, optional
        The larger model it is tested against; ``""`` for the larger ones.
    chi_square, p : float or None, optional
    df : int or None, optional
        Of the test.
    """

    name: str
    formula: str
    fit: MixedFit
    against: str = ""
    chi_square: float | None = None
    df: int | None = None
    p: float | None = None


_RANDOM_PART = "(log(numwords) + architecture | suite) + (1 | instance)"
_FORMULAS: Sequence[tuple[str, str, str]] = (
    ("m.log", "log(numwords) + architecture", ""),
    ("m0.log", "architecture", "m.log"),
    ("m0.arch.log", "log(numwords)", "m.log"),
    ("m", "log(numwords)*circuit + architecture*circuit", ""),
    ("m0.size_circuit", "log(numwords) + architecture*circuit", "m"),
    ("m0.architecture_circuit", "log(numwords)*circuit + architecture", "m"),
)


def fit_mixed_models(study: CircuitStudy) -> list[FittedModel]:
    """Fit the six linear mixed models of sections 4.2 and 4.3, by maximum likelihood.

    The score of each controlled instance on each suite, by the logarithm of the millions of words of training and the
    kind of model, and by both within circuits; suites differ in the effects of both, instances in their level.

    Parameters
    ----------
    study : CircuitStudy

    Returns
    -------
    list of FittedModel
        The three with circuits only where there are circuits.

    Raises
    ------
    InputError
        If words are unknown or alike, or there is one kind of model only.
    """
    instances = study.controlled
    lacking = [one.name for one in instances if not one.words]
    if len(models_of(instances)) < 2 or lacking:
        known = f"; the words of {listed(lacking, 5)} are not known" if lacking else ""
        raise InputError(
            "The mixed models are about the training words and the class of models: give `models_table` with the "
            f"columns model, class, corpus and words, and models of two classes at least{known}."
        )
    if len(study.suites) < 2:
        raise InputError("The mixed models are about suites, of which these models share one: it takes two or more.")
    rows = [(one, suite) for one in instances for suite in study.suites]
    y = np.array([one.credits[suite].mean() for one, suite in rows])
    one = {"(Intercept)": np.ones(len(rows))}
    words = {"log(numwords)": np.log(np.array([instance.words for instance, _ in rows], dtype=float) / 1e6)}
    kinds = [study.model_codes.get(instance.model, instance.model) for instance, _ in rows]
    architecture = treatment_columns("architecture", kinds)
    suites = [suite for _, suite in rows]
    slopes = one | words | architecture
    slopes_design = np.column_stack(list(slopes.values()))
    random = [
        RandomTerm("suite", suites, slopes_design, list(slopes)),
        RandomTerm("instance", [instance.name for instance, _ in rows]),
    ]
    names = [study.circuits[suite] for suite in suites]
    if np.linalg.matrix_rank(slopes_design) < len(slopes):
        raise InputError(
            "The mixed models cannot tell what is due to training words and what to the class of models: all have as "
            "many words, or each class has one number of them. It takes a class of two sizes or more."
        )
    circuit = treatment_columns("circuit", names) if len(set(names)) > 1 else {}
    parts = {"log(numwords)": words, "architecture": architecture, "circuit": circuit}
    fitted: dict[str, FittedModel] = {}
    for name, formula, against in _FORMULAS:
        if "circuit" in formula and not circuit:
            continue
        columns = one | _columns(formula, parts)
        found = fit(y, np.column_stack(list(columns.values())), list(columns), random=random)
        written = f"performance ~ {formula} + {_RANDOM_PART}"
        if against:
            test = likelihood_ratio(found, fitted[against].fit)
            fitted[name] = FittedModel(name, written, found, against, test.chi_square, test.df, test.p)
        else:
            fitted[name] = FittedModel(name, written, found)
    return list(fitted.values())


def _columns(formula: str, parts: Mapping[str, dict[str, Floats]]) -> dict[str, Floats]:
    """Give the columns of a sum of terms ``a`` or ``a*b``, as R has them."""
    columns: dict[str, Floats] = {}
    crossed: dict[str, Floats] = {}
    for term in formula.split(" + "):
        left, _, right = term.partition("*")
        columns |= parts[left]
        if right:
            columns |= parts[right]
            crossed |= interactions(parts[left], parts[right])
    return columns | crossed
