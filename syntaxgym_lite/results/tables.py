"""Results as tables: outcomes of items, regions of sentences, tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from ..errors import InputError
from ..formula import references
from ..formula.factors import level_text
from ..suite import Factor, Suite
from .records import SentenceResult, SuiteResult

__all__ = ["FACTOR_PREFIX", "NamedSuite", "TableExtras", "TableName", "table_columns", "table_rows"]

TableName = Literal["items", "regions", "tokens"]

NamedSuite = tuple[str, SuiteResult]
"""Name of a model, and its result on a suite."""


@dataclass(frozen=True, slots=True)
class TableExtras:
    """What tables have columns for only where a suite has something to say in them.

    Parameters
    ----------
    labels, clusters : bool
        Whether there are labels of items, and clusters of them.
    items, conditions, cells : tuple of str
        Names of the factors of items, of conditions, and of single conditions of items.
    """

    labels: bool
    items: tuple[str, ...]
    conditions: tuple[str, ...]
    cells: tuple[str, ...]
    clusters: bool = False

    @classmethod
    def of(cls, suites: Iterable[Suite | SuiteResult]) -> TableExtras:
        """Collect them from suites, or from results on these."""
        labels, items, conditions, cells = False, dict[str, None](), dict[str, None](), dict[str, None]()
        clusters = False
        for suite in suites:
            clusters = clusters or bool(suite.clusters)
            for own in suite.condition_factors.values():
                conditions.update(dict.fromkeys(own))
            if isinstance(suite, Suite):
                for item in suite.items:
                    labels = labels or bool(item.label)
                    if item.factors:
                        items.update(dict.fromkeys(item.factors))
                    for condition in item.conditions:
                        if condition.factors:
                            cells.update(dict.fromkeys(condition.factors))
            else:
                labels = labels or bool(suite.labels)
                for own in suite.factors.values():
                    items.update(dict.fromkeys(own))
                for by_condition in suite.cell_factors.values():
                    for own in by_condition.values():
                        cells.update(dict.fromkeys(own))
        return cls(labels, tuple(items), tuple(conditions), tuple(cells), clusters)


def table_columns(suites: Iterable[NamedSuite], kind: TableName, extras: TableExtras | None = None) -> tuple[str, ...]:
    """Give the columns of a table of some suites.

    Parameters
    ----------
    suites : iterable of (str, SuiteResult)
    kind : {"items", "regions", "tokens"}
    extras : TableExtras, optional
        Where these suites are not all that will stand in the table.

    Raises
    ------
    InputError
        If there is no such table.
    """
    if kind not in _COLUMNS:
        raise InputError(f"There is no table '{kind}'; there are {', '.join(_COLUMNS)}.")
    results = [suite for _, suite in suites]
    extras = extras or TableExtras.of(results)
    width = max((len(prediction.comparisons) for suite in results for prediction in suite.predictions), default=0)
    columns = list(_COLUMNS[kind])
    if extras.labels:
        columns.insert(columns.index("item_number") + 1, _LABEL)
    if extras.clusters:
        columns.insert(columns.index(_LABEL if extras.labels else "item_number") + 1, _CLUSTER)
    if kind == "items":
        columns += [f"margin_{number}" for number in range(1, width + 1)]
    factors = (*extras.items, *extras.conditions, *(() if kind == "items" else extras.cells))
    return (*columns, *dict.fromkeys(f"{FACTOR_PREFIX}{name}" for name in factors))


def table_rows(suites: Iterable[NamedSuite], kind: TableName) -> Iterator[dict[str, Any]]:
    """Give the rows of a table, one at a time, each with what it has of the columns; see `RunResult.to_frame`."""
    rows = {"items": _item_rows, "regions": _region_rows, "tokens": _token_rows}[kind]
    return ({"model": model, "suite": suite.suite, **row} for model, suite in suites for row in rows(suite))


FACTOR_PREFIX = "factor_"  # of the names of columns
_LABEL = "item_label"
_CLUSTER = "cluster"
_COLUMNS: dict[str, tuple[str, ...]] = {
    "items": ("model", "suite", "item_number", "prediction", "holds"),
    "regions": (
        *("model", "suite", "item_number", "condition_name", "region_number", "region_name"),
        *("content", "surprisal_bits", "n_tokens", "oov", "pseudo", "word_boundary", "inside_token"),
    ),
    "tokens": (
        *("model", "suite", "item_number", "condition_name", "text", "token_index", "token"),
        *("start", "end", "region_number", "surprisal_bits", "oov", "pseudo", "word_boundary"),
    ),
}


def _item_rows(suite: SuiteResult) -> Iterator[dict[str, Any]]:
    shared = [_shared_levels(suite, place) for place in range(len(suite.predictions))]
    for outcome in suite.outcomes:
        factors = {**suite.factors.get(outcome.item_number, {}), **shared[outcome.prediction]}
        yield {
            "item_number": outcome.item_number,
            **_label(suite, outcome.item_number),
            "prediction": outcome.prediction,
            "holds": outcome.holds,
            **{f"margin_{number}": comparison.margin for number, comparison in enumerate(outcome.comparisons, 1)},
            **{f"{FACTOR_PREFIX}{name}": value for name, value in factors.items()},
        }


def _shared_levels(suite: SuiteResult, prediction: int) -> dict[str, Factor]:
    """Levels that all conditions have which a prediction names; it is about the factors in which these differ."""
    formula = suite.readable_formula(prediction) if suite.condition_factors else None
    named = [] if formula is None else [suite.condition_factors[one.condition] for one in references(formula)]
    return {
        name: level
        for name, level in (named[0] if named else {}).items()
        if len({level_text(own[name]) for own in named}) == 1
    }


def _label(suite: SuiteResult, item: int) -> dict[str, str]:
    """What an item is called, and the cluster that it is of."""
    label = {_LABEL: suite.labels[item]} if item in suite.labels else {}
    return {**label, _CLUSTER: suite.clusters[item]} if item in suite.clusters else label


def _factors_of(suite: SuiteResult, sentence: SentenceResult) -> dict[str, Factor]:
    """Factors of a sentence: of its item, of its condition, and of this condition of this item, by column."""
    item, condition = sentence.item_number, sentence.condition_name
    levels = suite.condition_factors.get(condition, {})
    factors = {**suite.factors.get(item, {}), **levels, **suite.cell_factors.get(item, {}).get(condition, {})}
    return {f"{FACTOR_PREFIX}{name}": value for name, value in factors.items()}


def _inside_tokens(sentence: SentenceResult) -> set[int]:
    """Numbers of the regions that begin inside a token of an earlier region, which has the token's whole surprisal."""
    ends = {region.region_number: region.end for region in sentence.regions}
    found: set[int] = set()
    for (start, end), owner in zip(sentence.token_spans, sentence.token_regions, strict=True):
        if end > ends[owner]:
            visible_end = start + len(sentence.text[start:end].rstrip())
            found |= {
                region.region_number
                for region in sentence.regions
                if ends[owner] <= region.start < visible_end and region.end > region.start
            }
    return found


