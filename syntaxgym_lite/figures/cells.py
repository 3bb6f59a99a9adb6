"""Tables of numbers in shaded cells: rows in sections, columns named above, hatched where there is nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.patches import Rectangle
from matplotlib.typing import ColorType

from .scored import narrowed, with_count
from .style import GREY
from .texts import in_lines, text_width

__all__ = ["ABOVE", "BELOW", "Row", "ShadedCell", "cell_text", "draw_cells"]

ABOVE = LinearSegmentedColormap.from_list("above", ["#ffffff", "#cfe3f3", "#7fb3dc", "#2f7fbb", "#0a4a80"])
"""From nothing to all: darker is more, in grey as well."""
BELOW = LinearSegmentedColormap.from_list("below", ["#ffffff", "#fbe0c4", "#f2b277"])
"""The same on the other side of nothing; never so dark that black type is hard to read."""


@dataclass(frozen=True, slots=True)
class ShadedCell:
    """A number in its cell.

    Parameters
    ----------
    text : str
        ``""``: there is none, and the cell is hatched.
    shade : float or None
        From -1 to 1; None: no shade.
    bold : bool, optional
    """

    text: str
    shade: float | None = None
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cells, or a heading, which has none.

    Parameters
    ----------
    label : str
    cells : sequence of ShadedCell or None, optional
        None: there is nothing to tell.
    count : int or str, optional
        In brackets behind the label.
    """

    label: str
    cells: Sequence[ShadedCell | None] = ()
    count: int | str = ""

    @property
    def name(self) -> str:
        """The label with what is behind it."""
        return f"{self.label} ({self.count})" if self.count != "" else self.label


ROW_MM, HEADING_MM = 3.5, 5.2


def cell_text(value: float | None) -> str:
    """Write a share or a correlation in a narrow cell.

    Examples
    --------
    >>> cell_text(0.823), cell_text(1.0), cell_text(-0.25), cell_text(None)
    ('.82', '1.00', '−.25', '')
    """
    if value is None:
        return ""
    text = f"{abs(value):.2f}"
    sign = "−" if value < 0 and text != "0.00" else ""
    return sign + (text[1:] if text.startswith("0") else text)


def height_of(rows: Sequence[Row]) -> float:
    """In mm."""
    return sum(ROW_MM if row.cells else HEADING_MM for row in rows)


def height_of_names(columns: Sequence[str], cell_mm: float) -> float:
    """In mm, of the names of columns."""
    shown, upright = _names_of_columns(columns, cell_mm * 72 / 25.4)
    lines = max(name.count("\n") + 1 for name in shown)
    points = max(text_width(name, 7.0) for name in shown) if upright else lines * 7.0 * 1.25
    return points * 25.4 / 72 + 1.5


def draw_cells(axes: Axes, rows: Sequence[Row], columns: Sequence[str], *, label_room: float, cell_mm: float) -> None:
    """Draw a table; the axes are to be `height_of(rows)` mm high.

    Parameters
    ----------
    axes : Axes
    rows : sequence of Row
    columns : sequence of str
        Names above.
    label_room : float
        Points that names of rows may take.
    cell_mm : float
        Width of a cell, by which names of columns are laid out and type is chosen.
    """
    room = cell_mm * 72 / 25.4
    longest = max((text_width(cell.text, 1) for row in rows for cell in row.cells if cell), default=1.0)
    size = min(7.0, 0.92 * room / max(longest, 0.1))
    y, ticks = 0.0, []
    for row in rows:
        tall = ROW_MM if row.cells else HEADING_MM
        ticks.append((y + (tall / 2 if row.cells else tall - ROW_MM / 2), row))
        for x, cell in enumerate(row.cells):
            if cell is not None:
                _cell(axes, x, y, cell, size)
        y += tall
    axes.set_yticks(
        [at for at, _ in ticks], [with_count(row.label, row.count, label_room) for _, row in ticks], fontsize=7.0
    )
    for label, (_, row) in zip(axes.get_yticklabels(), ticks, strict=True):
        label.set_fontweight("normal" if row.cells else "bold")
    axes.set_xlim(0, len(columns))
    axes.set_ylim(y, 0)
    _name_columns(axes, columns, room)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def ink_on(colour: ColorType) -> str:
    """Give what can be read on a colour: white or black, whichever has more contrast (by WCAG's relative luminance).

    Examples
    --------
    >>> ink_on("white"), ink_on("navy")
    ('#000000', '#ffffff')
    """
    rgb = np.array(to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    luminance = float(linear @ [0.2126, 0.7152, 0.0722])
    return "#ffffff" if 1.05 / (luminance + 0.05) > (luminance + 0.05) / _OF_BLACK else "#000000"


_OF_BLACK = 0.05  # of black: ink, a dark grey, has less than 4.5 to 1 on some


def _cell(axes: Axes, x: float, y: float, cell: ShadedCell, size: float) -> None:
    colour = "#ffffff" if cell.shade is None else (ABOVE if cell.shade >= 0 else BELOW)(min(abs(cell.shade), 1.0))
    is_empty = not cell.text
    axes.add_patch(
        Rectangle(
            (x, y),
            1,
            ROW_MM,
            facecolor="#ffffff" if is_empty else colour,
            edgecolor="#c8c8c8" if is_empty else "#ffffff",
            linewidth=0.0 if is_empty else 0.5,
            hatch="//////" if is_empty else None,
            gid="empty" if is_empty else "cell",
        )
    )
    if not is_empty:
        axes.text(
            x + 0.5,
            y + ROW_MM / 2,
            cell.text,
            ha="center",
            va="center_baseline",
            fontsize=size,
            color=ink_on(colour),
            fontweight="bold" if cell.bold else "normal",
            gid="number",
        )


def _names_of_columns(columns: Sequence[str], room: float) -> tuple[list[str], bool]:
    """What stands above columns, in lines or upright."""
    lines = [in_lines(name, room - 2, 7.0) for name in columns]
    flat = all(len(own) <= 2 and all(text_width(line, 7.0) <= room - 2 for line in own) for own in lines)
    return (
        ["\n".join(own) for own in lines] if flat else [narrowed(name, _TALLEST, 7.0) for name in columns]
    ), not flat


def _name_columns(axes: Axes, columns: Sequence[str], room: float) -> None:
    shown, upright = _names_of_columns(columns, room)
    axes.xaxis.tick_top()
    axes.set_xticks([place + 0.5 for place in range(len(columns))], shown, fontsize=7.0, rotation=90 if upright else 0)


_TALLEST = 110.0  # points


def scale_mm() -> float:
    """Height that a strip below a table takes, with its label."""
    return 13.0


def draw_scale(axes: Axes, label: str, low: str, middle: str, high: str, *, both: bool) -> None:
    """Draw what shades mean, as a strip.

    Parameters
    ----------
    axes : Axes
    label : str
        Below it.
    low, middle, high : str
        At its ends, and where no shade is.
    both : bool
        Whether it has a part below nothing.
    """
    values = np.linspace(-1 if both else 0, 1, 200)
    colours = np.array([(ABOVE if value >= 0 else BELOW)(abs(value)) for value in values])
    axes.imshow(colours[None, :, :], aspect="auto", extent=(float(values[0]), 1, 0, 1), interpolation="nearest")
    axes.set_yticks([])
    axes.set_xticks([-1, 0, 1] if both else [0, 1], [low, middle, high] if both else [middle, high])
    axes.set_xlabel(label)
    for spine in axes.spines.values():
        spine.set_visible(True)
        spine.set_linewidth(0.4)
        spine.set_color(GREY)
