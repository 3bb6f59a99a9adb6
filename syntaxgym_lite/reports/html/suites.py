"""What a report holds of a suite: everything its page shows, of all models, as one JSON object.

Texts stand once, however many models read them, and so does where each kind of model cuts them into tokens; values are
rounded to 0.01 bits. See `SuiteData.document` for what stands where; ``static/data.js`` reads it.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import FormulaError
from ...formula import Comparison, Formula, Quantity, parse, resolve, unit
from ...formula.evaluate import ROUNDING, could_be_tied
from ...formula.linear import Names, cells_named
from ...formula.wording import in_words
from ...papers import behind_suites
from ...results import ComparisonResult, ModelResult, Outcome, RunResult, SentenceResult, SuiteResult
from ...stats import ModelSummary, RunSummary, SuiteSummary
from ...stats.region_means import RegionMeans, region_means
from .references import reference_of
from .wording import findings

__all__ = ["SuiteData", "SuiteOnModel", "rounded", "suites_of"]

_ROUNDED = 2  # decimal places of a surprisal: 0.01 bits
_MARGINS = 3  # of the sides of comparisons, or more: a small margin must not look like a tie
_DIGITS = 4  # of a margin, and of sides that are as small


@dataclass(frozen=True, slots=True)
class SuiteOnModel:
    """A suite's result on one model.

    Parameters
    ----------
    place : int
        The model's place in the report.
    model : str
    result : SuiteResult
    summary : SuiteSummary
    """

    place: int
    model: str
    result: SuiteResult
    summary: SuiteSummary


@dataclass(frozen=True, slots=True)
class SuiteData:
    """A suite, and its results on all models that have it.

    Parameters
    ----------
    key : str
        Its name in addresses: the suite's own, unless two suites of one name differ.
    on_models : tuple of SuiteOnModel
        At least one; of one and the same suite.
    ties : str
        How ties were counted.
    """

    key: str
    on_models: tuple[SuiteOnModel, ...]
    ties: str = "wrong"

    @property
    def suite(self) -> SuiteResult:
        """The result on the first model, for what is so of the suite on all of them."""
        return self.on_models[0].result

    def document(self) -> dict[str, Any]:
        """Give what the suite's page shows.

        Returns
        -------
        dict
            Sentences are in the order of items, then conditions. ``texts`` holds variants of ``[text, ends]``, where
            ``ends`` are the start and end of each region in code points; ``cuts`` variants of tokens, of each sentence
            the blank before and the length of each token, and how many tokens each region has; every model names its
            ``text`` and its ``cut``, and has ``regions`` and ``tokens`` in bits, ``unknown`` places of unknown tokens
            by sentence, and ``outcomes`` by prediction and item: holds (1, 0, null), tie, then left, right and holds of
            each comparison.
        """
        suite = self.suite
        texts, cuts = _Variants(), _Variants()
        models = [_on_model(one, texts, cuts, self.ties) for one in self.on_models]
        reference = reference_of(suite)
        return {
            "key": self.key,
            "name": suite.suite,
            "circuit": suite.circuit,
            "language": suite.language,
            "collection": suite.collection,
            "groups": suite.groups,
            "source": suite.source,
            "sha256": suite.suite_sha256,
            "metric": suite.metric,
            "join": suite.join,
            "context": suite.context,
            "reference": reference,
            "papers": [str(paper) for paper in behind_suites([reference])],
            "conditions": list(suite.condition_names),
            "levels": suite.condition_factors,
            "regions": [[number, name] for number, name in suite.region_names.items()],
            "predictions": [_prediction(suite, index) for index in range(len(suite.predictions))],
            "items": [_item(suite, number) for number in suite.item_numbers],
            "excluded": [[one.where, one.reason] for one in suite.excluded],
            "rtl": any(_is_right_to_left(sentence.text) for sentence in suite.sentences[:1]),
            "texts": texts.found,
            "cuts": cuts.found,
            "models": models,
        }


def suites_of(run: RunResult, summary: RunSummary) -> list[SuiteData]:
    """Give the suites of a run, each with its results on all models, in the order in which they come first."""
    found: dict[tuple[str, str, tuple[str, ...]], list[SuiteOnModel]] = {}
    for place, (model, scores) in enumerate(zip(run.models, summary["models"], strict=True)):
        for suite, own in _paired(model, scores):
            alike = (suite.suite, suite.suite_sha256, suite.condition_names)
            found.setdefault(alike, []).append(SuiteOnModel(place, model.model, suite, own))
    names = [name for name, _, _ in found]
    keys = dict[str, None]()
    for name, sha, _ in found:
        key = name if names.count(name) == 1 else f"{name}~{sha[:8]}"
        while key in keys:
            key += "'"
        keys[key] = None
    return [SuiteData(key, tuple(results), summary["ties"]) for key, results in zip(keys, found.values(), strict=True)]


def _paired(model: ModelResult, scores: ModelSummary) -> Iterator[tuple[SuiteResult, SuiteSummary]]:
    yield from zip(model.suites, scores["suites"], strict=True)


class _Variants:
    """Things of which each is kept once, however often it comes."""

    def __init__(self) -> None:
        self.found: list[Any] = []

    def place(self, thing: Any) -> int:
        if thing not in self.found:
            self.found.append(thing)
        return self.found.index(thing)


def _prediction(suite: SuiteResult, index: int) -> dict[str, Any]:
    prediction = suite.predictions[index]
    return {
        "name": prediction.name,
        "formula": prediction.formula,
        "words": words_of(suite, index),
        "comparisons": [_comparison(suite, source) for source in prediction.comparisons],
    }


def words_of(suite: SuiteResult, index: int) -> str:
    """Say a prediction in words; as a formula where this version cannot read it."""
    try:
        return in_words(suite.formula(index), regions=suite.region_names)
    except FormulaError:
        return suite.predictions[index].formula


def _comparison(suite: SuiteResult, source: str) -> dict[str, Any]:
    """A comparison, in words, and the cells that its sides name: ``[place of condition, places of regions]``."""
    try:
        formula: Formula = resolve(parse(source), suite.condition_factors)
    except FormulaError:
        return {"formula": source, "words": source, "operator": "?", "left": [], "right": [], "unit": ""}
    root = formula.root
    sides: list[Quantity] = [root.left, root.right] if isinstance(root, Comparison) else []
    left, right = [_cells(suite, side) for side in sides] if sides else ([], [])
    return {
        "formula": source,
        "words": in_words(formula, regions=suite.region_names),
        "operator": root.operator if isinstance(root, Comparison) else "",
        "left": left,
        "right": right,
        "unit": unit(formula, metric=suite.metric),
    }


def _cells(suite: SuiteResult, side: Quantity) -> list[list[Any]]:
    order = list(suite.region_names)
    return [
        [suite.condition_names.index(condition), [order.index(number) for number in numbers if number in order]]
        for condition, numbers in cells_named(side, Names(suite.metric, suite.region_names)).items()
        if condition in suite.condition_names
    ]


def _item(suite: SuiteResult, number: int) -> dict[str, Any]:
    item: dict[str, Any] = {"number": number}
    if number in suite.labels:
        item["label"] = suite.labels[number]
    if number in suite.clusters:
        item["cluster"] = suite.clusters[number]
    if number in suite.factors:
        item["factors"] = suite.factors[number]
    if number in suite.cell_factors:
        item["cells"] = suite.cell_factors[number]
    return item


def _on_model(one: SuiteOnModel, texts: _Variants, cuts: _Variants, ties: str) -> dict[str, Any]:
    suite, summary = one.result, one.summary
    found: dict[str, Any] = {
        "model": one.place,
        "said": findings(suite, summary, ties=ties),
        "summary": _shown(summary),
        "outcomes": _outcomes(suite),
        "pseudo": suite.pseudo,
        "wordBoundary": suite.word_boundary,
        "warnings": list(suite.warnings),
    }
    if suite.sentences:
        sentences = _in_order(suite)
        found |= {
            "text": texts.place([_text(sentence) for sentence in sentences]),
            "cut": cuts.place([_cut(sentence) for sentence in sentences]),
            "regions": [[_bits(region.surprisal_bits) for region in one.regions] for one in sentences],
            "tokens": [[_bits(bits) for bits in one.token_bits] for one in sentences],
            "unknown": {
                place: [index for index, unknown in enumerate(sentence.token_oov) if unknown]
                for place, sentence in enumerate(sentences)
                if any(sentence.token_oov)
            },
            "means": _means(region_means(suite)),
        }
    return found


def _in_order(suite: SuiteResult) -> list[SentenceResult]:
    by_place = {(sentence.item_number, sentence.condition_name): sentence for sentence in suite.sentences}
    return [by_place[number, name] for number in suite.item_numbers for name in suite.condition_names]


def _text(sentence: SentenceResult) -> list[Any]:
    return [sentence.text, [place for region in sentence.regions for place in (region.start, region.end)]]


def _cut(sentence: SentenceResult) -> list[list[int]]:
    spans: list[int] = []
    end = 0
    for start, stop in sentence.token_spans:
        spans += start - end, stop - start  # the blank before may be negative: pieces of one character share its place
        end = stop
    return [spans, [region.n_tokens for region in sentence.regions]]


def _outcomes(suite: SuiteResult) -> list[list[Any]]:
    by_place = {(outcome.prediction, outcome.item_number): outcome for outcome in suite.outcomes}
    found = []
    for prediction in suite.predictions:
        claims = [_claim(suite, source) for source in prediction.comparisons]
        found.append([_outcome(by_place[prediction.index, number], claims) for number in suite.item_numbers])
    return found


def _claim(suite: SuiteResult, source: str) -> tuple[Comparison | None, bool]:
    """A comparison, None where this version cannot read it, and whether it is about probabilities."""
    try:
        formula = parse(source)
    except FormulaError:
        return None, False
    root = formula.root
    return (root if isinstance(root, Comparison) else None), unit(formula, metric=suite.metric) == "probability"


def _outcome(outcome: Outcome, claims: Sequence[tuple[Comparison | None, bool]]) -> list[Any]:
    sides = [
        _sides(one, node, is_probability=is_probability, is_tied=outcome.tie)
        for one, (node, is_probability) in zip(outcome.comparisons, claims, strict=True)
    ]
    return [_truth(outcome.holds), int(outcome.tie), *(part for own in sides for part in own)]


def _sides(
    comparison: ComparisonResult, node: Comparison | None, *, is_probability: bool, is_tied: bool
) -> tuple[Any, Any, Any]:
    """Both sides with as many places as show their margin; the same number where they are equal but for rounding."""
    left, right = comparison.left, comparison.right
    strict = is_tied and comparison.holds is False and node is not None and could_be_tied(node, left, right)
    if strict or _is_same(left, right):
        right = left
    shown = [None if left == right else comparison.margin, *((left, right) if is_probability else ())]
    places = max(map(_places, shown))
    return _bits(left, places), _bits(right, places), _truth(comparison.holds)


def _is_same(left: float | None, right: float | None) -> bool:
    """Whether two numbers are equal but for rounding."""
    if left is None or right is None or not (math.isfinite(left) and math.isfinite(right)):
        return left == right
    return abs(left - right) <= ROUNDING * (abs(left) + abs(right))


def _places(value: float | None) -> int:
    """How many decimal places show a number that is not 0."""
    if not value or not math.isfinite(value):
        return _MARGINS
    return max(_MARGINS, _DIGITS - 1 - math.floor(math.log10(abs(value))))


def _truth(holds: bool | None) -> int | None:
    return None if holds is None else int(holds)


def _bits(value: float | None, places: int = _ROUNDED) -> float | str | None:
    """Round; JSON knows no infinity."""
    if value is None or value != value:
        return None
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    rounded = round(value, places)
    return int(rounded) if rounded == int(rounded) else rounded


def _means(means: RegionMeans) -> dict[str, Any]:
    def rows(values: Any) -> list[list[Any]]:
        return [[_bits(value) for value in row] for row in values.tolist()]

    return {
        "mean": rows(means.mean),
        "low": rows(means.low),
        "high": rows(means.high),
        "n": means.n.tolist(),
        "incomplete": means.n_incomplete.tolist(),
        "words": list(means.example_words),
        "item": means.example_item,
        "critical": [bool(one) for one in means.critical],
        "interval": means.interval,
    }


_NOT_SHOWN = ("suite", "source", "circuit", "groups", "warnings")
"""What of a summary stands elsewhere."""


def _shown(summary: Mapping[str, Any]) -> dict[str, Any]:
    return {name: rounded(value) for name, value in summary.items() if name not in _NOT_SHOWN}


def rounded(value: Any) -> Any:
    """Give a document with its numbers rounded, as JSON can hold it: None for NaN."""
    if isinstance(value, float):
        return None if value != value else _bits(value, 5)
    if isinstance(value, Mapping):
        return {str(name): rounded(own) for name, own in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [rounded(own) for own in value]
    return value


def _is_right_to_left(text: str) -> bool:
    """Whether the first letter with a direction runs from right to left."""
    return next(
        (kind in ("R", "AL") for kind in map(unicodedata.bidirectional, text) if kind in ("L", "R", "AL")), False
    )
