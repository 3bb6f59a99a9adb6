"""Standard output is for data: what models print while they are asked goes to standard error."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import IO, cast

from ..reports.terminal import InertStream, styled_stream

__all__ = ["kept_output", "models_talk_aside"]


def _is_real() -> bool:
    """Whether standard output is that of the process, and can be led elsewhere for what C libraries write to it."""
    try:
        return sys.stdout.fileno() == 1
    except (OSError, AttributeError):  # closed, or of a test
        return False


@contextlib.contextmanager
def kept_output() -> Iterator[IO[str]]:
    """Yield standard output as it is now, which `models_talk_aside` does not lead elsewhere."""
    if not _is_real():
        yield sys.stdout
        return
    sys.stdout.flush()
    raw = os.fdopen(os.dup(1), "wb")
    stream = io.TextIOWrapper(
        raw, encoding="utf-8", errors="backslashreplace", newline="", line_buffering=sys.stdout.isatty()
    )
    try:
        yield cast("IO[str]", InertStream(stream))
        stream.flush()
    finally:
        with contextlib.suppress(OSError):  # said when it was written to
            stream.close()


@contextlib.contextmanager
def models_talk_aside() -> Iterator[None]:
    """Lead what is printed to standard error, by Python or by a C library; a plug-in's words are no data."""
    with contextlib.redirect_stdout(sys.stderr):
        if sys.__stdout__ is None or not _real_descriptors():
            yield
            return
        saved = os.dup(1)
        os.dup2(2, 1)
        try:
            yield
        finally:
            _flush_c()
            os.dup2(saved, 1)
            os.close(saved)


def _real_descriptors() -> bool:
    try:
        os.fstat(1)
        os.fstat(2)
    except OSError:
        return False
    return styled_stream(sys.stderr) is sys.__stderr__  # else somebody looks at what is written, a test for instance


def _flush_c() -> None:
    """Have C libraries write what they hold back; at the end of the process they would do so among the data."""
    if os.name == "posix":
        with contextlib.suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).fflush(None)
