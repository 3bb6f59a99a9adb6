"""``sglite methods``."""

from __future__ import annotations

import textwrap
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
    import json

    from ..files import refuse_replacing, write_whole
    from ..reports.markup import latex_text, markdown_text
    from ..reports.methods import methods_paragraph, provenance
    from ..stats import summarize

    if out is not None:
        refuse_replacing(out, overwrite=overwrite)
    run = load_results(results, **split_selection_options(options))
    summary = summarize(run, **split_counting_options(options))
    facts = provenance(run, summary)
    if format_ == "json":
        text = json.dumps({"schema_version": 1, **facts}, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    else:
        escaped = {"latex": latex_text, "markdown": markdown_text}.get(format_, str)
        listed = {"latex": "\\item {}", "markdown": "- {}"}.get(format_, "  {}")
        paragraph = "\n".join(_wrapped(escaped(methods_paragraph(run, summary))))
        papers = [listed.format(escaped(paper)) for paper in facts["references"]]
        if format_ == "latex" and papers:
            papers = ["\\begin{itemize}", *papers, "\\end{itemize}"]
        text = "\n".join([paragraph, *(["", "References", "", *papers] if papers else [])]) + "\n"
    if out is None:
        give(text)
    else:
        write_whole(out, text)
    return 0


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 88, break_long_words=False, break_on_hyphens=False)
