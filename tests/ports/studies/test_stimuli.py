"""Sentences with item and condition make a suite, whatever program they were written for."""

from __future__ import annotations

import pytest

from syntaxgym_lite.errors import SuiteError
from syntaxgym_lite.ports.studies.stimuli import Stimulus, factor_value, suite_of_stimuli
from syntaxgym_lite.suite.json import suite_document


def made(*stimuli):
    return suite_of_stimuli(stimuli, source="a.csv", name="a")


def sentence(item, condition, text, chunks=(), **more):
    return Stimulus(f"row {item}{condition}", item, condition, text, tuple(chunks) or (text,), **more)


def test_labels_and_factors_stand_where_they_belong():
    suite, notes = made(
        sentence("1a", "sg", "The dog barks.", factors={"number": "sg", "verb": "bark", "frequency": 3.5}),
        sentence("1a", "pl", "The dogs bark.", factors={"number": "pl", "verb": "bark", "frequency": 4}),
        sentence("2", "sg", "The fox sleeps.", factors={"number": "sg", "verb": "sleep", "frequency": 2}),
        sentence("2", "pl", "The foxes sleep.", factors={"number": "pl", "verb": "sleep"}),
    )
    assert suite.condition_factors == {"sg": {"number": "sg"}, "pl": {"number": "pl"}}
    assert [(item.number, item.label, item.factors) for item in suite.items] == [
        (1, "1a", {"verb": "bark"}),
        (2, "2", {"verb": "sleep"}),
    ]
    assert [[condition.factors for condition in item.conditions] for item in suite.items] == [
        [{"frequency": 3.5}, {"frequency": 4}],
        [{"frequency": 2}, {}],
    ]
    assert notes == ["Nothing says where regions begin: each sentence became one region."]
    assert suite.region_names == {1: "sentence"}


def test_pieces_are_regions_if_all_sentences_have_as_many():
    suite, notes = made(
        sentence("3", "a", "The dog barks.", ["The dog", "barks."]), sentence("3", "b", "It barks.", ["It", "barks."])
    )
    assert [item.number for item in suite.items] == [3]
    assert [[region.content for region in one.regions] for one in suite.items[0].conditions] == [
        ["The dog", "barks."],
        ["It", "barks."],
    ]
    assert notes == ["What is shown at once became a region; the regions are called by their numbers."]
    suite, notes = made(sentence("3", "a", "The dog barks.", ["The dog", "barks."]), sentence("3", "b", "It.", ["It."]))
    assert suite.region_names == {1: "sentence"}
    assert notes == [
        "Sentences are shown in 1 to 2 pieces, which cannot be regions 1, 2, ... of all: each sentence became one region."
    ]


@pytest.mark.parametrize(
    ("contents", "text", "join"),
    [
        (("The dog", "."), "The dog .", "space"),
        (("The dog", "."), "The dog.", "natural"),
        (("犬", "が"), "犬が", "none"),
        (("my_file", "opens."), "my_file opens.", "space"),
    ],
)
@pytest.mark.parametrize("shown", [str, lambda text: text.replace("_", " ")])  # the second by DashedSentence
def test_regions_join_to_the_sentence_that_stands_beside_them(contents, text, join, shown):
    regions = {number: (f"r{number}", content) for number, content in enumerate(contents, 1)}
    suite, notes = made(sentence("1", "a", shown(text), regions=regions))
    assert (suite.join, [one.text for one in suite.sentences()], notes) == (join, [text], [])


def test_what_makes_no_suite_is_refused_with_its_places():
    with pytest.raises(SuiteError) as error:
        made(sentence("1", "a", "One."), sentence("1", "a", "Two."))
    assert str(error.value) == "a.csv: row 1a: item 1, condition 'a', is also in row 1a, with another text."
    with pytest.raises(SuiteError, match=r"row 1a: the regions do not add up to the sentence 'The cat\.'"):
        made(sentence("1", "a", "The cat.", regions={1: ("x", "The"), 2: ("y", "dog.")}))
    with pytest.raises(SuiteError, match="lacks"):
        made(sentence("1", "a", "One."), sentence("1", "b", "Two."), sentence("2", "a", "Three."))


@pytest.mark.parametrize(
    ("cell", "value"),
    [("3", 3), ("-2", -2), ("1.5", 1.5), ("007", "007"), (" sg ", "sg"), ("1,5", "1,5"), ("nan", "nan")],
)
def test_a_cell_is_a_number_if_it_says_one(cell, value):
    assert factor_value(cell) == value
    assert type(factor_value(cell)) is type(value)


def test_a_comma_is_the_sign_of_decimals_where_it_parts_no_cells():
    assert factor_value("1,5", decimal_comma=True) == 1.5


def test_a_suite_that_was_made_can_be_written():
    suite, _ = made(sentence("1", "a", "One."))
    assert suite_document(suite)["items"][0]["conditions"][0]["regions"] == [{"region_number": 1, "content": "One."}]
