"""Intervals, and the shade behind a critical region."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from matplotlib.axes import Axes

from .style import INK, SHADE

__all__ = ["draw_interval", "shade"]


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
