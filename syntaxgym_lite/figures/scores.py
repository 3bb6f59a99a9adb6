"""Scores of models on suites, with intervals and chance: dots in rows, or numbers in a shaded table."""

from __future__ import annotations

import warnings

from ..errors import SgliteWarning, counted, listed
from ..results import RunResult
from ..stats import SuiteSummary
from .canvas import ResultFigure, new_figure, width_mm
from .cells import Row, ShadedCell, cell_text, draw_cells, draw_scale, height_of, height_of_names, scale_mm
from .forest import Block, Dot, Section, draw_forest, key_of
from .looks import Look
from .scored import Scored, ScoredSuite, plain, scores_of
from .style import COLOURS, DOUBLE_MM, GREY, SINGLE_MM, SMALL_PT
from .texts import text_width

__all__ = ["draw"]

_MM = 72 / 25.4  # points
_MOST_DODGED = 8
"""Models whose dots can be told apart below each other."""
_CELL_MM = 7.5
_LABELS_MM = 42.0
"""What names of suites may take beside cells."""


def draw(
    run: RunResult,
    *,
    heat: bool | None = None,
    ties: str | None = None,
    suites_as: str | None = None,
    width: float | str | None = None,
    height: float | None = None,
) -> ResultFigure:
    """Draw each model's score on each suite: a dot with its interval, and chance; or a number in a shaded cell.

    Parameters
    ----------
    run : RunResult
    heat : bool, optional
        Whether scores are numbers in cells; by default of more than eight models on several suites.
    ties, suites_as : str, optional
        See `syntaxgym_lite.summarize`.
    width, height : optional
        In mm.

    Raises
    ------
    InputError
        If no suite has a score.

    Warns
    -----
    SgliteWarning
        Which suites were left out, since they predict nothing.
    """
    scored = scores_of(run, ties=ties, suites_as=suites_as)
    if scored.without_score:
        which = listed(scored.without_score)
        warnings.warn(f"No predictions, and so no score: {which}; left out.", SgliteWarning, stacklevel=2)
    if heat if heat is not None else len(scored.models) > _MOST_DODGED and len(scored.suites) > 1:
        return _table(scored, width, height)
    return (_of_one_suite if len(scored.suites) == 1 else _of_suites)(scored, width, height)


# --------------------------------------------------------------------------------------------------------------- dots


def _of_one_suite(scored: Scored, width: float | str | None, height: float | None) -> ResultFigure:
    [suite] = scored.suites
    dots = [
        _dot(suite.by_model.get(name), label=label, notes=True)
        for name, label in zip(scored.names, scored.labels, strict=True)
    ]
    figure = draw_forest(
        [Section("", [Block("", dots, suite.chance, suite.is_upper_bound)])],
        [Look(COLOURS[0], "-", "o")] * len(dots),
        xlabel=f"score on {suite.name} (share of {suite.n_items} items)",
        width=width,
        height=height,
    )
    if suite.chance is not None:
        figure.axes[0].annotate(
            f"chance {'≤ ' if suite.is_upper_bound else ''}{cell_text(suite.chance)}",
            xy=(suite.chance, 1),
            xycoords=("data", "axes fraction"),
            xytext=(0, 1.5),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=SMALL_PT,
            color=GREY,
            annotation_clip=False,
            gid="chance-label",
        )
    figure.caption = _joined(
        f"Dots: share of the {counted(suite.n_items, 'item')} of {suite.name} for which all its predictions hold, with "
        f"{scored.said_of_intervals()}.",
        "" if suite.chance is not None else "Chance is not known.",
        scored.said_of_items(),
    )
    return figure


def _of_suites(scored: Scored, width: float | str | None, height: float | None) -> ResultFigure:
    sections = [Section("SG score", [key_of(scored)])]
    for circuit, suites in scored.circuits:
        blocks = [
            Block(
                suite.name,
                [_dot(suite.by_model.get(name)) for name in scored.names],
                suite.chance,
                suite.is_upper_bound,
                count=suite.n_items,
            )
            for suite in suites
        ]
        sections.append(Section(_heading(scored, circuit), blocks))
    figure = draw_forest(sections, scored.looks, xlabel="score (share of items)", width=width, height=height)
    known = [suite for suite in scored.suites if suite.chance is not None]
    bounds = "; broken: at most that" if any(suite.is_upper_bound for suite in known) else ""
    missing = any(_dot(suite.by_model.get(name)) is None for suite in scored.suites for name in scored.names)
    figure.caption = _joined(
        "Dots: share of a suite's items (in brackets: how many) for which all its predictions hold, with "
        f"{scored.said_of_intervals()}.",
        f"Grey: chance{bounds}." if known else "Chance is not known.",
        scored.said_of_items(),
        f"Fine dots at 0: {_why_missing(scored)}." if missing else "",
        scored.said_of_sg_score(),
    )
    return figure


