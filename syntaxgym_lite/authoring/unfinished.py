"""What of a suite that is still being written can be used now.

While somebody writes, most of a suite is whole and some of it is not: an item that was just added, a row without text,
half a formula. The whole items and the predictions that can be read make a suite of their own, on which everything
works that works on a suite; the rest is named, with the reason. Nothing that could change a number is guessed: without
a metric, a join mode, or regions that can be read, there is no suite.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from ..errors import Problem, SuiteError, cited, counted
from ..suite import Suite
from ..suite.json import suite_from_document

__all__ = ["LeftOut", "Place", "Readable", "place_of", "readable"]

_STEP = re.compile(r"^(items|predictions)\[(\d+)\]")
_PLACE = re.compile(r"^items\[(\d+)\](?:\.conditions\[(\d+)\](?:\.regions\[(\d+)\])?)?")
_FACTORS = re.compile(r"^items\[\d+\](?:\.conditions\[\d+\])?\.factors\b")
_ABOUT_NO_NUMBER = ("groups", "excluded", "cluster")
"""Members of ``meta`` without which every number stays what it is."""


class LeftOut(NamedTuple):
    """Something of a document that is not in the suite that was read from it.

    Parameters
    ----------
    kind : {"item", "prediction", "factors", "meta"}
    place : int
        Of an item or a prediction, in the document, from 0; else 0.
    why : str
        In words: "has no text yet".
    """

    kind: Literal["item", "prediction", "factors", "meta"]
    place: int
    why: str


class Place(NamedTuple):
    """Where in a document something is; None where it is about more than one.

    Parameters
    ----------
    item, condition, prediction : int or None
        Places in their lists, from 0.
    region : int or None
        Its number.
    """

    item: int | None = None
    condition: int | None = None
    region: int | None = None
    prediction: int | None = None


@dataclass(frozen=True, slots=True)
class Readable:
    """What of an unfinished suite can be used.

    Parameters
    ----------
    suite : Suite or None
        Its whole items and the predictions that can be read; None if there is no whole item, or if what all of them
        need (regions, metric, join mode) cannot be read.
    items : tuple of int
        Places in the document of the suite's items, in their order.
    predictions : tuple of int
        The same of its predictions.
    problems : tuple of Problem
        What reading the file would say, with paths of the document. Empty: all of it is in the suite.
    left_out : tuple of LeftOut
        What is not in the suite, items first.
    """

    suite: Suite | None
    items: tuple[int, ...] = ()
    predictions: tuple[int, ...] = ()
    problems: tuple[Problem, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


def readable(document: Any) -> Readable:
    """Say what of a suite that is being written can be used now.

    Parameters
    ----------
    document
        Decoded JSON, finished or not. It is not changed.

    Returns
    -------
    Readable

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from syntaxgym_lite.suite.json import suite_document
    >>> [suite] = sgl.load_suites("npz")
    >>> document = suite_document(suite)
    >>> document["predictions"].append({"type": "formula", "formula": "(5;%ambig"})
    >>> for condition in document["items"][1]["conditions"]:
    ...     for region in condition["regions"]:
    ...         region["content"] = ""
    >>> found = readable(document)
    >>> len(found.suite.items), found.items[:2], found.predictions, found.left_out[0]
    (27, (0, 2), (0,), LeftOut(kind='item', place=1, why='has no text yet'))
    """
    try:
        suite = suite_from_document(document)
        return Readable(suite, tuple(range(len(suite.items))), tuple(range(len(suite.predictions))))
    except SuiteError as error:
        problems = error.problems
    reading = _Reading(document)
    left = problems
    while left:
        if not reading.take_out(left):
            return Readable(None, problems=problems, left_out=reading.left_out())
        try:
            suite = suite_from_document(reading.document())
        except SuiteError as error:
            left = error.problems
        else:
            return Readable(suite, tuple(reading.items), tuple(reading.predictions), problems, reading.left_out())
    raise AssertionError("a refusal has a reason")


class _Reading:
    """What is still in, of a document that cannot be read as a whole."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self.items: list[int] = []
        self.predictions: list[int] = []
        self._without: set[str] = set()  # members of the document, or "meta.groups", or "factors" of all items
        self._out: dict[tuple[str, int], LeftOut] = {}
        if isinstance(document, Mapping):
            self.items, self.predictions = (
                list(range(len(part))) if isinstance(part := document.get(key), list) else []
                for key in ("items", "predictions")
            )

    def take_out(self, problems: Sequence[Problem]) -> bool:
        """Take out what the problems name; say whether what is left may be read."""
        out: dict[str, dict[int, list[Problem]]] = {"items": {}, "predictions": {}}
        for problem in problems:
            found = _STEP.match(problem.path)
            if _FACTORS.match(problem.path):
                self._leave_out("factors", 0, f"{problem.path}: {problem.message}")
                self._without.add("factors")
            elif found is not None:
                out[found[1]].setdefault(int(found[2]), []).append(problem)
            elif not self._can_do_without(problem):
                return False
        for place, own in out["items"].items():
            self._leave_out("item", self.items[place], self._why(self.items[place], own))
        for place, own in out["predictions"].items():
            self._leave_out("prediction", self.predictions[place], self._why_of_prediction(own[0]))
        self.items = [one for place, one in enumerate(self.items) if place not in out["items"]]
        self.predictions = [one for place, one in enumerate(self.predictions) if place not in out["predictions"]]
        return bool(self.items)

    def _can_do_without(self, problem: Problem) -> bool:
        """Do without what a problem is about, if that is not about a number."""
        top, _, rest = problem.path.partition(".")
        member = re.split(r"[.\[]", rest, maxsplit=1)[0]
        if top == "meta" and member in ("name", *_ABOUT_NO_NUMBER):
            what = f"meta.{member}"
        elif top.partition("[")[0] in ("condition_factors", "predictions"):
            what = top.partition("[")[0]
            if what == "predictions":  # no list
                self.predictions = []
        else:
            return False
        if what in self._without:
            return False
        self._without.add(what)
        self._leave_out("meta", len(self._without), f"{problem.path}: {problem.message}")
        return True

    def _leave_out(self, kind: Any, place: int, why: str) -> None:
        self._out.setdefault((kind, place), LeftOut(kind, place, why))

    def _why(self, place: int, problems: Sequence[Problem]) -> str:
        """Say why an item cannot be used: shortly, as one that is being written is left out again and again."""
        item = self._document["items"][place]
        empty, n_conditions = _without_text(item)
        if empty and len(empty) == n_conditions:
            return "has no text yet"
        if empty and len(problems) == len(empty):
            return f"has no text yet in {' and '.join(map(cited, empty[:3]))}" + (
                f" and {counted(len(empty) - 3, 'more condition')}" if len(empty) > 3 else ""
            )
        return problems[0].message

    def _why_of_prediction(self, problem: Problem) -> str:
        if "condition_factors" in self._without:
            return "cannot be read while the levels of the conditions ('condition_factors') cannot"
        return problem.message.lstrip("\n")

    def document(self) -> dict[str, Any]:
        """Give what is left, as a document."""
        items = [self._document["items"][place] for place in self.items]
        if "factors" in self._without:
            items = list(map(_without_factors, items))
        left = {**self._document, "items": items}
        left["predictions"] = [self._document["predictions"][place] for place in self.predictions]
        if "condition_factors" in self._without:
            del left["condition_factors"]
        gone = [what.partition(".")[2] for what in self._without if what.startswith("meta.")]
        if gone:
            meta = {key: value for key, value in left["meta"].items() if key not in gone}
            left["meta"] = {**meta, "name": "untitled"} if "name" in gone else meta
        return left

    def left_out(self) -> tuple[LeftOut, ...]:
        order = {"item": 0, "prediction": 1, "factors": 2, "meta": 3}
        out = sorted(self._out.values(), key=lambda one: (order[one.kind], one.place))
        return tuple(one._replace(place=0) if one.kind == "meta" else one for one in out)


