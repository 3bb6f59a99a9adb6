"""Fonts that have the letters of what is drawn, and a word where none has."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from matplotlib import font_manager
from matplotlib.figure import Figure
from matplotlib.ft2font import FT2Font
from matplotlib.text import Text

from ..errors import SgliteWarning
from .style import CURRENT

__all__ = ["choose_fonts", "families", "font_file", "letters_of", "no_word_of_glyphs", "warn_of_glyphs"]


@lru_cache(maxsize=1000)
def letters_of(path: str) -> frozenset[int]:
    """Code points of which a font has glyphs."""
    try:
        return frozenset(FT2Font(path).get_charmap())
    except (RuntimeError, OSError):
        return frozenset()


_PREFERRED = ("Noto Sans", "Noto", "Source Han", "WenQuanYi", "IPA", "Nanum", "Droid", "Arial", "FreeSans")


def choose_fonts(text: Iterable[str]) -> None:
    """Add fonts of this computer to the style's for characters that those do not have; call it within `styled`."""
    needed = {ord(char) for piece in text for char in piece if ord(char) > 0x7F}
    own = families()
    missing = needed - set().union(*(letters_of(font_file(family)) for family in own))
    if not missing:
        return
    others: dict[str, str] = {}
    for entry in sorted(font_manager.fontManager.ttflist, key=lambda entry: (entry.name, entry.fname)):
        if entry.name.replace(" ", "").lstrip(".").startswith("LastResort"):
            continue  # it shows a box for every character there is
        if entry.style == "normal" and str(entry.weight) in ("400", "normal", "regular"):
            others.setdefault(entry.name, entry.fname)
    ranked = sorted(
        others, key=lambda name: next((i for i, first in enumerate(_PREFERRED) if name.startswith(first)), 99)
    )
    for name in ranked:
        if missing & letters_of(others[name]):
            own.append(name)
            missing -= letters_of(others[name])
        if not missing:
            break
    CURRENT["font.family"] = own


def families() -> list[str]:
    """Families of the style, in order, by the names of fonts."""
    found: list[str] = []
    for family in CURRENT["font.family"]:
        found += CURRENT.get(f"font.{family}", [family]) if family in _GENERIC else [family]
    return found


_GENERIC = ("serif", "sans-serif", "cursive", "fantasy", "monospace")


@lru_cache(maxsize=100)
def font_file(family: str) -> str:
    """Where the file of a family of fonts is."""
    import logging

    logger = logging.getLogger("matplotlib.font_manager")
    level = logger.level
    logger.setLevel(logging.ERROR)  # that it has not found one, which nobody asked for
    try:
        # a list, as a name alone is read as a pattern, in which hyphens and colons mean something
        return str(font_manager.findfont(font_manager.FontProperties(family=[family]), fallback_to_default=True))
    finally:
        logger.setLevel(level)


@contextmanager
def no_word_of_glyphs() -> Iterator[None]:
    """Silence matplotlib's own warnings of glyphs, one a character; ours is one for all."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph \d+", category=UserWarning)
        warnings.filterwarnings("ignore", message="constrained_layout not applied", category=UserWarning)
        yield


def warn_of_glyphs(figure: Figure) -> None:
    """Say which characters of a figure no font here has."""
    shown = {
        char for text in figure.findobj(Text) for char in text.get_text() if ord(char) > 0x7F and char.isprintable()
    }
    if not shown:
        return
    have = set().union(*(letters_of(font_file(family)) for family in families()))
    missing = sorted(char for char in shown if ord(char) not in have)
    if missing:
        some = " ".join(missing[:8]) + (" ..." if len(missing) > 8 else "")
        warnings.warn(
            f"No font here has {some}; PNG and PDF show boxes instead. Install a font that has them, such as Noto Sans "
            "(CJK), or name one in a file of `style` ('font.family: NAME'). In SVG text is text: whoever has a font "
            "sees it.",
            SgliteWarning,
            stacklevel=2,
        )
