"""Reads where a phrase says something of: regions by number or name."""

from __future__ import annotations

import re

from ...errors import Span
from ..check import no_region, no_region_named, regions_alike
from .names import SuiteNames
from .said import Place
from .text import Phrase, plain
from .words import ANY_COMPARISON, QUOTED, WHOLE

_DIGITS = re.compile(r"\d+(?![\w.]\w|[A-Za-z])")
_LONGEST_NUMBER = 9


class PlaceReader:
    """Reads regions where a phrase stands. What gives None may be absent; else its absence is an error."""

    def __init__(self, phrase: Phrase, names: SuiteNames) -> None:
        self.phrase = phrase
        self.names = names

    def place(self) -> Place:
        """Read regions; what is none is refused."""
        start = self.phrase.skip()
        if each := self.phrase.take(r"(?:both|each|every|either|any)(?: of)?\b"):
            raise self.phrase.error(
                f"'{each}' may mean regions together, or each by itself. 'a > b at verb and spill' adds them up; "
                "'a > b at verb and a > b at spill' is about each.",
                self.phrase.span(start),
            )
        place = self.regions()
        if place is not None:
            return place
        span = self.phrase.what_stands_here()
        name = self.phrase.written(span)
        known = f"The suite's regions are: {self.names.all_regions()}."
        if self.names.condition_names.called(name):
            message = f"'{name}' is a condition; write the region here. {known}"
        elif not name:
            message = f"The region is missing. {known}"
        else:
            message = no_region_named(name, [region for region in self.names.region_texts() if region])
        raise self.phrase.error(message, span)

    def regions(self, *, before_verb: bool = False) -> Place | None:
        """Read regions by number or name, several with *and* between them; None if none stands here.

        What stands behind *and* is taken for a region only if no comparison follows, which would make it a condition;
        but where regions come first, the comparison follows them (`before_verb`).
        """
        start = self.phrase.skip()
        numbers = self._run()
        if numbers is None:
            self.phrase.pos = start
            return None
        found = [*numbers]
        while numbers:
            here = self.phrase.pos
            more = None
            if self.phrase.take(r", ?and\b|,|and\b|\+|&|plus\b"):
                more = self._run()
            follows = self.phrase.pos
            self.phrase.take(r"together\b")
            if more is None or (not before_verb and self.phrase.looking_at(ANY_COMPARISON)):
                self.phrase.pos = here
                break
            self.phrase.pos = follows
            if set(more) & set(found):
                raise self.phrase.error("A region is named twice.", self.phrase.span(start))
            found += more
        if not before_verb:
            self.phrase.take(r"together\b")
        return Place(tuple(sorted(found)), self.phrase.span(start))

    def _run(self) -> tuple[int, ...] | None:
        """Read one region, or a run of them; () is the whole sentence."""
        start = self.phrase.skip()
        first = self._region()
        if first is None:
            self.phrase.pos = start
            if self.phrase.take(WHOLE):
                return ()
            if self.phrase.take(r"(?:the|regions?|words?)\b"):
                return self._run()
            return None
        here = self.phrase.pos
        if not self.phrase.take(r":(?=\d)|[-–](?= ?\d)|to\b|through\b"):
            self.phrase.take(r"(?:regions?|words?|positions?)\b")
            return (first,)
        self.phrase.take(r"(?:the|region)\b")
        last = self._region()
        if last is None:
            self.phrase.pos = here
            return (first,)
        self.phrase.take(r"(?:regions?|words?|positions?)\b")
        if last < first:
            raise self.phrase.error("The run of regions goes backwards.", self.phrase.span(start))
        return tuple(number for number in self.names.regions if first <= number <= last)

    def _region(self) -> int | None:
        """Read a number, or a name, whichever is longer."""
        start = self.phrase.skip()
        quoted = self.phrase.take(QUOTED)
        written = quoted[1:-1] if quoted else self.names.region_names.at(self.phrase.text, start)
        names = self.names.region_names.called(plain(written)) if written else []
        numbers = [number for number, name in self.names.regions.items() if name in names]
        digits = None if quoted else _DIGITS.match(self.phrase.text, start)
        if digits and len(digits[0]) >= len(written):
            return self._number(digits[0], numbers)
        if not quoted:
            self.phrase.pos = start + len(written)
        if len(numbers) > 1:
            raise self.phrase.error(regions_alike(plain(written), numbers), self.phrase.span(start))
        if not numbers:
            self.phrase.pos = start
            return None
        return numbers[0]

    def _number(self, digits: str, also_named: list[int]) -> int:
        """Read the number of a region, which may be the name of one besides."""
        number = int(digits[:_LONGEST_NUMBER])
        span = Span(self.phrase.pos, self.phrase.pos + len(digits))
        if also_named and also_named != [number]:
            message = f"'{digits}' is the number of a region and the name of another. Write a formula for it."
            raise self.phrase.error(message, span)
        if number not in self.names.regions:
            raise self.phrase.error(no_region(number, self.names.regions), span)
        self.phrase.pos = span.end
        return number
