"""How fast predictions are read and evaluated, against the evaluator of syntaxgym 0.6."""

from __future__ import annotations

import importlib.util
import inspect
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from syntaxgym_lite.formula import Evaluation, evaluate_formula, parse

from .record import Comparison

N_ITEMS = 1_000_000
N_PEER = 5_000
TIMES = 5  # many items are evaluated so often in a turn, which then takes about as long as the peer's
SMALL_SUITE = 25
REPEATS = 7
# bracketed throughout: syntaxgym's parser takes no three comparisons in a row without
THREE = "(((5;%a%) > (5;%b%)) & ((5;%a%) > (5;%c%))) & (((5;%a%) - (5;%b%)) > ((5;%c%) - (5;%d%)))"
ONE = "(5;%a%) > (5;%b%)"


def measure(*, quick: bool = False) -> Iterator[str | Comparison]:
    yield "processor time of one thread throughout"
    start = time.process_time()
    parse(THREE)
    yield f"first formula read in {time.process_time() - start:.3f} s (the parser is made then)"
    start = time.process_time()
    parse(THREE + " ")
    yield f"another formula read in {1000 * (time.process_time() - start):.1f} ms"
    n_items = N_ITEMS // 10 if quick else N_ITEMS
    peers = importlib.util.find_spec("syntaxgym") is not None
    if not peers:
        yield "syntaxgym is not installed; see benchmarks/peers.py"
    for name, source in (("three comparisons", THREE), ("one comparison", ONE)):
        yield from _formula(name, source, n_items, _syntaxgym()(0, source, "sum") if peers else None)


def _formula(name: str, source: str, n_items: int, peer: Callable[[Any], Any] | None) -> Iterator[str | Comparison]:
    """Measure one formula on many items at once, and on as many in small suites, one after another."""
    formula = parse(source)
    rng = np.random.default_rng(0)
    values = {condition: rng.gamma(2.0, 4.0, n_items) for condition in "abcd"}
    few = {condition: column[:SMALL_SUITE].copy() for condition, column in values.items()}
    for column in (*values.values(), *few.values()):
        column.flags.writeable = False  # as those of `RegionSurprisals` are
    items = [_item({condition: values[condition][i] for condition in values}) for i in range(N_PEER)]
    n_suites = n_items // SMALL_SUITE // 20

    def at_once() -> Evaluation:
        return evaluate_formula(formula, lambda reference: values[reference.condition], n_items)

    def truth() -> None:
        for _ in range(TIMES):
            at_once()

    def with_sides() -> None:
        for _ in range(TIMES):
            for comparison in at_once().comparisons:
                _ = comparison.left, comparison.right

    def small() -> None:
        for _ in range(n_suites):
            evaluate_formula(formula, lambda reference: few[reference.condition], SMALL_SUITE)

    works: dict[str, tuple[Callable[[], object], int]] = {
        f"{name}, {n_items:,} items": (truth, TIMES * n_items),
        f"{name}, {n_items:,} items, and both sides of each": (with_sides, TIMES * n_items),
        f"{name}, suites of {SMALL_SUITE} items": (small, n_suites * SMALL_SUITE),
    }
    taken: dict[str, list[float]] = {what: [] for what in works}
    theirs = []
    for _ in range(REPEATS):
        for what, (work, _n) in works.items():
            taken[what].append(_seconds(work))
        if peer is not None:
            theirs.append(_seconds(lambda: [peer(item) for item in items]))
    if peer is not None:
        alike = at_once().holds[:N_PEER].tolist() == [int(peer(item)) for item in items]
        yield f"{name}, the first {N_PEER:,} items: {'all alike' if alike else 'NOT alike'}"
    for what, (_, n) in works.items():
        rate = n / statistics.median(taken[what])
        if peer is None:
            yield f"{what}: {rate:,.0f} items/s"
        else:
            aim = 1000 if what == f"{name}, {N_ITEMS:,} items" else None
            rival = "syntaxgym's Prediction, item by item"
            yield Comparison(what, rival, rate, N_PEER / statistics.median(theirs), "items/s", aim)


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _item(values: dict[str, Any]) -> dict[str, Any]:
    """Give an item as syntaxgym has it: one region for each condition, the one that the formula names."""
    return {
        "conditions": [
            {"condition_name": name, "regions": [{"region_number": 5, "metric_value": {"sum": float(value)}}]}
            for name, value in values.items()
        ]
    }


def _syntaxgym() -> Any:
    """Import the evaluator. The package starts by importing two it only needs to run models, and a gone function."""
    names = ("get_registry", "spec", "tokenize", "unkify", "get_surprisals")
    for module, members in {"docker": (), "lm_zoo": names, "lm_zoo.models": ("Model",)}.items():
        if module not in sys.modules:
            empty = ModuleType(module)
            for member in members:
                setattr(empty, member, None)
            sys.modules.setdefault(module, empty)
    if not hasattr(inspect, "getargspec"):
        inspect.getargspec = inspect.getfullargspec  # type: ignore[attr-defined]
    from syntaxgym.prediction import Prediction

    return Prediction
