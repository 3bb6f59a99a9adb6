"""The slow road: region values and predictions worked out item by item in plain Python, to hold the fast one against."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence

from syntaxgym_lite.formula.ast import (
    And,
    Call,
    Claim,
    Comparison,
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
    Sum,
)
from syntaxgym_lite.suite import Sentence, Suite
from syntaxgym_lite.surprisal import TokenSurprisals

NAN = float("nan")


def plain_owner(sentence: Sentence, start: int) -> int:
    """The region of a token that begins at `start`: walk to the next visible character, or back from the end."""
    text = sentence.text
    places = [*range(start, len(text)), *range(start - 1, -1, -1)]
    character = next(place for place in places if not text[place].isspace())
    return next(r for r, (begin, end) in enumerate(sentence.region_spans.tolist()) if begin <= character < end)


def plain_metric(
    metric: str,
    bits: Sequence[float],
    ranks: Sequence[int],
    unknown: Sequence[bool],
    n_words: int,
    n_chars: int,
    n_bytes: int,
) -> float:
    """One region's value, of the surprisals and ranks of its own tokens."""
    if not bits:
        return NAN if n_words or metric not in ("sum", "count") else 0.0
    if metric == "count":
        return len(bits)
    if metric == "rank":
        return ranks[0] if len(bits) == 1 and ranks[0] > 0 and not unknown[0] else NAN
    if metric == "token_prob":
        return 2.0 ** -bits[0] if len(bits) == 1 and not unknown[0] else NAN
    if metric in ("first", "last"):
        return bits[0 if metric == "first" else -1]
    if any(map(math.isnan, bits)):
        return NAN
    return {
        "sum": math.fsum,
        "word_mean": lambda values: math.fsum(values) / n_words if n_words else NAN,
        "char_mean": lambda values: math.fsum(values) / n_chars if n_chars else NAN,
        "byte_mean": lambda values: math.fsum(values) / n_bytes if n_bytes else NAN,
        "penalised": lambda values: math.fsum(values) / math.pow((5 + len(values)) / 6, 0.8),
        "mean": statistics.fmean,
        "median": statistics.median,
        "range": lambda values: max(values) - min(values),
        "max": max,
        "min": min,
        "prob": lambda values: 2.0 ** -math.fsum(values),
    }[metric](bits)


class PlainItem:
    """One item: what a model said of its sentence in each condition."""

    def __init__(self, suite: Suite, said: Mapping[str, tuple[Sentence, TokenSurprisals]]) -> None:
        self.suite = suite
        self.said = said

    def holds(self, claim: Claim) -> bool | None:
        """Whether a claim is true of the item; None: undefined."""
        match claim:
            case Comparison(operator, left, right):
                a, b = self.value(left), self.value(right)
                if math.isnan(a) or math.isnan(b):
                    return None
                close = abs(a - b) <= 1e-3 + 1e-5 * abs(b)
                return {"<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b, "=": close, "!=": not close}[operator]
            case Not(part):
                truth = self.holds(part)
                return None if truth is None else not truth
            case And(parts):
                truths = [self.holds(part) for part in parts]
                return False if False in truths else None if None in truths else True
            case Or(parts):
                truths = [self.holds(part) for part in parts]
                return True if True in truths else None if None in truths else False

    def value(self, quantity: Quantity) -> float:
        match quantity:
            case Number(value):
                return value
            case Reference():
                return self.reference(quantity)
            case Negative(operand):
                return -self.value(operand)
            case Sum(operands, operators):
                total = self.value(operands[0])
                for operator, operand in zip(operators, operands[1:], strict=True):
                    total += self.value(operand) if operator == "+" else -self.value(operand)
                return total
            case Product(operands, operators):
                total = self.value(operands[0])
                for operator, operand in zip(operators, operands[1:], strict=True):
                    total = total * self.value(operand) if operator == "*" else total / self.value(operand)
                return total
            case Call(function, arguments):
                values = [self.value(argument) for argument in arguments]
                if any(map(math.isnan, values)):
                    return NAN
                return abs(values[0]) if function == "abs" else max(values) if function == "max" else min(values)

    def reference(self, reference: Reference) -> float:
        metric = reference.metric or self.suite.metric
        numbers = list(self.suite.region_names)
        match reference.region:
            case RegionNumber(number):
                return self.region(reference.condition, numbers.index(number), metric)
            case RegionName(name):
                names = [known.strip() for known in self.suite.region_names.values()]
                return self.region(reference.condition, names.index(name), metric)
            case RegionRange(first, last):
                places = [place for place, number in enumerate(numbers) if first <= number <= last]
                return self.several(reference.condition, places, metric)
            case _:
                end = self.said[reference.condition][1].eos_bits
                end = 0.0 if math.isnan(end) else end
                everything = range(len(numbers))
                if metric == "prob":
                    return 2.0 ** -(self.several(reference.condition, everything, "sum") + end)
                total = self.several(reference.condition, everything, metric)
                return total + end if metric == "sum" else total

    def several(self, condition: str, places: Sequence[int], metric: str) -> float:
        """Region values added up; a region whose text began in a region before the run leaves the run undefined."""
        if metric == "prob":
            return 2.0 ** -self.several(condition, places, "sum")
        total, begun = 0.0, False
        for place in places:
            bits, _, _, n_words, _, _ = self.tokens(condition, place)
            if bits:
                total += self.region(condition, place, metric)
            elif n_words and not begun:
                return NAN
            begun = begun or bool(bits)
        return total

    def region(self, condition: str, place: int, metric: str) -> float:
        return plain_metric(metric, *self.tokens(condition, place))

    def tokens(self, condition: str, place: int) -> tuple[list[float], list[int], list[bool], int, int, int]:
        sentence, tokens = self.said[condition]
        own = [
            token for token, start in enumerate(tokens.spans[:, 0].tolist()) if plain_owner(sentence, start) == place
        ]
        start, end = sentence.region_spans[place]
        ranks = [0] * len(tokens.tokens) if tokens.ranks is None else tokens.ranks.tolist()
        return (
            [float(tokens.bits[token]) for token in own],
            [ranks[token] for token in own],
            [bool(tokens.oov[token]) for token in own],
            len(sentence.text[start:end].split()),
            len(sentence.text[start:end].strip()),
            len(sentence.text[start:end].strip().encode()),
        )
