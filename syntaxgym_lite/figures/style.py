"""How figures look: sizes of journals' columns, type, colours, labels that stay apart, and how figures are saved.

Imported when a figure is drawn, and matplotlib with it. Figures know nothing of pyplot, and nothing here outlasts its
``with`` statement: neither the settings of matplotlib nor open figures are anybody else's business.

A module that draws a kind of figure does

    figure = new_figure(width, height)
    axes = figure.subplots()
    ...  # draws; promises with `figure.later` what needs to know sizes; `label_ends` and `region_ticks` do so
    figure.caption = "What the dots, the intervals and n are."
    return figure

and `syntaxgym_lite.figures.draw` does the rest, before and after: style, fonts, title, caption, layout.
"""

from __future__ import annotations

import io
import itertools
import math
import re
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from cycler import cycler
from matplotlib import font_manager, style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ft2font import FT2Font
from matplotlib.text import Text
from numpy.typing import NDArray

from ..errors import InputError, SgliteWarning, did_you_mean
from ..files import read_bytes, write_whole
from ..formula.factors import Factor

__all__ = [
    "COLOURS",
    "DOUBLE_MM",
    "GREY",
    "INK",
    "LINE_STYLES",
    "MARKER_SHAPES",
    "PICTURE_FORMATS",
    "SINGLE_MM",
    "Look",
    "ResultFigure",
    "condition_looks",
    "dark",
    "draw_interval",
    "finish",
    "image_of",
    "is_own_picture",
    "label_ends",
    "looks_of",
    "new_figure",
    "region_ticks",
    "save",
    "shade",
    "spread",
    "styled",
    "svg_of",
    "width_mm",
    "wrap_label",
]

_CURRENT: Any = mpl.rcParams  # whose keys later versions of matplotlib know as types, and earlier ones do not
_DEFAULTS: Any = mpl.rcParamsDefault

SINGLE_MM = 84.0
"""Width of a column of a journal page."""
DOUBLE_MM = 174.0
"""Width of two."""
_MM_PER_INCH = 25.4
_MM_PER_POINT = _MM_PER_INCH / 72
_LEAST_MM, _MOST_MM = 30.0, 2000.0

INK = "#222222"
"""Text and axes; `svg_of` can give it the colour of the text around."""
GREY = "#707070"
"""What is second: example words, captions, chance."""
SHADE = "#e8e8e8"
"""Behind the critical region."""

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", INK, "#B8A800")
"""Okabe and Ito's colours, in the order of their contrast with white; their yellow is darker, to be seen on it."""
MARKER_SHAPES = ("o", "s", "^", "D", "v", "P", "X", "p")
LINE_STYLES: tuple[Any, ...] = ("-", (0, (4, 1.5)), (0, (1, 1.2)), (0, (5, 1.2, 1, 1.2)), (0, (5, 1.2, 1, 1.2, 1, 1.2)))

FONT_PT = 8.0
SMALL_PT = 7.0
PICTURE_FORMATS = ("png", "pdf", "svg")

_RC: Mapping[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.labelsize": FONT_PT,
    "axes.linewidth": 0.6,
    "axes.prop_cycle": cycler(color=list(COLOURS)),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": FONT_PT,
    "axes.titleweight": "bold",
    "axes.unicode_minus": True,
    "figure.dpi": 100,
    "figure.figsize": (SINGLE_MM / _MM_PER_INCH, 60 / _MM_PER_INCH),
    "figure.titlesize": 9,
    "figure.titleweight": "bold",
    "font.family": ["sans-serif"],
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": FONT_PT,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.5,
    "legend.fontsize": SMALL_PT,
    "legend.frameon": False,
    "lines.linewidth": 1.2,
    "lines.markersize": 3.5,
    "pdf.fonttype": 42,  # text that stays text
    "ps.fonttype": 42,
    "savefig.dpi": 300,
    "svg.fonttype": "none",
    "svg.hashsalt": "sglite",  # the same figure gives the same bytes
    "text.color": INK,
    "text.hinting": "none",  # widths that are the same at any resolution
    "text.hinting_factor": 1,
    "text.parse_math": False,  # dollars in stimuli are dollars
    "xtick.color": INK,
    "xtick.labelsize": SMALL_PT,
    "xtick.major.size": 2.5,
    "xtick.major.width": 0.6,
    "ytick.color": INK,
    "ytick.labelsize": SMALL_PT,
    "ytick.major.size": 2.5,
    "ytick.major.width": 0.6,
}


