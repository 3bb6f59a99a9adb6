"""Rows of files of minimal pairs: tables, lists of objects in JSON, JSON lines, parquet, and lines without a header."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from ...delimited import parse_table, read_table
from ...errors import REQUIREMENTS, InputError, counted
from ...files import decode_utf8, read_bytes
from ...suite.json import RepeatedKeyError, unique_keys
from ..formats import first_line, first_objects
from ..minimal_pairs import objects_in_lines
from .pair import FoundPairs, PairRow

__all__ = ["PARQUET", "RowLayout", "first_names", "is_parquet", "rows_of"]

RowLayout = Literal[
    "by its content", "tab-separated, unquoted", "lines", "lines below a header", "quoted twice", "climp"
]
"""How rows stand in a file: as a look at it says; with a header and tabs alone, so that quotation marks are text; a
sentence a line, with or without a label and a tab before it; with ``""`` around cells that hold a comma; or as CLiMP
has them, with numbers for names of columns."""

_TWICE = re.compile(r'(?<=,)""(?=[^",\r\n])(.*?)(?<=[^",])""(?=,)')

_CLIMP = ("index", "phenomenon", "paradigm", "sentence", "label")

PARQUET = b"PAR1"
"""What a parquet file begins with."""

_WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".xlsb", ".ods")
_LOOK = 1 << 16  # bytes of a JSON file, to see what it is


def is_parquet(path: Path) -> bool:
    """Whether a file is a table of pandas or R in binary form."""
    with path.open("rb") as file:
        return file.read(len(PARQUET)) == PARQUET


def first_names(path: Path) -> list[str]:
    """Names of columns or keys, by the beginning of a file; of a workbook or of what Excel marked, by all of it."""
    if is_parquet(path):
        try:
            return _parquet(path).schema_arrow.names  # type: ignore[no-any-return]
        except InputError:
            return []
    line = first_line(path)
    if path.suffix.lower() in _WORKBOOKS or line.lower().startswith("sep="):
        try:
            return list(read_table(path).columns)
        except InputError:
            return []
    if line.lstrip().startswith("["):
        return list(_first_of_list(path))
    if line.lstrip().startswith("{"):
        if path.suffix.lower() == ".json" and "}" not in line:  # a suite, over many lines
            return []
        return [name for one in first_objects(path) for name in one]
    separator = max("\t;,", key=line.count)
    try:
        return [name.strip() for name in next(csv.reader([line], delimiter=separator), [])]
    except csv.Error:  # of a file that is no table
        return []


def _first_of_list(path: Path) -> Mapping[str, Any]:
    """Give the first object of a list in JSON, of which only the beginning is read."""
    with path.open("rb") as file:
        head = file.read(_LOOK).decode("utf-8-sig", "ignore").lstrip()
    try:
        value, _ = json.JSONDecoder().raw_decode(head[1:].lstrip())
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def rows_of(found: FoundPairs, sheet: str | None = None, layout: RowLayout = "by its content") -> list[PairRow]:
    """Read the rows of a file, and note what is wrong with single ones.

    Parameters
    ----------
    found : FoundPairs
        Of the file.
    sheet : str, optional
        Name or number of the sheet of a workbook.
    layout : str, optional
        How its rows stand in it.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    path = found.path
    if layout in ("lines", "lines below a header"):
        return list(_lines(path))[layout != "lines" :]
    if layout == "tab-separated, unquoted":
        return list(_unquoted(found))
    if layout == "quoted twice":
        text = _TWICE.sub(r'"\1"', decode_utf8(read_bytes(path), path))
        return [PairRow(f"row {row.number}", row.cells) for row in parse_table(text, source=str(path)).rows]
    if layout == "climp":
        return list(_of_climp(found))
    if is_parquet(path):
        return [PairRow(f"row {number}", cells) for number, cells in enumerate(_parquet(path).read().to_pylist(), 1)]
    line = first_line(path).lstrip()
    if line.startswith("["):
        return list(_of_list(found))
    if line.startswith("{"):
        noted = objects_in_lines(path, lambda number, message: found.problems.note(f"line {number}", message))
        return [PairRow(f"line {number}", one) for number, one in noted]
    return [PairRow(f"row {row.number}", row.cells) for row in read_table(path, sheet=sheet).rows]


def _of_list(found: FoundPairs) -> Iterator[PairRow]:
    try:
        document = json.loads(decode_utf8(read_bytes(found.path), found.path), object_pairs_hook=unique_keys)
    except RepeatedKeyError as error:
        raise InputError(f"{found.path}: {error}.") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{found.path}: not JSON: {error}.") from None
    for index, one in enumerate(document):
        if isinstance(one, dict):
            yield PairRow(f"[{index}]", one)
        else:
            found.problems.note(f"[{index}]", "must be an object with a good and a bad sentence.")


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    """Give the lines that are not blank with their numbers."""
    for number, line in enumerate(decode_utf8(read_bytes(path), path).split("\n"), 1):
        if line.strip():
            yield number, line.rstrip("\r")


def _lines(path: Path) -> Iterator[PairRow]:
    for number, line in _texts(path):
        cells = line.split("\t")
        yield PairRow(f"line {number}", {"sentence": cells[-1], "label": cells[0] if len(cells) > 1 else ""})


def _unquoted(found: FoundPairs) -> Iterator[PairRow]:
    lines = list(_texts(found.path))
    names = lines[0][1].split("\t") if lines else []
    for number, line in lines[1:]:
        cells = line.split("\t")
        if len(cells) == len(names):
            yield PairRow(f"line {number}", dict(zip(names, cells, strict=True)))
        else:
            found.problems.note(f"line {number}", f"has {counted(len(cells), 'column')}, not {len(names)}.")


def _of_climp(found: FoundPairs) -> Iterator[PairRow]:
    lines = list(_texts(found.path))[1:]
    for (number, _), cells in zip(lines, csv.reader(line for _, line in lines), strict=True):
        if len(cells) == len(_CLIMP):
            yield PairRow(f"line {number}", dict(zip(_CLIMP, cells, strict=True)))
        else:
            found.problems.note(f"line {number}", f"has {counted(len(cells), 'column')}, not {len(_CLIMP)}.")


def _parquet(path: Path) -> Any:
    """Open a parquet file; of its library only what reads such files is used."""
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ModuleNotFoundError:
        [library] = REQUIREMENTS["parquet"]
        raise InputError(
            f"{path}: is a table in parquet, which needs an optional library. Install it with: pip install '{library}'"
        ) from None
    try:
        return ParquetFile(path)
    except (ArrowException, OSError) as error:
        raise InputError(f"{path}: cannot be read as parquet: {error}.") from None
