"""What happened in a run, as one document that can be saved, loaded and turned into tables.

Knows no model and no plot. An undefined value is None here and empty in tables, never 0.
"""

from __future__ import annotations

import gc
import json
import math
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

from .errors import FormulaError, InputError, counted, did_you_mean, listed, short
from .files import read_bytes, write_whole
from .formula import Claim, Comparison, Formula, check, evaluate_formula, parse, references, resolve, walk
from .formula.evaluate import could_hold, truth_of
from .formula.factors import level_text
from .suite import Excluded, Factor, Suite
from .suite.json import RepeatedKeyError, unique_keys
from .surprisal import WordBoundary

if TYPE_CHECKING:
    import pandas as pd

    from .figures import Plots
    from .predict import RegionValues
    from .surprisal import FloatArray

__all__ = [
    "PARTS",
    "RUN_FILE",
    "SCHEMA_VERSION",
    "ComparisonResult",
    "Failure",
    "Keeper",
    "ModelResult",
    "NamedSuite",
    "Outcome",
    "PredictionResult",
    "RegionResult",
    "RunResult",
    "SentenceCounts",
    "SentenceResult",
    "SuiteResult",
    "TableExtras",
    "TableName",
    "json_of_run",
    "json_of_suite",
    "parts_of",
    "region_values",
    "suite_with_metric",
    "table_columns",
    "table_rows",
]

SCHEMA_VERSION = 1
_SUM_TOLERANCE = 1e-6  # bits, or a share of them: what sums may differ by that are added up again when read
RUN_FILE = "run.json"
PARTS = "runs"
"""The key of the settings of merged results under which the runs stand that they were made of."""

TableName = Literal["items", "regions", "tokens"]


class _Record:
    """What stands in the document of a run."""

    __slots__ = ()
    # an impossible token has infinite surprisal
    __pydantic_config__: ClassVar[Any] = {"ser_json_inf_nan": "strings", "extra": "forbid"}


@dataclass(frozen=True, slots=True)
class ComparisonResult(_Record):
    """One comparison of a prediction on one item.

    Parameters
    ----------
    left, right : float or None
        Values of the two sides, in the metric's unit (bits for sums); None if undefined.
    holds : bool or None
    """

    left: float | None
    right: float | None
    holds: bool | None

    @property
    def margin(self) -> float | None:
        """Left minus right: the effect size of this item; None if undefined."""
        if self.left is None or self.right is None:
            return None
        margin = self.left - self.right
        return None if margin != margin else margin + 0.0  # which makes 0 of -0


@dataclass(frozen=True, slots=True)
class Outcome(_Record):
    """A prediction on an item: holds, does not hold, or is undefined (None)."""

    item_number: int
    prediction: int
    holds: bool | None
    comparisons: tuple[ComparisonResult, ...]
    tie: bool = False


@dataclass(frozen=True, slots=True)
class PredictionResult(_Record):
    """What was predicted.

    Parameters
    ----------
    index : int
        Place in the suite, from 0.
    name : str or None
    formula : str
        As written in the suite.
    comparisons : tuple of str
        Source of each comparison in it, in order; the comparisons of an `Outcome` are in the same order.
    """

    index: int
    name: str | None
    formula: str
    comparisons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RegionResult(_Record):
    """A region of one sentence and its surprisal (sum over its tokens, bits)."""

    region_number: int
    content: str
    start: int
    end: int
    surprisal_bits: float | None
    n_tokens: int
    oov: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SentenceResult(_Record):
    """One item in one condition: the text that was scored, its tokens and its regions."""

    item_number: int
    condition_name: str
    text: str
    regions: tuple[RegionResult, ...]
    tokens: tuple[str, ...]
    token_spans: tuple[tuple[int, int], ...]
    token_regions: tuple[int, ...]
    token_bits: tuple[float | None, ...]
    token_oov: tuple[bool, ...]
    token_ranks: tuple[int, ...] | None = None
    eos_bits: float | None = None

    def __repr__(self) -> str:
        """Show on one line which it is; the whole would flood a notebook."""
        return f"<SentenceResult of item {self.item_number}, {short(self.condition_name)}: {short(self.text)}>"


