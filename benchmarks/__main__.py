"""Run measurements and print them, one line each: ``python -m benchmarks [NAME...]``."""

from __future__ import annotations

import argparse
import os
import platform

from . import formulas, startup, transformer, wordlm

BENCHMARKS = {
    "startup": startup.measure,
    "formulas": formulas.measure,
    "transformer": transformer.measure,
    "wordlm": wordlm.measure,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}; all by default")
    names = parser.parse_args().names or list(BENCHMARKS)
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for name in names:
        for line in BENCHMARKS[name]():
            print(f"{name}: {line}", flush=True)


main()
