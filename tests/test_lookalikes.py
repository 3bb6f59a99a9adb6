"""Names that look the same and are not (field case A15)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from support.strategies import any_text, examples, scripted

from syntaxgym_lite.lookalikes import how_they_differ, looks

COMPOSED = (
    "It looks the same, but its letters are composed otherwise (another Unicode normal form): it has {there} where this "
    "has {here}. Copy the name from there, or bring both texts into normal form C."
)
OTHER = "It looks the same, but has {there} where this has {here}. Copy the name from there."
E, E_ACUTE = "U+0065 (latin small letter e)", "U+00E9 (latin small letter e with acute)"
ACUTE = "U+0301 (combining acute accent)"


@pytest.mark.parametrize(
    ("this", "other", "said"),
    [
        ("pluriel_e\u0301", "pluriel_\u00e9", COMPOSED.format(here=f"{E} {ACUTE}", there=E_ACUTE)),
        ("pluriel_\u00e9", "pluriel_e\u0301", COMPOSED.format(here=E_ACUTE, there=f"{E} {ACUTE}")),
        (
            "\u1112\u1161\u11ab",  # as a Mac writes names of files
            "\ud55c",
            COMPOSED.format(
                here="U+1112 (hangul choseong hieuh) U+1161 (hangul jungseong a) U+11AB (hangul jongseong nieun)",
                there="U+D55C (hangul syllable han)",
            ),
        ),
        ("no\u00a0comma", "no comma", OTHER.format(here="U+00A0 (no-break space)", there="U+0020 (space)")),
        ("plu\u200bral", "plural", OTHER.format(here="U+200B (zero width space)", there="nothing")),
        ("sg", "\ufeffsg", OTHER.format(here="nothing", there="U+FEFF (zero width no-break space)")),
        ("no  comma", "no comma", OTHER.format(here="U+0020 (space)", there="nothing")),
        (
            "plur\u0430l",
            "plural",
            OTHER.format(here="U+0430 (cyrillic small letter a)", there="U+0061 (latin small letter a)"),
        ),
        ("a\u2011b", "a-b", OTHER.format(here="U+2011 (non-breaking hyphen)", there="U+002D (hyphen-minus)")),
        ("it\u2019s", "it's", OTHER.format(here="U+2019 (right single quotation mark)", there="U+0027 (apostrophe)")),
        ("plural", "plural", ""),
        ("Plural", "plural", ""),
        ("plurale", "plural", ""),
        ("plur\u00e8l", "plur\u00e9l", ""),  # another accent can be seen
        ("m\u00b2", "m2", ""),
    ],
)
def test_names_that_look_the_same_differ_in_what_is_said(this, other, said):
    assert how_they_differ(this, other) == said


@examples(200)
@given(any_text | scripted)
def test_a_text_looks_the_same_in_every_normal_form_that_keeps_it(text):
    assert looks(unicodedata.normalize("NFD", text)) == looks(unicodedata.normalize("NFC", text)) == looks(text)
    assert looks(f"\u200b{text}\u00a0") == looks(text)
