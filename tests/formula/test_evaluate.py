from __future__ import annotations

import importlib
import json
import math
import operator
from fractions import Fraction
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.formula_strategies import formulas

from syntaxgym_lite.errors import FormulaError
from syntaxgym_lite.formula import (
    And,
    Call,
    Comparison,
    Negative,
    Not,
    Number,
    Or,
    Product,
    Reference,
    RegionNumber,
    Star,
    Sum,
    evaluate_formula,
    parse,
    walk,
)
from syntaxgym_lite.formula.evaluate import could_be_tied

NAN, INF = math.nan, math.inf

# Region values of two conditions.
VALUES = {"a": {1: 2.0, 2: 3.0}, "b": {1: 2.0005, 2: 7.0}}


def look_up(reference: Reference) -> np.ndarray:
    values = VALUES[reference.condition]
    return np.array([sum(values.values()) if isinstance(reference.region, Star) else values[reference.region.number]])


def holds(source: str, **columns: float | list[float]) -> list[int]:
    """Truth of a formula over items, with the values of region 1 in each condition given by `columns`."""
    n_items = max((np.size(column) for column in columns.values()), default=1)
    arrays = {name: np.broadcast_to(np.asarray(column, float), (n_items,)) for name, column in columns.items()}
    return evaluate_formula(parse(source), lambda reference: arrays[reference.condition], n_items).holds.tolist()


@pytest.mark.parametrize(
    ("source", "truth"),
    [
        ("[(1;%a%) < (2;%a%)] & [[(2;%b%) - (2;%a%)] > [(1;%b%) - (1;%a%)]]", 1),
        ("(*;%a%) < (*;%b%)", 1),  # 5 < 9.0005
        ("(*;%b%) - (*;%a%) = 4.0005", 1),
        ("[1=1 | 1=1] & 1=2", 0),
        ("1=1 | [1=1 & 1=2]", 1),
        ("(1;%a%) = (1;%b%)", 1),  # 2 and 2.0005
        ("(1;%a%) < (1;%b%)", 1),  # and less as well
        ("(1;%a%) = 2.01", 0),
        ("10 - 4 - 3 = 3", 1),  # left to right
        ("10 - (4 - 3) = 9", 1),
        ("12 / 2 * 3 = 18", 1),
        ("1 + 2 * 3 = 7", 1),
        ("-(1;%a%) * 3 = -6", 1),
        ("2 - -3 = 5", 1),
        ("abs((1;%a%) - (2;%a%)) = 1", 1),
        ("max((1;%a%), (2;%a%), 2.5) = 3", 1),
        ("min((1;%a%), (2;%a%), 2.5) = 2", 1),
        ("(1;%a%) <= 2 & (1;%a%) >= 2", 1),
        ("(1;%b%) <= 2", 0),  # exact: only = and != have a tolerance
        ("(1;%b%) != 2", 0),
        ("![(1;%a%) < (2;%a%)]", 0),
    ],
)
def test_truth_of_formulas_on_two_conditions(source, truth):
    assert evaluate_formula(parse(source), look_up, 1).holds.tolist() == [truth]


def test_equality_has_the_tolerance_of_numpy_isclose():
    left = [1.0, 1000.0, 1000.0, 0.0, 2.0, INF, INF, -INF, 5.0, INF]
    right = [1.0009, 1000.0109, 1000.0115, 0.0011, 2.0, INF, -INF, -INF, INF, 5.0]
    expected = np.isclose(left, right, rtol=1e-5, atol=1e-3).astype(int).tolist()
    assert expected == [1, 1, 0, 0, 1, 1, 0, 1, 0, 0]
    assert holds("(1;%a%) = (1;%b%)", a=left, b=right) == expected
    assert holds("(1;%a%) != (1;%b%)", a=left, b=right) == [1 - value for value in expected]


@pytest.mark.parametrize("op", ["<", ">", "<=", ">=", "=", "!="])
def test_comparison_with_nan_is_undefined(op):
    assert holds(f"(1;%a%) {op} (1;%b%)", a=[NAN, 1, NAN], b=[1, NAN, NAN]) == [-1, -1, -1]


