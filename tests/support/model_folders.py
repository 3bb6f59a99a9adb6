"""Change the files of a saved model, and see it refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.errors import ModelError


def edit(path: Path, **changes: Any) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def edit_weights(folder: Path, change: Callable[[dict[str, torch.Tensor]], Any]) -> None:
    weights = load_file(folder / "model.safetensors")
    change(weights)
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})


def refusal(name: str) -> str:
    with pytest.raises(ModelError) as caught:
        load_backend(name)
    assert caught.value.exit_code == 3
    assert "\n" not in str(caught.value)
    return str(caught.value)
