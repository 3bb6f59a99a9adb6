"""``sglite import``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..errors import InputError, counted
from ._messages import give, warn
from ._options import Command, option, out_option, overwrite_option


@click.command("import", cls=Command)
@click.argument("source", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@option("--yes", "-y", is_flag=True, help="Take what was understood without a question.")
@out_option("Where to write the suite. [default: standard output]", metavar="SUITE.json")
@overwrite_option()
def command(source: Path, out: Path | None, overwrite: bool, yes: bool) -> int:
    """Make a suite of stimuli as you have them, and show first what was understood.

    \b
    Examples:
      sglite import stimuli.xlsx -o stimuli.json
    """
    from ..files import refuse_replacing
    from ..ports.formats import propose
    from ..suite.json import dumps_suite, save_suite

    if out is not None:
        if out.resolve() == source.resolve():
            raise InputError(f"{out}: is what the suite is made of; write it elsewhere.")
        refuse_replacing(out, overwrite=overwrite)
    proposal, _ = propose(source)
    for note in proposal.notes:
        warn(note)
    for part in proposal.understood:
        click.echo(f"{part.part}: {part.role} ({part.why}) {part.example}", err=True)
    if proposal.doubts and not yes:
        if not sys.stdin.isatty():
            proposal.sure()
        click.confirm("Is this right?", abort=True, err=True)
    [suite, *others] = proposal.suites
    if others:
        raise InputError(f"{source}: holds {len(others) + 1} suites; one file takes one.")
    if out is None:
        give(dumps_suite(suite))
        return 0
    save_suite(suite, out)
    size = f"{counted(len(suite.items), 'item')} x {counted(len(suite.condition_names), 'condition')}"
    click.echo(f"{out}: {size}", err=True)
    return 0
