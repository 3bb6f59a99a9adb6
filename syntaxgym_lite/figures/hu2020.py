"""The six figures of Hu et al. (2020), drawn of their results or of any run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..stats.hu2020.study import CircuitStudy, models_of
from ..stats.hu2020.values import StudyValue, study_values
from .canvas import ResultFigure, finish, new_figure
from .fonts import choose_fonts
from .looks import Look, looks_of
from .marks import draw_interval
from .style import FONT_PT, GREY, SMALL_PT, styled
from .texts import in_lines

__all__ = ["draw_study"]

_ROW_MM = 4.6
_FRAME_MM = 13.0
_TITLE_MM = 5.0


def draw_study(
    study: CircuitStudy,
    figure: int,
    *,
    values: Sequence[StudyValue] | None = None,
    width: float | str | None = None,
    height: float | None = None,
    style: str | Path | None = None,
    title: str | None = None,
    caption: bool = True,
) -> ResultFigure:
    """Draw one of the six figures.

    Parameters
    ----------
    study : CircuitStudy
    figure : int
        1 to 6; see `syntaxgym_lite.stats.hu2020.values.FIGURES_OF_HU`.
    values : sequence of StudyValue, optional
        What `study_values` gives, where it is at hand.
    width, height : optional
        In mm; ``"single"`` or ``"double"``, the default.
    style, title, caption : optional
        See `syntaxgym_lite.figures.draw`.

    Returns
    -------
    matplotlib.figure.Figure
        With its ``caption``.

    Raises
    ------
    InputError
        If the study lacks what the figure shows.
    """
    values = study_values(study, figure) if values is None else values
    with styled(style):
        choose_fonts([*study.models, *study.circuits.values(), *study.corpus_names.values()])
        drawn = _FIGURES[figure](study, values, width, height)
        finish(drawn, title=title, caption=caption)
    return drawn


Width = float | str | None


def _figure_1(study: CircuitStudy, values: Sequence[StudyValue], width: Width, height: float | None) -> ResultFigure:
    figure = _figure(width, height, _ROW_MM * len(values) + _FRAME_MM)
    axes = figure.subplots()
    _rows(axes, study, values, shares=True)
    _of_shares(axes)
    axes.set_xlabel("SG score (mean share of items right, over suites)")
    if study.baseline is not None:
        axes.axvline(study.baseline, color=GREY, linestyle=(0, (4, 2)), linewidth=0.8, zorder=1)
        axes.annotate(
            "random",
            (study.baseline, 1),
            xycoords=("data", "axes fraction"),
            xytext=(2, -2),
            textcoords="offset points",
            color=GREY,
            fontsize=SMALL_PT,
            va="top",
        )
    figure.caption = f"SG score by model: {_means(study, values)} {_said_of_intervals(values)}{_said_of_stars(study)}"
    return figure


def _figure_2(study: CircuitStudy, values: Sequence[StudyValue], width: Width, height: float | None) -> ResultFigure:
    figure = _figure(width, height, 78.0)
    axes = figure.subplots()
    by_model = _looks(study)
    sizes = _sizes(study, values)
    for value in values:
        look = by_model[value.model]
        axes.plot(
            [value.perplexity or np.nan],
            [value.value],
            **{**look.of_points, "markersize": sizes[value.corpus], "alpha": 0.85},
            linestyle="none",
            zorder=3,
        )
    axes.set_xscale("log")
    low, high = (pick(value.perplexity or 1 for value in values) for pick in (min, max))
    axes.set_xlim(low / 1.2, high * 1.2)
    ticks = [tick for tick in _NICE if low / 1.2 <= tick <= high * 1.2]
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set_xticks([], minor=True)
    axes.set_ylim(-0.02, 1.0)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", ".25", ".5", ".75", "1"])
    axes.grid(axis="y")
    axes.set_xlabel("test perplexity (log scale)")
    axes.set_ylabel("SG score")
    shown = list(dict.fromkeys(value.model for value in values))
    models = [_key(name, by_model[name], 4.5) for name in shown]
    corpora = [_key(name or "not known", Look(GREY, "-", "o"), size) for name, size in sizes.items()]
    beside: Any = {"borderaxespad": 0, "alignment": "left"}
    first = axes.legend(
        handles=models, title="model", loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0, alignment="left"
    )
    if len(corpora) > 1:
        axes.add_artist(first)
        axes.legend(
            handles=corpora,
            title="training corpus",
            loc="lower left",
            bbox_to_anchor=(1.01, 0.0),
            labelspacing=0.7,
            **beside,
        )
    n_suites, n_items = values[0].n_suites, values[0].n_items
    figure.caption = (
        f"SG score against test perplexity of {len(values)} instances ({n_suites} suites, {n_items} items). "
        "Perplexities compare where models have the same test text and the same vocabulary."
    )
    return figure


_NICE = [a * 10**b for b in range(7) for a in (1, 2, 5)]


def _sizes(study: CircuitStudy, values: Sequence[StudyValue]) -> dict[str, float]:
    """Sizes of markers by corpus, the largest corpus first."""
    words: dict[str, float] = {}
    by_name = {one.name: one for one in study.instances}
    for value in values:
        words[value.corpus] = max(words.get(value.corpus, 0.0), by_name[value.name].words or 0.0)
    ordered = sorted(words, key=lambda name: -words[name])
    return dict(zip(ordered, np.linspace(7.5, 3.0, max(len(ordered), 2)).tolist(), strict=False))


def _key(name: str, look: Look, size: float) -> Line2D:
    return Line2D([], [], label=name, linestyle="none", **{**look.of_points, "markersize": size})


def _figure_3(study: CircuitStudy, values: Sequence[StudyValue], width: Width, height: float | None) -> ResultFigure:
    halves = _halves(values)
    tallest = max(len(half) for half in halves)
    figure = _figure(width, height, _ROW_MM * tallest + _FRAME_MM + _TITLE_MM)
    for axes, half in zip(np.ravel(figure.subplots(1, len(halves), sharex=True)), halves, strict=True):
        _rows(axes, study, half)
        axes.set_title(_HALF_TITLES[half[0].panel])
        axes.set_xlabel(_DELTA)
        axes.set_ylim(tallest - 0.4, -0.6)
    figure.caption = (
        f"Score minus the controlled mean of each suite. {_said_of_deltas(study)} "
        f"{_means(study, halves[0]).capitalize()} {_said_of_intervals(values)}"
    )
    return figure


_DELTA = "difference from the mean of controlled models"
_HALF_TITLES = {"model": "by model", "corpus": "by training corpus"}


def _halves(values: Sequence[StudyValue]) -> list[list[StudyValue]]:
    halves = [[value for value in values if value.panel == panel] for panel in ("model", "corpus")]
    return [half for half in halves if half]


def _figure_4(study: CircuitStudy, values: Sequence[StudyValue], width: Width, height: float | None) -> ResultFigure:
    halves = _halves(values)
    circuits = list(dict.fromkeys(value.circuit for value in values))
    rows = [len([value for value in half if value.circuit == circuits[0]]) for half in halves]
    figure = _figure(width, height, _ROW_MM * sum(rows) + _FRAME_MM + 2 * _TITLE_MM + 3)
    frames = figure.subplots(len(halves), len(circuits), sharex=True, squeeze=False, height_ratios=rows)
    for line, half in zip(frames, halves, strict=True):
        for axes, circuit in zip(line, circuits, strict=True):
            _rows(axes, study, [value for value in half if value.circuit == circuit], named=axes is line[0])
            axes.axvline(0, color=GREY, linewidth=0.8, zorder=1)
    _titles(frames[0], circuits, figure)
    _common_label(frames[-1], _DELTA)
    figure.caption = (
        f"Score minus the controlled mean of each suite, by circuit. {_said_of_deltas(study)} "
        f"{_suites_by_circuit(values)} {_said_of_intervals(values)}"
    )
    return figure


def _figure_5(study: CircuitStudy, values: Sequence[StudyValue], width: Width, height: float | None) -> ResultFigure:
    circuits = list(dict.fromkeys(value.circuit for value in values))
    overall = {name: np.mean([value.value for value in values if value.name == name]) for name in study.models}
    order = sorted(overall, key=lambda name: -overall[name])
    n_columns = min(3, len(circuits))
    n_rows = -(-len(circuits) // n_columns)
    figure = _figure(width, height, n_rows * (_ROW_MM * len(order) + _TITLE_MM + 2) + _FRAME_MM)
    frames = figure.subplots(n_rows, n_columns, sharex=True, squeeze=False)
    for place, axes in enumerate(frames.flat):
        if place >= len(circuits):
            axes.set_visible(False)
            continue
        own = {value.name: value for value in values if value.circuit == circuits[place]}
        _rows(axes, study, [own[name] for name in order], named=place % n_columns == 0, shares=True)
        _of_shares(axes)
        axes.set_title(_sentence_case(circuits[place]))
        axes.tick_params(axis="x", labelbottom=place + n_columns >= len(circuits))
    _common_label(frames[-1], "score (mean share of items right, over the suites of the circuit)")
    figure.caption = (
        f"Score by circuit and model. {_suites_by_circuit(values)} {_said_of_intervals(values)}{_said_of_stars(study)}"
    )
    return figure


def _figure_6(study: CircuitStudy, values: Sequence[StudyValue], width: Width, height: float | None) -> ResultFigure:
    order = list(dict.fromkeys(value.name for value in values))
    pairs = {name: [value for value in values if value.name == name] for name in order}
    order.sort(key=lambda name: -pairs[name][0].value)
    figure = _figure(width, height, 1.25 * _ROW_MM * len(order) + _FRAME_MM + 3)
    axes = figure.subplots()
    by_model = _looks(study)
    for row, name in enumerate(order):
        for value, shift, filled in zip(pairs[name], (-0.17, 0.17), (True, False), strict=True):
            look = Look(by_model[name].colour, "-", "o", filled)
            _dot(axes, value, row + shift, look)
    axes.set_yticks(range(len(order)), order)
    axes.set_ylim(len(order) - 0.4, -0.6)
    _plain_rows(axes)
    _of_shares(axes)
    axes.set_xlabel("mean score over the suites of each side")
    keys = [
        _key(name, Look(GREY, "-", "o", filled), 4)
        for name, filled in (("no modifier", True), ("with modifier", False))
    ]
    axes.legend(handles=keys, loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=2, borderaxespad=0.2)
    plain = ", ".join(plain for plain, _ in study.modifier_pairs)
    figure.caption = (
        f"Mean score over {len(study.modifier_pairs)} suites ({plain}) without and with a modifier between the words "
        f"that depend on each other. {_said_of_intervals(values)}{_said_of_stars(study)}"
    )
    return figure


_FIGURES: Mapping[int, Callable[..., ResultFigure]] = {
    1: _figure_1,
    2: _figure_2,
    3: _figure_3,
    4: _figure_4,
    5: _figure_5,
    6: _figure_6,
}


# ------------------------------------------------------------------------------------------------------- parts


def _figure(width: Width, height: float | None, default: float) -> ResultFigure:
    return new_figure(width, height, default_width="double", default_height=default)


def _looks(study: CircuitStudy) -> dict[str, Look]:
    """One look for each kind of model, the same in all figures; open where others are controlled and it is not."""
    controlled = models_of(study.controlled)
    names = controlled + [name for name in study.models if name not in controlled]
    found = dict(zip(names, looks_of(len(names)), strict=True))
    return {
        name: Look(look.colour, look.line, look.marker, look.filled if not controlled else name in controlled)
        for name, look in found.items()
    }


def _rows(
    axes: Axes, study: CircuitStudy, values: Sequence[StudyValue], *, named: bool = True, shares: bool = False
) -> None:
    by_model = _looks(study)
    for row, value in enumerate(values):
        look = by_model.get(value.name, Look(GREY, "-", "o"))
        _dot(axes, value, row, look)
    axes.set_yticks(range(len(values)), [value.name for value in values] if named else [""] * len(values))
    axes.set_ylim(len(values) - 0.4, -0.6)
    _plain_rows(axes)
    if not shares:
        axes.axvline(0, color=GREY, linewidth=0.8, zorder=1)
        axes.grid(axis="x")


def _plain_rows(axes: Axes) -> None:
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    for label in axes.get_yticklabels():
        label.set_parse_math(False)


def _dot(axes: Axes, value: StudyValue, y: float, look: Look) -> None:
    if value.low is not None and value.high is not None:
        draw_interval(axes, y, value.low, value.high, colour=look.colour, upright=False)
    axes.plot([value.value], [y], linestyle="none", **{**look.of_points, "markersize": 4.2}, zorder=3)


def _of_shares(axes: Axes) -> None:
    axes.set_xlim(-0.02, 1.02)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", ".25", ".5", ".75", "1"])
    axes.grid(axis="x")


def _common_label(line: Sequence[Axes], text: str) -> None:
    """Write one label under a line of axes, in its middle; a label of the whole figure would be under its caption."""
    n = len(line)
    middle = line[(n - 1) // 2]
    middle.set_xlabel(text, x=0.5 if n % 2 else 1.03, ha="center")


def _titles(line: Any, names: Sequence[str], figure: ResultFigure) -> None:
    width = float(figure.get_size_inches()[0]) * 72 / (len(names) + 0.8) - 4
    broken = [in_lines(_sentence_case(name), width, FONT_PT * 1.08) for name in names]
    most = max(len(lines) for lines in broken)
    for axes, lines in zip(line, broken, strict=True):
        axes.set_title("\n".join([*[""] * (most - len(lines)), *lines]))


def _sentence_case(name: str) -> str:
    """Write names of circuits as a sentence has them, but for abbreviations."""
    words = [word if word.isupper() else word.lower() for word in name.replace("_", " ").split(" ")]
    return " ".join([words[0][:1].upper() + words[0][1:], *words[1:]])


def _means(study: CircuitStudy, values: Sequence[StudyValue]) -> str:
    n = sorted({value.n_instances for value in values})
    seeds = f"{n[0]}" if len(n) == 1 else f"{n[0]} to {n[-1]}"
    return f"means over {values[0].n_suites} suites ({values[0].n_items} items) and {seeds} instances of each model."


def _suites_by_circuit(values: Sequence[StudyValue]) -> str:
    n = {value.circuit: value.n_suites for value in values}
    return "Suites: " + ", ".join(f"{_sentence_case(name).lower()} {count}" for name, count in n.items()) + "."


def _said_of_intervals(values: Sequence[StudyValue]) -> str:
    said = "Lines: 95 % bootstrap intervals over suites and items within them; instances are not resampled."
    return f"{said} Of a single suite, over its items." if any(value.n_suites == 1 for value in values) else said


def _said_of_stars(study: CircuitStudy) -> str:
    return " *: trained by others, on more text." if any(name.endswith("*") for name in study.models) else ""


def _said_of_deltas(study: CircuitStudy) -> str:
    left_out = [name for name in models_of(study.controlled) if not _shares(study, name)]
    said = f"The controlled mean is that of the {len(study.cells)} pairs of model and corpus."
    if left_out and study.shared_corpora:
        said += f" By corpus: only those that several models were trained on, so without {', '.join(left_out)}."
    return said


def _shares(study: CircuitStudy, model: str) -> bool:
    return any(one.corpus in study.shared_corpora for one in study.controlled if one.model == model)
