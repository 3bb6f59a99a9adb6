"""``sglite build``."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import InputError, counted
from ._messages import give, warn
from ._options import Command, out_option, overwrite_option
from ._stimuli import sheet_option


@click.command("build", cls=Command)
@click.argument("template", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("items", type=click.Path(dir_okay=False, path_type=Path))
@sheet_option
@out_option("Where to write the suite. [default: standard output]", metavar="SUITE.json")
@overwrite_option()
def command(template: Path, items: Path, sheet: str | None, out: Path | None, overwrite: bool) -> int:
    """Build a suite from a template and a table of items.

    TEMPLATE is a TOML file with regions, conditions, {slots} and predictions; ITEMS a table (CSV, TSV, XLSX, ODS) with
    a row for each item and a column for each slot, as a spreadsheet program saves it. 'sglite new' writes a pair to
    start from.

    \b
    Examples:
      sglite build number.toml number.csv --out number.json
      sglite build number.toml number.csv > number.json
    """
    from ..authoring.build import build_files
    from ..files import refuse_replacing
    from ..suite.json import dumps_suite, save_suite

    if out is not None:
        if out.resolve() in (template.resolve(), items.resolve()):
            raise InputError(f"{out}: is what the suite is built from; write it elsewhere.")
        refuse_replacing(out, overwrite=overwrite)
    build = build_files(template, items, sheet=sheet)
    for message in build.warnings:
        warn(message)
    if out is None:
        give(dumps_suite(build.suite))
        return 0
    save_suite(build.suite, out)
    suite = build.suite
    size = f"{counted(len(suite.items), 'item')} x {counted(len(suite.condition_names), 'condition')}"
    click.echo(f"{out}: {size}", err=True)
    return 0
