"""Any text is a formula, or refused with its place; a second parser agrees; what is printed reads as the same."""

from __future__ import annotations

from hypothesis import strategies as st
from support.formula_strategies import formulas

from syntaxgym_lite.errors import FormulaError
from syntaxgym_lite.formula import parse, references, walk

from ..inputs import corpus, mutated, readable
from ..slow_formula import NotAFormulaError, Unsure, slow_parse
from ..slow_formula import references as slow_references
from .evaluation import bracketed_claims

SEEDS = [line for seeds in corpus("formulas") for line in seeds.splitlines()]
_WORDS = [
    "(1;%a%)", "(2:4;%b%)", "(*;%a%;mean)", "(Main clause;%a b%)", "(", ")", "[", "]", "<", ">", "<=", "=", "!=", "!",
    "&", "|", "+", "-", "*", "/", ",", "abs(", "max(", "min(", "least(", "2", "0.5", ".5", "1e3", "3.", ";", "%",
    "1", " ", "\n",
]  # fmt: skip
INPUTS = st.one_of(
    st.lists(st.sampled_from(_WORDS), max_size=14).map("".join).map(str.encode),
    mutated(SEEDS, [word.encode() for word in _WORDS]),
    formulas().map(lambda formula: formula.source.encode("utf-8")),
    bracketed_claims().map(str.encode),
)
EXAMPLES = 150


def check(data: bytes) -> None:
    """Parse a formula."""
    text = data.decode("utf-8", errors="replace")
    try:
        formula = parse(text)
    except FormulaError as error:
        readable(error)
        assert 0 <= error.span.start <= error.span.end <= len(text), error.span
        assert "^" in str(error)
        if _depth(text) < 40:
            try:
                slow_parse(text)
            except (NotAFormulaError, Unsure):
                return
            raise AssertionError(f"refused, but by the reference page it is a formula: {text!r}") from error
        return
    try:
        slow = slow_parse(text)
    except NotAFormulaError as error:
        raise AssertionError(f"read, but by the reference page it is none: {text!r}: {error}") from error
    except (Unsure, RecursionError):
        return
    assert [(one.condition, one.metric) for one in references(formula)] == [
        which[1:] for which in slow_references(slow)
    ]
    printed = str(formula)
    again = parse(printed)
    assert again == formula, printed
    assert str(again) == printed
    for node in walk(formula.root):
        assert 0 <= node.span.start < node.span.end <= len(text)


def _depth(text: str) -> int:
    """At least how deep brackets and signs are nested."""
    return sum(char in "([-+!" for char in text)
