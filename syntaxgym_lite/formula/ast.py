"""The syntax tree of a prediction, as plain frozen data.

A tree has two kinds of nodes: quantities, which are numbers for every item (`Number`, `Reference`, `Sum`, `Product`,
`Negative`, `Call`), and claims, which are true, false or undefined for every item (`Comparison`, `And`, `Or`, `Not`).

Every node knows the span of the source it came from. Spans take no part in equality, so that two formulas are equal
when they say the same, and ``parse(str(formula)) == formula``. ``str`` writes the canonical text: single blanks, no
bracket more than needed, ``[ ]`` round claims and ``( )`` round numbers. Chains (``a + b - c``, ``a & b & c``) are one
node however long; a bracket in the source that changes nothing leaves no trace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from ..errors import Span, short

__all__ = [
    "FUNCTIONS",
    "METRICS",
    "SINGLE_REGION_METRICS",
    "And",
    "Call",
    "Claim",
    "Comparison",
    "Expr",
    "Formula",
    "Negative",
    "Not",
    "Number",
    "Or",
    "Product",
    "Quantity",
    "Reference",
    "RegionName",
    "RegionNumber",
    "RegionRange",
    "Selector",
    "Star",
    "Sum",
    "is_constant",
    "references",
    "unit",
    "walk",
    "with_references",
]

METRICS: tuple[str, ...] = (
    "sum",
    "mean",
    "word_mean",
    "char_mean",
    "byte_mean",
    "penalised",
    "median",
    "range",
    "max",
    "min",
    "first",
    "last",
    "prob",
    "token_prob",
    "rank",
    "count",
)
"""Metrics of a region, computed from the surprisals of its tokens (bits unless said otherwise).

sum
    All of them added: the surprisal of the region.
mean, median, max, min
    Of the region's tokens.
word_mean
    The sum divided by the number of words, that is of stretches of the region's text between blanks.
char_mean, byte_mean
    The sum divided by the number of characters (code points), or of bytes in UTF-8, from the first visible character of
    the region to its last.
penalised
    The sum divided by the length penalty ((5 + tokens) / 6) ** 0.8, see `syntaxgym_lite.linking.penalty`.
range
    Largest minus smallest.
first, last
    Surprisal of the region's first or last token. Single regions only.
prob
    2 ** -sum, the probability of the region given its left context (no unit).
token_prob
    The same of a region that is one token, of a known word; undefined for any other (no unit). Single regions only.
rank
    Place of the token among the model's predictions, 1 = its top choice (no unit). Single regions of one token only, of
    a known word.
count
    Number of tokens (no unit).