# ------------------------------------------------------------------------------------------------- figures


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
        self._rc = dict(_CURRENT)

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
        with _settings(self._rc), _no_word_of_glyphs():
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


@contextmanager
def _settings(rc: Mapping[str, Any]) -> Iterator[None]:
    """Settings of matplotlib for the time of a ``with`` statement."""
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore", mpl.MatplotlibDeprecationWarning)  # of settings that it has itself given up
        _CURRENT.update({key: value for key, value in rc.items() if key not in _NOT_OURS})
        yield


_NOT_OURS = frozenset({"backend", "backend_fallback", "interactive", "toolbar", "timezone", "datapath"})


@contextmanager
def styled(chosen: str | Path | None = None) -> Iterator[None]:
    """Have all that is drawn look alike, in our style or another upon it.

    Parameters
    ----------
    chosen : str or Path, optional
        A style of matplotlib by name, or a file of one (``.mplstyle``); its settings go over ours.

    Raises
    ------
    InputError
        If there is no such style, or the file is none.
    """
    with _settings({**_DEFAULTS, **_RC}):
        if chosen is not None:
            _CURRENT.update(_style(chosen))
        yield


def _style(chosen: str | Path) -> Mapping[str, Any]:
    library: Any = style.library
    if str(chosen) in library:
        return dict(library[str(chosen)])
    path = Path(chosen)
    if not path.is_file():
        raise InputError(
            f"`style`: {chosen}: neither a file nor a style of matplotlib."
            f"{did_you_mean(str(chosen), library) or ' Some are ggplot, grayscale, seaborn-v0_8-paper.'}"
        )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            read: Any = mpl.rc_params_from_file(path, use_default_template=False)
        except (ValueError, OSError, UnicodeDecodeError) as error:
            raise InputError(f"`style`: {path}: {error}") from None
    if not read:
        said = "; ".join(str(one.message).strip() for one in caught)
        raise InputError(f"`style`: {path}: no settings of matplotlib in it (such as 'font.size: 9'). {said}".strip())
    return {key: value for key, value in read.items() if key not in _NOT_OURS}


def inches(mm: float) -> float:
    """Give a length in inches, as matplotlib has it."""
    return mm / _MM_PER_INCH


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
        return float(_CURRENT["figure.figsize"][0]) * _MM_PER_INCH
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
    with _no_word_of_glyphs():
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
    _warn_of_glyphs(figure)


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
    lines = wrapped(joined, width * 72 - 8, CAPTION_PT)
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


# ----------------------------------------------------------------------------------------------- looks of lines


@dataclass(frozen=True, slots=True)
class Look:
    """How a line and its points look, told apart in colour and in grey.

    Parameters
    ----------
    colour : str
    line : str or tuple
        Line style of matplotlib.
    marker : str
    filled : bool, optional
    """

    colour: str
    line: Any
    marker: str
    filled: bool = True

    @property
    def of_line(self) -> dict[str, Any]:
        """Arguments for ``axes.plot``."""
        return {"color": self.colour, "linestyle": self.line, **self.of_points}

    @property
    def of_points(self) -> dict[str, Any]:
        """The same without a line."""
        return {
            "color": self.colour,
            "marker": self.marker,
            "markerfacecolor": self.colour if self.filled else _CURRENT["axes.facecolor"],
            "markeredgecolor": self.colour,
            "markeredgewidth": 0.8,
        }


