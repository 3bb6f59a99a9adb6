"""What a report holds of models beside each other: each two of them, on every suite that both have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ...errors import InputError, counted
from ...results import RunResult
from ...stats import RunSummary
from ...stats.compared import ModelComparison, ModelPair
from ...stats.comparison import compare
from .suites import SuiteData, rounded

__all__ = ["Matrix", "comparison_document", "comparison_of", "matrix_of"]

_MOST_FOR_ALL_PAIRS = 8  # models: 28 pairs; of more, each is held against the first
_LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class PairCell:
    """How much higher the SG score of the row's model is than that of the column's, over the suites that both have.

    Parameters
    ----------
    difference, low, high, p : float or None
        None where they are not compared.
    n_suites : int
    """

    difference: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    n_suites: int = 0

    @property
    def text(self) -> str:
        """The difference with its sign."""
        if self.difference is None:
            return "–"
        shown = f"{self.difference:+.2f}"
        return "0.00" if shown.strip("+-0.") == "" else shown.replace("-", "\N{MINUS SIGN}")

    @property
    def interval(self) -> str:
        """Its interval."""
        if self.low is None or self.high is None:
            return ""
        return f"{self.low:.2f} to {self.high:.2f}".replace("-", "\N{MINUS SIGN}")

    @property
    def shade(self) -> str:
        """Class of the cell: whether the difference is significant, and which way."""
        if self.p is None or self.p >= _LEVEL or not self.difference:
            return ""
        return "above-2" if self.difference > 0 else "below-2"

    @property
    def says(self) -> str:
        """All of it in words."""
        if self.difference is None:
            return "not compared"
        p = "" if self.p is None else f"; p {'< 0.001' if self.p < 0.001 else f'= {self.p:.3f}'} (Holm)"
        return f"over {counted(self.n_suites, 'suite')}; 95 % interval {self.interval}{p}"


@dataclass(frozen=True, slots=True)
class Matrix:
    """Models against each other.

    Parameters
    ----------
    models : tuple of str
    rows : tuple of tuple of PairCell or None
        None on the diagonal.
    """

    models: tuple[str, ...]
    rows: tuple[tuple[PairCell | None, ...], ...]

    @property
    def n_suites(self) -> int:
        """Over how many suites differences are, at most."""
        return max((cell.n_suites for row in self.rows for cell in row if cell is not None), default=0)


def comparison_of(run: RunResult, summary: RunSummary) -> ModelComparison | None:
    """Compare the models of a run, counted as its summary is; None where there is nothing to compare.

    Parameters
    ----------
    run : RunResult
    summary : RunSummary
    """
    if len(run.models) < 2:
        return None
    try:
        return compare(
            run,
            all_pairs=len(run.models) <= _MOST_FOR_ALL_PAIRS,
            ties=summary["ties"],
            suites_as=summary["suites_as"],
            seed=summary["bootstrap"]["seed"],
        )
    except InputError:  # no two have a suite in common, or none predicts anything
        return None


def matrix_of(found: ModelComparison) -> Matrix:
    """Arrange the differences of SG scores.

    Parameters
    ----------
    found : ModelComparison
    """
    cells: dict[tuple[str, str], PairCell] = {}
    for pair in found.pairs:
        cells[pair.model, pair.baseline] = _pair_cell(pair, 1)
        cells[pair.baseline, pair.model] = _pair_cell(pair, -1)
    return Matrix(
        found.models,
        tuple(
            tuple(None if row == column else cells.get((row, column), PairCell()) for column in found.models)
            for row in found.models
        ),
    )


def _pair_cell(pair: ModelPair, sign: int) -> PairCell:
    if pair.overall is not None:
        difference, p, n_suites = pair.overall.difference, pair.overall.p_holm, pair.overall.n_suites
        low, high = pair.overall.ci_low, pair.overall.ci_high
        if low is None or high is None:
            low, high = pair.overall.items_ci_low, pair.overall.items_ci_high
    elif len(pair.suites) == 1:
        [only] = pair.suites
        difference, low, high, p, n_suites = only.difference, only.ci_low, only.ci_high, only.p_holm, 1
    else:
        return PairCell()
    if sign < 0 and low is not None and high is not None:
        low, high = -high, -low
    return PairCell(sign * difference, low, high, p, n_suites)


def comparison_document(found: ModelComparison, suites: Sequence[SuiteData]) -> dict[str, Any]:
    """Give what the page that compares two models shows.

    Parameters
    ----------
    found : ModelComparison
    suites : sequence of SuiteData
        By which names of suites become addresses.

    Returns
    -------
    dict
        ``pairs`` with ``overall``, ``groups`` (circuits, languages) and ``suites`` of each, ``correlations``,
        ``notes``.
    """
    keys = {one.suite.suite: one.key for one in suites}
    return {
        "models": list(found.models),
        "ties": found.ties,
        "pairs": [_pair(pair, keys) for pair in found.pairs],
        "correlations": [rounded(asdict(one)) for one in found.correlations],
        "nShared": found.n_shared_suites,
        "notes": list(found.notes),
    }


_OF_A_SUITE = (
    "suite", "circuit", "n_items", "score", "baseline_score", "difference", "ci_low", "ci_high", "n_only_model",
    "n_only_baseline", "items_only_model", "items_only_baseline", "test", "p", "p_holm",
)  # fmt: skip


def _pair(pair: ModelPair, keys: dict[str, str]) -> dict[str, Any]:
    return {
        "model": pair.model,
        "baseline": pair.baseline,
        "overall": None if pair.overall is None else rounded(asdict(pair.overall)),
        "groups": [rounded(asdict(group)) for group in (*pair.circuits, *pair.languages)],
        "suites": [
            {"key": keys[one.suite], **{name: rounded(getattr(one, name)) for name in _OF_A_SUITE}}
            for one in pair.suites
        ],
        "notCompared": [[one.suite, one.reason] for one in pair.not_compared],
        "cautions": list(pair.cautions),
    }
