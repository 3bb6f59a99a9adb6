"""Mend what is safe to mend in the texts of a suite, and nothing that could be meant.

Safe is what no model is to be asked about: blanks that no sentence has, letters that were read in a wrong encoding and
can be read back in one way only, characters written as web pages and programs write them, accents in two code points,
and invisible characters where they mean nothing. Quotes, look-alike letters, tags and lost letters are left to people.
"""

from __future__ import annotations

import dataclasses
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

from ..errors import InputError, inert
from ..files import write_whole
from ..resources import shipped_suites
from ..suite import Condition, Item, Join, Region, Suite
from ..suite.json import dumps_suite, load_suite, loads_suite, require_suite
from .garbled import looks_garbled, ungarbled
from .text_checks import check_text
from .trace_checks import ENTITY, character_of

__all__ = ["FIXABLE", "Change", "FixedFile", "as_diff", "fix_file", "fix_suite", "left_alone", "seen"]

_DOUBLE_BLANK = re.compile(r"(?<=\S) {2,}(?=\S)")
_UNICODE_ESCAPE = re.compile(r"(?<!\\)\\u([0-9a-fA-F]{4})")
_JOINS_LETTERS = re.compile("[\u00ad\u2060\ufeff]")
"""What says that a word goes on, or may be broken here: a soft hyphen, a word joiner, a byte-order mark."""
_LOOSE = re.compile("(?:(?<=\\s)|^)\u200b+|(?<!\u200b)\u200b+(?=\\s|$)")
"""Zero-width blanks that part nothing."""
_DIRECTION = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_AMPERSAND = re.compile("&(?:amp;)+")


# ---------------------------------------------------------------- one text


def _outer_blank(text: str, join: Join) -> str:
    if join == "none":
        return text
    if text.endswith("\u00a0") and looks_garbled(text):  # which may be what is left of a letter
        return text.strip(" \t\r\n")
    return text.strip()


def _double_blank(text: str, join: Join) -> str:
    return text if join == "none" else _DOUBLE_BLANK.sub(" ", text)


def _composed(text: str, join: Join) -> str:
    return unicodedata.normalize("NFC", text)


def _without_strays(text: str, join: Join) -> str:
    """Take out what cannot be seen, where it means nothing; controls may be what is left of a letter."""
    text = _LOOSE.sub("", _JOINS_LETTERS.sub("", text))
    if not any(unicodedata.bidirectional(char) in ("R", "AL") for char in text):
        text = _DIRECTION.sub("", text)
    return text


def _ungarbled(text: str, join: Join) -> str:
    return ungarbled(text) or text


def _without_entities(text: str, join: Join) -> str:
    return ENTITY.sub(_character, _AMPERSAND.sub("&", text))


def _character(found: re.Match[str]) -> str:
    """What an entity stands for; but ``<`` would begin a tag."""
    char = character_of(found[0])
    return char if char is not None and char.isprintable() and char not in ("<", ">") else found[0]


def _without_escapes(text: str, join: Join) -> str:
    def written(found: re.Match[str]) -> str:
        char = chr(int(found[1], 16))
        return char if char.isprintable() and not char.isascii() else found[0]

    return _UNICODE_ESCAPE.sub(written, text)


_FIXES: Mapping[str, Callable[[str, Join], str]] = {
    "S112": _ungarbled,
    "S114": _without_entities,
    "S115": _without_escapes,
    "S107": _without_strays,
    "S104": _composed,
    "S102": _double_blank,
    "S101": _outer_blank,
}
FIXABLE: tuple[str, ...] = tuple(sorted(_FIXES))
"""Codes of findings that can be mended, in some of their cases."""

_WHY_LEFT: Mapping[str, str] = {
    "S101": "a no-break blank in a garbled text may be what is left of a letter",
    "S102": "a tab, a line end or a no-break blank may be meant",
    "S103": "typographic quotes may be meant; `normalize_text=quotes` makes them plain for a run",
    "S105": "which kind of quotes is meant, only you know",
    "S107": "which letter is meant, or what an invisible one stands for, only you know",
    "S112": "what it was cannot be told for sure",
    "S113": "what was lost cannot be told",
    "S114": "a tag or a command may have text that belongs to the sentence, or not",
    "S115": "what a backslash stands for here cannot be told for sure",
    "S116": "what belongs there only you know",
    "S117": "formulas and analyses go by names",
    "S119": "whether a sign belongs to the sentence, only you know",
}
"""Why a finding about a text was not mended."""


# ---------------------------------------------------------------- a suite


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """A text that was mended.

    Parameters
    ----------
    item_number : int
    condition_name : str
    region_number : int
    before, after : str
    codes : tuple of str
        What was mended, e.g. ``("S112",)``; in order of codes.
    """

    item_number: int
    condition_name: str
    region_number: int
    before: str
    after: str
    codes: tuple[str, ...]


