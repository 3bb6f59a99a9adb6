"""The prediction language: read a formula, check its names, evaluate it over all items.

Four steps, four places: the grammar (``predictions_grammar.lark``, which is also the reference), the syntax tree
(`ast`, made by `parser`), the check of names against a suite (`check`), and evaluation (`evaluate`). Evaluation never
parses; parsing never sees a surprisal.
"""

from __future__ import annotations

from .ast import (
    FUNCTIONS,
    METRICS,
    SINGLE_REGION_METRICS,
    And,
    Call,
    Claim,
    Comparison,
    Expr,
    Formula,
    Negative,
    Not,
    Number,
    Or,
    Product,
    Quantity,
    Reference,
    RegionName,
    RegionNumber,
    RegionRange,
    Selector,
    Star,
    Sum,
    references,
    unit,
    walk,
)
from .check import check
from .evaluate import ComparisonValues, Evaluation, evaluate_formula
from .factors import ConditionFactors, Factor, resolve
from .parser import MAX_NESTING, parse

__all__ = [
    "FUNCTIONS",
    "MAX_NESTING",
    "METRICS",
    "SINGLE_REGION_METRICS",
    "And",
    "Call",
    "Claim",
    "Comparison",
    "ComparisonValues",
    "ConditionFactors",
    "Evaluation",
    "Expr",
    "Factor",
    "Formula",
    "Negative",
    "Not",
    "Number",
    "Or",
    "Product",
    "Quantity",
    "Reference",
    "RegionName",
    "RegionNumber",
    "RegionRange",
    "Selector",
    "Star",
    "Sum",
    "check",
    "evaluate_formula",
    "parse",
    "references",
    "resolve",
    "unit",
    "walk",
]
