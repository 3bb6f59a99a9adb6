"""From the text of a prediction to its syntax tree.

The grammar is ``predictions_grammar.lark``, which says what a formula may look like. This module turns Lark's tree into
ours and refuses what a grammar cannot express: numbers where claims belong and the reverse, chained comparisons, ``&``
and ``|`` mixed without brackets, products of two surprisals. Words for text that does not fit the grammar come from
`syntaxgym_lite.formula.advice`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from ..errors import FormulaError, Span
from ..resources import grammar_path
from .advice import CLOSERS, OPENERS, Word, explain, quote, split_source
from .ast import (
    CLAIMS,
    And,
    Call,
    Claim,
    Comparison,
    Expr,
    Formula,
    Negative,
    Not,
    Number,
    Or,
    Product,
    Quantity,
    Reference,
    RegionName,
    RegionNumber,
    RegionRange,
    Selector,
    Star,
    Sum,
    is_constant,
)
from .evaluate import constant_value

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

    LarkTree: TypeAlias = "Tree[Token]"

__all__ = ["MAX_NESTING", "parse"]

MAX_NESTING = 50
"""How deep brackets may nest, those of references included; each sign or ``!`` before a bracket counts as one too."""

_MAX_CHARACTERS = 10_000_000
"""Longest formula that is read: half a million comparisons."""

_CITED = 6
"""Operators on either side that a message shows of a long chain."""

_LONGEST_QUOTE = 300
"""Characters that it shows of each operand."""

_MAX_DIGITS = 9
"""Longest region number that is read; no sentence has a billion regions."""


def parse(source: str) -> Formula:
    """Read a prediction.

    Parameters
    ----------
    source : str
        One formula of the prediction language (``predictions_grammar.lark``).

    Returns
    -------
    Formula
        Its tree. Names of conditions, regions and metrics are not checked; see `syntaxgym_lite.formula.check`.

    Raises
    ------
    FormulaError
        The text is not a formula, or what it says is not true or false. The message points at the place.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> formula = sgl.parse_formula("[(5;%ambig%)-(5;%unambig%)]>2")
    >>> str(formula)
    '(5;%ambig%) - (5;%unambig%) > 2'
    >>> sgl.parse_formula(str(formula)) == formula
    True
    >>> sgl.parse_formula("(1;%a%) < (2;%a%) < (3;%a%)")
    Traceback (most recent call last):
    syntaxgym_lite.errors.FormulaError: (1;%a%) < (2;%a%) < (3;%a%)
                        ^
    A comparison has two sides. Join two comparisons with '&': (1;%a%) < (2;%a%) & (2;%a%) < (3;%a%)
    """
    if len(source) > _MAX_CHARACTERS:
        message = f"A formula has at most {_MAX_CHARACTERS:,} characters, and this has {len(source):,}."
        raise FormulaError(message, source, Span(_MAX_CHARACTERS, _MAX_CHARACTERS))
    return _parsed(source) if len(source) <= _LONGEST_KEPT else _parsed.__wrapped__(source)


_LONGEST_KEPT = 10_000  # characters of a formula that is worth keeping with its tree


@lru_cache(maxsize=1024)
def _parsed(source: str) -> Formula:
    """Read each formula once: suites of one design share theirs, and results are read anew for their chance level."""
    words = split_source(source)
    _check_nesting(source, words)
    tree = _read(source, words)
    return _Builder(source).formula(tree)


@cache
def _lark() -> Lark:
    """Return the parser, made on first use: `lark` takes longer to load than all of this package."""
    from lark import Lark

    return Lark(
        grammar_path().read_text(encoding="utf-8"),
        start="formula",
        parser="lalr",
        lexer="contextual",
        propagate_positions=True,
        maybe_placeholders=True,
    )


def _read(source: str, words: Sequence[Word]) -> LarkTree:
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    try:
        return _lark().parse(source)
    except UnexpectedCharacters as error:
        raise explain(source, words, error.pos_in_stream or 0, error.allowed or ()) from None
    except UnexpectedToken as error:
        position = len(source) if error.token.type == "$END" else error.token.start_pos or 0
        raise explain(source, words, position, error.expected) from None


def _check_nesting(source: str, words: Sequence[Word]) -> None:
    """Refuse a formula so deep that the recursive functions on trees would run out of stack."""
    signs = [0]  # per open bracket: prefix signs whose operand has not ended
    depth = 0
    operand_next = True
    for word in words:
        if word.text in OPENERS:
            signs.append(0)
            depth += 1
        elif word.text in CLOSERS:
            if len(signs) > 1:
                depth -= signs.pop() + 1
        elif operand_next and word.text in ("-", "+", "!"):
            signs[-1] += 1
            depth += 1
        elif word.kind in ("operator", "other"):
            depth -= signs[-1]
            signs[-1] = 0
        if depth > MAX_NESTING:
            message = (
                f"Brackets and signs are nested more than {MAX_NESTING} deep here. Take out those that change nothing."
            )
            raise FormulaError(message, source, word.span)
        operand_next = word.text in OPENERS or (word.kind in ("operator", "other") and word.text not in CLOSERS)


class _Builder:
    """Makes our tree of Lark's, one method per rule of the grammar.

    A node made of a bracketed part keeps the part's own span, without the brackets; the span of what contains it has
    them. So a comparison can be cited alone, and no cited text has half a pair.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.nodes: dict[int, Expr] = {}  # by the id of Lark's tree, which outlives the builder
        self.rules: dict[str, Callable[[LarkTree], Expr]] = {
            "any_or_all": self.any_or_all,
            "comparison": self.comparison,
            "sum": self.sum,
            "product": self.product,
            "prefixed": self.prefixed,
            "number": self.number,
            "reference": self.reference,
            "call": self.call,
            "group": self.group,
        }

    def formula(self, tree: LarkTree) -> Formula:
        content = cast("LarkTree", tree.children[0])
        for part in _parts_first(content):
            if part.data in self.rules:
                self.nodes[id(part)] = self.rules[part.data](part)
        root = self.nodes[id(content)]
        if isinstance(root, CLAIMS):
            return Formula(self.source, root)
        text = self.quote(content)
        raise self.error(
            f"This is a number, not a comparison, so it is never true or false. Compare it with something: {text} > 0",
            _span(content),
        )

    def group(self, tree: LarkTree) -> Expr:
        return self.nodes[id(tree.children[0])]

    def any_or_all(self, tree: LarkTree) -> Claim:
        operands, operators = _split(tree)
        parts = tuple(self.claim(operand, operators[max(i - 1, 0)]) for i, operand in enumerate(operands))
        other = next((operator for operator in operators if operator != operators[0]), None)
        if other is not None:
            raise self.mixed(operands, operators, other)
        return (And if operators[0] == "&" else Or)(parts, _span(tree))

    def mixed(self, operands: Sequence[LarkTree], operators: Sequence[Token], other: Token) -> FormulaError:
        place = next(index for index, operator in enumerate(operators) if operator is other)
        start, stop = max(place - _CITED, 0), place + _CITED  # operators that are shown, round the one in question
        texts = [self.quote(operand, limit=_LONGEST_QUOTE) for operand in operands[start : stop + 1]]
        texts[0] = "… " * (start > 0) + texts[0]
        texts[-1] += " …" * (stop < len(operators))
        operators = operators[start:stop]
        and_first = _bracketed(texts, operators, tight="&", loose="|")
        or_first = _bracketed(texts, operators, tight="|", loose="&")
        return self.error(
            "'&' and '|' side by side can be read in two ways. Say which you mean with brackets:\n"
            f"  {and_first}\n"
            f"  {or_first}",
            _span(other),
        )

    def comparison(self, tree: LarkTree) -> Comparison:
        operands, operators = _split(tree)
        sides = [self.quantity(operand, operators[max(i - 1, 0)]) for i, operand in enumerate(operands)]
        if len(operators) > 1:
            texts = [self.quote(operand) for operand in operands[:4]]
            pairs = [f"{texts[i]} {operator} {texts[i + 1]}" for i, operator in enumerate(operators[:3])]
            pairs += ["…"] if len(operators) > 3 else []
            raise self.error(
                f"A comparison has two sides. Join two comparisons with '&': {' & '.join(pairs)}", _span(operators[1])
            )
        return Comparison(cast(Any, str(operators[0])), sides[0], sides[1], _span(tree))

    def sum(self, tree: LarkTree) -> Sum:
        operands, operators = _split(tree)
        terms = tuple(self.quantity(operand, operators[max(i - 1, 0)]) for i, operand in enumerate(operands))
        return Sum(terms, cast(Any, tuple(map(str, operators))), _span(tree))

    def product(self, tree: LarkTree) -> Product:
        operands, operators = _split(tree)
        factors = tuple(self.quantity(operand, operators[max(i - 1, 0)]) for i, operand in enumerate(operands))
        varying = not is_constant(factors[0])
        for operator, operand, factor in zip(operators, operands[1:], factors[1:], strict=True):
            if is_constant(factor):
                if operator == "/" and constant_value(factor) == 0:
                    raise self.error("Division by zero has no value. Divide by another number.", _span(operand))
                continue
            if operator == "/":
                raise self.error(
                    f"A formula divides only by numbers, and {self.quote(operand)} is not one. "
                    "To compare two surprisals, subtract them or put '<' between them.",
                    _span(operator),
                )
            if varying:
                raise self.error(
                    "A formula multiplies only by numbers, and here both sides are surprisals. "
                    "To compare two surprisals, subtract them or put '<' between them.",
                    _span(operator),
                )
            varying = True
        return Product(factors, cast(Any, tuple(map(str, operators))), _span(tree))

    def prefixed(self, tree: LarkTree) -> Expr:
        sign, operand = cast("tuple[Token, LarkTree]", tree.children)
        span = _span(tree)
        if sign == "!":
            part = self.nodes[id(operand)]
            if isinstance(part, CLAIMS):
                return Not(part, span)
            raise self.error(
                f"'!' (not) turns a claim round, but {self.quote(operand)} is a number. "
                "Put the whole comparison in brackets: ![a < b]",
                _span(operand),
            )
        value = self.quantity(operand, sign)
        if sign == "+":
            return value
        return Number(-value.value, span) if isinstance(value, Number) else Negative(value, span)

    def number(self, tree: LarkTree) -> Number:
        token = cast("Token", tree.children[0])
        value = float(token)
        if math.isinf(value):
            raise self.error("This number is too large for a computer to hold.", _span(token))
        return Number(value, _span(token))

    def reference(self, tree: LarkTree) -> Reference:
        region, condition, metric = cast("tuple[LarkTree, Token, Token | None]", tree.children)
        name = condition[1:-1].strip()
        start = _span(condition).start + condition.index(name)
        return Reference(
            self.region(region),
            name,
            None if metric is None else str(metric),
            _span(tree),
            Span(start, start + len(name)),
            Span(0, 0) if metric is None else _span(metric),
        )

    def region(self, tree: LarkTree) -> Selector:
        token = cast("Token", tree.children[0])
        span = _span(token)
        match tree.data:
            case "region_number":
                return RegionNumber(self.whole_number(token, span), span)
            case "region_run":
                first, last = (self.whole_number(part.strip(), span) for part in token.split(":"))
                return RegionRange(first, last, span)
            case "whole_sentence":
                return Star(span)
            case _:
                return RegionName(str(token), span)

    def whole_number(self, digits: str, span: Span) -> int:
        if len(digits.lstrip("0")) > _MAX_DIGITS:
            raise self.error("This region number is too large. Regions count from 1.", span)
        return int(digits)

    def call(self, tree: LarkTree) -> Call:
        function, *operands = cast("list[Any]", tree.children)
        arguments = tuple(self.quantity(operand, function) for operand in operands)
        if function == "abs" and len(arguments) != 1:
            raise self.error("'abs' takes one number: abs(a - b)", _span(operands[1]))
        if function != "abs" and len(arguments) < 2:
            text = self.quote(operands[0])
            raise self.error(f"'{function}' takes two or more numbers: {function}({text}, 0)", _span(tree))
        return Call(cast(Any, str(function)), arguments, _span(tree))

    def claim(self, tree: LarkTree, operator: Token) -> Claim:
        """Return the node of a part that has to be a claim because `operator` joins claims."""
        part = self.nodes[id(tree)]
        if isinstance(part, CLAIMS):
            return part
        text = self.quote(tree)
        raise self.error(
            f"'{operator}' joins claims that are true or false, but {text} is a number, not a comparison. "
            f"Compare it with something: {text} > 0",
            _span(tree),
        )

    def quantity(self, tree: LarkTree, operator: Token) -> Quantity:
        """Return the node of a part that has to be a number because `operator` takes numbers."""
        part = self.nodes[id(tree)]
        if not isinstance(part, CLAIMS):
            return part
        advice = {
            "COMPARE": "Join claims with '&' or '|' instead",
            "FUNCTION": "Give it regions and numbers",
        }.get(operator.type, "Use the regions that are compared instead")
        raise self.error(f"'{operator}' takes numbers, but {self.quote(tree)} is true or false. {advice}.", _span(tree))

    def quote(self, tree: LarkTree, *, limit: int | None = 60) -> str:
        return quote(self.source, _span(tree), limit=limit)

    def error(self, problem: str, span: Span) -> FormulaError:
        return FormulaError(problem, self.source, span)


