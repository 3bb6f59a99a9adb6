"""Suites as workbooks of Excel and LibreOffice, in which a person can go on working."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, TypeAlias

from ...delimited import number_in, read_table
from ...errors import InputError, Problems, cited
from ...sheets import is_workbook
from ...suite import Suite
from ..writing import WritingOptions, Written
from .written import lost_in_tables, wide_table

__all__ = ["ABOUT", "ABOUT_COLUMNS", "ITEMS", "About", "Sheet", "about_of", "workbook", "write_xlsx"]

Sheet: TypeAlias = "tuple[Sequence[str], Sequence[Sequence[str]]]"
"""Names of columns, and rows of texts."""

ITEMS, ABOUT = "items", "about"
"""Names of the sheets: the sentences, and what a table of sentences has no column for."""

ABOUT_COLUMNS = ("what", "value", "name", "description")
_WIDEST = 40  # characters that a column is wide at most; longer texts are wrapped
_LONGEST_TEXT = 32_767  # of a cell in Excel
_MOST_ROWS, _MOST_COLUMNS = 1_048_576, 16_384
_NUMBERED = ("item_number", "item")  # so that a spreadsheet sorts 10 behind 9
_MADE = datetime(2020, 1, 1, tzinfo=timezone.utc).replace(tzinfo=None)
"""What a workbook says of when it was made: the same suite gives the same file."""


def write_xlsx(suite: Suite, options: WritingOptions) -> Written:
    """Write a suite as a workbook.

    The sheet ``items`` is the wide table, its head and its first two columns frozen. The sheet ``about`` has what the
    table has no place for: name, metric, join, context, which columns are factors of the conditions, and predictions.
    All texts stay texts, also one that begins with ``=``, and what is typed into the sheet is taken for text.

    Parameters
    ----------
    suite : Suite
    options : WritingOptions
        None of them matters here.

    Raises
    ------
    InputError
        If a text is longer, or the suite larger, than a sheet can hold.
    """
    columns, written = wide_table(suite)
    rows = [[str(cell) for cell in row] for row in written]
    about = list(_about(suite))
    _check_size(suite, columns, [*rows, *about])
    made = workbook(suite.name, {ITEMS: (columns, rows), ABOUT: (ABOUT_COLUMNS, about)})
    return Written({"": made}, lost=tuple(_lost(suite)))


def workbook(title: str, sheets: Mapping[str, Sheet]) -> bytes:
    """Make a workbook in which texts are texts, the head and the first two columns of the first sheet stay in sight."""
    import xlsxwriter

    stream = io.BytesIO()
    book = xlsxwriter.Workbook(
        stream,
        {"in_memory": True, "strings_to_numbers": False, "strings_to_formulas": False, "strings_to_urls": False},
    )
    book.set_properties({"title": title, "created": _MADE})
    head = book.add_format({"bold": True, "bottom": 1, "valign": "top", "num_format": "@"})
    # '@' is the number format of texts, for cells that a person types into; the quote prefix keeps a text that
    # begins with '=' a text when its cell is edited
    text = book.add_format({"num_format": "@", "text_wrap": True, "valign": "top", "quote_prefix": True})
    plain = book.add_format({"num_format": "@", "text_wrap": True, "valign": "top"})
    number = book.add_format({"valign": "top", "num_format": "0"})
    formats = {"head": head, "text": text, "plain": plain, "number": number}
    for place, (name, (columns, rows)) in enumerate(sheets.items()):
        sheet = book.add_worksheet(name)
        _fill(sheet, columns, rows, formats)
        if place == 0:
            sheet.freeze_panes(1, 2)
            sheet.autofilter(0, 0, len(rows), len(columns) - 1)
    book.close()
    return stream.getvalue()


def _fill(sheet: Any, columns: Sequence[str], rows: Sequence[Sequence[str]], formats: Mapping[str, Any]) -> None:
    for place, name in enumerate(columns):
        longest = max([len(name), *(len(row[place]) for row in rows)])
        is_number = name in _NUMBERED
        form = formats["number" if is_number else "plain"]
        sheet.set_column(place, place, min(longest, _WIDEST) + 2, form)
        sheet.write_string(0, place, name, formats["head"])
        for line, row in enumerate(rows, 1):
            value = number_in(row[place]) if is_number else None
            if value is not None:
                sheet.write_number(line, place, value, form)
            elif row[place]:
                sheet.write_string(line, place, row[place], formats["text"])
    sheet.ignore_errors({"number_stored_as_text": "A1:XFD1048576"})


def _about(suite: Suite) -> list[tuple[str, str, str, str]]:
    said = [("name", suite.name), ("metric", suite.metric), ("join", suite.join)]
    if suite.context:
        said.append(("context", suite.context))
    return [
        *((what, value, "", "") for what, value in said),
        *(("factor", name, "", "") for name in _levels(suite)),
        *(("prediction", one.formula.source, one.name or "", one.description or "") for one in suite.predictions),
    ]


@dataclass(frozen=True, slots=True)
class About:
    """What the second sheet of a workbook says; None for what it does not."""

    name: str | None = None
    metric: str | None = None
    join: str | None = None
    context: str | None = None
    factors: tuple[str, ...] = ()
    predictions: tuple[Mapping[str, str], ...] = ()


def about_of(path: Path) -> About | None:
    """Read the sheet ``about`` of a workbook as `write_xlsx` makes them; None for any other file.

    Raises
    ------
    SuiteError
        If the sheet has a row that says something else.
    """
    with path.open("rb") as file:
        if not is_workbook(file.read(8)):
            return None
    try:
        read_table(path, sheet=ITEMS)
        table = read_table(path, sheet=ABOUT)
    except InputError:
        return None
    if table.columns != ABOUT_COLUMNS:
        return None
    problems = Problems()
    said: dict[str, str] = {}
    predictions: list[Mapping[str, str]] = []
    factors: list[str] = []
    for row in table.rows:
        what, value, name, description = (row.cells[column].strip() for column in ABOUT_COLUMNS)
        if what == "prediction":
            named = {key: text for key, text in (("name", name), ("description", description)) if text}
            predictions.append({"type": "formula", "formula": value, **named})
        elif what == "factor":
            factors.append(value)
        elif what in ("name", "metric", "join", "context") and what not in said:
            said[what] = row.cells["value"] if what == "context" else value
        else:
            place = f"sheet '{ABOUT}', {table.place(row, 'what')}"
            problems.note(
                place, f"{cited(what)}: a row is name, metric, join or context, each once, a factor or a prediction."
            )
    problems.raise_all(str(path))
    return About(**said, factors=tuple(factors), predictions=tuple(predictions))


def _levels(suite: Suite) -> list[str]:
    """Names of the factors of the conditions."""
    return list(dict.fromkeys(name for own in suite.condition_factors.values() for name in own))


def _lost(suite: Suite) -> list[str]:
    """Say what neither sheet holds."""
    other = {key: value for key, value in suite.meta.items() if key not in ("metric", "join", "context")}
    rest = replace(suite, predictions=(), metric="sum", join="space", context="", meta=other)
    return lost_in_tables(rest, name=suite.name)


def _check_size(suite: Suite, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    if len(rows) >= _MOST_ROWS or len(columns) > _MOST_COLUMNS:
        raise InputError(
            f"{suite.name}: a sheet holds {_MOST_ROWS:,} rows and {_MOST_COLUMNS:,} columns, and this suite has "
            f"{len(rows):,} and {len(columns):,}; write it as CSV."
        )
    for row in rows:
        for value in row:
            if len(value.encode("utf-16-le")) // 2 > _LONGEST_TEXT:
                raise InputError(
                    f"{suite.name}: {cited(value, 40)} has more than {_LONGEST_TEXT:,} characters, which no cell of a "
                    "workbook holds; write it as CSV."
                )
