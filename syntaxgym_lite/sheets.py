"""Sheets of workbooks, XLSX and ODS, as rows of texts.

`python-calamine` reads them. Before it does, a workbook is unpacked here: within bounds, since a small file can hold
more than any memory, and with its errors (``#N/A``) as texts, since calamine gives them as empty cells.
"""

from __future__ import annotations

import datetime
import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .errors import InputError, cited, did_you_mean

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

__all__ = ["SheetCells", "is_workbook", "read_sheet", "sheet_names"]

_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_MOST_BYTES = 1 << 28  # unpacked
_MOST_CELLS = 1 << 22
_STIMULI = "Save it as .xlsx or 'CSV UTF-8' and give that file."
_ATTRIBUTES = rb"""((?:[^>"']|"[^"]*"|'[^']*')*?)"""
_CELL = re.compile(rb"<(?:\w+:)?c(?=[\s/>])" + _ATTRIBUTES + rb"(/?)>")
_ROW = re.compile(rb"<(?:\w+:)?row(?=[\s/>])" + _ATTRIBUTES + rb"/?>")
_REFERENCE = re.compile(rb"""\sr\s*=\s*["']([^"']*)["']""")
_PLACE = re.compile(rb"([A-Za-z]{0,4})([0-9]{1,8})")
_ERROR_CELL = re.compile(rb"""(<(?:\w+:)?c(?=\s)(?:[^>"']|"[^"]*"|'[^']*')*?\st=)(["'])e\2""")
_FORMULA_CELL = re.compile(  # without a value; that of a text may be empty
    rb"""<((?:\w+:)?)c(?=[\s>])((?:[^>"']|"[^"]*"|'[^']*')*?)>\s*"""
    rb"""<\1f(?=[\s/>])(?:[^>"']|"[^"]*"|'[^']*')*?(?:/>|>[^<]*</\1f>)\s*(?:<\1v\s*/>|<\1v>\s*</\1v>)?\s*</\1c>"""
)
_TYPE = re.compile(rb"""\st=["'](\w*)["']""")
_NO_VALUE = "\U000f0f0f"  # stands for the value of such a formula, in a plane that is for private use
_OPEN_CELL = re.compile(rb"<table:(?:covered-)?table-cell(?=[\s/>])" + _ATTRIBUTES + rb"(/?)>")
_OPEN_ROW = re.compile(rb"<table:table-row(?=[\s/>])" + _ATTRIBUTES + rb"/?>")
_REPEATED = re.compile(rb"""\stable:number-(?:columns|rows)-repeated=["']([0-9]{1,9})["']""")
_NO_TEXT = re.compile(rb"""\soffice:string-value=(["'])\1""")


@dataclass(frozen=True, slots=True)
class SheetCells:
    """The cells of a sheet.

    Parameters
    ----------
    rows : list of list of str
        From the first row and column on, also where they are empty. Numbers as a person writes them: ``3``, ``2.5``.
    odd : mapping of (int, int) to str
        Row and column, counted from 0, of cells that hold neither text nor number: ``"a date"``, ``"true or false"``,
        ``"a formula"`` whose value the file does not hold.
    """

    rows: list[list[str]]
    odd: Mapping[tuple[int, int], str]


def is_workbook(start: bytes) -> bool:
    """Whether a file that begins with these bytes is a workbook, of a kind that is read or not."""
    return start.startswith((_ZIP, _OLE))


