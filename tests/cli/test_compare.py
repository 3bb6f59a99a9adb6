"""``sglite compare``: the answer first, tables that fit, and what does not belong together."""

from __future__ import annotations

import csv
import io

import pytest
from support.running import refused, sglite
from support.toys import suite_document, write_suite

SUITES = ("npz", "fgd_subject", "center_embed")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compared") / "results"
    models = ("--model", "ngram", "--model", "small=random:1", "--model", "other=random:2")
    assert sglite("eval", *SUITES, *models, "--quiet", "--out", folder).code == 0
    return folder


def rows_of(finished):
    return list(csv.DictReader(io.StringIO(finished.out)))


def test_the_first_line_is_the_answer(results):
    done = sglite("compare", results, "--suite", "npz", "--model", "ngram", "--model", "small")
    assert done.code == 0
    first = " ".join(done.out.split("\n\n")[0].split())
    assert first.startswith("small passes ")
    assert "of npz's 28 items" in first
    assert "95 % interval" in first
    assert "McNemar's exact test, p " in first
    assert "pseudo-surprisals" in done.out
    assert "Effects in npz, as predicted, in bits:" in done.out
    assert f"Which items: sglite compare {results} --items" in done.out


def test_over_several_suites_means_and_suites_are_shown(results):
    done = sglite("compare", results, "--model", "small", "--model", "other")
    assert " mean over 3 suites." in done.out
    assert "bootstrap over suites and items" in done.out
    assert "Suite by suite, after Holm's correction: better in " in done.out
    for suite in SUITES:
        assert suite in done.out
    assert "correlate: Pearson" in done.out
    assert "--suite npz" in done.out


def test_three_models_stand_side_by_side(results):
    done = sglite("compare", results, "--baseline", "small")
    assert "Differences, minus small. *: p < 0.05 after Holm's correction" in " ".join(done.out.split())
    assert "Pearson over suites" in done.out
    every = sglite("compare", results, "--all-pairs")
    assert "other - small" in " ".join(every.out.split())


def test_all_numbers_are_in_json_and_csv(results):
    found = sglite("compare", results, "--format", "json").json
    assert found["schema_version"] == 1
    assert [(pair["model"], pair["baseline"]) for pair in found["pairs"]] == [("small", "ngram"), ("other", "ngram")]
    assert found["pairs"][0]["overall"]["n_suites"] == found["n_shared_suites"] == 3
    rows = rows_of(sglite("compare", results, "--format", "csv", "--quiet"))
    assert len(rows) == 6
    assert float(rows[0]["difference"]) == found["pairs"][0]["suites"][0]["difference"]
    items = rows_of(sglite("compare", results, "--format", "csv", "--items", "--quiet"))
    suites = [suite for pair in found["pairs"] for suite in pair["suites"]]
    assert len(items) == sum(suite["n_only_model"] + suite["n_only_baseline"] for suite in suites)
    groups = rows_of(sglite("compare", results, "--format", "csv", "--table", "groups", "--quiet"))
    assert {row["kind"] for row in groups} == {"all", "circuit"}
    assert "--table is for --format csv" in refused("compare", results, "--table", "items")


def test_items_are_listed_with_their_sentences(results):
    found = sglite(
        "compare", results, "--suite", "npz", "--model", "ngram", "--model", "small", "--format", "json"
    ).json
    [suite] = found["pairs"][0]["suites"]
    done = sglite("compare", results, "--suite", "npz", "--model", "ngram", "--model", "small", "--items")
    assert "its first condition" in done.out
    lines = [line.split() for line in done.out.splitlines() if line.startswith(" npz ")]
    numbers = [int(line[1]) for line in lines if line[1].isdigit()]
    assert numbers == sorted([*suite["items_only_model"], *suite["items_only_baseline"]])
    assert "Which items" not in done.out


