"""What one may open: suites, stimuli of other kinds, and results, told apart by what files hold."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from .formats import formats
from .other_files import is_model_folder, is_recorded_run, is_result, seems_suite, what_else

__all__ = ["FileKind", "Found", "FoundFile", "find_files", "kind_of_file"]

FileKind = Literal["suite", "stimuli", "results", "other"]
"""A suite in its own format; a table, a text or data of which one is made; a recorded run; anything else."""

_SUFFIXES = frozenset(suffix for port in formats().values() for suffix in port.suffixes)
_NOT_ENTERED = frozenset({"node_modules", "site-packages"})
_MARKS = ("pyvenv.cfg", "conda-meta")  # of folders that hold programs


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that can be opened.

    Parameters
    ----------
    path : Path
    kind : {"suite", "stimuli", "results"}
    modified : float
        When it was last written, in seconds since 1970.
    """

    path: Path
    kind: FileKind
    modified: float


@dataclass(frozen=True, slots=True)
class Found:
    """What `find_files` found.

    Parameters
    ----------
    files : tuple of FoundFile
        The ones that were written last come first.
    is_all : bool
        Whether everything in the folders was looked at.
    """

    files: tuple[FoundFile, ...]
    is_all: bool


def kind_of_file(path: Path) -> FileKind:
    """Say what a file holds, by a look at its beginning; what cannot be read is something else.

    Parameters
    ----------
    path : Path

    Examples
    --------
    >>> from syntaxgym_lite.resources import shipped_suites
    >>> kind_of_file(shipped_suites()["npz"])
    'suite'
    """
    try:
        about = path.stat()
    except OSError:
        return "other"
    return _kind(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=4096)
def _kind(path: Path, modified: int, size: int) -> FileKind:
    if is_recorded_run(path):
        return "results"
    if is_result(path) or what_else(path) is not None:
        return "other"
    if seems_suite(path):
        return "suite"
    ports = (port for port in formats().values() if port.name != "suite")
    return "stimuli" if any(port.accepts(path) for port in ports) else "other"


def find_files(folders: Iterable[Path], *, most: int = 1000, most_looked_at: int = 20_000) -> Found:
    """Find what can be opened in folders and those in them, but for hidden ones, programs and models.

    Parameters
    ----------
    folders : iterable of Path
    most : int, optional
        How many files are looked into at most.
    most_looked_at : int, optional
        How many names are read at most.

    Returns
    -------
    Found
    """
    found: dict[Path, FoundFile] = {}
    n_names = n_read = 0
    is_all = True
    for path in _walk(folders):
        n_names += 1
        if n_names > most_looked_at or n_read >= most:
            is_all = False
            break
        if path in found or not path.name.lower().endswith(tuple(_SUFFIXES)):
            continue
        n_read += 1
        kind = kind_of_file(path)
        if kind != "other":
            found[path] = FoundFile(path, kind, path.stat().st_mtime)
    files = sorted(found.values(), key=lambda one: (-one.modified, one.path))
    return Found(tuple(files), is_all)


def _walk(folders: Iterable[Path]) -> Iterator[Path]:
    """Give the files of folders, those of the uppermost first."""
    level = list(folders)
    while level:
        below = []
        for folder in level:
            try:
                with os.scandir(folder) as entries:
                    listed = sorted(entries, key=lambda one: one.name)
            except OSError:  # which may not be opened
                continue
            for entry in listed:
                if entry.name.startswith("."):
                    continue
                path = Path(entry.path)
                if entry.is_dir(follow_symlinks=False):
                    if _is_entered(path):
                        below.append(path)
                elif entry.is_file(follow_symlinks=False):
                    yield path
        level = below


def _is_entered(folder: Path) -> bool:
    if folder.name in _NOT_ENTERED or any((folder / mark).exists() for mark in _MARKS):
        return False
    try:
        return not is_model_folder(folder)
    except OSError:
        return False
