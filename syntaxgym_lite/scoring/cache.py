"""Keep surprisals on disk, so that no sentence is scored twice by the same model.

A content-addressed SQLite store. A key is the hash of a model's fingerprint, the scoring options and the text, so what
is found under it is what the model would say; nothing ever has to be invalidated. Every entry carries a checksum. A
file that is damaged, or is not a store of ours, is set aside under another name with a warning: never trusted, never
deleted. A disk that is full or cannot be written to turns the cache off with a warning, and the run goes on. A process
that is killed loses at most the batch it was working on; several processes may use one store.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import sqlite3
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ..errors import SgliteWarning
from ..surprisal import BackendInfo, Capabilities, ScoringOptions, TokenSurprisals
from .stored import from_bytes, to_bytes

__all__ = [
    "CacheContents",
    "ModelContents",
    "SurprisalCache",
    "default_folder",
]

SCHEMA_VERSION = 2  # 1 may hold surprisals of tokenizers that were not as saved
FILE_NAME = f"surprisals-{SCHEMA_VERSION}.sqlite"  # programs of different versions keep out of each other's way
ENVIRONMENT_VARIABLE = "SGLITE_CACHE"
_APPLICATION_ID = 0x53474C31  # "SGL1": how a store of ours is told from any other SQLite file
_MAGIC = b"SQLite format 3\0"
_LOCK_SECONDS = 60.0
_PER_QUERY = 500  # SQLite before 3.32 takes at most 999 values in one statement
_CHECKSUM = 8  # bytes
_SUFFIXES = ("-shm", "-wal", "-journal", "")  # the files of one store; the main one is moved last

# A write-ahead log needs memory that all users of the store share, which network file systems do not have.
_LOCAL_FILE_SYSTEMS = frozenset(
    {"bcachefs", "btrfs", "ext2", "ext3", "ext4", "f2fs", "ntfs", "ntfs3", "overlay", "ramfs", "tmpfs", "xfs", "zfs"}
)

_TABLES = """
CREATE TABLE models (
    id INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
);
CREATE TABLE surprisals (
    key BLOB NOT NULL PRIMARY KEY,
    model INTEGER NOT NULL REFERENCES models (id),
    value BLOB NOT NULL
);
CREATE TABLE infos (
    identity TEXT NOT NULL PRIMARY KEY,
    info BLOB NOT NULL
);
"""

Warn = Callable[[str], None]


def default_folder() -> Path | None:
    """Folder of the cache: the one that ``SGLITE_CACHE`` names, else the user's cache folder; None for ``off``."""
    named = os.environ.get(ENVIRONMENT_VARIABLE)
    if named is None:
        import platformdirs

        return Path(platformdirs.user_cache_dir("syntaxgym_lite", appauthor=False))
    return None if named.strip().lower() in ("", "0", "off", "no", "none", "false") else Path(named).expanduser()


# ---------------------------------------------------------------- keys and values


def keys_of(fingerprint: str, options: ScoringOptions, texts: Iterable[str]) -> Iterator[bytes]:
    """Hash all that a result depends on: model, options, text."""
    asked_for = asdict(options)
    if not options.boundaries:  # so that entries from before there was this option are found
        del asked_for["boundaries"]
    asked = json.dumps([fingerprint, asked_for], sort_keys=True)
    begun = hashlib.sha256(asked.encode() + b"\0")
    for text in texts:
        key = begun.copy()
        key.update(text.encode("utf-8", "surrogatepass"))
        yield key.digest()


def _checksum(key: bytes, value: bytes) -> bytes:
    """Checksum of key and value: SQLite does not notice every kind of damage."""
    return hashlib.blake2b(value, digest_size=_CHECKSUM, key=key[:64]).digest()


def _sealed(key: bytes, value: bytes) -> bytes:
    return _checksum(key, value) + value


def _unsealed(key: object, sealed: object) -> bytes:
    if isinstance(key, bytes) and isinstance(sealed, bytes):
        value = sealed[_CHECKSUM:]
        if _checksum(key, value) == sealed[:_CHECKSUM]:
            return value
    raise _DamagedError("an entry does not match its checksum")


def _info_to_json(info: BackendInfo) -> bytes:
    return json.dumps(asdict(info)).encode()


def _info_from_json(data: bytes) -> BackendInfo:
    known = json.loads(data)
    # one that an earlier version wrote does not say what the model can do by now
    known["capabilities"] = Capabilities(
        **{field.name: known["capabilities"].pop(field.name) for field in fields(Capabilities)}, **known["capabilities"]
    )
    known["warnings"] = tuple(known["warnings"])
    return BackendInfo(**known)


# ---------------------------------------------------------------- the store


class _DamagedError(Exception):
    """The file is not a store of ours, or not any more."""


