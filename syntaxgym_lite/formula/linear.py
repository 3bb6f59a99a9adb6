"""Comparisons as sums: all that stands on the left side, less all that stands on the right.

``(5;%a%) - (5;%b%) > 2 * (5;%c%)`` is about the sum ``a - b - 2 c``. What does not depend on how a formula is written,
its chance level or what it pits against what, is read off that sum. A run of regions, or a whole sentence, is the sum
of its regions, as in evaluation.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from .ast import (
    Call,
    Comparison,
    Negative,
    Number,
    Product,
    Quantity,
    Reference,
    RegionName,
    RegionNumber,
    RegionRange,
    Sum,
    walk,
)

__all__ = [
    "CONSTANT",
    "Linear",
    "Names",
    "Term",
    "Value",
    "as_float",
    "cells_named",
    "difference",
    "linear",
    "scale",
    "terms_of",
]

_MOST_BITS = 10_000  # of a factor; two numbers that a computer holds make a product of 4,200 at most

Value: TypeAlias = "tuple[int, str]"
"""A region of a condition, by number and name."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the names of a formula mean in a suite.

    Parameters
    ----------
    metric : str
        The suite's metric.
    regions : mapping of int to str
        Region number to name, in ascending order of number.
    """

    metric: str
    regions: Mapping[int, str]
    _all: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _named: Mapping[str, tuple[int, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        named: dict[str, list[int]] = {}
        for number, name in self.regions.items():
            named.setdefault(name.strip(), []).append(number)
        object.__setattr__(self, "_all", tuple(self.regions))
        object.__setattr__(self, "_named", {name: tuple(numbers) for name, numbers in named.items()})

    def term(self, reference: Reference) -> Term:
        """Resolve a reference."""
        return Term(self.numbers(reference), reference.condition, reference.metric or self.metric)

    def numbers(self, reference: Reference) -> tuple[int, ...]:
        """Numbers of the regions that a reference is about."""
        match reference.region:
            case RegionNumber(number):
                return (number,)
            case RegionName(name):
                return self._named.get(name, ())
            case RegionRange(first, last):
                return self._all[bisect_left(self._all, first) : bisect_right(self._all, last)]
            case _:
                return self._all


@dataclass(frozen=True, slots=True)
class Term:
    """A reference with its names resolved.

    Parameters
    ----------
    regions : tuple of int
        Numbers of its regions, in order.
    condition : str
    metric : str
    """

    regions: tuple[int, ...]
    condition: str
    metric: str

    @property
    def values(self) -> tuple[Value, ...]:
        """Its regions, each with the condition."""
        return tuple((number, self.condition) for number in self.regions)

    @property
    def is_sum(self) -> bool:
        """Whether its value is that of its regions added."""
        return len(self.regions) == 1 or self.metric != "prob"


Linear: TypeAlias = "dict[Term, Fraction]"
"""A sum: terms of single regions with their factors, none of them 0; the constant stands with `CONSTANT`."""

CONSTANT = Term((), "", "")
"""Key of the constant in a sum."""


def terms_of(comparison: Comparison, names: Names) -> dict[Reference, Term]:
    """Resolve every reference of a comparison, in the order of the formula."""
    sides = (comparison.left, comparison.right)
    return {node: names.term(node) for side in sides for node in walk(side) if isinstance(node, Reference)}


def cells_named(side: Quantity, names: Names) -> dict[str, tuple[int, ...]]:
    """Give the regions of each condition that a side of a comparison names.

    Parameters
    ----------
    side : Quantity
    names : Names

    Returns
    -------
    dict of str to tuple of int
        Conditions in the order of the formula, numbers of regions in ascending order.

    Examples
    --------
    >>> from syntaxgym_lite.formula import parse
    >>> cells_named(parse("(2;%a%) - (1:2;%a%) + (1;%b%) > 0").root.left, Names("sum", {1: "noun", 2: "verb"}))
    {'a': (1, 2), 'b': (1,)}
    """
    found: dict[str, set[int]] = {}
    for node in walk(side):
        if isinstance(node, Reference):
            found.setdefault(node.condition, set()).update(names.numbers(node))
    return {condition: tuple(sorted(numbers)) for condition, numbers in found.items()}


def difference(comparison: Comparison, terms: Mapping[Reference, Term]) -> Linear | None:
    """Give the left side less the right side as a sum; None if a function or a joint probability stands in the way.

    Parameters
    ----------
    comparison : Comparison
    terms : mapping of Reference to Term
        Of `terms_of`.

    Examples
    --------
    >>> from syntaxgym_lite.formula import parse
    >>> comparison = parse("(1:2;%a%) > 2 * (2;%a%) - 1").root
    >>> found = difference(comparison, terms_of(comparison, Names("sum", {1: "noun", 2: "verb"})))
    >>> {term.regions: str(factor) for term, factor in found.items()}
    {(1,): '1', (2,): '-1', (): '1'}
    """
    total: Linear = {}
    for side, sign in ((comparison.left, 1), (comparison.right, -1)):
        if not _collect(total, linear(side, terms), sign):
            return None
    return total


def linear(node: Quantity, terms: Mapping[Reference, Term]) -> Linear | None:
    """A quantity as a sum of single values with factors; None if it is something else, or a factor has no end."""
    match node:
        case Number(value):
            return {CONSTANT: Fraction(value)} if math.isfinite(value) else None
        case Reference():
            term = terms[node]
            if not term.is_sum:
                return None
            return {Term((number,), term.condition, term.metric): Fraction(1) for number in term.regions}
        case Negative(operand):
            return scale(linear(operand, terms), Fraction(-1))
        case Sum(operands, operators):
            total: Linear = {}
            for operator, operand in zip(("+", *operators), operands, strict=True):
                if not _collect(total, linear(operand, terms), 1 if operator == "+" else -1):
                    return None
            return total
        case Product(operands, operators):
            product: Linear | None = {CONSTANT: Fraction(1)}
            for sign, operand in zip(("*", *operators), operands, strict=True):
                product = _multiply(product, sign, operand, terms)
                if product is None or any(map(_is_endless, product.values())):
                    return None
            return product
        case Call():
            return None


def _multiply(left: Linear | None, operator: str, node: Quantity, terms: Mapping[Reference, Term]) -> Linear | None:
    right = linear(node, terms)
    if left is None or right is None:
        return None
    if set(right) <= {CONSTANT}:
        factor = right.get(CONSTANT, Fraction(0))
        if operator == "/":
            return None if factor == 0 else scale(left, 1 / factor)
        return scale(left, factor)
    return scale(right, left.get(CONSTANT, Fraction(0))) if set(left) <= {CONSTANT} and operator == "*" else None


def scale(total: Linear | None, factor: Fraction) -> Linear | None:
    """Multiply a sum by a number."""
    return None if total is None else {term: value * factor for term, value in total.items() if value * factor}


def _collect(total: Linear, part: Linear | None, sign: int) -> bool:
    """Add a part to a sum; False if it cannot be added."""
    for term, factor in (part or {}).items():
        value = total.get(term, 0) + sign * factor
        if _is_endless(value):
            return False
        if value:
            total[term] = value
        else:
            total.pop(term, None)
    return part is not None


def _is_endless(factor: Fraction) -> bool:
    """Whether exact arithmetic has made a number too long to be worth going on, as a product of thousands does."""
    return factor.numerator.bit_length() + factor.denominator.bit_length() > _MOST_BITS


def as_float(factor: Fraction) -> float:
    """Round a factor; one that is too large for a float is infinite."""
    try:
        return float(factor)
    except OverflowError:
        return math.inf if factor > 0 else -math.inf