@dataclass(frozen=True, slots=True)
class SentenceCounts(_Record):
    """What a summary needs to know of a suite's sentences."""

    item_numbers: tuple[int, ...]
    n_tokens: int
    n_oov: int
    n_oov_items: int


@dataclass(frozen=True, slots=True)
class SuiteResult(_Record):
    """A suite on one model.

    ``factors`` are those of the items that have any, by item number; ``groups`` what the suite is averaged with;
    ``excluded`` what its source holds and it does not; ``counts`` stand for the sentences where those were not kept;
    ``pseudo`` says whether the values are pseudo-surprisals; ``word_boundary`` whether the end of a word counts for the
    token after it (``"as-is"``) or for the word (``"corrected"``). ``condition_factors`` are the levels of the
    conditions, ``cell_factors`` the factors of single conditions of items, by item number, and ``labels`` what authors
    call the items, by item number; each is empty where a suite has none. ``language`` is its language, a code as
    ``"en"``, and ``collection`` the data set that was published with a paper, if it is of one; else ``""``. ``crossed``
    says whether its predictions together compare the same word forms both ways, ``crossed_predictions`` which do so
    alone; see `syntaxgym_lite.suite.chance.crosses_word_forms`. ``clusters`` says, by item number, which items belong
    together and are no independent observations; see `syntaxgym_lite.suite.Item`. ``cells`` are kept in place of the
    sentences where conditions have factors, for effects of these: what the predictions refer to (``"5"``, ``"2:4"``,
    ``"5;mean"``) to conditions to the values of the items, in their order; see `syntaxgym_lite.predict.named_cells`.
    together and are no independent observations; see `syntaxgym_lite.suite.Item`. ``reference`` names the papers that
    the suite is from.
    """

    suite: str
    source: str
    suite_sha256: str
    circuit: str | None
    metric: str
    join: str
    context: str
    condition_names: tuple[str, ...]
    region_names: dict[int, str]
    predictions: tuple[PredictionResult, ...]
    outcomes: tuple[Outcome, ...]
    sentences: tuple[SentenceResult, ...]
    warnings: tuple[str, ...] = ()
    factors: dict[int, dict[str, Factor]] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)
    excluded: tuple[Excluded, ...] = ()
    counts: SentenceCounts | None = None
    pseudo: bool = False
    word_boundary: WordBoundary = "as-is"
    condition_factors: dict[str, dict[str, Factor]] = field(default_factory=dict)
    cell_factors: dict[int, dict[str, dict[str, Factor]]] = field(default_factory=dict)
    labels: dict[int, str] = field(default_factory=dict)
    language: str = ""
    collection: str = ""
    crossed: bool = False
    crossed_predictions: tuple[int, ...] = ()
    clusters: dict[int, str] = field(default_factory=dict)
    cells: dict[str, dict[str, tuple[float | None, ...]]] = field(default_factory=dict)
    reference: str = ""

    def __repr__(self) -> str:
        """Show on one line which it is; the whole would flood a notebook."""
        return f"<SuiteResult of {short(self.suite)}: {counted(len(self.sentences), 'sentence')}>"

    @property
    def item_numbers(self) -> tuple[int, ...]:
        """Numbers of the items, in file order."""
        return self.count_sentences().item_numbers

    def count_sentences(self) -> SentenceCounts:
        """Give the counts of the sentences, whether or not these were kept."""
        return self.counts or SentenceCounts(
            item_numbers=tuple(dict.fromkeys(sentence.item_number for sentence in self.sentences)),
            n_tokens=sum(len(sentence.tokens) for sentence in self.sentences),
            n_oov=sum(sum(sentence.token_oov) for sentence in self.sentences),
            n_oov_items=len({sentence.item_number for sentence in self.sentences if any(sentence.token_oov)}),
        )

    def formula(self, prediction: int) -> Formula:
        """Read a prediction again; conditions that it names by their levels are those of the suite.

        Raises
        ------
        FormulaError
            If this version cannot read it.
        """
        return resolve(parse(self.predictions[prediction].formula), self.condition_factors)

    def without_sentences(self) -> SuiteResult:
        """Give the same without sentences, regions and tokens: a small part of it, of which all scores can be made."""
        return replace(self, sentences=(), counts=self.count_sentences(), cells=self.cells or _cells(self))


