"""Files of suites: opened, saved whole or not at all, compared with what others wrote meanwhile."""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from ..authoring.changes import DocumentChange, document_changes, summed_up
from ..errors import InputError, SgliteError, SuiteError
from ..files import whole
from ..resources import shipped_suites
from ..suite.json import suite_from_document
from ..suite.layout import rewritten
from . import drafts as _drafts
from . import exporting
from .endpoints import Conflict, Endpoint, Gone, endpoint
from .kept import FileContent, content_of, file_name, kept_of, read_file, sha256, stamp_of, standing
from .returned import as_it_was
from .studio import Document, OpenSuite, Studio
from .writing import sentences_of, state_of

__all__ = ["ENDPOINTS", "drafts", "keep_drafts", "open_bytes", "open_draft", "open_file"]

MOST_SHOWN = 300
"""Of the differences of two documents."""


# ---------------------------------------------------------------- opening


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
    with studio.part("opening", threading.RLock):
        for suite in studio.suites():
            if suite.file == real:
                return suite
        stamp = stamp_of(real)  # before it is read: what is written between is noticed later
        content = read_file(real, source=studio.workspace.shown(real))
        suite = studio.add(content.document, file=real, digest=content.digest, saved_revision=0)
        kept_of(studio, suite).holds(content, stamp)
    return suite


def open_bytes(studio: Studio, data: bytes, name: str) -> OpenSuite:
    """Open what a suite file holds that was dropped on the page: a suite that is in no file of the folders yet.

    Raises
    ------
    SuiteError
        As `open_file`.
    """
    document = content_of(data, source=name).document
    note = f"What '{name}' holds; that file itself will not be changed. Save it to keep what you change."
    return studio.add(document, notes=[note])


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


# ---------------------------------------------------------------- saving


class Save(BaseModel):
    """What is to be saved, and where.

    ``base`` is the revision that the page has; ``path`` another file than that of the suite; ``replaces`` the digest of
    a file of that name which the page has shown, and which somebody wants replaced.
    """

    model_config = ConfigDict(extra="forbid")
    base: int
    path: str | None = None
    replaces: str = ""


@endpoint("GET", "/suites/{suite_id}/name")
def proposed_name(studio: Studio, suite_id: str) -> dict[str, Any]:
    """Propose what a file shall be called that is not there yet, and say in which folder it will be."""
    suite = studio.suite(suite_id)
    folder = studio.workspace.folders[0] if suite.file is None else suite.file.parent
    stem = file_name(suite.name) if suite.file is None else suite.file.stem
    names = itertools.chain([stem], (f"{stem}-{number}" for number in itertools.count(2)))
    path = next(folder / f"{name}.json" for name in names if not os.path.lexists(folder / f"{name}.json"))
    return {"path": studio.workspace.shown(path), "folder": str(studio.workspace.folders[0])}


@endpoint("POST", "/suites/{suite_id}/save")
def save(studio: Studio, suite_id: str, body: Save) -> dict[str, Any]:
    """Write a suite to its file, or to another one."""
    suite = studio.suite(suite_id)
    kept = kept_of(studio, suite)
    with kept.lock:
        with suite.lock:
            document, revision = suite.document, suite.revision
        if revision != body.base:
            raise Conflict("This suite was changed in another tab meanwhile.", kind="revision")
        if body.path is None and suite.file is None:
            raise InputError("This suite is in no file yet; say what the file shall be called.")
        if kept.saved is not None:
            document = as_it_was(kept.saved, document)
        target = suite.file if body.path is None else _target(studio, suite, body.path)
        assert target is not None
        is_own = target == suite.file
        if is_own:
            _need_same(studio, suite, document)
        else:
            _need_free(studio, target, body.replaces)
        text = rewritten(kept.text, kept.saved, document) if kept.saved is not None else rewritten("", {}, document)
        data = text.encode("utf-8")
        _write(studio, target, data, suite.digest if is_own else body.replaces)
        with suite.lock:
            suite.file, suite.digest, suite.saved_revision, suite.notes = target, sha256(data), revision, []
            if suite.revision == revision:
                suite.document = document
        kept.holds(FileContent(document, text, suite.digest), stamp_of(target))
    _keep_draft(studio, suite)
    return {**_stands(studio, suite), "unfinished": _unfinished(document, studio.workspace.shown(target))}


