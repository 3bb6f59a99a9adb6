"""Checkpoints of the public code: read without running anything, in the names of both its classes."""

from __future__ import annotations

import pickle
import zipfile
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
import torch
from support.plain_rnng import PlainRnng
from support.rnng_goldens import NAMES, Golden, numbers, tiny_network

from syntaxgym_lite.errors import ModelError
from syntaxgym_lite.lm.rnng.beam import BeamSearch, BeamSizes
from syntaxgym_lite.lm.rnng.network import Shape, StackNetwork, weights_of_shape
from syntaxgym_lite.lm.rnng.published import PublishedWords, from_other_class, read_published, unknown_word
from syntaxgym_lite.lm.rnng.stacks import StackGrammar


def test_the_published_form_has_the_weights_words_and_labels(shared_dir: Path) -> None:
    golden = Golden.of(shared_dir, NAMES[0])
    model = read_published(golden.folder / "published-form.pt")
    assert model.labels == tuple(golden.config["nonterminals"])
    assert model.words == PublishedWords(tuple(golden.config["vocabulary"]), "berkeleyrule", "<unk>")
    assert not model.lowercase
    assert model.shape.attends_from == "top"
    assert model.weights.keys() == golden.weights.keys()
    assert all(torch.equal(value, golden.weights[name]) for name, value in model.weights.items())
    for sentence in golden.expected["sentences"]:
        assert [model.words.number(word) for word in sentence["sentence"].split()] == sentence["ids"]


def _other_names(network: StackNetwork) -> dict[str, torch.Tensor]:
    """The same weights as the class without the fixed stack names them."""
    named = {}
    for name, value in network.weights().items():
        if ".stack_rnn." in name:
            continue
        plain = (
            name.removeprefix("rnng.").replace("output.1", "stack_to_hidden.1", 1)
            if name.startswith("rnng.output")
            else name.removeprefix("rnng.")
        )
        named[plain] = value
    for layer in range(network.shape.layers):
        stem = f"rnng.stack_rnn.lstm.{layer}."
        own = {key.removeprefix(stem): value for key, value in network.weights().items() if key.startswith(stem)}
        both = torch.cat([own["weight_ih"], own["weight_hh"]], 1)
        for kind, value in (("weight", both), ("bias", own["bias_ih"] + own["bias_hh"])):
            i, f, g, o = value.chunk(4)
            named[f"stack_rnn.linears.{layer}.{kind}"] = torch.cat([i, f, o, g])
    return named


@pytest.mark.parametrize("composition", ["lstm", "attention"])
def test_the_other_class_is_another_model_with_attention(composition: Literal["lstm", "attention"]) -> None:
    network = tiny_network(Shape(6, 2, 8, 6, 2, composition, padded=True), 3)
    weights = from_other_class(_other_names(network), "other.pt")
    shape = weights_of_shape(weights, "other.pt")
    assert shape == network.shape
    found = {}
    for attends_from in ("top", "below"):
        again = StackNetwork(Shape(6, 2, 8, 6, 2, composition, attends_from, padded=True)).double()  # type: ignore[arg-type]
        again.load(weights, "other.pt")
        search = BeamSearch(StackGrammar(again.eval(), "ab"), BeamSizes(50, 20, 1))
        found[attends_from] = search([numbers([1, 2, 3, 4])]).log_prefix[0]
    top = BeamSearch(StackGrammar(network, "ab"), BeamSizes(50, 20, 1))([numbers([1, 2, 3, 4])]).log_prefix[0]
    np.testing.assert_allclose(found["top"], top, atol=1e-12)
    apart = np.abs(found["top"] - found["below"]).max()
    assert apart == 0 if composition == "lstm" else apart > 1e-5


