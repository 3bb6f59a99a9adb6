"""Sheets of workbooks become tables: what cells hold is not lost, and no small file fills memory."""

from __future__ import annotations

import datetime
import io
import zipfile

import pytest
from support.workbooks import ODS, Formula, write_ods, write_ods_content, write_xlsx

from syntaxgym_lite.delimited import read_table
from syntaxgym_lite.errors import InputError

BOTH = pytest.mark.parametrize(("write", "suffix"), [(write_xlsx, "xlsx"), (write_ods, "ods")], ids=["xlsx", "ods"])
DAY = datetime.date(2026, 5, 3)


def refusal(path, **options):
    with pytest.raises(InputError) as caught:
        read_table(path, **options)
    return str(caught.value)


@BOTH
def test_cells_are_texts_as_a_person_writes_them(tmp_path, write, suffix):
    rows = [
        [None, None, None],
        [None, "item", "text"],
        [None, 1, " the dog "],
        [None, 2.5, "café & <tea>"],
        [None, None, None],
        [None, 1e15, "00012"],
    ]
    table = read_table(write(tmp_path / f"t.{suffix}", {"Sheet 1": rows}))
    assert table.columns == ("item", "text")
    assert [list(row.cells.values()) for row in table.rows][:2] == [["1", " the dog "], ["2.5", "café & <tea>"]]
    assert table.rows[2].cells["text"] == "00012"
    assert float(table.rows[2].cells["item"]) == 1e15
    assert [row.number for row in table.rows] == [3, 4, 6]
    assert table.place(table.rows[0], "item") == "row 3, column B ('item')"


@BOTH
def test_dates_errors_and_truth_values_are_told_from_texts(tmp_path, write, suffix):
    rows = [["a", "b", "c", "d"], [DAY, Formula("#N/A"), True, "May"]]
    table = read_table(write(tmp_path / f"t.{suffix}", {"S": rows}))
    assert table.odd == {(2, "a"): "a date", (2, "b"): "an error", (2, "c"): "true or false"}
    assert dict(table.rows[0].cells) == {"a": "2026-05-03", "b": "#N/A", "c": "TRUE", "d": "May"}


@pytest.mark.parametrize(
    ("cell", "told", "text"),
    [
        ("<f>C2&amp;D2</f><v></v>", "a formula", "="),
        ("<f>C2&amp;D2</f><v/>", "a formula", "="),
        ('<f t="shared" ref="A2:A3" si="0"/>', "a formula", "="),
        ("<f>1+1</f><v>2</v>", None, "2"),
    ],
)
def test_a_formula_that_was_never_calculated_is_no_empty_cell(tmp_path, cell, told, text):
    """openpyxl and R write formulas without their values."""
    path = write_xlsx(tmp_path / "t.xlsx", {"S": [["a", "b"], [7, "x"]]})
    with zipfile.ZipFile(path) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace(b"<v>7</v>", cell.encode())
    with zipfile.ZipFile(path, "w") as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    table = read_table(path)
    assert table.rows[0].cells["a"] == text
    assert table.odd.get((2, "a")) == told
    empty = b'<c r="A2" t="str"><f>""</f><v></v></c>'  # a formula may give the empty text
    parts[sheet] = parts[sheet].replace(b'<c r="A2">' + cell.encode() + b"</c>", empty)
    with zipfile.ZipFile(path, "w") as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    assert empty in parts[sheet]
    assert (read_table(path).rows[0].cells, read_table(path).odd) == ({"a": "", "b": "x"}, {})


