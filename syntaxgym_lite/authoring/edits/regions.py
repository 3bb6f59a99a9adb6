"""Regions added, deleted, moved and named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...errors import InputError
from ...formula.following import Named
from ...suite.json import as_number
from .documents import (
    Document,
    Edited,
    as_written,
    each_condition,
    following,
    named_in,
    one_line,
    region_names,
    require_region,
    unused,
)

__all__ = ["add_region", "delete_region", "move_region", "rename_region"]


def add_region(document: Document, *, after: int | None = None, name: str = "") -> Edited:
    """Add a region without text to every sentence.

    Parameters
    ----------
    document : dict
    after : int, optional
        Number of the region that it comes after; 0: first. By default it is the last.
    name : str, optional
        By default ``"new region"``.

    Returns
    -------
    Edited
        The regions behind it have higher numbers, in formulas as well; a run of regions that it stands in has it.

    Raises
    ------
    InputError
        If there is no such region, or the regions of the document cannot be read.

    Examples
    --------
    >>> regions = [{"region_number": 1, "content": "Dogs"}, {"region_number": 2, "content": "bark."}]
    >>> document = {
    ...     "region_meta": {"1": "subject", "2": "verb"},
    ...     "predictions": [{"type": "formula", "formula": "(2;%a%) > 0"}],
    ...     "items": [{"item_number": 1, "conditions": [{"condition_name": "a", "regions": regions}]}],
    ... }
    >>> edited = add_region(document, after=1, name="adverb").document
    >>> edited["region_meta"], edited["predictions"][0]["formula"]
    ({'1': 'subject', '2': 'adverb', '3': 'verb'}, '(3;%a%) > 0')
    """
    names = region_names(document)
    last = max(names, default=0)
    after = last if after is None else after
    if after:
        require_region(after, names)
    new = after + 1
    numbers = {number: number for number in names}
    place = new
    while place in names:  # a gap in the numbers, if there is one, takes them up
        numbers[place] = place + 1
        place += 1
    return _with_regions(document, numbers, {new: one_line(name, "a region") or unused("new region", names.values())})


def delete_region(document: Document, number: int) -> Edited:
    """Delete a region, with its texts, from every sentence.

    Parameters
    ----------
    document : dict
    number : int
        Of the region.

    Returns
    -------
    Edited
        The regions behind it have lower numbers, in formulas as well. A formula that names the deleted one says so by a
        name that no region has.

    Raises
    ------
    InputError
        If there is no such region, or no other one.
    """
    names = region_names(document)
    require_region(number, names)
    if len(names) == 1:
        raise InputError("A suite has at least one region.")
    numbers = {one: one for one in names if one != number}
    place = number + 1
    while place in names:
        numbers[place] = place - 1
        place += 1
    return _with_regions(document, numbers, {})


def move_region(document: Document, number: int, to: int) -> Edited:
    """Move a region, with its texts, to the place of another one.

    Parameters
    ----------
    document : dict
    number : int
        Of the region.
    to : int
        Number of the region whose place it takes; those between the two close up.

    Returns
    -------
    Edited
        A formula about a run of regions that stand side by side no longer says so by a name that no region has.

    Raises
    ------
    InputError
        If there is no such region.
    """
    names = region_names(document)
    require_region(number, names)
    require_region(to, names)
    order = [one for one in names if one != number]
    order.insert(list(names).index(to), number)
    return _with_regions(document, dict(zip(order, names, strict=True)), {})


def rename_region(document: Document, number: int, name: str) -> Edited:
    """Name a region.

    Parameters
    ----------
    document : dict
    number : int
        Of the region.
    name : str
        Formulas that name it follow.

    Returns
    -------
    Edited

    Raises
    ------
    InputError
        If there is no such region, or the name is of two lines.
    """
    names = region_names(document)
    require_region(number, names)
    return _with_regions(document, {one: one for one in names}, {number: one_line(name, "a region")})


def _with_regions(document: Document, numbers: Mapping[int, int], named: Mapping[int, str]) -> Edited:
    """Give regions other numbers, and some of them names; a named one to which no other goes is new."""
    before = named_in(document)
    went = {number: before.regions[number] for number in numbers}
    names = {numbers[number]: name for number, name in went.items()} | dict(named)
    after = Named(dict(sorted(names.items())), before.conditions, before.factors)
    keys = {as_number(key): key for key in document["region_meta"]}
    region_meta = {keys.get(number, str(number)): name for number, name in after.regions.items()}
    new = [number for number in named if number not in numbers.values()]
    edited = {**document, "region_meta": region_meta}
    if new or any(number not in numbers or numbers[number] != number for number in before.regions):

        def changed(condition: Document) -> Document:
            row = condition.get("regions")
            if not isinstance(row, list):
                return condition
            return {**condition, "regions": _row(row, before.regions, numbers, new, after.regions)}

        edited["items"] = each_condition(document, changed)
    return following(edited, before, after, numbers, {name: name for name in before.conditions})


def _row(
    regions: Sequence[Any],
    before: Iterable[int],
    numbers: Mapping[int, int],
    new: Sequence[int],
    after: Iterable[int],
) -> list[Any]:
    """The regions of one sentence, by their new numbers; of one that is not as it should be, what can be told."""
    known = set(before)
    there = [(as_number(one.get("region_number")) if isinstance(one, Mapping) else None, one) for one in regions]
    row: list[tuple[int | None, Any]] = []
    for number, region in there:
        if number is None or number not in known:
            row.append((number, region))
        elif number in numbers:
            to = numbers[number]
            row.append((to, region if to == number else {**region, "region_number": as_written(to, region)}))
    like = next((one for _, one in there if isinstance(one, Mapping)), {"region_number": 1, "content": ""})
    for number in new:
        blank = {
            key: as_written(number, like) if key == "region_number" else ""
            for key in like
            if key in ("region_number", "content")
        }
        earlier = [place for place, (other, _) in enumerate(row, 1) if other is not None and other < number]
        row.insert(max(earlier, default=0), (number, {"region_number": number, "content": "", **blank}))
    if [number for number, _ in there] == list(before):
        by_number = dict(row)
        return [by_number[number] for number in after]
    return [region for _, region in row]
