"""What items count whose comparisons are ties, held against all orders of what is tied."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples
from support.toys import WITH_IMPOSSIBLE, WordBackend, suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.runner import run
from syntaxgym_lite.stats import summarize
from syntaxgym_lite.stats.ties import credits, prediction_credits, read_ties
from syntaxgym_lite.suite.json import loads_suite


def suite_result(formulas, *items):
    """Items are lengths of the only word in the conditions a, b, c, d: their surprisals."""
    documents = [{name: ["x" * n] for name, n in zip("abcd", item, strict=True)} for item in items]
    document = suite_document(documents, formulas)
    return run([loads_suite(json.dumps(document))], WordBackend(len)).models[0].suites[0]


A_B, C_D = "(1;%a%) < (1;%b%)", "(1;%c%) < (1;%d%)"


@pytest.mark.parametrize(
    ("formulas", "item", "expected"),
    [
        ([A_B], (1, 1, 1, 1), 0.5),
        ([A_B], (1, 2, 1, 1), 1.0),
        ([A_B], (2, 1, 1, 1), 0.0),
        ([f"{A_B} & {C_D}"], (1, 1, 1, 1), 0.25),
        ([f"{A_B} & {C_D}"], (1, 1, 1, 2), 0.5),
        ([f"{A_B} & {C_D}"], (1, 1, 2, 1), 0.0),
        ([f"{A_B} | {C_D}"], (1, 1, 1, 1), 0.75),
        ([A_B, C_D], (1, 1, 1, 1), 0.25),
        ([A_B, A_B], (1, 1, 1, 1), 0.5),  # one comparison: it goes one way in both
        ([A_B, "(1;%b%) > (1;%a%)"], (1, 1, 1, 1), 0.5),  # the same, written the other way
        ([A_B, "(1;%b%) < (1;%a%)"], (1, 1, 1, 1), 0.0),  # which cannot both hold
        ([f"{A_B} | (1;%b%) < (1;%a%)"], (1, 1, 1, 1), 1.0),
        (["(1;%a%) <= (1;%b%)"], (1, 1, 1, 1), 1.0),  # no tie: it holds
        (["(1;%a%) = (1;%b%)"], (1, 1, 1, 1), 1.0),
        ([f"!({A_B})"], (1, 1, 1, 1), 0.5),
    ],
)
def test_an_item_counts_the_share_of_resolutions_in_which_it_passes(formulas, item, expected):
    assert credits(suite_result(formulas, item), "half") == {1: expected}


def test_by_default_a_tie_satisfies_neither_side():
    suite = suite_result([A_B], (1, 1, 1, 1), (1, 2, 1, 1))
    assert credits(suite) == credits(suite, "wrong") == {1: 0.0, 2: 1.0}


def test_each_prediction_has_its_own_credits():
    suite = suite_result([A_B, C_D], (1, 1, 1, 2))
    assert [prediction_credits(suite, index, "half") for index in (0, 1)] == [{1: 0.5}, {1: 1.0}]


def test_what_is_undefined_counts_nothing_whatever_the_ties():
    suite = suite_result([A_B], (1, 1, 1, 1))
    [outcome] = suite.outcomes
    undefined = replace(outcome.comparisons[0], left=None, holds=None)
    suite = replace(suite, outcomes=(replace(outcome, holds=None, tie=False, comparisons=(undefined,)),))
    assert credits(suite, "half") == {1: 0.0}


claims = st.recursive(
    st.sampled_from([f"(1;%{a}%) {op} (1;%{b}%)" for a, b in itertools.combinations("abcd", 2) for op in "<>"]),
    lambda inner: st.tuples(inner, st.sampled_from("&|"), inner).map(lambda parts: f"[{' '.join(parts)}]"),
    max_leaves=5,
)


@examples(60)
@given(st.lists(claims, min_size=1, max_size=2), st.tuples(*[st.integers(1, 2)] * 4))
def test_shares_equal_those_of_all_orders_tried(formulas, item):
    """Values that are equal come in any order, in a formula that Python reads."""
    size = dict(zip("abcd", item, strict=True))
    passed = 0
    for order in itertools.permutations("abcd"):

        def less(a, b, place=order.index):
            return (size[a], place(a)) < (size[b], place(b))

        passed += all(holds(formula, less) for formula in formulas)
    assert credits(suite_result(formulas, item), "half") == {1: pytest.approx(passed / 24, abs=1e-9)}


GARDEN_PATH = "(1;%a%) > (1;%b%) & (1;%a%) > (1;%c%) & (1;%a%) - (1;%b%) > (1;%c%) - (1;%d%)"


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (f"{A_B} & (1;%a%) < (1;%c%)", 1 / 3),
        (f"{A_B} & {C_D} & (1;%a%) < (1;%d%)", 5 / 24),  # by hand in docs/explanation/chance-levels.md
        (f"{A_B} & (1;%b%) < (1;%c%) & (1;%c%) < (1;%a%)", 0.0),
        (f"{A_B} & (1;%b%) < (1;%c%) & (1;%c%) < (1;%d%) & (1;%a%) < (1;%d%)", 1 / 24),
        (f"{A_B} & (1;%a%) - (1;%b%) < 0 & 2 * (1;%a%) < 2 * (1;%b%)", 0.5),  # one comparison, written in three ways
        ("(1;%a%) < (1;%a%)", 0.0),
        (GARDEN_PATH, 0.292),  # of normal values, by 20 million draws in docs/explanation/chance-levels.md
    ],
)
def test_where_all_is_tied_a_claim_holds_as_often_as_by_chance(formula, expected):
    assert credits(suite_result([formula], (1, 1, 1, 1)), "half") == {1: pytest.approx(expected, abs=5e-4)}


def test_sums_of_more_than_three_values_are_drawn():
    """Garden path, and the reverse of its interaction in another order: against a million normal draws of their own."""
    formula = f"{GARDEN_PATH} & (1;%a%) + (1;%d%) > 2 * (1;%c%)"
    a, b, c, d = np.random.default_rng(5).normal(size=(4, 1_000_000))
    expected = ((a > b) & (a > c) & (a - b > c - d) & (a + d > 2 * c)).mean()
    assert credits(suite_result([formula], (1, 1, 1, 1)), "half")[1] == pytest.approx(expected, abs=0.015)


def test_ties_decided_by_lot_never_contradict_one_another():
    suite = suite_result([A_B, "(1;%b%) < (1;%c%)", "(1;%a%) < (1;%c%)"], *[(1, 1, 1, 1)] * 300)
    first, second, both = (prediction_credits(suite, index, "random:3") for index in range(3))
    assert all(both[number] for number in both if first[number] and second[number])
    assert 30 < sum(credits(suite, "random:3").values()) < 72  # a sixth of 300, within 3 standard deviations


def holds(formula, less):
    for a, b in itertools.permutations("abcd", 2):
        formula = formula.replace(f"(1;%{a}%) < (1;%{b}%)", str(less(a, b)))
        formula = formula.replace(f"(1;%{a}%) > (1;%{b}%)", str(less(b, a)))
    python = formula.replace("[", "(").replace("]", ")").replace("&", " and ").replace("|", " or ")
    return eval(python)  # of True, False, and, or, and brackets alone


def test_a_coin_falls_the_same_way_again_and_otherwise_with_another_seed():
    items = [(1, 1, 1, 1)] * 200
    suite = suite_result([A_B], *items)
    one = credits(suite, "random:1")
    assert one == credits(suite, "random:1")
    assert set(one.values()) == {0.0, 1.0}
    assert 70 < sum(one.values()) < 130  # 100 of 200, within 4 standard deviations
    assert one != credits(suite, "random:2")
    # nor does the order count, or what other items there are
    turned = replace(suite, outcomes=suite.outcomes[::-1])
    assert credits(turned, "random:1") == one
    assert credits(replace(suite, suite="another"), "random:1") != one


def test_a_coin_falls_one_way_for_the_same_comparison_of_an_item():
    suite = suite_result([A_B, "(1;%b%) > (1;%a%)", "(1;%b%) < (1;%a%)"], *[(1, 1, 1, 1)] * 20)
    same, turned, other = (prediction_credits(suite, index, "random:5") for index in range(3))
    assert same == turned
    assert all(same[number] + other[number] == 1 for number in same)


def test_the_mean_over_seeds_is_what_half_counts():
    suite = suite_result([f"{A_B} & {C_D}"], (1, 1, 1, 1))
    mean = sum(credits(suite, f"random:{seed}")[1] for seed in range(400)) / 400
    assert mean == pytest.approx(0.25, abs=4 * (0.25 * 0.75 / 400) ** 0.5)


def test_a_summary_counts_ties_as_it_is_asked():
    result = run(
        [loads_suite(json.dumps(suite_document([{"a": ["x"], "b": [b]} for b in ("x", "xx", "y", "xx")], [A_B])))],
        WordBackend(len),
    )
    [[wrong], [half], [random]] = (
        [summarize(result, ties=ties)["models"][0]] for ties in ("wrong", "half", "random:4")
    )
    suites = [model["suites"][0] for model in (wrong, half, random)]
    assert [suite["score"] for suite in suites[:2]] == [0.5, 0.75]
    assert suites[2]["score"] in (0.5, 0.75, 1.0)
    assert [suite["n_passed"] for suite in suites[:2]] == [2, 2]
    assert [suite["n_ties"] for suite in suites] == [2, 2, 2]
    assert half["sg_score"] == half["item_score"] == half["suites"][0]["predictions"][0]["accuracy"] == 0.75


@pytest.mark.parametrize("given_", ["", "hal", "half:3", "random", "random:", "random:x", "random:-1", "RANDOM:1"])
def test_a_rule_that_is_none_is_refused(given_):
    with pytest.raises(sgl.InputError, match=r"`ties="):
        read_ties(given_)


def test_a_rule_is_written_as_it_is_read():
    assert [str(read_ties(rule)) for rule in ("wrong", "half", "random:007")] == ["wrong", "half", "random:7"]


def test_a_comparison_with_one_impossible_side_fails_beside_a_tie():
    bits = {"never": float("inf")}
    document = suite_document([{"a": ["never"], "b": ["y"], "c": ["y"], "d": ["y"]}], [f"{A_B} & {C_D}"])
    model = WordBackend(lambda word: bits.get(word, 2.0), capabilities=WITH_IMPOSSIBLE)
    suite = run([loads_suite(json.dumps(document))], model).models[0].suites[0]
    assert credits(suite, "half") == {1: 0.0}
