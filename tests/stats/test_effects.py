"""Effects in the predicted direction, held against SciPy, statsmodels and hand counts."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import NAN, examples
from support.toys import WITH_IMPOSSIBLE, WordBackend, suite_document

from syntaxgym_lite.runner import run
from syntaxgym_lite.stats import summarize
from syntaxgym_lite.stats.effects import comparison_effects, size_interval, standardised_size
from syntaxgym_lite.stats.means import mean_interval
from syntaxgym_lite.suite.json import loads_suite


def result(pairs, *formulas, clusters=()):
    """Run of a suite with one region, of conditions a and b, on a model that takes a word for its surprisal."""
    document = suite_document([{"a": [str(a)], "b": [str(b)]} for a, b in pairs], formulas)
    for item, cluster in zip(document["items"], clusters, strict=False):
        item["cluster"] = cluster
    backend = WordBackend(lambda word: NAN if word == "nan" else float(word), capabilities=WITH_IMPOSSIBLE)
    return run([loads_suite(json.dumps(document))], [backend])


def effects(pairs, *formulas, **how):
    return comparison_effects(result(pairs, *formulas, **how).models[0].suites[0])


def summaries(pairs, *formulas, **how):
    [suite] = summarize(result(pairs, *formulas, **how))["models"][0]["suites"]
    return [comparison for prediction in suite["predictions"] for comparison in prediction["comparisons"]]


PAIRS = [(3.5, 14.0), (4.0, 16.5), (7.25, 15.0), (2.0, 15.5), (9.0, 13.0)]
"""b is greater by 9.55 on average."""


def test_an_effect_is_above_0_where_the_prediction_holds_whatever_its_operator():
    [less] = summaries(PAIRS, "(1;%a%) < (1;%b%)")
    [greater] = summaries(PAIRS, "(1;%b%) > (1;%a%)")
    [denied] = summaries(PAIRS, "![(1;%a%) > (1;%b%)]")
    assert less["mean_margin"] == denied["mean_margin"] == pytest.approx(-9.65)
    assert greater["mean_margin"] == pytest.approx(9.65)
    assert (less["direction"], greater["direction"], denied["direction"]) == (-1, 1, -1)
    for name in ("mean_effect", "effect_low", "effect_high", "effect_size"):
        assert less[name] == greater[name] == denied[name] > 0
    assert less["mean_effect"] == pytest.approx(9.65)


def test_its_interval_is_that_of_a_t_test():
    from scipy.stats import ttest_1samp, ttest_rel

    [found] = effects(PAIRS, "(1;%a%) < (1;%b%)")
    theirs = ttest_rel(*np.array(PAIRS).T[::-1])
    interval = theirs.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert found.mean / found.estimate.standard_error == pytest.approx(theirs.statistic)
    [wide] = comparison_effects(result(PAIRS, "(1;%a%) < (1;%b%)").models[0].suites[0], confidence=0.99)
    interval = ttest_1samp([b - a for a, b in PAIRS], 0).confidence_interval(0.99)
    assert (wide.low, wide.high) == pytest.approx((interval.low, interval.high))


def test_margins_keep_their_items_and_their_sign_is_that_of_the_direction():
    pairs = [(3.0, 5.0), ("nan", 4.0), (6.0, 4.0), ("inf", 4.0), (4.0, 4.0)]
    [found] = effects(pairs, "(1;%a%) < (1;%b%)")
    assert found.item_numbers == (1, 3, 4, 5)
    assert found.margins.tolist() == [2.0, -2.0, -math.inf, 0.0]
    assert (found.mean, found.n_infinite, found.estimate.n) == (0.0, 1, 3)
    [summary] = summaries(pairs, "(1;%a%) < (1;%b%)")
    assert (summary["n"], summary["n_infinite"], summary["mean_effect"]) == (4, 1, 0.0)
    assert "n_infinite" not in summaries(PAIRS, "(1;%a%) < (1;%b%)")[0]


def test_equality_predicts_neither_side_and_its_effect_is_the_margin():
    for formula in ("(1;%a%) = (1;%b%)", "(1;%a%) != (1;%b%)", "![(1;%a%) = (1;%b%)]"):
        [found] = summaries(PAIRS, formula)
        assert (found["direction"], found["mean_effect"]) == (0, found["mean_margin"])
        assert found["mean_effect"] == pytest.approx(-9.65)


def test_each_comparison_of_a_formula_has_its_direction():
    formula = "(1;%a%) < (1;%b%) & ![(1;%a%) < 3 | (1;%b%) - (1;%a%) < 4]"
    found = effects(PAIRS, formula)
    assert [(one.prediction, one.place, one.direction) for one in found] == [(0, 0, -1), (0, 1, 1), (0, 2, 1)]
    assert [round(one.mean, 9) for one in found] == [9.65, 2.15, 5.65]  # the last ones beyond 3 and 4


def test_without_items_that_vary_there_is_no_size_and_of_one_no_interval():
    [same] = summaries([(1.0, 3.0)] * 4, "(1;%a%) < (1;%b%)")
    assert (same["mean_effect"], same["effect_low"], same["effect_high"], same["effect_size"]) == (2, 2, 2, None)
    [almost] = summaries([(0.1 * k, 0.1 * k + 0.3) for k in range(1, 9)], "(1;%a%) < (1;%b%)")
    assert almost["effect_size"] is None  # 0.3 but for rounding
    [one] = summaries([(1.0, 3.0)], "(1;%a%) < (1;%b%)")
    assert (one["mean_effect"], one["effect_low"], one["effect_size"]) == (2, None, None)
    [none] = summaries([("nan", 3.0)], "(1;%a%) < (1;%b%)")
    assert (none["n"], none["mean_margin"], none["mean_effect"], none["effect_high"]) == (0, None, None, None)


def test_sizes_are_hedges_corrected():
    """Hedges' (1981) J for 9 degrees of freedom is 0.9139; SciPy's gamma function is the other road."""
    from scipy.special import gamma

    values = np.array([1.2, 0.3, 2.5, -0.4, 1.9, 0.8, 1.1, 2.2, 0.6, 1.4])
    found = standardised_size(mean_interval(values))
    correction = gamma(4.5) / math.sqrt(4.5) / gamma(4)
    assert correction == pytest.approx(0.9139, abs=1e-4)
    assert found == pytest.approx(values.mean() / values.std(ddof=1) * correction)


def test_sizes_are_unbiased():
    """Of 20,000 samples of six; without the correction their mean would be 0.95 for 0.8."""
    samples = np.random.default_rng(1).normal(0.8, 1.0, size=(20_000, 6))
    assert np.mean([standardised_size(mean_interval(one)) for one in samples]) == pytest.approx(0.8, abs=0.015)


def test_the_interval_of_a_size_is_that_of_the_noncentral_t():
    """By root finding on SciPy's distribution, the second road."""
    from scipy.optimize import brentq
    from scipy.stats import nct

    values = np.array([1.2, 0.3, 2.5, -0.4, 1.9, 0.8, 1.1, 2.2, 0.6, 1.4])
    estimate = mean_interval(values)
    t = estimate.mean / estimate.standard_error
    low, high = (
        brentq(lambda shift, p=p: nct.cdf(t, 9, shift) - p, t - 9, t + 9) / math.sqrt(10) for p in (0.975, 0.025)
    )
    ratio = standardised_size(estimate) / (estimate.mean / estimate.sd)
    assert size_interval(estimate) == pytest.approx((low * ratio, high * ratio), abs=1e-6)
    assert all(map(math.isnan, size_interval(mean_interval(np.array([2.0, 2.0, 2.0])))))


