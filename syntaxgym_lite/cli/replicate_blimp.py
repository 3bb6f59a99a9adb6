"""``sglite replicate blimp``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ._messages import give, give_json
from ._options import OUTPUT, Command, format_option, option, out_option, overwrite_option, quiet_option, warn
from ._results import load_results, results_argument, selection_options, split_selection_options


@click.command("blimp", cls=Command)
@results_argument
@option(
    "--method",
    type=click.Choice(["full", "one-prefix", "two-prefix"]),
    default="full",
    help="Of the ways in which the pairs were compared, which.",
)
@option(
    "--ties",
    metavar="RULE",
    default="wrong",
    help="What a pair counts whose sides are equal: wrong; half; or random:SEED, drawn by lot.",
)
@selection_options
@out_option("Draw the correlations of models there: a file that ends in .svg, .pdf or .png.")
@overwrite_option()
@option("--style", metavar="FILE", group=OUTPUT, help="A style of matplotlib, whose settings go over ours.")
@format_option
@quiet_option
def command(
    results: tuple[str, ...],
    method: str,
    ties: str,
    out: Path | None,
    overwrite: bool,
    style: str | None,
    format_: str,
    quiet: bool,
    **options: Any,
) -> int:
    """Make the table by phenomenon of the paper on BLiMP, and the correlations of models.

    RESULTS are what 'sglite eval --out' wrote of BLiMP, or of pairs in its form, on one model or several. Accuracies
    are means over paradigms, as in Table 3 of Warstadt et al. (2020); correlations are Pearson's, over paradigms.

    \b
    Examples:
      sglite replicate blimp results/
      sglite replicate blimp small/ large/ --format csv
      sglite replicate blimp results/ --out correlations.pdf
    """
    from ..reports.phenomena import correlation_records, phenomenon_records, print_phenomena
    from ..reports.records import record_lines
    from ..stats.phenomena import paradigms_of, phenomenon_table

    run = load_results(results, **split_selection_options(options))
    table = phenomenon_table(run, method=method, ties=ties)
    if not quiet:
        for note in table.notes:
            warn(note)
    if out is not None:
        from ..figures import draw
        from ..figures.saving import save
        from ..files import refuse_replacing

        refuse_replacing(out, overwrite=overwrite)
        names = [suite.suite for suite in paradigms_of(run.models[0].suites, method)]
        save(draw("models", run.select(suites=names), heat=True, ties=ties, style=style), out)
        if not quiet:
            click.echo(f"Written: {out}", err=True)
    if format_ == "json":
        records = list(phenomenon_records(table))
        give_json({"schema_version": 1, "accuracy": records, "correlations": list(correlation_records(table))})
    elif format_ == "csv":
        give("".join(record_lines(phenomenon_records(table))))
    else:
        print_phenomena(table, sys.stdout)
    return 0
