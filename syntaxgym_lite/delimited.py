"""Tables as spreadsheet programs save them: comma, semicolon or tab, with or without a byte-order mark; or workbooks.

A table is checked once, here: every problem of it is reported at once, each with its row and column. Rows are counted
as a spreadsheet shows them: the header is row 1.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Literal

from .errors import InputError, Problem, Problems, SuiteError, cited
from .files import read_bytes
from .sheets import is_workbook, read_sheet

__all__ = [
    "CsvStyle",
    "Table",
    "TableRow",
    "column_letters",
    "number_in",
    "parse_table",
    "read_table",
    "table_of_bytes",
    "write_table",
]

_SEPARATORS = "\t;,"
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


@dataclass(frozen=True, slots=True)
class CsvStyle:
    """How tables are written as text: as R and pandas expect them, or as Excel does in some countries.

    Parameters
    ----------
    separator : str, optional
    decimal_comma : bool, optional
        Whether numbers have a comma for the point. Cells are then parted by semicolons, unless by tabs.
    mark : bool, optional
        Whether the text begins with U+FEFF, by which Excel knows UTF-8.

    Examples
    --------
    >>> style = CsvStyle.asked(bom=True, decimal_comma=True)
    >>> style.separator, style.start, style.cell(0.5), style.cell("0.5"), style.cell(3)
    (';', '\ufeff', '0,5', '0.5', '3')
    """

    separator: str = ","
    decimal_comma: bool = False
    mark: bool = False

    @classmethod
    def asked(cls, *, tab: bool = False, bom: bool = False, decimal_comma: bool = False) -> CsvStyle:
        """Give the style that options ask for."""
        return cls("\t" if tab else ";" if decimal_comma else ",", decimal_comma, bom)

    @property
    def start(self) -> str:
        """What stands before the header."""
        return "\ufeff" if self.mark else ""

    def cell(self, value: object) -> str:
        """Write a value: a number with its decimal sign, any other as it is, none as nothing."""
        if value is None:
            return ""
        # int and bool have no point; a text that looks like a number stays what it is
        return str(value).replace(".", ",") if self.decimal_comma and isinstance(value, float) else str(value)


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of a table.

    Parameters
    ----------
    number : int
        As a spreadsheet counts, from 2 for the first below the header.
    cells : mapping of str to str
        Column name to text, as written; every column of the table is there.
    """

    number: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a header.

    Parameters
    ----------
    source : str
        Where it was read from, for messages.
    columns : tuple of str
        Column names without outer blanks, no two alike.
    rows : tuple of TableRow
        Without those that are empty throughout.
    indices : tuple of int, optional
        Where each column stands, counted from 0; empty columns between them count. By default one after the other.
    odd : mapping of (int, str) to str, optional
        Row number and column of cells that hold neither text nor number, and what they hold: ``"a date"``,
        ``"true or false"``, ``"an error"``, ``"a formula"``.
    separator : str, optional
        What parts the cells: where it is no comma, a comma may be the sign of decimals.
    header_row : int, optional
        Which row names the columns, counted from 1.
    above : tuple of str, optional
        What stands above it, and was passed over: titles, say.
    """

    source: str
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    indices: tuple[int, ...] = ()
    odd: Mapping[tuple[int, str], str] = field(default_factory=dict, hash=False)
    separator: str = ","
    header_row: int = 1
    above: tuple[str, ...] = ()

    def place(self, row: TableRow, column: str) -> str:
        """Say where a cell is: ``row 3, column B ('verb.sg')``."""
        return f"row {row.number}, {self.column(column)}"

    def column(self, column: str) -> str:
        """Say where a column is: ``column B ('verb.sg')``."""
        index = self.columns.index(column)
        return f"column {column_letters(self.indices[index] if self.indices else index)} ({cited(column)})"


HeaderRow = int | Literal["first", "below titles"]
"""Which row names the columns: by its number, from 1; the first that holds anything; or the first below titles, rows of
which only the first cell is filled."""


def read_table(path: str | Path, *, sheet: str | None = None, header_row: HeaderRow = "first") -> Table:
    """Read a table from a file.

    Parameters
    ----------
    path : str or Path
        UTF-8, or UTF-16 with a byte-order mark (Excel's "Unicode text"). The separator is what the header has most of:
        tab, semicolon or comma. Or a workbook, XLSX or ODS. A first column without a name that counts the rows, as
        pandas and R write it, is left out.
    sheet : str, optional
        Name or number of the sheet of a workbook; by default the only one that holds anything.
    header_row : int, optional
        Which row names the columns, counted from 1; ``"below titles"`` passes over titles. By default the first.

    Returns
    -------
    Table

    Raises
    ------
    InputError
        If the file cannot be read.
    SuiteError
        If it is not a table; lists every problem.
    """
    return table_of_bytes(read_bytes(Path(path)), source=str(path), sheet=sheet, header_row=header_row)


def table_of_bytes(data: bytes, *, source: str, sheet: str | None = None, header_row: HeaderRow = "first") -> Table:
    """Read a table from the bytes of a file; `source` is what to call it in messages. See `read_table`."""
    if is_workbook(data):
        found = read_sheet(source, data, sheet)
        numbered = [(number, cells) for number, cells in enumerate(found.rows, 1) if any(map(str.strip, cells))]
        return _table(numbered, source, header_row, found.odd)
    if sheet is not None:
        raise InputError(f"{source}: is a text, which has no sheets; leave out `sheet`.")
    encoding, skipped = next(((name, len(mark)) for mark, name in _MARKS if data.startswith(mark)), ("utf-8", 0))
    try:
        text = data[skipped:].decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start + skipped) + 1
        message = f"not UTF-8 (byte 0x{data[error.start + skipped]:02x} in line {line}). Save it as 'CSV UTF-8'."
        raise SuiteError(source, [Problem("", message)]) from None
    if "\0" in text:  # no text has it; UTF-16 without its mark has it beside every letter
        line = text.count("\n", 0, text.index("\0")) + 1
        message = f"not text (it has the character U+0000, first in line {line}). Save it as 'CSV UTF-8'."
        raise SuiteError(source, [Problem("", message)])
    return parse_table(text, source=source, header_row=header_row)


def parse_table(text: str, *, source: str = "<table>", header_row: HeaderRow = "first") -> Table:
    r"""Read a table from text.

    Parameters
    ----------
    text : str
        Any line ends; a first line ``sep=;``, as Excel writes it, is heeded.
    source : str, optional
        What to call it in messages.
    header_row : int, optional
        See `read_table`.

    Raises
    ------
    SuiteError
        If it is not a table; lists every problem.

    Examples
    --------
    >>> table = parse_table('noun;verb\r\ndog;"barks; bites"\r\n;\r\n')
    >>> table.columns
    ('noun', 'verb')
    >>> [dict(row.cells) for row in table.rows]
    [{'noun': 'dog', 'verb': 'barks; bites'}]
    """
    text = text.lstrip("\ufeff")  # one too many programs may have put it there
    first_line, _, rest = text.partition("\n")
    separator = None
    if first_line.lower().startswith("sep=") and len(first_line.rstrip("\r")) == 5:
        separator, text = first_line[4], rest
    separator = separator or _separator(text, header_row)
    return replace(_table(_records(text, separator, source), source, header_row), separator=separator)


def _table(
    lines: Sequence[tuple[int, list[str]]],
    source: str,
    which: HeaderRow,
    odd: Mapping[tuple[int, int], str] | None = None,
) -> Table:
    """Make a table of its rows that are not empty, each with its number."""
    if not lines:
        raise SuiteError(source, [Problem("", "is empty; the first row names the columns.")])
    n_above = _n_above(lines, source, which)
    above, lines = lines[:n_above], lines[n_above:]
    (header_row, header), *records = lines
    names = [name.strip() for name in header]
    body = [(number, [*cells, *[""] * (len(names) - len(cells))]) for number, cells in records]
    filled = [index for index, name in enumerate(names) if name or any(cells[index].strip() for _, cells in body)]
    if filled[:1] == [0] and not names[0] and _counts([cells[0] for _, cells in body]):
        del filled[0]  # as pandas and R write it: no name, and the numbers of the rows
    problems = _header_problems(header_row, names, filled)
    if names[0] and not any(names[1:]) and len(filled) > 2:
        title = (
            f"names one column of {len(filled)}. If it is a title, delete it, or say which row names the columns: "
            "`header_row`."
        )
        raise SuiteError(source, [Problem(f"row {header_row}", title)])
    for number, cells in body:
        for index in range(len(names), len(cells)):
            if cells[index].strip():
                place = f"row {number}, column {column_letters(index)}"
                problems.note(place, f"{cited(cells[index])} stands beyond the last named column.")
    problems.raise_all(source)
    columns = tuple(names[index] for index in filled)
    rows = [TableRow(number, {names[index]: cells[index] for index in filled}) for number, cells in body]
    errors = {
        (row.number, column): "an error"
        for row in rows
        for column, cell in row.cells.items()
        if cell and _ERROR.fullmatch(cell)
    }
    kinds = {
        (row + 1, names[index]): kind
        for (row, index), kind in (odd or {}).items()
        if index in filled and row + 1 > header_row
    }
    said = tuple(" ".join(cell.strip() for cell in cells if cell.strip()) for _, cells in above)
    odd_cells = {**kinds, **errors}
    return Table(source, columns, tuple(rows), tuple(filled), odd_cells, header_row=header_row, above=said)


def _n_above(lines: Sequence[tuple[int, list[str]]], source: str, which: HeaderRow) -> int:
    """Count the rows above the one that names the columns."""
    if which == "first":
        return 0
    if which == "below titles":
        widths = [sum(bool(cell.strip()) for cell in cells) for _, cells in lines]
        below = next((place for place, n in enumerate(widths) if n > 1), 0)
        # a table of one column has no titles, nor has one whose first row leaves most columns without a name
        return below if max(widths) > 2 and lines[0][1][0].strip() else 0
    place = next((place for place, (number, _) in enumerate(lines) if number == which), None)
    if place is None:
        raise InputError(f"{source}: `header_row={which}`: is empty, or beyond the last row, {lines[-1][0]}.")
    return place


_ERROR = re.compile(
    r"\s*(?:#(?:N/A|N/D|NV|REF!|DIV/0!|VALUE!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BUSY!|GETTING_DATA|BEZUG!|WERT!"
    r"|ZAHL!|VALEUR!|NOMBRE!|NOM\?|NUL!|RIF!|VALORE!|NOME\?|¡\w+!|¡DIV/0!|¿NOMBRE\?)|Err:[0-9]{3})\s*"
)
"""What spreadsheet programs write where a formula fails, in English, German, French, Italian and Spanish."""


def write_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str | int | float]],
    *,
    separator: str = ",",
    decimal_comma: bool = False,
) -> str:
    """Write a table as text that `parse_table` and spreadsheet programs read back.

    Parameters
    ----------
    columns : sequence of str
    rows : iterable of sequences, each of the length of `columns`
    separator : str, optional
        A comma by default.
    decimal_comma : bool, optional
        Whether numbers have a comma for the point; see `CsvStyle`.

    Returns
    -------
    str
        Lines end in a line feed.
    """
    written = CsvStyle(separator, decimal_comma).cell
    special = re.compile(f'["\r\n{re.escape(separator)}]')  # csv.writer leaves a lone carriage return bare
    # `_separator` counts what stands in the header outside quotes; of one column it finds none, and takes the comma
    special_above = re.compile(f'["\r\n{_SEPARATORS}]|^sep=', re.IGNORECASE)

    def line(row: Sequence[str | int | float], special: re.Pattern[str]) -> str:
        texts = map(written, row)
        return separator.join('"' + text.replace('"', '""') + '"' if special.search(text) else text for text in texts)

    below = special if len(columns) > 1 else special_above
    lines = chain([line(columns, special_above)], (line(row, below) for row in rows))
    return "".join(f"{one}\n" for one in lines)


_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


def number_in(cell: str, *, decimal_comma: bool = False) -> float | None:
    """Read a number; None if it is none, or too large. Python's own `float` takes ``1_0`` and ``١`` as well.

    Parameters
    ----------
    cell : str
    decimal_comma : bool, optional
        Whether a comma may stand for the point, as it does in tables whose separator is a semicolon.

    Examples
    --------
    >>> number_in(" -1.5e3"), number_in("1_0"), number_in("1e999")
    (-1500.0, None, None)
    >>> number_in("1,5"), number_in("1,5", decimal_comma=True), number_in("1,234.5", decimal_comma=True)
    (None, 1.5, None)
    """
    found = _NUMBER.fullmatch(cell.strip().replace(",", ".", 1) if decimal_comma else cell.strip())
    value = math.inf if found is None else float(found[0])
    return None if math.isinf(value) else value


def column_letters(index: int) -> str:
    """Name a column as a spreadsheet does, counting from 0.

    Examples
    --------
    >>> column_letters(0), column_letters(25), column_letters(26)
    ('A', 'Z', 'AA')
    """
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


_QUOTED = re.compile(r'(?:^|(?<=[\t;,\r\n]))"[^"]*(?:""[^"]*)*"?')  # a cell, which may go over several lines


def _separator(text: str, which: HeaderRow = "first") -> str:
    """The separator that the header has most of, outside quotes; the comma if it has none."""
    outside = _QUOTED.sub(lambda cell: "x" if cell[0].strip(' "\t\r\n') else "", text)
    if isinstance(which, int):
        outside = "\n".join(re.split("\r\n|[\r\n]", outside)[which - 1 :])
    filled = [line for line in re.split("[\r\n]+", outside) if line.strip(_SEPARATORS + " ")]
    header = next(iter(filled), "")
    if which == "below titles":
        parted = next((line for line in filled if len(re.split(f"[{_SEPARATORS}]+", line.strip(_SEPARATORS))) > 2), "")
        header = header if any(sign in header for sign in "\t;") or not parted else parted
    counts = Counter(char for char in header if char in _SEPARATORS)
    return max(_SEPARATORS, key=lambda char: counts[char]) if counts else ","


def _records(text: str, separator: str, source: str) -> list[tuple[int, list[str]]]:
    """Rows that hold something, each with its number."""
    records = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    found = []
    number = 0
    try:
        for number, cells in enumerate(records, 1):
            if any(cell.strip() for cell in cells):
                found.append((number, cells))
    except csv.Error as error:
        hint = "A quotation mark is not closed, or text stands after a closing one; inside quotes, write it twice."
        if "field limit" in str(error):
            hint = f"A quotation mark is not closed, or a cell has more than {csv.field_size_limit():,} characters."
        raise SuiteError(source, [Problem(f"row {number + 1}", f"cannot be read ({error}). {hint}")]) from None
    return found


def _counts(cells: Sequence[str]) -> bool:
    """Whether cells are 0, 1, 2, ... or 1, 2, 3, ..."""
    return any(cells == [str(number) for number in range(start, start + len(cells))] for start in (0, 1))


def _header_problems(row: int, names: Sequence[str], filled: Sequence[int]) -> Problems:
    problems = Problems()
    seen: dict[str, str] = {}
    for index in filled:
        name, letters = names[index], column_letters(index)
        if not name:
            problems.note(f"column {letters}", "has no name in the first row.")
        elif name in seen:
            problems.note(f"row {row}, column {letters}", f"{cited(name)} is also the name of column {seen[name]}.")
        else:
            seen[name] = letters
    return problems
