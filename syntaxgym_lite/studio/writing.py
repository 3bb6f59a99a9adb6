"""Suites as they are written: what the page changes, and the sentences that come of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

from ..suite import JOINS, sentence_text
from .endpoints import Conflict, Endpoint, endpoint
from .kept import standing
from .returned import as_it_was
from .studio import OpenSuite, Studio

__all__ = ["ENDPOINTS"]

Sentences = list[dict[str, str]]
"""Of each item, in the order of the document: condition name to sentence; of what is no text, no sentence."""


class Changes(BaseModel):
    """What the page has changed since a revision.

    Either some items, by their places, of as many as there are; or the whole document.
    """

    model_config = ConfigDict(extra="forbid")
    base: int
    client: str
    items: dict[int, dict[str, Any]] | None = None
    document: dict[str, Any] | None = None


@endpoint("GET", "/suites/{suite_id}")
def read(studio: Studio, suite_id: str) -> dict[str, Any]:
    """Give a suite that is open, with the sentences of all items."""
    suite = studio.suite(suite_id)
    with suite.lock:
        state = {**state_of(studio, suite), **standing(studio, suite)}
        return {**state, "document": suite.document, "sentences": sentences_of(suite.document)}


@endpoint("POST", "/suites/{suite_id}/changes")
def change(studio: Studio, suite_id: str, body: Changes) -> dict[str, Any]:
    """Take changes; give the sentences of what changed: by place, or of all items."""
    suite = studio.suite(suite_id)
    with suite.lock:
        if body.base != suite.revision:
            message = "This suite was changed in another tab meanwhile."
            raise Conflict(message, revision=suite.revision, document=suite.document, by=suite.by)
        if body.document is not None:
            suite.document = as_it_was(suite.document, body.document)
            sentences: Any = sentences_of(suite.document)
        else:
            items = list(suite.document["items"])
            for place, item in (body.items or {}).items():
                items[place] = as_it_was(items[place], item)
            suite.document = {**suite.document, "items": items}
            join = join_of(suite.document)
            sentences = {place: item_sentences(item, join) for place, item in (body.items or {}).items()}
        suite.revision += 1
        suite.by = body.client
        state = state_of(studio, suite)
    studio.changed(suite)
    return {**state, "sentences": sentences}


def state_of(studio: Studio, suite: OpenSuite) -> dict[str, Any]:
    """Say where a suite stands; what every answer about a suite begins with."""
    return {
        "id": suite.id,
        "revision": suite.revision,
        "saved_revision": suite.saved_revision,
        "file": None if suite.file is None else studio.workspace.shown(suite.file),
        "by": suite.by,
        "notes": suite.notes,
    }


def join_of(document: Mapping[str, Any]) -> Any:
    """How regions become sentences; the default where the document says nothing sound."""
    meta = document.get("meta")
    join = meta.get("join") if isinstance(meta, Mapping) else None
    return join if join in JOINS else "space"


def sentences_of(document: Mapping[str, Any]) -> Sentences:
    """Give the sentences of all items, exactly as they will be scored."""
    join = join_of(document)
    return [item_sentences(item, join) for item in document.get("items") or ()]


def item_sentences(item: Any, join: Any) -> dict[str, str]:
    """Give the sentences of an item by condition."""
    found = {}
    for condition in item.get("conditions") or () if isinstance(item, Mapping) else ():
        contents = [region.get("content") for region in condition.get("regions") or ()]
        if all(isinstance(content, str) for content in contents):
            found[condition.get("condition_name")], _ = sentence_text(contents, join)
    return found


ENDPOINTS: list[Endpoint] = [read, change]
