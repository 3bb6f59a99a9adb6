"""Ordered neurons: against loops over units, and against what the public code of Shen et al. (2019) says."""

from __future__ import annotations

import json
import shutil
import sys
import types
import warnings
from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.torch import load_file, save_file
from support.plain_rnn import PlainOnlstm, plain_of

from syntaxgym_lite.backends.word.recurrent import load
from syntaxgym_lite.errors import InputError, ModelError, ModelNotFoundError
from syntaxgym_lite.lm.recurrent.dictionaries import read_dictionary
from syntaxgym_lite.lm.recurrent.network import NetworkShape, WordNetwork, shape_of
from syntaxgym_lite.surprisal import ScoringOptions

GOLDENS = ("a-emb16-hid24-chunk4", "b-emb20-hid40-chunk10", "c-split-softmax")


def network_of(shape, seed=0):
    network = WordNetwork(shape)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.uniform_(-1, 1, generator=generator)
    return network


@settings(max_examples=15)
@given(
    chunk=st.integers(1, 4), emb=st.integers(1, 3), hidden=st.integers(1, 4), layers=st.integers(1, 3),
    weight_drop=st.sampled_from([0.0, 0.45, 0.9]), seed=st.integers(0, 99),
)  # fmt: skip
def test_a_layer_is_the_loop_over_units_in_double_precision(chunk, emb, hidden, layers, weight_drop, seed):
    shape = NetworkShape(7, "onlstm", emb * chunk, hidden * chunk, layers, chunk=chunk, weight_drop=weight_drop)
    network = network_of(shape, seed).double()
    words = np.random.default_rng(seed).integers(7, size=6)
    outputs, state = network(torch.from_numpy(words)[:, None])
    expected = np.array(list(plain_of(network).outputs(words)))
    np.testing.assert_allclose(outputs.detach().numpy(), expected, atol=1e-12, rtol=0)
    # the same word by word, and in two parts with the state handed on
    stepped, after = None, None
    for word in words:
        stepped, after = network.step(torch.tensor([word]), after)
    np.testing.assert_allclose(stepped[0].detach().numpy(), expected[-1], atol=1e-12, rtol=0)
    _, half = network(torch.from_numpy(words[:3])[:, None])
    rest, _ = network(torch.from_numpy(words[3:])[:, None], state=half)
    np.testing.assert_allclose(rest.detach().numpy(), expected[3:], atol=1e-12, rtol=0)
    for (output, cell), (output_after, cell_after) in zip(state, after, strict=True):
        np.testing.assert_allclose(output[0].detach(), output_after.detach(), atol=1e-12)
        np.testing.assert_allclose(cell[0].detach(), cell_after.detach(), atol=1e-12)


def test_training_drops_whole_weights_without_rescaling_and_the_same_in_every_step():
    shape = NetworkShape(7, "onlstm", 4, 6, 2, chunk=2, weight_drop=0.5)
    network = network_of(shape).double()
    words = torch.tensor([[3, 1], [2, 5], [4, 4]])
    outputs, _ = network(words, generator=torch.Generator().manual_seed(5))
    generator = torch.Generator().manual_seed(5)
    weights = {name: tensor.detach().numpy().copy() for name, tensor in network.weights().items()}
    for layer in range(2):
        name = f"rnn.cells.{layer}.hh.weight"
        kept = torch.empty(weights[name].shape, dtype=torch.float64).bernoulli_(0.5, generator=generator).numpy()
        assert 0.3 < kept.mean() < 0.7
        weights[name] = weights[name] * kept
    plain = PlainOnlstm(weights, 2)
    for column in range(2):
        expected = list(plain.outputs(words[:, column].tolist()))
        np.testing.assert_allclose(outputs.detach().view(3, 2, 4)[:, column], expected, atol=1e-12)


def golden(shared_dir, name):
    folder = shared_dir / "goldens" / "architectures" / "on-lstm" / name
    config, expected = (json.loads((folder / f"{file}.json").read_text("utf-8")) for file in ("config", "expected"))
    weights = load_file(folder / "model.safetensors")
    if config["splits"]:
        weights |= {f"decoder.{n}": t for n, t in load_file(folder / "criterion.safetensors").items()}
    return folder, config, expected, weights


