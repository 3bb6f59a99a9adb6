from __future__ import annotations

import warnings

import numpy as np
import pytest
from support.arpa_files import COUNTS, write

import syntaxgym_lite as sgl
from syntaxgym_lite import perplexity
from syntaxgym_lite.backends.word.baselines import load_unigram
from syntaxgym_lite.errors import InputError, SgliteWarning
from syntaxgym_lite.perplexity import Perplexity, measure_perplexity
from syntaxgym_lite.surprisal import BackendInfo, Capabilities, ScoringOptions, TokenSurprisals


@pytest.fixture
def counts(tmp_path):
    return write(tmp_path / "counts.tsv", COUNTS)


class Pieces:
    """Cuts every word in halves, 2 bits for each half; the first piece of a sentence may have no value."""

    def __init__(self, first_token=True):
        capabilities = Capabilities(first_token=first_token)
        self.info = BackendInfo("pieces", "pieces", capabilities, None)
        self.batches = []

    def score(self, texts, options=ScoringOptions()):
        self.batches.append(len(texts))
        return [self.one(text, options) for text in texts]

    def one(self, text, options):
        spans, start = [], 0
        for word in text.split():
            start = text.index(word, start)
            spans += [(start, start + 1), (start + 1, start + len(word))] if len(word) > 1 else [(start, start + 1)]
            start += len(word)
        bits = np.full(len(spans), 2.0)
        if not self.info.capabilities.first_token:
            bits[0] = np.nan
        return TokenSurprisals(
            text,
            tuple(text[a:b] for a, b in spans),
            np.array(spans),
            bits,
            np.zeros(len(spans), bool),
            eos_bits=6.0 if options.eos else float("nan"),
        )


def test_perplexity_is_worked_by_hand(counts):
    measured = measure_perplexity(load_unigram(str(counts)), ["the fox", "the quux"])
    # the 1, fox 2, end 3; the 1, unknown 3, end 3: 13 bits over 6
    assert measured == Perplexity(2, 4, 1, 0, 2, 13.0, 10.0)
    assert measured.perplexity == pytest.approx(2 ** (13 / 6))
    assert measured.perplexity_known == pytest.approx(2 ** (10 / 5))
    without = measure_perplexity(load_unigram(str(counts)), ["the fox", "the quux"], eos=False)
    assert (without.bits, without.n_ends) == (7.0, 0)
    assert without.perplexity == pytest.approx(2 ** (7 / 4))


def test_bits_of_pieces_are_shared_out_over_words():
    measured = measure_perplexity(Pieces(), ["the fox's a"], words="whitespace")
    assert (measured.n_words, measured.bits) == (3, 2 * 5 + 6.0)
    assert measured.perplexity == pytest.approx(2 ** (16 / 4))
    # by default, clitics are words: the fox 's a
    assert measure_perplexity(Pieces(), ["the fox's a"]).n_words == 4


def test_a_word_with_an_undefined_piece_is_left_out_whole():
    measured = measure_perplexity(Pieces(first_token=False), ["the fox", "dogs"], words="whitespace", eos=False)
    assert (measured.n_words, measured.n_undefined, measured.bits) == (1, 2, 4.0)


def test_batches_are_bounded_and_change_nothing():
    texts = [f"the fox {'very ' * (i % 7)}sleeps {i}" for i in range(50)]
    backend = Pieces()
    small = measure_perplexity(backend, iter(texts), batch_size=8)
    assert max(backend.batches) == 8
    assert small == measure_perplexity(Pieces(), texts, batch_size=50)


def test_no_sentence_gives_no_number():
    assert np.isnan(measure_perplexity(Pieces(), []).perplexity)


def test_a_string_is_a_sentence_not_a_list_of_letters():
    assert measure_perplexity("ngram", "The dog barked.") == measure_perplexity("ngram", ["The dog barked."])
    assert measure_perplexity("ngram", "The dog barked.").n_sentences == 1


@pytest.mark.parametrize("text", [b"The cat sat.", None, 3])
def test_what_is_no_text_is_refused(text):
    with pytest.raises(InputError, match=f"must be sentences, as str or a sequence of them, not {type(text).__name__}"):
        sgl.measure_perplexity("ngram", text)


def test_warnings_of_sentences_are_counted_over_all_chunks_and_stand_in_the_result(monkeypatch):  # field case B6
    monkeypatch.setattr(perplexity, "_CHUNK", 2)
    with pytest.warns(SgliteWarning, match=r"'</s>'.*\(2 sentences, e\.g\. sentence 3\)") as caught:
        measured = sgl.measure_perplexity("ngram", ["One.", "Two.", "Three. </s>", "Four.", "Five. </s>"])
    assert measured.warnings == (str(caught[0].message),)


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("一只猫在睡觉。", None, True),
        ("一只猫在睡觉。", "characters", False),
        ("一 只 猫 在 睡觉 。", "whitespace", False),
        ("The cat slept.", None, False),
    ],
)
def test_words_of_a_text_without_blanks_are_said_to_be_stretches(counts, text, words, said):
    options = {} if words is None else {"words": words}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        measured = measure_perplexity(load_unigram(str(counts), **options), [text])
    assert any("`words=characters`" in warning for warning in measured.warnings) == said
    assert len(caught) == len(measured.warnings)
