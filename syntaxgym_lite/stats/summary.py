"""Statistics of outcomes: scores, intervals, averages over suites and circuits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypedDict

import numpy as np

from ..judgments import HumanSummary, human_summary
from ..model_names import precision_of
from ..phenomena import one_spelling
from ..results import SCHEMA_VERSION, ModelResult, Outcome, RunResult, SuiteResult
from ..suite import Factor
from ..suite.chance import ChanceLevel, chance_level
from ..surprisal import WordBoundary
from .averages import Averaged, MacroAverage, macro_averages
from .bootstrap import BOOTSTRAP_SEED, N_REPLICATES, SuiteSample, suites_interval
from .chance_tests import LEVEL, chance_test, holm
from .clusters import cluster_ids
from .effects import ComparisonSummary, comparison_summaries
from .factorial import FactorialSummary, factorial_summaries
from .intervals import CiMethod, share_interval
from .silence import is_silent
from .suite_sets import SuitesAs, is_counted, read_suites_as
from .ties import Ties, prediction_credits, read_ties
from .ties import credits as item_credits

__all__ = [
    "AgainstChance",
    "Bootstrap",
    "CircuitScore",
    "FactorSummary",
    "FailureSummary",
    "GroupSummary",
    "Interval",
    "ModelSummary",
    "PartSummary",
    "PredictionSummary",
    "RunSummary",
    "ShareOfItems",
    "SuiteSummary",
    "summarize",
]


class Interval(TypedDict):
    """An interval of 95 %; None where there is none."""

    ci_low: float | None
    ci_high: float | None


class ShareOfItems(Interval):
    """Interval of a share of items, see `syntaxgym_lite.stats.intervals.share_interval`."""

    ci_method: CiMethod | None
    n_clusters: int | None


class CircuitScore(Interval):
    """Mean over the suites of a circuit; None where the model is silent on all."""

    circuit: str
    n_suites: int
    n_silent: int
    score: float | None
    languages: list[str]
    collections: list[str]


class Bootstrap(TypedDict):
    """How intervals of means over suites were made: replicates, and the seed of their random numbers."""

    n: int
    seed: int


class AgainstChance(TypedDict):
    """Chance level of a share, how it was found, and on which side of it the share lies by an exact test.

    ``above_chance`` is ``"tied"`` where a tie decides every item, and ``"silent"`` where that is for want of words.
    """

    chance: float | None
    chance_is_upper_bound: bool
    chance_method: str | None
    chance_se: float | None
    p_chance: float | None
    p_chance_holm: float | None
    above_chance: str | None


class _ItemCounts(TypedDict):
    n_passed: int
    n_undefined: int
    n_ties: int


class PredictionSummary(ShareOfItems, AgainstChance):
    """A prediction on the items of a suite."""

    index: int
    name: str | None
    formula: str
    accuracy: float | None
    n_true: int
    n_undefined: int
    n_ties: int
    comparisons: list[ComparisonSummary]


class _PredictionAccuracy(Interval):
    index: int
    accuracy: float | None


class FactorSummary(ShareOfItems, _ItemCounts):
    """A suite's score among the items that have one value of a factor."""

    value: Factor
    n_items: int
    score: float | None
    silent: bool
    predictions: list[_PredictionAccuracy]


class SuiteSummary(ShareOfItems, AgainstChance, _ItemCounts):
    """A model's score on a suite, and what stands behind it."""

    suite: str
    source: str
    circuit: str | None
    groups: dict[str, str]
    n_items: int
    score: float | None
    silent: bool
    n_oov_items: int
    n_tokens: int
    n_oov: int
    predictions: list[PredictionSummary]
    factors: dict[str, list[FactorSummary]]
    factorial: list[FactorialSummary]
    human: HumanSummary | None
    n_excluded: int
    excluded: dict[str, int]
    warnings: list[str]


class GroupSummary(ShareOfItems, _ItemCounts):
    """Averages over the suites that share a value of a group."""

    value: str
    n_suites: int
    n_silent: int
    languages: list[str]
    collections: list[str]
    macro: float | None
    macro_low: float | None
    macro_high: float | None
    micro: float | None
    n_items: int


