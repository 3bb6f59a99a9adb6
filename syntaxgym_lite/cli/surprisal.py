"""``sglite surprisal``."""

from __future__ import annotations

import csv
import json
import os
import stat
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple

import click
import numpy as np

from ..errors import InputError
from ..surprisal import BITS_PER_UNIT, ScoringOptions, TokenSurprisals
from ._options import (
    cache_options,
    caching,
    format_option,
    model_option,
    model_options,
    progress_bar,
    split_model_options,
    warn,
    word_boundary_option,
)

_CHUNK = 1024  # sentences read, scored and written at a time, or as many as a model takes at once


@click.command("surprisal")
@click.argument("file", default="-", metavar="[FILE|-]")
@model_option(multiple=False)
@click.option(
    "--by",
    type=click.Choice(["token", "word"]),
    default="token",
    show_default=True,
    help="One row per token of the model, or per word (what stands between blanks).",
)
@format_option("table", "csv", "json")
@click.option(
    "--unit",
    type=click.Choice(list(BITS_PER_UNIT)),
    default="bits",
    show_default=True,
    help="Unit of the surprisals; named in every header.",
)
@click.option("--context", default="", metavar="TEXT", help="Text before every sentence: conditioned on, not scored.")
@click.option("--eos", is_flag=True, help="Give the end of the sentence too, as a row of its own (<eos>).")
@word_boundary_option
@click.option("--batch-size", type=click.IntRange(min=1), metavar="N", help="Most sentences the model sees at once.")
@click.option("--quiet", "-q", is_flag=True, help="No progress and no warnings.")
@cache_options
@model_options
def command(
    file: str,
    model: str,
    by: str,
    format_: str,
    unit: str,
    context: str,
    eos: bool,
    word_boundary: str,
    batch_size: int | None,
    quiet: bool,
    cache: Path | None,
    no_cache: bool,
    **options: Any,
) -> int:
    """Give the surprisals of plain sentences, one per line of FILE or of standard input.

    \b
    Examples:
      echo "The cat sat on the mat." | sglite surprisal
      sglite surprisal sentences.txt --model gpt2 --by word --format csv > surprisals.csv
      sglite surprisal sentences.txt --unit nats --format json
      sglite surprisal sentences.txt --model gpt2 --by word --word-boundary corrected

    Input of any length passes through in little memory: it is read, scored and written a thousand sentences at a time.
    A token that the model gives no value is empty in CSV and null in JSON, never 0.
    """
    from ..align import check_boundaries, move_word_ends
    from ..opening import open_named
    from ..schedule import default_batch_size, score_texts

    source = _Source(file)
    with caching(cache, no_cache, quiet=quiet) as kept:
        store = kept.cache_for(model)
        backend = open_named(model, split_model_options(options), store)
        if eos and not backend.info.capabilities.eos:
            raise InputError(f"{model} cannot score the end of a sentence; leave out --eos.")
        corrected = word_boundary == "corrected"
        if corrected:
            check_boundaries(model, backend.info.capabilities)
        if not quiet:
            for message in backend.info.warnings:
                warn(f"{model}: {message}")
        if context and not context[-1].isspace():
            context += " "
        scoring = ScoringOptions(context=context, eos=eos, boundaries=corrected)
        pseudo = backend.info.capabilities.pseudo
        write = _WRITERS[format_](sys.stdout, model, unit, by, pseudo=pseudo, word_boundary=word_boundary)
        n_blank = n_done = 0
        with progress_bar(quiet=quiet) as progress:
            tick = progress(model)
            lines = source.lines()
            while chunk := list(islice(lines, max(_CHUNK, batch_size or default_batch_size(backend)))):
                numbered = [(number, text) for number, text in chunk if text]
                n_blank += len(chunk) - len(numbered)
                texts = [text for _, text in numbered]
                scored = score_texts(backend, texts, scoring, batch_size=batch_size, cache=store)
                for (number, _), result in zip(numbered, scored, strict=True):
                    if corrected:
                        result = move_word_ends(result)
                    write.sentence(number, result, list(_rows(result, by=by, unit=unit, eos=eos)))
                n_done += len(chunk)
                if tick is not None:
                    tick(n_done, source.n_lines(n_done))
        write.end()
    if n_blank == n_done and not quiet:
        warn(f"{source.name} is empty: there is no sentence to score.")
    elif n_blank and not quiet:
        warn(f"{n_blank} empty line{'s' if n_blank > 1 else ''} left out; sentence_id is the number of the line.")
    return 0


class _Source:
    """Sentences, one a line, of a file or of standard input; read as they are asked for.

    Parameters
    ----------
    file : str
        A path, or ``-``.
    """

    def __init__(self, file: str) -> None:
        self._file = file
        self.name = "standard input" if file == "-" else file
        self._n_bytes = 0  # read so far
        self._size: int | None = None
        if file == "-":
            if sys.stdin is None:
                raise InputError("Standard input is closed; name a file of sentences.")
            if sys.stdin.isatty():
                click.echo("Reading sentences from the terminal, one per line; end with Ctrl-D.", err=True)
        elif Path(file).is_dir():
            raise InputError(f"{file}: is a folder; name a file of sentences in it.")
        elif not Path(file).exists():  # need not be a regular file; a pipe will do: <(command)
            raise InputError(f"{file}: no such file.")

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield number and sentence, stripped, of each line.

        A file is opened only when its first line is asked for: a model that cannot be loaded leaves nothing open.
        """
        if self._file == "-":
            yield from self._decoded(sys.stdin.buffer, self.name)
        else:
            with open(self._file, "rb") as stream:
                yield from self._decoded(stream, self._file)

    def n_lines(self, n_read: int) -> int | None:
        """Estimate how many lines there are, from those read so far; None if what is read has no known size."""
        if self._size is None or not self._n_bytes:
            return None
        return n_read if self._n_bytes >= self._size else max(n_read, round(n_read * self._size / self._n_bytes))

    def _decoded(self, stream: IO[bytes], name: str) -> Iterator[tuple[int, str]]:
        """Check line by line that the file is text."""
        self._size = _size_of(stream)
        for number, line in enumerate(stream, 1):
            self._n_bytes += len(line)
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                raise InputError(f"{name}: line {number} is not UTF-8: {error.reason}.") from None
            yield number, text.strip()


def _size_of(stream: IO[bytes]) -> int | None:
    """Size of a regular file, also of one that is redirected to standard input; None for pipes and terminals."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


