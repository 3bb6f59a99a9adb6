"""Whether a model is silent: it gives the same value to both sides of everything that is compared.

Such a model tells no item from another, as one of words that knows none of them, or an n-gram whose window holds the
same words in all conditions. None of its items passes, and that is no finding about grammar: it has no score, where
ties are wrong. One comparison with a difference, of one item, and the model says something: then its items count.
"""

from __future__ import annotations

from collections.abc import Collection

from ..formula import Comparison, walk
from ..formula.evaluate import could_be_tied
from ..results import ComparisonResult, Outcome, SuiteResult

__all__ = ["all_tied", "is_silent"]


def all_tied(suite: SuiteResult, outcomes: Collection[Outcome]) -> bool:
    """Say whether each of some outcomes has a tie, and no comparison in them that is anything else.

    Parameters
    ----------
    suite : SuiteResult
        To which they belong.
    outcomes : collection of Outcome

    Returns
    -------
    bool
        False of none. Undefined values are no ties, and neither is a difference that is asked to be so large and is
        not there, of ``--min-margin`` say. ``=`` and ``<=`` may hold of a tie; where an item passes, as of these alone,
        the model is right, and not silent.
    """
    if not outcomes:
        return False
    by_item: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        by_item.setdefault(outcome.item_number, []).append(outcome)
    for own in by_item.values():
        if not any(one.tie for one in own) or all(one.holds is True for one in own):
            return False
    nodes: dict[int, list[Comparison]] = {}
    for outcome in outcomes:
        if outcome.prediction not in nodes:
            root = suite.formula(outcome.prediction).root
            nodes[outcome.prediction] = [node for node in walk(root) if isinstance(node, Comparison)]
        if not all(map(_is_tied, nodes[outcome.prediction], outcome.comparisons)):
            return False
    return True


def _is_tied(node: Comparison, one: ComparisonResult) -> bool:
    """Whether both sides are known and equal but for rounding."""
    if one.left is None or one.right is None:
        return False
    return one.left == one.right or could_be_tied(node, one.left, one.right)


def is_silent(suite: SuiteResult) -> bool:
    """Say whether a model is silent on a suite: whether `all_tied` holds of all its outcomes.

    Parameters
    ----------
    suite : SuiteResult
    """
    return all_tied(suite, suite.outcomes)
