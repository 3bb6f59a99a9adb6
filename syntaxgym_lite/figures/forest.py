"""Dots with their intervals in rows: scores of models, one below the other, in blocks and sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes

from .axes import share_axis
from .canvas import ResultFigure, new_figure, width_mm
from .looks import Look, dark
from .marks import draw_interval
from .scored import Scored, narrowed, with_count
from .style import GREY, INK

__all__ = ["Block", "Dot", "Section", "draw_forest", "key_of"]


@dataclass(frozen=True, slots=True)
class Dot:
    """A score of a model.

    Parameters
    ----------
    value : float or None
    low, high : float or None
        Of its interval.
    is_open : bool, optional
        Where some items tie.
    undefined : float, optional
        Share of items that are undefined.
    label : str, optional
        Of the row, where each dot of a block has one.
    note : str, optional
        At the right end.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    is_open: bool = False
    undefined: float = 0.0
    label: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """The dots of a suite, one for each model; None where a model was not asked.

    Parameters
    ----------
    label : str
        ``""`` where each dot has one.
    dots : sequence of Dot or None
    chance : float or None, optional
    is_upper_bound : bool, optional
        Whether chance is at most that.
    count : int or str, optional
        Of what is in it, in brackets behind the label.
    """

    label: str
    dots: Sequence[Dot | None]
    chance: float | None = None
    is_upper_bound: bool = False
    count: int | str = ""

    def height(self, pitch: float) -> float:
        """In mm."""
        return len(self.dots) * (_LABELLED if not self.label else pitch)


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under a heading."""

    heading: str
    blocks: Sequence[Block]

    def height(self, pitch: float) -> float:
        """In mm."""
        return _HEADING * bool(self.heading) + sum(block.height(pitch) + _gap(block) for block in self.blocks) + _AFTER


_LABELLED = 3.4  # mm that a row with a label of its own takes
_HEADING = 4.0
_AFTER = 1.6
_BELOW = 11.0  # mm for ticks and the axis label


def _gap(block: Block) -> float:
    return 0.0 if len(block.dots) == 1 else 1.1


def pitch_of(n_models: int) -> float:
    """Millimetres from one dot of a block to the next."""
    return max(1.5, _LABELLED / n_models)


def key_of(scored: Scored) -> Block:
    """Give the block of SG scores, whose rows name the models."""
    return Block(
        "",
        [
            Dot(model["sg_score"], model["sg_interval"]["ci_low"], model["sg_interval"]["ci_high"], label=label)
            for model, label in zip(scored.models, scored.labels, strict=True)
        ],
    )


def draw_forest(
    sections: Sequence[Section],
    looks: Sequence[Look],
    *,
    xlabel: str,
    width: float | str | None = None,
    height: float | None = None,
) -> ResultFigure:
    """Draw sections of blocks of dots, below each other; in two columns where they are many and the figure is wide.

    Parameters
    ----------
    sections : sequence of Section
    looks : sequence of Look
        Of the dots of a block.
    xlabel : str
    width, height : optional
        In mm.
    """
    pitch = pitch_of(len(looks))
    total = sum(section.height(pitch) for section in sections)
    wide = width_mm(width, "double" if total > _MOST_IN_ONE else "single")
    columns = [list(sections)] if total <= _MOST_IN_ONE or wide < _TWO_COLUMNS else _halves(sections, pitch)
    tall = max(sum(section.height(pitch) for section in column) for column in columns)
    figure = new_figure(wide, height, default_height=tall + _BELOW)
    frames = figure.subplots(1, len(columns), squeeze=False)[0]
    room = wide / len(columns) * _LABELS * 72 / 25.4
    for axes, column in zip(frames, columns, strict=True):
        _column(axes, column, looks, pitch, room)
        axes.set_ylim(tall, 0)
        axes.set_xlabel(xlabel)
    return figure


_MOST_IN_ONE = 150.0  # mm
_TWO_COLUMNS = 150.0
_LABELS = 0.42
"""Share of a column's width that labels may take."""


