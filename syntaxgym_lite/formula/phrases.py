"""Predictions as people write them: a phrase becomes a formula.

``plural > singular at verb`` is short for ``(3;%plural%) > (3;%singular%)``. A phrase holds names of the suite, which
may have blanks, hyphens and words such as *and* in them. So it is read from left to right, and at each place only what
may stand there is looked for: the longest name of a condition where a condition must stand, of a region where a region
must. What cannot be read is refused with its place; nothing is left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NoReturn, TypeAlias, cast

from ..errors import FormulaError, Span, did_you_mean, listed
from .ast import (
    And,
    Call,
    Claim,
    Comparison,
    Number,
    Or,
    Product,
    Quantity,
    Reference,
    RegionNumber,
    RegionRange,
    Selector,
    Star,
    Sum,
)
from .check import check, no_condition, no_region, no_region_named, regions_alike
from .factors import Factor, level_text, resolve
from .parser import parse

__all__ = ["formula_from_phrase", "is_phrase"]

_FORMULA = re.compile(r"%|\([^()]*;")
"""What a formula has and a phrase has not: a condition between percent signs, or a reference that lacks them."""

_HARD = r"(?:surprising|unexpected|difficult|hard)"
_EASY = r"(?:likely|probable|expected|predictable|easy)"
_IS = r"(?:is|are|was|were|has|have|will|should|must)\b"
_VERB = r"(?:(?:(?:is|are|was|were|has|have)|(?:will|should|must) (?:be|have)) (?:an? |the )?)?"
_ADJECTIVES = {
    rf"(?:more (?:{_HARD}|surprisal)|(?:higher|greater|larger|bigger)(?: surprisal)?|harder|less {_EASY})": (
        ">",
        "than",
    ),
    rf"(?:less (?:{_HARD}|surprisal)|(?:lower|smaller)(?: surprisal)?|easier|more {_EASY})": ("<", "than"),
    rf"at least as {_HARD}": (">=", "as"),
    rf"at most as {_HARD}": ("<=", "as"),
    rf"(?:just as|as|equally) (?:{_HARD}|{_EASY})": ("=", "as"),
}
"""Words of comparison that may be parted: ``more surprising [at verb] than``."""

_COMPARATORS = {
    r">=|=>|≥|⩾": ">=",
    r"<=|=<|≤|⩽": "<=",
    r"!=|≠|<>": "!=",
    r">": ">",
    r"<": "<",
    r"==?|≈|~": "=",
    r"exceeds?\b": ">",
    r"at least\b": ">=",
    r"at most\b": "<=",
    r"(?:equals?(?: to)?|the same as|same as|no different from)\b": "=",
    r"(?:differs? from|different from)\b": "!=",
}
_BEFORE_PLACE = r"(?:(?:at|in|on|over|for|across)\b|@)"
_WHOLE = r"(?:the )?(?:(?:whole|entire|full) )?sentences?\b|all(?: the)? regions\b"
_AND, _OR = r"(?:[,;] ?and|and)\b|[;,&]", r"(?:[,;] ?or|or)\b|\|"
_NUMBER = r"(?:\d+\.?\d*|\.\d+)(?![\w.]|,\d)"
_QUOTED = r"\"[^\"]*\"|'[^']*'|“[^“”]*”|„[^„“]*“|‘[^‘’]*’|«[^«»]*»"
_STOP = re.compile(
    r"[<>=≠≤≥;,&|+\]\)]| [-−–] "
    r"| (?:is|are|was|were|has|have|will|should|more|less|as|at|in|on|over|by|and|or|than|minus|plus)\b"
)
"""Where something ends that cannot be read."""

_LONGEST = 2000  # characters of a phrase
_DEEPEST = 10  # brackets in brackets
_EXAMPLE = "'plural > singular at verb'"

_Operator: TypeAlias = Literal["<", ">", "<=", ">=", "=", "!="]


def is_phrase(text: str) -> bool:
    """Whether a prediction is meant to be words: it has no sign that only formulas have."""
    return _FORMULA.search(re.sub(_QUOTED, "''", text)) is None  # a name in quotes may hold any sign


def formula_from_phrase(
    text: str,
    *,
    conditions: Sequence[str],
    regions: Mapping[int, str],
    factors: Mapping[str, Mapping[str, Factor]] | None = None,
) -> str:
    """Write the formula that a phrase is short for.

    ``>`` and *more surprising than* mean a larger surprisal. Of a side that several conditions answer to, as
    ``head=sg`` may, the mean is meant; of several regions, their sum. A difference of differences, a threshold in bits,
    and several claims joined by *and* can be written too; the documentation of the prediction language has examples.

    Parameters
    ----------
    text : str
        A phrase; a formula is checked, and given back as it is.
    conditions : sequence of str
        Names of the suite's conditions. Upper and lower case count only where names differ in nothing else.
    regions : mapping of int to str
        Name of each region by its number, as in ``region_meta``.
    factors : mapping, optional
        Condition name to its level of each factor.

    Returns
    -------
    str

    Raises
    ------
    FormulaError
        If the phrase cannot be read in exactly one way, or names what the suite does not have.

    Examples
    --------
    >>> names = {"conditions": ["plural", "singular"], "regions": {1: "subject", 2: "verb", 3: "spill"}}
    >>> formula_from_phrase("plural > singular at verb", **names)
    '(2;%plural%) > (2;%singular%)'
    >>> formula_from_phrase("plural is less surprising than singular by 2 bits at verb and spill", **names)
    '(2:3;%singular%) - (2:3;%plural%) > 2'
    >>> formula_from_phrase("plurl > singular at verb", **names)
    Traceback (most recent call last):
    syntaxgym_lite.errors.FormulaError: plurl > singular at verb
      ^^^^^
    The suite has no condition 'plurl'. Did you mean 'plural'? Its conditions are: plural, singular.
    """
    if not is_phrase(text):
        formula = resolve(parse(text.strip()), factors or {})
        for problem in check(formula, conditions=conditions, regions=regions, factors=factors or {}):
            raise problem
        return formula.source
    return str(_Reader(text, conditions, regions, factors or {}).claims())


# ---------------------------------------------------------------- what a phrase consists of


@dataclass(frozen=True, slots=True)
class _Place:
    """Regions by number, in order; none of them: the whole sentence."""

    numbers: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class _Term:
    """Conditions, of which the mean is meant if there are several; or a number."""

    conditions: tuple[str, ...]
    span: Span
    number: float | None = None
    sign: int = 1


@dataclass(frozen=True, slots=True)
class _Side:
    """Terms that are added."""

    terms: tuple[_Term, ...]
    span: Span
    place: _Place | None = None


@dataclass(frozen=True, slots=True)
class _Said:
    """A claim: sides with comparisons between them, and by how much the last two differ."""

    sides: tuple[_Side, ...]
    operators: tuple[_Operator, ...]
    span: Span
    place: _Place | None = None
    comes_first: bool = False
    """Whether the place stands before the sides: then it holds for later claims too."""
    by: tuple[_Operator, float] | None = None
    is_within: bool = False


class _Names:
    """Names of a suite, to be found in a text: without regard to upper and lower case, where that leaves one."""

    def __init__(self, names: Sequence[str]) -> None:
        self.by_text: dict[str, list[str]] = {}
        for name in dict.fromkeys(names):
            if spelt := _plain(name):
                self.by_text.setdefault(spelt, []).append(name)
        self.by_length = sorted(self.by_text, key=len, reverse=True)

    def called(self, text: str) -> list[str]:
        """The names that a text may stand for: the one that is spelt so, else all that differ in case."""
        if text in self.by_text:
            return self.by_text[text]
        folded = text.casefold()
        return [name for spelt, names in self.by_text.items() if spelt.casefold() == folded for name in names]

    def at(self, text: str, place: int) -> str:
        """The longest name, as it is written in `text`, that begins at a place of it; may be empty."""
        for spelt in self.by_length:
            written = text[place : place + len(spelt)]
            if written.casefold() == spelt.casefold() and self._ends(text, place + len(spelt)):
                return written
        return ""

    def _ends(self, text: str, end: int) -> bool:
        """Whether a name that ends here is not part of a longer word."""
        if end >= len(text) or not _is_letter(text[end - 1]):
            return True
        if (
            text[end] in "-−–" and end + 1 < len(text) and _is_letter(text[end + 1])
        ):  # a-b is a difference if b is a name
            return any(text.startswith(spelt, end + 1) for spelt in self.by_length)
        if text[end] in "./'’*" and end + 1 < len(text):
            return not _is_letter(text[end + 1])
        return not _is_letter(text[end])


def _plain(text: str) -> str:
    """A text on one line, in one composition of letters and marks."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _is_letter(char: str) -> bool:
    return char == "_" or unicodedata.category(char)[0] in "LMN"


