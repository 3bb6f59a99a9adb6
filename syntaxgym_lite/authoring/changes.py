"""What differs between two documents of one suite, place by place, as people name the places.

Documents need not be finished suites. Items are the same if their number is, conditions if their name is, regions if
their name is, or their number. What nobody reads, such as the order of keys, is no difference.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from ..errors import counted, inert, listed

__all__ = ["CHANGE_KINDS", "ChangeKind", "DocumentChange", "document_changes", "summed_up"]

ChangeKind: TypeAlias = Literal["cell", "item", "condition", "region", "prediction", "other"]
CHANGE_KINDS: tuple[ChangeKind, ...] = get_args(ChangeKind)
"""What a change is about, in the order in which they are counted."""

_Object: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """One thing that differs.

    Parameters
    ----------
    kind : str
        One of `CHANGE_KINDS`.
    where : str
        In words: ``"item 3, condition 'pl', region 2 (verb)"``.
    before, after : str or None
        What stands there; None: nothing is there at all. What is no text is written as JSON.
    item, condition : int, optional
        The place in the document afterwards, from 0, where there is one.
    region : int, optional
        The number of the region there.

    Examples
    --------
    >>> print(DocumentChange("cell", "item 3, condition 'pl', region 2 (verb)", "sees", "see"))
    item 3, condition 'pl', region 2 (verb): "sees" -> "see"
    """

    kind: ChangeKind
    where: str
    before: str | None
    after: str | None
    item: int | None = None
    condition: int | None = None
    region: int | None = None

    def __str__(self) -> str:
        if self.before is None:
            return f"{self.where}: new, {_quoted(self.after)}"
        if self.after is None:
            return f"{self.where}: gone, was {_quoted(self.before)}"
        return f"{self.where}: {_quoted(self.before)} -> {_quoted(self.after)}"


def document_changes(before: _Object, after: _Object) -> list[DocumentChange]:
    """Say what differs between two documents of a suite.

    Parameters
    ----------
    before, after : mapping
        Decoded JSON, in the form of a suite but for what it lacks.

    Returns
    -------
    list of DocumentChange
        Of the suite as a whole first, then of predictions, then of items in their order; empty if they say the same.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from syntaxgym_lite.suite.json import suite_document
    >>> [suite] = sgl.load_suites("npz")
    >>> before, after = suite_document(suite), suite_document(suite)
    >>> after["items"][2]["conditions"][0]["regions"][0]["content"] = "As a toddler"
    >>> for change in document_changes(before, after):
    ...     print(change)
    item 3, condition 'ambig_nocomma', region 1 (opening): "As the toddler" -> "As a toddler"
    """
    if before == after:
        return []
    found = [*_Comparison(before, after).changes()]
    return found or [DocumentChange("other", "what nobody reads", "as it was", "written in another way")]


def summed_up(changes: Sequence[DocumentChange]) -> str:
    """Count changes, in words.

    Examples
    --------
    >>> cell = DocumentChange("cell", "item 3, condition 'pl', region 2 (verb)", "sees", "see")
    >>> summed_up([cell, cell, DocumentChange("item", "item 9", None, "The dog barks.")])
    '2 cells and 1 item differ'
    >>> summed_up([])
    'nothing differs'
    """
    found = Counter(change.kind for change in changes)
    parts = [counted(found[kind], _NOUNS[kind]) for kind in CHANGE_KINDS if found[kind]]
    if not parts:
        return "nothing differs"
    head = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"{head} {'differs' if len(changes) == 1 else 'differ'}"


_NOUNS: Mapping[ChangeKind, str] = {
    "cell": "cell",
    "item": "item",
    "condition": "condition",
    "region": "region",
    "prediction": "prediction",
    "other": "other thing",
}
_PARTS = frozenset({"meta", "region_meta", "condition_factors", "predictions", "items"})


class _Comparison:
    """Two documents, and which conditions and regions of them are the same."""

    def __init__(self, before: _Object, after: _Object) -> None:
        self.before, self.after = before, after
        self.conditions = _same_conditions(_items(before), _items(after))
        self.regions = _same_regions(_regions_of(before), _regions_of(after))
        self.names = {**_regions_of(before), **_regions_of(after)}

    def changes(self) -> Iterator[DocumentChange]:
        """Go through all that may differ."""
        yield from _fields("", self.before, self.after, _PARTS)
        yield from _fields("about the suite: ", _object(self.before, "meta"), _object(self.after, "meta"))
        yield from self.of_conditions()
        yield from self.of_regions()
        yield from _of_predictions(_list(self.before, "predictions"), _list(self.after, "predictions"))
        yield from self.of_items()

    def of_conditions(self) -> Iterator[DocumentChange]:
        """Names and factors of the conditions as a whole."""
        for old, new in self.conditions.items():
            if old != new:
                yield DocumentChange("condition", f"condition {_name(new)}", old, new)
        known = _object(self.before, "condition_factors")
        renamed = {self.conditions.get(name, name): levels for name, levels in known.items()}
        for change in _fields("levels of condition ", renamed, _object(self.after, "condition_factors")):
            yield DocumentChange("condition", change.where, change.before, change.after)

    def of_regions(self) -> Iterator[DocumentChange]:
        """Names and numbers of regions."""
        old, new = _regions_of(self.before), _regions_of(self.after)
        for number, name in old.items():
            now = self.regions.get(number)
            if now is None:
                yield DocumentChange("region", f"region {number}", name, None)
            elif new[now] != name:
                yield DocumentChange("region", f"name of region {now}", name, new[now], region=now)
            elif now != number:
                yield DocumentChange("region", f"number of region {_name(name)}", str(number), str(now), region=now)
        taken = set(self.regions.values())
        for number, name in new.items():
            if number not in taken:
                yield DocumentChange("region", f"region {number}", None, name, region=number)

    def of_items(self) -> Iterator[DocumentChange]:
        """Items that came or went, what changed in the others, and their order."""
        old, new = _keyed(_items(self.before), _item_key), _keyed(_items(self.after), _item_key)
        places = {key: place for place, key in enumerate(new)}
        for key, item in old.items():
            if key not in new:
                yield DocumentChange("item", _item_name(item), _content(item), None)
        for key, item in new.items():
            if key not in old:
                yield DocumentChange("item", _item_name(item), None, _content(item), places[key])
            elif item is not old[key] and item != old[key]:
                yield from self.of_item(old[key], item, places[key])
        if [key for key in old if key in new] != [key for key in new if key in old]:
            yield DocumentChange("other", "order of the items", _order(old.values()), _order(new.values()))

    def of_item(self, was: _Object, now: _Object, place: int) -> Iterator[DocumentChange]:
        """One item."""
        where = _item_name(now)
        for change in _fields(f"{where}: ", was, now, frozenset({"conditions"})):
            yield DocumentChange("item", change.where, change.before, change.after, place)
        old, new = _keyed(_list(was, "conditions"), _condition_key), _keyed(_list(now, "conditions"), _condition_key)
        old = {self._renamed(key): condition for key, condition in old.items()}
        places = {key: number for number, key in enumerate(new)}
        for key, condition in old.items():
            if key not in new:
                yield DocumentChange("condition", f"{where}, condition {_name(key[0])}", _text(condition), None, place)
        for key, condition in new.items():
            here = f"{where}, condition {_name(key[0])}"
            if key not in old:
                yield DocumentChange("condition", here, None, _text(condition), place, places[key])
            elif condition != old[key]:
                for change in self.of_condition(old[key], condition, here):
                    yield DocumentChange(
                        change.kind, change.where, change.before, change.after, place, places[key], change.region
                    )
        if [key for key in old if key in new] != [key for key in new if key in old]:
            yield DocumentChange("item", f"{where}: order of the conditions", _names(old), _names(new), place)

    def _renamed(self, key: tuple[str, int]) -> tuple[str, int]:
        return self.conditions.get(key[0], key[0]), key[1]

    def of_condition(self, was: _Object, now: _Object, where: str) -> Iterator[DocumentChange]:
        """One condition of an item, cell by cell."""
        for change in _fields(f"{where}: ", was, now, frozenset({"condition_name", "regions"})):
            yield DocumentChange("item", change.where, change.before, change.after)
        old, new = _keyed(_list(was, "regions"), _region_key), _keyed(_list(now, "regions"), _region_key)
        old = {self._renumbered(key): region for key, region in old.items()}
        for key in [*old, *(key for key in new if key not in old)]:
            number = key[0]
            name = self.names.get(number) if isinstance(number, int) else None
            here = f"{where}, region {number}{f' ({name})' if name else ''}"
            left, right = old.get(key, {}), new.get(key, {})
            # a cell that is not there says as little as one that is empty
            before, after = left.get("content", ""), right.get("content", "")
            is_there = number if key in new and isinstance(number, int) else None
            if before != after:
                yield DocumentChange("cell", here, _value(before), _value(after), region=is_there)
            if key in old and key in new:
                for change in _fields(f"{here}: ", left, right, frozenset({"content", "region_number"})):
                    yield DocumentChange("item", change.where, change.before, change.after, region=is_there)

    def _renumbered(self, key: tuple[Any, int]) -> tuple[Any, int]:
        return self.regions.get(key[0], key[0]), key[1]


# ---------------------------------------------------------------- what is the same


def _same_conditions(before: Sequence[_Object], after: Sequence[_Object]) -> dict[str, str]:
    """Which condition is which: by name; where one name went and another came at its place with its text, renamed."""
    if not before or not after:
        return {}
    old = [(_condition_key(one), _text(one)) for one in _list(before[0], "conditions")]
    new = [(_condition_key(one), _text(one)) for one in _list(after[0], "conditions")]
    gone, come = {name for name, _ in old}, {name for name, _ in new}
    found = {name: name for name, _ in old if name in come}
    for (was, text), (now, same) in zip(old, new, strict=False):
        if was not in come and now not in gone and text == same:
            found[was] = now
    return found


def _same_regions(old: Mapping[int, str], new: Mapping[int, str]) -> dict[int, int]:
    """Which region is which: by its name, if no other has it, else by its number."""
    numbers = {name: number for number, name in new.items()}
    by_name = len(numbers) == len(new) and len(set(old.values())) == len(old)
    found = {number: numbers[name] for number, name in old.items() if name in numbers} if by_name else {}
    taken = set(found.values())
    for number in old:
        if number not in found and number in new and number not in taken:
            found[number] = number
    return found


def _of_predictions(old: Sequence[Any], new: Sequence[Any]) -> Iterator[DocumentChange]:
    """Predictions: those that say the same are the same; what is left is compared in order."""
    left = [one for one in old if one not in new]
    right = [(place, one) for place, one in enumerate(new, 1) if one not in old]
    for was, (place, now) in zip(left, right, strict=False):
        where = f"prediction {place}"
        if isinstance(was, Mapping) and isinstance(now, Mapping):
            for change in _fields(f"{where}: ", was, now):
                yield DocumentChange("prediction", change.where, change.before, change.after)
        else:
            yield DocumentChange("prediction", where, _value(was), _value(now))
    for was in left[len(right) :]:
        yield DocumentChange("prediction", f"prediction {old.index(was) + 1}", _formula(was), None)
    for place, now in right[len(left) :]:
        yield DocumentChange("prediction", f"prediction {place}", None, _formula(now))
    if [one for one in old if one in new] != [one for one in new if one in old]:
        before, after = ("; ".join(map(_formula, one)) for one in (old, new))
        yield DocumentChange("prediction", "order of the predictions", before, after)


def _fields(
    where: str, before: _Object, after: _Object, without: frozenset[str] = frozenset()
) -> Iterator[DocumentChange]:
    """Values of an object, key by key."""
    for key in dict.fromkeys([*before, *after]):
        if key in without or (key in before and key in after and before[key] == after[key]):
            continue
        old = _value(before[key]) if key in before else None
        yield DocumentChange("other", f"{where}{key}", old, _value(after[key]) if key in after else None)


# ---------------------------------------------------------------- parts of a document, whatever it lacks


def _object(document: _Object, key: str) -> _Object:
    value = document.get(key)
    return value if isinstance(value, Mapping) else {}


def _list(document: _Object, key: str) -> list[Any]:
    value = document.get(key)
    return value if isinstance(value, list) else []


def _items(document: _Object) -> list[_Object]:
    return _list(document, "items")


def _number(value: Any) -> Any:
    """A number as the reader of suites takes it: also of a text."""
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value) < 20:
        return int(value)
    return value if isinstance(value, (int, str)) and not isinstance(value, bool) else repr(value)


def _regions_of(document: _Object) -> dict[int, str]:
    numbers = {_number(key): str(name) for key, name in _object(document, "region_meta").items()}
    return {key: name for key, name in numbers.items() if isinstance(key, int)}


def _keyed(objects: Sequence[_Object], key: Any) -> dict[tuple[Any, int], _Object]:
    """Objects by what names them, and by which of that name they are."""
    seen: Counter[Any] = Counter()
    found = {}
    for one in objects:
        own = key(one)
        found[own, seen[own]] = one
        seen[own] += 1
    return found


def _item_key(item: _Object) -> Any:
    return _number(item.get("item_number"))


def _condition_key(condition: _Object) -> str:
    return str(condition.get("condition_name"))


def _region_key(region: _Object) -> Any:
    return _number(region.get("region_number"))


# ---------------------------------------------------------------- words


def _name(text: str) -> str:
    return f"'{inert(text)}'"


def _item_name(item: _Object) -> str:
    return f"item {_item_key(item)}"


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _text(condition: _Object) -> str:
    contents = [str(region.get("content", "")) for region in _list(condition, "regions")]
    return " ".join(content for content in contents if content)


def _content(item: _Object) -> str:
    return " / ".join(map(_text, _list(item, "conditions")))


def _formula(prediction: Any) -> str:
    formula = prediction.get("formula") if isinstance(prediction, Mapping) else prediction
    return _value(prediction if formula is None else formula)


def _order(items: Any) -> str:
    return listed([str(_item_key(item)) for item in items])


def _names(keys: Mapping[tuple[str, int], Any]) -> str:
    return ", ".join(name for name, _ in keys)


def _quoted(text: str | None) -> str:
    return f'"{inert(text or "")}"'
