"""Scores as tables in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import IO, Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from ..errors import counted
from ..judgments import HumanSummary
from ..papers import Paper, behind_model, shown
from ..results import RunResult
from ..stats import (
    AgainstChance,
    ComparisonSummary,
    GroupSummary,
    Interval,
    ModelSummary,
    PredictionSummary,
    RunSummary,
    SuiteSummary,
)
from .terminal import inert, styled_stream

__all__ = [
    "console_for",
    "decimal",
    "fitted",
    "interval",
    "print_references",
    "print_summary",
    "settings_shown",
    "table_of",
]

_WIDTH_OF_A_FILE = 120
_WIDER_THAN_ANY_TABLE = 10_000
_WIDE = 100  # columns in which every table can be read
_SCORE = len("0.000")
_BETWEEN = 3  # columns between two of a table
_LEAST_NAME = 8  # columns for the names of suites in a narrow terminal
_MOST_VALUES_IN_DETAIL = 20
_MOST_SUITES_IN_DETAIL = 3  # of more, the predictions are in --format json and --out


class _Console(Console):
    """A console that shows texts of others `inert`, and leaves a broken pipe to the command line.

    rich would exit with 1 for that, which means something else.
    """

    def render_str(self, text: str, **how: Any) -> Text:
        """Make a text of a string; what is measured is what is shown."""
        return super().render_str(inert(text), **how)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render, and a text as it is shown."""
        if isinstance(renderable, Text) and (shown := inert(renderable.plain)) != renderable.plain:
            renderable = renderable.copy()
            renderable.plain = shown
        return super().render(renderable, options)

    def on_broken_pipe(self) -> None:
        """Hand the error on; called where it is being handled."""
        raise


def console_for(stream: IO[str]) -> Console:
    """Give a console that writes to `stream`: as wide as a terminal, or wide enough for a file."""
    plain = partial(_Console, file=styled_stream(stream), highlight=False, emoji=False, markup=False)
    console = plain()
    return console if console.is_terminal else plain(width=_WIDTH_OF_A_FILE, color_system=None)