def palette() -> list[str]:
    """Colours of the style."""
    colours: list[str] = _CURRENT["axes.prop_cycle"].by_key().get("color", list(COLOURS))
    return colours


def _at(values: Sequence[Any], place: int) -> Any:
    return values[place % len(values)]


def looks_of(n: int) -> list[Look]:
    """Give so many looks, each with a colour, a marker and a line style that the one before has not."""
    colours = palette()
    return [
        Look(_at(colours, i), _at(LINE_STYLES, i), _at(MARKER_SHAPES, i), filled=(i // len(MARKER_SHAPES)) % 2 == 0)
        for i in range(n)
    ]


def condition_looks(names: Sequence[str], factors: Mapping[str, Mapping[str, Factor]] | None = None) -> dict[str, Look]:
    """Give each condition a look; in a design of factors, by the levels.

    The first factor is seen in colour and marker, the second in line style and whether markers are filled. Conditions
    of more factors, or of more levels than there are line styles, have one look each.

    Parameters
    ----------
    names : sequence of str
    factors : mapping, optional
        Condition name to its level of each factor.

    Examples
    --------
    >>> design = {f"{a}_{b}": {"head": a, "attractor": b} for a in ("sg", "pl") for b in ("sg", "pl")}
    >>> found = condition_looks(list(design), design)
    >>> found["sg_sg"].colour == found["sg_pl"].colour, found["sg_sg"].line == found["sg_pl"].line
    (True, False)
    """
    names = list(names)
    design = {name: dict((factors or {}).get(name, {})) for name in names}
    varied = [
        factor
        for factor in dict.fromkeys(key for own in design.values() for key in own)
        if len({own.get(factor) for own in design.values()}) > 1
    ]
    levels = {factor: list(dict.fromkeys(own.get(factor) for own in design.values())) for factor in varied}
    if not 1 <= len(varied) <= 2 or any(len(own) > len(LINE_STYLES) for own in levels.values()):
        return dict(zip(names, looks_of(len(names)), strict=True))
    colours = palette()
    found = {}
    for name in names:
        first = levels[varied[0]].index(design[name].get(varied[0]))
        second = levels[varied[1]].index(design[name].get(varied[1])) if len(varied) > 1 else None
        found[name] = Look(
            _at(colours, first),
            _at(LINE_STYLES, first if second is None else second),
            _at(MARKER_SHAPES, first),
            filled=not second,
        )
    return found


# ------------------------------------------------------------------------------------------ intervals, shading


def draw_interval(
    axes: Axes, at: float, low: float, high: float, *, colour: str = INK, upright: bool = True, width: float = 0.9
) -> None:
    """Draw an interval as a line without caps; none where an end is not finite.

    Parameters
    ----------
    axes : Axes
    at : float
        Place on the other axis.
    low, high : float
    colour : str, optional
    upright : bool, optional
        Whether the values are on the y axis.
    width : float, optional
        Of the line, in points.
    """
    if not (np.isfinite(low) and np.isfinite(high)):
        return
    ends = ([at, at], [low, high])
    axes.plot(
        *(ends if upright else ends[::-1]),
        color=colour,
        linewidth=width,
        solid_capstyle="butt",
        gid="interval",
        zorder=2,
    )


def shade(axes: Axes, places: Iterable[float]) -> None:
    """Shade regions, each from half before to half after its place; neighbours become one."""
    for place in sorted(places):
        axes.axvspan(place - 0.5, place + 0.5, color=SHADE, linewidth=0, zorder=0, gid="critical")


# -------------------------------------------------------------------------------------- labels that stay apart


def spread(
    wanted: Sequence[float], sizes: Sequence[float], low: float = -np.inf, high: float = np.inf
) -> NDArray[np.float64]:
    """Move labels on a line as little as needs be so that none overlaps, in their order.

    Parameters
    ----------
    wanted : sequence of float
        Where the middle of each is wanted.
    sizes : sequence of float
        Extent of each.
    low, high : float, optional
        Where the line begins and ends; if they do not fit, they leave it at the end.

    Returns
    -------
    ndarray of float64
        The middles: with the least sum of squared moves (isotonic regression by pooling of neighbours).

    Examples
    --------
    >>> spread([1, 1, 5], [2, 2, 2]).tolist()
    [0.0, 2.0, 5.0]
    """
    wanted_, sizes_ = np.asarray(wanted, np.float64), np.asarray(sizes, np.float64)
    if not len(wanted_):
        return wanted_
    order = np.argsort(wanted_, kind="stable")
    own = sizes_[order]
    before = np.concatenate([[0.0], np.cumsum((own[:-1] + own[1:]) / 2)])  # offsets when all touch
    pools: list[tuple[float, int]] = []  # mean of wanted place less offset, number of members
    for value in wanted_[order] - before:
        mean, n = float(value), 1
        while pools and pools[-1][0] > mean:
            earlier, m = pools.pop()
            mean, n = (earlier * m + mean * n) / (m + n), m + n
        pools.append((mean, n))
    start = np.repeat([mean for mean, _ in pools], [n for _, n in pools])
    least, most = low + own[0] / 2, high - own[-1] / 2 - before[-1]
    placed = np.maximum(np.minimum(start, most), least) + before
    result: NDArray[np.float64] = np.empty(len(placed), np.float64)
    result[order] = placed
    return result


def label_ends(axes: Axes, ends: Sequence[tuple[float, float, str, str]], *, size: float = SMALL_PT) -> None:
    """Label lines at their ends, to the right of the axes, so that no label lies upon another.

    Parameters
    ----------
    axes : Axes
    ends : sequence of (x, y, text, colour)
        Where each line ends, in data coordinates; lines without a finite end get no label. All labels stand right of
        the last end; those of lines that end before it, or are moved far, have a thin line to it.
    size : float, optional
        In points.
    """
    finite = [end for end in ends if np.isfinite(end[1])]
    if not finite:
        return
    last = max(x for x, *_ in finite)
    labels = [
        axes.annotate(
            text,
            xy=(last, y),
            xytext=(9, 0),
            textcoords="offset points",
            color=dark(colour),
            fontsize=size,
            va="center",
            ha="left",
            linespacing=1.0,
            annotation_clip=False,
            gid="line-end",
        )
        for _, y, text, colour in finite
    ]

    def apart() -> None:
        boxes = [label.get_window_extent() for label in labels]
        frame = axes.get_window_extent()
        pixels = axes.figure.dpi / 72
        middles = [(box.y0 + box.y1) / 2 for box in boxes]
        heights = [box.height + 0.5 * pixels for box in boxes]
        places = spread(middles, heights, min(frame.y0, *middles), max(frame.y1, *middles))
        for label, box, middle, place, (x, y, _, colour) in zip(labels, boxes, middles, places, finite, strict=True):
            moved = (place - middle) / pixels
            label.set_position((9, moved))
            if x < last or _is_far(moved, box.height / pixels):
                axes.annotate(
                    "",
                    xy=(x, y),
                    xytext=(_offset(axes, x, last) + 8.5, moved),
                    textcoords="offset points",
                    arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.4, "shrinkA": 0, "shrinkB": 3},
                    annotation_clip=False,
                    gid="leader",
                )

    _figure_of(axes).later(apart, at_end=True)


def _is_far(moved: float, height: float) -> bool:
    return abs(moved) > 0.6 * height


def _offset(axes: Axes, start: float, end: float) -> float:
    """A distance along x in points, on whatever scale."""
    left, right = axes.get_xaxis_transform().transform([(start, 0), (end, 0)])[:, 0]
    return float(right - left) * 72 / axes.figure.dpi


def dark(colour: str) -> str:
    """A colour dark enough for small type on white (4.5 to 1, by WCAG's luminance)."""
    from matplotlib.colors import to_hex, to_rgb

    rgb = np.array(to_rgb(colour))
    for share in np.linspace(1, 0, 21):
        linear = np.where(rgb * share <= 0.04045, rgb * share / 12.92, ((rgb * share + 0.055) / 1.055) ** 2.4)
        if 1.05 / (float(linear @ [0.2126, 0.7152, 0.0722]) + 0.05) >= 4.5:
            return str(to_hex(rgb * share))
    return INK


def region_ticks(axes: Axes, names: Sequence[str], words: Sequence[str] | None = None) -> None:
    """Name regions on the x axis, at 0, 1, ..., with an example's words under the names in small grey type.

    Names and words are broken into lines where they do not fit; turned upright where lines do not help; shortened where
    they are very long. Words that still find no place are left out.

    Parameters
    ----------
    axes : Axes
    names : sequence of str
    words : sequence of str, optional
        One for each name; may be empty.
    """
    axes.set_xticks(range(len(names)), told_apart(names, _LONGEST_LABEL))
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.tick_params(axis="x", length=0)
    # keep room for two lines until sizes are known
    examples = list(words or [""] * len(names))
    _figure_of(axes).later(lambda: _fit_ticks(axes, names, examples))


_SMALLEST_PT = 5.0
_LINE = 1.25  # height of a line of type of size 1, with what parts it from the next
_LONGEST_LABEL = 24
_LONGEST_WORDS = 26
WORDS_PT = 6.0


def _fit_ticks(axes: Axes, names: Sequence[str], words: Sequence[str]) -> None:
    pitch = axes.get_window_extent().width * 72 / axes.figure.dpi / max(len(names), 1) - 3  # points
    size = float(_CURRENT["xtick.labelsize"]) if not isinstance(_CURRENT["xtick.labelsize"], str) else SMALL_PT
    as_lines = [wrapped(name, pitch, size) for name in names]
    word_lines = [wrapped(text, pitch, WORDS_PT) for text in words]
    fits = all(text_width(line, size) <= pitch for lines in as_lines for line in lines)
    fits = fits and all(text_width(line, WORDS_PT) <= pitch for lines in word_lines for line in lines)
    fits = fits and max(map(len, as_lines)) <= 3 and max(map(len, word_lines)) <= 5
    if fits:
        n_lines = max(map(len, as_lines))
        axes.set_xticks(range(len(names)), ["\n".join(lines) for lines in as_lines])
        below = 4 + n_lines * size * _LINE
        for place, lines in enumerate(word_lines):
            _words(axes, place, "\n".join(lines), below, rotation=0)
        return
    size = max(_SMALLEST_PT, min(size, (pitch + 3) / _LINE))
    step = 1 if size * _LINE <= pitch + 3 else math.ceil(size * _LINE / (pitch + 3))  # each second one, and so on
    kept = range(0, len(names), step)
    short = told_apart(names, _LONGEST_LABEL)
    axes.set_xticks(kept, [short[place] for place in kept])
    axes.tick_params(axis="x", rotation=90, labelsize=size)
    both = (size + WORDS_PT) * _LINE <= pitch + 3
    if both and any(words):
        shift = WORDS_PT * _LINE / 2
        for label in axes.get_xticklabels():
            label.set_transform(label.get_transform() + _points(axes, -shift))
        for place, text in enumerate(words):
            _words(axes, place, shortened(text, _LONGEST_WORDS), 3, rotation=90, right=size * _LINE / 2)


def _points(axes: Axes, right: float) -> Any:
    from matplotlib.transforms import ScaledTranslation

    return ScaledTranslation(right / 72, 0, axes.figure.dpi_scale_trans)


def _words(axes: Axes, place: int, text: str, below: float, *, rotation: int, right: float = 0.0) -> None:
    if text:
        axes.annotate(
            text,
            xy=(place, 0),
            xycoords=("data", "axes fraction"),
            xytext=(right, -below),
            textcoords="offset points",
            ha="center",
            va="top",
            rotation=rotation,
            fontsize=WORDS_PT,
            color=GREY,
            annotation_clip=False,
            gid="words",
        )


def wrap_label(text: str, *, mm: float = 27.0, size: float = SMALL_PT) -> str:
    """Break a name into at most three lines of a width; shorten what is longer still."""
    width = mm / _MM_PER_POINT
    lines = wrapped(text, width, size)
    if len(lines) > 3:
        lines = [*lines[:2], "".join(lines[2:])]
    return "\n".join(shortened(line, max(4, int(width / (size * 0.55)))) for line in lines)


def shortened(text: str, length: int) -> str:
    """Shorten a text in its middle, where it says least."""
    if len(text) <= length:
        return text
    head = (length - 1) * 2 // 3
    return f"{text[:head].rstrip()}…{text[len(text) - (length - 1 - head) :].lstrip()}"


def told_apart(names: Sequence[str], length: int) -> list[str]:
    """Shorten names so that those that differ still do: in the middle, else to what follows the words they share.

    Examples
    --------
    >>> told_apart(["noun number 1 of the clause", "noun number 2 of the clause"], 16)
    ['…1 of the clause', '…2 of the clause']
    """
    found = [shortened(name, length) for name in names]
    for short in dict.fromkeys(found):
        places = [place for place, own in enumerate(found) if own == short]
        if len({names[place] for place in places}) < 2:
            continue
        columns = zip(*(names[place] for place in places), strict=False)
        shared = sum(1 for _ in itertools.takewhile(lambda column: len(set(column)) == 1, columns))
        start = max(names[places[0]].rfind(sign, 0, shared) for sign in " _-/") + 1
        for place in places:
            rest = names[place][start:]
            cut = rest if len(rest) < length else f"{rest[: length - 2].rstrip()}…"
            found[place] = f"…{cut}" if start else cut
    return found


_BREAKS = re.compile(r"(?<=[_/+-])|(?<=[a-z])(?=[A-Z])|(?<=[\u3000-\u9fff\uac00-\ud7af])")


def wrapped(text: str, width: float, size: float) -> list[str]:
    """Break a text into lines of a width in points: at blanks; a word that is wider, within it, if it has a place."""
    lines, line = [], ""
    for word in text.split(" "):
        if line and text_width(f"{line} {word}", size) > width:
            lines.append(line)
            line = ""
        if text_width(word, size) <= width:
            line = f"{line} {word}" if line else word
            continue
        for piece in _BREAKS.split(f" {word}" if line else word):
            if line and text_width(line + piece, size) > width:
                lines.append(line)
                line = piece.lstrip()
            else:
                line += piece
    return [*lines, line]


def text_width(text: str, size: float) -> float:
    """Width of a line in points, in the style's fonts; without kerning, which makes it a little less."""
    paths = tuple(_path(family) for family in _families())
    return sum(_advance(char, paths) for char in text) * size


@lru_cache(maxsize=10_000)
def _advance(char: str, paths: tuple[str, ...]) -> float:
    """Width of a character in type of size 1, in the first font that has it."""
    path = next((path for path in paths if ord(char) in _has(path)), paths[0])
    return float(_font(path).load_char(ord(char)).linearHoriAdvance) / 65536 / _SIZE_OF_FONTS


_SIZE_OF_FONTS = 100


@lru_cache(maxsize=100)
def _font(path: str) -> FT2Font:
    font = FT2Font(path)  # not matplotlib's own, whose size is what was last drawn
    font.set_size(_SIZE_OF_FONTS, 72)
    return font


def _figure_of(axes: Axes) -> ResultFigure:
    figure = axes.get_figure(root=True)
    assert isinstance(figure, ResultFigure)
    return figure


# ------------------------------------------------------------------------------------------------------- fonts


@lru_cache(maxsize=1000)
def _has(path: str) -> frozenset[int]:
    """Code points of which a font has glyphs."""
    try:
        return frozenset(FT2Font(path).get_charmap())
    except (RuntimeError, OSError):
        return frozenset()


_PREFERRED = ("Noto Sans", "Noto", "Source Han", "WenQuanYi", "IPA", "Nanum", "Droid", "Arial", "FreeSans")


def choose_fonts(text: Iterable[str]) -> None:
    """Add fonts of this computer to the style's for characters that those do not have; call it within `styled`."""
    needed = {ord(char) for piece in text for char in piece if ord(char) > 0x7F}
    families = _families()
    missing = needed - set().union(*(_has(_path(family)) for family in families))
    if not missing:
        return
    others: dict[str, str] = {}
    for entry in sorted(font_manager.fontManager.ttflist, key=lambda entry: (entry.name, entry.fname)):
        if entry.name.replace(" ", "").lstrip(".").startswith("LastResort"):
            continue  # it shows a box for every character there is
        if entry.style == "normal" and str(entry.weight) in ("400", "normal", "regular"):
            others.setdefault(entry.name, entry.fname)
    ranked = sorted(
        others, key=lambda name: next((i for i, first in enumerate(_PREFERRED) if name.startswith(first)), 99)
    )
    for name in ranked:
        if missing & _has(others[name]):
            families.append(name)
            missing -= _has(others[name])
        if not missing:
            break
    _CURRENT["font.family"] = families


def _families() -> list[str]:
    """Families of the style, in order, by the names of fonts."""
    families: list[str] = []
    for family in _CURRENT["font.family"]:
        families += _CURRENT.get(f"font.{family}", [family]) if family in _GENERIC else [family]
    return families


_GENERIC = ("serif", "sans-serif", "cursive", "fantasy", "monospace")


@lru_cache(maxsize=100)
def _path(family: str) -> str:
    import logging

    logger = logging.getLogger("matplotlib.font_manager")
    level = logger.level
    logger.setLevel(logging.ERROR)  # that it has not found one, which nobody asked for
    try:
        # a list, as a name alone is read as a pattern, in which hyphens and colons mean something
        return str(font_manager.findfont(font_manager.FontProperties(family=[family]), fallback_to_default=True))
    finally:
        logger.setLevel(level)


@contextmanager
def _no_word_of_glyphs() -> Iterator[None]:
    """Silence matplotlib's own warnings of glyphs, one a character; ours is one for all."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph \d+", category=UserWarning)
        warnings.filterwarnings("ignore", message="constrained_layout not applied", category=UserWarning)
        yield


def _warn_of_glyphs(figure: Figure) -> None:
    shown = {
        char for text in figure.findobj(Text) for char in text.get_text() if ord(char) > 0x7F and char.isprintable()
    }
    if not shown:
        return
    have = set().union(*(_has(_path(family)) for family in _families()))
    missing = sorted(char for char in shown if ord(char) not in have)
    if missing:
        some = " ".join(missing[:8]) + (" ..." if len(missing) > 8 else "")
        warnings.warn(
            f"No font here has {some}; PNG and PDF show boxes instead. Install a font that has them, such as Noto Sans "
            "(CJK), or name one in a file of `style` ('font.family: NAME'). In SVG text is text: whoever has a font "
            "sees it.",
            SgliteWarning,
            stacklevel=2,
        )


# ------------------------------------------------------------------------------------------------------- files


def image_of(figure: Figure, form: str, *, dpi: float | None = None) -> bytes:
    """Give a picture as bytes, the same each time: no dates, no random names.

    Parameters
    ----------
    figure : Figure
    form : {"png", "pdf", "svg"}
    dpi : float, optional
        Of PNG; the style's by default (300).
    """
    caption = getattr(figure, "caption", "")
    metadata: dict[str, dict[str, Any]] = {
        "png": {"Software": _MAKER, **({"Description": caption} if caption else {})},
        "pdf": {"CreationDate": None, "Creator": _MAKER, "Producer": None, **({"Subject": caption} if caption else {})},
        "svg": {"Date": None, "Creator": _MAKER, **({"Description": caption} if caption else {})},
    }
    out = io.BytesIO()
    options: dict[str, Any] = {} if dpi is None else {"dpi": dpi}
    figure.savefig(out, format=form, metadata=metadata[form], **options)
    return out.getvalue()


_MAKER = "syntaxgym_lite"  # no version: the same figure gives the same bytes


def is_own_picture(path: Path) -> bool:
    """Whether a file is a picture that this package made, of which nothing is lost if it is made anew."""
    data = read_bytes(path)
    return data.startswith((b"\x89PNG", b"%PDF", b"<?xml")) and _MAKER.encode() in data


def save(figure: Figure, path: str | Path, *, dpi: float | None = None) -> Path:
    """Save a figure, whole or not at all.

    Parameters
    ----------
    figure : Figure
    path : str or Path
        ``.png``, ``.pdf`` or ``.svg``; folders are made.
    dpi : float, optional
        Of PNG; 300 by default.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    InputError
        If it has another ending, or cannot be written.
    """
    path = Path(path)
    form = path.suffix.lower().removeprefix(".")
    if form not in PICTURE_FORMATS:
        raise InputError(f"{path}: a figure is a file that ends in {', '.join(f'.{one}' for one in PICTURE_FORMATS)}.")
    data = image_of(figure, form, dpi=dpi)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}.") from None
    write_whole(path, data)
    return path


_PROLOGUE = re.compile(r"^.*?(?=<svg)", re.DOTALL)
_METADATA = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)
_COMMENT = re.compile(r"\s*<!--.*?-->", re.DOTALL)
_PLACES = re.compile(r' (?:d|x|y|x1|x2|y1|y2|width|height)="[^"]*"')
_LONG_NUMBER = re.compile(r"(-?\d+\.\d{2})\d+(?![\de.])")
_IDS = re.compile(r'(\bid="|url\(#|href="#)')


_OF_TEXT = re.compile(r"<(?:text|tspan)[^>]*>")
_COLOUR = re.compile(r"fill: (#[0-9a-f]{6})")


def _of_page(fill: re.Match[str]) -> str:
    """The colour of a text on a page that can be dark: the page's, paler for what is second."""
    return "fill: currentColor; fill-opacity: 0.7" if fill[1] == GREY else "fill: currentColor"


def svg_of(figure: Figure, *, prefix: str = "", themed: bool = False) -> str:
    """Give a figure as an ``svg`` element to stand in a page.

    Parameters
    ----------
    figure : Figure
    prefix : str, optional
        Before each identifier, which is to be unique in the page.
    themed : bool, optional
        Whether ink has the colour of the text around, and the ground is let through: for pages that can be dark.
    """
    text = image_of(figure, "svg").decode("utf-8")
    text = _METADATA.sub("", _COMMENT.sub("", _PROLOGUE.sub("", text)))
    text = _PLACES.sub(lambda found: _LONG_NUMBER.sub(r"\1", found[0]), text)
    text = re.sub(r">\s*\n\s*<", "><", text)
    if prefix:
        text = _IDS.sub(rf"\g<1>{prefix}", text)
    if themed:
        text = text.replace(INK, "currentColor").replace("fill: #ffffff", "fill: none")
        text = text.replace(f"fill: {SHADE}", "fill: currentColor; fill-opacity: 0.13")
        text = _OF_TEXT.sub(lambda found: _COLOUR.sub(_of_page, found[0]), text)
    return text.strip()
