"""Labels beside dots, where there is room for them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.transforms import Bbox

from .canvas import ResultFigure
from .looks import dark

__all__ = ["Labelled", "label_dots", "overlap"]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A dot, and what to write beside it.

    Parameters
    ----------
    x, y : float
        In data coordinates.
    text : str
        ``""``: nothing; but no other label may lie on it.
    colour : str
    """

    x: float
    y: float
    text: str
    colour: str


_SIZE = 7.0
_RADIUS = 2.6  # points from the middle of a dot that nothing may lie on
_AWAY = (0.0, 4.0, 9.0, 15.0, 23.0, 33.0, 45.0, 60.0)
"""Points beyond the dot's edge at which a place is tried; from the second on a line leads there."""
_DIRECTIONS = (0, 45, -45, 90, -90, 135, -135, 180, 22, -22, 68, -68, 112, -112, 158, -158)
"""Degrees, the first that has room is taken: to the right, as one reads."""


def label_dots(
    axes: Axes,
    dots: Sequence[Labelled],
    *,
    lines: Sequence[tuple[float, float, float, float]] = (),
    needed: bool = True,
) -> None:
    """Write labels beside dots so that none lies on another, on a dot or outside the axes.

    Parameters
    ----------
    axes : Axes
    dots : sequence of Labelled
        In the order of their importance.
    lines : sequence of (x, y, x, y), optional
        What labels should rather not lie on, in data coordinates: intervals.
    needed : bool, optional
        Whether a label is written even where there is no room for it; else it is left out.
    """
    figure = axes.get_figure(root=True)
    assert isinstance(figure, ResultFigure)
    figure.later(lambda: _place(axes, dots, lines, needed=needed))


def overlap(one: Bbox, other: Bbox) -> float:
    """Give the area that two boxes share, in square pixels."""
    width = float(min(one.x1, other.x1) - max(one.x0, other.x0))
    height = float(min(one.y1, other.y1) - max(one.y0, other.y0))
    return max(width, 0.0) * max(height, 0.0)


def _place(
    axes: Axes, dots: Sequence[Labelled], lines: Sequence[tuple[float, float, float, float]], *, needed: bool
) -> None:
    figure = axes.get_figure(root=True)
    assert figure is not None
    pixels = figure.dpi / 72
    axes.apply_aspect()  # which else waits until the figure is drawn
    frame = axes.get_window_extent()
    centres = [(float(x), float(y)) for x, y in (axes.transData.transform((dot.x, dot.y)) for dot in dots)]
    edge = _RADIUS * pixels
    taken = [Bbox.from_extents(x - edge, y - edge, x + edge, y + edge) for x, y in centres]
    minor = []
    for x0, y0, x1, y1 in lines:
        (left, low), (right, high) = axes.transData.transform([(x0, y0), (x1, y1)])
        minor.append(
            Bbox.from_extents(min(left, right) - 1, min(low, high) - 1, max(left, right) + 1, max(low, high) + 1)
        )
    for dot, (x, y) in zip(dots, centres, strict=True):
        if not dot.text:
            continue
        text = axes.text(0, 0, dot.text, fontsize=_SIZE)
        box = text.get_window_extent()
        text.remove()
        width, height = box.width + 2 * pixels, box.height * 0.97
        best: tuple[float, Bbox, float] | None = None
        for away in _AWAY:
            for degrees in _DIRECTIONS:
                one = _box_at(x, y, width, height, edge + away * pixels, math.radians(degrees))
                cost = 4.0 * sum(overlap(one, other) for other in taken) + 1e6 * _outside(one, frame)
                cost += sum(overlap(one, other) for other in minor) + 0.02 * away
                if away > 0:  # what leads there may not seem to come from another dot
                    cost += 20.0 * sum(_passes((x, y), one, other, edge) for other in centres if other != (x, y))
                if best is None or cost < best[0] - 1e-6:
                    best = (cost, one, away)
            if best is not None and best[0] < 1.0 + 0.02 * away:
                break
        assert best is not None
        cost, one, away = best
        if not needed and sum(overlap(one, other) for other in taken) > 1.0:
            continue
        taken.append(one)
        _write(axes, dot, one, (x, y), pixels, led=away > 0)


def _box_at(x: float, y: float, width: float, height: float, distance: float, angle: float) -> Bbox:
    """The box of a label whose nearest edge is so far from a dot, in this direction."""
    cos, sin = math.cos(angle), math.sin(angle)
    middle_x = x + cos * distance + (width / 2 if cos > 0.2 else -width / 2 if cos < -0.2 else 0.0)
    middle_y = y + sin * (distance + height / 2)
    return Bbox.from_extents(middle_x - width / 2, middle_y - height / 2, middle_x + width / 2, middle_y + height / 2)


def _outside(box: Bbox, frame: Bbox) -> float:
    """How much of a box is outside of the frame, in square pixels."""
    return float(box.width * box.height) - overlap(box, frame)


def _passes(dot: tuple[float, float], box: Bbox, other: tuple[float, float], near: float) -> bool:
    """Whether the line from a dot to the middle of its label passes so near to another dot."""
    x, y = (box.x0 + box.x1) / 2 - dot[0], (box.y0 + box.y1) / 2 - dot[1]
    to_x, to_y = other[0] - dot[0], other[1] - dot[1]
    length = x * x + y * y
    share = min(max((to_x * x + to_y * y) / length, 0.0), 1.0) if length else 0.0
    return math.hypot(to_x - share * x, to_y - share * y) < near


def _write(axes: Axes, dot: Labelled, box: Bbox, at: tuple[float, float], pixels: float, *, led: bool) -> None:
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    label = axes.annotate(
        dot.text,
        xy=(dot.x, dot.y),
        xytext=((x - at[0]) / pixels, (y - at[1]) / pixels),
        textcoords="offset points",
        fontsize=_SIZE,
        color=dark(dot.colour),
        ha="center",
        va="center",
        arrowprops={"arrowstyle": "-", "color": dot.colour, "linewidth": 0.4, "shrinkA": 0, "shrinkB": 2}
        if led
        else None,
        annotation_clip=False,
        gid="label",
        zorder=4,
    )
    label.set_in_layout(False)
