"""Any bytes are a checkpoint, or refused in bounded time; the weights are those that PyTorch reads."""

from __future__ import annotations

import io
import warnings
import zipfile
from typing import Any

import torch
from hypothesis import strategies as st

from syntaxgym_lite.errors import ModelError
from syntaxgym_lite.lm.recurrent.checkpoints import read_checkpoint

from ..inputs import corpus, file, mutated, readable

_OPCODES = [
    *(b"(", b"}", b"t", b"\x85", b"\x86", b"\x87", b"R", b"b", b"s", b"a", b"2", b"0", b"N", b".", b"q\x00", b"h\x00"),
    *(
        b"K\x00",
        b"Q",
        b"J\xff\xff\xff\x7f",
        b"cos\nsystem\n",
        b"cbuiltins\neval\n",
        b"ctorch._utils\n_rebuild_tensor_v2\n",
    ),
]
"""Steps of the little machine that a pickle is a program for, and names that must not be called."""


SEEDS = corpus("checkpoints")


@st.composite
def _pickles(draw: st.DrawFn) -> bytes:
    """A zip archive whose pickle has something wrong, sound but for that."""
    with zipfile.ZipFile(io.BytesIO(next(seed for seed in SEEDS if seed.startswith(b"PK")))) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = next(name for name in members if name.endswith("data.pkl"))
    members[name] = draw(mutated([members[name]], _OPCODES))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return stream.getvalue()


INPUTS = st.one_of(_pickles(), mutated(SEEDS, _OPCODES))
EXAMPLES = 100


def check(data: bytes) -> None:
    """Read a checkpoint."""
    with file(data, "model.pt") as path:
        try:
            found = read_checkpoint(path).weights
        except ModelError as error:
            readable(error, path)
            return
    expected = _by_pytorch(data)
    if expected is None:
        return
    for name, tensor in expected.items():
        if isinstance(tensor, torch.Tensor) and isinstance(name, str) and name in found:
            assert torch.equal(found[name], tensor) or bool(tensor.isnan().any()), name


def _by_pytorch(data: bytes) -> dict[Any, Any] | None:
    """What PyTorch's own careful reader makes of it; None if it refuses."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            content = torch.load(io.BytesIO(data), weights_only=True)
        except Exception:  # of any kind, on damaged input
            return None
    return content if isinstance(content, dict) else None
