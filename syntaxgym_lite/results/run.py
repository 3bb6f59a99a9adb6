"""The results of a run: one document that can be saved, loaded and turned into tables."""

from __future__ import annotations

import gc
import json
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError, counted, did_you_mean, listed, short
from ..files import read_bytes, write_whole
from ..suite.json import RepeatedKeyError, unique_keys
from .consistency import inconsistencies
from .records import Failure, ModelResult, Record, SentenceResult, SuiteResult
from .tables import FACTOR_PREFIX, NamedSuite, TableName, table_columns, table_rows
from .values import metric_column, suite_with_metric

if TYPE_CHECKING:
    import pandas as pd

    from ..figures import Plots

__all__ = ["PARTS", "RUN_FILE", "SCHEMA_VERSION", "RunResult", "json_of_run", "json_of_suite", "parts_of"]

SCHEMA_VERSION = 1
RUN_FILE = "run.json"
PARTS = "runs"
"""The key of the settings of merged results under which the runs stand that they were made of."""


@dataclass(frozen=True, slots=True, repr=False)
class RunResult(Record):
    """Everything a run found; see docs/reference/results.md for the document.

    Parameters
    ----------
    models : tuple of ModelResult
    settings : dict
        What was asked for: batch size, end of sentence, normalisation and the like.
    created : str
        Date and time, ISO 8601 with time zone.
    versions : dict
        Of this package, Python and the libraries that computed the numbers.
    failures : tuple of Failure
        Models that failed while others went on.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> run = sgl.evaluate("npz")
    >>> path = run.save("run.json")
    >>> sgl.RunResult.load(path) == run
    True
    >>> run.to_frame("regions", metric="mean").shape  # or "items", "tokens"
    (672, 13)
    """

    models: tuple[ModelResult, ...]
    settings: dict[str, Any]
    created: str
    versions: dict[str, str]
    failures: tuple[Failure, ...] = ()
    schema_version: int = field(default=SCHEMA_VERSION)

    def __repr__(self) -> str:
        """Show whose and which results these are; the whole would flood a notebook."""
        names = short(", ".join(model.model for model in self.models))[1:-1]
        suites = counted(len({suite.suite for model in self.models for suite in model.suites}), "suite")
        return f"<RunResult of {self.created}: {names}; {suites}; see summarize(run), run.to_frame('items')>"

    def save(self, path: str | Path) -> Path:
        """Write the whole document as JSON.

        Parameters
        ----------
        path : str or Path
            A file, or a folder that exists: then ``run.json`` in it.

        Returns
        -------
        Path
            The file written.

        Raises
        ------
        InputError
            If it cannot be written; an earlier one is then as it was.
        """
        path = Path(path)
        if path.is_dir():
            path = path / RUN_FILE
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, self.to_json())
        return path

    def to_json(self) -> Iterator[str]:
        """Give the whole document in pieces."""
        return json_of_run(self, ([json_of_suite(suite) for suite in model.suites] for model in self.models))

    @classmethod
    def load(cls, path: str | Path) -> RunResult:
        """Read a document that `save` wrote; no model is needed.

        Parameters
        ----------
        path : str or Path
            The file, or the folder with ``run.json`` in it.

        Raises
        ------
        InputError
            If there is no such file, or it is not a result of a version this package can read, or its parts do not fit
            together; says where in the document.
        """
        if path == "":
            raise InputError("No file of results was named.")
        path = Path(path)
        with _collector_at_rest():
            return cls._load(path / RUN_FILE if path.is_dir() else path)

    @classmethod
    def _load(cls, path: Path) -> RunResult:
        from pydantic import ValidationError

        data = read_bytes(path).removeprefix(_BOM)
        if not data.strip():
            raise InputError(f"{path}: is empty.")
        try:
            version = json.loads(data, object_pairs_hook=unique_keys).get("schema_version")
        except RepeatedKeyError as error:
            raise InputError(f"{path}: {error}; the file is damaged.") from None
        except (ValueError, AttributeError, RecursionError) as error:
            if isinstance(error, json.JSONDecodeError) and _is_cut_short(error):
                raise InputError(f"{path}: is cut short: it ends in the middle of a result.") from None
            raise InputError(f"{path}: not a result of sglite eval (not a JSON object).") from None
        if version != SCHEMA_VERSION:
            raise InputError(
                f"{path}: has schema_version {version!r}; this version of syntaxgym_lite reads {SCHEMA_VERSION}."
            )
        try:
            loaded: RunResult = _adapter(RunResult).validate_json(data)
        except ValidationError as error:
            first = error.errors()[0]
            where = "".join(f"{part}." for part in first["loc"])[:-1]
            raise InputError(f"{path}: {f'{where}: ' if where else ''}{first['msg']}.") from None
        problem = next(inconsistencies(loaded), None)
        if problem is not None:
            raise InputError(f"{path}: {problem}; the file is damaged.")
        return loaded

    def to_frame(self, kind: TableName = "items", *, metric: str = "sum") -> pd.DataFrame:
        """Give a table.

        Parameters
        ----------
        kind : {"items", "regions", "tokens"}
            ``"items"``: one row per model, suite, item and prediction: ``holds`` (True, False or missing) and the
            margin of each of its comparisons, the factors of the item, and the levels that all conditions of the
            prediction share. ``"regions"``: one row per region of every sentence, with the factors of its item and its
            condition. ``"tokens"``: one per token.
        metric : str
            For ``"regions"``: which value of each region is given: ``"sum"``, in the column ``surprisal_bits``, or
            another, in a column of its name with its unit: ``mean_bits``, ``max_bits``, ``prob``, ``rank``, ``count``.

        Returns
        -------
        DataFrame
            Columns as in the CSV files of ``sglite eval --out``.

        Raises
        ------
        InputError
            If there is no such table or metric.
        """
        import pandas as pd

        run = self if metric == "sum" or kind != "regions" else _with_metric(self, metric)
        suites = run.named_suites()
        columns = table_columns(suites, kind)
        rows = list(table_rows(suites, kind))
        frame: pd.DataFrame = pd.DataFrame(rows, columns=list(columns))
        if run is not self:  # no other value is called a surprisal
            frame = frame.rename(columns={"surprisal_bits": metric_column(metric)})
        if kind == "items":
            frame["holds"] = frame["holds"].astype("boolean")
        for column in columns:
            if column.startswith(FACTOR_PREFIX):  # a missing value makes no 2.0 of 2
                types = {type(row[column]) for row in rows if column in row}
                if types in ({int}, {bool}):
                    frame[column] = frame[column].astype("Int64" if types == {int} else "boolean")
        return frame

    def select(
        self,
        *,
        suites: Collection[str] = (),
        circuits: Collection[str] = (),
        languages: Collection[str] = (),
        models: Collection[str] = (),
    ) -> RunResult:
        """Give the same run with some of its suites and models.

        Parameters
        ----------
        suites, circuits, languages, models : str, or collection of str, optional
            Names of those wanted, whatever their case, or patterns with ``*`` and ``?`` for several; by default, all.

        Raises
        ------
        InputError
            If there is none of a name, or nothing is left.

        Examples
        --------
        >>> import syntaxgym_lite as sgl
        >>> run = sgl.evaluate(["npz", "npi_src_ever"], models=["ngram", "random:1"])
        >>> [suite.suite for suite in run.select(suites="npi_*", models="ngram").models[0].suites]
        ['npi_src_ever']
        """
        every = [suite for model in self.models for suite in model.suites]
        wanted: dict[str, set[str]] = {}
        for what, names, there in (
            ("suite", suites, [suite.suite for suite in every]),
            ("circuit", circuits, [suite.circuit or "" for suite in every]),
            ("language", languages, [suite.language for suite in every]),
            ("model", models, [model.model for model in self.models]),
        ):
            wanted[what] = _chosen(what, names, there)
        kept = [
            replace(
                model,
                suites=tuple(
                    suite
                    for suite in model.suites
                    if suite.suite in wanted["suite"]
                    and (suite.circuit or "") in wanted["circuit"]
                    and suite.language in wanted["language"]
                ),
            )
            for model in self.models
            if model.model in wanted["model"]
        ]
        if every and not any(model.suites for model in kept):
            raise InputError("No suite is of everything that was asked for at once: each of it is there.")
        return replace(
            self,
            models=tuple(model for model in kept if model.suites or not every),
            failures=tuple(
                failure
                for failure in self.failures
                if not models or any(_is_named(failure.model, name) for name in _listed(models))
            ),
        )

    @property
    def plot(self) -> Plots:
        """Figures of these results: ``run.plot.regions(suites="npz")``; see `syntaxgym_lite.figures`."""
        from ..figures import Plots

        return Plots(self)

    def report(self, path: str | Path, *, title: str = "", overwrite: bool = False, **counting: Any) -> Path:
        """Write a page that shows these results in a browser; see `syntaxgym_lite.reports.html.save_report`.

        Parameters
        ----------
        path : str or Path
            A file, or a folder that exists: then ``report.html`` in it.
        title : str, optional
            What stands above it.
        overwrite : bool, optional
            Whether to replace a file that is no report; an earlier report is replaced anyway.
        **counting
            How scores are counted: options of `syntaxgym_lite.stats.summarize`.

        Returns
        -------
        Path
            The file written.

        Raises
        ------
        InputError
            If there is another file in its place, or it cannot be written.
        """
        from ..reports.html import save_report

        return save_report(self, path, title=title, overwrite=overwrite, **counting)

    def _repr_html_(self) -> str:
        """Show scores and a figure in a notebook."""
        from ..figures import html_of

        return html_of(self)

    def sentences(self) -> Iterator[tuple[ModelResult, SuiteResult, SentenceResult]]:
        """Yield every sentence with the model and suite it belongs to."""
        for model in self.models:
            for suite in model.suites:
                for sentence in suite.sentences:
                    yield model, suite, sentence

    def named_suites(self) -> list[NamedSuite]:
        """Give the results of all suites, each with the name of its model."""
        return [(model.model, suite) for model in self.models for suite in model.suites]


