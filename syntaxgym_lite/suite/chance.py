"""How often a prediction holds by chance: for a model whose region values say nothing about the design.

Such a model is taken to give every region of every condition a value of its own, drawn independently from one
continuous distribution. Where a prediction only orders values, that distribution does not matter: all orderings are
equally likely, and those that satisfy the prediction are counted. Elsewhere (sums, differences, thresholds) it does
matter, and the prediction is tried on values drawn from an assumed one. docs/explanation/chance-levels.md has examples
worked by hand.

How a claim is taken apart:

1. negations are pushed down to the comparisons, so that only ``&`` and ``|`` join them;
2. parts that share no value are independent: their probabilities are multiplied;
3. a part is exact if (a) every comparison is between two values, or the largest or smallest of some, or (b) its sides
   are built alike of different values, as in ``a + b < c + d``, and so are exchangeable themselves, or (c) it holds a
   single comparison whose terms cancel out in pairs, as in ``a - b + c - d > 0``, which is symmetric about 0;
4. any other part is simulated.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import islice
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from ..formula import (
    And,
    Call,
    Claim,
    Comparison,
    Formula,
    Negative,
    Not,
    Number,
    Or,
    Product,
    Quantity,
    Reference,
    Sum,
)
from ..formula.evaluate import constant_value
from ..formula.linear import CONSTANT, Linear, Names, Term, Value, as_float, difference, linear, scale, terms_of
from ..surprisal import BoolArray, FloatArray
from . import Suite

__all__ = [
    "DISTRIBUTION",
    "MOST_TERMS",
    "N_SAMPLES",
    "SEED",
    "ChanceLevel",
    "chance_level",
    "crosses_word_forms",
    "suite_chance",
]

N_SAMPLES = 2**19
"""Draws of a simulation; the standard error is then 0.0007 at most. Of predictions that name more than `MOST_TERMS`
values, fewer in proportion, so that thousands of comparisons take seconds; the standard error says so."""

MOST_TERMS = 256

SEED = 0
_DRAWS_AT_ONCE = 2**21
_DRAWS_IN_CACHE = 2**14  # of each value: what is computed of them then stays in a processor's cache
GAMMA_SHAPE = 2.0
GAMMA_MEAN = 15.5
DISTRIBUTION = "independent gamma values, shape 2, mean 15.5 bits"
"""Assumed where a distribution matters: mean and variance of SmolLM2-135M's surprisals in the regions that predictions
of 17 SyntaxGym suites name (1,776 values: mean 15.51 bits, squared mean over variance 2.10)."""

Method = Literal["exact", "simulated", "unknown"]
_MOST_PERMUTED = 9  # 9! = 362,880 orderings
_MOST_EXTENDED = 16  # 2 ** 16 sets of values
_MOST_COMPARED = 100  # comparisons of a suite in which word forms are looked for that are crossed
_MOST_COUNTED = 6  # the same for both, of predictions that name more than `MOST_TERMS` values
_NO_DISTRIBUTION = frozenset({"rank", "range", "count"})
_PROBABILITIES = frozenset({"prob", "token_prob"})
_NEGATED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "=": "!=", "!=": "="}


@dataclass(frozen=True, slots=True)
class ChanceLevel:
    """How often a prediction, or all predictions of a suite, hold by chance.

    Parameters
    ----------
    value : float or None
        Probability, 0 to 1; None if unknown.
    method : {"exact", "simulated", "unknown"}
    standard_error : float or None
        Of a simulated value; 0 for an exact one.
    distribution : str or None
        What values were assumed to be; None where it does not matter.
    is_upper_bound : bool
        Whether a model that knows words and no grammar gets less, since it prefers one of two word forms that the
        predictions compare both ways (`crosses_word_forms`).

    Notes
    -----
    Values are continuous: two different ones are never equal, so ``=`` never holds by chance and ``!=`` always does.
    The tolerance of ``=`` (0.001 bits) makes that false by less than one in a thousand.
    """

    value: float | None
    method: Method
    standard_error: float | None = None
    distribution: str | None = None
    is_upper_bound: bool = False

    def __str__(self) -> str:
        bound = "; less for a model that prefers one word form" if self.is_upper_bound else ""
        if self.value is None:
            return "unknown"
        if self.method == "exact":
            if self.value == 0:
                return "0.000 (exact: no order of different values satisfies it)"
            ratio = Fraction(self.value).limit_denominator(1000)
            is_short = ratio.denominator > 1 and math.isclose(float(ratio), self.value, rel_tol=1e-12)
            fraction = f" = {ratio.numerator}/{ratio.denominator}" if is_short else ""
            return f"{self.value:.3f}{fraction} (exact{bound})"
        return f"{self.value:.3f} (simulated, s.e. {self.standard_error:.4f}{bound})"


def suite_chance(suite: Suite) -> tuple[ChanceLevel | None, tuple[ChanceLevel, ...]]:
    """Give the chance level of a suite and of each of its predictions.

    Parameters
    ----------
    suite : Suite

    Returns
    -------
    whole : ChanceLevel or None
        Of all predictions together; None if there are none.
    predictions : tuple of ChanceLevel
    """

    def of(formulas: Sequence[Formula]) -> ChanceLevel:
        level = chance_level(formulas, metric=suite.metric, regions=suite.region_names)
        return replace(level, is_upper_bound=True) if crosses_word_forms(suite, formulas) else level

    formulas = [prediction.formula for prediction in suite.predictions]
    return (of(formulas) if formulas else None), tuple(of([formula]) for formula in formulas)


def crosses_word_forms(suite: Suite, formulas: Sequence[Formula]) -> bool:
    """Whether formulas ask for a word form to be the less surprising one in one place, and the other one in another.

    So do those of agreement: *was* is to be less surprising than *were* here, and *were* than *was* there.

    Parameters
    ----------
    suite : Suite
        For the texts of its regions. It crosses word forms if more than half of its items do.
    formulas : sequence of Formula
        Of the comparisons that are to hold all together, those of a region with another one count.
    """
    names = Names(suite.metric, suite.region_names)
    sides: list[tuple[Term, Term]] = []
    for formula in formulas:
        sides += islice(_ordered_pairs(formula.root, names), _MOST_COMPARED - len(sides))
    if len(sides) < 2:
        return False
    n_crossed = 0
    for item in suite.items:
        texts = {
            (region.number, condition.name): region.content.strip()
            for condition in item.conditions
            for region in condition.regions
        }
        pairs = {tuple(" ".join(texts[value] for value in term.values) for term in both) for both in sides}
        n_crossed += any(less != more and (more, less) in pairs for less, more in pairs)
    return 2 * n_crossed > len(suite.items)


def _ordered_pairs(claim: Claim, names: Names) -> Iterator[tuple[Term, Term]]:
    """Give the regions that a claim puts in order, the less surprising one first."""
    match claim:
        case And(parts):
            for part in parts:
                yield from _ordered_pairs(part, names)
        case Comparison("<" | "<=", Reference() as left, Reference() as right):
            yield names.term(left), names.term(right)
        case Comparison(">" | ">=", Reference() as left, Reference() as right):
            yield names.term(right), names.term(left)


def chance_level(formulas: Sequence[Formula], *, metric: str = "sum", regions: Mapping[int, str]) -> ChanceLevel:
    """Give the probability that all of some formulas hold by chance.

    Parameters
    ----------
    formulas : sequence of Formula
        At least one; their names are those of the suite.
    metric : str, optional
        The suite's.
    regions : mapping of int to str
        Region number to name, as in ``region_meta``.

    Returns
    -------
    ChanceLevel
        The same for the same formulas, also if simulated.

    Examples
    --------
    Two of the 24 orderings of four values in four put the first below the second and the third below the fourth.

    >>> from syntaxgym_lite.formula import parse
    >>> formula = parse("(1;%a%) < (1;%b%) & (1;%c%) < (1;%d%)")
    >>> print(chance_level([formula], regions={1: "verb"}))
    0.250 = 1/4 (exact)
    >>> print(chance_level([parse("(1;%a%) < (1;%b%) & (1;%c%) < (1;%d%) & (1;%a%) < (1;%d%)")], regions={1: "npi"}))
    0.208 = 5/24 (exact)
    """
    return _cached(tuple(str(formula) for formula in formulas), tuple(formulas), metric, tuple(sorted(regions.items())))


@lru_cache(maxsize=1024)
def _cached(
    _: tuple[str, ...], formulas: tuple[Formula, ...], metric: str, regions: tuple[tuple[int, str], ...]
) -> ChanceLevel:
    suite = Names(metric, dict(regions))
    node = _join("and", [_read(formula.root, suite, negate=False) for formula in formulas])
    n_terms = sum(map(_n_terms, _tests(node)))
    effort = _Effort() if n_terms <= MOST_TERMS else _Effort(_MOST_COUNTED, _MOST_COUNTED, _fewer_samples(n_terms))
    try:
        estimate = _probability(node, effort)
    except _UnknownDistributionError:
        return ChanceLevel(None, "unknown")
    if estimate.standard_error is None:
        return ChanceLevel(float(estimate.value), "exact", 0.0)
    return ChanceLevel(float(estimate.value), "simulated", estimate.standard_error, DISTRIBUTION)


# ---------------------------------------------------------------- what a formula is about


class _UnknownDistributionError(Exception):
    """A value that nobody knows a distribution for: a rank against a number, a region's sum against its own mean."""


