"""Scores, intervals and averages, each held against another source or a hand count."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import NAN, examples
from support.toys import WITH_IMPOSSIBLE, WordBackend, suite_document

from syntaxgym_lite.results import ModelResult, Outcome, PredictionResult, RunResult, SentenceResult, SuiteResult
from syntaxgym_lite.runner import run
from syntaxgym_lite.stats import summarize, wilson_interval
from syntaxgym_lite.suite.json import loads_suite

# ---------------------------------------------------------------- summaries


def scores(suites, bits=len, **settings):
    """Summary of suites (documents) on one toy model."""
    loaded = [loads_suite(json.dumps(document)) for document in suites]
    return summarize(run(loaded, [WordBackend(bits, **settings)]))["models"][0]


def suite_of(n_true, n_false=0, n_undefined=0, n_ties=0, name="toy", **meta):
    """Items whose prediction (a word costs less than the other) is true, false, undefined or a tie."""
    pairs = [("x", "yy")] * n_true + [("yy", "x")] * n_false + [("nan", "x")] * n_undefined + [("x", "z")] * n_ties
    items = [{"a": [left], "b": [right]} for left, right in pairs]
    return suite_document(items, ["(1;%a%) < (1;%b%)"], name=name, **meta)


def lengths(word):
    return NAN if word == "nan" else float(len(word))


def test_a_score_is_the_share_of_items_for_which_all_predictions_hold():
    both = suite_document(
        [
            {"a": ["x"], "b": ["yy"]},
            {"a": ["x"], "b": ["yyyy"]},
            {"a": ["yy"], "b": ["x"]},
            {"a": ["xxx"], "b": ["yyyy"]},
        ],
        ["(1;%a%) < (1;%b%)", "(1;%b%) < 3.5"],
    )
    (suite,) = scores([both])["suites"]
    assert [prediction["accuracy"] for prediction in suite["predictions"]] == [0.75, 0.5]
    assert (suite["score"], suite["n_passed"], suite["n_items"]) == (0.25, 1, 4)
    assert (suite["ci_low"], suite["ci_high"]) == wilson_interval(1, 4)
    assert (suite["predictions"][0]["ci_low"], suite["predictions"][0]["ci_high"]) == wilson_interval(3, 4)


def test_undefined_items_do_not_pass_and_are_counted_apart():
    (suite,) = scores([suite_of(3, 1, 4)], lengths)["suites"]
    assert (suite["score"], suite["n_undefined"], suite["n_ties"]) == (3 / 8, 4, 0)
    prediction = suite["predictions"][0]
    assert (prediction["accuracy"], prediction["n_true"], prediction["n_undefined"]) == (3 / 8, 3, 4)


def test_an_item_that_one_prediction_fails_has_failed_even_if_another_is_undefined():
    document = suite_document([{"a": ["x", "nan"]}, {"a": ["xx", "nan"]}], ["(1;%a%) > 1.5", "(2;%a%) > 0"])
    (suite,) = scores([document], lengths)["suites"]
    assert (suite["n_passed"], suite["n_undefined"]) == (0, 1)
    assert [prediction["n_undefined"] for prediction in suite["predictions"]] == [0, 2]


def test_ties_do_not_pass_and_are_counted_apart():
    for formula in ("(1;%a%) < (1;%b%)", "(1;%b%) < (1;%a%)"):
        document = suite_document([{"a": ["x"], "b": ["z"]}] * 10, [formula])
        (suite,) = scores([document], lambda word: 1.0)["suites"]
        assert (suite["score"], suite["n_ties"], suite["n_undefined"]) == (0.0, 10, 0)
        assert suite["predictions"][0]["n_ties"] == 10
        document["items"].append({**document["items"][0], "item_number": 11})
        document["items"][-1]["conditions"] = [
            {"condition_name": name, "regions": [{"region_number": 1, "content": content}]}
            for name, content in (("a", "x"), ("b", "zz"))
        ]
        (suite,) = scores([document], len)["suites"]  # one item without a tie, which one of the two formulas passes
        assert (suite["score"], suite["n_ties"]) == ((formula == "(1;%a%) < (1;%b%)") / 11, 10)


def test_a_mean_over_suites_and_a_mean_over_items_are_both_given():
    model = scores([suite_of(10, name="A"), suite_of(15, 15, name="B")])
    assert model["sg_score"] == 0.75
    assert model["item_score"] == 0.625
    assert model["n_suites"] == 2


def test_circuits_are_means_over_their_own_suites():
    model = scores(
        [
            suite_of(1, 1, name="A", circuit="licensing"),
            suite_of(1, 0, name="B", circuit="licensing"),
            suite_of(1, 3, name="C", circuit="agreement"),
            suite_of(0, 1, name="D"),
        ]
    )
    assert model["circuits"] == {"agreement": 0.25, "licensing": 0.75}
    assert list(model["circuits"]) == ["agreement", "licensing"]
    assert model["sg_score"] == (0.5 + 1 + 0.25 + 0) / 4
    assert [suite["circuit"] for suite in model["suites"]] == ["licensing", "licensing", "agreement", None]


def test_a_suite_without_predictions_has_no_score_and_takes_no_part_in_means():
    model = scores([suite_of(1, 1, name="A"), suite_document([{"a": ["x"]}], name="B", circuit="none")])
    assert model["sg_score"] == model["item_score"] == 0.5
    assert model["n_suites"] == 1
    assert model["circuits"] == {}
    assert [suite["score"] for suite in model["suites"]] == [0.5, None]
    alone = scores([suite_document([{"a": ["x"]}])])
    assert alone["sg_score"] is None
    assert alone["item_score"] is None


def test_margins_are_averaged_over_the_items_that_have_one():
    document = suite_document(
        [{"a": [left], "b": [right]} for left, right in [("x", "yy"), ("x", "yyyy"), ("nan", "x"), ("xx", "y")]],
        ["(1;%b%) > (1;%a%) & (1;%b%) > 0"],
    )
    (suite,) = scores([document], lengths)["suites"]
    first, second = suite["predictions"][0]["comparisons"]
    assert first == {
        "comparison": "(1;%b%) > (1;%a%)",
        "n": 3,
        "mean_margin": 1.0,  # 1, 3, -1
        "sd_margin": 2.0,
        "direction": 1,
        "mean_effect": 1.0,
        "effect_low": pytest.approx(1 - 4.302652729749464 * 2 / 3**0.5),  # Student's t of 2 at 0.975
        "effect_high": pytest.approx(1 + 4.302652729749464 * 2 / 3**0.5),
        "effect_size": pytest.approx(1 / 2 / 3.141592653589793**0.5),  # J for 2 is 1 / sqrt(pi)
    }
    assert (second["n"], second["mean_margin"]) == (4, 2.0)
    assert second["sd_margin"] == pytest.approx(np.std([2, 4, 1, 1], ddof=1))


def test_margins_say_their_unit_where_it_is_not_bits():  # field case A9
    formulas = [
        "(1;%a%;rank) <= 5 & (1;%b%) > 0",
        "(1;%a%;token_prob) - (1;%b%;prob) > 0.01",
        "(1;%a%;count) = (1;%b%;count)",
        "(1;%a%) > (1;%b%;rank)",
        "(1;%a%;mean) > 2 + 2",
    ]
    (suite,) = scores([suite_document([{"a": ["xx"], "b": ["y"]}], formulas)])["suites"]
    found = [[one.get("unit") for one in prediction["comparisons"]] for prediction in suite["predictions"]]
    assert found == [["ranks", None], ["probability"], ["tokens"], ["mixed units"], [None]]


def test_a_single_margin_has_no_spread_and_an_infinite_one_no_mean():
    (suite,) = scores([suite_document([{"a": ["x"]}], ["(1;%a%) > 0"])])["suites"]
    assert suite["predictions"][0]["comparisons"][0]["sd_margin"] is None
    (suite,) = scores(
        [suite_document([{"a": ["x"]}], ["(1;%a%) > 0"])], lambda word: math.inf, capabilities=WITH_IMPOSSIBLE
    )["suites"]
    assert suite["score"] == 1.0
    assert suite["predictions"][0]["comparisons"][0]["mean_margin"] is None


def test_unknown_words_are_counted_by_token_and_by_item():
    document = suite_document(
        [{"a": ["x quux quux"], "b": ["x"]}, {"a": ["x"], "b": ["quux"]}, {"a": ["x"], "b": ["y"]}], ["(1;%a%) > 0"]
    )
    (suite,) = scores([document], unknown=frozenset({"quux"}))["suites"]
    assert (suite["n_tokens"], suite["n_oov"], suite["n_oov_items"]) == (8, 3, 2)


def test_a_summary_is_json_as_other_programs_expect_it():
    summary = summarize(
        run(
            [loads_suite(json.dumps(suite_of(1, 1, 1, 1)))],
            [WordBackend(lengths, name="one"), WordBackend(lengths, name="two")],
        )
    )
    again = json.loads(json.dumps(summary, allow_nan=False))
    assert again["schema_version"] == 1
    assert [model["model"] for model in again["models"]] == ["one", "two"]
    assert {"model", "sg_score", "circuits", "suites"} <= set(again["models"][0])
    assert {"suite", "n_items", "score", "n_undefined", "predictions"} <= set(again["models"][0]["suites"][0])
    prediction = again["models"][0]["suites"][0]["predictions"][0]
    assert {"index", "name", "formula", "accuracy", "n_undefined"} <= set(prediction)
    assert prediction["formula"] == "(1;%a%) < (1;%b%)"


# ---------------------------------------------------------------- factors and groups


def with_factors(document, factors):
    for item, own in zip(document["items"], factors, strict=True):
        item["factors"] = own
    return document


def test_scores_are_broken_down_by_factors():
    document = with_factors(
        suite_of(2, 1, 1, 1),  # true, true, false, undefined, tie
        [{"type": "a", "n": 10}, {"type": "b", "n": 9}, {"type": "a", "n": 10}, {"type": "b"}, {"type": "a", "n": 9}],
    )
    (suite,) = scores([document], lengths)["suites"]
    assert list(suite["factors"]) == ["type", "n"]
    a, b = suite["factors"]["type"]
    low, high = wilson_interval(1, 3)
    assert a == {
        "value": "a",
        "silent": False,
        "n_items": 3,
        "score": 1 / 3,
        "ci_low": low,
        "ci_high": high,
        "ci_method": "wilson",
        "n_clusters": None,
        "n_passed": 1,
        "n_undefined": 0,
        "n_ties": 1,
        "predictions": [{"index": 0, "accuracy": 1 / 3, "ci_low": low, "ci_high": high}],
    }
    assert (b["value"], b["n_items"], b["score"], b["n_undefined"]) == ("b", 2, 0.5, 1)
    nine, ten = suite["factors"]["n"]  # by size; an item without the factor is in neither
    assert (nine["value"], nine["n_items"], ten["value"], ten["n_items"]) == (9, 2, 10, 2)


def test_true_is_another_value_than_1():
    document = with_factors(suite_of(2), [{"f": True}, {"f": 1}])
    (suite,) = scores([document])["suites"]
    assert [type(row["value"]) for row in suite["factors"]["f"]] == [int, bool]


@pytest.mark.parametrize(
    ("values", "is_broken_down"),
    [
        ([1.5, 2.5, 3.5, 4.5, 5.5], True),  # five values at most
        ([1.5, 2.5, 3.5, 4.5, 5.5, 6.5], False),  # a row an item
        ([1, 2, 3, 4, 5, 6] * 2, True),  # two items to a value
        ([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5], False),  # eleven items, six values
        ([None, 1, 2, 3, 4, 5, 6, None, None, None, None, None], False),  # items that have none do not count
        (list("abcdef"), False),  # a text that each item has for itself says no more
        (list("abcdef") * 3, True),
    ],
)
def test_a_factor_with_a_value_for_nearly_every_item_is_not_broken_down(values, is_broken_down):
    factors = [{} if value is None else {"f": value} for value in values]
    [suite] = scores([with_factors(suite_of(len(values)), factors)])["suites"]
    assert list(suite["factors"]) == ["f"] * is_broken_down


def test_each_prediction_has_its_own_accuracy_within_a_factor():
    document = with_factors(
        suite_document([{"a": ["x"], "b": ["yy"]}, {"a": ["x"], "b": ["yyyy"]}], ["(1;%a%) < (1;%b%)", "(1;%b%) < 3"]),
        [{"f": "short"}, {"f": "long"}],
    )
    (suite,) = scores([document])["suites"]
    rows = suite["factors"]["f"]
    assert [[prediction["accuracy"] for prediction in row["predictions"]] for row in rows] == [[1, 1], [1, 0]]
    assert [row["score"] for row in rows] == [1, 0]


def test_groups_average_over_suites_and_over_items():
    model = scores(
        [
            suite_of(10, name="A", groups={"phenomenon": "binding", "method": "full"}),
            suite_of(15, 15, name="B", groups={"phenomenon": "binding"}),
            suite_of(0, 1, name="C", groups={"phenomenon": "agreement"}),
            suite_document([{"a": ["x"]}], name="D", groups={"phenomenon": "agreement"}),  # predicts nothing
        ]
    )
    agreement, binding = model["groups"]["phenomenon"]
    assert (binding["value"], binding["macro"], binding["micro"]) == ("binding", 0.75, 0.625)
    assert (binding["ci_low"], binding["ci_high"]) == wilson_interval(25, 40)
    assert (binding["n_suites"], binding["n_items"]) == (2, 40)
    assert (agreement["n_suites"], agreement["macro"]) == (1, 0.0)
    assert [row["value"] for row in model["groups"]["method"]] == ["full"]
    assert model["suites"][0]["groups"] == {"phenomenon": "binding", "method": "full"}


def test_suites_of_several_methods_have_no_score_together():
    full, prefix = ({"groups": {"method": method}} for method in ("full", "one-prefix"))
    model = scores([suite_of(2, name="A", **full), suite_of(1, 1, name="B", **prefix)])
    assert (model["sg_score"], model["item_score"]) == (None, None)
    assert [(row["value"], row["macro"]) for row in model["groups"]["method"]] == [("full", 1.0), ("one-prefix", 0.5)]
    assert scores([suite_of(2, name="A", **full), suite_of(1, 1, name="B", **full)])["sg_score"] == 0.75
    assert scores([suite_of(2, name="A", **full), suite_of(1, 1, name="B")])["sg_score"] == 0.75


def test_exclusions_are_counted_by_reason_and_said_in_a_warning():
    reasons = ["two words", "unknown", "two words"]
    excluded = [{"where": f"a.tsv:{line}", "reason": reason} for line, reason in enumerate(reasons, 2)]
    (suite,) = scores([suite_of(1, excluded=excluded)])["suites"]
    assert (suite["n_excluded"], suite["excluded"]) == (3, {"two words": 2, "unknown": 1})
    assert suite["warnings"] == ["3 items are excluded: 2 x two words; 1 x unknown (e.g. a.tsv:2)."]


truths = st.sampled_from([True, False, None])


@examples(60)
@given(st.lists(st.lists(truths, min_size=2, max_size=2), min_size=1, max_size=8))
def test_counts_agree_with_a_plain_road(table):
    """`table[item][prediction]`; the summary is made of a result put together by hand."""
    model = hand_made(table)
    suite = summarize(RunResult((model,), {}, "", {}))["models"][0]["suites"][0]
    n = len(table)
    assert suite["n_passed"] == sum(row == [True, True] for row in table)
    assert suite["n_undefined"] == sum(False not in row and None in row for row in table)
    assert suite["score"] == suite["n_passed"] / n
    for index in range(2):
        column = [row[index] for row in table]
        assert suite["predictions"][index]["accuracy"] == column.count(True) / n
        assert suite["predictions"][index]["n_undefined"] == column.count(None)


def hand_made(table):
    outcomes = tuple(
        Outcome(item, index, holds, ()) for item, row in enumerate(table, 1) for index, holds in enumerate(row)
    )
    sentences = tuple(SentenceResult(item, "a", "x", (), (), (), (), (), ()) for item in range(1, len(table) + 1))
    predictions = tuple(PredictionResult(index, None, "1 < 2", ()) for index in range(2))
    suite = SuiteResult("toy", "", "", None, "sum", "space", "", ("a",), {1: "r1"}, predictions, outcomes, sentences)
    return ModelResult("toy", "toy", None, None, "left", "words", {}, (suite,))


# ---------------------------------------------------------------- chance


def scores_against_chance(n_true, n_items=20):
    """A suite of one prediction with chance 1/2 that holds for the first `n_true` items."""
    items = [{"a": ["x", "longer" if number < n_true else "l"], "b": ["x", "long"]} for number in range(n_items)]
    document = suite_document(items, ["(2;%a%) > (2;%b%)"])
    [suite] = summarize(run([loads_suite(json.dumps(document))], WordBackend(len)))["models"][0]["suites"]
    return suite


@pytest.mark.parametrize(
    ("n_true", "expected"),
    # Wilson intervals of k of 20: 0.299 to 0.701 for 10, 0.531 to 0.888 for 15, 0.112 to 0.469 for 5 (mirrored)
    [(10, "no"), (15, "above"), (5, "below"), (14, "no")],
)
def test_a_score_is_held_against_its_chance_level(n_true, expected):
    suite = scores_against_chance(n_true)
    for row in (suite, suite["predictions"][0]):
        assert (row["chance"], row["chance_method"], row["chance_se"]) == (0.5, "exact", 0.0)
        assert row["above_chance"] == expected


@pytest.mark.parametrize("counts", [(15, 5), (5, 10, 3, 2), (0, 4, 0, 16), (0, 0, 0, 20), (0, 0, 20)])
@pytest.mark.parametrize("ties", ["wrong", "half"])
def test_a_suite_of_one_prediction_is_summed_up_as_one_that_says_it_twice(counts, ties):
    once = suite_of(*counts)
    twice = {**once, "predictions": once["predictions"] * 2}
    rows = [
        summarize(run([loads_suite(json.dumps(one))], WordBackend(lengths)), ties=ties)["models"][0]["suites"][0]
        for one in (once, twice)
    ]
    assert len(rows[1]["predictions"]) == 2
    first, second = (
        {key: value for key, value in row.items() if key not in ("predictions", "factorial")} for row in rows
    )
    assert first == second


def score_of(items, formula, bits=len, unknown=()):
    document = suite_document(items, [formula])
    backend = WordBackend(bits, unknown=frozenset(unknown))
    [suite] = summarize(run([loads_suite(json.dumps(document))], backend))["models"][0]["suites"]
    return suite


def test_a_model_that_ties_in_every_item_for_want_of_words_is_silent_and_not_below_chance():
    unknown = {"long", "late"}
    same = {"a": ["x", "long"], "b": ["x", "late"]}  # four letters each
    formula = "(2;%a%) > (2;%b%)"
    for items, expected in (
        ([same] * 20, "silent"),
        ([same] * 19 + [{**same, "b": ["x", "later"]}], "no"),  # one item fails by itself
        ([same] * 19 + [{**same, "b": ["x", "ate"]}], "no"),  # one passes
        ([same] * 10 + [{**same, "b": ["x", "later"]}] * 30, "below"),  # 5 of 40 with the ties resolved: p < 0.0001
    ):
        suite = score_of(items, formula, unknown=unknown)
        assert [row["above_chance"] for row in (suite, suite["predictions"][0])] == [expected] * 2


@pytest.mark.parametrize(
    ("n_false", "n_undefined", "expected", "p"),
    # of 20 items: an undefined one is no failure; 0 of 20 by chance 1.9e-6; 5 of 20 with R's binom.test 0.04139
    [(0, 20, "no", 1.0), (20, 0, "below", 2 / 2**20), (15, 5, "below", 0.04139), (12, 8, "no", 0.5034)],
)
def test_undefined_items_do_not_make_a_model_worse_than_chance(n_false, n_undefined, expected, p):
    (suite,) = scores([suite_of(0, n_false, n_undefined)], lengths)["suites"]
    for row in (suite, suite["predictions"][0]):
        assert row["above_chance"] == expected
        assert row["p_chance"] == pytest.approx(p, abs=5e-5)
    assert suite["score"] == 0


def test_a_tie_that_decides_every_item_is_no_silence():
    items = [{"a": ["x", "long"], "b": ["x", "late"], "c": ["x", "longer"]}] * 20
    suite = score_of(items, "(2;%a%) > (2;%b%) & (2;%c%) > (2;%a%)")
    assert (suite["above_chance"], suite["silent"], suite["score"]) == ("tied", False, 0.0)


def of_pairs(name, *pairs, **meta):
    items = [{"a": ["x", one], "b": ["x", other]} for one, other in pairs]
    return loads_suite(json.dumps(suite_document(items, ["(2;%a%) > (2;%b%)"], name=name, **meta)))


WANTING = WordBackend(len, unknown=frozenset({"long", "late"}))
LEFT, TIE, RIGHT = ("longer", "long"), ("long", "late"), ("long", "longer")


def test_a_suite_on_which_a_model_is_silent_has_no_score_and_no_part_in_means():
    groups = {"phenomenon": "p"}
    suites = [
        of_pairs("silent", TIE, TIE, circuit="c", groups=groups, language="it"),
        of_pairs("half", LEFT, RIGHT, circuit="c", groups=groups, language="en"),
        of_pairs("some", LEFT, TIE, LEFT, LEFT, circuit="d", language="en"),
    ]
    result = run(suites, WANTING)
    [model] = summarize(result)["models"]
    silent, half, some = model["suites"]
    assert (silent["silent"], silent["score"], silent["ci_low"], silent["p_chance"]) == (True, None, None, None)
    assert silent["predictions"][0]["accuracy"] is None
    assert (silent["above_chance"], silent["n_ties"], silent["n_passed"]) == ("silent", 2, 0)
    assert [(one["silent"], one["score"]) for one in (half, some)] == [(False, 0.5), (False, 0.75)]
    assert (model["silent"], model["n_suites"], model["sg_score"]) == (["silent"], 2, 0.625)
    assert model["item_score"] == 4 / 6
    assert model["circuits"] == {"c": 0.5, "d": 0.75}
    [group] = model["groups"]["phenomenon"]
    assert [group[key] for key in ("n_suites", "n_silent", "n_items", "macro", "micro", "n_ties")] == [
        1,
        1,
        2,
        0.5,
        0.5,
        0,
    ]
    assert model["languages"] == [
        {"name": "en", "n_suites": 2, "n_silent": 0, "sg_score": 0.625},
        {"name": "it", "n_suites": 0, "n_silent": 1, "sg_score": None},
    ]
    # who says what ties count has said what such a suite counts, too
    [model] = summarize(result, ties="half")["models"]
    assert (model["silent"], model["n_suites"]) == ([], 3)
    assert [(suite["silent"], suite["score"]) for suite in model["suites"]] == [
        (True, 0.5),
        (False, 0.5),
        (False, 0.875),
    ]


def test_a_model_that_is_silent_on_all_suites_has_no_score():
    [model] = summarize(run([of_pairs("a", TIE, TIE, circuit="c"), of_pairs("b", TIE)], WANTING))["models"]
    assert (model["sg_score"], model["item_score"], model["n_suites"]) == (None, None, 0)
    assert model["sg_interval"] == {"ci_low": None, "ci_high": None}
    assert model["circuits"] == {"c": None}
    assert [row["score"] for row in model["circuit_scores"]] == [None]


def test_a_silent_model_has_no_share_to_stand_beside_people():
    document = suite_document(
        [{"a": ["x", one], "b": ["x", other]} for one, other in (TIE, TIE)], ["(2;%a%) > (2;%b%)"]
    )
    with_factors(document, [{"human": 0.5, "construction": "c"}, {"human": 0.9, "construction": "c"}])
    [one] = summarize(run([loads_suite(json.dumps(document))], WANTING))["models"][0]["suites"]
    assert (one["human"]["people"], one["human"]["model"]) == (0.7, None)
    assert one["human"]["by_construction"][0]["model"] is None


def test_items_with_one_value_of_a_factor_can_be_silent_by_themselves():
    suite = suite_document(
        [{"a": ["x", one], "b": ["x", other]} for one, other in (LEFT, RIGHT, TIE, TIE)], ["(2;%a%) > (2;%b%)"]
    )
    with_factors(suite, [{"kind": "seen"}, {"kind": "seen"}, {"kind": "new"}, {"kind": "new"}])
    [one] = summarize(run([loads_suite(json.dumps(suite))], WANTING))["models"][0]["suites"]
    seen, new = one["factors"]["kind"]
    assert (one["score"], seen["score"], new["score"]) == (0.25, 0.5, None)
    assert (new["silent"], new["ci_low"], new["predictions"][0]["accuracy"]) == (True, None, None)


def test_undefined_items_and_margins_that_are_asked_for_are_no_silence():
    nan = {"a": ["x", "nan"], "b": ["x", "late"]}
    same = {"a": ["x", "long"], "b": ["x", "late"]}
    assert score_of([same, nan], "(2;%a%) > (2;%b%)", lengths)["score"] == 0.0
    assert score_of([same] * 3, "(2;%a%) > (2;%b%) + 1")["score"] == 0.0
    assert score_of([same] * 3, "(2;%a%) >= (2;%b%)")["score"] == 1.0
    unknown = {"long", "late", "nan"}
    assert score_of([same, nan], "(2;%a%) > (2;%b%)", lengths, unknown)["score"] == 0.0
    assert score_of([same] * 3, "(2;%a%) > (2;%b%) + 1", unknown=unknown)["score"] == 0.0
    assert score_of([same] * 3, "(2;%a%) >= (2;%b%)", unknown=unknown)["score"] == 1.0
    assert score_of([same] * 3, "(2;%a%) = (2;%b%) & (2;%a%) < (2;%b%)", unknown=unknown)["score"] is None


def test_words_that_are_known_and_expected_alike_are_no_silence():
    """Field case 85: one bit for every word; ten ties, and the score 0."""
    same = {"a": ["x", "long"], "b": ["x", "late"]}
    for unknown in (
        (),
        {"long"},
        {"x"},
    ):  # one of the words that differ is known, or a word that does not differ is not
        suite = score_of([same] * 10, "(2;%a%) > (2;%b%)", lambda word: 1.0, unknown)
        assert (suite["score"], suite["n_ties"], suite["silent"], suite["above_chance"]) == (0.0, 10, False, "tied")


def test_a_chance_level_for_crossed_word_forms_is_an_upper_bound():
    items = [{"a": ["x", "is"], "b": ["x", "are"], "c": ["y", "are"], "d": ["y", "is"]}] * 20
    suite = score_of(items, "(2;%a%) < (2;%b%) & (2;%c%) < (2;%d%)")
    for row in (suite, suite["predictions"][0]):
        assert (row["chance"], row["chance_is_upper_bound"], row["above_chance"]) == (0.25, True, "below")
    assert score_of(items, "(2;%a%) < (2;%b%)")["chance_is_upper_bound"] is False


def test_a_mean_over_languages_and_collections_is_given_by_each():  # field case A13
    def one(name, passes, **meta):
        items = [{"a": ["x", "longer" if passes else "l"], "b": ["x", "long"]}] * 2
        return loads_suite(json.dumps(suite_document(items, ["(2;%a%) > (2;%b%)"], name=name, **meta)))

    suites = [one("it1", True, language="it"), one("it2", False, language="IT"), one("ru", True, language="ru")]
    suites.append(one("npz_obj", False))  # published, in English, with Hu et al. (2020), whose files do not say
    [model] = summarize(run(suites, WordBackend(len)))["models"]
    assert model["sg_score"] == 0.5
    assert model["languages"] == [
        {"name": "en", "n_suites": 1, "n_silent": 0, "sg_score": 0.0},
        {"name": "it", "n_suites": 2, "n_silent": 0, "sg_score": 0.5},
        {"name": "ru", "n_suites": 1, "n_silent": 0, "sg_score": 1.0},
    ]
    assert model["collections"] == [
        {"name": "", "n_suites": 3, "n_silent": 0, "sg_score": pytest.approx(2 / 3)},
        {"name": "Hu et al. 2020", "n_suites": 1, "n_silent": 0, "sg_score": 0.0},
    ]


def test_a_suite_without_predictions_has_no_chance_level():
    document = suite_document([{"a": ["x", "y"]}])
    [suite] = summarize(run([loads_suite(json.dumps(document))], WordBackend(len)))["models"][0]["suites"]
    assert [suite[key] for key in ("chance", "chance_method", "chance_se", "above_chance")] == [None] * 4
