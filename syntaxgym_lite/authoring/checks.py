"""Look for what ruins stimuli: warnings about a suite that loads, each with a code.

Nothing is changed by a check; what a model is given is the text as written (but for blanks at the ends of a region,
which the sentence's own joining blanks replace).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..suite import Condition, Item, Region, Suite, normalize_text

__all__ = ["Finding", "check_suite"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a suite to look at.

    Parameters
    ----------
    code : str
        Kind of finding, e.g. ``"S102"``; docs/reference/checks.md explains each.
    item_number : int
    condition_name : str
    region_number : int
    message : str
        What is there and what to do.
    """

    code: str
    item_number: int
    condition_name: str
    region_number: int
    message: str

    def __str__(self) -> str:
        return (
            f"{self.code} item {self.item_number}, condition '{self.condition_name}', region {self.region_number}: "
            f"{self.message}"
        )


def check_suite(suite: Suite) -> list[Finding]:
    """Check the texts of a suite.

    Parameters
    ----------
    suite : Suite

    Returns
    -------
    list of Finding
        In the order of the suite.
    """
    return [
        Finding(code, item.number, condition.name, region.number, message)
        for item, condition, region in _regions(suite)
        for code, check in _CHECKS.items()
        if (message := check(region, suite)) is not None
    ]


def _regions(suite: Suite) -> Iterator[tuple[Item, Condition, Region]]:
    for item in suite.items:
        for condition in item.conditions:
            for region in condition.regions:
                yield item, condition, region


def _outer_blank(region: Region, suite: Suite) -> str | None:
    content = region.content
    if suite.join == "none" or content == content.strip():
        return None
    return f"{content!r} begins or ends with a blank, which is left out; write {content.strip()!r}."


def _inner_blank(region: Region, suite: Suite) -> str | None:
    blank = re.search(r"\s\s|[^\S ]", region.content.strip())
    if blank is None:
        return None
    what = "a double blank" if len(blank[0]) == 2 else f"a blank that is not a plain space ({blank[0]!r})"
    return f"{region.content!r} holds {what}, which the model is given as it is."


def _typographic_quote(region: Region, suite: Suite) -> str | None:
    straight = normalize_text(region.content, ["quotes"])
    if straight == region.content:
        return None
    return (
        f"{region.content!r} holds typographic quotes, which models split and rate differently from plain ones; "
        f"write {straight!r}, or run with --normalize quotes."
    )


def _not_nfc(region: Region, suite: Suite) -> str | None:
    if unicodedata.is_normalized("NFC", region.content):
        return None
    composed = unicodedata.normalize("NFC", region.content)
    return (
        f"{region.content!r} is not in Unicode normal form C: an accent is a character of its own, which models rate "
        f"differently; write {composed!r}, or run with --normalize nfc."
    )


_CHECKS: dict[str, Callable[[Region, Suite], str | None]] = {
    "S101": _outer_blank,
    "S102": _inner_blank,
    "S103": _typographic_quote,
    "S104": _not_nfc,
}
