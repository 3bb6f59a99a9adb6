"""The figure that is drawn on: as wide as a column, as high as what it holds needs, with its caption.

A module that draws a kind of figure does

    figure = new_figure(width, height)
    axes = figure.subplots()
    ...  # draws; promises with `figure.later` what needs to know sizes; `label_ends` and `region_ticks` do so
    figure.caption = "What the dots, the intervals and n are."
    return figure

and `syntaxgym_lite.figures.draw` does the rest, before and after: style, fonts, title, caption, layout.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from ..errors import InputError
from .fonts import no_word_of_glyphs, warn_of_glyphs
from .saving import image_of
from .style import CURRENT, DOUBLE_MM, GREY, MM_PER_INCH, SINGLE_MM, inches, settings
from .texts import in_lines

__all__ = ["CAPTION_PT", "ResultFigure", "figure_of", "finish", "new_figure", "width_mm"]


_LEAST_MM, _MOST_MM = 30.0, 2000.0


class ResultFigure(Figure):
    """A figure of results: a matplotlib Figure that knows its caption, and shows itself in a notebook.

    Attributes
    ----------
    caption : str
        What a paper has to say under it: what is shown, what the intervals are, n, units.
    plot_mm : float or None
        How high the plots are to be, whatever the room that names under them take: the figure grows. None: the figure
        keeps its height.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.caption = ""
        self.plot_mm: float | None = None
        self._later: list[Callable[[], None]] = []
        self._at_end: list[Callable[[], None]] = []
        self._rc = dict(CURRENT)

    def later(self, change: Callable[[], None], *, at_end: bool = False) -> None:
        """Promise a change that needs to know the sizes of things.

        Parameters
        ----------
        change : callable
            Called once the width of all axes is known; things may then become higher.
        at_end : bool, optional
            Called when heights are known as well; things must keep their sizes.
        """
        (self._at_end if at_end else self._later).append(change)

    @contextmanager
    def in_style(self) -> Iterator[None]:
        """Have the settings of the figure's style for a while: to measure texts, or to add something."""
        with settings(self._rc), no_word_of_glyphs():
            yield

    def savefig(self, fname: Any, *, transparent: bool | None = None, **kwargs: Any) -> None:
        """Save with the style that the figure was drawn in, whatever the settings of matplotlib are now."""
        with self.in_style():
            super().savefig(fname, transparent=transparent, **kwargs)

    def _repr_png_(self) -> tuple[bytes, dict[str, Any]]:
        dpi = 200
        width, height = self.get_size_inches()
        size = {"width": round(float(width) * 100), "height": round(float(height) * 100)}
        return image_of(self, "png", dpi=dpi), size


def width_mm(width: float | str | None, default: float | str | None = None) -> float:
    """Give a width in mm: ``"single"``, ``"double"``, a number, or None for the default, else the style's.

    Raises
    ------
    InputError
        If it is none of these, or no size for a figure.
    """
    if width is None:
        width = default
    if width is None:
        return float(CURRENT["figure.figsize"][0]) * MM_PER_INCH
    named = {"single": SINGLE_MM, "double": DOUBLE_MM}
    if isinstance(width, str) and width in named:
        return named[width]
    return _size("width", width, " or single (84) or double (174)")


def _size(name: str, value: float | str, others: str = "") -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not _LEAST_MM <= number <= _MOST_MM:
        raise InputError(f"`{name}`: {value}: not a size; give millimetres from {_LEAST_MM:g} to {_MOST_MM:g}{others}.")
    return number


def new_figure(
    width: float | str | None = None,
    height: float | None = None,
    *,
    default_width: float | str | None = None,
    default_height: float = 60.0,
) -> ResultFigure:
    """Make an empty figure, which lays its parts out so that nothing overlaps.

    Parameters
    ----------
    width : float or {"single", "double"}, optional
        In mm.
    height : float, optional
        In mm, without title and caption.
    default_width, default_height
        Of this kind of figure, where the caller did not say.
    """
    size = (
        inches(width_mm(width, default_width)),
        inches(default_height if height is None else _size("height", height)),
    )
    figure = ResultFigure(figsize=size, layout="constrained")
    figure.get_layout_engine().set(w_pad=0.03, h_pad=0.03, wspace=0.04, hspace=0.06)  # type: ignore[union-attr,call-arg]
    return figure


