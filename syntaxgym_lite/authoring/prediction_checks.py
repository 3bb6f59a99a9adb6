"""Checks of predictions: what they leave unused, and what algebra decides whatever a model says."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial, reduce
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..formula import And, Claim, Comparison, Not, Or, references, walk
from ..formula.advice import quote
from ..formula.evaluate import ABSOLUTE_TOLERANCE, RELATIVE_TOLERANCE
from ..formula.linear import CONSTANT, Linear, Names, Term, difference, linear, scale, terms_of
from ..suite import Suite
from ..surprisal import BoolArray
from .findings import Finding
from .text_checks import sentences_by_item

__all__ = ["always", "check_predictions", "contradictions"]

_MOST_ORDERED = 6  # values whose orderings, ties included, are all tried: 6 ** 6
_MOST_BITS = 10_000  # of a region: a hundred unlikely words
_LONGEST_QUOTE = 300  # characters of a comparison that a finding cites
_MOST_SIGNS = 7  # differences whose signs are all tried: 5 ** 7


def check_predictions(suite: Suite) -> list[Finding]:
    """Check the predictions of a suite.

    Parameters
    ----------
    suite : Suite

    Returns
    -------
    list of Finding
        None if the suite predicts nothing.
    """
    if not suite.predictions:
        return []
    return [*_unused_conditions(suite), *_unused_regions(suite), *_decided(suite)]


def _unused_conditions(suite: Suite) -> Iterator[Finding]:
    named = {reference.condition for prediction in suite.predictions for reference in references(prediction.formula)}
    for condition in suite.condition_names:
        if condition not in named:
            yield Finding("S301", "no prediction names the condition.", None, condition)


def _unused_regions(suite: Suite) -> Iterator[Finding]:
    """Regions that hold nothing, and regions that differ where no prediction can see it."""
    names = Names(suite.metric, suite.region_names)
    named = {
        number
        for prediction in suite.predictions
        for reference in references(prediction.formula)
        for number in names.numbers(reference)
    }
    last = max(named, default=math.inf)
    items = list(sentences_by_item(suite).values())
    for place, number in enumerate(suite.region_numbers):
        texts = [
            {sentence.text[slice(*sentence.region_spans[place].tolist())] for sentence in sentences.values()}
            for sentences in items
        ]
        if all(text == {""} for text in texts):
            yield Finding("S302", "the region is empty in all items and conditions.", None, None, number)
        elif number > last and 2 * sum(len(text) > 1 for text in texts) > len(items):
            message = (
                "the region differs between conditions, but stands after every region that predictions name, and so "
                "does not matter to a left-to-right model."
            )
            yield Finding("S302", message, None, None, number)


def _decided(suite: Suite) -> Iterator[Finding]:
    names = Names(suite.metric, suite.region_names)
    undecided: list[tuple[int, Claim]] = []
    sums: dict[int, _Sides] = {}
    for index, prediction in enumerate(suite.predictions):
        root = prediction.formula.root
        sums.update(_sums(root, names))
        verdict = _verdict(root, sums)
        if verdict is not None:
            message = f"is always {str(verdict).lower()}, whatever the surprisals."
            yield Finding("S303", message, prediction=index)
            continue
        if _verdict(root, sums, tolerant=False) is False:
            yield Finding("S303", f"is false, whatever the surprisals, {_BUT_FOR_THE_TOLERANCE}", prediction=index)
            continue
        undecided.append((index, root))
        for node in walk(root):
            if isinstance(node, Comparison) and (verdict := _verdict(node, sums)) is not None:
                text = quote(prediction.formula.source, node.span, limit=_LONGEST_QUOTE)
                message = f"{text} is always {str(verdict).lower()}, whatever the surprisals."
                yield Finding("S304", message, prediction=index)
    contradiction = _contradiction(suite, undecided, sums)
    if contradiction is not None:
        yield Finding("S305", contradiction)


def contradictions(suite: Suite) -> list[Finding]:
    """Give why no model can pass a suite: a prediction that no values make true, or some that exclude each other.

    Parameters
    ----------
    suite : Suite

    Returns
    -------
    list of Finding
        None if some model could pass, or it is too much to be decided here.
    """
    return [
        finding
        for finding in _decided(suite)
        if finding.code == "S305" or (finding.code == "S303" and not finding.message.startswith(_ALWAYS_TRUE))
    ]


_ALWAYS_TRUE = "is always true"
_BUT_FOR_THE_TOLERANCE = (
    f"unless two different values are within the tolerance of '=' ({ABSOLUTE_TOLERANCE:g} bits and "
    f"{RELATIVE_TOLERANCE:.5f} of the right side), which happens by accident only."
)


def _contradiction(suite: Suite, claims: Sequence[tuple[int, Claim]], sums: Mapping[int, _Sides]) -> str | None:
    """Say that predictions exclude each other, and name two comparisons that do, if there are two."""
    if len(claims) < 2:
        return None
    for tolerant in (True, False):
        pair = _excluding(claims, sums, tolerant=tolerant)
        if pair is None and _verdict(And(tuple(claim for _, claim in claims)), sums, tolerant=tolerant) is not False:
            continue
        message = "the predictions contradict each other: "
        if pair is not None:
            formulas = [suite.predictions[index].formula.source for index, _ in pair]
            message += " and ".join(
                f"{quote(formula, node.span, limit=_LONGEST_QUOTE)} of prediction {index}"
                for formula, (index, node) in zip(formulas, pair, strict=True)
            )
            message += " cannot both hold, so "
        return f"{message}no item can satisfy all of them{'.' if tolerant else f', {_BUT_FOR_THE_TOLERANCE}'}"
    return None


_Placed: TypeAlias = "tuple[int, Comparison]"
"""A comparison and its prediction."""


def _excluding(
    claims: Sequence[tuple[int, Claim]], sums: Mapping[int, _Sides], *, tolerant: bool
) -> tuple[_Placed, _Placed] | None:
    """Two comparisons of one difference, of predictions that ask for both, that leave it no value."""
    asked: dict[frozenset[tuple[Term, Fraction]], dict[_Range, _Placed]] = {}
    for index, claim in claims:
        for node in _conjuncts(claim):
            total, right = sums[id(node)]
            if total is None or node.operator == "!=" or (not tolerant and not _is_of_bits(total)):
                continue
            tolerance = _tolerance(right) if tolerant and node.operator == "=" else Fraction(0)
            key, found = _range(node.operator, total, tolerance)
            asked.setdefault(key, {}).setdefault(found, (index, node))  # of those that say the same, the first
    for ranges in asked.values():
        for first, second in itertools.combinations(itertools.islice(ranges.items(), _MOST_ALIKE), 2):
            if first[1][0] != second[1][0] and _are_apart(first[0], second[0]):
                return first[1], second[1]
    return None


_Range: TypeAlias = "tuple[Fraction | float, Fraction | float, bool]"
"""Least and greatest value of a difference, and whether they are values that it may have."""


def _range(
    operator: str, total: Linear, tolerance: Fraction | float
) -> tuple[frozenset[tuple[Term, Fraction]], _Range]:
    """Values that a comparison leaves to its difference, without its constant and in one of its two directions."""
    bare = {term: factor for term, factor in total.items() if term != CONSTANT}
    least = min(bare, key=lambda term: (term.condition, term.regions, term.metric), default=CONSTANT)
    turn = Fraction(-1) if bare and bare[least] < 0 else Fraction(1)
    limit = -turn * total.get(CONSTANT, Fraction(0))
    low, high = (limit - tolerance, limit + tolerance) if operator == "=" else (-math.inf, math.inf)
    if operator in ("<", "<="):
        low, high = (low, limit) if turn > 0 else (limit, high)
    elif operator in (">", ">="):
        low, high = (limit, high) if turn > 0 else (low, limit)
    return frozenset((scale(bare, turn) or {}).items()), (low, high, operator not in ("<", ">"))


def _are_apart(first: _Range, second: _Range) -> bool:
    low, high = max(first[0], second[0]), min(first[1], second[1])
    return low > high or (low == high and not (first[2] and second[2]))


_MOST_ALIKE = 20  # comparisons of one difference that are held against each other


def _conjuncts(claim: Claim) -> list[Comparison]:
    match claim:
        case Comparison():
            return [claim]
        case And(parts):
            return [node for part in parts for node in _conjuncts(part)]
        case _:
            return []


def always(claim: Claim, names: Names) -> bool | None:
    """Say whether a claim is true, or false, whatever the values are.

    Parameters
    ----------
    claim : Claim
    names : Names
        What its names mean in the suite.

    Returns
    -------
    bool or None
        None: it depends, or it is too large to be decided here.

    Examples
    --------
    >>> from syntaxgym_lite.formula import parse
    >>> names = Names("sum", {1: "verb"})
    >>> formulas = ("(1;%a%) > (1;%a%)", "(1;%a%) >= 0", "(1;%a%) < (1;%b%)")
    >>> [always(parse(formula).root, names) for formula in formulas]
    [False, True, None]
    """
    return _verdict(claim, _sums(claim, names))


_Sides: TypeAlias = "tuple[Linear | None, Linear | None]"
"""A comparison's left side less its right side; and of equalities, whose tolerance it gives, the right side alone."""
_EQUALITIES = frozenset({"=", "!="})


