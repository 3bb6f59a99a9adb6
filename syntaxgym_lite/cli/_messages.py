"""What is said on standard error, in the words of somebody who types commands."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import click

from ..errors import with_options
from ..reports.terminal import data_stream

if TYPE_CHECKING:
    from ..stats import RunSummary

__all__ = ["as_typed", "give", "give_json", "say_what_next", "show_failures", "show_warnings", "warn"]


def as_typed(message: str) -> str:
    """Write options as one types them, of a message of the library, which names them as Python does.

    Examples
    --------
    >>> as_typed("Leave out `eos`, or try `word_boundary=as-is`. There is no option `colour`.")
    'Leave out --eos, or try --word-boundary as-is. There is no option `colour`.'
    >>> as_typed("Give `eos=False`.")
    'Give --no-eos.'
    >>> as_typed("Region 'say `eos` loud': try `eos`.")
    "Region 'say `eos` loud': try --eos."
    >>> as_typed("`split='|'` cuts them; `circuit=npi`: there is none.")
    "--split '|' cuts them; --circuit npi: there is none."
    """

    def typed(named: re.Match[str]) -> str:
        name, value = named.groups()
        if value == "False" and f"no_{name}" in _typed_options():
            return _typed_options()[f"no_{name}"]
        option = _typed_options().get(name)
        return named[0] if option is None else option if value is None else f"{option} {value}"

    return with_options(message, typed)


@lru_cache(maxsize=1)
def _typed_options() -> dict[str, str]:
    """Options of all commands, by the names that functions know them by."""
    from . import cli

    options = [
        option
        for command in _commands(cli, click.Context(cli))
        for option in command.params
        if isinstance(option, click.Option) and option.name is not None
    ]
    typed = {name[2:].replace("-", "_"): name for option in options for name in option.opts if name.startswith("--")}
    return typed | {
        f"{prefix}{option.name}": next(typed for typed in names if typed.startswith("--"))
        for option in options
        for prefix, names in (("no_", option.secondary_opts), ("", option.opts))
        if names
    }


def _commands(command: click.Command, context: click.Context) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                yield from _commands(below, context)


def give(text: str) -> None:
    """Write data to standard output: to a file or program exactly as it is."""
    stream = data_stream(sys.stdout)
    stream.write(text)
    stream.flush()


def give_json(document: Any) -> None:
    """Write a document to standard output."""
    give(json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n")


def warn(message: str) -> None:
    """Say something on standard error."""
    click.echo(f"Warning: {as_typed(message)}", err=True, color=True)


def show_failures(messages: Iterable[str]) -> None:
    """Say which models failed, and why, while what the others gave goes to standard output."""
    for message in messages:
        click.echo(f"Error: {as_typed(message)}", err=True, color=True)


def say_what_next(out: object, *, n_models: int, n_suites: int) -> None:
    """Say where results are, and what one may do with them, to who sits at a terminal.

    Parameters
    ----------
    out : Path or None
        The folder that they were written to.
    n_models, n_suites : int
        How many there are.
    """
    if not sys.stderr.isatty():
        return
    if out is None:
        click.echo("To keep these results for a report, figures and tables, add: --out results/", err=True)
        return
    from . import cli

    folder = shlex.quote(str(out))
    steps = [f"sglite report {folder}", f"sglite plot {folder} {'scores' if n_suites > 1 else 'regions'}"]
    steps += [f"sglite compare {folder}"] if n_models > 1 else [f"sglite table {folder}"]
    known = [step for step in steps if cli.get_command(click.Context(cli), step.split()[1]) is not None]
    click.echo(f"Results: {folder}. Next: {', '.join(known)}", err=True)


_MOST_ALIKE = 3  # warnings that differ in names and numbers alone


def show_warnings(summary: RunSummary) -> None:
    """Say each warning of a model, and of one that several suites have the first, and of how many others it holds."""
    from ..remarks import kind_of_warning

    for model in summary["models"]:
        for message in model["warnings"]:
            warn(f"{model['model']}: {message}")
        alike: dict[str, list[tuple[str, str]]] = {}
        for suite in model["suites"]:
            for message in suite["warnings"]:
                alike.setdefault(kind_of_warning(message), []).append((suite["suite"], message))
        for found in alike.values():
            first = found[0][0]
            n_others = len({name for name, _ in found} - {first})
            shown = found if n_others < _MOST_ALIKE else [one for one in found if one[0] == first]
            for name, message in shown:
                warn(f"{model['model']}: {name}: {message}")
            if len(shown) < len(found):
                warn(f"{model['model']}: the like of {n_others} more suites; --format json has them all.")