@dataclass(frozen=True, slots=True)
class ModelResult(_Record):
    """All suites on one model, and which model it was.

    ``model`` is its name in results, ``spec`` what one writes after ``--model`` to have it, if that is something else.
    """

    model: str
    backend: str
    revision: str | None
    fingerprint: str | None
    context: str
    units: str
    options: dict[str, str | int | float | bool | None]
    suites: tuple[SuiteResult, ...]
    warnings: tuple[str, ...] = ()
    spec: str = ""

    def __repr__(self) -> str:
        """Show on one line which it is; the whole would flood a notebook."""
        return f"<ModelResult of {short(self.model)}: {counted(len(self.suites), 'suite')}>"

    @property
    def pseudo(self) -> bool:
        """Whether the values are pseudo-surprisals, as a masked model's are."""
        return self.context == "both" or any(suite.pseudo for suite in self.suites)

    @property
    def word_boundary(self) -> WordBoundary:
        """Whether the end of a word counts for the token after it or, corrected, for the word."""
        return "corrected" if any(suite.word_boundary == "corrected" for suite in self.suites) else "as-is"


class Keeper(Protocol):
    """Takes each suite's result when it is there, so that a run need not hold all of them."""

    needs_sentences: bool
    """Whether results are to have sentences with their tokens, which are the greater part of them."""

    def expect(self, extras: TableExtras) -> None:
        """Learn, before the first result, which columns tables of all of them have."""
        ...

    def add(self, model: str, suite: SuiteResult) -> SuiteResult:
        """Take the result of a suite on a model, and give what the run is to hold of it."""
        ...

    def drop(self, model: str) -> None:
        """Forget what was taken of a model: it failed, or is asked anew."""
        ...


@dataclass(frozen=True, slots=True)
class Failure(_Record):
    """What could not be scored, and why: a model, or some sentences on it, in the order in which it was given them."""

    model: str
    message: str
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class RunResult(_Record):
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
        problem = next(_inconsistencies(loaded), None)
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
            if column.startswith(_FACTOR):  # a missing value makes no 2.0 of 2
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
        from .figures import Plots

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
        from .reports.html import save_report

        return save_report(self, path, title=title, overwrite=overwrite, **counting)

    def _repr_html_(self) -> str:
        """Show scores and a figure in a notebook."""
        from .figures import html_of

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


NamedSuite = tuple[str, SuiteResult]
"""Name of a model, and its result on a suite."""


@dataclass(frozen=True, slots=True)
class TableExtras:
    """What tables have columns for only where a suite has something to say in them.

    Parameters
    ----------
    labels, clusters : bool
        Whether there are labels of items, and clusters of them.
    items, conditions, cells : tuple of str
        Names of the factors of items, of conditions, and of single conditions of items.
    """

    labels: bool
    items: tuple[str, ...]
    conditions: tuple[str, ...]
    cells: tuple[str, ...]
    clusters: bool = False

    @classmethod
    def of(cls, suites: Iterable[Suite | SuiteResult]) -> TableExtras:
        """Collect them from suites, or from results on these."""
        labels, items, conditions, cells = False, dict[str, None](), dict[str, None](), dict[str, None]()
        clusters = False
        for suite in suites:
            clusters = clusters or bool(suite.clusters)
            for own in suite.condition_factors.values():
                conditions.update(dict.fromkeys(own))
            if isinstance(suite, Suite):
                for item in suite.items:
                    labels = labels or bool(item.label)
                    items.update(dict.fromkeys(item.factors))
                    for condition in item.conditions:
                        cells.update(dict.fromkeys(condition.factors))
            else:
                labels = labels or bool(suite.labels)
                for own in suite.factors.values():
                    items.update(dict.fromkeys(own))
                for by_condition in suite.cell_factors.values():
                    for own in by_condition.values():
                        cells.update(dict.fromkeys(own))
        return cls(labels, tuple(items), tuple(conditions), tuple(cells), clusters)


