"""Effects of 2 x 2 designs, held against the analysis of variance of statsmodels, SciPy and hand counts."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import NAN, examples
from support.toys import WITH_IMPOSSIBLE, WordBackend, suite_document

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.reports.files import OutcomesOnly
from syntaxgym_lite.results import RunResult
from syntaxgym_lite.runner import run
from syntaxgym_lite.stats import summarize
from syntaxgym_lite.stats.factorial import factorial_effects, two_by_two
from syntaxgym_lite.suite.json import loads_suite

NAMES = ["sg_sg", "sg_pl", "pl_sg", "pl_pl"]
LEVELS = {name: {"head": name[:2], "attractor": name[3:]} for name in NAMES}
FORMULA = "(1;%sg_pl%) > (1;%sg_sg%)"


def bits(word):
    return NAN if word == "nan" else float(word)


def document_of(table, *formulas, factors=LEVELS, clusters=(), names=NAMES):
    """Items of two regions, the first with the values of a table (items x conditions), None where it is empty."""
    items = [
        {name: ["" if value is None else str(value), "1 2"] for name, value in zip(names, row, strict=True)}
        for row in table
    ]
    document = suite_document(items, formulas or [FORMULA])
    document["condition_factors"] = factors
    for item, cluster in zip(document["items"], clusters, strict=False):
        item["cluster"] = cluster
    return document


def result(table, *formulas, keeper=None, **how):
    loaded = loads_suite(json.dumps(document_of(table, *formulas, **how)))
    return run([loaded], [WordBackend(bits, capabilities=WITH_IMPOSSIBLE)], keeper=keeper)


def suite_of(table, *formulas, **how):
    return result(table, *formulas, **how).models[0].suites[0]


TABLE = [
    [3.0, 5.5, 2.0, 2.5],
    [4.0, 9.0, 3.5, 4.0],
    [2.5, 4.0, 3.0, 1.0],
    [6.0, 8.5, 5.0, 6.5],
    [1.0, 2.0, 1.5, 1.0],
    [5.0, 9.5, 2.5, 4.0],
]


def test_effects_are_those_of_an_analysis_of_variance_within_items():
    import pandas as pd
    from statsmodels.stats.anova import AnovaRM

    rows = [
        {"item": item, **LEVELS[name], "bits": value}
        for item, row in enumerate(TABLE)
        for name, value in zip(NAMES, row, strict=True)
    ]
    table = AnovaRM(pd.DataFrame(rows), "bits", "item", within=["head", "attractor"]).fit().anova_table
    found = {one.effect: one for one in factorial_effects(suite_of(TABLE))}
    for effect, name in (("head", "head"), ("attractor", "attractor"), ("head x attractor", "head:attractor")):
        estimate = found[effect].estimate
        assert (estimate.mean / estimate.standard_error) ** 2 == pytest.approx(table.loc[name, "F Value"])
        assert estimate.df == table.loc[name, "Den DF"]


def test_effects_are_differences_of_means_and_of_differences():
    from scipy.stats import ttest_1samp

    sg_sg, sg_pl, pl_sg, pl_pl = np.array(TABLE).T
    expected = {
        "head": (sg_sg + sg_pl) / 2 - (pl_sg + pl_pl) / 2,
        "attractor": (sg_sg + pl_sg) / 2 - (sg_pl + pl_pl) / 2,
        "head x attractor": (sg_sg - pl_sg) - (sg_pl - pl_pl),
    }
    for one in factorial_effects(suite_of(TABLE), confidence=0.9):
        values = expected[one.effect]
        assert one.values.tolist() == pytest.approx(values.tolist())
        theirs = ttest_1samp(values, 0).confidence_interval(0.9)
        assert (one.estimate.low, one.estimate.high) == pytest.approx((theirs.low, theirs.high))
        assert one.item_numbers == (1, 2, 3, 4, 5, 6)


def test_effects_are_coefficients_of_a_regression_coded_by_halves():
    from statsmodels.api import OLS

    half = {"sg": 0.5, "pl": -0.5}
    head, attractor = (
        np.array([half[LEVELS[name][factor]] for name in NAMES] * len(TABLE)) for factor in ("head", "attractor")
    )
    columns = np.column_stack([np.ones_like(head), head, attractor, head * attractor])
    coefficients = OLS(np.array(TABLE).ravel(), columns).fit().params[1:]
    assert [one.estimate.mean for one in factorial_effects(suite_of(TABLE))] == pytest.approx(coefficients.tolist())


def test_a_summary_says_what_is_subtracted_from_what():
    [suite] = summarize(result(TABLE))["models"][0]["suites"]
    assert [(one["region"], one["region_name"], one["effect"]) for one in suite["factorial"]] == [
        ("1", "r1", "head"),
        ("1", "r1", "attractor"),
        ("1", "r1", "head x attractor"),
    ]
    assert [one["contrast"] for one in suite["factorial"]] == [
        "head: sg - pl",
        "attractor: sg - pl",
        "head x attractor: sg - pl where attractor = sg, less where attractor = pl",
    ]
    [head, _, _] = suite["factorial"]
    assert head["mean"] == pytest.approx(np.array(TABLE)[:, :2].mean() - np.array(TABLE)[:, 2:].mean())
    assert head["ci_low"] < head["mean"] < head["ci_high"]
    assert (head["n"], "unit" in head) == (6, False)


def test_regions_are_those_that_predictions_name_or_those_that_are_asked_for():
    formulas = ["(r2;%sg_pl%) > (2;%sg_sg%)", "(1:2;%pl_pl%) < (*;%sg_sg%)", "(2;%sg_pl%;count) > (2;%pl_pl%;mean)"]
    suite = suite_of(TABLE, *formulas)
    assert [one.region for one in factorial_effects(suite)[::3]] == ["2", "1:2", "*", "2;count", "2;mean"]
    assert [one.unit for one in factorial_effects(suite)[::3]] == ["bits", "bits", "bits", "tokens", "bits"]
    asked = factorial_effects(suite, regions=[1, "r2", "1:2", "*", "2"], metric="max")
    assert [one.region for one in asked[::3]] == ["1;max", "2;max", "1:2;max", "*;max"]
    assert asked[0].estimate.mean == factorial_effects(suite_of(TABLE))[0].estimate.mean
    summary = summarize(result(TABLE, *formulas))["models"][0]["suites"][0]["factorial"]
    assert [one.get("unit") for one in summary[::3]] == [None, None, None, "tokens", None]


def test_runs_of_regions_and_whole_sentences_are_sums():
    suite = suite_of(TABLE, "(1:2;%pl_pl%) < (*;%sg_sg%)")
    one, both = factorial_effects(suite, regions=[1])[0], factorial_effects(suite)[0]
    assert both.values.tolist() == pytest.approx(one.values.tolist())  # region 2 is the same everywhere


def test_items_without_a_value_in_each_condition_are_left_out():
    table = [*TABLE, ["nan", 1.0, 2.0, 3.0], [1.0, None, 2.0, 3.0], [1.0, 2.0, 3.0, "inf"]]
    found, whole = factorial_effects(suite_of(table))[2], factorial_effects(suite_of(TABLE))[2]
    assert (found.item_numbers, found.estimate) == ((1, 2, 3, 4, 5, 6), whole.estimate)
    [empty] = {one["n"] for one in summaries(suite_of([[None, None, None, None]] * 3))}
    assert empty == 0
    assert summaries(suite_of([[None, None, None, None]] * 3))[0]["mean"] is None


def summaries(suite):
    from syntaxgym_lite.stats.factorial import factorial_summaries

    return factorial_summaries(suite)


def test_items_of_clusters_have_intervals_robust_for_them():
    copies = [row for row in TABLE for _ in range(5)]
    clusters = [f"frame{place}" for place in range(len(TABLE)) for _ in range(5)]
    for one, alone in zip(
        factorial_effects(suite_of(copies, clusters=clusters)), factorial_effects(suite_of(TABLE)), strict=True
    ):
        assert (one.estimate.low, one.estimate.high) == pytest.approx((alone.estimate.low, alone.estimate.high))
        assert one.estimate.n_clusters == len(TABLE)


@pytest.mark.parametrize(
    "factors",
    [
        {},
        {name: {"head": name} for name in NAMES},  # one factor of four levels
        {name: {"head": name[:2], "attractor": name[3:], "both": name} for name in NAMES},
        {name: {"head": name[:2], "n": place % 4} for place, name in enumerate(NAMES)},
    ],
)
def test_other_designs_have_no_such_effects(factors):
    suite = suite_of(TABLE, factors=factors)
    assert two_by_two(suite) is None
    assert summaries(suite) == []
    with pytest.raises(InputError, match=r"no design of two factors.*condition_factors"):
        factorial_effects(suite)


def test_factors_of_one_level_are_passed_over_and_levels_are_texts():
    factors = {name: {"n": 2, "head": name[:2] == "sg", "attractor": name[3:]} for name in NAMES}
    found = two_by_two(suite_of(TABLE, factors=factors))
    assert found is not None
    assert found.levels == (("true", "false"), ("sg", "pl"))
    assert found.conditions == (("sg_sg", "sg_pl"), ("pl_sg", "pl_pl"))


def test_results_without_sentences_have_the_same_effects():
    formulas = ["(2;%sg_pl%) > (1:2;%sg_sg%;mean)", "(*;%sg_pl%;prob) < 1", FORMULA]
    whole, bare = result(TABLE, *formulas), result(TABLE, *formulas, keeper=OutcomesOnly())
    expected = summarize(whole)["models"][0]["suites"][0]["factorial"]
    assert len(expected) == 12
    assert bare.models[0].suites[0].sentences == ()
    assert bare.models[0].suites[0] == whole.models[0].suites[0].without_sentences()
    assert summarize(bare)["models"][0]["suites"][0]["factorial"] == expected


def test_they_stay_when_results_without_sentences_are_saved(tmp_path):
    bare = result([*TABLE, ["nan", None, 3.0, "inf"]], keeper=OutcomesOnly())
    loaded = RunResult.load(bare.save(tmp_path / "run.json"))
    assert loaded == bare
    assert loaded.models[0].suites[0].cells["1"]["sg_sg"][-1] is None
    assert loaded.models[0].suites[0].cells["1"]["pl_pl"][-1] == math.inf
    whole = json.loads(result(TABLE).save(tmp_path / "run.json").read_text())
    assert "cells" not in whole["models"][0]["suites"][0]  # its sentences say it


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda cells: cells["1"].pop("sg_sg"), r"cells\.1: are not of the suite's conditions"),
        (lambda cells: cells["1"]["sg_sg"].pop(), r"cells\.1\.sg_sg: 5 for 6 items"),
    ],
)
def test_values_that_do_not_fit_are_refused(change, problem, tmp_path):
    path = result(TABLE, keeper=OutcomesOnly()).save(tmp_path / "run.json")
    document = json.loads(path.read_text())
    change(document["models"][0]["suites"][0]["cells"])
    path.write_text(json.dumps(document))
    with pytest.raises(InputError, match=problem):
        RunResult.load(path)


def test_what_cannot_be_shown_is_said():
    suite = suite_of(TABLE)
    with pytest.raises(InputError, match=r"Suite 'toy_suite': .*region.*3"):
        factorial_effects(suite, regions=[3])
    with pytest.raises(InputError, match="Did you mean 'r2'"):
        factorial_effects(suite, regions=["r22"])
    with pytest.raises(InputError, match="There is no metric 'summ'"):
        factorial_effects(suite, regions=[1], metric="summ")
    with pytest.raises(InputError, match=r"without its sentences.*`sglite eval \.\.\. --out DIR`"):
        factorial_effects(suite.without_sentences(), regions=[2])
    with pytest.raises(InputError, match="name no region"):
        factorial_effects(suite_of(TABLE, "1 < 2"))


@examples(40)
@given(st.lists(st.tuples(*[st.integers(0, 400).map(lambda n: n / 8)] * 4), min_size=2, max_size=8))
def test_the_order_of_conditions_turns_only_signs(table):
    names = [NAMES[place] for place in (3, 2, 1, 0)]
    turned = suite_of([row[::-1] for row in table], names=names)
    for one, other in zip(factorial_effects(suite_of(table)), factorial_effects(turned), strict=True):
        sign = 1 if " x " in one.effect else -1
        assert (other.effect, other.values.tolist()) == (one.effect, [sign * value + 0.0 for value in one.values])
