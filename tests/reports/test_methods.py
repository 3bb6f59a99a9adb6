"""What a paper states of a run: complete, correct, and English for any number of models."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from support.toys import TWO_PAIRS, WordBackend, suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.reports.methods import methods_paragraph, provenance, references_behind
from syntaxgym_lite.results import Failure, RunResult


@pytest.fixture(scope="module")
def one() -> RunResult:
    return sgl.evaluate("npz", "ngram")


def with_model(run: RunResult, **changes) -> RunResult:
    return replace(run, models=(replace(run.models[0], **changes),))


def test_one_model_on_one_suite(one):
    text = methods_paragraph(one)
    assert text.startswith(
        "We evaluated one model on one test suite (npz, 28 items; after Frazier and Rayner 1982, Hu et al. 2020) with "
        f"syntaxgym_lite {sgl.__version__} (Python "
    )
    fingerprint = one.models[0].fingerprint[:12]
    assert (
        f"The model was ngram (a 5-gram model, words cut by the scheme 'clitics', fingerprint {fingerprint})." in text
    )
    assert "The first token of each sentence was conditioned on a start of the sentence." in text
    assert "in bits, summed over the tokens of a region." in text
    assert "(52 of 1,332 tokens for ngram)" in text
    assert "Ties count as wrong (28 items have one)." in text
    assert "Every item had a value under every model." in text
    assert "(0.308)" in text
    assert "SG score" not in text  # of one suite


def test_several_models_and_suites():
    run = sgl.evaluate(["npz", "mvrr"], ["ngram", "random:1", "bare=ngram?bos=none"])
    text = methods_paragraph(run)
    assert "We evaluated three models on two test suites (npz and mvrr, 56 items;" in text
    assert "The models were ngram (" in text
    assert "conditioned on a start of the sentence (ngram) and nothing (bare)." in text
    assert "The SG score of a model is the mean of the scores of its suites, each counting the same." in text


def test_a_transformer_has_its_commit_precision_start_and_boundaries(one):
    run = with_model(
        one, backend="hf", model="small", spec="org/gpt", revision="0123456789abcdef", units="pieces",
        options={"bos": "<|endoftext|>", "dtype": "bfloat16", "device": "cpu"},
    )  # fmt: skip
    text = methods_paragraph(run)
    assert "small (a causal language model, org/gpt, revision 0123456789ab, in bfloat16, fingerprint" in text
    assert "conditioned on the token <|endoftext|>." in text
    assert "The probability that a word ends counts for the token after it, without correction." in text
    suites = tuple(replace(suite, word_boundary="corrected") for suite in run.models[0].suites)
    text = methods_paragraph(with_model(run, suites=suites))
    assert "counts for that word (small; Pimentel and Meister 2024; Oh and Schuler 2024)." in text


def test_a_masked_model_gives_pseudo_surprisals(one):
    masked = with_model(
        one, backend="mlm", model="mlm:bert", context="both", options={"pll": "original", "sides": "both"}
    )
    text = methods_paragraph(masked)
    assert (
        "For mlm:bert it is the pseudo-surprisal of a masked token, given both sides, with nothing else masked (Salazar et al. 2020)"
        in text
    )
    assert "Surprisal is -log2" not in text
    assert "Salazar et al. 2020" in [paper.key for paper in references_behind(masked)]
    text = methods_paragraph(with_model(masked, options={"pll": "original", "sides": "left"}))
    assert "given the left context alone (Ettinger 2020)" in text


def test_no_folder_of_anybodys_disk_is_in_it(one):
    for spec in (
        "hf:/home/me/models/big.gguf",
        "/home/me/models/big.gguf",
        "hf:C:\\models\\big.gguf",
        "~/models/big.gguf",
    ):
        text = methods_paragraph(with_model(one, model="big", spec=spec))
        assert "big.gguf, " in text
        assert "me/models" not in text
        assert "C:" not in text


def test_what_was_asked_for_beside_the_suites_is_said():
    document = suite_document(TWO_PAIRS, ["(2;%a%) > (2;%b%)"])
    run = sgl.evaluate(
        sgl.loads_suite(json.dumps(document)),
        WordBackend(),
        context="Once.",
        eos=True,
        normalize_text=["quotes", "nfc"],
        join="none",
    )
    text = methods_paragraph(run)
    assert "Sentences followed the text 'Once.', which was not scored." in text
    assert "The end of the sentence was scored too." in text
    assert "quotation marks were made straight and texts were put into Unicode's form C." in text
    assert "Regions were joined without anything between them;" in text
    assert "a model of the kind toy" in text


def test_what_is_undefined_or_failed_is_said():
    document = suite_document(TWO_PAIRS, ["(2;%a%) > (2;%b%)"])
    run = sgl.evaluate(sgl.loads_suite(json.dumps(document)), WordBackend(lambda word: float("nan")))
    run = replace(run, failures=(Failure("gone", "is not there"),))
    text = methods_paragraph(run)
    assert "An item with a value that a model does not define does not pass (2 outcomes)." in text
    assert "Some or all sentences could not be scored with gone." in text


def test_a_suite_without_predictions_has_no_score():
    run = sgl.evaluate(sgl.loads_suite(json.dumps(suite_document(TWO_PAIRS, []))), WordBackend())
    text = methods_paragraph(run)
    assert text.endswith("The suites predict nothing, and have no score.")


def test_rules_are_those_of_the_summary(one):
    text = methods_paragraph(one, sgl.summarize(one, ties="random:7"))
    assert "Ties are broken by lot, with seed 7 (28 items have one)." in text
    assert "exact two-sided binomial tests, corrected by Holm's method over the suites of a model, p < 0.05." in text


def test_merged_results_have_the_dates_and_versions_of_all(one):
    other = sgl.evaluate("npz", "random:1")
    other = replace(other, created="2026-01-02T03:04:05+00:00", versions={**other.versions, "numpy": "1.26.4"})
    one = replace(one, created="2026-01-01T03:04:05+00:00")
    text = methods_paragraph(sgl.merge([one, other]))
    assert f"NumPy {one.versions['numpy']}, 1.26.4; run from 2026-01-01 to 2026-01-02" in text


def test_where_numbers_are_from_is_data_that_json_can_hold(one):
    found = provenance(one)
    assert json.loads(json.dumps(found)) == found
    [suite] = found["suites"]
    assert (suite["sha256"], suite["join"]) == (one.models[0].suites[0].suite_sha256, "natural")
    assert suite["reference"].startswith("Design and criterion: Hu, Gauthier")
    assert found["models"][0]["options"]["order"] == 5
    assert [reference[:24] for reference in found["references"]][:1] == ["Chen and Goodman (1998),"]
    assert found["runs"][0]["results"] == {"ngram": ["npz"]}


def test_a_reference_stays_with_the_result(one, tmp_path):
    suite = replace(one.models[0].suites[0], suite="mine", reference="Me (2026), My stimuli")
    run = RunResult.load(with_model(one, suites=(suite,)).save(tmp_path / "run.json"))
    assert provenance(run)["suites"][0]["reference"] == "Me (2026), My stimuli"
