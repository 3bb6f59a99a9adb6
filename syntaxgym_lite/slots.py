"""Many small records made at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import repeat
from typing import Any, TypeVar

__all__ = ["made_at_once"]

T = TypeVar("T")


def made_at_once(kind: type[T], n: int, **columns: Iterable[Any]) -> list[T]:
    """Make n objects of a dataclass with slots, one field of all of them after the other.

    Where there are tens of thousands, calling the class for each takes several times as long. Nothing that the class
    does when it is called is done: values must be what it would make of them.

    Parameters
    ----------
    kind : type
        A dataclass with slots, frozen or not.
    n : int
    **columns : iterable of length n
        Values of every field, by its name; fields with defaults, too.

    Examples
    --------
    >>> from syntaxgym_lite.results import ComparisonResult
    >>> made_at_once(ComparisonResult, 2, left=[1.0, 2.0], right=[3.0, 1.5], holds=[True, False])[1].margin
    0.5
    """
    made = list(map(object.__new__, repeat(kind, n)))
    for name, values in columns.items():
        fill = vars(kind)[name].__set__  # the slot itself: the class may be frozen
        deque(map(fill, made, values), maxlen=0)
    return made