def table_columns(suites: Iterable[NamedSuite], kind: TableName, extras: TableExtras | None = None) -> tuple[str, ...]:
    """Give the columns of a table of some suites.

    Parameters
    ----------
    suites : iterable of (str, SuiteResult)
    kind : {"items", "regions", "tokens"}
    extras : TableExtras, optional
        Where these suites are not all that will stand in the table.

    Raises
    ------
    InputError
        If there is no such table.
    """
    if kind not in _COLUMNS:
        raise InputError(f"There is no table '{kind}'; there are {', '.join(_COLUMNS)}.")
    results = [suite for _, suite in suites]
    extras = extras or TableExtras.of(results)
    width = max((len(prediction.comparisons) for suite in results for prediction in suite.predictions), default=0)
    columns = list(_COLUMNS[kind])
    if extras.labels:
        columns.insert(columns.index("item_number") + 1, _LABEL)
    if extras.clusters:
        columns.insert(columns.index(_LABEL if extras.labels else "item_number") + 1, _CLUSTER)
    if kind == "items":
        columns += [f"margin_{number}" for number in range(1, width + 1)]
    factors = (*extras.items, *extras.conditions, *(() if kind == "items" else extras.cells))
    return (*columns, *dict.fromkeys(f"{_FACTOR}{name}" for name in factors))


def table_rows(suites: Iterable[NamedSuite], kind: TableName) -> Iterator[dict[str, Any]]:
    """Give the rows of a table, one at a time, each with what it has of the columns; see `RunResult.to_frame`."""
    rows = {"items": _item_rows, "regions": _region_rows, "tokens": _token_rows}[kind]
    return ({"model": model, "suite": suite.suite, **row} for model, suite in suites for row in rows(suite))


_FACTOR = "factor_"
_LABEL = "item_label"
_CLUSTER = "cluster"
_COLUMNS: dict[str, tuple[str, ...]] = {
    "items": ("model", "suite", "item_number", "prediction", "holds"),
    "regions": (
        *("model", "suite", "item_number", "condition_name", "region_number", "region_name"),
        *("content", "surprisal_bits", "n_tokens", "oov", "pseudo", "word_boundary", "inside_token"),
    ),
    "tokens": (
        *("model", "suite", "item_number", "condition_name", "text", "token_index", "token"),
        *("start", "end", "region_number", "surprisal_bits", "oov", "pseudo", "word_boundary"),
    ),
}


def _item_rows(suite: SuiteResult) -> Iterator[dict[str, Any]]:
    shared = [_shared_levels(suite, place) for place in range(len(suite.predictions))]
    for outcome in suite.outcomes:
        factors = {**suite.factors.get(outcome.item_number, {}), **shared[outcome.prediction]}
        yield {
            "item_number": outcome.item_number,
            **_label(suite, outcome.item_number),
            "prediction": outcome.prediction,
            "holds": outcome.holds,
            **{f"margin_{number}": comparison.margin for number, comparison in enumerate(outcome.comparisons, 1)},
            **{f"{_FACTOR}{name}": value for name, value in factors.items()},
        }


def _shared_levels(suite: SuiteResult, prediction: int) -> dict[str, Factor]:
    """Levels that all conditions have which a prediction names; it is about the factors in which these differ."""
    formula = _formula_of(suite, prediction) if suite.condition_factors else None
    named = [] if formula is None else [suite.condition_factors[one.condition] for one in references(formula)]
    return {
        name: level
        for name, level in (named[0] if named else {}).items()
        if len({level_text(own[name]) for own in named}) == 1
    }


def _label(suite: SuiteResult, item: int) -> dict[str, str]:
    """What an item is called, and the cluster that it is of."""
    label = {_LABEL: suite.labels[item]} if item in suite.labels else {}
    return {**label, _CLUSTER: suite.clusters[item]} if item in suite.clusters else label


def _factors_of(suite: SuiteResult, sentence: SentenceResult) -> dict[str, Factor]:
    """Factors of a sentence: of its item, of its condition, and of this condition of this item, by column."""
    item, condition = sentence.item_number, sentence.condition_name
    levels = suite.condition_factors.get(condition, {})
    factors = {**suite.factors.get(item, {}), **levels, **suite.cell_factors.get(item, {}).get(condition, {})}
    return {f"{_FACTOR}{name}": value for name, value in factors.items()}


