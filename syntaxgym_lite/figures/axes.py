"""Axes of shares, from 0 to 1, and of amounts, logarithmic, with ticks that people can read: 1M, 10M, 100M."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, NullFormatter, NullLocator

__all__ = ["amount", "log_axis", "log_ticks", "share_axis"]

_UNITS = ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k"))


def amount(value: float) -> str:
    """Write a number as short as people do.

    Examples
    --------
    >>> [amount(value) for value in (0, 0.5, 98.35, 1000, 4_800_000, 42e6, 1e9)]
    ['0', '0.5', '98.3', '1k', '4.8M', '42M', '1B']
    """
    for size, letter in _UNITS:
        if value >= size * 0.9995:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def log_ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Choose ticks of a logarithmic axis: powers of ten; between them 2 and 5, or all, where those are few.

    Parameters
    ----------
    low, high : float
        Ends of the axis, above 0.
    most : int, optional

    Examples
    --------
    >>> log_ticks(30, 600), log_ticks(40, 60)
    ([50.0, 100.0, 200.0, 500.0], [40.0, 50.0, 60.0])
    """
    decades = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1)
    chosen: list[float] = []
    for steps in ((1,), (1, 3), (1, 2, 5), tuple(range(1, 10))):
        found = [float(step) * 10.0**decade for decade in decades for step in steps]
        within = [value for value in found if low * 0.999 <= value <= high * 1.001]
        if len(within) > most and chosen:
            break
        chosen = within
    while len(chosen) > most:
        chosen = chosen[::2]
    return chosen


def log_axis(axes: Axes, which: Literal["x", "y"], values: Sequence[float], *, margin: float = 0.06) -> None:
    """Make an axis logarithmic, with room beyond the values; one that holds 0 is linear below the least other value.

    Parameters
    ----------
    axes : Axes
    which : {"x", "y"}
    values : sequence of float
        What is drawn, not below 0.
    margin : float, optional
        Room beyond the ends, as a share of the axis.
    """
    positive = [value for value in values if value > 0]
    low, high = (min(positive), max(positive)) if positive else (1.0, 10.0)
    axis = axes.xaxis if which == "x" else axes.yaxis
    if low == high:
        low, high = low / 2, high * 2
    wider = (high / low) ** margin
    own = sorted(set(positive))
    apart = min((b / a for a, b in itertools.pairwise(own)), default=math.inf)
    few = len(own) <= _MOST_OWN and math.log(apart) > _LEAST_APART * math.log(high / low)
    ticks = own if few and len(own) > 1 else log_ticks(low / wider, high * wider)
    set_scale = axes.set_xscale if which == "x" else axes.set_yscale
    set_ends = axes.set_xlim if which == "x" else axes.set_ylim
    if len(positive) < len(values):
        set_scale("symlog", linthresh=low, linscale=0.5)
        set_ends(-low * 0.3, high * wider)
        ticks = [0.0, *(tick for tick in ticks if tick >= low)]
    else:
        set_scale("log")
        set_ends(low / wider, high * wider)
    axis.set_major_locator(FixedLocator(ticks))
    axis.set_minor_locator(NullLocator())
    axis.set_minor_formatter(NullFormatter())
    axis.set_major_formatter(lambda value, _: amount(value))


_MOST_OWN = 6
"""Different values that can have a tick each."""
_LEAST_APART = 0.14
"""Share of the axis that ticks are to be apart."""


def share_axis(axes: Axes, which: Literal["x", "y"], *, least: Sequence[float] = (0.0, 1.0)) -> None:
    """Have an axis show shares, from 0 to 1, or as much of that as holds some values.

    Parameters
    ----------
    axes : Axes
    which : {"x", "y"}
    least : sequence of float, optional
        What is to be seen; quarters around it are.
    """
    low = max(math.floor(min(least) * 4) / 4, 0.0)
    high = min(max(math.ceil(max(least) * 4 + 0.1) / 4, low + 0.25), 1.0)
    low = min(low, high - 0.25)
    ticks = [quarter / 4 for quarter in range(5) if low <= quarter / 4 <= high]
    room = 0.03 * (high - low)
    (axes.set_xlim if which == "x" else axes.set_ylim)(low - room, high + room)
    set_ticks = axes.set_xticks if which == "x" else axes.set_yticks
    set_ticks(ticks, [_QUARTERS[tick] for tick in ticks])


_QUARTERS = {0.0: "0", 0.25: ".25", 0.5: ".5", 0.75: ".75", 1.0: "1"}
