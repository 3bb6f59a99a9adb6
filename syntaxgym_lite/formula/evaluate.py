"""What a formula says of the items of a suite, all items at once.

Claims are true, false or undefined, and are combined by Kleene's strong three-valued logic [1]_: a comparison with NaN
on either side is undefined; ``&`` is false where any part is false, ``|`` true where any part is true, and otherwise
both are undefined where any part is.

.. [1] S. C. Kleene (1952), Introduction to Metamathematics, section 64.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import TypeVar

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
)

__all__ = ["ABSOLUTE_TOLERANCE", "RELATIVE_TOLERANCE", "ComparisonValues", "Evaluation", "constant_value", "evaluate"]

ABSOLUTE_TOLERANCE = 1e-3
RELATIVE_TOLERANCE = 1e-5
"""``a = b`` means ``|a - b| <= ABSOLUTE_TOLERANCE + RELATIVE_TOLERANCE * |b|``, as in SyntaxGym."""
ROUNDING = 64 * 2.0**-52
"""``<`` and ``>`` hold only for a difference larger than this share of what was added up on both sides. The same values
added up in another order differ by such amounts; no model is that exact."""

TruthArray = npt.NDArray[np.int8]
_Scalar = TypeVar("_Scalar", bound=np.generic)

_ITEMS_AT_ONCE = 1 << 13  # what is computed on the way then stays in a processor's cache
_FALSE, _UNDEFINED, _TRUE = np.int8(0), np.int8(1), np.int8(2)  # in this order `&` is a minimum and `|` a maximum
_PUBLIC = np.array([0, -1, 1], dtype=np.int8)  # and this is how a reader sees them

_OPERATIONS: dict[str, Callable[[FloatArray, FloatArray], FloatArray]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "max": np.maximum,
    "min": np.minimum,
    "least": np.fmin,
}


def _is_close(left: FloatArray, right: FloatArray) -> BoolArray:
    """Approximately equal, asymmetric as `numpy.isclose`; equal infinities are, an infinity and a number are not."""
    tolerance = ABSOLUTE_TOLERANCE + RELATIVE_TOLERANCE * np.abs(right)
    close: BoolArray = ((np.abs(left - right) <= tolerance) & np.isfinite(right)) | (left == right)
    return close


def _compare(operator: str, left: FloatArray, right: FloatArray, equal: BoolArray) -> BoolArray:
    """Apply an operator; `equal` says where the sides of an inequality count as equal."""
    match operator:
        case "<":
            return (left < right) & ~equal
        case ">":
            return (left > right) & ~equal
        case "<=":
            return (left < right) | equal
        case ">=":
            return (left > right) | equal
        case "=":
            return _is_close(left, right)
        case _:
            return ~_is_close(left, right)


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
    left, right : ndarray of float64, shape (n_items,)
        Values of the two sides, in the unit of the metric; NaN where undefined.
    holds : ndarray of int8, shape (n_items,)
        1 true, 0 false, -1 undefined.
    ties : ndarray of bool, shape (n_items,)
        Whether both sides of a strict ``<`` or ``>`` are equal, but for the rounding of their sums (see `ROUNDING`);
        False for other operators.
    """

    span: Span
    text: str
    op: str
    left: FloatArray
    right: FloatArray
    holds: TruthArray
    ties: BoolArray

    @property
    def margin(self) -> FloatArray:
        """Left minus right, in the unit of the metric, shape (n_items,): the size of the effect."""
        with np.errstate(all="ignore"):
            margin: FloatArray = self.left - self.right
        return margin


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


