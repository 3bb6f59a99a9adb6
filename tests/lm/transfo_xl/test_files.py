from __future__ import annotations

import os
import pickle
import shutil
from collections import Counter, OrderedDict
from dataclasses import replace

import pytest
import torch
from safetensors.torch import load_file, save_file

from syntaxgym_lite.errors import InputError, ModelError, ModelNotFoundError
from syntaxgym_lite.lm.transfo_xl.config import XlConfig
from syntaxgym_lite.lm.transfo_xl.files import XlFolder, read_xl_words

WORDS = ["<eos>", "the", "<unk>", "fox"]


def said(**changed):
    """What the published tokenizer pickles of itself."""
    numbers = OrderedDict((word, number) for number, word in enumerate(WORDS))
    whole = {
        "special": ["<eos>"], "counter": Counter({"the": 9, "fox": 2}), "min_freq": 0, "max_size": None,
        "lower_case": False, "delimiter": None, "vocab_file": None, "never_split": None,
        "idx2sym": WORDS, "sym2idx": numbers, "unk_idx": 2,
    }  # fmt: skip
    return {name: value for name, value in (whole | changed).items() if value != "out"}


def by_torch(path, content, *, zipped=True):
    torch.save(content, path, _use_new_zipfile_serialization=zipped)


WAYS = {
    "vocab.pkl, pickled": lambda folder, content: (folder / "vocab.pkl").write_bytes(pickle.dumps(content, protocol=4)),
    "vocab.pkl, pickled by Python 2": lambda folder, content: (folder / "vocab.pkl").write_bytes(
        pickle.dumps(content, protocol=2)
    ),
    "vocab.pkl, by PyTorch": lambda folder, content: by_torch(folder / "vocab.pkl", content),
    "vocab.bin, by older PyTorch": lambda folder, content: by_torch(folder / "vocab.bin", content, zipped=False),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("left_out", ["nothing", "idx2sym", "sym2idx"])
def test_words_are_read_from_what_the_tokenizer_pickled(tmp_path, way, left_out):
    WAYS[way](tmp_path, said(**{left_out: "out"}))
    [path] = tmp_path.iterdir()
    assert read_xl_words(path, 4).words == tuple(WORDS)
    with pytest.raises(InputError, match=r"there are 4 words, but the model has weights for 5"):
        read_xl_words(path, 5)


def test_words_are_read_from_a_list(tmp_path):
    path = tmp_path / "vocab.txt"
    path.write_text("\n".join(WORDS) + "\n", "utf-8")
    assert read_xl_words(path, 4).words == tuple(WORDS)
    with pytest.raises(InputError, match="has 4 words, but the model has weights for 3"):
        read_xl_words(path, 3)
    path.write_text("<unk>\nthe\n", "utf-8")
    with pytest.raises(ModelError, match="the words have no <eos>"):
        read_xl_words(path, 2)


class Evil:
    def __reduce__(self):
        return os.mkdir, ("ran",)


def test_what_a_pickle_names_is_not_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "vocab.pkl"
    path.write_bytes(pickle.dumps(said(unk_idx=Evil())))
    with pytest.raises(
        ModelError, match=r"names '\w+\.mkdir', which is no part of a list of words. Nothing of it was run"
    ):
        read_xl_words(path, 4)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([1, 2], "there are no words in this file"),
        ({"idx2sym": [1, 2]}, "there are no words in this file"),
        ({"sym2idx": {"a": 0, "b": 2}}, "there are no words in this file"),
        ({"idx2sym": ["<eos>", "a", "a", "<unk>"]}, "repeats the word 'a'"),
        ({"idx2sym": ["<eos>", "a", "b", "c"]}, "the word for unknown words, <unk>, is missing"),
    ],
)
def test_a_pickle_without_words_is_refused(tmp_path, content, message):
    path = tmp_path / "vocab.pkl"
    path.write_bytes(pickle.dumps(content))
    with pytest.raises((ModelError, InputError), match=message):
        read_xl_words(path, 4)


