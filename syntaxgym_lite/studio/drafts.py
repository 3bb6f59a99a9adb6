"""Drafts: what is written and not saved yet, kept so that a crash or a closed page loses nothing.

Every change of a suite that its file does not hold is written to a folder of the user's, one file a suite, whole or not
at all. A studio that runs holds a lock there; the drafts of one that does not are offered.
"""

from __future__ import annotations

import contextlib
import json
import re
import threading
import time
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from ..errors import InputError, SgliteError
from ..files import read_bytes, try_lock, write_whole
from ..suite.json import loads_document
from .endpoints import Gone
from .kept import can_be_shown
from .studio import Document, OpenSuite, Studio

__all__ = ["Drafts", "KeptDraft", "drafts_folder", "drafts_of"]

_FORMAT = "sglite-draft-1"
_NAME = re.compile(r"([0-9a-f]+)-(\w+)\.draft\.json")
_LONGEST_KEPT = 30 * 24 * 3600  # seconds


@dataclass(frozen=True, slots=True)
class KeptDraft:
    """A draft that no running studio has open.

    Parameters
    ----------
    name : str
        Of its file.
    title : str
        What the suite is called.
    file : Path or None
        Which file it is a draft of.
    digest : str
        sha256 of what that file held.
    time : datetime
        When it was written.
    document : dict
    """

    name: str
    title: str
    file: Path | None
    digest: str
    time: datetime
    document: Document


class Drafts:
    """The folder of drafts of one studio.

    Parameters
    ----------
    folder : Path
        Made when the first draft is written, for nobody else to read.
    studio_id : str
    """

    def __init__(self, folder: Path, studio_id: str) -> None:
        self._folder = folder
        self._id = studio_id
        self._lock = threading.RLock()
        self._held: IO[bytes] | None = None

    def write(self, suite: OpenSuite) -> datetime:
        """Keep what a suite is now.

        Raises
        ------
        InputError
            If it cannot be written.
        """
        return self.put(f"{self._id}-{suite.id}.draft.json", suite.document, suite.file, suite.digest)

    def put(self, name: str, document: Document, file: Path | None, digest: str) -> datetime:
        """Keep a document under a name."""
        now = datetime.now().astimezone()
        content = {
            "format": _FORMAT,
            "time": now.isoformat(timespec="seconds"),
            "file": None if file is None else str(file),
            "digest": digest,
            "document": document,
        }
        with self._lock:
            self._open()
            path = self._folder / name
            write_whole(path, json.dumps(content))
            with contextlib.suppress(OSError):
                path.chmod(0o600)
        return now

    def remove(self, suite: OpenSuite) -> None:
        """Forget the draft of a suite that is open here, if there is one."""
        self.discard(f"{self._id}-{suite.id}.draft.json")

    def discard(self, name: str) -> None:
        """Forget a draft."""
        if _NAME.fullmatch(name):
            with self._lock, contextlib.suppress(OSError):
                (self._folder / name).unlink(missing_ok=True)

    def left(self) -> list[KeptDraft]:
        """Give the drafts of studios that do not run any more, the newest first; remove what is very old."""
        found = [draft for path in self._left_paths() if (draft := _read(path)) is not None]
        return sorted(found, key=lambda draft: draft.time, reverse=True)

    def one(self, name: str) -> KeptDraft:
        """Give a draft.

        Raises
        ------
        Gone
        """
        draft = _read(self._folder / name) if _NAME.fullmatch(name) else None
        if draft is None:
            raise Gone("This draft is not there any more.")
        return draft

    def _left_paths(self) -> Iterator[Path]:
        oldest = time.time() - _LONGEST_KEPT
        running: dict[str, bool] = {self._id: True}
        with contextlib.suppress(OSError):
            for path in sorted(self._folder.iterdir()):
                named = _NAME.fullmatch(path.name)
                if named is None:
                    continue
                with contextlib.suppress(OSError):
                    if path.stat().st_mtime < oldest:
                        path.unlink(missing_ok=True)
                        continue
                if named[1] not in running:
                    running[named[1]] = self._is_running(named[1])
                if not running[named[1]]:
                    yield path

    def _is_running(self, studio_id: str) -> bool:
        path = self._folder / f"{studio_id}.lock"
        try:
            with path.open("r+b") as stream:
                is_free = try_lock(stream)
        except OSError:
            return False
        if is_free:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
        return not is_free

    def _open(self) -> None:
        """Make the folder, and hold a lock there for as long as this process runs."""
        if self._held is not None and self._folder.is_dir():
            return
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._held is not None:
                self._held.close()
            held = self._held = open(self._folder / f"{self._id}.lock", "a+b")  # noqa: SIM115 - until the studio ends
        except OSError as error:
            raise InputError(f"{self._folder}: cannot be written: {error.strerror or error}.") from None
        weakref.finalize(self, held.close)
        try_lock(held)

    def close(self) -> None:
        """Give up the lock: drafts that are there are offered from now on."""
        with self._lock:
            if self._held is not None:
                self._held.close()
                self._held = None


def drafts_folder() -> Path:
    """Give the folder in which a user's drafts are kept on this system."""
    import platformdirs

    return Path(platformdirs.user_state_dir("syntaxgym_lite", appauthor=False)) / "studio"


def drafts_of(studio: Studio) -> Drafts | None:
    """Give the drafts of a studio; None if it keeps none."""
    folder = studio.drafts
    if folder is None:
        return None
    made: Drafts = studio.part("drafts", lambda: Drafts(folder, studio.id))
    return made


def _read(path: Path) -> KeptDraft | None:
    """Read a draft; None if it is none."""
    try:
        content: Any = loads_document(read_bytes(path), source=path.name)
        if content["format"] != _FORMAT or not can_be_shown(content["document"]):
            return None
        file = content["file"]
        return KeptDraft(
            path.name,
            _title(content["document"]),
            None if file is None else Path(file),
            str(content["digest"]),
            datetime.fromisoformat(content["time"]),
            content["document"],
        )
    except (SgliteError, KeyError, TypeError, ValueError):
        return None


def _title(document: Document) -> str:
    return OpenSuite("", document).name
