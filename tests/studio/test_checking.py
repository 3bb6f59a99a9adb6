"""Checks of a suite while it is written, and its design changed as a whole."""

from __future__ import annotations

import copy
from typing import Any

from support.toys import suite_document


def small(*formulas: str) -> dict[str, Any]:
    document = suite_document(
        [{name: [f"The {name} {n}", "near it", "is."] for name in ("sg", "pl")} for n in range(3)], formulas
    )
    document["meta"]["kept"] = {"x": 1}
    return document


def edited(studio: Any, suite: Any, **edit: Any) -> tuple[int, Any]:
    body = {"base": suite.revision, "client": "tab", "edit": edit}
    return studio.ask("POST", f"/suites/{suite.id}/edit", body)


def test_edit_changes_the_suite_and_says_what_could_not_follow(studio):
    suite = studio.studio.add(small("(3;%sg%) < (3;%pl%)"))
    heard = []
    studio.studio.on_change(heard.append)
    before = copy.deepcopy(suite.document)
    old = suite.document
    status, answer = edited(studio, suite, kind="move_region", number=3, to=1)
    assert status == 200
    assert answer["document"]["predictions"][0]["formula"] == "(1;%sg%) < (1;%pl%)"
    assert answer["sentences"][0]["sg"] == "is. The sg 0 near it"
    assert (answer["revision"], answer["by"], answer["reported"]) == (1, "tab", [])
    assert suite.document == answer["document"]
    assert suite.document["meta"]["kept"] == {"x": 1}
    assert old == before
    assert heard == [suite]
    status, answer = edited(studio, suite, kind="delete_region", number=1)
    assert "deleted" in answer["reported"][0]


def test_edit_of_what_changed_meanwhile_is_a_conflict(studio):
    suite = studio.studio.add(small())
    body = {"base": 7, "client": "tab", "edit": {"kind": "set_join", "join": "none"}}
    status, answer = studio.ask("POST", f"/suites/{suite.id}/edit", body)
    assert (status, answer["revision"]) == (409, 0)
    assert suite.revision == 0


def test_what_a_suite_file_would_say_is_said_as_it_is_chosen_on_the_page(studio):
    document = suite_document([{"a": ["孩子", "吃了", "苹果。"], "b": ["孩子", "喝了", "苹果。"]}], [])
    suite = studio.studio.add(document)
    [said] = [one["message"] for one in studio.post(f"/suites/{suite.id}/check")["findings"] if one["code"] == "S118"]
    assert "under Design, choose “nothing between regions”" in said
    assert "meta" not in said


def test_edit_that_cannot_be_is_refused_in_words(studio):
    suite = studio.studio.add(small())
    status, answer = edited(studio, suite, kind="rename_condition", name="sg", to="pl")
    assert (status, suite.revision) == (400, 0)
    assert "already" in answer["message"]


def test_every_edit_is_known_and_raises_the_revision(studio):
    suite = studio.studio.add(small())
    every = [
        {"kind": "add_region", "after": 1, "name": "adverb"},
        {"kind": "rename_region", "number": 1, "name": "subject"},
        {"kind": "add_condition", "copy_of": "sg", "name": "third"},
        {"kind": "move_condition", "name": "third", "to": "sg"},
        {"kind": "rename_condition", "name": "third", "to": "du"},
        {"kind": "set_levels", "levels": {"du": {"n": 2}, "sg": {"n": 1}, "pl": {"n": None}}},
        {"kind": "delete_condition", "name": "du"},
        {"kind": "cross_factors", "factors": {"n": ["1", "many"]}},
        {"kind": "set_meta", "key": "language", "value": "en"},
    ]
    for revision, edit in enumerate(every, 1):
        before = suite.document
        status, answer = edited(studio, suite, **edit)
        assert (status, suite.revision) == (200, revision), answer
        assert suite.document != before
    assert suite.document["condition_factors"] == {"sg": {"n": 1}, "many": {"n": "many"}}


def blanks() -> dict[str, Any]:
    document = small("(3;%sg%) < (3;%pl%)", "(3;%sg%) <")
    for place in (0, 2):
        document["items"][place]["conditions"][1]["regions"][1]["content"] = "near  it "
    return document


def test_check_says_what_is_amiss_by_place(studio):
    suite = studio.studio.add(blanks())
    answer = studio.post(f"/suites/{suite.id}/check")
    assert answer["revision"] == 0
    [problem] = answer["problems"]
    assert (problem["prediction"], problem["item"]) == (1, None)
    found = [one for one in answer["findings"] if one["code"] == "S102"]
    assert [(one["item"], one["condition"], one["region"]) for one in found] == [(0, 1, 2), (2, 1, 2)]
    assert all(one["fixable"] for one in found)
    assert (found[0]["before"], found[0]["after"]) == ('"near  it "', '"near it "')
    assert answer["codes"]["S102"]
    assert not any(one["fixable"] for one in answer["findings"] if one["code"] == "S213")


def test_fix_mends_one_or_all_of_a_kind(studio):
    suite = studio.studio.add(blanks())
    contents = lambda: [suite.document["items"][place]["conditions"][1]["regions"][1]["content"] for place in (0, 2)]  # noqa: E731
    one = {"code": "S102", "cell": {"item": 2, "condition": 1, "region": 2}}
    answer = studio.post(f"/suites/{suite.id}/fix", {"base": 0, "client": "tab", **one})
    assert contents() == ["near  it ", "near it "]
    assert (answer["revision"], answer["reported"]) == (1, ["Mended 1 text."])
    studio.post(f"/suites/{suite.id}/fix", {"base": 1, "client": "tab", "code": "S101"})
    assert contents() == ["near  it", "near it"]
    studio.post(f"/suites/{suite.id}/fix", {"base": 2, "client": "tab"})
    assert contents() == ["near it", "near it"]
    assert suite.document["meta"]["kept"] == {"x": 1}
    status, _ = studio.ask("POST", f"/suites/{suite.id}/fix", {"base": 2, "client": "tab"})
    assert status == 409


def test_crossing_is_shown_before_it_is_taken(studio):
    suite = studio.studio.add(small())
    answer = studio.post(f"/suites/{suite.id}/crossing", {"factors": {"n": ["sg", "du"]}})
    assert [(one["name"], one["source"]) for one in answer["conditions"]] == [("sg", "sg"), ("du", None)]
    assert answer["dropped"] == {"pl": 3}
    assert suite.revision == 0


def test_sentence_is_shown_in_every_way_to_join(studio):
    document = small()
    document["items"][1]["conditions"][1]["regions"][2]["content"] = ", so."
    suite = studio.studio.add(document)
    answer = studio.post(f"/suites/{suite.id}/joins", {"item": 1, "condition": 1})
    assert answer["joins"] == {
        "space": "The pl 1 near it , so.",
        "natural": "The pl 1 near it, so.",
        "none": "The pl 1near it, so.",
    }
    assert studio.post(f"/suites/{suite.id}/joins", {"item": 9})["joins"]["space"] == "The sg 0 near it is."
    empty = studio.studio.add({"items": [{"conditions": 3}, 4]})
    assert studio.post(f"/suites/{empty.id}/joins")["joins"]["space"] == ""
