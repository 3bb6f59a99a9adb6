"""Predictions given beside a suite, in words or as formulas, become part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..errors import FormulaError, Problems
from ..formula import parse, resolve
from ..formula.phrases import formula_from_phrase
from ..formula.wording import in_words
from .model import Prediction, Suite

__all__ = ["said_back", "with_predictions"]


def with_predictions(suite: Suite, phrases: str | Sequence[str]) -> Suite:
    """Add predictions to those that a suite has.

    Parameters
    ----------
    suite : Suite
    phrases : str or sequence of str
        Each a prediction in words, as `syntaxgym_lite.formula.phrases.formula_from_phrase` reads them, or a formula. A
        phrase becomes the prediction's name; what it was understood as, its description.

    Raises
    ------
    SuiteError
        If one cannot be read; lists them all.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> [suite] = sgl.load_suites("npz")
    >>> suite = with_predictions(suite, ["ambig_nocomma > ambig_comma at main verb"])
    >>> print(said_back(suite, suite.predictions[-1]))
    main verb is more surprising in ambig_nocomma than in ambig_comma: (5;%ambig_nocomma%) > (5;%ambig_comma%)
    """
    problems = Problems()
    added = []
    for phrase in [phrases] if isinstance(phrases, str) else phrases:
        try:
            source = formula_from_phrase(
                phrase,
                conditions=suite.condition_names,
                regions=suite.region_names,
                factors=suite.condition_factors,
            )
        except FormulaError as error:
            problems.note("`predict`", f"\n{error}")
            continue
        formula = resolve(parse(source), suite.condition_factors)
        named = " ".join(phrase.split())
        name = None if source == phrase.strip() else named
        added.append(Prediction(formula, name, in_words(formula, regions=suite.region_names)))
    problems.raise_all(suite.source or suite.name)
    return replace(suite, predictions=(*suite.predictions, *added))


def said_back(suite: Suite, prediction: Prediction) -> str:
    """Say what a prediction of a suite was understood as: in words, and as a formula."""
    words = in_words(prediction.formula, regions=suite.region_names)
    source = " ".join(prediction.formula.source.split())
    return source if words == str(prediction.formula) else f"{words}: {source}"
