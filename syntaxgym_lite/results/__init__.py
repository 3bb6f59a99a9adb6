"""What happened in a run, as one document that can be saved, loaded and turned into tables.

Knows no model and no plot. An undefined value is None here and empty in tables, never 0.
"""

from .records import (
    ComparisonResult,
    Failure,
    Keeper,
    ModelResult,
    Outcome,
    PredictionResult,
    RegionResult,
    SentenceCounts,
    SentenceResult,
    SuiteResult,
    items_alike,
    items_unknown,
)
from .run import PARTS, RUN_FILE, SCHEMA_VERSION, RunResult, json_of_run, json_of_suite, parts_of
from .tables import NamedSuite, TableExtras, TableName, table_columns, table_rows
from .values import region_values, suite_with_metric

__all__ = [
    "PARTS",
    "RUN_FILE",
    "SCHEMA_VERSION",
    "ComparisonResult",
    "Failure",
    "Keeper",
    "ModelResult",
    "NamedSuite",
    "Outcome",
    "PredictionResult",
    "RegionResult",
    "RunResult",
    "SentenceCounts",
    "SentenceResult",
    "SuiteResult",
    "TableExtras",
    "TableName",
    "items_alike",
    "items_unknown",
    "json_of_run",
    "json_of_suite",
    "parts_of",
    "region_values",
    "suite_with_metric",
    "table_columns",
    "table_rows",
]
