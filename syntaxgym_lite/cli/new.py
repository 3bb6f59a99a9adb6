"""``sglite new``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("new")
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where to write the files. [default: a folder called NAME]",
)
@click.option("--force", is_flag=True, help="Overwrite files that are there.")
def command(name: str, folder: Path | None, force: bool) -> int:
    """Start a suite: write a small commented template, a table of items and a README.

    \b
    Examples:
      sglite new my_suite
      sglite new my_suite --folder suites/drafts
    """
    from ..authoring.starter import write_starter

    for path in write_starter(name, folder or Path(name), force=force):
        click.echo(str(path))
    return 0