def read_sheet(source: str, data: bytes, sheet: str | None = None) -> SheetCells:
    """Read a sheet of a workbook.

    Parameters
    ----------
    source : str
        What to call it in messages.
    data : bytes
        What the file holds.
    sheet : str, optional
        Name or number of the sheet, 1 for the first. By default the only one that holds anything.

    Raises
    ------
    InputError
        If this is no workbook that can be read, or it does not say which sheet.
    """
    packed = _packed(source, data)
    try:
        from python_calamine import CalamineWorkbook

        workbook = CalamineWorkbook.from_filelike(packed)
        return _chosen(source, workbook, sheet)
    except (InputError, KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as error:  # it is written in Rust, whose panics are no Exception
        raise _damaged(source, error) from None


def sheet_names(source: str, data: bytes) -> list[str]:
    """Name the sheets of a workbook, also those that hold nothing; see `read_sheet`, which raises the same."""
    packed = _packed(source, data)
    try:
        from python_calamine import CalamineWorkbook

        return list(CalamineWorkbook.from_filelike(packed).sheet_names)
    except (InputError, KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as error:
        raise _damaged(source, error) from None


def _packed(source: str, data: bytes) -> io.BytesIO:
    """Give a workbook as calamine may have it."""
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise InputError(f"{source}: is locked with a password. Save it without one.")
        raise InputError(f"{source}: is a workbook of an old format, .xls. {_STIMULI}")
    return _bounded(source, data)


def _chosen(source: str, workbook: CalamineWorkbook, sheet: str | None) -> SheetCells:
    names = workbook.sheet_names
    if sheet is not None:
        if sheet in names:
            return _sheet(source, workbook, names.index(sheet))
        by_fold = [index for index, name in enumerate(names) if name.strip().casefold() == sheet.strip().casefold()]
        if len(by_fold) == 1:
            return _sheet(source, workbook, by_fold[0])
        if sheet.isascii() and sheet.isdigit() and 1 <= int(sheet) <= len(names):
            return _sheet(source, workbook, int(sheet) - 1)
        raise InputError(f"{source}: no sheet {cited(sheet)}; there are {_listed(names)}.{did_you_mean(sheet, names)}")
    filled = [(name, one) for index, name in enumerate(names) if (one := _sheet(source, workbook, index)).rows]
    if not filled:
        raise InputError(f"{source}: is empty; the first row names the columns.")
    if len(filled) > 1:
        from python_calamine import SheetVisibleEnum

        hidden = {one.name for one in workbook.sheets_metadata if one.visible != SheetVisibleEnum.Visible}
        told = _listed([name for name, _ in filled], hidden)
        raise InputError(f"{source}: has {len(filled)} sheets, {told}. Say which is meant: `sheet={filled[0][0]}`.")
    return filled[0][1]


def _listed(names: list[str], hidden: set[str] | frozenset[str] = frozenset()) -> str:
    return ", ".join(f"{cited(name)} (hidden)" if name in hidden else cited(name) for name in names)


def _sheet(source: str, workbook: CalamineWorkbook, index: int) -> SheetCells:
    cells = workbook.get_sheet_by_index(index)
    rows: list[list[str]] = []
    odd: dict[tuple[int, int], str] = {}
    n_chars = 0
    end = cells.end or (-1, -1)
    for values in cells.iter_rows():
        texts = [""] * (end[1] + 1 - len(values))
        for value in values:
            text, kind = _text(value)
            n_chars += len(text)
            if kind:
                odd[len(rows), len(texts)] = kind
            texts.append(text)
        if n_chars > _MOST_BYTES:
            raise _too_large(source)
        rows.append(texts)
    # rows above the first that holds something are given as well, columns before it are not; should that change, here
    # is what it comes to
    n_above = end[0] + 1 - len(rows)
    if not any(any(texts) for texts in rows):
        return SheetCells([], {})
    return SheetCells(
        [*([] for _ in range(n_above)), *rows], {(row + n_above, column): odd[row, column] for row, column in odd}
    )


def _text(value: Any) -> tuple[str, str]:
    """Give the text of a cell, and what it is where it is neither text nor number."""
    if value == _NO_VALUE:
        return "=", "a formula"
    if isinstance(value, str):
        return value, ""
    if isinstance(value, bool):
        return str(value).upper(), "true or false"
    if isinstance(value, float):
        return (str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)), ""
    if isinstance(value, (datetime.time, datetime.timedelta)):
        return str(value), "a time of day"
    if isinstance(value, datetime.date):
        return value.isoformat(), "a date"
    return str(value), ""


# ---------------------------------------------------------------- bounds


def _bounded(source: str, data: bytes) -> io.BytesIO:
    """Pack anew, within bounds, what of a workbook holds cells."""
    packed = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(packed, "w") as new:
            names = set(old.namelist())
            if "xl/workbook.bin" in names:
                raise InputError(f"{source}: is a binary workbook, .xlsb. {_STIMULI}")
            if not any(name.endswith("workbook.xml") for name in names) and "content.xml" not in names:
                raise InputError(f"{source}: is a packed file, but no workbook. {_STIMULI}")
            n_bytes = longest = columns = 0
            for entry in old.infolist():
                if not entry.filename.endswith((".xml", ".rels", "mimetype")):
                    continue  # pictures
                if entry.flag_bits & 1:
                    raise InputError(f"{source}: is locked with a password. Save it without one.")
                pieces = []
                with old.open(entry) as stream:
                    while piece := stream.read(1 << 20):  # a little at a time: what it says of its size need not be so
                        pieces.append(piece)
                        n_bytes += len(piece)
                        if n_bytes > _MOST_BYTES:
                            raise _too_large(source)
                part = b"".join(pieces)
                if entry.filename.endswith("sharedStrings.xml"):
                    longest = max(map(len, part.split(b"</si>")))
                if entry.filename.endswith("META-INF/manifest.xml") and b"encryption-data" in part:
                    raise InputError(f"{source}: is locked with a password. Save it without one.")
                if "worksheets/" in entry.filename:
                    columns = max(columns, _columns_of(source, part))
                    part = _FORMULA_CELL.sub(_without_value, _ERROR_CELL.sub(rb"\1\2str\2", part))
                elif entry.filename == "content.xml":
                    if sum(_ods_cells(part)) > _MOST_CELLS:
                        raise _too_large(source)
                    part = _OPEN_CELL.sub(_with_its_error, part)
                new.writestr(entry.filename, part)
            if longest * columns > 4 * _MOST_BYTES:  # one text in all cells of a row
                raise _too_large(source)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError) as error:
        raise _damaged(source, error) from None
    packed.seek(0)
    return packed


