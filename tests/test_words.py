"""Words keep their places, and no letter is lost, whatever the script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import any_text, contents, examples

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.words import SCHEMES, split_words, word_splitter


def words(text, scheme):
    return [text[start:end] for start, end in split_words(text, scheme)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The dog's bone isn't here.", ["The", "dog", "'s", "bone", "is", "n't", "here", "."]),
        ("He can’t; they’re out.", ["He", "ca", "n’t", ";", "they", "’re", "out", "."]),
        (
            "I'd say she'll, and I'm sure we've",
            ["I", "'d", "say", "she", "'ll", ",", "and", "I", "'m", "sure", "we", "'ve"],
        ),
        ("ISN'T IT", ["IS", "N'T", "IT"]),
        ("rock'n'roll o'clock", ["rock'n'roll", "o'clock"]),
        ("a well-known mother-in-law's", ["a", "well-known", "mother-in-law", "'s"]),
        ("the dogs' bones", ["the", "dogs", "'", "bones"]),
        (
            "It cost 3.5 or 1,000.50 (about 7%)...",
            ["It", "cost", "3.5", "or", "1,000.50", "(", "about", "7", "%", ")", "..."],
        ),
        ("yes -- no — no", ["yes", "--", "no", "—", "no"]),
        ("“No,” she said.", ["“", "No", ",", "”", "she", "said", "."]),
        ("snake_case x2", ["snake", "_", "case", "x2"]),
        ("n't", ["n't"]),
        ("cafe\u0301 na\u00efve", ["cafe\u0301", "na\u00efve"]),
        ("собака спит.", ["собака", "спит", "."]),
        ("कुत्ता सोता", ["कुत्ता", "सोता"]),
        ("الكَلب", ["الكَلب"]),
        ("", []),
        ("   ", []),
    ],
)
def test_clitics_stand_apart_and_words_stay_whole(text, expected):
    assert words(text, "clitics") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The dog's bone isn't here.", ["The", "dog", "'s", "bone", "is", "n't", "here", "."]),
        ("He cannot go, can he?", ["He", "can", "not", "go", ",", "can", "he", "?"]),
        ('She said "no" and left.', ["She", "said", '"', "no", '"', "and", "left", "."]),
        ("a (red) fox", ["a", "(", "red", ")", "fox"]),
        ("sleep.", ["sleep", "."]),
    ],
)
def test_treebank_is_that_of_nltk(text, expected):
    assert words(text, "treebank") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The dog's bone isn't here...", ["The", "dog's", "bone", "isn't", "here", "..."]),
        ("well-known, 3.5", ["well-known", ",", "3", ".", "5"]),
    ],
)
def test_punct_cuts_off_marks_only(text, expected):
    assert words(text, "punct") == expected


def test_whitespace_cuts_at_blanks_only():
    assert words(" The dog's\u00a0bone,\t(really)  ", "whitespace") == ["The", "dog's", "bone,", "(really)"]


def test_places_count_code_points():
    assert split_words("my 🦊 naps", "clitics") == [(0, 2), (3, 4), (5, 9)]


def test_an_unknown_scheme_is_refused_with_the_nearest_name():
    with pytest.raises(InputError, match="Did you mean 'treebank'"):
        word_splitter("treebnk")


texts = st.lists(contents() | any_text, max_size=4).map(" ".join)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_visible_character_is_in_exactly_one_word_and_no_blank_is_in_any(scheme):
    @examples(80)
    @given(texts)
    def law(text):
        spans = split_words(text, scheme)
        places = [place for start, end in spans for place in range(start, end)]
        assert places == sorted(set(places))
        assert all(start < end for start, end in spans)
        assert places == [place for place, char in enumerate(text) if not char.isspace()]

    law()


@pytest.mark.parametrize("scheme", ["clitics", "whitespace"])
def test_words_do_not_depend_on_the_words_around_them(scheme):
    @examples(40)
    @given(texts, texts)
    def law(left, right):
        assert words(f"{left} {right}", scheme) == words(left, scheme) + words(right, scheme)

    law()
