"""Pickles of other people's programs, read without running what they name.

A pickle may name any function to be called; what `torch.save` writes is one, in the zip form (PyTorch 1.6 and later) or
the one before (0.1.10 and later), and so are the vocabularies of some published models. This reader knows a short list
of names and gives each an inert meaning: tensors become views of numbers, objects bags of attributes, and everything
else is refused by its name.
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
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

import torch
from torch import Tensor

from ..errors import ModelError

__all__ = ["Bag", "Parameter", "View", "read_pickled"]

_LEGACY_MAGIC = 0x1950A86A20F9469CFC6C  # first pickle of the form before zip, see torch/serialization.py
_LEGACY_PROTOCOL = 1001

_MOST_PARTS = 1000  # of a tuple; those of models have a dozen

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

_PICKLE_ERRORS = (
    pickle.UnpicklingError, EOFError, AttributeError, IndexError, KeyError, TypeError, ValueError, RuntimeError,
    struct.error, RecursionError, MemoryError, OverflowError, ImportError,
)  # fmt: skip
"""What Python's unpickler and the functions here raise on damaged input."""


def read_pickled(
    path: str | Path, *, knows: Callable[[str, str], bool], part_of: str, plain: bool = False, tensors: bool = True
) -> object:
    """Read what `torch.save` or `pickle.dump` wrote.

    Parameters
    ----------
    path : str or Path
    knows : callable
        Whether a class, given by its module and name, may be met; its objects become a `Bag`.
    part_of : str
        What the file should be, for the message that refuses a name: "a word-level model".
    plain : bool, optional
        Whether a pickle that `torch.save` did not write will do.
    tensors : bool, optional
        Whether the numbers of tensors are read, which a word list in the same file does not need.

    Returns
    -------
    object
        Of numbers, strings, lists, tuples, dictionaries, sets, and of `Bag`, `Parameter` and `View`.

    Raises
    ------
    ModelError
        If the file is missing, damaged, no such file, or names anything that is not known.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            reader = _Reader(file, str(path), knows, part_of, tensors)
            start = file.read(4)
            file.seek(0)
            if start == b"PK\x03\x04":
                return reader.zipped()
            if start[:1] == b"\x80":
                return reader.legacy(plain=plain)
            what = "pickle" if plain else "PyTorch checkpoint"
            raise ModelError(f"{path}: this is no {what} (or one from before PyTorch 0.1.10).")
    except OSError as error:
        raise ModelError(f"{path}: the checkpoint cannot be read: {error.strerror or error}.") from error
    except zipfile.BadZipFile as error:
        raise ModelError(f"{path}: the checkpoint is damaged or cut short: {error}.") from error
    except _PICKLE_ERRORS as error:
        is_code = isinstance(error, KeyError) and isinstance(error.args[0], int)
        detail = f"the instruction 0x{error.args[0]:02x}" if is_code else str(error) or type(error).__name__
        raise ModelError(f"{path}: the checkpoint is damaged, cut short or of another kind: {detail}.") from error


class Bag:
    """An object, as of a module or of what else may lie in one: attributes, no behaviour."""

    state: dict[str, Any]

    def __new__(cls, *args: object) -> Bag:
        """Make an empty bag; unpickling calls no ``__init__``."""
        bag = super().__new__(cls)
        bag.state = {}
        return bag

    def __setstate__(self, state: object) -> None:
        if isinstance(state, dict):
            self.state.update(state)


class Parameter:
    """A parameter of old PyTorch: made from its tensor, with flags set afterwards."""

    data: object

    def __new__(cls, data: object = None, *args: object) -> Parameter:
        """Keep the tensor; unpickling may call no ``__init__``."""
        parameter = super().__new__(cls)
        parameter.data = data
        return parameter

    def __setstate__(self, state: object) -> None:
        if isinstance(state, tuple) and state and isinstance(state[0], View):
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


@dataclass(frozen=True, slots=True, eq=False)
class View:
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

    def __init__(self, file: BinaryIO, reader: _Reader, storage: Callable[[tuple[Any, ...]], object]) -> None:
        super().__init__(file, encoding="latin1")  # pickles of Python 2 hold byte strings
        self.reader = reader
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
        if self.reader.knows(module, name):
            # a class of its own for each name, so that nothing in the pickle can alter one that outlives the reading
            return type(name, (Bag,), {})
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) in {("builtins", "set"), ("__builtin__", "set")}:
            return set
        if (module, name) in {("builtins", "dict"), ("__builtin__", "dict")}:
            return dict
        if (module, name) in {("builtins", "list"), ("__builtin__", "list")}:
            return list
        if (module, name) == ("collections", "Counter"):
            return lambda counts=(): dict(counts)
        if (module, name) == ("collections", "defaultdict"):
            return lambda *_: {}  # what it held is put into it afterwards
        if module in ("torch", "torch.cuda") and name in _DTYPES:
            return _StorageType(_DTYPES[name])
        if (module, name) == ("torch.storage", "UntypedStorage"):
            return _StorageType(torch.uint8)
        if (module, name) in {("torch.nn.parameter", "Parameter"), ("torch.nn", "Parameter")}:
            return type(name, (Parameter,), {})
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
            f"{self.reader.source}: the checkpoint names '{module}.{name}', which is no part of {self.reader.part_of}. "
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


def _view(storage: object, offset: int, size: tuple[int, ...], stride: tuple[int, ...], *_: object) -> View:
    if isinstance(storage, _StoragePart):
        return View(storage.whole, storage.offset + offset, tuple(size), tuple(stride))
    if not isinstance(storage, _Storage):
        raise pickle.UnpicklingError("a tensor without numbers")
    return View(storage, offset, tuple(size), tuple(stride))


def _typed(storage_type: object) -> torch.dtype:
    if not isinstance(storage_type, _StorageType):
        raise pickle.UnpicklingError("a tensor of no known type")
    return storage_type.dtype


def _values(data: bytes, dtype: torch.dtype, n: int) -> Tensor:
    if len(data) != n * dtype.itemsize:
        raise EOFError("numbers are missing")
    return torch.frombuffer(bytearray(data), dtype=dtype) if n else torch.empty(0, dtype=dtype)


@dataclass(frozen=True, slots=True)
class _Reader:
    """A file that is read, and what may stand in it."""

    file: BinaryIO
    source: str
    knows: Callable[[str, str], bool]
    part_of: str
    tensors: bool

    def zipped(self) -> object:
        """Read the form of PyTorch 1.6 and later: a zip archive with ``data.pkl``, and one member for each storage."""
        with zipfile.ZipFile(self.file) as archive:
            names = [name for name in archive.namelist() if name == "data.pkl" or name.endswith("/data.pkl")]
            if len(names) != 1:
                raise ModelError(f"{self.source}: this zip archive is no PyTorch checkpoint: it has no data.pkl.")
            prefix = names[0].removesuffix("data.pkl")
            if any(info.compress_type != zipfile.ZIP_STORED for info in archive.infolist()):
                raise ModelError(f"{self.source}: this zip archive is packed; PyTorch's checkpoints are not.")
            if f"{prefix}byteorder" in archive.namelist() and archive.read(f"{prefix}byteorder") != b"little":
                raise self.foreign_order()
            found: dict[str, _Storage] = {}

            def storage(reference: tuple[Any, ...]) -> _Storage:
                storage_type, key, _location, n = reference[:4]
                if key not in found:
                    dtype = _typed(storage_type)
                    values = _values(archive.read(f"{prefix}data/{key}"), dtype, n) if self.tensors else None
                    found[key] = _Storage(dtype, n, values)
                return found[key]

            return _Unpickler(io.BytesIO(archive.read(names[0])), self, storage).load()

    def legacy(self, *, plain: bool) -> object:
        """Read the form before zip: pickles one after another, then the numbers of each storage."""
        first = self.unpickled()
        if first != _LEGACY_MAGIC:
            if plain:
                return first
            raise ModelError(f"{self.source}: this pickle is no PyTorch checkpoint.")
        if self.unpickled() != _LEGACY_PROTOCOL:
            raise ModelError(f"{self.source}: the checkpoint has an unknown version of PyTorch's format.")
        system = self.unpickled()
        if not isinstance(system, dict) or not system.get("little_endian", True):
            raise self.foreign_order()
        found: dict[str, _Storage] = {}

        def storage(reference: tuple[Any, ...]) -> object:
            storage_type, key, _location, n = reference[:4]
            whole = found.setdefault(key, _Storage(_typed(storage_type), n))
            if len(reference) > 4 and reference[4] is not None:
                _key, offset, _n = reference[4]
                return _StoragePart(whole, offset)
            return whole

        content = _Unpickler(self.file, self, storage).load()
        if not self.tensors:
            return content
        for key in self.unpickled():
            wanted = found[key]
            (n,) = struct.unpack("<q", self.file.read(8))
            if n != wanted.n:
                raise ValueError(f"a storage of {n} numbers, which is not what is due")
            wanted.values = _values(self.file.read(n * wanted.dtype.itemsize), wanted.dtype, n)
        return content

    def unpickled(self) -> Any:
        """Read a pickle in which no tensor is due."""

        def no_storage(reference: tuple[Any, ...]) -> object:
            raise pickle.UnpicklingError("a tensor where none is due")

        return _Unpickler(self.file, self, no_storage).load()

    def foreign_order(self) -> ModelError:
        """Say that the numbers cannot be read here."""
        return ModelError(f"{self.source}: the checkpoint has another byte order; save it again on a common machine.")
