"""What happened to a suite under a model: from arrays of surprisals to a record that can be saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, repeat
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .align import align
from .authoring.prediction_checks import contradictions
from .errors import InputError, counted
from .formula import Evaluation, references
from .plan import Plan
from .predict import RegionValues, named_cells, predict
from .remarks import Remarks
from .results import (
    ComparisonResult,
    Outcome,
    PredictionResult,
    RegionResult,
    SentenceCounts,
    SentenceResult,
    SuiteResult,
    items_alike,
)
from .slots import made_at_once
from .suite import Sentence, SentenceColumns, Suite
from .suite.chance import crosses_word_forms
from .suite.json import suite_sha256
from .surprisal import BoolArray, FloatArray, RegionSurprisals, TokenSurprisals
from .token_columns import TokenColumns

__all__ = ["sentence_warnings", "suite_result"]


def suite_result(
    plan: Plan,
    sentences: SentenceColumns,
    scored: TokenColumns,
    model: str,
    *,
    pseudo: bool = False,
    whole: bool = True,
) -> SuiteResult:
    """Align what a model said, hold the predictions against it, and record both.

    Parameters
    ----------
    plan : Plan
    sentences : SentenceColumns
        Those of the plan's suite.
    scored : TokenColumns
        What the model said of each.
    model : str
        The model's name, for messages.
    pseudo : bool, optional
        Whether it gives pseudo-surprisals.
    whole : bool, optional
        Whether the record has its sentences, or only counts of them.

    Raises
    ------
    InputError
        If there are unknown words and the plan's settings say that there may be none.
    """
    suite, settings = plan.suite, plan.settings
    known = _known_tokens(scored)
    scored = _alike(sentences, scored, known)
    regions = align(sentences, scored, plan.metrics)
    if settings.oov == "error" and regions.oov:
        words = list(dict.fromkeys(word for _, _, word in regions.oov))
        shown = ", ".join(f"'{word}'" for word in words[:10]) + (" ..." if len(words) > 10 else "")
        raise InputError(
            f"Suite '{suite.name}': {model} does not know {counted(len(words), 'word')}: {shown} (`oov=error`)."
        )
    outcomes = predict(suite, regions)
    return SuiteResult(
        suite=suite.name,
        source=suite.source,
        suite_sha256=suite_sha256(suite),
        circuit=suite.circuit,
        metric=suite.metric,
        join=plan.join,
        context=plan.options.context,
        condition_names=suite.condition_names,
        region_names=dict(suite.region_names),
        predictions=tuple(
            PredictionResult(
                index,
                prediction.name,
                prediction.formula.source,
                tuple(comparison.text for comparison in evaluation.comparisons),
            )
            for index, (prediction, evaluation) in enumerate(zip(suite.predictions, outcomes.evaluations, strict=True))
        ),
        outcomes=tuple(
            chain.from_iterable(
                _outcomes(suite, index, evaluation) for index, evaluation in enumerate(outcomes.evaluations)
            )
        ),
        sentences=tuple(_sentence_results(suite, sentences, scored, regions)) if whole else (),
        counts=None if whole else _counts(sentences, scored, regions, known),
        cells={} if whole or not suite.condition_factors else _cells(suite, regions),
        warnings=(*_suite_warnings(plan), *_warnings(suite, sentences, scored, regions)),
        factors={item.number: dict(item.factors) for item in suite.items if item.factors},
        groups=dict(suite.groups),
        excluded=suite.excluded,
        pseudo=pseudo,
        word_boundary=settings.word_boundary,
        condition_factors={name: dict(own) for name, own in suite.condition_factors.items()},
        cell_factors={
            item.number: own
            for item in suite.items
            if (own := {one.name: dict(one.factors) for one in item.conditions if one.factors})
        },
        labels={item.number: item.label for item in suite.items if item.label},
        clusters=dict(suite.clusters),
        language=suite.language,
        collection=suite.collection,
        reference=suite.reference,
        crossed=crosses_word_forms(suite, [prediction.formula for prediction in suite.predictions]),
        crossed_predictions=tuple(
            index
            for index, prediction in enumerate(suite.predictions)
            if crosses_word_forms(suite, [prediction.formula])
        ),
    )


_BITS_OF_ROUNDING = 1e-4  # of a token, between one batch of a neural model and another


_Known: TypeAlias = "dict[int, tuple[str | None, ...]]"


def _known_tokens(scored: TokenColumns) -> _Known:
    """Give the tokens of each sentence that has unknown ones, None in their stead, by the sentence's place."""
    n_unknown = np.append(0, np.cumsum(scored.oov))
    places = np.flatnonzero(n_unknown[scored.ends] > n_unknown[scored.starts])
    some = scored.take(places).in_line()
    tokens = some.names.take(some.forms)
    tokens[some.oov] = None
    parts = map(slice, some.starts.tolist(), some.ends.tolist())
    return dict(zip(places.tolist(), map(tuple(tokens.tolist()).__getitem__, parts), strict=True))


