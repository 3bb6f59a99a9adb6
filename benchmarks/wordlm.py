"""How fast the shipped LSTM scores: many sentences together against one at a time, with the same weights."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # read when torch is first imported

import numpy as np
import torch

from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.resources import shipped_suites
from syntaxgym_lite.scoring.schedule import score_texts
from syntaxgym_lite.suite.json import load_suite

from .record import Comparison

N_ALONE = 150  # sentences scored one at a time; all of them would take minutes
REPEATS = 5


def measure() -> Iterator[str | Comparison]:
    backend = load_backend("lstm")
    texts = list(dict.fromkeys(s.text for path in shipped_suites().values() for s in load_suite(path).sentences()))
    alone = texts[:: max(1, len(texts) // N_ALONE)][:N_ALONE]
    together = score_texts(backend, texts)  # warms up, too
    by_text = dict(zip(texts, together, strict=True))
    one_by_one = [backend.score([text])[0] for text in alone]
    worst = max(np.abs(by_text[s.text].bits - s.bits).max() for s in one_by_one)
    n_words, n_alone = (sum(len(s.tokens) for s in scored) for scored in (together, one_by_one))
    rates = {
        "one sentence at a time": _rate(n_alone, lambda: [backend.score([text]) for text in alone]),
        "together": _rate(n_words, lambda: score_texts(backend, texts)),
    }
    n_threads = torch.get_num_threads()
    torch.set_num_threads(1)  # small products are often faster so
    rates["one sentence at a time, one thread"] = _rate(n_alone, lambda: [backend.score([text]) for text in alone])
    torch.set_num_threads(n_threads)
    slow, fast, slow_on_one = rates.values()
    for name, rate in (("one sentence at a time", slow), ("one sentence at a time, one thread", slow_on_one)):
        aim = 20 if name == "one sentence at a time" else None
        yield Comparison(f"shipped LSTM, {n_threads} threads", name, fast, rate, "words/s", aim)
    yield f"largest difference {worst:.1e} bits; {len(texts):,} sentences, {n_words:,} words; medians of {REPEATS}"


def _rate(n_words: int, work: Callable[[], object]) -> float:
    seconds = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return n_words / statistics.median(seconds)
