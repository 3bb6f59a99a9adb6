"""Scores as tables in a terminal."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import IO, Any

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len, chop_cells
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Column, Table
from rich.text import Text

from ..errors import counted, inert, listed
from ..judgments import HumanSummary
from ..model_names import settings_shown, shown_name, without_folders
from ..papers import Paper, behind_model, shown
from ..results import RunResult
from ..stats import (
    AgainstChance,
    ComparisonSummary,
    FactorialSummary,
    FactorSummary,
    GroupSummary,
    Interval,
    ModelSummary,
    PredictionSummary,
    RunSummary,
    ShareOfItems,
    SuiteSummary,
)
from ..stats.suite_sets import HU, N_IN_FIGURES, NOT_IN_FIGURES
from .terminal import styled_stream

__all__ = [
    "Name",
    "console_for",
    "decimal",
    "fitted",
    "interval",
    "name_shown",
    "predicts_nothing",
    "print_references",
    "print_summary",
    "table_of",
]

_WIDTH_OF_A_FILE = 120
_WIDER_THAN_ANY_TABLE = 10_000
_WIDE = 100  # columns in which every table can be read
_SCORE = len("0.000")
_SIDES = ("above", "below", "silent", "tied")
_BETWEEN = 3  # columns between two of a table
_PART = re.compile(r"[^\s_/-]*[_/-]+|[^\s_/-]+")  # of a name, which may be broken after each
_AT_MOST = "\N{LESS-THAN OR EQUAL TO}"
_SHORT = 30  # columns of a cell that is to have at most two lines
_MOST_NAMES = 10  # of suites in a sentence
_MOST_VALUES_IN_DETAIL = 8  # of a factor; of more, the first of these
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


class Name:
    r"""A name in a table, which is broken where it must: between words, or after an underline, hyphen or stroke.

    Parameters
    ----------
    name : str
        What follows a break is indented, so that nobody takes it for another name.

    Examples
    --------
    >>> print("\n".join(Name("subject_verb_agreement").lines(14)))
    subject_verb_
     agreement
    """

    def __init__(self, name: str) -> None:
        self.text = inert(name)

    def __str__(self) -> str:
        return self.text

    def lines(self, width: int) -> list[str]:
        """Break it into lines no wider than so many columns."""
        lines = []
        for paragraph in self.text.split("\n"):
            line = ""
            for word in paragraph.split(" "):
                gap = " " if line else ""
                if cell_len(line + gap + word) <= width:
                    line += gap + word
                    continue
                if line and cell_len(f" {word}") <= width:
                    lines.append(line)
                    line = f" {word}"
                    continue
                for part in _PART.findall(word):
                    for piece in chop_cells(part, max(width - 1, 1)) if cell_len(part) >= width else [part]:
                        if line and cell_len(line + gap + piece) > width:
                            lines.append(line)
                            line, gap = " ", ""
                        line += gap + piece
                        gap = ""
            lines.append(line)
        return lines

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Measure its longest part, with the room that an indented one takes, and all of it."""
        parts = [cell_len(part) for part in _PART.findall(self.text)]
        most = max(map(cell_len, self.text.split("\n")))
        return Measurement(min(max(parts, default=0) + (len(parts) > 1), most), most)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Show the lines."""
        yield Text("\n".join(self.lines(options.max_width)), no_wrap=True)


def console_for(stream: IO[str]) -> Console:
    """Give a console that writes to `stream`: as wide as a terminal; for a file as `COLUMNS` says, or wide enough."""
    plain = partial(_Console, file=styled_stream(stream), highlight=False, emoji=False, markup=False)
    console = plain()
    if console.is_terminal:
        return console
    asked = os.environ.get("COLUMNS", "")
    return plain(width=int(asked) if asked.isdecimal() and int(asked) else _WIDTH_OF_A_FILE, color_system=None)


def table_of(left: Sequence[str], right: Sequence[str] = ()) -> Table:
    """Start a table, to be `fitted`: texts to the left, broken where they must, and figures to the right, whole."""
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
        place = without_folders(model["spec"])  # in full in summary.json
        spec = (
            f"{place}, " if place not in ("", model["model"], f"hf:{model['model']}", f"{model['model']}.gguf") else ""
        )
        console.print(Text(f"{model['model']}  ({spec}{how})", style="bold"))
        predicting = [suite for suite in model["suites"] if suite["predictions"]]
        if predicting:
            show(_suite_table(predicting))
        if 0 < len(predicting) <= _MOST_SUITES_IN_DETAIL:
            show(_prediction_table(predicting))
            show(_effect_table(predicting, spread=console.width >= _WIDE))
            for note in _notes_on_effects(predicting):
                console.print(Text(note, style="dim"))
            for suite in predicting:
                if suite["factorial"]:
                    show(_factorial_table(suite))
                if suite["factors"]:
                    show(_factor_table(suite))
                if suite["human"] is not None:
                    show(_human_table(suite["suite"], suite["human"]))
            for note in _notes_on_factors(predicting):
                console.print(Text(note, style="dim"))
        for note in (*_notes_on_chance(predicting), *_notes_on_counting(predicting, summary["ties"])):
            console.print(Text(note, style="dim"))
        for group, rows in model["groups"].items():
            show(_group_table(group, rows))
            for note in _notes_on_groups(group, rows):
                console.print(Text(note, style="dim"))
        if model["sg_score"] is not None:
            for line in _score_lines(model):
                console.print(line)
        elif model["silent"] and not model["n_suites"]:
            console.print(Text(no_score_for_silence(model)))
        elif len(model["groups"].get("method", ())) > 1:
            console.print(Text("No score over all: methods of scoring are not averaged with one another."))
        if nothing := predicts_nothing(model["suites"]):
            if unknown := [suite for suite in model["suites"] if not suite["predictions"] and suite["n_oov"]]:
                show(_unknown_table(unknown))
            console.print(Text(nothing))
        console.print()
    if len(summary["models"]) > 1 and any(one["predictions"] for model in summary["models"] for one in model["suites"]):
        for table in _model_tables(summary["models"], console):
            console.print(table)
        for over in dict.fromkeys(over_suites(model) for model in summary["models"] if model["n_suites"] > 1):
            console.print(Text(f"SG score: {over}.", style="dim"))
        if _of_different_suites(summary["models"]):
            console.print(Text("Means over different suites, which do not compare.", style="dim"))


def no_score_for_silence(model: ModelSummary) -> str:
    """Say of a model that is silent on all suites that it has no score.

    Examples
    --------
    >>> no_score_for_silence({"silent": ["a", "b"]})
    'No SG score: on all 2 suites the model is silent: it knows no word that differs.'
    """
    n = len(model["silent"])
    where = "on this suite" if n == 1 else f"on all {n} suites"
    return f"No SG score: {where} the model is silent: it knows no word that differs."


def predicts_nothing(suites: Iterable[SuiteSummary]) -> str:
    """Say of suites without a prediction that they have no score, and what one may do; else nothing."""
    names = list(dict.fromkeys(suite["suite"] for suite in suites if not suite["predictions"]))
    if not names:
        return ""
    shown = ", ".join(names[:_MOST_NAMES]) + (f" and {len(names) - _MOST_NAMES} more" if names[_MOST_NAMES:] else "")
    predict, have, their = ("predicts", "has", "its") if len(names) == 1 else ("predict", "have", "their")
    return (
        f"{shown} {predict} nothing, and so {have} no score: --out DIR writes {their} surprisals (regions.csv), "
        "--predict 'CONDITION > OTHER at REGION' adds a prediction."
    )


def print_references(papers: Iterable[Paper], run: RunResult, stream: IO[str]) -> None:
    """Print which papers are behind what was shown, each once: those of the suites, and of the models of a run."""
    cited = list(papers)
    for model in run.models:
        cited += behind_model(model.spec or model.model, model.backend, model.options, model.word_boundary)
    if cited:
        console_for(stream).print(Text(shown(cited), style="dim"))


def _model_tables(models: Sequence[ModelSummary], console: Console) -> Iterator[Table]:
    """Models side by side: SG score over all suites, and within each circuit.

    A model is a row; or a column, where the circuits do not fit beside each other: as many in a table as fit.
    """
    circuits = sorted({circuit for model in models for circuit in model["circuits"]})
    names = list(map(name_shown, models))
    scores = [
        [
            _share(model["sg_score"], silent=bool(model["silent"]) and not model["n_suites"]),
            *(_share(model["circuits"].get(name), silent=name in model["circuits"]) for name in circuits),
        ]
        for model in models
    ]
    if _of_different_suites(models):
        headings = ["suites", "SG score"]
        scores = [[str(model["n_suites"]), *row] for model, row in zip(models, scores, strict=True)]
    else:
        headings = ["SG score"]
    headings += (circuit.replace("_", " ") for circuit in circuits)
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
    names = [
        model["model"] + name.removeprefix(model["model"]).replace(" (", "\n(", 1)
        for model, name in zip(models, names, strict=True)
    ]
    widths = [max(map(len, name.split("\n"))) + _BETWEEN for name in names]
    start = 0
    while start < len(models):
        end = start + 1
        while end < len(models) and sum(widths[start : end + 1]) <= room:
            end += 1
        turned = table_of(["model"])
        for name in names[start:end]:
            turned.add_column(Name(name), justify="right")
        for heading, *row in zip(headings, *scores[start:end], strict=True):
            turned.add_row(Text(heading), *row)
        yield turned
        start = end


def name_shown(model: ModelSummary) -> str:
    """Give the name that a model has in all tables; see `syntaxgym_lite.model_names.shown_name`."""
    return shown_name(model["model"], model["options"], pseudo=model["pseudo"], word_boundary=model["word_boundary"])


def _of_different_suites(models: Sequence[ModelSummary]) -> bool:
    """Whether some suite has a score of one model and not of another, which could not score it, or is silent on it."""
    with_score = (frozenset(one["suite"] for one in model["suites"] if one["score"] is not None) for model in models)
    return len(set(with_score)) > 1


def _unknown_table(suites: Iterable[SuiteSummary]) -> Table:
    table = table_of(["suite"], ["items"])
    table.add_column("unknown words", justify="right", min_width=len("unknown"))
    for suite in suites:
        table.add_row(Name(suite["suite"]), str(suite["n_items"]), _unknown(suite))
    return table


def _unknown(suite: SuiteSummary) -> str:
    if not suite["n_oov"]:
        return "-"
    return f"{suite['n_oov']} of {suite['n_tokens']} in {counted(suite['n_oov_items'], 'item')}"


def _suite_table(suites: Sequence[SuiteSummary]) -> Table:
    by_cluster = any(map(_is_by_cluster, suites))
    clusters = ["clusters"] if by_cluster else []
    table = table_of(["suite"], ["items", *clusters, "score", "95 % interval", "chance", "undefined", "ties"])
    table.add_column("unknown words", justify="right", min_width=len("unknown"))
    for suite in suites:
        table.add_row(
            Name(suite["suite"]),
            str(suite["n_items"]),
            *([_count(suite["n_clusters"] or 0)] if by_cluster else []),
            _share(suite["score"], silent=suite["silent"]),
            interval(suite),
            _chance(suite),
            _count(suite["n_undefined"]),
            _count(suite["n_ties"]),
            _unknown(suite),
        )
    return table


def _prediction_table(suites: Iterable[SuiteSummary]) -> Table:
    table = table_of(["prediction"])
    table.add_column("accuracy", justify="right")
    table.add_column("95 % interval", justify="right", no_wrap=True)
    table.add_column("chance", justify="right", no_wrap=True)
    table.add_column("undefined", justify="right")
    for suite in suites:
        for prediction in suite["predictions"]:
            table.add_row(
                _prediction_name(suite, prediction),
                _share(prediction["accuracy"], silent=True),
                interval(prediction),
                _chance(prediction),
                _count(prediction["n_undefined"]),
            )
    return table


def _effect_table(suites: Iterable[SuiteSummary], *, spread: bool) -> Table:
    """The effects by themselves, so that a formula has a narrow terminal's width; with or without their spread."""
    table = table_of(["comparison"], ["effect (SD)" if spread else "effect", "95 % interval", "size"])
    for suite in suites:
        for prediction in suite["predictions"]:
            table.add_row(_prediction_name(suite, prediction), "", "", "")
            for comparison in prediction["comparisons"]:
                table.add_row(_source(comparison), *_effect(comparison, spread=spread))
    return table


