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
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from .errors import InputError

__all__ = ["PartialFile", "decode_utf8", "read_bytes", "sweep", "whole", "write_whole"]

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
    stream : binary file object
        To write to; what was written can be read, but for pipes and devices.

    Raises
    ------
    OSError
        If the file cannot be written, or is write-protected.
    """

    def __init__(self, path: str | Path, *, fsync: bool = False) -> None:
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

    def keep(self) -> None:
        """Put the file into its place; it is complete."""
        self.stream.flush()
        if self._fsync and self._place is not None:
            os.fsync(self.stream.fileno())
        self.stream.close()
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
