"""Field cases of kind J: ties, averages, metrics in tables."""

from __future__ import annotations

import json

import pytest
from support.field_fixtures import only_suite, truths
from support.toys import WordBackend, suite_document

import syntaxgym_lite as sgl


@pytest.mark.parametrize("formula", ["(1;%a%) < (1;%b%)", "(1;%b%) < (1;%a%)"])
def test_case_85_a_tie_is_not_a_success(formula):
    """Case 85: ties count as success."""
    items = [{"a": [f"word{n}"], "b": [f"other{n}"]} for n in range(10)]
    run = sgl.evaluate(sgl.loads_suite(json.dumps(suite_document(items, [formula]))), WordBackend(lambda _: 1.0))
    [summary] = sgl.summarize(run)["models"][0]["suites"]
    assert summary["score"] == 0.0
    assert summary["predictions"][0]["accuracy"] == 0.0
    assert summary["n_ties"] == summary["predictions"][0]["n_ties"] == 10
    assert truths(only_suite(run)) == [False] * 10


def test_case_85_a_clear_difference_is_no_tie():
    """Case 85: only ties are counted."""
    run = sgl.evaluate(
        sgl.loads_suite(json.dumps(suite_document([{"a": ["fox"], "b": ["foxes"]}], ["(1;%a%) < (1;%b%)"]))),
        WordBackend(len),
    )
    [summary] = sgl.summarize(run)["models"][0]["suites"]
    assert (summary["score"], summary["n_ties"]) == (1.0, 0)


def ten_and_fifteen():
    """Suite A: 10 of 10 items hold; suite B: 15 of 30. A word costs its length in bits."""
    formula = ["(1;%short%) < (1;%long%)"]
    holds, fails = {"short": ["ox"], "long": ["oxen"]}, {"short": ["oxen"], "long": ["ox"]}
    return [
        suite_document([holds] * 10, formula, name="A", circuit="agreement"),
        suite_document([holds, fails] * 15, formula, name="B", circuit="agreement"),
    ]


def test_case_87_macro_and_micro_average_are_both_given_and_named():
    """Case 87: macro or micro average."""
    suites = [sgl.loads_suite(json.dumps(document)) for document in ten_and_fifteen()]
    [model] = sgl.summarize(sgl.evaluate(suites, WordBackend(len)))["models"]
    assert [suite["score"] for suite in model["suites"]] == [1.0, 0.5]
    assert model["sg_score"] == pytest.approx(0.750)  # mean over suites
    assert model["item_score"] == pytest.approx(0.625)  # 25 of 40 items
    assert model["circuits"] == {"agreement": pytest.approx(0.750)}


def test_case_87_the_table_says_which_average_is_which(tmp_path, capsys):
    """Case 87: both labelled in what a person reads."""
    from syntaxgym_lite.reports.tables import print_summary

    suites = [sgl.loads_suite(json.dumps(document)) for document in ten_and_fifteen()]
    summary = sgl.summarize(sgl.evaluate(suites, WordBackend(len)))
    with (tmp_path / "table.txt").open("w", encoding="utf-8") as file:
        print_summary(summary, file)
    text = (tmp_path / "table.txt").read_text(encoding="utf-8")
    assert "SG score 0.750  mean over 2 suites; over all items 0.625" in text


CASE_89 = [{"a": ["alpha beta", "gamma"]}]
CASE_89_BITS = {"alpha": 2.0, "beta": 4.0, "gamma": 6.0}


@pytest.mark.parametrize(("metric", "value"), [("sum", 6.0), ("mean", 3.0), ("max", 4.0), ("min", 2.0)])
@pytest.mark.parametrize("own", ["sum", "mean"])
def test_case_89_a_table_has_the_metric_that_was_asked_for(metric, value, own):
    """Case 89: the metric argument was ignored in favour of the suite's."""
    document = suite_document(CASE_89, metric=own)
    run = sgl.evaluate(sgl.loads_suite(json.dumps(document)), WordBackend(CASE_89_BITS.__getitem__))
    assert run.to_frame("regions", metric=metric)["surprisal_bits"].tolist() == [value, 6.0]


def test_case_89_a_saved_result_gives_any_metric_without_the_model(tmp_path):
    """Case 89: from the file alone."""
    run = sgl.evaluate(sgl.loads_suite(json.dumps(suite_document(CASE_89))), WordBackend(CASE_89_BITS.__getitem__))
    loaded = sgl.RunResult.load(run.save(tmp_path / "run.json"))
    assert loaded.to_frame("regions", metric="mean")["surprisal_bits"].tolist() == [3.0, 6.0]


def test_case_89_an_unknown_metric_is_refused_by_name():
    """Case 89: a metric that does not exist is not silently another."""
    run = sgl.evaluate(sgl.loads_suite(json.dumps(suite_document(CASE_89))), WordBackend(len))
    with pytest.raises(sgl.InputError, match=r"no metric 'meen'.*Did you mean 'mean'"):
        run.to_frame("regions", metric="meen")
