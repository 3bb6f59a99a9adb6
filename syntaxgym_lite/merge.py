"""Results of several runs as one, where they belong together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .results import RunResult

__all__ = ["merge"]


def merge(runs: Sequence[RunResult]) -> RunResult:
    """Join the results of several runs.

    Parameters
    ----------
    runs : sequence of RunResult
        At least one; their models keep the order in which they come.
    """
    return replace(runs[0], models=tuple(model for run in runs for model in run.models))