def _factorial_table(suite: SuiteSummary) -> Table:
    """Main effects and interaction of a 2 x 2 design, by region."""
    table = table_of([f"{suite['suite']}, 2 x 2"], ["mean", "95 % interval", "size"])
    region = None
    for effect in suite["factorial"]:
        if effect["region"] != region:
            region = effect["region"]
            table.add_row(Name(f"region {region} {effect['region_name']}".rstrip()), "", "", "")
        table.add_row(Padding(Text(effect["contrast"]), (0, 0, 0, 2)), *_mean(effect))
    return table


def _mean(effect: FactorialSummary) -> tuple[str, str, str]:
    return _figures(
        effect["mean"], effect["ci_low"], effect["ci_high"], effect["effect_size"], unit=effect.get("unit", "")
    )


def _notes_on_effects(suites: Iterable[SuiteSummary]) -> Iterator[str]:
    """Explain what stands in the columns of effects."""
    comparisons = [one for suite in suites for prediction in suite["predictions"] for one in prediction["comparisons"]]
    unit = "bits, or what stands beside it" if any("unit" in one for one in comparisons) else "bits"
    size = "size: d_z with Hedges' correction"
    yield f"effect: mean difference in {unit}, above 0 where it is as predicted; {size}."
    if any(one["direction"] == 0 for one in comparisons):
        yield "Of = and !=, the effect is left minus right."


