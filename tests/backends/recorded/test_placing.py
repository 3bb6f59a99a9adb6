"""Recorded tokens are found in the sentence that they make up, or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.backends.recorded.placing import place_tokens


@pytest.mark.parametrize(
    ("text", "tokens", "pieces"),
    [
        ("the band and", ["the", "<unk>", "and"], ["the", "band", "and"]),  # unknown text holds the next word
        ("the fox quux", ["the", "fox", "<unk>"], ["the", "fox", "quux"]),
        ("the fox quux.", ["the", "fox", "<unk>", "."], ["the", "fox", "quux", "."]),
        ("He isn't.", ["he", "is", "n't", "."], ["He", "is", "n't", "."]),  # a model without capitals
        ('"Yes" (no)', ["``", "Yes", "''", "-LRB-", "no", "-RRB-"], ['"', "Yes", '"', "(", "no", ")"]),
        ("foxes sleep", ["Ġfox", "es", "Ġsleep"], ["fox", "es", "sleep"]),
        ("foxes sleep", ["▁fox", "es", "▁sleep"], ["fox", "es", "sleep"]),
        ("foxes sleep", ["fox", "##es", "sleep"], ["fox", "es", "sleep"]),
        ("foxes sleep", ["fox@@", "es", "sleep"], ["fox", "es", "sleep"]),
        ("foxes sleep", ["fox", "es</w>", "sleep</w>"], ["fox", "es", "sleep"]),
        ("a # b", ["a", "#", "b"], ["a", "#", "b"]),
        ("两只狐狸", ["两只", "<unk>", "狸"], ["两只", "狐", "狸"]),
    ],
)
def test_tokens_are_placed(text, tokens, pieces):
    spans = place_tokens(text, tokens)
    assert spans is not None
    assert [text[start:end] for start, end in spans.tolist()] == pieces


@pytest.mark.parametrize(("text", "tokens"), [("a b", ["a"]), ("a", ["a", "b"]), ("a b", ["b", "a"]), ("", ["a"])])
def test_tokens_of_another_text_are_not_placed(text, tokens):
    assert place_tokens(text, tokens) is None


@given(st.lists(st.text("abcé,. ", min_size=1, max_size=6).filter(str.strip), min_size=1, max_size=8), st.data())
def test_placed_tokens_cover_every_character_whichever_are_unknown(words, data):
    tokens = [word for piece in words for word in piece.split()]
    unknown = data.draw(st.lists(st.booleans(), min_size=len(tokens), max_size=len(tokens)))
    text = " ".join(tokens)
    shown = ["<unk>" if flag else token for token, flag in zip(tokens, unknown, strict=True)]
    spans = place_tokens(text, shown)
    assert spans is not None
    covered = "".join(text[start:end] for start, end in spans.tolist())
    assert covered == "".join(tokens)


def test_reading_many_unknown_words_takes_no_time():
    """Without a table of what is reachable this would try every way of cutting the run."""
    assert place_tokens("x" * 300, ["<unk>"] * 40 + ["y"]) is None
    spans = place_tokens("x" * 800, ["<unk>"] * 400)  # one word of Chinese, say: was a minute, growing by the cube
    assert spans is not None
    assert spans[:, 0].tolist() == [0, *range(401, 800)]


@pytest.mark.parametrize(
    ("text", "tokens", "spans"),
    [
        ("İSTANBUL IŞIK", ["istanbul", "ışık"], [[0, 8], [9, 13]]),  # field case A16: a model of Turkish in lower case
        ("Işık I", ["işik", "i"], None),  # a dotless letter is another one in the text itself
        ("İT", ["it"], [[0, 2]]),
        ("IT", ["it"], [[0, 2]]),  # as in any other language
    ],
)
def test_tokens_in_lower_case_may_be_turkish(text, tokens, spans):
    placed = place_tokens(text, tokens)
    assert (None if placed is None else placed.tolist()) == spans