def _halves(sections: Sequence[Section], pitch: float) -> list[list[Section]]:
    """Part sections in two columns of about one height; one of the middle may go on in the second."""
    total = sum(section.height(pitch) for section in sections)
    first: list[Section] = []
    rest = list(sections)
    used = 0.0
    while rest and used + rest[0].height(pitch) <= total / 2 + _SLACK:
        used += rest[0].height(pitch)
        first.append(rest.pop(0))
    if rest and total - 2 * used > _UNEVEN * total:  # too uneven: the next section is parted
        section = rest.pop(0)
        n = len(section.blocks)
        cut = min(
            range(1, n),
            key=lambda i: abs(used + Section(section.heading, section.blocks[:i]).height(pitch) - total / 2),
            default=0,
        )
        if cut:
            first.append(Section(section.heading, section.blocks[:cut]))
            section = Section(f"{section.heading} (cont.)", section.blocks[cut:])
        rest.insert(0, section)
    return [first, rest] if first and rest else [list(sections)]


_SLACK = 6.0  # mm by which the first column may be the longer one
_UNEVEN = 0.12


def _column(axes: Axes, sections: Sequence[Section], looks: Sequence[Look], pitch: float, room: float) -> None:
    ticks: list[tuple[float, str, str, bool]] = []
    coloured = len({look.colour for look in looks}) > 1
    y = 0.0
    for section in sections:
        if section.heading:
            ticks.append((y + _HEADING / 2, narrowed(section.heading, room / _BOLD, _SIZE), INK, True))
            y += _HEADING
        for place, block in enumerate(section.blocks):
            step = pitch if block.label else _LABELLED
            tall = block.height(pitch)
            if block.label:
                ticks.append((y + tall / 2, with_count(block.label, block.count, room), INK, False))
            if place % 2 == 0 and len(section.blocks) > 1:
                axes.axhspan(y - _gap(block) / 2, y + tall + _gap(block) / 2, color=_BAND, linewidth=0, zorder=0)
            if block.chance is not None:
                axes.plot(
                    [block.chance] * 2,
                    [y - _gap(block) / 2 + 0.15, y + tall + _gap(block) / 2 - 0.15],
                    color=GREY,
                    linewidth=1.0,
                    linestyle=(0, (2.0, 1.0)) if block.is_upper_bound else "-",
                    solid_capstyle="butt",
                    dash_capstyle="butt",
                    zorder=1,
                    gid="chance",
                )
            for row, (dot, look) in enumerate(zip(block.dots, looks, strict=True)):
                middle = y + (row + 0.5) * step
                if dot is not None and dot.label:
                    ticks.append(
                        (middle, narrowed(dot.label, room, _SIZE), dark(look.colour) if coloured else INK, False)
                    )
                _dot(axes, dot, look, middle, small=step < 2.5)
            y += tall + _gap(block)
        y += _AFTER
    axes.set_yticks([tick[0] for tick in ticks], [tick[1] for tick in ticks], fontsize=_SIZE)
    for label, (_, _, colour, bold) in zip(axes.get_yticklabels(), ticks, strict=True):
        label.set_color(colour)
        label.set_fontweight("bold" if bold else "normal")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    share_axis(axes, "x")
    axes.grid(axis="x")


_BAND = "#f4f4f4"
_SIZE = 7.0
_BOLD = 1.12  # times as wide as type that is not


def _dot(axes: Axes, dot: Dot | None, look: Look, y: float, *, small: bool) -> None:
    if dot is None or dot.value is None:
        axes.plot([0.0, 0.035], [y, y], color=look.colour, linewidth=0.6, linestyle=(0, (1, 1)), gid="missing")
        return
    if dot.low is not None and dot.high is not None:
        draw_interval(axes, y, dot.low, dot.high, colour=look.colour, upright=False)
    if dot.undefined:
        axes.plot(
            [dot.value, dot.value + dot.undefined],
            [y, y],
            color=look.colour,
            linestyle=":",
            linewidth=0.9,
            gid="undefined",
        )
    axes.plot(
        [dot.value],
        [y],
        linestyle="none",
        **{**look.of_points, "markerfacecolor": "white" if dot.is_open else look.colour},
        markersize=3.0 if small else 4.0,
        zorder=3,
        clip_on=False,
        gid="score",
    )
    if dot.note:
        axes.annotate(
            dot.note,
            xy=(1, y),
            xycoords=("axes fraction", "data"),
            xytext=(4, 0),
            textcoords="offset points",
            fontsize=_SIZE,
            color=GREY,
            va="center",
            ha="left",
            annotation_clip=False,
            gid="note",
        )
