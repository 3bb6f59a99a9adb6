"""Tiny RNNGs with random weights, and what the public implementation says of them (README beside them)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor

from syntaxgym_lite.lm.rnng.network import Shape, StackNetwork, weights_of_shape

NAMES = ("a-lstm-1layer", "b-lstm-2layer", "c-attention-2layer")


@dataclass(frozen=True)
class Golden:
    folder: Path
    weights: dict[str, Tensor]
    config: dict[str, Any]
    expected: dict[str, Any]

    @classmethod
    def of(cls, shared: Path, name: str) -> Golden:
        folder = shared / "goldens" / "architectures" / "rnng" / name
        config, expected = (
            json.loads((folder / f"{n}.json").read_text(encoding="utf-8")) for n in ("config", "expected")
        )
        return cls(folder, load_file(folder / "model.safetensors"), config, expected)

    def network(self, dtype: torch.dtype = torch.float64) -> StackNetwork:
        shape = weights_of_shape(self.weights, str(self.folder))
        network = StackNetwork(shape)
        network.load(self.weights, str(self.folder))
        return network.eval().to(dtype)


def tiny_network(shape: Shape, seed: int, scale: float = 1.0) -> StackNetwork:
    """A network of random weights in float64."""
    network = StackNetwork(shape).double()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.normal_(0, scale, generator=generator)
    return network.eval().requires_grad_(False)


def numbers(ids: list[int]) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.array(ids, dtype=np.int64)
