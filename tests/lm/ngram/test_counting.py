"""All n-grams of a text are counted, whatever the size of the blocks."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.ngram_texts import numbered

from syntaxgym_lite.lm.ngram.counting import BLOCK, _most_sorted, count_ngrams, stretches
from syntaxgym_lite.lm.ngram.scratch import Scratch

texts = st.lists(st.lists(st.sampled_from("abc"), max_size=6), min_size=1, max_size=12)


@settings(max_examples=60, deadline=None)
@given(sentences=texts, block=st.integers(1, 30), on_disk=st.booleans())
def test_counts_suffixes_and_order_are_those_of_a_plain_list(sentences, block, on_disk):
    text = numbered(sentences)
    orders = count_ngrams(text, 4, scratch=Scratch(on_disk=on_disk), block=block)
    number = {word: i for i, word in enumerate(text.words)}
    marked = [[1, *(number[word] for word in sentence), 2] for sentence in sentences]
    shorter = [(i,) for i in range(len(text.words))]
    for n, order in enumerate(orders[1:], start=2):
        counts = Counter(tuple(s[i : i + n]) for s in marked for i in range(len(s) - n + 1))
        grams = sorted(counts)
        assert order.words.tolist() == [gram[-1] for gram in grams]
        assert order.counts.tolist() == [counts[gram] for gram in grams]
        assert [shorter[rank] for rank in order.suffixes.tolist()] == [gram[1:] for gram in grams]
        assert order.n_children.tolist() == [sum(gram[:-1] == begin for gram in grams) for begin in shorter]
        assert grams[order.begin] == [gram for gram in grams if gram[0] == 1]
        shorter = grams


@given(sizes=st.lists(st.integers(0, 9), max_size=40), block=st.integers(1, 20))
def test_stretches_hold_all_groups_in_order_and_are_short(sizes, block):
    parts = list(stretches(len(sizes), np.array(sizes, dtype=np.int64).__getitem__, block))
    groups = [i for part, _ in parts for i in range(part.start, part.stop)]
    assert groups == list(range(len(sizes)))
    assert [i for _, part in parts for i in range(part.start, part.stop)] == list(range(sum(sizes)))
    for part, members in parts:
        assert members.stop - members.start == sum(sizes[part])
        assert sum(sizes[part]) <= block or part.stop == part.start + 1


def test_numbers_to_sort_have_64_bits_however_many_words_there_are():
    for n_words in (3, 300_000, (1 << 23) - 1, 1 << 23, 1 << 24, (1 << 31) - 1):
        most = min(BLOCK, _most_sorted(n_words))
        assert ((most - 1) << n_words.bit_length() << most.bit_length()).bit_length() <= 64
    assert _most_sorted(300_000) >= BLOCK


@pytest.mark.parametrize("kind", [np.int32, np.float64, np.bool_])
def test_arrays_in_files_are_like_those_in_memory(kind):
    for scratch in (Scratch(), Scratch(on_disk=True)):
        zeros = scratch.zeros(5, kind)
        assert (zeros.tolist(), zeros.dtype, type(zeros)) == ([0] * 5, kind, np.ndarray)
        zeros[2] = 1
        assert zeros.tolist() == [0, 0, 1, 0, 0]
        column = scratch.column(kind)
        assert len(column.array()) == 0
