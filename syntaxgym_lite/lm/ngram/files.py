"""Read and write n-gram models in whichever form the file's name says: ARPA text, or the compact form."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...errors import InputError
from .arpa import read_arpa, write_arpa
from .compact import SUFFIX, read_compact, write_compact
from .model import NgramModel

__all__ = ["ARPA_SUFFIXES", "KINDS", "SUFFIXES", "is_arpa", "read_model", "write_model"]

KINDS = ("ngram", "kenlm")
"""What the card of an n-gram model may say it is: whoever reads the file, it is the same model."""

ARPA_SUFFIXES = (".arpa", ".arpa.gz", ".arpa.xz")
SUFFIXES = (*ARPA_SUFFIXES, SUFFIX)
"""How the names of n-gram models end that are written here; ARPA text is read under any other name, too."""


def is_arpa(path: Path) -> bool:
    """Say whether a file of this name is written as ARPA text.

    Raises
    ------
    InputError
        If the name says neither.
    """
    if not path.name.endswith(SUFFIXES):
        raise InputError(f"{path}: the name must end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}.")
    return path.suffix != SUFFIX


def read_model(path: Path) -> NgramModel:
    """Read an n-gram model file, ARPA or compact, whichever it is.

    Raises
    ------
    ModelNotFoundError
        If there is no such file.
    ModelError
        If it is damaged; the message names the line, where there are lines.
    """
    return read_compact(path) if path.suffix == SUFFIX else read_arpa(path)


def write_model(model: NgramModel, path: Path, words: Mapping[str, str] | None = None) -> None:
    """Write an n-gram model in the form that the file's name asks for, see `SUFFIXES`.

    What is said of the model's `words` goes into the compact form alone; ARPA text has no place for it.
    """
    if is_arpa(path):
        write_arpa(model, path)
    else:
        write_compact(model, path, words)
