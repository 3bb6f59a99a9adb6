"""How files of stimuli are read: the options of all commands that take a suite in any format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from ..errors import counted
from ..ports.formats import AUTO, formats
from ..ports.minimal_pairs import UNITS
from ..ports.published.blimp import METHODS
from ..suite import JOINS, Suite
from ..suite.predictions import said_back
from ._options import option

__all__ = [
    "EXAMPLES",
    "READING",
    "TABLES",
    "predict_option",
    "reading_options",
    "say_predictions",
    "sheet_option",
    "split_reading_options",
    "suite_option",
    "table_options",
]

READING = "How files are read"
"""Heading of these options in the help."""
TABLES = "What a table holds, where it does not say so itself"
"""Heading of the options for tables."""
EXAMPLES = "What numbered examples hold, where the text does not say so itself"
"""Heading of the options for appendices."""

F = TypeVar("F", bound=Any)

_PORT_OPTIONS: dict[str, dict[str, Any]] = {
    "good": {
        "metavar": "COLUMN",
        "help": "Minimal pairs: the column of the good sentence; found by its name.",
    },
    "bad": {"metavar": "COLUMN", "help": "Minimal pairs: the column of the bad sentence."},
    "group": {
        "metavar": "COLUMN",
        "multiple": True,
        "help": "Minimal pairs: a column that tells suites apart, e.g. phenomenon. May be repeated, the widest first.",
    },
    "region": {
        "metavar": "COLUMN",
        "help": "Minimal pairs: the column of the words that are compared as well, where they stand in both sentences.",
    },
    "context_column": {
        "metavar": "COLUMN",
        "help": "Minimal pairs: the column of a text that stands before both sentences.",
    },
    "method": {
        "type": click.Choice(METHODS),
        "help": "BLiMP: which method of the paper; full (whole sentences) by default.",
    },
    "min_margin": {
        "type": click.FloatRange(min=0),
        "metavar": "BITS",
        "help": "Minimal pairs: how much more surprising the bad one must be; any more by default.",
    },
    "normalize": {
        "type": click.Choice(UNITS),
        "help": "Minimal pairs: compare means over tokens, words, characters or bytes, or (power) sums over the length "
        "penalty of PenLP, not sums.",
    },
    "human": {
        "type": click.Path(dir_okay=False, path_type=Path),
        "metavar": "FILE",
        "help": "Agreement: a table with the people who chose each form, to hold the model against; for others see "
        "'sglite human'.",
    },
    "sheet": {
        "metavar": "NAME|N",
        "help": "Tables: the sheet of a workbook, by its name or number; the only one that holds anything by default.",
    },
}
"""Options of the readers of formats (see `syntaxgym_lite.ports.formats.Port`); one that is not given, None, is left to
the reader."""

_TABLE_OPTIONS: dict[str, dict[str, Any]] = {
    "regions": {
        "metavar": "A,B,C",
        "help": "The columns that are regions, in their order; of sentences that are split, and of examples, names for "
        "the regions.",
    },
    "header_row": {
        "type": click.IntRange(min=1),
        "metavar": "N",
        "help": "The row that names the columns; the first below titles by default.",
    },
    "item_column": {"metavar": "COLUMN", "help": "The column that says which item a row is of."},
    "condition_column": {"metavar": "COLUMN", "help": "The column that says which condition a row is of."},
    "factors": {
        "metavar": "A,B",
        "help": "The columns whose crossing is the condition, where no column names it.",
    },
    "conditions": {
        "metavar": "A,B",
        "help": "In a table with a row for each item: the columns of its conditions; of examples, names for them.",
    },
    "sentence": {"metavar": "COLUMN", "help": "The column of the sentences."},
    "split": {
        "metavar": "SIGN|words|differences",
        "help": "What parts the regions in a sentence, e.g. '|'; 'words': each word is one; 'differences': regions end "
        "where the conditions of an item differ.",
    },
    "ignore": {"metavar": "A,B", "help": "Columns to leave out."},
    "name": {"metavar": "NAME", "help": "Name of the suite; that of the file by default."},
    "metric": {"metavar": "METRIC", "help": "Metric of the suite; sum by default."},
    "join": {
        "type": click.Choice(JOINS),
        "help": "How regions become a sentence; as a column of sentences shows, or space, by default.",
    },
    "predictions": {
        "type": click.Path(dir_okay=False, path_type=Path),
        "metavar": "FILE",
        "help": "Predictions: a suite in JSON, of which they are taken, or text with one on each line, in words or as "
        "a formula.",
    },
}
"""Options of `syntaxgym_lite.ports.tables.table.propose_table` for commands that make a suite file of a table."""
_EXAMPLE_OPTIONS: dict[str, dict[str, Any]] = {
    "slashes": {
        "type": click.Choice(["parallel", "crossed", "regions", "kept"]),
        "help": "What slashes without braces are: alternatives of a word each, several in a sentence first with "
        "first, or each with each; borders of regions; part of the sentence.",
    },
    "parentheses": {
        "type": click.Choice(["optional", "kept"]),
        "help": "Whether one condition has what stands in parentheses and another lacks it.",
    },
    "hyphens": {
        "type": click.Choice(["joined", "kept"]),
        "help": "What becomes of a hyphen that parts a word at the end of a line.",
    },
    "lines": {
        "type": click.Choice(["joined", "variants"]),
        "help": "What sentences on lines of their own, without a letter, are: one example, or its variants.",
    },
    "section": {
        "type": click.IntRange(min=1),
        "metavar": "N",
        "help": "Which part to read, where the numbers begin again; 1 is the first.",
    },
}
"""Options of `syntaxgym_lite.ports.appendix.appendix.propose_appendix`, beside those that tables have as well."""
_OLD_FORMATS = {"json": "suite", "long": "table", "wide": "table"}


class _Format(click.Choice[str]):
    """The name of a format; those that `convert` had before mean what they are called now."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return super().convert(_OLD_FORMATS.get(value, value), param, ctx)


