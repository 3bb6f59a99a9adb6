"""Reads what a phrase compares, one by one: a condition by its name or its levels of factors; a number."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...errors import FormulaError, Span, did_you_mean, listed
from ..check import no_condition
from .names import SuiteNames
from .said import Term
from .text import Phrase, plain
from .words import EXAMPLE, NUMBER, QUOTED

_IN_BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
_UP_TO_LEVEL = re.compile(r"[^=,;)\]]*")
_UP_TO_BLANK = re.compile(r"[^\s,;)\]<>]*")


class TermReader:
    """Reads one condition or number where a phrase stands."""

    def __init__(self, phrase: Phrase, names: SuiteNames) -> None:
        self.phrase = phrase
        self.names = names

    def term(self) -> Term:
        """Read a condition by its name, or by its levels of factors; or a number."""
        start = self.phrase.skip()
        if quoted := self.phrase.take(QUOTED):
            span = self.phrase.span(start)
            return Term(self._called(quoted[1:-1], span, quoted=True), span)
        if found := self._levels():
            return found
        if written := self.names.condition_names.at(self.phrase.text, start):
            found = self._named(written)
            self.phrase.take(r"conditions?\b")
            return found
        for level_names in self.names.level_names.values():
            if written := level_names.at(self.phrase.text, start):
                return self._named(written)
        if number := self.phrase.take(NUMBER):
            self.phrase.take(r"bits?\b")
            return Term((), self.phrase.span(start), float(number))
        if self.phrase.take(r"(?:the|in|for|conditions?)\b"):
            return self.term()
        raise self._unknown_condition(self.phrase.what_stands_here())

    def in_brackets(self) -> Term | None:
        """Read ``(head=sg, attractor=pl)``, or the name of a condition in brackets, if it stands here."""
        start = self.phrase.skip()
        inside = _IN_BRACKETS.match(self.phrase.text, start)
        if inside is None:
            return None
        name = inside[0][1:-1].strip()
        if name in self.names.conditions:
            self.phrase.pos = inside.end()
            return Term((name,), self.phrase.span(start))
        if "=" not in name:
            return None
        self.phrase.pos += 1
        wanted = self._levels_until_end()
        self.phrase.need(r"[\])]", ")", "The bracket is not closed.")
        return self._with_levels(wanted, start)

    # ---- by name

    def _named(self, written: str) -> Term:
        """Take a name that stands here."""
        start = self.phrase.pos
        self.phrase.pos += len(written)
        span = self.phrase.span(start)
        return Term(self._called(written, span), span)

    def _called(self, text: str, span: Span, *, quoted: bool = False) -> tuple[str, ...]:
        """The conditions that a name, or a level of a factor, stands for."""
        text = plain(text)
        names = self.names.condition_names.called(text)
        if len(names) == 1:
            return (names[0],)
        if names:
            message = f"'{text}' may be any of the conditions {listed(names)}. Write it as the suite does."
            raise self.phrase.error(message, span)
        levels = self.names.levels_called(text)
        if not levels:
            raise self._unknown_condition(Span(span.start + quoted, span.end - quoted))
        if len(levels) > 1:
            several = " or ".join(f"{factor}={level}" for factor, level in levels)
            raise self.phrase.error(f"'{text}' may be {several}. Write which.", span)
        return self.names.with_levels(dict(levels))

    # ---- by levels of factors

    def _levels(self) -> Term | None:
        """Read ``head=sg, attractor=pl``, if it stands here; the conditions that have these levels are meant."""
        start = end = self.phrase.skip()
        wanted: dict[str, str] = {}
        while written := self._factor_here():
            self._take_level(written, wanted)
            end = self.phrase.pos
            if not self.phrase.take(r","):
                break
        self.phrase.pos = end  # before a comma that joins claims
        return self._with_levels(wanted, start) if wanted else None

    def _levels_until_end(self) -> dict[str, str]:
        """Read ``head=sg, attractor=pl`` up to the bracket; what is no factor is refused."""
        wanted: dict[str, str] = {}
        while True:
            written = self._factor_here()
            if not written:
                raise self._unknown_factor(self.phrase.pos)
            self._take_level(written, wanted)
            if not self.phrase.take(r", ?(?:and\b)?|and\b"):
                return wanted

    def _factor_here(self) -> str:
        """The name of a factor that stands before a sign of equality here; empty if none does."""
        here = self.phrase.skip()
        written = self.names.factor_names.at(self.phrase.text, here)
        return written if self.phrase.text.startswith(("=", " ="), here + len(written)) else ""

    def _take_level(self, written: str, wanted: dict[str, str]) -> None:
        """Read a factor, which is written like this, and its level."""
        here = self.phrase.pos
        [factor, *others] = self.names.factor_names.called(written)
        if others:
            raise self.phrase.error(f"'{written}' may be {' or '.join([factor, *others])}.", Span(here, here))
        self.phrase.pos += len(written)
        self.phrase.take("=")
        wanted[factor] = self._level_of(factor)

    def _level_of(self, factor: str) -> str:
        here = self.phrase.skip()
        quoted = self.phrase.take(QUOTED)
        names, levels = self.names.level_names[factor], self.names.levels[factor]
        written = quoted[1:-1] if quoted else names.at(self.phrase.text, here)
        found = names.called(plain(written))
        if len(found) == 1:
            self.phrase.pos = self.phrase.pos if quoted else here + len(written)
            return found[0]
        end = _UP_TO_BLANK.match(self.phrase.text, here)
        span = Span(here, self.phrase.pos if quoted else end.end() if end else here)
        stands = self.phrase.written(span)
        raise self.phrase.error(
            f"The factor '{factor}' has no level '{stands}'.{did_you_mean(stands, levels)} "
            f"Its levels are: {listed(levels)}.",
            span,
        )

    def _with_levels(self, wanted: Mapping[str, str], start: int) -> Term:
        span = self.phrase.span(start)
        found = self.names.with_levels(wanted)
        if not found:
            asked = " and ".join(f"{factor}={level}" for factor, level in wanted.items())
            raise self.phrase.error(f"No condition has {asked}.", span)
        return Term(found, span)

    # ---- complaints

    def _unknown_condition(self, span: Span) -> FormulaError:
        name = self.phrase.written(span)
        known = f"The suite's conditions are: {listed(self.names.conditions)}."
        if not name:
            message = f"A condition is missing here. {known}"
        elif plain(name) in self.names.region_texts() or re.fullmatch(r"(?:the )?regions? .*", name):
            message = (
                f"'{name}' is a region, and here a condition must stand. Write the conditions first, then the region: "
                f"{EXAMPLE}. {known}"
            )
        elif re.match(r"(?:the |an? )?(?:interaction|main effect)\b", name, re.IGNORECASE):
            message = (
                "Say which way it goes. A main effect is written 'head=pl > head=sg at verb', an interaction as a "
                "difference of differences: 'A - B > C - D at verb'."
            )
        else:
            message = no_condition(name, self.names.conditions)
        return self.phrase.error(message, span)

    def _unknown_factor(self, here: int) -> FormulaError:
        end = _UP_TO_LEVEL.match(self.phrase.text, here)
        name = (end[0] if end else "").strip()
        factors = list(self.names.levels)
        message = "The conditions of this suite have no factors; name the conditions instead."
        if factors:
            guess = did_you_mean(name, factors)
            message = f"The conditions have no factor '{name}'.{guess} Their factors are: {listed(factors)}."
        return self.phrase.error(message, Span(here, here + len(name)))
