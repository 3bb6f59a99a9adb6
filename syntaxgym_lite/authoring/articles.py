"""Choose between the English articles *a* and *an*, by sound as far as spelling shows it.

The rule: *an* before a word that begins with the letter a, e, i, o or u, and *a* before all others, except

- *a* where the vowel letter stands for /j/ or /w/: *eu-* (European), *ewe*, *uni-* not made with *un-* (university, but
  an uninvited guest), *u* + one of b, c, f, g, k, r, s, t + vowel (user, utensil), *uvu-* and *uve-* (uvular),
  *unanimous*, *Ukrainian*, *one*, *onesie*, *once*;
- *an* where the h is silent: *heir*, *honest*, *honour*, *hour* and words made of them. *Herb* has its h here, as in
  British English;
- *an* before *y* + consonant (Yvonne);
- words in capitals and single letters are spelled out: *an MBA*, *an X-ray*, *a U-turn*, but *a NASA engineer*;
- numbers are read out: *an 8*, *an 11-year-old*, *an 18th*, *an 80*, but *a 1*, *a 100*.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["indefinite_article"]

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*(?:['’-][^\W_]+)*")
_LETTERS_WITH_VOWEL = frozenset("AEFHILMNORSX")  # their names: eff, aitch, ell, em, ...
# fmt: off
_READ_AS_WORDS = frozenset({
    "FIFA", "LAN", "LASER", "LEGO", "MIDI", "NAFTA", "NASA", "NASCAR", "NASDAQ", "NATO", "NIMBY", "RADAR", "RAM", "REM",
    "ROM", "SARS", "SIM", "SONAR", "SWAT",
})
# fmt: on
_VOWEL_WITHOUT_VOWEL_SOUND = re.compile(
    r"""eu | ewe | ouija | unanim | ukrain
      | uni (?! n | m | dentif | gnor | ron | ssu )
      | u (?! ber ) [bcfgkrst] [aeiouy] | uv [eu]
      | one (?:s|self|ness|sies?)? \b | once \b""",
    re.VERBOSE,
)
_SILENT_H = re.compile(r"heir | honest | honou?r | hour(?!i) | hors\b", re.VERBOSE)


def indefinite_article(following: str) -> str | None:
    """Give the article for what follows.

    Parameters
    ----------
    following : str
        The text after the article; opening quotes, brackets and blanks before its first word do not count.

    Returns
    -------
    str or None
        ``"a"`` or ``"an"``; None if there is no word.

    Examples
    --------
    >>> [indefinite_article(text) for text in ("dog", "apple", "hour", "university", "MBA", "'one-way' street", "8")]
    ['a', 'an', 'an', 'a', 'an', 'a', 'an']
    """
    match = _WORD.search(unicodedata.normalize("NFC", following))
    return None if match is None else ("an" if _vowel_sound(match[0]) else "a")


def _vowel_sound(word: str) -> bool:
    if word[0].isdigit():
        return _number_vowel_sound(re.split(r"[.-]", word)[0])
    head = re.split("['’-]", word)[0]
    if len(head) == 1 or (head.isupper() and head not in _READ_AS_WORDS):
        return head[0].upper() in _LETTERS_WITH_VOWEL
    plain = "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char)).lower()
    if _VOWEL_WITHOUT_VOWEL_SOUND.match(plain):
        return False
    return plain[0] in "aeiou" or bool(_SILENT_H.match(plain)) or bool(re.match("y[^aeiou]", plain))


def _number_vowel_sound(number: str) -> bool:
    """Eight, eleven, eighteen and what begins with them: 8, 11, 18, 80, 800, 11,000, 18,000,000."""
    digits = re.match(r"\d+", number.replace(",", ""))
    assert digits is not None
    return digits[0][0] == "8" or (digits[0][:2] in ("11", "18") and len(digits[0]) % 3 == 2)