def test_given_trees_of_the_other_class_differ_in_c(shared_dir: Path) -> None:
    # README there: by up to 0.5 nats, for the same weights
    golden = Golden.of(shared_dir, "c-attention-2layer")
    plain = {
        where: PlainRnng({k: v.numpy() for k, v in golden.weights.items()}, padded=True, attends_from=where)
        for where in ("top", "below")
    }
    number = {action: place - 1 for place, action in enumerate(golden.config["actions"])}
    apart = []
    for sentence in golden.expected["sentences"]:
        for tree in sentence["trees"]:
            actions = [number[action] for action in tree["actions"]]
            top, below = (plain[where].log_joint(sentence["ids"], actions) for where in ("top", "below"))
            assert top == pytest.approx(tree["log_joint_unmasked"], abs=1e-8)
            apart.append(abs(top - below))
    assert 0.1 < max(apart) < 0.6


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("whiskers", "<unks>"),
        ("Paris", "<cunks>"),
        ("1984", "<unkn>"),
        ("7", "<unkn>"),
        ("ran", "<unk>"),  # too short for an ending
        ("Barked", "<cunked>"),
        ("runner", "<unkER>"),
        ("unfit", "<ununk>"),
        ("final", "<unkal>"),
        ("x-rayx", "<unk->"),
        ("U.S.A", "<cunk.>"),
        ("nation", "<unkion>"),
        ("category", "<unkory>"),
    ],
)
def test_classes_of_unknown_words(word: str, expected: str) -> None:
    assert unknown_word(word, "berkeleyrule") == expected


def _save(path: Path, content: Any) -> Path:
    torch.save(content, path)
    return path


def _repacked(source: Path, target: Path, change: Any) -> Path:
    """Write a checkpoint again, its pickle changed."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for info in old.infolist():
            data = old.read(info)
            new.writestr(info.filename, change(data) if info.filename.endswith("data.pkl") else data)
    return target


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"cdata\nVocabulary\n", b"cdata\nSentencePieceVocabulary\n", "works on pieces of words"),
        (b"caction_dict\nTopDownActionDict\n", b"caction_dict\nInOrderActionDict\n", "built in another order"),
        (b"cdata\nVocabulary\n", b"cos\nsystem\n", "names 'os.system', which is no part of a published RNNG"),
        (b"berkeleyrule", b"berkeleyrulf", "no treatment of unknown words 'berkeleyrulf'"),
    ],
)
def test_other_checkpoints_are_refused(shared_dir: Path, tmp_path: Path, old: bytes, new: bytes, said: str) -> None:
    source = Golden.of(shared_dir, NAMES[0]).folder / "published-form.pt"
    path = _repacked(source, tmp_path / "x.pt", lambda data: data.replace(old, new))
    with pytest.raises(ModelError, match=said):
        read_published(path)


def test_a_state_dict_alone_has_no_words(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="one has 'model_state_dict', 'vocab' and 'action_dict'"):
        read_published(_save(tmp_path / "x.pt", {"weight": torch.zeros(2)}))


def test_words_and_weights_must_fit(tmp_path: Path) -> None:
    network = tiny_network(Shape(6, 2, 4, 4, 1, padded=True), 3).float()
    content = {
        "model_state_dict": network.weights(),
        "vocab": {"i2w": ["<pad>", "<unk>"], "unkmethod": "unk", "unktoken": "<unk>"},
        "action_dict": {"nonterminals": ["S", "NP"]},
    }
    with pytest.raises(ModelError, match="2 words and 2 labels, but weights for 6 and 2"):
        read_published(_save(tmp_path / "x.pt", content))
    content["vocab"]["i2w"] += ["a", "b", "c", "d"]  # type: ignore[index]
    model = read_published(_save(tmp_path / "x.pt", content))
    assert model.words.number("zebra") == 1


def test_a_plain_pickle_is_no_checkpoint(tmp_path: Path) -> None:
    (tmp_path / "x.pt").write_bytes(pickle.dumps({"a": 1}))
    with pytest.raises(ModelError, match="no PyTorch checkpoint"):
        read_published(tmp_path / "x.pt")
