"""Statistics of outcomes and surprisals: intervals, tests against chance, effects, comparisons of models.

Arrays go through small functions (`intervals`, `chance_tests`, `mixed`); what knows a run (`summary`, `effects`,
`comparison`) calls them.
"""

from .chance_tests import binomial_test, holm, mcnemar_exact
from .clusters import clustered_by
from .effects import ComparisonEffect, ComparisonSummary, comparison_effects
from .factorial import FactorialSummary, factorial_effects
from .intervals import share_interval, wilson_interval
from .summary import (
    AgainstChance,
    Bootstrap,
    CircuitScore,
    FactorSummary,
    FailureSummary,
    GroupSummary,
    Interval,
    ModelSummary,
    PartSummary,
    PredictionSummary,
    RunSummary,
    ShareOfItems,
    SuiteSummary,
    summarize,
)

__all__ = [
    "AgainstChance",
    "Bootstrap",
    "CircuitScore",
    "ComparisonEffect",
    "ComparisonSummary",
    "FactorSummary",
    "FactorialSummary",
    "FailureSummary",
    "GroupSummary",
    "Interval",
    "ModelSummary",
    "PartSummary",
    "PredictionSummary",
    "RunSummary",
    "ShareOfItems",
    "SuiteSummary",
    "binomial_test",
    "clustered_by",
    "comparison_effects",
    "factorial_effects",
    "holm",
    "mcnemar_exact",
    "share_interval",
    "summarize",
    "wilson_interval",
]
