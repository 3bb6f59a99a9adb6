"""Models side by side: on the same items, over suites and circuits, and against their perplexity and training."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ..errors import InputError, cited, counted, did_you_mean, listed
from ..judgments import human_summary
from ..merging import merge
from ..model_names import precision_of
from ..results import ModelResult, RunResult, SuiteResult
from ..surprisal import FloatArray, IntArray
from .chance_tests import holm
from .clusters import clustered_by
from .compared import (
    EffectDifference,
    GroupDifference,
    ModelComparison,
    ModelPair,
    SuiteDifference,
    SuiteNotCompared,
)
from .correlation import ModelCorrelation, PerplexityCorrelation, model_correlations, score_against_perplexity
from .effects import ComparisonEffect, comparison_effects
from .means import mean_interval
from .model_table import ModelTable, read_model_table, read_perplexities
from .paired import difference_interval, difference_test, mean_of_intervals, paired_bootstrap, sign_flip_test
from .silence import is_silent
from .suite_sets import SuitesAs, is_counted, read_suites_as
from .ties import credits
from .training_effects import training_effects
from .two_level import two_level_interval

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["compare"]

PEOPLE = "people"
"""What stands for people among the models of correlations."""
INTERVALS = ("score", "bootstrap")
_N_REPLICATES = 5000
_LEAST_FOR_CORRELATIONS = 3  # suites


def compare(
    results: RunResult | str | Path | Sequence[RunResult | str | Path] | Mapping[str, RunResult | str | Path],
    *,
    baseline: str | None = None,
    all_pairs: bool = False,
    models: Collection[str] = (),
    suites: Collection[str] = (),
    circuits: Collection[str] = (),
    languages: Collection[str] = (),
    ties: str = "wrong",
    suites_as: SuitesAs = "all",
    cluster: str | None = None,
    interval: str = "score",
    seed: int = 0,
    perplexity: str | Path | pd.DataFrame | Mapping[str, float] | None = None,
    models_table: str | Path | pd.DataFrame | ModelTable | None = None,
) -> ModelComparison:
    """Compare models on the same items.

    Parameters
    ----------
    results : RunResult, str or Path, or sequence or mapping of them
        One run of several models, or several runs, as `syntaxgym_lite.merge` takes them: results, or their folders.
    baseline : str, optional
        The model that others are held against; by default the first.
    all_pairs : bool, optional
        Compare each two models.
    models, suites, circuits, languages : collection of str, optional
        Only these; see `RunResult.select`. The baseline is always there.
    ties : str, optional
        What an item counts that a tie decides; see `syntaxgym_lite.stats.ties`.
    suites_as : {"all", "paper"}, optional
        Which suites are averaged; see `syntaxgym_lite.stats.suite_sets`.
    cluster : str, optional
        A factor of the items: those that share its value are no independent observations.
    interval : {"score", "bootstrap"}, optional
        Of the difference on one suite: Tango's score interval, or that of the paired bootstrap, which covers too little
        where a model passes nearly all items, or nearly none.
    seed : int, optional
        Of the bootstraps, and of tests by flipped signs where these are too many to be counted.
    perplexity : file, data frame, or mapping of str to float, optional
        Perplexity of each model; see `syntaxgym_lite.stats.model_table.read_perplexities`.
    models_table : file or data frame, optional
        Class, training words and instance of each model; see `syntaxgym_lite.stats.model_table.read_model_table`.

    Returns
    -------
    ModelComparison

    Raises
    ------
    InputError
        If there are not two models, or two have no suite in common, or results do not belong together.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> comparison = sgl.compare(sgl.evaluate("npz", models=["ngram", "random:1"]))
    >>> [pair] = comparison.pairs
    >>> pair.model, pair.baseline, pair.suites[0].n_items, pair.suites[0].test
    ('random:1', 'ngram', 28, 'mcnemar')
    """
    if interval not in INTERVALS:
        raise InputError(f"`interval={interval}`: unknown; known are {', '.join(INTERVALS)}.")
    suites_as = read_suites_as(suites_as)
    if isinstance(results, (str, Path, RunResult)):
        results = [results]
    run = merge(results)
    names = [model.model for model in run.models]
    if len(names) < 2:
        held = f"hold one model, {cited(names[0])}" if names else "hold no model"
        raise InputError(
            f"The results {held}, and a comparison takes two. Name the results of another one as well, or keep two "
            "runs of the same model apart by names: NAME=RESULTS."
        )
    base = _named(baseline, names) if baseline is not None else None
    chosen = run.select(models=models).models if models else run.models
    wanted = [model.model for model in run.models if model in chosen or model.model == base]
    if len(wanted) < 2:
        raise InputError(f"Only {cited(wanted[0])} was chosen, and a comparison takes two. There are: {listed(names)}.")
    run = run.select(models=[_literal(name) for name in wanted], suites=suites, circuits=circuits, languages=languages)
    if cluster is not None:
        run = clustered_by(run, cluster)
    base = base or run.models[0].model
    counted_items = _Credits(ties)
    how = _How(counted_items, suites_as, interval, seed)
    first = next(model for model in run.models if model.model == base)
    sides = (
        [(later, earlier) for earlier, later in combinations(run.models, 2)]
        if all_pairs
        else [(model, first) for model in run.models if model is not first]
    )
    pairs = _corrected([_pair(model, other, how) for model, other in sides])
    shared = _shared_by_all(run.models, suites_as, counted_items)
    sg_scores = {model.model: counted_items.mean(model, shared) for model in run.models} if shared else {}
    of_models = [model.model for model in run.models]
    table = None if models_table is None else read_model_table(models_table, of_models)
    perplexities, notes = _perplexities(perplexity, table, of_models)
    notes += [] if table is None else list(table.notes)
    against = _against_perplexity(sg_scores, perplexities, table, notes, asked=perplexity is not None)
    training = None
    if table is not None and (perplexity is None or {"words", "model_class"} <= set(table.known)):
        scores = {model.model: counted_items.scores(model, shared) for model in run.models}
        training = training_effects(scores, table)
    return ModelComparison(
        models=tuple(of_models),
        pairs=tuple(pairs),
        correlations=tuple(_correlations(run.models, counted_items, suites_as)),
        n_shared_suites=len(shared),
        sg_scores=sg_scores,
        perplexity=tuple(against),
        perplexities=perplexities,
        training=training,
        notes=tuple(notes),
        ties=ties,
        suites_as=suites_as,
        interval=interval,
        seed=seed,
        n_replicates=_N_REPLICATES,
    )


def _named(name: str, names: Sequence[str]) -> str:
    """Find the model that is meant."""
    same = [one for one in names if one.casefold() == name.casefold()]
    if len(same) != 1:
        raise InputError(
            f"`baseline={name}`: there is no such model; there are {listed(names)}.{did_you_mean(name, names)}"
        )
    return same[0]


def _literal(name: str) -> str:
    """Write a name as a pattern that fits nothing else."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


