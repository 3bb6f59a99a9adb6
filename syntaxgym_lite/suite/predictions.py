"""Predictions given beside a suite, in words or as formulas, become part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..errors import FormulaError, Problems
from ..formula import parse, resolve
from ..formula.phrases import formula_from_phrase, is_phrase
from ..formula.wording import in_words
from .model import Prediction, Suite

__all__ = ["as_formulas", "has_phrases", "said_back", "with_predictions"]


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
            source = _formula(suite, phrase)
        except FormulaError as error:
            problems.note("`predict`", f"\n{error}")
            continue
        formula = resolve(parse(source), suite.condition_factors)
        named = " ".join(phrase.split())
        name = None if source == phrase.strip() else named
        added.append(Prediction(formula, name, in_words(formula, regions=suite.region_names)))
    problems.raise_all(suite.source or suite.name)
    return replace(suite, predictions=(*suite.predictions, *added))


def _formula(suite: Suite, phrase: str) -> str:
    return formula_from_phrase(
        phrase, conditions=suite.condition_names, regions=suite.region_names, factors=suite.condition_factors
    )


def has_phrases(predictions: Sequence[Any]) -> bool:
    """Whether one of the predictions for a suite file is written in words; see `as_formulas`."""
    return any(isinstance(text := _written(one), str) and is_phrase(text) for one in predictions)


def as_formulas(suite: Suite, predictions: Sequence[Any]) -> list[Any]:
    """Write formulas for predictions in words, as a person puts them into a file beside a table.

    Parameters
    ----------
    suite : Suite
        With the names that they are about.
    predictions : sequence
        Each as a suite file may hold it, or only its formula; a phrase may stand for the formula.

    Returns
    -------
    list
        As a suite file holds them: what was a phrase is the name, and what it was understood as the description, unless
        there is another. All others are as they were.

    Raises
    ------
    SuiteError
        If a phrase cannot be read; lists them all.
    """
    problems = Problems()
    made: list[Any] = []
    for index, one in enumerate(predictions):
        phrase = _written(one)
        if not isinstance(phrase, str) or not is_phrase(phrase):
            made.append(one)
            continue
        try:
            source = _formula(suite, phrase)
        except FormulaError as error:
            problems.note(f"predictions[{index}]", f"\n{error}")
            continue
        given = {key: value for key, value in one.items() if value} if isinstance(one, Mapping) else {}
        words = in_words(parse(source), regions=suite.region_names)
        made.append(
            {"type": "formula", "name": " ".join(phrase.split()), "description": words, **given, "formula": source}
        )
    problems.raise_all(suite.source or suite.name)
    return made


def _written(prediction: Any) -> Any:
    return prediction.get("formula") if isinstance(prediction, Mapping) else prediction


def said_back(suite: Suite, prediction: Prediction) -> str:
    """Say what a prediction of a suite was understood as: in words, and as a formula."""
    words = in_words(prediction.formula, regions=suite.region_names)
    source = " ".join(prediction.formula.source.split())
    return source if words == str(prediction.formula) else f"{words}: {source}"
