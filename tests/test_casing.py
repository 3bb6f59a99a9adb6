"""Lower-casing follows Unicode's SpecialCasing.txt, and every letter knows where it came from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.casing import CASING_LANGUAGES, lower_case, lower_cased, lowercase_option
from syntaxgym_lite.errors import InputError

LETTERS = st.text(st.sampled_from("Iİıi\u0307\u0301\u0323JĮÌÍĨΣΑ ẞßﬁA.") | st.characters(exclude_categories=["Cs"]))
HOW = st.sampled_from([True, *CASING_LANGUAGES])


@pytest.mark.parametrize("language", ["tr", "az"])
@pytest.mark.parametrize(
    ("text", "lowered"),
    [
        ("İstanbul", "istanbul"),  # field case A16
        ("Işık", "ışık"),  # field case A16
        ("DİYARBAKIR IĞDIR", "diyarbakır ığdır"),
        ("I\u0307zmir", "izmir"),  # the dot apart
        ("I\u0323\u0307", "i\u0323"),  # a dot below does not part them
        ("I\u0301\u0307", "ı\u0301\u0307"),  # an accent above does
        ("ÇĞŞÖÜ", "çğşöü"),
    ],
)
def test_turkish_and_azeri_have_two_letters_i(text, lowered, language):
    assert lower_case(text, language) == lowered


@pytest.mark.parametrize(
    ("text", "lowered"),
    [
        ("ŠIRDIS", "širdis"),
        ("I\u0301", "i\u0307\u0301"),
        ("J\u0303Į\u0301", "j\u0307\u0303į\u0307\u0301"),
        ("ÌÍĨ", "i\u0307\u0300i\u0307\u0301i\u0307\u0303"),
        ("I\u0328\u0301", "i\u0307\u0328\u0301"),
    ],
)
def test_in_lithuanian_the_dot_stays_below_an_accent(text, lowered):
    assert lower_case(text, "lt") == lowered


@pytest.mark.parametrize(
    ("text", "lowered"),
    [("İ", "i\u0307"), ("I", "i"), ("ΟΔΥΣΣΕΥΣ ΣΑΣ", "οδυσσευς σας"), ("ẞ ﬁ ǅ", "ß ﬁ ǆ")],
)
def test_other_languages_need_no_name(text, lowered):
    assert lower_case(text) == lowered
    assert lower_case(text, False) == text


def test_two_letters_of_one_have_its_place():
    assert lower_cased("Aİb", True) == ("ai\u0307b", [0, 1, 1, 2, 3])
    assert lower_cased("Aİb", "tr") == ("aib", range(4))
    assert lower_cased("I\u0307x", "tr") == ("ix", [0, 2, 3])  # the dot went into the i
    assert lower_cased("aÌ", "lt") == ("ai\u0307\u0300", [0, 1, 1, 1, 2])
    assert lower_cased("ΑΣ İ")[0] == "ας i\u0307"  # the final sigma is one beside a letter that becomes two


@given(LETTERS, HOW)
def test_every_letter_comes_from_a_place_of_the_text_in_order(text, how):
    lowered, places = lower_cased(text, how)
    assert lowered == lower_case(text, how)
    assert len(places) == len(lowered) + 1
    assert list(places) == sorted(places)
    assert places[-1] == len(text)
    for letter, place in zip(lowered, places, strict=False):
        assert letter in lower_case(text[place], how) + "ς" + "\u0307"  # in its word, a sigma may be final


def test_a_language_without_rules_of_its_own_is_refused_with_what_to_do():
    read = [lowercase_option(value) for value in (True, False, "tr", 1, 0)]
    assert [(type(value), value) for value in read] == [
        (bool, True),
        (bool, False),
        (str, "tr"),
        (bool, True),
        (bool, False),
    ]
    with pytest.raises(InputError, match=r"`lowercase=de`: .* are az, lt, tr; for any other, give `lowercase` alone"):
        lowercase_option("de")
