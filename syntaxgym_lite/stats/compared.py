"""What a comparison of models finds: pairs of models, over suites, circuits, items and effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from ..errors import InputError, did_you_mean, listed
from ..results import SCHEMA_VERSION
from .correlation import ModelCorrelation, PerplexityCorrelation
from .suite_sets import SuitesAs
from .training_effects import TrainingEffects

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "EffectDifference",
    "GroupDifference",
    "ModelComparison",
    "ModelPair",
    "SuiteDifference",
    "SuiteNotCompared",
]


@dataclass(frozen=True, slots=True)
class EffectDifference:
    """How much larger an effect is under one model than under the other, on the items where both have it.

    Parameters
    ----------
    prediction, place : int
        Which prediction of the suite, and which comparison of it, from 0.
    name : str or None
        Of the prediction.
    comparison : str
    direction : {1, 0, -1}
        Which side is predicted to be greater; see `syntaxgym_lite.stats.effects.ComparisonEffect`.
    unit : str
        Of all that follows: ``"bits"`` or what the metric is in.
    n : int
        Items.
    effect, baseline_effect : float or None
        Mean margin in the predicted direction.
    difference, ci_low, ci_high : float or None
        Effect minus that of the baseline, and its paired t interval; over clusters where there are any.
    p : float or None
        Two-sided, of the paired t test.
    """

    prediction: int
    place: int
    name: str | None
    comparison: str
    direction: int
    unit: str
    n: int
    effect: float | None
    baseline_effect: float | None
    difference: float | None
    ci_low: float | None
    ci_high: float | None
    p: float | None


@dataclass(frozen=True, slots=True)
class SuiteDifference:
    """Two models on one suite.

    Parameters
    ----------
    suite : str
    circuit : str or None
    language, suite_sha256 : str
    n_items : int
    score, baseline_score, difference : float
        Share of the items that pass, or what they count; its difference is the model's minus the baseline's.
    ci_low, ci_high : float or None
        Interval of the difference.
    ci_method : str
        ``"tango"``, ``"tango, clusters"`` or ``"bootstrap"``.
    n_clusters : int or None
        None where items are independent.
    n_only_model, n_only_baseline : int
        Items that count more under the one, and under the other.
    items_only_model, items_only_baseline : tuple of int
        Their numbers.
    n_undefined, baseline_n_undefined : int
        Items that neither pass nor fail; they count as failed.
    test : {"mcnemar", "sign-flip", "sign-flip over clusters"}
    p, p_holm : float
        Two-sided; corrected for the number of suites of this pair of models.
    effects : tuple of EffectDifference
        One for each comparison of each prediction.
    """

    suite: str
    circuit: str | None
    language: str
    suite_sha256: str
    n_items: int
    score: float
    baseline_score: float
    difference: float
    ci_low: float | None
    ci_high: float | None
    ci_method: str
    n_clusters: int | None
    n_only_model: int
    n_only_baseline: int
    items_only_model: tuple[int, ...]
    items_only_baseline: tuple[int, ...]
    n_undefined: int
    baseline_n_undefined: int
    test: str
    p: float
    p_holm: float
    effects: tuple[EffectDifference, ...]


@dataclass(frozen=True, slots=True)
class GroupDifference:
    """Two models over several suites.

    Parameters
    ----------
    kind : {"all", "circuit", "language"}
    name : str
        The circuit, or code of the language; ``""`` of all.
    n_suites, n_items : int
    score, baseline_score, difference : float
        Means over suites (SG scores), and the model's minus the baseline's.
    ci_low, ci_high : float or None
        Interval about other suites of the kind: bootstrap over suites and items within them, see
        `syntaxgym_lite.stats.two_level`, and never narrower than the next one. Of two or three suites it says next to
        nothing. None of one.
    items_ci_low, items_ci_high : float or None
        Interval about other items of these suites, made of the suites' intervals; see
        `syntaxgym_lite.stats.paired.mean_of_intervals`.
    item_difference : float
        Difference of the shares of all items, each of which counts the same.
    n_only_model, n_only_baseline : int
        Items that count more under the one, and under the other.
    test : {"mcnemar", "sign-flip", "sign-flip over clusters"}
        Of all items.
    p, p_holm : float
        Whether the models are alike on these items: two-sided; corrected for the number of circuits or languages, and
        over all suites for the number of pairs of models.
    p_suites : float or None
        Whether they are alike on suites of this kind: by flipped signs of the suites' differences. None of one suite.
    """

    kind: Literal["all", "circuit", "language"]
    name: str
    n_suites: int
    n_items: int
    score: float
    baseline_score: float
    difference: float
    ci_low: float | None
    ci_high: float | None
    items_ci_low: float | None
    items_ci_high: float | None
    item_difference: float
    n_only_model: int
    n_only_baseline: int
    test: str
    p: float
    p_holm: float
    p_suites: float | None


@dataclass(frozen=True, slots=True)
class SuiteNotCompared:
    """A suite that one of two models has and that is not compared, and why."""

    suite: str
    reason: str


@dataclass(frozen=True, slots=True)
class ModelPair:
    """A model against another one, the baseline.

    Parameters
    ----------
    model, baseline : str
    overall : GroupDifference or None
        Over all suites that both have; None where these are one, or not to be averaged.
    circuits, languages : tuple of GroupDifference
    suites : tuple of SuiteDifference
    not_compared : tuple of SuiteNotCompared
    cautions : tuple of str
        What differs beside the model, and makes values of other kinds of them.
    """

    model: str
    baseline: str
    overall: GroupDifference | None
    circuits: tuple[GroupDifference, ...]
    languages: tuple[GroupDifference, ...]
    suites: tuple[SuiteDifference, ...]
    not_compared: tuple[SuiteNotCompared, ...]
    cautions: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class ModelComparison:
    """What `compare` gives.

    Parameters
    ----------
    models : tuple of str
    pairs : tuple of ModelPair
        Each model against the baseline; or all pairs.
    correlations : tuple of ModelCorrelation
        Of the scores of each two models over suites; empty for fewer than 3 suites. ``"people"`` is a model, too, where
        items have judgments.
    n_shared_suites : int
        Suites that all models have; the next three are about these.
    sg_scores : dict of str to float
        Of each model, over the suites that all have; empty where there is none.
    perplexity : tuple of PerplexityCorrelation
    perplexities : dict of str to float
    training : TrainingEffects or None
        The mixed model, where a table describes the models.
    notes : tuple of str
        What was left out, and what one should know.
    ties, suites_as, interval : str
    seed, n_replicates : int
        Of the bootstrap.
    """

    models: tuple[str, ...]
    pairs: tuple[ModelPair, ...]
    correlations: tuple[ModelCorrelation, ...]
    n_shared_suites: int
    sg_scores: dict[str, float]
    perplexity: tuple[PerplexityCorrelation, ...]
    perplexities: dict[str, float]
    training: TrainingEffects | None
    notes: tuple[str, ...]
    ties: str
    suites_as: SuitesAs
    interval: str
    seed: int
    n_replicates: int

    def __repr__(self) -> str:
        """Show on one line which models these are; the whole would flood a notebook."""
        pairs = listed([f"{pair.model} against {pair.baseline}" for pair in self.pairs], 3)
        return f"<ModelComparison of {pairs}; see .pairs, .to_frame('suites')>"

    def as_document(self) -> dict[str, Any]:
        """Give all of it as a document that JSON can hold; see docs/reference/results.md."""
        document = {"schema_version": SCHEMA_VERSION, **asdict(self)}
        if self.training is None:
            del document["training"]
        return document

    def to_frame(
        self, kind: Literal["suites", "groups", "items", "effects", "correlations"] = "suites"
    ) -> pd.DataFrame:
        """Give a table.

        Parameters
        ----------
        kind : {"suites", "groups", "items", "effects", "correlations"}
            A row for each pair of models and suite; circuit, language and all suites; item that only one model passes;
            comparison of a prediction; or for each two models that are correlated.

        Raises
        ------
        InputError
            If there is no such table.
        """
        import pandas as pd

        frame: pd.DataFrame = pd.DataFrame(list(self.rows(kind)))
        return frame

    def rows(self, kind: str = "suites") -> Iterator[dict[str, Any]]:
        """Give the rows of a table; see `to_frame`."""
        if kind not in _ROWS:
            raise InputError(f"There is no table '{kind}'; there are {', '.join(_ROWS)}.{did_you_mean(kind, _ROWS)}")
        if kind == "correlations":
            for one in self.correlations:
                yield {
                    "first": one.first,
                    "second": one.second,
                    "n_suites": one.pearson.n,
                    **{
                        f"{name}_{key}" if key != "r" else name: value
                        for name in ("pearson", "spearman")
                        for key, value in asdict(getattr(one, name)).items()
                        if key != "n"
                    },
                }
            return
        for pair in self.pairs:
            for row in _ROWS[kind](pair):
                yield {"model": pair.model, "baseline": pair.baseline, **row}


def _suite_rows(pair: ModelPair) -> Iterator[dict[str, Any]]:
    for suite in pair.suites:
        row = asdict(suite)
        for name in ("effects", "items_only_model", "items_only_baseline", "suite_sha256"):
            del row[name]
        yield row


def _group_rows(pair: ModelPair) -> Iterator[dict[str, Any]]:
    yield from map(asdict, [*([pair.overall] if pair.overall else []), *pair.languages, *pair.circuits])


def _item_rows(pair: ModelPair) -> Iterator[dict[str, Any]]:
    for suite in pair.suites:
        numbers = [(number, pair.model) for number in suite.items_only_model]
        numbers += [(number, pair.baseline) for number in suite.items_only_baseline]
        for number, model in sorted(numbers):
            yield {"suite": suite.suite, "item_number": number, "passes": model}


def _effect_rows(pair: ModelPair) -> Iterator[dict[str, Any]]:
    for suite in pair.suites:
        for effect in suite.effects:
            yield {"suite": suite.suite, **asdict(effect)}


_ROWS: Mapping[str, Any] = {
    "suites": _suite_rows,
    "groups": _group_rows,
    "items": _item_rows,
    "effects": _effect_rows,
    "correlations": None,
}