def test_difference_of_infinities_is_undefined_without_a_numpy_warning():
    assert holds("(1;%a%) - (1;%b%) < 1", a=[INF, INF, 1e308], b=[INF, -INF, -1e308]) == [-1, 0, 0]
    assert holds("0 * (1;%a%) < 1", a=INF) == [-1]
    evaluation = evaluate_formula(parse("(1;%a%) < (1;%a%)"), lambda reference: np.array([INF]), 1)
    assert np.isnan(evaluation.comparisons[0].margin).all()


def test_nan_spreads_through_functions():
    assert holds("max((1;%a%), 1) > 0", a=NAN) == [-1]
    assert holds("min(1, (1;%a%)) > 0", a=NAN) == [-1]
    assert holds("abs((1;%a%)) > 0", a=NAN) == [-1]


def test_least_is_the_smallest_of_the_values_that_are_defined():
    values = {"a": [3.0, NAN, NAN, 1.0], "b": [2.0, 5.0, NAN, NAN]}
    formula = parse("least((1;%a%;rank), (1;%b%;rank)) <= 4")
    found = evaluate_formula(formula, lambda reference: np.array(values[reference.condition]), 4)
    assert found.holds.tolist() == [1, 0, -1, 1]


def test_what_least_passes_over_makes_no_ties():
    # 1.6 is more than -0.3; the 1e16 of a difference that is undefined has no part in how far sums are rounded
    values = {"a": [0.3], "b": [NAN], "c": [1e16]}
    formula = parse("1.3 + (1;%a%) <= least((1;%c%) - (1;%b%), -(1;%a%))")
    assert evaluate_formula(formula, lambda reference: np.array(values[reference.condition]), 1).holds.tolist() == [0]


def test_and_or_not_are_kleenes():
    # Kleene (1952), section 64: F < U < T; "and" is the minimum, "or" the maximum.
    p, q = np.repeat([2.0, NAN, 0.0], 3), np.tile([2.0, NAN, 0.0], 3)  # x > 1 is true, undefined, false
    assert holds("(1;%p%) > 1 & (1;%q%) > 1", p=p, q=q) == [1, -1, 0, -1, -1, 0, 0, 0, 0]
    assert holds("(1;%p%) > 1 | (1;%q%) > 1", p=p, q=q) == [1, 1, 1, 1, -1, -1, 1, -1, 0]
    assert holds("!((1;%p%) > 1)", p=[2, NAN, 0]) == [0, -1, 1]


def test_comparisons_come_in_source_order_with_their_values():
    source = "! [ (1;%a%) - (1;%b%) > 1 ] & 2 >= (1;%b%)"
    columns = {"a": np.array([5.0, 1.0, NAN]), "b": np.array([1.0, 4.0, 2.0])}
    evaluation = evaluate_formula(parse(source), lambda reference: columns[reference.condition], 3)
    first, second = evaluation.comparisons
    assert (first.text, first.op) == ("(1;%a%) - (1;%b%) > 1", ">")
    assert (second.text, second.op) == ("2 >= (1;%b%)", ">=")
    assert source[first.span.start : first.span.end] == first.text
    np.testing.assert_array_equal(first.left, [4.0, -3.0, NAN])
    np.testing.assert_array_equal(first.right, [1.0, 1.0, 1.0])
    np.testing.assert_array_equal(first.margin, [3.0, -4.0, NAN])
    np.testing.assert_array_equal(first.holds, [1, 0, -1])
    np.testing.assert_array_equal(second.margin, [1.0, -2.0, 0.0])
    np.testing.assert_array_equal(second.holds, [1, 0, 1])
    np.testing.assert_array_equal(evaluation.holds, [0, 0, -1])
    assert evaluation.holds.dtype == first.holds.dtype == np.int8
    assert first.left.dtype == second.left.dtype == np.float64


