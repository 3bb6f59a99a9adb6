"""Conditions added, deleted, moved and named, and the levels that they have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import InputError, cited, listed
from ...formula.following import Named
from .documents import (
    Document,
    Edited,
    Levels,
    as_written,
    each_item,
    following,
    name_of,
    named_in,
    one_line,
    require_condition,
    require_free,
    unused,
)

__all__ = [
    "add_condition",
    "delete_condition",
    "move_condition",
    "rename_condition",
    "set_levels",
    "with_conditions",
]


def add_condition(
    document: Document,
    *,
    name: str = "",
    after: str | None = None,
    copy_of: str | None = None,
    levels: Mapping[str, Any] | None = None,
) -> Edited:
    """Add a condition to every item.

    Parameters
    ----------
    document : dict
    name : str, optional
        By default one that is free.
    after : str, optional
        The condition that it comes after; by default `copy_of`, or the last one.
    copy_of : str, optional
        The condition whose texts it begins with; by default it has none.
    levels : mapping, optional
        Its level of each factor of the conditions, if they have factors.

    Returns
    -------
    Edited

    Raises
    ------
    InputError
        If there is no such condition, or one of this name already, or the name cannot be one.
    """
    before = named_in(document)
    for one in (after, copy_of):
        if one is not None:
            require_condition(one, before.conditions)
    given = one_line(name, "a condition")
    name = given or unused(copy_of or "new condition", before.conditions)
    require_free(name, before.conditions)
    order = list(before.conditions)
    place = after if after is not None else copy_of
    order.insert(len(order) if place is None else order.index(place) + 1, name)
    factors = dict(before.factors)
    reported = []
    if levels:
        factors[name] = dict(levels)
    elif factors:
        own = listed(list(next(iter(factors.values()))))
        reported.append(f"The condition {cited(name)} has no levels yet: say which it has of {own}.")
    edited = with_conditions(document, order, {name: copy_of} if copy_of else {}, {}, factors)
    return Edited(edited.document, (*reported, *edited.reported))


def delete_condition(document: Document, name: str) -> Edited:
    """Delete a condition, with its texts, from every item.

    Parameters
    ----------
    document : dict
    name : str

    Returns
    -------
    Edited
        Formulas that name it are left as they are, and reported.

    Raises
    ------
    InputError
        If there is no such condition, or no other one.
    """
    before = named_in(document)
    require_condition(name, before.conditions)
    if len(before.conditions) == 1:
        raise InputError("A suite has at least one condition.")
    order = [one for one in before.conditions if one != name]
    factors = {one: own for one, own in before.factors.items() if one != name}
    return with_conditions(document, order, {}, {}, factors)


def rename_condition(document: Document, name: str, to: str) -> Edited:
    """Give a condition another name.

    Parameters
    ----------
    document : dict
    name, to : str
        Formulas that name it follow, and so do its levels.

    Returns
    -------
    Edited

    Raises
    ------
    InputError
        If there is no such condition, or one of the new name already, or the name cannot be one.
    """
    before = named_in(document)
    require_condition(name, before.conditions)
    to = one_line(to, "a condition")
    if to == name:
        return Edited(document)
    require_free(to, before.conditions)
    order = [to if one == name else one for one in before.conditions]
    factors = {to if one == name else one: own for one, own in before.factors.items()}
    return with_conditions(document, order, {}, {name: to}, factors)


def move_condition(document: Document, name: str, to: str) -> Edited:
    """Move a condition to the place of another one.

    Parameters
    ----------
    document : dict
    name : str
    to : str
        The condition whose place it takes.

    Returns
    -------
    Edited
        Items whose conditions stand in an order of their own keep it: it says nothing.

    Raises
    ------
    InputError
        If there is no such condition.
    """
    before = named_in(document)
    require_condition(name, before.conditions)
    require_condition(to, before.conditions)
    order = [one for one in before.conditions if one != name]
    order.insert(list(before.conditions).index(to), name)
    return with_conditions(document, order, {}, {}, before.factors)


def with_conditions(
    document: Document,
    order: Sequence[str],
    copies: Mapping[str, str],
    renamed: Mapping[str, str],
    factors: Levels,
) -> Edited:
    """Give a suite these conditions.

    Parameters
    ----------
    document : dict
    order : sequence of str
        Their names. One that is neither there nor renamed to is new, and one that is there and not named goes.
    copies : mapping of str to str
        Name of a new condition to the one whose texts it begins with.
    renamed : mapping of str to str
        Name of a condition to what it is called from now on.
    factors : mapping of str to mapping
        Levels of each condition; empty: none.

    Returns
    -------
    Edited
    """
    before = named_in(document)
    if not document["items"] and list(order) != list(before.conditions):
        raise InputError("Conditions stand in items: add an item first.")
    names = {name: renamed.get(name, name) for name in before.conditions}
    goes = {name: to for name, to in names.items() if to in order}
    edited = {**document, "items": each_item(document, lambda item: _item(item, before, order, copies, goes))}
    levels = {name: factors[name] for name in order if name in factors}
    if levels != dict(before.factors) or list(levels) != list(before.factors):
        edited = _with_levels(edited, levels)
    after = Named(before.regions, tuple(order), levels)
    return following(edited, before, after, {number: number for number in before.regions}, goes)


def _item(
    item: Document,
    before: Named,
    order: Sequence[str],
    copies: Mapping[str, str],
    goes: Mapping[str, str],
) -> Document:
    conditions = item.get("conditions")
    if not isinstance(conditions, list):
        return item
    own = {name_of(one): one for one in conditions if name_of(one)}
    there = {goes[name]: _called(one, goes[name]) for name, one in own.items() if name in goes}
    for name in order:
        if name not in there and name not in goes.values():
            there[name] = _new_condition(name, own.get(copies.get(name, "")), before, conditions)
    strange = [one for one in conditions if not name_of(one)]
    twice = len(own) + len(strange) < len(conditions)
    if twice:  # which of two is meant cannot be told: both stay, renamed alike
        kept = [_called(one, goes[name]) for one in conditions if (name := name_of(one)) in goes]
        new = [there[name] for name in order if name in there and name not in goes.values()]
        return {**item, "conditions": [*kept, *new, *strange]}
    is_usual = list(own) == [name for name in before.conditions if name in own]
    if is_usual:
        arranged = [there[name] for name in order if name in there]
    else:
        stay = [goes[name] for name in own if name in goes]
        arranged = [there[name] for name in [*stay, *(name for name in order if name in there and name not in stay)]]
    new_conditions = [*arranged, *strange]
    same = len(new_conditions) == len(conditions) and all(
        one is other for one, other in zip(new_conditions, conditions, strict=True)
    )
    return item if same else {**item, "conditions": new_conditions}


def _called(condition: Document, name: str) -> Document:
    return condition if condition["condition_name"] == name else {**condition, "condition_name": name}


def _new_condition(name: str, like: Document | None, before: Named, conditions: Sequence[Any]) -> Document:
    """A condition with the texts of another one; or without any, with regions written as those of the first."""
    if like is not None:
        return {**like, "condition_name": name}
    first: list[Any] = next(
        (one["regions"] for one in conditions if isinstance(one, Mapping) and _has_regions(one)), []
    )
    region = first[0] if first else {}
    numbers = list(before.regions)
    return {
        "condition_name": name,
        "regions": [{"region_number": as_written(number, region), "content": ""} for number in numbers],
    }


def _has_regions(condition: Mapping[str, Any]) -> bool:
    regions = condition.get("regions")
    return isinstance(regions, list) and bool(regions) and isinstance(regions[0], Mapping)


def set_levels(document: Document, levels: Levels) -> Edited:
    """Say which levels of which factors the conditions have.

    Parameters
    ----------
    document : dict
    levels : mapping of str to mapping
        Condition name to factor to level; conditions and factors without a level, or with an empty one, have none yet.
        It replaces what the suite says.

    Returns
    -------
    Edited
        Formulas that name a condition by its levels follow.

    Raises
    ------
    InputError
        If there is no such condition.
    """
    before = named_in(document)
    for name in levels:
        require_condition(name, before.conditions)
    kept = {
        name: {factor.strip(): level for factor, level in levels[name].items() if not _is_blank(level)}
        for name in before.conditions
        if name in levels
    }
    factors = {name: own for name, own in kept.items() if own}
    after = Named(before.regions, before.conditions, factors)
    same = {name: name for name in before.conditions}
    return following(
        _with_levels(document, factors), before, after, {number: number for number in before.regions}, same
    )


def _is_blank(level: Any) -> bool:
    return level is None or (isinstance(level, str) and not level.strip())


def _with_levels(document: Document, factors: Levels) -> Document:
    """Put levels into a document, before the predictions where they are new."""
    if not factors:
        return {key: value for key, value in document.items() if key != "condition_factors"}
    own = {name: dict(levels) for name, levels in factors.items()}
    if "condition_factors" in document:
        return {**document, "condition_factors": own}
    edited: Document = {}
    for key, value in document.items():
        if key in ("predictions", "items") and "condition_factors" not in edited:
            edited["condition_factors"] = own
        edited[key] = value
    return edited