def table_of(left: Sequence[str], right: Sequence[str] = ()) -> Table:
    """Start a table: texts to the left, broken where they must, and figures to the right, which are not."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in left:
        table.add_column(name, overflow="fold")
    for name in right:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def print_summary(summary: RunSummary, stream: IO[str]) -> None:
    """Print the scores of a run.

    Parameters
    ----------
    summary : RunSummary
        Of `syntaxgym_lite.stats.summarize`.
    stream : file object
        Where to.
    """
    console = console_for(stream)

    def show(table: Table) -> None:
        console.print(fitted(table, console))

    for model in summary["models"]:
        kind = "pseudo-surprisal" if model["pseudo"] else "surprisal"
        end = ", end of sentence included" if model["eos"] else ""
        corrected = ", word boundaries corrected" if model["word_boundary"] == "corrected" else ""
        how = ", ".join([model["backend"], *settings_shown(model["options"]), f"{kind} in bits{end}{corrected}"])
        console.print(Text(f"{model['model']}  ({how})", style="bold"))
        show(_suite_table(model["suites"]))
        if len(model["suites"]) <= _MOST_SUITES_IN_DETAIL:
            if console.width >= _WIDE:
                show(_prediction_table(model["suites"], margins=True))
            else:  # formulas would be broken within their references
                show(_prediction_table(model["suites"], margins=False))
                console.print(_margin_table(model["suites"]))
            for suite in model["suites"]:
                if suite["factors"]:
                    show(_factor_table(suite))
                if suite["human"] is not None:
                    show(_human_table(suite["suite"], suite["human"]))
        for group, rows in model["groups"].items():
            show(_group_table(group, rows))
        if model["sg_score"] is not None:
            console.print(_score_line(model))
        elif len(model["groups"].get("method", ())) > 1:
            console.print(Text("No score over all: methods of scoring are not averaged with one another."))
        console.print()
    if len(summary["models"]) > 1:
        for table in _model_tables(summary["models"], console):
            console.print(table)


def print_references(papers: Iterable[Paper], run: RunResult, stream: IO[str]) -> None:
    """Print which papers are behind what was shown, each once: those of the suites, and of the models of a run."""
    cited = list(papers)
    for model in run.models:
        cited += behind_model(model.model, model.backend, model.options, model.word_boundary)
    if cited:
        console_for(stream).print(Text(shown(cited), style="dim"))


def settings_shown(options: Mapping[str, str | int | float | bool | None], *, all_: bool = True) -> list[str]:
    """Say which options of a model are in force that can move its scores far.

    Parameters
    ----------
    options : mapping
        See `syntaxgym_lite.surprisal.BackendInfo`.
    all_ : bool, optional
        Whether to say what a model has by default, too, where that differs from model to model.

    Examples
    --------
    >>> settings_shown({"bos": "<|endoftext|>", "dtype": "bfloat16"})
    ['bfloat16', 'BOS <|endoftext|>']
    >>> settings_shown({"bos": "none", "dtype": "float32"}, all_=False)
    ['no BOS']
    """
    shown = [] if options.get("dtype") in (None, "float32") else [str(options["dtype"])]
    bos, pll = options.get("bos"), options.get("pll")
    if bos == "none":
        shown.append("no BOS")
    elif all_ and bos not in (None, "auto"):
        shown.append(f"BOS {bos}")
    if options.get("sides") == "left":
        shown.append("left context only")
    elif pll is not None and (all_ or pll != "within-word-l2r"):
        shown.append(f"PLL {pll}")
    return shown


def _model_tables(models: Sequence[ModelSummary], console: Console) -> Iterator[Table]:
    """Models side by side: SG score over all suites, and within each circuit.

    A model is a row; or a column, where the circuits do not fit beside each other: as many in a table as fit.
    """
    circuits = sorted({circuit for model in models for circuit in model["circuits"]})
    notes = [_own_settings(model) for model in models]
    names = [model["model"] + (note and f" {note}") for model, note in zip(models, notes, strict=True)]
    scores = [
        [_share(value) for value in (model["sg_score"], *map(model["circuits"].get, circuits))] for model in models
    ]
    headings = ["SG score", *(circuit.replace("_", " ") for circuit in circuits)]
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("model", no_wrap=True, overflow="fold", min_width=max(map(len, names)))
    for heading in headings:
        longest = max(len(word) for word in heading.split() or [""])
        table.add_column(heading, justify="right", min_width=max(longest, _SCORE))
    for name, row in zip(names, scores, strict=True):
        table.add_row(Text(name), *row)
    if (
        Measurement.get(console, console.options.update(max_width=_WIDER_THAN_ANY_TABLE), table).minimum
        <= console.width
    ):
        yield table
        return
    room = console.width - max(map(len, headings)) - _BETWEEN
    names = [model["model"] + (note and f"\n{note}") for model, note in zip(models, notes, strict=True)]
    widths = [max(map(len, name.split("\n"))) + _BETWEEN for name in names]
    start = 0
    while start < len(models):
        end = start + 1
        while end < len(models) and sum(widths[start : end + 1]) <= room:
            end += 1
        turned = table_of(["model"])
        for name in names[start:end]:
            turned.add_column(Text(name), justify="right", overflow="fold")
        for heading, *row in zip(headings, *scores[start:end], strict=True):
            turned.add_row(Text(heading), *row)
        yield turned
        start = end


def _own_settings(model: ModelSummary) -> str:
    """What makes a model's numbers others than those of the same model in another run, in brackets."""
    said = [
        *(["pseudo-surprisal"] if model["pseudo"] else []),
        *settings_shown(model["options"], all_=False),
        *(["word boundaries corrected"] if model["word_boundary"] == "corrected" else []),
    ]
    return f"({', '.join(said)})" if said else ""