def _without_text(item: Any) -> tuple[list[str], int]:
    """Names of the conditions of an item that are wholly empty, and how many there are."""
    conditions = item.get("conditions") if isinstance(item, Mapping) else None
    if not isinstance(conditions, list):
        return [], 0
    empty = [
        str(condition.get("condition_name", ""))
        for condition in conditions
        if isinstance(condition, Mapping) and _is_empty(condition.get("regions"))
    ]
    return empty, len(conditions)


def _is_empty(regions: Any) -> bool:
    return isinstance(regions, list) and all(
        isinstance(region, Mapping) and isinstance(text := region.get("content"), str) and not text.strip()
        for region in regions
    )


def _without_factors(item: Any) -> Any:
    own = {key: value for key, value in item.items() if key != "factors"}
    if isinstance(conditions := item.get("conditions"), list):
        own["conditions"] = [
            {key: value for key, value in one.items() if key != "factors"} if isinstance(one, Mapping) else one
            for one in conditions
        ]
    return own


def place_of(path: str, document: Any) -> Place:
    """Say where in a document the path of a problem leads.

    Parameters
    ----------
    path : str
        Such as ``"items[3].conditions[0].regions[2].content"``.
    document
        Decoded JSON.

    Returns
    -------
    Place

    Examples
    --------
    >>> regions = [{"region_number": 1}, {"region_number": 2}]
    >>> document = {"items": [{"conditions": [{"regions": regions}]}]}
    >>> place_of("items[0].conditions[0].regions[1].content", document)
    Place(item=0, condition=0, region=2, prediction=None)
    >>> place_of("predictions[3].formula", document).prediction
    3
    """
    found = _PLACE.match(path)
    if found is None:
        step = _STEP.match(path)
        return Place(prediction=int(step[2])) if step else Place()
    item, condition, region = (None if place is None else int(place) for place in found.groups())
    if region is None:
        return Place(item, condition)
    number = _at(document, ("items", item, "conditions", condition, "regions", region, "region_number"))
    return Place(item, condition, number if isinstance(number, int) else region + 1)


def _at(value: Any, steps: Iterable[Any]) -> Any:
    try:
        for step in steps:
            value = value[step]
    except (TypeError, LookupError):
        return None
    return value
