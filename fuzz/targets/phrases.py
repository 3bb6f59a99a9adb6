"""Any text is a prediction in words, or refused with its place; what it becomes is a formula of the suite."""

from __future__ import annotations

from hypothesis import strategies as st

from syntaxgym_lite.errors import FormulaError
from syntaxgym_lite.formula import check as check_names
from syntaxgym_lite.formula import parse
from syntaxgym_lite.formula.phrases import formula_from_phrase
from syntaxgym_lite.formula.wording import in_words

from ..inputs import corpus, mutated, readable

CONDITIONS = ["sg_sg", "sg_pl", "pl_sg", "pl_pl", "no comma", "No-Comma", "and", "a - b", "singulier_é"]
REGIONS = {1: "the subject", 2: "head and rest", 3: "verb", 4: "Verb", 5: "", 7: "2nd verb", 9: "spill"}
FACTORS = {f"{one}_{other}": {"head": one, "attractor": other} for one in ("sg", "pl") for other in ("sg", "pl")}
SEEDS = [line for seeds in corpus("phrases") for line in seeds.splitlines()]
_WORDS = [
    *CONDITIONS, *filter(None, REGIONS.values()), "head=sg", "attractor=pl", "(", ")", "[", "]", "<", ">", "=", ">=",
    "!=", "more surprising than", "is", "less likely", "than", "as surprising as", "at", "in",
    "over the whole sentence", "to", "by 2 bits",
    "within", ".5", "3", "3:4", "2-4", "and", "or", ";", ",", "-", "+", "minus", "the mean of",
    "each", "the difference between", "together", "region", "'", '"', "“", ".", "e\u0301", "%", "\n",
]  # fmt: skip
INPUTS = st.one_of(
    st.lists(st.sampled_from(_WORDS), max_size=14).map(" ".join).map(str.encode),
    mutated(SEEDS, [word.encode() for word in _WORDS]),
    st.binary(max_size=40),
)
EXAMPLES = 200


def check(data: bytes) -> None:
    """Read a phrase, and say what was read."""
    text = data.decode("utf-8", errors="replace")
    try:
        source = formula_from_phrase(text, conditions=CONDITIONS, regions=REGIONS, factors=FACTORS)
    except FormulaError as error:
        readable(error)
        assert 0 <= error.span.start <= error.span.end <= len(error.source), error.span
        return
    formula = parse(source)
    problems = check_names(formula, conditions=CONDITIONS, regions=REGIONS, factors=FACTORS)
    assert problems == [], source
    assert in_words(formula, regions=REGIONS)
