"""Predictions on region values: what a reference means, what is undefined, and who passes."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.plain import PlainItem
from support.strategies import NAN, examples, scored, suite_documents
from support.toys import suite_document

from syntaxgym_lite.align import align
from syntaxgym_lite.predict import metrics_needed, predict
from syntaxgym_lite.suite.json import loads_suite
from syntaxgym_lite.surprisal import TokenSurprisals
from syntaxgym_lite.words import split_words

ALL = {True: 1, False: 0, None: -1}


def load(*args, **kwargs):
    return loads_suite(json.dumps(suite_document(*args, **kwargs)))


def say(text, bits, eos=NAN):
    """Word by word, as a table of bits says."""
    spans = split_words(text, "whitespace")
    words = [text[start:end] for start, end in spans]
    values = [bits[word] if isinstance(bits, dict) else bits(word) for word in words]
    return TokenSurprisals(text, tuple(words), np.array(spans), np.array(values), np.zeros(len(words)), eos_bits=eos)


def outcomes(suite, bits, eos=NAN):
    sentences = list(suite.sentences())
    return predict(suite, align(sentences, [say(s.text, bits, eos) for s in sentences], metrics_needed(suite)))


def value(formula, contents, bits, eos=NAN, **meta):
    """The left side of a comparison, on one item with one condition ``a``."""
    suite = load([{"a": contents}], [f"{formula} > 0"], **meta)
    return outcomes(suite, bits, eos).evaluations[0].comparisons[0].left[0]


WORDS = {"the": 2.0, "red": 4.0, "fox": 6.0, "sleeps": 8.0, ".": 0.5}
CONTENTS = ["the red", "fox", "", "sleeps", "."]  # 6, 6, nothing, 8, 0.5


# ---------------------------------------------------------------- references


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("(1;%a%)", 6.0),
        ("(3;%a%)", 0.0),
        ("(r4;%a%)", 8.0),
        ("(1;%a%;mean)", 3.0),
        ("(1;%a%;max)", 4.0),
        ("(1;%a%;first)", 2.0),
        ("(1;%a%;last)", 4.0),
        ("(1;%a%;count)", 2.0),
        ("(4;%a%;prob)", 2.0**-8),
        # runs and the whole sentence: region values added up, as SyntaxGym does for the star
        ("(1:1;%a%)", 6.0),
        ("(2:4;%a%)", 14.0),
        ("(3:3;%a%)", 0.0),
        ("(*;%a%)", 20.5),
        ("(1:2;%a%;mean)", 9.0),
        ("(*;%a%;mean)", 17.5),
        ("(*;%a%;max)", 18.5),
        ("(*;%a%;range)", 2.0),
        ("(*;%a%;count)", 5.0),
        # but the probability of several is that of all of them together
        ("(1:2;%a%;prob)", 2.0**-12),
        ("(*;%a%;prob)", 2.0**-20.5),
        ("(3:3;%a%;prob)", 1.0),
    ],
)
def test_a_reference_has_the_value_of_its_regions(formula, expected):
    assert value(formula, CONTENTS, WORDS) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("formula", ["(3;%a%;mean)", "(3;%a%;prob)", "(3;%a%;rank)", "(1;%a%;rank)"])
def test_what_an_empty_region_or_an_unranked_word_does_not_have_is_undefined(formula):
    assert np.isnan(value(formula, CONTENTS, WORDS))


def test_the_star_of_another_metric_adds_region_values():
    bits = {"the": 2.0, "fox": 4.0, "sleeps": 6.0}
    values = [
        value(formula, ["the fox", "sleeps"], bits, metric="mean") for formula in ("(1;%a%)", "(2;%a%)", "(*;%a%)")
    ]
    assert values == [3.0, 6.0, 9.0]


@pytest.mark.parametrize(
    ("eos", "good", "bad"),
    [(NAN, 2.0, 4.0), ({"sleep": 0.5146, "sleeps": 2.0}, 2.5146, 6.0)],
    ids=["not scored", "scored"],
)
def test_the_end_of_the_sentence_counts_in_the_star_only_if_it_was_scored(eos, good, bad):
    suite = load([{"good": ["foxes", "sleep"], "bad": ["foxes", "sleeps"]}], ["(*;%good%) < (*;%bad%)"])
    sentences = list(suite.sentences())
    bits = {"foxes": 1.0, "sleep": 1.0, "sleeps": 3.0}  # a small bigram's, given the start
    tokens = [say(s.text, bits, eos[s.text.split()[-1]] if isinstance(eos, dict) else eos) for s in sentences]
    regions = align(sentences, tokens)
    comparison = predict(suite, regions).evaluations[0].comparisons[0]
    assert (comparison.left[0], comparison.right[0]) == pytest.approx((good, bad), rel=1e-12)
    assert regions.bits["sum"].tolist() == [[1.0, 1.0], [1.0, 3.0]]  # never part of a region


def test_the_end_of_the_sentence_is_in_no_run_and_in_no_other_metric():
    assert value("(1:5;%a%)", CONTENTS, WORDS, eos=3.0) == 20.5
    assert value("(*;%a%;mean)", CONTENTS, WORDS, eos=3.0) == 17.5
    assert value("(*;%a%;count)", CONTENTS, WORDS, eos=3.0) == 5.0
    assert value("(*;%a%;prob)", CONTENTS, WORDS, eos=3.5) == 2.0**-24


def test_a_run_that_begins_inside_a_token_is_undefined_and_one_around_it_is_not():
    suite = load(
        [{"a": ["rain", "bow", "fades"]}],
        [f"({region};%a%) > 0" for region in ("1", "2", "1:2", "2:3", "*", "3")],
        join="none",
    )
    (sentence,) = suite.sentences()
    tokens = TokenSurprisals(
        sentence.text, ("rainbow", "fades"), np.array([(0, 7), (7, 12)]), np.array([5.0, 2.0]), np.zeros(2)
    )
    result = predict(suite, align([sentence], [tokens]))
    values = [evaluation.comparisons[0].left[0] for evaluation in result.evaluations]
    assert values == pytest.approx([5.0, NAN, 5.0, NAN, 7.0, 2.0], nan_ok=True)


def test_conditions_go_by_name_whatever_their_order_in_an_item():
    suite = load(
        [
            {"good": ["foxes", "sleep"], "bad": ["foxes", "sleeps"]},
            {"bad": ["foxes", "sleeps"], "good": ["foxes", "sleep"]},
        ],
        ["(2;%bad%) > (2;%good%)"],
    )
    result = outcomes(suite, {"foxes": 1.0, "sleep": 1.0, "sleeps": 3.0})
    assert result.evaluations[0].comparisons[0].left.tolist() == [3.0, 3.0]
    assert result.evaluations[0].comparisons[0].right.tolist() == [1.0, 1.0]
    assert result.all_hold.tolist() == [1, 1]


def test_regions_go_by_number_even_if_numbers_are_left_out():
    document = suite_document([{"a": ["x", "yy", "zzz"]}], [])
    for number, region in zip(("2", "5", "9"), document["items"][0]["conditions"][0]["regions"], strict=True):
        region["region_number"] = number
    document["region_meta"] = {"2": "first", "5": " second ", "9": "third"}
    document["predictions"] = [
        {"type": "formula", "formula": formula}
        for formula in ("(9;%a%) = 3", "(2:5;%a%) = 3", "(5:9;%a%) = 5", "(second;%a%) = 2")
    ]
    suite = loads_suite(json.dumps(document))
    assert outcomes(suite, len).all_hold.tolist() == [1]


def test_only_the_metrics_that_are_named_are_computed_and_sums_always():
    suite = load([{"a": ["x"]}], ["(1;%a%) > (1;%a%;max)", "(1;%a%;prob) < 1 & (1;%a%;max) > 0"], metric="mean")
    assert metrics_needed(suite) == ("sum", "mean", "max", "prob")
    assert metrics_needed(load([{"a": ["x"]}])) == ("sum",)


# ---------------------------------------------------------------- undefined values and ties


def test_a_comparison_with_an_undefined_value_is_undefined_for_that_item_alone():
    suite = load(
        [{"a": ["x"], "b": ["y"]}, {"a": ["nan"], "b": ["y"]}, {"a": ["y"], "b": ["x"]}], ["(1;%a%) < (1;%b%)"]
    )
    result = outcomes(suite, {"x": 1.0, "y": 2.0, "nan": NAN})
    assert result.evaluations[0].holds.tolist() == [1, -1, 0]
    assert result.evaluations[0].comparisons[0].margin.tolist() == pytest.approx([-1.0, NAN, 1.0], nan_ok=True)


def test_an_undefined_token_spoils_only_what_holds_it():
    bits = {**WORDS, "red": NAN}
    assert np.isnan(value("(1;%a%)", CONTENTS, bits))
    assert np.isnan(value("(*;%a%)", CONTENTS, bits))
    assert np.isnan(value("(1:2;%a%)", CONTENTS, bits))
    assert value("(2:5;%a%)", CONTENTS, bits) == 14.5


@pytest.mark.parametrize(
    "formula", ["(1;%a%) < (1;%b%)", "(1;%b%) < (1;%a%)", "(1;%a%) > (1;%b%)", "(1;%b%) > (1;%a%)"]
)
def test_a_tie_is_no_success_whichever_side_stands_first(formula):
    suite = load([{"a": ["x"], "b": ["y"]}] * 10, [formula])
    result = outcomes(suite, lambda word: 1.0)
    assert result.all_hold.tolist() == [0] * 10
    assert result.evaluations[0].comparisons[0].ties.tolist() == [True] * 10


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        (True, True, True),
        (True, False, False),
        (False, True, False),
        (False, False, False),
        (True, None, None),
        (None, True, None),
        (None, None, None),
        (False, None, False),
        (None, False, False),
    ],
)
def test_all_predictions_hold_or_one_fails_or_it_is_undefined(first, second, both):
    bits = {"one": 1.0, "yes": 2.0, "no": 0.0, "nan": NAN}
    word = {True: "yes", False: "no", None: "nan"}
    suite = load([{"a": ["one", word[first], word[second]]}], ["(2;%a%) > (1;%a%)", "(3;%a%) > (1;%a%)"])
    result = outcomes(suite, bits)
    assert [evaluation.holds[0] for evaluation in result.evaluations] == [ALL[first], ALL[second]]
    assert result.all_hold.tolist() == [ALL[both]]


def test_without_predictions_nothing_holds_and_nothing_fails():
    result = outcomes(load([{"a": ["x"]}, {"a": ["y"]}]), len)
    assert result.evaluations == ()
    assert result.all_hold.tolist() == [-1, -1]


# ---------------------------------------------------------------- laws

exact_bits = st.integers(0, 160).map(lambda n: n / 4) | st.just(NAN)  # sums of quarters are exact in any order


@st.composite
def said_suites(draw):
    """A suite and what a model says of each of its sentences."""
    suite = loads_suite(json.dumps(draw(suite_documents())))
    sentences = list(suite.sentences())
    return suite, sentences, [draw(scored(sentence.text, exact_bits)) for sentence in sentences]


@examples(60)
@given(said_suites())
def test_all_items_at_once_agree_with_each_item_alone(said):
    suite, sentences, tokens = said
    result = predict(suite, align(sentences, tokens, metrics_needed(suite)))
    n = len(suite.condition_names)
    for index in range(len(suite.items)):
        rows = range(index * n, (index + 1) * n)
        item = PlainItem(suite, {sentences[row].condition_name: (sentences[row], tokens[row]) for row in rows})
        truths = [item.holds(prediction.formula.root) for prediction in suite.predictions]
        assert [evaluation.holds[index] for evaluation in result.evaluations] == [ALL[truth] for truth in truths]
        expected = False if False in truths else None if None in truths or not truths else True
        assert result.all_hold[index] == ALL[expected]


@examples(20)
@given(said_suites(), st.randoms(use_true_random=False))
def test_the_order_of_items_changes_no_outcome(said, chance):
    suite, sentences, tokens = said
    before = predict(suite, align(sentences, tokens, metrics_needed(suite)))
    order = list(range(len(suite.items)))
    chance.shuffle(order)
    shuffled = dataclasses.replace(suite, items=tuple(suite.items[index] for index in order))
    by_key = {(s.item_number, s.condition_name): t for s, t in zip(sentences, tokens, strict=True)}
    again = list(shuffled.sentences())
    after = predict(
        shuffled,
        align(again, [by_key[s.item_number, s.condition_name] for s in again], metrics_needed(shuffled)),
    )
    assert after.all_hold.tolist() == [before.all_hold[index] for index in order]
