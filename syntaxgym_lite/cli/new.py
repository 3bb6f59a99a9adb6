"""``sglite new``."""

from __future__ import annotations

from pathlib import Path

import click

from ._options import Command, out_option, overwrite_option


@click.command("new", cls=Command)
@click.argument("name")
@out_option("Where to write the files. [default: a folder called NAME]", folder=True, old=["--folder"])
@overwrite_option(old=["--force"])
def command(name: str, out: Path | None, overwrite: bool) -> int:
    """Start a suite: write a small commented template, a table of items and a README.

    \b
    Examples:
      sglite new my_suite
      sglite new my_suite --out suites/drafts
    """
    from ..authoring.starter import write_starter

    for path in write_starter(name, out or Path(name), overwrite=overwrite):
        click.echo(str(path))
    return 0
