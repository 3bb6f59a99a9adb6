"""What comes back from the page is as it was where the page cannot tell the difference."""

from __future__ import annotations

import json
from typing import Any

import pytest

from syntaxgym_lite.studio.returned import as_it_was


def item(number: int, **more: Any) -> dict[str, Any]:
    return {"item_number": number, **more}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ([1.0, -0.0, 1e300, 2**60 + 1, 5], [1, 0, 1e300, 2**60, 5], [1.0, -0.0, 1e300, 2**60 + 1, 5]),
        ([1.0], [2], [2]),
        ({"b": 1, "2": 1, "1": 1}, {"1": 1, "2": 1, "b": 1}, {"b": 1, "2": 1, "1": 1}),
        ({"b": 1, "2": 1}, {"2": 1, "b": 1, "new": 3}, {"b": 1, "2": 1, "new": 3}),
        ({"b": 1, "a": 1}, {"a": 1, "b": 1}, {"a": 1, "b": 1}),  # somebody changed the order
        ({"b": 1.0, "a": 1.0}, {"a": 1}, {"a": 1.0}),
        (True, 1, 1),
        (1, True, True),
        ([item(1, id=2**60), item(2, id=2**60 + 1)], [item(2, id=2**60)], [item(2, id=2**60 + 1)]),
        ([item(1, rating=5.0)], [item(2, rating=3), item(1, rating=5)], [item(2, rating=3), item(1, rating=5.0)]),
        (10**400, 1e300, 1e300),
    ],
)
def test_only_what_the_page_cannot_tell_is_as_it_was(before, after, expected):
    assert json.dumps(as_it_was(before, after)) == json.dumps(expected)
