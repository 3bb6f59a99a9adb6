"""How the lines of conditions and models look, so that they differ in more than colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..formula.factors import Factor
from .style import COLOURS, CURRENT, INK, LINE_STYLES, MARKER_SHAPES

__all__ = ["Look", "condition_looks", "dark", "looks_of", "palette"]


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
            "markerfacecolor": self.colour if self.filled else CURRENT["axes.facecolor"],
            "markeredgecolor": self.colour,
            "markeredgewidth": 0.8,
        }


def palette() -> list[str]:
    """Colours of the style."""
    colours: list[str] = CURRENT["axes.prop_cycle"].by_key().get("color", list(COLOURS))
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


def dark(colour: str) -> str:
    """A colour dark enough for small type on white (4.5 to 1, by WCAG's luminance)."""
    from matplotlib.colors import to_hex, to_rgb

    rgb = np.array(to_rgb(colour))
    for share in np.linspace(1, 0, 21):
        linear = np.where(rgb * share <= 0.04045, rgb * share / 12.92, ((rgb * share + 0.055) / 1.055) ** 2.4)
        if 1.05 / (float(linear @ [0.2126, 0.7152, 0.0722]) + 0.05) >= 4.5:
            return str(to_hex(rgb * share))
    return INK
