"""The shipped suites of nonce agreement are clean designs whose sentences only differ in number."""

from __future__ import annotations

import csv
import re
from collections import Counter

import pytest
from support.shipped_designs import contents, differing, suite_of

ENGLISH = [f"nonce_agreement_{count}" for count in range(4)]
OTHERS = ["nonce_agreement_it", "nonce_agreement_ru"]
SUITES = ENGLISH + OTHERS
FRAME = ("match_sing", "mismatch_sing", "match_plural", "mismatch_plural")
# Words that are no content, or that build the modifiers.
FUNCTION_WORDS = {
    "en": """a about above against and are as at be been before behind beneath beside but by could does far for from
    had has home in inside into is like must near never not nothing of on or than that the they to under unlike we well
    which with without would you""",
    "it": """a alla alle che come con contro d da dal degli dei del dell della delle dello di dopo è era erano gli ha
    hanno i il in l la le lo lungo molto nel per può possono presso senza sono sopra sotto sul sulla un una verso""",
    "ru": """без в вокруг возле вместо для из котором который которые которых на над напротив о около от по под после
    против с у""",
}


def frames(name):
    """The prefixes of the groups of four conditions that one prediction compares."""
    return [""] if name in ENGLISH else ["none_", "one_", "two_"]


@pytest.mark.parametrize("name", SUITES)
def test_suites_say_that_they_are_meaningless_and_after_whom(root_dir, name):
    suite = suite_of(root_dir, name)
    assert suite.meta["circuit"] == "nonce_agreement"
    assert "deliberately meaningless" in suite.meta["description"]
    assert "Gulordava" in suite.meta["reference"]
    assert "Linzen, Dupoux and Goldberg (2016)" in suite.meta["reference"]
    assert suite.meta["language"] == (name[-2:] if name in OTHERS else "en")
    assert len(suite.items) >= 24
    assert set(suite.condition_names) == {prefix + condition for prefix in frames(name) for condition in FRAME}


@pytest.mark.parametrize("name", SUITES)
def test_verb_forms_are_crossed_with_the_number_of_the_subject(root_dir, name):
    """A model that prefers one form, whatever the subject, fulfils one of two comparisons."""
    for item in suite_of(root_dir, name).items:
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
def test_english_modifiers_show_number_in_their_attractors_alone(root_dir, name):
    attractors = max(int(name[-1]), 1)
    for item in suite_of(root_dir, name).items:
        sing, plural = (contents(item, condition) for condition in ("match_sing", "match_plural"))
        nouns = [place for place in range(2, 2 * attractors + 1, 2) if sing[place]]
        assert differing(sing, plural) == [0, *nouns, len(sing) - 2]
        if name != "nonce_agreement_0":
            assert len(nouns) == attractors


@pytest.mark.parametrize("name", OTHERS)
def test_conditions_with_more_attractors_only_add_modifiers(root_dir, name):
    for item in suite_of(root_dir, name).items:
        for condition in FRAME:
            none, one, two = (contents(item, f"{prefix}{condition}") for prefix in frames(name))
            assert none[1:3] == ["", ""]
            assert one[2] == ""
            assert two[1] == one[1] != ""
            assert two[2] != ""
            assert none[0] == one[0] == two[0]
            assert none[3:] == one[3:] == two[3:]


@pytest.mark.parametrize("name", SUITES)
def test_no_content_word_stands_in_two_items(root_dir, name):
    suite = suite_of(root_dir, name)
    without = set(FUNCTION_WORDS[suite.meta["language"]].split())
    count = Counter()
    for item in suite.items:
        text = " ".join(region.content for condition in item.conditions for region in condition.regions)
        count.update(set(re.findall(r"[^\W\d_]+", text.lower())) - without)
    assert [word for word, times in count.items() if times > 1] == []


@pytest.mark.parametrize("name", SUITES)
def test_sentences_are_spelled_plainly(root_dir, name):
    """One blank between words, none before a comma or after an apostrophe, a capital and a full stop."""
    for sentence in suite_of(root_dir, name).sentences():
        assert re.fullmatch(r"[^\W\d_a-zа-я](?:[^\W\d_]|(?<=[lL])'(?=\w)|,(?= )| (?=\w))*\w\.", sentence.text), (
            sentence.text
        )


@pytest.mark.parametrize(
    ("name", "folder"), [*((name, "English") for name in ENGLISH), ("nonce_agreement_it", "Italian")]
)
def test_no_context_is_a_published_one(root_dir, shared_dir, name, folder):
    """No sentence shares four words in a row with a context and its verb of Gulordava et al."""
    published = set()
    [table] = (shared_dir / "published" / "agreement" / folder).glob("*.tab")
    with table.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            words = re.findall(r"\w+", f"{row['prefix']} {row['form']}".lower())
            published.update(zip(words, words[1:], words[2:], words[3:], strict=False))
    for sentence in suite_of(root_dir, name).sentences():
        words = re.findall(r"\w+", sentence.text.lower())
        assert not published & set(zip(words, words[1:], words[2:], words[3:], strict=False)), sentence.text
