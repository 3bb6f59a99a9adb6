"""A formula said in words: what `syntaxgym_lite.formula.phrases` would read as the same claim, where it is simple."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .ast import (
    And,
    Claim,
    Comparison,
    Formula,
    Negative,
    Not,
    Number,
    Or,
    Product,
    Quantity,
    Reference,
    Sum,
)
from .linear import Names

__all__ = ["in_words", "name_in_words", "place_in_words"]

_PLAIN = re.compile(r"[^\W\d][\w./-]*(?: \w[\w./-]*)*")
_WORDS_OF_PHRASES = frozenset(
    ("a", "an", "and", "as", "at", "by", "in", "is", "minus", "or", "plus", "than", "the", "to")
)
"""Names that hold one are quoted, so that nobody stumbles over them."""

_SIMPLE = {
    ">": "{place} {is_} more surprising in {left} than in {right}",
    "<": "{place} {is_} less surprising in {left} than in {right}",
    ">=": "{place} {is_} at least as surprising in {left} as in {right}",
    "<=": "{place} {is_} at most as surprising in {left} as in {right}",
    "=": "{place} {is_} as surprising in {left} as in {right}",
    "!=": "{place} {is_} not equally surprising in {left} and in {right}",
}
_OTHERWISE = {
    ">": "is larger than",
    "<": "is smaller than",
    ">=": "is at least",
    "<=": "is at most",
    "=": "equals",
    "!=": "differs from",
}
_NOT_IN_BITS = frozenset({"prob", "token_prob", "rank", "count"})


def in_words(formula: Formula, *, regions: Mapping[int, str]) -> str:
    """Say what a prediction claims.

    Parameters
    ----------
    formula : Formula
    regions : mapping of int to str
        Name of each region by its number, in ascending order of number.

    Returns
    -------
    str
        A part that has no simple words stands in it as a formula.

    Examples
    --------
    >>> from syntaxgym_lite.formula import parse
    >>> regions = {1: "subject", 2: "verb", 3: ""}
    >>> in_words(parse("(2;%plural%) > (2;%singular%)"), regions=regions)
    'verb is more surprising in plural than in singular'
    >>> in_words(parse("(2:3;%plural%) - (2:3;%singular%) > 2"), regions=regions)
    'verb and region 3 together are more surprising in plural than in singular by more than 2 bits'
    >>> in_words(parse("[(2;%a%) - (2;%b%)] > [(2;%c%) - (2;%d%)] & (*;%a%) < (*;%b%)"), regions=regions)
    "at verb, 'a' minus b is larger than c minus d; and the whole sentence is less surprising in 'a' than in b"
    """
    return _claim(formula.root, Names("sum", dict(regions)))


@dataclass(frozen=True, slots=True)
class _Term:
    """Conditions, of which it is the mean if there are several, in some regions; or a number."""

    sign: int
    conditions: tuple[str, ...] = ()
    regions: tuple[int, ...] = ()
    metric: str | None = None
    number: float = 0.0


def _claim(claim: Claim, names: Names) -> str:
    match claim:
        case Comparison():
            return _comparison(claim, names)
        case Not(part):
            return f"it is not so that {_claim(part, names)}"
        case And(parts) | Or(parts):
            joint = "; and " if isinstance(claim, And) else "; or "
            said = [_claim(part, names) for part in parts]
            return joint.join(
                f"[{words}]" if isinstance(part, (And, Or)) else words for part, words in zip(parts, said, strict=True)
            )


def _comparison(comparison: Comparison, names: Names) -> str:
    left, right = _terms(comparison.left, 1, names), _terms(comparison.right, 1, names)
    if not left or not right or left[0].sign < 0 or right[0].sign < 0:
        return str(comparison)
    about = {(term.regions, term.metric) for term in (*left, *right) if term.conditions}
    if len(about) > 1:
        return f"{_sum(left, names)} {_OTHERWISE[comparison.operator]} {_sum(right, names)}"
    for regions, metric in about:
        place = _place(regions, names)
        if metric is None and (simple := _simple(comparison, left, right, place)):
            return simple
        measure = "" if metric is None else f", measured by {metric}"
        unit = "" if metric in _NOT_IN_BITS else " bits"
        sides = [_sum(side, None, unit) for side in (left, right)]
        return f"at {place}{measure}, {sides[0]} {_OTHERWISE[comparison.operator]} {sides[1]}"
    return str(comparison)


def _simple(comparison: Comparison, left: Sequence[_Term], right: Sequence[_Term], place: str) -> str:
    """Say which of two conditions is more surprising, and by how much; of anything else, nothing."""
    by = ""
    if len(left) == 2 and [term.sign for term in left] == [1, -1] and len(right) == 1 and not right[0].conditions:
        number = right[0].number
        if number:
            if comparison.operator not in (">", ">=") or number < 0:
                return ""
            by = f" by {'more than' if comparison.operator == '>' else 'at least'} {_bits(number)}"
        left, right = left[:1], left[1:]
    elif len(left) > 1 or len(right) > 1:
        return ""
    sides = [term.conditions for term in (*left, *right)]
    if any(len(side) != 1 for side in sides) or sides[0] == sides[1]:
        return ""
    shown = [name_in_words(name) for (name,) in sides]
    operator = ">" if by else comparison.operator
    is_ = "are" if place.endswith(" together") else "is"
    return _SIMPLE[operator].format(place=place, is_=is_, left=shown[0], right=shown[1]) + by


def _terms(node: Quantity, sign: int, names: Names) -> list[_Term]:
    """Take a side apart; none if it is more than a sum of conditions, their means and numbers."""
    match node:
        case Number(value):
            return [_Term(sign, number=value)]
        case Reference():
            return [_Term(sign, (node.condition,), names.numbers(node), node.metric)]
        case Negative(operand):
            return _terms(operand, -sign, names)
        case Product((Sum() as total, Number(n)), ("/",)):
            parts = _terms(total, 1, names)
            conditions = tuple(name for part in parts for name in part.conditions)
            alike = {(part.sign, part.regions, part.metric) for part in parts}
            if len(alike) > 1 or len(set(conditions)) != len(parts) or n != len(parts):
                return []
            return [_Term(sign, conditions, parts[0].regions, parts[0].metric)]
        case Sum(operands, operators):
            found: list[_Term] = []
            for operator, operand in zip(("+", *operators), operands, strict=True):
                more = _terms(operand, sign if operator == "+" else -sign, names)
                if not more:
                    return []
                found += more
            return _together(found)
        case _:
            return []


def _together(terms: Sequence[_Term]) -> list[_Term]:
    """Put regions of one condition that are added into one term; none if one is added twice."""
    found: dict[tuple[object, ...], _Term] = {}
    for term in terms:
        key = (term.sign, term.conditions, term.metric, None if term.conditions else term.number)
        known = found.get(key)
        if known is None:
            found[key] = term
        elif set(known.regions) & set(term.regions) or not term.conditions or term.metric == "prob":
            return []
        else:
            regions = tuple(sorted(known.regions + term.regions))
            found[key] = _Term(term.sign, term.conditions, regions, term.metric)
    return list(found.values())


def _sum(terms: Sequence[_Term], names: Names | None, unit: str = " bits") -> str:
    """Write terms with *plus* and *minus* between them; with their regions, if names are given."""
    words = ""
    for term in terms:
        words += "" if not words else " plus " if term.sign > 0 else " minus "
        if not term.conditions:
            words += _bits(term.number) if unit else f"{term.number:g}"
            continue
        if names is not None:
            measure = "" if term.metric is None else f"{term.metric} of "
            words += f"{measure}{_place(term.regions, names)} in "
        shown = [name_in_words(name) for name in term.conditions]
        words += shown[0] if len(shown) == 1 else f"the mean of {', '.join(shown[:-1])} and {shown[-1]}"
    return words


def _place(numbers: Sequence[int], names: Names) -> str:
    """Name regions: a single one, several together, or the whole sentence."""
    if list(numbers) == list(names.regions) and len(numbers) > 1:
        return "the whole sentence"
    shown = [_region(number, names) for number in numbers]
    if len(shown) == 1:
        return shown[0]
    order = list(names.regions)
    places = [order.index(number) for number in numbers]
    if len(shown) > 2 and places == list(range(places[0], places[-1] + 1)):
        return f"{shown[0]} to {shown[-1]} together"
    return f"{', '.join(shown[:-1])} and {shown[-1]} together"


def _region(number: int, names: Names) -> str:
    name = names.regions.get(number, "").strip()
    alike = [other for other in names.regions.values() if other.strip().casefold() == name.casefold()]
    return name_in_words(name) if name and len(alike) == 1 else f"region {number}"


def place_in_words(numbers: Sequence[int], regions: Mapping[int, str]) -> str:
    """Name regions as a phrase has them behind *at*.

    Parameters
    ----------
    numbers : sequence of int
        All of them are the whole sentence.
    regions : mapping of int to str
        Name of each region by its number, in ascending order.

    Examples
    --------
    >>> place_in_words([2, 3], {1: "subject", 2: "verb", 3: ""})
    'verb and region 3'
    """
    if len(regions) > 1 and sorted(numbers) == list(regions):
        return "the whole sentence"
    names = Names("sum", regions)
    said = {number: _region(number, names) for number in numbers}
    return " and ".join(name if _PLAIN.fullmatch(name) else f"region {number}" for number, name in said.items())


def name_in_words(name: str) -> str:
    """Write a name as a phrase has it: quoted if it could be taken for other words, in brackets if it is levels."""
    if "=" in name and not re.search(r"[()]", name):
        return f"({name})"
    words = re.split(r"[ /.-]", name.casefold())
    if _PLAIN.fullmatch(name) and not _WORDS_OF_PHRASES.intersection(words):
        return name
    return f'"{name}"' if "'" in name else f"'{name}'"


def _bits(number: float) -> str:
    return f"{number:g} bit" if number == 1 else f"{number:g} bits"
