"""What a formula says of items is what a slow evaluator says, in fractions: undefined values, ties, huge constants.

An input is ``{"formula": "...", "items": [{"a": 2.5, "b": null}, ...]}``: the value of region 1 in each condition.
"""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
from hypothesis import strategies as st

from syntaxgym_lite.errors import FormulaError
from syntaxgym_lite.formula import Reference, evaluate_formula, parse

from ..inputs import as_json, corpus, mutated_json
from ..slow_formula import NotAFormulaError, Slow, Unsure, references, slow_parse

_CONDITIONS = "abc"
_NUMBERS = ["0", "1", "2", "3", "0.1", "0.2", "0.3", "7.5", "10", "1e16", "1e-9", "1e100", "0.001"]
_VALUES = st.one_of(
    st.integers(0, 40).map(lambda n: n / 4),  # ties
    st.floats(0, 60),
    st.sampled_from([0.1, 0.2, 0.3, 0.1 + 0.2, 1e-300, 1e16, 1e100, 1e-3, 5.001, 5.0]),
    st.sampled_from([None, None, "inf"]),
)


def _quantities(leaf: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def more(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        number = st.sampled_from(_NUMBERS)
        return st.one_of(
            st.builds("({} {} {})".format, inner, st.sampled_from("+-"), inner),
            st.builds("{} * ({})".format, number, inner),
            st.builds("({}) / {}".format, inner, number.filter(lambda text: float(text) != 0)),
            st.builds("-({})".format, inner),
            st.builds("abs({})".format, inner),
            st.builds(
                "{}({})".format,
                st.sampled_from(["max", "min", "least"]),
                st.lists(inner, min_size=2, max_size=3).map(", ".join),
            ),
        )

    return st.recursive(leaf, more, max_leaves=5)


def bracketed_claims() -> st.SearchStrategy[str]:
    """Claims about three conditions, with more brackets than they need."""
    quantity = _quantities(st.sampled_from([f"(1;%{name}%)" for name in _CONDITIONS] * 3 + _NUMBERS))
    comparison = st.builds("{} {} {}".format, quantity, st.sampled_from(["<", ">", "<=", ">=", "=", "!="]), quantity)

    def more(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        joined = st.lists(inner.map("[{}]".format), min_size=2, max_size=3)
        return st.one_of(st.builds("![{}]".format, inner), joined.map(" & ".join), joined.map(" | ".join))

    return st.recursive(comparison, more, max_leaves=4)


_ITEMS = st.lists(st.fixed_dictionaries(dict.fromkeys(_CONDITIONS, _VALUES)), min_size=1, max_size=6)
INPUTS = st.one_of(
    st.builds(lambda formula, items: as_json({"formula": formula, "items": items}), bracketed_claims(), _ITEMS),
    mutated_json(corpus("evaluation")),
)
EXAMPLES = 150


def check(data: bytes) -> None:
    """Evaluate a formula."""
    try:
        given = json.loads(data)
        text, items = (
            str(given["formula"]),
            [{name: _number(item[name]) for name in _CONDITIONS} for item in given["items"]],
        )
        slow = slow_parse(text)
        formula = parse(text)
        if any(region != "1" or condition not in _CONDITIONS for region, condition, _ in references(slow)):
            return
    except (ValueError, KeyError, TypeError, OverflowError, NotAFormulaError, FormulaError, Unsure, RecursionError):
        return
    columns = {name: np.array([item[name] for item in items]) for name in _CONDITIONS}

    def look_up(reference: Reference) -> np.ndarray:
        return columns[reference.condition]

    found = evaluate_formula(formula, look_up, len(items))
    for comparison in found.comparisons:
        assert comparison.holds.shape == (len(items),)
        undefined = np.isnan(comparison.left) | np.isnan(comparison.right)
        assert ((comparison.holds == -1) == undefined).all()
        if comparison.op in ("<", ">"):
            assert not (comparison.ties & (comparison.holds == 1)).any()
    for place, item in enumerate(items):
        values = {which: item[which[1]] for which in references(slow)}
        try:
            truth = Slow(values).holds(slow)
        except Unsure:
            continue
        said = {1: True, 0: False, -1: None}[int(found.holds[place])]
        assert said is truth, f"{text} of {item}: {said}, but it is {truth}"
        alone = evaluate_formula(formula, lambda one, place=place: columns[one.condition][place : place + 1], 1)
        assert alone.holds[0] == found.holds[place], f"{text} of {item}: alone it is {alone.holds[0]}"


def _number(value: Any) -> float:
    if value is None:
        return math.nan
    if isinstance(value, bool):
        raise ValueError(value)
    number = float(value)
    if not abs(number) < 1e200 and math.isfinite(number):
        raise ValueError(value)
    return number
