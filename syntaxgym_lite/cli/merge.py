"""``sglite merge``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ._messages import show_failures
from ._options import Command, out_option, overwrite_option, quiet_option
from ._results import load_results, results_argument, selection_options, split_selection_options
from ._writing import csv_options, split_csv_options


@click.command("merge", cls=Command)
@results_argument
@selection_options
@out_option("Write the joined results there, as eval does.", folder=True, required=True)
@overwrite_option()
@csv_options
@quiet_option
def command(results: tuple[str, ...], out: Path, overwrite: bool, quiet: bool, **options: Any) -> int:
    """Join the results of several runs.

    RESULTS are folders that 'sglite eval --out' wrote, or their run.json; a name for the model may stand before:
    small=results/. What does not belong together is refused, with what differs: another version of a suite; another
    join, context or word boundary; the same model with another precision. Of one model with two settings, each gets a
    name that tells them apart: gpt2 (no BOS).

    \b
    Examples:
      sglite merge monday/ tuesday/ --out all/
      sglite merge fp32=results/ bf16=results-bf16/ --out both/
      sglite merge all/ --circuit agreement --out agreement/

    Commands that take RESULTS join several of them by themselves.
    """
    from ..errors import counted
    from ..reports.files import RunWriter
    from ..results import TableExtras
    from ..stats import summarize

    style = split_csv_options(options)
    with RunWriter(out, overwrite=overwrite, style=style) as writer:
        run = load_results(results, whole=True, **split_selection_options(options))
        writer.expect(TableExtras.of(suite for _, suite in run.named_suites()))
        for model, suite in run.named_suites():
            writer.add(model, suite)
        writer.finish(run, summarize(run))
    if not quiet:
        show_failures(failure.message for failure in run.failures)
        n_suites = len({suite.suite for _, suite in run.named_suites()})
        models = counted(len(run.models), "model")
        click.echo(f"{out}: {models}, {counted(n_suites, 'suite')}.", err=True)
    return 0