def _region_rows(suite: SuiteResult) -> Iterator[dict[str, Any]]:
    for sentence in suite.sentences:
        inside = _inside_tokens(sentence)
        label, factors = _label(suite, sentence.item_number), _factors_of(suite, sentence)
        for region in sentence.regions:
            yield {
                "item_number": sentence.item_number,
                **label,
                "condition_name": sentence.condition_name,
                "region_number": region.region_number,
                "region_name": suite.region_names[region.region_number],
                "content": region.content,
                "surprisal_bits": region.surprisal_bits,
                "n_tokens": region.n_tokens,
                "oov": " ".join(region.oov),
                "pseudo": suite.pseudo,
                "word_boundary": suite.word_boundary,
                "inside_token": region.region_number in inside,
                **factors,
            }


def _token_rows(suite: SuiteResult) -> Iterator[dict[str, Any]]:
    for sentence in suite.sentences:
        label, factors = _label(suite, sentence.item_number), _factors_of(suite, sentence)
        for index, token in enumerate(sentence.tokens):
            start, end = sentence.token_spans[index]
            yield {
                "item_number": sentence.item_number,
                **label,
                "condition_name": sentence.condition_name,
                "text": sentence.text,
                "token_index": index + 1,
                "token": token,
                "start": start,
                "end": end,
                "region_number": sentence.token_regions[index],
                "surprisal_bits": sentence.token_bits[index],
                "oov": sentence.token_oov[index],
                "pseudo": suite.pseudo,
                "word_boundary": suite.word_boundary,
                **factors,
            }