def _prediction_name(suite: SuiteSummary, prediction: PredictionSummary) -> Name:
    return Name(f"{suite['suite']} {prediction['index']}: {prediction['name'] or ''}".rstrip(" :"))


def _source(comparison: ComparisonSummary) -> Padding:
    return Padding(Text(" ".join(comparison["comparison"].split())), (0, 0, 0, 2))


def _factor_table(suite: SuiteSummary) -> Table:
    """Scores of a suite's items by the values of their factors; of several predictions, each one's accuracy too."""
    several = len(suite["predictions"]) > 1
    table = table_of([f"{suite['suite']}, by"], ["items", "score", "95 % interval", "undefined", "ties"])
    for prediction in suite["predictions"] if several else ():
        table.add_column(f"prediction {prediction['index']}", justify="right")
    for name, rows in suite["factors"].items():
        n_shown = len(rows) if len(rows) <= _MOST_VALUES_IN_DETAIL + 1 else _MOST_VALUES_IN_DETAIL
        for row in rows[:n_shown]:
            table.add_row(
                Name(f"{name}: {_level(row)}"),
                str(row["n_items"]),
                _share(row["score"], silent=row["silent"]),
                interval(row),
                _count(row["n_undefined"]),
                _count(row["n_ties"]),
                *(_share(prediction["accuracy"], silent=True) for prediction in row["predictions"] if several),
            )
        if others := rows[n_shown:]:
            n_items = sum(row["n_items"] for row in others)
            table.add_row(
                Name(f"{name}: {len(others)} more, {_level(others[0])} to {_level(others[-1])}"), str(n_items)
            )
    return table


