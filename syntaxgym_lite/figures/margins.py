"""By how much a prediction holds or fails, item by item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.axes import Axes

from ..errors import counted, listed
from ..formula import parse
from ..formula.directions import directions
from ..results import RunResult, SuiteResult
from ..stats.effects import ComparisonEffect, comparison_effects
from .canvas import ResultFigure
from .looks import dark
from .marks import draw_interval
from .panels import Panel, comparison_words, panel_grid, predictions_of
from .style import COLOURS, GREY, INK, SMALL_PT
from .texts import cut_short, in_lines
from .ticks import WORDS_PT

__all__ = ["draw"]

_NARROWEST_MM = 40.0
_NAMED_IN_PANEL = 10
_NAMED_IN_CAPTION = 30


def draw(
    run: RunResult,
    *,
    prediction: int | str | None = None,
    confidence: float = 0.95,
    width: float | str | None = None,
    height: float | None = None,
) -> ResultFigure:
    """Draw each item's margin in the predicted direction; see `syntaxgym_lite.figures.Plots.margins`."""
    shown = [
        (model.model, suite, effect)
        for model in run.models
        for suite in model.suites
        for index in predictions_of(suite, prediction)
        for effect in comparison_effects(suite, prediction=index, confidence=confidence)
    ]
    figure, grid = panel_grid(
        [
            Panel(model, suite.suite, comparison_words(suite, effect.prediction, effect.place))
            for model, suite, effect in shown
        ],
        width,
        height,
        narrowest_mm=_NARROWEST_MM,
        share_y=True,
    )
    failing = []
    for placed, (model, suite, effect) in zip(grid, shown, strict=True):
        failing.append((model, suite, effect, _draw_panel(placed.axes, suite, effect)))
        if placed.names_y:
            placed.axes.set_ylabel(f"margin ({effect.unit})")
    figure.caption = _caption(failing, confidence)
    return figure


def _draw_panel(axes: Axes, suite: SuiteResult, effect: ComparisonEffect) -> list[str]:
    """Draw the items of one comparison; give the names of those that fail, the worst first."""
    fails = _failing(suite, effect)
    order = np.argsort(effect.margins, kind="stable")
    n = len(order)
    finite = np.isfinite(effect.margins[order])
    x = np.arange(n, dtype=np.float64)
    failed = np.array([effect.item_numbers[place] in fails for place in order], np.bool_)
    axes.axhline(0, color=GREY, linewidth=0.7, zorder=1, gid="zero")
    size = 3.2 if n <= 40 else 2.2 if n <= 120 else 1.2
    for which, colour, marker, filled, gid in (
        (~failed, COLOURS[0], "o", True, "holds"),
        (failed, COLOURS[1], "s", False, "fails"),
    ):
        axes.plot(
            x[which & finite],
            effect.margins[order][which & finite],
            linestyle="none",
            marker=marker,
            markersize=size,
            color=colour,
            markerfacecolor=colour if filled else "none",
            markeredgewidth=0.8,
            gid=gid,
            zorder=3,
        )
    for place in np.flatnonzero(~finite):  # beyond every scale
        up = effect.margins[order[place]] > 0
        axes.plot(
            [x[place]],
            [0.98 if up else 0.02],
            transform=axes.get_xaxis_transform(),
            linestyle="none",
            marker="^" if up else "v",
            markersize=3.5,
            color=COLOURS[1] if failed[place] else COLOURS[0],
            gid="infinite",
        )
    at = n + max(1.0, 0.04 * n)
    if np.isfinite(effect.mean):
        draw_interval(axes, at, effect.low, effect.high, width=1.4)
        axes.plot([at], [effect.mean], marker="D", markersize=4, color=INK, gid="mean", zorder=4)
        axes.annotate(
            _number(effect.mean),
            xy=(at, effect.mean),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            fontsize=SMALL_PT,
            annotation_clip=False,
            gid="mean-label",
        )
    if not n:
        axes.text(0.5, 0.5, "no margin is defined", transform=axes.transAxes, ha="center", va="center")
    axes.set_xlim(-1, at + max(0.5, 0.02 * n))
    axes.margins(y=0.12)
    axes.set_xticks([at], ["mean"])
    axes.tick_params(axis="x", length=0)
    names = [_name(suite, effect.item_numbers[place]) for place in order]
    fail = [names[place] for place in np.flatnonzero(failed)]
    if fail:
        _list_failing(axes, fail, n)
    return fail