def read(weights, config, **changed):
    shape = shape_of(weights, "golden", weight_drop=config["wdrop"], cutoffs=tuple(config["splits"]))
    assert (shape.chunk, shape.layers, shape.hidden, shape.emb) == (
        config["chunk"], config["layers"], config["hidden"], config["emb"]
    )  # fmt: skip
    network = WordNetwork(replace(shape, **changed)).requires_grad_(False)
    network.load(weights, "golden")
    return network


def log_probs(network, first, ids):
    inputs = torch.tensor([*first, *ids][:-1])[:, None]
    outputs, _ = network(inputs)
    nats, _ = network.surprisals(outputs, torch.tensor([*first, *ids][1:]))
    return -nats.double().numpy()


@pytest.mark.parametrize("name", GOLDENS)
@pytest.mark.parametrize(("double", "tolerance"), [(False, 1e-5), (True, 1e-8)])
def test_goldens_of_the_public_code_are_equal(shared_dir, name, double, tolerance):
    folder, config, expected, weights = golden(shared_dir, name)
    network = read(weights, config)
    assert sum(parameter.numel() for parameter in network.parameters()) == config["parameters"]
    if double:
        network = network.double()
    eos = (folder / "vocab.txt").read_text("utf-8").split("\n").index("<eos>")
    for one in expected["sentences"]:
        np.testing.assert_allclose(log_probs(network, [eos], one["ids"]), one["logprob"], atol=tolerance, rtol=0)
        bare = log_probs(network, [], one["ids"][:-1])
        np.testing.assert_allclose(bare, one["logprob_bare"][1:], atol=tolerance, rtol=0)
    stream = expected["stream"]
    found = log_probs(network, [eos], stream["ids"])
    np.testing.assert_allclose(found, stream["logprob"], atol=tolerance, rtol=0)
    assert -found.mean() == pytest.approx(stream["loss"], abs=tolerance)


@pytest.mark.parametrize(("name", "least"), list(zip(GOLDENS, (0.05, 0.05, 0.3), strict=True)))
def test_forgetting_that_weights_were_dropped_gives_other_numbers(shared_dir, name, least):
    folder, config, expected, weights = golden(shared_dir, name)
    network = read(weights, config, weight_drop=0.0)
    eos = (folder / "vocab.txt").read_text("utf-8").split("\n").index("<eos>")
    worst = max(np.abs(log_probs(network, [eos], one["ids"]) - one["logprob"]).max() for one in expected["sentences"])
    assert least < worst < 1


@pytest.mark.parametrize("name", GOLDENS)
def test_the_backend_gives_the_goldens_in_any_batch(shared_dir, tmp_path, name):
    folder, config, expected, weights = golden(shared_dir, name)
    save_file({n: t.contiguous() for n, t in weights.items()}, tmp_path / "model.safetensors")
    shutil.copy(folder / "vocab.txt", tmp_path)
    splits = ",".join(map(str, config["splits"])) or None
    backend = load(str(tmp_path), words="whitespace", weight_drop=0.45, splits=splits)
    assert backend.info.options["chunk"] == config["chunk"]
    texts = [one["sentence"] for one in expected["sentences"]]
    for batch in ([*texts], [texts[0]], texts[::-1]):
        for text, scored in zip(batch, backend.score(batch, ScoringOptions(eos=True)), strict=True):
            nats = np.array([*scored.bits, scored.eos_bits]) * np.log(2)
            np.testing.assert_allclose(-nats, expected["sentences"][texts.index(text)]["logprob"], atol=1e-5, rtol=0)


def published(shared_dir, tmp_path):
    folder = shared_dir / "goldens" / "architectures" / "on-lstm" / "c-split-softmax"
    shutil.copy(folder / "published-form.pt", tmp_path)
    shutil.copy(folder / "corpus.data", tmp_path / "corpus.0123abcd.data")
    return folder


