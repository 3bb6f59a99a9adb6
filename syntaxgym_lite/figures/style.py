"""How figures look: sizes of journals' columns, type and colours, as settings of matplotlib.

Imported when a figure is drawn, and matplotlib with it. Figures know nothing of pyplot, and nothing here outlasts its
``with`` statement: neither the settings of matplotlib nor open figures are anybody else's business.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib as mpl
from cycler import cycler
from matplotlib import style

from ..errors import InputError, did_you_mean

__all__ = [
    "COLOURS",
    "CURRENT",
    "DOUBLE_MM",
    "FONT_PT",
    "GREY",
    "INK",
    "LINE_STYLES",
    "MARKER_SHAPES",
    "MM_PER_INCH",
    "MM_PER_POINT",
    "SHADE",
    "SINGLE_MM",
    "SMALL_PT",
    "inches",
    "settings",
    "styled",
]


CURRENT: Any = mpl.rcParams  # whose keys later versions of matplotlib know as types, and earlier ones do not


_DEFAULTS: Any = mpl.rcParamsDefault


SINGLE_MM = 84.0
"""Width of a column of a journal page."""


DOUBLE_MM = 174.0
"""Width of two."""


MM_PER_INCH = 25.4


MM_PER_POINT = MM_PER_INCH / 72


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
    "figure.figsize": (SINGLE_MM / MM_PER_INCH, 60 / MM_PER_INCH),
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


@contextmanager
def settings(rc: Mapping[str, Any]) -> Iterator[None]:
    """Settings of matplotlib for the time of a ``with`` statement."""
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore", mpl.MatplotlibDeprecationWarning)  # of settings that it has itself given up
        CURRENT.update({key: value for key, value in rc.items() if key not in _NOT_OURS})
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
    with settings({**_DEFAULTS, **_RC}):
        if chosen is not None:
            CURRENT.update(_style(chosen))
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
    return mm / MM_PER_INCH