def _suite_table(suites: Iterable[SuiteSummary]) -> Table:
    table = table_of(["suite"], ["items", "score", "95 % interval", "chance", "undefined", "ties"])
    table.add_column("unknown words", justify="right", min_width=len("unknown"))
    for suite in suites:
        table.add_row(
            suite["suite"],
            str(suite["n_items"]),
            _share(suite["score"]),
            interval(suite),
            _chance(suite),
            _count(suite["n_undefined"]),
            _count(suite["n_ties"]),
            f"{suite['n_oov']} of {suite['n_tokens']} in {suite['n_oov_items']} items" if suite["n_oov"] else "-",
        )
    return table


def _prediction_table(suites: Iterable[SuiteSummary], *, margins: bool) -> Table:
    table = table_of(["prediction"])
    table.add_column("accuracy", justify="right")
    table.add_column("95 % interval", justify="right", no_wrap=True)
    table.add_column("chance", justify="right", no_wrap=True)
    table.add_column("undefined", justify="right")
    if margins:
        table.add_column("mean margin (SD)", justify="right", no_wrap=True)
    for suite in suites:
        for prediction in suite["predictions"]:
            table.add_row(
                _prediction_name(suite, prediction),
                _share(prediction["accuracy"]),
                interval(prediction),
                _chance(prediction),
                _count(prediction["n_undefined"]),
            )
            for comparison in prediction["comparisons"] if margins else ():
                table.add_row(_source(comparison), "", "", "", "", _margin(comparison))
    return table


def _margin_table(suites: Iterable[SuiteSummary]) -> Table:
    """The margins by themselves, so that a formula has a narrow terminal's width."""
    table = table_of(["comparison"], ["mean margin (SD)"])
    for suite in suites:
        for prediction in suite["predictions"]:
            table.add_row(_prediction_name(suite, prediction), "")
            for comparison in prediction["comparisons"]:
                table.add_row(_source(comparison), _margin(comparison))
    return table


def _prediction_name(suite: SuiteSummary, prediction: PredictionSummary) -> Text:
    return Text(f"{suite['suite']} {prediction['index']}: {prediction['name'] or ''}".rstrip(" :"))


def _source(comparison: ComparisonSummary) -> Padding:
    return Padding(Text(" ".join(comparison["comparison"].split())), (0, 0, 0, 2))


def _factor_table(suite: SuiteSummary) -> Table:
    """Scores of a suite's items by the values of their factors; of several predictions, each one's accuracy too."""
    several = len(suite["predictions"]) > 1
    table = table_of([f"{suite['suite']}, by"], ["items", "score", "95 % interval", "undefined", "ties"])
    for prediction in suite["predictions"] if several else ():
        table.add_column(f"prediction {prediction['index']}", justify="right")
    for name, rows in suite["factors"].items():
        if len(rows) > _MOST_VALUES_IN_DETAIL:
            table.add_row(Text(f"{name}: {len(rows)} values, see --format json"))
            continue
        for row in rows:
            value = row["value"]
            table.add_row(
                Text(f"{name}: {str(value).lower() if isinstance(value, bool) else value}"),
                str(row["n_items"]),
                _share(row["score"]),
                interval(row),
                _count(row["n_undefined"]),
                _count(row["n_ties"]),
                *(_share(prediction["accuracy"]) for prediction in row["predictions"] if several),
            )
    return table


def _human_table(suite: str, human: HumanSummary) -> Table:
    """What people chose, and the model, by construction; and how its margins go with their choices."""
    table = table_of([f"{suite}, beside people"])
    for name in ("items", "people", "model", "Pearson", "Spearman"):
        table.add_column(name, justify="right")
    for row in human["by_construction"]:
        table.add_row(
            Text(row["construction"]), str(row["n_items"]), _share(row["people"]), _share(row["model"]), "", ""
        )
    correlations = (
        "-" if value is None else decimal(value, 3, sign="+") for value in (human["pearson"], human["spearman"])
    )
    table.add_row("all", str(human["n_items"]), _share(human["people"]), _share(human["model"]), *correlations)
    return table