@pytest.mark.parametrize("data", [b"", b"\x80", b"PK\x03\x04", b"\x80\x04K\x01", b"no pickle", b"\x80\x04\x95\xff"])
def test_a_damaged_pickle_is_one_clear_error(tmp_path, data):
    path = tmp_path / "vocab.pkl"
    path.write_bytes(data)
    with pytest.raises(ModelError, match=r"vocab\.pkl: "):
        read_xl_words(path, 4)


@pytest.mark.parametrize("name", ["a-divval4-tied", "b-divval1-tied"])
def test_both_forms_of_weights_are_the_same(shared_dir, tmp_path, name):
    folder = shared_dir / "goldens" / "architectures" / "transformer-xl" / name
    for file in ("config.json", "vocab.txt", "pytorch_model.bin"):
        shutil.copy(folder / file, tmp_path)
    config = XlConfig.read(folder / "config.json")
    pickled, notes = XlFolder.find(tmp_path).read_weights(config, torch.float32, "cpu")
    plain = load_file(folder / "model.safetensors")
    assert notes == ()
    assert set(plain) <= set(pickled)
    assert all(torch.equal(plain[name], pickled[name]) for name in plain)


def test_what_is_missing_is_named(shared_dir, tmp_path):
    folder = shared_dir / "goldens" / "architectures" / "transformer-xl" / "a-divval4-tied"
    for file, message in (
        ("config.json", r"it has no config\.json"),
        ("model.safetensors", r"weights are missing; they lie in model\.safetensors or pytorch_model\.bin"),
        ("vocab.txt", r"words are missing; they lie in vocab\.pkl or vocab\.bin or vocab\.txt"),
    ):
        with pytest.raises(ModelNotFoundError, match=message):
            XlFolder.find(tmp_path)
        shutil.copy(folder / file, tmp_path)
    found = XlFolder.find(tmp_path)
    assert (found.words.name, found.tokenizer) == ("vocab.txt", None)
    (tmp_path / "vocab.pkl").write_bytes(pickle.dumps(said()))
    assert XlFolder.find(tmp_path).words.name == "vocab.pkl"


def test_weights_of_another_class_and_damaged_ones_are_refused(shared_dir, tmp_path):
    folder = shared_dir / "goldens" / "architectures" / "transformer-xl" / "a-divval4-tied"
    for file in ("config.json", "vocab.txt"):
        shutil.copy(folder / file, tmp_path)
    config = XlConfig.read(folder / "config.json")
    weights = load_file(folder / "model.safetensors")

    def read(content):
        save_file(content, tmp_path / "model.safetensors")
        return XlFolder.find(tmp_path).read_weights(config, torch.float32, "cpu")

    with pytest.raises(ModelError, match=r"no weights of a Transformer-XL; it has h\.0\.weight, wte\.weight"):
        read({"wte.weight": torch.zeros(2), "h.0.weight": torch.zeros(2)})
    with pytest.raises(ModelError, match=r"crit\.cluster_bias holds values that are no numbers"):
        read(weights | {"crit.cluster_bias": torch.tensor([1.0, float("nan")])})
    _, [note] = read(weights | {"crit.out_layers.1.weight": torch.zeros(18, 16)})
    assert "crit.out_layers.1" in note
    _, notes = XlFolder.find(tmp_path).read_weights(replace(config, tied=False), torch.float32, "cpu")
    assert notes == ()
    (tmp_path / "model.safetensors").write_bytes(b"12345678")
    with pytest.raises(ModelError, match="damaged or no safetensors file"):
        XlFolder.find(tmp_path).read_weights(config, torch.float32, "cpu")


def test_lower_case_is_as_the_tokenizer_was_saved(tmp_path):
    files = XlFolder(tmp_path, tmp_path, tmp_path, None)
    assert not files.lowercase()
    path = tmp_path / "tokenizer_config.json"
    for text, expected in (('{"lower_case": true}', True), ('{"lower_case": false}', False), ("{}", False)):
        path.write_text(text, "utf-8")
        assert replace(files, tokenizer=path).lowercase() is expected
    for text in ("[]", "{", '{"lower_case": "yes"}'):
        path.write_text(text, "utf-8")
        with pytest.raises(ModelError, match=r"tokenizer_config\.json: "):
            replace(files, tokenizer=path).lowercase()
