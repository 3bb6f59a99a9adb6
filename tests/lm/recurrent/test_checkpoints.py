"""Checkpoints of other people's code, built here from stand-ins of our own."""

from __future__ import annotations

import argparse
import contextlib
import os
import pickle
import struct
import subprocess
import sys
import types
import warnings
import zipfile
from collections import OrderedDict

import numpy as np
import pytest
import torch
from support.plain_rnn import PlainRnn
from support.running import python
from torch import nn

from syntaxgym_lite.backends.word.recurrent import load
from syntaxgym_lite.errors import InputError, ModelError
from syntaxgym_lite.lm.recurrent.checkpoints import read_checkpoint

WORDS = ("<unk>", "<eos>", "the", "fox", "sleeps", ".", "and")
TEXT = "the fox and the band sleeps."


class _RnnModel(nn.Module):
    """The attributes of a public word-level model: drop, encoder, rnn, decoder."""

    def __init__(self, kind="LSTM", tied=False):
        super().__init__()
        self.drop = nn.Dropout(0.2)
        self.encoder = nn.Embedding(len(WORDS), 6)
        if kind in ("LSTM", "GRU"):
            self.rnn = getattr(nn, kind)(6, 6, 2, dropout=0.2)
        else:
            self.rnn = nn.RNN(6, 6, 2, nonlinearity="relu" if kind == "RNN_RELU" else "tanh", dropout=0.2)
        self.decoder = nn.Linear(6, len(WORDS))
        if tied:
            self.decoder.weight = self.encoder.weight
        self.rnn_type, self.nhid, self.nlayers = kind, 6, 2


@pytest.fixture
def foreign(monkeypatch):
    """Make an RNNModel that lives in a module `model`, which nobody can import later."""
    module = types.ModuleType("model")
    monkeypatch.setitem(sys.modules, "model", module)
    made = type("RNNModel", (_RnnModel,), {"__module__": "model", "__qualname__": "RNNModel"})
    module.RNNModel = made
    torch.manual_seed(5)

    def make(*args, **kwargs):
        return made(*args, **kwargs)

    return make


def put(folder, content, *, words=WORDS, name="model.pt", **how):
    folder.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch warns that it keeps the source text of a class
        torch.save(content, folder / name, **how)
    (folder / "vocab.txt").write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
    return folder / name


def expected_bits(network, cell):
    plain = PlainRnn({n: t.detach().numpy() for n, t in network.state_dict().items()}, cell)
    return plain.bits([2, 3, 6, 2, 0, 4, 5], eos=1)[:-1]


CELLS = {"LSTM": "lstm", "GRU": "gru", "RNN_TANH": "rnn_tanh", "RNN_RELU": "rnn_relu"}


@pytest.mark.parametrize("zipped", [True, False])
@pytest.mark.parametrize("kind", CELLS)
def test_a_pickled_module_scores_as_its_weights_say(tmp_path, foreign, kind, zipped):
    network = foreign(kind)
    path = put(tmp_path, network, _use_new_zipfile_serialization=zipped)
    sys.modules.pop("model")
    [scored] = load(str(path)).score([TEXT])
    np.testing.assert_allclose(scored.bits, expected_bits(network, CELLS[kind]), atol=1e-4, rtol=0)
    assert scored.oov.tolist() == [False, False, False, False, True, False, False]


@pytest.mark.parametrize("zipped", [True, False])
def test_a_state_dict_scores_as_its_weights_say(tmp_path, foreign, zipped):
    network = foreign()
    path = put(tmp_path, network.state_dict(), _use_new_zipfile_serialization=zipped)
    [scored] = load(str(path.parent)).score([TEXT])  # the folder will do if it holds one checkpoint
    np.testing.assert_allclose(scored.bits, expected_bits(network, "lstm"), atol=1e-4, rtol=0)


def beside_other_things(network):
    """What training programs save, by the name of the way."""
    weights = network.state_dict()
    optimizer = torch.optim.Adam(network.parameters())
    sum(parameter.sum() for parameter in network.parameters()).backward()
    optimizer.step()
    optimizer.step()  # so that its state has tensors
    rest = {"epoch": 3, "optimizer": optimizer.state_dict(), "args": argparse.Namespace(lr=0.1)}
    weights = network.state_dict()
    return {
        "state_dict": {"state_dict": weights, **rest},
        "model": {**rest, "model": weights},
        "model, a module": {"model": network, **rest},
        "twice": {"checkpoint": 1, "model": {"state_dict": weights}},
        "several GPUs": {f"module.{name}": value for name, value in weights.items()},
        "several GPUs, a module": nn.DataParallel(network),
        "compiled on several GPUs": {"net": {f"_orig_mod.module.{name}": value for name, value in weights.items()}},
    }