def _group_table(group: str, rows: Sequence[GroupSummary]) -> Table:
    """Averages over suites that share a value of a group: over the suites, and over their items."""
    figures = ("suites", "mean over suites", "items", "over items", "95 % interval", "undefined", "ties")
    table = table_of([f"by {group.replace('_', ' ')}"], figures)
    for row in rows:
        table.add_row(
            Text(row["value"]),
            str(row["n_suites"]),
            _share(row["macro"]),
            str(row["n_items"]),
            _share(row["micro"]),
            interval(row),
            _count(row["n_undefined"]),
            _count(row["n_ties"]),
        )
    return table


def fitted(table: Table, console: Console) -> Table:
    """Break headings, then leave out columns that say nothing, from the right, until a table fits into a terminal.

    Parameters
    ----------
    table : Table
        Is changed.
    console : Console

    Returns
    -------
    Table
    """
    if console.width >= _WIDE:
        return table
    unbounded = console.options.update(max_width=_WIDER_THAN_ANY_TABLE)
    if Measurement.get(console, unbounded, table).maximum > console.width:
        names = (Measurement.get(console, unbounded, cell).maximum for cell in table.columns[0].cells)
        table.columns[0].min_width = min(_LEAST_NAME, max(names, default=0))
        for column in table.columns[1:]:
            column.header = str(column.header).replace(" ", "\n").replace("95\n%", "95 %")
            longest = column.cells if column.no_wrap else ()
            column.min_width = max(map(len, (*column.header.split("\n"), *map(str, longest))))
    left_out: list[str] = []
    for column in reversed(table.columns[1:]):
        if Measurement.get(console, unbounded, table).maximum <= console.width:
            break
        if all(str(cell) in ("-", "") for cell in column.cells):
            left_out.insert(0, " ".join(str(column.header).split()))
            table.columns.remove(column)
            # rich takes a column's padding from its number
            table.columns = [replace(left, _index=index) for index, left in enumerate(table.columns)]
    if left_out:
        table.caption = f"Left out, with '-' in every row: {', '.join(left_out)}."
        table.caption_justify = "left"
        table.caption_style = "dim"
    return table


def _score_line(model: ModelSummary) -> Text:
    n = model["n_suites"]
    line = Text(f"SG score {model['sg_score']:.3f}", style="bold")
    line.append(f"  mean over {counted(n, 'suite')}; over all items {model['item_score']:.3f}", style="not bold")
    for name, score in model["circuits"].items():
        line.append(f"\n  {name} {score:.3f}", style="not bold")
    return line


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def interval(row: Interval) -> str:
    """Give the ends of an interval, or a stroke where there is none."""
    return "-" if row["ci_low"] is None else f"{row['ci_low']:.3f} to {row['ci_high']:.3f}"


def _chance(row: AgainstChance) -> str:
    """The chance level, and on which side of it the whole interval lies, if it does not hold it."""
    if row["chance"] is None:
        return "-"
    side = f" {row['above_chance']}" if row["above_chance"] in ("above", "below") else ""
    return f"{row['chance']:.3f}{side}"


def _count(value: int) -> str:
    return str(value) if value else "-"


def _margin(comparison: ComparisonSummary) -> str:
    if comparison["mean_margin"] is None:
        return "-"
    spread = "" if comparison["sd_margin"] is None else f" ({decimal(comparison['sd_margin'], 2)})"
    return f"{decimal(comparison['mean_margin'], 2, sign='+')}{spread}"


def decimal(value: float, places: int, *, sign: str = "") -> str:
    """Write a number with so many decimal places, of sign ``"+"`` with its sign; what rounds to 0 is no ``-0.00``.

    Examples
    --------
    >>> decimal(-0.001, 2, sign="+"), decimal(-0.5, 2), decimal(-0.0, 3)
    ('+0.00', '-0.50', '0.000')
    """
    text = f"{value:{sign}.{places}f}"
    return f"{0.0:{sign}.{places}f}" if not text.strip("+-0.") else text
