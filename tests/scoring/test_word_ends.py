"""What moves when the end of a word counts for the word."""

from __future__ import annotations

import numpy as np

from syntaxgym_lite.scoring.word_ends import move_word_ends
from syntaxgym_lite.surprisal import TokenSurprisals


def test_an_end_that_is_impossible_makes_both_words_impossible_and_nothing_undefined():
    spans = np.array([[0, 1], [1, 3]])
    scored = TokenSurprisals(
        "a b", ("a", "b"), spans, [1.0, np.inf], [False, False], boundary_bits=[np.nan, np.inf, 0.5]
    )
    assert move_word_ends(scored).bits.tolist() == [np.inf, np.inf]