# ---------------------------------------------------------------- reading


class _Reader:
    """Reads a phrase from left to right. What gives None may be absent; else its absence is an error."""

    def __init__(
        self,
        text: str,
        conditions: Sequence[str],
        regions: Mapping[int, str],
        factors: Mapping[str, Mapping[str, Factor]],
    ) -> None:
        self.text = _plain(text)
        self.pos = 0
        self.depth = 0
        self.conditions = list(conditions)
        self.condition_names = _Names(conditions)
        self.regions = dict(sorted(regions.items()))
        self.region_names = _Names(list(regions.values()))
        self.of_condition = {
            name: {factor: level_text(value) for factor, value in factors.get(name, {}).items()} for name in conditions
        }
        levels: dict[str, dict[str, None]] = {}
        for own in self.of_condition.values():
            for factor, level in own.items():
                levels.setdefault(factor, {})[level] = None
        self.levels = {factor: list(found) for factor, found in levels.items()}

    # ---- the whole

    def claims(self) -> Claim:
        """Read all of it."""
        if not self.text:
            raise self.error(f"The prediction is empty. Write one, such as {_EXAMPLE}.", Span(0, 0))
        if len(self.text) > _LONGEST:
            message = f"A prediction in words has at most {_LONGEST:,} characters; write a formula."
            raise self.error(message, Span(_LONGEST, _LONGEST))
        found = [self.claim()]
        joint = ""
        while not self.looking_at(r"[.!;]?$"):
            start = self.skip()
            this = "or" if self.take(_OR) else "and" if self.take(_AND) else ""
            if not this:
                self.unexpected(found[-1])
            if joint not in ("", this):
                message = "'and' and 'or' side by side can be read in two ways. Write a formula, with brackets."
                raise self.error(message, self.span(start))
            joint = this
            self.refuse_second_place(found[-1])
            found.append(self.claim())
        parts = [part for one in self.with_places(found) for part in self.comparisons(one)]
        if len(parts) == 1:
            return parts[0]
        return Or(tuple(parts)) if joint == "or" else And(tuple(parts))

    def claim(self) -> _Said:
        """Read sides and what is between them, with the place before, between or behind them."""
        start = self.pos
        said = self.region_first()
        if said is not None:
            return self.with_end(said, start)
        first = self.leading_place()
        sides, operators = [self.side()], []
        place = None
        while True:
            operator, between = self.comparator()
            if operator is None:
                break
            place = place or between
            operators.append(operator)
            sides.append(self.side())
        if not operators:
            self.no_comparison(sides[0])
        return self.with_end(
            _Said(tuple(sides), tuple(operators), Span(start, self.pos), first or place, first is not None), start
        )

    def region_first(self) -> _Said | None:
        """Read ``verb is more surprising in plural than in singular``."""
        start = self.pos
        self.take(r"(?:the )?surprisal (?:of|at|in|on)\b")
        place = self.regions_here(before_verb=True)
        if place is not None:
            self.take(r"together\b")
            for words, (operator, joint) in _ADJECTIVES.items():
                here = self.pos
                if self.take(rf"{_VERB}{words}\b") and self.take(r"(?:in|for)\b") and self.is_term():
                    left = self.side()
                    if not self.take(rf"{joint}\b"):
                        self.unexpected(None, f"Write '{joint}' and what it is compared with.")
                    self.take(r"(?:in|for)\b")
                    sides = (left, self.side())
                    return _Said(sides, (cast(_Operator, operator),), Span(start, self.pos), place, True)
                self.pos = here
        self.pos = start
        return None

    def with_end(self, said: _Said, start: int) -> _Said:
        """Read what may stand behind the sides: how much, and where."""
        while True:
            before = self.pos
            self.take(r",")
            if self.looking_at(r"by\b|within [\d.]"):
                said = self.threshold(said)
            elif self.take(rf"{_BEFORE_PLACE}"):
                place = self.place()
                if said.sides[-1].place is not None:
                    raise self.error("The region is named twice.", place.span)
                last = replace(said.sides[-1], place=place)
                said = replace(said, sides=(*said.sides[:-1], last))
            else:
                self.pos = before
                return replace(said, span=Span(start, self.pos))

    # ---- sides

    def side(self) -> _Side:
        """Read terms with signs between them, and the place of this side if one follows that another side follows."""
        start = self.skip()
        terms = self.terms(1)
        while sign := self.take(r"\+|plus\b|[-−–]|minus\b"):
            terms += self.terms(1 if sign in ("+", "plus") else -1)
        side = _Side(tuple(terms), self.span(start))
        here = self.pos
        if self.take(_BEFORE_PLACE):
            place = self.regions_here(before_verb=True)
            if place is not None and self.comparator(peek=True)[0] is not None:
                return replace(side, place=place)
        self.pos = here
        return side

    def terms(self, sign: int) -> list[_Term]:
        """Read one term; or a difference in words, or what stands in brackets."""
        if self.condition_names.at(self.text, self.skip()) == "":
            if self.take(r"(?:the )?difference (?:between|of)\b"):
                first = self.term()
                self.need(r"and\b", "and", "A difference is between two conditions: 'the difference between a and b'.")
                return [replace(first, sign=sign), replace(self.term(), sign=-sign)]
            if self.take(r"(?:the )?(?:mean|average) of\b"):
                return [replace(self.mean(), sign=sign)]
            opened = self.text[self.skip() : self.pos + 1]
            if opened in ("(", "["):
                if levels := self.factors_here(bracketed=True):
                    return [replace(levels, sign=sign)]
                self.pos += 1
                self.depth += 1
                if self.depth > _DEEPEST:
                    raise self.error(
                        "Brackets are nested too deep here; write a formula.", Span(self.pos - 1, self.pos)
                    )
                inner = self.side()
                self.depth -= 1
                self.need(re.escape(")" if opened == "(" else "]"), ")", "The bracket is not closed.")
                return [replace(term, sign=sign * term.sign) for term in inner.terms]
        return [replace(self.term(), sign=sign)]

    def mean(self) -> _Term:
        """Read the conditions that a mean is of."""
        start = self.skip()
        found = [self.term()]
        while self.take(r", ?and\b|,|and\b"):
            found.append(self.term())
        conditions = [name for term in found for name in term.conditions]
        span = self.span(start)
        if any(term.number is not None for term in found) or len(conditions) != len(set(conditions)):
            raise self.error("A mean is of conditions that differ from one another.", span)
        return _Term(tuple(conditions), span)

    def is_term(self) -> bool:
        """Whether a condition stands here."""
        here = self.pos
        try:
            self.terms(1)
        except FormulaError:
            return False
        finally:
            self.pos = here
        return True

    def term(self) -> _Term:
        """Read a condition by its name, or by its levels of factors; or a number."""
        start = self.skip()
        if quoted := self.take(_QUOTED):
            return _Term(self.conditions_called(quoted[1:-1], self.span(start), quoted=True), self.span(start))
        if levels := self.factors_here():
            return levels
        if written := self.condition_names.at(self.text, start):
            self.pos = start + len(written)
            found = _Term(self.conditions_called(written, self.span(start)), self.span(start))
            self.take(r"conditions?\b")
            return found
        for factor_levels in self.levels.values():
            if written := _Names(factor_levels).at(self.text, start):
                self.pos = start + len(written)
                return _Term(self.conditions_called(written, self.span(start)), self.span(start))
        if number := self.take(_NUMBER):
            self.take(r"bits?\b")
            return _Term((), self.span(start), float(number))
        if self.take(r"(?:the|in|for|conditions?)\b"):
            return self.term()
        raise self.unknown_condition(self.what_stands_here())

    def conditions_called(self, text: str, span: Span, *, quoted: bool = False) -> tuple[str, ...]:
        """The conditions that a name, or a level of a factor, stands for."""
        text = _plain(text)
        names = self.condition_names.called(text)
        if len(names) == 1:
            return (names[0],)
        if names:
            message = f"'{text}' may be any of the conditions {listed(names)}. Write it as the suite does."
            raise self.error(message, span)
        factors = {factor: found for factor, levels in self.levels.items() if (found := _Names(levels).called(text))}
        if not factors:
            raise self.unknown_condition(Span(span.start + quoted, span.end - quoted))
        several = [f"{factor}={level}" for factor, levels in factors.items() for level in levels]
        if len(several) > 1:
            raise self.error(f"'{text}' may be {' or '.join(several)}. Write which.", span)
        [(factor, [level])] = factors.items()
        return tuple(name for name, own in self.of_condition.items() if own.get(factor) == level)

    def factors_here(self, *, bracketed: bool = False) -> _Term | None:
        """Read ``head=sg, attractor=pl``, if it stands here; the conditions that have these levels are meant."""
        start = self.skip()
        names = _Names(list(self.levels))
        if bracketed:
            inside = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]").match(self.text, start)
            if inside is None or ("=" not in inside[0] and inside[0][1:-1].strip() not in self.conditions):
                return None
            if (name := inside[0][1:-1].strip()) in self.conditions:
                self.pos = inside.end()
                return _Term((name,), self.span(start))
            self.pos += 1
        wanted: dict[str, str] = {}
        end = start
        while True:
            here = self.skip()
            written = names.at(self.text, here)
            if not written or not re.compile(r" ?=").match(self.text, here + len(written)):
                if bracketed:
                    raise self.unknown_factor(here)
                self.pos = end  # before a comma that joins claims
                break
            [factor, *others] = names.called(written)
            if others:
                raise self.error(f"'{written}' may be {' or '.join([factor, *others])}.", Span(here, self.pos))
            self.pos = here + len(written)
            self.take("=")
            wanted[factor] = self.level_of(factor)
            end = self.pos
            if not self.take(r", ?(?:and\b)?|and\b" if bracketed else r","):
                break
        if bracketed:
            self.need(r"[\])]", ")", "The bracket is not closed.")
        if not wanted:
            return None
        span = self.span(start)
        found = tuple(
            name
            for name, own in self.of_condition.items()
            if all(own.get(key) == value for key, value in wanted.items())
        )
        if not found:
            asked = " and ".join(f"{factor}={level}" for factor, level in wanted.items())
            raise self.error(f"No condition has {asked}.", span)
        return _Term(found, span)

    def level_of(self, factor: str) -> str:
        here = self.skip()
        quoted = self.take(_QUOTED)
        names = _Names(self.levels[factor])
        written = quoted[1:-1] if quoted else names.at(self.text, here)
        found = names.called(_plain(written))
        if len(found) == 1:
            self.pos = self.pos if quoted else here + len(written)
            return found[0]
        end = re.compile(r"[^\s,;)\]<>]*").match(self.text, here)
        span = Span(here, self.pos if quoted else end.end() if end else here)
        stands = self.text[span.start : span.end]
        raise self.error(
            f"The factor '{factor}' has no level '{stands}'.{did_you_mean(stands, self.levels[factor])} "
            f"Its levels are: {listed(self.levels[factor])}.",
            span,
        )

    # ---- comparisons

    def comparator(self, *, peek: bool = False) -> tuple[_Operator | None, _Place | None]:
        """Read what compares two sides, and the place if it stands in between: *more surprising at verb than*."""
        here = self.skip()
        try:
            for pattern, operator in _COMPARATORS.items():
                if self.take(rf"{_VERB}(?:{pattern})"):
                    return cast(_Operator, operator), None
            for words, (operator, joint) in _ADJECTIVES.items():
                if not self.take(rf"{_VERB}{words}\b"):
                    continue
                place = None
                if not peek and self.take(_BEFORE_PLACE):
                    place = self.place()
                if not peek and not self.take(rf"{joint}\b"):
                    self.unexpected(None, f"Write '{joint}' and what it is compared with.")
                return cast(_Operator, operator), place
            return None, None
        finally:
            if peek:
                self.pos = here

    def threshold(self, said: _Said) -> _Said:
        """Read ``by 2 bits``, ``by at least 2 bits``, ``within 2 bits``."""
        start = self.skip()
        is_within = self.take(r"by|within") == "within"
        how = "" if is_within else self.take(r"more than\b|over\b|>=|>|≥|at least\b")
        number = self.take(_NUMBER)
        if not number:
            decimal = re.compile(r"\d+,\d+").match(self.text, self.skip())
            if decimal:
                message = f"The decimal sign is a point: {decimal[0].replace(',', '.')}."
                raise self.error(message, Span(decimal.start(), decimal.end()))
            self.unexpected(None, "Write by how many bits, as in 'by 2 bits'.")
        self.take(r"bits?\b")
        span = self.span(start)
        if said.by is not None:
            raise self.error("It is said twice by how much.", span)
        if len(said.operators) > 1:
            raise self.error("Say of two sides alone by how much they differ.", span)
        if is_within != (said.operators[0] in ("=", "!=")):
            right = "'within 2 bits' says how equal" if is_within else "'by 2 bits' says how much more or less"
            raise self.error(f"{right} one side is than the other; here the sign is '{said.operators[0]}'.", span)
        operator: _Operator = ">=" if how in (">=", "≥", "at least") or said.operators[0] in (">=", "<=") else ">"
        return replace(said, by=(operator, float(number)), is_within=is_within)

    # ---- places

    def leading_place(self) -> _Place | None:
        """Read ``at verb,`` or ``verb:`` before a claim."""
        start = self.pos
        for before, behind in ((_BEFORE_PLACE, r"[,:]"), (r"", r":")):
            if self.take(before) or not before:
                place = self.regions_here(before_verb=True)
                self.take(r"together\b")
                if place is not None and (self.take(behind) or (before and self.is_term())):
                    return place
            self.pos = start
        return None

    def place(self) -> _Place:
        """Read regions; what is none is refused."""
        start = self.skip()
        if each := self.take(r"(?:both|each|every|either|any)(?: of)?\b"):
            raise self.error(
                f"'{each}' may mean regions together, or each by itself. 'a > b at verb and spill' adds them up; "
                "'a > b at verb and a > b at spill' is about each.",
                self.span(start),
            )
        place = self.regions_here()
        if place is not None:
            return place
        span = self.what_stands_here()
        name = self.text[span.start : span.end]
        if self.condition_names.called(name):
            message = f"'{name}' is a condition; write the region here. The suite's regions are: {self.all_regions()}."
        elif not name:
            message = f"The region is missing. The suite's regions are: {self.all_regions()}."
        else:
            known = [region for region in map(_plain, self.regions.values()) if region]
            message = no_region_named(name, known)
        raise self.error(message, span)

    def regions_here(self, *, before_verb: bool = False) -> _Place | None:
        """Read regions by number or name, several with *and* between them; None if none stands here.

        What stands behind *and* is taken for a region only if no comparison follows, which would make it a condition;
        but where regions come first, the comparison follows them (`before_verb`).
        """
        start = self.skip()
        numbers = self.region_here()
        if numbers is None:
            self.pos = start
            return None
        found = [*numbers]
        while numbers:
            here = self.pos
            more = None
            if self.take(r", ?and\b|,|and\b|\+|&|plus\b"):
                more = self.region_here()
            follows = self.pos
            self.take(r"together\b")
            if more is None or (not before_verb and self.comparator(peek=True)[0] is not None):
                self.pos = here
                break
            self.pos = follows
            if set(more) & set(found):
                raise self.error("A region is named twice.", self.span(start))
            found += more
        if not before_verb:
            self.take(r"together\b")
        return _Place(tuple(sorted(found)), self.span(start))

    def region_here(self) -> tuple[int, ...] | None:
        """Read one region, or a run of them; () is the whole sentence."""
        start = self.skip()
        first = self.one_region()
        if first is None:
            self.pos = start
            if self.take(_WHOLE):
                return ()
            if self.take(r"(?:the|regions?|words?)\b"):
                return self.region_here()
            return None
        here = self.pos
        if not self.take(r":(?=\d)|[-–](?= ?\d)|to\b|through\b"):
            self.take(r"(?:regions?|words?|positions?)\b")
            return (first,)
        self.take(r"(?:the|region)\b")
        last = self.one_region()
        if last is None:
            self.pos = here
            return (first,)
        self.take(r"(?:regions?|words?|positions?)\b")
        if last < first:
            raise self.error("The run of regions goes backwards.", self.span(start))
        return tuple(number for number in self.regions if first <= number <= last)

    def one_region(self) -> int | None:
        start = self.skip()
        quoted = self.take(_QUOTED)
        written = quoted[1:-1] if quoted else self.region_names.at(self.text, start)
        digits = None if quoted else re.compile(r"\d+(?![\w.]\w|[A-Za-z])").match(self.text, start)
        names = self.region_names.called(_plain(written)) if written else []
        numbers = [number for number, name in self.regions.items() if name in names]
        if digits and len(digits[0]) >= len(written):
            number = int(digits[0][:9])
            span = Span(start, digits.end())
            if numbers and numbers != [number]:
                message = f"'{digits[0]}' is the number of a region and the name of another. Write a formula for it."
                raise self.error(message, span)
            if number not in self.regions:
                raise self.error(no_region(number, self.regions), span)
            self.pos = digits.end()
            return number
        if not quoted:
            self.pos = start + len(written)
        if len(numbers) > 1:
            raise self.error(regions_alike(_plain(written), numbers), self.span(start))
        if not numbers:
            self.pos = start
            return None
        return numbers[0]

    def refuse_second_place(self, said: _Said) -> None:
        """Refuse ``at verb and at spill``: of a claim's own place, a comma follows that stands before it."""
        start = self.skip()
        if (
            self.take(_BEFORE_PLACE)
            and self.regions_here(before_verb=True)
            and not (self.looking_at("[,:]") or self.is_term())
        ):
            sides = self.text[said.sides[0].span.start : said.sides[-1].span.end]
            raise self.error(
                f"Each of the regions, or both together? '{sides} at A and B' adds them up; '{sides} at A and {sides} "
                "at B' is about each.",
                self.span(start),
            )
        self.pos = start

    # ---- trees

    def with_places(self, found: Sequence[_Said]) -> list[_Said]:
        """Give each side its place: its own, that of its claim, or that of the next claim that has one."""
        placed = []
        for index, said in enumerate(found):
            own = [place for place in (said.sides[-1].place, said.place, *(side.place for side in said.sides)) if place]
            later = [place for after in found[index + 1 :] for place in (after.sides[-1].place, after.place) if place]
            earlier = [said.place for said in found[:index] if said.comes_first and said.place]
            common = [*own, *later[:1], *earlier[-1:]]
            if not common:
                end = said.span.end
                sides = self.text[said.sides[0].span.start : said.sides[-1].span.end]
                raise self.error(
                    f"The region is missing. Say where, as in '{sides} at {self.some_region()}'. "
                    f"The suite's regions are: {self.all_regions()}.",
                    Span(end, end),
                )
            sides_placed = tuple(replace(side, place=side.place or common[0]) for side in said.sides)
            placed.append(replace(said, sides=sides_placed))
        return placed

    def comparisons(self, said: _Said) -> list[Claim]:
        """Make the comparisons of a claim."""
        made: list[Claim] = []
        for index, operator in enumerate(said.operators):
            left, right = said.sides[index : index + 2]
            self.check_sides(left, right)
            if said.by is None:
                made.append(Comparison(operator, self.quantity(left), self.quantity(right)))
                continue
            more, bits = said.by
            if operator in ("<", "<="):
                left, right = right, left
            difference = Sum((self.quantity(left), self.quantity(right)), ("-",))
            if said.is_within:
                made.append(Comparison("<=" if operator == "=" else ">", Call("abs", (difference,)), Number(bits)))
            else:
                made.append(Comparison(more, difference, Number(bits)))
        return made

    def check_sides(self, left: _Side, right: _Side) -> None:
        """Refuse sides that are the same, that share a condition of a mean, or that are both without a condition."""
        weights = [self.weights(side) for side in (left, right)]
        span = left.span | right.span
        if not any(term.conditions for side in (left, right) for term in side.terms):
            raise self.error("Both sides are numbers; a prediction is about conditions.", span)
        if weights[0] == weights[1]:
            raise self.error("Both sides are the same. Compare two conditions.", span)
        if len(left.terms) == len(right.terms) == 1:
            [one], [other] = left.terms, right.terms
            both = [name for name in one.conditions if name in other.conditions]
            if both and left.place == right.place:
                raise self.error(f"Both sides hold the condition '{both[0]}'.", span)

    def weights(self, side: _Side) -> dict[tuple[int, str], Fraction]:
        """How often each region of each condition is counted."""
        total: dict[tuple[int, str], Fraction] = {}
        for term in side.terms:
            keys = [(number, name) for name in term.conditions for number in self.numbers(side)]
            share = Fraction(1, len(term.conditions) or 1)
            if term.number is not None:
                keys, share = [(0, "")], Fraction(term.number)
            for key in keys:
                total[key] = total.get(key, Fraction(0)) + term.sign * share
        return {key: value for key, value in total.items() if value}

    def numbers(self, side: _Side) -> tuple[int, ...]:
        return (side.place.numbers if side.place else ()) or tuple(self.regions)

    def quantity(self, side: _Side) -> Quantity:
        """Make the tree of a side."""
        operands: list[Quantity] = []
        signs: list[Literal["+", "-"]] = []
        for term in side.terms:
            value = self.value(term, side.place)
            operands.append(value)
            signs.append("+" if term.sign > 0 else "-")
        return operands[0] if len(operands) == 1 else Sum(tuple(operands), tuple(signs[1:]))

    def value(self, term: _Term, place: _Place | None) -> Quantity:
        if term.number is not None:
            return Number(term.number)
        parts: list[Quantity] = [
            Reference(selector, condition) for condition in term.conditions for selector in self.selectors(place)
        ]
        plus: list[Literal["+", "-"]] = ["+"] * (len(parts) - 1)
        total: Quantity = parts[0] if len(parts) == 1 else Sum(tuple(parts), tuple(plus))
        n = len(term.conditions)
        return total if n == 1 else Product((total, Number(n)), ("/",))

    def selectors(self, place: _Place | None) -> list[Selector]:
        """Runs of regions that follow one another."""
        if place is None or not place.numbers:
            return [Star()]
        order = {number: index for index, number in enumerate(self.regions)}
        runs: list[list[int]] = []
        for number in place.numbers:
            if runs and order[number] == order[runs[-1][-1]] + 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        return [RegionNumber(run[0]) if len(run) == 1 else RegionRange(run[0], run[-1]) for run in runs]

    # ---- words and complaints

    def skip(self) -> int:
        """Go over a blank."""
        if self.text.startswith(" ", self.pos):
            self.pos += 1
        return self.pos

    def take(self, pattern: str) -> str:
        """Take what matches here, without the blank before it; an empty text if nothing does."""
        found = re.compile(rf" ?({pattern})", re.IGNORECASE).match(self.text, self.pos)
        if found is None:
            return ""
        self.pos = found.end()
        return found[1]

    def looking_at(self, pattern: str) -> bool:
        """Whether this stands here."""
        return re.compile(rf" ?(?:{pattern})", re.IGNORECASE).match(self.text, self.pos) is not None

    def need(self, pattern: str, what: str, advice: str) -> None:
        if not self.take(pattern):
            here = self.skip()
            raise self.error(f"'{what}' is missing. {advice}", Span(here, here))

    def span(self, start: int) -> Span:
        return Span(start, self.pos)

    def error(self, problem: str, span: Span) -> FormulaError:
        return FormulaError(problem, self.text, span)

    def what_stands_here(self) -> Span:
        """The stretch up to the next word or sign that parts things; a single one if it stands here itself."""
        here = self.skip()
        stop = _STOP.search(self.text, here)
        end = len(self.text) if stop is None else stop.start()
        return Span(here, len(self.text[:end].rstrip()) if end > here else here)

    def unknown_condition(self, span: Span) -> FormulaError:
        name = self.text[span.start : span.end]
        if not name:
            return self.error(
                f"A condition is missing here. The suite's conditions are: {listed(self.conditions)}.", span
            )
        if _plain(name) in map(_plain, self.regions.values()) or re.fullmatch(r"(?:the )?regions? .*", name):
            message = (
                f"'{name}' is a region, and here a condition must stand. Write the conditions first, then the region: "
                f"{_EXAMPLE}. The suite's conditions are: {listed(self.conditions)}."
            )
            return self.error(message, span)
        if re.match(r"(?:the |an? )?(?:interaction|main effect)\b", name, re.IGNORECASE):
            message = (
                "Say which way it goes. A main effect is written 'head=pl > head=sg at verb', an interaction as a "
                "difference of differences: 'A - B > C - D at verb'."
            )
            return self.error(message, span)
        return self.error(no_condition(name, self.conditions), span)

    def unknown_factor(self, here: int) -> FormulaError:
        end = re.compile(r"[^=,;)\]]*").match(self.text, here)
        name = (end[0] if end else "").strip()
        factors = list(self.levels)
        span = Span(here, here + len(name))
        if not factors:
            return self.error("The conditions of this suite have no factors; name the conditions instead.", span)
        return self.error(
            f"The conditions have no factor '{name}'.{did_you_mean(name, factors)} "
            f"Their factors are: {listed(factors)}.",
            span,
        )

    def no_comparison(self, side: _Side) -> NoReturn:
        """Say that something is missing behind the first side; or that it is longer than what was read of it."""
        here = self.skip()
        rest = self.what_stands_here()
        known = self.looking_at(rf"{_BEFORE_PLACE}|{_IS}") or self.condition_names.at(self.text, here)
        if rest.end > rest.start and not known:
            whole = Span(side.span.start, rest.end)
            raise self.error(no_condition(self.text[whole.start : whole.end], self.conditions), whole)
        raise self.error(
            "A comparison is missing. Write two conditions with '>' (more surprising), '<' or '=' between them, and "
            f"the region: {_EXAMPLE}.",
            Span(here, here),
        )

    def unexpected(self, said: _Said | None, advice: str = "") -> NoReturn:
        span = self.what_stands_here()
        if span.start == span.end:
            span = Span(span.start, min(span.start + 1, len(self.text)))
        stands = self.text[span.start : span.end]
        if said is not None and stands and said.sides[-1].place is None and said.sides[-1].span.end + 1 >= span.start:
            last = said.sides[-1].terms[-1]
            if last.conditions:  # 'singular form' where there is a condition 'singular'
                whole = Span(last.span.start, span.end)
                raise self.error(no_condition(self.text[whole.start : whole.end], self.conditions), whole)
        what = f"'{stands}' cannot be read here." if stands else "Something is missing here."
        raise self.error(f"{what} {advice or f'A prediction is written like this: {_EXAMPLE}.'}", span)

    def all_regions(self) -> str:
        return listed([f"{number} ({name})" if name else str(number) for number, name in self.regions.items()])

    def some_region(self) -> str:
        return next((name for name in reversed(list(map(_plain, self.regions.values()))) if name), "region 1")
