"""``sglite human``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..delimited import CsvStyle, write_table
from ..errors import counted
from ..reports.terminal import data_stream
from ._messages import give_json, warn
from ._options import Command, format_option, option, out_option, overwrite_option, quiet_option
from ._stimuli import sheet_option
from ._writing import csv_options, split_csv_options

if TYPE_CHECKING:
    from ..judgments import BesidePeople, CellBesidePeople
    from ..ports.studies.human import HumanTable


@click.command("human", cls=Command)
@click.argument("results", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RESULTS...")
@option("--suite", required=True, metavar="SUITE", help="The suite that people saw: a file, or a shipped one.")
@option(
    "--run",
    "run_folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="What 'sglite eval --out' wrote for this suite: surprisals to stand beside people.",
)
@option(
    "--measure",
    metavar="NAME",
    help="What people did: reading_time, or the name of a question or column. [default: the one there is]",
)
@sheet_option
@option("--answer", metavar="TEXT", help="Of answers that are no numbers, the one whose share is given.")
@out_option("Write the table there, as CSV.")
@overwrite_option()
@csv_options
@format_option
@quiet_option
def command(
    results: tuple[Path, ...],
    suite: str,
    run_folder: Path | None,
    measure: str | None,
    sheet: str | None,
    answer: str | None,
    out: Path | None,
    overwrite: bool,
    format_: str,
    quiet: bool,
    **options: Any,
) -> int:
    """Make a table of what people did on a suite, and hold a model's surprisals against it.

    RESULTS are results files of PCIbex or Ibex, data of jsPsych (CSV or JSON), or tables with columns for item and
    condition; several are read as one study. The table has a row for each item, condition and region: mean over people,
    standard deviation and number. Nothing is left out for being slow, and nothing is transformed.

    \b
    Examples:
      sglite human results.csv --suite my_suite.json -o human.csv
      sglite human results.csv --suite my_suite.json --run results/ -o beside.csv
      sglite human ratings.csv --suite my_suite.json --measure rating
    """
    from ..files import refuse_replacing, write_whole
    from ..judgments import beside_people
    from ..ports.collect import find_suites, one_suite
    from ..ports.studies.human import human_table
    from ..ports.studies.trials import read_trials
    from ..results import RunResult

    style = split_csv_options(options, is_csv=out is not None or format_ == "csv")
    if out is not None:
        refuse_replacing(out, overwrite=overwrite)
    run = None if run_folder is None else RunResult.load(run_folder)
    loaded = one_suite(find_suites([suite]), source=suite)
    table = human_table(read_trials(results, sheet=sheet), loaded, measure=measure, answer=answer)
    cells, correlations = ([], []) if run is None else beside_people(table, run)
    if not quiet:
        for note in table.notes:
            warn(note)
    text = style.start + _csv(table, cells, style)
    if out is not None:
        write_whole(out, text)
    if format_ == "csv":
        data_stream(sys.stdout).write(text)
    elif format_ == "json":
        give_json(_document(table, cells, correlations))
    else:
        _show(table, correlations, out)
    return 0


_MODEL_COLUMNS = ("model", "surprisal_bits")


def _csv(table: HumanTable, cells: Sequence[CellBesidePeople], style: CsvStyle) -> str:
    own = list(table.rows())
    if not cells:
        columns: Sequence[str] = table.columns
        rows = own
    else:
        columns = (*table.columns, *_MODEL_COLUMNS)
        rows = [
            [*row, one.model, "" if one.surprisal_bits is None else one.surprisal_bits]
            for row, one in zip(own * (len(cells) // len(own)), cells, strict=True)
        ]
    return write_table(columns, rows, separator=style.separator, decimal_comma=style.decimal_comma)


def _document(
    table: HumanTable, cells: Sequence[CellBesidePeople], correlations: Sequence[BesidePeople]
) -> dict[str, Any]:
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows()]
    named = [
        {key: None if value == "" and key in ("region_number", "sd") else value for key, value in row.items()}
        for row in rows
    ]
    document: dict[str, Any] = {
        "schema_version": 1,
        "suite": table.suite,
        "measure": table.measure,
        "unit": table.unit,
        "n_people": table.n_people,
        "cells": named,
        "notes": list(table.notes),
    }
    if correlations:
        document["surprisals"] = [
            {
                "model": one.model,
                "item_number": one.human.item_number,
                "condition_name": one.human.condition_name,
                "region_number": one.human.region_number,
                "surprisal_bits": one.surprisal_bits,
            }
            for one in cells
        ]
        document["correlations"] = [
            {
                "model": one.model,
                "region_number": one.region_number,
                "n": one.n,
                "pearson": one.pearson,
                "spearman": one.spearman,
            }
            for one in correlations
        ]
    return document


def _show(table: HumanTable, correlations: Sequence[BesidePeople], out: Path | None) -> None:
    """Show means by region and condition, and how surprisals go with them."""
    from rich.text import Text

    from ..reports.human import correlation_table, means_table
    from ..reports.tables import console_for, fitted

    console = console_for(sys.stdout)
    console.print(fitted(means_table(table), console))
    if correlations:
        console.print(fitted(correlation_table(table, correlations), console))
    people = counted(table.n_people, "person", "people")
    console.print(Text(f"{people}; means over items of means over people ({table.measure}, {table.unit})."))
    if out is not None:
        click.echo(f"{out}: {counted(len(table.cells), 'row')}", err=True)
