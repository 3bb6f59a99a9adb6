"""The shipped n-gram model: small, fast, as its card says."""

import hashlib
import json
import subprocess
import sys

import numpy as np
import pytest

from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.lm.corpus import Corpus, encode, read_words
from syntaxgym_lite.lm.ngram.compact import read_compact
from syntaxgym_lite.lm.ngram.estimate import perplexity
from syntaxgym_lite.lm.vocabulary import Vocabulary
from syntaxgym_lite.resources import shipped_models
from syntaxgym_lite.surprisal import ScoringOptions
from syntaxgym_lite.testing import check_backend


@pytest.fixture(scope="module")
def shipped():
    return shipped_models()["ngram"]


@pytest.fixture(scope="module")
def model(shipped):
    return read_compact(shipped.folder / shipped.card["weights"])


@pytest.fixture(scope="module")
def backend():
    return load_backend("ngram")


def test_file_is_the_one_of_the_card_and_within_the_budget(shipped):
    data = (shipped.folder / shipped.card["weights"]).read_bytes()
    assert hashlib.sha256(data).hexdigest() == shipped.card["sha256"]
    assert len(data) < 15e6
    assert sum(path.stat().st_size for path in shipped.folder.iterdir()) < 15e6


def test_card_names_source_licence_and_how_it_was_made(shipped):
    assert shipped.kind == "ngram"
    for key in ("description", "licence", "corpus", "words", "vocabulary_size", "options", "heldout", "command"):
        assert shipped.card[key]
    attribution = (shipped.folder / "README.md").read_text(encoding="utf-8")
    for source in ("Wikipedia", "OpenStax", "Standard Ebooks", "CC BY-SA 4.0", "sources.tsv.xz"):
        assert source in attribution
    assert (shipped.folder / "sources.tsv.xz").is_file()


def test_card_fits_the_model(shipped, model):
    assert shipped.card["n_ngrams"] == list(model.n_ngrams)
    assert shipped.card["vocabulary_size"] == len(Vocabulary(model.words).plain) == 30_000
    assert shipped.card["max_error_log10"] == model.max_error < 1e-4


def test_held_out_perplexity_is_that_of_the_card(shipped, model, shared_dir):
    golden = shipped.card["heldout"][0]
    corpus = Corpus([shared_dir / "corpus" / golden["name"]], shipped.card["words"])
    figures = perplexity(model, encode(read_words(corpus), Vocabulary(model.words)))
    assert figures["perplexity"] == pytest.approx(golden["perplexity"], rel=1e-6)
    assert figures["n_unknown"] == golden["n_unknown"]


def test_probabilities_after_any_context_add_up_to_one(model):
    rng = np.random.default_rng(0)
    for _ in range(20):
        context = rng.integers(1, 500, rng.integers(0, 6)).tolist()
        assert np.delete(10 ** model.distribution(context), 1).sum() == pytest.approx(1, abs=1e-3)


def test_it_keeps_the_backend_contract(backend):
    check_backend(backend)


def test_it_prefers_english(backend):
    good, bad = backend.score(["The dogs are in the garden.", "Garden the in are dogs the."], ScoringOptions(eos=True))
    assert not good.oov.any()
    assert good.bits.sum() < bad.bits.sum() - 20
    [plural, singular] = backend.score(["The dogs were here.", "The dogs was here."])
    assert plural.bits[2] < singular.bits[2]


def test_it_loads_and_scores_quickly_without_heavy_libraries():
    code = """
import json, sys, time
from syntaxgym_lite.backends import load_backend
start = time.process_time()
load_backend("ngram").score(["The dog barked."])
print(json.dumps([time.process_time() - start, [m for m in ("torch", "scipy", "pandas", "nltk") if m in sys.modules]]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    seconds, heavy = json.loads(done.stdout)
    assert seconds < 1.5
    assert heavy == []
