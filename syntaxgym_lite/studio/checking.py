"""Checks of a suite while it is written: problems, findings, safe fixes, and its design changed as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from ..authoring import edits
from ..authoring.checks import CODES
from ..authoring.document_checks import Remark, check_document, fix_document
from ..authoring.edits import Edited
from ..authoring.edits.documents import conditions_in
from ..authoring.fixes import FIXABLE, seen
from ..authoring.unfinished import Place
from ..errors import counted
from ..suite import Join, sentence_text
from .endpoints import Conflict, Endpoint, endpoint
from .studio import OpenSuite, Studio
from .wording import said_on_page
from .writing import sentences_of, state_of

__all__ = ["ENDPOINTS"]

Level = str | int | float | bool


class _Edit(BaseModel):
    """What is to be changed; what it holds besides its kind is what the function of this name takes."""

    model_config = ConfigDict(extra="forbid")

    def __call__(self, document: dict[str, Any]) -> Edited:
        given = dict(self)
        function: Callable[..., Edited] = getattr(edits, given.pop("kind"))
        return function(document, **given)


class AddRegion(_Edit):
    """See `syntaxgym_lite.authoring.edits.add_region`; the same for the others."""

    kind: Literal["add_region"]
    after: int | None = None
    name: str = ""


class DeleteRegion(_Edit):
    """A region goes, with its texts."""

    kind: Literal["delete_region"]
    number: int


class MoveRegion(_Edit):
    """A region takes the place of another one."""

    kind: Literal["move_region"]
    number: int
    to: int


class RenameRegion(_Edit):
    """A region gets a name."""

    kind: Literal["rename_region"]
    number: int
    name: str


class AddCondition(_Edit):
    """A condition more, perhaps with the texts of another one."""

    kind: Literal["add_condition"]
    name: str = ""
    after: str | None = None
    copy_of: str | None = None
    levels: dict[str, Level] | None = None


class DeleteCondition(_Edit):
    """A condition goes, with its texts."""

    kind: Literal["delete_condition"]
    name: str


class MoveCondition(_Edit):
    """A condition takes the place of another one."""

    kind: Literal["move_condition"]
    name: str
    to: str


class RenameCondition(_Edit):
    """A condition gets another name."""

    kind: Literal["rename_condition"]
    name: str
    to: str


class CrossFactors(_Edit):
    """The conditions become the crossing of the levels of factors."""

    kind: Literal["cross_factors"]
    factors: dict[str, list[Level]]


class SetLevels(_Edit):
    """The conditions have these levels; one without a value has none yet."""

    kind: Literal["set_levels"]
    levels: dict[str, dict[str, Level | None]]


class SetJoin(_Edit):
    """How regions become a sentence."""

    kind: Literal["set_join"]
    join: str


class SetMeta(_Edit):
    """What the suite says of itself."""

    kind: Literal["set_meta"]
    key: str
    value: str


AnyEdit = Annotated[
    AddRegion
    | DeleteRegion
    | MoveRegion
    | RenameRegion
    | AddCondition
    | DeleteCondition
    | MoveCondition
    | RenameCondition
    | CrossFactors
    | SetLevels
    | SetJoin
    | SetMeta,
    Field(discriminator="kind"),
]


class EditOf(BaseModel):
    """A change of the suite that has a revision, by a tab."""

    model_config = ConfigDict(extra="forbid")
    base: int
    client: str
    edit: AnyEdit


@endpoint("POST", "/suites/{suite_id}/edit")
def edit(studio: Studio, suite_id: str, body: EditOf) -> dict[str, Any]:
    """Change the design as a whole; say what could not follow."""
    return _changed(studio, studio.suite(suite_id), body.base, body.client, body.edit)


def _changed(
    studio: Studio, suite: OpenSuite, base: int, client: str, change: Callable[[dict[str, Any]], Edited]
) -> dict[str, Any]:
    """Put what a function makes of the document in its place, if it is the one that the page has."""
    with suite.lock:
        if base != suite.revision:
            message = "This suite was changed in another tab meanwhile."
            raise Conflict(message, revision=suite.revision, document=suite.document, by=suite.by)
        edited = change(suite.document)
        suite.document = edited.document
        suite.revision += 1
        suite.by = client
        state = state_of(studio, suite)
    studio.changed(suite)
    answer: Mapping[str, Any] = {
        "document": edited.document,
        "sentences": sentences_of(edited.document),
        "reported": edited.reported,
    }
    return {**state, **answer}


class CrossingOf(BaseModel):
    """Factors that may be crossed."""

    model_config = ConfigDict(extra="forbid")
    factors: dict[str, list[Level]]


@endpoint("POST", "/suites/{suite_id}/crossing")
def crossing(studio: Studio, suite_id: str, body: CrossingOf) -> dict[str, Any]:
    """Say what crossing factors would make of the conditions."""
    found = edits.crossing_of(studio.suite(suite_id).document, body.factors)
    conditions = [{"name": one.name, "levels": dict(one.levels), "source": one.source} for one in found.conditions]
    return {"conditions": conditions, "dropped": dict(found.dropped)}


@endpoint("GET", "/suites/{suite_id}/levels")
def levels(studio: Studio, suite_id: str) -> dict[str, Any]:
    """Say of which levels the names of the conditions are made, where they are all combinations of them."""
    suite = studio.suite(suite_id)
    with suite.lock:
        revision, names = suite.revision, list(edits.named_in(suite.document).conditions)
    return {"revision": revision, "conditions": names, "levels": edits.levels_in_names(names)}


@endpoint("POST", "/suites/{suite_id}/check")
def check(studio: Studio, suite_id: str) -> dict[str, Any]:
    """Check a suite as far as it is written."""
    suite = studio.suite(suite_id)
    with suite.lock:
        revision, document = suite.revision, suite.document
    remarks = check_document(document)
    return {
        "revision": revision,
        "problems": [_said(one) for one in remarks if one.severity == "problem"],
        "findings": [_said(one) for one in remarks if one.severity != "problem"],
        "codes": {code: CODES[code] for code in sorted({one.code for one in remarks if one.code})},
    }


def _said(remark: Remark) -> dict[str, Any]:
    said = {"message": said_on_page(remark.message), **remark.place._asdict()}
    if remark.code:
        said |= {"code": remark.code, "severity": remark.severity, "fixable": remark.fix is not None}
    if remark.fix is not None:
        said |= {"before": seen(remark.fix.before), "after": seen(remark.fix.after)}
    return said


class Cell(BaseModel):
    """A region in a sentence: item and condition by place, region by number."""

    model_config = ConfigDict(extra="forbid")
    item: int
    condition: int
    region: int


class FixOf(BaseModel):
    """What to mend: one kind of finding or all, in one region or everywhere."""

    model_config = ConfigDict(extra="forbid")
    base: int
    client: str
    code: str | None = None
    cell: Cell | None = None


@endpoint("POST", "/suites/{suite_id}/fix")
def fix(studio: Studio, suite_id: str, body: FixOf) -> dict[str, Any]:
    """Mend what is safe to mend, as it was shown."""
    only = None if body.cell is None else Place(body.cell.item, body.cell.condition, body.cell.region)

    def mended(document: dict[str, Any]) -> Edited:
        fixed, changes = fix_document(document, FIXABLE if body.code is None else [body.code], only=only)
        return Edited(fixed, (f"Mended {counted(len(changes), 'text')}.",))

    return _changed(studio, studio.suite(suite_id), body.base, body.client, mended)


class Row(BaseModel):
    """A sentence: item and condition by place."""

    model_config = ConfigDict(extra="forbid")
    item: int = 0
    condition: int = 0


@endpoint("POST", "/suites/{suite_id}/joins")
def joins(studio: Studio, suite_id: str, body: Row) -> dict[str, Any]:
    """Give a sentence as it would be in each way to join regions."""
    document = studio.suite(suite_id).document
    contents = _contents(document, body)
    return {"joins": {join: sentence_text(contents, join)[0] for join in get_args(Join)}}


def _contents(document: Mapping[str, Any], row: Row) -> list[str]:
    """The texts of a sentence; of the first one that has text, if this has none."""
    conditions = [
        ((place, at), condition)
        for place, item in enumerate(document.get("items") or ())
        for at, condition in enumerate(conditions_in(item))
        if isinstance(condition, Mapping) and isinstance(condition.get("regions"), list)
    ]
    conditions.sort(key=lambda one: one[0] != (row.item, row.condition))
    for _, condition in conditions:
        contents: list[Any] = [one.get("content") if isinstance(one, Mapping) else None for one in condition["regions"]]
        if all(isinstance(text, str) for text in contents) and "".join(contents).strip():
            return contents
    return []


ENDPOINTS: list[Endpoint] = [edit, crossing, levels, check, fix, joins]
