"""What is open in the studio: suites as the page has them, and what may be read and written."""

from __future__ import annotations

import itertools
import os
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import InputError
from .endpoints import Gone

__all__ = ["OpenSuite", "Studio", "Workspace"]

_LONGEST_NAME = 255  # bytes, on nearly every system
Document = dict[str, Any]
"""A suite as decoded JSON, finished or not, with whatever else its file holds."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """The folders that the studio was started with: outside them nothing is read or written.

    Parameters
    ----------
    folders : tuple of Path
        Absolute, with links resolved.
    given : tuple of Path, optional
        Files that were named, in their order.
    """

    folders: tuple[Path, ...]
    given: tuple[Path, ...] = ()

    @classmethod
    def of(cls, paths: Sequence[str | Path]) -> Workspace:
        """Make a workspace of what was named on the command line; of the working folder, if nothing was.

        Raises
        ------
        InputError
            If one does not exist.
        """
        given, folders = [], dict[Path, None]()
        for path in map(Path, paths or ["."]):
            real = path.expanduser().resolve()
            if not real.exists():
                raise InputError(f"{path}: no such file or folder.")
            if real.is_dir():
                folders[real] = None
            else:
                folders[real.parent] = None
                given.append(real)
        return cls(tuple(folders), tuple(given))

    def inside(self, path: str | Path) -> Path:
        """Give the real path of what the page named: as shown, or absolute.

        Raises
        ------
        InputError
            If it lies outside the folders, also by a link.
        """
        text = str(path)
        try:
            longest = max((len(os.fsencode(part)) for part in Path(text).parts), default=0)
        except UnicodeEncodeError:
            longest = -1
        if "\0" in text or longest < 0:
            raise InputError("A name of a file cannot hold this character.")
        if longest > _LONGEST_NAME:
            raise InputError(f"{text[:40]}...: is too long for the name of a file.")
        real = (self.folders[0] / Path(text)).resolve()
        if not any(real == folder or folder in real.parents for folder in self.folders):
            shown = ", ".join(map(str, self.folders))
            raise InputError(f"{text}: is outside the folders that the studio was started with ({shown}).")
        return real

    def shown(self, path: Path) -> str:
        """Write a path inside as people read it: relative to the first folder, if it is in it."""
        first = self.folders[0]
        return str(path.relative_to(first)) if first in path.parents else str(path)


@dataclass(slots=True)
class OpenSuite:
    """A suite that is being written.

    Parameters
    ----------
    id : str
        In addresses.
    document : dict
        As the page last sent it.
    revision : int
        Goes up with every change.
    file : Path, optional
        Where it is kept; None: nowhere yet.
    digest : str, optional
        sha256 of the file when it was last read or written, by which one sees that somebody else changed it.
    saved_revision : int, optional
        Which revision the file holds; -1: none.
    by : str, optional
        Which tab made the last change.
    notes : list of str, optional
        What is to be known of it: what its file lacks, where it came from.
    lock : Lock
        Held while it is changed.
    """

    id: str
    document: Document
    revision: int = 0
    file: Path | None = None
    digest: str = ""
    saved_revision: int = -1
    by: str = ""
    notes: list[str] = field(default_factory=list)
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)

    @property
    def name(self) -> str:
        """What it is called."""
        meta = self.document.get("meta")
        name = meta.get("name") if isinstance(meta, Mapping) else None
        return name if isinstance(name, str) and name.strip() else "untitled"


class Studio:
    """All that one server has open.

    Parameters
    ----------
    workspace : Workspace
    models : sequence of str, optional
        What is offered first, as it is written after ``--model``.
    drafts : Path, optional
        The folder in which drafts are kept; see `syntaxgym_lite.studio.keeping`.
    cache
        See `syntaxgym_lite.scoring.opener.Opener`.
    """

    def __init__(
        self, workspace: Workspace, *, models: Sequence[str] = (), drafts: Path | None = None, cache: Any = None
    ) -> None:
        self.workspace = workspace
        self.models = tuple(models)
        self.drafts = drafts
        self.cache = cache
        self.id = secrets.token_hex(4)
        self.stop: Callable[[], None] = lambda: None
        self._suites: dict[str, OpenSuite] = {}
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._listeners: list[Callable[[OpenSuite], object]] = []
        self._parts: dict[str, Any] = {}

    def add(self, document: Document, **about: Any) -> OpenSuite:
        """Open a suite."""
        with self._lock:
            suite = OpenSuite(str(next(self._numbers)), document, **about)
            self._suites[suite.id] = suite
        return suite

    def suite(self, suite_id: str) -> OpenSuite:
        """Give a suite that is open.

        Raises
        ------
        Gone
        """
        try:
            return self._suites[suite_id]
        except KeyError:
            raise Gone("This suite is not open in this studio (any more); go back to the first page.") from None

    def suites(self) -> list[OpenSuite]:
        """Give all suites that are open, in the order in which they were opened."""
        return list(self._suites.values())

    def close(self, suite_id: str) -> None:
        """Forget a suite."""
        self._suites.pop(suite_id, None)

    def on_change(self, listener: Callable[[OpenSuite], object]) -> None:
        """Have something called after every change of a suite."""
        self._listeners.append(listener)

    def changed(self, suite: OpenSuite) -> None:
        """Say that a suite was changed."""
        for listener in self._listeners:
            listener(suite)

    def part(self, name: str, make: Callable[[], Any]) -> Any:
        """Give what one part of the studio keeps for as long as it runs: its jobs, say; made when first asked for."""
        with self._lock:
            if name not in self._parts:
                self._parts[name] = make()
            return self._parts[name]
