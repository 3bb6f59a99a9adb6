"""The prediction language a second time: read by hand, evaluated with fractions, one item at a time.

Written from docs/reference/prediction-language.md, without a look at the package's parser and evaluator. Slow and
plain; where it and the package differ, one of the three is wrong.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

__all__ = ["NotAFormulaError", "Slow", "Unsure", "references", "slow_parse"]

Number = Fraction | float | None
"""A finite value exactly; an infinite one as a float; None: undefined."""

_NUMBER = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_REFERENCE = re.compile(r"\(\s*([^;%()\[\]]+?)\s*;\s*%([^%]*)%\s*(?:;\s*([^\W\d][\w-]*)\s*)?\)")
_FUNCTION = re.compile(r"(abs|max|min|least)(?!\w)\s*\(")
_CLAIMS = ("compare", "&", "|", "!")

Node = tuple[Any, ...]


class NotAFormulaError(Exception):
    """The text is refused."""


class Unsure(Exception):
    """Two values are so close that rounding decides, or a value is outside what a double holds."""


def slow_parse(text: str) -> Node:
    """Read a formula.

    Returns
    -------
    tuple
        ``(kind, parts...)``, e.g. ``("compare", "<", ("reference", "5", "a", None), ("number", Fraction(2)))``.
    """
    parser = _Parser(text)
    node = parser.claims()
    if parser.rest():
        raise NotAFormulaError(f"text after the end: {parser.rest()!r}")
    if node[0] not in _CLAIMS:
        raise NotAFormulaError("a number")
    return node


class _Parser:
    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0

    def rest(self) -> str:
        self.place += len(self.text[self.place :]) - len(self.text[self.place :].lstrip())
        return self.text[self.place :]

    def take(self, *words: str) -> str | None:
        rest = self.rest()
        for word in words:
            if rest.startswith(word):
                self.place += len(word)
                return word
        return None

    def claims(self) -> Node:
        parts, joints = [self.comparison()], []
        while joint := self.take("&", "|"):
            joints.append(joint)
            parts.append(self.comparison())
        if not joints:
            return parts[0]
        if len(set(joints)) > 1:
            raise NotAFormulaError("& and | side by side")
        if any(part[0] not in _CLAIMS for part in parts):
            raise NotAFormulaError("a number where a claim belongs")
        return joints[0], *parts

    def comparison(self) -> Node:
        sides, operators = [self.chain("+-")], []
        while operator := self.take("<=", ">=", "!=", "<", ">", "="):
            operators.append(operator)
            sides.append(self.chain("+-"))
        if not operators:
            return sides[0]
        if len(operators) > 1:
            raise NotAFormulaError("a chain of comparisons")
        return "compare", operators[0], *map(_quantity, sides)

    def chain(self, signs: str) -> Node:
        """A sum or, of the signs ``*/``, a product."""
        part = self.signed if signs == "*/" else lambda: self.chain("*/")
        parts, joints = [part()], []
        while joint := self.take(*signs):
            joints.append(joint)
            parts.append(part())
        if not joints:
            return parts[0]
        parts = list(map(_quantity, parts))
        if signs == "*/":
            _check_product(parts, joints)
        return "sum" if signs == "+-" else "product", parts, joints

    def signed(self) -> Node:
        sign = self.take("-", "+", "!")
        if sign is None:
            return self.atom()
        inner = self.signed()
        if sign == "!":
            if inner[0] not in _CLAIMS:
                raise NotAFormulaError("! before a number")
            return "!", inner
        return ("negative", _quantity(inner)) if sign == "-" else _quantity(inner)

    def atom(self) -> Node:
        rest = self.rest()
        if found := _NUMBER.match(rest):
            self.place += found.end()
            if math.isinf(float(found[0])):
                raise NotAFormulaError("a number too large")
            return "number", Fraction(float(found[0]))
        if found := _FUNCTION.match(rest):
            self.place += found.end()
            arguments = [_quantity(self.claims())]
            while self.take(","):
                arguments.append(_quantity(self.claims()))
            self.close(")")
            if (found[1] == "abs") != (len(arguments) == 1):
                raise NotAFormulaError("the wrong number of arguments")
            return found[1], *arguments
        if found := _REFERENCE.match(rest):
            self.place += found.end()
            return _reference(*found.groups())
        bracket = self.take("(", "[")
        if bracket is None:
            raise NotAFormulaError(f"neither a number nor a bracket: {rest[:20]!r}")
        inner = self.claims()
        self.close(")" if bracket == "(" else "]")
        return inner

    def close(self, bracket: str) -> None:
        if self.take(bracket) is None:
            raise NotAFormulaError(f"{bracket} is missing")


def _reference(region: str, condition: str, metric: str | None) -> Node:
    if not condition.strip():
        raise NotAFormulaError("a condition without a name")
    if not re.fullmatch(r"[0-9]+|[0-9]+\s*:\s*[0-9]+|\*", region) and re.fullmatch(r"[-+0-9.,:*\s]+", region):
        raise NotAFormulaError("a region's name of digits and signs")
    numbers = re.findall("[0-9]+", region) if re.fullmatch(r"[0-9:\s]+", region) else []
    if any(len(number.lstrip("0")) > 9 for number in numbers):
        raise NotAFormulaError("a region number too large")
    return "reference", region, condition.strip(), metric


def _quantity(node: Node) -> Node:
    if node[0] in _CLAIMS:
        raise NotAFormulaError("a claim where a number belongs")
    return node


def _check_product(parts: Sequence[Node], joints: Sequence[str]) -> None:
    varying = [bool(references(part)) for part in parts]
    if sum(varying) > 1 or any(joint == "/" and moves for joint, moves in zip(joints, varying[1:], strict=True)):
        raise NotAFormulaError("a product of surprisals")
    for joint, part in zip(joints, parts[1:], strict=True):
        if joint == "/" and Slow({}).value(part) == 0:
            raise NotAFormulaError("a division by zero")


def references(node: Any) -> list[tuple[str, str, str | None]]:
    """Region, condition and metric of every reference, in the order of the text."""
    if isinstance(node, tuple) and node and node[0] == "reference":
        return [node[1:]]
    if isinstance(node, (tuple, list)):
        return [reference for part in node for reference in references(part)]
    return []


@dataclass(frozen=True)
class Slow:
    """One item: what its references are worth.

    Parameters
    ----------
    values : mapping of (region, condition, metric) to float
        NaN: undefined.
    """

    values: Mapping[tuple[str, str, str | None], float]

    def holds(self, node: Node) -> bool | None:
        """Whether a claim holds; None: undefined."""
        match node:
            case "compare", operator, left, right:
                return self.compare(operator, left, right)
            case "!", part:
                truth = self.holds(part)
                return None if truth is None else not truth
            case "&", *parts:
                truths = [self.holds(part) for part in parts]
                return False if False in truths else None if None in truths else True
            case "|", *parts:
                truths = [self.holds(part) for part in parts]
                return True if True in truths else None if None in truths else False
        raise AssertionError(node)

    def compare(self, operator: str, left: Node, right: Node) -> bool | None:
        """Whether a comparison holds; None: undefined."""
        a, b = self.value(left), self.value(right)
        if a is None or b is None:
            return None
        if isinstance(a, float) or isinstance(b, float):  # infinite
            close = a == b
            less, equal = a < b, a == b
        else:
            doubt = 128 * Fraction(2) ** -52 * (self.size(left) + self.size(right))
            apart = abs(a - b)
            tolerance = Fraction(1, 1000) + Fraction(1, 100_000) * abs(b)
            if operator in ("=", "!="):
                if apart and abs(apart - tolerance) <= doubt:
                    raise Unsure
            elif 0 < apart <= doubt:
                raise Unsure
            close, less, equal = apart <= tolerance, a < b, a == b
        return {
            "<": less,
            "<=": less or equal,
            ">": not less and not equal,
            ">=": not less,
            "=": close,
            "!=": not close,
        }[operator]

    def value(self, node: Node) -> Number:
        """What a quantity is worth."""
        found = self._value(node)
        if isinstance(found, Fraction) and found and not Fraction(10) ** -250 < abs(found) < Fraction(10) ** 250:
            raise Unsure
        return found

    def _value(self, node: Node) -> Number:
        match node:
            case "number", value:
                return value
            case "reference", *which:
                given = self.values[tuple(which)]
                return None if math.isnan(given) else given if math.isinf(given) else Fraction(given)
            case "negative", operand:
                value = self.value(operand)
                return None if value is None else -value
            case "sum", parts, joints:
                total = self.value(parts[0])
                for joint, part in zip(joints, parts[1:], strict=True):
                    value = self.value(part)
                    total = _added(total, value if joint == "+" or value is None else -value)
                return total
            case "product", parts, joints:
                total = self.value(parts[0])
                for joint, part in zip(joints, parts[1:], strict=True):
                    value = self.value(part)
                    if joint == "/" and value is not None:  # a number, and not 0
                        value = 1 / value if isinstance(value, Fraction) else Fraction(0)
                    total = _multiplied(total, value)
                return total
            case "abs", operand:
                value = self.value(operand)
                return None if value is None else abs(value)
            case ("max" | "min" | "least") as function, *arguments:
                values = [self.value(argument) for argument in arguments]
                known = [value for value in values if value is not None]
                if function == "least":
                    return min(known) if known else None
                return None if len(known) < len(values) else (max if function == "max" else min)(known)
        raise AssertionError(node)

    def size(self, node: Node, *, constants: bool = True) -> Fraction:
        """What rounding may be in proportion to: all that was added up to a finite value.

        Every region counts; of the constants that `max`, `min` and `least` pass over none does.
        """
        match node:
            case "number", value:
                return abs(value) if constants else Fraction(0)
            case "reference", *_:
                value = self.value(node)
                return abs(value) if isinstance(value, Fraction) else Fraction(0)
            case "negative" | "abs", operand:
                return self.size(operand, constants=constants)
            case "sum", parts, _:
                return sum((self.size(part, constants=constants) for part in parts), Fraction(0))
            case "product", parts, joints:
                total = Fraction(1)
                for joint, part in zip(("*", *joints), parts, strict=True):
                    value = self.value(part)
                    if joint == "/" and isinstance(value, Fraction):
                        total *= self.size(part) / value**2  # a divisor that is a sum may have lost digits
                    else:
                        total *= self.size(part)
                return total if constants or references(node) else Fraction(0)
            case "max" | "min" | "least", *arguments:
                chosen = self.value(node)
                sizes = [Fraction(0)]
                for argument in arguments:
                    value, whole = self.value(argument), self.size(argument)
                    if isinstance(value, Fraction) and isinstance(chosen, Fraction):
                        is_near = abs(value - chosen) <= 128 * Fraction(2) ** -52 * whole
                        sizes.append(whole if is_near and constants else self.size(argument, constants=False))
                return max(sizes)
        raise AssertionError(node)


def _added(one: Number, other: Number) -> Number:
    if one is None or other is None:
        return None
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one + other
    total = float(one) + float(other) if isinstance(one, float) and isinstance(other, float) else None
    if total is None:
        return one if isinstance(one, float) else other
    return None if math.isnan(total) else total


def _multiplied(one: Number, other: Number) -> Number:
    if one is None or other is None:
        return None
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one * other
    if one == 0 or other == 0:
        return None  # nothing times infinity
    return math.copysign(math.inf, (1 if one > 0 else -1) * (1 if other > 0 else -1))
