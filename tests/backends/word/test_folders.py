"""The same weights give the same bits, by whichever name: every kind of word-level model by folder and by file.

The right bits come from the model itself, with the words cut by hand.
"""

import importlib.util
import math
from dataclasses import asdict

import numpy as np
import pytest
import torch
from safetensors.torch import save_file
from support.plain_rnn import PlainRnn

from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.errors import InputError, ModelError
from syntaxgym_lite.lm.corpus import Corpus
from syntaxgym_lite.lm.folder import write_card
from syntaxgym_lite.lm.ngram.files import write_model
from syntaxgym_lite.lm.ngram.train import train, write_folder
from syntaxgym_lite.lm.recurrent.network import NetworkShape, WordNetwork
from syntaxgym_lite.lm.vocabulary import Vocabulary
from syntaxgym_lite.surprisal import ScoringOptions

TEXT = "The dogs' owner can't re-open gonna the well-known U.S. zyqqed thing."
WORDS = [
    "The",
    "dogs",
    "'",
    "owner",
    "ca",
    "n't",
    "re-open",
    "gonna",
    "the",
    "well-known",
    "U",
    ".",
    "S",
    ".",
    "zyqqed",
    "thing",
    ".",
]  # clitics, by hand
KNOWN = ["the", "dogs", "'", "owner", "ca", "n't", "the", "thing", ".", "U", "S", "well-known"]

CORPUS = """the dogs' owner saw the well-known thing.
the owner can't see the U.S. or the dogs.
The well-known dogs' owner can't re-open a thing.
a blorked zork saw the thing, and the grumbled Quux too.
"""


@pytest.fixture(scope="module", params=["single", "classes"])
def unk(request):
    return request.param


@pytest.fixture(scope="module")
def trained(tmp_path_factory, unk):
    path = tmp_path_factory.mktemp("corpus") / "corpus.txt"
    path.write_text(CORPUS * 2, encoding="utf-8")
    return train(Corpus([path]), order=3, discount_fallback=(0.5, 1.0, 1.5), min_count=3, unk=unk)


def ngram_bits(trained):
    """One word at a time, by the distribution over all words."""
    model, numbers = trained.estimate.model, trained.vocabulary.encode(WORDS).tolist()
    context = [model.words.index("<s>")]
    bits = []
    for number in numbers:
        bits.append(-model.distribution(context)[number] * math.log2(10))
        context.append(number)
    return bits


def unigram_bits(trained):
    model = trained.estimate.model
    return [-model.levels[0].log10_prob[number] * math.log2(10) for number in trained.vocabulary.encode(WORDS)]


def ngram_folder(trained, folder, name):
    folder.mkdir()
    if name == "model.safetensors":
        write_folder(trained, folder)
    else:
        write_model(trained.estimate.model, folder / "x.arpa")
        (folder / "x.arpa").rename(folder / name)
        rules = {"words": "clitics", "lowercase": False, "unk": trained.vocabulary.unk}
        write_card(folder, {"backend": "ngram", "weights": name, **rules})
    return folder, folder / name


def same(kind, folder, file, bits, vocabulary, **options):
    """Assert that both names give these bits, and are one model."""
    number = vocabulary.encode(WORDS)
    known = ~vocabulary.unknown(WORDS)
    tokens = tuple(
        word if here else vocabulary.words[i] for word, here, i in zip(WORDS, known, number.tolist(), strict=True)
    )
    prints = set()
    for path in (folder, file):
        backend = load_backend(f"{kind}:{path}", options)
        [scored] = backend.score([TEXT])
        np.testing.assert_allclose(scored.bits, bits, atol=1e-5 if kind == "wordlm" else 1e-9, rtol=1e-6)
        assert scored.tokens == tokens
        prints.add((backend.info.fingerprint, scored.bits.tobytes(), str(backend.info.options)))
    assert len(prints) == 1


@pytest.mark.parametrize("name", ["model.safetensors", "model.arpa", "lm.txt"])
def test_an_ngram_model(tmp_path, trained, name):
    same("ngram", *ngram_folder(trained, tmp_path / "m", name), ngram_bits(trained), trained.vocabulary)


@pytest.mark.parametrize("name", ["model.safetensors", "model.arpa"])
def test_its_unigrams(tmp_path, trained, name):
    same("unigram", *ngram_folder(trained, tmp_path / "m", name), unigram_bits(trained), trained.vocabulary)


@pytest.mark.skipif(importlib.util.find_spec("kenlm") is None, reason="KenLM is not installed")
def test_an_ngram_model_read_by_kenlm(tmp_path, trained, unk):
    folder, file = ngram_folder(trained, tmp_path / "m", "model.arpa")
    if unk == "single":
        same("kenlm", folder, file, ngram_bits(trained), trained.vocabulary)
        return
    for path in (folder, file):  # KenLM would give every unknown word the probability of <unk>
        with pytest.raises(InputError, match=r"no classes of unknown words.*use ngram:"):
            load_backend(f"kenlm:{path}")


@pytest.mark.skipif(importlib.util.find_spec("kenlm") is None, reason="KenLM is not installed")
def test_kenlm_says_that_it_does_not_read_the_compact_form(tmp_path, trained):
    for path in ngram_folder(trained, tmp_path / "m", "model.safetensors"):
        with pytest.raises(ModelError, match=r"does not read this form.*sglite convert-lm"):
            load_backend(f"kenlm:{path}")