def test_ties_are_equality_under_a_strict_comparison():
    columns = {"a": np.array([1.0, 1.0, NAN, INF]), "b": np.array([1.0, 1.0005, NAN, INF])}

    def ties(source: str) -> list[bool]:
        evaluation = evaluate_formula(parse(source), lambda reference: columns[reference.condition], 4)
        return evaluation.comparisons[0].ties.tolist()

    assert ties("(1;%a%) < (1;%b%)") == ties("(1;%a%) > (1;%b%)") == [True, False, False, True]
    assert not any(ties("(1;%a%) <= (1;%b%)"))
    assert not any(ties("(1;%a%) = (1;%b%)"))


def test_arrays_are_read_only_and_the_callers_stay_as_they_were():
    mine = np.array([1.0, 2.0])
    evaluation = evaluate_formula(parse("(1;%a%) < (1;%b%)"), lambda reference: mine, 2)
    for array in (evaluation.holds, evaluation.comparisons[0].left, evaluation.comparisons[0].holds):
        assert not array.flags.writeable
    mine[0] = 9.0
    assert evaluation.comparisons[0].left[0] == 1.0


def test_each_reference_is_looked_up_once_however_often_it_stands():
    asked = []

    def lookup(reference: Reference) -> np.ndarray:
        asked.append(str(reference))
        return np.zeros(1_000)

    evaluate_formula(parse("(1;%a%) < ( 1 ; %a% ) & (2;%a%) < (1;%a%;sum)"), lookup, 1_000)
    assert asked == ["(1;%a%)", "(2;%a%)", "(1;%a%;sum)"]


def test_lookup_of_the_wrong_shape_is_a_programming_error():
    with pytest.raises(ValueError, match=r"shape \(3,\) for \(1;%a%\), but there are 2 items"):
        evaluate_formula(parse("(1;%a%) < 1"), lambda reference: np.zeros(3), 2)


def test_no_items_and_no_references():
    assert evaluate_formula(parse("(1;%a%) < 1"), lambda reference: np.zeros(0), 0).holds.shape == (0,)
    assert holds("1 < 2") == [1]


def test_long_chains_evaluate():
    source = " + ".join(["(1;%a%)"] * 2_000) + " = 4000"
    assert holds(source, a=2.0) == [1]


# ------------------------------------------------- the second road: one item at a time, in plain Python floats


def scalar(node, values):
    """Evaluate one item; None is undefined."""
    match node:
        case Number(value):
            return value
        case Reference():
            return values[node.condition]
        case Negative(operand):
            return -scalar(operand, values)
        case Call("abs", (argument,)):
            return abs(scalar(argument, values))
        case Call("least", arguments):
            numbers = [scalar(argument, values) for argument in arguments]
            return min((number for number in numbers if not math.isnan(number)), default=NAN)
        case Call(function, arguments):
            numbers = [scalar(argument, values) for argument in arguments]
            return NAN if any(map(math.isnan, numbers)) else {"max": max, "min": min}[function](numbers)
        case Sum(operands, operators) | Product(operands, operators):
            total = scalar(operands[0], values)
            for sign, operand in zip(operators, operands[1:], strict=True):
                steps = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
                total = steps[sign](total, scalar(operand, values))
            return total
        case Comparison(op, left, right):
            a, b = scalar(left, values), scalar(right, values)
            if math.isnan(a) or math.isnan(b):
                return None
            if op in ("=", "!="):
                equal = a == b or (math.isfinite(b) and abs(a - b) <= 1e-3 + 1e-5 * abs(b))
                return equal == (op == "=")
            if a == b or abs(a - b) <= 64 * 2**-52 * (scalar_magnitude(left, values) + scalar_magnitude(right, values)):
                return op in ("<=", ">=")
            return {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}[op](a, b)
        case Not(part):
            truth = scalar(part, values)
            return None if truth is None else not truth
        case And(parts) | Or(parts):
            truths = [scalar(part, values) for part in parts]
            decisive = isinstance(node, Or)
            return decisive if decisive in truths else None if None in truths else not decisive


