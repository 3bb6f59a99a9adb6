"""Read weights out of PyTorch checkpoints without running what they carry.

A checkpoint made by ``torch.save`` is a pickle, which may name any function to be called. This reader knows a short
list of names and gives each an inert meaning: tensors become arrays, modules become bags of attributes, everything else
is refused by its name. It reads state dicts and whole ``RNNModel`` modules of the public code of Gulordava et al.
(2018), in the zip form (PyTorch 1.6 and later) and the one before (0.1.10 and later), saved on any device.
"""

from __future__ import annotations

import io
import math
import operator
import pickle
import reprlib
import struct
import zipfile
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from ...errors import ModelError
from .network import Cell

__all__ = ["Checkpoint", "read_checkpoint", "read_safetensors", "without_wrappers"]

_LEGACY_MAGIC = 0x1950A86A20F9469CFC6C  # first pickle of the form before zip, see torch/serialization.py
_LEGACY_PROTOCOL = 1001

_MOST_PARTS = 1000  # of a tuple, and modules of a network; both have a dozen
_DEEPEST = 20  # modules in modules

_DTYPES = {
    "FloatStorage": torch.float32,
    "DoubleStorage": torch.float64,
    "HalfStorage": torch.float16,
    "BFloat16Storage": torch.bfloat16,
    "LongStorage": torch.int64,
    "IntStorage": torch.int32,
    "ShortStorage": torch.int16,
    "CharStorage": torch.int8,
    "ByteStorage": torch.uint8,
    "BoolStorage": torch.bool,
}

_MODULES = {
    ("torch.nn.modules.sparse", "Embedding"),
    ("torch.nn.modules.rnn", "LSTM"),
    ("torch.nn.modules.rnn", "GRU"),
    ("torch.nn.modules.rnn", "RNN"),
    ("torch.nn.modules.linear", "Linear"),
    ("torch.nn.modules.dropout", "Dropout"),
    ("torch.nn.parallel.data_parallel", "DataParallel"),  # whose one child is the network
    ("argparse", "Namespace"),  # options that were saved beside the weights
    ("torch.backends.cudnn.rnn", "Unserializable"),  # left in `dropout_state` by a model trained on a GPU
}
"""Classes whose objects are kept as bags of attributes; besides ``RNNModel``, whatever module it was defined in."""

_WRAPPED = ("state_dict", "model_state_dict", "model", "net", "network", "weights", "params")
"""Under which names programs save a model's weights beside other things."""

_PICKLE_ERRORS = (
    pickle.UnpicklingError, EOFError, AttributeError, IndexError, KeyError, TypeError, ValueError, RuntimeError,
    struct.error, RecursionError, MemoryError, OverflowError, ImportError,
)  # fmt: skip
"""What Python's unpickler and the functions here raise on damaged input."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Weights of a word-level recurrent model.

    Parameters
    ----------
    weights : dict of str to Tensor
        By name: ``encoder.weight``, ``rnn.weight_ih_l0``, ..., ``decoder.weight``, ``decoder.bias``. On the CPU.
    cell : str or None
        Kind of recurrent layer, if the checkpoint says.
    """

    weights: dict[str, Tensor]
    cell: Cell | None = None


def read_checkpoint(path: str | Path) -> Checkpoint:
    """Read a state dict or a whole ``RNNModel`` that ``torch.save`` wrote.

    Raises
    ------
    ModelError
        If the file is missing, damaged, no such checkpoint, or names anything outside the list.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            start = file.read(4)
            file.seek(0)
            if start == b"PK\x03\x04":
                content = _read_zip(file, str(path))
            elif start[:1] == b"\x80":
                content = _read_legacy(file, str(path))
            else:
                raise ModelError(f"{path}: this is no PyTorch checkpoint (or one from before PyTorch 0.1.10).")
    except OSError as error:
        raise ModelError(f"{path}: the checkpoint cannot be read: {error.strerror or error}.") from error
    except zipfile.BadZipFile as error:
        raise ModelError(f"{path}: the checkpoint is damaged or cut short: {error}.") from error
    except _PICKLE_ERRORS as error:
        is_code = isinstance(error, KeyError) and isinstance(error.args[0], int)
        detail = f"the instruction 0x{error.args[0]:02x}" if is_code else str(error) or type(error).__name__
        raise ModelError(f"{path}: the checkpoint is damaged, cut short or of another kind: {detail}.") from error
    return _checkpoint(content, str(path))


def read_safetensors(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Read the tensors and the metadata of a safetensors file.

    Raises
    ------
    ModelError
        If it is missing, damaged or another kind of file.
    """
    try:
        with safe_open(path, framework="pt") as file:
            return {name: file.get_tensor(name) for name in file.keys()}, dict(file.metadata() or {})  # noqa: SIM118
    except (SafetensorError, OSError) as error:
        raise ModelError(f"{path}: the file is damaged or no safetensors file: {error}.") from error


