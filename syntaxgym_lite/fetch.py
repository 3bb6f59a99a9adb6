"""Download the public data sets, file by file, from their own repositories.

``fetch_sources.json`` says what belongs to a set: repository, commit and path of every file, and its sha256 where that
is known. A commit is pinned, so that everybody gets the same files. A file is checked, in this order, against

1. the sha256 that comes with this package (``"sha256"``);
2. the repository's own listing of the commit, which gives every file's git blob id (``"git"``);
3. ``SHA256SUMS`` in the folder, which a run writes of what it downloaded (``"recorded"``).

Treebanks and tables of word forms (`syntaxgym_lite.fetch_repositories`) are taken from the commit that a branch or tag
names when it is asked; their listing is had first, and comes before what was recorded.

Downloads are resumed: what has arrived stands in ``NAME.part`` until it is complete and right, and stays there when a
run ends early; that is why they are not written by way of `syntaxgym_lite.files`. The standard library is enough for
this; `requests` or `httpx` would be here only by way of other packages, and each at their pleasure.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any, Literal

from .errors import DownloadError, InputError, cited, did_you_mean
from .fetch_repositories import FAMILIES, Repository, licence_in, repository_named
from .files import write_whole

__all__ = [
    "DATA_SETS",
    "RECORD",
    "DataSet",
    "Fetched",
    "RemoteFile",
    "data_set",
    "fetch",
    "find_set",
    "licence_of",
]

RECORD = "SHA256SUMS"
"""Name of the file in which a run records what it downloaded, in the format of ``sha256sum``."""

_RAW = "https://raw.githubusercontent.com"
_API = "https://api.github.com"
_CHUNK = 1 << 16
_START, _TOTAL = r"bytes (\d+)-\d+/(?:\d+|\*)", r"bytes \*/(\d+)"  # in a Content-Range
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})  # worth another try

Check = Literal["sha256", "git", "recorded", "none"]
Action = Literal["present", "downloaded", "resumed", "replaced"]


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """One file of a data set.

    Parameters
    ----------
    repository, commit, path : str
        Where it is: ``owner/name``, 40 hexadecimal digits, and the path in the repository.
    to : str
        Where it goes, below the destination folder.
    sha256 : str or None
        Its checksum, where it is known.
    blob : str or None
        Git's name for its content, where the listing of the commit was had before.
    """

    repository: str
    commit: str
    path: str
    to: str
    sha256: str | None = None
    blob: str | None = None


@dataclass(frozen=True, slots=True)
class DataSet:
    """A public data set.

    Parameters
    ----------
    name, title, repository, licence, citation : str
    next_command : str
        What to run on it, with ``{dest}`` for the folder.
    files : tuple of RemoteFile
    """

    name: str
    title: str
    repository: str
    licence: str
    citation: str
    next_command: str
    files: tuple[RemoteFile, ...]


@dataclass(frozen=True, slots=True)
class Fetched:
    """What became of one file.

    Parameters
    ----------
    path : Path
    n_bytes : int
    sha256 : str
    action : {"present", "downloaded", "resumed", "replaced"}
        ``"present"``: it was there and right. ``"replaced"``: it was there and wrong; the old one is ``NAME.bak``.
    check : {"sha256", "git", "recorded", "none"}
        What it agrees with; see the head of this module.
    url : str
    """

    path: Path
    n_bytes: int
    sha256: str
    action: Action
    check: Check
    url: str


@lru_cache(maxsize=1)
def _sources() -> dict[str, DataSet]:
    document = json.loads((Path(__file__).parent / "fetch_sources.json").read_text(encoding="utf-8"))
    return {name: _data_set(name, entry) for name, entry in document.items()}


def _data_set(name: str, entry: Mapping[str, Any]) -> DataSet:
    repository = entry["repository"]
    files = [
        RemoteFile(repository, file["commit"], file["path"], file["to"], file.get("sha256"))
        for file in entry.get("files", ())
    ]
    for folder in entry.get("folders", ()):
        below = f"{folder['path']}/" if folder["path"] else ""
        files += [
            RemoteFile(repository, folder["commit"], below + name, name, folder.get("sha256", {}).get(name))
            for name in folder["names"]
        ]
    return DataSet(name, entry["title"], repository, entry["licence"], entry["citation"], entry["next"], tuple(files))


DATA_SETS: tuple[str, ...] = (
    *("blimp", "syntaxgym", "ettinger", "agreement", "marvin-linzen", "babylm-supplement", "babylm-blimp", "rublimp"),
    *("turblimp", "sling", "clams", "zorro", "dalaj"),
)
"""Names of the data sets."""

_ELSEWHERE: Mapping[str, str] = {
    "multiblimp": "is on Hugging Face: download the files of a language from "
    "https://huggingface.co/datasets/jumelet/multiblimp, and run 'sglite eval' on them.",
    "zhoblimp": "is one packed file without a stated licence: take data/ZhoBLiMP.tar.gz from "
    "https://github.com/sjtu-compling/ZhoBLiMP, unpack it, and run 'sglite eval' on its files.",
    "jblimp": "may be used for research within Japan only, and is not downloaded from here: see "
    "https://github.com/osekilab/JBLiMP, and run 'sglite eval' on data/validated/validated_minimal_pairs.jsonl.",
    "comps": "is in no repository that could be pinned: see https://github.com/kanishkamisra/comps, and run "
    "'sglite eval' on its files.",
    "blimp-nl": "is at the data repository of Radboud University, https://data.ru.nl: download it there, and run "
    "'sglite eval' on its CSV files.",
    "qfrblimp": "needs a file of its newest state beside it, human_annotations.tsv, which says which sentence is good: "
    "run 'git clone https://github.com/davebulaval/QFrBLiMP', and 'sglite eval' on "
    "datastore/QFrBLiMP/release/qfrblimp.jsonl in it.",
    "ewok": "asks that its terms be accepted first, and is packed with a password that they hold: see "
    "https://github.com/ewok-core/ewok, unpack it for yourself alone, and run 'sglite eval' on its files.",
}
"""Sets that are known and are not downloaded: where they are, and how they may be had."""


def data_set(name: str) -> DataSet:
    """Look a data set up by name.

    Raises
    ------
    InputError
        If there is none of that name.

    Examples
    --------
    >>> len(data_set("blimp").files)
    67
    """
    found = _sources().get(name)
    if found is None and name in _ELSEWHERE:
        raise InputError(f"The data set {name!r} {_ELSEWHERE[name]}")
    if found is None:
        hint = did_you_mean(name, [*DATA_SETS, *_ELSEWHERE])
        families = " and ".join(f"{one.prefix}/NAME ({one.example})" for one in FAMILIES.values())
        raise InputError(f"There is no data set {name!r}.{hint} Known are {', '.join(DATA_SETS)}, {families}.")
    return found


def find_set(
    name: str, *, mirror: str | None = None, retries: int = 3, timeout: float = 30.0, pause: float = 1.0
) -> DataSet:
    """Look a data set up by name; of a repository of treebanks or word forms, ask what it holds.

    Parameters
    ----------
    name : str
        Of `DATA_SETS`; or ``ud/UD_German-GSD``, ``unimorph/deu``, with ``@REVISION`` after it for a branch, a tag or a
        commit.
    mirror, retries, timeout, pause
        See `fetch`. A mirror has the commit of a revision at ``MIRROR/repos/OWNER/NAME/commits/REVISION``.

    Returns
    -------
    DataSet
        Of a repository, with all files of one commit.

    Raises
    ------
    InputError
        If there is none of that name.
    DownloadError
        If what the repository holds cannot be had.
    """
    asked = repository_named(name)
    if asked is None:
        return data_set(name)
    stub = _set_of(asked, asked.revision, {})
    server = _Server(mirror, retries, timeout, pause, stub, None)
    commit = server.commit(asked)
    listing = server.listing(asked, commit)
    if not asked.data_in(listing):
        raise InputError(
            f"{asked.path} at {cited(asked.revision)} holds no file of the kind that is read; look at "
            f"https://github.com/{asked.path}, or name another revision: {asked.at('REVISION')}."
        )
    return _set_of(asked, commit, listing)


def _set_of(asked: Repository, commit: str, listing: Mapping[str, str]) -> DataSet:
    named = asked.revision if asked.revision == commit else f"{asked.revision}, commit {commit[:10]}"
    return DataSet(
        asked.at(commit),
        f"{asked.name} ({named})",
        asked.path,
        "",
        asked.family.citation,
        asked.family.next_command.format(name=asked.name),
        tuple(
            RemoteFile(asked.path, commit, path, path, blob=listing[path])
            for path in (*asked.data_in(listing), *asked.about_in(listing))
        ),
    )


def licence_of(source: DataSet, folder: Path) -> str:
    """Give the licence of a set; where it is not known before, what the README that was downloaded says of it."""
    if source.licence:
        return source.licence
    for file in source.files:
        if file.to.upper().startswith("README"):
            text = (folder / file.to).read_text(encoding="utf-8", errors="replace")
            if (found := licence_in(text)) is not None:
                return f"{found} (by its {file.to})"
    return f"see https://github.com/{source.repository}"


def fetch(
    what: str | DataSet,
    destination: str | Path,
    *,
    mirror: str | None = None,
    retries: int = 3,
    timeout: float = 30.0,
    pause: float = 1.0,
    progress: Callable[[Fetched, int, int], None] | None = None,
) -> list[Fetched]:
    """Download a data set, or what is missing of it.

    Parameters
    ----------
    what : str or DataSet
        A name, see `find_set`, or a set of your own.
    destination : str or Path
        A folder; it is made.
    mirror : str, optional
        Address of a server that has the files at ``MIRROR/OWNER/NAME/COMMIT/PATH``, instead of GitHub; listings of
        commits at ``MIRROR/repos/OWNER/NAME/git/trees/COMMIT`` are used where it has them.
    retries : int, optional
        How often to try again after a passing failure.
    timeout : float, optional
        Seconds without an answer that are a failure.
    pause : float, optional
        Seconds before the first new try; twice that before the next, and so on.
    progress : callable, optional
        Called after every file, with what became of it, its number from 1, and the number of files.

    Returns
    -------
    list of Fetched
        One for every file, in order.

    Raises
    ------
    InputError
        If the destination is a file, or the mirror no web address.
    DownloadError
        If a file cannot be had, or is not what it should be. What has arrived stays and is used the next time.
    """
    source = (
        what
        if isinstance(what, DataSet)
        else find_set(what, mirror=mirror, retries=retries, timeout=timeout, pause=pause)
    )
    folder = Path(destination)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: is a file; name a folder to download to.")
    server = _Server(mirror, retries, timeout, pause, source, folder)
    folder.mkdir(parents=True, exist_ok=True)
    record = _read_record(folder / RECORD)
    done: list[Fetched] = []
    try:
        for number, file in enumerate(source.files, 1):
            fetched = _fetch_file(file, folder, server, record)
            record[file.to] = fetched.sha256
            done.append(fetched)
            if progress is not None:
                progress(fetched, number, len(source.files))
    finally:  # also of a run that fails half-way
        if done:
            _write_record(folder / RECORD, record)
    return done


def _fetch_file(file: RemoteFile, folder: Path, server: _Server, record: Mapping[str, str]) -> Fetched:
    target = folder / file.to
    url = server.url(file)
    action: Action = "downloaded"
    if target.is_dir():
        raise InputError(f"{target}: is a folder; a file of that name is to be downloaded.")
    if target.exists():
        check = _check(target, file, server, record, is_new=False)
        if check is not None:
            return Fetched(target, target.stat().st_size, _sha256(target), "present", check, url)
        action = "replaced"
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    resumed = part.exists() and part.stat().st_size > 0
    server.download(url, part)
    new_check = _check(part, file, server, record, is_new=True)
    if new_check is None and resumed:  # the beginning was of something else
        part.unlink()
        resumed = False
        server.download(url, part)
        new_check = _check(part, file, server, record, is_new=True)
    if new_check is None:
        part.unlink()
        raise DownloadError(
            f"{url}: what was downloaded is not the file that was published (its checksum differs); try again, "
            "and if it stays so, do not use it."
        )
    if action == "replaced":
        kept = (target.with_name(f"{target.name}.bak{n or ''}") for n in itertools.count())
        os.replace(target, next(place for place in kept if not place.exists()))
    elif resumed:
        action = "resumed"
    os.replace(part, target)
    return Fetched(target, target.stat().st_size, _sha256(target), action, new_check, url)


def _check(path: Path, file: RemoteFile, server: _Server, record: Mapping[str, str], *, is_new: bool) -> Check | None:
    """What a file agrees with, or None if it is wrong. Without anything to hold it against, ``"none"``."""
    if file.sha256 is not None:
        return "sha256" if _sha256(path) == file.sha256 else None
    if file.blob is not None:
        return "git" if _git_blob_id(path) == file.blob else None
    if not is_new and file.to in record:
        return "recorded" if _sha256(path) == record[file.to] else None
    blob = server.blob_id(file)
    if blob is not None:
        return "git" if _git_blob_id(path) == blob else None
    return "none"


# ------------------------------------------------------------------------------------------------------ checksums


def _sha256(path: Path) -> str:
    return _digest(path, hashlib.sha256())


def _git_blob_id(path: Path) -> str:
    """Give the name that git has for a file's content: SHA-1 over ``blob``, its size, a zero byte, and the content."""
    # a checksum against accidents, as git uses it; no security rests on it
    return _digest(path, hashlib.sha1(b"blob %d\0" % path.stat().st_size, usedforsecurity=False))


