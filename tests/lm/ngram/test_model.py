"""Look-ups of many n-grams at once: two ways to search, one answer, in blocks of any size."""

import numpy as np
import pytest
from support.arpa_files import TINY, write
from support.ngram_texts import numbered, zipf_sentences

from syntaxgym_lite.lm.ngram import model as ngram_model
from syntaxgym_lite.lm.ngram.arpa import read_arpa
from syntaxgym_lite.lm.ngram.estimate import FALLBACK_DISCOUNTS, estimate


def test_a_table_finds_what_the_search_step_by_step_finds(tmp_path, monkeypatch):
    model = read_arpa(write(tmp_path / "tiny.arpa", TINY))
    n_words = len(model.words)
    parents, words = np.meshgrid(np.arange(-1, n_words), np.arange(n_words), indexing="ij")
    found = {}
    for most in (0, 1000):  # the tables are made only at the second
        monkeypatch.setattr(ngram_model, "_MOST_PER_QUERY", most)
        found[most] = model.children(1, parents.ravel(), words.ravel())
    assert found[0].tolist() == found[1000].tolist()
    assert sorted(found[0][found[0] >= 0]) == list(range(len(model.levels[1])))  # each bigram once
    stream = np.random.default_rng(0).integers(n_words, size=500)
    by_table = model.score(stream, np.arange(500))
    assert model._tables  # they were used
    monkeypatch.setattr(ngram_model, "_MOST_PER_QUERY", 0)
    model._tables.clear()
    assert by_table[0] == pytest.approx(model.score(stream, np.arange(500))[0], abs=0)


def test_blocks_of_any_size_give_the_same_numbers(tmp_path, monkeypatch):
    model = read_arpa(write(tmp_path / "tiny.arpa", TINY))
    rng = np.random.default_rng(1)
    stream = rng.integers(len(model.words), size=60)
    lengths = [1, 2, 7, 20, 30]
    n_before = np.concatenate([np.arange(n) for n in lengths])
    whole = model.score(stream, n_before)
    assert set(whole[1].tolist()) > {1}  # some longer n-grams are found
    for size in (1, 2, 3, 16, 59):
        monkeypatch.setattr(ngram_model, "_BLOCK", size)
        for once, in_blocks in zip(whole, model.score(stream, n_before), strict=True):
            assert once.tolist() == in_blocks.tolist()


def test_nothing_to_score_is_no_error(tmp_path):
    model = read_arpa(write(tmp_path / "tiny.arpa", TINY))
    log10_prob, length = model.score(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
    assert len(log10_prob) == len(length) == 0


@pytest.mark.parametrize("prune", [(0,), (0, 1), (0, 0, 1)])
def test_part_of_the_ngrams_is_part_of_all(prune):
    model = estimate(
        numbered(zipf_sentences(40, n_types=20)), order=4, prune=prune, discount_fallback=FALLBACK_DISCOUNTS
    ).model
    for length, n in enumerate(model.n_ngrams, start=1):
        every = model.ngrams(length)
        assert len({tuple(gram) for gram in every.tolist()}) == len(every) == n
        for start in (0, 1, n // 2, n - 1, n, n + 5):
            for stop in (start, start + 1, start + 7, n):
                assert model.ngrams(length, slice(start, stop)).tolist() == every[start:stop].tolist()