class _Row(NamedTuple):
    """What one row of output says, in the order of its columns."""

    text: str
    start: int
    end: int
    value: float | None
    n_tokens: int
    oov: bool


def _rows(scored: TokenSurprisals, *, by: str, unit: str, eos: bool) -> Iterator[_Row]:
    values = scored.bits / BITS_PER_UNIT[unit]
    if by == "token":
        for token, (start, end), value, oov in zip(
            scored.tokens, scored.spans.tolist(), values.tolist(), scored.oov.tolist(), strict=True
        ):
            yield _Row(token, start, end, _defined(value), 1, oov)
    else:
        yield from _words(scored, values)
    if eos:
        n = len(scored.text)
        yield _Row("<eos>", n, n, _defined(scored.eos_bits / BITS_PER_UNIT[unit]), 1, False)


def _words(scored: TokenSurprisals, values: np.ndarray[Any, np.dtype[np.float64]]) -> Iterator[_Row]:
    """Sum tokens to the words between blanks, by the rule that regions go by."""
    from ..align import owners
    from ..words import split_words

    spans = split_words(scored.text, "whitespace")
    first, _ = owners(scored.text, np.array(spans, np.int32).reshape(-1, 2), scored.spans)
    for index, (start, end) in enumerate(spans):
        own = first == index
        value = float(values[own].sum()) if own.any() else float("nan")
        yield _Row(scored.text[start:end], start, end, _defined(value), int(own.sum()), bool(scored.oov[own].any()))


def _defined(value: float) -> float | None:
    return None if value != value else value


class _Writer:
    def __init__(self, out: IO[str], model: str, unit: str, by: str, *, pseudo: bool, word_boundary: str) -> None:
        self.out, self.model, self.unit, self.by = out, model, unit, by
        self.pseudo, self.word_boundary = pseudo, word_boundary
        # a masked model is never corrected
        prefix = "pseudo_" if pseudo else "corrected_" if word_boundary == "corrected" else ""
        self.column = f"{prefix}surprisal_{unit}"
        self.start()

    def start(self) -> None: ...

    def sentence(self, number: int, scored: TokenSurprisals, rows: list[_Row]) -> None: ...

    def end(self) -> None: ...


class _Csv(_Writer):
    def start(self) -> None:
        self.csv = csv.writer(self.out, lineterminator="\n")
        self.csv.writerow(["sentence_id", f"{self.by}_id", self.by, "start", "end", self.column, "n_tokens", "oov"])

    def sentence(self, number: int, scored: TokenSurprisals, rows: list[_Row]) -> None:
        self.csv.writerows((number, index, *row) for index, row in enumerate(rows, 1))


class _Json(_Writer):
    separator = ""

    def start(self) -> None:
        head = {
            "schema_version": 1,
            "model": self.model,
            "pseudo": self.pseudo,
            "word_boundary": self.word_boundary,
            "unit": self.unit,
            "by": self.by,
        }
        self.out.write(json.dumps(head, ensure_ascii=False)[:-1] + ', "sentences": [')

    def sentence(self, number: int, scored: TokenSurprisals, rows: list[_Row]) -> None:
        document = {
            "sentence_id": number,
            "text": scored.text,
            f"{self.by}s": [
                {
                    self.by: row.text,
                    "start": row.start,
                    "end": row.end,
                    self.column: row.value if row.value is None or np.isfinite(row.value) else str(row.value),
                    "n_tokens": row.n_tokens,
                    "oov": row.oov,
                }
                for row in rows
            ],
        }
        self.out.write(f"{self.separator}\n {json.dumps(document, ensure_ascii=False, allow_nan=False)}")
        self.separator = ","

    def end(self) -> None:
        self.out.write("\n]}\n")


class _Table(_Writer):
    def sentence(self, number: int, scored: TokenSurprisals, rows: list[_Row]) -> None:
        from rich.box import SIMPLE_HEAD
        from rich.table import Table
        from rich.text import Text

        from ..reports.tables import console_for

        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        table.add_column(self.by)
        table.add_column(f"pseudo-{self.unit}" if self.pseudo else self.unit, justify="right")
        table.add_column("")
        for row in rows:
            note = "unknown word" if row.oov else "not scored" if row.value is None else ""
            table.add_row(Text(row.text.strip()), "-" if row.value is None else f"{row.value:.4f}", note)
        console = console_for(self.out)
        known = [row.value for row in rows if row.value is not None]
        console.print(Text(f"{number}: {scored.text}", style="bold"))
        console.print(table)
        kind = "pseudo-surprisal" if self.pseudo else "surprisal"
        total = f"{sum(known):.4f} {self.unit}" if known else "-"
        corrected = ", word boundaries corrected" if self.word_boundary == "corrected" else ""
        console.print(Text(f"sum {total}, {kind} under {self.model}{corrected}"))
        console.print()


_WRITERS = {"csv": _Csv, "json": _Json, "table": _Table}
