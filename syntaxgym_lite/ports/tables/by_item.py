"""Tables with a row for each item: a column for each condition, or for each region of each condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...delimited import TableRow
from ...errors import cited
from .columns import column_values, enumerated, is_numeric, refuse_odd
from .draft import BY_OPTION, Draft, TableSentence, cut_cells

__all__ = ["crossed_headers", "read_crossed", "read_items"]


def read_items(draft: Draft, item: str | None, columns: Sequence[str]) -> list[TableSentence]:
    """Read a table with a row for each item, and a column for each condition."""
    why = BY_OPTION if draft.given.conditions else "a guess: sentences"
    for column in columns:
        draft.roles[column] = (f"condition {column}", why)
    cells = [
        TableSentence(row, _item_of(row, item, place), column, [])
        for place, row in enumerate(draft.table.rows, 1)
        for column in columns
    ]
    cut_cells(draft, [(cell, cell.condition) for cell in cells])
    draft.layout = f"a row for each item, a column for each condition, {draft.layout}"
    return cells


def _item_of(row: TableRow, item: str | None, place: int) -> str:
    return str(place) if item is None else row.cells[item]


def crossed_headers(draft: Draft, empty: Sequence[str]) -> tuple[dict[tuple[str, str], str], str] | None:
    """Find columns named by condition and region, ``match.verb``, in all combinations; give them, and the sign."""
    columns = [column for column in draft.free() if column not in empty]
    for sign in ".:_":
        for parted in (str.rpartition, str.partition):
            found: dict[tuple[str, str], str] = {}
            for column in columns:
                condition, _, region = (part.strip() for part in parted(column, sign))
                if condition and region and not is_numeric(column_values(draft.table.rows, column)):
                    found[condition, region] = column
            conditions = dict.fromkeys(condition for condition, _ in found)
            regions = dict.fromkeys(region for _, region in found)
            if len(conditions) > 1 and len(regions) > 1 and len(found) == len(conditions) * len(regions):
                return found, sign
    return None


def read_crossed(
    draft: Draft, item: str | None, found: Mapping[tuple[str, str], str], sign: str
) -> list[TableSentence]:
    """Read a table with a row for each item, and a column for each region of each condition."""
    conditions = list(dict.fromkeys(condition for condition, _ in found))
    regions = list(dict.fromkeys(region for _, region in found))
    draft.regions = dict(enumerate(regions, 1))
    for (condition, region), column in found.items():
        draft.roles[column] = (f"condition {condition}, region {regions.index(region) + 1} ({region})", "its name")
    refuse_odd(draft.table, found.values(), draft.problems)
    if sign == "_":
        draft.doubt(
            f"Columns such as {cited(next(iter(found.values())))} are taken for a region of a condition: conditions "
            f"{enumerated(conditions)}, regions {enumerated(regions)}.",
            "yes",
            [],
        )
    draft.layout = "a row for each item, a column for each region of each condition"
    return [
        TableSentence(
            row,
            _item_of(row, item, place),
            condition,
            [draft.row_of_texts(row).cells[found[condition, region]] for region in regions],
        )
        for place, row in enumerate(draft.table.rows, 1)
        for condition in conditions
    ]