class _Object:
    """A module, or what else may lie in one: attributes, no behaviour."""

    state: dict[str, Any]

    def __new__(cls, *args: object) -> _Object:
        """Make an empty bag; unpickling calls no ``__init__``."""
        bag = super().__new__(cls)
        bag.state = {}
        return bag

    def __setstate__(self, state: object) -> None:
        if isinstance(state, dict):
            self.state.update(state)


class _Parameter:
    """A parameter of old PyTorch: made from its tensor, with flags set afterwards."""

    data: object

    def __new__(cls, data: object = None, *args: object) -> _Parameter:
        """Keep the tensor; unpickling may call no ``__init__``."""
        parameter = super().__new__(cls)
        parameter.data = data
        return parameter

    def __setstate__(self, state: object) -> None:
        if isinstance(state, tuple) and state and isinstance(state[0], _View):
            self.data = state[0]


@dataclass(frozen=True, slots=True)
class _StorageType:
    dtype: torch.dtype


@dataclass(slots=True)
class _Storage:
    """Numbers that tensors look into; before zip, they come after the pickle that names them."""

    dtype: torch.dtype
    n: int
    values: Tensor | None = None


@dataclass(frozen=True, slots=True)
class _StoragePart:
    """A storage that old PyTorch kept inside another one."""

    whole: _Storage
    offset: int


@dataclass(frozen=True, slots=True)
class _View:
    """A tensor whose numbers may not have been read yet."""

    storage: _Storage
    offset: int
    size: tuple[int, ...]
    stride: tuple[int, ...]

    def tensor(self) -> Tensor:
        """Look into the storage, after checking that the view lies inside it."""
        values = self.storage.values
        integers = (self.offset, *self.size, *self.stride)
        if values is None or len(self.size) != len(self.stride):
            raise ValueError("a tensor without numbers")
        if any(not isinstance(i, int) or i < 0 for i in integers):
            raise ValueError("a tensor with an impossible shape")
        if math.prod(self.size) > len(values):
            raise ValueError("a tensor of more numbers than are saved")
        last = self.offset + sum((n - 1) * step for n, step in zip(self.size, self.stride, strict=True))
        if 0 not in self.size and last >= len(values):
            raise ValueError("a tensor reaches past the end of its numbers")
        return values.as_strided(self.size, self.stride, self.offset).clone()


class _Unpickler(pickle._Unpickler):
    """Knows the names below; refuses all others.

    It is the one written in Python: that in C takes as much memory as the largest number of its memo says, gigabytes
    for a file of a dozen bytes. Tuples are kept small, whatever is in those in them, since a few of them that hold
    each other twice take for ever to be hashed or shown.
    """

    stack: list[Any]
    dispatch: ClassVar[dict[int, Callable[[Any], None]]] = dict(pickle._Unpickler.dispatch)

    def __init__(self, file: BinaryIO, source: str, storage: Callable[[tuple[Any, ...]], object]) -> None:
        super().__init__(file, encoding="latin1")  # pickles of Python 2 hold byte strings
        self.source = source
        self.storage = storage
        self.sizes: dict[int, tuple[int, object]] = {}  # of each tuple by its id, which is its own as long as it lives

    def bounded(self) -> None:
        """Look at a tuple that was made."""
        made = self.stack[-1]
        size = sum(self.sizes.get(id(part), (1, None))[0] for part in made)
        if size > _MOST_PARTS:
            raise pickle.UnpicklingError("a tuple of too many parts")
        self.sizes[id(made)] = size, made

    def find_class(self, module: str, name: str) -> Any:
        """Give the inert meaning of a name, or refuse it."""
        if name == "RNNModel" or (module, name) in _MODULES:
            # a class of its own for each name, so that nothing in the pickle can alter one that outlives the reading
            return type(name, (_Object,), {})
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) in {("builtins", "set"), ("__builtin__", "set")}:
            return set
        if module in ("torch", "torch.cuda") and name in _DTYPES:
            return _StorageType(_DTYPES[name])
        if (module, name) == ("torch.storage", "UntypedStorage"):
            return _StorageType(torch.uint8)
        if (module, name) in {("torch.nn.parameter", "Parameter"), ("torch.nn", "Parameter")}:
            return type(name, (_Parameter,), {})
        if module == "torch._utils" and name in ("_rebuild_tensor", "_rebuild_tensor_v2"):
            return lambda *given: _view(*given)  # not the function itself, whose attributes a pickle could change
        if module == "torch._utils" and name in ("_rebuild_parameter", "_rebuild_parameter_with_state"):
            return lambda data, *_: data
        if (module, name) == ("torch", "Size"):
            return lambda numbers=(): tuple(map(operator.index, numbers))
        if (module, name) == ("torch", "device"):
            return lambda *_: None
        if (module, name) == ("torch.nn.backends.thnn", "_get_thnn_function_backend"):
            return lambda: None  # every module of PyTorch before 1.0 names it
        raise ModelError(
            f"{self.source}: the checkpoint names '{module}.{name}', which is no part of a word-level model. "
            "Nothing of it was run. If you trust the file, save its state_dict() again with PyTorch."
        )

    def persistent_load(self, saved_id: Any) -> object:
        """Give the storage, or the class of a module, that a pickle refers to."""
        kind = saved_id[0].decode("ascii") if isinstance(saved_id[0], bytes) else saved_id[0]
        if kind == "module":  # class, file and source text of a module: the text is not looked at
            return saved_id[1]
        if kind != "storage":
            raise pickle.UnpicklingError(f"unknown reference {reprlib.repr(kind)}")
        return self.storage(tuple(saved_id[1:]))


