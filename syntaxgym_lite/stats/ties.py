"""What items count in which a comparison is a tie: both its sides are equal.

By default a tie counts as wrong: neither ``a < b`` nor ``a > b`` holds. Ties can also be resolved, as if the values
that are compared differed by amounts too small to be seen: each by one of its own, normally distributed, which is the
same wherever the value stands. So either side of a tied comparison is as likely to be the smaller, the same two sides
are resolved the same way in all predictions of an item, and comparisons that share a value never contradict one
another: of ``a < b & b < c & c < a`` nothing is true, and where all is tied, a conjunction holds as often as by chance.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, permutations, product
from statistics import NormalDist
from typing import Literal, TypeAlias

import numpy as np

from ..errors import InputError, did_you_mean
from ..formula import And, Claim, Comparison, Not, Or, walk
from ..formula.evaluate import could_be_tied
from ..formula.linear import CONSTANT, Names, difference, terms_of
from ..results import Outcome, SuiteResult

__all__ = ["TIES", "Ties", "credits", "prediction_credits", "read_ties"]

TIES = ("wrong", "half", "random:SEED")
_MOST_IN_CLOSED_FORM = 3  # tied comparisons that depend on each other
_MOST_IN_ORDER = 6  # values, whose 720 orders are tried
_MOST_WAYS = 4096  # of resolving ties that are tried one by one
_N_DRAWS = 2**14  # elsewhere


@dataclass(frozen=True, slots=True)
class Ties:
    """What ties count.

    Parameters
    ----------
    rule : {"wrong", "half", "random"}
    seed : int, optional
        Of what ``"random"`` draws.
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
        raise InputError(f"`ties={given}`: what is drawn needs a seed, a whole number: `ties=random:1`.")
    raise InputError(f"`ties={given}`: unknown; known are {', '.join(TIES)}.{did_you_mean(rule, ('wrong', 'half'))}")


