"""Checks of letters, articles and full stops: what they find, and what they leave alone."""

from __future__ import annotations

import json

import pytest
from support.toys import suite_document

from syntaxgym_lite.authoring.articles import indefinite_article
from syntaxgym_lite.authoring.checks import check_text
from syntaxgym_lite.suite.json import loads_suite


def found(*items, **meta):
    suite = loads_suite(json.dumps(suite_document(list(items), join="natural", **meta)))
    return [finding for finding in check_text(suite) if finding.code not in ("S103", "S104")]


def codes(*contents, **meta):
    return [finding.code for finding in found({"a": list(contents)}, **meta)]


@pytest.mark.parametrize(
    ("word", "article"),
    [
        *((word, "a") for word in ("dog", "university", "European", "one-way street", "user", "unicorn", "ewe")),
        *((word, "a") for word in ("UFO", "NASA engineer", "U-turn", "eulogy", "once-famous singer", "utensil")),
        *((word, "a") for word in ("onesie", "onesies shop", "uvular stop", "uvea", "UV lamp")),
        *((word, "a") for word in ("yellow dog", "house", "Ukrainian", "unanimous vote", "7", "100", "'dog'", "1,100")),
        *((word, "an") for word in ("apple", "hour", "honest man", "heir", "MBA", "X-ray", "FBI agent", "umbrella")),
        *((word, "an") for word in ("uninvited guest", "unimportant detail", "unidentified object", "uncle", "honor")),
        *(
            (word, "an")
            for word in ("8", "11-year-old", "18th", "80", "8,000", "11,000", "(old) dog", "élite", "hourly")
        ),
        *((word, "an") for word in ("onerous task", "onset", "R", "uber", "upset", "usher", "utter fool", "Yvonne")),
    ],
)
def test_the_article_goes_by_sound(word, article):
    assert indefinite_article(word) == article


def test_without_a_word_there_is_no_article():
    assert indefinite_article(" ... ") is None


@pytest.mark.parametrize(
    ("contents", "wrong"),
    [
        (["the dog ate", "a", "apple."], "'a apple' should be 'an apple'"),
        (["An", "dog ate the apple."], "'An dog' should be 'A dog'"),
        (["the dog wrote a “opera”."], "'a opera' should be 'an opera'"),
    ],
)
def test_a_wrong_article_is_found_also_across_regions(contents, wrong):
    [finding] = found({"a": contents})
    assert finding.code == "S108"
    assert wrong in finding.message


def test_a_wrong_article_is_booked_to_its_region():
    [finding] = found({"a": ["the dog", "ate a", "apple."]})
    assert (finding.item_number, finding.condition_name, finding.region_number) == (1, "a", 2)


@pytest.mark.parametrize(
    "text",
    [
        "the vitamin A index rose.",  # a name, not an article
        "the dog saw an historic hotel and a historic hotel.",  # both are in use
        "the clerk sent an SQL query and a SQL query.",
        "the dog ran from A to A again.",
        "the dog, a elephant's friend".replace("a elephant", "an elephant") + ".",
        "the number a - b.",
    ],
)
def test_what_is_no_slip_of_an_article_is_left_alone(text):
    assert codes(text) == []


def test_articles_are_checked_in_english_only():
    assert codes("lo dice a ogni amico.", language="it") == []
    assert codes("lo dice a ogni amico.") == []  # says nothing, and has no "the"
    assert codes("she ate a apple.", language="en-GB") == ["S108"]


def test_final_punctuation_in_some_conditions_only():
    [finding] = found({"a": ["it slept."], "b": ["it slept"], "c": ["it slept!”"]})
    assert (finding.code, finding.item_number) == ("S109", 1)
    assert "'b'" in finding.message
    assert "'a'" not in finding.message
    assert found({"a": ["it slept"], "b": ["it woke"]}) == []
    assert found({"a": ["猫睡了。"], "b": ["猫醒了。"]}) == []


def test_quotes_and_wide_letters_of_chinese_and_japanese_are_their_own():
    for text, sentence in (("“你好”", "他说。"), ("Ａ社は", "ｘと言う。"), ("‘去’", "他说。")):
        suite = loads_suite(json.dumps(suite_document([{"a": [text, sentence]}], join="none")))
        assert [finding.code for finding in check_text(suite)] == []
    assert codes("the Ａ dog.") == ["S107"]


