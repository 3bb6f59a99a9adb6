"""Whether a model is silent: it does not know the words that differ, so all that is compared is a tie.

Such a model sees one sentence in all conditions of an item. None of its items passes, and that is no finding about
grammar: it has no score, where ties are wrong. A model that knows the words and expects them alike, as an n-gram whose
window the difference lies outside of, does say something, and it is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Collection

from ..errors import counted
from ..formula import Comparison, walk
from ..formula.evaluate import could_be_tied
from ..results import ComparisonResult, Outcome, SuiteResult

__all__ = ["are_alike", "is_silent", "silence_counted"]


def is_silent(suite: SuiteResult, outcomes: Collection[Outcome] | None = None) -> bool:
    """Say whether a model is silent about a suite, or about some outcomes of it.

    That is so if it knows no word by which it could tell apart the conditions of these items (see `items_unknown`), and
    every comparison is a tie, but for rounding.

    Parameters
    ----------
    suite : SuiteResult
        To which they belong.
    outcomes : collection of Outcome, optional
        All of the suite by default.

    Returns
    -------
    bool
        False of none. Undefined values are no ties, and neither is a difference that is asked to be so large and is
        not there, of ``--min-margin`` say. ``=`` and ``<=`` may hold of a tie; where an item passes, as of these alone,
        the model is right, and not silent.
    """
    outcomes = suite.outcomes if outcomes is None else outcomes
    if not outcomes:
        return False
    by_item: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        by_item.setdefault(outcome.item_number, []).append(outcome)
    if suite.counts is not None and not by_item.keys() <= set(suite.counts.unknown_items):
        return False  # what is counted already is asked first, what has to be counted last
    for own in by_item.values():
        is_right = all(one.holds is True for one in own)
        if is_right and all(side.left == side.right for one in own for side in one.comparisons):
            return False
    nodes: dict[int, list[Comparison]] = {}
    for outcome in outcomes:
        if outcome.prediction not in nodes:
            root = suite.formula(outcome.prediction).root
            nodes[outcome.prediction] = [node for node in walk(root) if isinstance(node, Comparison)]
        if not all(map(_is_tied, nodes[outcome.prediction], outcome.comparisons)):
            return False
    return by_item.keys() <= set(suite.count_sentences().unknown_items)


def silence_counted(model: str, suites: Collection[SuiteResult]) -> list[str]:
    """Say of a model on how many suites it is silent, where each counts 0 all the same.

    Parameters
    ----------
    model : str
    suites : collection of SuiteResult
        That tables count which need the same suites of all models.

    Returns
    -------
    list of str
        Nothing, or one sentence.
    """
    n = sum(map(is_silent, suites))
    if not n:
        return []
    of = f"{n} of {counted(len(suites), 'suite')}"
    return [
        f"{model} is silent on {of}: it knows no word that differs. Here ties are wrong, and such a suite counts 0."
    ]


def are_alike(one: float, other: float) -> bool:
    """Say whether two values are equal but for rounding: of words alike to a model, batches make some.

    Examples
    --------
    >>> are_alike(20.0, 20.00001), are_alike(20.0, 20.001)
    (True, False)
    """
    return math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-5)


def _is_tied(node: Comparison, one: ComparisonResult) -> bool:
    """Whether both sides are known and equal but for rounding."""
    if one.left is None or one.right is None:
        return False
    return are_alike(one.left, one.right) or could_be_tied(node, one.left, one.right)
