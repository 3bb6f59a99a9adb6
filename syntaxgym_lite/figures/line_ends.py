"""Labels at the ends of lines, which stay apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from .canvas import figure_of
from .looks import dark
from .style import SMALL_PT

__all__ = ["label_ends", "spread"]


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

    figure_of(axes).later(apart, at_end=True)


def _is_far(moved: float, height: float) -> bool:
    return abs(moved) > 0.6 * height


def _offset(axes: Axes, start: float, end: float) -> float:
    """A distance along x in points, on whatever scale."""
    left, right = axes.get_xaxis_transform().transform([(start, 0), (end, 0)])[:, 0]
    return float(right - left) * 72 / axes.figure.dpi