class PartSummary(TypedDict):
    """Average over the suites of one language, or of one collection; ``""`` where suites do not say theirs."""

    name: str
    n_suites: int
    n_silent: int
    sg_score: float | None


class ModelSummary(TypedDict):
    """A model's scores."""

    model: str
    spec: str
    backend: str
    dtype: str | None
    options: dict[str, str | int | float | bool | None]
    fingerprint: str | None
    pseudo: bool
    eos: bool
    word_boundary: WordBoundary
    sg_score: float | None
    sg_interval: Interval
    item_score: float | None
    item_interval: Interval
    n_suites: int
    silent: list[str]
    suites_as: SuitesAs
    left_out: list[str]
    languages: list[PartSummary]
    collections: list[PartSummary]
    averages: list[MacroAverage]
    circuits: dict[str, float | None]
    circuit_scores: list[CircuitScore]
    groups: dict[str, list[GroupSummary]]
    suites: list[SuiteSummary]
    warnings: list[str]


class FailureSummary(TypedDict):
    """A model that failed."""

    model: str
    message: str
    sentences: list[str]


class RunSummary(TypedDict):
    """What `summarize` gives: the document ``summary.json``, described in docs/reference/results.md."""

    schema_version: int
    ties: str
    suites_as: SuitesAs
    bootstrap: Bootstrap
    models: list[ModelSummary]
    failures: list[FailureSummary]


def summarize(
    run: RunResult,
    *,
    ties: str | None = None,
    suites_as: SuitesAs | None = None,
    seed: int = BOOTSTRAP_SEED,
    phenomena: Mapping[str, str] | None = None,
) -> RunSummary:
    """Give the scores of a run.

    Parameters
    ----------
    run : RunResult
    ties : {"wrong", "half", "random:SEED"}, optional
        What an item counts whose comparison is a tie, see `syntaxgym_lite.stats.ties`; as the run was asked by default,
        and else ``"wrong"``.
    suites_as : {"all", "paper"}, optional
        Which suites means over suites count, see `syntaxgym_lite.stats.suite_sets`; as the run was asked by default,
        and else ``"all"``.
    phenomena : mapping of str to str, optional
        Names of phenomena that are one, of `syntaxgym_lite.phenomena.read_phenomena`, before those of the package.
    seed : int, optional
        Of the bootstrap, by which intervals of means over suites are made.

    Returns
    -------
    RunSummary
        A dictionary: what ``--format json`` prints and ``summary.json`` holds; see docs/reference/results.md. ``score``
        is the share of items for which all predictions of a suite hold; an undefined item does not pass and is counted
        in ``n_undefined``. A suite on which a model is silent (see `syntaxgym_lite.stats.silence`) has no score where
        ties are wrong, and no part in any mean. ``sg_score`` is the mean over suites, ``circuits`` the same within each
        circuit, ``averages`` are means over phenomena and languages (see `syntaxgym_lite.stats.averages`),
        ``item_score`` is the share over all items of all suites. There are none without a suite that has a score, and
        where suites score the same pairs by several methods (``meta.groups.method``), which are not averaged.
        ``chance`` is the share expected of a model whose values say nothing about the design (see
        `syntaxgym_lite.suite.chance`), and ``above_chance`` says whether the interval lies ``"above"`` or ``"below"``
        it, or holds it (``"no"``), or that a tie decides each item (``"tied"``; ``"silent"``). ``languages`` and
        ``collections`` average suites of one language, and those published with one paper. ``factors`` breaks a suite's
        score down by the factors of its items, but for those of more than five values with fewer than two items to a
        value on average, such as frequencies; ``groups`` averages suites that share a value of ``meta.groups``:
        ``macro`` over suites, ``micro`` over their items.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> scores = sgl.summarize(sgl.evaluate("npz"))["models"][0]
    >>> sorted(scores["circuits"])
    ['garden_path']
    >>> scores["suites"][0]["n_items"]
    28
    """
    how = _How(
        read_ties(run.settings.get("ties", "wrong") if ties is None else ties),
        read_suites_as(run.settings.get("suites_as", "all") if suites_as is None else suites_as),
        seed,
        one_spelling((suite.groups.get(_PHENOMENON, "") for model in run.models for suite in model.suites), phenomena),
    )
    return {
        "schema_version": SCHEMA_VERSION,
        "ties": str(how.ties),
        "suites_as": how.suites_as,
        "bootstrap": {"n": N_REPLICATES, "seed": seed},
        "models": [_model_summary(model, how, eos=bool(run.settings.get("eos"))) for model in run.models],
        "failures": [
            {"model": failure.model, "message": failure.message, "sentences": list(failure.sentences)}
            for failure in run.failures
        ],
    }