def _inside_tokens(sentence: SentenceResult) -> set[int]:
    """Numbers of the regions that begin inside a token of an earlier region, which has the token's whole surprisal."""
    ends = {region.region_number: region.end for region in sentence.regions}
    found: set[int] = set()
    for (start, end), owner in zip(sentence.token_spans, sentence.token_regions, strict=True):
        if end > ends[owner]:
            visible_end = start + len(sentence.text[start:end].rstrip())
            found |= {
                region.region_number
                for region in sentence.regions
                if ends[owner] <= region.start < visible_end and region.end > region.start
            }
    return found


def _region_rows(suite: SuiteResult) -> Iterator[dict[str, Any]]:
    for sentence in suite.sentences:
        inside = _inside_tokens(sentence)
        label, factors = _label(suite, sentence.item_number), _factors_of(suite, sentence)
        for region in sentence.regions:
            yield {
                "item_number": sentence.item_number,
                **label,
                "condition_name": sentence.condition_name,
                "region_number": region.region_number,
                "region_name": suite.region_names[region.region_number],
                "content": region.content,
                "surprisal_bits": region.surprisal_bits,
                "n_tokens": region.n_tokens,
                "oov": " ".join(region.oov),
                "pseudo": suite.pseudo,
                "word_boundary": suite.word_boundary,
                "inside_token": region.region_number in inside,
                **factors,
            }


def _token_rows(suite: SuiteResult) -> Iterator[dict[str, Any]]:
    for sentence in suite.sentences:
        label, factors = _label(suite, sentence.item_number), _factors_of(suite, sentence)
        for index, token in enumerate(sentence.tokens):
            start, end = sentence.token_spans[index]
            yield {
                "item_number": sentence.item_number,
                **label,
                "condition_name": sentence.condition_name,
                "text": sentence.text,
                "token_index": index + 1,
                "token": token,
                "start": start,
                "end": end,
                "region_number": sentence.token_regions[index],
                "surprisal_bits": sentence.token_bits[index],
                "oov": sentence.token_oov[index],
                "pseudo": suite.pseudo,
                "word_boundary": suite.word_boundary,
                **factors,
            }


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


def _inconsistencies(run: RunResult) -> Iterator[str]:
    """Find parts of a document that do not fit together, each with its path."""
    models: dict[str, int] = {}
    for i, model in enumerate(run.models):
        if (first := models.setdefault(model.model, i)) != i:
            yield f"models.{i}.model: is also the name of models.{first}"
        suites: dict[str, int] = {}
        for j, suite in enumerate(model.suites):
            at = f"models.{i}.suites.{j}"
            if (first := suites.setdefault(suite.suite, j)) != j:
                yield f"{at}.suite: is also the name of models.{i}.suites.{first}"
            yield from (f"{at}.{problem}" for problem in _unfitting_outcomes(suite))
            yield from (f"{at}.{problem}" for problem in _unfitting_sentences(suite))
            yield from (f"{at}.{problem}" for problem in _unfitting_factors(suite))
            yield from (f"{at}.{problem}" for problem in _unfitting_sides(suite))


def _unfitting_outcomes(suite: SuiteResult) -> Iterator[str]:
    items = set(suite.item_numbers)
    n_comparisons = [len(prediction.comparisons) for prediction in suite.predictions]
    for place, prediction in enumerate(suite.predictions):
        if prediction.index != place:
            yield f"predictions.{place}.index: is {prediction.index}"
    claims = [None if (one := _formula_of(suite, place)) is None else one.root for place in range(len(n_comparisons))]
    for place, (prediction, claim) in enumerate(zip(suite.predictions, claims, strict=True)):
        if claim is not None and _comparisons_of(prediction.formula, claim) != prediction.comparisons:
            yield f"predictions.{place}.comparisons: are not those of its formula"
            claims[place] = None
    seen = set()
    for place, outcome in enumerate(suite.outcomes):
        at = f"outcomes.{place}"
        if outcome.item_number not in items:
            yield f"{at}.item_number: there is no item {outcome.item_number}"
        elif not 0 <= outcome.prediction < len(n_comparisons):
            yield f"{at}.prediction: there is no prediction {outcome.prediction}"
        elif len(outcome.comparisons) != n_comparisons[outcome.prediction]:
            yield (
                f"{at}.comparisons: {len(outcome.comparisons)}, but the prediction has "
                f"{n_comparisons[outcome.prediction]}"
            )
        else:
            yield from (f"{at}.{problem}" for problem in _untrue(outcome, claims[outcome.prediction]))
        seen.add((outcome.item_number, outcome.prediction))
    expected = len(items) * len(n_comparisons)
    if not len(seen) == len(suite.outcomes) == expected:
        yield f"outcomes: {len(items)} items and {len(n_comparisons)} predictions, but {len(suite.outcomes)} outcomes"


