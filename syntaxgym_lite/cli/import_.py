"""``sglite import``."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError, counted
from ._messages import as_typed, give
from ._options import Command, option, out_option, overwrite_option
from ._questions import ask_predictions
from ._stimuli import say_predictions, split_reading_options, suite_option, table_options

if TYPE_CHECKING:
    from ..ports.proposal import Proposal
    from ..suite import Suite

_STDIN = "standard input"


@click.command("import", cls=Command)
@click.argument("source", type=click.Path(path_type=Path, allow_dash=True), metavar="FILE|-")
@option("--yes", "-y", is_flag=True, help="Take what was understood without a question.")
@suite_option
@option("--dry-run", is_flag=True, help="Show what was understood, and write nothing.")
@out_option("Where to write; several suites to a folder. [default: standard output]", folder=None)
@overwrite_option()
@table_options
def command(
    source: Path, out: Path | None, overwrite: bool, yes: bool, suite: str | None, dry_run: bool, **options: Any
) -> int:
    """Make a suite of stimuli as you have them, and show first what was understood.

    FILE is a table of stimuli (CSV, TSV, XLSX, ODS) with a row for each sentence, each item or each region, a text of
    numbered examples as in the appendix of a paper, or any other file that 'sglite eval' reads; '-' is what is pasted
    or piped in. Where the file does not say what a part of it is, that is proposed, and you are asked; an option says
    it. In a terminal you are also asked what you predict, if nothing is predicted yet; --predict says it.

    \b
    Examples:
      sglite import stimuli.xlsx -o stimuli.json
      sglite import stimuli.csv --regions subject,verb,end -o stimuli.json
      sglite import stimuli.csv --predict "plural > singular at verb" -o my.json
      sglite import appendix.txt --slashes parallel -o agreement.json
      sglite import items.ods --sheet 2 --factors head,attractor -o agreement.json
    """
    from ..files import refuse_replacing
    from ..ports.collect import one_suite
    from ..reports.proposals import print_proposal

    if out is not None and not dry_run:
        if out.resolve() == source.resolve():
            raise InputError(f"{out}: is what the suite is made of; write it elsewhere.")
        if not out.is_dir():
            refuse_replacing(out, overwrite=overwrite)
    form, reading = split_reading_options(options)
    proposal = _proposal(source, form, reading)
    if not proposal.suites:
        raise InputError(f"{proposal.source}: holds nothing for these options.")
    if suite is not None:
        proposal = replace(proposal, suites=(one_suite(proposal.suites, suite, source=proposal.source),))
    print_proposal(proposal, sys.stderr)
    for note in proposal.notes:
        click.echo(f"Note: {as_typed(note)}", err=True)
    for doubt in proposal.doubts:
        click.echo(f"Not sure: {as_typed(doubt)}", err=True)
    say_predictions(proposal.suites, reading.get("predict", ()))
    if dry_run:
        return 0
    can_ask = not yes and str(source) != "-" and sys.stdin is not None and sys.stdin.isatty()
    if proposal.doubts and not yes:
        _ask(proposal, can_ask=can_ask)
    if can_ask and len(proposal.suites) == 1 and not proposal.suites[0].predictions:
        proposal = replace(proposal, suites=(ask_predictions(proposal.suites[0]),))
    if len(proposal.suites) > 1 or (out is not None and out.is_dir()):
        _save_all(proposal, out, overwrite=overwrite)
    elif out is None:
        from ..suite.json import dumps_suite

        give(dumps_suite(proposal.suites[0]))
    else:
        _save(proposal.suites[0], out)
    return 0


def _proposal(source: Path, form: str, options: dict[str, Any]) -> Proposal:
    from ..ports.collect import propose_bytes, propose_file

    if str(source) != "-":
        if source.is_dir():
            raise InputError(f"{source}: is a folder; name a file in it.")
        if not source.exists():
            raise InputError(f"{source}: no such file.")
        return propose_file(source, form=form, options=options)
    if sys.stdin is None:
        raise InputError("Standard input is closed; name a file.")
    if sys.stdin.isatty():
        click.echo("Paste the cells of a spreadsheet, or examples, and end with Ctrl-D.", err=True)
    return propose_bytes(sys.stdin.buffer.read(), source=_STDIN, form=form, options=options)


def _ask(proposal: Proposal, *, can_ask: bool) -> None:
    """Have a person say that what was guessed is right.

    Raises
    ------
    InputError
        If it is not, or nobody can be asked.
    """
    say = f"{proposal.confirm} says the same" if proposal.confirm else "--yes takes it as it is shown"
    if not can_ask:
        guessed = f"{proposal.source}: {as_typed(' '.join(proposal.doubts))}"
        advice = f"{say}, and --yes takes what is shown" if proposal.confirm else say
        raise InputError(f"{guessed} Nothing was written: {advice}.")
    if not click.confirm("Is this right?", err=True):
        raise InputError(
            f"Nothing was written. Say what it is by options: {say}, so change that; --ignore leaves columns out. "
            "'sglite import --help' has them all."
        )


def _save(suite: Suite, out: Path) -> None:
    from ..authoring.checks import check_suite
    from ..suite.json import save_suite

    save_suite(suite, out)
    size = f"{counted(len(suite.items), 'item')} x {counted(len(suite.condition_names), 'condition')}"
    click.echo(f"{out}: {size}", err=True)
    found = [finding for finding in check_suite(suite) if finding.severity == "warning"]
    if found:
        click.echo(f"'sglite check {out}' shows {counted(len(found), 'thing')} to look at.", err=True)


def _save_all(proposal: Proposal, out: Path | None, *, overwrite: bool) -> None:
    """Write each suite to a file of its own."""
    from ..files import refuse_replacing

    n = len(proposal.suites)
    if out is None or (not out.is_dir() and (out.exists() or out.suffix == ".json")):
        raise InputError(f"{proposal.source}: holds {n} suites; name a folder for them with --out.")
    names = [re.sub(r"[^\w.-]", "_", suite.name) for suite in proposal.suites]
    paths = [out / f"{name}.json" for name in names]
    refuse_replacing(*paths, overwrite=overwrite)
    out.mkdir(parents=True, exist_ok=True)
    for suite, path in zip(proposal.suites, paths, strict=True):
        _save(suite, path)
