"""The numbers behind the six figures of Hu et al."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...errors import InputError
from ..two_level import two_level_interval
from .study import CircuitStudy, Floats, StudyInstance, models_of

__all__ = ["FIGURES_OF_HU", "StudyValue", "study_values"]

FIGURES_OF_HU: Mapping[int, str] = {
    1: "SG score by model",
    2: "SG score against test perplexity",
    3: "score minus the mean of all controlled models, by model and by training corpus",
    4: "score minus the mean of all controlled models, by circuit",
    5: "score by circuit and model",
    6: "score without and with a modifier",
}
"""What each of their figures shows."""


@dataclass(frozen=True, slots=True)
class StudyValue:
    """A bar or a point of a figure.

    Parameters
    ----------
    figure : int
    panel : str
        ``"model"``, ``"corpus"`` or ``"instance"``: what `name` is.
    name : str
    circuit : str
        ``""``: over all suites.
    value : float
        A share of items, or the difference of two shares.
    low, high : float or None
        Bootstrap interval, 95 %; None of points, and of one item.
    n_instances, n_suites, n_items : int
    series : str, optional
        In Figure 6 ``"no modifier"`` or ``"with modifier"``.
    model, corpus : str, optional
        Of points.
    perplexity : float or None, optional
        Of points.
    """

    figure: int
    panel: str
    name: str
    circuit: str
    value: float
    low: float | None
    high: float | None
    n_instances: int
    n_suites: int
    n_items: int
    series: str = ""
    model: str = ""
    corpus: str = ""
    perplexity: float | None = None


def study_values(study: CircuitStudy, figure: int, *, seed: int = 1, n_resamples: int = 2000) -> list[StudyValue]:
    """Work out the numbers of one of the six figures.

    Values are means over instances and suites, each counting the same, so a corpus with more seeds weighs more. What is
    resampled for the intervals is suites, and items within them; instances are taken as they are. See
    `syntaxgym_lite.stats.two_level.two_level_interval`; of a single suite it is items.

    Parameters
    ----------
    study : CircuitStudy
    figure : int
        1 to 6; see `FIGURES_OF_HU`.
    seed : int, optional
        Of the bootstrap.
    n_resamples : int, optional

    Returns
    -------
    list of StudyValue

    Raises
    ------
    InputError
        If the study lacks what the figure shows.
    """
    return _FIGURES[figure](_Values(study, figure, seed, n_resamples))


@dataclass(frozen=True, slots=True)
class _Values:
    study: CircuitStudy
    figure: int
    seed: int
    n_resamples: int

    def of(
        self,
        panel: str,
        name: str,
        instances: Sequence[StudyInstance],
        suites: Collection[str],
        *,
        circuit: str = "",
        series: str = "",
        delta: bool = False,
    ) -> StudyValue:
        """Average over instances and suites."""
        values = [np.mean([one.credits[suite] for one in instances], axis=0) for suite in suites]
        if delta:
            means = self.study.controlled_means
            values = [own - means[suite] for own, suite in zip(values, suites, strict=True)]
        low, high = self._interval(values, suites, delta=delta)
        n_items = sum(len(own) for own in values)
        value = float(np.mean([own.mean() for own in values]))
        return StudyValue(
            self.figure, panel, name, circuit, value, low, high, len(instances), len(values), n_items, series
        )

    def _interval(
        self, values: Sequence[Floats], suites: Collection[str], *, delta: bool
    ) -> tuple[float | None, float | None]:
        items = [(own, self.study.clusters.get(suite)) for own, suite in zip(values, suites, strict=True)]
        low, high = two_level_interval(items, n_replicates=self.n_resamples, seed=self.seed)
        if math.isnan(low):
            return None, None
        return (low, high) if delta else (max(low, 0.0), min(high, 1.0))

    def by_model(self, instances: Sequence[StudyInstance]) -> dict[str, list[StudyInstance]]:
        """Group instances."""
        return {name: [one for one in instances if one.model == name] for name in models_of(instances)}

    @property
    def circuits(self) -> dict[str, list[str]]:
        """Suites by circuit, in the order of the alphabet; what is in none is left out."""
        names = sorted({circuit for circuit in self.study.circuits.values() if circuit})
        if not names:
            raise InputError(f"Figure {self.figure} is by circuit, and no suite of {self.study.source} is in one.")
        return {name: [suite for suite, own in self.study.circuits.items() if own == name] for name in names}

    def need_controlled(self) -> None:
        """Refuse a study without models that are compared."""
        if len({one.model for one in self.study.controlled}) < 2:
            raise InputError(
                f"Figure {self.figure} compares models whose training corpora are known: give `models_table` with the "
                "columns model, class and corpus, and a corpus for models of two classes at least."
            )


def _figure_1(values: _Values) -> list[StudyValue]:
    study = values.study
    groups = values.by_model(study.instances)
    made = [values.of("model", name, group, study.suites) for name, group in groups.items()]
    return sorted(made, key=lambda one: -one.value)


def _figure_2(values: _Values) -> list[StudyValue]:
    study = values.study
    known = [one for one in study.instances if one.perplexity is not None]
    if not known:
        raise InputError(
            "Figure 2 needs perplexities: give `models_table` with the columns model and perplexity, or keep "
            "perplexity.csv beside the results."
        )
    made = []
    for one in known:
        score = float(np.mean([one.credits[suite].mean() for suite in study.suites]))
        n_items = sum(len(own) for own in one.credits.values())
        corpus = study.corpus_names[one.corpus]
        made.append(
            StudyValue(
                *(2, "instance", one.name, "", score, None, None, 1, len(study.suites), n_items),
                model=one.model,
                corpus=corpus,
                perplexity=one.perplexity,
            )
        )
    return made


def _deltas(values: _Values, suites: Collection[str], circuit: str = "") -> list[StudyValue]:
    study = values.study
    groups = values.by_model(study.controlled)
    made = [values.of("model", name, group, suites, circuit=circuit, delta=True) for name, group in groups.items()]
    for corpus in study.shared_corpora:
        group = [one for one in study.controlled if one.corpus == corpus]
        made.append(values.of("corpus", study.corpus_names[corpus], group, suites, circuit=circuit, delta=True))
    return made


def _figure_3(values: _Values) -> list[StudyValue]:
    values.need_controlled()
    return _deltas(values, values.study.suites)


def _figure_4(values: _Values) -> list[StudyValue]:
    values.need_controlled()
    return [one for circuit, suites in values.circuits.items() for one in _deltas(values, suites, circuit)]


def _figure_5(values: _Values) -> list[StudyValue]:
    groups = values.by_model(values.study.instances)
    return [
        values.of("model", name, group, suites, circuit=circuit)
        for circuit, suites in values.circuits.items()
        for name, group in groups.items()
    ]


def _figure_6(values: _Values) -> list[StudyValue]:
    pairs = values.study.modifier_pairs
    if not pairs:
        raise InputError(
            "Figure 6 sets suites beside those of the same name that end in _mod or _modifier, as npz_obj and "
            f"npz_obj_mod; {values.study.source} have no such pair."
        )
    return [
        values.of("model", name, group, [pair[side] for pair in pairs], series=series)
        for name, group in values.by_model(values.study.instances).items()
        for side, series in enumerate(("no modifier", "with modifier"))
    ]


_FIGURES: Mapping[int, Callable[[_Values], list[StudyValue]]] = {
    1: _figure_1,
    2: _figure_2,
    3: _figure_3,
    4: _figure_4,
    5: _figure_5,
    6: _figure_6,
}
