"""Write a run to a folder."""

from __future__ import annotations

import csv
import json
import os
import platform
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from ..results import (
    RUN_FILE,
    ModelResult,
    RunResult,
    SuiteResult,
    TableName,
    json_of_run,
    json_of_suite,
    table_columns,
    table_rows,
    write_text,
)

__all__ = ["OutcomesOnly", "RunWriter", "csv_lines", "write_run"]

_STREAMED: tuple[TableName, ...] = ("regions", "tokens")
_PARTS = (*(f"{kind}.csv" for kind in _STREAMED), f"{RUN_FILE}.suites")


class OutcomesOnly:
    """Keeps of each suite what scores are made of, and does without sentences and tokens; a `Keeper`."""

    needs_sentences = False

    def add(self, model: str, suite: SuiteResult) -> SuiteResult:
        """Give the suite's result without its sentences."""
        return suite.without_sentences()

    def drop(self, model: str) -> None:
        """Forget a model; nothing is held here."""


class RunWriter:
    """Writes a run to a folder while it goes on, suite by suite, so that memory does not grow with it; a `Keeper`.

    Files appear under their names when `finish` is called, each whole or not at all; those of an earlier run are then
    replaced. Use it in a ``with`` statement, which clears away what an interrupted run has begun; what a run that was
    killed on this computer has left there goes when the next one begins.

    Parameters
    ----------
    folder : Path
        Made if it does not exist.
    """

    needs_sentences = True

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._paths = [self.folder / f".{name}.{_host()}.{os.getpid()}.part" for name in _PARTS]
        self._files: list[IO[str]] = []
        self._starts: list[int] = []  # where the present model's part of each file begins
        self._model: str | None = None
        self._suites: dict[str, list[tuple[int, int]]] = {}  # where each suite stands in the last file

    def __enter__(self) -> RunWriter:
        _remove_parts_of_the_dead(self.folder)
        for path in self._paths:
            self._files.append(path.open("w+", encoding="utf-8", newline=""))
        for kind, file in zip(_STREAMED, self._files, strict=False):
            file.writelines(csv_lines(_run_of("", ()), kind))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in self._files:
            file.close()
        for path in self._paths:
            path.unlink(missing_ok=True)

    def add(self, model: str, suite: SuiteResult) -> SuiteResult:
        """Write the rows and the document of a suite, and give its result without its sentences."""
        if model != self._model:
            self._model, self._starts = model, [file.tell() for file in self._files]
            self._suites[model] = []
        run = _run_of(model, [suite])
        for kind, file in zip(_STREAMED, self._files, strict=False):
            file.writelines(csv_lines(run, kind, header=False))
        spool = self._files[-1]
        start = spool.tell()
        text = json_of_suite(suite)
        spool.write(text)
        self._suites[model].append((start, len(text)))
        return suite.without_sentences()

    def drop(self, model: str) -> None:
        """Take back what was written of a model."""
        if model == self._model:
            for file, start in zip(self._files, self._starts, strict=True):
                file.seek(start)
                file.truncate()
        self._model = None
        self._suites.pop(model, None)

    def finish(self, run: RunResult, summary: Mapping[str, Any]) -> None:
        """Write what is known at the end, and give all files their names.

        Parameters
        ----------
        run : RunResult
            Whose suites were added.
        summary : mapping
            Of `syntaxgym_lite.stats.summarize`.
        """
        write_text(self.folder / RUN_FILE, json_of_run(run, (self._documents(model.model) for model in run.models)))
        write_text(
            self.folder / "summary.json", json.dumps(summary, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
        )
        write_text(self.folder / "items.csv", csv_lines(run, "items"))
        for kind, file, path in zip(_STREAMED, self._files, self._paths, strict=False):
            file.close()
            os.replace(path, self.folder / f"{kind}.csv")

    def _documents(self, model: str) -> Iterator[str]:
        spool = self._files[-1]
        for start, length in self._suites.get(model, ()):
            spool.seek(start)
            yield spool.read(length)


def _host() -> str:
    """Name of this computer, as part of a file's name; numbers of processes count on one computer only."""
    return re.sub(r"[^\w-]", "-", platform.node()) or "localhost"


def _remove_parts_of_the_dead(folder: Path) -> None:
    """Remove what runs of this computer have left whose processes are gone."""
    if os.name != "posix":  # elsewhere, asking for a process by signal 0 may end it
        return
    part = re.compile(rf"\.(?:{'|'.join(map(re.escape, _PARTS))})\.{re.escape(_host())}\.([0-9]+)\.part")
    for path in folder.iterdir():
        name = part.fullmatch(path.name)
        if name is not None and not _is_running(int(name[1])):
            path.unlink(missing_ok=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # somebody else's, or nothing that can be asked for
        return True
    return True


def csv_lines(run: RunResult, kind: TableName, *, header: bool = True) -> Iterator[str]:
    """Give a table of a run as lines of CSV, one at a time: what `RunResult.to_frame` gives, as pandas writes it."""
    columns = table_columns(run, kind)
    line_of = csv.writer(_Lines(), lineterminator="\n").writerow
    if header:
        yield line_of(columns)
    for row in table_rows(run, kind):
        yield line_of(map(row.get, columns))


class _Lines:
    """Takes lines from a CSV writer, which returns what its file says to each, and gives them back."""

    def write(self, line: str) -> str:
        return line


def _run_of(model: str, suites: Iterable[SuiteResult]) -> RunResult:
    """A run of these suites alone, for what is known of a table whatever the rest is."""
    return RunResult((ModelResult(model, "", None, None, "", "", {}, tuple(suites)),), {}, "", {})


def write_run(run: RunResult, summary: Mapping[str, Any], folder: str | Path) -> None:
    """Write ``summary.json``, ``items.csv``, ``regions.csv``, ``tokens.csv`` and ``run.json``.

    Parameters
    ----------
    run : RunResult
    summary : mapping
        Of `syntaxgym_lite.stats.summarize`.
    folder : str or Path
        Made if it does not exist; files of these names in it are replaced, each whole or not at all.
    """
    with RunWriter(folder) as writer:
        for model in run.models:
            for suite in model.suites:
                writer.add(model.model, suite)
        writer.finish(run, summary)
