"""How fast scoring goes on, and how long it will take."""

from __future__ import annotations

from collections import deque

__all__ = ["Pace"]

_PERIOD = 30.0  # seconds that a speed is measured over, if there were reports in them


class Pace:
    """How fast something goes on, of late.

    rich has its own measure, but forgets it whenever the number of sentences in all changes, and that number is an
    estimate that changes with every report.

    Examples
    --------
    >>> pace = Pace()
    >>> for seconds, done in ((0, 500), (10, 600), (20, 720)):  # 500 were known already
    ...     pace.report(seconds, done)
    >>> pace.per_second
    11.0
    >>> pace.seconds_left(now=20, total=1_050)
    30.0
    """

    def __init__(self) -> None:
        self._reports: deque[tuple[float, int]] = deque()

    def report(self, now: float, done: int) -> None:
        """Take note that so many are done at this time, in seconds."""
        self._reports.append((now, done))
        while len(self._reports) > 2 and self._reports[1][0] < now - _PERIOD:  # a slow model needs its last two
            self._reports.popleft()

    @property
    def per_second(self) -> float | None:
        """How many were done in a second; None if nothing is known yet."""
        if len(self._reports) < 2:
            return None
        (start, before), (end, done) = self._reports[0], self._reports[-1]
        return (done - before) / (end - start) if end > start and done > before else None

    def seconds_left(self, now: float, total: int | None) -> float | None:
        """How long it will take to the end, which nothing is said about before a speed is known."""
        speed = self.per_second
        if speed is None or total is None:
            return None
        then, done = self._reports[-1]
        return max((total - done) / speed - (now - then), 0.0)
