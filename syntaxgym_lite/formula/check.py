"""Do the names in a formula exist in the suite? Asked when a suite is loaded, before any model is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..errors import FormulaError, Span, did_you_mean
from .ast import (
    METRICS,
    SINGLE_REGION_METRICS,
    Formula,
    Reference,
    RegionName,
    RegionNumber,
    RegionRange,
    Star,
    references,
)

__all__ = ["check"]

_LISTED = 20
"""How many known names a message lists at most."""


def check(formula: Formula, *, conditions: Sequence[str], regions: Mapping[int, str]) -> list[FormulaError]:
    """Compare the names in a formula with those of a suite.

    Parameters
    ----------
    formula : Formula
    conditions : sequence of str
        Names of the suite's conditions.
    regions : mapping of int to str
        Name of each region by its number, as in ``region_meta``.

    Returns
    -------
    list of FormulaError
        One for each thing that is wrong, in the order of the formula; empty if all is well. A mistake that is made
        several times is reported where it is made first.

    Examples
    --------
    >>> from syntaxgym_lite.formula import parse
    >>> formula = parse("(1;%good%) < (1;%bda%)")
    >>> print(check(formula, conditions=["good", "bad"], regions={1: "start", 2: "verb"})[0])
      (1;%good%) < (1;%bda%)
                       ^^^
    The suite has no condition 'bda'. Did you mean 'bad'? Its conditions are: good, bad.
    """
    problems: dict[str, FormulaError] = {}
    for reference in references(formula):
        for problem, span in _problems(reference, conditions, regions):
            problems.setdefault(problem, FormulaError(problem, formula.source, span))
    return list(problems.values())


def _problems(
    reference: Reference, conditions: Sequence[str], regions: Mapping[int, str]
) -> Iterator[tuple[str, Span]]:
    match reference.region:
        case RegionNumber(number, span):
            if number not in regions:
                yield _no_region(number, regions), span
        case RegionName(name, span):
            yield from ((problem, span) for problem in _named(name, regions))
        case RegionRange(first, last, span):
            if first > last:
                yield f"The run {first}:{last} is empty: it goes backwards. Write {last}:{first}.", span
            for number in dict.fromkeys((first, last)):
                if number not in regions:
                    yield _no_region(number, regions), span
    if reference.condition not in conditions:
        guess = did_you_mean(reference.condition, conditions)
        yield (
            f"The suite has no condition '{reference.condition}'.{guess} Its conditions are: {_list(conditions)}.",
            reference.condition_span,
        )
    metric = reference.metric
    if metric is None:
        return
    if metric not in METRICS:
        guess = did_you_mean(metric, METRICS)
        yield f"There is no metric '{metric}'.{guess} The metrics are: {', '.join(METRICS)}.", reference.metric_span
    elif metric in SINGLE_REGION_METRICS and isinstance(reference.region, (Star, RegionRange)):
        what = "the whole sentence" if isinstance(reference.region, Star) else "a run of regions"
        yield f"The metric '{metric}' is defined for a single region, not for {what}.", reference.metric_span


def _no_region(number: int, regions: Mapping[int, str]) -> str:
    known = _list([f"{known} ({name})" if name else str(known) for known, name in sorted(regions.items())])
    origin = " Regions count from 1." if number == 0 else ""
    return f"The suite has no region {number}.{origin} Its regions are: {known}."


def _named(name: str, regions: Mapping[int, str]) -> Iterator[str]:
    numbers = [number for number, known in sorted(regions.items()) if known.strip() == name]
    if not numbers:
        names = list(dict.fromkeys(known.strip() for _, known in sorted(regions.items())))
        yield f"The suite has no region named '{name}'.{did_you_mean(name, names)} Its regions are: {_list(names)}."
    elif len(numbers) > 1:
        listed = " and ".join([", ".join(map(str, numbers[:-1])), str(numbers[-1])])
        yield f"Regions {listed} are all named '{name}'. Use the number of the one you mean."


def _list(names: Sequence[str]) -> str:
    if not names:
        return "none"
    shown = ", ".join(names[:_LISTED])
    return shown if len(names) <= _LISTED else f"{shown} and {len(names) - _LISTED} more"
