"""How long a command takes as a whole process, and what the largest one of it needs in memory."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

REPEATS = 7
COMMANDS = (("--help",), ("eval", "npz", "--quiet"), ("suites",), ("check", "npz"))


def measure() -> Iterator[str]:
    for command in COMMANDS:
        seconds, cpu = zip(*(_run(command) for _ in range(REPEATS)), strict=True)
        yield (
            f"sglite {' '.join(command)}: median {statistics.median(seconds):.2f} s, best {min(seconds):.2f} s "
            f"({REPEATS} runs; CPU time {statistics.median(cpu):.2f} s)"
        )


def _run(command: tuple[str, ...]) -> tuple[float, float]:
    before, start = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-m", "syntaxgym_lite", *command], stdout=subprocess.DEVNULL, check=True)
    seconds, after = time.perf_counter() - start, os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return seconds, cpu