def _target(studio: Studio, suite: OpenSuite, path: str) -> Path:
    """The file that somebody named."""
    name = path.strip()
    if not name or name.endswith(("/", "\\")):
        raise InputError("Say what the file shall be called.")
    if not name.lower().endswith(".json"):
        name += ".json"
    target = studio.workspace.inside(name)
    shown = studio.workspace.shown(target)
    if target.is_dir():
        raise InputError(f"{shown}: is a folder; name a file in it.")
    if not target.parent.is_dir():
        raise InputError(f"{studio.workspace.shown(target.parent)}: there is no such folder.")
    if any(target == place.resolve() for place in shipped_suites().values()):
        raise InputError(f"{shown}: comes with sglite; save under another name.")
    for other in studio.suites():
        if other is not suite and other.file == target:
            raise InputError(f"{shown}: is open in this studio as well, as '{other.name}'; save under another name.")
    return target


def _file_of(studio: Studio, suite: OpenSuite) -> Path:
    """Give the file of a suite, unless a link has been put in its place that leads elsewhere."""
    if suite.file is None:
        raise InputError("This suite is in no file yet.")
    if suite.file.resolve() != suite.file:
        shown = studio.workspace.shown(suite.file)
        raise InputError(f"{shown}: leads to another file by now; save under another name.")
    return suite.file


def _need_same(studio: Studio, suite: OpenSuite, document: Document) -> None:
    """Refuse to write over what somebody else wrote."""
    file = _file_of(studio, suite)
    shown = studio.workspace.shown(file)
    found = _digest_of(file)
    if found == suite.digest:
        return
    raise Conflict(_what_happened(shown, found), kind="file", **_compared(file, shown, document))


def _what_happened(shown: str, digest: str) -> str:
    if not digest:
        return f"{shown} is not there any more: it was deleted or renamed after it was last read."
    return f"{shown} was changed by another program after it was last read; nothing was written over it."


def _need_free(studio: Studio, target: Path, replaces: str) -> None:
    """Refuse to write over a file that nobody wants replaced."""
    found = _digest_of(target)
    if found and found != replaces:
        shown = studio.workspace.shown(target)
        raise Conflict(f"{shown} is there already.", kind="there", digest=found, path=shown)


def _digest_of(path: Path) -> str:
    """The digest of a file; "" if there is none."""
    try:
        return sha256(path.read_bytes())
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}.") from None


def _write(studio: Studio, target: Path, data: bytes, digest: str) -> None:
    """Write a file, if in the last moment it still is what it was."""
    with whole(target, fsync=True) as stream:
        stream.write(data)
        stream.flush()
        if _digest_of(target) != digest:
            shown = studio.workspace.shown(target)
            raise Conflict(f"{shown} was changed by another program in this moment; try again.", kind="moment")


def _unfinished(document: Document, shown: str) -> str | None:
    """What the terminal would say of a suite that is not finished."""
    try:
        suite_from_document(document, source=shown)
    except SuiteError as error:
        return str(error)
    return None


# ---------------------------------------------------------------- what the file has


class Against(BaseModel):
    """Which file somebody has seen: by its digest; "" if it is gone."""

    model_config = ConfigDict(extra="forbid")
    digest: str


class Taken(BaseModel):
    """Which revision is replaced, and by which tab."""

    model_config = ConfigDict(extra="forbid")
    base: int
    client: str


@endpoint("GET", "/suites/{suite_id}/difference")
def difference(studio: Studio, suite_id: str) -> dict[str, Any]:
    """Say what the file has, and what the suite has here."""
    suite = studio.suite(suite_id)
    file = _file_of(studio, suite)
    return _compared(file, studio.workspace.shown(file), suite.document)


@endpoint("POST", "/suites/{suite_id}/keep-mine")
def keep_mine(studio: Studio, suite_id: str, body: Against) -> dict[str, Any]:
    """Go on with what is here, knowing what the file holds now: the next saving replaces it."""
    suite = studio.suite(suite_id)
    file = _file_of(studio, suite)
    kept = kept_of(studio, suite)
    shown = studio.workspace.shown(file)
    with kept.lock:
        stamp = stamp_of(file)
        found = _digest_of(file)
        if found != body.digest:
            message = f"{shown} was changed once more."
            raise Conflict(message, kind="file", **_compared(file, shown, suite.document))
        with suite.lock:
            suite.digest, suite.saved_revision = found, -1
        try:
            content = read_file(file, source=shown) if found else None
        except SgliteError:
            content = None  # no suite any more
        kept.holds(content, stamp)
    return _stands(studio, suite)


