"""Cut a sentence into the words of WikiText-103, as the tokenizer of the published model does, and keep their places.

WikiText was cut by Moses: punctuation is put in ASCII, signs stand apart, ``well-known`` is ``well @-@ known`` and
``1,000`` is ``1 @,@ 000``; a full stop stays with an abbreviation, and with what a word in lower case follows. These
are the rules for English of Moses' ``normalize-punctuation.perl`` and ``tokenizer.perl -a -l en`` (Koehn et al. 2007),
which that tokenizer applies one after the other. So a word may be none of the sentence's own.

References
----------
P. Koehn et al., Moses: Open source toolkit for statistical machine translation, ACL 2007. S. Merity, C. Xiong,
J. Bradbury and R. Socher, Pointer sentinel mixture models, ICLR 2017 (WikiText).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from ...casing import Lowercase, lower_cased

__all__ = ["Piece", "moses_words"]


class Piece(NamedTuple):
    """A word as the vocabulary has it, and where it stands in the sentence, half-open."""

    form: str
    start: int
    end: int


_NBSP = "\u00a0"
_DOT = "\ufdd0"  # a dot of several in a row, which stay together; no text has this character

_NORMALISED = [
    (r"\r", ""),
    (r"\(", " ("),
    (r"\)", ") "),
    (r" +", " "),
    (r"\) ([.!:?;,])", r")\1"),
    (r"\( ", "("),
    (r" \)", ")"),
    (r"(\d) %", r"\1%"),
    (r" :", ":"),
    (r" ;", ";"),
    (r"`", "'"),
    (r"''", ' " '),
    (r"[„“”]", '"'),
    (r"–", "-"),
    (r"—", " - "),
    (r" +", " "),
    (r"´", "'"),
    (r"([a-zA-Z])‘([a-zA-Z])", r"\1'\2"),
    (r"([a-zA-Z])’([a-zA-Z])", r"\1'\2"),
    (r"[‘‚’]", "'"),
    (r"''", '"'),
    (r"…", "..."),
    (rf"{_NBSP}«{_NBSP}|«{_NBSP}|«|{_NBSP}»{_NBSP}|{_NBSP}»|»", '"'),
    (rf"{_NBSP}%", "%"),
    (rf"nº{_NBSP}", "nº "),
    (rf"{_NBSP}:", ":"),
    (rf"{_NBSP}(ºC|cm)", r" \1"),
    (rf"{_NBSP}([?!;])", r"\1"),
    (rf",{_NBSP}", ", "),
    (r" +", " "),
    (r'"([,.]+)', r'\1"'),
    (rf"(\d){_NBSP}(\d)", r"\1.\2"),
]
"""Punctuation, one rule after another."""

_ABBREVIATIONS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ") | {
    "Adj", "Adm", "Adv", "Asst", "Bart", "Bldg", "Brig", "Bros", "Capt", "Cmdr", "Col", "Comdr",
    "Con", "Corp", "Cpl", "DR", "Dr", "Drs", "Ens", "Gen", "Gov", "Hon", "Hr", "Hosp",
    "Insp", "Lt", "MM", "MR", "MRS", "MS", "Maj", "Messrs", "Mlle", "Mme", "Mr", "Mrs",
    "Ms", "Msgr", "Op", "Ord", "Pfc", "Ph", "Prof", "Pvt", "Rep", "Reps", "Res", "Rev",
    "Rt", "Sen", "Sens", "Sfc", "Sgt", "Sr", "St", "Supt", "Surg", "v", "vs", "i.e",
    "rev", "e.g", "Rs", "Nos", "Nr", "Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug",
    "Sep", "Oct", "Nov", "Dec",
}  # fmt: skip
"""Words that keep their full stop."""

_BEFORE_NUMBERS = frozenset({"No", "Art", "pp"})
"""Those that keep it before a number alone."""


_SYLLABLES = re.compile("CJK (UNIFIED|COMPATIBILITY)|HANGUL SYLLABLE")
"""Whose characters are signs to these rules: each stands apart."""

_Spans = list[tuple[int, int]]


class _Tracked:
    """A text that is changed, each of whose characters knows what it stands for in the first text."""

    def __init__(self, text: str, spans: list[tuple[int, int]]) -> None:
        self.text, self.spans = text, spans

    def replace(self, pattern: str | re.Pattern[str], by: str | Callable[[re.Match[str]], str]) -> None:
        r"""Replace matches by a text in which \1 and \2 are groups; the rest of it stands for the match's rest."""
        text, spans, done = [], [], 0
        for match in re.finditer(pattern, self.text):
            text.append(self.text[done : match.start()])
            spans += self.spans[done : match.start()]
            done = match.end()
            template = by if isinstance(by, str) else by(match)
            parts = re.split(r"\\([12])", template)
            kept = [match.span(int(number)) for number in parts[1::2]]
            left = [
                place for place in range(*match.span()) if not any(start <= place < end for start, end in kept)
            ] or [*range(*match.span())]
            whole = min(self.spans[place][0] for place in left), max(self.spans[place][1] for place in left)
            for number, part in enumerate(parts):
                if number % 2:
                    text.append(match[int(part)])
                    spans += self.spans[slice(*match.span(int(part)))]
                else:
                    text.append(part)
                    spans += [whole] * len(part)
        self.text, self.spans = "".join([*text, self.text[done:]]), spans + self.spans[done:]

    def pieces(self) -> Iterator[tuple[str, list[tuple[int, int]]]]:
        """Give what stands between blanks."""
        for match in re.finditer(r"\S+", self.text):
            yield match[0], self.spans[slice(*match.span())]