def scalar_magnitude(node, values):
    """The sum of absolute values that a quantity is made of; 0 for what is infinite or undefined."""
    match node:
        case Number() | Reference():
            value = abs(scalar(node, values))
            return value if math.isfinite(value) else 0.0
        case Negative(operand):
            return scalar_magnitude(operand, values)
        case Sum(operands, _):
            return sum(scalar_magnitude(operand, values) for operand in operands)
        case Call(_, arguments):
            return max(scalar_magnitude(argument, values) for argument in arguments)
        case Product(operands, operators):
            total = scalar_magnitude(operands[0], values)
            for sign, operand in zip(operators, operands[1:], strict=True):
                if sign == "*":
                    total *= scalar_magnitude(operand, values)
                else:
                    total = np.float64(total) / abs(np.float64(scalar(operand, values)))
            return total if math.isfinite(total) else 0.0


def test_sums_of_the_same_values_in_another_order_are_tied():
    # 0.1 + 0.2 + 0.3 is 0.6000000000000001, 0.3 + 0.2 + 0.1 is 0.6
    columns = {"a": 0.1, "b": 0.2, "c": 0.3}
    forth, back = "(1;%a%) + (1;%b%) + (1;%c%)", "(1;%c%) + (1;%b%) + (1;%a%)"

    def evaluated(source: str) -> tuple[int, bool]:
        found = evaluate_formula(parse(source), lambda reference: np.array([columns[reference.condition]]), 1)
        return int(found.holds[0]), bool(found.comparisons[0].ties[0])

    assert evaluated(f"{forth} > {back}") == evaluated(f"{back} > {forth}") == (0, True)
    assert evaluated(f"{forth} >= {back}") == evaluated(f"{back} >= {forth}") == (1, False)
    # what cancels leaves the rounding of what was there before
    assert evaluated(f"{forth} - ({back}) > 0") == (0, True)
    assert evaluated(f"{forth} + 0.000000000001 > {back}") == (1, False)


def test_many_items_are_evaluated_like_few():
    rng = np.random.default_rng(5)
    columns = {name: rng.normal(size=20_000) for name in "ab"}
    found = evaluate_formula(
        parse("(1;%a%) > (1;%b%) & (1;%a%) < 1"), lambda reference: columns[reference.condition], 20_000
    )
    assert found.holds.tolist() == ((columns["a"] > columns["b"]) & (columns["a"] < 1)).astype(int).tolist()
    np.testing.assert_array_equal(found.comparisons[0].margin, columns["a"] - columns["b"])


def scalar_ties(node, values, operators=("<", ">")):
    """Whether each comparison is a tie, in the order of the formula."""
    match node:
        case Comparison(op, left, right):
            a, b = scalar(left, values), scalar(right, values)
            magnitude = scalar_magnitude(left, values) + scalar_magnitude(right, values)
            return [op in operators and (a == b or abs(a - b) <= 64 * 2**-52 * magnitude)]
        case Not(part):
            return scalar_ties(part, values, operators)
        case And(parts) | Or(parts):
            return [tie for part in parts for tie in scalar_ties(part, values, operators)]


def scalar_sides(node, values):
    match node:
        case Comparison(_, left, right):
            return [scalar(left, values), scalar(right, values)]
        case Not(part):
            return scalar_sides(part, values)
        case And(parts) | Or(parts):
            return [side for part in parts for side in scalar_sides(part, values)]


NEARLY = st.builds(lambda n: 7.1 * (1 + n * 2.0**-52), st.integers(-300, 300))  # ties for up to about 128 steps
VALUES_OF_ITEMS = st.one_of(
    st.sampled_from([0.0, 1.0, 1.0005, NAN, INF, -INF, 1e-300, 1e154, 1e300, 1.7e308]), st.floats(0, 50), NEARLY
)
N_ITEMS = 5
COLUMN = st.lists(VALUES_OF_ITEMS, min_size=N_ITEMS, max_size=N_ITEMS)


