"""Makes the formula of what a phrase says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from ...errors import FormulaError, Span
from ..ast import (
    And,
    Call,
    Claim,
    Comparison,
    Number,
    Or,
    Product,
    Quantity,
    Reference,
    RegionNumber,
    RegionRange,
    Selector,
    Star,
    Sum,
)
from .names import SuiteNames
from .said import Place, Said, Side, Statement, Term
from .text import plain


def claim_of(statement: Statement, text: str, names: SuiteNames) -> Claim:
    """Make the formula of what a phrase says.

    Parameters
    ----------
    statement : Statement
    text : str
        The phrase, for messages.
    names : SuiteNames

    Raises
    ------
    FormulaError
        If a place is missing, or a claim says nothing.
    """
    tree = _Tree(plain(text), names)
    parts = [part for said in tree.with_places(statement.claims) for part in tree.comparisons(said)]
    if len(parts) == 1:
        return parts[0]
    return Or(tuple(parts)) if statement.joint == "or" else And(tuple(parts))


class _Tree:
    def __init__(self, text: str, names: SuiteNames) -> None:
        self.text = text
        self.names = names

    def with_places(self, claims: Sequence[Said]) -> list[Said]:
        """Give each side its place: its own, that of its claim, or that of the next claim that has one."""
        placed = []
        for index, said in enumerate(claims):
            own = [place for place in (said.sides[-1].place, said.place, *(side.place for side in said.sides)) if place]
            later = [place for after in claims[index + 1 :] for place in (after.sides[-1].place, after.place) if place]
            earlier = [said.place for said in claims[:index] if said.comes_first and said.place]
            common = [*own, *later[:1], *earlier[-1:]]
            if not common:
                raise self._no_region(said)
            sides = tuple(replace(side, place=side.place or common[0]) for side in said.sides)
            placed.append(replace(said, sides=sides))
        return placed

    def comparisons(self, said: Said) -> list[Claim]:
        """Make the comparisons of a claim."""
        made: list[Claim] = []
        for index, operator in enumerate(said.operators):
            left, right = said.sides[index : index + 2]
            self._check_sides(left, right)
            if said.by is None:
                made.append(Comparison(operator, self._quantity(left), self._quantity(right)))
                continue
            more, bits = said.by
            if operator in ("<", "<="):
                left, right = right, left
            difference = Sum((self._quantity(left), self._quantity(right)), ("-",))
            if said.is_within:
                made.append(Comparison("<=" if operator == "=" else ">", Call("abs", (difference,)), Number(bits)))
            else:
                made.append(Comparison(more, difference, Number(bits)))
        return made

    def _check_sides(self, left: Side, right: Side) -> None:
        """Refuse sides that are the same, that share a condition of a mean, or that are both without a condition."""
        span = left.span | right.span
        if not any(term.conditions for side in (left, right) for term in side.terms):
            raise self._error("Both sides are numbers; a prediction is about conditions.", span)
        if _weights(left, self.names.regions) == _weights(right, self.names.regions):
            raise self._error("Both sides are the same. Compare two conditions.", span)
        if len(left.terms) == len(right.terms) == 1:
            [one], [other] = left.terms, right.terms
            both = [name for name in one.conditions if name in other.conditions]
            if both and left.place == right.place:
                raise self._error(f"Both sides hold the condition '{both[0]}'.", span)

    def _quantity(self, side: Side) -> Quantity:
        operands = tuple(self._value(term, side.place) for term in side.terms)
        signs: list[Literal["+", "-"]] = ["+" if term.sign > 0 else "-" for term in side.terms]
        return operands[0] if len(operands) == 1 else Sum(operands, tuple(signs[1:]))

    def _value(self, term: Term, place: Place | None) -> Quantity:
        if term.number is not None:
            return Number(term.number)
        selectors = selectors_of(place.numbers if place else (), list(self.names.regions))
        parts = tuple(Reference(selector, condition) for condition in term.conditions for selector in selectors)
        plus: list[Literal["+", "-"]] = ["+"] * (len(parts) - 1)
        total: Quantity = parts[0] if len(parts) == 1 else Sum(parts, tuple(plus))
        n = len(term.conditions)
        return total if n == 1 else Product((total, Number(n)), ("/",))

    def _error(self, problem: str, span: Span) -> FormulaError:
        return FormulaError(problem, self.text, span)

    def _no_region(self, said: Said) -> FormulaError:
        sides = self.text[said.sides_span.start : said.sides_span.end]
        some = next((name for name in reversed(self.names.region_texts()) if name), "region 1")
        return self._error(
            f"The region is missing. Say where, as in '{sides} at {some}'. "
            f"The suite's regions are: {self.names.all_regions()}.",
            Span(said.span.end, said.span.end),
        )


def _weights(side: Side, regions: Mapping[int, str]) -> dict[tuple[int, str], Fraction]:
    """How often each region of each condition is counted."""
    numbers = (side.place.numbers if side.place else ()) or tuple(regions)
    total: dict[tuple[int, str], Fraction] = {}
    for term in side.terms:
        keys = [(number, name) for name in term.conditions for number in numbers]
        share = Fraction(1, len(term.conditions) or 1)
        if term.number is not None:
            keys, share = [(0, "")], Fraction(term.number)
        for key in keys:
            total[key] = total.get(key, Fraction(0)) + term.sign * share
    return {key: value for key, value in total.items() if value}


def selectors_of(numbers: Sequence[int], regions: Sequence[int]) -> list[Selector]:
    """Write regions as runs of those that follow one another; none are all, the whole sentence."""
    if not numbers:
        return [Star()]
    order = {number: index for index, number in enumerate(regions)}
    runs: list[list[int]] = []
    for number in numbers:
        if runs and order[number] == order[runs[-1][-1]] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [RegionNumber(run[0]) if len(run) == 1 else RegionRange(run[0], run[-1]) for run in runs]
