"""What the library says, in the words of somebody who looks at the page."""

from __future__ import annotations

import re

from ..errors import with_options

__all__ = ["said_on_page"]

_CHOICES = {
    "item_column": "item",
    "condition_column": "condition",
    "factors": "factor",
    "regions": "region",
    "sentence": "sentence",
    "conditions": "one condition",
    "ignore": "not read",
    "good": "good sentence",
    "bad": "bad sentence",
}
"""What a column is chosen to be, for the options that name columns."""

_SETTINGS = {
    "sheet": "Sheet",
    "header_row": "Row of the names",
    "split": "Sentences are cut",
    "join": "Regions are joined",
    "name": "Name",
    "metric": "Metric",
    "slashes": "Slashes",
    "parentheses": "Parentheses",
    "hyphens": "Hyphens",
    "lines": "Lines",
    "section": "Part",
    "form": "Kind of file",
}
"""What stands before the other choices on the page."""

_FIELDS = {
    'write "join": "none" in \'meta\', or "space" if': (
        "under Design, choose “nothing between regions”, or “a blank between all regions” if"
    ),
}
"""What is chosen on the page, for what is written into a suite file elsewhere."""


def said_on_page(message: str) -> str:
    """Name the choices on the page where a message of the library names options.

    Parameters
    ----------
    message : str

    Examples
    --------
    >>> said_on_page("no column for the item. Name it: `item_column=NAME`.")
    'no column for the item. Name it: choose “item” beside its column.'
    >>> said_on_page("`join=natural` leaves those out.")
    '“Regions are joined: natural” leaves those out.'
    """
    for field, chosen in _FIELDS.items():
        message = message.replace(field, chosen)
    return with_options(message, _written)


def _written(option: re.Match[str]) -> str:
    name, value = option.groups()
    if name in ("good", "bad"):  # of which a message names both, as what makes minimal pairs
        return f"“{_CHOICES[name]}” beside its column"
    if name in _CHOICES:
        return f"choose “{_CHOICES[name]}” beside its column"
    if name in _SETTINGS:
        value = (value or "").strip("\"'")
        return f"“{_SETTINGS[name]}{f': {value}' if value else ''}”"
    return option[0]