_PHENOMENON = "phenomenon"


@dataclass(frozen=True, slots=True)
class _How:
    """How scores are to be made of outcomes."""

    ties: Ties
    suites_as: SuitesAs
    seed: int
    phenomena: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Items:
    """What the items of a suite count, for its score and for each of its predictions, and which belong together."""

    credits: dict[int, float]
    by_prediction: tuple[dict[int, float], ...]
    clusters: dict[int, str]

    @classmethod
    def of(cls, suite: SuiteResult, how: _How) -> _Items:
        by_prediction = tuple(prediction_credits(suite, one.index, how.ties) for one in suite.predictions)
        return cls(
            by_prediction[0] if _is_single(suite) else item_credits(suite, how.ties),
            by_prediction,
            cluster_ids(suite) if suite.clusters else {},
        )


def _is_single(suite: SuiteResult) -> bool:
    """Whether a suite predicts one thing only, so that it passes where its prediction holds: as pairs do."""
    return [one.index for one in suite.predictions] == [0]


@dataclass(frozen=True, slots=True)
class _Made:
    """A suite, what is known of it, and what is still to be held against chance together with others."""

    result: SuiteResult
    summary: SuiteSummary
    items: _Items
    tests: Sequence[tuple[_ChanceTest, AgainstChance]]
    prediction_tests: Sequence[tuple[_ChanceTest, AgainstChance]]
    drawn: list[SuiteSample] = field(default_factory=list)

    def sample(self, how: _How) -> SuiteSample:
        """Give its score with samples of its items, drawn once."""
        if not self.drawn:
            clusters = self.items.clusters or None
            self.drawn.append(SuiteSample.of(self.result.suite, self.items.credits, clusters, seed=how.seed))
        return self.drawn[0]

    @property
    def has_score(self) -> bool:
        """Whether it predicts something, and the model is not silent about it."""
        return self.summary["score"] is not None

    @property
    def score(self) -> float:
        score = self.summary["score"]
        assert score is not None
        return score


def _model_summary(model: ModelResult, how: _How, *, eos: bool) -> ModelSummary:
    made = [_suite_summary(suite, how) for suite in model.suites]
    _decide([test for one in made for test in one.tests])
    _decide([test for one in made for test in one.prediction_tests])
    predicting = [one for one in made if one.result.predictions]
    counted = [one for one in predicting if is_counted(one.result, how.suites_as)]
    circuits: dict[str, list[_Made]] = {}
    for part in counted:
        if part.summary["circuit"] is not None:
            circuits.setdefault(part.summary["circuit"], []).append(part)
    groups = _group_summaries(counted, how)
    is_one_method = len(groups.get("method", ())) < 2
    together = counted if is_one_method else []
    return {
        "model": model.model,
        "spec": model.spec or model.model,
        "backend": model.backend,
        "dtype": precision_of(model.options),
        "options": dict(model.options),
        "fingerprint": model.fingerprint,
        "pseudo": model.pseudo,
        "eos": eos,
        "word_boundary": model.word_boundary,
        "sg_score": _mean_score(together),
        "sg_interval": _mean_interval(together, how),
        "item_score": _item_score(together),
        "item_interval": _mean_interval(together, how, by_item=True),
        "n_suites": len(_with_score(counted)),
        "silent": [one.result.suite for one in counted if not one.has_score],
        "suites_as": how.suites_as,
        "left_out": [one.result.suite for one in predicting if not is_counted(one.result, how.suites_as)],
        "languages": _part_summaries(counted, [part.result.language for part in counted]),
        "collections": _part_summaries(counted, [part.result.collection for part in counted]),
        "averages": macro_averages([_averaged(part, how) for part in _with_score(together)]),
        "circuits": {name: _mean_score(circuits[name]) for name in sorted(circuits)},
        "circuit_scores": [
            {
                "circuit": name,
                **_suite_counts(circuits[name]),
                "score": _mean_score(circuits[name]),
                **_mean_interval(circuits[name], how),
                "languages": _names(part.result.language for part in circuits[name]),
                "collections": _names(part.result.collection for part in circuits[name]),
            }
            for name in sorted(circuits)
        ],
        "groups": groups,
        "suites": [one.summary for one in made],
        "warnings": list(model.warnings),
    }


