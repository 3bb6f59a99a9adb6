from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.lm.transfo_xl.words import moses_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        # what MosesPunctNormalizer, MosesTokenizer(aggressive dashes, unescaped) of sacremoses 0.2.0, and the pattern for
        # numbers of the published tokenizer make of our sentences
        ("The dog's bone isn't here.", "The dog 's bone isn 't here ."),
        ("A well-known, 25-year-old co-author", "A well @-@ known , 25 @-@ year @-@ old co @-@ author"),
        ("It cost $1,234.56, or 5%.", "It cost $ 1 @,@ 234 @.@ 56 , or 5 % ."),
        ("Mr. Smith met Dr. No. at St. Paul's.", "Mr. Smith met Dr. No. at St. Paul 's ."),
        ("See No. 5 and pp. 12; the U.S. is big.", "See No. 5 and pp. 12 ; the U.S. is big ."),
        ("He left. then came", "He left. then came"),
        ("She said, “Stop”.", 'She said , " Stop . "'),
        ("She said, «Stop» — and left …", 'She said , " Stop " - and left ...'),
        ("'Tis the 1990's (really)!", "'Tis the 1990 's ( really ) !"),
        ("wait.... what?!", "wait .... what ? !"),
        ("the dogs' bowl and/or `it'", "the dogs ' bowl and / or ' it'"),
        ("end.'", "end . '"),
        ("naïve café — 中文", "naïve café - 中 文"),
        ("a , b @-@ c 3 @,@ 000", "a , b @ - @ c 3 @ , @ 000"),
        ("", ""),
    ],
)
def test_sentences_are_cut_as_the_published_tokenizer_cuts_them(text, words):
    assert [piece.form for piece in moses_words(text)] == words.split()


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("well-known.", ["well", "-", "known", "."]),
        ("1,000.5", ["1", ",", "000", ".", "5"]),
        ("(“A”…)", ["(", "“", "A", "”…", "”…", ")"]),
        ("isn’t  it''s", ["isn", "’t", "it", "''", "s"]),
        ('say "no".', ["say", '"', "no", '".', '".']),  # the two change places, so both stand for both
    ],
)
def test_every_word_knows_where_it_stands(text, places):
    assert [text[piece.start : piece.end] for piece in moses_words(text)] == places


def test_lower_case_comes_first_and_places_stay():
    assert [piece.form for piece in moses_words("The U.S. Army", lowercase=True)] == ["the", "u.s.", "army"]
    city, after = moses_words("İzmir. OK", lowercase="tr")[:2]
    assert [(city.form, city.start, city.end), (after.form, after.start)] == [("izmir.", 0, 6), ("ok", 7)]
    *_, last = moses_words("İzmir is far", lowercase=True)  # the dot above becomes a sign of its own
    assert (last.form, last.start, last.end) == ("far", 9, 12)


@given(st.text(st.sampled_from("aB.',-\"` 1,5%():;!?…’‘“”–—«»\u00a0é中$@\n"), max_size=30) | st.text(max_size=12))
def test_places_rise_and_every_letter_is_in_a_word(text):
    pieces = moses_words(text)
    assert all(0 <= piece.start < piece.end <= len(text) and piece.form.split() == [piece.form] for piece in pieces)
    assert all(before.start <= after.start and before.end <= after.end for before, after in pairwise(pieces))
    covered = {place for piece in pieces for place in range(piece.start, piece.end)}
    assert all(place in covered for place, char in enumerate(text) if char.isalnum())


def test_a_sign_between_a_letter_and_its_stop_shares_their_place():
    pieces = moses_words("B«.")
    assert [(piece.form, piece.start, piece.end) for piece in pieces] == [("B.", 0, 3), ('"', 0, 3)]
