"""Figures of a run: one function each, which takes results and gives a matplotlib Figure; saving is the caller's.

matplotlib is imported when a figure is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import InputError, did_you_mean

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..results import RunResult

__all__ = ["KINDS", "Kind", "Plots", "draw"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of figure.

    Parameters
    ----------
    name : str
        The module of this package that draws it, in a function `draw`.
    shows : str
        What one sees, for lists of kinds.
    """

    name: str
    shows: str


_KINDS: tuple[Kind, ...] = ()
KINDS: Mapping[str, Kind] = {kind.name: kind for kind in _KINDS}


def draw(kind: str, run: RunResult, **options: Any) -> Figure:
    """Draw a figure of a run.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    run : RunResult
    **options
        Of the kind; see its function.

    Raises
    ------
    InputError
        If there is no such kind, or it does not know an option, or the run has not what it shows.
    """
    if kind not in KINDS:
        raise InputError(f"There is no figure '{kind}'; there are {', '.join(KINDS)}.{did_you_mean(kind, KINDS)}")
    module = import_module(f"{__name__}.{KINDS[kind].name}")
    figure: Figure = module.draw(run, **options)
    return figure


class Plots:
    """The figures of a run: ``run.plot.regions(suite="npz")``.

    Parameters
    ----------
    run : RunResult
    """

    def __init__(self, run: RunResult) -> None:
        self._run = run