def _averaged(part: _Made, how: _How) -> Averaged:
    phenomenon = part.summary["groups"].get(_PHENOMENON, "")
    named = how.phenomena.get(phenomenon, phenomenon)
    return Averaged(part.score, named, part.result.language, part.result.collection)


class _SuiteCounts(TypedDict):
    n_suites: int
    n_silent: int


def _with_score(parts: Sequence[_Made]) -> list[_Made]:
    """Suites of which means are: those on which the model is not silent."""
    return [part for part in parts if part.has_score]


def _suite_counts(parts: Sequence[_Made]) -> _SuiteCounts:
    n_suites = len(_with_score(parts))
    return {"n_suites": n_suites, "n_silent": len(parts) - n_suites}


def _mean_score(parts: Sequence[_Made]) -> float | None:
    """Mean over suites; None without any score."""
    scores = [part.score for part in _with_score(parts)]
    return float(np.mean(scores)) if scores else None


def _names(names: Iterable[str]) -> list[str]:
    return sorted(set(names))


def _item_score(parts: Sequence[_Made]) -> float | None:
    """Share over all items of suites; None without any score."""
    credits = [credit for part in _with_score(parts) for credit in part.items.credits.values()]
    return sum(credits) / len(credits) if credits else None


def _mean_interval(parts: Sequence[_Made], how: _How, *, by_item: bool = False) -> Interval:
    """Interval of a mean over suites, or over all items of all suites; of one suite, that of its items."""
    parts = _with_score(parts)
    if len(parts) == 1:
        [part] = parts
        return {"ci_low": part.summary["ci_low"], "ci_high": part.summary["ci_high"]}
    low, high = suites_interval([part.sample(how) for part in parts], by_item=by_item, seed=how.seed)
    return {"ci_low": None if low != low else low, "ci_high": None if high != high else high}


def _part_summaries(parts: Sequence[_Made], names: Sequence[str]) -> list[PartSummary]:
    by_name: dict[str, list[_Made]] = {}
    for part, name in zip(parts, names, strict=True):
        by_name.setdefault(name, []).append(part)
    return [{"name": name, **_suite_counts(own), "sg_score": _mean_score(own)} for name, own in sorted(by_name.items())]


def _group_summaries(parts: Sequence[_Made], how: _How) -> dict[str, list[GroupSummary]]:
    """Averages over the suites that share a value of ``meta.groups``, by group, then value."""
    members: dict[str, dict[str, list[_Made]]] = {}
    for part in parts:
        for group, value in part.summary["groups"].items():
            name = how.phenomena.get(value, value) if group == _PHENOMENON else value
            members.setdefault(group, {}).setdefault(name, []).append(part)
    return {
        group: [_group_summary(value, values[value], how) for value in sorted(values)]
        for group, values in members.items()
    }


def _group_summary(value: str, parts: Sequence[_Made], how: _How) -> GroupSummary:
    scored = _with_score(parts)
    credits = [credit for part in scored for credit in part.items.credits.values()]
    clusters = None  # each item by itself, as a rule
    if any(part.result.clusters for part in scored):
        named = [cluster_ids(part.result).values() for part in scored]
        clusters = [(place, cluster) for place, own in enumerate(named) for cluster in own]
    macro = _mean_interval(parts, how)
    return {
        "value": value,
        **_suite_counts(parts),
        "languages": _names(part.result.language for part in parts),
        "collections": _names(part.result.collection for part in parts),
        "macro": _mean_score(parts),
        "macro_low": macro["ci_low"],
        "macro_high": macro["ci_high"],
        "micro": sum(credits) / len(credits) if credits else None,
        **(_share_of_items(credits, clusters) if credits else _NO_SHARE),
        "n_items": len(credits),
        "n_passed": sum(part.summary["n_passed"] for part in scored),
        "n_undefined": sum(part.summary["n_undefined"] for part in scored),
        "n_ties": sum(part.summary["n_ties"] for part in scored),
    }