def _then_bounded(load: Callable[[Any], None]) -> Callable[[Any], None]:
    def load_bounded(unpickler: _Unpickler) -> None:
        load(unpickler)
        unpickler.bounded()

    return load_bounded


for _code in (pickle.TUPLE, pickle.TUPLE1, pickle.TUPLE2, pickle.TUPLE3):
    _Unpickler.dispatch[_code[0]] = _then_bounded(pickle._Unpickler.dispatch[_code[0]])


def _view(storage: object, offset: int, size: tuple[int, ...], stride: tuple[int, ...], *_: object) -> _View:
    if isinstance(storage, _StoragePart):
        return _View(storage.whole, storage.offset + offset, tuple(size), tuple(stride))
    if not isinstance(storage, _Storage):
        raise pickle.UnpicklingError("a tensor without numbers")
    return _View(storage, offset, tuple(size), tuple(stride))


def _typed(storage_type: object) -> torch.dtype:
    if not isinstance(storage_type, _StorageType):
        raise pickle.UnpicklingError("a tensor of no known type")
    return storage_type.dtype


def _values(data: bytes, dtype: torch.dtype, n: int) -> Tensor:
    if len(data) != n * dtype.itemsize:
        raise EOFError("numbers are missing")
    return torch.frombuffer(bytearray(data), dtype=dtype) if n else torch.empty(0, dtype=dtype)


def _read_zip(file: BinaryIO, source: str) -> object:
    """Read the form of PyTorch 1.6 and later: a zip archive with ``data.pkl``, and one member for each storage."""
    with zipfile.ZipFile(file) as archive:
        names = [name for name in archive.namelist() if name == "data.pkl" or name.endswith("/data.pkl")]
        if len(names) != 1:
            raise ModelError(f"{source}: this zip archive is no PyTorch checkpoint: it has no data.pkl.")
        prefix = names[0].removesuffix("data.pkl")
        if any(info.compress_type != zipfile.ZIP_STORED for info in archive.infolist()):
            raise ModelError(f"{source}: this zip archive is packed; PyTorch's checkpoints are not.")
        if f"{prefix}byteorder" in archive.namelist() and archive.read(f"{prefix}byteorder") != b"little":
            raise ModelError(f"{source}: the checkpoint has another byte order; save it again on a common machine.")
        found: dict[str, _Storage] = {}

        def storage(reference: tuple[Any, ...]) -> _Storage:
            storage_type, key, _location, n = reference[:4]
            if key not in found:
                dtype = _typed(storage_type)
                found[key] = _Storage(dtype, n, _values(archive.read(f"{prefix}data/{key}"), dtype, n))
            return found[key]

        return _Unpickler(io.BytesIO(archive.read(names[0])), source, storage).load()


