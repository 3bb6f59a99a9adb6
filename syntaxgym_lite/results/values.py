"""Values of regions, made again of the sentences of a result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from ..errors import InputError
from ..formula import references

if TYPE_CHECKING:
    from ..predict import RegionValues
    from ..surprisal import FloatArray
    from .records import SentenceResult, SuiteResult

__all__ = ["cells_of", "metric_column", "region_values", "suite_with_metric"]

_WITHOUT_UNIT = ("prob", "rank", "count")


def metric_column(metric: str) -> str:
    """Name the column of a table that holds another value of regions than their surprisal, with its unit."""
    return metric if metric in _WITHOUT_UNIT else f"{metric}_bits"


def region_values(suite: SuiteResult, metrics: Iterable[str] = ("sum",)) -> RegionValues | None:
    """Give what references of formulas are looked up in, made of the sentences of a result.

    Parameters
    ----------
    suite : SuiteResult
    metrics : iterable of str, optional
        Those that references have.

    Returns
    -------
    RegionValues or None
        None without sentences, or if these do not all have the suite's regions.
    """
    import numpy as np

    from ..predict import RegionValues
    from ..surprisal import RegionSurprisals

    numbers = list(suite.region_names)

    def ordered(suite: SuiteResult) -> list[SentenceResult]:
        by_place = {(sentence.item_number, sentence.condition_name): sentence for sentence in suite.sentences}
        items = dict.fromkeys(number for number, _ in by_place)
        return [by_place[number, condition] for number in items for condition in suite.condition_names]

    def bits(sentences: list[SentenceResult]) -> FloatArray:
        table = [[region.surprisal_bits for region in sentence.regions] for sentence in sentences]
        return np.array(table, np.float64)  # None becomes NaN

    sentences = ordered(suite)
    if not sentences or any([region.region_number for region in one.regions] != numbers for one in sentences):
        return None
    others = {metric: bits(ordered(suite_with_metric(suite, metric))) for metric in {*metrics} - {"sum"}}
    regions = RegionSurprisals(
        {"sum": bits(sentences), **others},
        np.array([[region.n_tokens for region in sentence.regions] for sentence in sentences], np.int32),
        (),
        (),
        np.array([sentence.eos_bits for sentence in sentences], np.float64),
        (),
    )
    return RegionValues(suite.metric, suite.condition_names, suite.region_names, regions)


def cells_of(suite: SuiteResult) -> dict[str, dict[str, tuple[float | None, ...]]]:
    """What is kept of the sentences for effects of the factors of conditions."""
    from ..predict import named_cells

    if not suite.condition_factors:
        return {}
    found = [suite.readable_formula(place) for place in range(len(suite.predictions))]
    named = [reference for formula in found if formula is not None for reference in references(formula)]
    values = region_values(suite, [reference.metric or suite.metric for reference in named])
    return {} if values is None else named_cells(named, values)


def suite_with_metric(suite: SuiteResult, metric: str) -> SuiteResult:
    """Give the same result of a suite with another region value in ``surprisal_bits``, made of its tokens.

    Raises
    ------
    InputError
        If there is no such metric.
    """
    import numpy as np

    from ..align import region_surprisals
    from ..errors import did_you_mean
    from ..formula import METRICS

    if metric not in METRICS:
        raise InputError(
            f"There is no metric '{metric}'; known are {', '.join(METRICS)}.{did_you_mean(metric, METRICS)}"
        )

    def convert(sentence: SentenceResult) -> SentenceResult:
        index = {region.region_number: place for place, region in enumerate(sentence.regions)}
        values, _ = region_surprisals(
            np.array([index[number] for number in sentence.token_regions], np.intp),
            np.array(sentence.token_bits, np.float64),  # None becomes NaN
            np.array(sentence.token_ranks or [0] * len(sentence.tokens)),
            n_words=np.array([len(region.content.split()) for region in sentence.regions], np.int32),
            metrics=(metric,),
            unknown=np.array(sentence.token_oov, np.bool_),
        )
        regions = tuple(
            replace(region, surprisal_bits=None if value != value else float(value))
            for region, value in zip(sentence.regions, values[metric], strict=True)
        )
        return replace(sentence, regions=regions)

    return replace(suite, sentences=tuple(convert(sentence) for sentence in suite.sentences))