def _suite_summary(suite: SuiteResult, how: _How) -> _Made:
    sentences = suite.count_sentences()
    by_item: dict[int, list[Outcome]] = {number: [] for number in sentences.item_numbers}
    for outcome in suite.outcomes:
        by_item[outcome.item_number].append(outcome)
    scored = bool(suite.predictions)
    items = _Items.of(suite, how)
    counts = _item_counts(by_item, items.credits)
    n_items = len(by_item)
    ties_wrong = how.ties.rule == "wrong"
    predictions = [_prediction_summary(suite, one.index, items, ties_wrong=ties_wrong) for one in suite.predictions]
    test = predictions[0][1] if _is_single(suite) else None
    silent = is_silent(suite) if test is None else test.said_of_ties == "silent"
    has_score = scored and not (silent and ties_wrong)
    if scored and test is None:
        truths = {number: {outcome.holds for outcome in outcomes} for number, outcomes in by_item.items()}
        undefined = {number for number, own in truths.items() if None in own and False not in own}
        every = range(len(suite.predictions))
        test = _ChanceTest.of(suite, every, items.credits, items.clusters, undefined, are_ties_wrong=ties_wrong)
        test.said_of_ties = "silent" if silent else "tied" if _is_tied(by_item) else ""
        test.is_open = not has_score
    summary: SuiteSummary = {
        "suite": suite.suite,
        "source": suite.source,
        "circuit": suite.circuit,
        "groups": dict(suite.groups),
        "n_items": n_items,
        "score": sum(items.credits.values()) / n_items if has_score else None,
        "silent": silent,
        **(_interval(items.credits, items.clusters) if has_score else _NO_SHARE),
        **(_against_chance(test)),
        **counts,
        "n_oov_items": sentences.n_oov_items,
        "n_tokens": sentences.n_tokens,
        "n_oov": sentences.n_oov,
        "predictions": [row for row, _ in predictions],
        "factors": _factor_summaries(suite, by_item, items, ties_wrong=ties_wrong) if scored else {},
        "factorial": factorial_summaries(suite),
        "human": human_summary(suite, silent=silent) if scored else None,
        "n_excluded": len(suite.excluded),
        "excluded": dict(Counter(excluded.reason for excluded in suite.excluded).most_common()),
        "warnings": list(suite.warnings),
    }
    tests = [] if test is None else [(test, summary)]
    return _Made(suite, summary, items, tests, [(one, row) for row, one in predictions])


def _item_counts(by_item: Mapping[int, Sequence[Outcome]], credits: Mapping[int, float]) -> _ItemCounts:
    """Items that pass for certain, neither pass nor fail, and have a tie."""
    truths = [[outcome.holds for outcome in outcomes] for outcomes in by_item.values()]
    return {
        "n_passed": sum(credits[number] == 1 for number in by_item),
        "n_undefined": sum(None in values and False not in values for values in truths),
        "n_ties": sum(any(outcome.tie for outcome in outcomes) for outcomes in by_item.values()),
    }


def _is_tied(by_item: Mapping[int, Sequence[Outcome]]) -> bool:
    """Whether no item passes, and each has a tie."""
    return not any(
        all(outcome.holds is True for outcome in outcomes) or not any(outcome.tie for outcome in outcomes)
        for outcomes in by_item.values()
    )


