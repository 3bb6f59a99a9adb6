"""Ratings of sentences over a measure, a dot for each sentence and a plot for each model."""

from __future__ import annotations

import numpy as np

from ..acceptability.measures import MEASURES, Acceptability, mean_ratings
from ..errors import InputError, counted
from ..stats.item_correlation import N_ITEM_SAMPLES, item_correlation
from .canvas import ResultFigure, finish, new_figure, width_mm
from .cells import cell_text
from .fonts import choose_fonts
from .scored import narrowed
from .style import COLOURS, styled

__all__ = ["scatter"]


def scatter(
    found: Acceptability, measure: str = "logp", *, width: float | str | None = None, height: float | None = None
) -> ResultFigure:
    """Draw the mean rating of each sentence over a measure.

    Parameters
    ----------
    found : Acceptability
    measure : str, optional
        One of `syntaxgym_lite.acceptability.MEASURES`.
    width, height : optional
        In mm.

    Returns
    -------
    ResultFigure

    Raises
    ------
    InputError
        If no sentence has ratings, or no model this measure.
    """
    models = [model for model in found.models if measure in model.values]
    ratings = mean_ratings(found.table)
    if np.isnan(ratings).all():
        raise InputError("There are choices between pairs and no ratings of sentences, which this figure shows.")
    if not models:
        raise InputError(f"`figure={measure}`: no model has this measure.")
    with styled(None):
        choose_fonts([model.model for model in models])
        n_columns = min(len(models), 3)
        n_rows = -(-len(models) // n_columns)
        wide = width_mm(width, "single" if n_columns == 1 else "double")
        figure = new_figure(wide, height, default_height=62.0 if n_rows == n_columns == 1 else n_rows * 46.0 + 8)
        frames = figure.subplots(n_rows, n_columns, sharey=True, squeeze=False)
        for axes in frames.flat[len(models) :]:
            axes.set_axis_off()
        unit, said = MEASURES[measure].unit, []
        for model, axes in zip(models, frames.flat, strict=False):
            values = model.values[measure]
            axes.scatter(values, ratings, s=7, color=COLOURS[0], alpha=0.5, linewidths=0, gid="sentences")
            if len(models) > 1:
                axes.set_title(narrowed(model.model, wide / n_columns * 0.7 * 72 / 25.4, 7.5), fontsize=7.5)
            axes.grid(visible=True)
            axes.set_xlabel(measure + (f" ({unit})" if unit else ""))
            own = item_correlation(values, ratings, [one.item for one in found.table.sentences])
            if own.pearson is not None:
                ends = (own.pearson_low, own.pearson_high)
                between = "" if None in ends else f" ({cell_text(ends[0])} to {cell_text(ends[1])})"
                whose = f"{model.model}: " if len(models) > 1 else ""
                said.append(f"{whose}Pearson's r {cell_text(own.pearson)}{between}")
        frames[0][0].set_ylabel("mean rating" + (" (z-scores)" if found.settings.z_scores else ""))
        n = counted(int(np.isfinite(ratings).sum()), "sentence")
        figure.caption = (
            f"A dot: a sentence ({n}), with the mean of its ratings. {'; '.join(said)}; "
            f"95 % intervals by bootstrap over items, {N_ITEM_SAMPLES:,} samples."
        )
        finish(figure)
    return figure
