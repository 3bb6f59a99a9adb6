"""Tables of scores for papers: models by suites, circuits, groups, predictions, factors or items."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypedDict, get_args

from ..errors import InputError, counted, did_you_mean, listed, one_of
from ..results import RunResult
from ..stats import RunSummary, summarize
from ..suite import Factor
from .markup import GRID_WRITERS, CellGrid, TableCell
from .methods import chance_rule, interval_rule, mean_interval_rule, mixed_kinds, silent_rule, suite_set_rule, tie_rule
from .tables import name_shown

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TABLE_FORMATS", "ModelsAs", "RowOrder", "ScoreEntry", "ScoreRow", "ScoreTable", "score_table"]

ModelsAs = Literal["rows", "columns"]
RowOrder = Literal["given", "name", "score", "n"]
TABLE_FORMATS = ("text", "markdown", "latex", "html", "csv", "json")
_FACTOR = "factor:"
_MARKS = {"above": "*", "below": "\N{DAGGER}", "tied": "\N{DOUBLE DAGGER}", "silent": "\N{DOUBLE DAGGER}"}
_AT_MOST = "\N{LESS-THAN OR EQUAL TO}"
_NOTHING = "-"
_MEAN = "SG score"
_Numbers = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ScoreEntry:
    """A number of a model.

    Parameters
    ----------
    value : float or None
        A score or an accuracy, from 0 to 1; of an item, what it counts; None where there is none.
    low, high : float or None
        Ends of its 95 % interval.
    chance : float or None
        Its chance level.
    is_bound : bool
        Whether a model that prefers one word form gets less than that by chance.
    side : str or None
        Where it lies by the test against chance: ``"above"``, ``"below"``, ``"tied"``, ``"silent"``, ``"no"``; None
        without a test. ``"silent"`` too where that is why there is no value.
    numbers : mapping
        What of all that is known of it stands in CSV and JSON, by the names of `syntaxgym_lite.stats.summarize`.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    chance: float | None = None
    is_bound: bool = False
    side: str | None = None
    numbers: _Numbers | None = None


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """What a table has a row for: a suite, a circuit, ...

    Parameters
    ----------
    names : tuple of str
        One for each of `ScoreTable.names`.
    n : int or None
        How many items, or suites, there are.
    entries : mapping
        By model.
    is_mean : bool
        Whether this is the mean over the suites of the rows above.
    """

    names: tuple[str, ...]
    n: int | None
    entries: Mapping[str, ScoreEntry]
    is_mean: bool = False


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Scores of models, to be written in any of `TABLE_FORMATS`.

    Parameters
    ----------
    by : str
        What it has rows for.
    names : tuple of str
        What the names of a row are of: ``("suite", "prediction")``.
    counts : str
        What `ScoreRow.n` counts: ``"items"`` or ``"suites"``; ``""`` for nothing.
    models : tuple of str
        As results name them.
    shown : tuple of str
        As they are called in tables, with what makes their numbers others than one would think.
    rows : tuple of ScoreRow
    caption : str
    what, marks : tuple of str
        What a reader has to know: of the numbers, and of the signs beside them.
    intervals : tuple of str
        The same of the intervals.
    """

    by: str
    names: tuple[str, ...]
    counts: str
    models: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    caption: str
    shown: tuple[str, ...] = ()
    what: tuple[str, ...] = ()
    intervals: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()

    def records(self) -> Iterator[dict[str, Any]]:
        """Give a record for each row and model, in full precision: what stands in CSV and JSON."""
        for row in self.rows:
            for model in self.models:
                if (entry := row.entries.get(model)) is not None and not row.is_mean:
                    yield {"model": model, **dict(zip(self.names, row.names, strict=True)), **(entry.numbers or {})}

    def to_frame(self) -> pd.DataFrame:
        """Give `records` as a pandas data frame."""
        import pandas as pd

        frame: pd.DataFrame = pd.DataFrame(list(self.records()))
        return frame

    def grid(
        self,
        *,
        models_as: ModelsAs | None = None,
        intervals: bool = True,
        digits: int | None = None,
        percent: bool = False,
        caption: str | None = None,
        label: str | None = None,
    ) -> CellGrid:
        """Lay the table out.

        Parameters
        ----------
        models_as : {"rows", "columns"}, optional
            By default the more numerous go down: models are columns unless there are more of them than of the others.
        intervals : bool, optional
            Whether intervals stand beside the scores.
        digits : int, optional
            Behind the point; by default 3, of percentages 1.
        percent : bool, optional
            Whether scores are given in per cent.
        caption, label : str, optional
            Instead of those that the table has by itself; ``""`` for none.
        """
        places = (1 if percent else 3) if digits is None else digits

        def number(value: float | None) -> str:
            return _NOTHING if value is None else f"{value * (100 if percent else 1):.{places}f}"

        def cell(entry: ScoreEntry | None) -> TableCell:
            if entry is not None and entry.value is None and entry.side == "silent":
                return TableCell("silent")
            if entry is None or entry.value is None:
                return TableCell("?" if entry is not None and self.by == "item" else _NOTHING)
            mark = _MARKS.get(entry.side or "", "")
            if self.by == "item":
                return TableCell({1.0: "+", 0.0: _NOTHING}.get(entry.value, number(entry.value)), mark)
            if not intervals or entry.low is None:
                return TableCell(number(entry.value), mark)
            return TableCell(f"{number(entry.value)} [{number(entry.low)}, {number(entry.high)}]", mark)

        default = "rows" if len(self.models) > len(self.rows) or self.by == "model" else "columns"
        laid = _by_model if (models_as or default) == "rows" else _by_row
        headings, rows, n_names, rules = laid(self, cell, number)
        in_percent = ("In per cent.",) if percent and self.by != "item" else ()
        return CellGrid(
            headings,
            rows,
            n_names,
            frozenset(rules),
            (*self.what, *in_percent, *(self.intervals if intervals else ()), *self.marks),
            self.caption if caption is None else caption,
            f"tab:{self.by.removeprefix(_FACTOR)}" if label is None else label,
        )

    def write(self, form: str = "text", **layout: Any) -> str:
        """Write it in one of `TABLE_FORMATS`; options are those of `grid`, for which CSV and JSON have no use.

        Raises
        ------
        InputError
            If there is no such format.
        """
        one_of("format", form, TABLE_FORMATS)
        if form == "csv":
            return self._csv()
        if form == "json":
            notes = [*self.what, *self.intervals, *self.marks]
            document = {"schema_version": 1, "by": self.by, "rows": list(self.records()), "notes": notes}
            return json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
        return GRID_WRITERS[form](self.grid(**layout))

    def _csv(self) -> str:
        records = list(self.records())
        columns = list(dict.fromkeys(name for record in records for name in record)) or ["model", *self.names]
        text = io.StringIO()
        writer = csv.DictWriter(text, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)
        return text.getvalue()


Shown = Callable[[ScoreEntry | None], TableCell]
Laid = tuple[list[str], list[list[TableCell]], int, set[int]]


def _by_row(table: ScoreTable, cell: Shown, number: Callable[[float | None], str]) -> Laid:
    """Models as columns."""
    chances = [_chance_of(row) for row in table.rows]
    has_chance = any(level is not None for level, _ in chances)
    counts = [table.counts] if table.counts else []
    headings = [*map(_heading, table.names), *counts, *(["chance"] if has_chance else []), *table.shown]
    rows: list[list[TableCell]] = []
    before: tuple[str, ...] = ()
    rules = set()
    for number_of_row, (row, (level, is_bound)) in enumerate(zip(table.rows, chances, strict=True)):
        if row.is_mean:
            rules.add(number_of_row)
        names = [  # what stands above already is not said again, but for the last name of a row
            "" if place + 1 < len(row.names) and before[: place + 1] == row.names[: place + 1] else name
            for place, name in enumerate(row.names)
        ]
        figures = [TableCell(_NOTHING if row.n is None else str(row.n))] if counts else []
        chance = [TableCell((_AT_MOST if is_bound else "") + number(level))] if has_chance else []
        scores = [cell(row.entries.get(model)) for model in table.models]
        rows.append([*map(TableCell, names), *figures, *chance, *scores])
        before = row.names
    return headings, rows, len(table.names), rules


def _heading(name: str) -> str:
    return name.removesuffix("_number").replace("_", " ")


def _by_model(table: ScoreTable, cell: Shown, number: Callable[[float | None], str]) -> Laid:
    """Models as rows; below them how many items each column is of, and its chance level."""
    headings = ["model", *(" ".join(dict.fromkeys(filter(None, row.names))) for row in table.rows)]
    rows = [
        [TableCell(shown), *(cell(row.entries.get(model)) for row in table.rows)]
        for model, shown in zip(table.models, table.shown, strict=True)
    ]
    rules = {len(rows)} if rows else set()
    chances = [_chance_of(row) for row in table.rows]
    if any(level is not None for level, _ in chances):
        levels = ((_AT_MOST if is_bound else "") + number(level) for level, is_bound in chances)
        rows.append([TableCell("chance"), *map(TableCell, levels)])
    if table.counts:
        counts = (_NOTHING if row.n is None else str(row.n) for row in table.rows)
        rows.append([TableCell(table.counts), *map(TableCell, counts)])
    return headings, rows, 1, rules & set(range(len(rows)))


def _chance_of(row: ScoreRow) -> tuple[float | None, bool]:
    """The chance level of a row, which is a matter of the suite and the same for all models."""
    for entry in row.entries.values():
        if entry.chance is not None:
            return entry.chance, entry.is_bound
    return None, False


# ---------------------------------------------------------------- making one


def score_table(
    run: RunResult,
    by: str = "suite",
    *,
    sort: RowOrder = "given",
    ties: str | None = None,
    suites_as: str | None = None,
    phenomena: Mapping[str, str] | None = None,
) -> ScoreTable:
    r"""Make a table of scores.

    Parameters
    ----------
    run : RunResult
    by : str, optional
        What has a row of its own: ``"suite"``, ``"circuit"``, ``"prediction"``, ``"item"``, ``"model"``,
        ``"factor:NAME"``, or a kind of group of the suites, as ``"phenomenon"`` in BLiMP.
    sort : {"given", "name", "score", "n"}, optional
        In which order: as in the results, by name, from the greatest mean of all models down, or from the most items.
    ties, suites_as, phenomena : optional
        As for `syntaxgym_lite.stats.summarize`.

    Returns
    -------
    ScoreTable
        Its `ScoreTable.write` gives it as text, Markdown, LaTeX, HTML, CSV or JSON, `ScoreTable.to_frame` to pandas.

    Raises
    ------
    InputError
        If there is nothing to have rows for.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> run = sgl.evaluate(["npz", "mvrr"], models="random:1")
    >>> table = sgl.score_table(run).write("markdown", intervals=False, caption="")
    >>> print("\n".join(table.splitlines()[:4]))
    | suite    | items | chance | random:1 (pseudo-surprisal) |
    | -------- | ----: | -----: | --------------------------: |
    | npz      |    28 |  0.308 |                       0.250 |
    | mvrr     |    28 |  0.308 |                       0.214 |
    """
    one_of("sort", sort, get_args(RowOrder))
    given = {"ties": ties, "suites_as": suites_as, "phenomena": phenomena}
    how: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    summary = summarize(run, **how)
    models: list[_Numbers] = [dict(model) for model in summary["models"]]
    if not any(suite["predictions"] for model in models for suite in model["suites"]):
        raise InputError("These results have no score: none of their suites predicts anything.")
    made = _made(by, models, run)
    return replace(
        made,
        models=tuple(model["model"] for model in summary["models"]),
        shown=tuple(map(name_shown, summary["models"])),
        rows=tuple(_sorted(made.rows, sort)),
        what=(*made.what, *_what_said(made, summary)),
        marks=tuple(_marks_said(made, summary)),
    )


def _made(by: str, models: Sequence[_Numbers], run: RunResult) -> ScoreTable:
    if by == "suite":
        return _by_suite(models)
    if by == "circuit":
        return _by_circuit(models)
    if by == "prediction":
        return _by_prediction(models)
    if by == "model":
        return _by_mean(models)
    if by == "item":
        return _by_item(run)
    if by.startswith(_FACTOR):
        return _by_factor(models, by.removeprefix(_FACTOR))
    return _by_group(models, by)


_SHARE = ("n_items", "score", "ci_low", "ci_high", "ci_method", "n_clusters", "n_passed", "n_undefined", "n_ties")
_CHANCE = ("chance", "chance_is_upper_bound", "p_chance", "p_chance_holm", "above_chance")
_ITEMS_PASS = "Share of items for which all predictions hold."


def _entry(numbers: _Numbers, keys: Sequence[str], value: str = "score") -> ScoreEntry:
    is_silent = numbers[value] is None and bool(numbers.get("n_silent") or numbers.get("silent"))
    return ScoreEntry(
        numbers[value],
        numbers.get("ci_low"),
        numbers.get("ci_high"),
        numbers.get("chance"),
        bool(numbers.get("chance_is_upper_bound")),
        "silent" if is_silent else numbers.get("above_chance"),
        {key: numbers[key] for key in keys if key in numbers},
    )


def _rows(cells: Mapping[tuple[str, ...], tuple[int | None, dict[str, ScoreEntry]]]) -> tuple[ScoreRow, ...]:
    return tuple(ScoreRow(names, n, entries) for names, (n, entries) in cells.items())


_Cells = dict[tuple[str, ...], tuple[int | None, dict[str, ScoreEntry]]]


def _put(cells: _Cells, name: str, n: int, model: str, entry: ScoreEntry) -> None:
    """Add what one model has; where models have means over different numbers of suites, the row has no number."""
    before, entries = cells.get((name,), (n, {}))
    cells[name,] = (before if before == n else None, {**entries, model: entry})


def _mean_row(models: Sequence[_Numbers], n_names: int, counts: str) -> tuple[ScoreRow, ...]:
    """The SG score of each model, where it has one."""
    entries = {
        model["model"]: ScoreEntry(model["sg_score"], *_ends(model.get("sg_interval")))
        for model in models
        if model["sg_score"] is not None
    }
    entries |= {model["model"]: ScoreEntry(None, side="silent") for model in models if _is_all_silent(model)}
    numbers = {model["n_suites"] for model in models}
    n = numbers.pop() if counts == "suites" and len(numbers) == 1 else None
    return (ScoreRow((_MEAN, *[""] * (n_names - 1)), n, entries, is_mean=True),) if entries else ()


def _is_all_silent(model: _Numbers) -> bool:
    """Whether a model is silent on every suite that means count."""
    return model["sg_score"] is None and bool(model.get("silent")) and not model["n_suites"]


def _ends(interval: _Numbers | None) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval["ci_low"], interval["ci_high"])


def _by_suite(models: Sequence[_Numbers]) -> ScoreTable:
    cells: _Cells = {}
    for model in models:
        for suite in model["suites"]:
            if suite["predictions"]:
                entry = _entry(suite, (*_SHARE, *_CHANCE))
                cells.setdefault((suite["suite"],), (suite["n_items"], {}))[1][model["model"]] = entry
    rows = (*_rows(cells), *(_mean_row(models, 1, "items") if len(cells) > 1 else ()))
    intervals = _share_intervals(rows, models)
    return ScoreTable(
        "suite", ("suite",), "items", (), rows, "Scores by suite", what=(_ITEMS_PASS,), intervals=intervals
    )


def _share_intervals(rows: Sequence[ScoreRow], models: Sequence[_Numbers]) -> tuple[str, ...]:
    """How the intervals of shares of items were made, and of means over suites if one stands there."""
    said = [f"In brackets: 95 % intervals, {interval_rule([suite for model in models for suite in model['suites']])}"]
    if any(row.is_mean and any(entry.low is not None for entry in row.entries.values()) for row in rows):
        said.append(f"of the SG score {mean_interval_rule()}")
    return (f"{'; '.join(said)}.",)


def _by_circuit(models: Sequence[_Numbers]) -> ScoreTable:
    cells: _Cells = {}
    for model in models:
        for circuit in _circuits_of(model):
            entry = _entry(circuit, ("n_suites", "n_silent", "score", "ci_low", "ci_high"))
            _put(cells, circuit["circuit"], circuit["n_suites"], model["model"], entry)
    if not cells:
        raise InputError("`by=circuit`: no suite of these results is of a circuit (meta.circuit).")
    rows = (*_rows(dict(sorted(cells.items()))), *_mean_row(models, 1, "suites"))
    return ScoreTable("circuit", ("circuit",), "suites", (), rows, "Scores by circuit", **_of_means(rows))


def _circuits_of(model: _Numbers) -> list[_Numbers]:
    if "circuit_scores" in model:
        return list(model["circuit_scores"])
    in_circuit = [suite["circuit"] for suite in model["suites"] if suite["predictions"]]
    return [
        {"circuit": name, "score": score, "n_suites": in_circuit.count(name)}
        for name, score in model["circuits"].items()
    ]


class _Said(TypedDict):
    what: tuple[str, ...]
    intervals: tuple[str, ...]


def _of_means(rows: Sequence[ScoreRow]) -> _Said:
    """What is said of means over suites, and of their intervals if there are any."""
    has_intervals = any(entry.low is not None for row in rows for entry in row.entries.values())
    return {
        "what": ("Mean over suites of the share of items for which all predictions hold.",),
        "intervals": (f"In brackets: 95 % intervals, {mean_interval_rule()}.",) if has_intervals else (),
    }


def _by_mean(models: Sequence[_Numbers]) -> ScoreTable:
    cells: _Cells = {}
    numbers = {model["n_suites"] for model in models if model["sg_score"] is not None}
    for model in models:
        if model["sg_score"] is None:
            continue
        low, high = _ends(model.get("sg_interval"))
        known = {
            "n_suites": model["n_suites"], "sg_score": model["sg_score"], "ci_low": low, "ci_high": high,
            "item_score": model["item_score"],
        }  # fmt: skip
        n = numbers.copy().pop() if len(numbers) == 1 else None
        cells.setdefault((_MEAN,), (n, {}))[1][model["model"]] = ScoreEntry(model["sg_score"], low, high, numbers=known)
        cells.setdefault(("over all items",), (n, {}))[1][model["model"]] = ScoreEntry(
            model["item_score"], *_ends(model.get("item_interval"))
        )
        for one in model.get("averages", ()):
            if one["over"] != "suites":
                own = ScoreEntry(one["mean"], numbers={"n_suites": one["n_suites"], "n": one["n"], "mean": one["mean"]})
                cells.setdefault((f"over {one['over']}",), (n, {}))[1][model["model"]] = own
    if not cells and any(map(_is_all_silent, models)):
        raise InputError("`by=model`: no model has a score: every comparison of every suite is a tie.")
    if not cells:
        raise InputError("`by=model`: methods of scoring are not averaged with one another; take one, `by=method`.")
    rows = _rows(cells)
    said = _of_means(rows)
    said["what"] += _of_averages(models)
    return ScoreTable("model", ("mean",), "suites", (), rows, "Scores by model", **said)


def _of_averages(models: Sequence[_Numbers]) -> tuple[str, ...]:
    """What is said of means over phenomena and languages, and which mean a paper reports."""
    averages = [one for model in models for one in model.get("averages", ())]
    over = {one["over"] for one in averages}
    said = []
    if "phenomena" in over:
        said.append("Over phenomena: mean over phenomena of the means over their suites.")
    if "languages" in over:
        said.append("Over languages: mean over languages of the means over the phenomena of each.")
    papers = dict.fromkeys((paper, one["over"]) for one in averages for paper in one["papers"])
    said += [f"{paper} report the mean over {what}{_SAME if what == 'suites' else ''}." for paper, what in papers]
    return tuple(said)


_SAME = ", which is the SG score"


def _by_group(models: Sequence[_Numbers], group: str) -> ScoreTable:
    known = list(dict.fromkeys(name for model in models for name in model["groups"]))
    if group not in known:
        own = ["suite", "circuit", "prediction", "item", "model", f"{_FACTOR}NAME", *known]
        raise InputError(f"`by={group}`: these results can be shown by {listed(own)}.{did_you_mean(group, own)}")
    cells: _Cells = {}
    for model in models:
        for row in model["groups"].get(group, ()):
            numbers = {
                "n_suites": row["n_suites"], "n_silent": row.get("n_silent", 0), "n_items": row["n_items"],
                "score": row["macro"],
                "ci_low": row.get("macro_low"), "ci_high": row.get("macro_high"), "item_score": row["micro"],
            }  # fmt: skip
            entry = _entry(numbers, tuple(numbers))
            _put(cells, row["value"], row["n_suites"], model["model"], entry)
    rows = (*_rows(dict(sorted(cells.items()))), *_mean_row(models, 1, "suites"), *_average_rows(models, group))
    words = group.replace("_", " ")
    said = _of_means(rows)
    if group in _AVERAGED:
        said["what"] += _of_averages(models)
    return ScoreTable(group, (words,), "suites", (), rows, f"Scores by {words}", **said)


_AVERAGED = {"phenomenon": "phenomena", "language": "languages"}


def _average_rows(models: Sequence[_Numbers], group: str) -> tuple[ScoreRow, ...]:
    """The mean over the phenomena, or languages, that have a row."""
    over = _AVERAGED.get(group)
    own = {model["model"]: one for model in models for one in model.get("averages", ()) if one["over"] == over}
    entries = {model: ScoreEntry(one["mean"]) for model, one in own.items()}
    return (ScoreRow((f"over {over}",), None, entries, is_mean=True),) if entries else ()


def _by_prediction(models: Sequence[_Numbers]) -> ScoreTable:
    cells: _Cells = {}
    for model in models:
        for suite in model["suites"]:
            for prediction in suite["predictions"]:
                name = f"{prediction['index']}: {prediction['name'] or prediction['formula']}"
                keys = ("accuracy", *_SHARE[2:6], "n_true", "n_undefined", "n_ties", *_CHANCE)
                entry = _entry(prediction, keys, "accuracy")
                known = {"formula": prediction["formula"], "n_items": suite["n_items"], **(entry.numbers or {})}
                where = cells.setdefault((suite["suite"], name), (suite["n_items"], {}))[1]
                where[model["model"]] = replace(entry, numbers=known)
    rows = _rows(cells)
    predictions = [one for model in models for suite in model["suites"] for one in suite["predictions"]]
    return ScoreTable(
        "prediction",
        ("suite", "prediction"),
        "items",
        (),
        rows,
        "Accuracies by prediction",
        what=("Share of items for which the prediction holds.",),
        intervals=(f"In brackets: 95 % intervals, {interval_rule(predictions)}.",),
    )


def _by_factor(models: Sequence[_Numbers], factor: str) -> ScoreTable:
    known = list(dict.fromkeys(name for model in models for suite in model["suites"] for name in suite["factors"]))
    if factor not in known:
        have = f"the items of these results have {listed(known)}" if known else "no item of these results has any"
        raise InputError(f"`by={_FACTOR}{factor}`: factors: {have}.{did_you_mean(factor, known)}")
    cells: _Cells = {}
    for model in models:
        for suite in model["suites"]:
            for row in suite["factors"].get(factor, ()):
                where = cells.setdefault((suite["suite"], _level(row["value"])), (row["n_items"], {}))[1]
                where[model["model"]] = _entry(row, _SHARE)
    rows = _rows(cells)
    levels = [row for model in models for suite in model["suites"] for row in suite["factors"].get(factor, ())]
    return ScoreTable(
        f"{_FACTOR}{factor}",
        ("suite", factor),
        "items",
        (),
        rows,
        f"Scores by {factor.replace('_', ' ')}",
        what=(_ITEMS_PASS,),
        intervals=(f"In brackets: 95 % intervals, {interval_rule(levels)}.",),
    )


def _level(value: Factor) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _by_item(run: RunResult) -> ScoreTable:
    """Each item of each suite: whether all predictions hold."""
    cells: _Cells = {}
    for model, suite in run.named_suites():
        outcomes: dict[int, list[bool | None]] = {}
        ties: set[int] = set()
        for outcome in suite.outcomes:
            outcomes.setdefault(outcome.item_number, []).append(outcome.holds)
            if outcome.tie:
                ties.add(outcome.item_number)
        for item, holds in outcomes.items():
            passes = False if False in holds else None if None in holds else True
            label = suite.labels.get(item, "")
            named = {"item_number": item, **({"item_label": label} if label else {})}
            numbers = {**named, "passes": passes, "tie": item in ties}
            entry = ScoreEntry(None if passes is None else float(passes), numbers=numbers)
            cells.setdefault((suite.suite, str(item)), (None, {}))[1][model] = entry
    what = "+: all predictions hold for the item; -: one does not; ?: undefined."
    return ScoreTable("item", ("suite", "item_number"), "", (), _rows(cells), "Outcomes by item", what=(what,))


def _sorted(rows: Sequence[ScoreRow], order: RowOrder) -> list[ScoreRow]:
    means = [row for row in rows if row.is_mean]
    others = [row for row in rows if not row.is_mean]
    if order == "name":
        others.sort(key=lambda row: tuple(name.casefold() for name in row.names))
    elif order == "n":
        others.sort(key=lambda row: -(row.n or 0))
    elif order == "score":
        others.sort(key=lambda row: -_mean(row))
    return others + means


def _mean(row: ScoreRow) -> float:
    values = [entry.value for entry in row.entries.values() if entry.value is not None]
    return sum(values) / len(values) if values else -1.0


# ---------------------------------------------------------------- what is said below


def _what_said(table: ScoreTable, summary: RunSummary) -> Iterator[str]:
    """What the numbers are, beside the first words about them."""
    models: list[_Numbers] = [dict(model) for model in summary["models"]]
    if any(row.is_mean for row in table.rows) or table.by == "model":
        numbers = sorted({model["n_suites"] for model in models if model["sg_score"] is not None}) or [0]
        mixed = dict.fromkeys(said for model in models for said in mixed_kinds(model))
        of = f" of {' and '.join(mixed)}, which no paper averages" if mixed else ""
        if len(numbers) == 1:
            yield f"{_MEAN}: mean over {counted(numbers[0], 'suite')}{of}."
        else:
            yield (
                f"{_MEAN}: mean over {numbers[0]} to {numbers[-1]} suites{of}. Means over different suites do not "
                "compare."
            )
    if sets := suite_set_rule(summary):
        yield sets
    if silent := silent_rule(summary):
        yield silent
    counts = [suite for model in models for suite in model["suites"] if suite["predictions"]]
    if table.by != "item" and (said := tie_rule(summary, sum(suite["n_ties"] for suite in counts))):
        yield said
    if n := sum(suite["n_undefined"] for suite in counts):
        yield f"Undefined items do not pass ({counted(n, 'outcome')})."


def _marks_said(table: ScoreTable, summary: RunSummary) -> Iterator[str]:
    """What the signs beside numbers mean that stand in the table."""
    entries = [entry for row in table.rows for entry in row.entries.values()]
    sides = {entry.side for entry in entries}
    shown = [f"{_MARKS[side]} {side} chance" for side in ("above", "below") if side in sides]
    if shown:
        yield f"{'; '.join(shown)}: {chance_rule(summary, 'predictions' if table.by == 'prediction' else 'suites')}."
    elif "no" in sides:
        yield f"None is above or below chance ({chance_rule(summary, 'suites')})."
    if "tied" in sides:
        yield f"{_MARKS['tied']} no item passes, and each has a tie, which settles it."
    if any(entry.side == "silent" and entry.value is not None for entry in entries):
        yield f"{_MARKS['silent']} the model knows no word that differs: every comparison is a tie."
    if any(entry.is_bound for entry in entries):
        yield f"{_AT_MOST}: word forms are compared both ways; a model that prefers one of them gets less by chance."
