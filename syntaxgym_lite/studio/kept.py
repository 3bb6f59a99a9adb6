"""What is known of the file of a suite that is open: what it held when it was last read or written."""

from __future__ import annotations

import hashlib
import os
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from ..authoring.changes import document_changes
from ..errors import Problem, SuiteError
from ..files import read_bytes
from ..suite.json import loads_document, suite_from_document
from .studio import Document, OpenSuite, Studio

__all__ = [
    "FileContent",
    "Kept",
    "can_be_shown",
    "content_of",
    "file_name",
    "kept_of",
    "read_file",
    "sha256",
    "stamp_of",
    "standing",
]


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
    outside : str, optional
        The digest of the file, if another program has written it since; "": it is gone. None: it is as it was.
    drafted : datetime, optional
        When a draft was kept of what the file does not hold.
    draft_failure : str, optional
        Why no draft could be kept.
    lock, draft_lock : Lock
        Held while the file, or the draft, is read or written.
    """

    saved: Document | None = None
    text: str = ""
    stamp: tuple[int, ...] | None = None
    outside: str | None = None
    drafted: datetime | None = None
    draft_failure: str | None = None
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)
    draft_lock: threading.RLock = field(default_factory=threading.RLock, repr=False)
    _counted: tuple[int, object, int] = (-1, None, 0)

    def holds(self, content: FileContent | None, stamp: tuple[int, ...] | None) -> None:
        """Note what the file holds, now that it was read or written; None: no suite."""
        self.saved = None if content is None else content.document
        self.text = "" if content is None else content.text
        self.stamp, self.outside = stamp, None

    def n_unsaved(self, suite: OpenSuite) -> int | None:
        """Count what the file has otherwise; None: there is no file that holds a suite."""
        document, saved = suite.document, self.saved
        if saved is None:
            return None
        if self._counted[0] != suite.revision or self._counted[1] is not saved:
            self._counted = suite.revision, saved, len(document_changes(saved, document))
        return self._counted[2]


def kept_of(studio: Studio, suite: OpenSuite) -> Kept:
    """Give what is known of the file of a suite."""
    every: dict[str, Kept] = studio.part("kept", dict)
    return every.setdefault(suite.id, Kept())


def standing(studio: Studio, suite: OpenSuite) -> dict[str, Any]:
    """Say where a suite stands that is kept in a file: what is not saved, and whether another program wrote the file.

    Returns
    -------
    dict
        ``digest`` of the file when it was last read or written; ``unsaved``, how many changes it does not hold (None:
        it is in no file), as of ``unsaved_revision``; ``outside``, the digest of what another program wrote since ("":
        it was deleted); ``drafted``, when a draft was kept; ``draft_failure``, why none could be.
    """
    kept = kept_of(studio, suite)
    _look(suite, kept)
    revision = suite.revision
    return {
        "digest": suite.digest,
        "unsaved": kept.n_unsaved(suite),
        "unsaved_revision": revision,
        "outside": kept.outside,
        "drafted": None if kept.drafted is None else kept.drafted.strftime("%H:%M"),
        "draft_failure": kept.draft_failure,
    }


def _look(suite: OpenSuite, kept: Kept) -> None:
    """Look at the file; read it only if its size or time is another one."""
    if suite.file is None or not kept.lock.acquire(blocking=False):  # it is being written
        return
    try:
        stamp = stamp_of(suite.file)
        if stamp == kept.stamp:
            return
        try:
            digest = sha256(suite.file.read_bytes()) if suite.file.is_file() else ""  # a folder is no file either
        except OSError:  # somebody writes it right now, perhaps
            return
        kept.stamp = stamp
        kept.outside = None if digest == suite.digest else digest
    finally:
        kept.lock.release()


def file_name(text: str) -> str:
    """Make a name of a suite one that every system takes as that of a file.

    Examples
    --------
    >>> file_name('NP/Z: "garden path"'), file_name("..")
    ('NP-Z- -garden path', 'suite')
    """
    return re.sub(r'[\x00-\x1f<>:"/\\|?*]+', "-", text).strip(" .-")[:80] or "suite"


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
    return content_of(read_bytes(path), source=source)


def content_of(data: bytes, *, source: str) -> FileContent:
    """Read the bytes of a suite file; see `read_file`."""
    document = loads_document(data, source=source)
    if not can_be_shown(document):
        suite_from_document(document, source=source)  # says all that is wrong
        raise SuiteError(source, [Problem("", "is no suite.")])
    return FileContent(document, data.decode("utf-8"), sha256(data))


def can_be_shown(document: Any) -> bool:
    """Whether a document has the form of a suite: items, conditions and regions, whatever else it lacks."""
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