@dataclass(frozen=True, slots=True, eq=False)
class _Test:
    """A comparison: its sides, and what is left of them when all is brought to the left side, if that is a sum."""

    operator: str
    left: Quantity
    right: Quantity
    terms: Mapping[Reference, Term]
    difference: Linear | None

    @property
    def support(self) -> frozenset[Value]:
        """Values that its truth depends on."""
        terms = self.terms.values() if self.difference is None else self.difference
        return frozenset(value for term in terms for value in term.values)


@dataclass(frozen=True, slots=True, eq=False)
class _Junction:
    kind: Literal["and", "or"]
    parts: tuple[_Node, ...]

    @property
    def support(self) -> frozenset[Value]:
        return frozenset().union(*(part.support for part in self.parts))


_Node: TypeAlias = "_Test | _Junction"


def _read(claim: Claim, names: Names, *, negate: bool) -> _Node:
    match claim:
        case Not(part):
            return _read(part, names, negate=not negate)
        case And(parts) | Or(parts):
            kind: Literal["and", "or"] = "and" if isinstance(claim, And) is not negate else "or"
            return _join(kind, [_read(part, names, negate=negate) for part in parts])
        case Comparison(operator, left, right):
            terms = terms_of(claim, names)
            return _Test(_NEGATED[operator] if negate else operator, left, right, terms, difference(claim, terms))


