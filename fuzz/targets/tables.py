"""Any bytes are a table, or refused with row and column; tables and suites survive being written and read again.

Cells and contents are those that Python's `csv` finds. Written with any separator, a table reads back as it was.
"""

from __future__ import annotations

import csv
import io

from hypothesis import strategies as st

from syntaxgym_lite.delimited import parse_table, read_table, write_table
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.convert import render_suite
from syntaxgym_lite.ports.formats import read_suites

from ..inputs import corpus, file, mutated, readable

SEEDS = corpus("tables")
_CELLS = st.sampled_from(
    ["", " ", "a", "r1_noun", "item_number", "condition_name", "1", "2", "a;b", "x,y", 'say "a"', "\t", "é", "a\nb"]
)


@st.composite
def _tables(draw: st.DrawFn) -> bytes:
    width, text = draw(st.integers(1, 4)), io.StringIO(newline="")
    rows = draw(st.lists(st.lists(_CELLS, min_size=width, max_size=width), min_size=1, max_size=4))
    csv.writer(text, delimiter=draw(st.sampled_from(",;\t"))).writerows(rows)
    return text.getvalue().encode()


INPUTS = st.one_of(mutated(SEEDS, [b"item_number", b"r2_verb", b"sentence", b"sep=;\n"]), _tables())
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
        raw = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
        by_hand = {cell for sep in ",;\t|" for cell in _cells(raw, sep)} | {""}
        assert {cell for row in rows for cell in row} <= by_hand
        for separator in ",;\t":
            again = parse_table(write_table(table.columns, rows, separator=separator))
            assert again.columns == table.columns, f"written with {separator!r}: {again.columns}, not {table.columns}"
            assert [[row.cells[column] for column in again.columns] for row in again.rows] == rows
        try:
            [suite], _ = read_suites(path, form="table")
        except InputError as error:
            readable(error, path)
            return
    for form in ("long", "wide", "json"):
        for separator in ",;\t" if form != "json" else ",":
            text = render_suite(suite, form, separator=separator)
            with file(text.encode(), "table.json" if form == "json" else "table.csv") as path:
                [read], _ = read_suites(path, form="suite" if form == "json" else "table")
            assert read.items == suite.items, f"as {form} with {separator!r}"
            assert read.region_names == suite.region_names


def _cells(raw: str, separator: str) -> set[str]:
    if not separator:
        return set()
    try:
        return {cell for row in csv.reader(io.StringIO(raw, newline=""), delimiter=separator) for cell in row}
    except csv.Error:
        return set()
