"""Read and write n-gram models in a compact form: the arrays of the trie in a safetensors file, read by memory map.

Tensors (level m = n-grams of m words)::

    vocabulary          uint8, the words in UTF-8, each followed by a line feed
    m.words             uint16 or uint32, number of the last word of each n-gram (from level 2)
    m.log10_prob        float32, or uint16 codes
    m.log10_backoff     the same; not at the highest order
    m.first_child       uint32 or uint64: where the longer n-grams begin

Most n-grams of a pruned model begin no longer one, and so back off with log10 weight 0. Quantized files save that
room::

    m.parents           uint32, the n-grams that begin longer ones
    m.n_children        uint16 or uint32, how many each of them begins; these two in place of m.first_child
    m.log10_backoff     only of the parents, unless another n-gram has a weight too

The metadata hold ``format`` ("sglite-ngram"), ``version`` ("1"), ``order``, ``max_error_log10`` and, for every tensor
of codes, ``NAME.step`` and ``NAME.zero``: log10 value = (code - zero) * step. They may also say how the words came
about, since such a file may lie anywhere, with no card beside it: ``words``, ``lowercase`` and ``unk`` (see
`syntaxgym_lite.lm.folder.WordRules`).
"""

from __future__ import annotations

import json
import math
import mmap
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from ...errors import ModelError, ModelNotFoundError
from ...files import whole
from .model import MOST_LOG10, LogColumn, NgramLevel, NgramModel

__all__ = ["FORMAT", "SUFFIX", "read_compact", "read_metadata", "write_compact"]

FORMAT = "sglite-ngram"
SUFFIX = ".safetensors"
_VERSION = "1"
_TYPES = {"U8": np.uint8, "U16": np.uint16, "U32": np.uint32, "U64": np.uint64, "F32": np.float32}

Tensors = dict[str, npt.NDArray[Any]]


def write_compact(model: NgramModel, path: str | Path, words: Mapping[str, str] | None = None) -> None:
    """Write a model in the compact form.

    Parameters
    ----------
    model : NgramModel
        Quantized or not; nothing is lost here.
    path : str or Path
    words : mapping, optional
        What the file is to say of the model's words, see `syntaxgym_lite.lm.folder.WordRules.metadata`.
    """
    tensors: Tensors = {"vocabulary": np.frombuffer("".join(f"{w}\n" for w in model.words).encode("utf-8"), np.uint8)}
    metadata = {
        "format": FORMAT,
        "version": _VERSION,
        "order": str(model.order),
        "max_error_log10": repr(model.max_error),
        **(words or {}),
    }
    quantized = model.max_error > 0
    for m, level in enumerate(model.levels, start=1):
        if m > 1:
            tensors[f"{m}.words"] = level.words
        backoff = level.log10_backoff
        if level.first_child is not None and backoff is not None:
            if quantized:
                counts = np.diff(level.first_child)
                parents = np.flatnonzero(counts)
                tensors[f"{m}.parents"] = parents.astype(np.uint32 if len(counts) < 1 << 32 else np.uint64)
                tensors[f"{m}.n_children"] = counts[parents].astype(_narrowest(int(counts.max(initial=0))))
                if not np.any(backoff[:][counts == 0]):
                    backoff = LogColumn(backoff.values[parents], backoff.step, backoff.zero)
            else:
                tensors[f"{m}.first_child"] = level.first_child
        for name, column in (("log10_prob", level.log10_prob), ("log10_backoff", backoff)):
            if column is None:
                continue
            tensors[f"{m}.{name}"] = column.values
            if column.step:
                metadata |= {f"{m}.{name}.step": repr(column.step), f"{m}.{name}.zero": str(column.zero)}
    _save(tensors, metadata, Path(path))


