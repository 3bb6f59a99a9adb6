"""What people say of pairs, against loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.acceptability.people import people_on_pairs, preference
from syntaxgym_lite.ports.tables.rated import RatedPair, RatedSentence, RatedTable

RATINGS = st.lists(st.integers(1, 7), min_size=1, max_size=6)


@given(RATINGS, RATINGS)
def test_without_people_who_rated_both_every_rating_is_held_against_every_other(good, bad):
    one = np.array([*good, *[np.nan] * len(bad)])
    two = np.array([*[np.nan] * len(good), *bad])
    expected = np.mean([1.0 if g > b else 0.5 if g == b else 0.0 for g in good for b in bad])
    assert preference(one, two) == pytest.approx(expected)


@given(st.lists(st.tuples(st.integers(1, 7), st.integers(1, 7)), min_size=1))
def test_people_who_rated_both_are_asked_themselves(pairs):
    good, bad = (np.array(side, np.float64) for side in zip(*pairs, strict=True))
    assert preference(good, bad) == pytest.approx(np.mean([(g > b) + (g == b) / 2 for g, b in pairs]))


def test_shares_and_differences_and_who_agrees():
    sentences = tuple(RatedSentence(f"row {n}", str(n), str(n // 2)) for n in range(4))
    pairs = (RatedPair("a", 0, 1), RatedPair("b", 2, 3))
    none = np.zeros((4, 0))
    chosen = people_on_pairs(
        RatedTable("t", sentences, none, pairs, np.array([[1, 1, 1, 1, 1, 1, 1, 0, 0, 0], [0.0] * 9 + [np.nan]]))
    )
    assert chosen.share.tolist() == [0.7, 0]
    assert (chosen.what, chosen.agreed(0.7).tolist(), chosen.agreed(0.71).tolist()) == ("share", [1, -1], [0, -1])
    rated = people_on_pairs(RatedTable("t", sentences, np.array([[7.0], [2], [3], [4]]), pairs, np.zeros((2, 0))))
    assert (rated.what, rated.difference.tolist()) == ("difference", [5, -1])
    assert np.isnan(rated.share).all()  # means do not say how many prefer what
