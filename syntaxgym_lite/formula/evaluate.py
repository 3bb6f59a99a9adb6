"""What a formula says of the items of a suite, all items at once.

Claims are true, false or undefined, and are combined by Kleene's strong three-valued logic [1]_: a comparison with NaN
on either side is undefined; ``&`` is false where any part is false, ``|`` true where any part is true, and otherwise
both are undefined where any part is.

.. [1] S. C. Kleene (1952), Introduction to Metamathematics, section 64.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import Span
from ..surprisal import BoolArray, FloatArray
from .ast import (
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
    is_constant,
    walk,
)

__all__ = [
    "ABSOLUTE_TOLERANCE",
    "RELATIVE_TOLERANCE",
    "ComparisonValues",
    "Evaluation",
    "constant_value",
    "could_be_tied",
    "could_hold",
    "evaluate_formula",
    "truth_of",
]

ABSOLUTE_TOLERANCE = 1e-3
RELATIVE_TOLERANCE = 1e-5
"""``a = b`` means ``|a - b| <= ABSOLUTE_TOLERANCE + RELATIVE_TOLERANCE * |b|``, as in SyntaxGym."""
ROUNDING = 64 * 2.0**-52
"""``<`` and ``>`` hold only for a difference larger than this share of what was added up on both sides. The same values
added up in another order differ by such amounts; no model is that exact. What does not decide a side's value does not
count: constants that cancel out, and those that ``max``, ``min`` and ``least`` pass over."""

TruthArray = npt.NDArray[np.int8]
_ValueOf: TypeAlias = "Callable[[Reference], FloatArray]"

_ITEMS_AT_ONCE = 1 << 15  # what is computed on the way then stays in a processor's cache

_Truth = npt.NDArray[np.uint8]
"""What a reader sees, 1, 0 or -1, with the sign turned and read without one: false is 0, undefined 1 and true 255. In
this order `&` is a minimum and `|` a maximum."""

_OPERATIONS: dict[str, np.ufunc] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "max": np.maximum,
    "min": np.minimum,
    "least": np.fmin,
}


@dataclass(frozen=True, slots=True, eq=False)
class ComparisonValues:
    """One comparison of a formula, for every item.

    Parameters
    ----------
    span : Span
        Where the comparison stands in the formula.
    text : str
        The comparison as written.
    op : str
        Its operator.
    holds : ndarray of int8, shape (n_items,)
        1 true, 0 false, -1 undefined.
    ties : ndarray of bool, shape (n_items,)
        Whether both sides of a strict ``<`` or ``>`` are equal, but for the rounding of their sums (see `ROUNDING`);
        False for other operators.
    """

    span: Span
    text: str
    op: str
    holds: TruthArray
    ties: BoolArray
    _sides: tuple[Quantity, Quantity] = field(repr=False)
    _values: Mapping[Reference, FloatArray] = field(repr=False)

    @property
    def left(self) -> FloatArray:
        """Values of the left side, in the unit of the metric, shape (n_items,): NaN where undefined.

        Sides are computed each time they are asked for: of many items one often wants to know the truth alone.
        """
        return self._side(self._sides[0])

    @property
    def right(self) -> FloatArray:
        """Values of the right side, likewise."""
        return self._side(self._sides[1])

    @property
    def margin(self) -> FloatArray:
        """Left minus right, in the unit of the metric, shape (n_items,): the size of the effect."""
        with np.errstate(all="ignore"):
            margin: FloatArray = self.left - self.right + 0.0  # which makes 0 of -0
        return margin

    def _side(self, node: Quantity) -> FloatArray:
        with np.errstate(all="ignore"):
            found = _quantity(node, self._values.__getitem__)
        return np.broadcast_to(found, self.holds.shape)  # which cannot be written to


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """What a formula says of every item.

    Parameters
    ----------
    holds : ndarray of int8, shape (n_items,)
        1 true, 0 false, -1 undefined.
    comparisons : tuple of ComparisonValues
        The comparisons in the order of the formula.
    """

    holds: TruthArray
    comparisons: tuple[ComparisonValues, ...]


def evaluate_formula(formula: Formula, lookup: Callable[[Reference], FloatArray], n_items: int) -> Evaluation:
    """Evaluate a formula for all items.

    Parameters
    ----------
    formula : Formula
    lookup : callable
        Takes a `Reference` and returns its values for all items: float64, shape (n_items,), NaN where undefined. Called
        once for each different reference. An array that can still be written to is copied.
    n_items : int
        Number of items.

    Returns
    -------
    Evaluation
        Whether the formula holds, and the two sides of each comparison. The arrays are read-only.

    Raises
    ------
    ValueError
        `lookup` returned an array of another shape.

    Examples
    --------
    Three items; a model gave the last one no surprisal in condition b.

    >>> from syntaxgym_lite.formula import parse
    >>> values = {"a": np.array([2.0, 5.0, 4.0]), "b": np.array([3.5, 4.0, np.nan])}
    >>> result = evaluate_formula(parse("(1;%a%) < (1;%b%)"), lambda reference: values[reference.condition], 3)
    >>> result.holds
    array([ 1,  0, -1], dtype=int8)
    >>> result.comparisons[0].margin
    array([-1.5,  1. ,  nan])
    """
    nodes = list(walk(formula.root))
    numbers: dict[Reference, int] = {}
    # by the identity of a node: a reference takes long to hash, and every block asks for it several times
    number_of = {id(node): numbers.setdefault(node, len(numbers)) for node in nodes if isinstance(node, Reference)}
    columns = [_looked_up(lookup, reference, n_items) for reference in numbers]
    changing = [number for number, column in enumerate(columns) if _may_change(column)]
    originals = [columns[number] for number in changing]
    copies = np.empty((len(changing), n_items))
    for number, copy in zip(changing, copies, strict=True):
        columns[number] = copy
    comparisons = [_Open.of(node, n_items) for node in nodes if isinstance(node, Comparison)]
    holds = np.empty(n_items, np.int8)
    with np.errstate(all="ignore"):
        for start in range(0, n_items, _ITEMS_AT_ONCE):
            some = slice(start, start + _ITEMS_AT_ONCE)
            for original, copy in zip(originals, copies, strict=True):
                copy[some] = original[some]
            block = _Block([column[some] for column in columns], number_of, some, iter(comparisons))
            np.negative(block.claim(formula.root), out=holds[some].view(np.uint8))
    holds.flags.writeable = False
    for column in (copies, *columns):
        column.flags.writeable = False
    values = dict(zip(numbers, columns, strict=True))
    return Evaluation(holds, tuple(comparison.closed(formula.source, values) for comparison in comparisons))


def _looked_up(lookup: _ValueOf, reference: Reference, n_items: int) -> FloatArray:
    found = np.asarray(lookup(reference), dtype=np.float64)
    if found.shape != (n_items,):
        raise ValueError(f"lookup gave shape {found.shape} for {reference}, but there are {n_items} items")
    return found


def _may_change(array: FloatArray) -> bool:
    """Whether an array, or the one that it is a part of, can be written to."""
    owner = array if array.base is None else array.base
    return array.flags.writeable or not isinstance(owner, np.ndarray) or owner.flags.writeable


@dataclass(slots=True, eq=False)
class _Open:
    """A comparison that is being filled in."""

    node: Comparison
    weight: float
    is_exact_needed: bool
    holds: TruthArray
    ties: BoolArray

    @classmethod
    def of(cls, node: Comparison, n_items: int) -> _Open:
        weight = _weight(node.left) + _weight(node.right)
        return cls(node, weight, _is_exact_needed(node), np.empty(n_items, np.int8), np.zeros(n_items, np.bool_))

    def closed(self, source: str, values: Mapping[Reference, FloatArray]) -> ComparisonValues:
        self.holds.flags.writeable = self.ties.flags.writeable = False
        span, sides = self.node.span, (self.node.left, self.node.right)
        text = source[span.start : span.end]
        return ComparisonValues(span, text, self.node.operator, self.holds, self.ties, sides, values)


class _Block:
    """One pass over a tree for some of the items; fills in the comparisons on its way."""

    def __init__(
        self, columns: list[FloatArray], number_of: Mapping[int, int], some: slice, comparisons: Iterator[_Open]
    ) -> None:
        self.columns = columns
        self.number_of = number_of
        self.some = some
        self.comparisons = comparisons
        self.largest = max([1.0, *map(_size, columns)])

    def value_of(self, reference: Reference) -> FloatArray:
        return self.columns[self.number_of[id(reference)]]

    def claim(self, node: Claim) -> _Truth:
        match node:
            case Comparison():
                comparison = next(self.comparisons)
                assert comparison.node is node
                holds = comparison.holds[self.some]
                self.compare(comparison, holds)
                return np.negative(holds).view(np.uint8)
            case And(parts) | Or(parts):
                join = np.minimum if isinstance(node, And) else np.maximum
                return reduce(join, map(self.claim, parts))
            case Not(part):
                truth = self.claim(part)
                return np.where(truth == 1, truth, ~truth)

    def compare(self, comparison: _Open, holds: TruthArray) -> None:
        """Fill in a comparison.

        Nearly always the sides are further apart than any rounding, which is quickly seen. The rest is looked at
        closely: ties, what is nearly tied, and NaN.
        """
        node = comparison.node
        left, right = _quantity(node.left, self.value_of), _quantity(node.right, self.value_of)
        if node.operator in ("=", "!="):
            holds[:] = _equality(node.operator, left, right)
            return
        apart = left - right
        rounding = 1.01 * ROUNDING * comparison.weight * self.largest
        found = holds.view(np.bool_)
        if node.operator in ("<", "<="):
            np.less(apart, -rounding, out=found)
            otherwise = np.greater(apart, rounding)
        else:
            np.greater(apart, rounding, out=found)
            otherwise = np.less(apart, -rounding)
        if np.count_nonzero(found) + np.count_nonzero(otherwise) == len(found):
            return
        rest = np.flatnonzero(~(found | otherwise))
        holds[rest], equal = _inequality(node, lambda reference: self.value_of(reference)[rest])
        if comparison.is_exact_needed:
            equal = np.array(np.broadcast_to(equal, rest.shape))  # of constants it is one for all
            for place in np.flatnonzero(equal).tolist():
                item = rest[place]
                sign = _exact_sign(node, lambda reference, item=item: float(self.value_of(reference)[item]))  # type: ignore[misc]
                if sign:
                    equal[place] = False
                    holds[item] = (sign < 0) is (node.operator in ("<", "<="))
        if node.operator in ("<", ">"):
            comparison.ties[self.some][rest] = equal


def _weight(node: Quantity) -> float:
    """How many times the largest value (or 1, if that is larger) a magnitude can be, see `_magnitude`.

    Infinite for what is not worth finding out: all items are then looked at closely.
    """
    match node:
        case Reference():
            return 1.0
        case Number(value):
            return abs(value)
        case Negative(operand):
            return _weight(operand)
        case Sum(operands, _):
            return sum(map(_weight, operands))
        case Product(operands, operators):
            if sum(not isinstance(operand, Number) for operand in operands) > 1:
                return math.inf
            weight = 1.0
            for operator, operand in zip(("*", *operators), operands, strict=True):
                if operator == "*":
                    weight *= _weight(operand)
                elif isinstance(operand, Number) and operand.value:
                    weight /= abs(operand.value)
                else:
                    return math.inf
            return math.inf if weight < 1e-290 else weight  # smaller ones have lost digits
        case Call(_, arguments):
            return max(map(_weight, arguments))


def _size(values: FloatArray) -> float:
    """Bound the finite values: none is larger than the root of the sum of their squares.

    Which is much faster to find than the largest.
    """
    if len(values) > 10_000:  # for more OpenBLAS wakes other threads, which takes longer than the sum
        half = len(values) // 2
        return math.hypot(_size(values[:half]), _size(values[half:]))
    squares = float(values @ values)
    if not math.isfinite(squares):
        known = values[np.isfinite(values)]
        return _size(known) if len(known) < len(values) else math.inf
    return math.sqrt(squares)


def _equality(operator: str, left: FloatArray, right: FloatArray) -> TruthArray:
    """Apply ``=`` or ``!=``: approximately equal, asymmetric as `numpy.isclose`.

    Equal infinities are, an infinity and a number are not.
    """
    tolerance = ABSOLUTE_TOLERANCE + RELATIVE_TOLERANCE * np.abs(right)
    close = ((np.abs(left - right) <= tolerance) & np.isfinite(right)) | (left == right)
    return _where_defined(close if operator == "=" else ~close, left, right)


def _inequality(node: Comparison, value_of: _ValueOf) -> tuple[TruthArray, BoolArray]:
    """Apply ``<``, ``>``, ``<=`` or ``>=``; say where both sides are equal but for rounding."""
    left, right = _quantity(node.left, value_of), _quantity(node.right, value_of)
    rounding = ROUNDING * (_magnitude(node.left, value_of) + _magnitude(node.right, value_of))
    equal = (left == right) | (np.abs(left - right) <= rounding)  # the former for infinities
    found = left < right if node.operator in ("<", "<=") else left > right
    return _where_defined(found & ~equal if node.operator in ("<", ">") else found | equal, left, right), equal


def _is_exact_needed(comparison: Comparison) -> bool:
    """Whether a side can hold constants that do not decide its value: that cancel out, or are passed over."""
    parts: tuple[Quantity, ...]
    for node in walk(comparison):
        match node:
            case Sum(parts, _) | Call("max" | "min" | "least", parts):
                if any(isinstance(part, Number) for side in parts for part in walk(side)):
                    return True
    return False


class _InexactError(ArithmeticError):
    """A value that exact arithmetic has nothing to say about."""


@dataclass(frozen=True, slots=True)
class _Exact:
    """A quantity of one item in exact arithmetic.

    Parameters
    ----------
    value : Fraction
    size : Fraction
        Of the values of regions in it, if all were added up.
    constant : Fraction
        All constants in it, added up with their signs.
    """

    value: Fraction
    size: Fraction
    constant: Fraction

    @property
    def rounding(self) -> Fraction:
        return _EXACT_ROUNDING * (self.size + abs(self.constant))

    def __post_init__(self) -> None:
        if abs(self.value) > sys.float_info.max:  # then it is infinite as computed
            raise _InexactError

    def __add__(self, other: _Exact) -> _Exact:
        return _Exact(self.value + other.value, self.size + other.size, self.constant + other.constant)

    def times(self, factor: Fraction) -> _Exact:
        found = _Exact(self.value * factor, self.size * abs(factor), self.constant * factor)
        if found.value.denominator.bit_length() + found.value.numerator.bit_length() > _MOST_BITS:
            raise _InexactError
        return found


_EXACT_ROUNDING = Fraction(ROUNDING)
_MOST_BITS = 10_000  # a product of thousands of numbers would take for ever


def _exact_sign(node: Comparison, value_of: Callable[[Reference], float]) -> int:
    """Say which side of a comparison is the larger for one item: 1 the left one, -1 the right one, 0 neither for sure.

    Rounding is that of the regions' own values, and of the constants that are left when all stands on one side.
    """
    try:
        left, right = _exact(node.left, value_of), _exact(node.right, value_of)
        if left is None or right is None:
            return 0
        apart = left + right.times(Fraction(-1))
    except ArithmeticError:  # infinite values, too long fractions, a divisor that is 0 when it is not rounded
        return 0
    return 0 if abs(apart.value) <= apart.rounding else 1 if apart.value > 0 else -1


def _exact(node: Quantity, value_of: Callable[[Reference], float]) -> _Exact | None:
    """Give a quantity exactly; None if it is undefined."""
    match node:
        case Number(value):
            number = Fraction(repr(value))  # as it was written: 0.1 is a tenth
            return _Exact(number, Fraction(0), number)
        case Reference():
            bits = value_of(node)
            if math.isnan(bits):
                return None
            found = Fraction(bits)
            return _Exact(found, abs(found), Fraction(0))
        case Negative(operand):
            part = _exact(operand, value_of)
            return part and part.times(Fraction(-1))
        case Sum(operands, operators):
            total = _Exact(Fraction(0), Fraction(0), Fraction(0))
            for operator, operand in zip(("+", *operators), operands, strict=True):
                part = _exact(operand, value_of)
                if part is None:
                    return None
                total += part if operator == "+" else part.times(Fraction(-1))
            return total
        case Product(operands, operators):
            product = _Exact(Fraction(1), Fraction(0), Fraction(1))
            for factor_sign, operand in zip(("*", *operators), operands, strict=True):
                part = _exact(operand, value_of)
                if part is None:
                    return None
                if factor_sign == "/":
                    product = product.times(1 / part.value)
                elif is_constant(operand):
                    product = product.times(part.value)
                else:
                    product = part.times(product.value)
            return product
        case Call("abs", arguments):
            part = _exact(arguments[0], value_of)
            return part and (part if part.value >= 0 else part.times(Fraction(-1)))
        case Call(function, arguments):
            sign = 1 if function == "max" else -1
            parts = [_exact(argument, value_of) for argument in _in_the_running(arguments, sign, value_of)]
            known = [part for part in parts if part is not None]
            if not known or (len(known) < len(parts) and function != "least"):
                return None
            return _extreme(known, sign)


def _in_the_running(
    arguments: Sequence[Quantity], sign: int, value_of: Callable[[Reference], float]
) -> Sequence[Quantity]:
    """Leave out of some quantities those that are infinite and cannot be the largest, of sign -1 the smallest."""
    values = [float(_quantity(argument, lambda one: np.float64(value_of(one)))) for argument in arguments]
    if not any(map(math.isfinite, values)):
        return arguments
    return [one for one, value in zip(arguments, values, strict=True) if value != -sign * math.inf]


def _extreme(parts: Sequence[_Exact], sign: int) -> _Exact:
    """The largest of some quantities, of sign -1 the smallest; what could not be that one has no part in its size."""
    chosen = max(parts, key=lambda part: sign * part.value)
    surely = max(sign * part.value - part.rounding for part in parts)
    sizes = [part.size + abs(part.constant) for part in parts if sign * part.value + part.rounding >= surely]
    return _Exact(chosen.value, max(chosen.size, max(sizes) - abs(chosen.constant)), chosen.constant)


def _where_defined(found: BoolArray, left: FloatArray, right: FloatArray) -> TruthArray:
    return np.where(np.isnan(left) | np.isnan(right), np.int8(-1), found.astype(np.int8))


def _quantity(node: Quantity, value_of: _ValueOf) -> FloatArray:
    """Give a quantity: shape (n_items,), or () if it is constant."""
    match node:
        case Number():
            return np.asarray(node.value, dtype=np.float64)
        case Reference():
            return value_of(node)
        case Negative(operand):
            return np.negative(_quantity(operand, value_of))
        case Sum(operands, operators) | Product(operands, operators):
            value = _quantity(operands[0], value_of)
            for operator, operand in zip(operators, operands[1:], strict=True):
                value = _OPERATIONS[operator](value, _quantity(operand, value_of))
            return value
        case Call("abs", arguments):
            return np.abs(_quantity(arguments[0], value_of))
        case Call(function, arguments):
            return reduce(_OPERATIONS[function], [_quantity(argument, value_of) for argument in arguments])


def _magnitude(node: Quantity, value_of: _ValueOf) -> FloatArray:
    """Give what a quantity's rounding error is in proportion to: its value if all its parts were added up.

    Infinite values have none.
    """
    match node:
        case Number() | Reference():
            return _finite(np.abs(_quantity(node, value_of)))
        case Negative(operand):
            return _magnitude(operand, value_of)
        case Sum(operands, _):
            return sum((_magnitude(operand, value_of) for operand in operands[1:]), _magnitude(operands[0], value_of))
        case Product(operands, operators):
            value = _magnitude(operands[0], value_of)
            for operator, operand in zip(operators, operands[1:], strict=True):
                # a divisor's own rounding is left out: it is a number nearly always
                other = _magnitude(operand, value_of) if operator == "*" else np.abs(_quantity(operand, value_of))
                value = _OPERATIONS[operator](value, other)
            return _finite(value)
        case Call("least", arguments):  # which passes over what is undefined
            defined = [~np.isnan(_quantity(argument, value_of)) for argument in arguments]
            found = [_magnitude(argument, value_of) for argument in arguments]
            return reduce(np.maximum, map(np.multiply, found, defined))
        case Call(_, arguments):
            return reduce(np.maximum, [_magnitude(argument, value_of) for argument in arguments])


def _finite(values: FloatArray) -> FloatArray:
    """The values, but 0 for those that are infinite or undefined."""
    known = np.isfinite(values)
    return values if known.all() else np.where(known, values, 0.0)


def constant_value(node: Quantity) -> float:
    """Return the value of a quantity without references (see `is_constant`)."""
    with np.errstate(all="ignore"):
        return float(_quantity(node, _no_value))


def _no_value(reference: Reference) -> FloatArray:
    raise ValueError(f"{reference} is not a constant")


def truth_of(claim: Claim, comparisons: Iterator[bool | None]) -> bool | None:
    """Give the truth of a claim from that of its comparisons, which come in the order of the formula.

    Examples
    --------
    >>> from syntaxgym_lite.formula import parse
    >>> claim = parse("(1;%a%) < (1;%b%) & (1;%a%) < (1;%c%)").root
    >>> truth_of(claim, iter([True, None])), truth_of(claim, iter([None, False]))
    (None, False)
    """
    match claim:
        case Comparison():
            return next(comparisons)
        case Not(part):
            truth = truth_of(part, comparisons)
            return None if truth is None else not truth
        case And(parts) | Or(parts):
            found = [truth_of(part, comparisons) for part in parts]  # all of them, for the iterator's sake
            decisive = isinstance(claim, Or)
            return decisive if decisive in found else None if None in found else not decisive


_OF_PRODUCTS = 1e-9
_LARGEST_KNOWN = 1e6  # bits: no region's value is larger, so that rounding can be bounded


def could_hold(node: Comparison, left: float | None, right: float | None, holds: bool | None) -> bool:
    """Say whether a comparison of two known values can have had this truth; rounding is given the benefit of doubt."""
    if left is None or right is None or math.isnan(left) or math.isnan(right):
        return holds is None
    if holds is None:
        return False
    if math.isinf(left) or math.isinf(right):
        if left == right:
            return holds is (node.operator in ("=", "<=", ">="))
        doubt = 0.0
    else:
        doubt = _doubt(node, left, right)
    apart = left - right
    if node.operator in ("=", "!="):
        limit = ABSOLUTE_TOLERANCE + RELATIVE_TOLERANCE * abs(right) if math.isfinite(right) else 0.0
        return abs(abs(apart) - limit) <= doubt or holds is ((abs(apart) <= limit) is (node.operator == "="))
    return abs(apart) <= doubt or holds is ((apart < 0) is (node.operator in ("<", "<=")))


def could_be_tied(node: Comparison, left: float | None, right: float | None) -> bool:
    """Say whether a comparison by ``<`` or ``>`` of two known values can have been a tie, but for rounding.

    Examples
    --------
    >>> from syntaxgym_lite.formula import parse
    >>> claim = parse("(1;%a%) < (1;%b%)").root
    >>> could_be_tied(claim, 2.5, 2.5), could_be_tied(claim, 2.5, 2.6)
    (True, False)
    """
    if node.operator not in ("<", ">") or left is None or right is None:
        return False
    if math.isinf(left) or math.isinf(right):
        return left == right
    doubt = _doubt(node, left, right)
    if not math.isfinite(doubt):  # of products, which nobody knows the rounding of without their parts
        doubt = _OF_PRODUCTS * (abs(left) + abs(right))
    return left == right or abs(left - right) <= doubt


def _doubt(node: Comparison, left: float, right: float) -> float:
    """How far the recorded sides of a comparison can be apart by the rounding of what was added up."""
    return ROUNDING * (abs(left) + abs(right) + _LARGEST_KNOWN * (_weight(node.left) + _weight(node.right)))