def _save(tensors: Tensors, metadata: Mapping[str, str], path: Path) -> None:
    """Write a safetensors file. The library would shuffle the metadata, and a model's checksum is to come out again."""
    widest_first = sorted(tensors.items(), key=lambda item: (-item[1].itemsize, item[0]))  # so that all lie aligned
    header: dict[str, Any] = {"__metadata__": dict(metadata)}
    end = 0
    for name, array in widest_first:
        start, end = end, end + array.nbytes
        kind = next(code for code, known in _TYPES.items() if array.dtype == known)
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [start, end]}
    text = json.dumps(header, separators=(",", ":")).encode("utf-8")
    text += b" " * (-len(text) % 8)
    with whole(path) as stream:
        stream.write(len(text).to_bytes(8, "little") + text)
        for _, array in widest_first:
            stream.write(np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<")).data)


def _narrowest(most: int) -> npt.DTypeLike:
    return np.uint16 if most < 1 << 16 else np.uint32


def read_compact(path: str | Path) -> NgramModel:
    """Read a model in the compact form; its arrays stay in the file until they are used.

    Raises
    ------
    ModelNotFoundError
        If there is no such file.
    ModelError
        If it is not such a file, or damaged.
    """
    path = Path(path)
    if not path.is_file():
        raise ModelNotFoundError(f"{path}: not found; there is no such n-gram model file.")
    try:
        tensors, metadata = _map(path)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ModelError(f"{path}: this is not a safetensors file, or it is damaged ({error}).") from error
    if metadata.get("format") != FORMAT:
        raise ModelError(f"{path}: a safetensors file, but no n-gram model (its format is not '{FORMAT}').")
    if metadata.get("version") != _VERSION:
        raise ModelError(
            f"{path}: version {metadata.get('version')} of the compact form; this program reads version {_VERSION}. "
            "Upgrade syntaxgym_lite, or convert the ARPA file again with 'sglite convert-lm'."
        )
    try:
        return _assemble(tensors, metadata)
    except KeyError as error:
        raise ModelError(f"{path}: the n-gram model is damaged ({error} is missing).") from error
    except (ValueError, TypeError, IndexError, OverflowError) as error:
        raise ModelError(f"{path}: the n-gram model is damaged ({error}).") from error


def read_metadata(path: Path) -> Mapping[str, str]:
    """Give what a file in the compact form says of itself; nothing for any other file, or a damaged one."""
    try:
        with path.open("rb") as stream:
            metadata = _read_header(stream)[0].get("__metadata__", {})
    except (OSError, ValueError, AttributeError, RecursionError):
        return {}
    return metadata if isinstance(metadata, dict) and metadata.get("format") == FORMAT else {}


def _read_header(stream: BinaryIO) -> tuple[dict[str, Any], int]:
    """Read the head of a safetensors file (8 bytes length, then JSON); also tell where the data begin."""
    length = int.from_bytes(stream.read(8), "little")
    stream.seek(0, 2)
    if length > stream.tell() - 8:
        raise ValueError("the header is longer than the file")
    stream.seek(8)
    return json.loads(stream.read(length)), 8 + length


def _map(path: Path) -> tuple[Tensors, Mapping[str, str]]:
    """Map a safetensors file."""
    with path.open("rb") as stream:
        header, begin = _read_header(stream)
        data = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        start, end = entry["data_offsets"]
        kind = np.dtype(_TYPES[entry["dtype"]]).newbyteorder("<")
        if not 0 <= start <= end <= len(data) - begin or (end - start) % kind.itemsize:
            raise ValueError(f"tensor '{name}' does not lie in the file")
        tensors[name] = np.frombuffer(data, kind, (end - start) // kind.itemsize, begin + start)
    return tensors, metadata


def _assemble(tensors: Tensors, metadata: Mapping[str, str]) -> NgramModel:
    words = tuple(tensors["vocabulary"].tobytes().decode("utf-8").split("\n")[:-1])
    if not re.fullmatch("[1-9][0-9]?", str(metadata["order"])):
        raise ValueError("its order is no number")
    order = int(metadata["order"])
    levels: list[NgramLevel] = []
    size = len(words)
    for m in range(1, order + 1):
        last_words = tensors[f"{m}.words"] if m > 1 else np.arange(size)
        prob = _column(tensors, metadata, f"{m}.log10_prob")
        backoff = first_child = None
        if m < order:
            backoff = _column(tensors, metadata, f"{m}.log10_backoff")
            first_child, parents = _first_child(tensors, m, size)
            if parents is not None and len(backoff) == len(parents):
                weights = np.full(size, backoff.zero, dtype=backoff.values.dtype)
                weights[parents] = backoff.values
                backoff = LogColumn(weights, backoff.step, backoff.zero)
        if not size == len(last_words) == len(prob) == (size if backoff is None else len(backoff)):
            raise ValueError(f"the tensors of order {m} differ in length")
        if m > 1:
            _check_words(last_words, levels[-1].first_child, len(words), m)
        for column, most in ((prob, MOST_LOG10), (backoff, math.inf)):
            if column is not None:
                _check_column(column, most, m)
        levels.append(NgramLevel(last_words, prob, backoff, first_child))
        size = int(first_child[-1]) if first_child is not None else 0
    return NgramModel(words, tuple(levels))


def _check_words(last_words: npt.NDArray[Any], starts: npt.NDArray[Any] | None, n_words: int, order: int) -> None:
    """Look whether each n-gram lies where it is looked for: words that there are, rising after each beginning."""
    if len(last_words) and int(last_words.max()) >= n_words:
        raise ValueError(f"order {order} has words that are not in the vocabulary")
    if starts is None or int(starts[0]) != 0 or (starts[1:] < starts[:-1]).any():
        raise ValueError(f"the index of order {order - 1} does not rise from 0")
    begins = np.zeros(len(last_words) + 1, dtype=np.bool_)
    begins[starts] = True
    if not ((last_words[1:] > last_words[:-1]) | begins[1:-1]).all():
        raise ValueError(f"the n-grams of order {order} are not sorted")


def _check_column(column: LogColumn, most: float, order: int) -> None:
    ends = np.array([column.values.min(), column.values.max()]) if len(column) else np.zeros(0)
    values = LogColumn(ends, column.step, column.zero)[:]
    if not (np.isfinite(values) & (values <= most)).all():
        raise ValueError(f"order {order} has values that are no logarithms of probabilities or weights")


def _column(tensors: Tensors, metadata: Mapping[str, str], name: str) -> LogColumn:
    step, zero = (str(metadata.get(f"{name}.{part}", 0)) for part in ("step", "zero"))
    if "_" in step + zero:  # Python reads 1_1 as 11
        raise ValueError(f"{name} has no proper scale")
    column = LogColumn(tensors[name], float(step), int(zero))
    if not 0 <= column.step < math.inf or (column.values.dtype.kind == "f") is bool(column.step):
        raise ValueError(f"{name} has no proper scale")
    return column


def _first_child(tensors: Tensors, m: int, size: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any] | None]:
    """Give where the children of every n-gram begin, and which n-grams have some, if the file says so."""
    if f"{m}.first_child" in tensors:
        starts = tensors[f"{m}.first_child"]
        if len(starts) != size + 1:
            raise ValueError(f"'{m}.first_child' should have {size + 1} entries")
        return starts, None
    parents, counts = tensors[f"{m}.parents"], tensors[f"{m}.n_children"]
    if len(parents) != len(counts) or (len(parents) and int(parents.max()) >= size):
        raise ValueError(f"'{m}.parents' and '{m}.n_children' do not fit")
    starts = np.zeros(size + 1, dtype=np.int64)
    starts[parents.astype(np.int64) + 1] = counts
    return np.cumsum(starts, out=starts), parents