class _Credits:
    """What items count, and whether there is a score, worked out once for each suite of each model."""

    def __init__(self, ties: str) -> None:
        self._ties = ties
        self._known: dict[int, dict[int, float]] = {}
        self._silent: dict[int, bool] = {}
        self._kept: list[SuiteResult] = []  # so that no other gets the same place in memory

    def of(self, suite: SuiteResult) -> dict[int, float]:
        if id(suite) not in self._known:
            self._known[id(suite)] = credits(suite, self._ties)
            self._kept.append(suite)
        return self._known[id(suite)]

    def score(self, suite: SuiteResult) -> float:
        return float(np.mean(list(self.of(suite).values())))

    def has_none(self, suite: SuiteResult) -> bool:
        """Whether a suite has no score, since the model is silent on it."""
        if self._ties != "wrong":
            return False
        if id(suite) not in self._silent:
            self._silent[id(suite)] = is_silent(suite)
            self._kept.append(suite)
        return self._silent[id(suite)]

    def scores(self, model: ModelResult, names: Collection[str]) -> dict[str, float]:
        return {suite.suite: self.score(suite) for suite in model.suites if suite.suite in names}

    def mean(self, model: ModelResult, names: Collection[str]) -> float:
        return float(np.mean(list(self.scores(model, names).values())))


