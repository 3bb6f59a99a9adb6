"""What comes back from the page, which writes numbers and the order of keys as JavaScript has them.

There, 5.0 is 5, whole numbers beyond 2**53 are rounded, and keys that are whole numbers come first. Nobody has changed
that: what the page cannot tell from what it was given is as it was.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..suite.layout import places_in

__all__ = ["as_it_was"]

_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
_MOST = 2**32 - 2  # the largest key that JavaScript puts in order


def as_it_was(before: Any, after: Any) -> Any:
    """Give what came back, with everything in it as it was that the page cannot have changed.

    Parameters
    ----------
    before
        What the page was given, as decoded from JSON.
    after
        What it sent.

    Returns
    -------
    object
        Equal to `after` in JavaScript.

    Examples
    --------
    >>> as_it_was({"note": 1, "2": 5.0, "1": 12345678901234567890}, {"1": 12345678901234567000, "2": 5, "note": 2})
    {'note': 2, '2': 5.0, '1': 12345678901234567890}
    """
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        return {
            key: as_it_was(before[key], after[key]) if key in before else after[key] for key in _ordered(before, after)
        }
    if isinstance(before, list) and isinstance(after, list):
        places = places_in(before, after)
        return [
            one if place is None else as_it_was(before[place], one) for one, place in zip(after, places, strict=True)
        ]
    return before if _is_one_number(before, after) else after


def _ordered(before: Mapping[str, Any], after: Mapping[str, Any]) -> Sequence[str]:
    """The keys in the order in which they were, if that is one to the page."""
    common = [key for key in before if key in after]
    if len(common) == len(after):
        return common if _as_in_javascript(common) == list(after) else list(after)
    new = [key for key in after if key not in before]
    is_same = _as_in_javascript([*common, *new]) == list(after)
    return [*common, *new] if is_same else list(after)


def _as_in_javascript(keys: Sequence[str]) -> list[str]:
    """Keys as JavaScript orders them."""
    indices = [key for key in keys if _INDEX.fullmatch(key) and int(key) <= _MOST]
    if not indices:
        return list(keys)
    first = set(indices)
    return [*sorted(indices, key=int), *(key for key in keys if key not in first)]


def _is_one_number(before: Any, after: Any) -> bool:
    if not all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in (before, after)):
        return False
    try:
        return float(before) == float(after)
    except OverflowError:
        return False