def _number(value: float) -> str:
    text = f"{value:.1f}" if abs(value) >= 0.1 or not value else f"{value:.1g}"
    return text.replace("-", "\N{MINUS SIGN}")


def _list_failing(axes: Axes, names: Sequence[str], n: int) -> None:
    """Name the items that fail above the left end of the dots, where there is room, in the order of the dots."""
    if len(names) <= _NAMED_IN_PANEL and len(names) < n:
        text = f"fail: {', '.join(cut_short(name, 10) for name in names)}"
    else:
        text = f"{len(names)} of {n} fail"
    figure = axes.get_figure(root=True)
    assert isinstance(figure, ResultFigure)
    box = axes.text(
        0.02, 0.99, text, transform=axes.transAxes, fontsize=WORDS_PT, color=dark(COLOURS[1]), va="top", gid="failing"
    )

    def break_lines() -> None:
        box.set_text("\n".join(in_lines(text, axes.get_window_extent().width * 72 / axes.figure.dpi * 0.5, WORDS_PT)))

    figure.later(break_lines)


def _failing(suite: SuiteResult, effect: ComparisonEffect) -> set[int]:
    """Items in which the comparison goes against the prediction, which a ``!`` before it may turn."""
    [own] = directions(parse(effect.comparison).root)
    wanted = own == effect.direction
    return {
        outcome.item_number
        for outcome in suite.outcomes
        if outcome.prediction == effect.prediction and outcome.comparisons[effect.place].holds is (not wanted)
    }


def _name(suite: SuiteResult, item: int) -> str:
    return suite.labels.get(item) or str(item)


def _caption(shown: Sequence[tuple[str, SuiteResult, ComparisonEffect, list[str]]], confidence: float) -> str:
    suites = list(dict.fromkeys(suite.suite for _, suite, _, _ in shown))
    models = list(dict.fromkeys(model for model, _, _, _ in shown))
    effects = [effect for _, _, effect, _ in shown]
    turned = any(effect.direction < 0 for effect in effects)
    known = any(np.isfinite([effect.low, effect.high]).all() for effect in effects)  # not of one item
    interval = f" with its {100 * confidence:g} % interval" if known else ", without an interval,"
    parts = [
        f"Margin of each item ({listed(suites, 4)}; {listed(models, 4)}), the smallest first: "
        f"{'the side that is predicted to be greater, less the other' if turned else 'left side less right side'}; "
        "above 0 as predicted.",
        " Open squares: items that fail.",
        f" Diamond: mean{interval} over {_over(shown)}.",
    ]
    if len(shown) == 1:
        [(_, _, effect, names)] = shown
        parts.append(f" {len(effect.item_numbers) - len(names)} of {counted(len(effect.item_numbers), 'item')} hold")
        parts.append(f"; not {listed(names, _NAMED_IN_CAPTION)}." if names else ".")
    parts += _left_out(shown)
    return "".join(parts)


def _over(shown: Sequence[tuple[str, SuiteResult, ComparisonEffect, list[str]]]) -> str:
    n = {len(effect.item_numbers) for _, _, effect, _ in shown}
    said = counted(max(n), "item") if len(n) == 1 else f"{min(n)} to {max(n)} items"
    clusters = {effect.estimate.n_clusters for _, _, effect, _ in shown if effect.estimate.n_clusters is not None}
    return f"{said}, robust for {max(clusters)} clusters" if clusters else said


def _left_out(shown: Sequence[tuple[str, SuiteResult, ComparisonEffect, list[str]]]) -> Iterator[str]:
    undefined = sum(len(suite.item_numbers) - len(effect.item_numbers) for _, suite, effect, _ in shown)
    if undefined:
        yield f" Not shown: {counted(undefined, 'undefined margin')}."
    infinite = sum(effect.n_infinite for _, _, effect, _ in shown)
    if infinite:
        yield f" Triangles: {counted(infinite, 'infinite margin')}, not in the mean."
