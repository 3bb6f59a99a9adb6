"""Averages over suites in which something else counts the same: phenomena, or languages; and which one a paper reports.

Paradigms are not spread evenly: a phenomenon with ten of them weighs ten times one with one in a mean over paradigms.
So papers on sets of several languages, and some others, average within before they average over.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict

from ..papers import PAPERS

__all__ = ["Averaged", "MacroAverage", "macro_averages"]

Over = Literal["suites", "phenomena", "languages"]


class MacroAverage(TypedDict):
    """A mean of means.

    ``over`` says what counts the same, ``n`` how many of these there are, ``n_suites`` of how many suites they are, and
    ``papers`` who reports this one.
    """

    over: Over
    mean: float
    n: int
    n_suites: int
    papers: list[str]


@dataclass(frozen=True, slots=True)
class Averaged:
    """A suite with a score.

    Parameters
    ----------
    score : float
    phenomenon, language : str
        Empty where it says none.
    collection : str
        The paper that published it, as `syntaxgym_lite.papers.PAPERS` has it.
    """

    score: float
    phenomenon: str = ""
    language: str = ""
    collection: str = ""


def macro_averages(suites: Sequence[Averaged]) -> list[MacroAverage]:
    """Average scores of suites over suites, over phenomena, and over languages, as far as these differ in kind.

    Parameters
    ----------
    suites : sequence of Averaged
        Of one method of scoring.

    Returns
    -------
    list of MacroAverage
        Over suites always, if there are any. Over phenomena, if suites of one language name several: the mean over
        phenomena of the means over their suites; suites that name none are left out. Over languages, if there are
        several: the mean over languages of such means.

    Examples
    --------
    >>> suites = [Averaged(1.0, "binding"), Averaged(0.5, "islands"), Averaged(0.0, "islands")]
    >>> [(one["over"], one["mean"], one["n"]) for one in macro_averages(suites)]
    [('suites', 0.5, 3), ('phenomena', 0.625, 2)]
    """
    if not suites:
        return []
    found = [_average("suites", [one.score for one in suites], suites, suites)]
    languages = _grouped(suites, lambda one: one.language)
    if len(languages) > 1:
        means = [_mean(_over_phenomena(own)[0]) for own in languages]
        used = [one for own in languages for one in _over_phenomena(own)[1]]
        return [*found, _average("languages", means, used, suites)]
    means, used = _over_phenomena(suites)
    if len(means) > 1 and any(one.phenomenon for one in used):
        found.append(_average("phenomena", means, used, suites))
    return found


def _over_phenomena(suites: Sequence[Averaged]) -> tuple[list[float], list[Averaged]]:
    """Give the mean of each phenomenon, and of which suites they are; of suites that name none, their scores."""
    named = [one for one in suites if one.phenomenon]
    if not named:
        return [one.score for one in suites], list(suites)
    by_phenomenon = _grouped(named, lambda one: one.phenomenon)
    return [_mean([one.score for one in own]) for own in by_phenomenon], named


def _average(over: Over, means: Sequence[float], used: Sequence[Averaged], suites: Sequence[Averaged]) -> MacroAverage:
    collections = {one.collection for one in suites}
    papers = (
        [key for key in collections if key in PAPERS and PAPERS[key].average == over] if len(collections) == 1 else []
    )
    return {"over": over, "mean": _mean(means), "n": len(means), "n_suites": len(used), "papers": papers}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _grouped(suites: Sequence[Averaged], key: Callable[[Averaged], Hashable]) -> list[list[Averaged]]:
    found: dict[Hashable, list[Averaged]] = {}
    for one in suites:
        found.setdefault(key(one), []).append(one)
    return list(found.values())
