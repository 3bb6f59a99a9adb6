"""Literals of JavaScript, read as data: nothing of a file is run.

JSON libraries that take JavaScript's spelling (json5) stop at the first expression. Files of experiments have some,
which matter only where a text is needed: they are kept as `Code`, and whoever needs the value says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from ...errors import Problem, SuiteError, cited

__all__ = ["Code", "Element", "arrays_of", "elements"]

_DEEPEST = 60
_SKIPPED = re.compile(r"(?:[\s\ufeff]+|//[^\n]*|/\*.*?\*/)+", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"' r"|'(?:[^'\\\n]|\\.)*'" r"|`(?:[^`\\]|\\.)*`", re.DOTALL)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w$])", re.ASCII)
_NAME = re.compile(r"[\w$]+")
_WORDS = {"true": True, "false": False, "null": None, "undefined": None}
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": ""}


@dataclass(frozen=True, slots=True)
class Code:
    """An expression that would have to be run."""

    text: str


@dataclass(frozen=True, slots=True)
class Element:
    """An element of an array, and the line that it begins on."""

    line: int
    value: Any


def arrays_of(text: str) -> Iterator[tuple[str, int]]:
    """Find arrays that are given a name, or stand alone in a file: the name, and where the array begins."""
    start = _after_blanks(text, 0)
    if text.startswith("[", start):
        yield "", start
        return
    for found in re.finditer(r"(?<![\w$.])([\w$]+)\s*=\s*(?=\[)", text):
        yield found[1], found.end()


def elements(text: str, start: int, *, source: str) -> list[Element]:
    """Read the array that begins at a place of a file.

    Parameters
    ----------
    text : str
        The whole file.
    start : int
        Where its ``[`` is.
    source : str
        Name of the file, for messages.

    Returns
    -------
    list of Element
        Values are texts, numbers, booleans, None, lists, dictionaries and `Code`.

    Raises
    ------
    SuiteError
        If the array does not end, or is no array; names the line.

    Examples
    --------
    >>> elements("var items = [['a', 1], {s: 'The ' + 'dog'}, f(2)];", 12, source="items.js")
    [Element(line=1, value=['a', 1]), Element(line=1, value={'s': 'The dog'}), Element(line=1, value=Code(text='f(2)'))]
    """
    return _Reader(text, source).top(start)


def _after_blanks(text: str, place: int) -> int:
    found = _SKIPPED.match(text, place)
    return found.end() if found else place


class _Reader:
    def __init__(self, text: str, source: str) -> None:
        self.text, self.source = text, source

    def fail(self, place: int, message: str) -> NoReturn:
        raise SuiteError(self.source, [Problem(f"line {self.line(place)}", message)])

    def line(self, place: int) -> int:
        return self.text.count("\n", 0, place) + 1

    def top(self, place: int) -> list[Element]:
        found = []
        for value, begin in self.members(place + 1, "]", 1):
            found.append(Element(self.line(begin), value))
        after = _after_blanks(self.text, self.end)
        if self.text[after : after + 1] in (".", "+", "["):
            self.fail(
                after, f"the array is changed by code: {cited(self.text[after : after + 30], 30)}. Write one array."
            )
        return found

    def members(self, place: int, closing: str, depth: int) -> Iterator[tuple[Any, int]]:
        """Yield the elements of an array, or (key, value) of an object, with their places; sets `end`."""
        opened = place - 1
        if depth > _DEEPEST:
            self.fail(opened, f"brackets are nested more than {_DEEPEST} deep.")
        while True:
            place = _after_blanks(self.text, place)
            if self.text.startswith(closing, place):
                self.end = place + 1
                return
            if place >= len(self.text):
                self.fail(opened, f"'{self.text[opened]}' is not closed.")
            begin = place
            if closing == "}":
                key, place = self.key(place)
                value, place = self.value(place, depth)
                yield (key, value), begin
            else:
                value, place = self.value(place, depth)
                yield value, begin
            place = _after_blanks(self.text, place)
            if self.text.startswith(",", place):
                place += 1
            elif place < len(self.text) and not self.text.startswith(closing, place):
                self.fail(place, f"expected ',' or '{closing}' before {cited(self.text[place : place + 20], 20)}.")

    def key(self, place: int) -> tuple[str, int]:
        found = _STRING.match(self.text, place) or _NAME.match(self.text, place)
        after = _after_blanks(self.text, found.end()) if found else place
        if found is None or not self.text.startswith(":", after):
            self.fail(place, f"expected a name and ':' before {cited(self.text[place : place + 20], 20)}.")
        name = _unescaped(found[0]) if found[0][0] in "\"'`" else found[0]
        return name, after + 1

    def value(self, place: int, depth: int) -> tuple[Any, int]:
        """Read a value; where more than one literal stands, they are texts that are added up, or code."""
        begin = place = _after_blanks(self.text, place)
        pieces: list[str] = []
        while True:
            value, place = self.literal(place, depth)
            after = _after_blanks(self.text, place)
            if not isinstance(value, Code) and (after >= len(self.text) or self.text[after] in ",]}"):
                return ("".join([*pieces, value]) if pieces and isinstance(value, str) else value), after
            if isinstance(value, str) and self.text.startswith("+", after):
                pieces.append(value)
                place = _after_blanks(self.text, after + 1)
                continue
            return self.code(begin)

    def literal(self, place: int, depth: int) -> tuple[Any, int]:
        if found := _STRING.match(self.text, place):
            if found[0][0] == "`" and "${" in found[0]:
                return Code(found[0]), found.end()
            return _unescaped(found[0]), found.end()
        if found := _NUMBER.match(self.text, place):
            number = float(found[0])
            return (int(number) if number.is_integer() and found[0].lstrip("+-").isdigit() else number), found.end()
        if self.text.startswith("[", place):
            array = [value for value, _ in self.members(place + 1, "]", depth + 1)]
            return array, self.end
        if self.text.startswith("{", place):
            pairs = dict(pair for pair, _ in self.members(place + 1, "}", depth + 1))
            return pairs, self.end
        found = _NAME.match(self.text, place)
        if found and found[0] in _WORDS:
            return _WORDS[found[0]], found.end()
        return Code(""), place

    def code(self, begin: int) -> tuple[Code, int]:
        """Pass over an expression, to the comma or bracket that ends it."""
        depth, place = 0, begin
        while place < len(self.text):
            place = _after_blanks(self.text, place)
            if found := _STRING.match(self.text, place):
                place = found.end()
                continue
            char = self.text[place : place + 1]
            if depth == 0 and char in (",", "]", "}"):
                break
            depth += (char in "([{") - (char in ")]}") if char else 0
            place += 1
        if place == begin:
            self.fail(begin, f"expected a value before {cited(self.text[begin : begin + 20], 20)}.")
        return Code(self.text[begin:place].strip()), place


def _unescaped(literal: str) -> str:
    """Give the text that a string of JavaScript stands for."""

    def char(found: re.Match[str]) -> str:
        code = found[1] or found[2] or found[3]
        if code is None:
            return _ESCAPED.get(found[4], found[4])
        number = int(code, 16)
        return chr(number) if number <= 0x10FFFF else "\ufffd"

    text = _ESCAPE.sub(char, literal[1:-1])
    # two halves of a character that were escaped one by one
    return json.loads(json.dumps(text)) if re.search("[\ud800-\udfff]", text) else text
