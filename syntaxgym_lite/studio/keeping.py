"""Files of suites: opened, saved whole or not at all, compared with what others wrote meanwhile."""

from __future__ import annotations

from pathlib import Path

from ..errors import InputError
from ..resources import shipped_suites
from .endpoints import Endpoint
from .kept import kept_of, read_file, stamp_of
from .studio import OpenSuite, Studio

__all__ = ["ENDPOINTS", "open_file"]


def open_file(studio: Studio, path: str | Path) -> OpenSuite:
    """Open a suite file.

    Parameters
    ----------
    studio : Studio
    path : str or Path
        Of a JSON file in the folders of the studio: as shown, or absolute. Or the name or file of a shipped suite, of
        which a copy is opened that is in no file yet.

    Returns
    -------
    OpenSuite
        The same one for a file that is open already.

    Raises
    ------
    InputError
        If it lies outside the folders, or cannot be read.
    SuiteError
        If it is no JSON, or nothing like a suite. One that is not finished can be opened.
    """
    shipped = _shipped(studio, path)
    if shipped is not None:
        name, place = shipped
        note = f"A copy of the suite '{name}' that comes with sglite; save it to keep what you change."
        return studio.add(read_file(place, source=name).document, notes=[note])
    real = studio.workspace.inside(path)
    with studio.part("opening", _lock):
        for suite in studio.suites():
            if suite.file == real:
                return suite
        stamp = stamp_of(real)  # before it is read: what is written between is noticed later
        content = read_file(real, source=studio.workspace.shown(real))
        suite = studio.add(content.document, file=real, digest=content.digest, saved_revision=0)
        kept = kept_of(studio, suite)
        kept.saved, kept.text, kept.stamp = content.document, content.text, stamp
    return suite


def _lock() -> object:
    import threading

    return threading.RLock()


def _shipped(studio: Studio, path: str | Path) -> tuple[str, Path] | None:
    """The shipped suite that is meant: by its file, or by its name where no file is called so."""
    known = shipped_suites()
    given = Path(path)
    for name, place in known.items():
        if given.name == place.name and given.expanduser().resolve() == place.resolve():
            return name, place
    if str(path) not in known:
        return None
    try:
        if studio.workspace.inside(path).exists():
            return None
    except InputError:
        return None
    return str(path), known[str(path)]


ENDPOINTS: list[Endpoint] = []
