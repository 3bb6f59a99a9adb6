"""Try inputs on a target: kept ones, generated ones, and for how long."""

from __future__ import annotations

import contextlib
import hashlib
import signal
import threading
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings

__all__ = ["Found", "TooSlowError", "Tried", "check", "explore", "keep"]

SECONDS = 10.0
"""The most of a processor's time that one input may take; the inputs are small, so a second is long already."""

_EXAMPLES_AT_ONCE = 400


class TooSlowError(Exception):
    """An input took more than `SECONDS`."""


@dataclass(frozen=True, slots=True)
class Found:
    """A fault: the smallest input that shows it, and the traceback."""

    data: bytes
    report: str


@dataclass(slots=True)
class Tried:
    """What came of exploring a target."""

    inputs: int = 0
    seconds: float = 0.0
    faults: list[Found] = field(default_factory=list)


def check(target: ModuleType, data: bytes) -> None:
    """Try one input, within `SECONDS`."""
    with _bounded():
        target.check(data)


@contextlib.contextmanager
def _bounded() -> Iterator[None]:
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_: int, __: FrameType | None) -> None:
        raise TooSlowError(f"more than {SECONDS:.0f} seconds of a processor")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def explore(target: ModuleType, *, seed: int, examples: int | None = None, seconds: float | None = None) -> Tried:
    """Try generated inputs.

    Parameters
    ----------
    target : module
    seed : int
        The same seed gives the same inputs in the same order.
    examples, seconds
        How many inputs, or how long; one of them.

    Returns
    -------
    Tried
        With every fault once: the same exception at the same place counts as the same.
    """
    tried = Tried()
    begin = time.monotonic()
    seen: set[tuple[Any, ...]] = set()

    def is_over() -> bool:
        return seconds is not None and time.monotonic() - begin >= seconds

    while not is_over() and (examples is None or tried.inputs < examples):
        _explore_some(target, seed, examples or _EXAMPLES_AT_ONCE, tried, seen, is_over)
        seed += 1
        if examples is not None:
            break
    tried.seconds = time.monotonic() - begin
    return tried


def _explore_some(target: ModuleType, seed: int, n: int, tried: Tried, seen: set[Any], is_over: Any) -> None:
    last = b""

    @hypothesis.seed(seed)
    @settings(
        max_examples=n,
        deadline=None,
        database=None,
        derandomize=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        print_blob=False,
    )
    @given(target.INPUTS)
    def once(data: bytes) -> None:
        nonlocal last
        if is_over():
            return
        tried.inputs += 1
        try:
            check(target, data)
        except Exception as error:
            if _place(error) not in seen:
                last = data
                raise

    try:
        once()
    except Exception as error:
        for one in getattr(error, "exceptions", (error,)):  # it may have come upon others while it made the input small
            seen.add(_place(one))
        error.__notes__ = []  # hypothesis repeats the input there
        tried.faults.append(Found(last, "".join(traceback.format_exception(error))))


def _place(error: BaseException) -> tuple[Any, ...]:
    """Where an exception comes from: the innermost lines of the target and of the package."""
    frames = traceback.extract_tb(error.__traceback__)
    inner = [
        (frame.filename, frame.lineno) for frame in frames if "/fuzz/" in frame.filename or "lite/" in frame.filename
    ]
    return type(error), *inner[-2:]


def keep(found: Found, folder: Path) -> Path:
    """Write a fault into a folder: the input, and beside it what happened."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / hashlib.sha256(found.data).hexdigest()[:12]
    path.write_bytes(found.data)
    path.with_suffix(".txt").write_text(found.report, encoding="utf-8")
    return path
