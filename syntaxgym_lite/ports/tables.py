"""Suites as tables: long ones, with a row a region, and wide ones, with a row an item and condition.

Long tables have the CSV layout of SyntaxGym's release of 2020: ``item_number, condition_name, region_number,
region_name, content``. Wide ones are what R and PCIbex users keep: ``item_number, condition_name, r1_NAME, r2_NAME,
..., sentence``; the last column is for the reader, and left out when the table is read. Tables of other origin are read
as well: any column but these is a region, in the order of the table.

Tables have no place for predictions, metric and the rest of ``meta``; `lost_in_tables` says what a suite would lose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..delimited import Table, TableRow, write_table
from ..errors import Problem, Problems, SuiteError, counted, did_you_mean
from ..suite import Suite
from ..suite.json import suite_document, suite_from_document

__all__ = [
    "COLUMNS",
    "find_columns",
    "lost_in_tables",
    "suite_from_long",
    "suite_from_wide",
    "suite_to_long",
    "suite_to_wide",
]

COLUMNS = ("item_number", "condition_name", "region_number", "region_name", "content")

_ALIASES = {
    "item_number": ("item", "item_id", "item number", "itemnumber"),
    "condition_name": ("condition", "cond", "condition name", "conditionname"),
    "region_number": ("region", "region number", "regionnumber"),
    "region_name": ("region name", "regionname"),
    "content": ("text",),
}
_REGION = re.compile(r"r(?P<number>[1-9]\d{0,8})(?:_(?P<name>.*))?", re.DOTALL | re.ASCII)
_SENTENCE = "sentence"

_Items = dict[int, dict[str, list[dict[str, Any]]]]  # regions of every condition of every item


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
    problems = Problems()
    items: _Items = {}
    names: dict[int, tuple[str, TableRow]] = {}
    seen: dict[tuple[int, str, int], TableRow] = {}
    for row, item, condition in _rows(table, columns, problems):
        number = _whole_number(table, row, columns["region_number"], problems)
        if item is None or number is None or condition is None:
            continue
        region_name = row.cells[columns["region_name"]] if "region_name" in columns else str(number)
        known, first_row = names.setdefault(number, (region_name, row))
        if known != region_name:
            place = table.place(row, columns["region_name"])
            problems.note(place, f"region {number} is {region_name!r} here, {known!r} in row {first_row.number}.")
        first = seen.setdefault((item, condition, number), row)
        if first is not row:
            message = f"region {number} of item {item}, condition {condition!r}, is also in row {first.number}."
            problems.note(f"row {row.number}", message)
        region = {"region_number": number, "content": row.cells[columns["content"]]}
        items.setdefault(item, {}).setdefault(condition, []).append(region)
    region_names = {number: names[number][0] for number in sorted(names)}
    return _suite(table, problems, name, metric, join, predictions, region_names, items)


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
        As for `suite_from_long`.

    Raises
    ------
    SuiteError
        If the table is no suite; lists every problem.
    """
    columns = find_columns(table, ("item_number", "condition_name"))
    regions = _region_columns(table, set(columns.values()))
    problems = Problems()
    items: _Items = {}
    seen: dict[tuple[int, str], TableRow] = {}
    for row, item, condition in _rows(table, columns, problems):
        if item is None or condition is None:
            continue
        first = seen.setdefault((item, condition), row)
        if first is not row:
            message = f"item {item}, condition {condition!r}, is also in row {first.number}."
            problems.note(f"row {row.number}", message)
        items.setdefault(item, {})[condition] = [
            {"region_number": number, "content": row.cells[column]} for number, (_, column) in regions.items()
        ]
    region_names = {number: region_name for number, (region_name, _) in regions.items()}
    return _suite(table, problems, name, metric, join, predictions, region_names, items)


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


def find_columns(table: Table, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, str]:
    """Find columns by name, whatever its case, or by another name that is in use.

    Raises
    ------
    SuiteError
        If a required one is missing.
    """
    by_fold = {column.casefold(): column for column in reversed(table.columns)}
    found = {}
    problems = Problems()
    for name in (*required, *optional):
        column = next((by_fold[alias] for alias in (name, *_ALIASES[name]) if alias in by_fold), None)
        if column is not None:
            found[name] = column
        elif name in required:
            problems.note("", f"no column {name!r}.{did_you_mean(name, table.columns)}")
    problems.raise_all(table.source)
    return found


def _rows(
    table: Table, columns: Mapping[str, str], problems: Problems
) -> Iterator[tuple[TableRow, int | None, str | None]]:
    """Give every row with its item and condition; None, and a problem more, for one that cannot be read."""
    for row in table.rows:
        item = _whole_number(table, row, columns["item_number"], problems)
        condition = row.cells[columns["condition_name"]]
        if not condition.strip():
            problems.note(table.place(row, columns["condition_name"]), "is empty; name the condition.")
        yield row, item, condition if condition.strip() else None


def _whole_number(table: Table, row: TableRow, column: str, problems: Problems) -> int | None:
    """Read a cell as a whole number from 1, or note that it is none."""
    text = row.cells[column].strip()
    if text.isascii() and text.isdigit() and len(text) < 20 and int(text) >= 1:
        return int(text)
    problems.note(table.place(row, column), f"must be a whole number from 1, not {text!r}.")
    return None


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


def _suite(
    table: Table,
    problems: Problems,
    name: str,
    metric: str,
    join: str | None,
    predictions: Sequence[Any],
    region_names: Mapping[int, str],
    items: _Items,
) -> Suite:
    """Make a suite of what a table holds and what it lacks."""
    problems.raise_all(table.source)
    document = {
        "meta": {"name": name, "metric": metric, **({"join": join} if join not in (None, "space") else {})},
        "region_meta": {str(number): region_name for number, region_name in region_names.items()},
        "predictions": [
            {"type": "formula", "formula": each} if isinstance(each, str) else each for each in predictions
        ],
        "items": [
            {
                "item_number": number,
                "conditions": [{"condition_name": name, "regions": regions} for name, regions in conditions.items()],
            }
            for number, conditions in items.items()
        ],
    }
    return suite_from_document(document, source=table.source)