def moses_words(text: str, lowercase: Lowercase = False) -> list[Piece]:
    """Cut a sentence into words.

    Parameters
    ----------
    text : str
    lowercase : bool or {"az", "lt", "tr"}, optional
        Whether it is lower-cased before, or by the rules of which language.

    Returns
    -------
    list of Piece
        In order. Where the rules let two signs change places, both stand for both.

    Examples
    --------
    >>> [piece.form for piece in moses_words("The well-known firm isn't worth $1,000.")]
    ['The', 'well', '@-@', 'known', 'firm', 'isn', "'t", 'worth', '$', '1', '@,@', '000', '.']
    >>> moses_words("(A–b")[1:]
    [Piece(form='A', start=1, end=2), Piece(form='@-@', start=2, end=3), Piece(form='b', start=3, end=4)]
    """
    lowered, places = lower_cased(text, lowercase)
    spans = [(place, max(after, place + 1)) for place, after in pairwise(places)]
    tracked = _Tracked(lowered, spans)
    for pattern, by in _NORMALISED:
        tracked.replace(pattern, by)
    classes = _classes()
    tracked.replace(r"\s+", " ")
    tracked.replace(r"[\0-\x1f]", "")
    tracked.replace(r"^ +| +$", "")
    tracked.replace(classes["sign"], r" \1 ")
    tracked.replace(classes["hyphen"], r"\1 @-@ ")
    tracked.replace(r"\.{2,}", lambda match: f" {_DOT * len(match[0])} ")
    for name in ("comma 1", "comma 2"):
        tracked.replace(classes[name], r"\1 , " if name == "comma 1" else r" , \1")
    tracked.replace(classes["comma 3"], r"\1 , ")
    for name, by in _APOSTROPHES:
        tracked.replace(classes[name], by)
    words = [(form, spans) for form, spans in _stops_apart([*tracked.pieces()])]
    if len(words) > 0 and words[-1][0].endswith(".'"):
        form, spans = words.pop()
        words += [part for part in ((form[:-2], spans[:-2]), (".", spans[-2:-1]), ("'", spans[-1:])) if part[0]]
    return _in_order([piece for form, spans in words for piece in _numbers_apart(form.replace(_DOT, "."), spans)])