def _alike(sentences: SentenceColumns, scored: TokenColumns, known: _Known) -> TokenColumns:
    """Give sentences of an item that differ in unknown words alone the same values, as the model read the same.

    In another batch they are rounded otherwise, and a winner would be drawn by lot. Where a model has several words for
    unknown ones, their values differ by more, and stay.
    """
    first: dict[tuple[int, tuple[str | None, ...]], int] = {}
    firsts = [first.setdefault((sentences.item_numbers[place], own), place) for place, own in known.items()]
    if len(first) == len(known):
        return scored
    ones, others = (scored.take(np.array(places, np.int64)).in_line() for places in (firsts, list(known)))
    is_same = np.array_equal(ones.bits, others.bits, equal_nan=True)
    if is_same and np.array_equal(ones.eos_bits, others.eos_bits, equal_nan=True) and not scored.has_boundaries:
        return scored  # as of a model of words always
    rows = scored.rows()
    for same, place in zip(firsts, known, strict=True):
        one, other = rows[same], rows[place]
        if same != place and _are_close(one, other):
            rows[place] = replace(other, bits=one.bits, eos_bits=one.eos_bits, boundary_bits=one.boundary_bits)
    return TokenColumns.of(rows)


def _are_close(one: TokenSurprisals, other: TokenSurprisals) -> bool:
    """Whether the values of as many tokens are one but for rounding."""
    values = [(one.bits, other.bits), (np.array(one.eos_bits), np.array(other.eos_bits))]
    if one.boundary_bits is not None and other.boundary_bits is not None:
        values.append((one.boundary_bits, other.boundary_bits))
    return all(np.allclose(left, right, rtol=0, atol=_BITS_OF_ROUNDING, equal_nan=True) for left, right in values)


def _cells(suite: Suite, regions: RegionSurprisals) -> dict[str, dict[str, tuple[float | None, ...]]]:
    values = RegionValues(suite.metric, suite.condition_names, suite.region_names, regions)
    return named_cells([one for prediction in suite.predictions for one in references(prediction.formula)], values)


_TRUTHS = {-1: None, 0: False, 1: True}


def _truths(holds: npt.NDArray[np.int8]) -> list[bool | None]:
    return list(map(_TRUTHS.__getitem__, holds.tolist()))


def _defined(value: float) -> float | None:
    return None if value != value else value + 0.0  # which makes 0 of -0


def _all_defined(values: FloatArray) -> list[float | None]:
    return list(map(_defined, values.tolist()))


def _outcomes(suite: Suite, index: int, evaluation: Evaluation) -> list[Outcome]:
    n_items = len(suite.items)
    compared = [
        made_at_once(
            ComparisonResult,
            n_items,
            left=_all_defined(comparison.left),
            right=_all_defined(comparison.right),
            holds=_truths(comparison.holds),
        )
        for comparison in evaluation.comparisons
    ]
    nothing: BoolArray = np.zeros(n_items, np.bool_)
    ties: BoolArray = np.any([nothing, *(comparison.ties for comparison in evaluation.comparisons)], axis=0)
    return made_at_once(
        Outcome,
        n_items,
        item_number=[item.number for item in suite.items],
        prediction=repeat(index),
        holds=_truths(evaluation.holds),
        comparisons=zip(*compared, strict=True) if compared else repeat(()),
        tie=ties.tolist(),
    )


