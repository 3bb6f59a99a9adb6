"""Models against each other over suites: scatter plots and correlations, or, of many models, correlations alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import InputError, counted
from ..results import RunResult
from ..stats.correlation import Correlation, model_correlations
from .canvas import ResultFigure, new_figure, width_mm
from .cells import Row, ShadedCell, cell_text, draw_cells, draw_scale, height_of, height_of_names, scale_mm
from .labels import Labelled, label_dots
from .scored import Scored, narrowed, scores_of
from .style import COLOURS, DOUBLE_MM, GREY, INK, SINGLE_MM
from .texts import text_width

__all__ = ["draw"]

PEOPLE = "people"
_MOST_IN_MATRIX = 6
_MM = 72 / 25.4


def draw(
    run: RunResult,
    *,
    heat: bool | None = None,
    spearman: bool | None = None,
    ties: str | None = None,
    suites_as: str | None = None,
    width: float | str | None = None,
    height: float | None = None,
) -> ResultFigure:
    """Draw each model's scores against each other model's, a dot a suite, and how they correlate.

    Parameters
    ----------
    run : RunResult
    heat : bool, optional
        Whether correlations alone are shown, in shaded cells; by default of more than six models. People are one more,
        where items have human judgments.
    spearman : bool, optional
        Whether ranks are correlated.
    ties, suites_as : str, optional
        See `syntaxgym_lite.summarize`.
    width, height : optional
        In mm.

    Raises
    ------
    InputError
        If there is one model, or no suite of which two have a score.
    """
    scored = scores_of(run, ties=ties, suites_as=suites_as)
    scores: dict[str, dict[str, float]] = {
        name: {
            suite.name: score
            for suite in scored.suites
            if (own := suite.by_model.get(name)) is not None and (score := own["score"]) is not None
        }
        for name in scored.names
    }
    labels = dict(zip(scored.names, scored.labels, strict=True))
    people = _people(scored)
    if people:
        scores[PEOPLE], labels[PEOPLE] = people, PEOPLE
    if len(scores) < 2:
        raise InputError(
            "This figure holds models against each other, and these results are of one. Name more results."
        )
    if max(len(scores[a].keys() & scores[b].keys()) for a in scores for b in scores if a != b) < 1:
        raise InputError("No two models of these results have a score on the same suite.")
    found = {(one.first, one.second): one.spearman if spearman else one.pearson for one in model_correlations(scores)}
    of = "Spearman's rank correlation" if spearman else "Pearson's correlation"
    if len(scores) > _MOST_IN_MATRIX if heat is None else heat:
        return _heat(scores, labels, found, of, width, height)
    if len(scores) == 2:
        return _pair(scored, scores, labels, found, of, width, height)
    return _matrix(scored, scores, labels, found, of, width, height)


def _people(scored: Scored) -> dict[str, float]:
    """The mean human judgment of each suite that has any."""
    return {
        suite.name: human["people"]
        for suite in scored.suites
        if (human := next((one["human"] for one in suite.by_model.values() if one["human"]), None)) is not None
    }


def _ends(axes: Any) -> None:
    axes.set_xlim(-0.05, 1.05)
    axes.set_ylim(-0.05, 1.05)
    axes.set_xticks([0, 0.5, 1], ["0", ".5", "1"])
    axes.set_yticks([0, 0.5, 1], ["0", ".5", "1"])
    axes.plot([0, 1], [0, 1], color=GREY, linewidth=0.5, linestyle=(0, (4, 2)), zorder=1, gid="equal")


def _dots(axes: Any, x: Mapping[str, float], y: Mapping[str, float]) -> None:
    both = [suite for suite in x if suite in y]
    axes.plot(
        [x[suite] for suite in both],
        [y[suite] for suite in both],
        linestyle="none",
        marker="o",
        markersize=3.2,
        markerfacecolor=COLOURS[0],
        markeredgecolor="white",
        markeredgewidth=0.4,
        alpha=0.75,
        zorder=3,
        clip_on=False,
        gid="suites",
    )


def _said(one: Correlation) -> list[str]:
    if one.r is None:
        return ["r undefined"]
    interval = [] if one.ci_low is None else [f"{cell_text(one.ci_low)} to {cell_text(one.ci_high)}"]
    return [f"r = {cell_text(one.r)}", *interval]


def _pair(
    scored: Scored,
    scores: Mapping[str, Mapping[str, float]],
    labels: Mapping[str, str],
    found: Mapping[tuple[str, str], Correlation],
    of: str,
    width: float | str | None,
    height: float | None,
) -> ResultFigure:
    figure = new_figure(width, height, default_width="single", default_height=width_mm(width, "single") * 0.95)
    axes = figure.subplots()
    first, second = scores
    _ends(axes)
    axes.set_aspect("equal")
    _dots(axes, scores[first], scores[second])
    room = width_mm(width, "single") * 0.6 * _MM
    axes.set_xlabel(narrowed(f"score of {labels[first]}", room, 8.0))
    axes.set_ylabel(narrowed(f"score of {labels[second]}", room, 8.0))
    both = [suite.name for suite in scored.suites if suite.name in scores[first] and suite.name in scores[second]]
    far = sorted(both, key=lambda suite: -abs(scores[first][suite] - scores[second][suite]))
    named = set(far[:_MOST_NAMED])
    label_dots(
        axes,
        [
            Labelled(
                scores[first][suite],
                scores[second][suite],
                narrowed(suite, room / 2, 7.0) if suite in named else "",
                INK,
            )
            for suite in far
        ],
        needed=False,
    )
    one = found[first, second]
    axes.set_title(", ".join(_said(one)), fontsize=7.0, fontweight="normal", loc="right", gid="correlation")
    figure.caption = (
        f"A dot: a suite ({counted(len(both), 'suite')}), by the share of its items for which all predictions hold. "
        f"Broken line: equal scores; above it {labels[second]} is better. r: {of} over suites, 95 % interval."
    )
    return figure


_MOST_NAMED = 8


def _matrix(
    scored: Scored,
    scores: Mapping[str, Mapping[str, float]],
    labels: Mapping[str, str],
    found: Mapping[tuple[str, str], Correlation],
    of: str,
    width: float | str | None,
    height: float | None,
) -> ResultFigure:
    names = list(scores)
    n = len(names)
    wide = width_mm(width, SINGLE_MM if n < 4 else DOUBLE_MM if n > 5 else 120.0)
    figure = new_figure(wide, height, default_height=wide * 0.97)
    frames = figure.subplots(n, n, squeeze=False, gridspec_kw={"wspace": 0.05, "hspace": 0.05})
    room = wide / n * 0.8 * _MM
    for row, down in enumerate(names):
        for column, across in enumerate(names):
            axes = frames[row][column]
            if row > column:
                _ends(axes)
                _dots(axes, scores[across], scores[down])
                axes.tick_params(labelbottom=row == n - 1, labelleft=column == 0)
                axes.set_xlabel("score" if row == n - 1 else "")
                axes.set_ylabel("score" if column == 0 else "")
                continue
            axes.set_axis_off()
            if row == column:
                _write_name(axes, labels[down], room)
            else:
                one = found[down, across]
                axes.text(
                    0.5,
                    0.5,
                    "\n".join([*_said(one), f"n = {one.n}"]),
                    ha="center",
                    va="center",
                    fontsize=7.0,
                    transform=axes.transAxes,
                    gid="correlation",
                    linespacing=1.3,
                )
    figure.caption = (
        "A dot: a suite, by the share of its items for which all its predictions hold: the model above on the x axis, "
        "the one at the right on the y axis. "
        f"Broken line: equal scores. r: {of} over n suites, with its 95 % interval."
        + (" People: mean judgment of items." if PEOPLE in scores else "")
    )
    return figure


def _write_name(axes: Any, name: str, room: float) -> None:
    from .texts import in_lines

    lines = [narrowed(line, room, 7.5) for line in in_lines(name, room, 7.5)]
    lines = lines if len(lines) <= 4 else [*lines[:3], "…"]
    axes.text(
        0.5,
        0.5,
        "\n".join(lines),
        ha="center",
        va="center",
        fontsize=7.5,
        fontweight="bold",
        transform=axes.transAxes,
        gid="name",
    )


def _heat(
    scores: Mapping[str, Mapping[str, float]],
    labels: Mapping[str, str],
    found: Mapping[tuple[str, str], Correlation],
    of: str,
    width: float | str | None,
    height: float | None,
) -> ResultFigure:
    names = list(scores)
    rows = [
        Row(
            labels[down],
            [_correlation_cell(found[across, down]) if names.index(across) < place else None for across in names[:-1]],
        )
        for place, down in enumerate(names[1:], 1)
    ]
    n = len(names) - 1
    room = min(max(text_width(row.label, 7.0) for row in rows), _LABELS * _MM) / _MM + 3
    wide = width_mm(width, min(max(room + n * _CELL, SINGLE_MM), DOUBLE_MM))
    columns = [labels[name] for name in names[:-1]]
    cell = (wide - room) / n
    tall = height_of(rows)
    both = any(one.r is not None and one.r < 0 for one in found.values())
    figure = new_figure(wide, height, default_height=tall + height_of_names(columns, cell) + scale_mm())
    table, scale = figure.subplots(2, 1, height_ratios=[tall, 2.2])
    draw_cells(table, rows, columns, label_room=_LABELS * _MM, cell_mm=cell)
    draw_scale(scale, "correlation", "−1", "0", "1", both=both)
    counts = sorted({one.n for one in found.values()})
    many = counted(counts[0], "suite") if len(counts) == 1 else f"{counts[0]} to {counts[-1]} suites"
    empty = any(one.r is None for one in found.values())
    figure.caption = (
        f"{of} of scores over {many}."
        + (" Hatched: not defined (fewer than 3 suites, or scores that do not vary)." if empty else "")
        + (" People: mean judgment of items." if PEOPLE in scores else "")
    )
    return figure


_CELL, _LABELS = 7.0, 42.0


def _correlation_cell(one: Correlation) -> ShadedCell:
    return ShadedCell(cell_text(one.r), one.r)