def _digest(path: Path, digest: Any) -> str:
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return str(digest.hexdigest())


def _read_record(path: Path) -> dict[str, str]:
    """Names and sums of a file in the format of ``sha256sum``; other lines are left out."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return {}
    matches = (re.fullmatch(r"([0-9a-f]{64}) [ *](.+)", line) for line in text.splitlines())
    return {match[2]: match[1] for match in matches if match is not None}


def _write_record(path: Path, record: Mapping[str, str]) -> None:
    text = "".join(f"{digest}  {name}\n" for name, digest in sorted(record.items()))
    write_whole(path, text)


# ------------------------------------------------------------------------------------------------------- network


class _SafeRedirects(urllib.request.HTTPRedirectHandler):
    """Follow redirections, but never from https to something else."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if req.full_url.startswith("https:") and not newurl.startswith("https:"):
            raise urllib.error.HTTPError(req.full_url, code, f"is redirected to {newurl}, without https", headers, fp)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class _Incomplete(Exception):
    """The connection ended before the file did."""


@dataclass
class _Server:
    """Where files come from, and how patiently."""

    mirror: str | None
    retries: int
    timeout: float
    pause: float
    source: DataSet
    folder: Path | None
    _listings: dict[tuple[str, str], Mapping[str, str] | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.mirror is not None:
            parts = urllib.parse.urlsplit(self.mirror)
            if parts.scheme not in ("http", "https") or not parts.netloc:
                raise InputError(f"{self.mirror!r} is no web address; it should begin with https:// or http://.")
            self.mirror = self.mirror.rstrip("/")
        self._opener = urllib.request.build_opener(_SafeRedirects)

    def url(self, file: RemoteFile) -> str:
        base = self.mirror if self.mirror is not None else _RAW
        return f"{base}/{file.repository}/{file.commit}/{urllib.parse.quote(file.path)}"

    def download(self, url: str, part: Path) -> None:
        """Get the rest of a file into `part`, trying again after passing failures."""
        failures = 0
        while True:
            before = part.stat().st_size if part.exists() else 0
            try:
                self._receive(url, part)
                return
            except urllib.error.HTTPError as error:
                error.close()
                if error.code == 416:  # nothing follows after what is there
                    if before == 0:
                        raise DownloadError(self._refused(url, error)) from None
                    if _number_in(error.headers.get("Content-Range"), _TOTAL) == before:
                        return
                    part.unlink()
                    continue
                if error.code not in _PASSING or failures >= self.retries:
                    raise DownloadError(self._refused(url, error)) from None
            except _Incomplete:
                if failures >= self.retries and part.stat().st_size <= before:
                    raise DownloadError(
                        f"{url}: the connection broke off {self.retries + 1} times; what has arrived is kept: run the "
                        "same command again to go on."
                    ) from None
                if part.stat().st_size > before:
                    failures = -1  # it goes on, if slowly
            except (urllib.error.URLError, HTTPException, TimeoutError, ConnectionError) as error:
                if failures >= self.retries or _is_final(error):
                    raise DownloadError(self._unreachable(url, error)) from None
            failures += 1
            time.sleep(self.pause * 2 ** max(failures - 1, 0))

    def _receive(self, url: str, part: Path) -> None:
        start = part.stat().st_size if part.exists() else 0
        with self._open(url, start) as response:
            begins = _number_in(response.headers.get("Content-Range"), _START) if response.status == 206 else 0
            if begins not in (0, start):
                raise DownloadError(f"{url}: the server sent another part of the file than it was asked for.")
            length = response.headers.get("Content-Length")
            expected = int(length) if length is not None and length.isdigit() else None
            received = 0
            with part.open("ab" if begins == start and start else "wb") as file:
                try:
                    while chunk := response.read(_CHUNK):
                        file.write(chunk)
                        received += len(chunk)
                except (HTTPException, TimeoutError, ConnectionError):
                    raise _Incomplete from None
            if expected is not None and received < expected:
                raise _Incomplete

    def _open(self, url: str, start: int = 0) -> HTTPResponse:
        from . import __version__

        # no compression: lengths and ranges are then those of the file
        headers = {"User-Agent": f"syntaxgym_lite/{__version__}", "Accept-Encoding": "identity"}
        if start:
            headers["Range"] = f"bytes={start}-"
        response: HTTPResponse = self._opener.open(urllib.request.Request(url, headers=headers), timeout=self.timeout)
        return response

    def blob_id(self, file: RemoteFile) -> str | None:
        """Git's name for the file's content, by the repository's listing of the commit; None if it cannot be had."""
        key = (file.repository, file.commit)
        if key not in self._listings:
            self._listings[key] = self._listing(*key)
        listing = self._listings[key]
        return None if listing is None else listing.get(file.path)

    def commit(self, asked: Repository) -> str:
        """Give the commit that a branch or a tag names."""
        answer = self._ask(f"repos/{asked.path}/commits/{asked.revision}", asked)
        commit = answer.get("sha") if isinstance(answer, dict) else None
        if not isinstance(commit, str) or not re.fullmatch("[0-9a-f]{40}", commit):
            raise DownloadError(f"{asked.path}: the server does not say which commit {cited(asked.revision)} is.")
        return commit

    def listing(self, asked: Repository, commit: str) -> Mapping[str, str]:
        """Give all files of a commit, with git's names for their contents."""
        answer = self._ask(f"repos/{asked.path}/git/trees/{commit}?recursive=1", asked)
        try:
            return {entry["path"]: entry["sha"] for entry in answer["tree"] if entry["type"] == "blob"}
        except (KeyError, TypeError):
            raise DownloadError(f"{asked.path}: the server does not list its files.") from None

    def _ask(self, path: str, asked: Repository) -> Any:
        """Ask the interface for programs, trying again after passing failures."""
        url = f"{self.mirror if self.mirror is not None else _API}/{path}"
        clone = f"git clone https://github.com/{asked.path}"
        for n_before in itertools.count():
            try:
                with self._open(url) as response:
                    return json.loads(response.read())
            except urllib.error.HTTPError as error:
                error.close()
                if error.code in (404, 422):
                    raise InputError(
                        f"There is no repository {asked.path}, or it has no revision {cited(asked.revision)}: see "
                        f"https://github.com/{asked.family.owner}."
                    ) from None
                if error.code == 403:  # GitHub's word for too many questions
                    raise DownloadError(
                        f"{url}: the server refuses to answer (403), as GitHub does after 60 questions in an hour: "
                        f"try again later, or use '{clone}'."
                    ) from None
                if error.code not in _PASSING or n_before >= self.retries:
                    raise DownloadError(
                        f"{url}: the server answers {error.code} {error.reason}: try again later, or use '{clone}'."
                    ) from None
            except ValueError:
                raise DownloadError(f"{url}: the answer is not JSON: try again later, or use '{clone}'.") from None
            except (urllib.error.URLError, HTTPException, TimeoutError, ConnectionError) as error:
                if n_before >= self.retries or _is_final(error):
                    raise DownloadError(self._unreachable(url, error)) from None
            time.sleep(self.pause * 2**n_before)
        raise AssertionError

    def _listing(self, repository: str, commit: str) -> Mapping[str, str] | None:
        base = self.mirror if self.mirror is not None else _API
        try:
            with self._open(f"{base}/repos/{repository}/git/trees/{commit}?recursive=1") as response:
                tree = json.loads(response.read())["tree"]
            return {entry["path"]: entry["sha"] for entry in tree if entry["type"] == "blob"}
        except urllib.error.HTTPError as error:  # also when GitHub has answered enough for an hour
            error.close()
            return None
        except (OSError, HTTPException, ValueError, KeyError, TypeError):
            return None

    def _refused(self, url: str, error: urllib.error.HTTPError) -> str:
        if error.code in (404, 410):
            return f"{url}: there is no such file (HTTP {error.code}): {self._by_hand()}"
        return f"{url}: the server answers {error.code} {error.reason}: {self._by_hand()}"

    def _unreachable(self, url: str, error: Exception) -> str:
        host = urllib.parse.urlsplit(url).netloc
        reason = getattr(error, "reason", None) or error
        text = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        return f"{host} cannot be reached ({text}): {self._by_hand()}"

    def _by_hand(self) -> str:
        folders = ", ".join(sorted({os.path.dirname(file.path) for file in self.source.files} - {""}))
        where = f"https://github.com/{self.source.repository}" + (f" ({folders})" if folders else "")
        return (
            f"on a machine with a network, run 'sglite fetch {self.source.name} -o DIR', or take the files from "
            f"{where}, and copy them to {self.folder or 'the folder'}; or name a server that has them with `mirror`."
        )


def _is_final(error: BaseException) -> bool:
    """Whether trying again is in vain: an unknown host, a bad certificate."""
    import ssl

    reason = getattr(error, "reason", error)
    if isinstance(reason, socket.gaierror):
        return reason.errno != socket.EAI_AGAIN
    return isinstance(reason, ssl.SSLCertVerificationError)


def _number_in(content_range: str | None, form: str) -> int | None:
    match = re.fullmatch(form, content_range or "")
    return int(match[1]) if match is not None else None
