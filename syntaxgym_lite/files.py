"""Files are read, or refused in a sentence, and written whole or not at all.

A full disk, an error or a kill leaves the old file as it was. All of the package writes through here. A file grows
beside its place, as ``.NAME.sglite.HOST.PROCESS-NUMBER.part``, and takes it by one renaming when it is complete. What a
killed process of this computer has left goes when the next file is written to that folder.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import platform
import re
import stat
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from .errors import InputError, SgliteWarning

__all__ = [
    "FileSet",
    "PartialFile",
    "decode_utf8",
    "need_working_folder",
    "read_bytes",
    "refuse_replacing",
    "sweep",
    "try_lock",
    "whole",
    "write_whole",
]

_numbers = itertools.count()  # threads may write files of one name
_LONGEST_NAME = 32  # characters of a file's name that its part is called by; most systems allow 255 bytes in all
_OPEN_FILE = re.compile(r"/dev/[^/]+|/dev/fd/.*|/proc/.*")


def read_bytes(path: Path) -> bytes:
    """Read a file.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        if path.is_dir():
            raise InputError(f"{path}: is a folder; name a file in it.") from None
        raise InputError(f"{path}: cannot be read: {error.strerror or error}.") from None


def decode_utf8(data: bytes, source: str | Path) -> str:
    r"""Give the text that a file holds, without its byte-order mark.

    Raises
    ------
    InputError
        If it is not UTF-8; names the line.

    Examples
    --------
    >>> decode_utf8(b"caf\xe9", "a.txt")
    Traceback (most recent call last):
    syntaxgym_lite.errors.InputError: a.txt: not UTF-8 (byte 0xe9 in line 1); save it as UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        where = f"byte 0x{error.object[error.start]:02x} in line {line}"
        raise InputError(f"{source}: not UTF-8 ({where}); save it as UTF-8.") from None


def refuse_replacing(*paths: Path, overwrite: bool) -> None:
    """Say before any work that results would replace files that are there, unless that is asked for.

    Pipes, devices and empty files hold nothing that could be lost.

    Raises
    ------
    InputError
        If there are such files.
    """
    present = [str(path) for path in paths if not overwrite and path.is_file() and path.stat().st_size]
    if present:
        raise InputError(
            f"{', '.join(present)}: there already; name another file, or give `overwrite` to replace what is there."
        )


class PartialFile:
    """A file that is being written, and not in its place yet.

    Symbolic links are followed, and the permissions of a file that is replaced are kept. A pipe, a device or an open
    file such as ``/dev/stdout`` has no place to take: what is written goes there at once.

    Parameters
    ----------
    path : str or Path
        Where the file is to be; its folder exists.
    fsync : bool, optional
        Whether its data have to be on the disk before it takes its place, so that a power cut does no harm either.

    Attributes
    ----------
    path : Path
    stream : binary file object
        To write to; what was written can be read, but for pipes and devices.

    Raises
    ------
    OSError
        If the file cannot be written, or is write-protected.
    """

    def __init__(self, path: str | Path, *, fsync: bool = False) -> None:
        self.path = Path(path)
        self._fsync = fsync
        self._place: Path | None = None
        try:
            mode = os.stat(path).st_mode
        except FileNotFoundError:
            mode = None
        if mode is not None and (not stat.S_ISREG(mode) or _OPEN_FILE.fullmatch(os.path.abspath(path))):
            self.stream: IO[bytes] = open(path, "wb")  # noqa: SIM115 - closed by keep or drop
            return
        place = Path(os.path.realpath(path))
        if mode is not None and not os.access(place, os.W_OK):  # a renaming would replace it all the same
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        sweep(place.parent)
        self._part = place.with_name(
            f".{place.name[:_LONGEST_NAME]}.sglite.{_host()}.{os.getpid()}-{next(_numbers)}.part"
        )
        try:
            self.stream = open(self._part, "w+b")  # noqa: SIM115 - likewise
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        self._place = place
        if mode is not None:
            os.chmod(self._part, stat.S_IMODE(mode))

    def make_room(self) -> None:
        """Remove the file that it is to replace already, where its being there would say something that is not so."""
        if self._place is not None:
            self._place.unlink(missing_ok=True)

    def complete(self) -> None:
        """Write out what is in memory still, which a full disk may refuse; nothing can be added."""
        if self.stream.closed:
            return
        self.stream.flush()
        if self._fsync and self._place is not None:
            os.fsync(self.stream.fileno())
        self.stream.close()

    def keep(self) -> None:
        """Put the file into its place; it is complete."""
        self.complete()
        if self._place is not None:
            os.replace(self._part, self._place)
            self._place = None

    def drop(self) -> None:
        """Forget the file, unless it is kept already."""
        with contextlib.suppress(OSError):  # of a full disk, which has been said when it was written to
            self.stream.close()
        if self._place is not None:
            self._part.unlink(missing_ok=True)


@contextlib.contextmanager
def whole(path: str | Path, *, fsync: bool = False) -> Iterator[IO[bytes]]:
    """Open a file for writing, which is in its place when the ``with`` statement ends well, and else is as before.

    Parameters
    ----------
    path, fsync
        As for `PartialFile`.

    Yields
    ------
    binary file object

    Raises
    ------
    InputError
        If it cannot be written; says which file it is, which a full disk does not.
    """
    try:
        file = PartialFile(path, fsync=fsync)
        try:
            yield file.stream
            file.keep()
        finally:
            file.drop()
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}.") from error


def write_whole(path: str | Path, content: str | bytes | Iterable[str], *, fsync: bool = False) -> None:
    """Write a file of bytes, of a text or of its pieces; texts in UTF-8, with the line ends that they have.

    Parameters
    ----------
    path, fsync
        As for `PartialFile`.
    content : str, bytes or iterable of str

    Raises
    ------
    InputError
        If it cannot be written.
    """
    pieces = [content] if isinstance(content, (str, bytes)) else content
    with whole(path, fsync=fsync) as stream:
        stream.writelines(piece if isinstance(piece, bytes) else piece.encode("utf-8") for piece in pieces)


class FileSet:
    """Files that belong together and take their places in a folder together, written by one process at a time.

    Use it in a ``with`` statement, which drops what is not kept. What was there is replaced only where that is asked
    for. The process is told by a lock on a file, ``.sglite.lock``, which the system takes away when the process ends,
    however it ends. If it is killed in the moment in which its files take their places, that file says so, and the next
    process may go on, unless the first file of the set is there: then all were in their places.

    Parameters
    ----------
    folder : str or Path
        Made if it does not exist.
    names : sequence of str
        All files that may be written. The first, if it was there, goes first, and takes its place last: where it is,
        all are.
    overwrite : bool, optional
        Whether files of these names that are there may be replaced.

    Raises
    ------
    InputError
        On entering: if there are such files, if somebody writes to the folder, or if it cannot be written to.
    """

    def __init__(self, folder: str | Path, names: Sequence[str], *, overwrite: bool = False) -> None:
        self.folder = Path(folder)
        self._names = names
        self._overwrite = overwrite
        self._parts: list[PartialFile] = []
        self._lock: IO[bytes] | None = None
        self._is_begun = False

    def __enter__(self) -> FileSet:
        try:
            return self._entered()
        except BaseException:  # an interruption may come at any moment
            self._unlock()
            raise

    def _entered(self) -> FileSet:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._take_lock()
        except OSError as error:
            raise InputError(f"{self.folder}: cannot be written: {error.strerror or error}.") from None
        assert self._lock is not None
        present = [name for name in self._names if os.path.lexists(self.folder / name)]
        is_begun = _REPLACING in self._lock.read() and not os.path.exists(self.folder / self._names[0])
        if not is_begun:
            self._lock.truncate(0)
        if present and not self._overwrite and not is_begun:
            raise InputError(
                f"{self.folder}: {', '.join(present)}: there already; name another folder, or give `overwrite` to "
                "replace what is there."
            )
        self._lock.truncate(0)  # who was there before
        self._lock.write(f"process {os.getpid()} on {_host()}\n".encode() + (_REPLACING if is_begun else b""))
        self._lock.flush()
        return self

    def __exit__(self, kind: object, error: BaseException | None, *_: object) -> None:
        if isinstance(error, KeyboardInterrupt) and not self._is_begun:
            error.args = (*error.args, f"Nothing was written to {self.folder}.")
        try:
            for part in self._parts:
                part.drop()
            with contextlib.suppress(OSError):  # an interruption may come before an open part is known here
                for left in self.folder.glob(f".*.sglite.{_host()}.{os.getpid()}-*.part"):
                    left.unlink(missing_ok=True)
        finally:
            self._unlock()

    def open(self, name: str) -> PartialFile:
        """Begin one of the files."""
        with self.naming(name):
            part = PartialFile(self.folder / name)
        self._parts.append(part)
        return part

    def write(self, name: str, content: str | Iterable[str]) -> None:
        """Write one of the files, from a text or its pieces."""
        part = self.open(name)
        with self.naming(name):
            part.stream.writelines(piece.encode() for piece in ([content] if isinstance(content, str) else content))

    def keep(self) -> None:
        """Put all files into their places; those of the set that were there and are not written now go."""
        for part in self._parts:
            with self.naming(part.path.name):
                part.complete()
        self._is_begun = True
        if self._lock is not None:
            self._lock.write(_REPLACING)
            self._lock.flush()
        [first] = [part for part in self._parts if part.path.name == self._names[0]]
        with self.naming(first.path.name):
            first.make_room()
        for name in set(self._names) - {part.path.name for part in self._parts}:
            with self.naming(name):
                (self.folder / name).unlink(missing_ok=True)
        for part in sorted(self._parts, key=lambda part: part is first):
            with self.naming(part.path.name):
                part.keep()
        if self._lock is not None:
            self._lock.truncate(0)

    @contextlib.contextmanager
    def naming(self, name: str) -> Iterator[None]:
        """Say which file it was that could not be written, which a full disk does not."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror or str(error), str(self.folder / name)) from None

    def _take_lock(self) -> None:
        path = self.folder / _LOCK
        while True:
            stream: IO[bytes] = open(path, "a+b")  # noqa: SIM115 - closed by _unlock
            stream.seek(0)
            if not try_lock(stream):
                with stream:
                    who = stream.read(200).decode("utf-8", "replace").partition("\n")[0]
                raise InputError(
                    f"{self.folder}: another run writes there{f' ({who})' if who else ''}; wait until it is done, or "
                    "name another folder."
                )
            self._lock = stream  # from now on it is ours, and taken away whatever comes
            with contextlib.suppress(FileNotFoundError):  # by who had the lock until now
                if os.path.samestat(os.fstat(stream.fileno()), os.stat(path)):
                    return
            self._lock = None
            stream.close()

    def _unlock(self) -> None:
        if self._lock is None:
            return
        with contextlib.suppress(OSError):
            self._lock.seek(0)
            if _REPLACING not in self._lock.read():
                (self.folder / _LOCK).unlink()
        with contextlib.suppress(OSError):
            self._lock.close()
        self._lock = None


