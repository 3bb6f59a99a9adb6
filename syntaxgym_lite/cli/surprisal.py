"""``sglite surprisal``."""

from __future__ import annotations

import json
import math
import os
import re
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, Any

import click
import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..scoring.schedule import Progress
from ..surprisal import BITS_PER_UNIT, BackendInfo, BoolArray, FloatArray, IntArray, ScoringOptions, TokenSurprisals
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
_NOT_BARE = re.compile('[",\r\n]')
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


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

    Input of any length passes through in little memory: it is read, scored and written 1,024 lines at a time, or 4,096
    for a model of words. A token that the model gives no value is empty in CSV and null in JSON, never 0.

    What neural models say is kept on disk, about 0.9 kB a sentence; for millions of sentences give --no-cache.
    """
    from ..align import check_boundaries, move_word_ends
    from ..scoring.schedule import default_batch_size, score_texts
    from ..scoring.scorer import open_named

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
        write = _WRITERS[format_](sys.stdout, model, unit, by, backend.info, word_boundary=word_boundary)
        n_blank = n_done = 0
        with progress_bar(quiet=quiet) as progress:
            tick = progress(model)
            for chunk in _chunks(source.lines(), max(_CHUNK, batch_size or default_batch_size(backend))):
                numbered = [(number, text) for number, text in chunk if text]
                n_blank += len(chunk) - len(numbered)
                texts = [text for _, text in numbered]
                within = tick and _within(tick, n_done, source.n_lines(n_done + len(chunk)))
                if within is not None:
                    within(0, None)
                scored = score_texts(backend, texts, scoring, batch_size=batch_size, cache=store, progress=within)
                if corrected:
                    scored = list(map(move_word_ends, scored))
                if scored:
                    write.sentences([number for number, _ in numbered], texts, _rows(scored, by=by, unit=unit, eos=eos))
                n_done += len(chunk)
        write.end()
    if n_blank == n_done and not quiet:
        warn(f"{source.name} is empty: there is no sentence to score.")
    elif n_blank and not quiet:
        warn(f"{n_blank} empty line{'s' if n_blank > 1 else ''} left out; sentence_id is the number of the line.")
    return 0


def _chunks(lines: Iterator[tuple[int, str]], size: int) -> Iterator[list[tuple[int, str]]]:
    """Put lines together; where one cannot be read, those before it come first."""
    chunk: list[tuple[int, str]] = []
    try:
        for line in lines:
            chunk.append(line)
            if len(chunk) == size:
                yield chunk
                chunk = []
    except InputError:
        if chunk:
            yield chunk
        raise
    if chunk:
        yield chunk


def _within(tick: Progress, n_before: int, n_lines: int | None) -> Progress:
    """Report what is done of a chunk that this many sentences stood before."""
    return lambda done, _: tick(n_before + done, n_lines)


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


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """What the rows of output say, those of all sentences one after another; n rows of k sentences.

    Parameters
    ----------
    n_rows : ndarray of int, shape (k,)
        How many rows each sentence has.
    texts : list of str, length n
        Token or word.
    spans : ndarray of int, shape (n, 2)
    values : ndarray of float, shape (n,)
        NaN where undefined.
    n_tokens : ndarray of int, shape (n,)
    oov : ndarray of bool, shape (n,)
    """

    n_rows: IntArray
    texts: list[str]
    spans: IntArray
    values: FloatArray
    n_tokens: IntArray
    oov: BoolArray

    def by_sentence(self) -> Iterator[slice]:
        """Give the rows of each sentence."""
        ends = np.cumsum(self.n_rows)
        yield from map(slice, (ends - self.n_rows).tolist(), ends.tolist())

    def defined(self) -> list[float | None]:
        """Give the values, None where undefined."""
        values: list[float | None] = self.values.tolist()
        for place in np.flatnonzero(np.isnan(self.values)).tolist():
            values[place] = None
        return values


def _rows(scored: Sequence[TokenSurprisals], *, by: str, unit: str, eos: bool) -> _Rows:
    rows = (_token_rows if by == "token" else _word_rows)(scored, unit)
    return _with_eos(rows, scored, unit) if eos else rows


def _token_rows(scored: Sequence[TokenSurprisals], unit: str) -> _Rows:
    bits = np.concatenate([one.bits for one in scored])
    return _Rows(
        np.array([len(one.tokens) for one in scored], dtype=np.int32),
        list(chain.from_iterable(one.tokens for one in scored)),
        np.concatenate([one.spans for one in scored]),
        bits / BITS_PER_UNIT[unit],
        np.ones(len(bits), dtype=np.int32),
        np.concatenate([one.oov for one in scored]),
    )


def _word_rows(scored: Sequence[TokenSurprisals], unit: str) -> _Rows:
    from ..align import word_values

    values = word_values(scored)
    n_words = np.bincount(values.sentence, minlength=len(scored)).astype(np.int32)
    bits = values.bits / BITS_PER_UNIT[unit]
    return _Rows(n_words, list(values.words), values.spans, bits, values.n_tokens, values.oov)


def _with_eos(rows: _Rows, scored: Sequence[TokenSurprisals], unit: str) -> _Rows:
    """Put the end of each sentence below its rows."""
    at = np.cumsum(rows.n_rows)
    ends = np.array([len(one.text) for one in scored], dtype=np.int32)
    values = np.array([one.eos_bits for one in scored]) / BITS_PER_UNIT[unit]
    return _Rows(
        rows.n_rows + 1,
        list(chain.from_iterable([*rows.texts[own], "<eos>"] for own in rows.by_sentence())),
        np.insert(rows.spans, at, np.stack([ends, ends], axis=1), axis=0),
        np.insert(rows.values, at, values),
        np.insert(rows.n_tokens, at, 1),
        np.insert(rows.oov, at, False),
    )


class _Writer:
    def __init__(self, out: IO[str], model: str, unit: str, by: str, info: BackendInfo, *, word_boundary: str) -> None:
        self.out, self.model, self.unit, self.by = out, model, unit, by
        self.pseudo, self.word_boundary = info.capabilities.pseudo, word_boundary
        dtype = info.options.get("dtype")
        self.dtype = None if dtype is None else str(dtype)
        # a masked model is never corrected
        prefix = "pseudo_" if self.pseudo else "corrected_" if word_boundary == "corrected" else ""
        self.column = f"{prefix}surprisal_{unit}"
        self.start()

    def start(self) -> None: ...

    def sentences(self, numbers: Sequence[int], texts: Sequence[str], rows: _Rows) -> None: ...

    def end(self) -> None: ...


class _Csv(_Writer):
    def start(self) -> None:
        columns = ["sentence_id", f"{self.by}_id", self.by, "start", "end", self.column, "n_tokens", "oov"]
        self.out.write(",".join(columns) + "\n")

    def sentences(self, numbers: Sequence[int], texts: Sequence[str], rows: _Rows) -> None:
        starts, ends = rows.spans.T
        n_before = np.repeat(np.cumsum(rows.n_rows) - rows.n_rows, rows.n_rows)
        columns = (
            np.repeat(np.array(list(map(str, numbers)), dtype=object), rows.n_rows).tolist(),
            _written(np.arange(1, len(n_before) + 1) - n_before),
            _quoted(rows.texts),
            _written(starts),
            _written(ends),
            ["" if value == "nan" else value for value in map(repr, rows.values.tolist())],
            _written(rows.n_tokens),
            np.array(["False", "True"], dtype=object).take(rows.oov).tolist(),
        )
        self.out.write("".join([",".join(row) + "\n" for row in zip(*columns, strict=True)]))


def _written(numbers: npt.NDArray[Any]) -> list[str]:
    """Write whole numbers, none negative; each as often as it comes, but made only once if they are small."""
    most = int(numbers.max(initial=0))
    if most > len(numbers):
        return list(map(str, numbers.tolist()))
    written: list[str] = np.array(list(map(str, range(most + 1))), dtype=object).take(numbers).tolist()
    return written


def _quoted(texts: list[str]) -> list[str]:
    """Quote what a reader of CSV would not take for one cell as it stands."""
    quoted = {text: '"' + text.replace('"', '""') + '"' for text in set(texts) if _NOT_BARE.search(text)}
    return [quoted.get(text, text) for text in texts] if quoted else texts


class _Json(_Writer):
    separator = ""

    def start(self) -> None:
        head = {
            "schema_version": 1,
            "model": self.model,
            "pseudo": self.pseudo,
            "dtype": self.dtype,
            "word_boundary": self.word_boundary,
            "unit": self.unit,
            "by": self.by,
        }
        self.out.write(json.dumps(head, ensure_ascii=False)[:-1] + ', "sentences": [')

    def sentences(self, numbers: Sequence[int], texts: Sequence[str], rows: _Rows) -> None:
        starts, ends = rows.spans.T.tolist()
        written = [
            {self.by: text, "start": start, "end": end, self.column: value, "n_tokens": n_tokens, "oov": oov}
            for text, start, end, value, n_tokens, oov in zip(
                rows.texts,
                starts,
                ends,
                [str(v) if v is not None and math.isinf(v) else v for v in rows.defined()],
                rows.n_tokens.tolist(),
                rows.oov.tolist(),
                strict=True,
            )
        ]
        for number, text, own in zip(numbers, texts, rows.by_sentence(), strict=True):
            document = {"sentence_id": number, "text": text, f"{self.by}s": written[own]}
            self.out.write(f"{self.separator}\n {_ENCODER.encode(document)}")
            self.separator = ","

    def end(self) -> None:
        self.out.write("\n]}\n")


class _Table(_Writer):
    def sentences(self, numbers: Sequence[int], texts: Sequence[str], rows: _Rows) -> None:
        values, oov = rows.defined(), rows.oov.tolist()
        for number, text, own in zip(numbers, texts, rows.by_sentence(), strict=True):
            self._sentence(number, text, list(zip(rows.texts[own], values[own], oov[own], strict=True)))

    def _sentence(self, number: int, text: str, rows: list[tuple[str, float | None, bool]]) -> None:
        from rich.box import SIMPLE_HEAD
        from rich.table import Table
        from rich.text import Text

        from ..reports.tables import console_for, precision_label

        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        table.add_column(self.by)
        table.add_column(f"pseudo-{self.unit}" if self.pseudo else self.unit, justify="right")
        table.add_column("")
        for piece, value, oov in rows:
            note = "unknown word" if oov else "not scored" if value is None else ""
            table.add_row(Text(piece.strip()), "-" if value is None else f"{value:.4f}", note)
        console = console_for(self.out)
        known = [value for _, value, _ in rows if value is not None]
        console.print(Text(f"{number}: {text}", style="bold"))
        console.print(table)
        kind = "pseudo-surprisal" if self.pseudo else "surprisal"
        total = f"{sum(known):.4f} {self.unit}" if known else "-"
        corrected = ", word boundaries corrected" if self.word_boundary == "corrected" else ""
        precision = "".join(f" in {label}" for label in precision_label(self.dtype))
        console.print(Text(f"sum {total}, {kind} under {self.model}{precision}{corrected}"))
        console.print()


_WRITERS = {"csv": _Csv, "json": _Json, "table": _Table}