def credits(suite: SuiteResult, ties: str | Ties = "wrong") -> dict[int, float]:
    """Give what each item counts for the score of a suite: 1 if all its predictions hold.

    Parameters
    ----------
    suite : SuiteResult
    ties : str or Ties, optional
        ``"wrong"``: a tie satisfies neither ``<`` nor ``>``. ``"half"``: an item counts how often all predictions hold
        if its ties are resolved at random; a half where one tie decides. ``"random:SEED"``: they are resolved at random
        once, which depends on the seed, the suite, the item and the values compared, and on nothing else.

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
    names = Names(suite.metric, suite.region_names)
    for number, outcomes in by_item.items():
        if any(outcome.tie for outcome in outcomes):
            parts = tuple(_item_claim(claims[outcome.prediction], outcome, names) for outcome in outcomes)
            drawn = partial(_drawn, ties.seed, suite.suite, number) if ties.rule == "random" else None
            found[number] = _share_true(_Joined("and", parts), drawn)
    return found


# ---------------------------------------------------------------- claims of an item, whose ties are open


@dataclass(frozen=True, slots=True)
class _Tied:
    """A tied comparison: the sum that decides it, and whether it holds if this is above 0, or below."""

    sum: _Sum
    holds_above: bool


@dataclass(frozen=True, slots=True)
class _Joined:
    """Parts of which all have to hold, or any; or the one that must not."""

    kind: Literal["and", "or", "not"]
    parts: tuple[_Node, ...]


_Sum: TypeAlias = "tuple[tuple[str, float], ...]"
"""Names of values, in alphabetic order, with their factors, of which the first is 1."""
_Node: TypeAlias = "bool | _Tied | _Joined | None"


def _item_claim(claim: Claim, outcome: Outcome, names: Names) -> _Node:
    """Put what was found into a claim, and leave its ties open."""
    comparisons = [node for node in walk(claim) if isinstance(node, Comparison)]
    found = list(zip(comparisons, outcome.comparisons, strict=True))
    tied = [one.holds is False and could_be_tied(node, one.left, one.right) for node, one in found]
    leaves = iter(
        _tie(node, names) if is_tied and outcome.tie else one.holds
        for (node, one), is_tied in zip(found, tied, strict=True)
    )
    return _filled(claim, leaves)


@lru_cache(maxsize=4096)
def _tied(node: Comparison, metric: str, regions: tuple[tuple[int, str], ...]) -> _Node:
    names = Names(metric, dict(regions))
    found = difference(node, terms_of(node, names))
    if found is None:
        left, right = str(node.left), str(node.right)
        factors = {" < ".join(sorted((left, right))): 1.0 if left > right else -1.0}
    else:
        factors = {
            f"{'+'.join(map(str, term.regions))};{term.condition};{term.metric}": float(factor)
            for term, factor in found.items()
            if term != CONSTANT
        }
    if not factors:
        return False  # the same on both sides, whatever it is
    ordered = sorted(factors.items())
    first = ordered[0][1]
    return _Tied(tuple((name, factor / first) for name, factor in ordered), (first > 0) is (node.operator == ">"))


def _tie(node: Comparison, names: Names) -> _Node:
    return _tied(node, names.metric, tuple(names.regions.items()))


def _filled(claim: Claim, leaves: Iterator[_Node]) -> _Node:
    match claim:
        case Comparison():
            return next(leaves)
        case Not(part):
            return _Joined("not", (_filled(part, leaves),))
        case And(parts) | Or(parts):
            kind: Literal["and", "or"] = "and" if isinstance(claim, And) else "or"
            return _Joined(kind, tuple(_filled(part, leaves) for part in parts))


def _share_true(node: _Node, drawn: Callable[[str], float] | None) -> float:
    """Give how often a claim holds if its ties are resolved at random; 1 or 0 for differences that were drawn."""
    counts = Counter(_open_ties(node))
    if drawn is not None:
        return _shares(node, {one: sum(factor * drawn(name) for name, factor in one) > 0 for one in counts})[0]
    return round(sum(share * _shares(node, way)[0] for way, share in _ways(counts)), 12)


def _ways(counts: Mapping[_Sum, int]) -> Iterator[tuple[dict[_Sum, bool], float]]:
    """Give the ways in which ties go that depend on each other or stand in several places, and how often each is."""
    groups = [group for group in _dependent(list(counts)) if len(group) > 1 or counts[group[0]] > 1]
    by_group = [_patterns(tuple(group)) for group in groups]
    if math.prod(map(len, by_group)) > _MOST_WAYS:
        groups = [[one for group in groups for one in group]]
        by_group = [_drawn_patterns(groups[0])]
    for ways in product(*(found.items() for found in by_group)):
        resolved: dict[_Sum, bool] = {}
        for group, (way, _) in zip(groups, ways, strict=True):
            resolved.update(zip(group, way, strict=True))
        yield resolved, math.prod(share for _, share in ways)


@lru_cache(maxsize=4096)
def _patterns(sums: tuple[_Sum, ...]) -> dict[tuple[bool, ...], float]:
    """Give how often sums that depend on each other are above and below 0, for each way that there is."""
    if len(sums) <= _MOST_IN_CLOSED_FORM:
        shares = {way: _orthant(sums, way) for way in product((False, True), repeat=len(sums))}
        return {way: share for way, share in shares.items() if share > 1e-12}  # or it is the rounding of none
    names = sorted({name for one in sums for name, _ in one})
    if len(names) <= _MOST_IN_ORDER and all([factor for _, factor in one] == [1.0, -1.0] for one in sums):
        orders = [dict(zip(names, order, strict=True)) for order in permutations(range(len(names)))]
        found = Counter(tuple(order[one[0][0]] > order[one[1][0]] for one in sums) for order in orders)
        return {way: n / len(orders) for way, n in found.items()}
    return _drawn_patterns(sums)


def _drawn_patterns(sums: Sequence[_Sum]) -> dict[tuple[bool, ...], float]:
    names = sorted({name for one in sums for name, _ in one})
    factors = np.array([[dict(one).get(name, 0.0) for name in names] for one in sums])
    above = np.random.default_rng(0).standard_normal((_N_DRAWS, len(names))) @ factors.T > 0
    ways, times = np.unique(above, axis=0, return_counts=True)
    return {tuple(way): n / _N_DRAWS for way, n in zip(ways.tolist(), times.tolist(), strict=True)}


def _dependent(sums: Sequence[_Sum]) -> list[list[_Sum]]:
    """Group sums that share a value, directly or through others."""
    groups: list[tuple[set[str], list[_Sum]]] = []
    for one in sums:
        names, members = {name for name, _ in one}, [one]
        apart = []
        for group in groups:
            if group[0] & names:
                names |= group[0]
                members = group[1] + members
            else:
                apart.append(group)
        groups = [*apart, (names, members)]
    return [members for _, members in groups]


def _orthant(sums: Sequence[_Sum], way: Sequence[bool]) -> float:
    """How often up to three sums of normal values are above or below 0 as given."""
    share = 0.5 ** len(sums)
    for (one, up), (other, also_up) in combinations(zip(sums, way, strict=True), 2):
        mine, others = dict(one), dict(other)
        both = sum(factor * others.get(name, 0.0) for name, factor in mine.items())
        sizes = math.sqrt(sum(f * f for f in mine.values()) * sum(f * f for f in others.values()))
        angle = math.asin(min(max(both / sizes, -1.0), 1.0))
        share += (angle if up is also_up else -angle) / (math.pi * 2 ** (len(sums) - 1))
    return share


def _open_ties(node: _Node) -> Iterator[_Sum]:
    if isinstance(node, _Tied):
        yield node.sum
    elif isinstance(node, _Joined):
        for part in node.parts:
            yield from _open_ties(part)


def _shares(node: _Node, resolved: Mapping[_Sum, bool]) -> tuple[float, float]:
    """Give how often a claim is true, and how often false, if each tie that is not resolved goes either way."""
    match node:
        case None:
            return 0.0, 0.0
        case bool():
            return float(node), float(not node)
        case _Tied(one, holds_above):
            if one in resolved:
                return _shares(resolved[one] is holds_above, resolved)
            return 0.5, 0.5
        case _Joined("not", (part,)):
            return _shares(part, resolved)[::-1]
        case _Joined(kind, parts):
            found = [_shares(part, resolved) for part in parts]
            true = math.prod(true if kind == "and" else 1 - true for true, _ in found)
            false = math.prod(1 - false if kind == "and" else false for _, false in found)
            return (true, 1 - false) if kind == "and" else (1 - true, false)


def _drawn(seed: int, suite: str, item: int, name: str) -> float:
    """Draw by how much a value differs from those that equal it; always the same, whenever it is asked again."""
    digest = hashlib.sha256(json.dumps([seed, suite, item, name]).encode("ascii")).digest()
    return NormalDist().inv_cdf((int.from_bytes(digest[:6], "big") + 0.5) / 2**48)