@settings(max_examples=150, deadline=None)
@given(
    at_once=st.sampled_from([2, 1 << 15]),
    formula=formulas(st.builds(Reference, st.just(RegionNumber(1)), st.sampled_from(["a", "b", "c"]))),
    columns=st.fixed_dictionaries({"a": COLUMN, "b": COLUMN, "c": COLUMN}),
)
def test_all_items_at_once_agree_with_one_item_at_a_time(at_once, formula, columns):
    module = importlib.import_module("syntaxgym_lite.formula.evaluate")  # the package's `evaluate` is the function
    with mock.patch.object(module, "_ITEMS_AT_ONCE", at_once):
        evaluation = evaluate_formula(formula, lambda reference: np.array(columns[reference.condition]), N_ITEMS)
    items = [{name: column[i] for name, column in columns.items()} for i in range(N_ITEMS)]
    with np.errstate(all="ignore"):  # magnitudes may overflow
        one_by_one = [scalar(formula.root, item) for item in items]
        ties = [scalar_ties(formula.root, item) for item in items]
        sides = [scalar_sides(formula.root, item) for item in items]
        # constants that do not decide count in `scalar_magnitude`; they have tests of their own (field case E2)
        constants = any(isinstance(node, Number) for node in walk(formula.root))
        doubtful = [constants and any(scalar_ties(formula.root, item, ("<", ">", "<=", ">="))) for item in items]
    sure = [place for place in range(N_ITEMS) if not doubtful[place]]
    truths = [{True: 1, False: 0, None: -1}[truth] for truth in one_by_one]
    assert evaluation.holds[sure].tolist() == [truths[place] for place in sure]
    comparisons = evaluation.comparisons
    found_ties = np.array([comparison.ties for comparison in comparisons]).T
    assert found_ties[sure].tolist() == [ties[place] for place in sure]
    found = np.array([side for comparison in comparisons for side in (comparison.left, comparison.right)]).T
    np.testing.assert_array_equal(found, sides)


def test_what_can_no_longer_be_written_to_is_not_copied():
    mine = np.array([1.0, 2.0])
    part, whole = mine[:], mine.copy()
    part.flags.writeable = whole.flags.writeable = False  # but what `part` is a part of can be written to
    columns = {"a": part, "b": whole}
    comparison = evaluate_formula(
        parse("(1;%a%) < (1;%b%)"), lambda reference: columns[reference.condition], 2
    ).comparisons[0]
    mine[0] = 9.0
    assert comparison.left.tolist() == [1.0, 2.0]
    assert np.shares_memory(comparison.right, whole)


def test_one_tie_and_one_unknown_value_among_many_items_are_found():
    a, b = np.random.default_rng(6).uniform(1, 9, (2, 80_000))
    b[31_234], a[20_001], b[20_003] = a[31_234], NAN, INF
    found = evaluate_formula(
        parse("(1;%a%) < (1;%b%)"), lambda reference: {"a": a, "b": b}[reference.condition], 80_000
    )
    np.testing.assert_array_equal(found.holds, np.where(np.isnan(a), -1, a < b))
    assert np.flatnonzero(found.comparisons[0].ties).tolist() == [31_234]


def read_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_all_goldens_have_the_given_value_or_are_refused(shared_dir):
    rows = read_lines(shared_dir / "goldens" / "formulas.jsonl")
    assert len(rows) == 300
    for row in rows:
        if isinstance(row["value"], str):
            with pytest.raises(FormulaError, match=r"'&' and '\|' side by side"):
                parse(row["formula"])
            continue

        def look_up(reference, table=row["table"]):
            values = table[reference.condition]
            whole = isinstance(reference.region, Star)
            return np.array([sum(values.values()) if whole else values[str(reference.region.number)]])

        formula = parse(row["formula"])
        assert evaluate_formula(formula, look_up, 1).holds.tolist() == [int(row["value"])], row
        assert parse(str(formula)) == formula


@pytest.mark.parametrize(
    ("source", "truth"),
    [
        ("least((1;%a%), 1e16) < least((1;%b%), 1e16)", 1),
        ("min((1;%a%), 1e16) < min((1;%b%), 1e16)", 1),
        ("max((1;%a%), -1e16) < max((1;%b%), -1e16)", 1),
        ("(1;%a%) + 1e16 < (1;%b%) + 1e16", 1),
        ("(1;%a%) + 1e16 - 1e16 < (1;%b%)", 1),
        ("abs((1;%a%) - 1e16) > abs((1;%b%) - 1e16)", 1),
        ("least((1;%a%), 1e16*(1;%b%)) < (1;%b%)", 1),  # nor do values made large that are passed over
        ("max((1;%a%), -1e16*(1;%b%)) < (1;%b%)", 1),
        ("max((1;%a%), 1e16) < max((1;%b%), 1e16)", 0),  # it decides both: a tie
        ("max((1;%a%), -1e16) + 0.1 + 0.2 > max((1;%a%), -1e16) + 0.3", 0),  # as written both are the same
        ("(1;%b%) - 10 + 1e-17 > 0", 0),  # but for the rounding of b
    ],
)
def test_constants_that_do_not_decide_a_value_do_not_make_a_tie(source, truth):
    # field case E2; the values are 3 and 10
    assert holds(source, a=3.0, b=10.0) == [truth]