def evaluate(formula: Formula, lookup: Callable[[Reference], FloatArray], n_items: int) -> Evaluation:
    """Evaluate a formula for all items.

    Parameters
    ----------
    formula : Formula
    lookup : callable
        Takes a `Reference` and returns its values for all items: float64, shape (n_items,), NaN where undefined. Called
        once for each different reference.
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
    >>> result = evaluate(parse("(1;%a%) < (1;%b%)"), lambda reference: values[reference.condition], 3)
    >>> result.holds
    array([ 1,  0, -1], dtype=int8)
    >>> result.comparisons[0].margin
    array([-1.5,  1. ,  nan])
    """
    values = {reference: _looked_up(lookup, reference, n_items) for reference in _references(formula.root)}
    comparisons = [_Columns.of(node, n_items) for node in _comparisons(formula.root)]
    holds = np.empty(n_items, np.int8)
    with np.errstate(all="ignore"):
        for start in range(0, n_items, _ITEMS_AT_ONCE):
            some = slice(start, start + _ITEMS_AT_ONCE)
            block = {reference: column[some] for reference, column in values.items()}
            evaluator = _Evaluator(block, len(holds[some]), iter(comparisons), some)
            holds[some] = _PUBLIC[evaluator.claim(formula.root)]
    return Evaluation(_read_only(holds), tuple(columns.values(formula.source) for columns in comparisons))


def _looked_up(lookup: Callable[[Reference], FloatArray], reference: Reference, n_items: int) -> FloatArray:
    found = np.asarray(lookup(reference), dtype=np.float64)
    if found.shape != (n_items,):
        raise ValueError(f"lookup gave shape {found.shape} for {reference}, but there are {n_items} items")
    return found


def _parts(node: Claim | Quantity) -> Sequence[Claim | Quantity]:
    match node:
        case Comparison(_, left, right):
            return (left, right)
        case Not(part) | Negative(part):
            return (part,)
        case And(parts) | Or(parts) | Sum(parts, _) | Product(parts, _) | Call(_, parts):
            return parts
        case _:
            return ()


def _nodes(node: Claim | Quantity) -> Iterator[Claim | Quantity]:
    """All nodes of a tree, in the order of the formula."""
    yield node
    for part in _parts(node):
        yield from _nodes(part)


def _references(node: Claim) -> Iterable[Reference]:
    return dict.fromkeys(node for node in _nodes(node) if isinstance(node, Reference))


def _comparisons(node: Claim) -> Iterator[Comparison]:
    return (node for node in _nodes(node) if isinstance(node, Comparison))


@dataclass(frozen=True, slots=True, eq=False)
class _Columns:
    """What is being found out about one comparison, item by item."""

    node: Comparison
    left: FloatArray
    right: FloatArray
    holds: TruthArray
    ties: BoolArray
    has_quotients: bool

    @classmethod
    def of(cls, node: Comparison, n_items: int) -> _Columns:
        sides = np.empty(n_items), np.empty(n_items)
        found = np.empty(n_items, np.int8), np.zeros(n_items, np.bool_)
        return cls(
            node, *sides, *found, any("/" in part.operators for part in _nodes(node) if isinstance(part, Product))
        )

    def values(self, source: str) -> ComparisonValues:
        span = self.node.span
        sides = _read_only(self.left), _read_only(self.right)
        found = _read_only(self.holds), _read_only(self.ties)
        return ComparisonValues(span, source[span.start : span.end], self.node.operator, *sides, *found)


