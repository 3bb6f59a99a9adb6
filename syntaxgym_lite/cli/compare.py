"""``sglite compare``."""

from __future__ import annotations

import csv
import shlex
import sys
from pathlib import Path
from typing import Any

import click

from ._messages import give, give_json, warn
from ._options import OUTPUT, Command, option, quiet_option
from ._results import counting_options, joined_results, results_argument, selection_options

_KINDS = ("suites", "groups", "items", "effects", "correlations")


@click.command("compare", cls=Command)
@results_argument
@option("--baseline", metavar="MODEL", help="The model that others are held against. [default: the first one]")
@option("--all-pairs", is_flag=True, help="Compare each two models, not only each with the baseline.")
@option(
    "--interval",
    type=click.Choice(["score", "bootstrap"]),
    default="score",
    help="Of a difference on one suite: Tango's score interval, or the paired bootstrap's.",
)
@option("--seed", type=click.IntRange(min=0), default=0, metavar="N", help="Of bootstraps and permutations.")
@option(
    "--perplexity",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Perplexity of each model, as 'sglite perplexity --format csv' prints it: columns model, perplexity.",
)
@option(
    "--models-table",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A row a model, with the columns model, class, words (of training), and seed if there are several: fits "
    "score ~ log(words) + class + (1 | suite) + (1 | instance).",
)
@counting_options
@selection_options
@option("--items", group=OUTPUT, is_flag=True, help="List the items that only one of two models passes.")
@option(
    "--table",
    type=click.Choice(_KINDS),
    group=OUTPUT,
    help="Which table --format csv writes. [default: suites; items with --items]",
)
@option(
    "--format",
    "format_",
    group=OUTPUT,
    type=click.Choice(["table", "json", "csv", "markdown"]),
    default="table",
    help="What is written to standard output: for people, for programs, or for a document.",
)
@quiet_option
def command(
    results: tuple[str, ...],
    items: bool,
    table: str | None,
    format_: str,
    quiet: bool,
    **options: Any,
) -> int:
    """Say whether one model is better than another one, on the same items.

    RESULTS are folders that 'sglite eval --out' wrote, or their run.json: one run of several models, or several runs;
    NAME=RESULTS gives a name to a run. Each model is held against the first one.

    \b
    Examples:
      sglite compare results/
      sglite compare results/ --baseline ngram --items
      sglite compare small=results-small/ large=results-large/
      sglite compare results/ --perplexity perplexity.csv
      sglite compare results/ --models-table models.csv --format json

    Items are paired: of each suite the difference of scores, its interval, and McNemar's exact test, corrected by
    Holm's method; the same by circuit and over all suites.
    """
    from ..stats.comparison import compare

    if table is not None and format_ != "csv":
        raise click.UsageError("--table is for --format csv; the other formats have all of them.")
    run = joined_results(results)
    given = {name: value for name, value in options.items() if value is not None}
    comparison = compare(run, **given)
    if not quiet:
        for pair in comparison.pairs if format_ != "table" else ():
            for caution in pair.cautions:
                warn(f"{pair.model} against {pair.baseline}: {caution}")
        for note in comparison.notes if format_ != "table" else ():
            warn(note)
    if format_ == "json":
        give_json(comparison.as_document())
    elif format_ == "csv":
        rows = list(comparison.rows(table or ("items" if items else "suites")))
        writer = csv.DictWriter(_Given(), list(rows[0]) if rows else [], lineterminator="\n")
        if rows:
            writer.writeheader()
            writer.writerows(rows)
    elif format_ == "markdown":
        from ..reports.comparison import markdown_tables

        give("".join(f"{line}\n" for line in markdown_tables(comparison)))
    else:
        from ..reports.comparison import print_comparison

        print_comparison(comparison, sys.stdout, run=run, items=items)
        again = f"sglite compare {shlex.join(results)}"
        if not items:
            click.echo(f"Which items: {again} --items")
        if any(len(pair.suites) > 1 for pair in comparison.pairs):
            click.echo(
                f"Effects in bits, of one suite: {again} --suite {shlex.quote(comparison.pairs[0].suites[0].suite)}"
            )
    return 0


class _Given:
    """Takes lines from a CSV writer to standard output, as they are."""

    def write(self, text: str) -> None:
        give(text)
