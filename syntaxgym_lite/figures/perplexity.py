"""SG scores against perplexities, or bits a character: whether a model that expects text better knows more syntax."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from ..errors import InputError, SgliteWarning, counted, listed, one_of
from ..results import RunResult
from ..stats.correlation import score_against_perplexity
from ..stats.model_table import (
    ModelRow,
    PerplexityMeasure,
    amount_in,
    name_of_measure,
    read_model_table,
    read_perplexities,
)
from .axes import log_axis, share_axis
from .canvas import ResultFigure, new_figure, width_mm
from .cells import cell_text
from .labels import Labelled, label_dots
from .marks import draw_interval
from .scored import narrowed, scores_of
from .style import COLOURS, GREY, INK, MARKER_SHAPES

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw"]


def draw(
    run: RunResult,
    *,
    perplexity: str | Path | pd.DataFrame | None = None,
    models_table: str | Path | pd.DataFrame | None = None,
    measure: str = "perplexity",
    text: str | None = None,
    ties: str | None = None,
    suites_as: str | None = None,
    width: float | str | None = None,
    height: float | None = None,
) -> ResultFigure:
    """Draw a dot for each model: its SG score over its perplexity, on a logarithmic axis; or over bits a character.

    Parameters
    ----------
    run : RunResult
    perplexity : str, Path or pandas.DataFrame, optional
        What ``sglite perplexity --format csv`` prints, or a table with the columns ``model`` and ``perplexity``. By
        default those of `models_table`.
    models_table : str, Path or pandas.DataFrame, optional
        Describes the models: their class is seen in the colour, their corpus in the marker; see
        `syntaxgym_lite.stats.model_table.read_model_table`.
    measure : {"perplexity", "bits_per_character"}, optional
        What is on the x axis: the column of that name. Bits a character compare across vocabularies.
    text : str, optional
        Of several texts whose perplexity was measured, which; by default all together.
    ties, suites_as : str, optional
        See `syntaxgym_lite.summarize`.
    width, height : optional
        In mm.

    Raises
    ------
    InputError
        If there are no perplexities, or no model has both.

    Warns
    -----
    SgliteWarning
        Which models were left out.
    """
    of = _measure(measure)
    scored = scores_of(run, ties=ties, suites_as=suites_as)
    table = None if models_table is None else read_model_table(models_table, scored.names)
    notes = [] if table is None else list(table.notes)
    if perplexity is not None:
        measured, said = read_perplexities(perplexity, scored.names, text=text, measure=of)
        notes += said
    elif table is not None and of in table.known:
        values = {row.model: getattr(row, of) for row in table.rows}
        measured = {name: value for name, value in values.items() if value is not None}
        without = [name for name, value in values.items() if value is None]
        notes += [f"{table.source}: no {name_of_measure(of)} of {listed(without)}; left out."] if without else []
    elif of == "perplexity":
        raise InputError(
            "This figure needs perplexities: 'sglite perplexity -m MODEL TEXT --format csv > perplexity.csv', and give "
            "that file as `perplexity`."
        )
    else:
        raise InputError("This figure needs a table with the column bits_per_character: give it as `models_table`.")
    scores = {model["model"]: score for model in scored.models if (score := model["sg_score"]) is not None}
    shown = [model for model in scored.models if model["model"] in scores and model["model"] in measured]
    if not shown:
        raise InputError(f"No model of these results has both an SG score and {name_of_measure(of)}.")
    rows = {name: ModelRow(name) if table is None else table[name] for name in scored.names}
    vocabularies = _other_vocabularies([rows[model["model"]] for model in shown], of)
    if vocabularies:
        notes.append(f"{vocabularies} Compare models with one vocabulary, or bits a character of models without any.")
    for note in notes:
        warnings.warn(note, SgliteWarning, stacklevel=2)
    labels = dict(zip(scored.names, scored.labels, strict=True))
    names = [model["model"] for model in shown]
    classes = list(dict.fromkeys(filter(None, (rows[name].model_class for name in names))))
    corpora = list(dict.fromkeys(filter(None, (rows[name].corpus for name in names))))
    colours = {one: COLOURS[place % len(COLOURS)] for place, one in enumerate(classes)}
    markers = {one: MARKER_SHAPES[place % len(MARKER_SHAPES)] for place, one in enumerate(corpora)}
    wide = width_mm(width, "single")
    figure = new_figure(wide, height, default_height=min(wide * 0.75, 100.0))
    axes = figure.subplots()
    dots, lines = [], []
    for model in shown:
        name, score = model["model"], scores[model["model"]]
        row, x = rows[name], measured[name]
        colour = colours.get(row.model_class, COLOURS[0] if not classes else INK)
        low, high = model["sg_interval"]["ci_low"], model["sg_interval"]["ci_high"]
        if low is not None and high is not None:
            draw_interval(axes, x, low, high, colour=colour, width=0.6)
            lines.append((x, low, x, high))
        axes.plot(
            [x],
            [score],
            linestyle="none",
            marker=markers.get(row.corpus, "o"),
            markersize=4.2,
            color=colour,
            markeredgecolor="white",
            markeredgewidth=0.3,
            zorder=3,
            gid="model",
        )
        dots.append(Labelled(x, score, _label(labels[name], len(shown), classes), colour))
    if of == "perplexity":
        log_axis(axes, "x", [measured[name] for name in names])
    else:
        axes.margins(x=0.08)
    axes.set_xlabel("perplexity per word (log scale)" if of == "perplexity" else "bits per character")
    axes.set_ylabel("SG score")
    share_axis(
        axes, "y", least=[end for line in lines for end in (line[1], line[3])] + [scores[name] for name in names]
    )
    axes.grid(axis="y")
    _key(axes, colours, markers)
    label_dots(axes, dots, lines=lines)
    figure.caption = " ".join(
        filter(None, [_said(names, scores, measured, rows, classes, of), vocabularies, scored.said_of_sg_score()])
    )
    return figure


_UNLIKE = 0.01  # of the words of a text; the same vocabulary leaves the same words unknown


def _measure(given: str) -> PerplexityMeasure:
    chosen: PerplexityMeasure = one_of("measure", given.replace("-", "_"), get_args(PerplexityMeasure))
    return chosen


def _other_vocabularies(rows: Sequence[ModelRow], measure: PerplexityMeasure) -> str:
    """Say that models leave other shares of the text's words unknown, as far as the table has a column ``unknown``."""
    shares = [share for row in rows if (share := amount_in(row.other.get("unknown", ""))) is not None]
    if not shares or max(shares) - min(shares) <= _UNLIKE:
        return ""
    low, high = 100 * min(shares), 100 * max(shares)
    return (
        f"These models leave from {low:.0f} to {high:.0f} % of the words unknown: their vocabularies differ, and their "
        f"{'perplexities' if measure == 'perplexity' else 'bits a character'} do not compare."
    )