@pytest.mark.parametrize(
    ("source", "truth"),
    [
        ("(1;%b%) <= least((1;%a%), (1;%c%), 1e100)", 0),
        ("(1;%b%) < min((1;%a%), (1;%c%), 1e100)", 0),
        ("(1;%a%) > max((1;%b%), -(1;%c%), -1e100)", 0),
        ("(1;%a%) < max((1;%b%), -(1;%c%), -1e100)", 1),
        ("least((1;%c%), (1;%c%)) > (1;%a%) + 1e100", 1),  # it decides
    ],
)
def test_an_infinite_value_that_is_passed_over_lets_no_constant_decide(source, truth):
    # a = 3, b = 10, c infinite; 10 is not at most the least of 3, infinity and 1e100
    assert holds(source, a=3.0, b=10.0, c=INF) == [truth]


def exactly(node, values: dict[str, Fraction]) -> Fraction:
    """The value of a quantity in exact arithmetic, by recursion and nothing else."""
    if isinstance(node, Number):
        return Fraction(node.value)
    if isinstance(node, Reference):
        return values[node.condition]
    if isinstance(node, Negative):
        return -exactly(node.operand, values)
    if isinstance(node, Sum):
        signs = (1, *(1 if operator == "+" else -1 for operator in node.operators))
        return sum((s * exactly(part, values) for s, part in zip(signs, node.operands, strict=True)), Fraction(0))
    assert isinstance(node, Call)
    parts = [exactly(part, values) for part in node.arguments]
    return abs(parts[0]) if node.function == "abs" else max(parts) if node.function == "max" else min(parts)


whole = st.integers(-20, 20).map(lambda value: f"({value})")
huge = st.sampled_from(["1e16", "-1e16", "1e18", "(-1e18)"])
sides = st.recursive(
    st.one_of(st.sampled_from(["(1;%a%)", "(1;%b%)"]), whole),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]} + {pair[1]})"),
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]} - {pair[1]})"),
        inner.map(lambda part: f"abs({part})"),
        st.tuples(st.sampled_from(["min", "least"]), inner).map(lambda pair: f"{pair[0]}({pair[1]}, 1e16)"),
        inner.map(lambda part: f"max({part}, -1e16)"),
        st.tuples(inner, huge).map(lambda pair: f"({pair[0]} + {pair[1]} - {pair[1]})"),
    ),
    max_leaves=6,
)


@given(sides, sides, st.sampled_from(["<", ">", "<=", ">="]), st.integers(0, 40), st.integers(0, 40))
@settings(deadline=None)
def test_comparisons_of_whole_numbers_are_exact_whatever_constants_cancel_out(left, right, sign, a, b):
    # field case E2: values that are a whole number apart are never a tie, though 1e18 stands beside them
    formula = parse(f"{left} {sign} {right}")
    values = {"a": Fraction(a), "b": Fraction(b)}
    assert isinstance(formula.root, Comparison)
    sides = [exactly(side, values) for side in (formula.root.left, formula.root.right)]
    compare = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}[sign]
    assert holds(formula.source, a=float(a), b=float(b)) == [int(compare(*sides))]


@pytest.mark.parametrize(
    ("left", "right", "tied"),
    [(2.0, math.inf, False), (math.inf, 2.0, False), (-math.inf, math.inf, False), (math.inf, math.inf, True)],
)
def test_a_number_and_infinity_are_no_tie(left, right, tied):
    claim = parse("(1;%a%) < (1;%b%)").root
    assert could_be_tied(claim, left, right) is tied
