"""Score by the number of attractors, or by another factor of the items."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from ..errors import InputError, counted, did_you_mean, listed
from ..formula.factors import level_text
from ..results import ModelResult, RunResult, SuiteResult
from ..stats.clusters import cluster_ids
from ..stats.intervals import ShareInterval, share_interval
from ..stats.ties import credits as credits_of
from ..suite import Factor
from .canvas import ResultFigure
from .line_ends import label_ends
from .looks import looks_of
from .marks import draw_interval
from .panels import Panel, panel_grid
from .style import GREY
from .texts import wrap_label
from .ticks import region_ticks

__all__ = ["draw"]

_USUAL = ("n_attr", "n_attractors", "attractors")
_MOST_LEVELS = 30
_PAD_PT = 12.0  # room for the numbers of items above the name of the axis


def draw(
    run: RunResult,
    *,
    factor: str | None = None,
    ties: str = "wrong",
    confidence: float = 0.95,
    width: float | str | None = None,
    height: float | None = None,
) -> ResultFigure:
    """Draw the score by a factor of the items; see `syntaxgym_lite.figures.Plots.attractors`."""
    suites: dict[str, list[tuple[ModelResult, SuiteResult]]] = {}
    for model in run.models:
        for suite in model.suites:
            if suite.predictions:
                suites.setdefault(suite.suite, []).append((model, suite))
    name = factor or _usual_factor(run)
    shown = {
        suite: models for suite, models in suites.items() if any(name in own for own in models[0][1].factors.values())
    }
    if not shown:
        there = _factors(run)
        if not there:
            raise InputError(
                f"{listed(list(suites), 4)}: the items have no factors; the number of attractors is one, as in suites "
                "that 'sglite harvest' makes or published agreement sets (`factors` in the suite format)."
            )
        raise InputError(f"`factor={name}`: no item has it; there are {listed(there)}.{did_you_mean(name, there)}")
    figure, grid = panel_grid(
        [Panel("", suite) for suite in shown],
        width,
        height,
        n_labels=max(map(len, shown.values())),
    )
    n_items: dict[str, dict[Factor, int]] = {}
    methods: set[str] = set()
    has_chance = False
    for placed, (suite_name, models) in zip(grid, shown.items(), strict=True):
        levels = _levels(models[0][1], name)
        if len(levels) > _MOST_LEVELS:
            raise InputError(
                f"`factor={name}`: has {len(levels)} values in suite '{suite_name}', too many for an axis."
            )
        chance = _chance(run, suite_name)
        methods |= _draw_panel(placed.axes, models, name, levels, ties, confidence, chance)
        has_chance = has_chance or chance is not None
        n_items[suite_name] = {level: len(items) for level, items in levels.items()}
        label = "number of attractors" if name in _USUAL else name.replace("_", " ")
        placed.axes.set_xlabel(label, labelpad=_PAD_PT)
        if placed.names_y:
            placed.axes.set_ylabel("share of items that hold")
    figure.caption = _caption(run, name, n_items, methods, confidence, ties, has_chance=has_chance)
    return figure


def _factors(run: RunResult) -> list[str]:
    return list(
        dict.fromkeys(
            name for model in run.models for suite in model.suites for own in suite.factors.values() for name in own
        )
    )


def _usual_factor(run: RunResult) -> str:
    """The number of attractors, by its usual names; else the only factor that there is."""
    there = _factors(run)
    usual = [name for name in _USUAL if name in there]
    if usual:
        return usual[0]
    if len(there) > 1:
        raise InputError(f"Which factor? Give `factor`: {listed(there)}.")
    return there[0] if there else _USUAL[0]


def _levels(suite: SuiteResult, factor: str) -> dict[Factor, list[int]]:
    """Item numbers of each value: numbers by size, others as they come; items without one are left out."""
    levels: dict[Factor, list[int]] = {}
    for number in suite.item_numbers:
        own = suite.factors.get(number, {})
        if factor in own:
            levels.setdefault(own[factor], []).append(number)
    if all(isinstance(level, (int, float)) for level in levels):
        return dict(sorted(levels.items(), key=lambda one: float(one[0])))
    return levels


def _chance(run: RunResult, suite: str) -> float | None:
    from ..stats import summarize

    own = run.select(suites=[suite])
    [summary] = [one for one in summarize(own)["models"][0]["suites"] if one["suite"] == suite]
    return summary["chance"]


def _draw_panel(
    axes: Axes,
    models: Sequence[tuple[ModelResult, SuiteResult]],
    factor: str,
    levels: dict[Factor, list[int]],
    ties: str,
    confidence: float,
    chance: float | None,
) -> set[str]:
    """Draw a suite; give how its intervals were found."""
    methods: set[str] = set()
    if chance is not None:
        axes.axhline(chance, color=GREY, linewidth=0.8, linestyle=(0, (2, 2)), zorder=1, gid="chance")
        axes.annotate(
            "chance",
            xy=(0, chance),
            xycoords=("axes fraction", "data"),
            xytext=(3, 2),
            textcoords="offset points",
            fontsize=6,
            color=GREY,
            gid="chance-label",
        )
    apart = min(0.08, 0.4 / len(models))
    ends = []
    for row, ((model, suite), look) in enumerate(zip(models, looks_of(len(models)), strict=True)):
        at = np.arange(len(levels)) + (row - (len(models) - 1) / 2) * apart
        credits, clusters = credits_of(suite, ties), cluster_ids(suite) if suite.clusters else None
        own = _levels(suite, factor)
        shares = []
        for place, level in zip(at, levels, strict=True):
            items = own.get(level, [])
            values = [credits[item] for item in items]
            found = (
                share_interval(values, None if clusters is None else [clusters[item] for item in items], confidence)
                if values
                else ShareInterval(math.nan, math.nan, "wilson", None)
            )
            methods.add(found.method)
            shares.append(float(np.mean(values)) if values else math.nan)
            draw_interval(axes, float(place), found.low, found.high, colour=look.colour)
        axes.plot(at, shares, **look.of_line, gid=f"model {model.model}", zorder=3, clip_on=False)
        known = np.flatnonzero(np.isfinite(shares))
        if known.size:
            ends.append((float(at[known[-1]]), shares[known[-1]], wrap_label(model.model), look.colour))
    axes.set_ylim(0, 1)
    label_ends(axes, ends)
    region_ticks(axes, [level_text(level) for level in levels], [f"n = {len(items)}" for items in levels.values()])
    return methods


def _caption(
    run: RunResult,
    factor: str,
    n_items: dict[str, dict[Factor, int]],
    methods: set[str],
    confidence: float,
    ties: str,
    *,
    has_chance: bool,
) -> str:
    by = "number of attractors" if factor in _USUAL else factor
    total = sum(sum(levels.values()) for levels in n_items.values())
    how = {
        "wilson": "Wilson's",
        "clusters": "Wilson's, for as many independent items as the clusters are worth",
    }
    kinds = " or ".join(how[method] for method in sorted(methods, reverse=True))
    parts = [
        f"Share of items for which all predictions hold, by {by} ({listed(list(n_items), 4)}; "
        f"{listed([model.model for model in run.models], 4)}); {counted(total, 'item')}.",
        f" Vertical lines: {100 * confidence:g} % intervals ({kinds}).",
    ]
    if has_chance:
        parts.append(" Dotted: chance level of the suite.")
    parts.append("" if ties == "wrong" else f" Ties count as {ties}.")
    return "".join(parts)
