"""``sglite surprisal``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..delimited import table_of_bytes
from ..errors import InputError, cited, counted
from ..files import read_bytes
from ..lines import TextLines, in_chunks
from ..remarks import Remarks
from ..reports.terminal import data_stream
from ..scoring.schedule import PartialScoringError, Progress
from ..surprisal import BITS_PER_UNIT, ScoringOptions
from ..token_columns import TokenColumns
from ..words import is_unspaced
from ._messages import show_failures
from ._options import (
    Command,
    format_option,
    model_option,
    opener,
    option,
    progress_bar,
    scoring_options,
    split_model_options,
    warn,
    word_boundary_option,
)
from ._stimuli import sheet_option
from ._streams import kept_output
from ._writing import csv_options, split_csv_options

if TYPE_CHECKING:
    from ..ports.tables.sentences import SentenceTable

_CHUNK = 1024  # sentences read, scored and written at a time, or as many as a model takes at once


@click.command("surprisal", cls=Command)
@click.argument("file", default="-", metavar="[FILE|-]")
@model_option(multiple=False)
@option(
    "--by",
    type=click.Choice(["token", "word"]),
    default="token",
    help="One row per token of the model, or per word (what stands between blanks).",
)
@option(
    "--unit",
    type=click.Choice(list(BITS_PER_UNIT)),
    default="bits",
    help="Unit of the surprisals; named in every header.",
)
@option(
    "--context",
    default="",
    show_default=False,
    metavar="TEXT",
    help="Text before every sentence: conditioned on, not scored.",
)
@option(
    "--eos/--no-eos",
    help="Give the end of the sentence too, as a row of its own (<eos>). [default: no; yes in 'sglite perplexity']",
    show_default=False,
)
@option(
    "--column",
    metavar="NAME",
    help="The column of the sentences, where FILE is a table; the one that is named so by default.",
)
@sheet_option
@word_boundary_option
@csv_options
@format_option
@scoring_options
def command(
    file: str,
    model: str,
    by: str,
    format_: str,
    unit: str,
    context: str,
    eos: bool,
    column: str | None,
    sheet: str | None,
    word_boundary: str,
    batch_size: int | None,
    quiet: bool,
    cache: Path | None,
    no_cache: bool,
    **options: Any,
) -> int:
    """Give the surprisals of plain sentences, one per line of FILE or of standard input.

    FILE may be a table (CSV, TSV, XLSX, ODS) with a column of sentences; its other columns stand in the output too.

    \b
    Examples:
      echo "The cat sat on the mat." | sglite surprisal
      sglite surprisal sentences.txt -m gpt2 --by word --format csv > bits.csv
      sglite surprisal sentences.txt --unit nats --format json
      sglite surprisal stimuli.csv --column sentence --format csv
      sglite surprisal sentences.txt -m gpt2 --by word --word-boundary corrected

    Input of any length passes through in little memory: it is read, scored and written 1,024 lines at a time, or 4,096
    for a model of words. A token that the model gives no value is empty in CSV and null in JSON, never 0.

    What neural models say is kept on disk, about 0.9 kB a sentence; for millions of sentences give --no-cache.
    """
    from ..ports.tables.sentences import is_header
    from ..reports.surprisals import WRITERS
    from ..scoring.opener import deal_options
    from ..suite.text import join_for, separated

    lines = _lines(file, column, sheet)
    asked = ScoringOptions(separated(context, join_for([context])), eos=eos, boundaries=word_boundary == "corrected")
    style = split_csv_options(options, is_csv=format_ == "csv")
    given = split_model_options(options)
    with kept_output() as data, opener(cache, no_cache, quiet=quiet) as opening:
        [own] = deal_options([model], given)
        scorer = opening.open(model, own)
        scorer.require(asked)
        if not quiet:
            for message in scorer.info.warnings:
                warn(f"{model}: {message}")
        writer = WRITERS[format_](
            data if format_ == "table" else data_stream(data),
            scorer.info,
            model=model,
            by=by,
            unit=unit,
            eos=eos,
            word_boundary=word_boundary,
            style=style,
            beside=None if isinstance(lines, TextLines) else lines,
        )
        unit_of_input = "line" if isinstance(lines, TextLines) else "row"
        data.flush()  # who reads along sees that the model is open
        n_blank = n_done = n_unspaced = n_tabbed = 0
        header = ""
        remarks, failures = Remarks(), list[str]()
        with progress_bar(quiet=quiet or data.isatty()) as progress:  # what is written shows how far it is
            tick = progress(model)
            for chunk in in_chunks(lines, max(_CHUNK, batch_size or scorer.batch_size)):
                numbers = [number for number, text in chunk if text]
                texts = [text for _, text in chunk if text]
                n_blank += len(chunk) - len(texts)
                if n_done == 0 and texts and isinstance(lines, TextLines) and is_header(texts[0]):
                    header = texts[0]
                n_tabbed += sum("\t" in text for text in texts) if "\t" in "\n".join(texts) else 0
                n_unspaced += sum(is_unspaced([text]) for text in texts) if by == "word" else 0
                within = tick and _within(tick, n_done, lines.n_lines(n_done + len(chunk)))
                if within is not None:
                    within(0, None)

                where = partial(_first_place, f"{lines.name}, {unit_of_input}", numbers, texts)
                try:
                    scored = scorer.score_columns(texts, asked, batch_size=batch_size, progress=within, where=where)
                except PartialScoringError as error:
                    failures.append(str(error))
                    some = {place: row for place, row in enumerate(error.rows) if row is not None}
                    numbers, texts = [numbers[place] for place in some], [texts[place] for place in some]
                    scored = TokenColumns.of(list(some.values()))
                remarks.add_said(scored.warnings, partial(_place, f"{lines.name}, {unit_of_input}", numbers))
                if scored:
                    writer.write(numbers, scored)
                    data.flush()
                n_done += len(chunk)
        writer.end()
    if not quiet:
        for message in remarks.said():
            warn(f"{model}: {message}")
    if n_unspaced and not quiet:
        warn(
            f"{counted(n_unspaced, 'sentence has', 'sentences have')} no blanks between words, so that a word here may "
            "be a whole sentence; take `by=token`, or put blanks between words."
        )
    if header and not quiet:
        warn(
            f"{lines.name}: {cited(header)} was scored as a sentence, and looks like the header of a table; if it is, "
            "`column=NAME` names the column of the sentences."
        )
    if n_tabbed and not quiet:
        advice = "" if unit_of_input == "row" else " Of a table, `column=NAME` names the column of the sentences."
        hold = counted(n_tabbed, f"{unit_of_input} holds a tab", f"{unit_of_input}s hold tabs")
        warn(f"{lines.name}: {hold}, and all that stands between them was scored as one sentence.{advice}")
    if n_blank == n_done and not quiet:
        warn(f"{lines.name} is empty: there is no sentence to score.")
    elif n_blank and not quiet:
        left_out = counted(n_blank, f"empty {unit_of_input}")
        warn(f"{left_out} left out; sentence_id is the number of the {unit_of_input}.")
    show_failures(failures)
    return 3 if failures else 0


def _place(before: str, numbers: Sequence[int], place: int) -> str:
    return f"{before} {numbers[place]}"


def _first_place(before: str, numbers: Sequence[int], texts: Sequence[str], text: str) -> str | None:
    """Say where a sentence stands first, of those whose numbers these are."""
    return _place(before, numbers, texts.index(text)) if text in texts else None


def _within(tick: Progress, n_before: int, n_lines: int | None) -> Progress:
    """Report what is done of a chunk that this many sentences stood before."""
    return lambda done, _: tick(n_before + done, n_lines)


def _lines(file: str, column: str | None, sheet: str | None) -> TextLines | SentenceTable:
    if file == "-":
        if sys.stdin is None:
            raise InputError("Standard input is closed; name a file of sentences.")
        if sys.stdin.isatty():
            click.echo("Reading sentences from the terminal, one per line; end with Ctrl-D.", err=True)
        if column is not None or sheet is not None:
            return _table(sys.stdin.buffer.read(), "standard input", column, sheet)
        return TextLines(sys.stdin.buffer, "standard input")
    if Path(file).is_dir():
        raise InputError(f"{file}: is a folder; name a file of sentences in it.")
    if not Path(file).exists():  # need not be a regular file; a pipe will do: <(command)
        raise InputError(f"{file}: no such file.")
    from ..ports.formats import refuse_unless_text
    from ..ports.other_files import is_result, refuse_json
    from ..ports.tables.sentences import is_sentence_table

    is_table = column is not None or sheet is not None or is_sentence_table(Path(file))
    if Path(file).is_file():  # of a pipe nothing may be taken before
        if column is not None or (is_table and is_result(Path(file))):  # a column of what people read may be scored
            refuse_json(Path(file), instead="plain text")
        else:
            refuse_unless_text(Path(file))
    if is_table:
        return _table(read_bytes(Path(file)), file, column, sheet)
    return TextLines(file)


def _table(data: bytes, source: str, column: str | None, sheet: str | None) -> SentenceTable:
    from ..ports.tables.sentences import SentenceTable

    return SentenceTable(table_of_bytes(data, source=source, sheet=sheet), column)
