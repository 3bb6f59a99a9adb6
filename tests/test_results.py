"""Results can be saved, loaded without a model, and turned into tables."""

from __future__ import annotations

import json
import math

import pytest
from toys import WordBackend, suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.results import RunResult
from syntaxgym_lite.runner import Settings, run


def make_run(bits=len, formulas=("(2;%a%) > (2;%b%) & (1;%a%) = (1;%b%)",), **settings):
    document = suite_document(
        [{"a": ["the fox", "sleeps"], "b": ["the fox", "🦊"]}, {"a": ["a café", "x"], "b": ["a café", "y"]}], formulas
    )
    return run([sgl.loads_suite(json.dumps(document))], [WordBackend(bits)], Settings(**settings))


@pytest.mark.parametrize(
    "bits",
    [
        len,
        lambda word: float("nan") if word == "x" else 1.5,
        lambda word: math.inf if word == "x" else -0.0,
        lambda word: 1e-300 if word == "x" else 12345.678901234567,
    ],
    ids=["plain", "undefined", "infinite", "extreme"],
)
def test_a_result_survives_saving_and_loading(tmp_path, bits):
    result = make_run(bits, eos=True)
    path = result.save(tmp_path)
    assert path.name == "run.json"
    assert RunResult.load(tmp_path) == result
    assert RunResult.load(path) == result
    json.loads(path.read_text(encoding="utf-8"), parse_constant=pytest.fail)  # no NaN or Infinity: not JSON


def test_items_table_has_a_margin_for_each_comparison():
    frame = make_run().to_frame("items")
    assert frame.columns.tolist() == ["model", "suite", "item_number", "prediction", "holds", "margin_1", "margin_2"]
    assert frame["margin_1"].tolist() == [5.0, 0.0]  # lengths: sleeps 6, the fox emoji 1; x and y 1 each
    assert frame["holds"].tolist() == [True, False]


def test_items_table_has_a_column_for_each_factor():
    document = suite_document([{"a": ["x"]}, {"a": ["y"]}], ["(1;%a%) > 0"])
    document["items"][0]["factors"] = {"type": "nonce", "n": 2, "strict": False}
    result = run([sgl.loads_suite(json.dumps(document))], [WordBackend(len)])
    frame = result.to_frame("items")
    assert frame.columns[-3:].tolist() == ["factor_type", "factor_n", "factor_strict"]
    assert frame["factor_n"].dtype == "Int64"
    first, second = frame.to_csv(index=False).splitlines()[1:]
    assert first.endswith("nonce,2,False")  # not 2.0, though the other item has none
    assert second.endswith(",,,")


def test_factors_groups_and_exclusions_survive_saving_and_loading(tmp_path):
    document = suite_document(
        [{"a": ["x"]}, {"a": ["y"]}],
        ["(1;%a%) > 0"],
        groups={"field": "syntax"},
        excluded=[{"where": "a.tsv:3", "reason": "no target"}],
    )
    document["items"][1]["factors"] = {"type": "nonce", "n": 2, "cloze": 1.0, "strict": False}
    result = run([sgl.loads_suite(json.dumps(document))], [WordBackend(len)])
    loaded = RunResult.load(result.save(tmp_path))
    assert loaded == result
    factors = loaded.models[0].suites[0].factors[2]
    assert [type(value) for value in factors.values()] == [str, int, float, bool]


def test_regions_table_has_the_columns_that_the_docs_promise():
    frame = make_run().to_frame("regions")
    assert frame.columns.tolist() == [
        "model",
        "suite",
        "item_number",
        "condition_name",
        "region_number",
        "region_name",
        "content",
        "surprisal_bits",
        "n_tokens",
        "oov",
        "pseudo",
    ]
    assert frame["surprisal_bits"].tolist() == [6, 6, 6, 1, 5, 1, 5, 1]


def test_regions_table_gives_the_metric_that_is_asked_for():
    mean = make_run().to_frame("regions", metric="mean")["surprisal_bits"].tolist()
    assert mean == [3, 6, 3, 1, 2.5, 1, 2.5, 1]
    with pytest.raises(sgl.InputError, match="Did you mean 'mean'"):
        make_run().to_frame("regions", metric="meen")


def test_tokens_table_adds_up_to_the_regions_table():
    result = make_run()
    keys = ["item_number", "condition_name", "region_number"]
    tokens = result.to_frame("tokens").groupby(keys)["surprisal_bits"].sum()
    regions = result.to_frame("regions").set_index(keys)["surprisal_bits"]
    assert tokens.sort_index().tolist() == regions.sort_index().tolist()


def test_an_undefined_value_is_missing_in_tables_not_zero():
    result = make_run(lambda word: float("nan") if word == "x" else 1.0)
    assert result.to_frame("regions")["surprisal_bits"].isna().sum() == 1
    assert result.to_frame("items")["holds"].isna().tolist() == [False, True]


def test_a_run_without_predictions_has_surprisals_only():
    result = make_run(formulas=())
    assert result.to_frame("items").empty
    assert len(result.to_frame("regions")) == 8
    suite = sgl.summarize(result)["models"][0]["suites"][0]
    assert suite["score"] is None
    assert sgl.summarize(result)["models"][0]["sg_score"] is None


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "not a JSON object"),
        ("[]", "not a JSON object"),
        ('{"schema_version": 99}', "schema_version 99"),
        ('{"schema_version": 1}', "models"),
        ("[" * 100_000, "not a JSON object"),
    ],
)
def test_what_is_no_result_is_refused_by_name(tmp_path, content, words):
    path = tmp_path / "run.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(sgl.InputError, match=words):
        RunResult.load(path)


def test_a_missing_result_is_refused_by_name(tmp_path):
    with pytest.raises(sgl.InputError, match="nowhere"):
        RunResult.load(tmp_path / "nowhere")


def test_an_unknown_table_is_refused():
    with pytest.raises(sgl.InputError, match="items, regions, tokens"):
        make_run().to_frame("words")
