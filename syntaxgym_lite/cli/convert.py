"""``sglite convert``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..errors import InputError
from ..ports.convert import FORMATS, Format, render_suite, what_is_lost
from ..ports.writing import WRITING_FORMATS
from ._messages import as_typed, give
from ._options import OUTPUT, Command, option, out_option, overwrite_option
from ._stimuli import say_predictions, split_reading_options, suite_option, table_options
from ._writing import (
    STUDY_OPTIONS,
    csv_options,
    refuse_study_options,
    split_csv_options,
    study_options,
    write_for_others,
)

_BY_SUFFIX: dict[str, str] = {
    ".json": "json",
    ".csv": "long",
    ".tsv": "long",
    ".txt": "sentences",
    **{suffix: one.name for one in WRITING_FORMATS.values() for suffix in one.suffixes},
}


@click.command("convert", cls=Command)
@click.argument("source", type=click.Path(dir_okay=False, path_type=Path))
@option(
    "--to",
    "to_format",
    type=click.Choice([*FORMATS, *WRITING_FORMATS]),
    help="Format to write. [default: by the name of --out: .json; .csv, .tsv: long; .txt: sentences; .xlsx]",
)
@suite_option
@study_options
@out_option("Where to write; 'lists' is a folder. [default: standard output]", folder=None)
@overwrite_option()
@csv_options
@option("--tab", group=OUTPUT, is_flag=True, help="Separate the columns of a table by tabs. [default: for .tsv]")
@table_options
def command(
    source: Path,
    out: Path | None,
    to_format: str | None,
    suite: str | None,
    tab: bool,
    overwrite: bool,
    **about: Any,
) -> int:
    """Convert suites between JSON and tables, and to plain sentences.

    SOURCE is a suite in any format, and is read as by 'sglite eval'. In a table nothing is guessed: 'sglite import'
    shows what one was understood as, and asks.

    The formats: 'json' is SyntaxGym's; 'long' a table with a row for each region, the CSV layout of SyntaxGym's release
    of 2020; 'wide' a table with a row for each item and condition and a column for each region; 'sentences' plain text;
    'xlsx' a workbook with the wide table and a sheet about the rest. Other tables hold neither predictions nor metric:
    what is lost is said, and can be given back.

    For a study with people: 'pcibex' is a table for PennController (PCIbex), 'ibex' and 'jspsych' are for these
    programs, and 'lists' writes Latin-square lists, a table each, to a folder.

    \b
    Examples:
      sglite convert suites/npz.json --out npz.csv
      sglite convert suites/npz.json --to wide --out npz_wide.csv
      sglite convert npz.csv --predictions npz.json --join natural -o npz2.json
      sglite convert suites/npz.json --to sentences
      sglite convert suites/npz.json --out npz.xlsx
      sglite convert suites/npz.json --to lists --seed 7 --out lists/
    """
    from ..files import refuse_replacing, write_whole
    from ..ports.collect import one_suite, propose_file

    form = _target(to_format, out)
    is_csv = form in ("long", "wide") or (form in WRITING_FORMATS and "style" in WRITING_FORMATS[form].takes)
    style = split_csv_options(about, tab=tab or (out is not None and out.suffix.lower() == ".tsv"), is_csv=is_csv)
    study = {name: about.pop(name) for name in STUDY_OPTIONS}
    if out is not None:
        if out.resolve() == source.resolve():
            raise InputError(f"{out}: is what is converted; write elsewhere.")
        refuse_replacing(out, overwrite=overwrite)
    reading, about = split_reading_options(about)
    proposal = propose_file(source, form=reading, options=about)
    for note in proposal.notes:
        click.echo(f"Note: {as_typed(note)}", err=True)
    found = one_suite(proposal.sure(), suite, source=str(source))
    say_predictions([found], about.get("predict", ()))
    if form in WRITING_FORMATS:
        write_for_others(found, form, out, study, style=style, overwrite=overwrite)
        return 0
    refuse_study_options(study, form)
    text = style.start + render_suite(found, form, separator=style.separator)
    if out is None:
        give(text)
    else:
        write_whole(out, text)
    lost = what_is_lost(found, form, name=found.name if out is None else out.stem)
    if lost:
        click.echo(f"Note: the format '{form}' cannot hold: {'; '.join(lost)}.", err=True)
    return 0


def _target(to_format: str | None, out: Path | None) -> Format:
    chosen = to_format or ("json" if out is None else _BY_SUFFIX.get(out.suffix.lower()))
    if chosen is None:
        assert out is not None
        raise InputError(f"{out}: its name does not say which format is meant; name one with --to.")
    return chosen  # type: ignore[return-value]  # one of the same names