def test_the_published_form_says_everything_and_runs_nothing(shared_dir, tmp_path):
    folder = published(shared_dir, tmp_path)
    backend = load(str(tmp_path), words="whitespace")
    assert {name: backend.info.options[name] for name in ("cell", "chunk", "weight_drop", "splits")} == {
        "cell": "onlstm", "chunk": 4, "weight_drop": 0.45, "splits": "15,35,60",
    }  # fmt: skip
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["sentences"]
    for one, scored in zip(expected, backend.score([one["sentence"] for one in expected]), strict=True):
        np.testing.assert_allclose(-scored.bits * np.log(2), one["logprob"][:-1], atol=1e-5, rtol=0)
    words = read_dictionary(tmp_path / "corpus.0123abcd.data").words
    assert list(words) == (folder / "vocab.txt").read_text("utf-8").split("\n")[:-1]
    with pytest.raises(InputError, match=r"it says `weight_drop=0\.45`; leave out `weight_drop=0\.2`"):
        load(str(tmp_path), weight_drop=0.2)
    with pytest.raises(InputError, match=r"leave out `splits=\(5, 6, 7\)`"):
        load(str(tmp_path), splits="5,6,7")


def test_the_word_list_of_a_published_form_is_refused_where_it_does_not_fit(shared_dir, tmp_path):
    published(shared_dir, tmp_path)
    (tmp_path / "corpus.second.data").write_bytes(b"")
    with pytest.raises(InputError, match=r"several corpora in this folder: corpus\.0123abcd\.data, corpus\.second"):
        load(str(tmp_path))
    (tmp_path / "corpus.0123abcd.data").unlink()
    with pytest.raises(ModelError, match="no pickle"):
        load(str(tmp_path))
    (tmp_path / "corpus.second.data").unlink()
    with pytest.raises(ModelNotFoundError, match=r"vocab\.txt: not found; .*corpus\*\.data"):
        load(str(tmp_path))


@pytest.fixture
def legacy(monkeypatch, tmp_path):
    """A checkpoint and a corpus as programs of 2019 wrote them, before PyTorch's zip form, by classes of ours."""
    made = {}
    for module, names in {
        "model": ["RNNModel"], "ON_LSTM": ["ONLSTMStack", "ONLSTMCell", "LinearDropConnect"],
        "splitcross": ["SplitCrossEntropyLoss"], "data": ["Corpus", "Dictionary"], "weight_drop": ["WeightDrop"],
    }.items():  # fmt: skip
        monkeypatch.setitem(sys.modules, module, types.ModuleType(module))
        for name in names:
            base = object if module == "data" else torch.nn.Linear if name == "LinearDropConnect" else torch.nn.Module
            made[name] = type(name, (base,), {"__module__": module, "__qualname__": name})
            setattr(sys.modules[module], name, made[name])
    words = ["<unk>", "<eos>", "the", "fox", "sleeps"]
    torch.manual_seed(2)
    model, stack = made["RNNModel"](), made["ONLSTMStack"]()
    model.encoder, model.rnn, model.decoder = torch.nn.Embedding(5, 4), stack, torch.nn.Linear(4, 5)
    model.decoder.weight = model.encoder.weight
    stack.cells = torch.nn.ModuleList()
    for inside, outside in ((4, 6), (6, 4)):
        cell, rows = made["ONLSTMCell"](), 4 * outside + outside
        cell.ih = torch.nn.Sequential(torch.nn.Linear(inside, rows))
        cell.hh, cell.chunk_size = made["LinearDropConnect"](outside, rows), 2
        cell.hh.dropout = 0.3
        stack.cells.append(cell)
    criterion = made["SplitCrossEntropyLoss"]()
    criterion.splits = [0, 100000000]
    corpus, corpus.dictionary = made["Corpus"](), made["Dictionary"]()
    corpus.dictionary.word2idx = {word: number for number, word in enumerate(words)}
    corpus.train = torch.arange(50)

    def put(content, name):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            torch.save(content, tmp_path / name, _use_new_zipfile_serialization=False)

    optimizer = torch.optim.ASGD([*model.parameters(), *criterion.parameters()], lr=1.0)
    model.decoder(model.encoder(torch.tensor([1, 2]))).sum().backward()
    optimizer.step()
    put([model, criterion, optimizer], "model.pt")
    put(corpus, "corpus.1.data")
    yield tmp_path, model, criterion, made, put
    for module in ("model", "ON_LSTM", "splitcross", "data", "weight_drop"):
        sys.modules.pop(module, None)


