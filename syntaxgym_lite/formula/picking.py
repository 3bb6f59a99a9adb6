"""A comparison that was picked instead of written: two conditions, the regions, and a direction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ..errors import InputError, one_of
from .ast import Comparison, Quantity, Reference, Sum
from .check import check, no_region
from .parser import parse
from .phrases.tree import selectors_of
from .wording import name_in_words, place_in_words

__all__ = ["picked_formula", "picked_phrase"]

_OPERATORS: tuple[Literal[">", "<", "=", ">=", "<=", "!="], ...] = (">", "<", "=", ">=", "<=", "!=")


def picked_formula(
    left: str,
    operator: str,
    right: str,
    *,
    numbers: Sequence[int],
    conditions: Sequence[str],
    regions: Mapping[int, str],
) -> str:
    """Write the formula that compares two conditions in some regions, of which the surprisals are added.

    Parameters
    ----------
    left, right : str
        Names of conditions.
    operator : {">", "<", "=", ">=", "<=", "!="}
        ``">"``: the left one is more surprising.
    numbers : sequence of int
        Of the regions; all of them are the whole sentence.
    conditions : sequence of str
    regions : mapping of int to str
        The names of the suite, as in `syntaxgym_lite.formula.check`.

    Raises
    ------
    InputError
        If nothing is compared, or a formula cannot name a condition.
    FormulaError
        If the suite does not have what was picked.

    Examples
    --------
    >>> names = {"conditions": ["plural", "singular"], "regions": {1: "subject", 2: "verb", 3: "spill"}}
    >>> picked_formula("plural", ">", "singular", numbers=[2, 3], **names)
    '(2:3;%plural%) > (2:3;%singular%)'
    """
    if not numbers:
        raise InputError("Choose the region, or regions, that the prediction is about.")
    if left == right:
        raise InputError("Choose two different conditions: nothing is more surprising than itself.")
    for name in (left, right):
        if "%" in name or name != name.strip() or not name:
            raise InputError(f"A formula cannot name the condition '{name}': rename it, without '%' and blanks around.")
    known = dict(sorted(regions.items()))
    chosen = sorted(set(numbers))
    for number in chosen:
        if number not in known:
            raise InputError(no_region(number, known))
    selectors = selectors_of(() if chosen == list(known) and len(known) > 1 else chosen, list(known))
    first, second = (_sum([Reference(selector, name) for selector in selectors]) for name in (left, right))
    formula = parse(str(Comparison(one_of("operator", operator, _OPERATORS), first, second)))
    for problem in check(formula, conditions=conditions, regions=known):
        raise problem
    return formula.source


def _sum(references: Sequence[Reference]) -> Quantity:
    plus: list[Literal["+", "-"]] = ["+"] * (len(references) - 1)
    return Sum(tuple(references), tuple(plus)) if plus else references[0]


def picked_phrase(left: str, operator: str, right: str, *, numbers: Sequence[int], regions: Mapping[int, str]) -> str:
    """Say the same as `picked_formula` as a phrase, which names a prediction.

    Examples
    --------
    >>> picked_phrase("plural", ">", "singular", numbers=[2], regions={1: "subject", 2: "verb"})
    'plural > singular at verb'
    """
    return f"{name_in_words(left)} {operator} {name_in_words(right)} at {place_in_words(sorted(set(numbers)), regions)}"
