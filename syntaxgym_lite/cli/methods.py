"""``sglite methods``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ._messages import give
from ._options import OUTPUT, Command, option, out_option, overwrite_option
from ._results import (
    counting_options,
    load_results,
    results_argument,
    selection_options,
    split_counting_options,
    split_selection_options,
)


@click.command("methods", cls=Command)
@results_argument
@counting_options
@selection_options
@option(
    "--format",
    "format_",
    group=OUTPUT,
    type=click.Choice(["text", "markdown", "latex", "json"]),
    default="text",
    help="For people, or for programs: all that is known of where the numbers are from.",
)
@out_option("Write it there.")
@overwrite_option()
def command(results: tuple[str, ...], format_: str, out: Path | None, overwrite: bool, **options: Any) -> int:
    """Write what a paper states of a run, as a paragraph for its methods section, with references.

    It names models with their revision, precision and fingerprint, suites, how sentences were made and scored, what
    counts as a success, and which statistics are given.

    \b
    Examples:
      sglite methods results/
      sglite methods results/ --format latex --out methods.tex
      sglite methods gpt2/ pythia/ --format json

    Read it, and say what results cannot know: on which texts the models were trained.
    """
    from ..files import refuse_replacing, write_whole
    from ..reports.methods_section import methods_section
    from ..stats import summarize

    if out is not None:
        refuse_replacing(out, overwrite=overwrite)
    run = load_results(results, **split_selection_options(options))
    summary = summarize(run, **split_counting_options(options))
    text = methods_section(run, summary, format_)
    if out is None:
        give(text)
    else:
        write_whole(out, text)
    return 0