@dataclass(frozen=True, slots=True)
class _How:
    credits: _Credits
    suites_as: SuitesAs
    interval: str
    seed: int


# ---------------------------------------------------------------- two models


@dataclass(frozen=True, slots=True)
class _Shared:
    """A suite that two models have, and what each of its items counts under the one minus under the other."""

    suite: SuiteResult
    numbers: tuple[int, ...]
    credits: tuple[FloatArray, FloatArray]
    clusters: tuple[str, ...] | None

    @property
    def differences(self) -> FloatArray:
        found: FloatArray = self.credits[0] - self.credits[1]
        return found


def _pair(model: ModelResult, baseline: ModelResult, how: _How) -> ModelPair:
    others = {suite.suite: suite for suite in baseline.suites}
    shared, differences, left_out = [], [], []
    for suite in model.suites:
        other = others.pop(suite.suite, None)
        reason = _why_not(suite, other, model, baseline, how.credits)
        if reason or other is None:
            left_out.append(SuiteNotCompared(suite.suite, reason))
            continue
        one = _shared(suite, other, how.credits)
        shared.append(one)
        differences.append(_suite_difference(one, other, how))
    left_out += [SuiteNotCompared(name, f"{model.model} does not have it") for name in others]
    if not shared:
        reasons = listed([f"{one.suite} ({one.reason})" for one in left_out], 5)
        raise InputError(
            f"{model.model} and {baseline.model} have no suite in common that could be compared: {reasons}. Evaluate "
            "both on the same suites."
        )
    averaged = [one for one in shared if is_counted(one.suite, how.suites_as)]
    methods = {one.suite.groups.get("method", "") for one in averaged}
    cautions = _cautions(model, baseline, [(one.suite, _of(baseline, one.suite.suite)) for one in shared])
    circuits: dict[str, list[_Shared]] = {}
    languages: dict[str, list[_Shared]] = {}
    overall = None
    if len(methods) < 2:
        for one in averaged:
            languages.setdefault(one.suite.language, []).append(one)
            if one.suite.circuit is not None:
                circuits.setdefault(one.suite.circuit, []).append(one)
        overall = _group_difference("all", "", averaged, how) if len(averaged) > 1 else None
    else:
        cautions.append("No mean over suites: methods of scoring are not averaged with one another.")
    if (n_languages := len(languages)) > 1:
        cautions.append(f"Means over all suites are over {n_languages} languages, which no paper averages.")
    return ModelPair(
        model=model.model,
        baseline=baseline.model,
        overall=overall,
        circuits=tuple(_group_difference("circuit", name, circuits[name], how) for name in sorted(circuits)),
        languages=tuple(_group_difference("language", name, languages[name], how) for name in sorted(languages))
        if len(languages) > 1
        else (),
        suites=tuple(differences),
        not_compared=tuple(left_out),
        cautions=tuple(cautions),
    )


def _of(model: ModelResult, name: str) -> SuiteResult:
    return next(suite for suite in model.suites if suite.suite == name)


def _why_not(
    suite: SuiteResult, other: SuiteResult | None, model: ModelResult, baseline: ModelResult, counted_items: _Credits
) -> str:
    if other is None:
        return f"{baseline.model} does not have it"
    if suite.suite_sha256 != other.suite_sha256 or suite.metric != other.metric:
        return f"another file under this name was given to {baseline.model}"
    if not suite.predictions:
        return "it predicts nothing"
    silent = [own.model for own, of_suite in ((model, suite), (baseline, other)) if counted_items.has_none(of_suite)]
    if silent:
        return f"{' and '.join(silent)} {'is' if len(silent) == 1 else 'are'} silent on it: no differing word is known"
    return ""


