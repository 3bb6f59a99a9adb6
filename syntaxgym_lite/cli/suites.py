"""``sglite suites``."""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence

import click

from ..reports.terminal import data_stream
from ..resources import shipped_suites
from ._messages import give_json
from ._options import Command, format_option


@click.command("suites", cls=Command)
@format_option
def command(format_: str) -> int:
    """List the suites that come with the package.

    \b
    Examples:
      sglite suites
      sglite suites --format json
    """
    from ..suite.json import load_suite

    rows = []
    for name, path in shipped_suites().items():
        suite = load_suite(path)
        rows.append(
            {
                "suite": name,
                "circuit": suite.circuit or "",
                "n_items": len(suite.items),
                "conditions": len(suite.condition_names),
                "language": str(suite.meta.get("language", "")),
                "phenomenon": str(suite.meta.get("phenomenon", "")),
                "path": str(path),
                "reference": suite.reference,
            }
        )
    show_rows(rows, format_, "suites", hide=("path", "reference"))
    if format_ == "table":
        click.echo("'sglite show NAME' says which papers a suite is from.")
    return 0


def show_rows(
    rows: list[dict[str, object]],
    format_: str,
    name: str,
    *,
    hide: Sequence[str] = (),
    columns: Sequence[str] = (),
) -> None:
    """Write a list of records as a table, JSON or CSV to standard output.

    `hide` is left out of the table; `columns` are the columns if there is no record.
    """
    if format_ == "json":
        give_json({"schema_version": 1, name: rows})
        return
    columns = list(rows[0]) if rows else columns
    if format_ == "csv":
        writer = csv.DictWriter(data_stream(sys.stdout), columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from ..reports.tables import Name, console_for, fitted

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    shown = [column for column in columns if column not in hide]
    for column in shown:
        table.add_column(
            column.replace("_", " "),
            justify="right" if isinstance(rows[0][column], int) else "left",
            overflow="fold",  # nothing is cut off
        )
    for row in rows:
        cells = (str(row[column]) for column in shown)
        table.add_row(*(Text(cell) if " " in cell else Name(cell) for cell in cells))
    console = console_for(sys.stdout)
    console.print(fitted(table, console))
