"""Which side of each comparison a prediction wants to be the greater."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from .ast import And, Claim, Comparison, Not, Or

__all__ = ["PredictedSide", "directions"]

PredictedSide: TypeAlias = Literal[1, 0, -1]
"""1: the left side is to be greater; -1: less; 0: neither, as of ``=`` and ``!=``."""

_DIRECTIONS: dict[str, PredictedSide] = {">": 1, ">=": 1, "<": -1, "<=": -1}
_TURNED: dict[PredictedSide, PredictedSide] = {1: -1, -1: 1, 0: 0}


def directions(claim: Claim) -> tuple[PredictedSide, ...]:
    """Give the direction of each comparison of a claim, in the order of the formula.

    A margin, left minus right, that grows in this direction never makes the claim false: ``!`` turns the direction of
    what it denies, ``&`` and ``|`` leave it.

    Parameters
    ----------
    claim : Comparison, And, Or or Not
        The root of a formula.

    Examples
    --------
    >>> from syntaxgym_lite.formula import parse
    >>> directions(parse("(1;%a%) > (1;%b%) & ![(1;%a%) > (1;%c%) | (1;%b%) = (1;%c%)]").root)
    (1, -1, 0)
    """
    return tuple(_directions(claim, turned=False))


def _directions(claim: Claim, *, turned: bool) -> Iterator[PredictedSide]:
    match claim:
        case Comparison(operator):
            direction = _DIRECTIONS.get(operator, 0)
            yield _TURNED[direction] if turned else direction
        case Not(part):
            yield from _directions(part, turned=not turned)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _directions(part, turned=turned)