def test_intervals_of_sizes_hold_them_as_often_as_they_say():
    rng = np.random.default_rng(2)
    hits = 0
    for sample in rng.normal(0.5, 1.0, size=(2000, 20)):
        low, high = size_interval(mean_interval(sample))
        ratio = 0.9599  # Hedges' J for 19: the interval is of the size that is corrected
        hits += low <= 0.5 * ratio <= high
    assert 0.93 <= hits / 2000 <= 0.97


def test_items_of_clusters_have_intervals_robust_for_them():
    pairs = [pair for pair in PAIRS for _ in range(6)]
    clusters = [f"frame{place}" for place in range(5) for _ in range(6)]
    [clustered] = effects(pairs, "(1;%a%) < (1;%b%)", clusters=clusters)
    [alone], [careless] = effects(PAIRS, "(1;%a%) < (1;%b%)"), effects(pairs, "(1;%a%) < (1;%b%)")
    assert (clustered.low, clustered.high) == pytest.approx((alone.low, alone.high))
    assert careless.high - careless.low < 0.5 * (alone.high - alone.low)
    assert (clustered.estimate.n, clustered.estimate.n_clusters, careless.estimate.n_clusters) == (30, 5, None)
    [one_by_itself] = effects([*pairs, (1.0, 2.0)], "(1;%a%) < (1;%b%)", clusters=clusters)
    assert one_by_itself.estimate.n_clusters == 6


def test_margins_of_another_unit_say_so():
    [found] = summaries(PAIRS, "(1;%a%;count) < (1;%b%)")
    assert found["unit"] == "mixed units"
    assert "unit" not in summaries(PAIRS, "(1;%a%) < (1;%b%)")[0]


numbers = st.integers(0, 2000).map(lambda n: n / 16)  # which add up without rounding
pairs = st.lists(st.tuples(numbers, numbers), min_size=2, max_size=12)
SWAPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


@examples(60)
@given(pairs, st.sampled_from(["<", ">", "<=", ">="]))
def test_swapped_sides_turn_the_margin_and_not_the_effect(table, operator):
    [found] = summaries(table, f"(1;%a%) {operator} (1;%b%)")
    [swapped] = summaries(table, f"(1;%b%) {SWAPPED[operator]} (1;%a%)")
    assert swapped["direction"] == -found["direction"]
    assert swapped["mean_margin"] == -found["mean_margin"]
    for name in ("n", "sd_margin", "mean_effect", "effect_low", "effect_high", "effect_size"):
        assert swapped[name] == found[name]


@examples(60)
@given(pairs, st.integers(-64, 64))
def test_a_constant_on_both_sides_changes_nothing(table, constant):
    [found] = summaries(table, "(1;%a%) < (1;%b%)")
    [shifted] = summaries(table, f"(1;%a%) + {constant} < (1;%b%) + {constant}")
    assert {**shifted, "comparison": ""} == {**found, "comparison": ""}


@examples(60)
@given(pairs)
def test_an_effect_agrees_with_what_holds(table):
    """Where all items hold, it is above 0; where none does, not above it."""
    suite = result(table, "(1;%a%) < (1;%b%)").models[0].suites[0]
    [effect] = comparison_effects(suite)
    assert [margin > 0 for margin in effect.margins] == [outcome.holds for outcome in suite.outcomes]
