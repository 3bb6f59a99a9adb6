"""Any bytes are a table, or refused with row and column; tables and suites survive being written and read again.

Cells and contents are those that Python's `csv` finds. Written with any separator, a table reads back as it was. What a
table is understood as has every column, and no text that is not in it. Damaged workbooks are refused.
"""

from __future__ import annotations

import csv
import io
import zipfile

import xlsxwriter
from hypothesis import strategies as st

from syntaxgym_lite.delimited import parse_table, read_table, write_table
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.convert import render_suite
from syntaxgym_lite.ports.tables.table import propose_table
from syntaxgym_lite.suite import Item

from ..inputs import corpus, file, mutated, readable

SEEDS = corpus("tables")
_CELLS = st.sampled_from(
    [
        *(
            "",
            " ",
            "a",
            "r1_noun",
            "item_number",
            "condition_name",
            "1",
            "2",
            "a;b",
            "x,y",
            'say "a"',
            "\t",
            "é",
            "a\nb",
        ),
        *("item", "cond", "sentence", "a.b", "c.d", "a | b", "a b", "0,5", "#N/A", "region", "content", "1a", "R2"),
    ]
)
_WORKBOOK = b"PK\x03\x04"


@st.composite
def _tables(draw: st.DrawFn) -> bytes:
    width, text = draw(st.integers(1, 4)), io.StringIO(newline="")
    rows = draw(st.lists(st.lists(_CELLS, min_size=width, max_size=width), min_size=1, max_size=4))
    csv.writer(text, delimiter=draw(st.sampled_from(",;\t"))).writerows(rows)
    return text.getvalue().encode()


def _workbook() -> bytes:
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        book.add_worksheet("Items").write_row(0, 0, ["item", "cond", "r1_a"])
        book.worksheets()[0].write_row(1, 0, [1, "x", "The fox"])
        book.worksheets()[0].write_row(2, 0, [1, "y", "A fox"])
    return stream.getvalue()


def _repacked(data: bytes, pieces: list[tuple[str, bytes, bytes]]) -> bytes:
    """A workbook in whose parts some bytes are others."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            for end, was, put in pieces:
                part = part.replace(was, put, 1) if name.endswith(end) else part
            new.writestr(name, part)
    return stream.getvalue()


_PARTS = st.sampled_from(["sheet1.xml", "workbook.xml", "sharedStrings.xml", "styles.xml", "workbook.xml.rels"])
_WAS = st.sampled_from([b"<c ", b'r="A2"', b'r="3"', b't="s"', b"<v>1", b"</v>", b"</sheetData>", b"<si>", b"Items"])
_PUT = st.sampled_from([b"", b"<", b'r="XFD1048576"', b'r="9999999"', b't="e"', b"<v>99", b"\0", b't="d"', b"&a;"])
_BOOKS = st.builds(_repacked, st.just(_workbook()), st.lists(st.tuples(_PARTS, _WAS, _PUT), min_size=1, max_size=3))
INPUTS = st.one_of(
    mutated(SEEDS, [b"item_number", b"r2_verb", b"sentence", b"sep=;\n"]), _tables(), _BOOKS, mutated([_workbook()])
)
EXAMPLES = 150


def check(data: bytes) -> None:
    """Read a table, and a suite of it."""
    with file(data, "table.csv") as path:
        try:
            table = read_table(path)
        except InputError as error:
            readable(error, path)
            return
        rows = [[row.cells[column] for column in table.columns] for row in table.rows]
        if not data.startswith(_WORKBOOK):
            _check_text(data, rows)
        for separator in ",;\t":
            again = parse_table(write_table(table.columns, rows, separator=separator))
            assert again.columns == table.columns, f"written with {separator!r}: {again.columns}, not {table.columns}"
            assert [[row.cells[column] for column in again.columns] for row in again.rows] == rows
        try:
            proposal = propose_table(path)
            table = read_table(path, header_row="below titles")  # as a proposal does: lines above may be titles
        except InputError as error:
            readable(error, path)
            return
    rows = [[row.cells[column] for column in table.columns] for row in table.rows]
    [suite] = proposal.suites
    assert len(proposal.understood) == len(table.columns)
    written = "\n".join(cell for row in rows for cell in row)
    for item in suite.items:
        for condition in item.conditions:
            assert all(region.content in written for region in condition.regions)
    for form in ("long", "wide"):
        for separator in ",;\t":
            text = render_suite(suite, form, separator=separator)
            with file(text.encode(), "table.csv") as path:
                [read] = propose_table(path).suites
            assert [_contents(item) for item in read.items] == [_contents(item) for item in suite.items], form
            assert read.region_names == suite.region_names


def _check_text(data: bytes, rows: list[list[str]]) -> None:
    raw = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    by_hand = {cell for sep in ",;\t|" for cell in _cells(raw, sep)} | {""}
    assert {cell for row in rows for cell in row} <= by_hand


def _contents(item: Item) -> list[tuple[str, list[str]]]:
    return [(condition.name, [region.content for region in condition.regions]) for condition in item.conditions]


def _cells(raw: str, separator: str) -> set[str]:
    if not separator:
        return set()
    try:
        return {cell for row in csv.reader(io.StringIO(raw, newline=""), delimiter=separator) for cell in row}
    except csv.Error:
        return set()
