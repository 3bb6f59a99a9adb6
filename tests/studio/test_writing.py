"""What the page writes, and what the studio answers: sentences as they will be scored."""

from __future__ import annotations

from typing import Any

import pytest

from syntaxgym_lite.studio.writing import sentences_of


def item(number: int, *texts: Any, name: str = "one", **more: Any) -> dict[str, Any]:
    regions = [{"region_number": at, "content": text} for at, text in enumerate(texts, 1)]
    return {"item_number": number, "conditions": [{"condition_name": name, "regions": regions}], **more}


@pytest.fixture
def written(studio: Any) -> Any:
    """A suite of two items, and what is sent and answered about it."""
    document = {
        "meta": {"name": "t", "join": "natural"},
        "region_meta": {"1": "a", "2": "b"},
        "items": [item(1, "Yes", "."), item(2, "No", "!")],
    }
    return studio, studio.studio.add(document)


def sent(written: Any, base: int, **changes: Any) -> tuple[int, Any]:
    studio, suite = written
    status, answer = studio.ask("POST", f"/suites/{suite.id}/changes", {"base": base, "client": "tab", **changes})
    return status, answer


def test_a_suite_comes_with_the_sentences_of_all_items(written):
    studio, suite = written
    answer = studio.get(f"/suites/{suite.id}")
    assert answer["document"] == suite.document
    assert answer["sentences"] == [{"one": "Yes."}, {"one": "No!"}]  # joined as natural text is


def test_changed_items_take_their_places_and_others_stay(written):
    _, suite = written
    before = suite.document
    status, answer = sent(written, 0, items={"1": item(2, "Never", "!", cluster="kept")})
    assert (status, answer["revision"], answer["sentences"]) == (200, 1, {"1": {"one": "Never!"}})
    assert suite.document["items"] == [before["items"][0], item(2, "Never", "!", cluster="kept")]
    assert before["items"][1] == item(2, "No", "!")  # not changed in place


def test_a_whole_document_replaces_the_suite(written):
    _, suite = written
    document = {**suite.document, "meta": {"name": "t", "join": "space"}, "items": [item(7, "a", "b")]}
    status, answer = sent(written, 0, document=document)
    assert (status, answer["sentences"]) == (200, [{"one": "a b"}])
    assert suite.document == document


def test_changes_of_an_older_revision_are_refused_with_what_is_there(written):
    _, suite = written
    assert sent(written, 0, items={"0": item(1, "First", ".")})[0] == 200
    status, answer = sent(written, 0, items={"0": item(1, "Second", ".")})
    assert (status, answer["revision"], answer["document"]) == (409, 1, suite.document)
    assert suite.document["items"][0] == item(1, "First", ".")


def test_a_suite_that_is_not_open_is_gone(studio):
    assert studio.ask("POST", "/suites/99/changes", {"base": 0, "client": "tab"})[0] == 410


@pytest.mark.parametrize(
    ("conditions", "sentences"),
    [
        ([], {}),
        ([{"condition_name": "a", "regions": [{"content": "x"}, {"content": None}]}], {}),
        ([{"condition_name": "a"}, {"condition_name": "b", "regions": [{"content": "x"}]}], {"a": "", "b": "x"}),
    ],
)
def test_what_is_no_text_yet_has_no_sentence(conditions, sentences):
    assert sentences_of({"items": [{"conditions": conditions}]}) == [sentences]
