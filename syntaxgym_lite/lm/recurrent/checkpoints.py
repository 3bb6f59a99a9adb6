"""Read weights out of PyTorch checkpoints without running what they carry.

A checkpoint made by ``torch.save`` is a pickle, which may name any function to be called. This reader knows a short
list of names and gives each an inert meaning: tensors become arrays, modules become bags of attributes, everything else
is refused by its name (see `syntaxgym_lite.lm.pickles`). It reads state dicts and whole ``RNNModel`` modules of the
public code of Gulordava et al. (2018), saved on any device; and of that of Shen et al. (2019), whose checkpoints are a
list of the model, its softmax and an optimizer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open
from torch import Tensor

from ...errors import ModelError
from ..pickles import Bag, Parameter, View, read_pickled
from .network import Cell

__all__ = ["Checkpoint", "read_checkpoint", "read_safetensors", "without_wrappers"]

_MOST_MODULES = 1000  # of a network; one has a dozen
_DEEPEST = 20  # modules in modules

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
    ("torch.nn.modules.container", "ModuleList"),
    ("torch.nn.modules.container", "Sequential"),
    ("ON_LSTM", "ONLSTMStack"),
    ("ON_LSTM", "ONLSTMCell"),
    ("ON_LSTM", "LinearDropConnect"),
    ("locked_dropout", "LockedDropout"),
    ("splitcross", "SplitCrossEntropyLoss"),
    ("torch.optim.sgd", "SGD"),
    ("torch.optim.asgd", "ASGD"),
    ("torch.optim.adam", "Adam"),
}
"""Classes whose objects are kept as bags of attributes; besides ``RNNModel``, whatever module it was defined in."""

_WRAPPED = ("state_dict", "model_state_dict", "model", "net", "network", "weights", "params")
"""Under which names programs save a model's weights beside other things."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Weights of a word-level recurrent model.

    Parameters
    ----------
    weights : dict of str to Tensor
        By name: ``encoder.weight``, ``rnn.weight_ih_l0``, ..., ``decoder.weight``, ``decoder.bias``. On the CPU.
    cell : str or None
        Kind of recurrent layer, if the checkpoint says.
    weight_drop : float or None
        Ordered neurons: which share of the recurrent weights training dropped, if the checkpoint says.
    cutoffs : tuple of int
        Where the groups of words of a split softmax begin, if the checkpoint says.
    """

    weights: dict[str, Tensor]
    cell: Cell | None = None
    weight_drop: float | None = None
    cutoffs: tuple[int, ...] = ()


def read_checkpoint(path: str | Path) -> Checkpoint:
    """Read a state dict or a whole ``RNNModel`` that ``torch.save`` wrote.

    Raises
    ------
    ModelError
        If the file is missing, damaged, no such checkpoint, or names anything outside the list.
    """
    content = read_pickled(path, knows=_knows, part_of="a word-level model")
    return _checkpoint(content, str(path))


def _knows(module: str, name: str) -> bool:
    return name == "RNNModel" or (module, name) in _MODULES


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


def _checkpoint(content: object, source: str) -> Checkpoint:
    """Collect the weights of a state dict, or of a module and the modules in it."""
    found: dict[str, Tensor] = {}
    cell: Cell | None = None
    weight_drop: float | None = None
    cutoffs: tuple[int, ...] = ()
    n_modules = 0

    def add(name: str, value: object) -> None:
        data = value.data if isinstance(value, Parameter) else value
        if isinstance(data, View):
            try:
                found[name] = data.tensor()
            except (ValueError, TypeError) as error:
                raise ModelError(f"{source}: the checkpoint is damaged: {name}: {error}.") from error

    def walk(prefix: str, module: object) -> None:
        nonlocal cell, cutoffs, n_modules, weight_drop
        if not isinstance(module, Bag):
            return
        n_modules += 1
        if n_modules > _MOST_MODULES or prefix.count(".") > _DEEPEST:
            raise ModelError(f"{source}: the checkpoint is damaged: its modules hold each other without end.")
        if type(module).__name__ in ("LSTM", "GRU", "RNN"):
            cell = _cell(type(module).__name__, module.state)
        if type(module).__name__ == "ONLSTMCell":
            cell = "onlstm"
        if type(module).__name__ == "LinearDropConnect":
            weight_drop = _share(module.state.get("dropout"), weight_drop, source)
        if type(module).__name__ == "SplitCrossEntropyLoss":
            cutoffs = _cutoffs(module.state.get("splits"), source)
        for kind, visit in (("_parameters", add), ("_modules", walk)):
            inside = module.state.get(kind)
            if isinstance(inside, Mapping):
                for name, value in _named(inside):
                    visit(f"{prefix}{name}" if visit is add else f"{prefix}{name}.", value)

    content = _unwrapped(content, source)
    if isinstance(content, list):
        for part, (prefix, name) in zip(
            content, (("", "RNNModel"), ("decoder.", "SplitCrossEntropyLoss")), strict=False
        ):
            if type(part).__name__ != name:
                raise ModelError(
                    f"{source}: a list in a checkpoint begins with an RNNModel and a SplitCrossEntropyLoss."
                )
            walk(prefix, part)
    elif isinstance(content, Mapping):
        for name, value in _named(content):
            add(name, value)
    else:
        walk("", content)
    if not found:
        raise ModelError(f"{source}: there are no weights in this checkpoint; a state dict or an RNNModel has some.")
    return Checkpoint(without_wrappers(found), cell, weight_drop, cutoffs)


def _share(value: object, before: float | None, source: str) -> float:
    """Read which share of weights a layer drops; all layers drop the same."""
    if not isinstance(value, (int, float)) or not 0 <= value < 1 or before not in (None, value):
        raise ModelError(f"{source}: the checkpoint is damaged: its layers do not say one share of dropped weights.")
    return float(value)


def _cutoffs(splits: object, source: str) -> tuple[int, ...]:
    """Read where groups of words begin: what stands between 0 and a number that is larger than any vocabulary."""
    if not isinstance(splits, list) or len(splits) < 2 or not all(isinstance(cut, int) for cut in splits):
        raise ModelError(f"{source}: the checkpoint is damaged: its softmax does not say where groups of words begin.")
    return tuple(splits[1:-1])


def _named(parts: Mapping[object, object]) -> list[tuple[str, object]]:
    """Give what has a name; a number may be too long to be shown."""
    return [(name, value) for name, value in parts.items() if isinstance(name, str)]


def _unwrapped(content: object, source: str) -> object:
    """Take the weights out of what a training program saved beside them: an optimizer's state, the epoch."""
    for _ in range(_DEEPEST):
        if not isinstance(content, Mapping):
            return content
        inner = {name: content[name] for name in _WRAPPED if isinstance(content.get(name), (Mapping, Bag))}
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
