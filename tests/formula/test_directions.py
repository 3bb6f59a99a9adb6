"""Which side a prediction wants to be the greater, by cases and by what it means."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.formula_strategies import claims
from support.strategies import examples

from syntaxgym_lite.formula import Comparison, Not, parse, walk
from syntaxgym_lite.formula.directions import directions
from syntaxgym_lite.formula.evaluate import truth_of

A, B, C = "(1;%a%)", "(1;%b%)", "(1;%c%)"


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (f"{A} > {B}", (1,)),
        (f"{A} >= {B}", (1,)),
        (f"{A} < {B}", (-1,)),
        (f"{A} <= {B}", (-1,)),
        (f"{A} = {B}", (0,)),
        (f"![{A} != {B}]", (0,)),
        (f"![{A} < {B}]", (1,)),
        (f"![![{A} < {B}]]", (-1,)),
        (f"{A} > {B} & [{A} < {C} | {B} = {C}]", (1, -1, 0)),
        (f"![{A} > {B} | {A} < {C}] & {B} > {C}", (-1, 1, 1)),
        (f"abs({A} - {B}) < 2", (-1,)),
    ],
)
def test_the_operator_and_what_denies_it_give_the_direction(formula, expected):
    assert directions(parse(formula).root) == expected


@examples(200)
@given(claims(), st.data())
def test_what_moves_in_its_direction_never_makes_a_claim_false(claim, data):
    comparisons = [node for node in walk(claim) if isinstance(node, Comparison)]
    found = directions(claim)
    assert len(found) == len(comparisons)
    assert [not one for one in found] == [node.operator in ("=", "!=") for node in comparisons]
    truths = [data.draw(st.booleans()) for _ in comparisons]
    before = truth_of(claim, iter(truths))
    for place, (node, direction) in enumerate(zip(comparisons, found, strict=True)):
        if direction:
            own = 1 if node.operator in (">", ">=") else -1
            moved = [*truths[:place], own == direction, *truths[place + 1 :]]
            assert before is not True or truth_of(claim, iter(moved)) is True


SWAPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


@examples(100)
@given(claims())
def test_swapped_sides_and_a_denial_turn_the_direction(claim):
    for node in walk(claim):
        if isinstance(node, Comparison):
            [direction] = directions(node)
            swapped = replace(node, operator=SWAPPED[node.operator], left=node.right, right=node.left)
            assert directions(swapped) == directions(Not(node)) == (-direction,)
