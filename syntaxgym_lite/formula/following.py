"""Formulas that follow when a suite changes: regions are moved, conditions get other names.

Only what has to change is written anew, where it stands; everything else of a formula stays as its author wrote it.
What cannot follow, since it is no more, is written so that it can be taken for nothing else: the number of a region
that was deleted would soon be that of its neighbour, and the formula would say something else without a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..errors import FormulaError, Span, cited, listed
from .ast import Reference, RegionName, RegionNumber, RegionRange, Selector, Star, references
from .factors import ConditionFactors, conditions_with, level_text, levels_in, levels_text
from .parser import parse

__all__ = ["Followed", "Named", "follow"]

_NAME = re.compile(r"(?![-+0-9.,:*\s]+$)[^;%()\[\]\s](?:[^;%()\[\]]*[^;%()\[\]\s])?")
"""The name of a region that can stand in a formula; as ``REGION_NAME`` of the grammar."""
_REFERENCE = re.compile(r"\(\s*([^;%()\[\]\s](?:[^;%()\[\]]*[^;%()\[\]\s])?)\s*;(?:\s*%([^%]*)%)?")
"""What begins a reference, in a text that is no formula yet."""
_NUMBER = re.compile(r"0*([1-9][0-9]{0,8})")
_RUN = re.compile(r"0*([1-9][0-9]{0,8})\s*:\s*0*([1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class Named:
    """What formulas name of a suite.

    Parameters
    ----------
    regions : mapping of int to str
        Region number to name.
    conditions : sequence of str
    factors : mapping of str to mapping, optional
        Levels of the conditions, if the suite has them.
    """

    regions: Mapping[int, str]
    conditions: Sequence[str]
    factors: ConditionFactors = field(default_factory=dict)

    def region(self, name: str) -> int | None:
        """Give the number of the one region of this name."""
        found = [number for number, own in self.regions.items() if own.strip() == name]
        return found[0] if len(found) == 1 else None

    def condition(self, text: str) -> str | None:
        """Give the one condition that is named by a text between percent signs: by its name, or by levels."""
        text = text.strip()
        if text in self.conditions:
            return text
        found = conditions_with(text, self.factors)
        return found[0] if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class Followed:
    """A formula that followed a change of its suite.

    Parameters
    ----------
    source : str
    notes : tuple of str
        What to know, each going on from "The prediction ...".
    lost : bool
        Whether it names something that is no more.
    """

    source: str
    notes: tuple[str, ...] = ()
    lost: bool = False


def follow(
    source: str,
    before: Named,
    after: Named,
    *,
    regions: Mapping[int, int],
    conditions: Mapping[str, str],
) -> Followed:
    """Write a formula anew for a suite that was changed.

    Parameters
    ----------
    source : str
        A formula; or what is to become one, of which the references are found as far as they go.
    before, after : Named
    regions : mapping of int to int
        Where each region went; one that is not there was deleted.
    conditions : mapping of str to str
        What each condition is called now; one that is not there was deleted.

    Returns
    -------
    Followed

    Examples
    --------
    >>> before = Named({1: "start", 2: "verb", 3: "end"}, ["good", "bad"])
    >>> after = Named({1: "start", 2: "end", 3: "verb"}, ["good", "worse"])
    >>> found = follow(
    ...     "(2; %bad%)  > (verb;%good%)",
    ...     before,
    ...     after,
    ...     regions={1: 1, 2: 3, 3: 2},
    ...     conditions={"good": "good", "bad": "worse"},
    ... )
    >>> found.source, found.notes
    ('(3; %worse%)  > (verb;%good%)', ())
    """
    following = _Following(source, before, after, regions, conditions)
    try:
        there = references(parse(source))
    except FormulaError:
        there = list(_references_in(source))
    parts: list[tuple[Span, str]] = []
    for reference in there:
        region = following.region(reference.region)
        if region is not None:
            parts.append((reference.region.span, region))
        condition = following.condition(reference.condition) if reference.condition else None
        if condition is not None:
            parts.append((reference.condition_span, condition))
    for span, text in reversed(parts):
        source = source[: span.start] + text + source[span.end :]
    return Followed(source, tuple(following.notes), following.lost)


class _Following:
    """One formula on its way from one suite to the next."""

    def __init__(
        self, source: str, before: Named, after: Named, regions: Mapping[int, int], conditions: Mapping[str, str]
    ) -> None:
        self.source = source
        self.before, self.after = before, after
        self.regions, self.conditions = regions, conditions
        self.notes: dict[str, None] = {}
        self.lost = False

    def region(self, selector: Selector) -> str | None:
        """What to write in place of a region, if anything."""
        match selector:
            case RegionNumber(number):
                return self._number(number)
            case RegionName(name):
                return self._name(name)
            case RegionRange(first, last):
                return self._run(selector, first, last)
        return None

    def _number(self, number: int) -> str | None:
        if number not in self.before.regions:
            if number in self.after.regions:
                self._revived(f"region {number}", f"{cited(self.after.regions[number])}")
            return None
        if number not in self.regions:
            return self._deleted(number)
        return None if self.regions[number] == number else str(self.regions[number])

    def _name(self, name: str) -> str | None:
        number, now = self.before.region(name), self.after.region(name)
        if number is None:
            if now is not None:
                self._revived(f"the region {cited(name)}", f"region {now}")
            return None
        if number not in self.regions:
            return self._deleted(number)
        to = self.regions[number]
        if now == to:
            return None
        other = self.after.regions[to].strip()
        return other if _NAME.fullmatch(other) and self.after.region(other) == to else str(to)

    def _run(self, run: RegionRange, first: int, last: int) -> str | None:
        known = self.before.regions
        if first > last or first not in known or last not in known:
            if first <= last and first in self.after.regions and last in self.after.regions:
                self._revived(f"regions {first} to {last}", "regions that the suite has")
            return None
        inside = [number for number in known if first <= number <= last]
        images = sorted(self.regions[number] for number in inside if number in self.regions)
        if first not in self.regions or last not in self.regions:
            gone = [end for end in dict.fromkeys((first, last)) if end not in self.regions]
            ends = " and ".join([_called(end, known[end]) for end in gone])
            were = "was" if len(gone) == 1 else "were"
            self._note(
                f"is about regions {first} to {last}, of which {ends} {were} deleted: say what it is about now",
                lost=True,
            )
            return self._unlike(f"regions {first} to {last} without {' and '.join(map(str, gone))}")
        now = [number for number in self.after.regions if images[0] <= number <= images[-1]]
        moved_in = set(now) - set(images)
        if moved_in & set(self.regions.values()):
            where = listed(list(map(str, images)))
            self._note(
                f"is about regions {first} to {last}, which do not stand side by side any more (now {where}): say what "
                "it is about now",
                lost=True,
            )
            return self._unlike(f"regions {', '.join(map(str, images))}")
        if moved_in:
            new = listed([_called(number, self.after.regions[number]) for number in sorted(moved_in)])
            self._note(
                f"is about regions {first} to {last}, now {images[0]} to {images[-1]}, and so about {new} as well"
            )
        elif len(images) < len(inside):
            self._note(
                f"is about regions {first} to {last}, of which some were deleted; now {images[0]} to {images[-1]}"
            )
        if (images[0], images[-1]) == (first, last):
            return None
        colon = self.source[run.span.start : run.span.end].strip("0123456789")  # with the blanks round it
        return f"{images[0]}{colon}{images[-1]}"

    def _deleted(self, number: int) -> str:
        name = self.before.regions[number].strip()
        self._note(f"is about region {_called(number, name)}, which was deleted: say what it is about now", lost=True)
        is_free = _NAME.fullmatch(name) and all(name != other.strip() for other in self.after.regions.values())
        return name if is_free else self._unlike(f"deleted region {number}")

    def _unlike(self, text: str) -> str:
        """Write what can be the name of a region, but is that of none."""
        text = re.sub(r"[;%()\[\]]", " ", text).strip()
        while any(text == name.strip() for name in self.after.regions.values()):
            text += "'"
        return text

    def condition(self, text: str) -> str | None:
        """What to write in place of a condition's name or levels, if anything."""
        old, now = self.before.condition(text), self.after.condition(text)
        if old is None:
            if now is not None:
                self._revived(f"the condition {cited(text)}", cited(now))
            return None
        new = self.conditions.get(old)
        if new is None:
            self._note(f"is about the condition {cited(old)}, which was deleted: say what it is about now", lost=True)
            other = text
            while self.after.condition(other) is not None:  # no other one may be meant by it
                other += " (deleted)"
            return None if other == text else other
        if now == new:
            return None
        ways = [new] if text.strip() == old else [self._levels(text, new), _all_levels(new, self.after.factors), new]
        return next(way for way in ways if way and self.after.condition(way) == new)

    def _levels(self, text: str, condition: str) -> str | None:
        """The same factors as in a text, with the levels that a condition has now."""
        own = self.after.factors.get(condition, {})
        for pair in reversed(levels_in(text)):
            if pair.factor not in own:
                return None
            span = pair.level_span
            text = text[: span.start] + level_text(own[pair.factor]) + text[span.end :]
        return text

    def _revived(self, what: str, now: str) -> None:
        self._note(f"is about {what}, which was not there before and now is {now}: is that what it should say?")

    def _note(self, text: str, *, lost: bool = False) -> None:
        self.notes[text] = None
        self.lost = self.lost or lost


def _all_levels(condition: str, factors: ConditionFactors) -> str | None:
    return levels_text(factors[condition]) if condition in factors else None


def _called(number: int, name: str) -> str:
    return f"{number} ({cited(name.strip())})" if name.strip() else str(number)


def _references_in(source: str) -> Iterator[Reference]:
    """Give what looks like a reference in a text that is no formula."""
    for found in _REFERENCE.finditer(source):
        span = Span(*found.span(1))
        condition = found[2] or ""
        name = condition.strip()
        start = found.start(2) + condition.index(name) if name else 0
        yield Reference(
            _selector(found[1], span), name, span=Span(*found.span()), condition_span=Span(start, start + len(name))
        )


def _selector(text: str, span: Span) -> Selector:
    if number := _NUMBER.fullmatch(text):
        return RegionNumber(int(number[1]), span)
    if run := _RUN.fullmatch(text):
        return RegionRange(int(run[1]), int(run[2]), span)
    return Star(span) if text == "*" else RegionName(text, span)
