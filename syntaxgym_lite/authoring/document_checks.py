"""Checks of a suite while it is written: what is amiss in its document, by place, and what of it can be mended safely.

What keeps a suite from being used comes first, as reading its file would say it; then what `check_suite` finds in that
part of it which can be used already.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..suite import Suite
from .checks import check_suite
from .fixes import FIXABLE, Change, fix_suite
from .unfinished import Place, Readable, place_of, readable

__all__ = ["Remark", "check_document", "fix_document"]

_OF_PREDICTION = re.compile(r"\bof prediction (\d+)(?= and | cannot)")

_Cell = tuple[int, str, int]
"""Item number, condition name, region number."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something amiss in a document.

    Parameters
    ----------
    severity : {"problem", "warning", "note"}
        A problem keeps the suite, or this part of it, from being used.
    message : str
    place : Place
    code : str
        Kind of a finding, see `syntaxgym_lite.authoring.checks.CODES`; a problem has none.
    fix : Change or None
        What mending it would change.
    """

    severity: Literal["problem", "warning", "note"]
    message: str
    place: Place
    code: str = ""
    fix: Change | None = None


def check_document(document: Any) -> list[Remark]:
    """Say what is amiss in a suite that is being written.

    Parameters
    ----------
    document
        Decoded JSON, finished or not.

    Returns
    -------
    list of Remark
        Problems, then findings; each in the order of the document.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> from syntaxgym_lite.suite.json import suite_document
    >>> [suite] = sgl.load_suites("npz")
    >>> document = suite_document(suite)
    >>> document["items"][2]["conditions"][0]["regions"][0]["content"] = "As  the boy"
    >>> [remark] = [one for one in check_document(document) if one.fix]
    >>> remark.code, remark.place, remark.fix.after
    ('S102', Place(item=2, condition=0, region=1, prediction=None), 'As the boy')
    """
    found = readable(document)
    remarks = list(_problems(found, document))
    if found.suite is not None:
        remarks.extend(_findings(found, found.suite, document))
    return remarks


def _problems(found: Readable, document: Any) -> Iterator[Remark]:
    """Say what reading would; of an item that has no text at all, that alone."""
    blank = {one.place for one in found.left_out if one.kind == "item" and one.why == "has no text yet"}
    for item in sorted(blank):
        yield Remark("problem", "has no text yet.", Place(item))
    for problem in found.problems:
        place = place_of(problem.path, document)
        if place.item in blank:
            continue
        known = place != Place() or not problem.path
        message = problem.message if known else f"{problem.path}: {problem.message}"
        yield Remark("problem", message.lstrip("\n"), place)


def _findings(found: Readable, suite: Suite, document: Any) -> Iterator[Remark]:
    findings = check_suite(suite)
    fixes = {code: _fixes(suite, [code]) for code in {finding.code for finding in findings} & set(FIXABLE)}
    items = {item.number: place for item, place in zip(suite.items, found.items, strict=True)}
    for finding in findings:
        item = None if finding.item_number is None else items[finding.item_number]
        condition = _condition_at(document, item, finding.condition_name)
        prediction = None if finding.prediction is None else found.predictions[finding.prediction]
        cell = (finding.item_number, finding.condition_name, finding.region_number)
        fix = fixes.get(finding.code, {}).get(cell)  # type: ignore[arg-type] # of a finding elsewhere there is none
        place = Place(item, condition, finding.region_number, prediction)
        message = finding.message
        if finding.code == "S305":  # which names predictions by their places in the suite, from 0
            message = _OF_PREDICTION.sub(lambda one: f"of prediction {found.predictions[int(one[1])] + 1}", message)
        yield Remark(finding.severity, message, place, finding.code, fix)


def _fixes(suite: Suite, codes: Collection[str]) -> dict[_Cell, Change]:
    return {(one.item_number, one.condition_name, one.region_number): one for one in fix_suite(suite, codes)[1]}


def _condition_at(document: Any, item: int | None, name: str | None) -> int | None:
    if item is None or name is None:
        return None
    names = [condition["condition_name"] for condition in document["items"][item]["conditions"]]
    return names.index(name)


def fix_document(
    document: dict[str, Any], codes: Collection[str] = FIXABLE, *, only: Place | None = None
) -> tuple[dict[str, Any], list[Change]]:
    """Mend what is safe to mend in the texts of a suite that is being written.

    Parameters
    ----------
    document : dict
        Decoded JSON. It is not changed.
    codes : collection of str, optional
        What to mend, of `syntaxgym_lite.authoring.fixes.FIXABLE`.
    only : Place, optional
        The one region to mend; by default all of the items that are whole.

    Returns
    -------
    document : dict
        With these texts mended, and nothing else changed; the same one if there was nothing to mend.
    changes : list of Change

    Raises
    ------
    InputError
        If a code is none that can be mended.
    """
    found = readable(document)
    if found.suite is None:
        return document, []
    fixes = _fixes(found.suite, codes)
    items = list(document["items"])
    changes: list[Change] = []
    for at, item in zip(found.items, found.suite.items, strict=True):
        own: dict[tuple[int, int], Change] = {}
        for place, condition in enumerate(item.conditions):
            for region in condition.regions:
                change = fixes.get((item.number, condition.name, region.number))
                if change is not None and only in (None, Place(at, place, region.number)):
                    own[place, region.number] = change
        if own:
            items[at] = _mended(items[at], own)
            changes.extend(own.values())
    return ({**document, "items": items} if changes else document), changes


def _mended(item: Mapping[str, Any], changes: Mapping[tuple[int, int], Change]) -> dict[str, Any]:
    conditions = [
        {
            **condition,
            "regions": [
                {**region, "content": changes[place, int(region["region_number"])].after}
                if (place, int(region["region_number"])) in changes
                else region
                for region in condition["regions"]
            ],
        }
        if any(place == one for one, _ in changes)
        else condition
        for place, condition in enumerate(item["conditions"])
    ]
    return {**item, "conditions": conditions}
