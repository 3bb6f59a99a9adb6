"""Read text line by line, however long it is: files, packed files, standard input."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import stat
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any, cast

from .errors import InputError

__all__ = [
    "DAMAGED",
    "LONGEST_LINE",
    "LineTooLongError",
    "TextLines",
    "bounded_lines",
    "in_chunks",
    "longest_line",
    "open_by_content",
    "open_unpacked",
    "opener_of",
]

DAMAGED = (EOFError, lzma.LZMAError, zlib.error, gzip.BadGzipFile)
"""What is raised where a packed file is damaged."""


def open_unpacked(path: Path) -> IO[bytes]:
    """Open a file, through gzip or xz if its name ends in ``.gz`` or ``.xz``."""
    if path.suffix == ".gz":
        return cast("IO[bytes]", gzip.open(path, "rb"))
    if path.suffix == ".xz":
        return cast("IO[bytes]", lzma.open(path, "rb"))
    return path.open("rb")


_OPENERS: Mapping[bytes, Callable[[Path], Any]] = {b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open}


def open_by_content(path: Path) -> IO[bytes]:
    """Open a file, through gzip, bzip2 or xz if it begins as such files do, whatever its name is."""
    with path.open("rb") as file:
        opener = opener_of(file.read(6))
    return path.open("rb") if opener is None else cast("IO[bytes]", opener(path))


def opener_of(start: bytes) -> Callable[[Path], Any] | None:
    """Give what opens a packed file, by how it begins (6 bytes will do); None of any other."""
    return next((opener for magic, opener in _OPENERS.items() if start.startswith(magic)), None)


def longest_line() -> int:
    """Give the most bytes of a line: 64 MiB, or what the environment variable ``SGLITE_LONGEST_LINE`` says.

    A packed file of a few megabytes can hold a line that no memory does.

    Raises
    ------
    InputError
        If the variable is no whole number over 0.
    """
    given = os.environ.get(LONGEST_LINE, "")
    if not given:
        return 1 << 26
    if not (given.isascii() and given.isdigit() and len(given) <= 15 and int(given)):
        raise InputError(f"{LONGEST_LINE}={given[:40]}: write a number of bytes, e.g. {1 << 30}.")
    return int(given)


LONGEST_LINE = "SGLITE_LONGEST_LINE"


def bounded_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Give the lines of a stream with their ends, one at a time; raise `LineTooLongError` for one that is too long."""
    most = longest_line()
    while line := stream.readline(most + 1):
        if len(line) > most:
            raise _too_long(most)
        yield line


_BLOCK = 1 << 17  # bytes read at a time


