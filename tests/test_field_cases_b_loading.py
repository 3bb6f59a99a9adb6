"""Field cases of kind B: suites as their authors wrote them.

FX-ARPA, start of sentence given: foxes 1.0000, sleep 1.0000, sleeps 3.0000 bits.
"""

from __future__ import annotations

import copy
import json

import pytest
from support.field_fixtures import (
    FORMULA,
    fx_gpt,
    fx_suite,
    model_spec,
    only_suite,
    reference,
    region_bits,
    run_items,
    run_regions,
    sglite,
    truths,
    write_arpa,
    write_json,
)
from support.toys import WordBackend, suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.suite.json import suite_from_document


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return sgl.load_backend(model_spec("ngram", write_arpa(tmp_path_factory.mktemp("arpa"))))


def findings(capsys, path):
    finished = sglite(capsys, "check", path, "--format", "json", "--all")
    assert finished.code == 0
    return finished.json["suites"][0]["warnings"]


def test_case_15_blanks_around_a_region_are_not_doubled(tmp_path, capsys):
    """Case 15: leading blanks in region text."""
    bits = WordBackend(len)
    padded = run_regions(["the fox", " sleeps"], bits)
    clean = run_regions(["the fox", "sleeps"], bits)
    assert padded.text == "the fox sleeps"
    assert padded.regions == clean.regions
    assert padded.token_bits == clean.token_bits


def test_case_15_padding_is_a_warning_of_check_and_eval_goes_on(tmp_path, capsys):
    """Case 15: a padded region is warned of, not refused."""
    document = suite_document([{"good": ["foxes", " sleep"], "bad": ["foxes ", "sleeps"]}], [FORMULA], name="fx")
    path = write_json(tmp_path / "padded.json", document)
    warnings = findings(capsys, path)
    assert [(w["item_number"], w["condition_name"], w["region_number"]) for w in warnings] == [
        (1, "good", 2),
        (1, "bad", 1),
    ]
    finished = sglite(capsys, "eval", path, "--model", model_spec("ngram", write_arpa(tmp_path)), "--format", "json")
    assert finished.code == 0
    assert finished.json["models"][0]["sg_score"] == 1.0


def test_case_15_a_double_blank_inside_a_region_is_warned_of_and_kept(tmp_path, capsys):
    """Case 15: inner double blanks."""
    path = write_json(tmp_path / "inner.json", suite_document([{"only": ["the  fox", "sleeps"]}]))
    [warning] = findings(capsys, path)
    assert (warning["item_number"], warning["condition_name"], warning["region_number"]) == (1, "only", 1)
    assert "double blank" in warning["message"]
    assert run_regions(["the  fox", "sleeps"], WordBackend()).text == "the  fox sleeps"


def test_case_17_conditions_are_found_by_name_whatever_their_order(tiny):
    """Case 17: condition order differs between items."""
    good, bad = ["foxes", "sleep"], ["foxes", "sleeps"]
    suite = run_items([{"good": good, "bad": bad}, {"bad": bad, "good": good}], tiny, [FORMULA])
    assert region_bits(suite, 2) == pytest.approx(
        {(1, "good"): 1.0, (1, "bad"): 3.0, (2, "good"): 1.0, (2, "bad"): 3.0}, abs=1e-4
    )
    assert truths(suite) == [True, True]


def test_case_19_region_numbers_may_be_text(tiny):
    """Case 19: region numbers as text."""
    document = fx_suite()
    for condition in document["items"][0]["conditions"]:
        condition["regions"][1]["region_number"] = "2"
    suite = only_suite(sgl.evaluate(suite_from_document(document), tiny))
    assert region_bits(suite, 2) == pytest.approx({(1, "good"): 1.0, (1, "bad"): 3.0}, abs=1e-4)
    assert truths(suite) == [True]


def test_case_19_regions_out_of_order_are_refused_never_shifted(tmp_path, capsys):
    """Case 19: region numbers not in order."""
    document = fx_suite()
    document["items"][0]["conditions"][0]["regions"].reverse()
    path = write_json(tmp_path / "reversed.json", document)
    finished = sglite(capsys, "eval", path, "--model", "ngram")
    assert finished.code == 2
    assert f"{path}: items[0].conditions[0].regions" in finished.err
    assert "2, 1" in finished.err
    assert finished.out == ""


