"""Whether the parts of a document of results fit together: a file that was changed by hand, or damaged, is found."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..formula import Claim, Comparison, check, evaluate_formula, references, walk
from ..formula.evaluate import could_hold, truth_of
from .records import Outcome, SentenceResult, SuiteResult
from .values import region_values

if TYPE_CHECKING:
    from .run import RunResult

__all__ = ["inconsistencies"]

_SUM_TOLERANCE = 1e-6  # bits, or a share of them: what sums may differ by that are added up again when read


def inconsistencies(run: RunResult) -> Iterator[str]:
    """Find parts of a document that do not fit together, each with its path."""
    models: dict[str, int] = {}
    for i, model in enumerate(run.models):
        if (first := models.setdefault(model.model, i)) != i:
            yield f"models.{i}.model: is also the name of models.{first}"
        suites: dict[str, int] = {}
        for j, suite in enumerate(model.suites):
            at = f"models.{i}.suites.{j}"
            if (first := suites.setdefault(suite.suite, j)) != j:
                yield f"{at}.suite: is also the name of models.{i}.suites.{first}"
            yield from (f"{at}.{problem}" for problem in _unfitting_outcomes(suite))
            yield from (f"{at}.{problem}" for problem in _unfitting_sentences(suite))
            yield from (f"{at}.{problem}" for problem in _unfitting_factors(suite))
            yield from (f"{at}.{problem}" for problem in _unfitting_sides(suite))


def _unfitting_outcomes(suite: SuiteResult) -> Iterator[str]:
    items = set(suite.item_numbers)
    n_comparisons = [len(prediction.comparisons) for prediction in suite.predictions]
    for place, prediction in enumerate(suite.predictions):
        if prediction.index != place:
            yield f"predictions.{place}.index: is {prediction.index}"
    claims = [
        None if (one := suite.readable_formula(place)) is None else one.root for place in range(len(n_comparisons))
    ]
    for place, (prediction, claim) in enumerate(zip(suite.predictions, claims, strict=True)):
        if claim is not None and _comparisons_of(prediction.formula, claim) != prediction.comparisons:
            yield f"predictions.{place}.comparisons: are not those of its formula"
            claims[place] = None
    seen = set()
    for place, outcome in enumerate(suite.outcomes):
        at = f"outcomes.{place}"
        if outcome.item_number not in items:
            yield f"{at}.item_number: there is no item {outcome.item_number}"
        elif not 0 <= outcome.prediction < len(n_comparisons):
            yield f"{at}.prediction: there is no prediction {outcome.prediction}"
        elif len(outcome.comparisons) != n_comparisons[outcome.prediction]:
            yield (
                f"{at}.comparisons: {len(outcome.comparisons)}, but the prediction has "
                f"{n_comparisons[outcome.prediction]}"
            )
        else:
            yield from (f"{at}.{problem}" for problem in _untrue(outcome, claims[outcome.prediction]))
        seen.add((outcome.item_number, outcome.prediction))
    expected = len(items) * len(n_comparisons)
    if not len(seen) == len(suite.outcomes) == expected:
        yield f"outcomes: {len(items)} items and {len(n_comparisons)} predictions, but {len(suite.outcomes)} outcomes"


def _comparisons_of(source: str, claim: Claim) -> tuple[str, ...]:
    return tuple(source[node.span.start : node.span.end] for node in walk(claim) if isinstance(node, Comparison))


def _untrue(outcome: Outcome, claim: Claim | None) -> Iterator[str]:
    """Find where what holds contradicts the values."""
    if claim is None:
        return
    nodes = (node for node in walk(claim) if isinstance(node, Comparison))
    for place, (node, found) in enumerate(zip(nodes, outcome.comparisons, strict=True)):
        if not could_hold(node, found.left, found.right, found.holds):
            yield f"comparisons.{place}.holds: is {json.dumps(found.holds)} of {found.left} and {found.right}"
    if truth_of(claim, iter([found.holds for found in outcome.comparisons])) is not outcome.holds:
        yield f"holds: is {json.dumps(outcome.holds)}, which its comparisons contradict"


def _unfitting_sides(suite: SuiteResult) -> Iterator[str]:
    """Find where the sides of a comparison are not what its formula gives on the regions; of sums only.

    Called where all else fits together.
    """
    values = region_values(suite)
    if values is None:
        return  # it has other regions in each sentence, which no version of this package writes
    rows = {number: row for row, number in enumerate(dict.fromkeys(one.item_number for one in suite.sentences))}
    outcomes: dict[int, list[tuple[int, Outcome]]] = {}
    for place, outcome in enumerate(suite.outcomes):
        outcomes.setdefault(outcome.prediction, []).append((place, outcome))
    for prediction in suite.predictions:
        formula = suite.readable_formula(prediction.index)
        if formula is None or any((one.metric or suite.metric) != "sum" for one in references(formula)):
            continue
        if check(formula, conditions=suite.condition_names, regions=suite.region_names):
            yield f"predictions.{prediction.index}.formula: names what the suite does not have"
            continue
        found = evaluate_formula(formula, values, len(rows)).comparisons
        sides = [(comparison.left, comparison.right) for comparison in found]
        for place, outcome in outcomes.get(prediction.index, ()):
            row = rows[outcome.item_number]
            for number, (one, expected) in enumerate(zip(outcome.comparisons, sides, strict=True)):
                for name, given, side in zip(("left", "right"), (one.left, one.right), expected, strict=True):
                    bits = float(side[row])
                    if not _same(given, bits):
                        yield (
                            f"outcomes.{place}.comparisons.{number}.{name}: is {given}, but its regions give "
                            f"{None if bits != bits else bits}"
                        )


def _same(given: float | None, bits: float) -> bool:
    if given is None or bits != bits:
        return given is None and bits != bits
    return math.isclose(given, bits, rel_tol=_SUM_TOLERANCE, abs_tol=_SUM_TOLERANCE)


def _unfitting_sentences(suite: SuiteResult) -> Iterator[str]:
    if suite.counts is not None:
        for name in ("n_tokens", "n_oov", "n_oov_items"):
            if getattr(suite.counts, name) < 0:
                yield f"counts.{name}: is negative"
    conditions = set(suite.condition_names)
    seen = set()
    for place, sentence in enumerate(suite.sentences):
        at = f"sentences.{place}"
        if sentence.condition_name not in conditions:
            yield f"{at}.condition_name: there is no condition '{sentence.condition_name}'"
        seen.add((sentence.item_number, sentence.condition_name))
        yield from (f"{at}.{problem}" for problem in _unfitting_regions(suite, sentence))
        yield from (f"{at}.{problem}" for problem in _unfitting_tokens(sentence))
    expected = len({number for number, _ in seen}) * len(conditions)
    if suite.sentences and not len(seen) == len(suite.sentences) == expected:
        yield f"sentences: {len(suite.sentences)}, where {expected} are expected, one of each item and condition"


def _unfitting_factors(suite: SuiteResult) -> Iterator[str]:
    """Find levels, factors and labels of what the suite does not have."""
    conditions, items = set(suite.condition_names), set(suite.item_numbers)
    if suite.condition_factors and suite.condition_factors.keys() != conditions:
        yield "condition_factors: are not of the suite's conditions"
    for name, numbers in (
        ("cell_factors", suite.cell_factors),
        ("labels", suite.labels),
        ("clusters", suite.clusters),
    ):
        yield from (f"{name}.{number}: there is no item {number}" for number in numbers if number not in items)
    for number, cells in suite.cell_factors.items():
        for name in cells.keys() - conditions:
            yield f"cell_factors.{number}.{name}: there is no condition '{name}'"
    for key, by_condition in suite.cells.items():
        if by_condition.keys() != conditions:
            yield f"cells.{key}: are not of the suite's conditions"
        for name, values in by_condition.items():
            if len(values) != len(items):
                yield f"cells.{key}.{name}: {len(values)} for {len(items)} items"


def _unfitting_regions(suite: SuiteResult, sentence: SentenceResult) -> Iterator[str]:
    length = len(sentence.text)
    for place, region in enumerate(sentence.regions):
        if region.region_number not in suite.region_names:
            yield f"regions.{place}.region_number: there is no region {region.region_number}"
        if not 0 <= region.start <= region.end <= length:
            yield f"regions.{place}: {region.start} to {region.end} is no place in {length} characters"
        elif region.content != sentence.text[region.start : region.end]:
            yield f"regions.{place}.content: is not what stands in the text from {region.start} to {region.end}"
        if region.n_tokens < 0:
            yield f"regions.{place}.n_tokens: is negative"


def _unfitting_tokens(sentence: SentenceResult) -> Iterator[str]:
    n_tokens, length = len(sentence.tokens), len(sentence.text)
    columns = {
        "token_spans": sentence.token_spans,
        "token_regions": sentence.token_regions,
        "token_bits": sentence.token_bits,
        "token_oov": sentence.token_oov,
        "token_ranks": sentence.token_ranks,
    }
    for name, values in columns.items():
        if values is not None and len(values) != n_tokens:
            yield f"{name}: {len(values)} for {n_tokens} tokens"
    if not set(sentence.token_regions) <= {region.region_number for region in sentence.regions}:
        yield "token_regions: names a region that the sentence does not have"
    for place, (start, end) in enumerate(sentence.token_spans):
        if not 0 <= start <= end <= length:
            yield f"token_spans.{place}: {start} to {end} is no place in {length} characters"
    if len(sentence.token_regions) == len(sentence.token_bits) == n_tokens:
        yield from _unfitting_sums(sentence)


def _unfitting_sums(sentence: SentenceResult) -> Iterator[str]:
    """Find regions whose value or number of tokens their tokens contradict."""
    bits: dict[int, list[float | None]] = {region.region_number: [] for region in sentence.regions}
    for number, value in zip(sentence.token_regions, sentence.token_bits, strict=True):
        bits.setdefault(number, []).append(value)
    for place, region in enumerate(sentence.regions):
        own = bits[region.region_number]
        known = [value for value in own if value is not None]
        if region.n_tokens != len(own):
            yield f"regions.{place}.n_tokens: is {region.n_tokens}, but {len(own)} tokens belong to the region"
        elif len(known) < len(own):
            if region.surprisal_bits is not None:
                yield f"regions.{place}.surprisal_bits: is {region.surprisal_bits}, but a token has no value"
        elif own or region.surprisal_bits is not None:  # a region inside another's token has none
            total = sum(known)
            if not _same(region.surprisal_bits, total):
                yield f"regions.{place}.surprisal_bits: is {region.surprisal_bits}, but its tokens add up to {total}"