def _whole_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Give a stream in pieces of whole lines, as much as there is to be read; see `bounded_lines`."""
    most = longest_line()
    read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)  # what has come, not what may yet come
    rest: list[bytes] = []
    n_rest = 0
    while block := read(_BLOCK):
        end = block.rfind(b"\n") + 1
        if end:
            yield from _bounded(b"".join([*rest, block[:end]]), most)
            rest, n_rest, block = [], 0, block[end:]
        rest.append(block)
        n_rest += len(block)
        if n_rest > most:
            raise _too_long(most)
    if n_rest:
        yield b"".join(rest)


def _bounded(lines: bytes, most: int) -> Iterator[bytes]:
    """Give whole lines up to one that is too long, which is an error."""
    if len(lines) > most:
        start = 0
        while start < len(lines):
            end = lines.index(b"\n", start) + 1
            if end - start > most:
                if start:
                    yield lines[:start]
                raise _too_long(most)
            start = end
    yield lines


def _too_long(most: int) -> LineTooLongError:
    return LineTooLongError(
        f"is longer than {most:,} bytes. If it is meant to be, set {LONGEST_LINE} to a larger number"
    )


class LineTooLongError(Exception):
    """A line has more bytes than `longest_line` says; whoever counts the lines says which."""


class TextLines:
    r"""The lines of a text with their numbers, from 1; read as they are asked for.

    Iterating gives pairs of a number and a line without blanks around it. A file is opened only when its first line is
    asked for.

    Parameters
    ----------
    source : str, Path or binary stream
        UTF-8, with or without a byte-order mark. Files with names in ``.gz`` and ``.xz`` are unpacked.
    name : str, optional
        What to call it in messages; by default the file's name.

    Raises
    ------
    InputError
        While iterating: if the text is missing, damaged or not UTF-8, or a line too long; the message names the line.

    Examples
    --------
    >>> import io
    >>> list(TextLines(io.BytesIO(b"The fox sleeps. \n\nThe dog barks."), "standard input"))
    [(1, 'The fox sleeps.'), (2, ''), (3, 'The dog barks.')]
    """

    def __init__(self, source: str | Path | IO[bytes], name: str | None = None) -> None:
        self._source = source
        self.name = str(source) if name is None else name
        self._n_bytes = self._n_lines = 0  # read so far
        self._size: int | None = None

    def __iter__(self) -> Iterator[tuple[int, str]]:
        self._n_bytes = self._n_lines = number = 0
        try:
            with self._open() as stream:
                for block in _whole_lines(stream):
                    lines = _decoded(block, is_first=number == 0)
                    self._n_bytes += len(block)
                    self._n_lines += len(lines)
                    for line in lines:
                        number += 1
                        if isinstance(line, UnicodeDecodeError):
                            raise line
                        yield number, line
        except UnicodeDecodeError as error:
            byte = error.object[error.start]
            raise InputError(
                f"{self.name}: line {number} is not UTF-8 (byte 0x{byte:02x}); save the text as UTF-8."
            ) from error
        except LineTooLongError as error:
            raise InputError(f"{self.name}: line {number + 1} {error}.") from None
        except DAMAGED as error:
            raise InputError(f"{self.name}: the packed file is damaged after line {number}: {error}") from error
        except OSError as error:
            raise InputError(f"{self.name}: the text cannot be read: {error.strerror or error}.") from error

    def _open(self) -> IO[bytes] | nullcontext[IO[bytes]]:
        if not isinstance(self._source, (str, Path)):
            self._size = _size_of(self._source)
            return nullcontext(self._source)  # whoever opened it closes it
        stream = open_unpacked(Path(self._source))
        self._size = _size_of(stream) if isinstance(stream, io.BufferedReader) else None  # of no packed file
        return stream

    def n_lines(self, n_read: int) -> int | None:
        """Estimate how many lines there are, from those read so far; None if what is read has no known size."""
        if self._size is None or not self._n_bytes:
            return None
        return max(n_read, round(self._n_lines * self._size / self._n_bytes))


def _decoded(block: bytes, *, is_first: bool) -> list[str] | list[str | UnicodeDecodeError]:
    """Give the lines of a block, without blanks around them; the first that is no text is what is wrong with it."""
    encoding = "utf-8-sig" if is_first else "utf-8"
    try:
        lines = block.decode(encoding).split("\n")
    except UnicodeDecodeError:
        found: list[str | UnicodeDecodeError] = []
        for line in block.split(b"\n"):
            try:
                found.append(line.decode("utf-8" if found else encoding).strip())
            except UnicodeDecodeError as error:
                return [*found, error]
        return found
    if block.endswith(b"\n"):
        lines.pop()
    return list(map(str.strip, lines))


def _size_of(stream: IO[bytes]) -> int | None:
    """Size of a regular file, also of one that is redirected to standard input; None for pipes and terminals."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def in_chunks(lines: Iterable[tuple[int, str]], size: int) -> Iterator[list[tuple[int, str]]]:
    """Put lines together; where one cannot be read, those before it come first.

    Parameters
    ----------
    lines : iterable of (int, str)
        Such as `TextLines`.
    size : int
        Lines of a chunk; the last may have fewer.
    """
    chunk: list[tuple[int, str]] = []
    try:
        for line in lines:
            chunk.append(line)
            if len(chunk) == size:
                yield chunk
                chunk = []
    except InputError:
        if chunk:
            yield chunk
        raise
    if chunk:
        yield chunk