def _join(kind: Literal["and", "or"], nodes: Iterable[_Node]) -> _Node:
    flat: list[_Node] = []
    for node in nodes:
        flat.extend(node.parts if isinstance(node, _Junction) and node.kind == kind else [node])
    return flat[0] if len(flat) == 1 else _Junction(kind, tuple(flat))


def _tests(node: _Node) -> list[_Test]:
    return [node] if isinstance(node, _Test) else [test for part in node.parts for test in _tests(part)]


# ---------------------------------------------------------------- probabilities


@dataclass(frozen=True, slots=True)
class _Estimate:
    """A probability; exact if it has no standard error."""

    value: Fraction | float
    standard_error: float | None = None

    def __mul__(self, other: _Estimate) -> _Estimate:
        value = self.value * other.value
        if self.standard_error is None and other.standard_error is None:
            return _Estimate(value)
        errors = (self.standard_error or 0.0) * float(other.value), (other.standard_error or 0.0) * float(self.value)
        return _Estimate(value, math.hypot(*errors))

    @property
    def complement(self) -> _Estimate:
        return _Estimate(1 - self.value, self.standard_error)


@dataclass(frozen=True, slots=True)
class _Effort:
    """How far to go: values of which all orderings are counted, one by one or by sets, and draws of a simulation."""

    permuted: int = _MOST_PERMUTED
    extended: int = _MOST_EXTENDED
    samples: int = N_SAMPLES


