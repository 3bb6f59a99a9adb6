"""Which suites a mean over suites counts."""

from __future__ import annotations

from typing import Literal

from ..errors import one_of
from ..results import SuiteResult

__all__ = ["HU", "NOT_IN_FIGURES", "N_IN_FIGURES", "SUITES_AS", "SuitesAs", "is_counted", "is_of_hu", "read_suites_as"]

SuitesAs = Literal["all", "paper"]
SUITES_AS: tuple[SuitesAs, ...] = ("all", "paper")
N_IN_FIGURES = 31
"""Suites that the figures of Hu et al. (2020) count, of the 34 that are published with them."""

HU = "Hu et al. 2020"
_WITHOUT_CIRCUIT = "nn-nv-rpl"
NOT_IN_FIGURES = frozenset({"fgd-embed3", "fgd-embed4", _WITHOUT_CIRCUIT})
"""Their notebook drops what begins with fgd-embed3, fgd-embed4, gardenpath or nn-nv before any figure: these three."""


def read_suites_as(given: object) -> SuitesAs:
    """Check which suites are to be counted.

    Raises
    ------
    InputError
        If it is not one of `SUITES_AS`.
    """
    return one_of("suites_as", given, SUITES_AS)


def is_of_hu(suite: SuiteResult) -> bool:
    """Whether a suite is one of the 34 published with Hu et al. (2020); one is in none of their circuits."""
    return suite.collection == HU or (suite.suite == _WITHOUT_CIRCUIT and suite.circuit is None)


def is_counted(suite: SuiteResult, suites_as: SuitesAs) -> bool:
    """Whether means over suites count a suite.

    Parameters
    ----------
    suite : SuiteResult
    suites_as : {"all", "paper"}
        ``"paper"``: of the suites published with Hu et al. (2020), the 31 that their figures count. Suites that are
        none of theirs are always counted.
    """
    return suites_as == "all" or not (suite.suite in NOT_IN_FIGURES and is_of_hu(suite))
