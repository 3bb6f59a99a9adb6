"""What of a suite that is being written can be used now."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from support.broken_documents import broken_documents
from support.strategies import examples

from syntaxgym_lite.authoring.unfinished import LeftOut, Place, place_of, readable
from syntaxgym_lite.errors import SuiteError
from syntaxgym_lite.suite.json import suite_from_document

CONDITIONS = {"sg": {"head": "sg"}, "pl": {"head": "pl"}}


def small(n_items: int = 3) -> dict[str, Any]:
    """A suite of two conditions and two regions, with factors of all kinds."""
    return {
        "meta": {"name": "small", "metric": "sum", "author": "A. N."},
        "region_meta": {"1": "subject", "2": "verb"},
        "condition_factors": copy.deepcopy(CONDITIONS),
        "predictions": [
            {"type": "formula", "formula": "(2;%sg%) < (2;%pl%)"},
            {"type": "formula", "formula": "(2;%head=pl%) > (1;%head=sg%)"},
        ],
        "items": [
            {
                "item_number": number,
                "factors": {"bin": number},
                "conditions": [
                    {
                        "condition_name": name,
                        "regions": [
                            {"region_number": 1, "content": f"The {name} {number}"},
                            {"region_number": 2, "content": "is"},
                        ],
                    }
                    for name in CONDITIONS
                ],
            }
            for number in range(1, n_items + 1)
        ],
    }


def row(document: dict[str, Any], item: int, condition: int) -> list[dict[str, Any]]:
    return document["items"][item]["conditions"][condition]["regions"]


def test_whole_suite_is_read_as_its_file_is():
    found = readable(small())
    assert found.suite == suite_from_document(small())
    assert (found.items, found.predictions, found.problems, found.left_out) == ((0, 1, 2), (0, 1), (), ())


def test_document_is_not_changed():
    document = small()
    row(document, 1, 0)[0]["content"] = row(document, 1, 0)[1]["content"] = ""
    document["meta"]["name"] = ""
    document["items"][2]["factors"]["head"] = "x"
    before = copy.deepcopy(document)
    readable(document)
    assert document == before


@pytest.mark.parametrize(
    ("conditions", "why"), [((0, 1), "has no text yet"), ((1,), "has no text yet in 'pl'")], ids=["all", "one"]
)
def test_item_without_text_is_left_out(conditions, why):
    document = small()
    for condition in conditions:
        for region in row(document, 1, condition):
            region["content"] = " "
    found = readable(document)
    assert found.items == (0, 2)
    assert [item.number for item in found.suite.items] == [1, 3]
    assert found.left_out == (LeftOut("item", 1, why),)
    assert [problem.path for problem in found.problems] == [
        f"items[1].conditions[{condition}].regions" for condition in conditions
    ]


def test_item_that_lacks_a_condition_or_a_region_is_left_out():
    document = small(5)
    del document["items"][1]["conditions"][0]
    del row(document, 3, 1)[0]
    found = readable(document)
    assert found.items == (0, 2, 4)
    assert [(one.kind, one.place) for one in found.left_out] == [("item", 1), ("item", 3)]


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("(2;%sg%) <", "A comparison"),
        ("(7;%sg%) < (2;%pl%)", "no region 7"),
        ("(2;%singular%) < (2;%pl%)", "no condition 'singular'"),
        ("(2;%head=du%) < (2;%pl%)", "no level 'du'"),
    ],
)
def test_prediction_that_cannot_be_read_is_left_out_with_its_caret(formula, said):
    document = small()
    document["predictions"].insert(0, {"type": "formula", "formula": formula})
    found = readable(document)
    assert found.predictions == (1, 2)
    assert len(found.suite.predictions) == 2
    [left] = found.left_out
    assert (left.kind, left.place) == ("prediction", 0)
    assert left.why.splitlines()[0].strip() == formula
    assert "^" in left.why
    [problem] = found.problems
    assert (problem.path, problem.message.lstrip("\n")) == ("predictions[0].formula", left.why)


def test_what_changes_no_number_is_done_without():
    document = small()
    document["meta"].update(name="", groups=3, excluded={}, cluster="nothing")
    del document["predictions"]
    found = readable(document)
    assert found.items == (0, 1, 2)
    assert found.suite.predictions == ()
    assert {problem.path for problem in found.problems} == {
        "meta.name",
        "meta.groups",
        "meta.excluded",
        "meta.cluster",
        "predictions",
    }
    assert {one.kind for one in found.left_out} == {"meta"}


def test_factors_of_items_that_clash_leave_all_items():
    document = small(40)
    for item in document["items"]:
        item["factors"]["head"] = "x"  # which is a factor of the conditions
    found = readable(document)
    assert len(found.items) == 40
    assert found.suite.items[0].factors == {}
    assert [one.kind for one in found.left_out] == ["factors"]


def test_levels_that_cannot_be_read_leave_predictions_by_names():
    document = small()
    document["condition_factors"]["sg"] = {"head": ""}
    found = readable(document)
    assert found.predictions == (0,)
    assert found.suite.condition_factors == {}
    assert [(one.kind, one.place) for one in found.left_out] == [("prediction", 1), ("meta", 0)]
    assert "levels" in found.left_out[0].why


@pytest.mark.parametrize("key", ["metric", "join", "context"])
def test_what_would_change_numbers_is_not_guessed(key):
    document = small()
    document["meta"][key] = 3
    found = readable(document)
    assert found.suite is None
    assert [problem.path for problem in found.problems] == [f"meta.{key}"]


def test_nothing_whole_is_no_suite():
    document = small(1)
    row(document, 0, 0)[0]["content"] = row(document, 0, 0)[1]["content"] = ""
    found = readable(document)
    assert (found.suite, found.items, found.predictions) == (None, (), ())
    assert found.left_out == (LeftOut("item", 0, "has no text yet in 'sg'"),)


def test_place_of_a_problem_is_where_the_page_shows_it():
    document = small()
    row(document, 1, 1)[1]["content"] = 3
    [problem] = readable(document).problems
    assert place_of(problem.path, document) == Place(1, 1, 2)
    assert place_of("predictions[1].formula", document) == Place(prediction=1)
    assert place_of("meta.name", document) == Place()
    assert place_of("items[9].conditions[9].regions[4]", document) == Place(9, 9, 5)  # not there, as nothing is


@given(document=broken_documents())
@examples(150)
def test_any_document_gives_a_suite_of_what_is_whole_or_none(document):
    found = readable(document)
    if found.problems:
        with pytest.raises(SuiteError) as refused:
            suite_from_document(document)
        assert found.problems == refused.value.problems
    else:
        assert found.suite == suite_from_document(document)
    for problem in found.problems:
        place_of(problem.path, document)
    if found.suite is None:
        assert not found.items
        return
    assert [document["items"][place] for place in found.items] == [
        item.extra if "factors" not in {one.kind for one in found.left_out} else document["items"][place]
        for place, item in zip(found.items, found.suite.items, strict=True)
    ]
    assert [document["predictions"][place] for place in found.predictions] == [
        one.extra for one in found.suite.predictions
    ]
    left = {(one.kind, one.place) for one in found.left_out}
    assert {place for kind, place in left if kind == "item"} == set(range(len(document["items"]))) - {*found.items}