"""

SINGLE_REGION_METRICS = frozenset({"first", "last", "token_prob", "rank"})
"""Metrics that mean nothing for a run of regions or a whole sentence."""

_UNITS = {"prob": "probability", "token_prob": "probability", "rank": "ranks", "count": "tokens"}

FUNCTIONS: tuple[str, ...] = ("abs", "max", "min", "least")
"""Functions of numbers: ``abs`` takes one, the others two or more; ``least`` is the smallest of the defined ones."""


@dataclass(frozen=True, slots=True)
class RegionNumber:
    """One region by its number, from 1: ``5``."""

    number: int
    span: Span = field(default=Span(0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class RegionName:
    """One region by its name in ``region_meta``: ``Main clause``."""

    name: str
    span: Span = field(default=Span(0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Star:
    """All regions, the whole sentence: ``*``."""

    span: Span = field(default=Span(0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        return "*"


@dataclass(frozen=True, slots=True)
class RegionRange:
    """Regions from `first` to `last`, both included: ``2:4``."""

    first: int
    last: int
    span: Span = field(default=Span(0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.first}:{self.last}"


Selector: TypeAlias = "RegionNumber | RegionName | Star | RegionRange"
"""What stands before the first ``;`` of a reference."""


@dataclass(frozen=True, slots=True)
class Number:
    """A constant; `value` carries the sign, if one was written: ``2.5``, ``-3``."""

    value: float
    span: Span = field(default=Span(0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        text = repr(float(self.value))
        return text[:-2] if text.endswith(".0") else text


@dataclass(frozen=True, slots=True)
class Reference:
    """The value of one or more regions in a condition: ``(5;%ambig%)``, ``(2:4;%ambig%;mean)``.

    Parameters
    ----------
    region : RegionNumber, RegionName, Star or RegionRange
    condition : str
        Name of the condition, without percent signs.
    metric : str or None
        One of `METRICS`; None: the metric of the suite. Not checked here but by `check`.
    span, condition_span, metric_span : Span
        The whole reference, brackets included; its condition between the percent signs; its metric.
    """

    region: Selector
    condition: str
    metric: str | None = None
    span: Span = field(default=Span(0, 0), compare=False, repr=False)
    condition_span: Span = field(default=Span(0, 0), compare=False, repr=False)
    metric_span: Span = field(default=Span(0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        metric = "" if self.metric is None else f";{self.metric}"
        return f"({self.region};%{self.condition}%{metric})"


@dataclass(frozen=True, slots=True)
class Sum:
    """A chain of ``+`` and ``-``, read from left to right: ``a + b - c``.

    Parameters
    ----------
    operands : tuple of quantities, at least two
    operators : tuple of {"+", "-"}
        ``operators[i]`` stands between ``operands[i]`` and ``operands[i + 1]``.
    """

    operands: tuple[Quantity, ...]
    operators: tuple[Literal["+", "-"], ...]
    span: Span = field(default=Span(0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        return _chain(self.operands, self.operators, bracket=(Sum,))


@dataclass(frozen=True, slots=True)
class Product:
    """A chain of ``*`` and ``/``, read from left to right; all operands but one are constants: ``2 * a / 3``."""

    operands: tuple[Quantity, ...]
    operators: tuple[Literal["*", "/"], ...]
    span: Span = field(default=Span(0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        return _chain(self.operands, self.operators, bracket=(Sum, Product))


@dataclass(frozen=True, slots=True)
class Negative:
    """A quantity with its sign turned: ``-a``."""

    operand: Quantity
    span: Span = field(default=Span(0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        return f"-({self.operand})" if isinstance(self.operand, (Sum, Product)) else f"-{self.operand}"


@dataclass(frozen=True, slots=True)
class Call:
    """A function of quantities: ``abs(a - b)``, ``max(a, b, c)``."""

    function: Literal["abs", "max", "min", "least"]
    arguments: tuple[Quantity, ...]
    span: Span = field(default=Span(0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.function}({', '.join(map(str, self.arguments))})"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two quantities compared: ``a < b``. Its span leaves out brackets round the whole."""

    operator: Literal["<", ">", "<=", ">=", "=", "!="]
    left: Quantity
    right: Quantity
    span: Span = field(default=Span(0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.left} {self.operator} {self.right}"


@dataclass(frozen=True, slots=True)
class And:
    """Claims of which all must hold: ``p & q & r``."""

    parts: tuple[Claim, ...]
    span: Span = field(default=Span(0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        return _junction(self.parts, " & ")


@dataclass(frozen=True, slots=True)
class Or:
    """Claims of which at least one must hold: ``p | q | r``."""

    parts: tuple[Claim, ...]
    span: Span = field(default=Span(0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        return _junction(self.parts, " | ")


@dataclass(frozen=True, slots=True)
class Not:
    """A claim that must not hold: ``![p]``."""

    part: Claim
    span: Span = field(default=Span(0, 0), compare=False, repr=False)

    def __str__(self) -> str:
        return f"!{self.part}" if isinstance(self.part, Not) else f"![{self.part}]"


Quantity: TypeAlias = "Number | Reference | Sum | Product | Negative | Call"
"""A node that is a number for every item."""

Claim: TypeAlias = "Comparison | And | Or | Not"
"""A node that is true, false or undefined for every item."""

Expr: TypeAlias = "Quantity | Claim"
"""Any node."""

CLAIMS = (Comparison, And, Or, Not)


@dataclass(frozen=True, slots=True)
class Formula:
    """A prediction that was read: its text, and the claim it makes.

    Parameters
    ----------
    source : str
        The text as written. Two formulas that differ only here are equal.
    root : Comparison, And, Or or Not
        The claim. All spans in it are ranges of `source`.
    """

    source: str = field(compare=False)
    root: Claim

    def __repr__(self) -> str:
        """Show on one line which it is; the whole would flood a notebook."""
        return f"<Formula {short(self.source)}>"

    def __str__(self) -> str:
        return str(self.root)


def walk(node: Expr) -> Iterator[Expr]:
    """Go through a tree in the order of its source, each node before its parts."""
    pending: list[Expr] = [node]
    while pending:
        here = pending.pop()
        yield here
        pending.extend(reversed(_parts(here)))


def references(formula: Formula) -> list[Reference]:
    """Return every reference of a formula in the order of its source, repetitions included."""
    return [node for node in walk(formula.root) if isinstance(node, Reference)]


def with_references(formula: Formula, change: Callable[[Reference], Reference]) -> Formula:
    """Return a formula with other references; the same one if none is changed."""
    root = _changed(formula.root, change)
    return formula if root is formula.root else replace(formula, root=root)


def unit(formula: Formula, *, metric: str) -> str:
    """Say in which unit the quantities of a formula are: ``"bits"``, ``"ranks"``, ``"probability"``, ``"tokens"``.

    Parameters
    ----------
    formula : Formula
    metric : str
        That of the suite, for references that name none.

    Returns
    -------
    str
        ``"mixed units"`` if they differ.
    """
    found = {_UNITS.get(reference.metric or metric, "bits") for reference in references(formula)}
    return found.pop() if len(found) == 1 else "mixed units" if found else "bits"


def is_constant(node: Quantity) -> bool:
    """Whether a quantity refers to no region, so that it is the same for every item."""
    return not any(isinstance(part, Reference) for part in walk(node))


def _parts(node: Expr) -> tuple[Expr, ...]:
    match node:
        case Sum() | Product():
            return node.operands
        case Negative():
            return (node.operand,)
        case Call():
            return node.arguments
        case Comparison():
            return (node.left, node.right)
        case And() | Or():
            return node.parts
        case Not():
            return (node.part,)
        case _:
            return ()


def _changed(node: Any, change: Callable[[Reference], Reference]) -> Any:
    """`with_references` of a node, which is of the same kind then; the parser sees to it that recursion has an end."""
    if isinstance(node, Reference):
        return change(node)
    parts = _parts(node)
    changed = tuple(_changed(part, change) for part in parts)
    if all(part is before for part, before in zip(changed, parts, strict=True)):
        return node
    match node:
        case Sum() | Product():
            return replace(node, operands=changed)
        case Negative():
            return replace(node, operand=changed[0])
        case Call():
            return replace(node, arguments=changed)
        case Comparison():
            return replace(node, left=changed[0], right=changed[1])
        case And() | Or():
            return replace(node, parts=changed)
        case _:
            return replace(node, part=changed[0])


def _chain(operands: tuple[Quantity, ...], operators: tuple[str, ...], *, bracket: tuple[type, ...]) -> str:
    """Write operands with operators between them, and brackets round those that would be read otherwise."""
    words: list[str] = []
    for operator, operand in zip(("", *operators), operands, strict=True):
        words.extend((operator, f"({operand})" if isinstance(operand, bracket) else str(operand)))
    return " ".join(words[1:])


def _junction(parts: tuple[Claim, ...], joint: str) -> str:
    return joint.join([f"[{part}]" if isinstance(part, (And, Or)) else str(part) for part in parts])
