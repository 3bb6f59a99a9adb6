"""Surprisals as columns are those of the sentences they are made of, whatever is taken, joined or put in line."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.toys import WordBackend

from syntaxgym_lite.surprisal import ScoringOptions, TokenSurprisals
from syntaxgym_lite.token_columns import TokenColumns

TEXTS = st.lists(st.sampled_from(["a fox", "", "owls hunt mice", "foxes", "  ", "the old fox"]), max_size=6)


def scored(texts, *, warned=True):
    """Sentences with warnings at every second place, and columns of arrays alone that say the same."""
    rows = WordBackend(unknown=frozenset({"fox"})).score(texts, ScoringOptions(eos=True, ranks=True))
    made = TokenColumns.of(rows)
    lead = 2 if len(made.names) else 0  # tokens that are in no sentence stand before
    columns = TokenColumns(
        texts,
        made.starts + lead,
        made.ends + lead,
        made.names,
        np.concatenate([np.zeros(lead, dtype=np.int64), made.forms]),
        np.concatenate([np.zeros((lead, 2), dtype=np.int32), made.spans]),
        np.concatenate([np.full(lead, 99.0), made.bits]),
        np.concatenate([np.ones(lead, dtype=np.bool_), made.oov]),
        made.eos_bits,
        np.concatenate([np.zeros(lead, dtype=np.int32), *(one.ranks for one in rows)]),
    )
    said = {place: (f"It is number {place}.",) for place in range(0, len(rows), 2)} if warned else {}
    return columns.with_warnings(said), list(made.with_warnings(said))


def assert_same(found, expected):
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert isinstance(one, TokenSurprisals)
        assert (one.text, one.tokens, one.warnings) == (other.text, other.tokens, other.warnings)
        for name in ("spans", "bits", "oov", "ranks"):
            array = getattr(one, name)
            np.testing.assert_array_equal(array, getattr(other, name))
            assert array.dtype == getattr(other, name).dtype
            assert not array.flags.writeable
        assert one.eos_bits == other.eos_bits


@given(texts=TEXTS)
def test_columns_are_a_sequence_of_their_sentences(texts):
    columns, rows = scored(texts)
    assert_same(columns, rows)
    assert_same([columns[place] for place in range(-len(rows), 0)], rows)
    assert_same(columns[1:], rows[1:])
    assert columns.n_tokens.tolist() == [len(one.tokens) for one in rows]
    with pytest.raises(IndexError):
        columns[len(rows)]


@given(texts=TEXTS, data=st.data())
def test_what_is_taken_joined_and_put_in_line_stays_what_it_was(texts, data):
    columns, rows = scored(texts)
    for own in (columns, TokenColumns.of(rows)):
        places = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=8)) if rows else []
        taken = own.take(np.array(places, dtype=np.int64))
        assert_same(taken, [rows[place] for place in places])
        assert_same(TokenColumns.joined([taken, columns, own]), [*(rows[place] for place in places), *rows, *rows])
        line = taken.in_line()
        assert_same(line, [rows[place] for place in places])
        assert line.ends.tolist() == np.cumsum(line.n_tokens).tolist()
        assert len(line.bits) == sum(len(rows[place].tokens) for place in places)


def test_columns_of_sentences_give_these_sentences_back():
    _, rows = scored(["a fox", "owls"])
    columns = TokenColumns.of(rows)
    assert columns[0] is rows[0]
    assert list(columns) == rows
    assert TokenColumns.of(columns) is columns


def test_sentences_are_parts_of_the_arrays():
    columns, _ = scored(["a fox", "owls"], warned=False)
    assert all(np.shares_memory(one.bits, columns.bits) for one in columns)


def test_columns_of_sentences_have_their_ranks():
    ranked = WordBackend().score(["a fox", "owls"], ScoringOptions(ranks=True))
    [plain] = WordBackend().score(["the old fox"])
    assert TokenColumns.of(ranked).ranks.tolist() == [rank for one in ranked for rank in one.ranks.tolist()]
    assert TokenColumns.of([plain]).ranks is None
    # of a sentence without ranks they are undefined, which 0 stands for
    assert TokenColumns.of([plain, ranked[1]]).ranks.tolist() == [0, 0, 0, *ranked[1].ranks.tolist()]
