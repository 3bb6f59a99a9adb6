"""The shipped LSTM, the default model: as its card says, and as its weights say."""

import numpy as np
import pytest
from safetensors.numpy import load_file
from support.plain_rnn import PlainRnn

from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.lm.vocabulary import EOS, Vocabulary
from syntaxgym_lite.resources import shipped_models
from syntaxgym_lite.surprisal import ScoringOptions
from syntaxgym_lite.testing import check_backend


@pytest.fixture(scope="module")
def shipped():
    return shipped_models()["lstm"]


@pytest.fixture(scope="module")
def backend():
    return load_backend("lstm")


def test_card_names_source_licence_and_how_it_was_made(shipped):
    assert shipped.kind == "wordlm"
    for key in ("description", "licence", "corpus", "words", "vocabulary", "options", "perplexity", "command"):
        assert shipped.card[key]
    attribution = (shipped.folder / "README.md").read_text(encoding="utf-8")
    for source in ("Wikipedia", "OpenStax", "Standard Ebooks", "CC BY-SA 4.0", "sources.tsv.xz"):
        assert source in attribution


def test_surprisals_are_those_of_a_plain_numpy_pass_over_the_shipped_weights(shipped, backend):
    plain = PlainRnn(load_file(shipped.folder / "model.safetensors"), "lstm", shipped.card["network"]["cutoffs"])
    vocabulary = Vocabulary.read(shipped.folder / "vocab.txt", unk="single")
    [scored] = backend.score(["The dogs near the quibblefrotz were asleep."], ScoringOptions(eos=True))
    expected = plain.bits(vocabulary.encode(list(scored.tokens)).tolist(), eos=vocabulary.number(EOS))
    np.testing.assert_allclose([*scored.bits, scored.eos_bits], expected, atol=1e-4, rtol=0)
    assert scored.oov.tolist() == [token == "<unk>" for token in scored.tokens]
    assert scored.oov.sum() == 1


def test_it_keeps_the_backend_contract(backend):
    check_backend(backend)


def test_it_sees_the_subject_beyond_another_noun(backend):
    plural, singular = backend.score(["The houses near the river are empty.", "The houses near the river is empty."])
    assert plural.bits[5] < singular.bits[5] - 1
