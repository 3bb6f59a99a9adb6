"""Training a 5-gram model: ``sglite train ngram`` against KenLM's ``lmplz``, a process each, by turns.

``lmplz`` is in no wheel, but its source is in KenLM's source package. With Debian's ``cmake``, ``g++``,
``zlib1g-dev`` and ``libboost-{program-options,system,thread,test}-dev``::

    pip download --no-deps --no-binary kenlm kenlm==0.3.0 && tar xf kenlm-0.3.0.tar.gz
    cmake -S kenlm-0.3.0 -B kenlm -DCMAKE_BUILD_TYPE=Release && make -C kenlm lmplz
    LMPLZ=kenlm/bin/lmplz CORPUS=train.txt python -m benchmarks ngram_training

``CORPUS`` is a text, not packed. Its first million words are taken, then all. ``lmplz`` writes ARPA text, its only form
besides KenLM's own; this package its compact form, and with the million words ARPA text, too.
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

from .record import Comparison

AIM = 0.5
MEMORY_AIM = 2000.0  # megabytes
REPEATS = 3


def measure(*, quick: bool = False) -> Iterator[str | Comparison]:
    lmplz, corpus = os.environ.get("LMPLZ"), os.environ.get("CORPUS")
    if not lmplz or not corpus or not hasattr(os, "wait4"):
        yield "needs LMPLZ, the program, and CORPUS, a text: see benchmarks/ngram_training.py"
        return
    ours = (sys.executable, "-m", "syntaxgym_lite", "train", "ngram")
    with tempfile.TemporaryDirectory() as folder:
        out, some = Path(folder), Path(folder) / "million.txt"
        n_words = {str(some): _write_beginning(Path(corpus), some, 1_000_000)}
        if not quick:
            # line by line: what this process holds would count as what its children hold at most
            with open(corpus, "rb") as lines:
                n_words[corpus] = sum(len(line.split()) for line in lines)
        for path, n in n_words.items():
            rivals: dict[str, tuple[str, ...]] = {
                "lmplz": (lmplz, "-o", "5", "-S", "1G", "-T", folder, "--text", path, "--arpa", str(out / "theirs")),
                "compact": (*ours, path, "--memory", "2G", "--overwrite", "-o", str(out / "ours.safetensors")),
            }
            if path == str(some):
                rivals["ARPA"] = (*ours, path, "--memory", "2G", "--overwrite", "-o", str(out / "ours.arpa"))
            taken: dict[str, list[tuple[float, float, float]]] = {name: [] for name in rivals}
            for _ in range(1 if quick else REPEATS):
                for name, command in rivals.items():
                    taken[name].append(_run(command))
            wall, processor, most = (
                {name: statistics.median(run[i] for run in runs) for name, runs in taken.items()} for i in range(3)
            )
            for name in rivals:
                figures = f"{wall[name]:.1f} s, {processor[name]:.1f} s of processors, {most[name]:,.0f} MB"
                yield f"{n:,} words, {name}: {figures}"
                if name != "lmplz":
                    what = f"train ngram, {n / 1e6:.0f} M words, to a file in {name} form"
                    yield Comparison(what, "lmplz", n / wall[name], n / wall["lmplz"], "words/s", AIM)
            reached = "reached" if most["compact"] <= MEMORY_AIM else "NOT reached"
            yield f"{n:,} words: {most['compact']:,.0f} MB at most, aim at most {MEMORY_AIM:,.0f}: {reached}"


def _write_beginning(corpus: Path, some: Path, n_words: int) -> int:
    n = 0
    with corpus.open("rb") as lines, some.open("wb") as file:
        for line in lines:
            file.write(line)
            n += len(line.split())
            if n >= n_words:
                break
    return n


def _run(command: tuple[str, ...]) -> tuple[float, float, float]:
    """Run a program; give seconds on the wall and of processors, and the most memory it held, in megabytes."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = status
    if status:
        raise SystemExit(f"{command[0]} failed")
    return time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1000  # kB, as Linux has it
