"""Statistics of outcomes and surprisals: intervals, tests against chance, effects, comparisons of models.

Arrays go through small functions (`intervals`, `chance_tests`, `mixed`); what knows a run (`summary`, `effects`,
`comparison`) calls them.
"""

from .effects import ComparisonEffect, ComparisonSummary, comparison_effects
from .intervals import wilson_interval
from .summary import (
    AgainstChance,
    FactorSummary,
    FailureSummary,
    GroupSummary,
    Interval,
    ModelSummary,
    PartSummary,
    PredictionSummary,
    RunSummary,
    SuiteSummary,
    summarize,
)

__all__ = [
    "AgainstChance",
    "ComparisonEffect",
    "ComparisonSummary",
    "FactorSummary",
    "FailureSummary",
    "GroupSummary",
    "Interval",
    "ModelSummary",
    "PartSummary",
    "PredictionSummary",
    "RunSummary",
    "SuiteSummary",
    "comparison_effects",
    "summarize",
    "wilson_interval",
]
