"""Checks of a suite while it is written, by place."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from support.broken_documents import broken_documents
from support.strategies import examples
from support.toys import suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.authoring.checks import check_suite
from syntaxgym_lite.authoring.document_checks import check_document, fix_document
from syntaxgym_lite.authoring.unfinished import Place
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.suite.json import suite_document as document_of
from syntaxgym_lite.suite.json import suite_from_document


def unfinished() -> dict[str, Any]:
    """Five items, of which the second has no text, and the fourth none in one condition; blanks in the fifth."""
    items = [{name: [f"The {name} {n}", "near it", "is."] for name in ("sg", "pl")} for n in range(5)]
    items[1] = {name: ["", "", ""] for name in items[1]}
    items[3]["pl"] = ["", " ", ""]
    items[4]["pl"][1] = " near  it"
    document = suite_document(items, ["(3;%sg%) < (3;%pl%", "(3;%sg%) < (3;%pl%)", "(3;%sg%) < (9;%pl%)"])
    document["items"][4]["note"] = "kept"
    return document


def test_problems_come_first_each_at_its_place():
    remarks = check_document(unfinished())
    problems = [one for one in remarks if one.severity == "problem"]
    assert remarks[: len(problems)] == problems
    assert [one.place for one in problems] == [
        Place(item=1),
        Place(item=3, condition=1),
        Place(prediction=0),
        Place(prediction=2),
    ]
    assert problems[0].message == "has no text yet."
    assert problems[2].message.splitlines()[1].strip() == "^"


def test_findings_are_those_of_the_whole_items_at_their_places_in_the_document():
    remarks = [one for one in check_document(unfinished()) if one.code in ("S101", "S102")]
    assert [(one.code, one.place) for one in remarks] == [("S101", Place(4, 1, 2)), ("S102", Place(4, 1, 2))]
    assert [one.fix.after for one in remarks] == ["near  it", " near it"]  # each alone


def test_finished_suite_has_the_findings_of_its_check():
    [suite] = sgl.load_suites("npz")
    remarks = check_document(document_of(suite))
    assert [(one.code, one.message) for one in remarks] == [
        (finding.code, finding.message) for finding in check_suite(suite)
    ]


def test_findings_about_a_prediction_name_its_place_in_the_document():
    document = unfinished()
    document["predictions"][1]["formula"] = "(3;%sg%) >= 0"
    assert ("S303", Place(prediction=1)) in [(one.code, one.place) for one in check_document(document)]


def test_predictions_that_contradict_each_other_are_counted_as_people_count():
    document = unfinished()
    document["predictions"][2]["formula"] = "(3;%sg%) > (3;%pl%)"
    [remark] = [one for one in check_document(document) if one.code == "S305"]
    assert "of prediction 2 and" in remark.message
    assert "of prediction 3 cannot both hold" in remark.message


def test_mending_changes_these_texts_and_nothing_else():
    document = unfinished()
    before = copy.deepcopy(document)
    fixed, changes = fix_document(document)
    assert document == before
    assert [one.after for one in changes] == ["near it"]
    assert fixed["items"][4]["conditions"][1]["regions"][1]["content"] == "near it"
    fixed["items"][4]["conditions"][1]["regions"][1]["content"] = " near  it"
    assert fixed == before
    assert fixed["items"][0] is document["items"][0]
    assert fix_document(fixed, ["S104"]) == (fixed, [])


@pytest.mark.parametrize(("only", "n"), [(Place(4, 1, 2), 1), (Place(4, 1, 1), 0)])
def test_one_text_alone_is_mended(only, n):
    assert len(fix_document(unfinished(), only=only)[1]) == n


def test_what_cannot_be_mended_is_refused():
    with pytest.raises(InputError, match="S999"):
        fix_document(unfinished(), ["S999"])


def test_suite_of_which_nothing_can_be_used_yet_has_problems_alone():
    document = unfinished()
    document["items"] = document["items"][1:2]
    assert {one.severity for one in check_document(document)} == {"problem"}
    assert fix_document(document) == (document, [])
    assert {one.severity for one in check_document(3)} == {"problem"}


def test_mended_suite_reads_as_the_suite_that_is_mended():
    [suite] = sgl.load_suites("npz")
    document = document_of(suite)
    document["items"][0]["conditions"][0]["regions"][0]["content"] = " As"
    fixed, _ = fix_document(document)
    assert suite_from_document(fixed).items[0].conditions[0].regions[0].content == "As"


@given(document=broken_documents())
@examples(60)
def test_any_document_has_remarks_at_places_that_there_are(document):
    remarks = check_document(document)
    for remark in remarks:
        if remark.place.item is not None:
            assert document["items"][remark.place.item] is not remarks
    if not any(remark.severity == "problem" for remark in remarks):
        suite_from_document(document)
    if isinstance(document, dict):
        fix_document(document)
