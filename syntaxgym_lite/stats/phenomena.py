"""Minimal pairs by phenomenon, and how models agree about paradigms: the table and the figure of the paper on BLiMP.

References
----------
Warstadt, A., Parrish, A., Liu, H., Mohananey, A., Peng, W., Wang, S.-F., & Bowman, S. R. (2020). BLiMP: The benchmark
of linguistic minimal pairs for English. Transactions of the Association for Computational Linguistics 8, 377-392.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import InputError
from ..results import RunResult, SuiteResult
from .correlation import ModelCorrelation, model_correlations
from .silence import silence_counted
from .ties import credits, read_ties

__all__ = ["PhenomenonTable", "paradigms_of", "phenomenon_table"]

_PHENOMENON, _METHOD = "phenomenon", "method"


@dataclass(frozen=True, slots=True)
class PhenomenonTable:
    """Accuracies by phenomenon.

    Parameters
    ----------
    method : str
        How the pairs were compared: ``"full"``, ``"one-prefix"`` or ``"two-prefix"``.
    models : tuple of str
    phenomena : mapping of str to int
        Name, in the order of the alphabet, and number of paradigms.
    n_pairs : int
        Of all paradigms.
    accuracy : mapping of (str, str) to float
        By model and phenomenon: mean over its paradigms of the share of pairs.
    overall : mapping of str to float
        By model: mean over all paradigms.
    correlations : tuple of ModelCorrelation
        Of each two models over paradigms.
    notes : tuple of str
        What a reader has to know.
    """

    method: str
    models: tuple[str, ...]
    phenomena: Mapping[str, int]
    n_pairs: int
    accuracy: Mapping[tuple[str, str], float]
    overall: Mapping[str, float]
    correlations: tuple[ModelCorrelation, ...]
    notes: tuple[str, ...] = ()

    @property
    def n_paradigms(self) -> int:
        """Of all phenomena."""
        return sum(self.phenomena.values())


def paradigms_of(suites: Sequence[SuiteResult], method: str = "full") -> list[SuiteResult]:
    """Choose the suites that are paradigms of minimal pairs with a phenomenon.

    Parameters
    ----------
    suites : sequence of SuiteResult
    method : str, optional
        How their pairs were compared; methods are never averaged with one another.

    Returns
    -------
    list of SuiteResult
    """
    return [suite for suite in suites if _PHENOMENON in suite.groups and suite.groups.get(_METHOD, "full") == method]


def phenomenon_table(run: RunResult, *, method: str = "full", ties: str = "wrong") -> PhenomenonTable:
    """Average the accuracies of a run by phenomenon, each paradigm counting the same, as the paper does.

    Parameters
    ----------
    run : RunResult
        Of BLiMP, or of pairs in its form.
    method : {"full", "one-prefix", "two-prefix"}, optional
    ties : {"wrong", "half", "random:SEED"}, optional

    Returns
    -------
    PhenomenonTable
        Of the paradigms that all models have.

    Raises
    ------
    InputError
        If the run has no such paradigm, or its models none in common.
    """
    how = read_ties(ties)
    of_models = {model.model: {own.suite: own for own in paradigms_of(model.suites, method)} for model in run.models}
    if not any(of_models.values()):
        raise InputError(
            f"These results have no paradigm of minimal pairs with a phenomenon and the method '{method}': "
            "evaluate BLiMP ('sglite fetch blimp'), or pairs with the field linguistics_term."
        )
    first = next(iter(of_models.values()))
    shared = sorted(name for name in first if all(name in own for own in of_models.values()))
    if not shared:
        raise InputError("These models have no paradigm in common.")
    scores = {
        model: {name: float(np.mean(list(credits(own[name], how).values()))) for name in shared}
        for model, own in of_models.items()
    }
    by_phenomenon: dict[str, list[str]] = {}
    for name in shared:
        by_phenomenon.setdefault(first[name].groups[_PHENOMENON].partition(" (")[0], []).append(name)
    ordered = dict(sorted(by_phenomenon.items()))
    return PhenomenonTable(
        method=method,
        models=tuple(scores),
        phenomena={phenomenon: len(names) for phenomenon, names in ordered.items()},
        n_pairs=sum(len(first[name].item_numbers) for name in shared),
        accuracy={
            (model, phenomenon): float(np.mean([own[name] for name in names]))
            for model, own in scores.items()
            for phenomenon, names in ordered.items()
        },
        overall={model: float(np.mean(list(own.values()))) for model, own in scores.items()},
        correlations=tuple(model_correlations(scores)),
        notes=tuple(
            note
            for model, own in of_models.items()
            for note in (silence_counted(model, [own[name] for name in shared]) if how.rule == "wrong" else ())
        ),
    )
