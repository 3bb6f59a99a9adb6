"""Ten million short lines through ``sglite surprisal``: how long it takes, and how much memory.

A line is the first four words of a sentence of the shipped suites and a fifth word of any of them, so that the lines
differ. The command runs in a process of its own and writes CSV to nowhere. Its time is that of the processor, which
neighbours on the machine lengthen less than that on the wall; it runs on one thread, so that on a machine with nothing
else to do the two are the same.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from syntaxgym_lite.resources import shipped_suites
from syntaxgym_lite.suite.json import load_suite

from .record import Duration

N_LINES = 10_000_000
AIM_SECONDS = 100.0
AIM_MEGABYTES = 200.0


def measure(*, quick: bool = False) -> Iterator[str | Duration]:
    n_lines = N_LINES // 50 if quick else N_LINES
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder) / "lines.txt"
        _write(lines, n_lines)
        command = [sys.executable, "-m", "syntaxgym_lite", "surprisal", str(lines), "-m", "ngram", "--format", "csv"]
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        with open(os.devnull, "wb") as nowhere:
            subprocess.run([*command, "--quiet"], stdout=nowhere, check=True)
        wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    taken = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    peak = after.ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6
    yield (
        f"{n_lines:,} lines: {taken:.1f} s of the processor, {wall:.1f} s on the wall; "
        f"{peak:,.0f} MB at most, aim under {AIM_MEGABYTES:g}: {'reached' if peak < AIM_MEGABYTES else 'NOT reached'}"
    )
    yield Duration(
        f"{n_lines:,} lines: sglite surprisal --model ngram --format csv", taken, AIM_SECONDS * n_lines / N_LINES
    )


def _write(path: Path, n_lines: int) -> None:
    sentences = [s.text for suite in shipped_suites().values() for s in load_suite(suite).sentences()]
    beginnings = sorted({" ".join(sentence.split()[:4]) for sentence in sentences})
    words = sorted({word for sentence in sentences for word in sentence.split()})
    rng = random.Random(0)
    with path.open("w", encoding="utf-8") as file:
        for _ in range(n_lines // 1000):
            pairs = zip(rng.choices(beginnings, k=1000), rng.choices(words, k=1000), strict=True)
            file.writelines(f"{beginning} {word}\n" for beginning, word in pairs)