@pytest.mark.parametrize("way", beside_other_things(_RnnModel()))
@pytest.mark.parametrize("zipped", [True, False])
def test_weights_are_found_beside_other_things(tmp_path, foreign, way, zipped):
    """Field case B17."""
    network = foreign()
    path = put(tmp_path, beside_other_things(network)[way], _use_new_zipfile_serialization=zipped)
    ours = read_checkpoint(path).weights
    theirs = network.state_dict()
    assert list(ours) == list(theirs)
    for name, tensor in theirs.items():
        torch.testing.assert_close(ours[name], tensor, rtol=0, atol=0)


def test_a_loss_beside_the_weights_and_a_name_before_them_are_passed_over(tmp_path, foreign):
    """Field case B17: a loss is a tensor too, and programs call their network what they like."""
    weights = foreign().state_dict()
    saved = {f"lm.net.{name}": value for name, value in weights.items()}
    path = put(tmp_path, {"epoch": 3, "loss": torch.tensor(1.5), "state_dict": saved, 10**5000: 1})
    assert list(read_checkpoint(path).weights) == list(weights)


@pytest.mark.parametrize("name", ["module." * 5000 + "encoder.weight", 10**5000], ids=["prefixes", "number"])
def test_a_name_without_end_is_no_weight_of_such_a_model(tmp_path, name):
    with pytest.raises(ModelError, match=r"encoder\.weight is missing|there are no weights"):
        load(str(put(tmp_path, {name: torch.zeros(3, 2)})))


def test_several_sets_of_weights_are_not_chosen_from(tmp_path, foreign):
    weights = foreign().state_dict()
    path = put(tmp_path, {"model": weights, "state_dict": weights})
    with pytest.raises(ModelError, match="several sets of weights: state_dict, model"):
        read_checkpoint(path)


def test_state_dict_read_here_is_what_torch_reads(tmp_path, foreign):
    path = put(tmp_path, foreign().state_dict())
    theirs = torch.load(path, weights_only=True)
    ours = read_checkpoint(path).weights
    assert list(ours) == list(theirs)
    for name, tensor in theirs.items():
        torch.testing.assert_close(ours[name], tensor, rtol=0, atol=0)


@pytest.mark.parametrize("zipped", [True, False])
def test_tied_weights_are_recognised(tmp_path, foreign, zipped):
    network = foreign(tied=True)
    path = put(tmp_path, network, _use_new_zipfile_serialization=zipped)
    backend = load(str(path))
    np.testing.assert_allclose(backend.score([TEXT])[0].bits, expected_bits(network, "lstm"), atol=1e-4, rtol=0)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16])
def test_other_precisions_are_read(tmp_path, foreign, dtype):
    network = foreign().to(dtype)
    path = put(tmp_path, network.state_dict())
    [scored] = load(str(path)).score([TEXT])
    np.testing.assert_allclose(scored.bits, expected_bits(network.float(), "lstm"), atol=1e-4, rtol=0)


def test_a_module_saved_on_a_gpu_is_read_without_one(tmp_path, foreign, monkeypatch):
    network = foreign()
    monkeypatch.setattr(torch.serialization, "location_tag", lambda storage: "cuda:0")
    zipped = put(tmp_path / "zip", network)
    legacy = put(tmp_path / "legacy", network, _use_new_zipfile_serialization=False)
    data = legacy.read_bytes()
    assert b"ctorch\nFloatStorage\n" in data
    legacy.write_bytes(data.replace(b"ctorch\nFloatStorage\n", b"ctorch.cuda\nFloatStorage\n"))
    for path in (zipped, legacy):
        [scored] = load(str(path)).score([TEXT])
        np.testing.assert_allclose(scored.bits, expected_bits(network, "lstm"), atol=1e-4, rtol=0)


