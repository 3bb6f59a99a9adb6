r"""A sentence that is written once for several, as ``The key was/*were rusty.`` is.

Alternatives stand between slashes, in braces or brackets where they are longer than a word (``{was/had been}``); what
can be left out stands in parentheses (``said (that) he``), or beside a sign for nothing (``that/∅``). Each can have a
judgment before it (``*were``, ``(*that)``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Alternative", "Choice", "judged", "parted", "written_parts"]

_JUDGMENT = re.compile(r"(\*\?|\?\*|\*{1,3}|\?{1,3}|[#%]|[✓✔√]|OK(?=\s+[^\W\d_a-z]))\s*(?=\S)")
_GROUP = re.compile(
    r"(?P<star>(?<!\S)[*?#%]{1,2})?"
    r"(?:\{(?P<braces>[^{}]*)\}|\[(?P<brackets>[^\[\]{}]*/[^\[\]{}]*)\]|\((?P<parentheses>[^(){}\[\]]+)\))"
)
_WORD = r"(?:[*?#%]{1,2}\s?(?=\w))?[^\s/{}\[\]()“‘„«\"][^\s/{}\[\]()]*"
_CHAIN = re.compile(rf"(?<![^\s“‘\"(\[]){_WORD}(?:\s*/\s*{_WORD})+")
_ADDRESS = re.compile(r"(?<!\S)\S*?(?:://|www\.)\S*")
_NO_CHOICE = re.compile(
    r"(?:and/or|s/he|\(s\)he|he/she|she/he|him/her|her/him|his/hers?|her/his|himself/herself|herself/himself|w/o|km/h|"
    r"[\d.,:%€$£-]+(?:/[\d.,:%€$£-]+)+)[.,;:?!]*",
    re.IGNORECASE,
)
"""Slashes that writers of plain sentences use."""
_NEAR = 80  # characters beside a slash, to see whether an alternative may be longer
_END = re.compile(r"(?:[.,;:?!…]+[\"”’»)]*|[\"”»])$")


@dataclass(frozen=True, slots=True)
class Alternative:
    """One of the wordings at a place of a sentence; its text may be empty.

    Parameters
    ----------
    text : str
    judgment : str, optional
        The mark before it: ``"*"``.
    """

    text: str
    judgment: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A place of a sentence where there are several wordings.

    Parameters
    ----------
    alternatives : tuple of Alternative
        At least two.
    written : str
        As it stands in the text.
    bare : bool
        Whether slashes alone mark it, so that each alternative is taken to be one word.
    optional : bool
        Whether it is something that can be left out.
    usual : bool
        Whether plain sentences have it as well (``and/or``), so that it need not be a choice.
    longer : bool
        Whether the words around say that an alternative may be longer than a word: ``the dog/the dogs``.
    """

    alternatives: tuple[Alternative, ...]
    written: str
    bare: bool = False
    optional: bool = False
    usual: bool = False
    longer: bool = False


def judged(text: str) -> tuple[str, str]:
    """Part the judgment before a sentence or an alternative from it.

    Examples
    --------
    >>> judged("*The key were rusty."), judged("?? Who left?"), judged("✔were"), judged("OK Who left?")
    (('*', 'The key were rusty.'), ('??', 'Who left?'), ('✓', 'were'), ('OK', 'Who left?'))
    >>> judged("The key was rusty.")
    ('', 'The key was rusty.')
    """
    found = _JUDGMENT.match(text)
    if found is None:
        return "", text
    return "✓" if found[1] in "✔√" else found[1], text[found.end() :]


def parted(text: str, separator: str) -> list[str]:
    """Part a sentence at a separator that is no part of a group in braces or brackets.

    Examples
    --------
    >>> parted("The horse / raced {past/by} /the barn", "/")
    ['The horse', 'raced {past/by}', 'the barn']
    """
    parts, start, depth = [], 0, 0
    for place, char in enumerate(text):
        depth += (char in "{[") - (char in "}]" and depth > 0)
        if char == separator and not depth:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()]


