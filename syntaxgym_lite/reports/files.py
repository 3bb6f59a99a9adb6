"""Write a run to a folder."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType
from typing import IO

from ..delimited import CsvStyle
from ..files import FileSet, PartialFile
from ..results import (
    RUN_FILE,
    NamedSuite,
    RunResult,
    SuiteResult,
    TableExtras,
    TableName,
    json_of_run,
    json_of_suite,
    table_columns,
    table_rows,
)
from ..stats import RunSummary, summarize

__all__ = ["OutcomesOnly", "RunWriter", "csv_lines", "write_run"]

_STREAMED: tuple[TableName, ...] = ("regions", "tokens")
_FILES = (RUN_FILE, "summary.json", "items.csv", "regions.csv", "tokens.csv")


class OutcomesOnly:
    """Keeps of each suite what scores are made of, and does without sentences and tokens; a `Keeper`."""

    needs_sentences = False

    def expect(self, extras: TableExtras) -> None:
        """Do nothing: no table is written here."""

    def add(self, model: str, suite: SuiteResult) -> SuiteResult:
        """Give the suite's result without its sentences."""
        return suite.without_sentences()

    def drop(self, model: str) -> None:
        """Forget a model; nothing is held here."""


class RunWriter:
    """Writes a run to a folder while it goes on, suite by suite, so that memory does not grow with it; a `Keeper`.

    Files appear under their names when `finish` is called, each whole or not at all. Use it in a ``with`` statement,
    which clears away what an interrupted run has begun; what a run that was killed on this computer has left there goes
    when the next one begins.

    Parameters
    ----------
    folder : Path
        Made if it does not exist.
    overwrite : bool, optional
        Whether results that are there may be replaced.
    style : CsvStyle, optional
        Of the tables.

    Raises
    ------
    InputError
        On entering, see `syntaxgym_lite.files.FileSet`.
    OSError
        If the disk is full, for instance; says which file could not be written.
    """

    needs_sentences = True

    def __init__(self, folder: str | Path, *, overwrite: bool = False, style: CsvStyle | None = None) -> None:
        self._files = FileSet(folder, _FILES, overwrite=overwrite)
        self._style = style or CsvStyle()
        self._tables: list[PartialFile] = []
        self._extras: TableExtras | None = None
        self._model: str | None = None
        self._starts: list[int] = []  # where the present model's part of each stream begins
        self._documents: dict[str, list[tuple[int, int]]] = {}  # where each suite's lies in the spool, and its length

    def __enter__(self) -> RunWriter:
        with ExitStack() as stack:
            stack.enter_context(self._files)
            for kind in _STREAMED:
                file = self._files.open(f"{kind}.csv")
                self._tables.append(file)
            with self._files.naming(RUN_FILE):
                self._spool = TemporaryFile(dir=self._files.folder)
            stack.callback(_close, self._spool)
            self._clear = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clear.__exit__(kind, error, trace)

    def expect(self, extras: TableExtras) -> None:
        """Write the heads of the tables."""
        self._extras = extras
        for kind, file in zip(_STREAMED, self._tables, strict=True):
            with self._files.naming(file.path.name):
                file.stream.writelines(map(str.encode, csv_lines((), kind, extras=extras, style=self._style)))

    def add(self, model: str, suite: SuiteResult) -> SuiteResult:
        """Write the rows and the document of a suite, and give its result without its sentences."""
        if self._extras is None:
            self.expect(TableExtras.of([suite]))
        if model != self._model:
            self._model, self._starts = model, [stream.tell() for stream in self._streams()]
            self._documents[model] = []
        for kind, file in zip(_STREAMED, self._tables, strict=True):
            with self._files.naming(file.path.name):
                rows = csv_lines([(model, suite)], kind, header=False, extras=self._extras, style=self._style)
                file.stream.writelines(map(str.encode, rows))
        document = json_of_suite(suite).encode()
        with self._files.naming(RUN_FILE):
            self._documents[model].append((self._spool.tell(), len(document)))
            self._spool.write(document)
        return suite.without_sentences()

    def drop(self, model: str) -> None:
        """Take back what was written of a model."""
        if model == self._model:
            for stream, start in zip(self._streams(), self._starts, strict=True):
                stream.seek(start)
                stream.truncate()
        self._model = None
        self._documents.pop(model, None)

    def finish(self, run: RunResult, summary: RunSummary) -> None:
        """Write what is known at the end, and give all files their names.

        Parameters
        ----------
        run : RunResult
            Whose suites were added.
        summary : RunSummary
            Of `syntaxgym_lite.stats.summarize`.
        """
        if self._extras is None:
            self.expect(TableExtras.of(()))
        suites = (self._suites_of(model.model) for model in run.models)
        self._files.write(RUN_FILE, json_of_run(run, suites))
        self._files.write("summary.json", json.dumps(summary, ensure_ascii=False, indent=2, allow_nan=False) + "\n")
        self._files.write("items.csv", csv_lines(run.named_suites(), "items", style=self._style))
        self._files.keep()

    def _streams(self) -> list[IO[bytes]]:
        return [*(file.stream for file in self._tables), self._spool]

    def _suites_of(self, model: str) -> Iterator[str]:
        for start, length in self._documents.get(model, ()):
            self._spool.seek(start)
            yield self._spool.read(length).decode()


def write_run(
    run: RunResult, folder: str | Path, *, overwrite: bool = False, style: CsvStyle | None = None
) -> RunSummary:
    """Write a run that is done to a folder: what ``sglite eval --out`` writes of one that it makes.

    Parameters
    ----------
    run : RunResult
        With its sentences.
    folder, overwrite, style
        Of `RunWriter`.

    Returns
    -------
    RunSummary
        As ``summary.json`` has it.

    Raises
    ------
    InputError
        If results are there that may not be replaced, or nothing can be written there.
    """
    with RunWriter(folder, overwrite=overwrite, style=style) as writer:
        writer.expect(TableExtras.of(suite for _, suite in run.named_suites()))
        for model, suite in run.named_suites():
            writer.add(model, suite)
        summary = summarize(run)
        writer.finish(run, summary)
    return summary


def _close(spool: IO[bytes]) -> None:
    with suppress(OSError):  # of a full disk, which has been said when it was written to
        spool.close()


def csv_lines(
    suites: Sequence[NamedSuite],
    kind: TableName,
    *,
    header: bool = True,
    extras: TableExtras | None = None,
    style: CsvStyle | None = None,
) -> Iterator[str]:
    """Give a table of suites as lines of CSV, one at a time: what `RunResult.to_frame` gives, as pandas writes it."""
    style = style or CsvStyle()
    columns = table_columns(suites, kind, extras)
    line_of = csv.writer(_Lines(), lineterminator="\n", delimiter=style.separator).writerow
    if header:
        yield style.start + line_of(columns)
    for row in table_rows(suites, kind):
        cells = map(row.get, columns)
        yield line_of(map(style.cell, cells) if style.decimal_comma else cells)


class _Lines:
    """Takes lines from a CSV writer, which returns what its file says to each, and gives them back."""

    def write(self, line: str) -> str:
        return line