@dataclass(frozen=True, slots=True)
class ModelContents:
    """How many sentences of a model are kept.

    Parameters
    ----------
    name : str
        The model as it was named when its first sentence was kept.
    fingerprint : str
    n_sentences : int
        The same sentence under different scoring options counts as several.
    """

    name: str
    fingerprint: str
    n_sentences: int


@dataclass(frozen=True, slots=True)
class CacheContents:
    """What a store holds.

    Parameters
    ----------
    path : Path
    n_bytes : int
        Size of its files, but for the one that SQLite makes while the store is open.
    models : tuple of ModelContents
    set_aside : tuple of Path
        Damaged or foreign files that lay in its place.
    """

    path: Path
    n_bytes: int
    models: tuple[ModelContents, ...]
    set_aside: tuple[Path, ...]


class SurprisalCache:
    """Surprisals kept on disk, found by model fingerprint, scoring options and text.

    No method raises for what may be wrong with the disk or the file: what cannot be read is as if it were not there,
    and what cannot be written is not kept; a warning says so once.

    Parameters
    ----------
    folder : Path
        Where the store lies; made if need be.
    warn : callable, optional
        Called with each warning. By default they are Python warnings of the class `SgliteWarning`.

    Examples
    --------
    >>> import tempfile
    >>> from syntaxgym_lite.backends import load_backend
    >>> model = load_backend("ngram")
    >>> with tempfile.TemporaryDirectory() as folder, SurprisalCache(Path(folder)) as cache:
    ...     scored = model.score(["The cat sat."])
    ...     cache.put(model.info, ScoringOptions(), scored)
    ...     found = cache.get(model.info.fingerprint, ScoringOptions(), ["The cat sat.", "The dog sat."])
    >>> list(found)
    ['The cat sat.']
    """

    def __init__(self, folder: Path, *, warn: Warn | None = None) -> None:
        self.path = folder / FILE_NAME
        self._warn = warn or _python_warning
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._writable = True
        self._has_set_aside = False
        with self._careful():
            self._open()

    def __enter__(self) -> SurprisalCache:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def is_readable(self) -> bool:
        """Whether what the store holds can be found."""
        return self._connection is not None

    @property
    def is_writable(self) -> bool:
        """Whether the store can be changed, as far as is known by now."""
        return self._writable

    def close(self) -> None:
        """Let go of the file; nothing is found or kept any more."""
        self._writable = False
        self._disconnect()

    # ------------------------------------------------------------ surprisals

    def get(self, fingerprint: str, options: ScoringOptions, texts: Sequence[str]) -> dict[str, TokenSurprisals]:
        """Look up sentences.

        Parameters
        ----------
        fingerprint : str
            Of the model.
        options : ScoringOptions
        texts : sequence of str

        Returns
        -------
        dict of str to TokenSurprisals
            Those that are known.
        """
        found: dict[str, TokenSurprisals] = {}
        with self._careful():  # if the store turns out to be damaged on the way, nothing of it is trusted
            found |= self._found(dict(zip(keys_of(fingerprint, options, texts), texts, strict=True)))
        return found

    def has_all(self, fingerprint: str, options: ScoringOptions, texts: Sequence[str]) -> bool:
        """Say whether all sentences are there, without reading what is kept of them; parameters as of `get`."""
        keys = list(set(keys_of(fingerprint, options, texts)))
        n_found = 0
        with self._careful():
            n_found = sum(1 for _ in self._rows("SELECT key, 0 FROM surprisals WHERE key IN ({})", keys))
        return n_found == len(keys)

    def _found(self, texts: Mapping[bytes, str]) -> dict[str, TokenSurprisals]:
        found = {}
        for key, value in self._rows("SELECT key, value FROM surprisals WHERE key IN ({})", list(texts)):
            plain = _unsealed(key, value)
            try:
                found[texts[key]] = from_bytes(plain, texts[key])
            except (ValueError, KeyError) as error:
                raise _DamagedError(str(error)) from error
        return found

    def put(self, info: BackendInfo, options: ScoringOptions, scored: Iterable[TokenSurprisals]) -> None:
        """Keep results, all or none: when this returns, they outlive a killed process.

        Parameters
        ----------
        info : BackendInfo
            Of the model; without a fingerprint nothing is kept.
        options : ScoringOptions
        scored : iterable of TokenSurprisals
        """
        self.put_as(info, options, {one.text: one for one in scored})

    def put_as(self, info: BackendInfo, options: ScoringOptions, scored: Mapping[str, TokenSurprisals]) -> None:
        """Keep results under the sentences that were asked for; see `put`."""
        if info.fingerprint is None or not scored:
            return
        values = [to_bytes(one, text) for text, one in scored.items()]
        keys = keys_of(info.fingerprint, options, scored)
        with self._careful(), self._writing() as connection:
            if connection is None:
                return
            model = self._model_id(connection, info)
            connection.executemany(
                "INSERT OR IGNORE INTO surprisals (key, model, value) VALUES (?, ?, ?)",
                [(key, model, _sealed(key, value)) for key, value in zip(keys, values, strict=True)],
            )

    # ------------------------------------------------------------ what models are

    def recall(self, identity: str) -> BackendInfo | None:
        """Say what a model with this identity was when it was last open; None if that is not known."""
        info = None
        with self._careful():
            for _, data in self._rows("SELECT identity, info FROM infos WHERE identity IN ({})", [identity]):
                plain = _unsealed(identity.encode(), data)
                with contextlib.suppress(ValueError, KeyError, TypeError):  # of another version of this package
                    info = _info_from_json(plain)
        return info

    def remember(self, identity: str, info: BackendInfo) -> None:
        """Keep what a model is, under something that changes whenever the model may have."""
        data = _sealed(identity.encode(), _info_to_json(info))
        with self._careful(), self._writing() as connection:
            if connection is not None:
                connection.execute("INSERT OR REPLACE INTO infos (identity, info) VALUES (?, ?)", (identity, data))

    # ------------------------------------------------------------ the whole

    def contents(self) -> CacheContents:
        """Say what the store holds."""
        models: tuple[ModelContents, ...] = ()
        with self._careful():
            if self._connection is not None:
                rows = self._connection.execute(
                    "SELECT name, fingerprint, (SELECT count(*) FROM surprisals WHERE model = models.id) AS n "
                    "FROM models ORDER BY n DESC, name"
                ).fetchall()
                models = tuple(ModelContents(str(name), str(mark), int(n)) for name, mark, n in rows)
        # what is shared in memory is not kept, and lies on disk only while somebody has the store open
        sizes = [Path(f"{self.path}{suffix}") for suffix in _SUFFIXES if suffix != "-shm"]
        return CacheContents(
            path=self.path,
            n_bytes=sum(path.stat().st_size for path in sizes if path.is_file()),
            models=models,
            set_aside=tuple(
                path
                for path in sorted(self.path.parent.glob(f"{FILE_NAME}.set-aside-*"))
                if not path.name.endswith(_SUFFIXES[:-1])
            ),
        )

    def clear(self, name: str | None = None) -> int:
        """Forget all sentences, or those of one model, and give the space back.

        Parameters
        ----------
        name : str, optional
            A model's name, as `contents` gives it.

        Returns
        -------
        int
            How many sentences there were.
        """
        n = 0
        with self._careful(), self._writing() as connection:
            if connection is not None:
                which, values = ("", ()) if name is None else (" WHERE name = ?", (name,))
                n = connection.execute(
                    f"DELETE FROM surprisals WHERE model IN (SELECT id FROM models{which})", values
                ).rowcount
                connection.execute(f"DELETE FROM models{which}", values)
                if name is None:
                    connection.execute("DELETE FROM infos")
        with contextlib.suppress(sqlite3.Error):  # somebody else reads: the space is used again later
            if self._connection is not None:
                self._connection.execute("VACUUM")
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return n

    # ------------------------------------------------------------ reading and writing

    def _rows(self, statement: str, keys: Sequence[bytes | str]) -> Iterator[tuple[Any, Any]]:
        if self._connection is None:
            return
        for start in range(0, len(keys), _PER_QUERY):
            some = keys[start : start + _PER_QUERY]
            yield from self._connection.execute(statement.format(", ".join("?" * len(some))), some)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection | None]:
        """One transaction; None if nothing can be written."""
        connection = self._connection
        if connection is None or not self._writable:
            yield None
            return
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # SQLite may have rolled back itself
                connection.execute("ROLLBACK")
            raise

    def _model_id(self, connection: sqlite3.Connection, info: BackendInfo) -> int:
        """Number of a model; looked up in each transaction, since another process may have cleared the store."""
        assert info.fingerprint is not None
        name = info.model.encode("utf-8", "replace").decode()  # the name of a file may be anything
        connection.execute("INSERT OR IGNORE INTO models (fingerprint, name) VALUES (?, ?)", (info.fingerprint, name))
        found = connection.execute("SELECT id FROM models WHERE fingerprint = ?", (info.fingerprint,)).fetchone()
        return int(found[0])

    # ------------------------------------------------------------ opening, and what can go wrong

    @contextlib.contextmanager
    def _careful(self) -> Iterator[None]:
        """Turn whatever is wrong with disk or file into a warning; the run is worth more than its cache."""
        try:
            yield
        except (_DamagedError, UnicodeDecodeError) as error:  # SQLite does not look into texts
            self._set_aside(str(error))
        except sqlite3.OperationalError as error:
            if re.search(r"no such (table|column)|malformed", str(error)):
                self._set_aside(str(error))
            else:
                self._give_up(error)
        except sqlite3.DatabaseError as error:  # SQLite's word for damage, and for a file of another kind
            self._set_aside(str(error))
        except OSError as error:
            self._give_up(error)

    def _open(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not os.access(self.path.parent, os.W_OK):
            raise PermissionError(f"{self.path.parent} cannot be written to")
        with _locked(self.path.with_name(f"{FILE_NAME}.lock")):
            self._connect()

    def _connect(self) -> None:
        """Open the file and see that it is ours; an empty one becomes ours."""
        if self.path.exists() and not self.path.is_file():  # to open a named pipe may wait for ever
            raise OSError("it is no regular file")
        if not _may_be_sqlite(self.path):  # SQLite takes a very short file of any kind for an empty database
            raise _DamagedError("it is no database")
        connection = sqlite3.connect(self.path, timeout=_LOCK_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            status = self.path.stat()
            self._file = (status.st_dev, status.st_ino)
            if not _is_ours(connection):
                _make_tables(connection)
            with contextlib.suppress(sqlite3.OperationalError):  # changed only while nobody else has the file open
                connection.execute(f"PRAGMA journal_mode = {'WAL' if _is_on_local_disk(self.path) else 'DELETE'}")
            # What is committed survives a killed process; a power cut may cost the last batches, not the store.
            connection.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            connection.close()
            raise
        self._connection = connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None

    def _set_aside(self, reason: str) -> None:
        """Rename a damaged or foreign file and begin a new one in its place, once; the next time, do without."""
        self._disconnect()
        if self._has_set_aside:  # a disk that damages what is written to it
            self._give_up(_DamagedError(reason))
            return
        self._has_set_aside = True
        try:
            with _locked(self.path.with_name(f"{FILE_NAME}.lock")):
                status = self.path.stat()
                if self._file in (None, (status.st_dev, status.st_ino)):  # else another process has done it already
                    moved = _rename_all(self.path)
                    self._warn(
                        f"{self.path} is damaged or no cache of this program ({reason}). It was renamed to "
                        f"{moved.name}, and a new cache begun; delete it if you do not need it."
                    )
                self._connect()
        except (OSError, sqlite3.Error, _DamagedError) as error:
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        """Add nothing from now on, and say so; if that was so already, reading fails too."""
        if not self._writable:
            self._disconnect()
            return
        self._writable = False
        going_on = "What it holds is used, but nothing is added" if self._connection else "The run goes on without it"
        self._warn(f"The cache {self.path} cannot be used: {error}. {going_on}.")


def _python_warning(message: str) -> None:
    warnings.warn(message, SgliteWarning, stacklevel=2)


def _may_be_sqlite(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            head = file.read(len(_MAGIC))
    except FileNotFoundError:
        return True
    return head in (b"", _MAGIC)


def _is_ours(connection: sqlite3.Connection) -> bool:
    """Tell a store of ours from an empty file, and refuse any other."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not application and not version and not tables:
        return False
    if application != _APPLICATION_ID or not tables >= {"models", "surprisals", "infos"}:
        raise _DamagedError("it is a database of another kind")
    if version != SCHEMA_VERSION:
        raise _DamagedError(f"its schema has version {version}, not {SCHEMA_VERSION}")
    return True


def _make_tables(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not _is_ours(connection):  # another process may have been quicker
            for statement in filter(str.strip, _TABLES.split(";")):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _is_on_local_disk(path: Path) -> bool:
    """Whether a write-ahead log is safe here; only Linux tells, elsewhere the answer is no."""
    if sys.platform != "linux":
        return False
    try:
        mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        folder = os.path.realpath(path.parent)
    except OSError:
        return False
    best, kind = "", ""
    for line in mounts:
        before, _, after = line.partition(" - ")
        point = re.sub(r"\\(\d{3})", lambda match: chr(int(match[1], 8)), before.split(" ")[4])
        if (folder == point or folder.startswith(point.rstrip("/") + "/")) and len(point) >= len(best):
            best, kind = point, after.split(" ")[0]
    return kind in _LOCAL_FILE_SYSTEMS


def _rename_all(path: Path) -> Path:
    """Rename a store with the files that SQLite keeps beside it; they go first, lest a new store take up an old log."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    number = 1
    while (moved := path.with_name(f"{path.name}.set-aside-{stamp}-{number}")).exists():
        number += 1
    for suffix in _SUFFIXES:
        with contextlib.suppress(FileNotFoundError):
            os.replace(f"{path}{suffix}", f"{moved}{suffix}")
    return moved


@contextlib.contextmanager
def _locked(path: Path, seconds: float = 10.0) -> Iterator[None]:
    """Open and set aside one at a time; where locks do not work, go on without after a while."""
    if sys.platform == "win32":  # an open file cannot be renamed there anyway
        yield
        return
    import fcntl

    with path.open("a") as file:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                time.sleep(0.01)
            except OSError:
                break
        yield
