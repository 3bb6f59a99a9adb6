"""Letters that were read in a wrong encoding: ``cafÃ©`` for ``café``, ``isnâ€™t`` for ``isn’t``.

A file in UTF-8 writes a letter outside ASCII in two to four bytes. A program that reads them in an older encoding shows
each as a character of its own, and saves that. So such a text, written in the older encoding again, is UTF-8. Honest
text hardly ever is: its capitals stand where capitals do, and its marks of punctuation are not part of words. What is
left is told apart by what it becomes and by its neighbours.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

__all__ = ["looks_garbled", "ungarbled"]

_ENCODINGS = ("cp1252", "mac_roman", "cp1251", "cp1250", "cp1253", "cp1254")
"""In which programs read UTF-8 by mistake: of Windows for several scripts, and of the Mac."""
_TIMES = 3  # that a text was garbled one upon another
_SIGNS = frozenset("‘’“”‚„–—…•™€‹›«»·°£§©®½¼¾×²³ªº¿¡´\u00a0，。、！？：；「」（）")
_AT_WORDS = frozenset("‘’‚“”„‹›«»…–—")
"""Marks that stand at ends of words in honest text, and so after a capital as well."""


def _bytes_of(encoding: str) -> dict[str, int]:
    """Characters of the upper half of an encoding; where it has none, the control that programs put there."""
    found = {}
    for byte in range(0x80, 0x100):
        try:
            found[bytes([byte]).decode(encoding)] = byte
        except UnicodeDecodeError:
            found[chr(byte)] = byte
    return found


@dataclass(frozen=True, slots=True)
class _Encoding:
    """An encoding, and how UTF-8 looks that was read in it."""

    byte: Mapping[str, int]
    utf8: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        def among(low: int, high: int) -> str:
            return "[" + "".join(re.escape(char) for char, byte in self.byte.items() if low <= byte <= high) + "]"

        rest = among(0x80, 0xBF)
        one = f"{among(0xC2, 0xDF)}{rest}|{among(0xE0, 0xEF)}{rest}{{2}}|{among(0xF0, 0xF4)}{rest}{{3}}"
        object.__setattr__(self, "utf8", re.compile(f"(?:{one})+"))

    def repaired(self, text: str) -> tuple[str, bool]:
        """Read what looks like UTF-8 as UTF-8, and say whether some of it cannot have been meant as it stands."""
        sure = False

        def read(found: re.Match[str]) -> str:
            nonlocal sure
            try:
                decoded = bytes(self.byte[char] for char in found[0]).decode("utf-8")
            except UnicodeDecodeError:
                return found[0]
            sure = sure or _was_not_meant(found, decoded)
            return decoded

        return self.utf8.sub(read, text), sure


@lru_cache(maxsize=1)
def _encodings() -> tuple[_Encoding, ...]:
    return tuple(_Encoding(_bytes_of(name)) for name in _ENCODINGS)


def looks_garbled(text: str) -> bool:
    """Whether some of a text cannot have been meant as it stands."""
    return not text.isascii() and (_CUT_OFF.search(text) is not None or bool(_repaired(text, _TIMES)))


def ungarbled(text: str) -> str | None:
    """Give what a text was before it was read in a wrong encoding.

    Parameters
    ----------
    text : str

    Returns
    -------
    str or None
        None if it does not look garbled, or it cannot be told what it was.

    Examples
    --------
    >>> ungarbled("The cafÃ© isnâ€™t open"), ungarbled("Le café est « déjà » fermé…")
    ('The café isn’t open', None)
    """
    found = dict.fromkeys(one for one in _repaired(text, _TIMES) if not _LOOSE_ACCENT.search(_composed(one)))
    if len(found) != 1:
        return None
    [repaired] = found
    whole = _CUT_OFF.search(repaired) is None and all(
        encoding.repaired(repaired)[0] == repaired for encoding in _encodings()
    )
    return repaired if whole else None


_LOOSE_ACCENT = re.compile("[\u0300-\u036f]")
"""In composed text: on letters that have no such accent in any language. One of the encodings makes them of others."""


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


_CUT_OFF = re.compile(
    "(?<=[a-z])[ÃÂ](?!\\w)|â€|"
    + "|".join(
        rf"(?<=[{script}])[{leads}]|[{leads}]\s?(?=[{script}])"
        for leads, script in (
            ("×", "\u0590-\u05ff"),
            ("ÐÑ", "\u0400-\u04ff"),
            ("ØÙÚÛ", "\u0600-\u06ff"),
            ("ÎÏ", "\u0370-\u03ff"),
        )
    )
)
"""What is left of a letter whose second part, a no-break blank or a control, was lost on the way: beside letters that
were read as they are meant, its first part alone."""


def _repaired(text: str, times: int) -> list[str]:
    if text.isascii() or not times:
        return []
    found = []
    for encoding in _encodings():
        repaired, sure = encoding.repaired(text)
        if repaired != text:
            # garbled twice: what comes out is to be trusted if it is garbled itself
            found.extend(_repaired(repaired, times - 1) or [repaired] * sure)
    return found


def _was_not_meant(found: re.Match[str], decoded: str) -> bool:
    """Whether a run of characters that could be UTF-8 is nothing that anybody writes."""
    run, text = found[0], found.string
    if not all(char in _SIGNS or _is_letter(char) for char in decoded):
        return False
    if len(decoded) > 1:
        return len({_script(char) for char in decoded if char.isalpha()}) <= 1
    if len(run) > 2:
        return True
    lead, second = run[0], run[1]
    start, end = found.span()
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    if run.isalpha():  # two letters, as in any word; but no capital stands inside one, and no letter of another script
        capital_inside = lead.isupper() and (before.islower() or (second.isupper() and after.islower()))
        return capital_inside or any(char.isalpha() and _script(char) != _script(lead) for char in (before, after))
    if lead in _AT_WORDS:
        return False
    if second in _AT_WORDS:  # after a capital at the end of a word: 'Ä“', 'ÇAĞ’da'
        return before.islower() or (after.islower() and not before.isupper() and second != "’")
    return not before.isupper() or after.islower()


def _is_letter(char: str) -> bool:
    return char.isalpha() and _script(char) in _SCRIPTS


_SCRIPTS = frozenset((
    "LATIN", "GREEK", "CYRILLIC", "HEBREW", "ARABIC", "ARMENIAN", "GEORGIAN",
    "DEVANAGARI", "BENGALI", "TAMIL", "THAI", "HANGUL", "JAPANESE",
))  # fmt: skip


def _script(char: str) -> str:
    script = unicodedata.name(char, "").partition(" ")[0]
    return "JAPANESE" if script in ("CJK", "HIRAGANA", "KATAKANA") else script
