"""Suites as long tables: one row a region, the CSV layout of SyntaxGym's release of 2020.

Columns ``item_number, condition_name, region_number, region_name, content``. The layout has no place for predictions,
metric and the rest of ``meta``; `lost_in_tables` says what a suite would lose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..delimited import Table, TableRow, write_table
from ..errors import Problem, SuiteError, counted, did_you_mean
from ..suite import Suite
from ..suite.json import suite_document, suite_from_document

__all__ = [
    "COLUMNS",
    "condition_in",
    "find_columns",
    "items_in",
    "lost_in_tables",
    "suite_from_long",
    "suite_to_long",
    "table_document",
    "whole_number_in",
]

COLUMNS = ("item_number", "condition_name", "region_number", "region_name", "content")

_ALIASES = {
    "item_number": ("item", "item_id", "item number", "itemnumber"),
    "condition_name": ("condition", "cond", "condition name", "conditionname"),
    "region_number": ("region", "region number", "regionnumber"),
    "region_name": ("region name", "regionname"),
    "content": ("text",),
}


def suite_to_long(suite: Suite, *, separator: str = ",") -> str:
    """Write a suite as a long table.

    Parameters
    ----------
    suite : Suite
    separator : str, optional
        A comma by default.

    Returns
    -------
    str
        A header, and a row for every region in the order of the file; contents as written, blanks included.
    """
    rows = (
        (item.number, condition.name, region.number, suite.region_names[region.number], region.content)
        for item in suite.items
        for condition in item.conditions
        for region in condition.regions
    )
    return write_table(COLUMNS, rows, separator=separator)


def suite_from_long(
    table: Table, *, name: str, metric: str = "sum", join: str | None = None, predictions: Sequence[Any] = ()
) -> Suite:
    """Make a suite of a long table.

    Parameters
    ----------
    table : Table
        With the columns of `COLUMNS`, in any order; others are left out. Without ``region_name``, regions are called by
        their numbers. Rows of one item and condition need not stand together.
    name : str
        What to call the suite.
    metric : str, optional
    join : str, optional
        ``meta.join``, if it is not the default.
    predictions : sequence, optional
        As in a suite file; a formula alone will do.

    Raises
    ------
    SuiteError
        If the table is no suite; lists every problem.
    """
    columns = find_columns(table, ("item_number", "condition_name", "region_number", "content"), ("region_name",))
    problems: list[Problem] = []
    items: dict[int, dict[str, list[dict[str, Any]]]] = {}
    names: dict[int, tuple[str, TableRow]] = {}
    seen: dict[tuple[int, str, int], TableRow] = {}
    for row in table.rows:
        item = whole_number_in(table, row, columns["item_number"], problems)
        number = whole_number_in(table, row, columns["region_number"], problems)
        condition = condition_in(table, row, columns["condition_name"], problems)
        if item is None or number is None or condition is None:
            continue
        region_name = row.cells[columns["region_name"]] if "region_name" in columns else str(number)
        known, first_row = names.setdefault(number, (region_name, row))
        if known != region_name:
            place = table.place(row, columns["region_name"])
            problems.append(
                Problem(place, f"region {number} is {region_name!r} here, {known!r} in row {first_row.number}.")
            )
        first = seen.setdefault((item, condition, number), row)
        if first is not row:
            message = f"region {number} of item {item}, condition {condition!r}, is also in row {first.number}."
            problems.append(Problem(f"row {row.number}", message))
        region = {"region_number": number, "content": row.cells[columns["content"]]}
        items.setdefault(item, {}).setdefault(condition, []).append(region)
    if problems:
        raise SuiteError(table.source, problems)
    region_names = {str(number): names[number][0] for number in sorted(names)}
    document = table_document(name, metric, join, predictions, region_names, items)
    return suite_from_document(document, source=table.source)


def lost_in_tables(suite: Suite, *, name: str) -> list[str]:
    """Say what a table cannot hold of a suite.

    Parameters
    ----------
    suite : Suite
    name : str
        What the suite will be called when it is read back.

    Returns
    -------
    list of str
        Such as ``"1 prediction"`` and ``"metric 'mean'"``; empty if nothing is lost.
    """
    lost = []
    if suite.predictions:
        lost.append(counted(len(suite.predictions), "prediction"))
    if suite.metric != "sum":
        lost.append(f"metric {suite.metric!r}")
    if suite.join != "space":
        lost.append(f"join {suite.join!r}")
    if suite.name != name:
        lost.append(f"name {suite.name!r}")
    other = [
        key for key, value in suite.meta.items() if key not in ("name", "metric", "join") and value not in ("", [], {})
    ]
    if other:
        lost.append(f"meta {', '.join(other)}")
    document = suite_document(suite)
    parts = [("suite", document, {"meta", "region_meta", "predictions", "items"})]
    for item in document["items"]:
        parts.append(("items", item, {"item_number", "conditions"}))
        for condition in item["conditions"]:
            parts.append(("conditions", condition, {"condition_name", "regions"}))
            parts.extend(("regions", region, {"region_number", "content"}) for region in condition["regions"])
    extra = dict.fromkeys(f"{key!r} of {where}" for where, part, known in parts for key in part if key not in known)
    return [*lost, *extra]


# ---------------------------------------------------------------- shared with the wide table


def find_columns(table: Table, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, str]:
    """Find columns by name, whatever its case, or by another name that is in use.

    Raises
    ------
    SuiteError
        If a required one is missing.
    """
    by_fold = {column.casefold(): column for column in reversed(table.columns)}
    found = {}
    problems = []
    for name in (*required, *optional):
        column = next((by_fold[alias] for alias in (name, *_ALIASES[name]) if alias in by_fold), None)
        if column is not None:
            found[name] = column
        elif name in required:
            problems.append(Problem("", f"no column {name!r}.{did_you_mean(name, table.columns)}"))
    if problems:
        raise SuiteError(table.source, problems)
    return found


def whole_number_in(table: Table, row: TableRow, column: str, problems: list[Problem]) -> int | None:
    """Read a cell as a whole number from 1, or note that it is none."""
    text = row.cells[column].strip()
    if text.isascii() and text.isdigit() and len(text) < 20 and int(text) >= 1:
        return int(text)
    problems.append(Problem(table.place(row, column), f"must be a whole number from 1, not {text!r}."))
    return None


def condition_in(table: Table, row: TableRow, column: str, problems: list[Problem]) -> str | None:
    """Read a cell as the name of a condition, or note that it is empty."""
    if row.cells[column].strip():
        return row.cells[column]
    problems.append(Problem(table.place(row, column), "is empty; name the condition."))
    return None


def items_in(items: Mapping[int, Mapping[str, Sequence[Mapping[str, Any]]]]) -> list[dict[str, Any]]:
    """Items as a suite file has them."""
    return [
        {
            "item_number": number,
            "conditions": [{"condition_name": name, "regions": list(regions)} for name, regions in conditions.items()],
        }
        for number, conditions in items.items()
    ]


def table_document(
    name: str,
    metric: str,
    join: str | None,
    predictions: Sequence[Any],
    region_names: Mapping[str, str],
    items: Mapping[int, Mapping[str, Sequence[Mapping[str, Any]]]],
) -> dict[str, Any]:
    """The suite file that a table and what it lacks make."""
    meta = {"name": name, "metric": metric, **({"join": join} if join not in (None, "space") else {})}
    whole = [{"type": "formula", "formula": each} if isinstance(each, str) else each for each in predictions]
    return {"meta": meta, "region_meta": dict(region_names), "predictions": whole, "items": items_in(items)}