def _why_missing(scored: Scored) -> str:
    """Why a score can be missing: the suite was not evaluated, or the model is silent on it."""
    silent = "silent, that is no word that differs is known"
    if not any(suite.silent for suite in scored.suites):
        return "not evaluated"
    has_all = all(name in suite.by_model for suite in scored.suites for name in scored.names)
    return silent if has_all else f"not evaluated, or {silent}"


def _heading(scored: Scored, circuit: str | None) -> str:
    return "suites" if circuit is None and len(scored.circuits) == 1 else plain(circuit)


def _dot(suite: SuiteSummary | None, *, label: str = "", notes: bool = False) -> Dot | None:
    if suite is None or suite["score"] is None:
        why = "silent: words unknown" if suite is not None and suite["silent"] else "not evaluated"
        return Dot(None, label=label, note=why) if notes else None
    said = [counted(suite["n_ties"], "tie")] if suite["n_ties"] else []
    said += [f"{suite['n_undefined']} undefined"] if suite["n_undefined"] else []
    return Dot(
        suite["score"],
        suite["ci_low"],
        suite["ci_high"],
        is_open=suite["n_ties"] > 0,
        undefined=suite["n_undefined"] / suite["n_items"],
        label=label,
        note=", ".join(said) if notes else "",
    )


# -------------------------------------------------------------------------------------------------------------- cells


def _table(scored: Scored, width: float | str | None, height: float | None) -> ResultFigure:
    rows = [Row("SG score", [None, *(ShadedCell(cell_text(model["sg_score"]), bold=True) for model in scored.models)])]
    for circuit, suites in scored.circuits:
        rows.append(Row(_heading(scored, circuit)))
        rows += [
            Row(suite.name, [_chance_cell(suite), *(_cell(suite, name) for name in scored.names)], count=suite.n_items)
            for suite in suites
        ]
    n = len(scored.models) + 1
    beside = min(max(text_width(row.name, SMALL_PT) for row in rows), _LABELS_MM * _MM) / _MM + 3
    wide = width_mm(width, min(max(beside + n * _CELL_MM, SINGLE_MM), DOUBLE_MM))
    columns, cell_mm = ["chance", *scored.labels], (wide - beside) / n
    tall = height_of(rows)
    figure = new_figure(wide, height, default_height=height_of_names(columns, cell_mm) + tall + scale_mm())
    table, scale = figure.subplots(2, 1, height_ratios=[tall, 2.2])
    draw_cells(table, rows, columns, label_room=_LABELS_MM * _MM, cell_mm=cell_mm)
    draw_scale(scale, "shade of scores", "0", "chance", "1", both=True)
    cells = [_cell(suite, name).text for suite in scored.suites for name in scored.names]
    how = {"wrong": ", which count as wrong", "half": ", which count one half"}.get(scored.summary["ties"], "")
    figure.caption = _joined(
        "Share of a suite's items (in brackets: how many) for which all its predictions hold.",
        "Blue: (score − chance) / (1 − chance); orange and ▾: below chance, (chance − score) / chance.",
        "≤: chance is at most that." if any(suite.is_upper_bound for suite in scored.suites) else "",
        "?: chance is not known." if any(suite.chance is None for suite in scored.suites) else "",
        f"°: some items tie{how}." if any("°" in text for text in cells) else "",
        "=: ties decide every item; not shaded." if any("=" in text[1:] for text in cells) else "",
        "= alone: no word that differs is known, and there is no score." if "=" in cells else "",
        "Hatched: not evaluated, or all items undefined." if not all(cells) else "",
        scored.said_of_sg_score(interval=False),
    )
    return figure


def _chance_cell(suite: ScoredSuite) -> ShadedCell:
    return ShadedCell(
        ("≤" if suite.is_upper_bound else "") + cell_text(suite.chance) if suite.chance is not None else "?"
    )


def _cell(suite: ScoredSuite, model: str) -> ShadedCell:
    own = suite.by_model.get(model)
    if own is not None and own["silent"] and own["score"] is None:
        return ShadedCell("=")
    if own is None or own["score"] is None or own["n_undefined"] == own["n_items"]:
        return ShadedCell("")
    score, chance = own["score"], suite.chance
    if own["above_chance"] in ("silent", "tied"):
        return ShadedCell(f"{cell_text(score)}=")
    text = cell_text(score) + ("°" if own["n_ties"] else "")
    if chance is None:
        return ShadedCell(text)
    if score < chance:
        return ShadedCell(f"{text}▾", (score - chance) / chance)
    return ShadedCell(text, (score - chance) / (1 - chance) if chance < 1 else 0.0)


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))