def test_the_older_form_is_read_with_its_optimizer_and_corpus(legacy):
    folder, model, *_ = legacy
    backend = load(str(folder), words="whitespace")
    weights = {name: tensor.detach().numpy() for name, tensor in model.state_dict().items()}
    [scored] = backend.score(["the fox sleeps"], ScoringOptions(eos=True))
    expected = PlainOnlstm(weights, 2, 0.3).bits([2, 3, 4], eos=1)
    np.testing.assert_allclose([*scored.bits, scored.eos_bits], expected, atol=1e-5)
    assert (backend.info.options["chunk"], backend.info.options["weight_drop"]) == (2, 0.3)


def test_a_checkpoint_of_another_class_is_refused_by_its_name(legacy):
    folder, model, criterion, made, put = legacy
    put([criterion, model], "model.pt")
    with pytest.raises(ModelError, match="begins with an RNNModel and a SplitCrossEntropyLoss"):
        load(str(folder))
    model.rnn = made["WeightDrop"]()  # as in the LSTM of Merity et al.
    put([model, criterion], "model.pt")
    with pytest.raises(ModelError, match=r"names 'weight_drop\.WeightDrop', which is no part of a word-level model"):
        load(str(folder))


def test_a_damaged_checkpoint_is_refused(legacy):
    folder, model, criterion, _, put = legacy
    model.rnn.cells[1].hh.dropout = 0.4
    put([model, criterion], "model.pt")
    with pytest.raises(ModelError, match="do not say one share of dropped weights"):
        load(str(folder))
    model.rnn.cells[1].hh.dropout = 0.3
    criterion.splits = None
    put([model, criterion], "model.pt")
    with pytest.raises(ModelError, match="does not say where groups of words begin"):
        load(str(folder))


def test_what_the_weights_do_not_say_must_be_given(shared_dir, tmp_path):
    folder, _, _, weights = golden(shared_dir, "c-split-softmax")
    with pytest.raises(InputError, match=r"which share of its recurrent weights was dropped .*published runs: 0\.45"):
        shape_of(weights, "here", cutoffs=(15, 35, 60))
    for cutoffs in ((), (15, 35), (15, 60, 35), (15, 35, 35), (0, 35, 60)):
        with pytest.raises(InputError, match="Give 3 rising numbers above 0 as splits"):
            shape_of(weights, "here", weight_drop=0.45, cutoffs=cutoffs)
    save_file(weights, tmp_path / "model.safetensors")
    shutil.copy(folder / "vocab.txt", tmp_path)
    with pytest.raises(InputError, match="write whole numbers with commas"):
        load(str(tmp_path), splits="a,b")
    one, two = (load(str(tmp_path), weight_drop=drop, splits="15,35,60") for drop in (0.45, 0.5))
    assert one.info.fingerprint != two.info.fingerprint
    assert one.info.fingerprint != load(str(tmp_path), weight_drop=0.45, splits="15,35,61").info.fingerprint


@pytest.mark.parametrize("splits", [(15, 35, 86), (15, 86, 90), (100, 200, 300), (35, 85, 76000)])
def test_groups_beyond_the_last_word_are_empty_and_what_they_get_is_lost(shared_dir, tmp_path, splits):
    """As in the public code, which slices the words and finds none; its entries stay in the head."""
    folder, _, expected, weights = golden(shared_dir, "c-split-softmax")
    save_file(weights, tmp_path / "model.safetensors")
    shutil.copy(folder / "vocab.txt", tmp_path)
    backend = load(str(tmp_path), words="whitespace", weight_drop=0.45, splits=",".join(map(str, splits)))
    [warning] = [one for one in backend.info.warnings if "split softmax" in one]
    assert "beyond the last of its 86 words are empty" in warning
    plain = PlainOnlstm({n: t.numpy() for n, t in weights.items()}, 4, 0.45, splits)
    ids = expected["sentences"][0]["ids"][:-1]
    eos = expected["sentences"][0]["ids"][-1]
    [scored] = backend.score([expected["sentences"][0]["sentence"]], ScoringOptions(eos=True, ranks=True))
    np.testing.assert_allclose([*scored.bits, scored.eos_bits], plain.bits(ids, eos), atol=1e-5, rtol=0)
    log = plain.log_probs([eos])
    assert len(log) == 86
    assert np.exp(log).sum() < 0.999
    assert scored.ranks[0] == (log > log[ids[0]]).sum() + 1


