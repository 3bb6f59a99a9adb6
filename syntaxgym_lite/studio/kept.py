"""What is known of the file of a suite that is open: what it held when it was last read or written."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import Problem, SuiteError
from ..files import read_bytes
from ..suite.json import loads_document, suite_from_document
from .studio import Document, OpenSuite, Studio

__all__ = ["FileContent", "Kept", "kept_of", "read_file", "sha256", "stamp_of"]


@dataclass(frozen=True, slots=True)
class FileContent:
    """A suite file as it was read.

    Parameters
    ----------
    document : dict
    text : str
        As the file has it.
    digest : str
        sha256 of its bytes.
    """

    document: Document
    text: str
    digest: str


@dataclass(slots=True)
class Kept:
    """What is known of the file of a suite.

    Parameters
    ----------
    saved : dict, optional
        The document that the file holds, or held when it was last read or written; None: it is in no file.
    text : str, optional
        The file, in whose layout it is written again.
    stamp : tuple of int, optional
        Size and time of the file when it was last looked at.
    lock : Lock
        Held while the file is read or written.
    """

    saved: Document | None = None
    text: str = ""
    stamp: tuple[int, ...] | None = None
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)


def kept_of(studio: Studio, suite: OpenSuite) -> Kept:
    """Give what is known of the file of a suite."""
    every: dict[str, Kept] = studio.part("kept", dict)
    return every.setdefault(suite.id, Kept())


def sha256(data: bytes) -> str:
    """Give the digest of what a file holds."""
    return hashlib.sha256(data).hexdigest()


def stamp_of(path: Path) -> tuple[int, ...] | None:
    """Give what changes when a file is written: its size, its time, which file it is; None: there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns, found.st_ino


def read_file(path: Path, *, source: str) -> FileContent:
    """Read a suite file, finished or not.

    Parameters
    ----------
    path : Path
    source : str
        What to call it in messages.

    Raises
    ------
    InputError
        If it cannot be read.
    SuiteError
        If it is no JSON, or nothing that the page could show as items, conditions and regions.
    """
    data = read_bytes(path)
    document = loads_document(data, source=source)
    if not _can_be_shown(document):
        suite_from_document(document, source=source)  # says all that is wrong
        raise SuiteError(source, [Problem("", "is no suite.")])
    return FileContent(document, data.decode("utf-8"), sha256(data))


def _can_be_shown(document: Any) -> bool:
    """Whether a document has the form of a suite, whatever it lacks."""
    if not isinstance(document, Mapping):
        return False
    names: Any = document.get("region_meta")
    items: Any = document.get("items")
    if not isinstance(names, Mapping) or not all(isinstance(name, str) for name in names.values()):
        return False
    if not isinstance(document.get("meta", {}), Mapping) or not _is_list_of_objects(items):
        return False
    if not isinstance(document.get("predictions", []), list):
        return False
    return all(
        _is_list_of_objects(item.get("conditions"))
        and all(_is_list_of_objects(condition.get("regions")) for condition in item["conditions"])
        for item in items
    )


def _is_list_of_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, Mapping) for one in value)
