"""Texts to train n-gram models on in tests, made up by rule, and a slow second road to the same model."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from syntaxgym_lite.lm.corpus import Sentences, read_words
from syntaxgym_lite.lm.ngram.estimate import SPECIALS

MARKED = (SPECIALS[1], SPECIALS[2])


def numbered(sentences):
    """Sentences as numbers, the special words first."""
    text = read_words(sentences)
    return Sentences(text.ids + len(SPECIALS), text.offsets, SPECIALS + text.words)


def zipf_sentences(n_sentences, *, n_types=120, seed=0):
    """Sentences whose words are distributed as in real text: few frequent ones, many rare ones, some sequence."""
    rng = np.random.default_rng(seed)
    weights = 1 / np.arange(1, n_types + 1)
    weights /= weights.sum()
    sentences = []
    for length in rng.integers(1, 14, n_sentences):
        numbers = rng.choice(n_types, length, p=weights)
        follow = rng.random(length) < 0.4  # a word often brings its neighbour along
        numbers[1:][follow[1:]] = (numbers[:-1][follow[1:]] * 7 + 1) % n_types
        sentences.append([f"w{number}" for number in numbers])
    return sentences


def slow_kneser_ney(sentences, order, *, prune, discounts, n_words):
    """Interpolated modified Kneser-Ney from its definition, with dictionaries.

    Gives a function (context tuple, word) -> probability. `discounts`: per order, for counts 1, 2 and from 3.
    """
    raw = [defaultdict(int) for _ in range(order + 1)]
    for sentence in sentences:
        marked = [MARKED[0], *sentence, MARKED[1]]
        for n in range(1, order + 1):
            for start in range(len(marked) - n + 1):
                raw[n][tuple(marked[start : start + n])] += 1
    counts = [defaultdict(int) for _ in range(order + 1)]
    for n in range(1, order + 1):
        for gram, count in raw[n].items():
            if n == order or gram[0] == MARKED[0]:
                counts[n][gram] = count
        if n < order:
            for longer in raw[n + 1]:
                if longer[1] != MARKED[0]:
                    counts[n][longer[1:]] += 1
    counts[1].pop((MARKED[0],), None)

    def discount(n, gram):
        kept = raw[n][gram] > prune[n - 1]
        return (counts[n][gram], discounts[n - 1][min(counts[n][gram], 3) - 1]) if kept else (0, None)

    def probability(context, word):
        n = len(context) + 1
        if n == 1:
            total = sum(counts[1].values())
            given_up = sum(discounts[0][min(count, 3) - 1] for count in counts[1].values())
            own = counts[1].get((word,), 0)
            own -= discounts[0][min(own, 3) - 1] if own else 0
            return own / total + given_up / total / (n_words - 1)
        followers = {gram: count for gram, count in counts[n].items() if gram[:-1] == context}
        shorter = probability(context[1:], word)
        total = sum(followers.values())
        if not total:
            return shorter
        given_up = 0.0
        for gram, count in followers.items():
            held, amount = discount(n, gram)
            given_up += amount if held else count
        held, amount = discount(n, (*context, word)) if (*context, word) in followers else (0, None)
        return (held - amount if held else 0) / total + given_up / total * shorter

    return probability


def assert_same_ngrams(one, other):
    """Two models have the same words and n-grams, with the same numbers."""
    assert one.words == other.words
    assert one.n_ngrams == other.n_ngrams
    for a, b in zip(one.levels, other.levels, strict=True):
        assert (a.words == b.words).all()
        assert (a.log10_prob[:] == b.log10_prob[:]).all()
        if a.first_child is not None:
            assert (a.first_child == b.first_child).all()
            assert (a.log10_backoff[:] == b.log10_backoff[:]).all()
