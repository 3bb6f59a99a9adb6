"""``sglite rerun``."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path

import click

from ._messages import give_json, show_failures, show_warnings
from ._options import (
    MODELS,
    Command,
    executor_option,
    format_option,
    opener,
    option,
    out_option,
    overwrite_option,
    progress_bar,
    quiet_option,
)
from .suites import show_rows

_TOLERANCE = "0.001"  # differences.TOLERANCE_BITS, which --help need not import; a test holds the two together


@click.command("rerun", cls=Command)
@click.argument("run_file", metavar="RUN")
@click.argument("suites", nargs=-1, metavar="[SUITE]...")
@option(
    "--tolerance",
    type=click.FloatRange(min=0),
    metavar="BITS",
    default=_TOLERANCE,
    help="How far the surprisal of a token may be off.",
)
@option("--device", group=MODELS, metavar="DEVICE", help="Where a neural model runs now, if not where it ran then.")
@option(
    "--trust-remote-code",
    group=MODELS,
    is_flag=True,
    help="Let models run code that they bring, if they did so then. Only for models you trust.",
)
@executor_option
@out_option("Write the new run there, as eval does.", folder=True)
@overwrite_option()
@format_option
@quiet_option
def command(
    run_file: str,
    suites: tuple[str, ...],
    out: Path | None,
    overwrite: bool,
    format_: str,
    tolerance: float,
    device: str | None,
    trust_remote_code: bool,
    executor: str,
    quiet: bool,
) -> int:
    """Repeat a run, and say what differs.

    RUN is what 'sglite eval --out' wrote: run.json, or its folder. Every sentence is scored anew, with the settings of
    the run; a model of the hub at the commit that was scored then. Give SUITE where suites have moved.

    \b
    Examples:
      sglite rerun results/
      sglite rerun their/run.json suites/*.json --device cpu

    Exit codes: 0 the same, 1 something differs, 2 bad input, 3 a model is missing or failed.
    """
    from ..differences import differences
    from ..reports.differences import as_document, print_differences
    from ..reports.files import RunWriter
    from ..rerun import rerun
    from ..results import RunResult, TableExtras
    from ..stats import summarize

    before = RunResult.load(run_file)
    with ExitStack() as stack:
        keeper = None if out is None else stack.enter_context(RunWriter(out, overwrite=overwrite))
        opening = stack.enter_context(opener(None, True, executor=executor, quiet=quiet))
        with progress_bar(quiet=quiet) as progress:
            after = rerun(
                before,
                suites or None,
                trust_remote_code=trust_remote_code,
                options={} if device is None else {"device": device},
                opener=opening,
                progress=progress,
            )
        if keeper is not None:
            keeper.expect(TableExtras.of(suite for _, suite in after.named_suites()))
            for model in after.models:
                for suite in model.suites:
                    keeper.add(model.model, suite)
            keeper.finish(after, summarize(after))
    if not quiet:
        show_warnings(summarize(after))
    show_failures(failure.message for failure in after.failures)
    found = differences(before, after)
    if format_ == "json":
        give_json(as_document(found, tolerance))
    elif format_ == "csv":
        rows = as_document(found, tolerance)["suites"]
        for row in rows:
            row["differences"] = "; ".join(row["differences"])
            row["outcomes"] = len(row["outcomes"])
        show_rows(rows, "csv", "suites")
    else:
        print_differences(before, found, tolerance, sys.stdout)
    if after.failures:
        return 3
    return int(not found.same(tolerance))
