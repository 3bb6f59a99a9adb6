from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.lm.recurrent.prefixes import PrefixTree

SENTENCES = st.lists(st.lists(st.integers(0, 3), max_size=6), min_size=1, max_size=12)


@given(SENTENCES)
def test_the_tree_has_each_beginning_once_and_leads_back_to_the_words(sentences):
    tree = PrefixTree.of([np.array(sentence, np.int64) for sentence in sentences])
    beginnings = {tuple(sentence[:n]) for sentence in sentences for n in range(len(sentence) + 1)}
    assert len(tree.words) == len(tree.parents) == tree.edges[-1] == len(beginnings)
    for row, sentence in zip(tree.nodes, sentences, strict=True):
        assert (row[len(sentence) + 1 :] == -1).all()
        for n, word in enumerate(sentence, start=1):
            assert tree.words[row[n]] == word
            assert tree.parents[row[n]] == row[n - 1]
        assert row[0] == 0


@given(SENTENCES)
def test_levels_hold_beginnings_of_one_length_after_all_shorter_ones(sentences):
    tree = PrefixTree.of([np.array(sentence, np.int64) for sentence in sentences])
    lengths = np.zeros(len(tree.words), dtype=int)
    for node in range(1, len(tree.words)):
        lengths[node] = lengths[tree.parents[node]] + 1
    for length, level in enumerate(tree.levels()):
        assert (lengths[level] == length).all()
    assert (np.diff(lengths) >= 0).all()
