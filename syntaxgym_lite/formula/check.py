"""Do the names in a formula exist in the suite? Asked when a suite is loaded, before any model is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ..errors import FormulaError, Span, did_you_mean, listed
from .ast import (
    METRICS,
    SINGLE_REGION_METRICS,
    Formula,
    Reference,
    RegionName,
    RegionNumber,
    RegionRange,
    Selector,
    Star,
    references,
)
from .factors import ConditionFactors, crossing, misnamed

__all__ = ["MOST_VALUES", "check", "no_condition", "no_region", "no_region_named", "regions_alike"]

_LISTED = 20  # regions of one name that a message lists

_MOST_PROBLEMS = 100
"""How many mistakes of a formula are looked for."""

MOST_VALUES = 1_000_000
"""How many regions the references of a formula may be to, all together; a run or a whole sentence counts for each of
its regions."""


def check(
    formula: Formula,
    *,
    conditions: Sequence[str],
    regions: Mapping[int, str],
    factors: ConditionFactors = MappingProxyType({}),
) -> list[FormulaError]:
    """Compare the names in a formula with those of a suite.

    Parameters
    ----------
    formula : Formula
    conditions : sequence of str
        Names of the suite's conditions.
    regions : mapping of int to str
        Name of each region by its number, as in ``region_meta``.
    factors : mapping of str to mapping, optional
        Levels of the conditions, if the suite has them; those that the formula names were put into names of conditions
        before, by `syntaxgym_lite.formula.resolve`.

    Returns
    -------
    list of FormulaError
        One for each thing that is wrong, in the order of the formula, up to a hundred; empty if all is well. A mistake
        that is made several times is reported where it is made first.

    Examples
    --------
    >>> from syntaxgym_lite.formula import parse
    >>> formula = parse("(1;%good%) < (1;%bda%)")
    >>> print(check(formula, conditions=["good", "bad"], regions={1: "start", 2: "verb"})[0])
      (1;%good%) < (1;%bda%)
                       ^^^
    The suite has no condition 'bda'. Did you mean 'bad'? Its conditions are: good, bad.
    """
    known = _Known(dict.fromkeys(conditions), regions, _numbers_by_name(regions), factors)
    problems: dict[str, Span] = {}
    seen: set[object] = set()  # parts of references that were looked at: a long formula says the same again and again
    n_values = 0
    for reference in references(formula):
        for problem, span in _problems(reference, known, seen):
            problems.setdefault(problem, span)
        if isinstance(reference.region, (Star, RegionRange)):
            n_values += len(regions) if isinstance(reference.region, Star) else _length(reference.region, regions)
        else:
            n_values += 1
        if n_values > MOST_VALUES:
            problem = f"The references up to here are to more than {MOST_VALUES:,} regions; no formula may have more."
            problems.setdefault(problem, reference.span)
        if n_values > MOST_VALUES or len(problems) >= _MOST_PROBLEMS:
            break
    return [FormulaError(problem, formula.source, span) for problem, span in problems.items()]


@dataclass(frozen=True, slots=True)
class _Known:
    conditions: Mapping[str, None]
    regions: Mapping[int, str]
    numbers: Mapping[str, Sequence[int]]
    """Numbers of the regions of a name."""
    factors: ConditionFactors


def _numbers_by_name(regions: Mapping[int, str]) -> dict[str, list[int]]:
    numbers: dict[str, list[int]] = {}
    for number, name in sorted(regions.items()):
        numbers.setdefault(name.strip(), []).append(number)
    return numbers


def _length(run: RegionRange, regions: Mapping[int, str]) -> int:
    return min(max(run.last - run.first + 1, 0), len(regions))


def _problems(reference: Reference, known: _Known, seen: set[object]) -> Iterator[tuple[str, Span]]:
    """What is wrong with the parts of a reference that were not seen before."""
    is_run = isinstance(reference.region, (Star, RegionRange))
    parts = (reference.region, reference.condition, (reference.metric, is_run))
    region, condition, metric = (part not in seen for part in parts)
    seen.update(parts)
    if region:
        yield from _of_region(reference.region, known)
    if condition and reference.condition not in known.conditions:
        yield _misnamed(reference, known)
    if metric and reference.metric is not None:
        yield from _of_metric(reference.metric, reference, is_run=is_run)


def _of_region(region: Selector, known: _Known) -> Iterator[tuple[str, Span]]:
    regions = known.regions
    match region:
        case RegionNumber(number, span):
            if number not in regions:
                yield no_region(number, regions), span
        case RegionName(name, span):
            yield from ((problem, span) for problem in _named(name, known.numbers))
        case RegionRange(first, last, span):
            if first > last:
                yield f"The run {first}:{last} is empty: it goes backwards. Write {last}:{first}.", span
            for number in dict.fromkeys((first, last)):
                if number not in regions:
                    yield no_region(number, regions), span


def _of_metric(metric: str, reference: Reference, *, is_run: bool) -> Iterator[tuple[str, Span]]:
    if metric not in METRICS:
        guess = did_you_mean(metric, METRICS)
        yield f"There is no metric '{metric}'.{guess} The metrics are: {', '.join(METRICS)}.", reference.metric_span
    elif metric in SINGLE_REGION_METRICS and is_run:
        what = "the whole sentence" if isinstance(reference.region, Star) else "a run of regions"
        yield f"The metric '{metric}' is defined for a single region, not for {what}.", reference.metric_span


def _misnamed(reference: Reference, known: _Known) -> tuple[str, Span]:
    """Say what is wrong with the name of a condition, or with the levels that stand in its place."""
    span = reference.condition_span
    told = misnamed(reference.condition, known.factors)
    if told is not None:
        problem, part = told
        return problem, Span(span.start + part.start, span.start + part.end)
    advice = ""
    if known.factors:
        advice = f" A formula can also name one by its levels: {crossing(known.factors)}."
    elif "=" in reference.condition:
        advice = " The suite says no levels of them ('condition_factors') that a formula could name."
    return no_condition(reference.condition, list(known.conditions)) + advice, span


def no_condition(name: str, conditions: Sequence[str]) -> str:
    """Say that a suite has no condition of this name, and which it has."""
    guess = did_you_mean(name, conditions)
    return f"The suite has no condition '{name}'.{guess} Its conditions are: {listed(conditions)}."


def no_region(number: int, regions: Mapping[int, str]) -> str:
    """Say that a suite has no region of this number, and which it has."""
    known = listed([f"{known} ({name})" if name else str(known) for known, name in sorted(regions.items())])
    origin = " Regions count from 1." if number == 0 else ""
    return f"The suite has no region {number}.{origin} Its regions are: {known}."


def no_region_named(name: str, names: Sequence[str]) -> str:
    """Say that a suite has no region of this name, and which it has."""
    return f"The suite has no region named '{name}'.{did_you_mean(name, names)} Its regions are: {listed(names)}."


def _named(name: str, known: Mapping[str, Sequence[int]]) -> Iterator[str]:
    numbers = known.get(name, ())
    if not numbers:
        yield no_region_named(name, list(known))
    elif len(numbers) > 1:
        yield regions_alike(name, numbers)


def regions_alike(name: str, numbers: Sequence[int]) -> str:
    """Say that several regions have this name."""
    shown = [*numbers[:_LISTED], *numbers[_LISTED:][-1:]]
    all_of_them = " and ".join([", ".join(map(str, shown[:-1])), str(shown[-1])])
    return f"Regions {all_of_them} are all named '{name}'. Use the number of the one you mean."