def test_case_19_region_numbers_need_not_begin_at_one(tiny):
    """Case 19: region numbers not from 1."""
    document = fx_suite(["(8;%bad%) > (8;%good%)"])
    document["region_meta"] = {"7": "noun", "8": "verb"}
    for condition in document["items"][0]["conditions"]:
        for region in condition["regions"]:
            region["region_number"] += 6
    suite = only_suite(sgl.evaluate(suite_from_document(document), tiny))
    assert region_bits(suite, 8) == pytest.approx({(1, "good"): 1.0, (1, "bad"): 3.0}, abs=1e-4)
    assert truths(suite) == [True]


def test_case_21_a_byte_order_mark_changes_nothing(tmp_path, tiny):
    """Case 21: a UTF-8 byte-order mark."""
    text = json.dumps(fx_suite())
    plain, marked = tmp_path / "plain.json", tmp_path / "marked.json"
    plain.write_bytes(text.encode())
    marked.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    first, second = (only_suite(sgl.evaluate(path, tiny)) for path in (plain, marked))
    assert region_bits(first, 2) == pytest.approx({(1, "good"): 1.0, (1, "bad"): 3.0}, abs=1e-4)
    assert (second.sentences, second.outcomes, second.suite_sha256) == (
        first.sentences,
        first.outcomes,
        first.suite_sha256,
    )


def test_case_23_curly_quotes_are_scored_as_written_unless_asked(tmp_path, capsys):
    """Case 23: curly quotes from word processors."""
    curly, straight = ["the farmer", "isn’t", "here"], ["the farmer", "isn't", "here"]
    model = sgl.load_backend(str(fx_gpt()))
    as_written = run_regions(curly, model)
    assert as_written.text == "the farmer isn’t here"
    assert as_written.token_bits == pytest.approx(reference("the farmer isn’t here")[2], abs=1e-4)
    plain = run_regions(straight, model)
    assert as_written.regions[1].surprisal_bits != pytest.approx(plain.regions[1].surprisal_bits, abs=0.01)
    assert run_regions(curly, model, normalize_text=["quotes"]) == plain
    [warning] = findings(capsys, write_json(tmp_path / "curly.json", suite_document([{"only": curly}])))
    assert warning["region_number"] == 2
    assert 'write "isn\'t"' in warning["message"]
    assert "--normalize-text quotes" in warning["message"]


def test_case_25_values_of_an_earlier_run_are_not_taken_for_new_ones(tmp_path, tiny):
    """Case 25: a suite that already carries values."""
    document = fx_suite()
    for condition in document["items"][0]["conditions"]:
        for region in condition["regions"]:
            region["metric_value"] = {"sum": 99}
            region["oovs"] = {"some-model": ["foxes"]}
    before = copy.deepcopy(document)
    path = write_json(tmp_path / "stale.json", document)
    data = path.read_bytes()
    for given in (path, suite_from_document(document)):
        suite = only_suite(sgl.evaluate(given, tiny))
        assert region_bits(suite, 2) == pytest.approx({(1, "good"): 1.0, (1, "bad"): 3.0}, abs=1e-4)
        assert all(region.oov == () for sentence in suite.sentences for region in sentence.regions)
    assert document == before
    assert path.read_bytes() == data


CASE_27 = {"a": ["alpha beta", "gamma"]}  # alpha 2, beta 4; gamma 6 bits
CASE_27_BITS = {"alpha": 2.0, "beta": 4.0, "gamma": 6.0}


@pytest.mark.parametrize(
    ("metric", "first", "second", "star"),
    [("sum", 6.0, 6.0, 12.0), ("mean", 3.0, 6.0, 9.0), ("max", 4.0, 6.0, 10.0), ("range", 2.0, 0.0, 2.0)],
)
def test_case_27_the_star_sums_the_region_values_of_the_metric(metric, first, second, star):
    """Case 27: other metrics and the star."""
    formulas = [f"(1;%a%) = {first}", f"(2;%a%) = {second}", f"(*;%a%) = {star}"]
    suite = run_items([CASE_27], WordBackend(CASE_27_BITS.__getitem__), formulas, meta={"metric": metric})
    assert [outcome.comparisons[0].left for outcome in suite.outcomes] == [first, second, star]
    assert truths(suite) == [True, True, True]


def test_case_27_a_formula_can_name_the_metric_of_one_reference():
    """Case 27: a metric beside the suite's own."""
    formulas = ["(1;%a%;mean) = 3", "(1;%a%;max) = 4", "(1;%a%;range) = 2", "(1;%a%) = 6"]
    suite = run_items([CASE_27], WordBackend(CASE_27_BITS.__getitem__), formulas)
    assert truths(suite) == [True] * 4
