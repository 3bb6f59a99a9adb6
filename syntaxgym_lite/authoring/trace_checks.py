r"""Checks for what files, spreadsheets, web pages and programs leave in a text on its way into a suite.

A model reads ``isn&#39;t`` or ``cafÃ©`` as it stands, and rates it as the rubbish that it is: one such region in one
condition decides a comparison by itself. So none of it goes without a word, though nothing is changed here.
"""

from __future__ import annotations

import datetime
import html.entities
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from ..errors import cited, counted
from ..suite import Sentence, Suite
from ..words import judgment_before
from .findings import Finding
from .garbled import looks_garbled, ungarbled

__all__ = ["ENTITY", "TEXT_TRACES", "character_of", "lost_letters", "number_columns"]

ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
"""How a character of a web page may be written; `character_of` knows which."""
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|blockquote|body|br|center|cite|code|div|em|font|h[1-6]|hr|html|i|img|li|mark|ol|p|pre|q|small"
    r"|span|strike|strong|sub|sup|table|tbody|td|th|tr|tt|u|ul)(?:\s[^<>]{0,200})?/?>",
    re.IGNORECASE,
)
_LATEX = re.compile(
    r"\\(?:text\w\w|emph|uline|underline|underbar|mathrm|mbox|footnote|ldots|dots|glosse?)\b|\\[a-zA-Z]+\{"
)
_ESCAPE = re.compile(r"\\(?:[nrt]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|['\"`^~])")
_PATH = re.compile(r"\b[a-zA-Z]:\\")
_JUDGED = re.compile(r"(?<=\s)(?:\*+|\?{1,3}\*?)(?=[^\W\d_])|\A\s*#\s?(?=[^\W\d_]+\s)")
_LOST = re.compile(r"(?<=[^\W\d_])\?+(?=[^\W\d_])")
_LOST_AT_END = re.compile(r"(?<=[^\W\d_]{2})(?P<marks>\?+)\s+(?P<next>[^\W\d_])")
_OF_ADDRESSES = frozenset("/=&:@")
_QUOTES = re.compile('["“”„«»‹›「」『』]')

_NUMBER = re.compile(r"[-+−]?[0-9]+(?:[.,][0-9]+)*(?:[eE][-+]?[0-9]+)?%?")
_MONTHS = "(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)"
_DATE = re.compile(
    rf"[0-9]{{1,2}}-{_MONTHS}|{_MONTHS}-[0-9]{{2}}|[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}[ T]00:00:00", re.IGNORECASE
)
_DAY_COUNT = re.compile(r"[345][0-9]{4}")
_ERRORS = frozenset(("#N/A", "#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!"))
_NOTHING = frozenset(("NA", "N/A", "<NA>", "NaN", "nan", "NaT", "NULL", "TRUE", "FALSE"))
_EMPTY = frozenset(("∅", "Ø", "--", "---", "[empty]", "(empty)", "<empty>", "n/a", "n.a."))
_WORDS_AT_START = frozenset(("None", "True", "False"))  # what Python calls nothing, yes and no
_FEWEST = 4  # sentences; numbers in fewer may well be meant
_MOST = 0.5  # share of sentences from which a region is one of numbers


def character_of(entity: str) -> str | None:
    """Give what an entity of a web page stands for, a plain blank for a no-break one; None if there is no such entity.

    Examples
    --------
    >>> character_of("&eacute;"), character_of("&#39;"), character_of("&nbsp;"), character_of("&D;")
    ('é', "'", ' ', None)
    """
    if entity[1] != "#" and entity[1:] not in html.entities.html5:
        return None
    return html.unescape(entity).replace("\u00a0", " ")


# ---------------------------------------------------------------- one region


def _garbled(content: str) -> str | None:
    if not looks_garbled(content):
        return None
    better = ungarbled(content)
    advice = f"write {cited(better)}" if better is not None else "take the text from its source again"
    return f"{cited(content)} holds letters that were read in a wrong encoding; {advice}, and save files as UTF-8."


def _lost(content: str) -> str | None:
    if "\ufffd" in content:
        return (
            f"{cited(content)} holds U+FFFD, which stands where a letter could not be read; take the text from its "
            "source again, and save it as UTF-8."
        )
    if "?" in content and any(_LOST.search(word) and not _OF_ADDRESSES & set(word) for word in content.split()):
        return (
            f"{cited(content)} holds a question mark inside a word, as programs put for a letter that their encoding "
            "lacks; write the word again."
        )
    return None


