"""What changes of a suite share: what a document holds, and predictions that follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import InputError, cited, did_you_mean, listed
from ...formula.following import Named, follow
from ...suite.json import as_number

__all__ = [
    "Document",
    "Edited",
    "Levels",
    "as_written",
    "conditions_in",
    "each_condition",
    "each_item",
    "following",
    "items_of",
    "name_of",
    "named_in",
    "one_line",
    "region_names",
    "require_condition",
    "require_free",
    "require_region",
    "unused",
]

Document = dict[str, Any]
"""A suite as decoded JSON, finished or not."""
Levels = Mapping[str, Mapping[str, Any]]
"""Condition name to its level of each factor."""


@dataclass(frozen=True, slots=True)
class Edited:
    """A suite that was changed.

    Parameters
    ----------
    document : dict
    reported : tuple of str
        What whoever changed it should know: what of the predictions could not follow, what was lost.
    """

    document: Document
    reported: tuple[str, ...] = ()


def named_in(document: Mapping[str, Any]) -> Named:
    """Give what formulas can name in a document.

    Parameters
    ----------
    document : mapping
        Of a suite, finished or not.

    Returns
    -------
    Named

    Raises
    ------
    InputError
        If its regions or conditions cannot be read.
    """
    conditions = dict.fromkeys(
        name for item in items_of(document) for condition in conditions_in(item) if (name := name_of(condition))
    )
    factors = document.get("condition_factors")
    sound = isinstance(factors, Mapping) and all(isinstance(own, Mapping) for own in factors.values())
    return Named(region_names(document), tuple(conditions), factors if sound and factors is not None else {})


def following(
    document: Document, before: Named, after: Named, regions: Mapping[int, int], conditions: Mapping[str, str]
) -> Edited:
    """Have the predictions of a document follow; see `syntaxgym_lite.formula.following.follow`."""
    given = document.get("predictions")
    if not isinstance(given, list):
        return Edited(document)
    reported: list[str] = []
    predictions = []
    for place, raw in enumerate(given):
        notes: dict[str, None] = {}

        def followed(source: str, notes: dict[str, None] = notes) -> str:
            found = follow(source, before, after, regions=regions, conditions=conditions)
            notes.update(dict.fromkeys(found.notes))
            return found.source

        predictions.append(_followed(raw, followed))
        reported.extend(f"{_called(place, raw)} {note}" + ("" if note.endswith("?") else ".") for note in notes)
    if all(one is other for one, other in zip(predictions, given, strict=True)):
        return Edited(document, tuple(reported))
    return Edited({**document, "predictions": predictions}, tuple(reported))


def _called(place: int, raw: Any) -> str:
    name = raw.get("name") if isinstance(raw, Mapping) else None
    return f"Prediction {place + 1}" + (f" ({cited(name)})" if isinstance(name, str) and name.strip() else "")


def _followed(raw: Any, followed: Callable[[str], str]) -> Any:
    if not isinstance(raw, Mapping):
        return raw
    if isinstance(raw.get("formula"), str):
        source = followed(raw["formula"])
        return raw if source == raw["formula"] else {**raw, "formula": source}
    return _old_form(raw, followed) if "relation" in raw else raw


def _old_form(raw: Mapping[str, Any], followed: Callable[[str], str]) -> Mapping[str, Any]:
    """Have ``{"relation": "greaterthan", "region_number": 3, "l_operand": "a", "r_operand": "b"}`` follow."""
    number, left, right = as_number(raw.get("region_number")), raw.get("l_operand"), raw.get("r_operand")
    if number is None or not isinstance(left, str) or not isinstance(right, str):
        return raw
    parts = [followed(f"({number};%{operand}%) > 0") for operand in (left, right)]
    places = [part.partition(";%") for part in parts]
    region = places[0][0][1:]
    new = {
        "region_number": as_written(int(region), raw) if region.isdigit() else region,
        "l_operand": places[0][2].rpartition("%")[0],
        "r_operand": places[1][2].rpartition("%")[0],
    }
    old = {"region_number": as_written(number, raw), "l_operand": left, "r_operand": right}
    return raw if new == old else {**raw, **new}


def items_of(document: Mapping[str, Any]) -> list[Any]:
    """Give the items of a document, or refuse it."""
    items = document.get("items")
    if not isinstance(items, list):
        raise InputError("The items of this suite cannot be read; mend them in the file first.")
    return items


def conditions_in(item: Any) -> list[Any]:
    """Give the conditions of an item, none of what is no item."""
    conditions = item.get("conditions") if isinstance(item, Mapping) else None
    return conditions if isinstance(conditions, list) else []


def name_of(condition: Any) -> str:
    """Give the name of a condition; empty if it has none."""
    name = condition.get("condition_name") if isinstance(condition, Mapping) else None
    return name if isinstance(name, str) else ""


def each_item(document: Document, change: Callable[[Document], Document]) -> list[Any]:
    """Give the items of a document, changed."""
    return [change(item) if isinstance(item, dict) else item for item in items_of(document)]


def each_condition(document: Document, change: Callable[[Document], Document]) -> list[Any]:
    """Give the items of a document, with their conditions changed."""

    def of_item(item: Document) -> Document:
        if not isinstance(item.get("conditions"), list):
            return item
        changed = [change(one) if isinstance(one, dict) else one for one in item["conditions"]]
        return {**item, "conditions": changed}

    return each_item(document, of_item)


def region_names(document: Mapping[str, Any]) -> dict[int, str]:
    """Give the names of the regions by number, in order, or refuse the document."""
    raw = document.get("region_meta")
    names = {as_number(key): name for key, name in raw.items()} if isinstance(raw, Mapping) else {}
    is_sound = isinstance(raw, Mapping) and len(names) == len(raw) and None not in names
    if not is_sound or not names or not all(isinstance(name, str) for name in names.values()):
        raise InputError("The regions of this suite ('region_meta') cannot be read; mend them in the file first.")
    return {number: names[number] for number in sorted(number for number in names if number is not None)}


def require_region(number: int, names: Mapping[int, str]) -> None:
    """Refuse a region that is not there."""
    if number not in names:
        raise InputError(f"The suite has no region {number}. Its regions are {listed(list(map(str, names)))}.")


def require_condition(name: str, names: Sequence[str]) -> None:
    """Refuse a condition that is not there."""
    if name not in names:
        known = listed(list(map(cited, names)))
        raise InputError(f"The suite has no condition {cited(name)}.{did_you_mean(name, names)} It has {known}.")


def require_free(name: str, names: Sequence[str]) -> None:
    """Refuse a name that no new condition can have."""
    if not name or "%" in name:
        raise InputError("A condition needs a name, without the sign '%': formulas write %name%.")
    if name in names:
        raise InputError(f"There is a condition {cited(name)} already; each needs a name of its own.")


def one_line(name: str, what: str) -> str:
    """A name without blanks at its ends."""
    name = name.strip()
    if "\n" in name or "\r" in name:
        raise InputError(f"The name of {what} is one line.")
    return name


def unused(name: str, names: Iterable[str]) -> str:
    """A name that is free, with a number behind it if need be."""
    taken = {one.strip() for one in names}
    number = 1
    found = name
    while found in taken:
        number += 1
        found = f"{name} {number}"
    return found


def as_written(number: int, region: Mapping[str, Any]) -> Any:
    """A number as this file writes the numbers of regions: some do so as texts."""
    return str(number) if isinstance(region.get("region_number"), str) else number