@endpoint("POST", "/suites/{suite_id}/take")
def take(studio: Studio, suite_id: str, body: Taken) -> dict[str, Any]:
    """Take what the file has now in place of what is here."""
    suite = studio.suite(suite_id)
    file = _file_of(studio, suite)
    kept = kept_of(studio, suite)
    with kept.lock:
        stamp = stamp_of(file)
        content = read_file(file, source=studio.workspace.shown(file))
        _replace(studio, suite, content.document, body)
        with suite.lock:
            suite.digest, suite.saved_revision = content.digest, suite.revision
        kept.holds(content, stamp)
    return _changed(studio, suite)


def _stands(studio: Studio, suite: OpenSuite) -> dict[str, Any]:
    return {**state_of(studio, suite), **standing(studio, suite)}


def _replace(studio: Studio, suite: OpenSuite, document: Document, body: Taken) -> None:
    with suite.lock:
        if suite.revision != body.base:
            message = "This suite was changed in another tab meanwhile."
            raise Conflict(message, revision=suite.revision, document=suite.document, by=suite.by)
        suite.document = document
        suite.revision += 1
        suite.by = body.client


def _changed(studio: Studio, suite: OpenSuite) -> dict[str, Any]:
    """Say that a suite was changed, and give it as a whole."""
    studio.changed(suite)
    with suite.lock:
        document = suite.document
        state = _stands(studio, suite)
    return {**state, "document": document, "sentences": sentences_of(document)}


def _compared(file: Path, shown: str, document: Document) -> dict[str, Any]:
    """What a file has, and what is here: for the page to show."""
    digest = _digest_of(file)
    found: dict[str, Any] = {"digest": digest, "is_gone": not digest, "unreadable": None}
    if not digest:
        return {**found, **_shown([])}
    try:
        content = read_file(file, source=shown)
    except SgliteError as error:
        return {**found, "unreadable": str(error), **_shown([])}
    return {**found, "digest": content.digest, **_shown(document_changes(content.document, document))}


def _shown(changes: Sequence[DocumentChange]) -> dict[str, Any]:
    return {
        "summary": summed_up(changes),
        "changes": [
            {
                "where": one.where,
                "before": one.before,
                "after": one.after,
                "item": one.item,
                "condition": one.condition,
                "region": one.region,
            }
            for one in changes[:MOST_SHOWN]
        ],
        "n_changes": len(changes),
    }


class Other(BaseModel):
    """A document of the page, to be compared with what the studio has."""

    model_config = ConfigDict(extra="forbid")
    document: dict[str, Any]


@endpoint("POST", "/suites/{suite_id}/compare")
def compare(studio: Studio, suite_id: str, body: Other) -> dict[str, Any]:
    """Say what a tab has otherwise than the studio."""
    return _shown(document_changes(studio.suite(suite_id).document, body.document))


# ---------------------------------------------------------------- drafts


class NamedDraft(BaseModel):
    """A draft, by the name of its file."""

    model_config = ConfigDict(extra="forbid")
    draft: str


class TakenDraft(Taken):
    """A draft that replaces a revision."""

    draft: str


class OwnDraft(BaseModel):
    """What a page wrote while no studio answered."""

    model_config = ConfigDict(extra="forbid")
    document: dict[str, Any]
    file: str | None = None
    digest: str = ""


def keep_drafts(studio: Studio) -> None:
    """Have a draft kept after every change of a suite."""
    studio.on_change(lambda suite: _keep_draft(studio, suite))


def _keep_draft(studio: Studio, suite: OpenSuite) -> None:
    kept, folder = kept_of(studio, suite), _drafts.drafts_of(studio)
    if folder is None:
        return
    with kept.draft_lock:
        try:
            if kept.saved is not None and suite.document == kept.saved:
                folder.remove(suite)
                kept.drafted, kept.draft_failure = None, None
            else:
                kept.drafted, kept.draft_failure = folder.write(suite), None
        except SgliteError as error:
            kept.draft_failure = str(error)


def drafts(studio: Studio) -> list[dict[str, Any]]:
    """Give the drafts that studios which do not run any more have left, of suites of these folders or of no file.

    Returns
    -------
    list of dict
        ``id``, by which it is opened or discarded (``POST /drafts/open`` and ``/drafts/discard``, ``{"draft": ID}``),
        ``name``, ``file`` (as shown; None: in no file), ``when`` and ``n_items``. The newest first.
    """
    folder = _drafts.drafts_of(studio)
    if folder is None:
        return []
    return [_about(studio, draft) for draft in folder.left() if _concerns(studio, draft)]