_APOSTROPHES = [
    ("apostrophe 1", r"\1 ' \2"),
    ("apostrophe 2", r"\1 ' \2"),
    ("apostrophe 3", r"\1 ' \2"),
    ("apostrophe 4", r"\1 '\2"),
    ("apostrophe 5", r"\1 '\2"),
]


@cache
def _classes() -> dict[str, re.Pattern[str]]:
    """Compile the rules that know letters and digits of all scripts."""
    letter, number, digit = [], [], []
    for char in map(chr, range(0x20000)):
        category = unicodedata.category(char)
        is_sign = category[0] == "M" and unicodedata.combining(char) < 200  # vowels and points, but no accents
        if (category[0] == "L" or category == "Nl" or is_sign) and not _SYLLABLES.match(unicodedata.name(char, "")):
            letter.append(char)
        if category[0] == "N":
            number.append(char)
        if category == "Nd":
            digit.append(char)
    alpha, n = _ranges(letter), _ranges(number)
    alnum = alpha + _ranges(digit)
    return {
        "alpha": re.compile(f"[{alpha}]"),
        "sign": re.compile(rf"([^{alnum}\s.'`,\-])"),
        "hyphen": re.compile(rf"([{alnum}])-(?=[{alnum}])"),
        "comma 1": re.compile(rf"([^{n}]),"),
        "comma 2": re.compile(rf",([^{n}])"),
        "comma 3": re.compile(rf"([{n}]),$"),
        "apostrophe 1": re.compile(rf"([^{alpha}])'([^{alpha}])"),
        "apostrophe 2": re.compile(rf"([^{alpha}{n}])'([{alpha}])"),
        "apostrophe 3": re.compile(rf"([{alpha}])'([^{alpha}])"),
        "apostrophe 4": re.compile(rf"([{alpha}])'([{alpha}])"),
        "apostrophe 5": re.compile(rf"([{n}])'(s)"),
    }


def _ranges(chars: list[str]) -> str:
    """Write ascending characters as ranges of a class."""
    starts = [char for place, char in enumerate(chars) if not place or ord(char) != ord(chars[place - 1]) + 1]
    ends = [
        char for place, char in enumerate(chars) if place + 1 == len(chars) or ord(chars[place + 1]) != ord(char) + 1
    ]
    return "".join(f"{first}-{last}" for first, last in zip(starts, ends, strict=True))


def _stops_apart(words: list[tuple[str, _Spans]]) -> Iterator[tuple[str, _Spans]]:
    """Take the full stop from words, but not from abbreviations, nor before a word in lower case."""
    for place, (form, spans) in enumerate(words):
        after = words[place + 1][0] if place + 1 < len(words) else ""
        stem = form[:-1]
        keeps = (
            not (stem and form[-1] == ".")
            or ("." in stem and _classes()["alpha"].search(stem) is not None)
            or stem in _ABBREVIATIONS
            or after[:1].islower()
            or (stem in _BEFORE_NUMBERS and after[:1] in "0123456789" and after != "")
        )
        if keeps:
            yield form, spans
        else:
            yield stem, spans[:-1]
            yield ".", spans[-1:]


def _numbers_apart(form: str, spans: _Spans) -> Iterator[Piece]:
    """Cut numbers at commas and points between digits."""
    tracked = _Tracked(form, spans)
    tracked.replace(r"(?<=\d)[,.](?=\d)", lambda match: f" @{match[0]}@ ")
    for part, own in tracked.pieces():
        yield Piece(part, min(start for start, _ in own), max(end for _, end in own))


def _in_order(pieces: list[Piece]) -> list[Piece]:
    """Let pieces that changed places share one place."""
    changed = True
    while changed:  # a place that becomes wider may be one with its neighbour's
        changed = False
        for place in range(len(pieces) - 1, 0, -1):
            before, after = pieces[place - 1 : place + 1]
            if before.start > after.start or before.end > after.end:
                start, end = min(before.start, after.start), max(before.end, after.end)
                pieces[place - 1 : place + 1] = (
                    before._replace(start=start, end=end),
                    after._replace(start=start, end=end),
                )
                changed = True
    return pieces