_MOST_LABELLED = 14


def _label(label: str, n: int, classes: Sequence[str]) -> str:
    """Name a model beside its dot, unless there are many and a key says of which class each is."""
    return "" if n > _MOST_LABELLED and classes else narrowed(label, 110.0, 7.0)


def _key(axes: object, colours: Mapping[str, str], markers: Mapping[str, str]) -> None:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

    assert isinstance(axes, Axes)
    handles = [
        Line2D([], [], linestyle="none", marker="o", markersize=4.2, color=colour, label=narrowed(name, 90.0, 7.0))
        for name, colour in colours.items()
    ]
    if len(markers) > 1:
        handles += [
            Line2D([], [], linestyle="none", marker=marker, markersize=4.2, color=GREY, label=narrowed(name, 90.0, 7.0))
            for name, marker in markers.items()
        ]
    if handles:
        legend = axes.legend(
            handles=handles,
            loc="center left",
            bbox_to_anchor=(1.0, 0.5),
            handletextpad=0.2,
            borderaxespad=0.3,
            labelspacing=0.35,
            borderpad=0.2,
        )
        for entry in legend.get_texts():
            entry.set_parse_math(False)


def _said(
    names: Sequence[str],
    scores: Mapping[str, float],
    measured: Mapping[str, float],
    rows: Mapping[str, ModelRow],
    classes: Sequence[str],
    measure: PerplexityMeasure,
) -> str:
    groups = {name: rows[name].model_class for name in names} if classes else None
    found = score_against_perplexity(
        {name: scores[name] for name in names}, {name: measured[name] for name in names}, groups
    )
    said = [f"A dot: a model ({counted(len(names), 'model')})" + (", coloured by class." if classes else ".")]
    overall = next(one for one in found if one.group is None)
    if overall.spearman.r is not None:
        interval = overall.spearman
        between = (
            ""
            if interval.ci_low is None
            else f", 95 % interval {cell_text(interval.ci_low)} to {cell_text(interval.ci_high)}"
        )
        said.append(
            f"Spearman's rank correlation of score and {name_of_measure(measure)}: {cell_text(interval.r)}{between}."
        )
    return " ".join(said)
