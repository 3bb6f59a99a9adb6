"""Lower-case text, by the rules of its language, and keep where each letter came from.

Three languages have rules of their own for lower-casing in Unicode's SpecialCasing.txt; for all others, and for the
Greek final sigma, Python does what that file says.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias, get_args

from .errors import InputError

__all__ = ["CASING_LANGUAGES", "Lowercase", "lower_case", "lower_cased", "lowercase_option"]

_Language: TypeAlias = Literal["az", "lt", "tr"]
Lowercase: TypeAlias = bool | _Language
"""Whether text is lower-cased, or by the rules of which language."""
CASING_LANGUAGES: tuple[str, ...] = get_args(_Language)

_NOT_ABOVE = "".join(
    char for char in map(chr, range(0x300, 0x370)) if unicodedata.combining(char) not in (0, 230)
)  # marks elsewhere than above a letter
_ABOVE = "".join(char for char in map(chr, range(0x300, 0x370)) if unicodedata.combining(char) == 230)
_TURKIC = re.compile(f"İ|I([{_NOT_ABOVE}]*)\u0307|I")
_LITHUANIAN = re.compile(f"[ÌÍĨ]|[IJĮ](?=[{_NOT_ABOVE}]*[{_ABOVE}])")
_LITHUANIAN_ACCENTS = {"Ì": "i\u0307\u0300", "Í": "i\u0307\u0301", "Ĩ": "i\u0307\u0303"}


def lowercase_option(value: object) -> Lowercase:
    """Read the option `lowercase`.

    Raises
    ------
    InputError
        If it is neither a truth value nor a language with rules of its own.
    """
    if value in (False, True):  # 0 and 1 as well
        return bool(value)
    if value in CASING_LANGUAGES:
        return value  # type: ignore[return-value]  # one of them, as was just seen
    raise InputError(
        f"`lowercase={value}`: languages with rules of their own are {', '.join(CASING_LANGUAGES)}; for any other, "
        "give `lowercase` alone."
    )


def lower_case(text: str, how: Lowercase = True) -> str:
    """Lower-case a text.

    Parameters
    ----------
    text : str
    how : bool or {"az", "lt", "tr"}, optional
        False: leave it. Turkish and Azeri: ``I`` becomes ``ı``, and ``İ`` becomes ``i``, not ``i`` and a dot above.
        Lithuanian: ``i`` keeps its dot below a further accent.

    Examples
    --------
    >>> lower_case("ISPARTA"), lower_case("ISPARTA", "tr"), lower_case("İzmir", "tr")
    ('isparta', 'ısparta', 'izmir')
    """
    if how is False:
        return text
    if how is not True:
        text = "".join(letters for letters, _ in _pieces(text, how))
    return text.lower()


def lower_cased(text: str, how: Lowercase = True) -> tuple[str, Sequence[int]]:
    """Lower-case a text, and say where each of its characters stood; and, as a last place, where the text ends.

    Examples
    --------
    >>> lowered, places = lower_cased("İşte")
    >>> len(lowered), list(places)
    (5, [0, 0, 1, 2, 3, 4])
    """
    lowered = lower_case(text, how)
    if len(lowered) == len(text):
        return lowered, range(len(text) + 1)
    pieces = _pieces(text, how) if isinstance(how, str) else zip(text, range(len(text)), strict=True)
    places = [place for letters, place in pieces for letter in letters for _ in letter.lower()]
    return lowered, [*places, len(text)]


def _pieces(text: str, language: str) -> Iterator[tuple[str, int]]:
    """Give a text with what is special in a language put in lower case: piece by piece, each with its place."""
    done = 0
    for match in (_LITHUANIAN if language == "lt" else _TURKIC).finditer(text):
        yield from zip(text[done : match.start()], range(done, match.start()), strict=True)
        found, start, done = match[0], match.start(), match.end()
        if language == "lt":
            yield _LITHUANIAN_ACCENTS.get(found, f"{found.lower()}\u0307"), start
        elif len(found) == 1:
            yield "i" if found == "İ" else "ı", start
        else:  # the dot above is that of the small letter
            yield "i", start
            yield from zip(match[1], range(start + 1, done - 1), strict=True)
    yield from zip(text[done:], range(done, len(text)), strict=True)
