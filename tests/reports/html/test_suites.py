"""What the page holds of a suite gives back what the results say."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from support.running import run_items

from syntaxgym_lite.reports.html.suites import suites_of
from syntaxgym_lite.results import ModelResult, RunResult, SuiteResult
from syntaxgym_lite.stats import summarize


def run_of(**suites: tuple[SuiteResult, ...]) -> RunResult:
    models = tuple(ModelResult(name, "replay", None, None, "left", "words", {}, own) for name, own in suites.items())
    return RunResult(models, {}, "", {})


def documents(run: RunResult) -> list[dict]:
    return [json.loads(json.dumps(one.document(), allow_nan=False)) for one in suites_of(run, summarize(run))]


def tokens_of(document: dict, place: int, sentence: int) -> list[tuple[str, int]]:
    """Read tokens back, by the description in `SuiteData.document`: each with the region that it belongs to."""
    one = document["models"][place]
    text, _ = document["texts"][one["text"]][sentence]
    spans, counts = document["cuts"][one["cut"]][sentence]
    owners = [region for region, n in enumerate(counts, 1) for _ in range(n)]
    found, end = [], 0
    for (blank, length), owner in zip(zip(spans[::2], spans[1::2], strict=True), owners, strict=True):
        found.append((text[end + blank : end + blank + length], owner))
        end += blank + length
    return found


def test_tokens_regions_and_values_of_every_sentence_come_back(run):
    for document, suite in zip(documents(run), run.models[0].suites, strict=True):
        n = len(suite.condition_names)
        for place, model in enumerate(run.models):
            [own] = [one for one in model.suites if one.suite == suite.suite]
            for number, sentence in enumerate(own.sentences):
                item = document["items"][number // n]["number"]
                assert (item, document["conditions"][number % n]) == (sentence.item_number, sentence.condition_name)
                assert tokens_of(document, place, number) == [
                    (sentence.text[start:end], region)
                    for (start, end), region in zip(sentence.token_spans, sentence.token_regions, strict=True)
                ]
                values = document["models"][place]["tokens"][number]
                assert values == [
                    None if one is None else pytest.approx(one, abs=0.0051) for one in sentence.token_bits
                ]


def test_texts_and_cuts_stand_once_however_many_models_share_them(run):
    for document in documents(run):
        assert len(document["texts"]) == 1
        assert len(document["cuts"]) == 1  # both models read words


def test_outcomes_are_those_of_the_run(run):
    for document, suite in zip(documents(run), run.models[1].suites, strict=True):
        numbers = [item["number"] for item in document["items"]]
        for outcome in suite.outcomes:
            holds, tie, *sides = document["models"][1]["outcomes"][outcome.prediction][
                numbers.index(outcome.item_number)
            ]
            assert (holds, tie) == (outcome.holds, outcome.tie)
            for number, comparison in enumerate(outcome.comparisons):
                left, right, own = sides[3 * number : 3 * number + 3]
                assert (left, right) == (
                    pytest.approx(comparison.left, abs=6e-4),
                    pytest.approx(comparison.right, abs=6e-4),
                )
                assert own == comparison.holds


def test_a_comparison_knows_the_cells_of_its_sides():
    items = [{"a": ["The", "cat", "sat."], "b": ["The", "dog", "sat."]}]
    suite = run_items(items, "random:1", ["((2;%a%) + (3;%a%)) > (2:3;%b%) & (*;%a%) < 5"])
    [document] = documents(run_of(m=(suite,)))
    first, second = document["predictions"][0]["comparisons"]
    assert (first["left"], first["operator"], first["right"]) == ([[0, [1, 2]]], ">", [[1, [1, 2]]])
    assert (second["left"], second["right"]) == ([[0, [0, 1, 2]]], [])


def test_infinity_and_undefined_values_are_told_apart():
    suite = run_items([{"a": ["The", "cat."], "b": ["The", "dog."]}], "random:1", ["(2;%a%) > (2;%b%)"])
    [outcome] = suite.outcomes
    [one] = outcome.comparisons
    odd = replace(outcome, holds=None, comparisons=(replace(one, left=float("inf"), right=None, holds=None),))
    [document] = documents(run_of(m=(replace(suite, outcomes=(odd,)),)))
    assert document["models"][0]["outcomes"] == [[[None, 0, "inf", None, None]]]


def test_two_suites_of_one_name_have_addresses_of_their_own():
    first = run_items([{"a": ["The", "cat."]}], "random:1")
    second = run_items([{"a": ["The", "dog."]}], "random:1")
    run = run_of(one=(first,), two=(second,), three=(first,))
    found = suites_of(run, summarize(run))
    assert [one.key for one in found] == [f"{one.suite}~{one.suite_sha256[:8]}" for one in (first, second)]
    assert [[own.model for own in one.on_models] for one in found] == [["one", "three"], ["two"]]


def test_places_are_counted_in_characters_beyond_the_first_plane_too():
    suite = run_items([{"a": ["😀 The", "cat."], "b": ["😀😀", "dog."]}], "random:1")
    [document] = documents(run_of(m=(suite,)))
    text, ends = document["texts"][0][0]
    assert [text[ends[0] : ends[1]], text[ends[2] : ends[3]]] == ["😀 The", "cat."]


@pytest.mark.parametrize(("text", "rtl"), [("הכלב נבח", True), ("12 الكلب", True), ("The הכלב", False), ("3", False)])
def test_a_suite_runs_as_its_first_letter_does(text, rtl):
    [document] = documents(run_of(m=(run_items([{"a": [text]}], "random:1"),)))
    assert document["rtl"] is rtl


def test_results_without_sentences_have_outcomes_alone(run):
    bare = replace(run, models=tuple(replace(one, suites=(one.suites[0].without_sentences(),)) for one in run.models))
    [document] = documents(bare)
    assert document["texts"] == document["cuts"] == []
    assert "tokens" not in document["models"][0]
    assert [item["number"] for item in document["items"]] == list(run.models[0].suites[0].item_numbers)