def _formula_of(suite: SuiteResult, prediction: int) -> Formula | None:
    """What was predicted; None if this version cannot read it."""
    try:
        return suite.formula(prediction)
    except FormulaError:
        return None


def _comparisons_of(source: str, claim: Claim) -> tuple[str, ...]:
    return tuple(source[node.span.start : node.span.end] for node in walk(claim) if isinstance(node, Comparison))


def _untrue(outcome: Outcome, claim: Claim | None) -> Iterator[str]:
    """Find where what holds contradicts the values."""
    if claim is None:
        return
    nodes = (node for node in walk(claim) if isinstance(node, Comparison))
    for place, (node, found) in enumerate(zip(nodes, outcome.comparisons, strict=True)):
        if not could_hold(node, found.left, found.right, found.holds):
            yield f"comparisons.{place}.holds: is {json.dumps(found.holds)} of {found.left} and {found.right}"
    if truth_of(claim, iter([found.holds for found in outcome.comparisons])) is not outcome.holds:
        yield f"holds: is {json.dumps(outcome.holds)}, which its comparisons contradict"


def _unfitting_sides(suite: SuiteResult) -> Iterator[str]:
    """Find where the sides of a comparison are not what its formula gives on the regions; of sums only.

    Called where all else fits together.
    """
    values = region_values(suite)
    if values is None:
        return  # it has other regions in each sentence, which no version of this package writes
    rows = {number: row for row, number in enumerate(dict.fromkeys(one.item_number for one in suite.sentences))}
    outcomes: dict[int, list[tuple[int, Outcome]]] = {}
    for place, outcome in enumerate(suite.outcomes):
        outcomes.setdefault(outcome.prediction, []).append((place, outcome))
    for prediction in suite.predictions:
        formula = _formula_of(suite, prediction.index)
        if formula is None or any((one.metric or suite.metric) != "sum" for one in references(formula)):
            continue
        if check(formula, conditions=suite.condition_names, regions=suite.region_names):
            yield f"predictions.{prediction.index}.formula: names what the suite does not have"
            continue
        found = evaluate_formula(formula, values, len(rows)).comparisons
        sides = [(comparison.left, comparison.right) for comparison in found]
        for place, outcome in outcomes.get(prediction.index, ()):
            row = rows[outcome.item_number]
            for number, (one, expected) in enumerate(zip(outcome.comparisons, sides, strict=True)):
                for name, given, side in zip(("left", "right"), (one.left, one.right), expected, strict=True):
                    bits = float(side[row])
                    if not _same(given, bits):
                        yield (
                            f"outcomes.{place}.comparisons.{number}.{name}: is {given}, but its regions give "
                            f"{None if bits != bits else bits}"
                        )


def _same(given: float | None, bits: float) -> bool:
    if given is None or bits != bits:
        return given is None and bits != bits
    return math.isclose(given, bits, rel_tol=_SUM_TOLERANCE, abs_tol=_SUM_TOLERANCE)


