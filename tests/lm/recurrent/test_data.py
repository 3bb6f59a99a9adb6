"""Text as word numbers, and batches that hold each word once."""

import numpy as np
import torch

from syntaxgym_lite.lm.corpus import Corpus
from syntaxgym_lite.lm.recurrent.data import (
    EncodedText,
    encode_corpus,
    sentence_batch,
    sentence_batches,
    stream_batches,
)


def test_text_is_encoded_word_for_word(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("a b a\nc a\n", encoding="utf-8")
    encoded, vocabulary, counts = encode_corpus(Corpus([path], "whitespace"), size=2)
    assert vocabulary.words == ("<unk>", "<eos>", "a", "b")
    assert encoded.ids.tolist() == [2, 3, 2, 1, 0, 2, 1]
    assert encoded.ends.tolist() == [4, 7]
    assert counts.words == {"a": 3, "b": 1, "c": 1}


def test_batches_of_sentences_hold_each_word_once():
    rng = np.random.default_rng(3)
    lengths = rng.integers(1, 9, 57)
    ends = np.cumsum(lengths)
    text = EncodedText(rng.integers(2, 20, ends[-1]).astype(np.int32), ends)
    seen = []
    for chosen in sentence_batches(text, 20, np.random.default_rng(0)):
        batch = sentence_batch(text, chosen, eos=1)
        assert batch.inputs.numel() <= 20 or batch.inputs.shape[1] == 1
        for row, sentence in enumerate(chosen.tolist()):
            target = batch.targets[:, row]
            target = target[target >= 0].tolist()
            assert target == text.ids[text.starts[sentence] : ends[sentence]].tolist()
            assert batch.inputs[: len(target), row].tolist() == [1, *target[:-1]]
            seen.append(sentence)
    assert sorted(seen) == list(range(57))


def test_rows_of_running_text_predict_the_next_word():
    text = EncodedText(np.arange(2, 25, dtype=np.int32), np.array([23]))
    batches = list(stream_batches(text, n_rows=2, bptt=4, eos=1))
    targets = torch.cat([batch.targets for batch in batches])
    inputs = torch.cat([batch.inputs for batch in batches])
    assert targets.t().tolist() == [list(range(2, 13)), list(range(13, 24))]
    assert inputs.t().tolist() == [[1, *range(2, 12)], [1, *range(13, 23)]]
    assert [batch.fresh for batch in batches] == [True, False, False]
