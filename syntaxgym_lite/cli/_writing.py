"""How tables look as text, and what suites are written for: options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..delimited import CsvStyle
from ..ports.writing import CHUNKS, WRITING_FORMATS
from ._options import OUTPUT, option

if TYPE_CHECKING:
    from ..suite import Suite

__all__ = [
    "STUDY_OPTIONS",
    "csv_options",
    "refuse_study_options",
    "split_csv_options",
    "study_options",
    "write_for_others",
]

STUDY = "For a study with people"
"""Heading of these options in the help."""

F = TypeVar("F", bound=Callable[..., Any])

STUDY_OPTIONS: dict[str, dict[str, Any]] = {
    "fillers": {
        "type": click.Path(dir_okay=False, path_type=Path),
        "metavar": "SUITE",
        "help": "Sentences to stand among the items: a suite of its own.",
    },
    "chunks": {
        "type": click.Choice(CHUNKS),
        "help": "What PCIbex and Ibex show at once. [default: regions]",
    },
    "seed": {"type": int, "metavar": "N", "help": "Of the order of the lists. [default: 1]"},
    "most_alike": {
        "type": click.IntRange(min=1),
        "metavar": "N",
        "help": "Most items of a condition that follow each other in a list. [default: 2]",
    },
}
"""One that is not given, None, is left to the format."""


def study_options(function: F) -> F:
    """Options of the formats of `syntaxgym_lite.ports.writing`."""
    for name, settings in reversed(STUDY_OPTIONS.items()):
        function = option(f"--{name.replace('_', '-')}", default=None, group=STUDY, **settings)(function)
    return function


def csv_options(function: F) -> F:
    """``--bom`` and ``--decimal-comma``."""
    for decorate in (
        option(
            "--decimal-comma",
            group=OUTPUT,
            is_flag=True,
            help="CSV with 0,5 for 0.5, and semicolons between cells, as Excel reads it in many countries.",
        ),
        option("--bom", group=OUTPUT, is_flag=True, help="CSV with a byte-order mark, by which Excel knows UTF-8."),
    ):
        function = decorate(function)
    return function


def split_csv_options(values: dict[str, Any], *, tab: bool = False, is_csv: bool = True) -> CsvStyle:
    """Take how CSV is written out of a command's values; refuse it where no CSV is."""
    style = CsvStyle.asked(tab=tab, bom=values.pop("bom"), decimal_comma=values.pop("decimal_comma"))
    if not is_csv and (style.mark or style.decimal_comma):
        raise click.UsageError("--bom and --decimal-comma are for CSV, and none is written here.")
    return style


def refuse_study_options(study: Mapping[str, Any], form: str) -> None:
    """Refuse options that a format which is no study has no use for.

    Raises
    ------
    InputError
        If one was given.
    """
    from ..errors import InputError

    for name, value in study.items():
        if value is not None:
            takers = [one.name for one in WRITING_FORMATS.values() if name in one.takes]
            raise InputError(f"`{name}` does not apply to the format '{form}': it is for {', '.join(takers)}.")


def write_for_others(
    suite: Suite, form: str, out: Path | None, study: Mapping[str, Any], *, style: CsvStyle, overwrite: bool
) -> None:
    """Write a suite in a format for other programs, by the values of `study_options`.

    Parameters
    ----------
    suite : Suite
    form : str
        One of `WRITING_FORMATS`.
    out : Path or None
        None: standard output, which is for one file of text.
    study : mapping
        Values of the options of `STUDY_OPTIONS`.
    style : CsvStyle
    overwrite : bool
    """
    from ..errors import InputError
    from ..ports.collect import find_suites
    from ..ports.writing import save_written, write
    from ._messages import give, warn

    known = WRITING_FORMATS[form]
    if out is None and not known.is_text:
        raise InputError(f"'{form}' is {known.what}; say where to write with `out`.")
    given = {name: value for name, value in study.items() if value is not None}
    if "fillers" in given:
        fillers = find_suites([given["fillers"]])
        if len(fillers) != 1:
            raise InputError(f"{given['fillers']}: holds {len(fillers)} suites; fillers are one.")
        [given["fillers"]] = fillers
    if "style" in known.takes:
        given["style"] = style
    written = write(suite, form, **given)
    if out is None:
        [text] = written.files.values()
        assert isinstance(text, str)
        give(text)
    else:
        save_written(written, out, overwrite=overwrite)
    for note in written.notes:
        warn(note)
    if written.lost:
        click.echo(f"Note: the format '{form}' cannot hold: {'; '.join(written.lost)}.", err=True)
