"""What items count in which a comparison is a tie: both its sides are equal.

By default a tie counts as wrong: neither ``a < b`` nor ``a > b`` holds. A tie can also be resolved, as if one side were
the smaller: either way is equally likely, and different tied comparisons of an item are resolved independently of each
other. The same two sides are resolved the same way wherever they stand, in all predictions of an item.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Literal, TypeAlias

from ..errors import InputError, did_you_mean
from ..formula import And, Claim, Comparison, Not, Or, walk
from ..formula.evaluate import could_be_tied
from ..results import Outcome, SuiteResult

__all__ = ["TIES", "Ties", "credits", "prediction_credits", "read_ties"]

TIES = ("wrong", "half", "random:SEED")
_MOST_SHARED = 12  # tied comparisons that stand in several places, of which all resolutions are tried: 4096


@dataclass(frozen=True, slots=True)
class Ties:
    """What ties count.

    Parameters
    ----------
    rule : {"wrong", "half", "random"}
    seed : int, optional
        Of the coins of ``"random"``.
    """

    rule: str
    seed: int = 0

    def __str__(self) -> str:
        return f"random:{self.seed}" if self.rule == "random" else self.rule


def read_ties(given: str) -> Ties:
    """Read what ``--ties`` is given.

    Raises
    ------
    InputError
        If it is none of `TIES`.

    Examples
    --------
    >>> read_ties("random:7").seed
    7
    """
    rule, colon, seed = str(given).partition(":")
    if not colon and rule in ("wrong", "half"):
        return Ties(rule)
    if rule == "random":
        if seed.isdecimal() and seed.isascii():
            return Ties(rule, int(seed))
        raise InputError(f"`ties={given}`: the coins need a seed, a whole number: `ties=random:1`.")
    raise InputError(f"`ties={given}`: unknown; known are {', '.join(TIES)}.{did_you_mean(rule, ('wrong', 'half'))}")


def credits(suite: SuiteResult, ties: str | Ties = "wrong") -> dict[int, float]:
    """Give what each item counts for the score of a suite: 1 if all its predictions hold.

    Parameters
    ----------
    suite : SuiteResult
    ties : str or Ties, optional
        ``"wrong"``: a tie satisfies neither ``<`` nor ``>``. ``"half"``: an item counts the share of the resolutions
        of its ties for which all predictions hold; a half where one tie decides. ``"random:SEED"``: a coin decides each
        tied comparison, which depends on the seed, the suite, the item and the comparison, and on nothing else.

    Returns
    -------
    dict of int to float
        By item number, in the order of the suite. An undefined item counts 0.
    """
    return _credits(suite, range(len(suite.predictions)), ties)


def prediction_credits(suite: SuiteResult, index: int, ties: str | Ties = "wrong") -> dict[int, float]:
    """Give what each item counts for the accuracy of one prediction; see `credits`."""
    return _credits(suite, [index], ties)


def _credits(suite: SuiteResult, indices: Sequence[int], ties: str | Ties) -> dict[int, float]:
    ties = read_ties(ties) if isinstance(ties, str) else ties
    by_item: dict[int, list[Outcome]] = {number: [] for number in suite.item_numbers}
    wanted = set(indices)
    for outcome in suite.outcomes:
        if outcome.prediction in wanted:
            by_item[outcome.item_number].append(outcome)
    found = {
        number: float(bool(outcomes) and all(outcome.holds is True for outcome in outcomes))
        for number, outcomes in by_item.items()
    }
    if ties.rule == "wrong":
        return found
    claims = {index: suite.formula(index).root for index in indices}
    for number, outcomes in by_item.items():
        if any(outcome.tie for outcome in outcomes):
            parts = tuple(_item_claim(claims[outcome.prediction], outcome) for outcome in outcomes)
            coin = partial(_coin, ties.seed, suite.suite, number) if ties.rule == "random" else None
            found[number] = _share_true(_Joined("and", parts), coin)
    return found


# ---------------------------------------------------------------- claims of an item, whose ties are open


@dataclass(frozen=True, slots=True)
class _Tied:
    """A tied comparison: its two sides, and whether it holds if the first one is the smaller."""

    sides: _Sides
    first_is_smaller: bool


@dataclass(frozen=True, slots=True)
class _Joined:
    """Parts of which all have to hold, or any; or the one that must not."""

    kind: Literal["and", "or", "not"]
    parts: tuple[_Node, ...]


_Sides: TypeAlias = "tuple[str, str]"
_Node: TypeAlias = "bool | _Tied | _Joined | None"


def _item_claim(claim: Claim, outcome: Outcome) -> _Node:
    """Put what was found into a claim, and leave its ties open."""
    comparisons = [node for node in walk(claim) if isinstance(node, Comparison)]
    found = list(zip(comparisons, outcome.comparisons, strict=True))
    tied = [one.holds is False and could_be_tied(node, one.left, one.right) for node, one in found]
    leaves = iter(
        _tie(node) if is_tied and outcome.tie else one.holds for (node, one), is_tied in zip(found, tied, strict=True)
    )
    return _filled(claim, leaves)


def _tie(node: Comparison) -> _Tied:
    left, right = str(node.left), str(node.right)
    smaller, larger = (left, right) if node.operator == "<" else (right, left)
    first = min(smaller, larger)
    return _Tied((first, max(smaller, larger)), smaller == first)


def _filled(claim: Claim, leaves: Iterator[_Node]) -> _Node:
    match claim:
        case Comparison():
            return next(leaves)
        case Not(part):
            return _Joined("not", (_filled(part, leaves),))
        case And(parts) | Or(parts):
            kind: Literal["and", "or"] = "and" if isinstance(claim, And) else "or"
            return _Joined(kind, tuple(_filled(part, leaves) for part in parts))


def _share_true(node: _Node, coin: Callable[[_Sides], bool] | None) -> float:
    """Give the share of the resolutions for which a claim holds; 1 or 0 where a coin resolves all ties."""
    counts = Counter(_open_ties(node))
    if coin is not None:
        return _shares(node, {sides: coin(sides) for sides in counts})[0]
    shared = [sides for sides, count in counts.items() if count > 1][:_MOST_SHARED]
    resolutions = [dict(zip(shared, way, strict=True)) for way in product((False, True), repeat=len(shared))]
    return sum(_shares(node, resolved)[0] for resolved in resolutions) / len(resolutions)


def _open_ties(node: _Node) -> Iterator[_Sides]:
    if isinstance(node, _Tied):
        yield node.sides
    elif isinstance(node, _Joined):
        for part in node.parts:
            yield from _open_ties(part)


def _shares(node: _Node, resolved: Mapping[_Sides, bool]) -> tuple[float, float]:
    """Give how often a claim is true, and how often false, if each tie that is not resolved goes either way."""
    match node:
        case None:
            return 0.0, 0.0
        case bool():
            return float(node), float(not node)
        case _Tied(sides, first_is_smaller):
            if sides in resolved:
                return _shares(resolved[sides] is first_is_smaller, resolved)
            return 0.5, 0.5
        case _Joined("not", (part,)):
            return _shares(part, resolved)[::-1]
        case _Joined(kind, parts):
            found = [_shares(part, resolved) for part in parts]
            true = math.prod(true if kind == "and" else 1 - true for true, _ in found)
            false = math.prod(1 - false if kind == "and" else false for _, false in found)
            return (true, 1 - false) if kind == "and" else (1 - true, false)


def _coin(seed: int, suite: str, item: int, sides: _Sides) -> bool:
    """Throw a coin for whether the first side is the smaller; it falls the same way whenever it is thrown again."""
    thrown = hashlib.sha256(json.dumps([seed, suite, item, *sides]).encode("ascii"))
    return bool(thrown.digest()[0] & 1)
