"""``sglite convert``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..errors import InputError
from ..ports.convert import FORMATS, Format, read_predictions, render_suite, suite_from_file, what_is_lost
from ..suite import JOINS
from ._messages import give
from ._options import OUTPUT, Command, option, out_option, overwrite_option

_BY_SUFFIX: dict[str, str] = {".json": "json", ".csv": "long", ".tsv": "long", ".txt": "sentences"}


@click.command("convert", cls=Command)
@click.argument("source", type=click.Path(dir_okay=False, path_type=Path))
@option(
    "--to",
    "to_format",
    type=click.Choice(FORMATS),
    help="Format to write. [default: by the name of --out: .json; .csv, .tsv: long; .txt: sentences]",
)
@option(
    "--from",
    "from_format",
    type=click.Choice(FORMATS[:3]),
    help="Format of SOURCE. [default: by its name, and by the columns of a table]",
)
@option(
    "--predictions",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Predictions for a suite from a table: a suite in JSON, or text with a formula on each line.",
)
@option("--metric", metavar="METRIC", help="Metric of a suite from a table. [default: sum]")
@option("--join", type=click.Choice(JOINS), help="How regions of a suite from a table become a sentence.")
@option("--name", metavar="NAME", help="Name of a suite from a table. [default: that of SOURCE]")
@out_option("Where to write. [default: standard output]")
@overwrite_option()
@option("--tab", group=OUTPUT, is_flag=True, help="Separate the columns of a table by tabs. [default: for .tsv]")
def command(
    source: Path,
    out: Path | None,
    to_format: str | None,
    from_format: str | None,
    predictions: Path | None,
    tab: bool,
    overwrite: bool,
    **about: Any,
) -> int:
    """Convert suites between JSON and tables, and to plain sentences.

    The formats: 'json' is SyntaxGym's; 'long' a table with a row for each region, the CSV layout of SyntaxGym's release
    of 2020; 'wide' a table with a row for each item and condition and a column for each region; 'sentences' plain text.
    Tables hold neither predictions nor metric: what is lost is said, and can be given back.

    \b
    Examples:
      sglite convert suites/npz.json --out npz.csv
      sglite convert suites/npz.json --to wide --out npz_wide.csv
      sglite convert npz.csv --predictions npz.json --join natural -o npz2.json
      sglite convert suites/npz.json --to sentences
    """
    from ..files import refuse_replacing, write_whole

    form = _target(to_format, out)
    if out is not None:
        if out.resolve() == source.resolve():
            raise InputError(f"{out}: is what is converted; write elsewhere.")
        refuse_replacing(out, overwrite=overwrite)
    suite = suite_from_file(
        source,
        form=from_format,  # type: ignore[arg-type]  # click has checked it
        predictions=None if predictions is None else read_predictions(predictions),
        **about,
    )
    separator = "\t" if tab or (out is not None and out.suffix.lower() == ".tsv") else ","
    text = render_suite(suite, form, separator=separator)
    if out is None:
        give(text)
    else:
        write_whole(out, text)
    lost = what_is_lost(suite, form, name=suite.name if out is None else out.stem)
    if lost:
        click.echo(f"Note: the format '{form}' cannot hold: {'; '.join(lost)}.", err=True)
    return 0


def _target(to_format: str | None, out: Path | None) -> Format:
    chosen = to_format or ("json" if out is None else _BY_SUFFIX.get(out.suffix.lower()))
    if chosen is None:
        assert out is not None
        raise InputError(f"{out}: its name does not say which format is meant; name one with --to.")
    return chosen  # type: ignore[return-value]  # one of the same names
