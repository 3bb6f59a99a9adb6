"""What a formula says of the items of a suite, all items at once.

Claims are true, false or undefined, and are combined by Kleene's strong three-valued logic [1]_: a comparison with NaN
on either side is undefined; ``&`` is false where any part is false, ``|`` true where any part is true, and otherwise
both are undefined where any part is.

.. [1] S. C. Kleene (1952), Introduction to Metamathematics, section 64.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
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

TruthArray = npt.NDArray[np.int8]
_Scalar = TypeVar("_Scalar", bound=np.generic)

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


_COMPARISONS: dict[str, Callable[[FloatArray, FloatArray], BoolArray]] = {
    "<": np.less,
    ">": np.greater,
    "<=": np.less_equal,
    ">=": np.greater_equal,
    "=": _is_close,
    "!=": lambda left, right: ~_is_close(left, right),
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
    left, right : ndarray of float64, shape (n_items,)
        Values of the two sides, in the unit of the metric; NaN where undefined.
    holds : ndarray of int8, shape (n_items,)
        1 true, 0 false, -1 undefined.
    """

    span: Span
    text: str
    op: str
    left: FloatArray
    right: FloatArray
    holds: TruthArray

    @property
    def margin(self) -> FloatArray:
        """Left minus right, in the unit of the metric, shape (n_items,): the size of the effect."""
        with np.errstate(all="ignore"):
            margin: FloatArray = self.left - self.right
        return margin

    @property
    def ties(self) -> BoolArray:
        """Whether both sides are exactly equal under a strict ``<`` or ``>``, shape (n_items,); else all False."""
        ties: BoolArray = self.left == self.right if self.op in ("<", ">") else np.zeros(self.left.shape, np.bool_)
        return ties


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
    evaluator = _Evaluator(formula.source, lookup, n_items)
    with np.errstate(all="ignore"):
        truth = evaluator.claim(formula.root)
    return Evaluation(_read_only(_PUBLIC[truth]), tuple(evaluator.comparisons))


class _Evaluator:
    """One pass over a tree; collects the comparisons on its way."""

    def __init__(self, source: str, lookup: Callable[[Reference], FloatArray], n_items: int) -> None:
        self.source = source
        self.lookup = lookup
        self.n_items = n_items
        self.values: dict[Reference, FloatArray] = {}
        self.comparisons: list[ComparisonValues] = []

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
        left, right = self.column(node.left), self.column(node.right)
        truth: TruthArray = np.where(_COMPARISONS[node.operator](left, right), _TRUE, _FALSE)
        truth[np.isnan(left) | np.isnan(right)] = _UNDEFINED
        text = self.source[node.span.start : node.span.end]
        holds = _read_only(_PUBLIC[truth])
        self.comparisons.append(ComparisonValues(node.span, text, node.operator, left, right, holds))
        return truth

    def column(self, node: Quantity) -> FloatArray:
        """Return a quantity for every item, also if it is the same for all."""
        return _read_only(np.array(np.broadcast_to(self.quantity(node), (self.n_items,)), dtype=np.float64))

    def quantity(self, node: Quantity) -> FloatArray:
        """Return a quantity: shape (n_items,), or () if it is constant."""
        match node:
            case Number():
                return np.asarray(node.value, dtype=np.float64)
            case Reference():
                return self.reference(node)
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

    def reference(self, node: Reference) -> FloatArray:
        found = self.values.get(node)
        if found is None:
            found = np.asarray(self.lookup(node), dtype=np.float64)
            if found.shape != (self.n_items,):
                raise ValueError(f"lookup gave shape {found.shape} for {node}, but there are {self.n_items} items")
            self.values[node] = found
        return found


def constant_value(node: Quantity) -> float:
    """Return the value of a quantity without references (see `is_constant`)."""

    def nothing(reference: Reference) -> FloatArray:
        raise AssertionError(f"{reference} is not constant")  # pragma: no cover

    with np.errstate(all="ignore"):
        return float(_Evaluator("", nothing, 0).quantity(node))


def _read_only(array: npt.NDArray[_Scalar]) -> npt.NDArray[_Scalar]:
    array.flags.writeable = False
    return array
