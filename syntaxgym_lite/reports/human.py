"""What people did on a suite, as tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from rich.table import Table

from ..judgments import BesidePeople
from ..ports.studies.human import HumanTable
from .tables import Name, decimal, table_of

__all__ = ["correlation_table", "means_table"]

_WHOLE = "whole sentence"


def means_table(human: HumanTable) -> Table:
    """Give the means over items of each condition, by region."""
    conditions = list(dict.fromkeys(cell.condition_name for cell in human.cells))
    by_place: dict[int | None, dict[str, list[float]]] = {}
    for cell in human.cells:
        by_place.setdefault(cell.region_number, {}).setdefault(cell.condition_name, []).append(cell.mean)
    table = table_of([f"{human.suite}: {human.measure}"])
    for name in conditions:
        table.add_column(Name(name), justify="right")
    places = 0 if human.unit == "ms" else 2
    for region in sorted(by_place, key=lambda number: number or 0):
        means = by_place[region]
        table.add_row(
            Name(_region(human, region)),
            *(decimal(fmean(means[name]), places) if name in means else "-" for name in conditions),
        )
    return table


def correlation_table(human: HumanTable, correlations: Sequence[BesidePeople]) -> Table:
    """Give the correlations of surprisals with what people did."""
    table = table_of(["model", "region"], ["n", "Pearson", "Spearman"])
    for one in correlations:
        all_ = "all regions" if any(other.region_number is not None for other in correlations) else _WHOLE
        table.add_row(
            Name(one.model),
            Name(all_ if one.region_number is None else _region(human, one.region_number)),
            str(one.n),
            *("-" if value is None else decimal(value, 3, sign="+") for value in (one.pearson, one.spearman)),
        )
    return table


def _region(human: HumanTable, number: int | None) -> str:
    return _WHOLE if number is None else f"{number} {human.region_names[number]}"