def test_quotes_of_both_kinds_are_a_mixture():
    [finding] = found({"a": ["it isn’t", "it isn't"]})
    assert finding.code == "S105"
    assert "1 straight and 1 typographic" in finding.message
    assert codes("it isn’t", "it won’t") == []


def test_accents_written_in_both_ways_are_a_mixture():
    [finding] = found({"a": ["caf\u00e9", "cafe\u0301"]})
    assert finding.code == "S106"
    assert codes("cafe\u0301", "cafe\u0301") == []
    assert codes("caf\u00e9", "na\u00efve") == []


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("the d\u043eg", ["U+043E", "'dog'"]),  # a Cyrillic o in a Latin word
        ("\u0430 dog slept", ["U+0430", "'a'"]),  # a word of its own
        ("the \ufb01sh", ["U+FB01", "'fi'"]),
        ("the \uff44og", ["U+FF44", "'d'"]),
        ("the do\u00adg", ["U+00AD", "invisible"]),
        ("the \u200bdog", ["U+200B", "invisible"]),
        ("\u202ethe dog", ["U+202E", "invisible"]),
    ],
)
def test_look_alikes_are_found_and_named(content, words):
    [finding] = found({"a": [content, "slept in the kennel all day long."]})
    assert finding.code == "S107"
    assert all(word in finding.message for word in words)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("\u0421o\u0431\u0430\u043a\u0430", ["(U+006F latin", "'Собака' with U+043E cyrillic", "a Cyrillic one"]),
        ("\u0421\u03bf\u0431\u0430\u043a\u0430", ["(U+03BF greek", "'Собака' with U+043E cyrillic"]),
        ("o\u0431", ["(U+006F latin", "'об' with U+043E"]),  # one of each script: the suite's is right
        ("\u0421w\u0431\u0430\u043a\u0430", ["(U+0077 latin small letter w) that looks like a Cyrillic one."]),
    ],
)
def test_a_latin_letter_is_the_stranger_in_a_cyrillic_word(content, words):
    [finding] = found({"a": [content, "спала в своей конуре весь день."]}, language="ru")
    assert finding.code == "S107"
    assert all(word in finding.message for word in words)


def test_in_a_latin_suite_a_word_of_look_alikes_is_meant_in_latin_letters():
    word = "p\u0430\u0441\u0435"  # three Cyrillic letters, one Latin
    [finding] = found({"a": [word, "of the dog that slept in the kennel all day long."]})
    assert "(U+0430 cyrillic" in finding.message
    assert "write 'pace'." in finding.message


@pytest.mark.parametrize(
    "content",
    ["\u03b1-helix", "кот спал", "猫がカメラを見た", "می\u200cرود", "👩\u200d👧", "1ª", "x²", "naïve", "Ørsted", "ɣ"],
)
def test_honest_letters_of_any_script_are_left_alone(content):
    assert codes(content) == []


@pytest.mark.parametrize(
    ("contents", "meta", "reported"),
    [
        (["猫が", "寝た。"], {}, True),
        (["แมว", "นอน"], {}, True),
        (["猫が", "寝た。"], {"join": "none"}, False),
        (["猫が", "寝た。"], {"join": "space"}, False),  # words parted on purpose
        (["猫が寝た。", ""], {}, False),  # nothing to join
        (["고양이가", "잔다."], {}, False),
        (["The cat", "slept."], {}, False),
    ],
)
def test_blanks_of_a_script_that_has_none_are_reported_and_nothing_else(contents, meta, reported):
    """Field case A16; checks of English letters are silent."""
    suite = loads_suite(json.dumps(suite_document([{"a": contents}], **meta)))
    assert [finding.code for finding in check_text(suite)] == ["S118"] * reported


@pytest.mark.parametrize("content", ["猫 寝た", "猫\u3000寝た"])
def test_a_wide_blank_is_one_that_is_not_plain(content):
    assert ("S102" in codes(content)) == ("\u3000" in content)
