"""What is said while a model is at work: sentences, their speed, and the time left."""

from __future__ import annotations

import io
import itertools
import re

import pytest
from rich.console import Console

from syntaxgym_lite.cli import _progress
from syntaxgym_lite.cli._progress import bars, lines


def shown(monkeypatch, reports, *, width=80, name="ngram"):
    """The last frame of a bar after these reports, one a second."""
    seconds = itertools.count()
    monkeypatch.setattr(_progress.time, "monotonic", lambda: float(next(seconds)))
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=width, color_system=None, legacy_windows=False)
    with bars(console) as start:
        tick = start(name)
        for done, total in reports:
            tick(done, total)
    frames = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "\n", out.getvalue().replace("\r", "\n")).splitlines()
    return [frame for frame in frames if "sentences" in frame][-1]


def test_speed_and_time_left_are_shown_though_the_total_is_another_estimate_each_time(monkeypatch):
    frame = shown(monkeypatch, [(4096, 40_300), (8192, 40_017), (12_288, 39_989)])
    assert "12288/39989 sentences 4,096/s 0:00:0" in frame
    assert frame.rstrip().endswith(" left")


def test_without_a_total_speed_and_time_so_far_are_shown(monkeypatch):
    frame = shown(monkeypatch, [(4096, None), (8192, None)])
    assert re.search(r"8192/\? +sentences 4,096/s 0:00:\d\d so far", frame)


@pytest.mark.parametrize("width", [80, 120])
def test_all_of_it_fits_into_a_terminal(monkeypatch, width):
    name = "organisation/a-model-of-a-long-name-or-path/with-folders[bold]"
    frame = shown(monkeypatch, [(9_990_000, 10_000_000), (9_999_900, 10_000_000)], width=width, name=name)
    assert len(frame.rstrip()) <= width
    assert frame.startswith(name[: 13 if width == 80 else 53] + "…")
    assert " 9999900/10000000 sentences 9,900/s 0:00:0" in frame
    assert frame.rstrip().endswith(" left")


def test_a_log_gets_a_line_a_minute(monkeypatch):
    """Reports of a model every 25 seconds: the first that is a minute after the last line is written."""
    seconds = itertools.count(step=25)
    monkeypatch.setattr(_progress.time, "monotonic", lambda: float(next(seconds)))
    out = io.StringIO()
    with lines(out) as start:
        tick = start("lstm")
        for done in range(1000, 8000, 1000):
            tick(done, None if done < 4000 else 40_000)
    assert out.getvalue().splitlines() == [
        "lstm: 3,000 sentences, 40/s",
        "lstm: 6,000 of 40,000 sentences, 40/s, 0:14:10 left",
    ]


def test_a_log_gets_no_line_of_what_takes_less_than_a_minute():
    out = io.StringIO()
    with lines(out) as start:
        start("ngram")(320, 320)
    assert out.getvalue() == ""
