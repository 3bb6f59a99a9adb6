"""``sglite table``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ..errors import InputError
from ._messages import give
from ._options import OUTPUT, Command, option, out_option, overwrite_option
from ._results import (
    counting_options,
    load_results,
    named_phenomena,
    phenomena_option,
    results_argument,
    selection_options,
    split_counting_options,
    split_selection_options,
)

_BY_SUFFIX = {
    ".txt": "text", ".md": "markdown", ".tex": "latex", ".html": "html", ".htm": "html", ".csv": "csv", ".json": "json",
}  # fmt: skip
_FORMATS = ("text", "markdown", "latex", "html", "csv", "json")  # TABLE_FORMATS, which --help need not import


@click.command("table", cls=Command)
@results_argument
@option(
    "--by",
    default="suite",
    metavar="WHAT",
    help="What has a row: suite, circuit, prediction, item, model, factor:NAME (of the items), or a kind of group of "
    "the suites, as phenomenon in BLiMP.",
)
@option("--models-as", type=click.Choice(["rows", "columns"]), help="[default: the more numerous go down]")
@option(
    "--sort",
    type=click.Choice(["given", "name", "score", "n"]),
    default="given",
    help="Rows as in the results, by name, by the mean score of all models, or by how many items there are.",
)
@option("--no-intervals", is_flag=True, help="Leave out the 95 % intervals.")
@option("--percent", is_flag=True, help="Scores in per cent.")
@option("--digits", type=click.IntRange(0, 15), metavar="N", help="Behind the point. [default: 3; in per cent 1]")
@option("--caption", metavar="TEXT", help="Above the table, instead of its own; '' for none.")
@option("--label", metavar="TEXT", help="By which LaTeX refers to it, and HTML. [default: tab:WHAT]")
@counting_options
@phenomena_option
@selection_options
@option(
    "--format",
    "format_",
    group=OUTPUT,
    type=click.Choice(_FORMATS),
    help="LaTeX has the rules of booktabs; CSV has a row for each model and row, in full precision. [default: by the "
    "ending of --out, else text]",
)
@out_option("Write it there.")
@overwrite_option()
def command(
    results: tuple[str, ...],
    by: str,
    models_as: str | None,
    sort: str,
    phenomena: Path | None,
    no_intervals: bool,
    percent: bool,
    digits: int | None,
    caption: str | None,
    label: str | None,
    format_: str | None,
    out: Path | None,
    overwrite: bool,
    **options: Any,
) -> int:
    """Make a table of scores for a paper.

    RESULTS are folders that 'sglite eval --out' wrote, or their run.json; several are joined, see 'sglite merge'.

    \b
    Examples:
      sglite table results/
      sglite table results/ --by circuit --format latex --out scores.tex
      sglite table blimp/ --by phenomenon --percent --no-intervals --out blimp.md
      sglite table gpt2/ pythia/ --by prediction --suite npz --format csv

    What numbers and signs mean stands below the table.
    """
    from ..files import refuse_replacing, write_whole
    from ..reports.score_tables import score_table

    form = format_ or ("text" if out is None else _BY_SUFFIX.get(out.suffix.lower()))
    if form is None:
        raise InputError(f"{out}: no format has this ending; say which one with `format`: {', '.join(_FORMATS)}.")
    if out is not None:
        refuse_replacing(out, overwrite=overwrite)
    run = load_results(results, **split_selection_options(options))
    table = score_table(run, by, sort=sort, phenomena=named_phenomena(phenomena), **split_counting_options(options))  # type: ignore[arg-type]  # a choice
    layout: dict[str, Any] = {
        "models_as": models_as,
        "intervals": not no_intervals,
        "digits": digits,
        "percent": percent,
        "caption": caption,
        "label": label,
    }
    if out is not None:
        write_whole(out, table.write(form, **layout))
    elif form == "text":
        _show(table.grid(**layout))
    else:
        give(table.write(form, **layout))
    return 0


def _show(grid: Any) -> None:
    """Show a table as wide as the terminal."""
    from rich.text import Text

    from ..reports.tables import Name, console_for, fitted, table_of

    console = console_for(sys.stdout)
    table = table_of(grid.headings[: grid.n_names], grid.headings[grid.n_names :])
    for place, row in enumerate(grid.rows):
        if place in grid.rules:
            table.add_section()
        table.add_row(*(Name(str(cell)) if at < grid.n_names else Text(str(cell)) for at, cell in enumerate(row)))
    if grid.caption:
        console.print(Text(grid.caption, style="bold"))
    console.print(fitted(table, console))
    for note in grid.notes:
        console.print(Text(note, style="dim"))
