"""What every shipped suite promises, whatever its design: a card, plain spelling, words of its own.

The designs are tested in the files beside this one.
"""

from __future__ import annotations

import re
from collections import Counter
from fnmatch import fnmatchcase
from itertools import combinations
from typing import NamedTuple

import pytest
from support.suite_designs import FRAME_VERBS, PARTICIPLES, item_words, published_words, suite_of, word_set

import syntaxgym_lite as sgl
from syntaxgym_lite.resources import shipped_suites

# Words that are no content, by families of suites: function words, and words that a design must use again and again.
AGREEMENT = word_set(
    """
    a above across after against all alongside an and any are as at badly be been before behind below beside by can
    could do does down during early every ever for from front had has have herself himself in into is it last like
    me much my near next no not of on opposite or out over re since so such that the themselves this through to too
    twice under up us was were when will with would
    """
)
DEPENDENCIES = FRAME_VERBS | word_set(
    """
    a about above across after against ago all along an and around as at because before behind beneath beside by can
    could did during everybody everyone fact few for from had has he her him his i in inside into its just last me
    my near never nobody not of off on once our out over past she should soon that the their them they this through
    throughout to under up us was we were what when while who will with within without you
    """
)
GARDEN_PATHS = PARTICIPLES | word_set(
    """
    a about above across after again against all almost along although an and around as aside at away be because
    been before began begun behind beneath beside beyond by could down during even every everyone everything
    everywhere few for from had has have he her him his if in inside into it its like long my near nearly next no
    nobody not of off on once onto or our out over own same several she since some someone soon than that the their
    them then they though through to toward two under until up us was we were when whenever where while who with
    within without would
    """
)
NONCE_ENGLISH = word_set(
    """
    a about above against and are as at be been before behind beneath beside but by could does far for from had has
    home in inside into is like must near never not nothing of on or than that the they to under unlike we well
    which with without would you
    """
)
NONCE_ITALIAN = word_set(
    """
    a alla alle che come con contro d da dal degli dei del dell della delle dello di dopo è era erano gli ha hanno i
    il in l la le lo lungo molto nel per può possono presso senza sono sopra sotto sul sulla un una verso
    """
)
NONCE_RUSSIAN = word_set(
    """
    без в вокруг возле вместо для из котором который которые которых на над напротив о около от по под после против
    с у
    """
)

WORDS = r"[A-Z][A-Za-z'-]*(,? [A-Za-z'-]+)*"
ONE_COMMA = r"[A-Z][a-z]+( [A-Za-z]+)*(, [A-Za-z]+( [A-Za-z]+)*)?\."
NONCE = r"[^\W\d_a-zа-я](?:[^\W\d_]|(?<=[lL])'(?=\w)|,(?= )| (?=\w))*\w\."


class Family(NamedTuple):
    """Suites of one kind."""

    names: str
    """Patterns of their names."""

    spelling: str
    """What a sentence looks like: one blank between words, none before a mark."""

    no_content: frozenset[str] | None = None
    """Words that may stand in several items; None where any may, for a reason that is given."""

    most_in_common: float | None = None
    """Share of the smaller vocabulary that two of the suites may have in common."""

    is_new: bool = True
    """Whether its items are held against the published ones of the same construction, word by word."""


