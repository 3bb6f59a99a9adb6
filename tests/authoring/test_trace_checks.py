r"""What files, spreadsheets, web pages and programs leave in texts is found (field case A11); like texts are not."""

from __future__ import annotations

import json

import pytest
from support.toys import suite_document

from syntaxgym_lite.authoring.checks import check_text
from syntaxgym_lite.suite.json import loads_suite

TRACES = {"S112", "S113", "S114", "S115", "S116", "S117", "S119"}


def found(*items, **meta):
    suite = loads_suite(json.dumps(suite_document(list(items), **meta)))
    return [finding for finding in check_text(suite) if finding.code in TRACES]


def codes(*contents):
    return [finding.code for finding in found({"a": list(contents)})]


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        # the seven of field case A11
        ("isnâ€™t", "S112", "write 'isn’t'"),
        ("The cafÃ©", "S112", "write 'The café'"),
        ("caf\ufffd", "S113", "U+FFFD"),
        ("isn&#39;t", "S114", "'&#39;', which stands for a character in web pages; write \"'\""),
        ("open&nbsp;today", "S114", "write ' '"),
        ("<i>cafe</i>", "S114", "'<i>', a tag"),
        ("slept.\\n", "S115", "\\n"),
        # and their neighbours
        ("na?ve", "S113", "question mark inside a word"),
        ("isn??t", "S113", "question mark inside a word"),
        ("fish &amp; chips", "S114", "write '&'"),
        ("caf&eacute;", "S114", "write 'é'"),
        ("slept<br>", "S114", "'<br>'"),
        ('<a href="x">dog</a>', "S114", "a tag"),
        ("the \\textit{dog}", "S114", "a command of LaTeX"),
        ("the\\tdog", "S115", "\\t"),
        ("caf\\u00e9", "S115", "\\u00e9"),
        ("caf\\'e", "S115", "\\'"),
        ("*sleeps", "S119", "a mark of judgment (*)"),
        ("?? sleeps", "S119", "a mark of judgment (??)"),
        ("and *sleeps", "S119", "a mark of judgment (*)"),
        ("#The dog", "S119", "a mark of judgment (#)"),
    ],
)
def test_what_is_no_text_is_found_with_its_place(content, code, words):
    [finding] = found({"a": ["the dog", content]})
    assert (finding.code, finding.item_number, finding.condition_name, finding.region_number) == (code, 1, "a", 2)
    assert words in finding.message


@pytest.mark.parametrize(
    "content",
    [
        "Really? No.",
        "2 * 3 is 6",
        "No. #1",
        "***",
        "¿Qué pasa?",
        "she slept?",
        "“Slept?” she asked.",
        "example.org/watch?v=1",
        "AT&T; R&D",
        "fish & chips; &c",
        "a < b > c",
        "x <3 you",
        "C:\\new\\temp",
        "¯\\_(ツ)_/¯",
        "either/or \\ both",
        "<unk>",  # S110 says what that is
    ],
)
def test_like_texts_are_left_alone(content):
    assert codes("the dog", content) == []


def test_a_letter_lost_at_the_end_of_a_word_is_found_where_the_sentence_goes_on():
    [finding] = found({"a": ["The caf?", "closed early."]})
    assert (finding.code, finding.region_number) == ("S113", 1)
    assert "'caf?' ends with a question mark, and the sentence goes on" in finding.message
    assert codes("Was it true?", "Nobody knew.") == []
    assert codes("“Is it true?”", "she asked.") == []


# ---------------------------------------------------------------- cells


def test_a_column_of_numbers_is_no_part_of_the_sentences():
    items = [
        {name: [str(number), "the dog", verb] for name, verb in (("a", "ran."), ("b", "run."))} for number in (1, 2)
    ]
    [finding] = found(*items)
    assert (finding.code, finding.item_number, finding.condition_name, finding.region_number) == ("S116", 1, "a", 1)
    assert "'1', and a number in 4 of the 4 sentences that have text here" in finding.message


@pytest.mark.parametrize("value", ["0,0", "12.5", "3", "-1.2", "1e-05", "1,100", "40%"])
def test_numbers_of_all_kinds_make_a_column_of_numbers(value):
    items = [{name: ["the dog", "ran", value] for name in ("a", "b")}, {"a": ["x", "y", "7"], "b": ["x", "y", "z"]}]
    assert [(f.code, f.region_number) for f in found(*items)] == [("S116", 3)]  # in three of four sentences


@pytest.mark.parametrize("mark", ["∅", "---", "[empty]", "n/a"])
def test_what_stands_for_nothing_is_no_text(mark):
    [finding] = found({"a": ["the dog", mark, "ran."], "b": ["the dog", "that", "ran."]})
    assert (finding.code, finding.region_number) == ("S116", 2)
    assert finding.message.startswith(
        f"'{mark}' is what people write where there is nothing; a region that a condition"
    )


def test_a_number_among_words_is_left_alone():
    items = [{"a": ["she saw", dogs, "dogs."], "b": ["she saw", "some", "dogs."]} for dogs in ("3", "two", "12.5")]
    assert found(*items) == []
    sums = [{"a": ["2", "+", "3"], "b": ["4", "=", "4"]}] * 2
    assert found(*sums) == []  # no words anywhere: numbers are what they are about


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("2-Mar", "a date"),
        ("Mar-02", "a date"),
        ("2020-03-01 00:00:00", "a date"),
        ("43891", "2020-03-01"),  # LibreOffice: =TEXT(43891;"YYYY-MM-DD")
        ("#N/A", "an error value"),
        ("#NAME?", "an error value"),
        ("NaN", "missing value"),
        ("nan", "missing value"),
        ("NA", "missing value"),
        ("None", "missing value"),
        ("TRUE", "missing value"),
    ],
)
def test_what_spreadsheets_and_programs_make_of_cells_is_found(value, words):
    [finding] = found({"a": ["the dog", value]})
    assert (finding.code, finding.region_number) == ("S116", 2)
    assert words in finding.message


@pytest.mark.parametrize("value", ["none", "true", "Nan", "in March", "mar-", "1993", "123456", "null", "NATO"])
def test_words_that_are_like_them_are_left_alone(value):
    assert codes("the dog", value) == []
    assert codes("None", "of the dogs") == []  # a sentence may begin so


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("hidden", ["\u202e", "\u200b", "\x07", "\ufeff"])
def test_invisible_characters_in_names_are_found_and_shown_as_codes(hidden):
    document = suite_document([{f"a{hidden}b": ["the dog", "ran"]}])
    document["meta"]["name"] += hidden
    document["region_meta"]["2"] += hidden
    document["items"][0]["factors"] = {"length": 3}
    findings = [f for f in check_text(loads_suite(json.dumps(document))) if f.code == "S117"]
    assert [f.message.split(",")[0] for f in findings] == [
        f"the name of a {kind}" for kind in ("suite", "condition", "region")
    ]
    assert all(f"U+{ord(hidden):04X}" in f.message and f.message.isprintable() for f in findings)


def test_names_in_any_script_are_left_alone():
    document = suite_document([{"мн. число": ["the dog", "ran"]}])
    document["region_meta"]["1"] = "שם עצם"
    assert [f for f in check_text(loads_suite(json.dumps(document))) if f.code == "S117"] == []
