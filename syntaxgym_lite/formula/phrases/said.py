"""What a phrase says, before it is a formula: claims of sides of terms, at places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...errors import Span
from .words import Operator


@dataclass(frozen=True, slots=True)
class Place:
    """Regions by number, in order; none of them: the whole sentence."""

    numbers: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Term:
    """Conditions, of which the mean is meant if there are several; or a number."""

    conditions: tuple[str, ...]
    span: Span
    number: float | None = None
    sign: int = 1


@dataclass(frozen=True, slots=True)
class Side:
    """Terms that are added."""

    terms: tuple[Term, ...]
    span: Span
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A claim: sides with comparisons between them, and by how much the last two differ."""

    sides: tuple[Side, ...]
    operators: tuple[Operator, ...]
    span: Span
    place: Place | None = None
    comes_first: bool = False
    """Whether the place stands before the sides: then it holds for later claims too."""
    by: tuple[Operator, float] | None = None
    is_within: bool = False

    @property
    def sides_span(self) -> Span:
        """From the first side to the last."""
        return Span(self.sides[0].span.start, self.sides[-1].span.end)


@dataclass(frozen=True, slots=True)
class Statement:
    """All that a phrase says: claims, of which all or any hold."""

    claims: tuple[Said, ...]
    joint: Literal["and", "or"]
