"""Scores by the amount of training: words or steps, a line for each class of models."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from ..delimited import number_in
from ..errors import InputError, SgliteWarning, did_you_mean, listed, one_of
from ..results import RunResult, SuiteResult
from ..stats import Interval
from ..stats.clusters import cluster_ids
from ..stats.intervals import share_interval
from ..stats.model_table import ModelTable, amount_in, described_by_names, read_model_table
from ..stats.suite_sets import is_counted
from ..stats.ties import credits as credits_of
from ..stats.two_level import two_level_interval
from ..surprisal import FloatArray, IntArray
from .axes import log_axis, share_axis
from .canvas import ResultFigure, new_figure, width_mm
from .circuits import mean_chance
from .line_ends import label_ends
from .looks import Look, looks_of
from .marks import draw_interval
from .scored import Scored, ScoredSuite, narrowed, plain, scores_of
from .style import GREY

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw"]

By = Literal["class", "circuit", "suite"]
_BYS: tuple[By, ...] = ("class", "circuit", "suite")


def draw(
    run: RunResult,
    *,
    models_table: str | Path | pd.DataFrame | None = None,
    by: str = "class",
    x: str | None = None,
    ties: str | None = None,
    suites_as: str | None = None,
    width: float | str | None = None,
    height: float | None = None,
) -> ResultFigure:
    """Draw scores over training words or steps, on a logarithmic axis, with a line for each class of models.

    Parameters
    ----------
    run : RunResult
    models_table : str, Path or pandas.DataFrame, optional
        Describes the models, by ``words`` or ``step``, ``class``, and ``seed``; see
        `syntaxgym_lite.stats.model_table.read_model_table`. By default what their names say.
    by : {"class", "circuit", "suite"}, optional
        SG scores in one plot, or a plot for each circuit or suite.
    x : str, optional
        ``"words"``, ``"step"``, or another column of numbers; by default the first of these that differs between
        models.
    ties, suites_as : str, optional
        See `syntaxgym_lite.summarize`.
    width, height : optional
        In mm.

    Raises
    ------
    InputError
        If it is not known how much each model was trained, or that is the same for all.

    Warns
    -----
    SgliteWarning
        What was understood of names, and what was left out.
    """
    one_of("by", by, _BYS)
    scored = scores_of(run, ties=ties, suites_as=suites_as)
    table = described_by_names(scored.names) if models_table is None else read_model_table(models_table, scored.names)
    if table is None:
        raise InputError(
            "The names of these models do not say how much they were trained (lstm-1M, lstm-10M; lm@step1000). "
            "Describe them in a table with the columns model, words (or step), class and seed, and give it as "
            "`models_table`."
        )
    for note in table.notes:
        warnings.warn(note, SgliteWarning, stacklevel=2)
    name, places = _places(table, x)
    panels = _panels(run, scored, by)
    lines = _lines(table, places)
    wide = width_mm(width, "single" if len(panels) == 1 else "double")
    n_columns = min(len(panels), max(1, round(wide / 58.0)) if len(panels) > 1 else 1)
    n_rows = -(-len(panels) // n_columns)
    figure = new_figure(wide, height, default_height=62.0 if n_rows == n_columns == 1 else n_rows * 40.0 + 8)
    frames = figure.subplots(n_rows, n_columns, sharex=True, sharey=True, squeeze=False)
    for axes in frames.flat[len(panels) :]:
        axes.set_axis_off()
    several = False
    for place, (panel, axes) in enumerate(zip(panels, frames.flat, strict=False)):
        ends = []
        for (label, groups), look in zip(lines.items(), looks_of(len(lines)), strict=True):
            drawn = _line(axes, panel, groups, look)
            several |= drawn.several
            if drawn.end is not None and len(lines) > 1:
                ends.append((*drawn.end, narrowed(label or "no class", 90.0, 7.0), look.colour))
        if panel.chance is not None:
            axes.axhline(
                panel.chance,
                color=GREY,
                linewidth=0.8,
                linestyle=(0, (2, 1)) if panel.is_upper_bound else "-",
                zorder=1,
                gid="chance",
            )
        if panel.title:
            axes.set_title(narrowed(panel.title, wide / n_columns * 0.7 * 72 / 25.4, 7.5), fontsize=7.5)
        is_last = place % n_columns == n_columns - 1 or place == len(panels) - 1
        if is_last:
            label_ends(axes, ends)
        if place + n_columns >= len(panels):
            axes.tick_params(labelbottom=True)
        axes.grid(axis="y")
    first = frames[0][0]
    log_axis(first, "x", list(places.values()))
    share_axis(first, "y")
    what = {"words": "training words", "step": "training step"}.get(name, name)
    for place, axes in enumerate(frames.flat[: len(panels)]):
        if place + n_columns >= len(panels):
            axes.set_xlabel(narrowed(f"{what} (log scale)", wide / n_columns * 0.8 * 72 / 25.4, 8.0))
        if place % n_columns == 0:
            axes.set_ylabel("SG score" if by == "class" else "mean score" if by == "circuit" else "score")
    figure.caption = _said(scored, panels, by, several)
    return figure


# ------------------------------------------------------------------------------------------------------ what is shown


@dataclass(frozen=True, slots=True)
class _Panel:
    """A plot: which scores of models it shows, and of which suites they are made."""

    title: str
    values: Mapping[str, float]
    intervals: Mapping[str, tuple[float, float]]
    suites: Mapping[str, Mapping[str, SuiteResult]]
    ties: str
    chance: float | None = None
    is_upper_bound: bool = False


def _panels(run: RunResult, scored: Scored, by: str) -> list[_Panel]:
    results = {model.model: {suite.suite: suite for suite in model.suites if suite.predictions} for model in run.models}
    suites_as = scored.summary["suites_as"]

    def panel(title: str, scores: Mapping[str, _Score], suites: Sequence[ScoredSuite]) -> _Panel:
        names = {suite.name for suite in suites}
        own = {
            model: {name: suite for name, suite in of_model.items() if name in names}
            for model, of_model in results.items()
        }
        return _Panel(
            title,
            {model: score for model, (score, _, _) in scores.items() if score is not None},
            {model: (low, high) for model, (_, low, high) in scores.items() if low is not None and high is not None},
            own,
            scored.summary["ties"],
            *mean_chance(suites),
        )

    if by == "suite":
        return [
            panel(suite.name, {name: _of(one, one["score"]) for name, one in suite.by_model.items()}, [suite])
            for suite in scored.suites
        ]
    counted = [
        suite
        for suite in scored.suites
        if any(suite.name in own and is_counted(own[suite.name], suites_as) for own in results.values())
    ]
    if by == "class":
        scores = {model["model"]: _of(model["sg_interval"], model["sg_score"]) for model in scored.models}
        return [panel("", scores, counted)]
    circuits: dict[str, list[ScoredSuite]] = {}
    for suite in counted:
        if suite.circuit is not None:
            circuits.setdefault(suite.circuit, []).append(suite)
    if not circuits:
        raise InputError("No suite of these results is of a circuit; `by=suite` shows suites one by one.")
    return [
        panel(
            plain(name),
            {
                model["model"]: _of(one, one["score"])
                for model in scored.models
                for one in model["circuit_scores"]
                if one["circuit"] == name
            },
            suites,
        )
        for name, suites in circuits.items()
    ]


_Score = tuple[float | None, float | None, float | None]


def _of(interval: Interval, score: float | None) -> _Score:
    return score, interval["ci_low"], interval["ci_high"]


def _places(table: ModelTable, x: str | None) -> tuple[str, dict[str, float]]:
    """Say what is on the x axis, and where each model is."""
    if x is None:
        x = next(
            (name for name in ("words", "step") if len({getattr(row, name) for row in table.rows} - {None}) > 1), None
        )
        if x is None:
            raise InputError(
                f"{table.source}: neither column 'words' nor 'step' has two different numbers; there is nothing to "
                "draw a line over. Name another column by `x`."
            )
    name = {"steps": "step", "checkpoint": "step", "training_words": "words"}.get(x, x)
    others = [column for row in table.rows[:1] for column in row.other]
    found: dict[str, float | None] = {}
    for row in table.rows:
        if name in ("words", "step", "perplexity"):
            found[row.model] = getattr(row, name)
        elif name in row.other:
            found[row.model] = number_in(row.other[name]) or amount_in(row.other[name])
        else:
            known = [*(known for known in ("words", "step", "perplexity") if known in table.known), *others]
            raise InputError(f"{table.source}: has no column '{x}'.{did_you_mean(x, known)}")
    without = [model for model, value in found.items() if value is None]
    if without:
        raise InputError(f"{table.source}: column '{name}' is no number for {listed(without)}.")
    places = {model: value for model, value in found.items() if value is not None}
    if any(value < 0 for value in places.values()):
        raise InputError(f"{table.source}: column '{name}' has numbers below 0, which a logarithmic axis cannot show.")
    return name, places


def _lines(table: ModelTable, places: Mapping[str, float]) -> dict[str, dict[float, list[str]]]:
    """The models of each class, by where they are on the x axis."""
    lines: dict[str, dict[float, list[str]]] = {}
    for row in table.rows:
        lines.setdefault(row.model_class, {}).setdefault(places[row.model], []).append(row.model)
    return lines


# ------------------------------------------------------------------------------------------------------------ drawing


@dataclass(frozen=True, slots=True)
class _Drawn:
    end: tuple[float, float] | None
    several: bool


def _line(axes: object, panel: _Panel, groups: Mapping[float, Sequence[str]], look: Look) -> _Drawn:
    from matplotlib.axes import Axes

    assert isinstance(axes, Axes)
    xs, means, several = [], [], False
    for x in sorted(groups):
        models = [model for model in groups[x] if model in panel.values]
        if not models:
            continue
        values = [panel.values[model] for model in models]
        xs.append(x)
        means.append(float(np.mean(values)))
        if len(models) > 1:
            several = True
            axes.plot(
                [x] * len(values),
                values,
                linestyle="none",
                marker=look.marker,
                markersize=2.6,
                color=look.colour,
                alpha=0.35,
                markeredgewidth=0,
                zorder=2,
                gid="instance",
            )
        own = panel.intervals.get(models[0])
        if len(models) == 1 and own is not None:
            low, high = own
        else:
            low, high = _interval([panel.suites[model] for model in models], panel.ties)
        draw_interval(axes, x, low, high, colour=look.colour)
    if xs:
        axes.plot(xs, means, **look.of_line, markersize=3.6, zorder=3, gid="mean")
    return _Drawn((xs[-1], means[-1]) if xs else None, several)


def _interval(instances: Sequence[Mapping[str, SuiteResult]], ties: str) -> tuple[float, float]:
    """Give the interval of the mean over instances of a mean over suites: over suites and items, not over instances.

    NaN where instances have other suites or items.
    """
    nothing = float("nan"), float("nan")
    parts: list[tuple[FloatArray, list[str]]] = []
    for name, suite in instances[0].items():
        each = [credits_of(one[name], ties) for one in instances if name in one]
        numbers = suite.item_numbers
        if len(each) < len(instances) or any(set(one) != set(numbers) for one in each):
            return nothing
        clusters = cluster_ids(suite)
        means = np.array([[one[number] for one in each] for number in numbers], np.float64).mean(axis=1)
        parts.append((means, [clusters[number] for number in numbers]))
    if any(len(one) != len(parts) for one in instances):
        return nothing
    if len(parts) == 1:
        found = share_interval(parts[0][0].tolist(), parts[0][1])
        return found.low, found.high
    return two_level_interval([(means, _numbered(clusters)) for means, clusters in parts])


def _numbered(clusters: Sequence[str]) -> IntArray | None:
    """Number clusters from 0; None where no two items are of one."""
    numbers: dict[str, int] = {}
    found = [numbers.setdefault(cluster, len(numbers)) for cluster in clusters]
    return None if len(numbers) == len(found) else np.array(found, np.int32)


def _said(scored: Scored, panels: Sequence[_Panel], by: str, several: bool) -> str:
    what = {
        "class": "SG score",
        "circuit": "Mean score of the suites of a circuit",
        "suite": "Share of a suite's items for which all predictions hold",
    }[by]
    over = "items" if by == "suite" else "suites and items"
    said = [
        what + ", mean over instances; each of them is a faint dot."
        if several
        else ""
        if by == "class"
        else f"{what}.",
        f"Intervals: 95 %, over {over}" + (", of the mean over instances." if several else "."),
    ]
    if any(panel.chance is not None for panel in panels):
        bound = any(panel.is_upper_bound for panel in panels if panel.chance is not None)
        mean = "" if by == "suite" else "mean "
        said.append(f"Grey: {mean}chance" + ("; broken where it is at most that." if bound else "."))
    if by == "class":
        said.append(scored.said_of_sg_score().split(", with a ")[0].rstrip(".") + ".")
    return " ".join(said)
