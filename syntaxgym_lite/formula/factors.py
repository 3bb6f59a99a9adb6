"""Conditions named by their levels: ``(5;%head=sg, attractor=pl%)`` is region 5 of the one condition with both.

Such names are resolved once, when a suite or a result is read: what comes after sees names of conditions only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..delimited import number_in
from ..errors import Span, did_you_mean, listed
from .ast import Formula, Reference, with_references

__all__ = [
    "ConditionFactors",
    "Factor",
    "conditions_with",
    "crossing",
    "level_text",
    "levels_in",
    "levels_text",
    "misnamed",
    "resolve",
]

Factor = str | int | float | bool
"""What the value of a factor can be."""

ConditionFactors = Mapping[str, Mapping[str, Factor]]
"""Condition name to its level of each factor of the design."""

_EXACT = 2**53  # whole numbers up to here are floats without loss
_PAIR = re.compile(r"\s*([^,=]*?)\s*=\s*(.*?)\s*(?:,(?=[^,=]*=)|\Z)", re.DOTALL)


def level_text(level: Factor) -> str:
    """Give a level as a formula writes it; levels with the same text are the same.

    Examples
    --------
    >>> [level_text(level) for level in ("sg", 2, 2.0, 0.5, True)]
    ['sg', '2', '2', '0.5', 'true']
    """
    if isinstance(level, bool):
        return "true" if level else "false"
    if isinstance(level, float) and level.is_integer() and abs(level) <= _EXACT:
        return str(int(level))
    return str(level)


def resolve(formula: Formula, factors: ConditionFactors) -> Formula:
    """Put the names of conditions where a formula names them by their levels.

    Parameters
    ----------
    formula : Formula
    factors : mapping of str to mapping
        Level of each factor of each condition, of all the suite's conditions; empty if it has none.

    Returns
    -------
    Formula
        Its source and spans are as written. What fits no condition, or several, stays; `check` says so.

    Examples
    --------
    >>> from syntaxgym_lite.formula import parse
    >>> factors = {"sg_pl": {"head": "sg", "attractor": "pl"}, "pl_pl": {"head": "pl", "attractor": "pl"}}
    >>> str(resolve(parse("(5;%attractor=pl, head=sg%) < (5;%pl_pl%)"), factors))
    '(5;%sg_pl%) < (5;%pl_pl%)'
    """
    if not factors:
        return formula
    found: dict[str, str] = {}

    def named(reference: Reference) -> Reference:
        text = reference.condition
        if text not in found:
            fitting = [] if text in factors else conditions_with(text, factors)
            found[text] = fitting[0] if len(fitting) == 1 else text
        return reference if found[text] == text else replace(reference, condition=found[text])

    return with_references(formula, named)


def misnamed(text: str, factors: ConditionFactors) -> tuple[str, Span] | None:
    """Say why the levels that a reference names are not those of one condition.

    Parameters
    ----------
    text : str
        What stands between its percent signs.
    factors : mapping of str to mapping
        See `resolve`.

    Returns
    -------
    problem : str
    span : Span
        The part of `text` that it is about.

        None if the text does not name levels, or the suite has no factors of conditions.
    """
    pairs = levels_in(text)
    if not pairs or not factors:
        return None
    levels = _levels(factors)
    seen: set[str] = set()
    for pair in pairs:
        if pair.factor not in levels:
            guess = did_you_mean(pair.factor, levels)
            problem = f"The conditions have no factor '{pair.factor}'.{guess}"
            return f"{problem} Their factors are: {listed(list(levels))}.", pair.factor_span
        if pair.factor in seen:
            return f"The factor '{pair.factor}' is named twice; a condition has one level of it.", pair.factor_span
        seen.add(pair.factor)
        known = levels[pair.factor]
        if not any(_same(pair.level, level) for level in known.values()):
            guess = did_you_mean(pair.level, known)
            problem = f"The factor '{pair.factor}' has no level '{pair.level}'.{guess}"
            advice = "" if pair.level and "," not in pair.level else f" Each factor has its level: {crossing(factors)}."
            return f"{problem} Its levels are: {listed(list(known))}.{advice}", pair.level_span
    span = Span(0, len(text))
    fitting = conditions_with(text, factors)
    if not fitting:
        crossings = listed([f"{name} ({levels_text(own)})" for name, own in factors.items()])
        return f"No condition has these levels together. The conditions are: {crossings}.", span
    first = factors[fitting[0]]
    unsaid = [name for name in first if len({level_text(factors[one][name]) for one in fitting}) > 1]
    example = ", ".join([text, *(f"{name}={level_text(first[name])}" for name in unsaid)])
    problem = f"{len(fitting)} conditions have these levels: {listed(fitting)}."
    return f"{problem} To name one, add {' and '.join(unsaid)}: %{example}%.", span


def crossing(factors: ConditionFactors) -> str:
    """Write the first condition by its levels, as a formula would."""
    return f"%{levels_text(next(iter(factors.values())))}%"


@dataclass(frozen=True, slots=True)
class NamedLevel:
    """A factor and a level, as written, with their places."""

    factor: str
    level: str
    factor_span: Span
    level_span: Span


def levels_in(text: str) -> Sequence[NamedLevel]:
    """Read ``head=sg, attractor=pl``; nothing of a text that is not of this form. A level may hold a comma."""
    pairs: list[NamedLevel] = []
    place = 0
    while place < len(text):
        found = _PAIR.match(text, place)
        if found is None or not found[1]:
            return ()
        pairs.append(NamedLevel(found[1], found[2], Span(*found.span(1)), Span(*found.span(2))))
        place = found.end()
    return pairs


def conditions_with(text: str, factors: ConditionFactors) -> list[str]:
    """Names of the conditions that have all the levels that a text names; none if it names none, or a factor twice."""
    pairs = levels_in(text)
    if len({pair.factor for pair in pairs}) < len(pairs):
        return []
    return [
        name
        for name, own in factors.items()
        if pairs and all(pair.factor in own and _same(pair.level, own[pair.factor]) for pair in pairs)
    ]


def _same(text: str, level: Factor) -> bool:
    if text == level_text(level):
        return True
    return isinstance(level, (int, float)) and not isinstance(level, bool) and number_in(text) == level


def _levels(factors: ConditionFactors) -> dict[str, dict[str, Factor]]:
    """The levels of each factor, by their text."""
    levels: dict[str, dict[str, Factor]] = {}
    for own in factors.values():
        for name, level in own.items():
            levels.setdefault(name, {})[level_text(level)] = level
    return levels


def levels_text(levels: Mapping[str, Factor]) -> str:
    """Write levels as a formula would: ``head=sg, attractor=pl``."""
    return ", ".join(f"{name}={level_text(level)}" for name, level in levels.items())
