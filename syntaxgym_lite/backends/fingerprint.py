"""Identify a model by everything that can change a number it gives."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .. import __version__

__all__ = ["fingerprint"]

_BLOCK = 1 << 20


def fingerprint(*, files: Sequence[Path], options: Mapping[str, Any]) -> str:
    """Hash the contents of a model's files, the options in force and this package's major and minor version.

    Parameters
    ----------
    files : sequence of Path
        Weights, tokenizer, vocabulary: whatever a number depends on. A folder stands for all the files in it. Names and
        places do not count, only contents and order do, so that a copied model keeps its fingerprint.
    options : mapping
        Everything else a number depends on (kind of backend, ``bos``, ``dtype``, ...), as JSON values; their order does
        not count. Leave out what changes nothing, such as batch size and device.

    Returns
    -------
    str
        sha256, in hexadecimal.

    Examples
    --------
    >>> fingerprint(files=[], options={"bos": "auto"}) == fingerprint(files=[], options={"bos": "none"})
    False
    """
    total = hashlib.sha256()
    minor = ".".join(__version__.split(".")[:2])
    total.update(json.dumps({"version": minor, "options": dict(options)}, sort_keys=True).encode())
    for path in _flatten(files):
        one = hashlib.sha256()
        with path.open("rb") as stream:
            while block := stream.read(_BLOCK):
                one.update(block)
        total.update(one.digest())
    return total.hexdigest()


def _flatten(files: Sequence[Path]) -> list[Path]:
    return [
        path for top in files for path in (sorted(p for p in top.rglob("*") if p.is_file()) if top.is_dir() else [top])
    ]
