"""Formats that suites are converted to, what each can hold, and predictions as files of their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal, get_args

from ..errors import FormulaError, InputError, counted
from ..files import decode_utf8, read_bytes
from ..formula import parse, resolve
from ..suite import Suite
from ..suite.json import dumps_suite
from .tables.written import lost_in_tables, suite_to_long, suite_to_wide

__all__ = ["FORMATS", "Format", "read_predictions", "render_suite", "what_is_lost"]

Format = Literal["json", "long", "wide", "sentences"]
FORMATS: tuple[str, ...] = get_args(Format)
"""``json``: SyntaxGym's. ``long``: a row for each region. ``wide``: one for each item and condition. ``sentences``."""


def render_suite(suite: Suite, form: Format, *, separator: str = ",") -> str:
    """Write a suite as text in some format.

    Parameters
    ----------
    suite : Suite
    form : {"json", "long", "wide", "sentences"}
        Sentences stand one a line, in order of items, then conditions.
    separator : str, optional
        Of tables.
    """
    if form == "json":
        return dumps_suite(suite)
    if form == "long":
        return suite_to_long(suite, separator=separator)
    if form == "wide":
        return suite_to_wide(suite, separator=separator)
    return "".join(f"{' '.join(sentence.text.splitlines())}\n" for sentence in suite.sentences())


def what_is_lost(suite: Suite, form: Format, *, name: str) -> list[str]:
    """Say what a format cannot hold of a suite; `name` is what it will be called when it is read back."""
    if form == "json":
        return []
    if form == "sentences":
        n_broken = sum(len(sentence.text.splitlines()) > 1 for sentence in suite.sentences())
        breaks = [f"line ends inside {counted(n_broken, 'sentence')}"] if n_broken else []
        return ["items, conditions and regions", *breaks, *lost_in_tables(suite, name=name)]
    return lost_in_tables(suite, name=name)


def _by_name(prediction: Any, factors: Any) -> Any:
    """A prediction of a suite with names for levels; as it is if it has none, or is not as it should be."""
    try:
        resolved = resolve(written := parse(prediction["formula"]), factors)
    except (FormulaError, TypeError, LookupError, AttributeError):
        return prediction
    return prediction if resolved is written else {**prediction, "formula": str(resolved)}


def read_predictions(path: str | Path) -> list[Any]:
    """Read predictions from a file.

    Parameters
    ----------
    path : str or Path
        A suite in JSON, of which the predictions are taken, with conditions by name where it says their levels: what
        they are taken for may say none; a list of predictions or formulas in JSON; or text with a prediction on each
        line, as a formula or in words (empty lines, and those that begin with ``#``, are left out).

    Returns
    -------
    list
        Formulas and objects, as a suite file may hold them; they are checked when the suite is made.

    Raises
    ------
    InputError
        If the file cannot be read.
    """
    path = Path(path)
    text = decode_utf8(read_bytes(path), path)
    if text.lstrip().startswith("{") or path.suffix.lower() == ".json":
        try:
            document = json.loads(text)
        except ValueError as error:
            raise InputError(
                f"{path}: not JSON: {error}. Predictions stand in a suite's file or a text; of other files, "
                f"'sglite convert {path}' makes a suite."
            ) from None
        found = document.get("predictions") if isinstance(document, dict) else document
        if not isinstance(found, list):
            raise InputError(f"{path}: holds no list of predictions.")
        factors = document.get("condition_factors") if isinstance(document, dict) else None
        return [_by_name(each, factors) for each in found] if factors else found
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]
