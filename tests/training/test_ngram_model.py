"""Look-ups of many n-grams at once: two ways to search, one answer."""

import numpy as np
import pytest
from arpa_files import TINY, write

from syntaxgym_lite.training import ngram_model
from syntaxgym_lite.training.arpa import read_arpa


def test_a_search_by_keys_finds_what_the_search_step_by_step_finds(tmp_path, monkeypatch):
    model = read_arpa(write(tmp_path / "tiny.arpa", TINY))
    n_words = len(model.words)
    parents, words = np.meshgrid(np.arange(-1, n_words), np.arange(n_words), indexing="ij")
    found = {}
    for most in (0, 1000):
        monkeypatch.setattr(ngram_model, "_MOST_PER_QUERY", most)
        found[most] = model.children(1, parents.ravel(), words.ravel())
    assert found[0].tolist() == found[1000].tolist()
    assert sorted(found[0][found[0] >= 0]) == list(range(len(model.levels[1])))  # each bigram once
    stream = np.random.default_rng(0).integers(n_words, size=500)
    by_key = model.score(stream, np.arange(500))
    monkeypatch.setattr(ngram_model, "_MOST_PER_QUERY", 0)
    assert by_key[0] == pytest.approx(model.score(stream, np.arange(500))[0], abs=0)
