"""Names of regions below an axis, with the words of an example, each as far as there is room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes

from .canvas import figure_of
from .style import CURRENT, GREY, SMALL_PT
from .texts import cut_short, in_lines, text_width, told_apart

__all__ = ["WORDS_PT", "region_ticks"]


def region_ticks(axes: Axes, names: Sequence[str], words: Sequence[str] | None = None) -> None:
    """Name regions on the x axis, at 0, 1, ..., with an example's words under the names in small grey type.

    Names and words are broken into lines where they do not fit; turned upright where lines do not help; cut_short where
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
    figure_of(axes).later(lambda: _fit_ticks(axes, names, examples))


_SMALLEST_PT = 5.0


_LINE = 1.25  # height of a line of type of size 1, with what parts it from the next


_LONGEST_LABEL = 24


_LONGEST_WORDS = 26


WORDS_PT = 6.0


def _fit_ticks(axes: Axes, names: Sequence[str], words: Sequence[str]) -> None:
    pitch = axes.get_window_extent().width * 72 / axes.figure.dpi / max(len(names), 1) - 3  # points
    size = float(CURRENT["xtick.labelsize"]) if not isinstance(CURRENT["xtick.labelsize"], str) else SMALL_PT
    as_lines = [in_lines(name, pitch, size) for name in names]
    word_lines = [in_lines(text, pitch, WORDS_PT) for text in words]
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
            _words(axes, place, cut_short(text, _LONGEST_WORDS), 3, rotation=90, right=size * _LINE / 2)


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
