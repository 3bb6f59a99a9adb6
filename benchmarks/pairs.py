"""BLiMP's 67,000 pairs on the shipped n-gram model: what reading their files takes, and what all the rest does.

The paradigms that are at hand in ``../shared`` are read again and again under other names until they are as many as
BLiMP's 67. What is timed is ``sglite eval`` without ``--out``, after Python has started and has imported everything: a
process of its own does the steps one after the other. Times are those of the processor, on one thread, which neighbours
on the machine lengthen less than those on the wall.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from .record import Duration

BLIMP = Path(__file__).resolve().parents[2] / "shared" / "published" / "blimp"
N_PARADIGMS = 67
REPEATS = 3
STEPS = ("making the sentences", "scoring them", "evaluating the predictions", "summing up")
"""Each by itself; what `syntaxgym_lite.runner.run` does between them is in the whole alone."""


def measure(*, quick: bool = False) -> Iterator[str | Duration]:
    files = sorted(BLIMP.glob("*.jsonl"))
    if not files:
        yield "left out: there are no files of BLiMP in ../shared/published/blimp"
        return
    with tempfile.TemporaryDirectory() as folder:
        n_pairs = _write(files, Path(folder), 5 if quick else N_PARADIGMS)
        runs = [_in_a_process(folder) for _ in range(1 if quick else REPEATS)]
    reading, whole, *steps = (statistics.median(times) for times in zip(*runs, strict=True))
    parts = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in zip(STEPS, steps, strict=True))
    yield f"{n_pairs:,} pairs, processor: reading {reading:.2f} s; {parts}; {whole / reading:.2f} of reading in all"
    yield Duration(f"{n_pairs:,} pairs: reading their files", reading)
    yield Duration(f"{n_pairs:,} pairs: scoring with ngram, evaluation and summary", whole, reading)


def _write(files: list[Path], folder: Path, n_paradigms: int) -> int:
    """Write as many paradigms, each under a name of its own; give the number of their pairs."""
    n_pairs = 0
    for place in range(n_paradigms):
        file = files[place % len(files)]
        pairs = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        name = f"{file.stem}_{place}"
        lines = [json.dumps({**pair, "UID": name}, ensure_ascii=False) + "\n" for pair in pairs]
        (folder / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
        n_pairs += len(pairs)
    return n_pairs


def _in_a_process(folder: str) -> list[float]:
    command = (sys.executable, "-m", "benchmarks.pairs", folder)
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    found = subprocess.run(command, stdout=subprocess.PIPE, env=environment, check=True, text=True).stdout
    return list(map(float, found.split()))


def _time(folder: str) -> None:
    """Print the seconds of the processor for reading, for the rest, and for each of `STEPS`."""
    from syntaxgym_lite.plan import Plan, Settings
    from syntaxgym_lite.ports.collect import find_suites
    from syntaxgym_lite.reports.files import OutcomesOnly
    from syntaxgym_lite.runner import run
    from syntaxgym_lite.scoring.opener import Opener
    from syntaxgym_lite.stats import summarize
    from syntaxgym_lite.suite_result import suite_result

    summarize(run(find_suites("npz"), "ngram", keeper=OutcomesOnly()))  # what is done once in a process
    times = [time.process_time()]

    def done() -> None:
        times.append(time.process_time())

    suites = find_suites(sorted(map(str, Path(folder).glob("*.jsonl"))))
    done()
    gc.freeze()  # as the command does
    with Opener(cache=False) as opener:
        result = run(suites, "ngram", opener=opener, keeper=OutcomesOnly())
    summarize(result)
    done()
    with Opener(cache=False) as opener:
        scorer = opener.open("ngram")
        times[-1] = time.process_time()
        plans = [Plan.of(suite, Settings()) for suite in suites]
        sentences = [plan.sentences() for plan in plans]
        done()
        scored = [scorer.score_columns(own.texts) for own in sentences]
        done()
        for plan, own, columns in zip(plans, sentences, scored, strict=True):
            suite_result(plan, own, columns, "ngram", whole=False)
        done()
        summarize(result)
        done()
    print(*(after - before for before, after in pairwise(times)))


if __name__ == "__main__":
    _time(sys.argv[1])
