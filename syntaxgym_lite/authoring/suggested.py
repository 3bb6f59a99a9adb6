"""What one may predict of a suite, by its design: what a guided question offers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ..formula.factors import ConditionFactors, level_text
from ..formula.wording import name_in_words
from ..suite import Suite

__all__ = ["Direction", "Suggestion", "suggested", "suggested_by"]

_MOST_PAIRED = 4  # conditions that are offered in pairs; of more, one writes which are meant


@dataclass(frozen=True, slots=True)
class Direction:
    """One of the answers, in words, and the prediction that it makes, as `with_predictions` reads it.

    Parameters
    ----------
    words : str
    phrase : str
    name : str
        What the prediction may be called, where its phrase is long; else empty.
    """

    words: str
    phrase: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A kind of prediction, and its directions.

    Parameters
    ----------
    kind : str
        ``"main effect of head"``.
    question : str
        ``"Which is more surprising?"``
    choices : tuple of Direction
    """

    kind: str
    question: str
    choices: tuple[Direction, ...]


def suggested(suite: Suite, place: str) -> tuple[Suggestion, ...]:
    """Offer the predictions that are common for the design of a suite.

    Of two conditions, which is more surprising. Of factors with two levels, their main effects and interactions; of two
    of them, also the effect of one on either level of the other, as published suites have it. Of few other conditions,
    all pairs.

    Parameters
    ----------
    suite : Suite
    place : str
        The regions that it is about, as one writes them: ``"verb"``, ``"verb and spill"``.

    Returns
    -------
    tuple of Suggestion
        Empty for a suite of one condition, or of many without factors.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> [suite] = sgl.load_suites("number_prep")
    >>> for suggestion in suggested(suite, "verb")[:1]:
    ...     print(suggestion.kind, [choice.phrase for choice in suggestion.choices])
    match_sing and mismatch_sing ['match_sing > mismatch_sing at verb', 'mismatch_sing > match_sing at verb']
    """
    return suggested_by(suite.condition_names, suite.condition_factors, place)


def suggested_by(conditions: Sequence[str], factors: ConditionFactors, place: str) -> tuple[Suggestion, ...]:
    """Offer the predictions that are common for a design, of which there may be no suite yet; see `suggested`."""
    two = _factors_of_two(factors)
    if len(conditions) > 2 and two:
        return tuple(_by_factors(two, place))
    if len(conditions) > _MOST_PAIRED:
        return ()
    return tuple(_pair(a, b, place) for a, b in combinations(conditions, 2))


def _pair(a: str, b: str, place: str) -> Suggestion:
    choices = (
        Direction(one, f"{name_in_words(one)} > {name_in_words(other)} at {place}") for one, other in ((a, b), (b, a))
    )
    return Suggestion(f"{a} and {b}", "Which is more surprising?", tuple(choices))


def _factors_of_two(factors: ConditionFactors) -> dict[str, tuple[str, str]]:
    """Factors with two levels."""
    levels: dict[str, dict[str, None]] = {}
    for own in factors.values():
        for factor, level in own.items():
            levels.setdefault(factor, {})[level_text(level)] = None
    return {factor: (found[0], found[1]) for factor, known in levels.items() if len(found := list(known)) == 2}


def _by_factors(factors: dict[str, tuple[str, str]], place: str) -> Iterator[Suggestion]:
    which = "Which is more surprising?"
    for f, levels in factors.items():
        kind = f"main effect of {f}"
        choices = (
            Direction(f"{f}={x}", f"{_at(f, x)} > {_at(f, y)} at {place}", f"{kind} at {place}")
            for x, y in _both(levels)
        )
        yield Suggestion(kind, which, tuple(choices))
    for (f, (f1, f2)), (g, (g1, g2)) in combinations(factors.items(), 2):
        kind = f"interaction of {f} and {g}"
        differences = [f"{_at(f, x, g, g1)} - {_at(f, x, g, g2)}" for x in (f1, f2)]
        interaction = (
            Direction(f"larger for {f}={x} than for {f}={y}", f"{left} > {right} at {place}", f"{kind} at {place}")
            for (x, y), (left, right) in zip(_both((f1, f2)), _both((differences[0], differences[1])), strict=True)
        )
        question = f"How large is the difference between {g}={g1} and {g}={g2} (the first minus the second)?"
        yield Suggestion(kind, question, tuple(interaction))
    if len(factors) == 2:
        for (f, levels), (g, others) in (factors.items(), reversed(factors.items())):
            kind = f"effect of {f} on either level of {g}"
            both = (
                Direction(
                    f"{f}={x}, for {g}={others[0]} and for {g}={others[1]}",
                    " and ".join(f"{_at(f, x, g, z)} > {_at(f, y, g, z)}" for z in others) + f" at {place}",
                    f"{kind} at {place}",
                )
                for x, y in _both(levels)
            )
            yield Suggestion(f"{kind}, as published suites have it", which, tuple(both))


def _both(two: tuple[str, str]) -> tuple[tuple[str, str], tuple[str, str]]:
    return (two[0], two[1]), (two[1], two[0])


def _at(*levels: str) -> str:
    """Name conditions by levels of factors, as a phrase has it."""
    pairs = zip(levels[::2], levels[1::2], strict=True)
    return f"({', '.join(f'{factor}={name_in_words(level)}' for factor, level in pairs)})"