def _shared(suite: SuiteResult, other: SuiteResult, counted_items: _Credits) -> _Shared:
    mine, theirs = counted_items.of(suite), counted_items.of(other)
    numbers = tuple(number for number in mine if number in theirs)
    clusters = None
    if own := {**other.clusters, **suite.clusters}:  # an item of none is one by itself
        clusters = tuple(own.get(number, f"\0{number}") for number in numbers)
    values = tuple(np.array([own[number] for number in numbers], np.float64) for own in (mine, theirs))
    return _Shared(suite, numbers, (values[0], values[1]), clusters)


def _suite_difference(one: _Shared, other: SuiteResult, how: _How) -> SuiteDifference:
    values = one.differences
    found = (
        difference_interval(values, one.clusters)
        if how.interval == "score"
        else paired_bootstrap(values, one.clusters, n_replicates=_N_REPLICATES, seed=how.seed)
    )
    p, test = difference_test(values, one.clusters, seed=how.seed)
    more = tuple(number for number, value in zip(one.numbers, values, strict=True) if value > 0)
    fewer = tuple(number for number, value in zip(one.numbers, values, strict=True) if value < 0)
    return SuiteDifference(
        suite=one.suite.suite,
        circuit=one.suite.circuit,
        language=one.suite.language,
        suite_sha256=one.suite.suite_sha256,
        n_items=len(one.numbers),
        score=float(one.credits[0].mean()),
        baseline_score=float(one.credits[1].mean()),
        difference=float(values.mean()),
        ci_low=_known(found.low),
        ci_high=_known(found.high),
        ci_method=found.method,
        n_clusters=found.n_clusters,
        n_only_model=len(more),
        n_only_baseline=len(fewer),
        items_only_model=more,
        items_only_baseline=fewer,
        n_undefined=_n_undefined(one.suite),
        baseline_n_undefined=_n_undefined(other),
        test=test,
        p=p,
        p_holm=p,  # until all suites are there
        effects=tuple(_effect_differences(one.suite, other)),
    )


def _n_undefined(suite: SuiteResult) -> int:
    """Items that neither pass nor fail."""
    truths: dict[int, set[bool | None]] = {}
    for outcome in suite.outcomes:
        truths.setdefault(outcome.item_number, set()).add(outcome.holds)
    return sum(None in own and False not in own for own in truths.values())


def _effect_differences(suite: SuiteResult, other: SuiteResult) -> Iterator[EffectDifference]:
    for mine, theirs in zip(comparison_effects(suite), comparison_effects(other), strict=True):
        yield _effect_difference(suite, mine, theirs)


def _effect_difference(suite: SuiteResult, mine: ComparisonEffect, theirs: ComparisonEffect) -> EffectDifference:
    values = [dict(zip(own.item_numbers, own.margins.tolist(), strict=True)) for own in (mine, theirs)]
    numbers = [
        number
        for number in values[0]
        if number in values[1] and math.isfinite(values[0][number]) and math.isfinite(values[1][number])
    ]
    first, second = (np.array([own[number] for number in numbers], np.float64) for own in values)
    clusters = [suite.clusters.get(number, number) for number in numbers] if suite.clusters else None
    estimate = mean_interval(first - second, clusters)
    return EffectDifference(
        prediction=mine.prediction,
        place=mine.place,
        name=suite.predictions[mine.prediction].name,
        comparison=mine.comparison,
        direction=mine.direction,
        unit=mine.unit,
        n=len(numbers),
        effect=float(first.mean()) if numbers else None,
        baseline_effect=float(second.mean()) if numbers else None,
        difference=_known(estimate.mean),
        ci_low=_known(estimate.low),
        ci_high=_known(estimate.high),
        p=_p_of_t(estimate.mean, estimate.standard_error, estimate.df),
    )


def _p_of_t(mean: float, error: float, df: float) -> float | None:
    from scipy.special import stdtr

    if error != error or mean != mean:
        return None
    if error == 0:
        return None if mean else 1.0
    return 2 * float(stdtr(df, -abs(mean / error)))