def card(folder, shape, **network):
    described = {**shape.for_card, **network}
    told = {"backend": "wordlm", "weights": "model.safetensors", "network": described, "words": "whitespace"}
    (folder / "card.json").write_text(json.dumps(told), "utf-8")


def test_a_wrong_chunk_size_and_a_missing_tensor_are_named(tmp_path):
    shape = NetworkShape(4, "onlstm", 12, 24, 2, chunk=4, weight_drop=0.3)
    network = network_of(shape)
    (tmp_path / "vocab.txt").write_text("<unk>\n<eos>\nthe\nfox\n", "utf-8")
    weights = {n: t.detach().contiguous() for n, t in network.weights().items()}
    save_file(weights, tmp_path / "model.safetensors")
    card(tmp_path, shape)
    load(str(tmp_path)).score(["the fox"])
    with pytest.raises(InputError, match=r"it says `weight_drop=0\.3`"):
        load(str(tmp_path), weight_drop=0.45)
    card(tmp_path, shape, chunk=6)
    with pytest.raises(ModelError, match="the weights are of chunks of 4 units, not of 6"):
        load(str(tmp_path))
    card(tmp_path, shape, chunk=5)
    with pytest.raises(
        ModelError, match=r"'network' does not describe a model: chunks of 5 do not divide layers of 24"
    ):
        load(str(tmp_path))
    card(tmp_path, shape, weight_drop=1)
    with pytest.raises(ModelError, match="a share of 1 of the recurrent weights cannot be dropped"):
        load(str(tmp_path))
    card(tmp_path, shape)
    del weights["rnn.cells.1.ih.0.bias"]
    save_file(weights, tmp_path / "model.safetensors")
    with pytest.raises(ModelError, match=r"lacks rnn\.cells\.1\.ih\.0\.bias"):
        load(str(tmp_path))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"encoder.weight": None}, "no network of ordered neurons .* no matrix encoder.weight"),
        ({"rnn.cells.0.hh.weight": None}, r"no matrix rnn\.cells\.0\.hh\.weight"),
        ({"rnn.cells.0.hh.weight": (25, 6)}, "no layer of ordered neurons"),
        ({"rnn.cells.0.hh.weight": (24, 6)}, "no layer of ordered neurons"),
        ({"rnn.cells.0.hh.weight": (32, 6)}, "no layer of ordered neurons"),
        ({"encoder.weight": (7, 5)}, "no weights of ordered neurons: chunks of 2 do not divide"),
    ],
)
def test_weights_of_another_kind_are_refused(changed, message):
    network = network_of(NetworkShape(7, "onlstm", 4, 6, 2, chunk=2))
    weights = {n: t.detach() for n, t in network.weights().items()}
    for name, size in changed.items():
        weights[name] = torch.zeros(size or ())
        if size is None:
            del weights[name]
    with pytest.raises(ModelError, match=message):
        shape_of(weights, "here", weight_drop=0.0)


def test_options_of_ordered_neurons_are_refused_elsewhere(tmp_path):
    network = WordNetwork(NetworkShape(4, "lstm", 4, 4, 1))
    save_file({n: t.detach().contiguous() for n, t in network.weights().items()}, tmp_path / "model.safetensors")
    (tmp_path / "vocab.txt").write_text("<unk>\n<eos>\nthe\nfox\n", "utf-8")
    with pytest.raises(InputError, match="it has no ordered neurons; leave out -O weight_drop and -O splits"):
        load(str(tmp_path), weight_drop=0.45)
