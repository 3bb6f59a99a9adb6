"""``sglite new``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..authoring.starter import DESIGNS, SHEETS
from ._options import Command, option, out_option, overwrite_option


@click.command("new", cls=Command)
@click.argument("name")
@option(
    "--design",
    type=click.Choice(DESIGNS),
    help="Two conditions, or two factors with two levels each. [default: pair]",
)
@option(
    "--factors",
    metavar="A=X/Y,B=X/Y",
    help="Names and levels of the factors of a 2x2 design, such as head=pl/sg,attractor=pl/sg; of each factor first "
    "the level that you expect to be more surprising.",
)
@option(
    "--table",
    type=click.Choice(SHEETS),
    help="Write a sheet of sentences to fill in, which 'sglite import' reads, instead of a template and its words.",
)
@out_option("Where to write the files. [default: a folder called NAME]", folder=True, old=["--folder"])
@overwrite_option(old=["--force"])
def command(name: str, out: Path | None, overwrite: bool, **options: Any) -> int:
    """Start a suite: write a small commented template, a table of items and a README; or a sheet to fill in.

    \b
    Examples:
      sglite new my_suite
      sglite new my_suite --design 2x2 --factors head=pl/sg,attractor=pl/sg
      sglite new my_suite --table xlsx
      sglite new my_suite --out suites/drafts
    """
    from ..authoring.starter import write_starter

    for path in write_starter(name, out or Path(name), overwrite=overwrite, **options):
        click.echo(str(path))
    return 0
