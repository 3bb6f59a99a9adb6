"""The table by phenomenon and the correlations of models, for the terminal and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any

from ..papers import PAPERS
from ..stats.phenomena import PhenomenonTable
from .tables import Name, console_for, decimal, fitted, table_of

__all__ = ["PAPER_HEADINGS", "correlation_records", "phenomenon_records", "print_phenomena"]

PAPER_HEADINGS = {
    "anaphor_agreement": "ana. agr.",
    "argument_structure": "arg. str.",
    "binding": "binding",
    "control_raising": "ctrl. rais.",
    "determiner_noun_agreement": "d-n agr.",
    "ellipsis": "ellipsis",
    "filler_gap_dependency": "filler gap",
    "irregular_forms": "irregular",
    "island_effects": "island",
    "npi_licensing": "NPI",
    "quantifiers": "quantifiers",
    "subject_verb_agreement": "s-v agr.",
}
"""Headings of the paper's Table 3."""


def print_phenomena(table: PhenomenonTable, stream: IO[str]) -> None:
    """Print accuracies in per cent, a model a row, and the matrix of correlations.

    Parameters
    ----------
    table : PhenomenonTable
    stream : text file
    """
    console = console_for(stream)
    shown = table_of(["per cent"], ["overall"])
    for phenomenon in table.phenomena:
        shown.add_column(Name(PAPER_HEADINGS.get(phenomenon, phenomenon)), justify="right")
    shown.add_row("paradigms", str(table.n_paradigms), *map(str, table.phenomena.values()))
    for model in table.models:
        values = (table.accuracy[model, phenomenon] for phenomenon in table.phenomena)
        shown.add_row(Name(model), *(decimal(100 * value, 1) for value in (table.overall[model], *values)))
    console.print(fitted(shown, console))
    if table.correlations:
        matrix = table_of([f"Pearson's r over {table.correlations[0].pearson.n} paradigms"])
        for model in table.models:
            matrix.add_column(Name(model), justify="right")
        found = {(one.first, one.second): one.pearson.r for one in table.correlations}
        for row in table.models:
            cells = (found.get((row, other), found.get((other, row))) for other in table.models)
            matrix.add_row(Name(row), *("-" if value is None else decimal(value, 2) for value in cells))
        console.print(fitted(matrix, console))
    console.print(
        f"{table.n_pairs:,} pairs, method '{table.method}': means over paradigms, each counting the same.\n"
        f"After {PAPERS['Warstadt et al. 2020']}."
    )


def phenomenon_records(table: PhenomenonTable) -> Iterator[dict[str, Any]]:
    """Give the accuracies, a record for each model and phenomenon, and for each model over all.

    Parameters
    ----------
    table : PhenomenonTable

    Yields
    ------
    dict
    """
    for model in table.models:
        yield {"model": model, "phenomenon": None, "n_paradigms": table.n_paradigms, "accuracy": table.overall[model]}
        for phenomenon, n in table.phenomena.items():
            accuracy = table.accuracy[model, phenomenon]
            yield {"model": model, "phenomenon": phenomenon, "n_paradigms": n, "accuracy": accuracy}


def correlation_records(table: PhenomenonTable) -> Iterator[dict[str, Any]]:
    """Give the correlations of each two models.

    Parameters
    ----------
    table : PhenomenonTable

    Yields
    ------
    dict
    """
    for one in table.correlations:
        yield {
            "model": one.first,
            "other": one.second,
            "n_paradigms": one.pearson.n,
            "pearson": one.pearson.r,
            "ci_low": one.pearson.ci_low,
            "ci_high": one.pearson.ci_high,
            "spearman": one.spearman.r,
        }
