"""A bar on standard error: sentences done, their speed, and the time left; the time so far where no end is known.

Where no terminal shows a bar, as in the log of a job, it is a line a minute.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import IO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TextColumn
from rich.progress import Progress as Bar
from rich.table import Column
from rich.text import Text

from ..reports.tables import console_for
from ..scoring.pace import Pace
from ..scoring.schedule import Progress

__all__ = ["bars", "lines"]

_BETWEEN_LINES = 60.0  # seconds
_BAR = 16  # columns
_BESIDE_NAME = 66  # columns of all else that is shown, with numbers of eight digits
_LEAST_NAME = 8


class _Speed(ProgressColumn):
    def render(self, task: Task) -> Text:
        speed = task.fields["pace"].per_second
        return Text("" if speed is None else _per_second(speed))


class _Time(ProgressColumn):
    max_refresh = 0.5

    def render(self, task: Task) -> Text:
        if task.total is None:
            return Text(f"{_clock(task.elapsed or 0.0)} so far")
        left = task.fields["pace"].seconds_left(time.monotonic(), int(task.total))
        return Text(f"{'-:--:--' if left is None else _clock(left)} left")


def _per_second(speed: float) -> str:
    return f"{speed:,.0f}/s" if speed >= 10 else f"{speed:.1f}/s"


def _clock(seconds: float) -> str:
    return str(timedelta(seconds=int(seconds)))


@contextmanager
def bars(console: Console | None = None) -> Iterator[Callable[[str], Progress]]:
    """Yield a function that starts a bar for a model and returns what to call with the numbers done and in all."""
    console = console or console_for(sys.stderr)
    width = max(_LEAST_NAME, console.width - _BESIDE_NAME)
    columns = (
        TextColumn(
            "{task.description}",
            markup=False,
            table_column=Column(no_wrap=True, overflow="ellipsis", max_width=width),
        ),
        BarColumn(_BAR),
        MofNCompleteColumn(),
        TextColumn("sentences"),
        _Speed(),
        _Time(),
    )
    with Bar(*columns, console=console, transient=True) as bar:

        def start(name: str) -> Progress:
            pace = Pace()
            task = bar.add_task(name, total=None, pace=pace)

            def tick(done: int, total: int | None) -> None:
                pace.report(time.monotonic(), done)
                bar.update(task, completed=done, total=total)

            return tick

        yield start


@contextmanager
def lines(stream: IO[str]) -> Iterator[Callable[[str], Progress]]:
    """Yield what `bars` yields, for a stream that is no terminal: a line a minute, and none of what takes less."""

    def start(name: str) -> Progress:
        pace = Pace()
        last = time.monotonic()

        def tick(done: int, total: int | None) -> None:
            nonlocal last
            now = time.monotonic()
            pace.report(now, done)
            if now - last < _BETWEEN_LINES:
                return
            last = now
            said = [f"{done:,} of {total:,} sentences" if total is not None else f"{done:,} sentences"]
            if (speed := pace.per_second) is not None:
                said.append(_per_second(speed))
            if (left := pace.seconds_left(now, total)) is not None:
                said.append(f"{_clock(left)} left")
            print(f"{name}: {', '.join(said)}", file=stream, flush=True)

        return tick

    yield start