def fix_suite(suite: Suite, codes: Collection[str] = FIXABLE) -> tuple[Suite, list[Change]]:
    """Mend what is safe to mend in the texts of a suite.

    Parameters
    ----------
    suite : Suite
    codes : collection of str, optional
        What to mend, of `FIXABLE`.

    Returns
    -------
    suite : Suite
        A new one, if anything changed; a second time nothing does.
    changes : list of Change
        In the order of the suite.

    Raises
    ------
    InputError
        If this is no suite, or a code is none that can be mended.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from syntaxgym_lite.authoring.fixes import fix_suite
    >>> [suite] = sgl.load_suites("npz")
    >>> fix_suite(suite)[1]
    []
    """
    require_suite(suite)
    unknown = [code for code in codes if code not in _FIXES]
    if unknown:
        raise InputError(f"{unknown[0]} cannot be mended; what can is {', '.join(FIXABLE)}.")
    fixes = {code: fix for code, fix in _FIXES.items() if code in codes}
    changes: list[Change] = []

    def region(old: Region, item: Item, condition: Condition) -> Region:
        after, used = _fixed(old.content, fixes, suite.join)
        if after == old.content:
            return old
        changes.append(Change(item.number, condition.name, old.number, old.content, after, tuple(sorted(used))))
        return dataclasses.replace(old, content=after)

    items = []
    for item in suite.items:
        conditions = []
        n_before = len(changes)
        for condition in item.conditions:
            n_changes = len(changes)
            regions = tuple(region(one, item, condition) for one in condition.regions)
            same = n_changes == len(changes)
            conditions.append(condition if same else dataclasses.replace(condition, regions=regions))
        items.append(item if n_before == len(changes) else dataclasses.replace(item, conditions=tuple(conditions)))
    return (dataclasses.replace(suite, items=tuple(items)) if changes else suite), changes


def _fixed(text: str, fixes: Mapping[str, Callable[[str, Join], str]], join: Join) -> tuple[str, set[str]]:
    """Mend a text until there is nothing to mend: what one fix leaves may be for another, and all make it shorter."""
    used: set[str] = set()
    before = None
    while text != before:
        before = text
        for code, fix in fixes.items():
            better = fix(text, join)
            if better != text:
                used.add(code)
                text = better
    return text, used


def left_alone(suite: Suite) -> Iterator[str]:
    """Say what there is still to mend in the texts of a suite, by kind, and why it was left to people."""
    counts: Counter[str] = Counter(finding.code for finding in check_text(suite))
    for code, count in sorted(counts.items()):
        if code in _WHY_LEFT:
            yield f"{code} ({count}): {_WHY_LEFT[code]}."


# ---------------------------------------------------------------- a file


@dataclasses.dataclass(frozen=True, slots=True)
class FixedFile:
    """A suite file and what was mended in it.

    Parameters
    ----------
    path : Path
    suite : Suite
        As mended.
    changes : tuple of Change
    text : str
        Of the whole file, as mended; as it was but for the texts that changed.
    """

    path: Path
    suite: Suite
    changes: tuple[Change, ...]
    text: str

    def write(self) -> None:
        """Write the file, whole or not at all; nothing if nothing changed.

        Raises
        ------
        InputError
            If it comes with this package, or cannot be written.
        """
        if not self.changes:
            return
        if self.path.resolve() in {path.resolve() for path in shipped_suites().values()}:
            raise InputError(f"{self.path}: comes with this package and stays as it is; mend a copy of it.")
        write_whole(self.path, self.text)


def fix_file(path: str | Path, codes: Collection[str] = FIXABLE) -> FixedFile:
    """Mend what is safe to mend in a suite file; `FixedFile.write` writes it.

    Parameters
    ----------
    path : str or Path
        A suite file, as `load_suite` reads it.
    codes : collection of str, optional
        What to mend, of `FIXABLE`.

    Returns
    -------
    FixedFile

    Raises
    ------
    InputError
        If it is not a suite file: tables and published formats are never written over.
    """
    path = Path(path)
    try:
        suite = load_suite(path)
        path = Path(shipped_suites().get(str(path), path)) if not path.exists() else path
        text = path.read_bytes().decode("utf-8")
    except (InputError, OSError) as error:
        raise InputError(
            f"{path}: only suite files (JSON) are mended, and this is none, or cannot be read. Make one of it with "
            f"'sglite import {path}', and mend that."
        ) from error
    fixed, changes = fix_suite(suite, codes)
    return FixedFile(path, fixed, tuple(changes), _rewritten(text, suite, fixed) if changes else text)


_CONTENT = re.compile(r'("content"\s*:\s*)("(?:[^"\\]|\\.)*")')


def _rewritten(text: str, before: Suite, after: Suite) -> str:
    """The text of a file with its regions changed, and all else, layout too, as it was."""
    pairs = iter(
        [
            (old.content, new.content)
            for old_item, new_item in zip(before.items, after.items, strict=True)
            for old_one, new_one in zip(old_item.conditions, new_item.conditions, strict=True)
            for old, new in zip(old_one.regions, new_one.regions, strict=True)
        ]
    )

    def written(found: re.Match[str]) -> str:
        old, new = next(pairs, (None, ""))
        if old is None or old == new:
            return found[0]
        return found[1] + json.dumps(new, ensure_ascii=text.isascii())

    whole = dumps_suite(after)
    changed = _CONTENT.sub(written, text)
    try:
        return changed if dumps_suite(loads_suite(changed)) == whole else whole
    except InputError:  # somebody else's "content" came in between
        return whole


def as_diff(changes: Sequence[Change], source: str) -> str:
    """Show changes as a unified diff does, by region in place of lines; invisible characters as codes."""
    if not changes:
        return ""
    lines = [f"--- {source}", f"+++ {source}"]
    for change in changes:
        place = f"item {change.item_number}, condition {change.condition_name!r}, region {change.region_number}"
        lines.append(f"@@ {inert(place)} @@ {', '.join(change.codes)}")
        lines.extend(f"{sign}{seen(text)}" for sign, text in (("-", change.before), ("+", change.after)))
    return "\n".join(lines)


def seen(text: str) -> str:
    """A text in quotes, with codes for what cannot be seen: accents of their own, blanks that are no plain ones."""
    composed = unicodedata.is_normalized("NFC", text)
    return "".join(
        char if char.isprintable() and (composed or not unicodedata.combining(char)) else f"\\u{ord(char):04x}"
        for char in inert(json.dumps(text, ensure_ascii=False))
    )