def test_an_error_in_a_csv_file_is_told_too(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b\n#REF!,# not one\n#BEZUG!,Err:508\n", encoding="utf-8")
    assert read_table(path).odd == {(2, "a"): "an error", (3, "a"): "an error", (3, "b"): "an error"}


@BOTH
def test_the_only_sheet_that_holds_anything_is_taken_or_the_one_that_is_named(tmp_path, write, suffix):
    path = write(tmp_path / f"t.{suffix}", {"empty": [], "Items": [["a"], ["x"]]})
    assert read_table(path).columns == ("a",)
    path = write(tmp_path / f"t.{suffix}", {"Items": [["a"], ["x"]], "Fillers": [["b"], ["y"]], "2": [["c"], ["z"]]})
    assert refusal(path) == (f"{path}: has 3 sheets, 'Items', 'Fillers', '2'. Say which is meant: `sheet=Items`.")
    for sheet, column in {"Fillers": "b", "fillers": "b", "1": "a", "2": "c", "3": "c"}.items():  # a name goes first
        assert read_table(path, sheet=sheet).columns == (column,)
    assert refusal(path, sheet="Filler") == (
        f"{path}: no sheet 'Filler'; there are 'Items', 'Fillers', '2'. Did you mean 'Fillers'?"
    )
    assert "is empty; the first row names the columns" in refusal(write(tmp_path / f"e.{suffix}", {"empty": []}))


def test_a_text_has_no_sheets(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    assert refusal(path, sheet="1") == f"{path}: is a text, which has no sheets; leave out `sheet`."


def test_what_is_no_workbook_is_refused_with_advice(tmp_path):
    path = tmp_path / "t.xlsx"
    sound = write_xlsx(tmp_path / "s.xlsx", {"S": [["a"], ["x"]]}).read_bytes()
    old, locked = b"\xd0\xcf\x11\xe0" + bytes(600), b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le")
    binary, other = io.BytesIO(), io.BytesIO()
    for stream, name in ((binary, "xl/workbook.bin"), (other, "word/document.xml")):
        with zipfile.ZipFile(stream, "w") as packed:
            packed.writestr(name, "x")
    for data, words in {
        old: "is a workbook of an old format, .xls. Save it as .xlsx or 'CSV UTF-8' and give that file.",
        locked: "is locked with a password. Save it without one.",
        binary.getvalue(): "is a binary workbook, .xlsb. Save it as .xlsx",
        other.getvalue(): "is a packed file, but no workbook.",
        sound[:-100]: "is damaged, or no workbook",
        sound[: len(sound) // 2]: "is damaged, or no workbook",
        b"PK\x03\x04": "is damaged, or no workbook",
    }.items():
        path.write_bytes(data)
        assert f"{path}: {words}" in refusal(path)


def test_a_small_file_that_holds_more_than_memory_is_refused(tmp_path):
    """calamine makes room for every cell up to the last, and ends the process if there is none."""
    far = write_xlsx(tmp_path / "far.xlsx", {"S": [["a"], ["x"]]})
    with zipfile.ZipFile(far) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace(b'r="A2"', b'r="XFD1048576"').replace(b'r="2"', b'r="1048576"')
    with zipfile.ZipFile(far, "w") as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    assert f"{far}: is too large for a table of stimuli" in refusal(far)
    parts[sheet] = parts[sheet].replace(b'r="XFD1048576" t="s"', b'r="A2" r="XFD1048576"')  # fuzzing found this one
    parts[sheet] = parts[sheet].replace(b'row r="1048576"', b'row r="2"')
    with zipfile.ZipFile(far, "w") as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    assert f"{far}: is too large for a table of stimuli" in refusal(far)
    cell = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'
    wide = cell.replace("<table:table-cell", '<table:table-cell table:number-columns-repeated="9000000"')
    for row in (
        f'<table:table-row table:number-rows-repeated="1000000">{cell * 9}</table:table-row>',
        f"<table:table-row>{wide}</table:table-row>",
        f'<table:table-row table:number-rows-repeated="1000000"/><table:table-row>{cell * 9}</table:table-row>',
    ):
        path = write_ods_content(tmp_path / "far.ods", ODS.format(f'<table:table table:name="S">{row}</table:table>'))
        assert "is too large for a table of stimuli" in refusal(path)
    blank = '<table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row>'
    rows = f'<table:table table:name="S"><table:table-row>{cell}</table:table-row>{blank}</table:table>'
    path = write_ods_content(tmp_path / "far.ods", ODS.format(rows))  # as LibreOffice ends every sheet
    assert read_table(path).columns == ("x",)


def test_a_bomb_is_not_unpacked(tmp_path):
    path = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"<workbook/>")
        packed.writestr("xl/worksheets/sheet1.xml", bytes(300 << 20))
    assert path.stat().st_size < 1 << 20
    assert f"{path}: is too large for a table of stimuli" in refusal(path)