class _Evaluator:
    """One pass over a tree for some of the items; fills in the columns of the comparisons on its way."""

    def __init__(
        self, values: Mapping[Reference, FloatArray], n_items: int, columns: Iterator[_Columns], some: slice
    ) -> None:
        self.values = values
        self.n_items = n_items
        self.columns = columns
        self.some = some

    @cached_property
    def largest(self) -> dict[Reference, FloatArray]:
        """The largest absolute value of each reference that is finite."""
        found = {}
        for reference, column in self.values.items():
            value = np.abs(column)
            most = value.max(initial=0.0)
            found[reference] = most if np.isfinite(most) else value[np.isfinite(value)].max(initial=0.0)
        return found

    def claim(self, node: Claim) -> TruthArray:
        truth: TruthArray
        match node:
            case Comparison():
                return self.comparison(node)
            case Not(part):
                truth = np.subtract(_TRUE, self.claim(part), dtype=np.int8)
                return truth
            case And(parts) | Or(parts):
                truth = self.claim(parts[0])
                join = np.minimum if isinstance(node, And) else np.maximum
                for part in parts[1:]:
                    truth = join(truth, self.claim(part))
                return truth

    def comparison(self, node: Comparison) -> TruthArray:
        columns = next(self.columns)
        assert columns.node is node
        left, right = columns.left[self.some], columns.right[self.some]
        left[:], right[:] = self.quantity(node.left), self.quantity(node.right)
        difference = np.abs(left - right)
        if node.operator not in ("=", "!=") and difference.min(initial=np.inf) > self.rounding(columns):
            # no ties, and nothing undefined: NaN is not larger
            found = left < right if node.operator in ("<", "<=") else left > right
            columns.holds[self.some] = found
            truth: TruthArray = found.view(np.int8) * _TRUE
            return truth
        equal = left == right  # infinities, too
        equal |= difference <= ROUNDING * (self.magnitude(node.left) + self.magnitude(node.right))
        truth = _compare(node.operator, left, right, equal).view(np.int8) * _TRUE
        truth[np.isnan(left) | np.isnan(right)] = _UNDEFINED
        columns.holds[self.some] = _PUBLIC.take(truth)
        if node.operator in ("<", ">"):
            columns.ties[self.some] = equal
        return truth

    def rounding(self, columns: _Columns) -> float:
        """No difference between the sides of any item that comes from rounding is larger: theirs if all were largest.

        Of quotients nothing is known so quickly.
        """
        if columns.has_quotients:
            return np.inf
        largest = _Evaluator(self.largest, 0, iter(()), slice(0))
        sides = columns.node.left, columns.node.right
        return 1.01 * float(ROUNDING) * sum(float(largest.magnitude(side)) for side in sides)

    def quantity(self, node: Quantity) -> FloatArray:
        """Return a quantity: shape (n_items,), or () if it is constant."""
        match node:
            case Number():
                return np.asarray(node.value, dtype=np.float64)
            case Reference():
                return self.values[node]
            case Negative(operand):
                return np.negative(self.quantity(operand))
            case Sum(operands, operators) | Product(operands, operators):
                value = self.quantity(operands[0])
                for operator, operand in zip(operators, operands[1:], strict=True):
                    value = _OPERATIONS[operator](value, self.quantity(operand))
                return value
            case Call("abs", arguments):
                return np.abs(self.quantity(arguments[0]))
            case Call(function, arguments):
                return reduce(_OPERATIONS[function], [self.quantity(argument) for argument in arguments])

    def magnitude(self, node: Quantity) -> FloatArray:
        """Return what a quantity's rounding error is in proportion to: its value if all its parts were added up.

        Infinite values have none.
        """
        match node:
            case Number() | Reference():
                return _finite(np.abs(self.quantity(node)))
            case Negative(operand):
                return self.magnitude(operand)
            case Sum(operands, _):
                return sum((self.magnitude(operand) for operand in operands[1:]), self.magnitude(operands[0]))
            case Product(operands, operators):
                value = self.magnitude(operands[0])
                for operator, operand in zip(operators, operands[1:], strict=True):
                    # a divisor's own rounding is left out: it is a number nearly always
                    other = self.magnitude(operand) if operator == "*" else np.abs(self.quantity(operand))
                    value = _OPERATIONS[operator](value, other)
                return _finite(value)
            case Call(_, arguments):
                return reduce(np.maximum, map(self.magnitude, arguments))


def _finite(values: FloatArray) -> FloatArray:
    """The values, but 0 for those that are infinite or undefined."""
    known = np.isfinite(values)
    return values if known.all() else np.where(known, values, 0.0)


def constant_value(node: Quantity) -> float:
    """Return the value of a quantity without references (see `is_constant`)."""
    with np.errstate(all="ignore"):
        return float(_Evaluator({}, 0, iter(()), slice(0)).quantity(node))


def _read_only(array: npt.NDArray[_Scalar]) -> npt.NDArray[_Scalar]:
    array.flags.writeable = False
    return array