def _parts_first(tree: LarkTree) -> Iterator[LarkTree]:
    """Go through a tree from left to right, parts before wholes. Lark's trees may be too deep for recursion."""
    pending = [(tree, False)]
    while pending:
        here, parts_done = pending.pop()
        if parts_done:
            yield here
            continue
        pending.append((here, True))
        pending.extend((cast("LarkTree", child), False) for child in reversed(here.children) if hasattr(child, "data"))


def _split(tree: LarkTree) -> tuple[list[LarkTree], list[Token]]:
    """Take a chain ``operand operator operand ...`` apart."""
    return cast("list[LarkTree]", tree.children[::2]), cast("list[Token]", tree.children[1::2])


def _span(part: Token | LarkTree) -> Span:
    meta: Any = part.meta if hasattr(part, "meta") else part
    return Span(meta.start_pos, meta.end_pos)


def _bracketed(texts: Sequence[str], operators: Sequence[str], *, tight: str, loose: str) -> str:
    """Write the reading of a mixed chain in which `tight` binds tighter than `loose`."""
    groups = [[texts[0]]]
    for operator, text in zip(operators, texts[1:], strict=True):
        if operator == tight:
            groups[-1].append(text)
        else:
            groups.append([text])
    return f" {loose} ".join(f"[{f' {tight} '.join(group)}]" if len(group) > 1 else group[0] for group in groups)
