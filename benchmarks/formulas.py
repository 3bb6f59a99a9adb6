"""How fast predictions are read and evaluated."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from syntaxgym_lite.formula import Reference, evaluate, parse

N_ITEMS = 1_000_000
FORMULA = "(5;%a%) > (5;%b%) & (5;%a%) > (5;%c%) & (5;%a%) - (5;%b%) > (5;%c%) - (5;%d%)"


def measure() -> Iterator[str]:
    start = time.perf_counter()
    formula = parse(FORMULA)
    yield f"first formula read in {time.perf_counter() - start:.3f} s (the parser is made then)"
    start = time.perf_counter()
    parse(FORMULA + " ")
    yield f"another formula read in {1000 * (time.perf_counter() - start):.1f} ms"
    rng = np.random.default_rng(0)
    values = {condition: rng.gamma(2.0, 4.0, N_ITEMS) for condition in "abcd"}

    def lookup(reference: Reference) -> np.ndarray:
        return values[reference.condition]

    start = time.perf_counter()
    evaluate(formula, lookup, N_ITEMS)
    seconds = time.perf_counter() - start
    yield f"three comparisons on {N_ITEMS:,} items in {seconds:.3f} s ({N_ITEMS / seconds:,.0f} items/s)"
