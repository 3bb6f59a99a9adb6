"""Columns of n-gram models are, to the bit, what each sentence is by a plain road: one sentence, one word at a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.arpa_files import TINY, write

from syntaxgym_lite.backends.protocol import Columnar
from syntaxgym_lite.backends.word.kenlm import load as load_kenlm
from syntaxgym_lite.backends.word.ngram import load as load_ngram
from syntaxgym_lite.backends.word.table import bits_of
from syntaxgym_lite.surprisal import ScoringOptions
from syntaxgym_lite.words import split_words

WORDS = st.sampled_from(["foxes", "sleep", "sleeps", "Foxes", "quux", "жук", "猫🦊", "<s>", "</s>", "<unk>", "x" * 30])
TEXTS = st.lists(
    st.lists(WORDS | st.text(max_size=4), max_size=6).flatmap(
        lambda words: st.sampled_from([" ", "  ", "\u00a0", "\t"]).map(lambda blank: blank.join(words))
    ),
    max_size=5,
)


@pytest.fixture(scope="module")
def arpa(tmp_path_factory):
    return str(write(tmp_path_factory.mktemp("arpa") / "tiny.arpa", TINY))


def words_of(whole, scheme):
    return [whole[start:end] for start, end in split_words(whole, scheme)]


def by_kenlm(backend, words, *, eos):
    asked = [
        word if word in backend._model and word not in ("<s>", "</s>", "<unk>", "<UNK>") else "<unk>" for word in words
    ]
    starts = backend.info.options["bos"] == "auto"
    return [score for score, *_ in backend._model.full_scores(" ".join(asked), bos=starts, eos=eos)]


def by_back_off(backend, words, *, eos):
    """Go back from the longest n-gram, one look-up in the trie at a time."""
    model = backend._model
    numbers = [model.words.index(w) if w in backend._numbers else model.words.index("<unk>") for w in words]
    line = [model.words.index("<s>")] * (backend.info.options["bos"] == "auto") + numbers
    if eos:
        line.append(model.words.index("</s>"))

    def node(gram):
        place = np.array(gram[:1])
        for length, word in enumerate(gram[1:], start=1):
            place = model.children(length, place, np.array([word]))
        return int(place[0])

    def log10(context, word):
        if not context:
            return float(model.levels[0].log10_prob[word])
        found = node((*context, word))
        if found >= 0:
            return float(model.levels[len(context)].log10_prob[found])
        here = node(context)
        weight = 0.0 if here < 0 else float(model.levels[len(context) - 1].log10_backoff[here])
        return log10(context[1:], word) + weight

    first = len(line) - len(numbers) - eos
    return [log10(tuple(line[max(0, i - model.order + 1) : i]), line[i]) for i in range(first, len(line))]


@pytest.mark.parametrize("load", [load_ngram, load_kenlm], ids=["ngram", "kenlm"])
@settings(max_examples=60, deadline=None)
@given(
    texts=TEXTS,
    context=st.sampled_from(["", "", "foxes ", "the fo"]),
    eos=st.booleans(),
    bos=st.sampled_from(["auto", "none"]),
    scheme=st.sampled_from(["whitespace", "clitics", "treebank"]),
)
def test_columns_are_the_plain_values_of_each_sentence(arpa, load, texts, context, eos, bos, scheme):
    if load is load_kenlm:
        pytest.importorskip("kenlm")
    backend = load(arpa, bos=bos, words=scheme)
    assert isinstance(backend, Columnar)
    columns = backend.score_columns(texts, ScoringOptions(context, eos=eos))
    plainly = by_kenlm if load is load_kenlm else by_back_off
    for text, one, alone in zip(texts, columns, backend.score(texts, ScoringOptions(context, eos=eos)), strict=True):
        words = words_of(context + text, scheme)
        values = bits_of(np.array(plainly(backend, words, eos=eos), dtype=np.float64), "undefined")
        n_before = len(words) - len(one.tokens)
        assert one.bits.tolist() == alone.bits.tolist() == values[n_before : len(words)].tolist()
        assert np.array_equal([one.eos_bits], values[len(words) :] if eos else [np.nan], equal_nan=True)
        assert one.tokens == alone.tokens
        assert one.oov.tolist() == [word not in ("foxes", "sleep", "sleeps") for word in words[n_before:]]
