"""Suites written as tables: long ones, with a row a region, and wide ones, with a row an item and condition.

Long tables have the CSV layout of SyntaxGym's release of 2020: ``item_number, condition_name, region_number,
region_name, content``. Wide ones are what R and PCIbex users keep: ``item_number, condition_name, r1_NAME, r2_NAME,
..., sentence``; the last column is for the reader. Both have a column for each factor of a suite that has some, and
``item`` has the labels of items that have some. `syntaxgym_lite.ports.tables.table` reads both, and others.

Tables have no place for predictions, metric and the rest of ``meta``; `lost_in_tables` says what a suite would lose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...delimited import write_table
from ...errors import counted
from ...suite import Condition, Factor, Item, Suite
from ...suite.json import suite_document

__all__ = ["COLUMNS", "factor_columns", "lost_in_tables", "suite_to_long", "suite_to_wide", "wide_table"]

COLUMNS = ("item_number", "condition_name", "region_number", "region_name", "content")

_SENTENCE = "sentence"
_TAKEN = (*COLUMNS, "item", "condition", "region", _SENTENCE)


def suite_to_long(suite: Suite, *, separator: str = ",") -> str:
    """Write a suite as a long table.

    Parameters
    ----------
    suite : Suite
    separator : str, optional
        A comma by default.

    Returns
    -------
    str
        A header, and a row for every region in the order of the file; contents as written, blanks included.
    """
    item_column, factors = _item_column(suite), _factors(suite)
    columns = [item_column, *COLUMNS[1:], *factor_columns(factors, _TAKEN)]
    rows = (
        [
            *(item.label or item.number, condition.name),
            *(region.number, suite.region_names[region.number], region.content),
            *(known.get(name, "") for name in factors),
        ]
        for item in suite.items
        for condition in item.conditions
        for known in [_known(suite, item, condition)]
        for region in condition.regions
    )
    return write_table(columns, rows, separator=separator, decimal_comma=separator == ";")


def suite_to_wide(suite: Suite, *, separator: str = ",") -> str:
    """Write a suite as a wide table.

    Parameters
    ----------
    suite : Suite
    separator : str, optional
        A comma by default.

    Returns
    -------
    str
        A header, and a row for every item and condition in the order of the file.
    """
    columns, rows = wide_table(suite)
    return write_table(columns, rows, separator=separator, decimal_comma=separator == ";")


def wide_table(suite: Suite) -> tuple[list[str], list[list[str | int | float]]]:
    """Give the columns and rows of a suite as a wide table."""
    factors = _factors(suite)
    columns = [
        *(_item_column(suite), "condition_name"),
        *factor_columns(factors, _TAKEN),
        *(f"r{number}_{name}" for number, name in suite.region_names.items()),
        _SENTENCE,
    ]
    texts = {(sentence.item_number, sentence.condition_name): sentence.text for sentence in suite.sentences()}
    rows: list[list[str | int | float]] = []
    for item in suite.items:
        for condition in item.conditions:
            known = _known(suite, item, condition)
            rows.append(
                [
                    item.label or item.number,
                    condition.name,
                    *(known.get(name, "") for name in factors),
                    *(region.content for region in condition.regions),
                    texts[item.number, condition.name],
                ]
            )
    return columns, rows


def _item_column(suite: Suite) -> str:
    return "item" if any(item.label for item in suite.items) else "item_number"


def _factors(suite: Suite) -> list[str]:
    """Names of all factors: of conditions, of items, and of single conditions of items."""
    names = dict.fromkeys(name for own in suite.condition_factors.values() for name in own)
    for item in suite.items:
        names |= dict.fromkeys(item.factors)
        names |= dict.fromkeys(name for condition in item.conditions for name in condition.factors)
    return list(names)


def _known(suite: Suite, item: Item, condition: Condition) -> dict[str, Factor]:
    return {**suite.condition_factors.get(condition.name, {}), **item.factors, **condition.factors}


def factor_columns(factors: Iterable[str], taken: Iterable[str]) -> list[str]:
    """Name the columns of factors: ``factor_NAME`` for one that is called as another column, or a region, is."""
    folded = {name.casefold() for name in taken}
    return [
        f"factor_{name}" if name.casefold() in folded or re.match(r"r[1-9][0-9]{0,8}(?:_|$)", name) else name
        for name in factors
    ]


def lost_in_tables(suite: Suite, *, name: str) -> list[str]:
    """Say what a table cannot hold of a suite.

    Parameters
    ----------
    suite : Suite
    name : str
        What the suite will be called when it is read back.

    Returns
    -------
    list of str
        Such as ``"1 prediction"`` and ``"metric 'mean'"``; empty if nothing is lost.
    """
    lost = []
    if suite.predictions:
        lost.append(counted(len(suite.predictions), "prediction"))
    if suite.metric != "sum":
        lost.append(f"metric {suite.metric!r}")
    if suite.join != "space":
        lost.append(f"join {suite.join!r}")
    if suite.name != name:
        lost.append(f"name {suite.name!r}")
    other = [
        key for key, value in suite.meta.items() if key not in ("name", "metric", "join") and value not in ("", [], {})
    ]
    if other:
        lost.append(f"meta {', '.join(other)}")
    factors = _factors(suite)
    named = zip(factors, factor_columns(factors, _TAKEN), strict=True)
    lost += [f"the name of factor {name!r}, which becomes {column!r}" for name, column in named if name != column]
    document = suite_document(suite)
    parts = [("suite", document, {"meta", "region_meta", "predictions", "items", "condition_factors"})]
    for item in document["items"]:
        parts.append(("items", item, {"item_number", "label", "factors", "conditions"}))
        for condition in item["conditions"]:
            parts.append(("conditions", condition, {"condition_name", "factors", "regions"}))
            parts.extend(("regions", region, {"region_number", "content"}) for region in condition["regions"])
    extra = dict.fromkeys(f"{key!r} of {where}" for where, part, known in parts for key in part if key not in known)
    return [*lost, *extra]