def _sums(claim: Claim, names: Names) -> dict[int, _Sides]:
    """Each comparison of a claim as sums, by the identity of its node."""
    found: dict[int, _Sides] = {}
    for node in walk(claim):
        if isinstance(node, Comparison):
            terms = terms_of(node, names)
            right = linear(node.right, terms) if node.operator in _EQUALITIES else None
            found[id(node)] = difference(node, terms), right
    return found


def _verdict(claim: Claim, sums: Mapping[int, _Sides], *, tolerant: bool = True) -> bool | None:
    """Whether a claim is true, or false, of all values; if not `tolerant`, of those that are the same or far apart."""
    if isinstance(claim, Comparison):
        total, right = sums[id(claim)]
        tolerance = _tolerance(right) if claim.operator in _EQUALITIES else Fraction(0)
        truths = set(itertools.compress(_TRUTHS[claim.operator], _possible(total, tolerance)))
        return truths.pop() if len(truths) == 1 else None
    comparisons = [node for node in walk(claim) if isinstance(node, Comparison)]
    sides = [sums[id(node)] for node in comparisons]
    for decide in (partial(_by_sign, tolerant=tolerant), partial(_by_order, tolerant=tolerant)):
        table = decide(comparisons, sides)
        if table is not None:
            holds = _combine(claim, {id(node): column for node, column in zip(comparisons, table, strict=True)})
            if holds.all() or not holds.any():
                return bool(holds[0])
    return None


