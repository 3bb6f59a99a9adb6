"""Chance levels are those of all orders, counted by hand; a claim and its negation add up to 1.

An input is a formula about region 1 of some conditions.
"""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

from hypothesis import strategies as st

from syntaxgym_lite.errors import FormulaError
from syntaxgym_lite.formula import parse
from syntaxgym_lite.suite.chance import chance_level

from ..inputs import corpus, mutated
from ..slow_formula import NotAFormulaError, Slow, Unsure, references, slow_parse

_MOST = 5  # values: 120 orders
_NAMES = "abcde"


def _claims() -> st.SearchStrategy[str]:
    value = st.sampled_from([f"(1;%{name}%)" for name in _NAMES])
    side = value | st.builds("{}({}, {})".format, st.sampled_from(["max", "min", "least"]), value, value)
    sums = st.builds("({} {} {})".format, value, st.sampled_from("+-"), value)
    comparison = st.one_of(
        *[st.builds("{} {} {}".format, side, st.sampled_from(["<", ">", "<=", ">=", "=", "!="]), side)] * 4,
        st.builds("{} < {}".format, sums, sums),
        st.builds("{} > {}".format, value, st.sampled_from(["3", "0", "-1"])),
    )

    def more(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        joined = st.lists(inner.map("[{}]".format), min_size=2, max_size=3)
        return st.one_of(st.builds("![{}]".format, inner), joined.map(" & ".join), joined.map(" | ".join))

    return st.recursive(comparison, more, max_leaves=4)


INPUTS = st.one_of(
    _claims().map(str.encode), mutated([line for seeds in corpus("chance") for line in seeds.splitlines()])
)
EXAMPLES = 25


def check(data: bytes) -> None:
    """Compute a chance level."""
    text = data.decode("utf-8", errors="replace")
    try:
        formula = parse(text)
        slow = slow_parse(text)
        negated = parse(f"![{text}]")
    except (FormulaError, NotAFormulaError, Unsure, RecursionError):
        return
    which = list(dict.fromkeys(references(slow)))
    if any(region != "1" or metric is not None for region, _, metric in which):
        return
    level, other = (chance_level([one], regions={1: "verb"}) for one in (formula, negated))
    assert level.method == other.method
    if level.value is None or other.value is None:
        return
    assert 0 <= level.value <= 1
    error = math.hypot(level.standard_error or 0, other.standard_error or 0)
    assert abs(level.value + other.value - 1) <= 1e-12 + 6 * error, (str(level), str(other))
    if len(which) <= _MOST and _is_about_order(slow):
        orders = list(itertools.permutations(range(1, len(which) + 1)))
        # values far apart, so that the tolerance of = plays no part
        holding = sum(
            Slow(dict(zip(which, map(float, (1000 * n for n in order)), strict=True))).holds(slow) is True
            for order in orders
        )
        assert level.method == "exact", str(level)
        assert level.value == float(Fraction(holding, len(orders))), f"{text}: {level}, but {holding}/{len(orders)}"


def _is_about_order(node: object) -> bool:
    """Whether a formula compares nothing but values, and the greatest and least of some."""
    match node:
        case "&" | "|" | "!", *parts:
            return all(map(_is_about_order, parts))
        case "compare", _, left, right:
            return _is_side(left) and _is_side(right)
    return False


def _is_side(node: object) -> bool:
    match node:
        case "reference", *_:
            return True
        case "max" | "min" | "least", *arguments:
            return all(map(_is_side, arguments))
    return False
