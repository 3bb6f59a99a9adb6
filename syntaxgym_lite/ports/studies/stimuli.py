"""Stimuli as programs for experiments have them, a sentence with its item and condition, made into a suite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...delimited import number_in
from ...errors import Problems, cited, counted
from ...suite import JOINS, Factor, Join, Suite, join_for, sentence_text
from ...suite.json import suite_from_document

__all__ = ["Stimulus", "factor_value", "is_no_item", "suite_of_stimuli"]

_NO_ITEM = frozenset({"filler", "fillers", "practice", "exercise", "training", "example"})


@dataclass(frozen=True, slots=True)
class Stimulus:
    """A sentence of an experiment.

    Parameters
    ----------
    where : str
        Its place in the file, for messages.
    item : str
        As written, a number or not.
    condition : str
    sentence : str
    chunks : tuple of str, optional
        What is seen at once, where the file says so.
    regions : mapping of int to (str, str), optional
        Number to name and content, where the file has regions.
    factors : mapping, optional
        What else stands beside it, by name.
    """

    where: str
    item: str
    condition: str
    sentence: str
    chunks: tuple[str, ...] = ()
    regions: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    factors: Mapping[str, Factor] = field(default_factory=dict)


def is_no_item(kind: str) -> bool:
    """Whether a type or condition is called as sentences are that belong to no design: fillers, practice."""
    return kind.strip().casefold() in _NO_ITEM


def factor_value(text: str, *, decimal_comma: bool = False) -> Factor:
    """Give what a cell says: a number if it is one, else its text."""
    number = number_in(text, decimal_comma=decimal_comma)
    if number is None:
        return text.strip()
    bare = text.strip()
    if bare.lstrip("+-").isdigit():
        # 007 is a name
        return int(bare) if str(int(bare)) == bare.lstrip("+") else bare
    return number


def suite_of_stimuli(stimuli: Sequence[Stimulus], *, source: str, name: str) -> tuple[Suite, list[str]]:
    """Make a suite of sentences.

    Parameters
    ----------
    stimuli : sequence of Stimulus
        A sentence may stand there several times, for several lists of people.
    source, name : str
        Of the suite.

    Returns
    -------
    suite : Suite
    notes : list of str
        What was done on the way.

    Raises
    ------
    SuiteError
        If they make no suite; lists every problem.
    """
    problems, notes = Problems(), list[str]()
    by_item: dict[str, dict[str, Stimulus]] = {}
    n_again = 0
    for one in stimuli:
        first = by_item.setdefault(one.item, {}).setdefault(one.condition, one)
        if first is one:
            continue
        if first.sentence != one.sentence:
            message = f"item {one.item}, condition {cited(one.condition)}, is also in {first.where}, with another text."
            problems.note(one.where, message)
        n_again += 1
    problems.raise_all(source)
    if n_again:
        notes.append(f"{counted(n_again, 'sentence stands', 'sentences stand')} there again, for another list.")
    names = {one.condition: None for one in stimuli}  # lists have the conditions of each item in an order of their own
    by_item = {item: {name: own[name] for name in names if name in own} for item, own in by_item.items()}
    once = [one for conditions in by_item.values() for one in conditions.values()]
    regions, region_names, join = _regions(once, problems, notes)
    problems.raise_all(source)
    factors = _Factors(by_item)
    document: dict[str, Any] = {
        "meta": {"name": name, "metric": "sum", **({"join": join} if join != "space" else {})},
        "region_meta": {str(number): name for number, name in region_names.items()},
        "predictions": [],
        "items": [
            {
                "item_number": number,
                **({"label": label} if label else {}),
                **_given("factors", factors.of_item(item)),
                "conditions": [
                    {
                        "condition_name": one.condition,
                        **_given("factors", factors.of_one(one)),
                        "regions": [
                            {"region_number": place, "content": content} for place, content in regions[id(one)].items()
                        ],
                    }
                    for one in by_item[item].values()
                ],
            }
            for item, (number, label) in _numbers(list(by_item)).items()
        ],
        **_given("condition_factors", factors.of_conditions()),
    }
    return suite_from_document(document, source=source), notes


def _given(key: str, value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: dict(value)} if value else {}


def _numbers(items: Sequence[str]) -> dict[str, tuple[int, str]]:
    """Give each item its number, and its label if its name is no number."""
    if all(item.isascii() and item.isdigit() and 1 <= int(item) < 10**9 and str(int(item)) == item for item in items):
        return {item: (int(item), "") for item in items}
    return {item: (place, item) for place, item in enumerate(items, 1)}


def _regions(
    stimuli: Sequence[Stimulus], problems: Problems, notes: list[str]
) -> tuple[dict[int, dict[int, str]], dict[int, str], Join]:
    """Give the regions of each stimulus by its identity, their names, and how they become the sentence."""
    if any(one.regions for one in stimuli):
        names = {number: name for one in stimuli for number, (name, _) in one.regions.items()}
        regions = {
            id(one): {number: one.regions.get(number, ("", ""))[1] for number in sorted(names)} for one in stimuli
        }
        join = _join(stimuli, regions)
        if join is None:
            for one in stimuli:
                pieces = " ".join(regions[id(one)].values())
                if "".join(_shown(pieces)) != "".join(_shown(one.sentence)):
                    problems.note(one.where, f"the regions do not add up to the sentence {cited(one.sentence)}.")
            join = join_for(content for each in regions.values() for content in each.values())
        return regions, dict(sorted(names.items())), join
    counts = {len(one.chunks) for one in stimuli}
    if len(counts) == 1 and max(counts) > 1:
        regions = {id(one): dict(enumerate(one.chunks, 1)) for one in stimuli}
        numbers = range(1, max(counts) + 1)
        notes.append("What is shown at once became a region; the regions are called by their numbers.")
        return regions, {number: str(number) for number in numbers}, _join(stimuli, regions) or "space"
    if max(counts) > 1:
        least, most = min(counts), max(counts)
        notes.append(
            f"Sentences are shown in {least} to {most} pieces, which cannot be regions 1, 2, ... of all: each sentence "
            "became one region."
        )
    else:
        notes.append("Nothing says where regions begin: each sentence became one region.")
    return {id(one): {1: one.sentence} for one in stimuli}, {1: "sentence"}, "space"


def _join(stimuli: Sequence[Stimulus], regions: Mapping[int, Mapping[int, str]]) -> Join | None:
    """Find how the regions become the sentences that stand beside them."""
    for join in JOINS:
        if all(
            _shown(sentence_text(list(regions[id(one)].values()), join)[0]) == _shown(one.sentence)  # type: ignore[arg-type]
            for one in stimuli
        ):
            return join  # type: ignore[return-value]
    return None


def _shown(text: str) -> list[str]:
    """Give the words as they are seen: for DashedSentence a `_` is a blank, which it was not in the region."""
    return text.replace("_", " ").split()


class _Factors:
    """Tells what is so of conditions, of items, and of single sentences."""

    def __init__(self, by_item: Mapping[str, Mapping[str, Stimulus]]) -> None:
        self.by_item = by_item
        self.once = [one for conditions in by_item.values() for one in conditions.values()]
        self.names = list(dict.fromkeys(name for one in self.once for name in one.factors))
        conditions = dict.fromkeys(one.condition for one in self.once)
        self.levels: dict[str, dict[str, Factor]] = {}
        self.own: dict[str, dict[str, Factor]] = {}
        for name in self.names:
            by_condition = self._single(name, {c: [one for one in self.once if one.condition == c] for c in conditions})
            if len(by_condition) == len(conditions) and len({(type(v), v) for v in by_condition.values()}) > 1:
                self.levels[name] = by_condition
                continue
            of_items = self._single(name, {item: list(each.values()) for item, each in by_item.items()})
            if len(of_items) == sum(any(name in one.factors for one in each.values()) for each in by_item.values()):
                self.own[name] = of_items

    def _single(self, name: str, groups: Mapping[str, Sequence[Stimulus]]) -> dict[str, Factor]:
        """Give the value of each group whose members all have the same."""
        found = {}
        for key, members in groups.items():
            values = {(type(one.factors[name]), one.factors[name]) for one in members if name in one.factors}
            if len(values) == 1 and all(name in one.factors for one in members):
                [(_, found[key])] = values
        return found

    def of_conditions(self) -> dict[str, dict[str, Factor]]:
        """Levels by condition, then factor."""
        conditions = dict.fromkeys(one.condition for one in self.once) if self.levels else ()
        return {c: {name: levels[c] for name, levels in self.levels.items()} for c in conditions}

    def of_item(self, item: str) -> dict[str, Factor]:
        """What is so of all sentences of an item."""
        return {name: values[item] for name, values in self.own.items() if item in values}

    def of_one(self, one: Stimulus) -> dict[str, Factor]:
        """What is so of this sentence alone."""
        return {name: value for name, value in one.factors.items() if name not in self.levels and name not in self.own}
