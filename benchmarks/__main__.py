"""Run comparisons, print them, and write them to the docs: ``python -m benchmarks [NAME...]``."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import inspect
import os
import platform
from pathlib import Path

from .record import Finding, draw, write_json

NAMES = (
    "startup",
    "formulas",
    "ngrams",
    "ngram_training",
    "lines",
    "wordlm",
    "classes",
    "transformer",
    "blimp",
    "pairs",
    "memory",
    "busy",
    "report",
    "studio",
    "coverage",
)
DOCS = Path(__file__).resolve().parents[1] / "docs"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; all by default")
    parser.add_argument(
        "--quick", action="store_true", help="small samples and few repeats; writes nothing to the docs"
    )
    parser.add_argument("--no-write", action="store_true", help="only print")
    parser.add_argument("--out", type=Path, default=DOCS, help="folder for performance.json and .svg; docs by default")
    options = parser.parse_args()
    names = options.names or list(NAMES)
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        parser.error(f"no benchmark {', '.join(unknown)}; there are {', '.join(NAMES)}")
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    found: dict[str, list[Finding]] = {}
    notes: dict[str, list[str]] = {}
    for name in names:
        found[name], notes[name] = [], []
        measure = importlib.import_module(f".{name}", __package__).measure  # some import torch, with settings of theirs
        takes_quick = "quick" in inspect.signature(measure).parameters
        for line in measure(quick=options.quick) if takes_quick else measure():
            print(f"{name}: {line}", flush=True)
            (notes[name] if isinstance(line, str) else found[name]).append(line)
    if options.no_write or (options.quick and options.out == DOCS):
        return
    options.out.mkdir(parents=True, exist_ok=True)
    written = options.out / "performance.json"
    write_json(written, found, notes)
    if importlib.util.find_spec("matplotlib") is None:
        print("no plot: matplotlib is not installed; see benchmarks/peers.py")
    else:
        draw(written, written.with_suffix(".svg"))


main()