def _listed(names: Collection[str]) -> Collection[str]:
    return (names,) if isinstance(names, str) else names  # a string is one name, not its letters


def _is_named(name: str, wanted: str) -> bool:
    name, wanted = name.casefold(), wanted.casefold()
    return name == wanted or fnmatchcase(name, wanted)


def _chosen(what: str, names: Collection[str], there: Iterable[str]) -> set[str]:
    """Those of the names that are there which are wanted; all if none is named."""
    known = list(dict.fromkeys(there))
    chosen: set[str] = set()
    for name in _listed(names):
        found = {one for one in known if one and _is_named(one, name)}
        if not found:
            own = [one for one in known if one]
            have = "these results have" if own else f"these results name no {what}"
            raise InputError(f"`{what}={name}`: {have}{f' {listed(own)}' if own else ''}.{did_you_mean(name, own)}")
        chosen |= found
    return chosen if _listed(names) else set(known)


def parts_of(run: RunResult) -> list[dict[str, Any]]:
    """Give the runs that results are of: of a run that was not merged, this one.

    Returns
    -------
    list of dict
        Each with ``created``, ``versions``, ``settings``, and ``results``: names of models, to names of suites.
    """
    here = {model.model: [suite.suite for suite in model.suites] for model in run.models}
    parts = run.settings.get(PARTS)
    if not isinstance(parts, list):
        return [{"created": run.created, "versions": run.versions, "settings": run.settings, "results": here}]
    left = []
    for part in parts:  # of results of which a part was taken, some may have nothing left
        results = {
            name: [suite for suite in suites if suite in here[name]]
            for name, suites in part["results"].items()
            if name in here
        }
        if any(results.values()):
            left.append({**part, "results": {name: suites for name, suites in results.items() if suites}})
    return left


