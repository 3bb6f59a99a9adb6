"""The difference between conditions that a prediction is about, region by region."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from matplotlib.axes import Axes

from ..errors import InputError, counted, listed
from ..formula import Comparison, parse, resolve
from ..formula.directions import PredictedSide, directions
from ..formula.linear import CONSTANT, Names, as_float, terms_of
from ..formula.linear import difference as side_less_side
from ..results import ModelResult, RunResult, SuiteResult
from ..stats.region_means import RegionDifference, region_contrast
from .canvas import ResultFigure
from .line_ends import label_ends
from .looks import looks_of
from .marks import draw_interval, shade
from .panels import Panel, panel_grid, predictions_of, value_label
from .style import GREY
from .texts import wrap_label
from .ticks import region_ticks

__all__ = ["RegionContrast", "contrasts_of", "draw"]

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class RegionContrast:
    """Conditions, each with a weight, and what is predicted of their weighted sum.

    Parameters
    ----------
    weights : tuple of (str, Fraction)
        Condition and weight; they add up to 0.
    regions : tuple of int
        Numbers of the regions that predictions name.
    direction : {1, 0, -1, None}
        Whether it is predicted above 0, at 0, or below; None if nothing is predicted.
    """

    weights: tuple[tuple[str, Fraction], ...]
    regions: tuple[int, ...] = ()
    direction: PredictedSide | None = None

    @property
    def words(self) -> str:
        """What it is: ``"a − b"``, ``"(a − b) − (c − d)"``."""
        plus = [name for name, weight in self.weights if weight > 0]
        minus = [name for name, weight in self.weights if weight < 0]
        sizes = {abs(weight) for _, weight in self.weights}
        if len(sizes) == 1 and len(plus) == len(minus) == 1:
            return f"{plus[0]} {MINUS} {minus[0]}"
        if sizes == {Fraction(1)} and len(plus) == len(minus) == 2:
            (first, _), (second, _), (third, _), (fourth, _) = self._paired()
            return f"({first} {MINUS} {second}) {MINUS} ({third} {MINUS} {fourth})"
        parts = []
        for name, weight in self.weights:
            size = "" if abs(weight) == 1 else f"{as_float(abs(weight)):.3g} "
            parts.append(f"{MINUS if weight < 0 else '+'} {size}{name}")
        return " ".join(parts).removeprefix("+ ")

    def _paired(self) -> list[tuple[str, Fraction]]:
        """Two of one sign and two of the other, in the order of the formula: + − − +, or as near as can be."""
        plus = [one for one in self.weights if one[1] > 0]
        minus = [one for one in self.weights if one[1] < 0]
        return [plus[0], minus[0], minus[1], plus[1]]

    @property
    def predicted(self) -> str:
        """What is predicted, in words; ``""`` if nothing is."""
        return {1: "predicted above 0", -1: "predicted below 0", 0: "predicted: 0", None: ""}[self.direction]


def contrasts_of(suite: SuiteResult, prediction: int | str | None = None) -> list[RegionContrast]:
    """Give the contrasts between conditions that predictions are about, each once.

    Comparisons that are no sums of conditions (a function, a single condition against a number, different regions of
    different conditions) have none.

    Parameters
    ----------
    suite : SuiteResult
    prediction : int or str, optional
        Only of this one, by number or name.
    """
    names = Names(suite.metric, suite.region_names)
    found: dict[tuple[frozenset[tuple[str, Fraction]], PredictedSide], RegionContrast] = {}
    for index in predictions_of(suite, prediction):
        formula = suite.formula(index)
        for source, direction in zip(suite.predictions[index].comparisons, directions(formula.root), strict=False):
            root = resolve(parse(source), suite.condition_factors).root
            if not isinstance(root, Comparison):
                continue
            contrast = _contrast(root, names, direction)
            if contrast is None:
                continue
            key = frozenset(contrast.weights), direction
            before = found.get(key)
            regions = {*contrast.regions, *(before.regions if before else ())}
            kept = before or contrast
            found[key] = RegionContrast(kept.weights, tuple(sorted(regions)), direction)
    return list(found.values())


def _contrast(comparison: Comparison, names: Names, direction: PredictedSide) -> RegionContrast | None:
    total = side_less_side(comparison, terms_of(comparison, names))
    if total is None:
        return None
    own: dict[str, dict[int, Fraction]] = {}
    for term, weight in total.items():
        if term != CONSTANT:  # a threshold: the contrast is the same
            [number] = term.regions
            regions = own.setdefault(term.condition, {})
            regions[number] = regions.get(number, Fraction(0)) + weight
    weights: list[tuple[str, Fraction]] = []
    for condition, by_region in own.items():
        if len(set(by_region.values())) != 1:
            return None
        weights.append((condition, next(iter(by_region.values()))))
    if len(weights) < 2 or sum(weight for _, weight in weights) != 0:
        return None
    if len({tuple(sorted(by_region)) for by_region in own.values()}) != 1:
        return None
    return RegionContrast(tuple(weights), tuple(sorted(next(iter(own.values())))), direction)


def draw(
    run: RunResult,
    *,
    prediction: int | str | None = None,
    left: str | None = None,
    right: str | None = None,
    metric: str | None = None,
    confidence: float = 0.95,
    width: float | str | None = None,
    height: float | None = None,
) -> ResultFigure:
    """Draw the difference between conditions by region; see `syntaxgym_lite.figures.Plots.difference`."""
    if (left is None) != (right is None):
        raise InputError("A difference has two sides: give `left` and `right`, each the name of a condition.")
    if left is not None and prediction is not None:
        raise InputError("`prediction` and `left` exclude each other: the difference is a prediction's, or your own.")
    suites: dict[str, list[tuple[ModelResult, SuiteResult]]] = {}
    for model in run.models:
        for suite in model.suites:
            suites.setdefault(suite.suite, []).append((model, suite))
    shown: list[tuple[RegionContrast, list[tuple[ModelResult, SuiteResult]]]] = []
    for models in suites.values():
        suite = models[0][1]
        if left is not None and right is not None:
            chosen = [RegionContrast(((left, Fraction(1)), (right, Fraction(-1))))]
        else:
            chosen = contrasts_of(suite, prediction)
        shown += [(contrast, models) for contrast in chosen]
    if not shown:
        raise InputError(
            f"{listed(list(suites), 4)}: no prediction is a difference between conditions in the same regions; give "
            "`left` and `right`, or draw the figure 'margins'."
        )
    figure, grid = panel_grid(
        [Panel("", models[0][1].suite, _title(contrast)) for contrast, models in shown],
        width,
        height,
        widest=max(len(models[0][1].region_names) for _, models in shown),
        n_labels=max(len(models) for _, models in shown) if len(run.models) > 1 else 0,
    )
    differences: list[RegionDifference] = []
    for placed, (contrast, models) in zip(grid, shown, strict=True):
        own = [_values(suite, contrast, metric, confidence) for _, suite in models]
        differences += own
        _draw_panel(placed.axes, contrast, dict(zip([model.model for model, _ in models], own, strict=True)))
        if placed.names_y:
            label = value_label(own[0].metric, pseudo=models[0][1].pseudo)
            placed.axes.set_ylabel(f"difference in\n{label}")
    figure.caption = _caption(run, shown, differences)
    figure.later(lambda: _say_whose_words(figure, differences))
    return figure


def _title(contrast: RegionContrast) -> str:
    return f"{contrast.words}: {contrast.predicted}" if contrast.predicted else contrast.words


def _values(suite: SuiteResult, contrast: RegionContrast, metric: str | None, confidence: float) -> RegionDifference:
    weights = {name: as_float(weight) for name, weight in contrast.weights}
    return region_contrast(suite, weights, metric=metric or suite.metric, confidence=confidence)


def _draw_panel(axes: Axes, contrast: RegionContrast, by_model: Mapping[str, RegionDifference]) -> None:
    first = next(iter(by_model.values()))
    x = np.arange(len(first.region_numbers), dtype=np.float64)
    apart = min(0.08, 0.3 / len(by_model))
    ends = []
    for row, ((model, own), look) in enumerate(zip(by_model.items(), looks_of(len(by_model)), strict=True)):
        at = x + (row - (len(by_model) - 1) / 2) * apart
        mean = np.where(np.isfinite(own.mean), own.mean, np.nan)
        for place, low, high in zip(at, own.low, own.high, strict=True):
            draw_interval(axes, float(place), float(low), float(high), colour=look.colour)
        axes.plot(at, mean, **look.of_line, gid=f"model {model}", zorder=3)
        known = np.flatnonzero(np.isfinite(mean))
        if known.size:
            ends.append((float(at[known[-1]]), float(mean[known[-1]]), wrap_label(model), look.colour))
    shade(axes, [float(place) for place, number in enumerate(first.region_numbers) if number in contrast.regions])
    end = len(first.region_numbers) - 0.5
    if len(by_model) > 1 and ends:
        label_ends(axes, ends)
        end = max(place for place, *_ in ends)  # so that it does not strike labels out
    axes.plot([-0.5, end], [0, 0], color=GREY, linewidth=0.7, zorder=1, gid="zero")
    if not ends:
        axes.text(0.5, 0.5, "no difference is defined", transform=axes.transAxes, ha="center", va="center")
    names = [name or str(number) for number, name in zip(first.region_numbers, first.region_names, strict=True)]
    region_ticks(axes, names, first.example_words)
    axes.margins(y=0.1)


def _caption(
    run: RunResult,
    shown: Sequence[tuple[RegionContrast, list[tuple[ModelResult, SuiteResult]]]],
    differences: Sequence[RegionDifference],
) -> str:
    suites = list(dict.fromkeys(models[0][1].suite for _, models in shown))
    n = {int(own.n.max(initial=0)) for own in differences}
    of = counted(max(n), "item") if len(n) == 1 else f"{min(n)} to {max(n)} items"
    parts = [
        f"Mean difference between conditions by region ({listed(suites, 4)}; "
        f"{listed([model.model for model in run.models], 4)})."
    ]
    if any(np.isfinite(own.low).any() for own in differences):
        parts.append(f" Vertical lines: {differences[0].interval}; {of}.")
    else:
        parts.append(f" Of {of}; without intervals.")
    if any(contrast.regions for contrast, _ in shown):
        parts.append(" Shaded: regions that the prediction names.")
    return "".join(parts)


def _say_whose_words(figure: ResultFigure, differences: Sequence[RegionDifference]) -> None:
    if figure.findobj(lambda one: one.get_gid() == "words"):
        items = {own.example_item for own in differences}
        whose = f"item {items.pop()}" if len(items) == 1 else "an item of each suite"
        figure.caption += f" Words: of {whose}."
