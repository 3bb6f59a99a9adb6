"""What was read of files of minimal pairs: by suite, the pairs read, left out and why, equal and doubled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import counted
from ...suite import Suite

__all__ = ["report_lines"]

_MOST = 12  # suites that are named


def report_lines(suites: Sequence[Suite]) -> list[str]:
    """Say what was read of minimal pairs.

    Parameters
    ----------
    suites : sequence of Suite
        Those that do not say in ``meta.pairs`` what was read are passed over.

    Returns
    -------
    list of str
        All of them in a line; below it those with something to say, each in a line of its own. Nothing, if there is
        nothing to say: no published set, nothing left out, equal or there twice.

    Examples
    --------
    >>> report_lines([])
    []
    """
    told = [suite for suite in suites if isinstance(suite.meta.get("pairs"), Mapping)]
    regions = [suite for suite in told if suite.groups.get("method") == "region"]
    lines = _lines([suite for suite in told if suite not in regions])
    if regions:
        total = _total(regions)
        lines.append(f"Critical region: {counted(total['read'], 'pair')} compared{_said(total, before='; ')}.")
    return lines


def _lines(suites: Sequence[Suite]) -> list[str]:
    """The line of all suites, and those of each with something to say."""
    by_name = {suite.name: suite.meta["pairs"] for suite in suites}
    remarkable = {name: said for name, about in by_name.items() if (said := _said(about))}
    sets = list(dict.fromkeys(about["set"] for about in by_name.values() if about.get("set")))
    if not remarkable and not sets:
        return []
    total = _total(suites)
    of_sets = f"{', '.join(sets)}: " if sets else ""
    where = f" in {counted(len(by_name), 'suite')}" if len(by_name) > 1 else ""
    first = f"{of_sets}{counted(total['read'], 'pair')} read{where}{_said(total, before='; ')}."
    if len(by_name) == 1 or not remarkable:
        return [first]
    lines = [f"  {name}: {by_name[name]['read']} read; {said}" for name, said in list(remarkable.items())[:_MOST]]
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


def _said(about: Mapping[str, Any], *, before: str = "") -> str:
    left_out = about["left_out"]
    parts = []
    if left_out:
        why = ", ".join(f"{reason} ({n})" if len(left_out) > 1 else reason for reason, n in left_out.items())
        parts.append(f"{sum(left_out.values())} left out: {why}")
    if about["equal"]:
        parts.append(f"{about['equal']} equal on both sides, which can only tie")
    if about["doubled"]:
        parts.append(f"{about['doubled']} there twice")
    return before + "; ".join(parts) if parts else ""
