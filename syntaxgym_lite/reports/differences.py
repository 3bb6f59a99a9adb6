"""What differs between a run and its repetition, as text and as a document."""

from __future__ import annotations

from typing import IO, Any

from rich.text import Text

from ..differences import Differences
from ..errors import counted
from ..results import RunResult
from .tables import Name, console_for, fitted, table_of

__all__ = ["as_document", "print_differences"]

_MOST_OUTCOMES = 10  # that are listed; all are in the document


def as_document(found: Differences, tolerance: float) -> dict[str, Any]:
    """Give what differs for ``--format json``."""
    return {
        "schema_version": 1,
        "same": found.same(tolerance),
        "tolerance_bits": tolerance,
        "models": list(found.models),
        "versions": list(found.versions),
        "suites": [
            {
                "model": suite.model,
                "suite": suite.suite,
                "same": suite.within(tolerance),
                "n_sentences": suite.n_sentences,
                "max_bits": suite.max_bits,
                "differences": list(suite.said),
                "outcomes": [
                    {
                        "item_number": was.item_number,
                        "prediction": was.prediction,
                        "was": was.holds,
                        "now": now.holds,
                    }
                    for was, now in suite.flipped
                ],
            }
            for suite in found.suites
        ],
    }


def print_differences(before: RunResult, found: Differences, tolerance: float, stream: IO[str]) -> None:
    """Print whether a run was repeated, and what differs."""
    console = console_for(stream)
    table = table_of(["model", "suite"], ["sentences", "off by (bits)", "outcomes changed"])
    for suite in found.suites:
        table.add_row(
            Name(suite.model),
            Name(suite.suite),
            str(suite.n_sentences),
            "0" if suite.max_bits == 0 else f"{suite.max_bits:.2g}",
            str(len(suite.flipped)) if suite.flipped else "-",
        )
    console.print(Text(f"The run of {before.created}, repeated", style="bold"))
    console.print(fitted(table, console))
    for said in found.models:
        console.print(Text(f"Differs: {said}"))
    for suite in found.suites:
        for said in suite.said:
            console.print(Text(f"Differs: {suite.model}, {suite.suite}: {said}"))
        for was, now in suite.flipped[:_MOST_OUTCOMES]:
            console.print(
                Text(
                    f"Differs: {suite.model}, {suite.suite}, item {was.item_number}, prediction {was.prediction}: "
                    f"{_outcome(was.holds)} then, {_outcome(now.holds)} now."
                )
            )
        if len(suite.flipped) > _MOST_OUTCOMES:
            more = counted(len(suite.flipped) - _MOST_OUTCOMES, "more outcome")
            console.print(Text(f"Differs: {suite.model}, {suite.suite}: {more}; all are in the JSON."))
    if found.versions:
        console.print(Text(f"Versions: {'; '.join(found.versions)}.", style="dim"))
    if found.same(tolerance):
        console.print(Text(f"The same: every outcome, and every surprisal within {tolerance:g} bits."))
    elif not found.models and not any(suite.said or suite.flipped for suite in found.suites):
        console.print(Text(f"Differs: surprisals by more than {tolerance:g} bits; no outcome does."))


def _outcome(holds: bool | None) -> str:
    return "undefined" if holds is None else "true" if holds else "false"