FAMILIES = [
    Family("number_*", r"The( [A-Za-z]+)+\.", AGREEMENT, 1 / 2),
    Family("reflexive_*", r"The( [A-Za-z]+)+\.", AGREEMENT, 1 / 2),
    Family("npi_src_* npi_orc_*", r"(The|No)( [A-Za-z]+)+\.", AGREEMENT, 1 / 2),
    Family("fgd_*", r"(I|[A-Z][a-z]+)( [A-Za-z]+)+\.", DEPENDENCIES, 1 / 3),
    Family("cleft cleft_*", r"(I|[A-Z][a-z]+)( [A-Za-z]+)+\.", DEPENDENCIES, 1 / 3),
    Family("npz npz_*", ONE_COMMA, GARDEN_PATHS, 1 / 3),
    Family("mvrr mvrr_*", ONE_COMMA, GARDEN_PATHS, 1 / 3),
    Family("subordination subordination_*", ONE_COMMA, GARDEN_PATHS, 1 / 3),
    Family("center_embed center_embed_*", ONE_COMMA, GARDEN_PATHS, 1 / 3),
    Family("nonce_agreement_[0-3]", NONCE, NONCE_ENGLISH, is_new=False),
    Family("nonce_agreement_it", NONCE, NONCE_ITALIAN, is_new=False),
    Family("nonce_agreement_ru", NONCE, NONCE_RUSSIAN, is_new=False),
    # items exchange words with one another, so that a preference for a word decides nothing (test_diagnostics)
    Family("commonsense_inference negation_category role_reversal", r"[A-Z][A-Za-z'-]*([,.]? [A-Za-z'-]+)*\."),
    # determiners, pronouns and verbs of one class are few; the nouns are held apart in test_phenomena
    Family("islands", WORDS + r"\?"),
    Family("npi_licensing", WORDS + r"[.?]"),
    Family(
        "anaphor_agreement argument_structure binding control_raising determiner_noun_agreement ellipsis filler_gap "
        "irregular_forms quantifiers subject_verb_agreement",
        WORDS + r"\.",
    ),
]


def family_of(name: str) -> Family:
    [family] = [family for family in FAMILIES if any(fnmatchcase(name, pattern) for pattern in family.names.split())]
    return family


SUITES = sorted(shipped_suites())
APART = [name for name in SUITES if family_of(name).no_content is not None]


def words_of_items(name: str) -> list[set[str]]:
    return [item_words(item, without=family_of(name).no_content or ()) for item in suite_of(name).items]


@pytest.mark.parametrize("name", SUITES)
def test_a_suite_says_what_it_is(name):
    suite = suite_of(name)
    assert suite.name == name
    assert suite.join == "natural"
    for key in ("circuit", "phenomenon", "description", "reference", "language", "author"):
        assert suite.meta.get(key), key
    assert suite.meta["author"] == "syntaxgym_lite contributors"
    assert len(suite.items) >= 24
    assert all(prediction.name and prediction.description for prediction in suite.predictions)


@pytest.mark.parametrize("name", SUITES)
def test_sentences_are_spelled_plainly_and_none_occurs_twice(name):
    texts = [sentence.text for sentence in suite_of(name).sentences()]
    assert [text for text in texts if not re.fullmatch(family_of(name).spelling, text)] == []
    assert [text for text, n in Counter(texts).items() if n > 1] == []


@pytest.mark.parametrize("name", APART)
def test_no_content_word_stands_in_two_items(name):
    count = Counter(word for words in words_of_items(name) for word in words)
    assert [word for word, n in count.items() if n > 1] == []


@pytest.mark.parametrize("family", [family for family in FAMILIES if family.most_in_common], ids=lambda one: one.names)
def test_sister_suites_have_most_words_to_themselves(family):
    vocabulary = {name: set().union(*words_of_items(name)) for name in SUITES if family_of(name) is family}
    assert len(vocabulary) > 1
    for first, second in combinations(vocabulary, 2):
        smaller = min(len(vocabulary[first]), len(vocabulary[second]))
        assert len(vocabulary[first] & vocabulary[second]) <= smaller * family.most_in_common, (first, second)


@pytest.mark.parametrize("name", [name for name in APART if family_of(name).is_new])
def test_no_item_has_three_content_words_of_a_published_item(shared_dir, name):
    published = published_words(shared_dir, family_of(name).no_content)
    for number, words in enumerate(words_of_items(name), 1):
        assert max(len(words & theirs) for theirs in published) < 3, number


def test_no_sentence_is_a_published_one(shared_dir):
    published = {
        sentence.text.replace(" ", "").rstrip(".").casefold()
        for path in (shared_dir / "published" / "syntaxgym").glob("*.json")
        for sentence in sgl.load_suite(path).sentences()
    }
    for name in SUITES:
        for sentence in suite_of(name).sentences():
            assert sentence.text.replace(" ", "").rstrip(".").casefold() not in published