class _OldPickler(pickle.Pickler):
    """Writes modules as PyTorch 0.3 did: parameters by their class, classes with their source text."""

    def __init__(self, file, storages):
        super().__init__(file, protocol=2)
        self.storages = storages
        self.seen = set()

    padding = 3

    def persistent_id(self, thing):
        if isinstance(thing, torch.UntypedStorage):
            key = str(thing.data_ptr())
            self.storages[key] = thing
            n = thing.nbytes() // 4
            part = ("part", self.padding, n)  # a storage may be kept inside another one
            return ("storage", torch.cuda.FloatStorage, key, "cuda:0", self.padding + n, part)
        if isinstance(thing, type) and issubclass(thing, nn.Module) and thing not in self.seen:
            self.seen.add(thing)
            return ("module", thing, "model.py", "import os; os.abort()")
        return None

    def reducer_override(self, thing):
        if isinstance(thing, nn.Parameter):
            return nn.Parameter, (thing.data,), (True, False, OrderedDict())
        if isinstance(thing, torch.Tensor):
            tensor = (thing.untyped_storage(), thing.storage_offset(), tuple(thing.shape), thing.stride())
            return torch._utils._rebuild_tensor, tensor
        return NotImplemented


def test_a_module_of_pytorch_0_3_is_read(tmp_path, foreign, monkeypatch):
    network = foreign()
    thnn = types.ModuleType("torch.nn.backends.thnn")

    class Backend:
        def __reduce__(self):
            return thnn._get_thnn_function_backend, ()

    def _get_thnn_function_backend():
        raise AssertionError("called")

    thnn._get_thnn_function_backend = _get_thnn_function_backend
    _get_thnn_function_backend.__module__ = thnn.__name__
    _get_thnn_function_backend.__qualname__ = "_get_thnn_function_backend"
    monkeypatch.setitem(sys.modules, "torch.nn.backends", types.ModuleType("torch.nn.backends"))
    monkeypatch.setitem(sys.modules, thnn.__name__, thnn)
    for module in network.modules():
        module.__dict__["_backend"] = Backend()
    network.rnn.__dict__["dropout_state"] = {}
    path = put(tmp_path, {})
    storages = {}
    with path.open("wb") as file:
        for head in (0x1950A86A20F9469CFC6C, 1001, {"protocol_version": 1001, "little_endian": True, "type_sizes": {}}):
            pickle.dump(head, file, protocol=2)
        _OldPickler(file, storages).dump(network)
        pickle.dump(sorted(storages), file, protocol=2)
        for key in sorted(storages):
            storage = storages[key]
            file.write(struct.pack("<q", _OldPickler.padding + storage.nbytes() // 4))
            file.write(bytes(4 * _OldPickler.padding) + bytes(storage))
    [scored] = load(str(path)).score([TEXT])
    np.testing.assert_allclose(scored.bits, expected_bits(network, "lstm"), atol=1e-4, rtol=0)


class _Command:
    def __init__(self, *command):
        self.command = command

    def __reduce__(self):
        return self.command[0], self.command[1:]


@pytest.mark.parametrize("zipped", [True, False])
@pytest.mark.parametrize(
    ("function", "arguments", "name"),
    [
        (os.system, ("touch {}",), r"(posix|nt)\.system"),
        (eval, ("open('{}', 'w')",), r"__builtin__\.eval"),  # pickles name modules as Python 2 did
        (__import__, ("os",), r"__builtin__\.__import__"),
        (subprocess.Popen, (["touch", "{}"],), r"\w+\.Popen"),
        (torch.load, ("{}",), r"torch\.serialization\.load"),
    ],
)
def test_a_malicious_pickle_is_refused_by_name_and_nothing_runs(tmp_path, foreign, function, arguments, name, zipped):
    trace = tmp_path / "trace"
    filled = [a.format(trace) if isinstance(a, str) else [b.format(trace) for b in a] for a in arguments]
    network = foreign()
    network.extra = _Command(function, *filled)
    path = put(tmp_path / "model", network, _use_new_zipfile_serialization=zipped)
    with pytest.raises(
        ModelError, match=rf"names '{name}', which is no part of a word-level model. Nothing of it was run"
    ):
        load(str(path))
    assert not trace.exists()


def test_an_unknown_module_is_refused_by_name(tmp_path):
    path = put(tmp_path, nn.MultiheadAttention(2, 1))
    with pytest.raises(ModelError, match=r"torch\.nn\.modules\.activation\.MultiheadAttention"):
        load(str(path))


@pytest.mark.parametrize("zipped", [True, False])
def test_a_checkpoint_cut_short_anywhere_is_one_clear_error(tmp_path, foreign, zipped):
    path = put(tmp_path, foreign(), _use_new_zipfile_serialization=zipped)
    data = path.read_bytes()
    for length in [0, 1, 4, 30, *range(60, len(data) - 1, len(data) // 40), len(data) - 1]:
        path.write_bytes(data[:length])
        with pytest.raises(ModelError) as caught:
            load(str(path))
        assert "model.pt" in str(caught.value)


@pytest.mark.parametrize("zipped", [True, False])
def test_damaged_bytes_never_give_a_traceback(tmp_path, foreign, zipped):
    path = put(tmp_path, foreign(), _use_new_zipfile_serialization=zipped)
    data = path.read_bytes()
    rng = np.random.default_rng(0)
    for _ in range(150):
        broken = bytearray(data)
        for place in rng.integers(0, min(len(data), 6000), 3):
            broken[place] = rng.integers(256)
        path.write_bytes(bytes(broken))
        with contextlib.suppress(ModelError, InputError):
            load(str(path)).score([TEXT])


def zipped_pickle(path, program):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.pkl", b"\x80\x02" + program + b".")
    return path


TWICE = b"2\x86"  # what was made last, and a tuple that holds it twice


@pytest.mark.parametrize(
    "program",
    [
        b"}K\x01" + 60 * TWICE + b"K\x01s",  # the key of a dictionary is hashed
        b"K\x01" + 60 * TWICE + b"\x85cbuiltins\nset\nq\x00]q\x01h\x00h\x01\x85R",
        b"K\x01" + 60 * TWICE + b"Q",  # a reference that is unknown is shown
        b"}r\xff\xff\xff\x7f",  # a memo with a place for each number up to this one
        b"}r\xff\xff\xff\xff",
    ],
    ids=["key", "set", "reference", "memo", "larger memo"],
)
def test_a_small_pickle_that_would_take_for_ever_is_refused_at_once(tmp_path, program):
    """Field case E3. In a process of its own: what hangs is C code, which no signal ends."""
    path = zipped_pickle(tmp_path / "model.pt", program)
    code = (
        "import sys; from syntaxgym_lite.lm.recurrent.checkpoints import read_checkpoint; read_checkpoint(sys.argv[1])"
    )
    finished = python(code, path)
    assert "syntaxgym_lite.errors.ModelError" in finished.err
    assert str(path) in finished.err


def test_a_tensor_of_more_numbers_than_were_saved_is_refused(tmp_path):
    """Field case E4: 200,000 times 200,000 times the same number would be 160 GB."""
    path = put(tmp_path, {"encoder.weight": torch.zeros(1).expand(200_000, 200_000)})
    with pytest.raises(ModelError, match=r"encoder\.weight: a tensor of more numbers than are saved"):
        read_checkpoint(path)


def test_modules_that_hold_themselves_are_refused(tmp_path, foreign):
    network = foreign()
    network.add_module("again", network)
    with pytest.raises(ModelError, match="its modules hold each other without end"):
        read_checkpoint(put(tmp_path / "one", network))
    network = nn.Linear(2, 2)
    for _ in range(40):  # two of each in the next: 2 ** 40 ways to the innermost
        outer = foreign()
        outer.encoder, outer.decoder, network = network, network, outer
    with pytest.raises(ModelError, match="its modules hold each other without end"):
        read_checkpoint(put(tmp_path / "two", network))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"hello", "no PyTorch checkpoint"),
        (pickle.dumps({"a": 1}, protocol=2), "no PyTorch checkpoint"),
    ],
)
def test_a_foreign_file_is_refused(tmp_path, content, message):
    path = put(tmp_path, {})
    path.write_bytes(content)
    with pytest.raises(ModelError, match=message):
        load(str(path))


def test_a_foreign_zip_is_refused(tmp_path):
    path = put(tmp_path, {})
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", "hello")
    with pytest.raises(ModelError, match=r"no data\.pkl"):
        load(str(path))


def test_a_state_dict_of_another_model_is_refused_by_what_it_lacks(tmp_path):
    path = put(tmp_path, nn.Linear(2, 2).state_dict())
    with pytest.raises(ModelError, match=r"encoder\.weight is missing"):
        load(str(path))
    with pytest.raises(ModelError, match="no weights"):
        load(str(put(tmp_path, {"a": 1})))


def test_word_list_of_the_wrong_length_is_refused_with_both_numbers(tmp_path, foreign):
    path = put(tmp_path, foreign(), words=WORDS[:5])
    with pytest.raises(InputError, match="has 5 words, but the model has weights for 7"):
        load(str(path))


def test_several_checkpoints_in_a_folder_must_be_told_apart(tmp_path, foreign):
    put(tmp_path, foreign(), name="a.pt")
    put(tmp_path, foreign(), name="b.pt")
    with pytest.raises(InputError, match=r"a\.pt, b\.pt; name one"):
        load(str(tmp_path))
