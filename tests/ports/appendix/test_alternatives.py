"""Sentences that are written once for several."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.ports.appendix.alternatives import Choice, judged, parted, written_parts


def shown(parts):
    """Choices as lists, each alternative with its judgment before it."""
    return [p if isinstance(p, str) else [one.judgment + one.text for one in p.alternatives] for p in parts]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("The key was rusty.", ["The key was rusty."]),
        ("The key was/were rusty.", ["The key", ["was", "were"], "rusty."]),
        ("The key was/ *were rusty.", ["The key", ["was", "*were"], "rusty."]),
        ("The key was / * were rusty.", ["The key", ["was", "*were"], "rusty."]),
        ("The key is/was/?were rusty.", ["The key", ["is", "was", "?were"], "rusty."]),
        ("The door was red/open.", ["The door was", ["red.", "open."], ""]),
        ("He/She left.", ["", ["He", "She"], "left."]),
        ("While Anna dressed,/dressed the baby spat.", ["While Anna", ["dressed,", "dressed"], "the baby spat."]),
        ("The nurse {met/had met} him.", ["The nurse", ["met", "had met"], "him."]),
        ("The nurse [that he met / that met him] left.", ["The nurse", ["that he met", "that met him"], "left."]),
        ("The man (who/that) left slept.", ["The man", ["who", "that"], "left slept."]),
        ("The man *{who/which} left slept.", ["The man", ["*who", "*which"], "left slept."]),
        ("He said (that) it rained.", ["He said", ["that", ""], "it rained."]),
        ("Who did he say (*that) left?", ["Who did he say", ["*that", ""], "left?"]),
        ("The man *(who) left slept.", ["The man", ["who", "*"], "left slept."]),
        ("The boy(s) slept.", ["The", ["boys", "boy"], "slept."]),
        ("He said (that), well, no.", ["He", ["said that,", "said,"], "well, no."]),
        ("He said “was/were” twice.", ["He said", ["“was”", "“were”"], "twice."]),
        ("The key/keys was/were here.", ["The", ["key", "keys"], "", ["was", "were"], "here."]),
        ("It is at https://a.org/b/c today.", ["It is at https://a.org/b/c today."]),
        ("The {dog/cat", ["The {dog/cat"]),
        ("The man who/that/∅ left slept.", ["The man", ["who", "that", ""], "left slept."]),
        ("/", ["/"]),
    ],
)
def test_alternatives_are_found_with_what_stands_beside_them_without_a_blank(text, parts):
    assert shown(written_parts(text)) == parts


@pytest.mark.parametrize("text", ["cats and/or dogs", "He lost 1/2 of it.", "he/she left", "in 2010/11.", "s/he left"])
def test_slashes_of_plain_sentences_are_left_where_they_are_not_meant(text):
    assert shown(written_parts(text, usual=False)) == [text]
    [choice] = [part for part in written_parts(text) if isinstance(part, Choice)]
    assert choice.usual


def test_bare_slashes_and_parentheses_can_be_left_but_braces_are_always_choices():
    text = "The dog/cat (really) {is/was} here."
    assert shown(written_parts(text, slashes=False, parentheses=False)) == [
        "The dog/cat (really)",
        ["is", "was"],
        "here.",
    ]


@pytest.mark.parametrize(
    ("text", "longer"),
    [("the dog/the dogs slept", True), ("that met/had met him", True), ("the key was/were here", False)],
)
def test_words_around_a_slash_tell_that_an_alternative_may_be_longer_than_a_word(text, longer):
    [choice] = [part for part in written_parts(text) if isinstance(part, Choice)]
    assert choice.longer is longer


@pytest.mark.parametrize(
    ("text", "mark", "rest"),
    [
        ("*The keys was.", "*", "The keys was."),
        ("* The keys was.", "*", "The keys was."),
        ("??Who left?", "??", "Who left?"),
        ("?*Who left?", "?*", "Who left?"),
        ("#The rock slept.", "#", "The rock slept."),
        ("%The team are here.", "%", "The team are here."),
        ("✓The team is here.", "✓", "The team is here."),
        ("OK The team is here.", "OK", "The team is here."),
        ("OK, the team is here.", "", "OK, the team is here."),
        ("OK then, we go.", "", "OK then, we go."),
        ("¿Quién salió?", "", "¿Quién salió?"),
        ("*", "", "*"),
    ],
)
def test_a_judgment_is_parted_from_its_sentence(text, mark, rest):
    assert judged(text) == (mark, rest)


def test_separators_within_braces_part_nothing():
    assert parted("The horse / raced {past/by} /the barn", "/") == ["The horse", "raced {past/by}", "the barn"]
    assert parted("a} / {b", "/") == ["a}", "{b"]


@given(st.text(alphabet="ab.,/*?(){}[]| “”", max_size=30))
def test_every_letter_of_a_sentence_stands_in_a_part(text):
    text = " ".join(text.split())
    parts = written_parts(text)
    kept = "".join(part if isinstance(part, str) else "".join(one.text for one in part.alternatives) for part in parts)
    assert set("ab") & set(text) == set("ab") & set(kept)
    assert sum(kept.count(letter) for letter in "ab") >= sum(text.count(letter) for letter in "ab")
    assert len(parts) % 2 == 1
    assert all(isinstance(part, str) == (place % 2 == 0) for place, part in enumerate(parts))
