"""How the panels of a figure are arranged: one for each suite on each model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes

from ..errors import FormulaError, InputError, did_you_mean, listed
from ..formula import parse, resolve
from ..formula.wording import in_words
from ..results import SuiteResult
from .canvas import ResultFigure, new_figure, width_mm
from .style import SMALL_PT
from .texts import in_lines

__all__ = [
    "MOST_PANELS",
    "Panel",
    "Placed",
    "comparison_words",
    "panel_grid",
    "predictions_of",
    "value_label",
    "value_name",
]

MOST_PANELS = 64
"""More panels than that nobody reads, and they take a minute to draw."""
_FEW_REGIONS = 7  # which have room in one column of a page
_PLOT_MM = 38.0
_NARROWEST_MM = 66.0
_LABEL_MM = 5.2  # a label of two lines, but for some of one


@dataclass(frozen=True, slots=True)
class Panel:
    """What a panel is of.

    Parameters
    ----------
    model, suite : str
    part : str, optional
        Which part of it: a prediction, say.
    """

    model: str
    suite: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """The axes of a panel.

    Parameters
    ----------
    axes : Axes
    names_x : bool
        Whether the x axis is named here; not above a panel with the same x axis.
    names_y : bool
        Whether the y axis is named here; not right of a panel with the same y axis.
    """

    axes: Axes
    names_x: bool
    names_y: bool


def panel_grid(
    panels: Sequence[Panel],
    width: float | str | None,
    height: float | None,
    *,
    widest: int = 0,
    n_labels: int = 0,
    plot_mm: float = _PLOT_MM,
    narrowest_mm: float = _NARROWEST_MM,
    share_y: bool = False,
) -> tuple[ResultFigure, list[Placed]]:
    """Arrange panels: those of one suite below each other, models side by side where there is room for it.

    Parameters
    ----------
    panels : sequence of Panel
    width, height
        As for `new_figure`.
    widest : int, optional
        Most places on an x axis: of many, a figure takes both columns of a page unless `width` says otherwise.
    n_labels : int, optional
        Most lines in a panel that have a label at their end.
    plot_mm : float, optional
        How high each plot is, without its names, if `height` does not say.
    narrowest_mm : float, optional
        Least width of a panel where there are several columns.
    share_y : bool, optional
        Whether panels of the same suite and part have one range of y.

    Raises
    ------
    InputError
        If there are none, or too many.
    """
    if not panels:
        raise InputError("These results have nothing that this figure shows.")
    if len(panels) > MOST_PANELS:
        n_suites, n_models = len({panel.suite for panel in panels}), len({panel.model for panel in panels})
        raise InputError(
            f"{n_suites} suites on {n_models} models would be {len(panels)} panels, and a figure has at most "
            f"{MOST_PANELS}: choose some by `suites` or `models`, or make a figure for each, which 'sglite plot' does "
            "if the file's name has {suite} or {model} in it."
        )
    rows = list(dict.fromkeys((panel.suite, panel.part) for panel in panels))
    models = list(dict.fromkeys(panel.model for panel in panels))
    is_wide = widest > _FEW_REGIONS or len(panels) > 2
    mm = width_mm(width, "double" if is_wide else None)
    most = max(1, int(mm // narrowest_mm)) if widest <= 2 * _FEW_REGIONS else 1
    if len(rows) > 1 and 1 < len(models) <= most:
        n_columns = len(models)
        places = {panel: (rows.index((panel.suite, panel.part)), models.index(panel.model)) for panel in panels}
    else:
        n_columns = min(most, len(panels))
        places = {panel: divmod(i, n_columns) for i, panel in enumerate(panels)}
    plot_mm = max(plot_mm, n_labels * _LABEL_MM)
    n_rows = 1 + max(row for row, _ in places.values())
    figure = new_figure(mm, height, default_height=n_rows * (plot_mm + 14))
    figure.plot_mm = None if height is not None else plot_mm
    grid = figure.subplots(n_rows, n_columns, squeeze=False)
    at = {place: panel for panel, place in places.items()}
    placed = []
    for panel in panels:
        row, column = places[panel]
        axes = grid[row, column]
        below, left = at.get((row + 1, column)), at.get((row, column - 1))
        title = _title(panel, several_suites=len({one.suite for one in panels}) > 1, several_models=len(models) > 1)
        if title:
            points = (mm / n_columns - 14) * 72 / 25.4
            axes.set_title("\n".join(_title_lines(title, points)), fontweight="normal", fontsize=SMALL_PT)
        same_x = below is not None and (below.suite, below.part) == (panel.suite, panel.part)
        placed.append(Placed(axes, names_x=not same_x, names_y=left is None))
    for row in range(n_rows):
        for column in range(n_columns):
            if (row, column) not in at:
                grid[row, column].set_visible(False)
    if share_y:
        _share(placed, panels)
    return figure, placed


def _title(panel: Panel, *, several_suites: bool, several_models: bool) -> str:
    parts = [panel.suite] * several_suites + [panel.part] * bool(panel.part) + [panel.model] * several_models
    return ": ".join(parts)


def _title_lines(title: str, width: float) -> list[str]:
    lines = in_lines(title, width, SMALL_PT)
    if len(lines) > _TITLE_LINES:
        lines = [*lines[: _TITLE_LINES - 1], f"{lines[_TITLE_LINES - 1]} \N{HORIZONTAL ELLIPSIS}"]
    return lines


_TITLE_LINES = 4


def _share(placed: Sequence[Placed], panels: Sequence[Panel]) -> None:
    first: dict[tuple[str, str], Axes] = {}
    for one, panel in zip(placed, panels, strict=True):
        other = first.setdefault((panel.suite, panel.part), one.axes)
        if other is not one.axes:
            one.axes.sharey(other)


_VALUES = {
    "sum": "{surprisal}",
    "mean": "mean {surprisal} of tokens",
    "word_mean": "{surprisal} per word",
    "char_mean": "{surprisal} per character",
    "byte_mean": "{surprisal} per byte",
    "penalised": "{surprisal} over length penalty",
    "median": "median {surprisal} of tokens",
    "range": "range of tokens' {surprisal}",
    "max": "highest {surprisal} of a token",
    "min": "lowest {surprisal} of a token",
    "first": "{surprisal} of the first token",
    "last": "{surprisal} of the last token",
    "prob": "probability",
    "token_prob": "probability of the token",
    "rank": "rank (1 is expected most)",
    "count": "number of tokens",
}
_WITHOUT_BITS = ("prob", "token_prob", "rank", "count")


def value_name(metric: str, *, pseudo: bool = False) -> str:
    """Name a value of regions at the head of a sentence.

    Examples
    --------
    >>> value_name("sum"), value_name("word_mean", pseudo=True)
    ('Surprisal (bits)', 'Pseudo-surprisal per word (bits)')
    """
    label = value_label(metric, pseudo=pseudo)
    return label[:1].upper() + label[1:]


def value_label(metric: str, *, pseudo: bool = False) -> str:
    """Name a value of regions for an axis, with its unit.

    Examples
    --------
    >>> value_label("sum"), value_label("max", pseudo=True), value_label("prob")
    ('surprisal (bits)', 'highest pseudo-surprisal of a token (bits)', 'probability')
    """
    name = _VALUES.get(metric, metric).format(surprisal=f"{'pseudo-' * pseudo}surprisal")
    return name if metric in _WITHOUT_BITS else f"{name} (bits)"


def predictions_of(suite: SuiteResult, wanted: int | str | None) -> list[int]:
    """Give the numbers of a suite's predictions, or of the one that is wanted, by number or name.

    Raises
    ------
    InputError
        If it is none of them.
    """
    if wanted is None:
        return [prediction.index for prediction in suite.predictions]
    text = str(wanted).strip()
    names = [prediction.name or "" for prediction in suite.predictions]
    found = [
        prediction.index
        for prediction, name in zip(suite.predictions, names, strict=True)
        if text == str(prediction.index) or (name and text.casefold() == name.casefold())
    ]
    if not found:
        last = len(suite.predictions) - 1
        numbered = "no predictions" if last < 0 else "prediction 0 only" if not last else f"predictions 0 to {last}"
        own = listed([name for name in names if name]) if any(names) else ""
        raise InputError(
            f"`prediction={wanted}`: suite '{suite.suite}' has {numbered}{f' ({own})' if own else ''}."
            f"{did_you_mean(text, [name for name in names if name])}"
        )
    return found


def comparison_words(suite: SuiteResult, prediction: int, place: int) -> str:
    """Say what a comparison claims, as its formula if it has no simple words."""
    source = suite.predictions[prediction].comparisons[place]
    try:
        return in_words(resolve(parse(source), suite.condition_factors), regions=suite.region_names)
    except FormulaError:
        return source
