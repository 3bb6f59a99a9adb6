"""A suite file changed, and left as it is written where it says the same.

People keep suites under version control, and look at what changed: a file that was laid out by hand, or by another
program, keeps its line ends, its indentation and the way in which it writes characters and numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]  # is there, and told of nowhere
from typing import Any

from ..errors import SuiteError
from .json import dumps_document, loads_document

__all__ = ["places_in", "rewritten"]


def rewritten(text: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    r"""Write a document in the layout of a file that held an earlier one.

    Parameters
    ----------
    text : str
        Of the file; "": there is none.
    before : mapping
        What it held.
    after : mapping
        What it is to hold.

    Returns
    -------
    str
        What did not change stands as it stood; what is new is written as its neighbours are. In the layout of
        `dumps_document`, where that cannot be.

    Examples
    --------
    >>> print(rewritten('{"meta": {"name" : "caf\\u00e9"},\n "n": 1.50}', {"meta": {"name": "café"}, "n": 1.5},
    ...                 {"meta": {"name": "cafés"}, "n": 1.5}))
    {"meta": {"name" : "caf\u00e9s"},
     "n": 1.50}
    """
    if text:
        try:
            written = _Writer(text).write(before, after)
            if _is_same(loads_document(written), after):
                return written
        except (ValueError, LookupError, RecursionError, SuiteError):  # not the text of that document
            pass
    return dumps_document(after)


def _is_same(left: Any, right: Any) -> bool:
    """Whether two documents are the same also in the order of their keys, and in 1 and 1.0 and true."""
    return json.dumps(left) == json.dumps(right)


@dataclass(frozen=True, slots=True)
class _Node:
    """A value in the text: where it stands, and of an object or a list its members, each with where it begins."""

    start: int
    end: int
    starts: tuple[int, ...] = ()
    members: tuple[_Node, ...] = ()
    keys: tuple[str, ...] = ()


_BLANK = re.compile(r"[ \t\n\r]*")
_SCALAR = re.compile(r"[^ \t\n\r,\]}]+")


class _Writer:
    """Writes values as a text has its own.

    Parameters
    ----------
    text : str
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_ascii = text.isascii() and re.search(r"\\u[0-9a-fA-F]{4}", text) is not None
        self.end_of_line = "\r\n" if "\r\n" in text else "\n"
        inner = re.search(r"\n([ \t]+)\S", text)
        self.indent = inner[1] if inner else ""

    def write(self, before: Any, after: Any) -> str:
        """Write the whole text anew."""
        start = 1 if self.text.startswith("\ufeff") else 0
        root = self.node(_blank(self.text, start))
        return self.text[: root.start] + self.value(root, before, after, 0) + self.text[root.end :]

    # ------------------------------------------------------------ reading

    def node(self, at: int) -> _Node:
        """Find the value that begins at a place."""
        first = self.text[at]
        if first in "{[":
            return self.members(at, is_object=first == "{")
        if first == '"':
            return _Node(at, scanstring(self.text, at + 1, True)[1])
        found = _SCALAR.match(self.text, at)
        if found is None:
            raise ValueError
        return _Node(at, found.end())

    def members(self, start: int, *, is_object: bool) -> _Node:
        """Find the members of an object or a list."""
        at = _blank(self.text, start + 1)
        starts, members, keys = [], [], []
        while self.text[at] not in "}]":
            starts.append(at)
            if is_object:
                key, at = scanstring(self.text, at + 1, True)
                keys.append(key)
                at = _blank(self.text, _blank(self.text, at) + 1)  # the colon
            member = self.node(at)
            members.append(member)
            at = _blank(self.text, member.end)
            if self.text[at] == ",":
                at = _blank(self.text, at + 1)
        return _Node(start, at + 1, tuple(starts), tuple(members), tuple(keys))

    # ------------------------------------------------------------ writing

    def value(self, node: _Node, before: Any, after: Any, depth: int) -> str:
        """Write a value where another one stands."""
        if after == before and (not isinstance(after, (dict, list, int, float)) or _is_same(before, after)):
            return self.text[node.start : node.end]
        if node.members and isinstance(before, dict) and isinstance(after, dict):
            parts = [(key, node.keys.index(key) if key in before else None) for key in after]
            old = [before[key] for key in node.keys]
            return self.joined(node, [*self.of_object(node, old, after, parts, depth)], [at for _, at in parts])
        if node.members and isinstance(before, list) and isinstance(after, list):
            places = places_in(before, after)
            return self.joined(node, [*self.of_list(node, before, after, places, depth)], places)
        return self.fresh(after, depth)

    def of_object(
        self,
        node: _Node,
        old: Sequence[Any],
        after: Mapping[str, Any],
        parts: Sequence[tuple[str, int | None]],
        depth: int,
    ) -> Iterator[str]:
        colon = self.text[self.key_end(node, 0) : node.members[0].start]
        for key, at in parts:
            if at is None:
                yield self.scalar(key) + colon + self.fresh(after[key], depth + 1)
            else:
                head = self.text[node.starts[at] : node.members[at].start]
                yield head + self.value(node.members[at], old[at], after[key], depth + 1)

    def of_list(
        self, node: _Node, before: Sequence[Any], after: Sequence[Any], places: Sequence[int | None], depth: int
    ) -> Iterator[str]:
        latest = 0
        for value, at in zip(after, places, strict=True):
            latest = latest if at is None else at
            yield self.value(node.members[latest], before[latest], value, depth + 1)

    def key_end(self, node: _Node, at: int) -> int:
        return int(scanstring(self.text, node.starts[at] + 1, True)[1])

    def joined(self, node: _Node, written: Sequence[str], places: Sequence[int | None]) -> str:
        """Put members between the brackets, and between them what stood there."""
        if not written:
            return self.text[node.start] + self.text[node.end - 1]
        before_first = self.text[node.start : node.starts[0]]
        after_last = self.text[node.members[-1].end : node.end]
        between = [self.text[one.end : start] for one, start in zip(node.members[:-1], node.starts[1:], strict=True)]
        usual = between[-1] if between else "," + (before_first[1:] or " ")
        pieces = [before_first, written[0]]
        for text, earlier, at in zip(written[1:], places, places[1:], strict=False):
            follows = earlier is not None and at == earlier + 1
            pieces += [between[earlier] if follows and earlier is not None else usual, text]
        return "".join([*pieces, after_last])

    def fresh(self, value: Any, depth: int) -> str:
        """Write a value that stands nowhere in the text."""
        if not isinstance(value, (dict, list)):
            return self.scalar(value)
        text = json.dumps(value, ensure_ascii=self.is_ascii, indent=self.indent or None)
        return _escaped(text).replace("\n", self.end_of_line + self.indent * depth)

    def scalar(self, value: Any) -> str:
        return _escaped(json.dumps(value, ensure_ascii=self.is_ascii))


def _blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    assert found is not None  # it matches nothing as well
    return found.end()


def _escaped(text: str) -> str:
    """Half of a surrogate pair as JSON writes it: no file can hold it."""
    return re.sub("[\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", text)


def places_in(before: Sequence[Any], after: Sequence[Any]) -> list[int | None]:
    """Which element of a list each of a later one comes from; None: it is new.

    What is the same at both ends is the same; between, elements that are called the same, else one after the other.
    """
    head = 0
    while head < min(len(before), len(after)) and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < min(len(before), len(after)) - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    left = list(range(head, len(before) - tail))
    named = {_named(before[at]): at for at in reversed(left)}
    middle: list[int | None] = []
    for at in range(head, len(after) - tail):
        name = _named(after[at])
        found = named.pop(name, None) if name is not None else (left[at - head] if at - head < len(left) else None)
        middle.append(found)
    return [*range(head), *middle, *range(len(before) - tail, len(before))]


def _named(value: Any) -> Any:
    """What an item, a condition or a region is called; None: nothing that is called."""
    if isinstance(value, dict):
        for key in ("item_number", "condition_name", "region_number"):
            if isinstance(value.get(key), (str, int)):
                return key, value[key]
    return None