def table_options(function: F) -> F:
    """All that can be said about a table, or about numbered examples, beside `reading_options`."""
    for name, settings in reversed(_EXAMPLE_OPTIONS.items()):
        function = option(f"--{name}", default=None, group=EXAMPLES, **settings)(function)
    for name, settings in reversed(_TABLE_OPTIONS.items()):
        function = option(f"--{name.replace('_', '-')}", default=None, group=TABLES, **settings)(function)
    return reading_options(function)


sheet_option = option(
    "--sheet", metavar="NAME|N", help="The sheet of a workbook; the only one that holds anything by default."
)
"""``--sheet``, of a command that reads one table."""

suite_option = option("--suite", metavar="NAME", help="Which suite, of a file that holds several.")
"""``--suite``."""


def predict_option(function: F) -> F:
    """``--predict``."""
    return option(
        "--predict",
        multiple=True,
        metavar="TEXT",
        help="Add a prediction: in words, as 'plural > singular at verb' ('>': more surprising), or as a formula. May "
        "be repeated.",
    )(function)


def say_predictions(suites: Sequence[Suite], phrases: Sequence[str]) -> None:
    """Say what predictions that were added were understood as."""
    said: dict[str, None] = {}
    for suite in suites if phrases else ():
        n_before = len(suite.predictions) - len(phrases)
        beside = f" (beside {counted(n_before, 'prediction')} of {suite.name})" if n_before else ""
        said |= dict.fromkeys(f"Prediction{beside}: {said_back(suite, one)}" for one in suite.predictions[n_before:])
    for line in said:
        click.echo(line, err=True)


def reading_options(function: F) -> F:
    """``--from``, and the options of the formats."""
    for name, settings in reversed(_PORT_OPTIONS.items()):
        is_repeated = {} if settings.get("multiple") else {"default": None}
        function = option(f"--{name.replace('_', '-')}", group=READING, **is_repeated, **settings)(function)
    function = predict_option(function)
    return option(
        "--from",
        "form",
        group=READING,
        type=_Format([AUTO, *formats()]),
        metavar="FORMAT",
        default=AUTO,
        help=f"What the files are: {', '.join(formats())}; found by their content.",
    )(function)


def split_reading_options(values: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take the format and the options of formats out of a command's values: those that were given."""
    taken = {name: values.pop(name, None) for name in (*_PORT_OPTIONS, *_TABLE_OPTIONS, *_EXAMPLE_OPTIONS)}
    taken["group"] = list(taken["group"] or ()) or None
    taken["predict"] = list(values.pop("predict")) or None
    return values.pop("form"), {name: value for name, value in taken.items() if value is not None}
