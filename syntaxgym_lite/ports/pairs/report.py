"""What was read of files of minimal pairs: by suite, the pairs read, left out and why, equal and doubled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...errors import counted
from ...suite import Suite
from ..minimal_pairs import doubled_places, pairs_read

__all__ = ["report_lines"]

_MOST = 12  # suites that are named
_MOST_PLACES = 5  # rows of a suite that are named for a reason


def report_lines(suites: Sequence[Suite]) -> list[str]:
    """Say what was read of minimal pairs.

    Parameters
    ----------
    suites : sequence of Suite
        Those that do not say in ``meta.pairs`` what was read are passed over, unless they are of a set whose own reader
        does not.

    Returns
    -------
    list of str
        All of them in a line; below it those with something to say, each in a line of its own, with the first rows that
        were left out. Nothing, if there is nothing to say: no published set, nothing left out, equal or there twice.

    Examples
    --------
    >>> report_lines([])
    []
    """
    told = [suite for suite in map(_told, suites) if isinstance(suite.meta.get("pairs"), Mapping)]
    regions = [suite for suite in told if suite.groups.get("method") == "region"]
    lines = _lines([suite for suite in told if suite not in regions])
    if regions:
        total = _total(regions)
        said = _said(total, before="; ", places={})
        lines.append(f"Critical region: {counted(total['read'], 'pair')} compared{said}.")
    return lines


_OWN_READERS = {"Warstadt et al. 2020": "BLiMP", "Marvin and Linzen 2018": "Marvin and Linzen"}
"""Sets whose readers say nothing in ``meta.pairs``, by their papers: it would make other suites of them, for which
results of earlier versions do not stand."""


def _told(suite: Suite) -> Suite:
    """Give a suite that says what was read of it, if it is of minimal pairs as whole sentences."""
    set_name = _OWN_READERS.get(suite.collection)
    if set_name == "BLiMP" and "field" not in suite.groups:  # somebody's own file in its form
        set_name = ""
    if "pairs" in suite.meta or set_name is None or suite.groups.get("method", "full") != "full":
        return suite
    texts = [tuple(one.regions[0].content.strip() for one in item.conditions) for item in suite.items]
    about = pairs_read(
        len(suite.items),
        suite.excluded,
        equal=sum(len(set(own)) < len(own) for own in texts),
        doubled=len(doubled_places(("", own) for own in texts)),
        set_name=set_name,
    )
    return replace(suite, meta={**suite.meta, "pairs": about})


def _lines(suites: Sequence[Suite]) -> list[str]:
    """The line of all suites, and those of each with something to say."""
    by_name = {suite.name: suite for suite in suites}
    abouts = {name: suite.meta["pairs"] for name, suite in by_name.items()}
    remarkable = {name: said for name, suite in by_name.items() if (said := _said(abouts[name], places=_places(suite)))}
    sets = list(dict.fromkeys(about["set"] for about in abouts.values() if about.get("set")))
    if not remarkable and not sets:
        return []
    total = _total(suites)
    of_sets = f"{', '.join(sets)}: " if sets else ""
    where = f" in {counted(len(by_name), 'suite')}" if len(by_name) > 1 else ""
    places = _places(suites[0]) if len(suites) == 1 else {}
    first = f"{of_sets}{counted(total['read'], 'pair')} read{where}{_said(total, before='; ', places=places)}."
    if len(by_name) == 1 or not remarkable:
        return [first]
    lines = [f"  {name}: {abouts[name]['read']} read; {said}" for name, said in list(remarkable.items())[:_MOST]]
    if len(remarkable) > _MOST:
        more = counted(len(remarkable) - _MOST, "more suite")
        lines.append(f"  and {more}; each says so in its meta.pairs")
    return [first, *lines]


def _total(suites: Sequence[Suite]) -> dict[str, Any]:
    abouts = [suite.meta["pairs"] for suite in suites]
    return {
        **{what: sum(about[what] for about in abouts) for what in ("read", "equal", "doubled")},
        "left_out": sum((Counter(about["left_out"]) for about in abouts), Counter[str]()),
    }


def _places(suite: Suite) -> dict[str, str]:
    """Say where the first rows stand that were left out for each reason."""
    places: dict[str, list[str]] = {}
    for one in suite.excluded:
        places.setdefault(one.reason, []).append(one.where.removeprefix(f"{suite.source}: "))
    return {
        reason: ", ".join([*own[:_MOST_PLACES], *(["..."] if own[_MOST_PLACES:] else [])])
        for reason, own in places.items()
    }


def _said(about: Mapping[str, Any], *, places: Mapping[str, str], before: str = "") -> str:
    left_out = about["left_out"]
    parts = []
    if left_out:
        is_one = len(left_out) == 1
        why = ", ".join(f"{reason}{_which(n, places.get(reason), is_one=is_one)}" for reason, n in left_out.items())
        parts.append(f"{sum(left_out.values())} left out: {why}")
    if about["equal"]:
        parts.append(f"{about['equal']} equal on both sides, which can only tie")
    if about["doubled"]:
        parts.append(f"{about['doubled']} there twice")
    return before + "; ".join(parts) if parts else ""


def _which(n: int, where: str | None, *, is_one: bool) -> str:
    """Say how many rows are left out for a reason, unless it is the only one, and which."""
    said = ": ".join(filter(None, ["" if is_one else str(n), where]))
    return f" ({said})" if said else ""
