"""Differences of two documents of a suite."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.authoring.changes import document_changes, summed_up


def document() -> dict[str, Any]:
    """Two items of two conditions with two regions."""

    def item(number: int, noun: str) -> dict[str, Any]:
        return {
            "item_number": number,
            "conditions": [
                {
                    "condition_name": name,
                    "regions": [
                        {"region_number": 1, "content": f"The {noun}"},
                        {"region_number": 2, "content": verb},
                    ],
                }
                for name, verb in (("sg", "runs"), ("pl", "run"))
            ],
        }

    return {
        "meta": {"name": "tiny", "metric": "sum"},
        "region_meta": {"1": "subject", "2": "verb"},
        "predictions": [{"type": "formula", "formula": "(2;%sg%) < (2;%pl%)"}],
        "items": [item(1, "dog"), item(2, "cat")],
    }


def said(before: Any, after: Any) -> list[str]:
    return [str(change) for change in document_changes(before, after)]


def test_same_documents_do_not_differ():
    assert document_changes(document(), document()) == []


def test_cell_is_named_by_item_condition_and_region():
    after = document()
    after["items"][1]["conditions"][1]["regions"][1]["content"] = "ran"
    [change] = document_changes(document(), after)
    assert str(change) == 'item 2, condition \'pl\', region 2 (verb): "run" -> "ran"'
    assert (change.item, change.condition, change.region) == (1, 1, 2)


def test_items_that_come_and_go_are_named_once_with_their_texts():
    after = document()
    after["items"][0] = {**copy.deepcopy(after["items"][0]), "item_number": 7}
    assert said(document(), after) == [
        'item 1: gone, was "The dog runs / The dog run"',
        'item 7: new, "The dog runs / The dog run"',
    ]


def test_renamed_condition_is_no_loss_of_cells():
    after = document()
    for item in after["items"]:
        item["conditions"][1]["condition_name"] = "plural"
    assert said(document(), after) == ['condition \'plural\': "pl" -> "plural"']


def test_region_put_in_between_leaves_the_other_cells_alone():
    after = document()
    after["region_meta"] = {"1": "subject", "2": "adverb", "3": "verb"}
    for item in after["items"]:
        for condition in item["conditions"]:
            condition["regions"][1]["region_number"] = 3
            condition["regions"].insert(1, {"region_number": 2, "content": ""})
    after["items"][0]["conditions"][0]["regions"][1]["content"] = "often"
    assert said(document(), after) == [
        'number of region \'verb\': "2" -> "3"',
        'region 2: new, "adverb"',
        'item 1, condition \'sg\', region 2 (adverb): "" -> "often"',
    ]


def test_order_of_items_is_a_difference():
    after = document()
    after["items"].reverse()
    assert said(document(), after) == ['order of the items: "1, 2" -> "2, 1"']


def test_predictions_and_what_nobody_knows_are_compared_as_well():
    after = document()
    after["predictions"] = [{"type": "formula", "formula": "(2;%sg%) < (2;%pl%)", "name": "agreement"}]
    after["meta"]["metric"] = "mean"
    after["lab"] = {"who": 3}
    after["items"][0]["conditions"][0]["regions"][0]["note"] = "x"
    assert said(document(), after) == [
        'lab: new, "{"who": 3}"',
        'about the suite: metric: "sum" -> "mean"',
        'prediction 1: name: new, "agreement"',
        "item 1, condition 'sg', region 1 (subject): note: new, \"x\"",
    ]


def test_sum_counts_by_what_differs():
    after = document()
    after["items"][1]["conditions"][1]["regions"][1]["content"] = "ran"
    after["predictions"] = []
    assert summed_up(document_changes(document(), after)) == "1 cell and 1 prediction differ"


@pytest.mark.parametrize("part", ["meta", "region_meta", "predictions", "items"])
def test_unfinished_documents_are_compared(part):
    after = document()
    del after[part]
    assert document_changes(document(), after)
    assert document_changes(after, document())


_PLACES = [
    lambda d: d["items"][0],
    lambda d: d["items"][1]["conditions"][0],
    lambda d: d["items"][0]["conditions"][1]["regions"][0],
    lambda d: d["meta"],
    lambda d: d["region_meta"],
    lambda d: d["predictions"][0],
    lambda d: d,
]
_VALUES = st.one_of(st.integers(), st.text(max_size=3), st.none(), st.lists(st.text(max_size=2), max_size=2))


@given(
    st.sampled_from(_PLACES),
    st.sampled_from(["item_number", "condition_name", "region_number", "content", "label", "name", "1", "formula"]),
    _VALUES,
)
def test_whatever_differs_is_said(place, key, value):
    after = document()
    place(after)[key] = value
    assert (document_changes(document(), after) == []) == (after == document())
