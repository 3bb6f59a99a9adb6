"""Values in few digits are labelled wherever a user sees them."""

from __future__ import annotations

import io
import json

import pytest
from support import tiny_models
from support.running import sglite
from support.toys import suite_document

from syntaxgym_lite.reports.cloze import print_cloze


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return tiny_models.save(tmp_path_factory.mktemp("models") / "tiny", *tiny_models.tiny_gpt())


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    path = tmp_path_factory.mktemp("suites") / "toy.json"
    document = suite_document([{"a": ["the", "fox"], "b": ["the", "dogs"]}], ["(2;%a%) < (2;%b%)"], name="toy")
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_eval_says_so_in_the_table_the_summary_and_a_warning(model, suite, tmp_path, dtype):
    done = sglite("eval", suite, "--model", model, "--dtype", dtype, "--out", tmp_path)
    assert f"tiny  (hf, {dtype}, BOS <|endoftext|>, surprisal in bits)" in done.out.replace("\n", "")
    assert f"Warning: tiny: Computed in {dtype}: surprisals may be off by" in done.err
    [summary] = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))["models"]
    assert summary["dtype"] == dtype
    assert any(warning.startswith(f"Computed in {dtype}: ") for warning in summary["warnings"])


def test_nothing_is_said_of_float32(model, suite):
    done = sglite("eval", suite, "--model", model)
    assert "tiny  (hf, BOS <|endoftext|>, surprisal in bits)" in done.out.replace("\n", "")
    assert "Computed in" not in done.err
    summary = sglite("eval", suite, "--model", model, "--model", "ngram", "--format", "json").json
    assert [one["dtype"] for one in summary["models"]] == ["float32", None]


def test_surprisal_says_so_in_a_warning(model, tmp_path):
    path = tmp_path / "fox.txt"
    path.write_text("the fox sleeps\n", encoding="utf-8")
    done = sglite("surprisal", path, "--model", model, "--dtype", "bfloat16", "--format", "csv")
    assert f"Warning: {model}: Computed in bfloat16: " in done.err


def test_surprisal_says_so_in_what_it_writes(model, tmp_path):
    path = tmp_path / "fox.txt"
    path.write_text("the fox sleeps\n", encoding="utf-8")
    low = ("surprisal", path, "--model", model, "--dtype", "bfloat16", "-q")
    assert sglite(*low, "--format", "json").json["dtype"] == "bfloat16"
    assert "(bfloat16, " in sglite(*low).out
    plain = ("surprisal", path, "--model", model)
    assert sglite(*plain, "--format", "json").json["dtype"] == "float32"
    assert "float32" not in sglite(*plain).out


def test_a_cloze_table_says_so():
    common = {"backend": "hf", "measures": [], "excluded": [], "warnings": []}
    models = [{**common, "model": "low", "options": {"dtype": "float16"}}, {**common, "model": "n", "options": {}}]
    out = io.StringIO()
    print_cloze({"models": models}, out)
    assert "low  (hf, float16, next word)" in out.getvalue()
    assert "n  (hf, next word)" in out.getvalue()
