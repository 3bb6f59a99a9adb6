"""Suites written as tables: long ones, with a row a region, and wide ones, with a row an item and condition.

Long tables have the CSV layout of SyntaxGym's release of 2020: ``item_number, condition_name, region_number,
region_name, content``. Wide ones are what R and PCIbex users keep: ``item_number, condition_name, r1_NAME, r2_NAME,
..., sentence``; the last column is for the reader. `syntaxgym_lite.ports.table` reads both, and others.

Tables have no place for predictions, metric and the rest of ``meta``; `lost_in_tables` says what a suite would lose.
"""

from __future__ import annotations

from ..delimited import write_table
from ..errors import counted
from ..suite import Suite
from ..suite.json import suite_document

__all__ = ["COLUMNS", "lost_in_tables", "suite_to_long", "suite_to_wide"]

COLUMNS = ("item_number", "condition_name", "region_number", "region_name", "content")

_SENTENCE = "sentence"


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
    rows = (
        (item.number, condition.name, region.number, suite.region_names[region.number], region.content)
        for item in suite.items
        for condition in item.conditions
        for region in condition.regions
    )
    return write_table(COLUMNS, rows, separator=separator)


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
    columns = [
        "item_number",
        "condition_name",
        *(f"r{number}_{name}" for number, name in suite.region_names.items()),
        _SENTENCE,
    ]
    texts = {(sentence.item_number, sentence.condition_name): sentence.text for sentence in suite.sentences()}
    rows: list[list[str | int]] = [
        [
            item.number,
            condition.name,
            *(region.content for region in condition.regions),
            texts[item.number, condition.name],
        ]
        for item in suite.items
        for condition in item.conditions
    ]
    return write_table(columns, rows, separator=separator)


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
    document = suite_document(suite)
    parts = [("suite", document, {"meta", "region_meta", "predictions", "items"})]
    for item in document["items"]:
        parts.append(("items", item, {"item_number", "conditions"}))
        for condition in item["conditions"]:
            parts.append(("conditions", condition, {"condition_name", "regions"}))
            parts.extend(("regions", region, {"region_number", "content"}) for region in condition["regions"])
    extra = dict.fromkeys(f"{key!r} of {where}" for where, part, known in parts for key in part if key not in known)
    return [*lost, *extra]
