"""``sglite report``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ._options import OUTPUT, Command, option, out_option, overwrite_option
from ._results import (
    counting_options,
    load_results,
    results_argument,
    selection_options,
    split_counting_options,
    split_selection_options,
)


@click.command("report", cls=Command)
@results_argument
@selection_options
@counting_options
@option("--title", metavar="TEXT", help="What stands above the report. [default: how many suites, which models]")
@out_option("Write the page there. [default: report.html beside the first results]", folder=None, metavar="FILE")
@overwrite_option()
@option("--open", "open_", group=OUTPUT, is_flag=True, help="Show it in the browser.")
def command(
    results: tuple[str, ...],
    title: str | None,
    out: Path | None,
    overwrite: bool,
    open_: bool,
    **options: Any,
) -> None:
    """Make a page of results: scores, plots, every item with its sentences.

    RESULTS is what 'sglite eval --out' wrote: a folder, or the run.json in it. Several are joined. The page is one file
    that opens in any browser and asks for nothing from elsewhere: mail it, or put it beside a paper. An earlier report
    in its place is made anew.

    \b
    Examples:
      sglite report results/ --open
      sglite report results/ -o npz.html --suite npz --title "A first look"
      sglite report small/ large/ -o both.html
    """
    from ..reports.html import REPORT_FILE, save_report

    run = load_results(results, **split_selection_options(options))
    if out is None:
        first = Path(results[0]).expanduser()
        out = (first if first.is_dir() else first.parent) / REPORT_FILE
    path = save_report(run, out, overwrite=overwrite, title=title or "", **split_counting_options(options))
    click.echo(f"Wrote {path} ({path.stat().st_size / 1e6:.1f} MB); open it in a browser.", err=True)
    if open_:
        import webbrowser

        if not webbrowser.open(path.resolve().as_uri()):
            click.echo(f"No browser could be started; open {path} yourself.", err=True)
