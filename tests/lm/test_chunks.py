"""Texts cut at blanks: numbers tell chunks apart as strings do, whatever their length and script."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.lm import chunks as chunks_module
from syntaxgym_lite.lm.chunks import ChunkTable

BLANKS = st.sampled_from([" ", " ", " ", "  ", "\u00a0", "\t", "\x1f", "\u2003", "\u3000", "\x85"])
# 8 and 16 bytes are where a number ends; letters of one to four bytes; a byte 0, which fills numbers up
WORDS = st.sampled_from(
    ["a", "abcdefgh", "abcdefghi", "b" * 16, "b" * 17, "b" * 40, "é", "жжжж", "жжжжa", "猫猫", "🦊", "a\0"]
)
TEXTS = st.lists(st.builds("".join, st.lists(WORDS | BLANKS | st.text(max_size=3), max_size=8)), max_size=5)


def numbering():
    names = []

    def make(chunk):
        names.append(chunk)
        return len(names) - 1

    return ChunkTable(make), names


def assert_cut(numbers, names, texts):
    chunks, begins, bounds = numbers.cut(texts)
    for text, start, end in zip(texts, bounds[:-1], bounds[1:], strict=True):
        own = text.split()
        assert [names[number] for number in chunks[start:end]] == own
        assert [text[begin:][: len(word)] for begin, word in zip(begins[start:end], own, strict=True)] == own
    assert len(set(names)) == len(names) == len(numbers)


@given(batches=st.lists(TEXTS, max_size=4))
def test_chunks_are_those_of_split_in_any_batch_before_and_after(batches):
    numbers, names = numbering()
    for texts in [*batches, *batches]:
        assert_cut(numbers, names, texts)


@pytest.mark.parametrize("n_bits", [0, 3])
def test_chunks_that_find_no_slot_are_told_apart_as_strings(monkeypatch, n_bits):
    monkeypatch.setattr(chunks_module, "_LEAST_BITS", 12)
    numbers, names = numbering()
    monkeypatch.setattr(numbers, "_grow", lambda _: None)  # never: the table fills up
    numbers._n_bits, numbers._slots = max(n_bits, 1), np.zeros(1 << max(n_bits, 1), dtype=np.int32)
    texts = [" ".join(f"word{i}" for i in range(start, start + 50)) for start in (0, 25, 100, 0)]
    for _ in range(2):
        assert_cut(numbers, names, texts)


def test_a_growing_table_keeps_what_it_has():
    numbers, names = numbering()
    texts = [" ".join(f"{i}x{i * 7919}" for i in range(start, start + 1500)) for start in range(0, 9000, 1000)]
    for text in texts:
        assert_cut(numbers, names, [text])
    assert len(numbers._slots) > 4 * len(numbers)
    assert_cut(numbers, names, texts)


def test_a_lone_surrogate_is_part_of_a_chunk():
    numbers, names = numbering()
    for _ in range(2):
        assert_cut(numbers, names, ["a\ud800b \udfff", "é \ud800"])


@pytest.mark.parametrize("blank", [chr(i) for i in range(0x3001) if chr(i).isspace()])
def test_all_blanks_are_as_good_as_one_another(monkeypatch, blank):
    numbers, names = numbering()
    monkeypatch.setattr(numbers, "_cut_each", None)  # slow, and only for a byte 0
    assert_cut(numbers, names, [f"le chat{blank}: {blank}été", f"{blank}", "le chat", f"été{blank}"])
    assert names == ["le", "chat", ":", "été"]