def _concerns(studio: Studio, draft: _drafts.KeptDraft) -> bool:
    if draft.file is None:
        return True
    try:
        return studio.workspace.inside(draft.file) == draft.file
    except InputError:
        return False


def _about(studio: Studio, draft: _drafts.KeptDraft) -> dict[str, Any]:
    return {
        "id": draft.name,
        "name": draft.title,
        "file": None if draft.file is None else studio.workspace.shown(draft.file),
        "when": _when(draft.time),
        "n_items": len(draft.document["items"]),
    }


def _when(time: datetime) -> str:
    """A time as people say it: without the day, if it is today."""
    is_today = time.date() == datetime.now(time.tzinfo).date()
    return time.strftime("%H:%M" if is_today else "%Y-%m-%d %H:%M")


@endpoint("GET", "/suites/{suite_id}/draft")
def draft_offered(studio: Studio, suite_id: str) -> dict[str, Any]:
    """Give the newest draft of a suite's file that differs from what is open, as it differs; or nothing."""
    suite, folder = studio.suite(suite_id), _drafts.drafts_of(studio)
    if folder is None or suite.file is None:
        return {"draft": None}
    for draft in folder.left():
        if draft.file != suite.file:
            continue
        changes = document_changes(suite.document, draft.document)
        if changes:
            return {"draft": {**_about(studio, draft), "is_older": draft.digest != suite.digest, **_shown(changes)}}
        folder.discard(draft.name)
    return {"draft": None}


@endpoint("POST", "/suites/{suite_id}/draft/take")
def take_draft(studio: Studio, suite_id: str, body: TakenDraft) -> dict[str, Any]:
    """Go on with a draft in place of what is here."""
    suite, folder = studio.suite(suite_id), _need_drafts(studio)
    draft = folder.one(body.draft)
    _replace(studio, suite, draft.document, body)
    answer = _changed(studio, suite)  # which keeps a draft of its own
    if kept_of(studio, suite).draft_failure is None:
        folder.discard(draft.name)
    return answer


@endpoint("POST", "/drafts/open")
def draft_open(studio: Studio, body: NamedDraft) -> dict[str, Any]:
    """Open a draft: as what its file is to become, if it has one that is there; the page then offers it."""
    return {"id": open_draft(studio, body.draft).id}


def open_draft(studio: Studio, name: str) -> OpenSuite:
    """Open a draft.

    Raises
    ------
    InputError
        If its file lies outside the folders.
    """
    folder = _need_drafts(studio)
    draft = folder.one(name)
    if draft.file is not None and studio.workspace.inside(draft.file).exists():
        try:
            return open_file(studio, draft.file)
        except SgliteError:  # it is no suite any more
            pass
    file = f" of {studio.workspace.shown(draft.file)}, which is not there any more" if draft.file is not None else ""
    suite = studio.add(draft.document, notes=[f"The draft of {_when(draft.time)}{file}."])
    studio.changed(suite)
    if kept_of(studio, suite).draft_failure is None:
        folder.discard(name)
    return suite


@endpoint("POST", "/drafts/discard")
def draft_discard(studio: Studio, body: NamedDraft) -> None:
    """Forget a draft."""
    _need_drafts(studio).discard(body.draft)


@endpoint("POST", "/drafts")
def draft_put(studio: Studio, body: OwnDraft) -> dict[str, Any]:
    """Keep as a draft what a page wrote while no studio answered."""
    folder = _need_drafts(studio)
    file = None
    if body.file is not None:
        file = studio.workspace.inside(body.file)
    name = f"{os.urandom(4).hex()}-page.draft.json"
    folder.put(name, body.document, file, body.digest)
    return {"draft": name}


def _need_drafts(studio: Studio) -> _drafts.Drafts:
    folder = _drafts.drafts_of(studio)
    if folder is None:
        raise Gone("This studio keeps no drafts.")
    return folder


ENDPOINTS: list[Endpoint] = [
    save,
    difference,
    keep_mine,
    take,
    compare,
    draft_offered,
    take_draft,
    draft_open,
    draft_discard,
    draft_put,
    proposed_name,
    *exporting.ENDPOINTS,
]