def _markup(content: str) -> str | None:
    if "&" in content:
        for found in ENTITY.finditer(content):
            if (char := character_of(found[0])) is not None:
                return (
                    f"{cited(content)} holds {cited(found[0])}, which stands for a character in web pages; write "
                    f"{cited(char)}."
                )
    if "<" in content and (tag := _TAG.search(content)) is not None:
        return f"{cited(content)} holds {cited(tag[0])}, a tag of web pages; take it out, and leave its text."
    if "\\" in content and (command := _LATEX.search(content)) is not None:
        return f"{cited(content)} holds {cited(command[0])}, a command of LaTeX; take it out, and leave its text."
    return None


def _escape(content: str) -> str | None:
    found = _ESCAPE.search(content) if "\\" in content else None
    if found is None or _LATEX.search(content) is not None or _PATH.search(content) is not None:
        return None
    return (
        f"{cited(content)} holds {found[0]}, which is how programs write a character; a model is given the backslash "
        "and what follows it. Write the character itself."
    )


def _judged(content: str) -> str | None:
    if not any(sign in content for sign in "*?#"):
        return None
    inside = _JUDGED.search(content)
    mark = judgment_before(content) or (inside and inside[0].strip())
    if not mark:
        return None
    return (
        f"{cited(content)} holds a mark of judgment ({mark}), which a model is given as text, and rates; take it out, "
        "and make it a factor of the condition if it is needed."
    )


TEXT_TRACES: Mapping[str, Callable[[str], str | None]] = {
    "S112": _garbled,
    "S113": _lost,
    "S114": _markup,
    "S115": _escape,
    "S119": _judged,
}
"""Checks of the text of a region; each gives a message, or None."""


# ---------------------------------------------------------------- one sentence, all sentences


def lost_letters(sentence: Sentence) -> tuple[int, str] | None:
    """Find a question mark in the middle of a sentence, as programs put for a letter that their encoding lacks.

    Returns
    -------
    place : int
        In the text.
    message : str
    """
    if "?" not in sentence.text or _QUOTES.search(sentence.text) is not None:
        return None
    for found in _LOST_AT_END.finditer(sentence.text):
        if found["next"].islower():
            word = f"{sentence.text[: found.start()].split()[-1]}{found['marks']}"
            message = (
                f"{cited(word)} ends with a question mark, and the sentence goes on: a program may have put it for "
                "a letter that its encoding lacks; if so, write the word again."
            )
            return found.start(), message
    return None


def number_columns(suite: Suite) -> Iterator[Finding]:
    """Find cells that are no text: numbers throughout a region, dates and error values that spreadsheets make."""
    numbers: dict[int, list[tuple[int, str, str]]] = {}
    n_filled: Counter[int] = Counter()
    has_words: Counter[int] = Counter()
    for item in suite.items:
        for condition in item.conditions:
            is_first = True
            for region in condition.regions:
                text = region.content.strip()
                if not text:
                    continue
                n_filled[region.number] += 1
                if text[0].isdecimal() or text[0] in "+-−.":
                    if _NUMBER.fullmatch(text) is not None:
                        numbers.setdefault(region.number, []).append((item.number, condition.name, text))
                elif text[0].isalpha():
                    has_words[region.number] += 1
                if len(text) <= _LONGEST_VALUE and (what := _no_text(text, is_first)) is not None:
                    message = f"{cited(text)} {what}; write what the sentence has there."
                    yield Finding("S116", message, item.number, condition.name, region.number)
                is_first = False
    n_sentences = len(suite.items) * len(suite.condition_names)
    for number, found in sorted(numbers.items()):
        if len(found) > _MOST * n_filled[number] and n_sentences >= _FEWEST and any(has_words.values()):
            item_number, condition_name, text = found[0]
            message = (
                f"{cited(text)}, and a number in {len(found)} of the {counted(n_filled[number], 'sentence')} that have "
                "text here: a column of a table that is no part of the sentence? If it is a list number or a "
                "frequency, make it a factor of the item; if the numbers are meant, leave them."
            )
            yield Finding("S116", message, item_number, condition_name, number)


_LONGEST_VALUE = 19


def _no_text(text: str, is_first: bool) -> str | None:
    """What a cell is that spreadsheets and programs make of others; None if it may be a word."""
    if text in _ERRORS:
        return "is an error value of a spreadsheet"
    if text in _NOTHING or (text in _WORDS_AT_START and not is_first):
        return "is what programs write for a missing value, yes or no"
    if text in _EMPTY:
        return "is what people write where there is nothing; a region that a condition does not have is left empty"
    if _DATE.fullmatch(text) is not None:
        return "is a date as spreadsheets make them of other texts"
    if _DAY_COUNT.fullmatch(text) is not None:
        day = datetime.date(1899, 12, 30) + datetime.timedelta(days=int(text))
        return f"may be a date, {day.isoformat()}, which spreadsheets count in days"
    return None