def _level(row: FactorSummary) -> str:
    """Write the value of a factor."""
    value = row["value"]
    return str(value).lower() if isinstance(value, bool) else str(value)


def _notes_on_factors(suites: Iterable[SuiteSummary]) -> Iterator[str]:
    """Say where the values are that a table of factors leaves out."""
    if any(len(rows) > _MOST_VALUES_IN_DETAIL + 1 for suite in suites for rows in suite["factors"].values()):
        yield "Values that are not shown one by one: `factors` in summary.json (--out DIR), and --format json."


def _human_table(suite: str, human: HumanSummary) -> Table:
    """What people chose, and the model, by construction; and how its margins go with their choices."""
    table = table_of([f"{suite}, beside people"])
    for name in ("items", "people", "model", "Pearson", "Spearman"):
        table.add_column(name, justify="right")
    for row in human["by_construction"]:
        table.add_row(
            Name(row["construction"]),
            str(row["n_items"]),
            _share(row["people"]),
            _share(row["model"], silent=True),
            "",
            "",
        )
    correlations = (
        "-" if value is None else decimal(value, 3, sign="+") for value in (human["pearson"], human["spearman"])
    )
    table.add_row(
        "all", str(human["n_items"]), _share(human["people"]), _share(human["model"], silent=True), *correlations
    )
    return table