def finish(figure: ResultFigure, *, title: str | None = None, caption: bool = True) -> None:
    """Write the title and, small, the caption, lay out, make the promised changes, and keep the layout.

    Parameters
    ----------
    figure : ResultFigure
    title : str, optional
    caption : bool, optional
        Whether the caption stands in the picture.

    Warns
    -----
    SgliteWarning
        If no font has a character.
    """
    if title:
        figure.suptitle(title, x=0.01, ha="left")
    with no_word_of_glyphs():
        if figure._later:
            _lay_out(figure)
        for change in figure._later:
            change()
        written = _write_caption(figure) if caption and figure.caption else None
        _lay_out(figure)
        missing = 0.0 if figure.plot_mm is None else _missing_height(figure, figure.plot_mm)
        if abs(missing) > 0.01:
            width, height = figure.get_size_inches()
            figure.set_size_inches(width, height + missing)
            if written is not None:
                _place_caption(figure, written)
            _lay_out(figure)
        for change in figure._at_end:
            change()
        figure._later, figure._at_end = [], []
        figure.set_layout_engine("none")
        _keep_directions(figure)
    warn_of_glyphs(figure)


def _keep_directions(figure: Figure) -> None:
    """Keep names written from right to left in their places among English words, as in 'A − B: predicted above 0'."""
    if mpl.__version_info__[:2] < (3, 11):  # it writes from left to right alone, and shows the marks as boxes
        return
    for text in figure.findobj(Text):
        own = text.get_text()
        kinds = {unicodedata.bidirectional(char) for char in own}
        if "L" in kinds and kinds & {"R", "AL"} and text.get_gid() != "words":
            text.set_text("\n".join(_isolated(line) for line in own.split("\n")))


def _isolated(line: str) -> str:
    """Put marks around each run of words from right to left, and one that the line is from left to right before it."""
    pieces: list[str] = []
    for is_rtl, run in itertools.groupby(re.findall(r"[^\W_]+|[\W_]+", line), key=_is_rtl):
        piece = "".join(run)
        pieces.append(f"\u2068{piece}\u2069" if is_rtl else piece)
    return "\u200e" + "".join(pieces)


def _is_rtl(piece: str) -> bool:
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in piece)


def _lay_out(figure: ResultFigure) -> None:
    engine = figure.get_layout_engine()
    assert engine is not None
    engine.execute(figure)


def _missing_height(figure: ResultFigure, plot_mm: float) -> float:
    """By how many inches the figure is too low for its plots to have their height."""
    visible = [axes for axes in figure.axes if axes.get_visible()]
    heights: dict[int, float] = {}
    for axes in visible:
        place = axes.get_subplotspec()
        row = 0 if place is None else place.rowspan.start
        heights[row] = axes.get_window_extent().height / figure.dpi
    return sum(inches(plot_mm) - height for height in heights.values())


def _write_caption(figure: ResultFigure) -> Text:
    """Put the caption under the figure, which grows by its height."""
    width, height = (float(length) for length in figure.get_size_inches())
    joined = _UNBROKEN.sub(_NBSP, figure.caption)
    lines = in_lines(joined, width * 72 - 8, CAPTION_PT)
    text = figure.text(0, 0, "\n".join(lines), fontsize=CAPTION_PT, color=GREY, va="bottom", linespacing=1.25)
    text.set_gid("caption")
    figure.set_size_inches(width, height + _caption_height(text))
    _place_caption(figure, text)
    return text


def _caption_height(text: Text) -> float:
    return (text.get_text().count("\n") + 1) * CAPTION_PT * 1.25 * 1.05 / 72 + 0.08


def _place_caption(figure: ResultFigure, text: Text) -> None:
    width, height = (float(length) for length in figure.get_size_inches())
    need = _caption_height(text)
    text.set_position((0.05 / width, 0.04 / height))
    figure.get_layout_engine().set(rect=(0, need / height, 1, 1 - need / height))  # type: ignore[union-attr,call-arg]


CAPTION_PT = 6.5


_NBSP = "\N{NO-BREAK SPACE}"


_UNBROKEN = re.compile(r"(?<=\bn) (?==)|(?<==) (?=\d)|(?<=\d) (?=%|bits|items?\b)|(?<=\bitem) (?=\d)")


def figure_of(axes: Axes) -> ResultFigure:
    """Give the figure that axes are of."""
    figure = axes.get_figure(root=True)
    assert isinstance(figure, ResultFigure)
    return figure
