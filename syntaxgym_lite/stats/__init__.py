"""Statistics of outcomes and surprisals: intervals, tests against chance, effects, comparisons of models.

Arrays go through small functions (`intervals`, `chance_tests`, `mixed`); what knows a run (`summary`, `effects`,
`comparison`) calls them.
"""

from .intervals import wilson_interval
from .summary import (
    AgainstChance,
    ComparisonSummary,
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
    "summarize",
    "wilson_interval",
]
