"""Surprisal by region and condition: the field's line plot."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from ..errors import InputError, counted, did_you_mean, listed
from ..results import RunResult, SuiteResult
from ..stats.region_means import RegionMeans, region_means
from .canvas import ResultFigure
from .line_ends import label_ends
from .looks import condition_looks
from .marks import draw_interval, shade
from .panels import Panel, panel_grid, value_label, value_name
from .texts import wrap_label
from .ticks import region_ticks

__all__ = ["draw"]

_RUN = re.compile(r"\s*(\d+)\s*[:-]\s*(\d+)\s*")
"""Several regions by number: ``2:5``, as in formulas."""


def draw(
    run: RunResult,
    *,
    conditions: Sequence[str] | None = None,
    regions: Sequence[int | str] | None = None,
    metric: str | None = None,
    confidence: float = 0.95,
    width: float | str | None = None,
    height: float | None = None,
) -> ResultFigure:
    """Draw the mean surprisal by region; see `syntaxgym_lite.figures.Plots.regions`."""
    panels = [
        (model, suite, region_means(suite, conditions=conditions, metric=metric or suite.metric, confidence=confidence))
        for model in run.models
        for suite in model.suites
    ]
    places = [_chosen(suite, means, regions) for _, suite, means in panels]
    figure, grid = panel_grid(
        [Panel(model.model, suite.suite) for model, suite, _ in panels],
        width,
        height,
        widest=max((len(own) for own in places), default=0),
        n_labels=max((len(means.condition_names) for _, _, means in panels), default=0),
    )
    for placed, (_, suite, means), own in zip(grid, panels, places, strict=True):
        _draw_panel(placed.axes, suite, means, own, names=placed.names_x)
        if placed.names_y:
            placed.axes.set_ylabel(value_label(means.metric, pseudo=suite.pseudo))
    caption = _caption([(suite, means) for _, suite, means in panels], [model.model for model, _, _ in panels])
    items = {means.example_item for _, _, means in panels}
    figure.caption = caption

    def whose_words() -> None:
        if figure.findobj(lambda one: one.get_gid() == "words"):  # there may have been no room for them
            figure.caption += (
                f" Words: of item {items.pop()}." if len(items) == 1 else " Words: of an item of each suite."
            )

    figure.later(whose_words)
    return figure


def _chosen(suite: SuiteResult, means: RegionMeans, regions: Sequence[int | str] | None) -> list[int]:
    """Places of the regions that are wanted, in sentence order."""
    if regions is None:
        return list(range(len(means.region_numbers)))
    found = set()
    for wanted in regions:
        fitting = [
            place
            for place, (number, name) in enumerate(zip(means.region_numbers, means.region_names, strict=True))
            if str(wanted).strip().casefold() in (str(number), name.strip().casefold())
            or ((run := _RUN.fullmatch(str(wanted))) is not None and int(run[1]) <= number <= int(run[2]))
        ]
        if not fitting:
            there = [f"{number} ({name})" for number, name in suite.region_names.items()]
            raise InputError(
                f"Suite '{suite.suite}' has no region '{wanted}'.{did_you_mean(str(wanted), means.region_names)} "
                f"Its regions are {', '.join(there)}."
            )
        found.update(fitting)
    return sorted(found)


def _draw_panel(axes: Axes, suite: SuiteResult, means: RegionMeans, places: Sequence[int], *, names: bool) -> None:
    looks = condition_looks(suite.condition_names, suite.condition_factors)
    n = len(means.condition_names)
    apart = min(0.06, 0.3 / max(n, 1))
    x = np.arange(len(places), dtype=np.float64)
    ends = []
    for row, name in enumerate(means.condition_names):
        own = x + (row - (n - 1) / 2) * apart
        mean = np.where(np.isfinite(means.mean[row, places]), means.mean[row, places], np.nan)
        look = looks[name]
        for at, low, high in zip(own, means.low[row, places], means.high[row, places], strict=True):
            draw_interval(axes, float(at), float(low), float(high), colour=look.colour)
        axes.plot(own, mean, **look.of_line, gid=f"condition {name}", zorder=3)
        known = np.flatnonzero(np.isfinite(mean))
        if known.size:
            ends.append((float(own[known[-1]]), float(mean[known[-1]]), wrap_label(name), look.colour))
    shade(axes, [float(at) for at, place in zip(x, places, strict=True) if means.critical[place]])
    label_ends(axes, ends)
    if not ends:
        axes.text(0.5, 0.5, "no value is defined", transform=axes.transAxes, ha="center", va="center")
        axes.set_yticks([])
    region_ticks(
        axes,
        [(means.region_names[place] or str(means.region_numbers[place])) if names else "" for place in places],
        [means.example_words[place] if names else "" for place in places],
    )
    axes.margins(y=0.08)


def _caption(panels: Sequence[tuple[SuiteResult, RegionMeans]], models: Sequence[str]) -> str:
    """What a reader has to know: of what, which intervals, how many items, what is shaded, whose words they are."""
    [first, *_] = [means for _, means in panels]
    suites = list(dict.fromkeys(suite.suite for suite, _ in panels))
    parts = [
        f"{value_name(first.metric, pseudo=any(suite.pseudo for suite, _ in panels))}, mean by region and condition",
        f" ({listed(suites, 4)}; {listed(list(dict.fromkeys(models)), 4)}).",
    ]
    n = {int(means.n.max(initial=0)) for _, means in panels}
    of = counted(max(n), "item") if len(n) == 1 else f"{min(n)} to {max(n)} items"
    has_intervals = any(np.isfinite(means.low).any() for _, means in panels)
    parts.append(f" Vertical lines: {first.interval}; {of}." if has_intervals else f" Of {of}; without intervals.")
    incomplete = max(int(means.n_incomplete.max(initial=0)) for _, means in panels)
    if incomplete:
        parts.append(f" Left out of a region: up to {counted(incomplete, 'item')} that lack a value there.")
    if any(means.critical.any() for _, means in panels):
        parts.append(" Shaded: regions that predictions name.")
    return "".join(parts)
