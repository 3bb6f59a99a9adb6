"""Reads the sides of a comparison: sums, differences and means of conditions and numbers, and where they are."""

from __future__ import annotations

import re
from dataclasses import replace

from ...errors import FormulaError
from .names import SuiteNames
from .places import PlaceReader
from .said import Side, Term
from .terms import TermReader
from .text import Phrase
from .words import ANY_COMPARISON, BEFORE_PLACE

_DEEPEST = 10  # brackets in brackets


class SideReader:
    """Reads sums and means of conditions and numbers, and where they are, where a phrase stands."""

    def __init__(self, phrase: Phrase, names: SuiteNames, terms: TermReader, places: PlaceReader) -> None:
        self.phrase = phrase
        self.names = names
        self.terms = terms
        self.places = places
        self._depth = 0

    def side(self) -> Side:
        """Read terms with signs between them, and the place of this side if one follows that another side follows."""
        start = self.phrase.skip()
        terms = self._terms(1)
        while sign := self.phrase.take(r"\+|plus\b|[-−–]|minus\b"):
            terms += self._terms(1 if sign in ("+", "plus") else -1)
        side = Side(tuple(terms), self.phrase.span(start))
        here = self.phrase.pos
        if self.phrase.take(BEFORE_PLACE):
            place = self.places.regions(before_verb=True)
            if place is not None and self.phrase.looking_at(ANY_COMPARISON):
                return replace(side, place=place)
        self.phrase.pos = here
        return side

    def stands_here(self) -> bool:
        """Whether a condition or a number stands here."""
        here = self.phrase.pos
        try:
            self._terms(1)
        except FormulaError:
            return False
        finally:
            self.phrase.pos = here
        return True

    def _terms(self, sign: int) -> list[Term]:
        """Read one term; or a difference in words, or what stands in brackets."""
        if self.names.condition_names.at(self.phrase.text, self.phrase.skip()) == "":
            if self.phrase.take(r"(?:the )?difference (?:between|of)\b"):
                first = self.terms.term()
                advice = "A difference is between two conditions: 'the difference between a and b'."
                self.phrase.need(r"and\b", "and", advice)
                return [replace(first, sign=sign), replace(self.terms.term(), sign=-sign)]
            if self.phrase.take(r"(?:the )?(?:mean|average) of\b"):
                return [replace(self._mean(), sign=sign)]
            if self.phrase.looking_at(r"[(\[]"):
                if found := self.terms.in_brackets():
                    return [replace(found, sign=sign)]
                return [replace(term, sign=sign * term.sign) for term in self._side_in_brackets().terms]
        return [replace(self.terms.term(), sign=sign)]

    def _side_in_brackets(self) -> Side:
        start = self.phrase.skip()
        closer = self.phrase.take(r"[(\[]").translate({ord("("): ")", ord("["): "]"})
        self._depth += 1
        if self._depth > _DEEPEST:
            message = "Brackets are nested too deep here; write a formula."
            raise self.phrase.error(message, self.phrase.span(start))
        inner = self.side()
        self._depth -= 1
        self.phrase.need(re.escape(closer), ")", "The bracket is not closed.")
        return inner

    def _mean(self) -> Term:
        """Read the conditions that a mean is of."""
        start = self.phrase.skip()
        found = [self.terms.term()]
        while self.phrase.take(r", ?and\b|,|and\b"):
            found.append(self.terms.term())
        conditions = [name for term in found for name in term.conditions]
        span = self.phrase.span(start)
        if any(term.number is not None for term in found) or len(conditions) != len(set(conditions)):
            raise self.phrase.error("A mean is of conditions that differ from one another.", span)
        return Term(tuple(conditions), span)