def _columns_of(source: str, part: bytes) -> int:
    """Give how many columns a sheet of XLSX has, if it has not too many cells; empty ones between others count."""
    if b"\0" in part[:4096]:
        raise _damaged(source, "a sheet is not UTF-8")
    rows = columns = unplaced = unplaced_rows = 0
    for row in _ROW.finditer(part):
        places = list(_places(source, row[1]))
        rows = max([rows, *(number for _, number in places)])
        unplaced_rows += not places
    for cell in _CELL.finditer(part):
        if cell[2]:
            continue  # a format without content
        places = list(_places(source, cell[1]))
        columns = max([columns, *(column for column, _ in places)])
        rows = max([rows, *(number for _, number in places)])
        unplaced += not places
    if (rows + unplaced_rows) * (columns + unplaced) > _MOST_CELLS:
        raise _too_large(source)
    return columns + unplaced


def _places(source: str, attributes: bytes) -> Iterator[tuple[int, int]]:
    """Give the places that an attribute says, column and row; in a damaged file there may be two."""
    for value in _REFERENCE.findall(attributes):
        place = _PLACE.fullmatch(value)
        if place is None:
            raise _damaged(source, "a cell has no place")
        column = 0
        for letter in place[1].upper():
            column = column * 26 + letter - 64
        yield column, int(place[2])


def _without_value(cell: re.Match[bytes]) -> bytes:
    """Mark a formula that no spreadsheet program has calculated; calamine gives an empty cell."""
    prefix, attributes = cell[1], cell[2]
    if (kind := _TYPE.search(attributes)) is not None and kind[1] == b"str":
        return cell[0]  # its value is the empty text
    start = b"<" + prefix + b"c" + _TYPE.sub(b"", attributes) + b' t="str"><' + prefix + b"v>"
    return start + _NO_VALUE.encode() + b"</" + prefix + b"v></" + prefix + b"c>"


def _with_its_error(cell: re.Match[bytes]) -> bytes:
    """Let the text of a cell of ODS be its error, not the empty string that stands beside it."""
    return _NO_TEXT.sub(b"", cell[0]) if b'value-type="error"' in cell[1] else cell[0]


def _ods_cells(part: bytes) -> Iterator[int]:
    """Give how many cells each row of a sheet stands for, those in empty rows before it among them."""
    starts = [(row.start(), _repeats(row[1])) for row in _OPEN_ROW.finditer(part)]
    before = 0
    ends = [*(start for start, _ in starts[1:]), len(part)] if starts else []
    for (start, repeats), end in zip(starts, ends, strict=True):
        width = filled = n_bytes = 0
        cells = list(_OPEN_CELL.finditer(part, start, end))
        following_starts = [*(one.start() for one in cells[1:]), end] if cells else []
        for cell, following in zip(cells, following_starts, strict=True):
            times = _repeats(cell[1])
            width += times
            if not cell[2] or b"value-type" in cell[1]:
                filled = width
                n_bytes += times * (following - cell.start())
        if filled:
            yield max((before + repeats) * filled, repeats * n_bytes // 64)
            before = 0
        else:
            before += repeats


def _repeats(attributes: bytes) -> int:
    found = _REPEATED.search(attributes)
    return int(found[1]) if found else 1


def _too_large(source: str) -> InputError:
    return InputError(
        f"{source}: is too large for a table of stimuli: a sheet reaches over more than {_MOST_CELLS:,} cells, or "
        f"holds more than {_MOST_BYTES >> 20} MiB. Delete what stands far from the table, or save it as 'CSV UTF-8'."
    )


def _damaged(source: str, error: object) -> InputError:
    return InputError(
        f"{source}: is damaged, or no workbook ({error}). Open it in a spreadsheet program and save it anew."
    )
