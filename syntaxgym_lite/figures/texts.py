"""How wide a text is, and how it is cut and broken to fit."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import lru_cache

from matplotlib.ft2font import FT2Font

from .fonts import families, font_file, letters_of
from .style import MM_PER_POINT, SMALL_PT

__all__ = ["cut_short", "in_lines", "text_width", "told_apart", "wrap_label"]


def wrap_label(text: str, *, mm: float = 27.0, size: float = SMALL_PT) -> str:
    """Break a name into at most three lines of a width; shorten what is longer still."""
    width = mm / MM_PER_POINT
    lines = in_lines(text, width, size)
    if len(lines) > 3:
        lines = [*lines[:2], "".join(lines[2:])]
    return "\n".join(cut_short(line, max(4, int(width / (size * 0.55)))) for line in lines)


def cut_short(text: str, length: int) -> str:
    """Shorten a text in its middle, where it says least."""
    if len(text) <= length:
        return text
    head = (length - 1) * 2 // 3
    return f"{text[:head].rstrip()}…{text[len(text) - (length - 1 - head) :].lstrip()}"


def told_apart(names: Sequence[str], length: int) -> list[str]:
    """Shorten names so that those that differ still do: in the middle, else to what follows the words they share.

    Examples
    --------
    >>> told_apart(["noun number 1 of the clause", "noun number 2 of the clause"], 16)
    ['…1 of the clause', '…2 of the clause']
    """
    found = [cut_short(name, length) for name in names]
    for short in dict.fromkeys(found):
        places = [place for place, own in enumerate(found) if own == short]
        if len({names[place] for place in places}) < 2:
            continue
        columns = zip(*(names[place] for place in places), strict=False)
        shared = sum(1 for _ in itertools.takewhile(lambda column: len(set(column)) == 1, columns))
        start = max(names[places[0]].rfind(sign, 0, shared) for sign in " _-/") + 1
        for place in places:
            rest = names[place][start:]
            cut = rest if len(rest) < length else f"{rest[: length - 2].rstrip()}…"
            found[place] = f"…{cut}" if start else cut
    return found


_BREAKS = re.compile(r"(?<=[_/+-])|(?<=[a-z])(?=[A-Z])|(?<=[\u3000-\u9fff\uac00-\ud7af])")


def in_lines(text: str, width: float, size: float) -> list[str]:
    """Break a text into lines of a width in points: at blanks; a word that is wider, within it, if it has a place."""
    lines, line = [], ""
    for word in text.split(" "):
        if line and text_width(f"{line} {word}", size) > width:
            lines.append(line)
            line = ""
        if text_width(word, size) <= width:
            line = f"{line} {word}" if line else word
            continue
        for piece in _BREAKS.split(f" {word}" if line else word):
            if line and text_width(line + piece, size) > width:
                lines.append(line)
                line = piece.lstrip()
            else:
                line += piece
    return [*lines, line]


def text_width(text: str, size: float) -> float:
    """Width of a line in points, in the style's fonts; without kerning, which makes it a little less."""
    paths = tuple(font_file(family) for family in families())
    return sum(_advance(char, paths) for char in text) * size


@lru_cache(maxsize=10_000)
def _advance(char: str, paths: tuple[str, ...]) -> float:
    """Width of a character in type of size 1, in the first font that has it."""
    path = next((path for path in paths if ord(char) in letters_of(path)), paths[0])
    return float(_font(path).load_char(ord(char)).linearHoriAdvance) / 65536 / _SIZE_OF_FONTS


_SIZE_OF_FONTS = 100


@lru_cache(maxsize=100)
def _font(path: str) -> FT2Font:
    font = FT2Font(path)  # not matplotlib's own, whose size is what was last drawn
    font.set_size(_SIZE_OF_FONTS, 72)
    return font