def _factor_summaries(
    suite: SuiteResult, by_item: Mapping[int, Sequence[Outcome]], items: _Items, *, ties_wrong: bool
) -> dict[str, list[FactorSummary]]:
    """The suite's score among the items of each value of each factor; items without the factor are in none.

    Of a factor that has a value of its own for nearly every item, as a frequency has, there would be a row an item: it
    is left out.
    """
    members: dict[str, dict[tuple[bool, Factor], list[int]]] = {}
    for number, factors in suite.factors.items():
        for name, value in factors.items():
            key = isinstance(value, bool), value  # True is 1 and hashes like it
            members.setdefault(name, {}).setdefault(key, []).append(number)
    return {
        name: [
            _factor_summary(suite, value, {number: by_item[number] for number in numbers}, items, ties_wrong=ties_wrong)
            for (_, value), numbers in _in_order(levels)
        ]
        for name, levels in members.items()
        if len(levels) <= _FEW_VALUES or sum(map(len, levels.values())) >= _ITEMS_A_VALUE * len(levels)
    }


_FEW_VALUES = 5
_ITEMS_A_VALUE = 2  # on average


def _in_order(levels: Mapping[tuple[bool, Factor], list[int]]) -> list[tuple[tuple[bool, Factor], list[int]]]:
    """Numbers by size, anything else as it comes in the suite."""
    if all(isinstance(value, (int, float)) for _, value in levels):
        return sorted(levels.items(), key=lambda level: (level[0][0], float(level[0][1])))
    return list(levels.items())


def _factor_summary(
    suite: SuiteResult,
    value: Factor,
    by_item: Mapping[int, Sequence[Outcome]],
    items: _Items,
    *,
    ties_wrong: bool,
) -> FactorSummary:
    own = {number: items.credits[number] for number in by_item}
    outcomes = [outcome for of_item in by_item.values() for outcome in of_item]
    silent = is_silent(suite, outcomes)
    has_score = not (silent and ties_wrong)
    predictions: list[_PredictionAccuracy] = []
    for index, credits in enumerate(items.by_prediction):
        some = {number: credits[number] for number in by_item}
        is_open = ties_wrong and is_silent(suite, [outcome for outcome in outcomes if outcome.prediction == index])
        interval = _NO_SHARE if is_open else _interval(some, items.clusters)
        predictions.append(
            {
                "index": index,
                "accuracy": None if is_open else sum(some.values()) / len(some),
                "ci_low": interval["ci_low"],
                "ci_high": interval["ci_high"],
            }
        )
    return {
        "value": value,
        "n_items": len(own),
        "score": sum(own.values()) / len(own) if has_score else None,
        "silent": silent,
        **(_interval(own, items.clusters) if has_score else _NO_SHARE),
        **_item_counts(by_item, own),
        "predictions": predictions,
    }


def _prediction_summary(
    suite: SuiteResult, index: int, items: _Items, *, ties_wrong: bool
) -> tuple[PredictionSummary, _ChanceTest]:
    prediction = suite.predictions[index]
    outcomes = [outcome for outcome in suite.outcomes if outcome.prediction == index]
    credits = items.by_prediction[index]
    undefined = {outcome.item_number for outcome in outcomes if outcome.holds is None}
    test = _ChanceTest.of(suite, [index], credits, items.clusters, undefined, are_ties_wrong=ties_wrong)
    is_tied = all(outcome.tie and outcome.holds is not True for outcome in outcomes)
    silent = is_silent(suite, outcomes)
    test.said_of_ties = "silent" if silent else "tied" if is_tied else ""
    test.is_open = silent and ties_wrong
    summary: PredictionSummary = {
        "index": index,
        "name": prediction.name,
        "formula": prediction.formula,
        "accuracy": None if test.is_open else sum(credits.values()) / len(credits),
        **(_NO_SHARE if test.is_open else _interval(credits, items.clusters)),
        **_against_chance(test),
        "n_true": sum(credit == 1 for credit in credits.values()),
        "n_undefined": sum(outcome.holds is None for outcome in outcomes),
        "n_ties": sum(outcome.tie for outcome in outcomes),
        "comparisons": comparison_summaries(suite, index),
    }
    return summary, test


def _chance(suite: SuiteResult, indices: Sequence[int]) -> ChanceLevel:
    formulas = [suite.formula(index) for index in indices]
    crossed = suite.crossed if len(indices) > 1 else indices[0] in suite.crossed_predictions
    level = chance_level(formulas, metric=suite.metric, regions=suite.region_names)
    return replace(level, is_upper_bound=True) if crossed else level