def _known(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _group_difference(
    kind: Literal["all", "circuit", "language"], name: str, suites: Sequence[_Shared], how: _How
) -> GroupDifference:
    per_suite = [(one.differences, _numbers(one.clusters)) for one in suites]
    intervals = [difference_interval(one.differences, one.clusters) for one in suites]
    means = [float(values.mean()) for values, _ in per_suite]
    items_low, items_high = mean_of_intervals(
        [(mean, one.low, one.high) for mean, one in zip(means, intervals, strict=True)]
    )
    low = high = math.nan
    if len(suites) > 1:
        low, high = two_level_interval(per_suite, n_replicates=_N_REPLICATES, seed=how.seed)
        low, high = np.clip([np.fmin(low, items_low), np.fmax(high, items_high)], -1.0, 1.0).tolist()
    every = np.concatenate([values for values, _ in per_suite])
    clusters = None
    if any(one.clusters is not None for one in suites):
        clusters = [(one.suite.suite, cluster) for one in suites for cluster in (one.clusters or one.numbers)]
    p, test = difference_test(every, clusters, seed=how.seed)
    return GroupDifference(
        kind=kind,
        name=name,
        n_suites=len(suites),
        n_items=len(every),
        score=float(np.mean([one.credits[0].mean() for one in suites])),
        baseline_score=float(np.mean([one.credits[1].mean() for one in suites])),
        difference=float(np.mean(means)),
        ci_low=_known(low),
        ci_high=_known(high),
        items_ci_low=_known(items_low),
        items_ci_high=_known(items_high),
        item_difference=float(every.mean()),
        n_only_model=int((every > 0).sum()),
        n_only_baseline=int((every < 0).sum()),
        test=test,
        p=p,
        p_holm=p,  # until all of a kind are there
        p_suites=sign_flip_test(means, seed=how.seed) if len(means) > 1 else None,
    )


def _numbers(clusters: Sequence[str] | None) -> IntArray | None:
    if clusters is None:
        return None
    places: dict[str, int] = {}
    return np.array([places.setdefault(cluster, len(places)) for cluster in clusters], np.int32)


def _corrected(pairs: Sequence[ModelPair]) -> list[ModelPair]:
    """Correct p values by Holm's method: of the suites, circuits and languages of each pair, and over all of pairs."""
    overall = iter(holm([pair.overall.p for pair in pairs if pair.overall is not None]).tolist())
    found = []
    for pair in pairs:
        parts: dict[str, Any] = {}
        for name in ("suites", "circuits", "languages"):
            rows = getattr(pair, name)
            corrected = holm([row.p for row in rows]).tolist()
            parts[name] = tuple(replace(row, p_holm=p) for row, p in zip(rows, corrected, strict=True))
        if pair.overall is not None:
            parts["overall"] = replace(pair.overall, p_holm=next(overall))
        found.append(replace(pair, **parts))
    return found


def _cautions(
    model: ModelResult, baseline: ModelResult, suites: Sequence[tuple[SuiteResult, SuiteResult]]
) -> list[str]:
    """Say what makes the values of two models values of different kinds."""
    said = []
    pseudo = [any(pair[side].pseudo for pair in suites) for side in (0, 1)]
    if pseudo[0] != pseudo[1]:
        masked, causal = (model, baseline) if pseudo[0] else (baseline, model)
        said.append(
            f"{masked.model} gives pseudo-surprisals and {causal.model} surprisals: these are two measures, and bits "
            "of the one are not bits of the other."
        )
    boundaries = [{pair[side].word_boundary for pair in suites} for side in (0, 1)]
    if boundaries[0] != boundaries[1]:
        words = [" and ".join(sorted(own)) for own in boundaries]
        said.append(
            f"Word boundaries are {words[0]} of {model.model} and {words[1]} of {baseline.model}: what the end of a "
            "word counts for differs, beside the model."
        )
    for name in ("join", "context"):
        others = [one.suite for one, other in suites if getattr(one, name) != getattr(other, name)]
        if others:
            said.append(f"Other texts were scored, by another {name}, of {listed(others, 5)}.")
    sides = (model, baseline)
    dtypes = [precision_of(one.options) or "float32" for one in sides]
    if dtypes[0] != dtypes[1]:
        said.append(f"{model.model} ran in {dtypes[0]}, {baseline.model} in {dtypes[1]}: precision alone moves scores.")
    if model.fingerprint is not None and model.fingerprint == baseline.fingerprint:
        said.append("Both are the same model with the same settings, by their fingerprint.")
    return said


# ---------------------------------------------------------------- all models


def _shared_by_all(models: Sequence[ModelResult], suites_as: SuitesAs, counted_items: _Credits) -> list[str]:
    """Names of the suites that all models have a score on, the same file of each, and that means count."""
    kinds = [
        {
            (suite.suite, suite.suite_sha256, suite.groups.get("method", ""))
            for suite in model.suites
            if suite.predictions and is_counted(suite, suites_as) and not counted_items.has_none(suite)
        }
        for model in models
    ]
    both = set.intersection(*kinds)
    return sorted(name for name, _, _ in both) if len({method for _, _, method in both}) < 2 else []


def _correlations(
    models: Sequence[ModelResult], counted_items: _Credits, suites_as: SuitesAs
) -> Iterator[ModelCorrelation]:
    scores: dict[str, dict[str, float]] = {}
    people: dict[str, float] = {}
    for model in models:
        own = scores[model.model] = {}
        for suite in model.suites:
            if suite.predictions and is_counted(suite, suites_as) and not counted_items.has_none(suite):
                key = f"{suite.suite}\0{suite.suite_sha256}"
                own[key] = counted_items.score(suite)
                if key not in people and (human := human_summary(suite)) is not None:
                    people[key] = human["people"]
    if len(people) >= _LEAST_FOR_CORRELATIONS and PEOPLE not in scores:
        scores[PEOPLE] = people
    for one in model_correlations(scores):
        if one.pearson.n >= _LEAST_FOR_CORRELATIONS:
            yield one


def _perplexities(
    given: str | Path | pd.DataFrame | Mapping[str, float] | None, table: ModelTable | None, models: Sequence[str]
) -> tuple[dict[str, float], list[str]]:
    if given is None:
        if table is None or "perplexity" not in table.known:
            return {}, []
        return {row.model: row.perplexity for row in table.rows if row.perplexity is not None}, []
    if isinstance(given, Mapping):
        unknown = [model for model in given if model not in models]
        if unknown:
            hint = did_you_mean(unknown[0], models)
            raise InputError(f"`perplexity`: there is no model {cited(unknown[0])} among the results.{hint}")
        if bad := [model for model, value in given.items() if not 0 < value < math.inf]:
            raise InputError(f"`perplexity`: {given[bad[0]]} of {cited(bad[0])} is no perplexity, a number above 0.")
        return {model: float(given[model]) for model in models if model in given}, []
    found, notes = read_perplexities(given, models)
    return found, list(notes)


def _against_perplexity(
    sg_scores: Mapping[str, float],
    perplexities: Mapping[str, float],
    table: ModelTable | None,
    notes: Sequence[str],
    *,
    asked: bool,
) -> list[PerplexityCorrelation]:
    if not perplexities:
        return []
    if asked and not sg_scores:
        raise InputError("No suite is shared by all models, so that no scores could be held against their perplexity.")
    groups = {row.model: row.model_class for row in table.rows} if table is not None else None
    found = score_against_perplexity(sg_scores, perplexities, groups)
    if asked and found[0].pearson.n < _LEAST_FOR_CORRELATIONS:
        raise InputError(
            f"A correlation with perplexity takes 3 models or more; with a perplexity there are "
            f"{counted(found[0].pearson.n, 'model')}: {listed(found[0].models)}. {' '.join(notes)}".rstrip()
        )
    return found
