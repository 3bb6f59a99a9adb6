"""The shipped suites of nonce agreement are clean designs whose sentences only differ in number."""

from __future__ import annotations

import csv
import re

import pytest
from support.suite_designs import contents, differing, suite_of

ENGLISH = [f"nonce_agreement_{count}" for count in range(4)]
OTHERS = ["nonce_agreement_it", "nonce_agreement_ru"]
SUITES = ENGLISH + OTHERS
FRAME = ("match_sing", "mismatch_sing", "match_plural", "mismatch_plural")


def frames(name):
    """The prefixes of the groups of four conditions that one prediction compares."""
    return [""] if name in ENGLISH else ["none_", "one_", "two_"]


@pytest.mark.parametrize("name", SUITES)
def test_suites_say_that_they_are_meaningless_and_after_whom(name):
    suite = suite_of(name)
    assert suite.meta["circuit"] == "nonce_agreement"
    assert "deliberately meaningless" in suite.meta["description"]
    assert "Gulordava" in suite.meta["reference"]
    assert "Linzen, Dupoux and Goldberg (2016)" in suite.meta["reference"]
    assert suite.meta["language"] == (name[-2:] if name in OTHERS else "en")
    assert set(suite.condition_names) == {prefix + condition for prefix in frames(name) for condition in FRAME}


@pytest.mark.parametrize("name", SUITES)
def test_verb_forms_are_crossed_with_the_number_of_the_subject(name):
    """A model that prefers one form, whatever the subject, fulfils one of two comparisons."""
    for item in suite_of(name).items:
        for prefix in frames(name):
            sing, sing_not, plural, plural_not = (contents(item, prefix + condition) for condition in FRAME)
            verb = len(sing) - 2
            assert differing(sing, sing_not) == differing(plural, plural_not) == [verb]
            assert (sing[verb], sing_not[verb]) == (plural_not[verb], plural[verb])
            assert re.fullmatch(r"\w+", sing[verb])
            assert re.fullmatch(r"\w+", plural[verb])
            assert sing[-1] == plural[-1]
            assert sing[0] != plural[0]


@pytest.mark.parametrize("name", ENGLISH)
def test_english_modifiers_show_number_in_their_attractors_alone(name):
    attractors = max(int(name[-1]), 1)
    for item in suite_of(name).items:
        sing, plural = (contents(item, condition) for condition in ("match_sing", "match_plural"))
        nouns = [place for place in range(2, 2 * attractors + 1, 2) if sing[place]]
        assert differing(sing, plural) == [0, *nouns, len(sing) - 2]
        if name != "nonce_agreement_0":
            assert len(nouns) == attractors


@pytest.mark.parametrize("name", OTHERS)
def test_conditions_with_more_attractors_only_add_modifiers(name):
    for item in suite_of(name).items:
        for condition in FRAME:
            none, one, two = (contents(item, f"{prefix}{condition}") for prefix in frames(name))
            assert none[1:3] == ["", ""]
            assert one[2] == ""
            assert two[1] == one[1] != ""
            assert two[2] != ""
            assert none[0] == one[0] == two[0]
            assert none[3:] == one[3:] == two[3:]


@pytest.mark.parametrize(
    ("name", "folder"), [*((name, "English") for name in ENGLISH), ("nonce_agreement_it", "Italian")]
)
def test_no_context_is_a_published_one(shared_dir, name, folder):
    """No sentence shares four words in a row with a context and its verb of Gulordava et al."""
    published = set()
    [table] = (shared_dir / "published" / "agreement" / folder).glob("*.tab")
    with table.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            words = re.findall(r"\w+", f"{row['prefix']} {row['form']}".lower())
            published.update(zip(words, words[1:], words[2:], words[3:], strict=False))
    for sentence in suite_of(name).sentences():
        words = re.findall(r"\w+", sentence.text.lower())
        assert not published & set(zip(words, words[1:], words[2:], words[3:], strict=False)), sentence.text