def written_parts(
    text: str, *, slashes: bool = True, parentheses: bool = True, usual: bool = True
) -> list[str | Choice]:
    """Find the choices of a sentence.

    Parameters
    ----------
    text : str
        Without blanks around it.
    slashes, parentheses : bool, optional
        Whether bare slashes and parentheses mark choices; braces and brackets with a slash always do.
    usual : bool, optional
        Whether slashes of plain sentences (``and/or``) do.

    Returns
    -------
    list of str and Choice
        In turns, text first and last; the text may be empty. What is written without a blank before or after a choice
        belongs to each of its alternatives, so that parts joined by blanks are sentences.

    Examples
    --------
    >>> def shown(text):
    ...     parts = written_parts(text)
    ...     return [part if isinstance(part, str) else [one.judgment + one.text for one in part.alternatives]
    ...             for part in parts]
    >>> shown("The key was/*were rusty.")
    ['The key', ['was', '*were'], 'rusty.']
    >>> shown("He said (*that) the {boy/old boys} left/slept.")
    ['He said', ['*that', ''], 'the', ['boy', 'old boys'], '', ['left.', 'slept.'], '']
    """
    found: list[tuple[int, int, Choice]] = []
    taken = bytearray(len(text))  # 1 where a character belongs to an address or a choice
    for match in _ADDRESS.finditer(text):
        _take(taken, match.span())
    for match in _GROUP.finditer(text):
        choice = _group(match, parentheses)
        if choice is not None and (usual or not choice.usual) and not _overlaps(match.span(), taken):
            found.append((*match.span(), choice))
            _take(taken, match.span())
    if slashes:
        for match in _CHAIN.finditer(text):
            choice = _bare(match[0], text, match.span())
            if (usual or not choice.usual) and not _overlaps(match.span(), taken):
                found.append((*match.span(), choice))
    return _glued(text, sorted(found, key=lambda one: one[0]))


def _take(taken: bytearray, span: tuple[int, int]) -> None:
    taken[span[0] : span[1]] = b"\1" * (span[1] - span[0])


def _overlaps(span: tuple[int, int], taken: bytearray) -> bool:
    return taken.find(1, *span) >= 0


def _group(match: re.Match[str], parentheses: bool) -> Choice | None:
    """Read what stands in brackets, if it is a choice."""
    star = match["star"] or ""
    inside = match["braces"] or match["brackets"] or match["parentheses"] or ""
    if "/" in inside:
        pairs = [judged(one.strip()) for one in inside.split("/")]
        alternatives = tuple(Alternative(_said(words), mark or star) for mark, words in pairs)
        return Choice(alternatives, match[0], usual=bool(_NO_CHOICE.fullmatch(inside.strip())))
    if match["parentheses"] is None or not parentheses:
        return None
    mark, words = judged(inside.strip())
    if not words or (star and mark):
        return None
    return Choice((Alternative(words, mark), Alternative("", star)), match[0], optional=True)


def _said(words: str) -> str:
    """Give nothing for the sign that stands for nothing."""
    return "" if words in ("∅", "Ø") else words


def _bare(written: str, text: str, span: tuple[int, int]) -> Choice:
    marks_and_words = [judged(one.strip()) for one in written.split("/")]
    end = _END.search(marks_and_words[-1][1])
    shared = (
        "" if end is None or end.start() == 0 or any(_END.search(one) for _, one in marks_and_words[:-1]) else end[0]
    )
    words = [word + shared for _, word in marks_and_words[:-1]] + [marks_and_words[-1][1]]
    before = [word.casefold() for word in text[max(span[0] - _NEAR, 0) : span[0]].split()]
    after = [_END.sub("", word.casefold()) for word in text[span[1] : span[1] + _NEAR].split()]
    first, last = (marks_and_words[place][1].casefold() for place in (0, -1))
    longer = not shared and (last in before[-4:] or first in after[:4])
    alternatives = tuple(Alternative(_said(word), mark) for word, (mark, _) in zip(words, marks_and_words, strict=True))
    return Choice(alternatives, written, bare=True, usual=bool(_NO_CHOICE.fullmatch(written)), longer=longer)


def _glued(text: str, found: Sequence[tuple[int, int, Choice]]) -> list[str | Choice]:
    """Give to the alternatives what stands beside them without a blank."""
    parts: list[str | Choice] = []
    place = 0
    for index, (start, end, choice) in enumerate(found):
        before = text[place:start]
        head, _, prefix = before.rpartition(" ") if before and not before[-1].isspace() else (before, "", "")
        limit = found[index + 1][0] if index + 1 < len(found) else len(text)
        after = re.match(r"\S*", text[end:limit])
        suffix = after[0] if after is not None else ""
        if suffix and not prefix and any(not one.text for one in choice.alternatives):
            head, _, prefix = head.rstrip().rpartition(" ")  # a comma needs a word to stand at
            prefix = f"{prefix} " if prefix else ""
        parts += [head.strip(), _between(prefix, choice, suffix)]
        place = end + len(suffix)
    return [*parts, text[place:].strip()]


def _between(prefix: str, choice: Choice, suffix: str) -> Choice:
    if not prefix and not suffix:
        return choice
    alternatives = tuple(
        Alternative((prefix + one.text).rstrip() + suffix if suffix else (prefix + one.text).rstrip(), one.judgment)
        for one in choice.alternatives
    )
    return Choice(alternatives, choice.written, choice.bare, choice.optional, choice.usual, choice.longer)