def vocabulary_of(unk):
    classes = ["<unk>"] if unk == "single" else ["UNK", "UNK-LC", "UNK-LC-ed", "UNK-INITC-KNOWNLC"]
    return Vocabulary((*classes, "<eos>", *dict.fromkeys(KNOWN)), unk=unk)


@pytest.mark.parametrize("cell", ["lstm", "rnn_tanh"])
@pytest.mark.parametrize("name", ["model.safetensors", "best.pt"])
def test_a_recurrent_model(tmp_path, unk, cell, name):
    vocabulary = vocabulary_of(unk)
    network = WordNetwork(NetworkShape(len(vocabulary), cell, 5, 7, 2))
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.uniform_(-0.8, 0.8, generator=generator)
    weights = {name: tensor.detach().contiguous() for name, tensor in network.weights().items()}
    file = tmp_path / name
    save_file(weights, file) if file.suffix == ".safetensors" else torch.save(weights, file)
    vocabulary.write(tmp_path / "vocab.txt")
    rules = {"words": "clitics", "lowercase": False, "unk": unk}
    write_card(tmp_path, {"backend": "wordlm", "weights": name, "network": asdict(network.shape), **rules})
    plain = PlainRnn({name: tensor.numpy() for name, tensor in weights.items()}, cell)
    bits = plain.bits(vocabulary.encode(WORDS).tolist(), eos=vocabulary.number("<eos>"))[:-1]
    same("wordlm", tmp_path, file, bits, vocabulary)


def test_the_counts_beside_a_recurrent_model(tmp_path, unk):
    vocabulary = vocabulary_of(unk)
    counts = {word: place + 1 for place, word in enumerate(vocabulary.words)}
    file = tmp_path / "counts.tsv"
    file.write_text("".join(f"{word}\t{count}\n" for word, count in counts.items()), encoding="utf-8")
    write_card(tmp_path, {"backend": "wordlm", "weights": "model.safetensors", "words": "clitics", "unk": unk})
    bits = [-math.log2((number + 1) / sum(counts.values())) for number in vocabulary.encode(WORDS).tolist()]
    same("unigram", tmp_path, file, bits, vocabulary)


def test_a_compact_file_keeps_its_words_when_it_leaves_its_folder(tmp_path, trained):
    folder, file = ngram_folder(trained, tmp_path / "m", "model.safetensors")
    moved = tmp_path / "elsewhere.safetensors"
    file.rename(moved)
    (folder / "card.json").unlink()
    same("ngram", moved, moved, ngram_bits(trained), trained.vocabulary)


def test_a_card_that_leaves_out_the_words_does_not_silence_the_file(tmp_path, trained):
    folder, file = ngram_folder(trained, tmp_path / "m", "model.safetensors")
    write_card(folder, {"name": "mine", "backend": "ngram", "weights": file.name})
    same("ngram", folder, file, ngram_bits(trained), trained.vocabulary)


def test_a_link_to_a_model_is_that_model(tmp_path, trained):
    folder, _ = ngram_folder(trained, tmp_path / "m", "model.arpa")
    link = tmp_path / "link.arpa"
    link.symlink_to(folder / "model.arpa")
    same("ngram", folder, link, ngram_bits(trained), trained.vocabulary)


def test_a_file_that_the_card_does_not_name_is_read_by_default_and_a_warning_says_so(tmp_path, trained):
    folder, file = ngram_folder(trained, tmp_path / "m", "model.safetensors")
    write_model(trained.estimate.model, folder / "copy.arpa")
    backend = load_backend(f"ngram:{folder / 'copy.arpa'}")
    assert (backend.info.options["words"], backend.info.options["unk"]) == ("treebank", "single")
    [warning] = backend.info.warnings
    assert "model.safetensors" in warning
    assert file.name == "model.safetensors"
    assert load_backend(f"ngram:{folder / 'copy.arpa'}?words=clitics").info.warnings == ()


def test_the_file_that_is_named_is_the_one_that_is_read(tmp_path):
    """Beside a card, any .safetensors once stood for the file that the card names."""
    vocabulary = vocabulary_of("single")
    vocabulary.write(tmp_path / "vocab.txt")
    shape = NetworkShape(len(vocabulary), "lstm", 5, 7, 1)
    for seed, name in enumerate(("model.safetensors", "epoch-3.safetensors")):
        torch.manual_seed(seed)
        save_file({n: t.detach().contiguous() for n, t in WordNetwork(shape).weights().items()}, tmp_path / name)
    write_card(tmp_path, {"backend": "wordlm", "weights": "model.safetensors", "words": "clitics"})
    whole, other = (load_backend(f"wordlm:{tmp_path / name}") for name in ("model.safetensors", "epoch-3.safetensors"))
    assert whole.info.fingerprint != other.info.fingerprint
    assert not np.allclose(whole.score(["the dogs"])[0].bits, other.score(["the dogs"])[0].bits)
    assert math.isfinite(other.score(["the dogs"], ScoringOptions(eos=True))[0].eos_bits)