def _unfitting_sentences(suite: SuiteResult) -> Iterator[str]:
    if suite.counts is not None:
        for name in ("n_tokens", "n_oov", "n_oov_items"):
            if getattr(suite.counts, name) < 0:
                yield f"counts.{name}: is negative"
    conditions = set(suite.condition_names)
    seen = set()
    for place, sentence in enumerate(suite.sentences):
        at = f"sentences.{place}"
        if sentence.condition_name not in conditions:
            yield f"{at}.condition_name: there is no condition '{sentence.condition_name}'"
        seen.add((sentence.item_number, sentence.condition_name))
        yield from (f"{at}.{problem}" for problem in _unfitting_regions(suite, sentence))
        yield from (f"{at}.{problem}" for problem in _unfitting_tokens(sentence))
    expected = len({number for number, _ in seen}) * len(conditions)
    if suite.sentences and not len(seen) == len(suite.sentences) == expected:
        yield f"sentences: {len(suite.sentences)}, where {expected} are expected, one of each item and condition"


def _unfitting_factors(suite: SuiteResult) -> Iterator[str]:
    """Find levels, factors and labels of what the suite does not have."""
    conditions, items = set(suite.condition_names), set(suite.item_numbers)
    if suite.condition_factors and suite.condition_factors.keys() != conditions:
        yield "condition_factors: are not of the suite's conditions"
    for name, numbers in (
        ("cell_factors", suite.cell_factors),
        ("labels", suite.labels),
        ("clusters", suite.clusters),
    ):
        yield from (f"{name}.{number}: there is no item {number}" for number in numbers if number not in items)
    for number, cells in suite.cell_factors.items():
        for name in cells.keys() - conditions:
            yield f"cell_factors.{number}.{name}: there is no condition '{name}'"
    for key, by_condition in suite.cells.items():
        if by_condition.keys() != conditions:
            yield f"cells.{key}: are not of the suite's conditions"
        for name, values in by_condition.items():
            if len(values) != len(items):
                yield f"cells.{key}.{name}: {len(values)} for {len(items)} items"


def _unfitting_regions(suite: SuiteResult, sentence: SentenceResult) -> Iterator[str]:
    length = len(sentence.text)
    for place, region in enumerate(sentence.regions):
        if region.region_number not in suite.region_names:
            yield f"regions.{place}.region_number: there is no region {region.region_number}"
        if not 0 <= region.start <= region.end <= length:
            yield f"regions.{place}: {region.start} to {region.end} is no place in {length} characters"
        elif region.content != sentence.text[region.start : region.end]:
            yield f"regions.{place}.content: is not what stands in the text from {region.start} to {region.end}"
        if region.n_tokens < 0:
            yield f"regions.{place}.n_tokens: is negative"


def _unfitting_tokens(sentence: SentenceResult) -> Iterator[str]:
    n_tokens, length = len(sentence.tokens), len(sentence.text)
    columns = {
        "token_spans": sentence.token_spans,
        "token_regions": sentence.token_regions,
        "token_bits": sentence.token_bits,
        "token_oov": sentence.token_oov,
        "token_ranks": sentence.token_ranks,
    }
    for name, values in columns.items():
        if values is not None and len(values) != n_tokens:
            yield f"{name}: {len(values)} for {n_tokens} tokens"
    if not set(sentence.token_regions) <= {region.region_number for region in sentence.regions}:
        yield "token_regions: names a region that the sentence does not have"
    for place, (start, end) in enumerate(sentence.token_spans):
        if not 0 <= start <= end <= length:
            yield f"token_spans.{place}: {start} to {end} is no place in {length} characters"
    if len(sentence.token_regions) == len(sentence.token_bits) == n_tokens:
        yield from _unfitting_sums(sentence)


def _unfitting_sums(sentence: SentenceResult) -> Iterator[str]:
    """Find regions whose value or number of tokens their tokens contradict."""
    bits: dict[int, list[float | None]] = {region.region_number: [] for region in sentence.regions}
    for number, value in zip(sentence.token_regions, sentence.token_bits, strict=True):
        bits.setdefault(number, []).append(value)
    for place, region in enumerate(sentence.regions):
        own = bits[region.region_number]
        known = [value for value in own if value is not None]
        if region.n_tokens != len(own):
            yield f"regions.{place}.n_tokens: is {region.n_tokens}, but {len(own)} tokens belong to the region"
        elif len(known) < len(own):
            if region.surprisal_bits is not None:
                yield f"regions.{place}.surprisal_bits: is {region.surprisal_bits}, but a token has no value"
        elif own or region.surprisal_bits is not None:  # a region inside another's token has none
            total = sum(known)
            if not _same(region.surprisal_bits, total):
                yield f"regions.{place}.surprisal_bits: is {region.surprisal_bits}, but its tokens add up to {total}"


