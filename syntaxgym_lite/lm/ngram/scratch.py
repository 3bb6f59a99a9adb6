"""Arrays too many for memory: in files that nobody else sees, and that go with the process.

The system keeps of them in memory what there is room for. Each file has lost its name before anything is written to it
(on Windows, the system deletes it when it is closed), so that nothing is left behind, whatever ends the process.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from ...errors import InputError

__all__ = ["Column", "Scratch", "half_of_memory"]

Array = npt.NDArray[Any]
_STEP = 1 << 24  # bytes
_MEMORY = 1 << 32  # bytes, of a computer that does not say


def half_of_memory() -> int:
    """Give half the memory of this computer, in bytes."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):  # as on Windows
        return _MEMORY // 2


class Scratch:
    """Makes arrays, in memory or in files.

    Parameters
    ----------
    on_disk : bool, optional
        Whether in files, in the folder for temporary ones (``TMPDIR``).
    """

    def __init__(self, *, on_disk: bool = False) -> None:
        self.on_disk = on_disk

    def zeros(self, length: int, kind: npt.DTypeLike) -> Array:
        """Give an array of zeros.

        Raises
        ------
        InputError
            If there is no room for it on the disk.
        """
        if not self.on_disk or not length:
            return np.zeros(length, dtype=kind)
        n_bytes = length * np.dtype(kind).itemsize
        with _told(), tempfile.TemporaryFile() as file:
            # a file with holes would end the process where the disk is full, not here
            for start in range(0, n_bytes, _STEP):
                file.write(bytes(min(_STEP, n_bytes - start)))
            return _mapped(file, kind, length)

    def column(self, kind: npt.DTypeLike) -> Column:
        """Give an array that grows."""
        return Column(kind, on_disk=self.on_disk)


class Column:
    """An array that grows by parts until it is asked for.

    Parameters
    ----------
    kind : dtype
    on_disk : bool

    Examples
    --------
    >>> column = Scratch(on_disk=True).column(np.int32)
    >>> column.append(np.array([3, 1]))
    >>> column.append(np.array([2]))
    >>> column.array().tolist()
    [3, 1, 2]
    """

    def __init__(self, kind: npt.DTypeLike, *, on_disk: bool) -> None:
        self._kind = np.dtype(kind)
        self._length = 0
        self._parts: list[Array] = []
        self._file: IO[bytes] | None = None
        if on_disk:
            with _told():
                self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed when it is mapped

    def __del__(self) -> None:
        if self._file is not None:  # where an error came before it was asked for
            self._file.close()

    def __len__(self) -> int:
        return self._length

    def append(self, part: Array) -> None:
        """Add a part.

        Raises
        ------
        InputError
            If there is no room for it on the disk.
        """
        part = np.ascontiguousarray(part, dtype=self._kind)
        self._length += len(part)
        if self._file is None:
            self._parts.append(part)
        else:
            with _told():
                self._file.write(part.data)

    def array(self) -> Array:
        """Give all parts as one; none can be added any more."""
        if self._file is not None:
            with _told(), self._file as file:
                return _mapped(file, self._kind, self._length) if self._length else np.zeros(0, dtype=self._kind)
        parts, self._parts = self._parts, []
        return np.concatenate(parts) if parts else np.zeros(0, dtype=self._kind)


def _mapped(file: IO[bytes], kind: npt.DTypeLike, length: int) -> Array:
    file.flush()
    array: Array = np.memmap(file, dtype=kind, mode="r+", shape=(length,))
    return array.view(np.ndarray)  # results of calculations are not to be taken for parts of a file


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        folder = Path(tempfile.gettempdir()) if tempfile.tempdir else Path(os.environ.get("TMPDIR", os.curdir))
        raise InputError(
            f"{folder}: temporary files cannot be written there: {error.strerror or error}. Set TMPDIR to a folder "
            "with more room, or allow more memory."
        ) from error