# Each difference is below, at or above 0, and if not at it, then within the tolerance of '=' or not.
_SIGN = np.array([-1, -1, 0, 1, 1])
_NEAR = np.array([False, True, True, True, False])
_SAME_OR_FAR = np.array([True, False, True, False, True])


def _is_of_bits(total: Linear | None) -> bool:
    """Whether a difference is one between surprisals.

    They are the same or, but by accident, further apart than '=' tolerates. Probabilities are not, and a surprisal
    alone may be as near to 0.
    """
    terms = [] if total is None else [term for term in total if term != CONSTANT]
    return len(terms) > 1 and not any(term.metric in _GREATEST or term.metric in _LEAST for term in terms)


def _by_sign(comparisons: Sequence[Comparison], sums: Sequence[_Sides], *, tolerant: bool) -> list[BoolArray] | None:
    """Truth of comparisons for all states of their differences, each difference free; None if there are too many."""
    keys: dict[object, int] = {}
    places: list[tuple[int, int]] = []
    totals: list[Linear | None] = []
    tolerances: list[Fraction | float] = []
    near: dict[int, Linear | None] = {}
    for node, (total, right) in zip(comparisons, sums, strict=True):
        key: object = id(node) if total is None else frozenset(total.items())
        mirrored = frozenset((scale(total, Fraction(-1)) or {}).items())
        orientation = -1 if key not in keys and mirrored and mirrored in keys else 1
        place = keys.get(mirrored if orientation < 0 else key, len(keys))
        is_equality = node.operator in _EQUALITIES
        if (
            is_equality and near.setdefault(place, right) != right
        ):  # within another tolerance, which the right side gives
            key, orientation, place = id(node), 1, len(keys)
        if place == len(keys):
            if place == _MOST_SIGNS:
                return None
            keys[key] = place
            totals.append(total)
            tolerances.append(Fraction(0))
        if is_equality:
            tolerances[place] = max(tolerances[place], _tolerance(right))
        places.append((place, orientation))
    allowed = [np.array(_possible(*pair)) for pair in zip(totals, tolerances, strict=True)]
    if not tolerant:
        allowed = [one & (_SAME_OR_FAR | (not _is_of_bits(total))) for one, total in zip(allowed, totals, strict=True)]
    states = np.indices((5,) * len(keys)).reshape(len(keys), -1)
    states = states[:, np.all([allowed[k][states[k]] for k in range(len(keys))], axis=0)]

    @cache  # of many comparisons most say the same
    def column(operator: str, k: int, orientation: int) -> BoolArray:
        return _truth(operator, orientation * _SIGN[states[k]], _NEAR[states[k]])

    return [column(node.operator, *place) for node, place in zip(comparisons, places, strict=True)]


