"""Workbooks made on the spot: XLSX by XlsxWriter, ODS by hand."""

from __future__ import annotations

import datetime
import zipfile
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import xlsxwriter

Rows = Sequence[Sequence[object]]

ODS = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" office:version="1.3">
<office:body><office:spreadsheet>{}</office:spreadsheet></office:body></office:document-content>"""


class Formula(str):
    """A formula that failed, by what the cell shows: ``#N/A``."""


def write_xlsx(path: Path, sheets: Mapping[str, Rows]) -> Path:
    """Write a workbook of Excel."""
    with xlsxwriter.Workbook(path) as book:
        date = book.add_format({"num_format": "yyyy-mm-dd"})
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for row, cells in enumerate(rows):
                for column, cell in enumerate(cells):
                    if isinstance(cell, Formula):
                        sheet.write_formula(row, column, "=NA()", None, str(cell))
                    elif isinstance(cell, datetime.date):
                        sheet.write_datetime(row, column, datetime.datetime(cell.year, cell.month, cell.day), date)
                    elif cell is not None:
                        sheet.write(row, column, cell)
    return path


def write_ods(path: Path, sheets: Mapping[str, Rows]) -> Path:
    """Write a workbook as LibreOffice writes it."""
    tables = "".join(
        f'<table:table table:name="{escape(name)}">{"".join(map(_ods_row, rows))}</table:table>'
        for name, rows in sheets.items()
    )
    return write_ods_content(path, ODS.format(tables))


def write_ods_content(path: Path, content: str) -> Path:
    """Write a workbook that has this content."""
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/></manifest:manifest>'
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", kind, zipfile.ZIP_STORED)
        packed.writestr("content.xml", content)
        packed.writestr("META-INF/manifest.xml", manifest)
    return path


def _ods_row(cells: Sequence[object]) -> str:
    return f"<table:table-row>{''.join(map(_ods_cell, cells))}</table:table-row>"


def _ods_cell(cell: object) -> str:
    if cell is None:
        return "<table:table-cell/>"
    shown = f"<text:p>{escape(str(cell))}</text:p>"
    if isinstance(cell, Formula):
        kind = 'table:formula="of:=NA()" office:value-type="string" office:string-value="" calcext:value-type="error"'
    elif isinstance(cell, bool):
        kind = f'office:value-type="boolean" office:boolean-value="{str(cell).lower()}"'
    elif isinstance(cell, (int, float)):
        kind = f'office:value-type="float" office:value="{cell}"'
    elif isinstance(cell, datetime.date):
        kind = f'office:value-type="date" office:date-value="{cell}"'
    else:
        kind = 'office:value-type="string"'
    return f"<table:table-cell {kind}>{shown}</table:table-cell>"