def _group_table(group: str, rows: Sequence[GroupSummary]) -> Table:
    """Averages over suites that share a value of a group: over the suites, and over their items."""
    figures = ("suites", "mean over suites", "items", "over items", "95 % interval", "undefined", "ties")
    table = table_of([f"by {group.replace('_', ' ')}"], figures)
    for row in rows:
        table.add_row(
            Name(row["value"]),
            str(row["n_suites"]),
            _share(row["macro"], silent=row["n_silent"] > 0),
            str(row["n_items"]),
            _share(row["micro"]),
            interval(row),
            _count(row["n_undefined"]),
            _count(row["n_ties"]),
        )
    return table


def fitted(table: Table, console: Console) -> Group:
    """Make a table fit into a terminal, and lose nothing.

    In a wide terminal long cells are wrapped between words, and names after their hyphens. In a narrow one headings are
    broken before, and columns left out that say nothing, which is said. What still has no room stands in a second table
    below, with the rows that it says something of.

    Parameters
    ----------
    table : Table
        Is changed.
    console : Console

    Returns
    -------
    Group
        Of the tables.
    """
    first, *others = table.columns
    if _room_of(widest := [_range(column, console).maximum for column in table.columns]) <= console.width:
        return Group(table)
    least = [_range(column, console).minimum for column in table.columns]
    if console.width >= _WIDE and _room_of(least) <= console.width:  # there is room, but for some long cells
        return Group(_part_of_table(table.columns, _widths(table.columns, least, console), table.row_count))
    for column in others:
        column.header = str(column.header).replace(" ", "\n").replace("95\n%", "95 %")
    left_out: list[str] = []
    for column in reversed(others[:]):
        widest = [_range(column, console).maximum for column in (first, *others)]
        if _room_of(widest) <= console.width:
            break
        if all(str(cell) in ("-", "") for cell in column.cells):
            left_out.insert(0, " ".join(str(column.header).split()))
            others.remove(column)
    tables: list[Table] = []
    while others or not tables:
        least = [min(least[0], console.width // 2)]
        while len(least) <= len(others):
            column = others[len(least) - 1]
            least.append(_range(column, console).minimum)
            if len(least) > 2 and _room_of(least) > console.width:
                least.pop()
                break
        shown, others = [first, *others[: len(least) - 1]], others[len(least) - 1 :]
        tables.append(_part_of_table(shown, _widths(shown, least, console), table.row_count, continued=bool(tables)))
    if left_out:
        tables[0].caption = f"Left out, with '-' in every row: {', '.join(left_out)}."
    return Group(*tables)


def _room_of(widths: Sequence[int]) -> int:
    """How wide a table is whose columns are so wide: with what stands between them, and its two edges."""
    return sum(widths) + _BETWEEN * (len(widths) - 1) + 2


def _range(column: Column, console: Console) -> Measurement:
    """The widths between which a column breaks no word, and no short cell twice, and has no room to spare."""
    unbounded = console.options.update(max_width=_WIDER_THAN_ANY_TABLE)
    cells = [Measurement.get(console, unbounded, cell or " ") for cell in (column.header, *column.cells)]
    most = max(column.min_width or 0, *(cell.maximum for cell in cells))
    least = max(column.min_width or 0, *(cell.minimum for cell in cells))
    widest = max((cell.maximum for cell in cells[1:]), default=0)
    if column.no_wrap:
        least = most
    elif widest <= _SHORT:
        least = max(least, min(most, widest // 2 + 2))
    return Measurement(least, most)


def _widths(columns: Sequence[Column], least: Sequence[int], console: Console) -> list[int]:
    """Share out the room that is left: always to the narrowest column that has use for it."""
    widths = list(least)
    most = [_range(column, console).maximum for column in columns]
    while _room_of(widths) < console.width:
        wanting = [number for number, width in enumerate(widths) if width < most[number]]
        if not wanting:
            break
        widths[min(wanting, key=widths.__getitem__)] += 1
    return widths


def _part_of_table(columns: Sequence[Column], widths: Sequence[int], n_rows: int, *, continued: bool = False) -> Table:
    """Make a table of these columns; of one that goes on, with the rows that say something."""
    part = Table(box=SIMPLE_HEAD, pad_edge=False, caption_justify="left", caption_style="dim")
    for column, width in zip(columns, widths, strict=True):
        part.add_column(
            column.header, justify=column.justify, no_wrap=column.no_wrap, overflow=column.overflow, width=width
        )
    rows = list(zip(*(column.cells for column in columns), strict=True)) if n_rows else []
    said = [row for row in rows if not continued or any(str(cell) not in ("-", "") for cell in row[1:])]
    for row in said:
        part.add_row(*row)
    if len(said) < len(rows):
        part.caption = "The table above, continued; '-' in the rows that are not here."
    return part


def _score_lines(model: ModelSummary) -> Iterator[Text]:
    """Give the SG score, over which suites it is a mean, and the same for the parts of these."""
    line = Text(f"SG score {model['sg_score']:.3f}", style="bold")
    if model["n_suites"] == 1:  # whose interval stands in its row
        line.append(f"  {over_suites(model)}; over all items {_share(model['item_score'])}", style="not bold")
        yield line
        for name, value in model["circuits"].items():
            yield Text(f"  {name} {_share(value, silent=True)}")
        return
    line.append(f"  95 % interval {interval(model['sg_interval'])}; {over_suites(model)}", style="not bold")
    yield line
    yield Text(f"over all items {_share(model['item_score'])}  95 % interval {interval(model['item_interval'])}")
    yield from _average_lines(model)
    parts: list[tuple[str, str, int, str]] = []
    languages, collections = model["languages"], model["collections"]
    for own, nameless, is_several in (
        (languages, "language not named", _mixed([part["name"] for part in languages], [])),
        (collections, "own suites", _mixed([], [part["name"] for part in collections])),
    ):
        shown = own if is_several else ()
        parts += [
            (part["name"] or nameless, _share(part["sg_score"], silent=True), part["n_suites"], "") for part in shown
        ]
    for row in model["circuit_scores"]:
        mixed = _mixed(row["languages"], row["collections"])
        score = f"{_share(row['score'], silent=True)}  {interval(row)}"
        parts.append((row["circuit"], score, row["n_suites"], f" of {mixed}" if mixed else ""))
    width = max((cell_len(name) for name, *_ in parts), default=0)
    for name, score, n, mixed in parts:
        yield Text(f"  {name}{' ' * (width - cell_len(name))}  {score}  {counted(n, 'suite')}{mixed}")


def _average_lines(model: ModelSummary) -> Iterator[Text]:
    """Give means over phenomena or languages, and say which mean a paper reports."""
    for one in model["averages"]:
        if one["over"] == "phenomena":
            yield Text(
                f"over phenomena {one['mean']:.3f}  mean over {one['n']} phenomena of the means over their suites"
            )
        elif one["over"] == "languages":
            yield Text(f"over languages {one['mean']:.3f}  mean over {one['n']} languages; in each, over its phenomena")
        if (left := model["n_suites"] - one["n_suites"]) > 0:
            yield Text(f"  without {counted(left, 'suite')} that {'names' if left == 1 else 'name'} no phenomenon")
    reported = [(paper, one["over"]) for one in model["averages"] for paper in one["papers"]]
    for paper, over in reported:
        yield Text(f"{paper} report the mean over {over}{', which is the SG score' if over == 'suites' else ''}.")


def over_suites(model: ModelSummary) -> str:
    """Say over which suites a model's SG score is a mean.

    Examples
    --------
    >>> over_suites({"n_suites": 2, "silent": [], "suites_as": "all", "left_out": [], "suites": [], "languages": [],
    ...              "collections": [{"name": "", "n_suites": 1}, {"name": "BLiMP", "n_suites": 1}]})
    'mean over 2 suites of 2 collections, which no paper averages'
    """
    languages, collections = (
        [part["name"] for part in model[kind] if part["n_suites"]] for kind in ("languages", "collections")
    )
    mixed = _mixed(languages, collections)
    of = f" of {mixed}, which no paper averages" if mixed else ""
    said = f"mean over {counted(model['n_suites'], 'suite')}{of}"
    if n := len(model["silent"]):
        said += f", without {counted(n, 'suite')} on which the model is silent"
    if model["suites_as"] == "paper":
        if HU not in collections:
            return f"{said}, none of them published with Hu et al. (2020) (--suites-as paper)"
        if model["n_suites"] == N_IN_FIGURES and collections == [HU]:
            said = f"mean over the {N_IN_FIGURES} suites that the figures of Hu et al. (2020) count"
        without = f", without {', '.join(model['left_out'])}" if model["left_out"] else ""
        return f"{said}{without} (--suites-as paper)"
    theirs = [suite["suite"] for suite in model["suites"] if suite["suite"] in NOT_IN_FIGURES]
    if HU in collections and theirs:
        do = "does" if len(theirs) == 1 else "do"
        return f"{said}; {', '.join(theirs)} {do} not count in the figures of Hu et al. (2020): --suites-as paper"
    return said


def _notes_on_groups(group: str, rows: Sequence[GroupSummary]) -> Iterator[str]:
    """Say which rows are means that no paper would give."""
    for row in rows:
        if group != "language" and (mixed := _mixed(row["languages"], row["collections"])):
            yield f"{row['value']}: over suites of {mixed}, which no paper averages."
    if group != "method" and any(row["n_silent"] for row in rows):
        silent = [row for row in rows if row["n_silent"]]
        own = [f"{row['value']} {row['n_silent']} of {row['n_silent'] + row['n_suites']}" for row in silent]
        yield f"Silent suites, left out of these means: {listed(own)}."


def _share(value: float | None, *, silent: bool = False) -> str:
    """Write a share; where there is none, a stroke, or that this is since the model is silent."""
    return f"{value:.3f}" if value is not None else "silent" if silent else "-"


def interval(row: Interval) -> str:
    """Give the ends of an interval, or a stroke where there is none."""
    return "-" if row["ci_low"] is None else f"{row['ci_low']:.3f} to {row['ci_high']:.3f}"


def _chance(row: AgainstChance) -> str:
    """The chance level, and on which side of it a share lies for sure, by the corrected test."""
    if row["chance"] is None:
        return "-"
    has_share = row.get("score", row.get("accuracy")) is not None
    side = f" {row['above_chance']}" if has_share and row["above_chance"] in _SIDES else ""
    return f"{_AT_MOST if row['chance_is_upper_bound'] else ''}{row['chance']:.3f}{side}"


def _notes_on_chance(suites: Sequence[SuiteSummary]) -> Iterator[str]:
    """Explain what stands in the columns of chance levels, if it does."""
    detailed = len(suites) <= _MOST_SUITES_IN_DETAIL
    rows = [row for suite in suites for row in (suite, *(suite["predictions"] if detailed else ()))]
    said = {row["above_chance"] for row in rows}
    bound = any(row["chance"] is not None and row["chance_is_upper_bound"] for row in rows)
    if said & {"above", "below"}:
        yield "above, below: by a two-sided exact test, at 5 % for all suites or predictions of the model (Holm)."
    if bound:
        yield f"{_AT_MOST}: word forms are compared both ways; a model that prefers one of them gets less by chance."
    if "below" in said:
        often = f", as the suites with {_AT_MOST} ask for" if bound else ""
        yield f"below: less than by chance; most often one word form is preferred whatever the context{often}."
    if "tied" in said:
        yield "tied: no item passes, and each has a tie, which settles it; no finding about grammar."
    if "silent" in said:
        yield (
            "silent: the model knows none of the words that differ, so every comparison is a tie; that is neither "
            "right nor wrong."
        )


def _is_by_cluster(row: ShareOfItems) -> bool:
    return row["ci_method"] == "clusters"


def _notes_on_counting(suites: Sequence[SuiteSummary], ties: str) -> Iterator[str]:
    """Say what intervals and tests took into account, and what ties count if that is not the default."""
    if any(map(_is_by_cluster, suites)):
        yield (
            "clusters: items of one cluster are no independent observations; 95 % intervals and tests against chance "
            "are by cluster."
        )
    if any(row["n_clusters"] == 1 for suite in suites for row in (suite, *chain(*suite["factors"].values()))):
        yield "No interval where all items are of one cluster: nothing says how much clusters differ."
    n_ties = sum(suite["n_ties"] for suite in suites)
    if n_ties and ties == "half":
        yield "ties count half (--ties half): an item counts how often it passes if its ties are resolved at random."
    elif n_ties and ties != "wrong":
        yield f"ties are decided by lot (--ties {ties})."


def _mixed(languages: Sequence[str], collections: Sequence[str]) -> str:
    """Say of what a mean is over that no paper would average, else nothing."""
    # suites that name no language may well be in the only one that is named
    n_languages = len(languages) if len(languages) > 2 or all(languages) else 1
    counts = [(n_languages, "language"), (len(collections), "collection")]
    return " and ".join(counted(n, what) for n, what in counts if n > 1)


def _count(value: int) -> str:
    return str(value) if value else "-"


def _effect(comparison: ComparisonSummary, *, spread: bool) -> tuple[str, str, str]:
    """Write an effect, its interval and its size."""
    return _figures(
        comparison["mean_effect"],
        comparison["effect_low"],
        comparison["effect_high"],
        comparison["effect_size"],
        sd=comparison["sd_margin"] if spread else None,
        unit=comparison.get("unit", ""),  # the head of all tables says bits
    )


def _figures(
    mean: float | None,
    low: float | None,
    high: float | None,
    size: float | None,
    *,
    sd: float | None = None,
    unit: str = "",
) -> tuple[str, str, str]:
    """Write a mean with its unit, its interval, and its size."""
    if mean is None:
        return "-", "-", "-"
    places = 3 if unit == "probability" else 2
    around = "" if sd is None else f" ({decimal(sd, places)})"
    ends = [decimal(end, places, sign="+") for end in (low, high) if end is not None]
    return (
        f"{decimal(mean, places, sign='+')}{around}{unit and f' {unit}'}",
        " to ".join(ends) or "-",
        "-" if size is None else decimal(size, 2, sign="+"),
    )


def decimal(value: float, places: int, *, sign: str = "") -> str:
    """Write a number with so many decimal places, of sign ``"+"`` with its sign; what rounds to 0 is no ``-0.00``.

    Examples
    --------
    >>> decimal(-0.001, 2, sign="+"), decimal(-0.5, 2), decimal(-0.0, 3)
    ('+0.00', '-0.50', '0.000')
    """
    text = f"{value:{sign}.{places}f}"
    return f"{0.0:{sign}.{places}f}" if not text.strip("+-0.") else text
