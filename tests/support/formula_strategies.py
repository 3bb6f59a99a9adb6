"""Generated syntax trees of the prediction language, as the parser would build them."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from syntaxgym_lite.formula import (
    METRICS,
    And,
    Call,
    Comparison,
    Formula,
    Negative,
    Not,
    Number,
    Or,
    Product,
    Reference,
    RegionName,
    RegionNumber,
    RegionRange,
    Star,
    Sum,
)

FREE_TEXT = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12).map(str.strip).filter(bool)


def _is_region_name(text: str) -> bool:
    return not re.search(r"[;%()\[\]]", text) and not re.fullmatch(r"[-+0-9.,:*\s]*", text)


SELECTORS = st.one_of(
    st.builds(RegionNumber, st.integers(0, 999_999_999)),
    st.builds(RegionRange, st.integers(0, 99), st.integers(0, 99)),
    st.just(Star()),
    st.sampled_from(["NP/Z", "verb.1", "RC contents", "Unnamed: 7", "max", "2nd verb", "a - b < c"]).map(RegionName),
    FREE_TEXT.filter(_is_region_name).map(RegionName),
)
CONDITIONS = st.one_of(
    st.sampled_from(["a", "b", "no-obj_no-comma", "v. 2 (old)"]), FREE_TEXT.filter(lambda text: "%" not in text)
)
REFERENCES = st.builds(Reference, SELECTORS, CONDITIONS, st.one_of(st.none(), st.sampled_from(METRICS)))
NUMBERS = st.builds(
    Number, st.one_of(st.integers(-50, 50).map(float), st.floats(allow_nan=False, allow_infinity=False))
)


def quantities(references: st.SearchStrategy[Reference] = REFERENCES) -> st.SearchStrategy:
    def extend(inner: st.SearchStrategy) -> st.SearchStrategy:
        sums = st.integers(2, 4).flatmap(
            lambda n: st.builds(Sum, st.tuples(*[inner] * n), st.tuples(*[st.sampled_from("+-")] * (n - 1)))
        )
        calls = st.one_of(
            st.builds(Call, st.just("abs"), st.tuples(inner)),
            st.builds(
                Call, st.sampled_from(["max", "min", "least"]), st.lists(inner, min_size=2, max_size=3).map(tuple)
            ),
        )
        scaled = st.builds(
            lambda value, factor, operator: Product((value, factor), (operator,)),
            inner,
            NUMBERS.filter(lambda number: number.value != 0),
            st.sampled_from("*/"),
        )
        scaled_left = st.builds(lambda factor, value: Product((factor, value), ("*",)), NUMBERS, inner)
        # The parser folds a sign into the number it stands before.
        negatives = st.builds(Negative, inner.filter(lambda node: not isinstance(node, Number)))
        return st.one_of(sums, calls, scaled, scaled_left, negatives)

    return st.recursive(st.one_of(references, NUMBERS), extend, max_leaves=4)


def claims(references: st.SearchStrategy[Reference] = REFERENCES) -> st.SearchStrategy:
    operand = quantities(references)
    comparisons = st.builds(Comparison, st.sampled_from(["<", ">", "<=", ">=", "=", "!="]), operand, operand)

    def extend(inner: st.SearchStrategy) -> st.SearchStrategy:
        parts = st.lists(inner, min_size=2, max_size=4).map(tuple)
        return st.one_of(st.builds(And, parts), st.builds(Or, parts), st.builds(Not, inner))

    return st.recursive(comparisons, extend, max_leaves=4)


def formulas(references: st.SearchStrategy[Reference] = REFERENCES) -> st.SearchStrategy[Formula]:
    """Formulas whose source is their canonical text; the spans of their trees are empty."""
    return claims(references).map(lambda root: Formula(str(root), root))