_LOCK = ".sglite.lock"
_REPLACING = b"replacing\n"


def try_lock(stream: IO[Any]) -> bool:
    """Take the lock on an open file for this process, unless another has it; where locks do not work, say so and go on.

    Returns
    -------
    bool
        Whether nobody else has it.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            place = stream.tell()
            stream.seek(1 << 30)  # what is locked there cannot be read
            try:
                msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
            finally:
                stream.seek(place)
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if isinstance(error, (BlockingIOError, PermissionError)):  # PermissionError: as Windows says it
            return False
        warnings.warn(
            f"{Path(stream.name).parent}: files cannot be locked there ({error.strerror}); see to it that no other run "
            "writes there.",
            SgliteWarning,
            stacklevel=2,
        )
    return True


def sweep(folder: str | Path) -> None:
    """Remove what processes of this computer that are gone have left of their files in a folder."""
    if os.name != "posix":  # elsewhere, asking for a process by signal 0 may end it
        return
    part = re.compile(rf"\..*\.sglite\.{re.escape(_host())}\.([0-9]+)-[0-9]+\.part", re.DOTALL)
    with contextlib.suppress(OSError):  # a folder may be written to, and not listed
        for name in os.listdir(folder):
            found = part.fullmatch(name)
            if found is not None and not _is_running(int(found[1])):
                Path(folder, name).unlink(missing_ok=True)


def _host() -> str:
    """Name of this computer, as part of a file's name; numbers of processes count on one computer only."""
    return re.sub(r"[^\w-]", "-", platform.node(), flags=re.ASCII)[:60] or "localhost"


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # somebody else's, or nothing that can be asked for
        return True
    return True


def need_working_folder() -> None:
    """Refuse to go on where the working folder was deleted: libraries fail in strange ways, or end the process.

    Raises
    ------
    InputError
        If there is none.
    """
    try:
        os.getcwd()
    except OSError:
        raise InputError("The working folder is gone; change to one that exists.") from None
