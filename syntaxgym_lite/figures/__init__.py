"""Figures of a run: one function each, which takes results and gives a matplotlib Figure; saving is the caller's.

matplotlib is imported when a figure is drawn.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError, did_you_mean

if TYPE_CHECKING:
    import pandas as pd

    from ..results import RunResult
    from .canvas import ResultFigure

__all__ = ["FIGURES", "FigureKind", "Plots", "draw", "html_of", "options_of_figure"]


@dataclass(frozen=True, slots=True)
class FigureKind:
    """A kind of figure.

    Parameters
    ----------
    name : str
        The module of this package that draws it, in a function `draw`.
    shows : str
        What one sees, for lists of kinds.
    is_of_one_suite : bool, optional
        Whether it is about the items of a suite, so that each suite has one, or a panel.
    """

    name: str
    shows: str
    is_of_one_suite: bool = False


_KINDS: tuple[FigureKind, ...] = (
    FigureKind("regions", "Surprisal by region, a line per condition: the field's line plot.", True),
    FigureKind("difference", "By region, the difference between conditions that a prediction is about.", True),
    FigureKind("margins", "Each item's margin, and their mean: by how much predictions hold.", True),
    FigureKind("scores", "Scores of models on suites, with intervals and chance."),
    FigureKind("circuits", "Scores of models by circuit."),
    FigureKind("models", "Models against each other over suites, and how they correlate."),
    FigureKind("perplexity", "SG score against perplexity."),
    FigureKind("attractors", "Score by number of attractors, or another factor of the items."),
    FigureKind("learning", "Score by training words or steps."),
)
FIGURES: Mapping[str, FigureKind] = {kind.name: kind for kind in _KINDS}

Names = str | Collection[str]
"""A name, several, or none for all; ``*`` and ``?`` stand for any characters."""
Width = float | str | None
"""In mm, ``"single"`` (84), ``"double"`` (174), or None for what suits the figure."""


def draw(
    kind: str,
    run: RunResult,
    *,
    suites: Names = (),
    circuits: Names = (),
    languages: Names = (),
    models: Names = (),
    style: str | Path | None = None,
    title: str | None = None,
    caption: bool = True,
    **options: Any,
) -> ResultFigure:
    """Draw a figure of a run.

    Parameters
    ----------
    kind : str
        One of `FIGURES`.
    run : RunResult
    suites, circuits, languages, models : str or collection of str, optional
        Only these; see `RunResult.select`.
    style : str or Path, optional
        A style of matplotlib by name, or a file of one, whose settings go over ours.
    title : str, optional
    caption : bool, optional
        Whether the picture holds its caption; ``figure.caption`` has it in any case.
    **options
        Of the kind; see the method of `Plots` of its name. All know ``width`` and ``height``, in mm.

    Returns
    -------
    matplotlib.figure.Figure
        With the attribute ``caption``: what is shown, what intervals are, how many items, units.

    Raises
    ------
    InputError
        If there is no such kind, or it does not know an option, or the run has not what it shows.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from syntaxgym_lite.figures import draw
    >>> figure = draw("regions", sgl.evaluate("npz"), width="single")
    """
    if kind not in FIGURES:
        raise InputError(f"There is no figure '{kind}'; there are {', '.join(FIGURES)}.{did_you_mean(kind, FIGURES)}")
    module = import_module(f"{__name__}.{FIGURES[kind].name}")
    known = set(inspect.signature(module.draw).parameters) - {"run"}
    for name in options:
        if name not in known:
            raise InputError(
                f"The figure '{kind}' has no option `{name}`; it has {', '.join(sorted(known))}."
                f"{did_you_mean(name, known)}"
            )
    from .canvas import finish
    from .fonts import choose_fonts
    from .style import styled

    selected = run.select(suites=suites, circuits=circuits, languages=languages, models=models)
    with styled(style):
        choose_fonts(_texts(selected))
        figure: ResultFigure = module.draw(selected, **options)
        finish(figure, title=title, caption=caption)
    return figure


def options_of_figure(kind: str) -> list[str]:
    """Name the options that a kind of figure has of its own."""
    module = import_module(f"{__name__}.{FIGURES[kind].name}")
    return [name for name in inspect.signature(module.draw).parameters if name != "run"]


def html_of(run: RunResult) -> str:
    """Give a run as a notebook shows it; see `syntaxgym_lite.figures.notebook`."""
    html: str = import_module(f"{__name__}.notebook").notebook_html(run)
    return html


def _texts(run: RunResult) -> Iterable[str]:
    """All texts of a run that a figure may show."""
    for model in run.models:
        yield model.model
        for suite in model.suites:
            yield from (suite.suite, *suite.condition_names, *suite.region_names.values(), *suite.labels.values())
            yield from (sentence.text for sentence in suite.sentences)


class Plots:
    """The figures of a run: ``run.plot.regions(suites="npz")``.

    Each gives a matplotlib Figure, whose ``caption`` says what is shown; ``figure.savefig("npz.pdf")`` saves it, and
    text stays text in PDF and SVG. All take ``suites``, ``circuits``, ``languages`` and ``models`` (names, with ``*``
    for any characters), ``width`` and ``height`` (mm; a width may be ``"single"``, 84, or ``"double"``, 174), and
    ``style``, ``title`` and ``caption``, as `draw` does.

    Parameters
    ----------
    run : RunResult
    """

    def __init__(self, run: RunResult) -> None:
        self._run = run

    def __repr__(self) -> str:
        """Say which figures there are."""
        return f"<Plots of a run: {', '.join(FIGURES)}>"

    def _draw(self, kind: str, given: Mapping[str, Any]) -> ResultFigure:
        return draw(kind, self._run, **{name: value for name, value in given.items() if name not in ("self", "kind")})

    def regions(
        self,
        *,
        suites: Names = (),
        circuits: Names = (),
        languages: Names = (),
        models: Names = (),
        conditions: Sequence[str] | None = None,
        regions: Sequence[int | str] | None = None,
        metric: str | None = None,
        confidence: float = 0.95,
        width: Width = None,
        height: float | None = None,
        style: str | Path | None = None,
        title: str | None = None,
        caption: bool = True,
    ) -> ResultFigure:
        """Draw the mean surprisal by region, a line per condition, with within-item intervals.

        Parameters
        ----------
        suites, circuits, languages, models, width, height, style, title, caption
            See `Plots`. A panel for each suite, a row for each model.
        conditions : sequence of str, optional
            Only these, in this order.
        regions : sequence of int or str, optional
            Only these, by number or name.
        metric : str, optional
            Value of a region: ``"sum"`` of its tokens' surprisals, ``"mean"``, ``"max"``, ...; the suite's by default.
        confidence : float, optional
            Coverage of the intervals.

        Examples
        --------
        >>> import syntaxgym_lite as sgl
        >>> figure = sgl.evaluate("npz").plot.regions()
        >>> figure.axes[0].get_ylabel()
        'surprisal (bits)'
        """
        return self._draw("regions", locals())

    def difference(
        self,
        *,
        suites: Names = (),
        circuits: Names = (),
        languages: Names = (),
        models: Names = (),
        prediction: int | str | None = None,
        left: str | None = None,
        right: str | None = None,
        metric: str | None = None,
        confidence: float = 0.95,
        width: Width = None,
        height: float | None = None,
        style: str | Path | None = None,
        title: str | None = None,
        caption: bool = True,
    ) -> ResultFigure:
        """Draw, by region, the difference between conditions that each prediction is about.

        Parameters
        ----------
        suites, circuits, languages, models, width, height, style, title, caption
            See `Plots`.
        prediction : int or str, optional
            Only this, by number (from 0) or name.
        left, right : str, optional
            Two conditions whose difference, left minus right, is drawn instead.
        metric : str, optional
            Value of a region; the suite's by default.
        confidence : float, optional
            Coverage of the intervals, over items.
        """
        return self._draw("difference", locals())

    def margins(
        self,
        *,
        suites: Names = (),
        circuits: Names = (),
        languages: Names = (),
        models: Names = (),
        prediction: int | str | None = None,
        confidence: float = 0.95,
        width: Width = None,
        height: float | None = None,
        style: str | Path | None = None,
        title: str | None = None,
        caption: bool = True,
    ) -> ResultFigure:
        """Draw each item's margin in the predicted direction, their mean, and which items fail.

        Parameters
        ----------
        suites, circuits, languages, models, width, height, style, title, caption
            See `Plots`. A panel for each comparison.
        prediction : int or str, optional
            Only this, by number (from 0) or name.
        confidence : float, optional
            Coverage of the interval of the mean.
        """
        return self._draw("margins", locals())

    def attractors(
        self,
        *,
        suites: Names = (),
        circuits: Names = (),
        languages: Names = (),
        models: Names = (),
        factor: str | None = None,
        ties: str = "wrong",
        confidence: float = 0.95,
        width: Width = None,
        height: float | None = None,
        style: str | Path | None = None,
        title: str | None = None,
        caption: bool = True,
    ) -> ResultFigure:
        """Draw the score by the number of attractors, or by another factor of the items, a line per model.

        Parameters
        ----------
        suites, circuits, languages, models, width, height, style, title, caption
            See `Plots`.
        factor : str, optional
            Of the items; ``"n_attr"`` or ``"n_attractors"`` by default, or the only one there is.
        ties : str, optional
            What an item counts that a tie decides; see `syntaxgym_lite.stats.ties.credits`.
        confidence : float, optional
            Coverage of the intervals.
        """
        return self._draw("attractors", locals())

    def scores(
        self,
        *,
        suites: Names = (),
        circuits: Names = (),
        languages: Names = (),
        models: Names = (),
        heat: bool | None = None,
        ties: str | None = None,
        suites_as: str | None = None,
        width: Width = None,
        height: float | None = None,
        style: str | Path | None = None,
        title: str | None = None,
        caption: bool = True,
    ) -> ResultFigure:
        """Draw the scores of models on suites, with intervals and chance.

        Parameters
        ----------
        suites, circuits, languages, models, width, height, style, title, caption
            See `Plots`.
        heat : bool, optional
            Whether scores are numbers in shaded cells; by default of more than eight models.
        ties, suites_as : str, optional
            What ties count, and which suites means count; see `syntaxgym_lite.summarize`.

        Examples
        --------
        >>> import syntaxgym_lite as sgl
        >>> figure = sgl.evaluate("npz", ["ngram", "lstm"]).plot.scores()
        >>> figure.axes[0].get_xlabel()
        'score on npz (share of 28 items)'
        """
        return self._draw("scores", locals())

    def circuits(
        self,
        *,
        suites: Names = (),
        circuits: Names = (),
        languages: Names = (),
        models: Names = (),
        ties: str | None = None,
        suites_as: str | None = None,
        width: Width = None,
        height: float | None = None,
        style: str | Path | None = None,
        title: str | None = None,
        caption: bool = True,
    ) -> ResultFigure:
        """Draw the mean scores of models over the suites of each circuit.

        Parameters
        ----------
        suites, circuits, languages, models, width, height, style, title, caption
            See `Plots`.
        ties, suites_as : str, optional
            What ties count, and which suites means count; see `syntaxgym_lite.summarize`.
        """
        return self._draw("circuits", locals())

    def models(
        self,
        *,
        suites: Names = (),
        circuits: Names = (),
        languages: Names = (),
        models: Names = (),
        heat: bool | None = None,
        spearman: bool | None = None,
        ties: str | None = None,
        suites_as: str | None = None,
        width: Width = None,
        height: float | None = None,
        style: str | Path | None = None,
        title: str | None = None,
        caption: bool = True,
    ) -> ResultFigure:
        """Draw models against each other, a dot a suite, and how their scores correlate.

        Parameters
        ----------
        suites, circuits, languages, models, width, height, style, title, caption
            See `Plots`.
        heat : bool, optional
            Whether correlations alone are shown, in shaded cells; by default of more than six models.
        spearman : bool, optional
            Whether ranks are correlated.
        ties, suites_as : str, optional
            What ties count, and which suites means count; see `syntaxgym_lite.summarize`.
        """
        return self._draw("models", locals())

    def perplexity(
        self,
        *,
        suites: Names = (),
        circuits: Names = (),
        languages: Names = (),
        models: Names = (),
        perplexity: str | Path | pd.DataFrame | None = None,
        models_table: str | Path | pd.DataFrame | None = None,
        measure: str = "perplexity",
        text: str | None = None,
        ties: str | None = None,
        suites_as: str | None = None,
        width: Width = None,
        height: float | None = None,
        style: str | Path | None = None,
        title: str | None = None,
        caption: bool = True,
    ) -> ResultFigure:
        """Draw SG scores against perplexities, or bits a character.

        Parameters
        ----------
        suites, circuits, languages, models, width, height, style, title, caption
            See `Plots`.
        perplexity : str, Path or pandas.DataFrame, optional
            What ``sglite perplexity --format csv`` prints, or a table with columns ``model`` and ``perplexity``.
        models_table : str, Path or pandas.DataFrame, optional
            With the columns model, class and corpus, and perplexity where the other is not given; see
            `syntaxgym_lite.stats.model_table.read_model_table`.
        measure : {"perplexity", "bits_per_character"}, optional
            What is on the x axis: the column of that name.
        text : str, optional
            Of several texts whose perplexity was measured, which.
        ties, suites_as : str, optional
            What ties count, and which suites means count; see `syntaxgym_lite.summarize`.
        """
        return self._draw("perplexity", locals())

    def learning(
        self,
        *,
        suites: Names = (),
        circuits: Names = (),
        languages: Names = (),
        models: Names = (),
        models_table: str | Path | pd.DataFrame | None = None,
        by: str = "class",
        x: str | None = None,
        ties: str | None = None,
        suites_as: str | None = None,
        width: Width = None,
        height: float | None = None,
        style: str | Path | None = None,
        title: str | None = None,
        caption: bool = True,
    ) -> ResultFigure:
        """Draw scores by training words or steps, a line for each class of models.

        Parameters
        ----------
        suites, circuits, languages, models, width, height, style, title, caption
            See `Plots`.
        models_table : str, Path or pandas.DataFrame, optional
            With the columns model, words or step, class and seed; by default what names say (lstm-10M, lm@step1000);
            see `syntaxgym_lite.stats.model_table.read_model_table`.
        by : {"class", "circuit", "suite"}, optional
            SG scores, or a plot for each circuit or suite.
        x : str, optional
            Column of the x axis; ``"words"`` or ``"step"`` by default.
        ties, suites_as : str, optional
            What ties count, and which suites means count; see `syntaxgym_lite.summarize`.
        """
        return self._draw("learning", locals())
