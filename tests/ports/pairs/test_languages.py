"""The codes of languages are those of ISO 639."""

from __future__ import annotations

import pytest

from syntaxgym_lite.ports.pairs.languages import TWO_LETTERS


def test_codes_are_two_letters_for_three_and_each_stands_for_one_language():
    assert all(len(long) == 3 and len(short) == 2 for long, short in TWO_LETTERS.items())
    assert len(set(TWO_LETTERS.values())) == len(TWO_LETTERS)
    assert {long: TWO_LETTERS[long] for long in ("eng", "deu", "tur", "zho")} == {
        "eng": "en",
        "deu": "de",
        "tur": "tr",
        "zho": "zh",
    }


def test_they_equal_those_of_nltk():
    try:
        from nltk.langnames import iso639short
    except LookupError:  # before version 3.10
        pytest.skip("this NLTK reads a corpus for its table of languages")
    assert dict(iso639short) == TWO_LETTERS
