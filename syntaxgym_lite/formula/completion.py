"""What may stand next in a formula that is being typed: names of the suite, metrics, functions, signs.

What stands just before the cursor says of what kind it is. Whether it may stand there is asked of the parser itself:
something is offered if what it makes can be finished, so that taking it never leads into a corner.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ..errors import FormulaError
from .ast import FUNCTIONS, METRICS, SINGLE_REGION_METRICS
from .factors import ConditionFactors, conditions_with, level_text
from .parser import parse

__all__ = ["FormulaCompletion", "complete"]

_LONGEST = 2000  # characters before the cursor; of longer formulas, nothing is offered
_TOKEN = re.compile(r"%[^%]*%|[()\[\]]|,")
_FUNCTION_BEFORE = re.compile(rf"(?:^|\W)({'|'.join(FUNCTIONS)})\s*\Z")
_REGION = re.compile(r"\s*(?P<begun>[^;%()\[\]<>=&|!,+]*)\Z")
_AFTER_REGION = re.compile(r"(?P<region>[^;%()\[\]]*);\s*\Z")
_IN_CONDITION = re.compile(r"(?P<region>[^;%()\[\]]*);\s*%(?P<begun>[^%]*)\Z")
_AFTER_CONDITION = re.compile(r"(?P<region>[^;%()\[\]]*);\s*%[^%]*%\s*\Z")
_METRIC = re.compile(r"(?P<region>[^;%()\[\]]*);\s*%[^%]*%\s*;\s*(?P<begun>[\w-]*)\Z")
_REST_OF_NAME = re.compile(r"[^%;()\[\]<>&|]*(?=%)")
_REST_OF_REGION = re.compile(r"[^;%()\[\]<>=&|!,+]*(?=;)")
_WORD = re.compile(r"(?<![\w%;])[a-z]+\Z")
_ENDS = ("", "(1;%a%)", "1", "a%)", "x=y%)")
"""What may be lacking of what is offered itself."""

_OF_METRICS: Mapping[str, str] = {
    "sum": "surprisals of the tokens, added",
    "mean": "mean of the tokens",
    "word_mean": "sum, divided by the number of words",
    "char_mean": "sum, divided by the number of characters",
    "byte_mean": "sum, divided by the number of bytes",
    "penalised": "sum, divided by the length penalty of PenLP",
    "median": "median of the tokens",
    "range": "largest token minus smallest",
    "max": "largest of the tokens",
    "min": "smallest of the tokens",
    "first": "first token",
    "last": "last token",
    "prob": "probability of the region",
    "token_prob": "probability of its one token",
    "rank": "place among the model's predictions, 1 = its top choice",
    "count": "number of tokens",
}
_OPERANDS: Mapping[str, str] = {
    "(": "a region in a condition",
    "[": "a bracket round a part",
    "![": "not",
    "abs(": "without its sign",
    "max(": "the largest of",
    "min(": "the smallest of",
    "least(": "the smallest that is defined of",
}
_OPERATORS: Mapping[str, str] = {
    ">": "more surprising than",
    "<": "less surprising than",
    ">=": "at least as surprising as",
    "<=": "at most as surprising as",
    "=": "as surprising as (within 0.001)",
    "!=": "not as surprising as",
    "-": "minus",
    "+": "plus",
    "&": "and: both must hold",
    "|": "or: one must hold",
    ",": "the next one",
    ")": "closes the bracket",
    "]": "closes the bracket",
}


@dataclass(frozen=True, slots=True)
class FormulaCompletion:
    """One thing that may stand next.

    Parameters
    ----------
    start, end : int
        The range of the text that it replaces.
    insert : str
        What it puts there.
    label : str
        What it is, as a formula writes it.
    detail : str
        What it means, in words; may be empty.
    """

    start: int
    end: int
    insert: str
    label: str
    detail: str = ""


def complete(
    text: str,
    position: int,
    *,
    conditions: Sequence[str],
    regions: Mapping[int, str],
    factors: ConditionFactors = MappingProxyType({}),
) -> list[FormulaCompletion]:
    """Say what may stand at a place of a formula.

    Parameters
    ----------
    text : str
        The formula as far as it is typed.
    position : int
        Where the cursor is, in code points.
    conditions : sequence of str
    regions : mapping of int to str
    factors : mapping, optional
        The names of the suite, as in `syntaxgym_lite.formula.check`.

    Returns
    -------
    list of FormulaCompletion
        Those first that begin as what stands there begins. What is replaced ends behind the name in which the cursor
        stands. Empty if nothing that is known can stand there.

    Examples
    --------
    >>> names = {"conditions": ["plural", "singular"], "regions": {1: "subject", 2: "verb"}}
    >>> [(one.label, one.detail) for one in complete("(", 1, **names)]
    [('1', 'subject'), ('2', 'verb'), ('*', 'the whole sentence')]
    >>> complete("(2;%pl", 6, **names)
    [FormulaCompletion(start=4, end=6, insert='plural%)', label='plural', detail='')]
    >>> [one.label for one in complete("(2;%plural%) > (2;%singular%)", 29, **names)]
    ['-', '+', '&', '|']
    """
    before, behind = text[:position], text[position:]
    if len(before) > _LONGEST:
        return []
    place = _Place(before, behind)
    opened = place.opened
    inside = "" if not opened or opened[-1].closer != ")" or opened[-1].function else before[opened[-1].place :]
    if opened and opened[-1].closer == ")" and not opened[-1].function:
        if found := _IN_CONDITION.match(inside):
            names = _condition_names(found["begun"], conditions, factors)
            return place.possible(_in_condition(place, found["begun"], names))
        if _AFTER_REGION.match(inside):
            names = _condition_names("", conditions, factors)
            return place.possible(_after_region(place, names))
        if found := _METRIC.match(inside):
            return place.possible(_metrics(place, found["begun"], is_run=_is_run(found["region"])))
        if found := _AFTER_CONDITION.match(inside):
            return place.possible(_after_condition(place, is_run=_is_run(found["region"])))
        if (found := _REGION.match(inside)) and (listed := place.possible(_regions(place, found["begun"], regions))):
            return listed
    if behind.strip(" \t\r\n)]"):
        return []  # what stands there goes on by itself
    listed = place.possible(_signs(place))
    is_operand = any(one.label == "(" for one in listed)
    return [one for one in listed if not (is_operand and one.label in _OPERATORS)]  # a sign of a number is no news


@dataclass(frozen=True, slots=True)
class _Open:
    """A bracket that is open.

    Parameters
    ----------
    closer : str
    place : int
        Behind the bracket.
    function : str
        Whose arguments it holds; may be empty.
    n_arguments : int
    """

    closer: str
    place: int
    function: str = ""
    n_arguments: int = 1


def _open_brackets(text: str) -> list[_Open]:
    """Give the brackets that are open at the end of a text; signs between percent signs are none."""
    opened: list[_Open] = []
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in "([":
            function = _FUNCTION_BEFORE.search(text, 0, token.start()) if sign == "(" else None
            opened.append(_Open(")" if sign == "(" else "]", token.end(), function[1] if function else ""))
        elif sign in ")]" and opened:
            opened.pop()
        elif sign == "," and opened:
            last = opened[-1]
            opened[-1] = _Open(last.closer, last.place, last.function, last.n_arguments + 1)
    return opened


class _Place:
    """A place of a formula, and whether something can stand there."""

    def __init__(self, before: str, behind: str) -> None:
        self.before = before
        self.behind = behind
        self.position = len(before)
        self.opened = _open_brackets(before)

    def possible(self, offered: Iterable[tuple[str, FormulaCompletion]]) -> list[FormulaCompletion]:
        """Keep what can be finished; of each kind, one is tried."""
        known: dict[str, bool] = {}
        kept = []
        for kind, one in offered:
            if kind not in known:
                known[kind] = _can_be_finished(self.before[: one.start] + one.insert)
            if known[kind]:
                kept.append(one)
        return kept


def _can_be_finished(text: str) -> bool:
    """Whether a text is the beginning of a formula."""
    return any(_parses(text + end) for end in _endings(text))


def _endings(text: str) -> Iterator[str]:
    """What a text may lack, to be a formula: an operand, a comparison somewhere, brackets."""
    for end in _ENDS:
        opened = _open_brackets(text + end)
        closers = [
            (", 1" if one.function not in ("", "abs") and one.n_arguments < 2 else "") + one.closer
            for one in reversed(opened)
        ]
        for compared in range(len(closers), -1, -1):
            yield end + "".join(closers[:compared]) + " > 1" + "".join(closers[compared:])
        yield end + "".join(closers)


def _parses(text: str) -> bool:
    try:
        parse(text)
    except FormulaError:
        return False
    return True


# ---------------------------------------------------------------- what is offered


def _ranked(begun: str, texts: Sequence[tuple[str, str]]) -> list[int]:
    """Give the places of texts that hold what was begun in one of their parts, those first that begin with it."""
    wanted = begun.strip().casefold()
    starts = [any(part.casefold().startswith(wanted) for part in parts) for parts in texts]
    holds = [any(wanted in part.casefold() for part in parts) for parts in texts]
    return [place for place, does in enumerate(starts) if does] + [
        place for place, does in enumerate(holds) if does and not starts[place]
    ]


def _regions(place: _Place, begun: str, regions: Mapping[int, str]) -> Iterator[tuple[str, FormulaCompletion]]:
    first, colon, last = begun.partition(":")
    if colon:
        if not first.strip().isdecimal() or int(first[:9]) not in regions:
            return
        listed = [(str(number), name) for number, name in sorted(regions.items()) if number > int(first[:9])]
        begun = last
    else:
        listed = [(str(number), name) for number, name in sorted(regions.items())]
        if len(regions) > 1:
            listed.append(("*", "the whole sentence"))
    begun = begun.lstrip()
    rest = _REST_OF_REGION.match(place.behind)
    end = place.position + (rest.end() if rest else 0)
    for index in _ranked(begun, listed):
        label, detail = listed[index]
        insert = label if rest else f"{label};%"
        yield "region", FormulaCompletion(place.position - len(begun), end, insert, label, detail.strip())


def _condition_names(
    begun: str, conditions: Sequence[str], factors: ConditionFactors
) -> list[tuple[int, str, str, bool]]:
    """Give names, and levels that name a condition, that what was begun may become.

    Returns
    -------
    list of tuple
        How much of `begun` stays, what goes on, what it means, and whether that names a condition.
    """
    usual = [name for name in dict.fromkeys(conditions) if name and "%" not in name and name == name.strip()]
    of_names = [(name, _levels_in_words(factors.get(name, {}))) for name in usual]
    found = [(0, *of_names[place], True) for place in _ranked(begun, of_names)]
    return found + list(_next_levels(begun, _writable(factors)))


def _levels_in_words(own: Mapping[str, object]) -> str:
    return ", ".join(f"{factor}={level_text(level)}" for factor, level in own.items())  # type: ignore[arg-type]


def _writable(factors: ConditionFactors) -> ConditionFactors:
    """Levels that a formula can name; none of a suite in which one cannot be written."""
    for own in factors.values():
        for factor, level in own.items():
            text = level_text(level)
            if factor.strip() != factor or text.strip() != text or not factor or not text:
                return {}
            if re.search(r"[,=%\n\r]", factor) or re.search(r"[%\n\r]|,.*=", text):
                return {}
    return factors


def _next_levels(begun: str, factors: ConditionFactors) -> Iterator[tuple[int, str, str, bool]]:
    """Give the levels that narrow down which condition is meant."""
    kept = begun.rfind(",") + 1
    earlier = begun[:kept].rstrip(", ")
    fitting = conditions_with(earlier, factors) if earlier else list(factors)
    if kept and not fitting:
        return
    named = {part.partition("=")[0].strip() for part in earlier.split(",")}
    wanted = begun[kept:].strip().casefold()
    blank = " " if kept else ""
    pairs = dict.fromkeys(
        (factor, level_text(level))
        for name in fitting
        for factor, level in factors[name].items()
        if factor not in named
    )
    for factor, level in pairs:
        pair = f"{factor}={level}"
        if not pair.casefold().startswith(wanted):
            continue
        both = conditions_with(f"{earlier}, {pair}" if earlier else pair, factors)
        if len(both) < len(fitting) or len(fitting) == 1:
            yield kept, f"{blank}{pair}", _of_which(both), len(both) == 1


def _of_which(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{len(names)} conditions"


def _in_condition(
    place: _Place, begun: str, names: Iterable[tuple[int, str, str, bool]]
) -> Iterator[tuple[str, FormulaCompletion]]:
    """Complete the name in which the cursor stands, with what closes it and its reference."""
    rest = _REST_OF_NAME.match(place.behind)
    end = place.position + (rest.end() + 1 if rest else 0)
    after = place.behind[rest.end() + 1 :] if rest else place.behind
    closing = "%" if after.lstrip().startswith((")", ";")) else "%)"
    for kept, insert, detail, is_whole in names:
        start = place.position - len(begun) + kept
        text = insert + (closing if is_whole else ", ")
        stop = end if is_whole else place.position
        yield f"condition {is_whole}", FormulaCompletion(start, stop, text, insert.strip(), detail)


def _after_region(
    place: _Place, names: Iterable[tuple[int, str, str, bool]]
) -> Iterator[tuple[str, FormulaCompletion]]:
    if place.behind.lstrip().startswith("%"):
        return
    closing = "%" if place.behind.lstrip().startswith((")", ";")) else "%)"
    for _, insert, detail, is_whole in names:
        text = f"%{insert}{closing if is_whole else ', '}"
        yield f"condition {is_whole}", FormulaCompletion(place.position, place.position, text, insert, detail)


def _is_run(region: str) -> bool:
    return region.strip() == "*" or ":" in region


def _metrics(place: _Place, begun: str, *, is_run: bool) -> Iterator[tuple[str, FormulaCompletion]]:
    rest = re.match(r"[\w-]*", place.behind)
    end = place.position + (rest.end() if rest else 0)
    closing = "" if _is_closed(place.behind[end - place.position :]) else ")"
    listed = [(name, _OF_METRICS[name]) for name in METRICS if not (is_run and name in SINGLE_REGION_METRICS)]
    for name, detail in listed:
        if name.startswith(begun):
            yield "metric", FormulaCompletion(place.position - len(begun), end, f"{name}{closing}", name, detail)


def _is_closed(behind: str) -> bool:
    """Whether the reference is closed behind the cursor."""
    return behind.lstrip().startswith(")")


def _after_condition(place: _Place, *, is_run: bool) -> Iterator[tuple[str, FormulaCompletion]]:
    at = place.position
    behind = place.behind.lstrip()
    if behind.startswith(";"):
        return
    if not behind.startswith(")"):
        yield ")", FormulaCompletion(at, at, ")", ")", _OPERATORS[")"])
    for _, one in _metrics(place, "", is_run=is_run):
        yield "metric", FormulaCompletion(at, at, f";{one.insert}", f";{one.label}", one.detail)


def _signs(place: _Place) -> Iterator[tuple[str, FormulaCompletion]]:
    """Offer signs and functions."""
    at = place.position
    word = _WORD.search(place.before)
    begun = word[0] if word else ""
    if not begun:
        blank = "" if not place.before or place.before[-1] in " \t\n([" else " "
        for sign, detail in _OPERATORS.items():
            around = (f"{blank}", " ") if sign not in ",)]" else ("", " " if sign == "," else "")
            yield sign, FormulaCompletion(at, at, f"{around[0]}{sign}{around[1]}", sign, detail)
    for sign, detail in _OPERANDS.items():
        if sign.startswith(begun):
            yield sign, FormulaCompletion(at - len(begun), at, sign, sign, detail)
