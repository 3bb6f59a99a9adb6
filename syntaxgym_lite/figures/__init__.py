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
    from ..results import RunResult
    from .style import ResultFigure

__all__ = ["FIGURES", "FigureKind", "Plots", "draw", "html_of", "options_of"]


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
    FigureKind("attractors", "Score by number of attractors, or another factor of the items."),
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
    from .style import choose_fonts, finish, styled

    selected = run.select(suites=suites, circuits=circuits, languages=languages, models=models)
    with styled(style):
        choose_fonts(_texts(selected))
        figure: ResultFigure = module.draw(selected, **options)
        finish(figure, title=title, caption=caption)
    return figure


def options_of(kind: str) -> list[str]:
    """Name the options that a kind of figure has of its own."""
    module = import_module(f"{__name__}.{FIGURES[kind].name}")
    return [name for name in inspect.signature(module.draw).parameters if name != "run"]


def html_of(run: RunResult) -> str:
    """Give a run as a notebook shows it; see `syntaxgym_lite.figures.notebook`."""
    html: str = import_module(f"{__name__}.notebook").html_of(run)
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

    def scores(self, **options: Any) -> ResultFigure:
        """Draw the scores of models on suites, with intervals and chance.

        Parameters
        ----------
        **options
            Of `syntaxgym_lite.figures.scores.draw`, and those of all figures; see `Plots`.
        """
        return draw("scores", self._run, **options)

    def circuits(self, **options: Any) -> ResultFigure:
        """Draw the scores of models by circuit.

        Parameters
        ----------
        **options
            Of `syntaxgym_lite.figures.circuits.draw`, and those of all figures; see `Plots`.
        """
        return draw("circuits", self._run, **options)

    def models(self, **options: Any) -> ResultFigure:
        """Draw models against each other over suites, with their correlation.

        Parameters
        ----------
        **options
            Of `syntaxgym_lite.figures.models.draw`, and those of all figures; see `Plots`.
        """
        return draw("models", self._run, **options)

    def perplexity(self, **options: Any) -> ResultFigure:
        """Draw SG scores against perplexities.

        Parameters
        ----------
        **options
            Of `syntaxgym_lite.figures.perplexity.draw`, and those of all figures; see `Plots`.
        """
        return draw("perplexity", self._run, **options)

    def learning(self, **options: Any) -> ResultFigure:
        """Draw SG scores by training size or checkpoint.

        Parameters
        ----------
        **options
            Of `syntaxgym_lite.figures.learning.draw`, and those of all figures; see `Plots`.
        """
        return draw("learning", self._run, **options)
