"""A suite in which nothing is written yet: its design, and items whose regions are empty."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import InputError, Problem, SuiteError, cited, counted, one_of
from ..suite import JOINS, Join, crossed_name
from ..suite.json import suite_from_document

__all__ = ["blank_document"]

_MOST_CONDITIONS = 64
_MOST_ITEMS = 1000


def blank_document(
    name: str,
    *,
    regions: Sequence[str],
    conditions: Sequence[str] = (),
    factors: Mapping[str, Sequence[str]] | None = None,
    n_items: int = 1,
    join: Join = "natural",
    meta: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Make the document of a suite to be written.

    Parameters
    ----------
    name : str
    regions : sequence of str
        Names of the regions, in their order.
    conditions : sequence of str, optional
        Names of the conditions.
    factors : mapping of str to sequence of str, optional
        In place of conditions: factors and their levels. The conditions are their crossing, named by the levels.
    n_items : int, optional
        How many items there are.
    join : {"space", "none", "natural"}, optional
        How regions become sentences. By default without a blank before punctuation.
    meta : mapping, optional
        What else is known: ``{"language": "de"}``.

    Returns
    -------
    dict
        As JSON holds it. All contents are empty.

    Raises
    ------
    InputError
        If a name is empty, or is there twice.

    Examples
    --------
    >>> document = blank_document("attraction", regions=["subject", "verb"], factors={"head": ["sg", "pl"]})
    >>> [condition["condition_name"] for condition in document["items"][0]["conditions"]]
    ['sg', 'pl']
    >>> document["condition_factors"]["pl"]
    {'head': 'pl'}
    """
    if not name.strip():
        raise InputError("The suite has no name yet.")
    regions = _names("region", regions)
    of_conditions: dict[str, dict[str, str]] = {}
    if factors:
        levels = {factor: _names("level", own, f" of the factor {cited(factor)}") for factor, own in factors.items()}
        _names("factor", list(factors))
        for crossing in itertools.product(*levels.values()):
            own = dict(zip(levels, crossing, strict=True))
            condition = crossed_name(own)
            if condition in of_conditions:
                raise InputError(f"Two crossings of these levels would both be called {cited(condition)}; rename one.")
            of_conditions[condition] = own
        conditions = list(of_conditions)
    conditions = _names("condition", conditions)
    if len(conditions) > _MOST_CONDITIONS:
        raise InputError(f"{len(conditions)} conditions are more than anybody can write ({_MOST_CONDITIONS}).")
    if not 1 <= n_items <= _MOST_ITEMS:
        raise InputError(f"A suite begins with 1 to {counted(_MOST_ITEMS, 'item')}.")
    document: dict[str, Any] = {
        "meta": {"name": name.strip(), "metric": "sum", "join": one_of("join", join, JOINS), **(meta or {})},
        "region_meta": {str(number): region for number, region in enumerate(regions, 1)},
        "predictions": [],
        **({"condition_factors": of_conditions} if of_conditions else {}),
        "items": [_item(number, conditions, len(regions)) for number in range(1, n_items + 1)],
    }
    _check(document, conditions, len(regions))
    return document


def _item(number: int, conditions: Sequence[str], n_regions: int, text: str = "") -> dict[str, Any]:
    return {
        "item_number": number,
        "conditions": [
            {
                "condition_name": condition,
                "regions": [{"region_number": region, "content": text} for region in range(1, n_regions + 1)],
            }
            for condition in conditions
        ],
    }


def _names(what: str, names: Sequence[str], of: str = "") -> list[str]:
    """Take blanks off names, and refuse none, empty ones, and those that are there twice."""
    stripped = [name.strip() for name in names]
    if not stripped:
        raise InputError(f"There is no {what} yet{of}; name one.")
    if "" in stripped:
        raise InputError(f"A {what}{of} has no name.")
    twice = next((name for name in stripped if stripped.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"The {what} {cited(twice)}{of} is there twice.")
    return stripped


def _check(document: dict[str, Any], conditions: Sequence[str], n_regions: int) -> None:
    """Refuse names that a suite may not have, in words that need no file."""
    try:
        suite_from_document({**document, "items": [_item(1, conditions, n_regions, "x")]})
    except SuiteError as error:
        raise InputError(" ".join(_said(problem) for problem in error.problems)) from None


def _said(problem: Problem) -> str:
    return f"{problem.path}: {problem.message}" if problem.path else problem.message