def _sentence_results(
    suite: Suite, sentences: SentenceColumns, scored: TokenColumns, regions: RegionSurprisals
) -> Iterator[SentenceResult]:
    unknown: dict[tuple[int, int], list[str]] = {}
    for row, region, word in regions.oov:
        unknown.setdefault((row, region), []).append(word)
    numbers = suite.region_numbers
    sums, counts = regions.bits["sum"].tolist(), regions.n_tokens.tolist()
    for row, (sentence, tokens) in enumerate(zip(sentences, scored, strict=True)):
        spans = sentence.region_spans.tolist()
        yield SentenceResult(
            item_number=sentence.item_number,
            condition_name=sentence.condition_name,
            text=sentence.text,
            regions=tuple(
                RegionResult(
                    region_number=number,
                    content=sentence.text[start:end],
                    start=start,
                    end=end,
                    surprisal_bits=_defined(sums[row][place]),
                    n_tokens=counts[row][place],
                    oov=tuple(unknown.get((row, place), ())),
                )
                for place, (number, (start, end)) in enumerate(zip(numbers, spans, strict=True))
            ),
            tokens=tokens.tokens,
            token_spans=tuple((start, end) for start, end in tokens.spans.tolist()),
            token_regions=tuple(numbers[place] for place in regions.owners[row].tolist()),
            token_bits=tuple(_all_defined(tokens.bits)),
            token_oov=tuple(tokens.oov.tolist()),
            token_ranks=None if tokens.ranks is None else tuple(tokens.ranks.tolist()),
            eos_bits=_defined(float(tokens.eos_bits)),
        )


def _counts(
    sentences: SentenceColumns, scored: TokenColumns, regions: RegionSurprisals, known: _Known
) -> SentenceCounts:
    return SentenceCounts(
        item_numbers=tuple(dict.fromkeys(sentences.item_numbers)),
        n_tokens=int(scored.n_tokens.sum()),
        n_oov=len(regions.oov),
        n_oov_items=len({sentences.item_numbers[row] for row, _, _ in regions.oov}),
        unknown_items=_unknown_items(sentences, known),
    )


def _unknown_items(sentences: SentenceColumns, known: _Known) -> tuple[int, ...]:
    """Give what `items_unknown` does; an item that has a sentence without an unknown token is none of them."""
    told_apart = {number for row, number in enumerate(sentences.item_numbers) if row not in known}
    numbered = ((sentences.item_numbers[row], tokens) for row, tokens in known.items())
    return items_alike((number, tokens) for number, tokens in numbered if number not in told_apart)


def _suite_warnings(plan: Plan) -> Iterator[str]:
    """What is known of a suite before any model has seen it."""
    suite = plan.suite
    yield from suite.warnings
    for finding in contradictions(suite):
        which = "" if finding.prediction is None else f"prediction {finding.prediction} "
        yield f"{which}{finding.message} A score of 0 says nothing of the model here."
    if suite.is_parted_against_its_script(plan.settings.join):
        yield (
            "Its regions are joined by blanks, but its script has none between words, so models have hardly read such "
            "text: `join=none` joins them as they are written, `join=space` says that the blanks are meant."
        )
    if suite.excluded:
        reasons = Counter(one.reason for one in suite.excluded)
        listed = "; ".join(f"{n} x {reason}" if len(reasons) > 1 else reason for reason, n in reasons.most_common())
        n = len(suite.excluded)
        yield f"{counted(n, 'item is', 'items are')} excluded: {listed} (e.g. {suite.excluded[0].where})."


def _warnings(
    suite: Suite, sentences: SentenceColumns, scored: TokenColumns, regions: RegionSurprisals
) -> Iterator[str]:
    """What a reader should know before trusting a suite's numbers, each said once with an example and a count."""

    def where(row: int) -> str:
        return _where(sentences[row])

    numbers = suite.region_numbers
    if regions.straddling:
        row, earlier, later = regions.straddling[0]
        yield (
            f"{counted(len(regions.straddling), 'region begins', 'regions begin')} inside a token of an earlier "
            f"region, which has the token's whole surprisal: e.g. {where(row)}, regions "
            f"{numbers[earlier]}-{numbers[later]}."
        )
    orphans = np.argwhere(np.isnan(regions.bits["sum"]) & (regions.n_tokens == 0))
    if len(orphans):
        row, place = orphans[0]
        yield (
            f"{counted(len(orphans), 'region has', 'regions have')} no token of their own and so no value: "
            f"e.g. {where(row)}, region {numbers[place]}."
        )
    unscored = np.flatnonzero((np.isnan(regions.bits["sum"]) & (regions.n_tokens > 0)).any(axis=1))
    if len(unscored):
        yield (
            f"{counted(len(unscored), 'sentence has', 'sentences have')} a token that the model gives no surprisal, "
            f"so the region is undefined: e.g. {where(unscored[0])}."
        )
    yield from sentence_warnings(sentences, scored)


def sentence_warnings(sentences: SentenceColumns, scored: TokenColumns) -> list[str]:
    """Give what a model said of a suite's sentences, each once with a count and an example."""
    remarks = Remarks()
    remarks.add_said(scored.warnings, lambda row: _where(sentences[row]))
    return remarks.said()


def _where(sentence: Sentence) -> str:
    return f"item {sentence.item_number}, condition '{sentence.condition_name}'"