_WITHOUT_UNIT = ("prob", "rank", "count")


def metric_column(metric: str) -> str:
    """Name the column of a table that holds another value of regions than their surprisal, with its unit."""
    return metric if metric in _WITHOUT_UNIT else f"{metric}_bits"


def region_values(suite: SuiteResult, metrics: Iterable[str] = ("sum",)) -> RegionValues | None:
    """Give what references of formulas are looked up in, made of the sentences of a result.

    Parameters
    ----------
    suite : SuiteResult
    metrics : iterable of str, optional
        Those that references have.

    Returns
    -------
    RegionValues or None
        None without sentences, or if these do not all have the suite's regions.
    """
    import numpy as np

    from .predict import RegionValues
    from .surprisal import RegionSurprisals

    numbers = list(suite.region_names)

    def ordered(suite: SuiteResult) -> list[SentenceResult]:
        by_place = {(sentence.item_number, sentence.condition_name): sentence for sentence in suite.sentences}
        items = dict.fromkeys(number for number, _ in by_place)
        return [by_place[number, condition] for number in items for condition in suite.condition_names]

    def bits(sentences: list[SentenceResult]) -> FloatArray:
        table = [[region.surprisal_bits for region in sentence.regions] for sentence in sentences]
        return np.array(table, np.float64)  # None becomes NaN

    sentences = ordered(suite)
    if not sentences or any([region.region_number for region in one.regions] != numbers for one in sentences):
        return None
    others = {metric: bits(ordered(suite_with_metric(suite, metric))) for metric in {*metrics} - {"sum"}}
    regions = RegionSurprisals(
        {"sum": bits(sentences), **others},
        np.array([[region.n_tokens for region in sentence.regions] for sentence in sentences], np.int32),
        (),
        (),
        np.array([sentence.eos_bits for sentence in sentences], np.float64),
        (),
    )
    return RegionValues(suite.metric, suite.condition_names, suite.region_names, regions)


def _cells(suite: SuiteResult) -> dict[str, dict[str, tuple[float | None, ...]]]:
    """What is kept of the sentences for effects of the factors of conditions."""
    from .predict import named_cells

    if not suite.condition_factors:
        return {}
    found = [_formula_of(suite, place) for place in range(len(suite.predictions))]
    named = [reference for formula in found if formula is not None for reference in references(formula)]
    values = region_values(suite, [reference.metric or suite.metric for reference in named])
    return {} if values is None else named_cells(named, values)


def suite_with_metric(suite: SuiteResult, metric: str) -> SuiteResult:
    """Give the same result of a suite with another region value in ``surprisal_bits``, made of its tokens.

    Raises
    ------
    InputError
        If there is no such metric.
    """
    import numpy as np

    from .align import region_surprisals
    from .errors import did_you_mean
    from .formula import METRICS

    if metric not in METRICS:
        raise InputError(
            f"There is no metric '{metric}'; known are {', '.join(METRICS)}.{did_you_mean(metric, METRICS)}"
        )

    def convert(sentence: SentenceResult) -> SentenceResult:
        index = {region.region_number: place for place, region in enumerate(sentence.regions)}
        values, _ = region_surprisals(
            np.array([index[number] for number in sentence.token_regions], np.intp),
            np.array(sentence.token_bits, np.float64),  # None becomes NaN
            np.array(sentence.token_ranks or [0] * len(sentence.tokens)),
            n_words=np.array([len(region.content.split()) for region in sentence.regions], np.int32),
            metrics=(metric,),
            unknown=np.array(sentence.token_oov, np.bool_),
        )
        regions = tuple(
            replace(region, surprisal_bits=None if value != value else float(value))
            for region, value in zip(sentence.regions, values[metric], strict=True)
        )
        return replace(sentence, regions=regions)

    return replace(suite, sentences=tuple(convert(sentence) for sentence in suite.sentences))


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
