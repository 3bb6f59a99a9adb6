"""Conditions made by crossing the levels of factors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from ...errors import InputError, cited, counted
from ...formula.factors import Factor, level_text
from ...suite import crossed_name
from .conditions import with_conditions
from .documents import Document, Edited, Levels, conditions_in, items_of, name_of, named_in

__all__ = ["Crossed", "Crossing", "cross_factors", "crossing_of", "levels_in_names"]

_MOST_CONDITIONS = 64
_BETWEEN_LEVELS = "_-.:/,+| "


@dataclass(frozen=True, slots=True)
class Crossed:
    """A condition that a crossing makes.

    Parameters
    ----------
    name : str
    levels : mapping of str to str, int, float or bool
        Factor to level.
    source : str or None
        The condition that it was, whose texts it keeps; None: it is new, and has no text.
    """

    name: str
    levels: Mapping[str, Factor]
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Crossing:
    """What crossing factors would make of the conditions of a suite.

    Parameters
    ----------
    conditions : tuple of Crossed
        In the order of the levels; the last factor varies fastest.
    dropped : mapping of str to int
        Name of each condition that would go, to the number of items in which it has text.
    """

    conditions: tuple[Crossed, ...]
    dropped: Mapping[str, int]


def crossing_of(document: Document, factors: Mapping[str, Sequence[Factor]]) -> Crossing:
    """Say what crossing factors would make of the conditions of a suite.

    Parameters
    ----------
    document : dict
    factors : mapping of str to sequence of str, int, float or bool
        Factor to its levels, in their order.

    Returns
    -------
    Crossing
        A condition that has just these levels stays as it is, with its name. One whose levels are some of them, or have
        some more, becomes the first condition that they fit; and so does one without levels that is called as a
        crossing is, or as a level of the first factor.

    Raises
    ------
    InputError
        If a factor or a level cannot be one, or two conditions would have the same name.

    Examples
    --------
    >>> regions = [{"region_number": 1, "content": "The keys are"}]
    >>> document = {"region_meta": {"1": "all"}, "items": [{"item_number": 1, "conditions": [
    ...     {"condition_name": "pl", "regions": regions}, {"condition_name": "other", "regions": regions}]}]}
    >>> found = crossing_of(document, {"head": ["sg", "pl"]})
    >>> [(one.name, one.source) for one in found.conditions], found.dropped
    ([('sg', None), ('pl', 'pl')], {'other': 1})
    """
    before = named_in(document)
    crossings = _crossings(factors, before.factors)
    kept: dict[int, str] = {}  # place of a crossing -> the condition that it was
    for fits in (_is_same, _is_called, _is_part, _is_level):
        for place, levels in enumerate(crossings):
            free = [name for name in before.conditions if place not in kept and name not in kept.values()]
            found = next((name for name in free if fits(name, before.factors.get(name, {}), levels)), None)
            if found is not None:
                kept[place] = found
    conditions = []
    for place, levels in enumerate(crossings):
        source = kept.get(place)
        is_same = source is not None and _is_same(source, before.factors.get(source, {}), levels)
        conditions.append(Crossed(source if source is not None and is_same else crossed_name(levels), levels, source))
    twice = [name for name, count in Counter(one.name for one in conditions).items() if count > 1]
    if twice:
        raise InputError(f"Two conditions would be called {cited(twice[0])}. Name a level in another way.")
    texts = _texts(document)
    dropped = {name: texts[name] for name in before.conditions if name not in kept.values()}
    return Crossing(tuple(conditions), dropped)


def cross_factors(document: Document, factors: Mapping[str, Sequence[Factor]]) -> Edited:
    """Make the conditions of a suite by crossing the levels of factors.

    Parameters
    ----------
    document : dict
    factors : mapping of str to sequence of str, int, float or bool
        See `crossing_of`, which says what this does.

    Returns
    -------
    Edited
        Every item has these conditions and no other, and the suite says their levels; formulas follow.

    Raises
    ------
    InputError
        See `crossing_of`.
    """
    crossing = crossing_of(document, factors)
    levels: Levels = {one.name: one.levels for one in crossing.conditions}
    renamed = {one.source: one.name for one in crossing.conditions if one.source is not None}
    edited = with_conditions(document, list(levels), {}, renamed, levels)
    said = [f"The condition {cited(old)} is now {cited(new)}." for old, new in renamed.items() if old != new]
    for name, n_items in crossing.dropped.items():
        lost = f", with its texts in {counted(n_items, 'item')}" if n_items else ""
        said.append(f"The condition {cited(name)} is gone{lost}.")
    return Edited(edited.document, (*said, *edited.reported))


def _crossings(factors: Mapping[str, Sequence[Factor]], known: Levels) -> list[dict[str, Factor]]:
    """Every combination of levels; one that the suite has already is written as it is there (a number, perhaps)."""
    if not factors:
        raise InputError("Name at least one factor with its levels, such as head: sg, pl.")
    written = {(factor, level_text(level)): level for own in known.values() for factor, level in own.items()}
    columns: dict[str, list[Factor]] = {}
    for given, levels in factors.items():
        factor = given.strip()
        if not factor or not factor.isprintable() or any(sign in factor for sign in ",=%"):
            raise InputError(f"A factor has a name without ',', '=' and '%', not {cited(factor)}.")
        if factor in columns:
            raise InputError(f"The factor {cited(factor)} is there twice.")
        texts = [level_text(level).strip() for level in levels]
        if not texts:
            raise InputError(f"The factor {cited(factor)} has no level yet. Write e.g. sg, pl.")
        for text, count in Counter(texts).items():
            if not text or not text.isprintable() or "%" in text or "=" in text.partition(",")[2]:
                raise InputError(f"A level of {cited(factor)} cannot be {cited(text)}: formulas write %head=sg%.")
            if count > 1:
                raise InputError(f"The factor {cited(factor)} has the level {cited(text)} twice.")
        columns[factor] = [
            written.get((factor, text), text if isinstance(level, str) else level)
            for text, level in zip(texts, levels, strict=True)
        ]
    n_conditions = prod(map(len, columns.values()))
    if n_conditions > _MOST_CONDITIONS:
        raise InputError(f"These would be {n_conditions:,} conditions; {_MOST_CONDITIONS} are the most.")
    return [dict(zip(columns, levels, strict=True)) for levels in product(*columns.values())]


def _is_same(name: str, own: Mapping[str, Factor], levels: Mapping[str, Factor]) -> bool:
    return _as_texts(own) == _as_texts(levels)


def _is_called(name: str, own: Mapping[str, Factor], levels: Mapping[str, Factor]) -> bool:
    return name == crossed_name(levels) and (not own or _is_part(name, own, levels))


def _is_part(name: str, own: Mapping[str, Factor], levels: Mapping[str, Factor]) -> bool:
    """Whether levels are some of the others, or have some more; and not one differs."""
    one, other = _as_texts(own).items(), _as_texts(levels).items()
    return bool(one) and (one <= other or other <= one)


def _is_level(name: str, own: Mapping[str, Factor], levels: Mapping[str, Factor]) -> bool:
    """Whether a condition without levels is called as the first of them is: one that had one factor, unsaid."""
    return not own and name == level_text(next(iter(levels.values())))


def _as_texts(levels: Mapping[str, Factor]) -> dict[str, str]:
    return {factor: level_text(level) for factor, level in levels.items()}


def _texts(document: Document) -> Counter[str]:
    """In how many items each condition has text."""
    return Counter(
        name_of(condition)
        for item in items_of(document)
        for condition in conditions_in(item)
        if name_of(condition) and _has_text(condition.get("regions"))
    )


def _has_text(regions: Any) -> bool:
    return isinstance(regions, list) and any(
        isinstance(region, Mapping) and isinstance(text := region.get("content"), str) and text.strip()
        for region in regions
    )


def levels_in_names(conditions: Sequence[str]) -> tuple[tuple[str, ...], ...] | None:
    """Find the levels that names of conditions are made of, where they are all combinations of them.

    Parameters
    ----------
    conditions : sequence of str
        ``["Sg-Sg", "Sg-Pl", "Pl-Sg", "Pl-Pl"]``.

    Returns
    -------
    tuple of tuple of str, or None
        Of each condition, its level of every factor; None if the names are no full crossing.

    Examples
    --------
    >>> levels_in_names(["Sg-Sg", "Sg-Pl", "Pl-Sg", "Pl-Pl"])
    (('Sg', 'Sg'), ('Sg', 'Pl'), ('Pl', 'Sg'), ('Pl', 'Pl'))
    >>> levels_in_names(["match", "mismatch", "no-match", "control"])
    """
    if len(set(conditions)) < len(conditions):
        return None
    for sign in _BETWEEN_LEVELS:
        found = tuple(tuple(part.strip() for part in name.split(sign)) for name in conditions)
        factors = [set(levels) for levels in zip(*found, strict=False)]
        if (
            len({len(own) for own in found}) == 1
            and len(factors) > 1
            and all(len(levels) > 1 and "" not in levels for levels in factors)
            and prod(map(len, factors)) == len(set(found)) == len(conditions)
        ):
            return found
    return None
