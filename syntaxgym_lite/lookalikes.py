"""Names that look the same and are not: letters composed otherwise, or of another script, and what cannot be seen."""

from __future__ import annotations

import difflib
import unicodedata

__all__ = ["LATIN_LOOKALIKES", "how_they_differ", "looks"]

LATIN_LOOKALIKES = str.maketrans(
    "асеорхуіјѕһАВЕКМНОРСТХІЈЅ" + "ονΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aceopxyijshABEKMHOPCTXIJS" + "ovABEZHIKMNOPTYX",
)
"""Cyrillic and Greek letters that look like Latin ones."""

_QUOTES = str.maketrans("‘’‚‛ʼ′“”„‟″", "''''''" + '"""""')
_VARIANTS = ("<noBreak>", "<wide>", "<narrow>", "<compat>", "<font>")  # of characters that look like plain ones
_MOST_SHOWN = 3  # characters


def looks(text: str) -> str:
    r"""Give what texts that look the same have in common.

    Examples
    --------
    >>> looks("mot\u00a0cl\u0435\u0301") == looks("mot cl\u00e9")  # a no-break space, a Cyrillic letter and an accent
    True
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    plain = "".join(map(_plain, unicodedata.normalize("NFD", text)))
    return " ".join(unicodedata.normalize("NFC", plain).split())


def _plain(char: str) -> str:
    """What a reader sees of a character."""
    if char.isspace():
        return " "
    category = unicodedata.category(char)
    if category in ("Cf", "Cc") or "\ufe00" <= char <= "\ufe0f":  # the last choose between shapes
        return ""
    if category == "Pd" or char == "\u2212":  # dashes, minus
        return "-"
    if unicodedata.decomposition(char).startswith(_VARIANTS):
        char = unicodedata.normalize("NFKD", char)
    return char.translate(_QUOTES).translate(LATIN_LOOKALIKES)


def how_they_differ(this: str, other: str) -> str:
    r"""Say in what a name differs from another that looks the same.

    Parameters
    ----------
    this, other : str
        What was written, and what it was probably meant to be.

    Returns
    -------
    str
        Sentences; empty if the two are equal, or can be told apart by eye.

    Examples
    --------
    >>> print(how_they_differ("no\u00a0comma", "no comma"))
    It looks the same, but has U+0020 (space) where this has U+00A0 (no-break space). Copy the name from there.
    >>> how_they_differ("comma", "coma")
    ''
    """
    if this == other or looks(this) != looks(other):
        return ""
    here, there = _first_difference(this, other)
    differs = f"has {_named(there)} where this has {_named(here)}"
    if unicodedata.normalize("NFC", this) == unicodedata.normalize("NFC", other):
        return (
            f"It looks the same, but its letters are composed otherwise (another Unicode normal form): it {differs}. "
            "Copy the name from there, or bring both texts into normal form C."
        )
    return f"It looks the same, but {differs}. Copy the name from there."


def _first_difference(this: str, other: str) -> tuple[str, str]:
    """The first stretch in which two texts differ, of each; with its base where an accent is a character of its own."""
    matcher = difflib.SequenceMatcher(None, this, other, autojunk=False)
    for kind, start, end, other_start, other_end in matcher.get_opcodes():
        if kind != "equal":
            return this[start:end], other[other_start:other_end]
    return "", ""  # pragma: no cover


def _named(text: str) -> str:
    shown = [f"U+{ord(char):04X} ({unicodedata.name(char, 'no name').lower()})" for char in text[:_MOST_SHOWN]]
    return " ".join(shown) + (" ..." if len(text) > _MOST_SHOWN else "") if text else "nothing"