def json_of_suite(suite: SuiteResult) -> str:
    """Give a suite's result as it stands in the document of a run, without the line's end."""
    empty = {name for name in _WHERE_THERE if not getattr(suite, name)}
    lines = _adapter(SuiteResult).dump_json(suite, indent=1, exclude=empty).decode("utf-8").split("\n")
    return "\n".join(_SUITE_INDENT + line for line in lines)


def json_of_run(run: RunResult, suites: Iterable[Iterable[str]]) -> Iterator[str]:
    """Give the document of a run in pieces, with the suites written by `json_of_suite` in their place.

    Parameters
    ----------
    run : RunResult
        Its own suites are left out.
    suites : iterable of iterable of str
        Those of each model.
    """
    bare = replace(run, models=tuple(replace(model, suites=()) for model in run.models))
    before, *after = _adapter(RunResult).dump_json(bare, indent=1).decode("utf-8").split(_NO_SUITES, len(run.models))
    yield before
    for own, rest in zip(suites, after, strict=True):
        separator = '"suites": [\n'
        for suite in own:
            yield separator
            yield suite
            separator = ",\n"
        yield _NO_SUITES if separator.startswith('"') else f"\n{_SUITE_INDENT[:-1]}]"
        yield rest
    yield "\n"


_NO_SUITES = '"suites": []'  # of a model; no text before the settings can hold it, since quotes in texts are escaped
_SUITE_INDENT = " " * 4


_WHERE_THERE = (
    "condition_factors", "cell_factors", "labels", "language", "collection", "crossed", "crossed_predictions",
    "clusters", "cells", "reference",
)  # fmt: skip  # keys that a document has only where a suite has them
_BOM = b"\xef\xbb\xbf"


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Make many objects of which none is garbage: looking for some again and again takes as long as reading them."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _is_cut_short(error: json.JSONDecodeError) -> bool:
    return error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string")


def _with_metric(run: RunResult, metric: str) -> RunResult:
    """The same run with another region value, computed afresh from the tokens."""
    models = tuple(
        replace(model, suites=tuple(suite_with_metric(suite, metric) for suite in model.suites)) for model in run.models
    )
    return replace(run, models=models)


@lru_cache
def _adapter(kind: type[RunResult | SuiteResult]) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)
