"""Reads a phrase as a whole: claims, each of sides with comparisons between them, a place, and by how much.

What may stand at a place is tried in order, and nothing else is looked for.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal, NoReturn

from ...errors import Span
from ..check import no_condition
from .names import SuiteNames
from .places import PlaceReader
from .said import Place, Said, Side, Statement
from .sides import SideReader
from .terms import TermReader
from .text import Phrase
from .words import AND, BEFORE_PLACE, COMPARISONS, EXAMPLE, IS, NUMBER, OR, Comparing, Operator

_LONGEST = 2000  # characters of a phrase
_DECIMAL_COMMA = re.compile(r"\d+,\d+")


def read_claims(text: str, names: SuiteNames) -> Statement:
    """Read all that a phrase says.

    Raises
    ------
    FormulaError
        If it cannot be read to its end in exactly one way, or names what the suite does not have.
    """
    phrase = Phrase(text)
    if not phrase.text:
        raise phrase.error(f"The prediction is empty. Write one, such as {EXAMPLE}.", Span(0, 0))
    if len(phrase.text) > _LONGEST:
        message = f"A prediction in words has at most {_LONGEST:,} characters; write a formula."
        raise phrase.error(message, Span(_LONGEST, _LONGEST))
    return _ClaimReader(phrase, names).statement()


class _ClaimReader:
    """Reads claims. What gives None may be absent; else its absence is an error."""

    def __init__(self, phrase: Phrase, names: SuiteNames) -> None:
        self.phrase = phrase
        self.names = names
        self.places = PlaceReader(phrase, names)
        self.sides = SideReader(phrase, names, TermReader(phrase, names), self.places)

    def statement(self) -> Statement:
        """Read claims up to the end."""
        found = [self._claim()]
        joint: Literal["", "and", "or"] = ""
        while not self.phrase.looking_at(r"[.!;]?$"):
            start = self.phrase.skip()
            this: Literal["", "and", "or"] = "or" if self.phrase.take(OR) else "and" if self.phrase.take(AND) else ""
            if not this:
                self._not_another_claim(found[-1])
            if joint not in ("", this):
                message = "'and' and 'or' side by side can be read in two ways. Write a formula, with brackets."
                raise self.phrase.error(message, self.phrase.span(start))
            joint = this
            self._refuse_second_place(found[-1])
            found.append(self._claim())
        return Statement(tuple(found), joint or "and")

    def _claim(self) -> Said:
        """Read sides and what is between them, with the place before, between or behind them."""
        start = self.phrase.pos
        said = self._region_first()
        if said is not None:
            return self._with_end(said, start)
        first = self._leading_place()
        sides: list[Side] = [self.sides.side()]
        operators: list[Operator] = []
        place = None
        while comparing := self._comparing():
            place = place or self._place_between(comparing)
            operators.append(comparing.operator)
            sides.append(self.sides.side())
        if not operators:
            self._no_comparison(sides[0])
        span = self.phrase.span(start)
        return self._with_end(Said(tuple(sides), tuple(operators), span, first or place, first is not None), start)

    def _region_first(self) -> Said | None:
        """Read ``verb is more surprising in plural than in singular``."""
        start = self.phrase.pos
        self.phrase.take(r"(?:the )?surprisal (?:of|at|in|on)\b")
        place = self.places.regions(before_verb=True)
        if place is not None:
            self.phrase.take(r"together\b")
            here = self.phrase.pos
            for comparing in COMPARISONS:
                if (
                    comparing.joint
                    and self.phrase.take(comparing.pattern)
                    and self.phrase.take(r"(?:in|for)\b")
                    and self.sides.stands_here()
                ):
                    left = self.sides.side()
                    self._take_joint(comparing)
                    self.phrase.take(r"(?:in|for)\b")
                    right = self.sides.side()
                    return Said((left, right), (comparing.operator,), self.phrase.span(start), place, True)
                self.phrase.pos = here
        self.phrase.pos = start
        return None

    # ---- comparisons

    def _comparing(self) -> Comparing | None:
        """Read what compares two sides, up to where a place may stand in it."""
        self.phrase.skip()
        return next((comparing for comparing in COMPARISONS if self.phrase.take(comparing.pattern)), None)

    def _place_between(self, comparing: Comparing) -> Place | None:
        """Read the place in *more surprising at verb than*, and the *than*."""
        if not comparing.joint:
            return None
        place = self.places.place() if self.phrase.take(BEFORE_PLACE) else None
        self._take_joint(comparing)
        return place

    def _take_joint(self, comparing: Comparing) -> None:
        if not self.phrase.take(rf"{comparing.joint}\b"):
            raise self.phrase.unexpected(f"Write '{comparing.joint}' and what it is compared with.")

    # ---- what stands before and behind

    def _leading_place(self) -> Place | None:
        """Read ``at verb,`` or ``verb:`` before a claim."""
        start = self.phrase.pos
        for before, behind in ((BEFORE_PLACE, r"[,:]"), ("", r":")):
            if self.phrase.take(before) or not before:
                place = self.places.regions(before_verb=True)
                self.phrase.take(r"together\b")
                if place is not None and (self.phrase.take(behind) or (before and self.sides.stands_here())):
                    return place
            self.phrase.pos = start
        return None

    def _with_end(self, said: Said, start: int) -> Said:
        """Read what may stand behind the sides: how much, and where."""
        while True:
            before = self.phrase.pos
            self.phrase.take(r",")
            if self.phrase.looking_at(r"by\b|within [\d.]"):
                said = self._with_threshold(said)
            elif self.phrase.take(BEFORE_PLACE):
                place = self.places.place()
                if said.sides[-1].place is not None:
                    raise self.phrase.error("The region is named twice.", place.span)
                last = replace(said.sides[-1], place=place)
                said = replace(said, sides=(*said.sides[:-1], last))
            else:
                self.phrase.pos = before
                return replace(said, span=self.phrase.span(start))

    def _with_threshold(self, said: Said) -> Said:
        """Read ``by 2 bits``, ``by at least 2 bits``, ``within 2 bits``."""
        start = self.phrase.skip()
        is_within = self.phrase.take(r"by|within") == "within"
        how = "" if is_within else self.phrase.take(r"more than\b|over\b|>=|>|≥|at least\b")
        bits = self._bits()
        span = self.phrase.span(start)
        if said.by is not None:
            raise self.phrase.error("It is said twice by how much.", span)
        if len(said.operators) > 1:
            raise self.phrase.error("Say of two sides alone by how much they differ.", span)
        [operator] = said.operators
        if is_within != (operator in ("=", "!=")):
            right = "'within 2 bits' says how equal" if is_within else "'by 2 bits' says how much more or less"
            raise self.phrase.error(f"{right} one side is than the other; here the sign is '{operator}'.", span)
        at_least = how in (">=", "≥", "at least") or operator in (">=", "<=")
        return replace(said, by=(">=" if at_least else ">", bits), is_within=is_within)

    def _bits(self) -> float:
        number = self.phrase.take(NUMBER)
        if not number:
            decimal = _DECIMAL_COMMA.match(self.phrase.text, self.phrase.skip())
            if decimal:
                message = f"The decimal sign is a point: {decimal[0].replace(',', '.')}."
                raise self.phrase.error(message, Span(*decimal.span()))
            raise self.phrase.unexpected("Write by how many bits, as in 'by 2 bits'.")
        self.phrase.take(r"bits?\b")
        return float(number)

    # ---- complaints

    def _refuse_second_place(self, said: Said) -> None:
        """Refuse ``at verb and at spill``: of a claim's own place, a comma follows that stands before it."""
        start = self.phrase.skip()
        if (
            self.phrase.take(BEFORE_PLACE)
            and self.places.regions(before_verb=True)
            and not (self.phrase.looking_at("[,:]") or self.sides.stands_here())
        ):
            sides = self.phrase.written(said.sides_span)
            raise self.phrase.error(
                f"Each of the regions, or both together? '{sides} at A and B' adds them up; '{sides} at A and {sides} "
                "at B' is about each.",
                self.phrase.span(start),
            )
        self.phrase.pos = start

    def _no_comparison(self, side: Side) -> NoReturn:
        """Say that something is missing behind the first side; or that it is longer than what was read of it."""
        here = self.phrase.skip()
        rest = self.phrase.what_stands_here()
        known = self.phrase.looking_at(rf"{BEFORE_PLACE}|{IS}") or self.names.condition_names.at(self.phrase.text, here)
        if rest.end > rest.start and not known:
            self._no_condition(side.span | rest)
        raise self.phrase.error(
            "A comparison is missing. Write two conditions with '>' (more surprising), '<' or '=' between them, and "
            f"the region: {EXAMPLE}.",
            Span(here, here),
        )

    def _not_another_claim(self, said: Said) -> NoReturn:
        """Say that what stands behind a claim cannot be read; or that its last condition is longer."""
        rest = self.phrase.unread()
        last = said.sides[-1]
        if rest.end > rest.start and last.place is None and last.span.end + 1 >= rest.start:
            term = last.terms[-1]
            if term.conditions:  # 'singular form' where there is a condition 'singular'
                self._no_condition(term.span | rest)
        raise self.phrase.unexpected()

    def _no_condition(self, span: Span) -> NoReturn:
        raise self.phrase.error(no_condition(self.phrase.written(span), self.names.conditions), span)
