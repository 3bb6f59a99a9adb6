"""Suites as wide tables: one row an item and condition, one column a region, as R and PCIbex users keep them.

Columns ``item_number, condition_name, r1_NAME, r2_NAME, ..., sentence``; the last one is for the reader, and left out
when the table is read. Tables of other origin are read as well: any column but these is a region, in the order of the
table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..delimited import Table, TableRow, write_table
from ..errors import Problem, SuiteError
from ..suite import Suite
from ..suite.json import suite_from_document
from .syntaxgym_csv import condition_in, find_columns, table_document, whole_number_in

__all__ = ["suite_from_wide", "suite_to_wide"]

_REGION = re.compile(r"r(?P<number>[1-9]\d{0,8})(?:_(?P<name>.*))?", re.DOTALL)
_SENTENCE = "sentence"


def suite_to_wide(suite: Suite, *, separator: str = ",") -> str:
    """Write a suite as a wide table.

    Parameters
    ----------
    suite : Suite
    separator : str, optional
        A comma by default.

    Returns
    -------
    str
        A header, and a row for every item and condition in the order of the file.
    """
    columns = [
        "item_number",
        "condition_name",
        *(f"r{number}_{name}" for number, name in suite.region_names.items()),
        _SENTENCE,
    ]
    texts = {(sentence.item_number, sentence.condition_name): sentence.text for sentence in suite.sentences()}
    rows: list[list[str | int]] = [
        [
            item.number,
            condition.name,
            *(region.content for region in condition.regions),
            texts[item.number, condition.name],
        ]
        for item in suite.items
        for condition in item.conditions
    ]
    return write_table(columns, rows, separator=separator)


def suite_from_wide(
    table: Table, *, name: str, metric: str = "sum", join: str | None = None, predictions: Sequence[Any] = ()
) -> Suite:
    """Make a suite of a wide table.

    Parameters
    ----------
    table : Table
        Columns ``r1_NAME``, ``r2_NAME``, ... are regions 1, 2, ...; without such columns, all but ``item_number``,
        ``condition_name`` and ``sentence`` are regions, from left to right, and give them their names.
    name, metric, join, predictions
        As for `syntaxgym_lite.ports.syntaxgym_csv.suite_from_long`.

    Raises
    ------
    SuiteError
        If the table is no suite; lists every problem.
    """
    columns = find_columns(table, ("item_number", "condition_name"))
    regions = _region_columns(table, set(columns.values()))
    problems: list[Problem] = []
    items: dict[int, dict[str, list[dict[str, Any]]]] = {}
    seen: dict[tuple[int, str], TableRow] = {}
    for row in table.rows:
        item = whole_number_in(table, row, columns["item_number"], problems)
        condition = condition_in(table, row, columns["condition_name"], problems)
        if item is None or condition is None:
            continue
        first = seen.setdefault((item, condition), row)
        if first is not row:
            message = f"item {item}, condition {condition!r}, is also in row {first.number}."
            problems.append(Problem(f"row {row.number}", message))
        items.setdefault(item, {})[condition] = [
            {"region_number": number, "content": row.cells[column]} for number, (_, column) in regions.items()
        ]
    if problems:
        raise SuiteError(table.source, problems)
    region_names = {str(number): region_name for number, (region_name, _) in regions.items()}
    document = table_document(name, metric, join, predictions, region_names, items)
    return suite_from_document(document, source=table.source)


def _region_columns(table: Table, taken: set[str]) -> dict[int, tuple[str, str]]:
    """Region number to name and column, in ascending order."""
    free = [column for column in table.columns if column not in taken and column.casefold() != _SENTENCE]
    matches = {column: _REGION.fullmatch(column) for column in free}
    numbered = {column: match for column, match in matches.items() if match is not None}
    if not numbered:
        if not free:
            raise SuiteError(table.source, [Problem("", "no column for a region; call them r1_NAME, r2_NAME, ...")])
        return {number: (column, column) for number, column in enumerate(free, 1)}
    found: dict[int, tuple[str, str]] = {}
    for column, match in numbered.items():
        number = int(match["number"])
        if number in found:
            message = f"columns {found[number][1]!r} and {column!r} are both region {number}."
            raise SuiteError(table.source, [Problem("", message)])
        found[number] = (match["name"] or "", column)
    return dict(sorted(found.items()))