def _read_legacy(file: BinaryIO, source: str) -> object:
    """Read the form before zip: pickles one after another, then the numbers of each storage."""

    def no_storage(reference: tuple[Any, ...]) -> object:
        raise pickle.UnpicklingError("a tensor where none is due")

    if _Unpickler(file, source, no_storage).load() != _LEGACY_MAGIC:
        raise ModelError(f"{source}: this pickle is no PyTorch checkpoint.")
    if _Unpickler(file, source, no_storage).load() != _LEGACY_PROTOCOL:
        raise ModelError(f"{source}: the checkpoint has an unknown version of PyTorch's format.")
    system = _Unpickler(file, source, no_storage).load()
    if not isinstance(system, dict) or not system.get("little_endian", True):
        raise ModelError(f"{source}: the checkpoint has another byte order; save it again on a common machine.")
    found: dict[str, _Storage] = {}

    def storage(reference: tuple[Any, ...]) -> object:
        storage_type, key, _location, n = reference[:4]
        whole = found.setdefault(key, _Storage(_typed(storage_type), n))
        if len(reference) > 4 and reference[4] is not None:
            _key, offset, _n = reference[4]
            return _StoragePart(whole, offset)
        return whole

    content = _Unpickler(file, source, storage).load()
    for key in _Unpickler(file, source, no_storage).load():
        wanted = found[key]
        (n,) = struct.unpack("<q", file.read(8))
        if n != wanted.n:
            raise ValueError(f"a storage of {n} numbers, which is not what is due")
        wanted.values = _values(file.read(n * wanted.dtype.itemsize), wanted.dtype, n)
    return content


def _checkpoint(content: object, source: str) -> Checkpoint:
    """Collect the weights of a state dict, or of a module and the modules in it."""
    found: dict[str, Tensor] = {}
    cell: Cell | None = None
    n_modules = 0

    def add(name: str, value: object) -> None:
        data = value.data if isinstance(value, _Parameter) else value
        if isinstance(data, _View):
            try:
                found[name] = data.tensor()
            except (ValueError, TypeError) as error:
                raise ModelError(f"{source}: the checkpoint is damaged: {name}: {error}.") from error

    def walk(prefix: str, module: object) -> None:
        nonlocal cell, n_modules
        if not isinstance(module, _Object):
            return
        n_modules += 1
        if n_modules > _MOST_PARTS or prefix.count(".") > _DEEPEST:
            raise ModelError(f"{source}: the checkpoint is damaged: its modules hold each other without end.")
        if type(module).__name__ in ("LSTM", "GRU", "RNN"):
            cell = _cell(type(module).__name__, module.state)
        for kind, visit in (("_parameters", add), ("_modules", walk)):
            inside = module.state.get(kind)
            if isinstance(inside, Mapping):
                for name, value in _named(inside):
                    visit(f"{prefix}{name}" if visit is add else f"{prefix}{name}.", value)

    content = _unwrapped(content, source)
    if isinstance(content, Mapping):
        for name, value in _named(content):
            add(name, value)
    else:
        walk("", content)
    if not found:
        raise ModelError(f"{source}: there are no weights in this checkpoint; a state dict or an RNNModel has some.")
    return Checkpoint(without_wrappers(found), cell)


def _named(parts: Mapping[object, object]) -> list[tuple[str, object]]:
    """Give what has a name; a number may be too long to be shown."""
    return [(name, value) for name, value in parts.items() if isinstance(name, str)]


def _unwrapped(content: object, source: str) -> object:
    """Take the weights out of what a training program saved beside them: an optimizer's state, the epoch."""
    for _ in range(_DEEPEST):
        if not isinstance(content, Mapping):
            return content
        inner = {name: content[name] for name in _WRAPPED if isinstance(content.get(name), (Mapping, _Object))}
        if not inner:
            return content
        if len(inner) > 1:
            raise ModelError(
                f"{source}: this checkpoint has several sets of weights: {', '.join(inner)}. Save the one that is "
                "meant alone."
            )
        [content] = inner.values()
    raise ModelError(f"{source}: the checkpoint is damaged: its parts hold each other without end.")


def without_wrappers(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """Take off what stands before all names of a model that ran on many GPUs, was compiled, or is part of another."""
    plain = weights
    for _ in range(_DEEPEST):
        if "encoder.weight" in plain or not plain:
            return plain
        parts = [name.partition(".") for name in plain]
        if len({first for first, _, _ in parts}) > 1 or not all(rest for _, _, rest in parts):
            break
        plain = {rest: value for (_, _, rest), value in zip(parts, plain.values(), strict=True)}
    return weights


def _cell(name: str, state: Mapping[str, Any]) -> Cell:
    if name == "LSTM":
        return "lstm"
    if name == "GRU":
        return "gru"
    return "rnn_relu" if state.get("nonlinearity") == "relu" or state.get("mode") == "RNN_RELU" else "rnn_tanh"
