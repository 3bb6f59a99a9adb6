"""Which papers a suite's result is from: a result does not say, but its suite may be at hand."""

from __future__ import annotations

from functools import cache

from ...errors import SgliteError
from ...papers import PAPERS
from ...resources import shipped_suites
from ...results import SuiteResult
from ...suite.json import load_suite, suite_sha256

__all__ = ["reference_of"]


def reference_of(suite: SuiteResult) -> str:
    """Give the reference that a result names; of an earlier one, that of its shipped suite or its collection.

    Parameters
    ----------
    suite : SuiteResult

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> run = sgl.evaluate("npz", "ngram")
    >>> reference_of(run.models[0].suites[0])[:40]
    'Design and criterion: Hu, Gauthier, Qian'
    """
    if suite.reference:
        return suite.reference
    sha, reference = _shipped(suite.suite)
    if reference and sha == suite.suite_sha256:
        return reference
    return str(PAPERS[suite.collection]) if suite.collection in PAPERS else suite.collection


@cache
def _shipped(name: str) -> tuple[str, str]:
    path = shipped_suites().get(name)
    if path is None:
        return "", ""
    try:
        suite = load_suite(path)
    except SgliteError:
        return "", ""
    return suite_sha256(suite), suite.reference
