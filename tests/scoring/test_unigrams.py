"""Unigram counts over a model's own tokens, against a loop that counts them."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from support.arpa_files import COUNTS, write
from support.tiny_models import CORPUS, gpt_folder
from transformers import AutoTokenizer

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.scoring.opener import open_model
from syntaxgym_lite.scoring.unigrams import Unigrams, count_units


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("\n".join(CORPUS) + "\n\n", encoding="utf-8")
    return path


def test_pieces_are_counted_as_the_tokenizer_cuts_and_smoothed_by_one(tmp_path, text):
    folder = gpt_folder()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    counts = Counter(id_ for line in CORPUS for id_ in tokenizer(line, add_special_tokens=False)["input_ids"])
    model = open_model(str(folder), cache=False)
    found = count_units(model, text)
    assert dict(found.counts) == dict(counts)
    assert (found.n_tokens, found.n_kinds, found.source) == (sum(counts.values()), len(tokenizer), "text.txt")
    sentence = "the fox barks at a quagga"
    ids = tokenizer(sentence, add_special_tokens=False)["input_ids"]
    assert model.counted.units([sentence]) == [ids]
    assert len(ids) == len(model.score([sentence])[0].tokens)
    total = sum(counts.values()) + len(tokenizer)
    expected = sum(math.log2((counts[id_] + 1) / total) for id_ in ids)
    assert found.log_probs([ids]) == pytest.approx([expected])
    assert found.n_unseen([ids]) == sum(id_ not in counts for id_ in ids) > 0


def test_probabilities_of_all_tokens_add_up_to_one():
    found = Unigrams({0: 5, 2: 1}, 4, "a text")
    assert np.exp2(found.log_probs([[unit] for unit in range(4)])).sum() == pytest.approx(1)


def test_counts_are_kept_by_model_and_text_and_damaged_ones_are_made_anew(tmp_path, text, monkeypatch):
    model = open_model(str(gpt_folder()), cache=False)
    first = count_units(model, text, folder=tmp_path / "kept")
    [kept] = (tmp_path / "kept" / "unigrams-1").iterdir()
    monkeypatch.setattr(type(model.backend), "units", lambda *_: pytest.fail("cut again"))
    assert count_units(model, text, folder=tmp_path / "kept").counts == first.counts
    monkeypatch.undo()
    kept.write_text("[[1, 0]", encoding="utf-8")
    assert count_units(model, text, folder=tmp_path / "kept").counts == first.counts
    text.write_text("the fox\n", encoding="utf-8")
    assert count_units(model, text, folder=tmp_path / "kept").n_tokens < first.n_tokens


def test_a_model_of_words_brings_the_counts_of_its_training_text():
    model = open_model("lstm", cache=False)
    found = count_units(model)
    baseline = open_model("unigram:models/lstm", cache=False)  # the same file, read by another reader
    texts = ["The cat sat on the mat.", "Nobody heard the quagga."]
    theirs = [-one.bits.sum() for one in baseline.score(texts)]
    assert found.log_probs(model.counted.units(texts)) == pytest.approx(theirs, abs=0.1 * 7)
    assert model.counted.units(texts)[1][3] == model.counted.units(["quokkas"])[0][0]  # both are unknown


@pytest.mark.parametrize("spec", ["ngram", "lstm", "unigram:{counts}"])
def test_tokens_are_those_that_are_scored(spec, tmp_path):
    counts = write(tmp_path / "counts.tsv", COUNTS)
    model = open_model(spec.format(counts=counts), cache=False)
    texts = ["The dog's bone, he said.", "quux", "A b c"]
    assert list(map(len, model.counted.units(texts))) == [len(one.tokens) for one in model.score(texts)]


def test_who_has_no_counts_gives_none_and_an_empty_text_is_refused(tmp_path):
    assert count_units(open_model("ngram")) is None
    assert count_units(open_model("random:1")) is None
    empty = tmp_path / "empty.txt"
    empty.write_text("\n", encoding="utf-8")
    with pytest.raises(InputError, match="no sentence"):
        count_units(open_model("ngram"), empty)
