"""What happened to a suite under a model: from arrays of surprisals to a record that can be saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

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
    items_unknown,
)
from .suite import Sentence, Suite
from .suite.chance import crosses_word_forms
from .suite.json import suite_sha256
from .surprisal import BoolArray, RegionSurprisals, TokenSurprisals

__all__ = ["sentence_warnings", "suite_result"]


def suite_result(
    plan: Plan,
    sentences: Sequence[Sentence],
    scored: Sequence[TokenSurprisals],
    model: str,
    *,
    pseudo: bool = False,
    whole: bool = True,
) -> SuiteResult:
    """Align what a model said, hold the predictions against it, and record both.

    Parameters
    ----------
    plan : Plan
    sentences, scored : sequence
        Those of the plan's suite, and what the model said of each.
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
    scored = _alike(sentences, scored)
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
            outcome
            for index, evaluation in enumerate(outcomes.evaluations)
            for outcome in _outcomes(suite, index, evaluation)
        ),
        sentences=tuple(_sentence_results(suite, sentences, scored, regions)) if whole else (),
        counts=None if whole else _counts(sentences, scored, regions),
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


def _alike(sentences: Sequence[Sentence], scored: Sequence[TokenSurprisals]) -> list[TokenSurprisals]:
    """Give sentences of an item that differ in unknown words alone the same values, as the model read the same.

    In another batch they are rounded otherwise, and a winner would be drawn by lot. Where a model has several words for
    unknown ones, their values differ by more, and stay.
    """
    found: list[TokenSurprisals] = []
    first: dict[tuple[int, tuple[str | None, ...]], TokenSurprisals] = {}
    for sentence, tokens in zip(sentences, scored, strict=True):
        one = tokens
        if tokens.oov.any():
            known = (None if unknown else token for token, unknown in zip(tokens.tokens, tokens.oov, strict=True))
            same = first.setdefault((sentence.item_number, tuple(known)), tokens)
            if same is not tokens and _are_close(same, tokens):
                one = replace(tokens, bits=same.bits, eos_bits=same.eos_bits, boundary_bits=same.boundary_bits)
        found.append(one)
    return found


def _are_close(one: TokenSurprisals, other: TokenSurprisals) -> bool:
    """Whether the values of as many tokens are one but for rounding."""
    values = [(one.bits, other.bits), (np.array(one.eos_bits), np.array(other.eos_bits))]
    if one.boundary_bits is not None and other.boundary_bits is not None:
        values.append((one.boundary_bits, other.boundary_bits))
    return all(np.allclose(left, right, rtol=0, atol=_BITS_OF_ROUNDING, equal_nan=True) for left, right in values)


def _cells(suite: Suite, regions: RegionSurprisals) -> dict[str, dict[str, tuple[float | None, ...]]]:
    values = RegionValues(suite.metric, suite.condition_names, suite.region_names, regions)
    return named_cells([one for prediction in suite.predictions for one in references(prediction.formula)], values)


def _truth(holds: int) -> bool | None:
    return None if holds < 0 else bool(holds)


def _defined(value: float) -> float | None:
    return None if value != value else value + 0.0  # which makes 0 of -0


def _outcomes(suite: Suite, index: int, evaluation: Evaluation) -> Iterator[Outcome]:
    columns = [
        (comparison.left.tolist(), comparison.right.tolist(), comparison.holds.tolist())
        for comparison in evaluation.comparisons
    ]
    nothing: BoolArray = np.zeros(len(suite.items), np.bool_)
    ties = np.any([nothing, *(comparison.ties for comparison in evaluation.comparisons)], axis=0)
    for row, item in enumerate(suite.items):
        yield Outcome(
            item_number=item.number,
            prediction=index,
            holds=_truth(int(evaluation.holds[row])),
            comparisons=tuple(
                ComparisonResult(_defined(left[row]), _defined(right[row]), _truth(holds[row]))
                for left, right, holds in columns
            ),
            tie=bool(ties[row]),
        )


def _sentence_results(
    suite: Suite, sentences: Sequence[Sentence], scored: Sequence[TokenSurprisals], regions: RegionSurprisals
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
            token_bits=tuple(map(_defined, tokens.bits.tolist())),
            token_oov=tuple(tokens.oov.tolist()),
            token_ranks=None if tokens.ranks is None else tuple(tokens.ranks.tolist()),
            eos_bits=_defined(float(tokens.eos_bits)),
        )


def _counts(
    sentences: Sequence[Sentence], scored: Sequence[TokenSurprisals], regions: RegionSurprisals
) -> SentenceCounts:
    return SentenceCounts(
        item_numbers=tuple(dict.fromkeys(sentence.item_number for sentence in sentences)),
        n_tokens=sum(len(tokens.tokens) for tokens in scored),
        n_oov=len(regions.oov),
        n_oov_items=len({sentences[row].item_number for row, _, _ in regions.oov}),
        unknown_items=items_unknown(
            (sentence.item_number, tokens.tokens, tokens.oov.tolist())
            for sentence, tokens in (zip(sentences, scored, strict=True) if regions.oov else ())
        ),
    )


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
    suite: Suite, sentences: Sequence[Sentence], scored: Sequence[TokenSurprisals], regions: RegionSurprisals
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


def sentence_warnings(sentences: Sequence[Sentence], scored: Sequence[TokenSurprisals]) -> list[str]:
    """Give what a model said of a suite's sentences, each once with a count and an example."""
    remarks = Remarks()
    remarks.add(scored, lambda row: _where(sentences[row]))
    return remarks.said()


def _where(sentence: Sentence) -> str:
    return f"item {sentence.item_number}, condition '{sentence.condition_name}'"
