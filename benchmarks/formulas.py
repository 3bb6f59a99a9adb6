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

from syntaxgym_lite.formula import Reference, evaluate, parse

from .record import Comparison

N_ITEMS = 1_000_000
N_PEER = 10_000
REPEATS = 7
# bracketed throughout: syntaxgym's parser takes no three comparisons in a row without
FORMULA = "(((5;%a%) > (5;%b%)) & ((5;%a%) > (5;%c%))) & (((5;%a%) - (5;%b%)) > ((5;%c%) - (5;%d%)))"


def measure(*, quick: bool = False) -> Iterator[str | Comparison]:
    start = time.perf_counter()
    formula = parse(FORMULA)
    yield f"first formula read in {time.perf_counter() - start:.3f} s (the parser is made then)"
    start = time.perf_counter()
    parse(FORMULA + " ")
    yield f"another formula read in {1000 * (time.perf_counter() - start):.1f} ms"
    n_items = N_ITEMS // 10 if quick else N_ITEMS
    rng = np.random.default_rng(0)
    values = {condition: rng.gamma(2.0, 4.0, n_items) for condition in "abcd"}

    def lookup(reference: Reference) -> np.ndarray:
        return values[reference.condition]

    if importlib.util.find_spec("syntaxgym") is None:
        seconds = _seconds(lambda: evaluate(formula, lookup, n_items))
        yield f"three comparisons on {n_items:,} items in {seconds:.3f} s ({n_items / seconds:,.0f} items/s)"
        yield "syntaxgym is not installed; see benchmarks/peers.py"
        return
    peer = _syntaxgym()(0, FORMULA, "sum")
    items = [_item({condition: values[condition][i] for condition in values}) for i in range(N_PEER)]
    ours, theirs, agree = [], [], True
    for _ in range(REPEATS):
        ours.append(_seconds(lambda: evaluate(formula, lookup, n_items), 1))
        theirs.append(_seconds(lambda: [peer(item) for item in items], 1))
    found = evaluate(formula, lookup, n_items)
    holds = np.asarray(getattr(found, "holds", found))[:N_PEER]
    if holds.shape == (N_PEER,):
        agree = [bool(value) for value in holds] == [bool(peer(item)) for item in items]
        yield f"the first {N_PEER:,} items: {'all alike' if agree else 'NOT alike'}"
    rates = n_items / statistics.median(ours), N_PEER / statistics.median(theirs)
    yield Comparison(
        f"prediction on {n_items:,} items", "syntaxgym's Prediction, item by item", *rates, "items/s", 1000
    )


def _seconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    taken = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


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