def test_markdown_is_for_a_document(results):
    done = sglite("compare", results, "--format", "markdown", "--model", "small", "--model", "other")
    heading = next(line for line in done.out.splitlines() if line.startswith("|  |"))
    assert heading.count("|") == 10
    assert all(line.count("|") == 10 for line in done.out.splitlines() if line.startswith("| "))
    assert "| fgd\\_subject |" in done.out


def test_perplexity_and_a_table_of_models(results, tmp_path):
    perplexity, models = tmp_path / "ppl.csv", tmp_path / "models.csv"
    perplexity.write_text("model,perplexity\nngram,200\nsmall,900\nother,800\n", encoding="utf-8")
    done = sglite("compare", results, "--perplexity", perplexity)
    assert "SG score against log perplexity: Spearman " in done.out
    assert "3 models, 3 suites" in " ".join(done.out.split())
    models.write_text("model,class,words\nngram,n-gram,40M\nsmall,random,1\nother,random,2\n", encoding="utf-8")
    done = sglite("compare", results, "--models-table", models)
    assert "score ~ log(words) + class + (1 | suite) + (1 | instance)" in done.out
    assert "log(words)" in done.out
    assert "classrandom" in done.out
    assert "chi-square" in done.out
    found = sglite("compare", results, "--models-table", models, "--format", "json").json
    assert found["training"]["n_scores"] == 9
    models.write_text("model,class,words\nngram,n-gram,40M\nsmall,n-gram,1\nother,n-gram,2\n", encoding="utf-8")
    assert "all models are of one class, n-gram" in refused("compare", results, "--models-table", models)


def test_a_model_with_two_settings_is_two_models(tmp_path):
    for name, rest in (("plain", ()), ("lower", ("--lowercase",))):
        assert sglite("eval", "npz", "--model", "ngram", *rest, "--quiet", "--out", tmp_path / name).code == 0
    done = sglite("compare", tmp_path / "plain", tmp_path / "lower", "--format", "json")
    assert [model.partition(" ")[0] for model in done.json["models"]] == ["ngram", "ngram"]
    assert len(set(done.json["models"])) == 2
    named = sglite("compare", f"a={tmp_path / 'plain'}", f"b={tmp_path / 'plain'}", "--format", "json")
    assert named.json["models"] == ["a", "b"]
    assert "the same model with the same settings" in named.json["pairs"][0]["cautions"][0]
    assert named.json["pairs"][0]["suites"][0]["p"] == 1


def test_what_cannot_be_compared_is_refused(results, tmp_path):
    assert "hold one model" not in refused("compare", results, "--baseline", "nobody")
    assert "--baseline nobody: there is no such model" in refused("compare", results, "--baseline", "nobody")
    assert sglite("eval", "mvrr", "--model", "ngram", "--quiet", "--out", tmp_path / "mvrr").code == 0
    assert "hold one model, 'ngram'" in refused("compare", tmp_path / "mvrr")
    said = refused("compare", f"alone={tmp_path / 'mvrr'}", results, "--model", "alone", "--model", "small")
    assert "have no suite in common" in said


def test_a_suite_on_which_a_model_is_silent_is_named_and_not_compared(tmp_path):
    models = ("--model", "ngram", "--model", "small=random:1")
    document = suite_document([{"a": ["x", "qwxyz"], "b": ["x", "qwxzz"]}] * 3, ["(2;%a%) > (2;%b%)"], name="odd")
    odd = write_suite(tmp_path / "odd.json", document)
    assert sglite("eval", odd, "center_embed", *models, "--quiet", "--out", tmp_path / "out").code == 0
    done = sglite("compare", tmp_path / "out", "--format", "json").json
    assert [one["suite"] for one in done["pairs"][0]["suites"]] == ["center_embed"]
    why = "ngram is silent on it: no differing word is known"
    assert done["pairs"][0]["not_compared"] == [{"suite": "odd", "reason": why}]
    assert done["n_shared_suites"] == 1
    assert f"odd ({why})" in refused("compare", tmp_path / "out", "--suite", "odd")
    assert sglite("compare", tmp_path / "out", "--ties", "half", "--format", "json").json["n_shared_suites"] == 2
