"""Which items belong together and are no independent observations."""

from __future__ import annotations

from dataclasses import replace

from ..errors import InputError
from ..formula.factors import level_text
from ..results import RunResult, SuiteResult
from ..suite.model import no_such_factor

__all__ = ["cluster_ids", "clustered_by"]


def clustered_by(run: RunResult, factor: str) -> RunResult:
    """Give the same results, in which the items that share a value of a factor are one cluster.

    Intervals and tests then take these items for observations that depend on each other.

    Parameters
    ----------
    run : RunResult
    factor : str
        Of the items; one without it is a cluster by itself.

    Raises
    ------
    InputError
        If no item of some suite has the factor.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from dataclasses import replace
    >>> suite = sgl.load_suite("npz")
    >>> items = [replace(item, factors={"frame": (item.number + 1) // 2}) for item in suite.items]
    >>> run = sgl.evaluate(replace(suite, items=tuple(items)), "ngram")
    >>> [model] = clustered_by(run, "frame").models
    >>> [suite] = model.suites
    >>> suite.clusters[1], suite.clusters[2], suite.clusters[3]
    ('1', '1', '2')
    """
    models = [
        replace(model, suites=tuple(_suite_clustered_by(suite, factor) for suite in model.suites))
        for model in run.models
    ]
    return replace(run, models=tuple(models))


def _suite_clustered_by(suite: SuiteResult, factor: str) -> SuiteResult:
    clusters = {number: level_text(own[factor]) for number, own in suite.factors.items() if factor in own}
    if not clusters:
        raise InputError(no_such_factor(suite.suite, factor, suite.factors.values()))
    return replace(suite, clusters=clusters)


def cluster_ids(suite: SuiteResult) -> dict[int, str]:
    """Give the cluster of each item, by item number; an item that is of none is one by itself."""
    return {number: suite.clusters.get(number, f"\0{number}") for number in suite.item_numbers}