def _n_terms(test: _Test) -> int:
    own = len(test.terms) if test.difference is None else len(test.difference)
    return max(own, 1)


def _fewer_samples(n_terms: int) -> int:
    return max(N_SAMPLES * MOST_TERMS // n_terms, 1000)


def _probability(node: _Node, effort: _Effort) -> _Estimate:
    if isinstance(node, _Junction):
        groups = _independent(node.parts)
        if len(groups) > 1:
            parts = [_probability(_join(node.kind, group), effort) for group in groups]
            if node.kind == "and":
                return reduce(_Estimate.__mul__, parts)
            return reduce(_Estimate.__mul__, [part.complement for part in parts]).complement
    tests = _tests(node)
    for exact in (_constant, _by_order, _by_likeness, _by_symmetry):
        value = exact(node, tests, effort)
        if value is not None:
            return _Estimate(value)
    return _simulate(node, tests, effort.samples)


def _independent(nodes: Sequence[_Node]) -> list[list[_Node]]:
    """Put nodes that share a value, also by way of others, into one group."""
    group_of: dict[Value, int] = {}  # of each value the group that it was seen in, which may have joined another
    joined: dict[int, int] = {}
    groups: dict[int, list[_Node | list[Any]]] = {}  # members, and groups that joined; in the order of their last node

    def root(group: int) -> int:
        path = []
        while group in joined:
            path.append(group)
            group = joined[group]
        joined.update(dict.fromkeys(path, group))
        return group

    for number, node in enumerate(nodes):
        support = node.support
        touched = sorted({root(group_of[value]) for value in support if value in group_of})
        groups[number] = [*(groups.pop(group) for group in reversed(touched)), node]
        joined.update(dict.fromkeys(touched, number))
        group_of.update(dict.fromkeys(support, number))
    return [_flat(group) for group in groups.values()]


def _flat(nested: Any) -> list[_Node]:
    """Members of a group whose parts are groups, however deeply, from left to right."""
    found: list[_Node] = []
    pending: list[Any] = [nested]
    while pending:
        here = pending.pop()
        if isinstance(here, list):
            pending.extend(reversed(here))
        else:
            found.append(here)
    return found


def _constant(node: _Node, tests: Sequence[_Test], effort: _Effort) -> Fraction | None:
    """A claim without values is true or false."""
    if node.support:
        return None
    truth = {id(test): np.array([_holds_constantly(test)]) for test in tests}
    return Fraction(int(_combine(node, truth)[0]))


def _holds_constantly(test: _Test) -> bool:
    if test.difference is not None:
        left, right = as_float(test.difference.get(CONSTANT, Fraction(0))), 0.0
    else:
        left, right = constant_value(test.left), constant_value(test.right)
    return bool(_compare(test.operator, np.array([left]), np.array([right]))[0])


def _by_order(node: _Node, tests: Sequence[_Test], effort: _Effort) -> Fraction | None:
    """Count orderings where comparisons are between values, or the largest or smallest of some."""
    metrics = {term.metric for test in tests for term in test.terms.values()}
    if len(metrics) > 1 or "count" in metrics:
        return None
    sides = [_sides_by_order(test) for test in tests]
    if any(side is None for side in sides):
        return None
    known = [side for side in sides if side is not None]
    return _count_orderings(node, {id(test): side for test, side in zip(tests, known, strict=True)}, effort)


_OrderSide: TypeAlias = "Term | tuple[str, tuple[_OrderSide, ...]]"


def _sides_by_order(test: _Test) -> tuple[_OrderSide, _OrderSide] | None:
    if test.difference is not None:
        if not test.difference and test.terms:  # both sides are the same, whatever it is
            same = next(iter(test.terms.values()))
            return same, same
        if len(test.difference) != 2 or sum(test.difference.values()) != 0 or CONSTANT in test.difference:
            return None
        (first, factor), (second, _) = test.difference.items()
        return (first, second) if factor > 0 else (second, first)
    sides = _extreme(test.left, test.terms), _extreme(test.right, test.terms)
    return None if sides[0] is None or sides[1] is None else (sides[0], sides[1])


def _extreme(node: Quantity, terms: Mapping[Reference, Term]) -> _OrderSide | None:
    if isinstance(node, Reference):
        return terms[node] if len(terms[node].regions) == 1 else None
    if isinstance(node, Call) and node.function != "abs":
        parts = [_extreme(argument, terms) for argument in node.arguments]
        known = tuple(part for part in parts if part is not None)
        return (node.function, known) if len(known) == len(parts) else None
    return None


def _leaves(side: _OrderSide) -> list[Term]:
    return [side] if isinstance(side, Term) else [leaf for part in side[1] for leaf in _leaves(part)]


def _count_orderings(
    node: _Node, sides: Mapping[int, tuple[_OrderSide, _OrderSide]], effort: _Effort
) -> Fraction | None:
    """Share of all orderings of the terms in `sides` that satisfy a claim; None if there are too many to count."""
    terms = list(dict.fromkeys(leaf for pair in sides.values() for side in pair for leaf in _leaves(side)))
    place = {term: index for index, term in enumerate(terms)}
    tests = _tests(node)
    is_conjunction = node in tests or (
        isinstance(node, _Junction) and node.kind == "and" and len(node.parts) == len(tests)
    )
    if is_conjunction and all(test.operator not in ("=", "!=") for test in tests) and len(terms) <= effort.extended:
        pairs = []
        for test in tests:
            left, right = sides[id(test)]
            if not isinstance(left, Term) or not isinstance(right, Term) or left == right:
                break
            pairs.append((place[left], place[right]) if "<" in test.operator else (place[right], place[left]))
        else:
            return Fraction(_linear_extensions(len(terms), pairs), math.factorial(len(terms)))
    if len(terms) > effort.permuted:
        return None
    ranks = _permutations(len(terms))

    def column(side: _OrderSide) -> npt.NDArray[np.int8]:
        if isinstance(side, Term):
            return ranks[:, place[side]]
        extreme = np.maximum if side[0] == "max" else np.minimum
        return reduce(extreme, [column(part) for part in side[1]])

    truth = {}
    for test in tests:
        left, right = sides[id(test)]
        truth[id(test)] = _compare(test.operator, column(left), column(right))
    return Fraction(int(_combine(node, truth).sum()), len(ranks))


def _linear_extensions(n: int, pairs: Iterable[tuple[int, int]]) -> int:
    """Number of orderings of n things in which each pair stands in its order, counted over the sets of the first k."""
    before = [0] * n
    for low, high in pairs:
        before[high] |= 1 << low
    ways = [0] * (1 << n)
    ways[0] = 1
    for done, count in enumerate(ways):
        if count:
            for index in range(n):
                if not done >> index & 1 and before[index] & ~done == 0:
                    ways[done | 1 << index] += count
    return ways[-1]


@lru_cache(maxsize=_MOST_PERMUTED)
def _permutations(n: int) -> npt.NDArray[np.int8]:
    """All orderings of n things: rank of each, shape (n!, n)."""
    return np.array(list(itertools.permutations(range(n))), np.int8)


def _by_likeness(node: _Node, tests: Sequence[_Test], effort: _Effort) -> Fraction | None:
    """Count orderings of sides that are built alike of different values and so have the same distribution."""
    shapes: dict[object, frozenset[Value]] = {}
    kinds = set()
    sides: dict[int, tuple[_OrderSide, _OrderSide]] = {}
    names: dict[object, Term] = {}
    for test in tests:
        pair: list[Term] = []
        for side in (test.left, test.right):
            key, kind, support = _shape(side, test.terms)
            if not support:
                return None
            shapes[key] = support
            kinds.add(kind)
            pair.append(names.setdefault(key, Term((len(names) + 1,), "side", "")))
        sides[id(test)] = pair[0], pair[1]
    metrics = {term.metric for test in tests for term in test.terms.values()}
    if (
        len(kinds) != 1
        or "count" in metrics
        or sum(map(len, shapes.values())) != len(frozenset().union(*shapes.values()))
    ):
        return None
    return _count_orderings(node, sides, effort)


def _shape(side: Quantity, terms: Mapping[Reference, Term]) -> tuple[object, object, frozenset[Value]]:
    """What a side is, how it is built whatever its values, and these values."""
    total = linear(side, terms)
    if total is not None:
        factors = tuple(sorted((factor, term.metric) for term, factor in total.items()))
        return frozenset(total.items()), factors, frozenset(value for term in total for value in term.values)
    order: dict[Value, int] = {}

    def build(node: Quantity) -> str:
        match node:
            case Reference():
                term = terms[node]
                return f"{term.metric}{[order.setdefault(value, len(order)) for value in term.values]}"
            case Number(value):
                return repr(value)
            case Negative(operand):
                return f"-({build(operand)})"
            case Sum(operands, operators) | Product(operands, operators):
                return f"({''.join(map(operator_and_operand, ('', *operators), operands))})"
            case Call(function, arguments):
                return f"{function}({','.join(map(build, arguments))})"

    def operator_and_operand(operator: str, operand: Quantity) -> str:
        return operator + build(operand)

    kind = build(side)
    return (kind, tuple(order)), kind, frozenset(order)


def _by_symmetry(node: _Node, tests: Sequence[_Test], effort: _Effort) -> Fraction | None:
    """One comparison whose factors come in pairs of opposite sign: its difference is symmetric about 0."""
    [first, *rest] = tests
    if first.difference is None or not _is_antisymmetric(first.difference):
        return None
    mirrored = scale(first.difference, Fraction(-1))
    flips = {id(first): False}
    for test in rest:
        if test.difference is None:
            return None
        if test.difference == first.difference:
            flips[id(test)] = False
        elif test.difference == mirrored:
            flips[id(test)] = True
        else:
            return None
    signs = np.array([-1.0, 1.0])
    truth = {id(test): _compare(test.operator, -signs if flips[id(test)] else signs, np.zeros(2)) for test in tests}
    return Fraction(int(_combine(node, truth).sum()), 2)


def _is_antisymmetric(difference: Linear) -> bool:
    by_metric = {(term.metric, factor): 0 for term, factor in difference.items()}
    for term, factor in difference.items():
        by_metric[term.metric, factor] += 1
    metrics = {term.metric for term in difference}
    return (
        CONSTANT not in difference
        and "count" not in metrics
        and all(by_metric.get((metric, -factor), 0) == count for (metric, factor), count in by_metric.items())
        and len({value for term in difference for value in term.values}) == len(difference)
    )


# ---------------------------------------------------------------- simulation


def _simulate(node: _Node, tests: Sequence[_Test], n_samples: int) -> _Estimate:
    pairs = dict.fromkeys(
        (value, term.metric) for test in tests for term in test.terms.values() for value in term.values
    )
    values = list(dict.fromkeys(value for value, _ in pairs))
    if any(metric in _NO_DISTRIBUTION for _, metric in pairs) or len(values) < sum(
        metric not in _PROBABILITIES for _, metric in pairs
    ):
        raise _UnknownDistributionError
    n_true = 0
    for drawn in _draws(len(values), n_samples):
        for start in range(0, drawn.shape[1], _DRAWS_IN_CACHE):
            sample = dict(zip(values, drawn[:, start : start + _DRAWS_IN_CACHE], strict=True))
            with np.errstate(all="ignore"):
                truth = {id(test): _sampled(test, sample) for test in tests}
            n_true += int(_combine(node, truth).sum())
    share = n_true / n_samples
    return _Estimate(share, math.sqrt(max(share * (1 - share), 1 / n_samples) / n_samples))


def _draws(n_values: int, n_samples: int) -> Iterator[FloatArray]:
    """Draws of some values, as many at once as memory should hold, shape (n_values, some); `n_samples` in all."""
    size = max(1, _DRAWS_AT_ONCE // n_values)
    if size >= N_SAMPLES:
        yield _first_draws()[:n_values, :n_samples]
        return
    rng = np.random.default_rng(SEED)
    for done in range(0, n_samples, size):
        yield _draw(rng, n_values, min(size, n_samples - done))


@lru_cache(maxsize=1)
def _first_draws() -> FloatArray:
    """Draws of as many values as fit at once, 16 MiB. Of fewer values, all formulas have the same ones."""
    drawn = _draw(np.random.default_rng(SEED), _DRAWS_AT_ONCE // N_SAMPLES, N_SAMPLES)
    drawn.flags.writeable = False
    return drawn


def _draw(rng: np.random.Generator, n_values: int, size: int) -> FloatArray:
    return rng.gamma(GAMMA_SHAPE, GAMMA_MEAN / GAMMA_SHAPE, size=(n_values, size))


def _sampled(test: _Test, sample: Mapping[Value, FloatArray]) -> BoolArray:
    if test.difference is not None:  # terms that cancel out are gone, so that rounding does not bring them back
        total: FloatArray = np.zeros(len(next(iter(sample.values()))))
        for term, factor in test.difference.items():
            total = total + as_float(factor) * (1.0 if term is CONSTANT else _term(term, sample))
        return _compare(test.operator, total, np.zeros_like(total))
    left, right = (_sampled_quantity(side, test.terms, sample) for side in (test.left, test.right))
    return _compare(test.operator, *np.broadcast_arrays(left, right))


def _sampled_quantity(
    node: Quantity, terms: Mapping[Reference, Term], sample: Mapping[Value, FloatArray]
) -> FloatArray:
    match node:
        case Number(value):
            return np.asarray(value, np.float64)
        case Reference():
            return _term(terms[node], sample)
        case Negative(operand):
            return -_sampled_quantity(operand, terms, sample)
        case Sum(operands, operators) | Product(operands, operators):
            result = _sampled_quantity(operands[0], terms, sample)
            for operator, operand in zip(operators, operands[1:], strict=True):
                result = _ARITHMETIC[operator](result, _sampled_quantity(operand, terms, sample))
            return result
        case Call("abs", arguments):
            return np.abs(_sampled_quantity(arguments[0], terms, sample))
        case Call(function, arguments):
            values = (_sampled_quantity(argument, terms, sample) for argument in arguments)
            return reduce(_ARITHMETIC[function], values)


_ARITHMETIC: Mapping[str, Callable[[FloatArray, FloatArray], FloatArray]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "max": np.maximum,
    "min": np.minimum,
    "least": np.minimum,  # every value is defined here
}


def _term(term: Term, sample: Mapping[Value, FloatArray]) -> FloatArray:
    """A reference's value; a region's is the same by every metric (as if it were one token) but its probability."""
    total: FloatArray = reduce(np.add, (sample[value] for value in term.values), np.zeros(()))
    return np.exp2(-total) if term.metric in _PROBABILITIES else total


# ---------------------------------------------------------------- truth


def _compare(operator: str, left: npt.NDArray[np.generic], right: npt.NDArray[np.generic]) -> BoolArray:
    """Compare exactly: values are equal only where they are the same one."""
    compare = {
        "<": np.less,
        ">": np.greater,
        "<=": np.less_equal,
        ">=": np.greater_equal,
        "=": np.equal,
        "!=": np.not_equal,
    }[operator]
    truth: BoolArray = compare(left, right)
    return truth


def _combine(node: _Node, truth: Mapping[int, BoolArray]) -> BoolArray:
    if isinstance(node, _Test):
        return truth[id(node)]
    join = np.logical_and if node.kind == "and" else np.logical_or
    return reduce(join, [_combine(part, truth) for part in node.parts])
