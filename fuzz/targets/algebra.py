"""What `sglite check` says that algebra decides is so: for tokens of many kinds, a slow evaluator finds no exception.

An input is a formula about region 1 of conditions a, b and c.
"""

from __future__ import annotations

import random

from hypothesis import strategies as st
from support.plain import plain_metric

from syntaxgym_lite.authoring.prediction_checks import always
from syntaxgym_lite.errors import FormulaError
from syntaxgym_lite.formula import METRICS, parse
from syntaxgym_lite.formula.linear import Names

from ..inputs import corpus, mutated
from ..slow_formula import NotAFormulaError, Slow, Unsure, references, slow_parse

_REFERENCES = [
    f"(1;%{name}%{metric})" for name in "aab" for metric in ("", "", ";max", ";mean", ";prob", ";count", ";rank")
]
_NUMBERS = ["0", "1", "2", "0.001", "0.0005", "-1", "1000", "1000.005", "0.5"]


def _claims() -> st.SearchStrategy[str]:
    leaf = st.sampled_from(_REFERENCES * 2 + _NUMBERS)
    quantity = st.one_of(
        leaf,
        leaf,
        st.builds("{} {} {}".format, leaf, st.sampled_from("+-"), leaf),
        st.builds("{} * {}".format, st.sampled_from(["2", "0.5", "0"]), leaf),
        st.builds("{}({}, {})".format, st.sampled_from(["max", "min", "least"]), leaf, leaf),
        st.builds("abs({} - {})".format, leaf, leaf),
    )
    comparison = st.builds("{} {} {}".format, quantity, st.sampled_from(["<", ">", "<=", ">=", "=", "!="]), quantity)
    joined = st.lists(comparison.map("[{}]".format), min_size=2, max_size=3)
    return st.one_of(comparison, comparison.map("![{}]".format), joined.map(" & ".join), joined.map(" | ".join))


INPUTS = st.one_of(
    _claims().map(str.encode), mutated([line for seeds in corpus("algebra") for line in seeds.splitlines()])
)
EXAMPLES = 120
_BITS = (0.0, 0.25, 0.5, 1.0, 3.0, 3.0005, 10.0, 10.0, 25.0)


def check(data: bytes) -> None:
    """Ask whether a claim depends on anything, and look for what it depends on."""
    text = data.decode("utf-8", errors="replace")
    try:
        formula, slow = parse(text), slow_parse(text)
        names = [which for which in references(slow) if which[0] == "1" and which[2] in (None, *METRICS)]
        if names != references(slow):
            return
    except (FormulaError, NotAFormulaError, Unsure, RecursionError):
        return
    verdict = always(formula.root, Names("sum", {1: "verb"}))
    if verdict is None:
        return
    rng = random.Random(0)
    for _ in range(200):
        tokens = {name: [rng.choice(_BITS) for _ in range(rng.choice((1, 1, 1, 2, 3)))] for _, name, _ in names}
        if rng.random() < 0.3:  # conditions with the same words
            tokens = dict.fromkeys(tokens, next(iter(tokens.values()), []))
        values = {
            which: plain_metric(which[2] or "sum", tokens[which[1]], [rng.choice((1, 2, 9))] * 3, [False] * 3, 1, 2, 3)
            for which in names
        }
        try:
            truth = Slow(values).holds(slow)
        except Unsure:
            continue
        assert truth in (verdict, None), f"{text}: is not always {verdict}, e.g. with {tokens}: {values}"
