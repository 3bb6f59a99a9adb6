"""Predictions: said in words, completed, suggested by the design, with their chance level."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pydantic import BaseModel, ConfigDict

from ..authoring.suggested import suggested_by
from ..authoring.unfinished import readable
from ..errors import FormulaError, InputError, Problem
from ..formula import Formula, unit
from ..formula.completion import FormulaCompletion, complete
from ..formula.directions import directions
from ..formula.phrases import formula_from_phrase
from ..formula.picking import picked_formula, picked_phrase
from ..formula.wording import in_words, place_in_words
from ..suite.chance import ChanceLevel, suite_chance
from ..suite.written import (
    ComparedCells,
    WrittenDesign,
    WrittenPrediction,
    compared_cells,
    design_of,
    written_predictions,
)
from .endpoints import Endpoint, endpoint
from .studio import Studio

__all__ = ["ENDPOINTS"]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Typed(_Body):
    """A formula as far as it is typed; with the place of the cursor, in characters, where completions are wanted."""

    text: str
    position: int | None = None


class Said(_Body):
    """A prediction in words."""

    text: str


class Picked(_Body):
    """A comparison that was picked: regions by number, conditions by name."""

    regions: list[int]
    left: str
    operator: str
    right: str


class Where(_Body):
    """Regions, by number."""

    regions: list[int]


@endpoint("POST", "/suites/{suite_id}/predictions")
def predictions(studio: Studio, suite_id: str) -> dict[str, Any]:
    """Say what each prediction of the suite as it is now claims, or why it cannot be read."""
    revision, document = _now(studio, suite_id)
    design = design_of(document)
    return {"revision": revision, "predictions": [_shown(one, design) for one in written_predictions(document, design)]}


@endpoint("POST", "/suites/{suite_id}/chance")
def chance(studio: Studio, suite_id: str) -> dict[str, Any]:
    """Give the chance levels of the predictions that can be read, which may take seconds."""
    revision, document = _now(studio, suite_id)
    found = readable(document)
    raw = document.get("predictions")
    n = len(raw) if isinstance(raw, list) else 0
    if found.suite is None:
        why = "The chance level is shown when one item is whole: it has text in every condition."
        if not any(problem.path.startswith("items") for problem in found.problems):
            why = f"The chance level is not shown: {'; '.join(map(str, found.problems[:3]))}"
        return {"revision": revision, "whole": None, "predictions": [None] * n, "why": why if n else ""}
    whole, each = suite_chance(found.suite)
    levels: list[dict[str, Any] | None] = [None] * n
    for place, level in zip(found.predictions, each, strict=True):
        levels[place] = _level(level)
    left_out = n - len(each)
    is_or_are = "is" if left_out == 1 else "are"
    why = f"{left_out} of {n} predictions cannot be read and {is_or_are} left out." if left_out and each else ""
    return {"revision": revision, "whole": _level(whole), "predictions": levels, "why": why}


@endpoint("POST", "/suites/{suite_id}/formula")
def formula(studio: Studio, suite_id: str, body: Typed) -> dict[str, Any]:
    """Say what a formula claims, or what is wrong with it; and what may stand at the cursor."""
    design = _design(studio, suite_id)
    completions: Sequence[FormulaCompletion] = ()
    if body.position is not None:
        completions = complete(body.text, body.position, **design.names)
    offered = [[one.start, one.end, one.insert, one.label, one.detail] for one in completions]
    return {**_of_formula(body.text, design), "completions": offered}


@endpoint("POST", "/suites/{suite_id}/phrase")
def phrase(studio: Studio, suite_id: str, body: Said) -> dict[str, Any]:
    """Say what a phrase was understood as."""
    design = _design(studio, suite_id)
    return _made(design, lambda: (" ".join(body.text.split()), formula_from_phrase(body.text, **design.names)))


@endpoint("POST", "/suites/{suite_id}/pick")
def pick(studio: Studio, suite_id: str, body: Picked) -> dict[str, Any]:
    """Say what a comparison that was picked claims."""
    design = _design(studio, suite_id)
    sides = (body.left, body.operator, body.right)
    regions = design.regions
    return _made(
        design,
        lambda: (
            picked_phrase(*sides, numbers=body.regions, regions=regions),
            picked_formula(*sides, numbers=body.regions, conditions=design.conditions, regions=regions),
        ),
    )


@endpoint("POST", "/suites/{suite_id}/suggest")
def suggest(studio: Studio, suite_id: str, body: Where) -> dict[str, Any]:
    """Offer the predictions that are common for the design of the suite."""
    design = _design(studio, suite_id)
    numbers = [number for number in dict.fromkeys(body.regions) if number in design.regions]
    if not numbers:
        return {"place": "", "suggestions": []}
    place = place_in_words(sorted(numbers), design.regions)
    offered = suggested_by(design.conditions, design.factors, place)
    return {
        "place": place,
        "suggestions": [
            {
                "kind": one.kind,
                "question": one.question,
                "choices": [asdict(choice) for choice in one.choices],
            }
            for one in offered
        ],
    }


# ---------------------------------------------------------------- what the page is told


def _now(studio: Studio, suite_id: str) -> tuple[int, dict[str, Any]]:
    suite = studio.suite(suite_id)
    with suite.lock:
        return suite.revision, suite.document


def _design(studio: Studio, suite_id: str) -> WrittenDesign:
    return design_of(_now(studio, suite_id)[1])


def _made(design: WrittenDesign, make: Callable[[], tuple[str, str]]) -> dict[str, Any]:
    """Say what a prediction that was not written as a formula claims; else what is wrong."""
    try:
        name, source = make()
    except FormulaError as error:
        return {**_NOTHING, "problem": str(error), "name": ""}
    except InputError as error:
        return {**_NOTHING, "problem": str(error), "name": ""}
    return {**_of_formula(source, design), "name": name if name != source else ""}


def _of_formula(text: str, design: WrittenDesign) -> dict[str, Any]:
    [written] = written_predictions({"predictions": [{"type": "formula", "formula": text}]}, design)
    return _shown(written, design)


_NOTHING: Mapping[str, Any] = {
    "formula": "",
    "words": "",
    "problem": "",
    "comparisons": [],
    "directions": [],
    "unit": "",
}


def _shown(written: WrittenPrediction, design: WrittenDesign) -> dict[str, Any]:
    problem = "\n\n".join(map(_in_words, written.problems))
    if written.prediction is None:
        return {**_NOTHING, "problem": problem}
    claim: Formula = written.prediction.formula
    return {
        "formula": claim.source,
        "words": "" if problem else in_words(claim, regions=design.regions),
        "problem": problem,
        "comparisons": [_comparison(one, design) for one in compared_cells(written.prediction, design)],
        "directions": list(directions(claim.root)),
        "unit": unit(claim, metric=design.metric),
    }


def _in_words(problem: Problem) -> str:
    """As the terminal shows it: the formula with its carets, or which part of the prediction it is about."""
    if problem.message.startswith("\n"):
        return problem.message[1:]
    return f"{problem.path.rpartition('.')[2]}: {problem.message}"


def _comparison(one: ComparedCells, design: WrittenDesign) -> dict[str, Any]:
    """Give a comparison in words, and its cells as the grid has them: places of conditions, numbers of regions."""
    sides = {
        side: [[design.conditions.index(condition), list(numbers)] for condition, numbers in cells.items() if numbers]
        for side, cells in (("left", one.left), ("right", one.right))
    }
    return {"words": in_words(Formula(str(one.comparison), one.comparison), regions=design.regions), **sides}


def _level(level: ChanceLevel | None) -> dict[str, Any] | None:
    """Give a chance level as numbers, and as `sglite check` says it."""
    if level is None:
        return None
    return {
        "value": level.value,
        "method": level.method,
        "standard_error": level.standard_error,
        "distribution": level.distribution,
        "said": str(level),
    }


ENDPOINTS: list[Endpoint] = [predictions, chance, formula, phrase, pick, suggest]