_NO_SHARE: ShareOfItems = {"ci_low": None, "ci_high": None, "ci_method": None, "n_clusters": None}


def _interval(credits: Mapping[int, float], clusters: Mapping[int, str]) -> ShareOfItems:
    """Interval of the share of items that pass."""
    return _share_of_items(list(credits.values()), [clusters[number] for number in credits] if clusters else None)


def _share_of_items(credits: Sequence[float], clusters: Sequence[Hashable] | None) -> ShareOfItems:
    found = share_interval(credits, clusters)
    return {
        "ci_low": None if found.low != found.low else found.low,
        "ci_high": None if found.high != found.high else found.high,
        "ci_method": found.method,
        "n_clusters": found.n_clusters,
    }


@dataclass(slots=True)
class _ChanceTest:
    """A share held against its chance level, to be decided together with others.

    `p` is the p value at the level; `p_least` at that end of the interval of a simulated level that is nearer to the
    share, so that nothing is claimed that rests on the simulation's chance. An undefined item has not passed, and has
    not failed either: where the share is below its level, undefined items are taken to pass, and ties that count as
    wrong to count as often as they would if they were resolved at random.

    `said_of_ties` is ``"silent"`` or ``"tied"`` where ties decide all; `is_open` says that there is no share at all.
    """

    chance: ChanceLevel
    share: float
    p: float | None
    p_least: float | None
    said_of_ties: str = ""
    is_open: bool = False

    @classmethod
    def of(
        cls,
        suite: SuiteResult,
        indices: Sequence[int],
        credits: Mapping[int, float],
        clusters: Mapping[int, str],
        undefined: Collection[int],
        *,
        are_ties_wrong: bool,
    ) -> _ChanceTest:
        chance = _chance(suite, indices)
        values, named = list(credits.values()), [clusters[number] for number in credits] if clusters else None
        share = sum(values) / len(values)
        if chance.value is None:
            return cls(chance, share, None, None)
        if share < chance.value:
            is_whole = len(indices) == len(suite.predictions)
            half = item_credits(suite, "half") if is_whole else prediction_credits(suite, indices[0], "half")
            values = [
                1.0 if number in undefined else max(credit, half[number] if are_ties_wrong else 0.0)
                for number, credit in credits.items()
            ]
            if sum(values) >= len(values) * chance.value:
                return cls(chance, share, 1.0, 1.0)
        p = chance_test(values, chance.value, named)
        if not chance.standard_error:
            return cls(chance, share, p, p)
        doubt = _STANDARD_ERRORS * chance.standard_error
        nearer = min(max(sum(values) / len(values), chance.value - doubt), chance.value + doubt)
        return cls(chance, share, p, chance_test(values, min(max(nearer, 0.0), 1.0), named))


_STANDARD_ERRORS = 2.0


def _decide(tests: Sequence[tuple[_ChanceTest, AgainstChance]]) -> None:
    """Say which shares are above or below chance, with Holm's correction for their number."""
    for test, row in tests:
        if test.is_open:
            row["p_chance"], row["above_chance"] = None, test.said_of_ties
    known = [(test, row) for test, row in tests if not test.is_open and test.p is not None and test.p == test.p]
    corrected = holm([test.p for test, _ in known if test.p is not None])
    least = holm([test.p_least for test, _ in known if test.p_least is not None])
    for (test, row), p, p_least in zip(known, corrected.tolist(), least.tolist(), strict=True):
        row["p_chance_holm"] = p
        is_found = p_least < LEVEL and test.chance.value is not None
        side = "above" if test.share > (test.chance.value or 0.0) else "below"
        row["above_chance"] = test.said_of_ties or (side if is_found else "no")


def _against_chance(test: _ChanceTest | None) -> AgainstChance:
    """Give what is known of a share before it is decided on."""
    return {
        "chance": None if test is None else test.chance.value,
        "chance_is_upper_bound": test is not None and test.chance.is_upper_bound,
        "chance_method": None if test is None else test.chance.method,
        "chance_se": None if test is None else test.chance.standard_error,
        "p_chance": None if test is None or test.p is None or test.p != test.p else test.p,
        "p_chance_holm": None,
        "above_chance": None,
    }