def _tolerance(right: Linear | None) -> Fraction | float:
    """Give the greatest tolerance that ``=`` can have with a right side, of values as large as any model's."""
    if right is None:
        return math.inf
    size = sum((abs(factor) * (1 if term == CONSTANT else _MOST_BITS) for term, factor in right.items()), Fraction(0))
    return Fraction(ABSOLUTE_TOLERANCE) + Fraction(RELATIVE_TOLERANCE) * size


def _possible(total: Linear | None, tolerance: Fraction | float) -> tuple[bool, ...]:
    """States that a difference can be in: a constant in one or two; a sum of values, which have bounds, in some."""
    if total is None:
        return (True,) * 5
    low, high = _bounds(total)
    least = Fraction(ABSOLUTE_TOLERANCE)  # whatever the right side, what is no further apart is near
    return (
        low < -least,
        low < 0 and high >= -max(tolerance, least),
        low <= 0 <= high,
        high > 0 and low <= max(tolerance, least),
        high > least,
    )


_LEAST: Mapping[str, int] = {"rank": 1}  # of the others 0
_GREATEST: Mapping[str, int] = {"prob": 1, "token_prob": 1}
_UP_TO_SUM = frozenset(
    {"mean", "word_mean", "char_mean", "byte_mean", "penalised", "median", "range", "max", "min", "first", "last"}
)


def _bounds(total: Linear) -> tuple[Fraction | float, Fraction | float]:
    """Least and greatest that a sum of values can be, as far as each value tells."""
    # the sum of a region is its max, say, and a rest that is not negative
    factors: list[tuple[str, Fraction]] = []
    rest = dict(total)
    for term, factor in total.items():
        whole = Term(term.regions, term.condition, "sum") if term.metric in _UP_TO_SUM else None
        if whole is not None and whole in rest:
            summed = rest.pop(whole)
            rest[term] = factor + summed
            factors.append(("rest", summed))
    factors.extend((term.metric, factor) for term, factor in rest.items() if term != CONSTANT)
    low = high = total.get(CONSTANT, Fraction(0))
    endless = {1 if factor > 0 else -1 for metric, factor in factors if factor and metric not in _GREATEST}
    for metric, factor in factors:
        least, greatest = factor * _LEAST.get(metric, 0), factor * _GREATEST.get(metric, 0)
        low += least if factor > 0 else greatest
        high += greatest if factor > 0 else least
    return -math.inf if -1 in endless else low, math.inf if 1 in endless else high


def _by_order(comparisons: Sequence[Comparison], sums: Sequence[_Sides], *, tolerant: bool) -> list[BoolArray] | None:
    """Truth of comparisons between single values for all orders of the values, ties included; None if they are not."""
    pairs: list[tuple[Term, Term]] = []
    places: dict[Term, int] = {}
    for node, (total, _) in zip(comparisons, sums, strict=True):
        if (
            (node.operator in _EQUALITIES and (tolerant or not _is_of_bits(total)))
            or total is None
            or len(total) != 2
            or sum(total.values(), Fraction(0))
            or CONSTANT in total
        ):
            return None
        (first, factor), (second, _) = total.items()
        pairs.append((first, second) if factor > 0 else (second, first))
        for term in pairs[-1]:
            places.setdefault(term, len(places))
        if len(places) > _MOST_ORDERED:
            return None
    levels = np.indices((len(places),) * len(places)).reshape(len(places), -1)

    @cache
    def column(operator: str, left: int, right: int) -> BoolArray:
        sign = np.sign(levels[left] - levels[right])
        return _truth(operator, sign, sign == 0)

    return [
        column(node.operator, places[left], places[right])
        for node, (left, right) in zip(comparisons, pairs, strict=True)
    ]


def _truth(operator: str, sign: npt.NDArray[np.integer], near: BoolArray) -> BoolArray:
    truth: BoolArray = {
        "<": sign < 0,
        ">": sign > 0,
        "<=": sign <= 0,
        ">=": sign >= 0,
        "=": near,
        "!=": ~near,
    }[operator]
    return truth


_TRUTHS = {operator: _truth(operator, _SIGN, _NEAR).tolist() for operator in ("<", ">", "<=", ">=", "=", "!=")}


def _combine(claim: Claim, truth: Mapping[int, BoolArray]) -> BoolArray:
    match claim:
        case Comparison():
            return truth[id(claim)]
        case Not(part):
            return ~_combine(part, truth)
        case And(parts):
            return reduce(np.logical_and, [_combine(part, truth) for part in parts])
        case Or(parts):
            return reduce(np.logical_or, [_combine(part, truth) for part in parts])
