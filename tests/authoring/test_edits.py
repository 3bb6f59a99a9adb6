"""A suite changed as a whole, while it is being written."""

from __future__ import annotations

import copy
import itertools
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.broken_documents import broken_documents
from support.strategies import examples, suite_documents
from support.toys import suite_document

from syntaxgym_lite.authoring import edits
from syntaxgym_lite.authoring.edits import Edited
from syntaxgym_lite.authoring.unfinished import readable
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.formula import Reference, RegionName, RegionNumber, RegionRange, evaluate_formula
from syntaxgym_lite.suite.json import suite_from_document

N_ITEMS = 5


def pairs(*formulas: str, factors: bool = True) -> dict[str, Any]:
    """Two items in a 2 x 2 design of three regions."""
    names = ["sg_sg", "sg_pl", "pl_sg", "pl_pl"]
    document = suite_document(
        [{name: [f"The {name}", f"near {n}", "is"] for name in names} for n in range(2)], formulas, kept="as it is"
    )
    document["region_meta"] = {"1": "head", "2": "attractor", "3": "verb"}
    if factors:
        document["condition_factors"] = {
            name: dict(zip(("head", "attractor"), name.split("_"), strict=True)) for name in names
        }
    for item in document["items"]:
        item["source"] = {"page": 3}
        for condition in item["conditions"]:
            condition["note"] = condition["condition_name"]
            for region in condition["regions"]:
                region["was"] = region["region_number"]
    return document


def texts(document: dict[str, Any], item: int = 0) -> dict[str, list[str]]:
    return {
        condition["condition_name"]: [region["content"] for region in condition["regions"]]
        for condition in document["items"][item]["conditions"]
    }


def formulas(document: dict[str, Any]) -> list[str]:
    return [prediction["formula"] for prediction in document["predictions"]]


# ---------------------------------------------------------------- what always holds


def marked(document: dict[str, Any]) -> dict[str, Any]:
    """The same, with a mark on every region and condition by which it is known again wherever it goes."""
    document = copy.deepcopy(document)
    names = dict.fromkeys(condition["condition_name"] for item in document["items"] for condition in item["conditions"])
    for item in document["items"]:
        for condition in item["conditions"]:
            condition["was"] = list(names).index(condition["condition_name"])
            for region in condition["regions"]:
                region["was"] = region["region_number"]
    return document


def outcomes(document: dict[str, Any]) -> list[list[int] | None]:
    """What each prediction says of some values, which regions and conditions carry along; None: it is refused."""
    found = readable(document)
    assert found.suite is not None
    [*conditions] = found.suite.items[0].conditions
    regions = {region.number: region.extra.get("was") for region in conditions[0].regions}
    was = {condition.name: condition.extra.get("was") for condition in conditions}

    def values(reference: Reference) -> np.ndarray:
        match reference.region:
            case RegionNumber(number):
                numbers = [number]
            case RegionName(name):
                numbers = [n for n, own in found.suite.region_names.items() if own.strip() == name]
            case RegionRange(first, last):
                numbers = [number for number in regions if first <= number <= last]
            case _:
                numbers = list(regions)
        total = np.zeros(N_ITEMS)
        for place in {regions[number] for number in numbers} - {None}:  # a new region has no text, and no bits
            seed = zlib.crc32(repr((place, was[reference.condition], reference.metric)).encode())
            total += np.random.default_rng(seed).integers(0, 4, N_ITEMS)
        return total

    evaluated = {
        place: evaluate_formula(prediction.formula, values, N_ITEMS).holds.tolist()
        for place, prediction in zip(found.predictions, found.suite.predictions, strict=True)
    }
    return [evaluated.get(place) for place in range(len(document["predictions"]))]


def holds_as_before(before: dict[str, Any], edited: Edited) -> None:
    """Each prediction says what it said; or it is refused, and that is reported."""
    for place, (old, new) in enumerate(zip(outcomes(before), outcomes(edited.document), strict=True)):
        told = any(said.startswith(f"Prediction {place + 1}") for said in edited.reported)
        assert new == old or (new is None and told)
    changed = {key for key in before if before[key] != edited.document[key]}
    assert changed <= {"region_meta", "condition_factors", "predictions", "items"}


@st.composite
def unevenly_numbered(draw: st.DrawFn) -> dict[str, Any]:
    """A suite that loads, whose regions may be numbered with gaps, and some of whose formulas name levels."""
    document = draw(suite_documents())
    if draw(st.booleans()):
        gap = draw(st.integers(1, 3))
        document = edits.add_region(document, after=0, name="gone").document
        document["items"] = copy.deepcopy(document["items"])
        for item in document["items"]:
            for condition in item["conditions"]:
                del condition["regions"][0]
                for region in condition["regions"]:
                    region["region_number"] += gap * (region["region_number"] > 2)
        names = list(document["region_meta"].values())[1:]
        document["region_meta"] = {str(number + gap * (number > 2)): name for number, name in enumerate(names, 2)}
        document["predictions"] = [one for one in document["predictions"] if ":" not in one["formula"] and not gap]
    for prediction in document["predictions"]:
        for name, own in document.get("condition_factors", {}).items():
            if draw(st.booleans()):
                levels = ", ".join(f"{factor}={level}" for factor, level in own.items() if type(level) is str)
                if len(levels.split("=")) == len(own) + 1:
                    prediction["formula"] = prediction["formula"].replace(f"%{name}%", f"%{levels}%")
    return marked(document)


def in_order(document: dict[str, Any]) -> dict[str, Any]:
    """The same, with the conditions of each item in one order, which says nothing."""
    items = [
        {**item, "conditions": sorted(item["conditions"], key=lambda condition: condition["condition_name"])}
        for item in document["items"]
    ]
    return {**document, "items": items}


def numbers_of(document: dict[str, Any]) -> list[int]:
    return [int(key) for key in document["region_meta"]]


def names_of(document: dict[str, Any]) -> list[str]:
    return [condition["condition_name"] for condition in document["items"][0]["conditions"]]


@given(document=unevenly_numbered(), data=st.data())
@examples(60)
def test_moving_a_region_changes_no_outcome_and_back_it_is_as_it_was(document, data):
    numbers = numbers_of(document)
    number, to = data.draw(st.sampled_from(numbers)), data.draw(st.sampled_from(numbers))
    before = copy.deepcopy(document)
    moved = edits.move_region(document, number, to)
    assert document == before
    holds_as_before(document, moved)
    for item, own in zip(document["items"], moved.document["items"], strict=True):
        for one, other in zip(item["conditions"], own["conditions"], strict=True):
            at = numbers.index(to)
            assert other["regions"][at]["was"] == number
            assert other["regions"][at]["content"] == one["regions"][numbers.index(number)]["content"]
    back = edits.move_region(moved.document, to, number)
    if not moved.reported:
        assert back.document == document
        assert back.reported == ()


@given(document=unevenly_numbered(), data=st.data())
@examples(40)
def test_a_new_region_changes_no_outcome(document, data):
    after = data.draw(st.sampled_from([0, None, *numbers_of(document)]))
    name = data.draw(st.sampled_from(["", "r1", "r2", "extra"]))
    before = copy.deepcopy(document)
    added = edits.add_region(document, after=after, name=name)
    assert document == before
    holds_as_before(document, added)
    suite_from_document({**added.document, "predictions": []})
    assert len(added.document["region_meta"]) == len(document["region_meta"]) + 1


@given(document=unevenly_numbered(), data=st.data())
@examples(40)
def test_deleting_a_region_never_has_a_formula_say_something_else(document, data):
    numbers = numbers_of(document)
    if len(numbers) == 1:
        with pytest.raises(InputError):
            edits.delete_region(document, numbers[0])
        return
    number = data.draw(st.sampled_from(numbers))
    before = copy.deepcopy(document)
    deleted = edits.delete_region(document, number)
    assert document == before
    emptied = copy.deepcopy(document)  # the same suite in which the region is no more than a name
    for item in emptied["items"]:
        for condition in item["conditions"]:
            condition["regions"][numbers.index(number)]["was"] = None
            condition["regions"][numbers.index(number)]["content"] += "x"  # so that a sentence is left
    edited = copy.deepcopy(deleted.document)
    for item in edited["items"]:
        for condition in item["conditions"]:
            condition["regions"][0]["content"] += "x"
    holds_as_before(emptied, Edited(edited, deleted.reported))


@given(document=unevenly_numbered(), data=st.data())
@examples(40)
def test_names_change_no_outcome(document, data):
    number = data.draw(st.sampled_from(numbers_of(document)))
    to = data.draw(st.sampled_from(["r1", "r2", "", "7", "a (b)", "new"]))
    renamed = edits.rename_region(document, number, to)
    holds_as_before(document, renamed)
    assert renamed.reported == ()
    name = data.draw(st.sampled_from(names_of(document)))
    called = edits.rename_condition(renamed.document, name, "another, one=two")
    holds_as_before(renamed.document, called)
    assert called.reported == ()
    back = edits.rename_condition(called.document, "another, one=two", name).document
    assert {**back, "predictions": []} == {**renamed.document, "predictions": []}


@given(document=unevenly_numbered(), data=st.data())
@examples(40)
def test_conditions_that_move_come_and_go_change_no_other_outcome(document, data):
    names = names_of(document)
    one, other = data.draw(st.sampled_from(names)), data.draw(st.sampled_from(names))
    moved = edits.move_condition(document, one, other)
    holds_as_before(document, moved)
    assert moved.reported == ()
    assert names_of(moved.document)[names.index(other)] == one
    back = edits.move_condition(moved.document, one, names_of(moved.document)[names.index(one)]).document
    assert names_of(back) == names
    assert in_order(back) == in_order(document)
    plain = edits.set_levels(document, {}).document
    added = edits.add_condition(plain, copy_of=one)
    holds_as_before(plain, added)
    assert edits.delete_condition(added.document, f"{one} 2").document == plain
    if len(names) > 1:
        holds_as_before(document, edits.delete_condition(document, one))


@given(document=unevenly_numbered(), data=st.data())
@examples(40)
def test_other_levels_change_no_outcome(document, data):
    names = names_of(document)
    words = st.sampled_from(["sg", "pl", "x", "a, b"])
    rows = data.draw(st.lists(st.tuples(words, words), min_size=len(names), max_size=len(names), unique=True))
    levels = {name: dict(zip(("head", "number"), row, strict=True)) for name, row in zip(names, rows, strict=True)}
    edited = edits.set_levels(document, levels)
    assert edited.reported == ()
    old, new = {**document, "condition_factors": {}}, {**edited.document, "condition_factors": {}}
    assert {**old, "predictions": []} == {**new, "predictions": []}
    assert outcomes(edited.document) == outcomes(document)


EDITS = [
    lambda document: edits.add_region(document, after=1),
    lambda document: edits.delete_region(document, 2),
    lambda document: edits.move_region(document, 1, 3),
    lambda document: edits.rename_region(document, 5, "verb"),
    lambda document: edits.add_condition(document, copy_of="ambig_comma"),
    lambda document: edits.delete_condition(document, "ambig_comma"),
    lambda document: edits.move_condition(document, "ambig_comma", "unambig_comma"),
    lambda document: edits.rename_condition(document, "ambig_comma", "x"),
    lambda document: edits.cross_factors(document, {"verb": ["ambig", "a"], "comma": ["x", "y"]}),
    lambda document: edits.set_levels(document, {"ambig_comma": {"verb": "x"}}),
    lambda document: edits.set_meta(document, "context", "x"),
]


@given(document=broken_documents().filter(lambda one: isinstance(one, dict)), edit=st.sampled_from(EDITS))
@examples(150)
def test_document_that_is_no_suite_is_changed_as_far_as_it_goes_or_refused(document, edit):
    before = copy.deepcopy(document)
    try:
        edited = edit(document).document
    except InputError:
        edited = {}
    assert document == before
    assert isinstance(edited, dict)


# ---------------------------------------------------------------- regions


def test_new_region_is_there_without_text_in_every_sentence():
    document = edits.add_region(pairs("(3;%sg_sg%) < (2:3;%head=pl, attractor=pl%)"), after=2).document
    assert document["region_meta"] == {"1": "head", "2": "attractor", "3": "new region", "4": "verb"}
    assert texts(document, 1)["sg_pl"] == ["The sg_pl", "near 1", "", "is"]
    assert formulas(document) == ["(4;%sg_sg%) < (2:4;%head=pl, attractor=pl%)"]
    assert document["items"][0]["conditions"][0]["regions"][3]["was"] == 3
    assert document["meta"]["kept"] == "as it is"


def test_numbers_that_are_texts_stay_texts():
    document = pairs("(3;%sg_sg%) > 1")
    for item in document["items"]:
        for condition in item["conditions"]:
            for region in condition["regions"]:
                region["region_number"] = str(region["region_number"])
    document["region_meta"] = {"01": "head", "02": "attractor", "03": "verb"}
    edited = edits.add_region(document, after=1, name="x").document
    assert list(edited["region_meta"]) == ["01", "02", "03", "4"]
    assert [one["region_number"] for one in edited["items"][0]["conditions"][0]["regions"]] == ["1", "2", "3", "4"]
    suite_from_document(edited)


def test_formula_about_a_deleted_region_is_refused_until_it_is_mended():
    deleted = edits.delete_region(pairs("(2;%sg_sg%) < (3;%sg_sg%)"), 2)
    assert formulas(deleted.document) == ["(attractor;%sg_sg%) < (2;%sg_sg%)"]
    assert deleted.reported == (
        "Prediction 1 is about region 2 ('attractor'), which was deleted: say what it is about now.",
    )
    assert readable(deleted.document).suite.predictions == ()
    again = edits.add_region(
        deleted.document, after=1, name="attractor"
    )  # it is there once more: is that what is meant?
    assert again.reported == (
        "Prediction 1 is about the region 'attractor', which was not there before and now is region 2: is that what it "
        "should say?",
    )


def test_row_that_is_not_as_it_should_be_keeps_what_it_has():
    document = pairs()
    del document["items"][0]["conditions"][0]["regions"][1]
    document["items"][0]["conditions"][1]["regions"] = "nothing"
    document["items"][0]["conditions"][2]["regions"].append(7)
    document["items"].append(3)
    edited = edits.add_region(document, after=3).document
    [first, second, third, _] = edited["items"][0]["conditions"]
    assert [region["content"] for region in first["regions"]] == ["The sg_sg", "is", ""]
    assert second["regions"] == "nothing"
    assert third["regions"][-1] == 7
    assert edited["items"][2] == 3


def test_prediction_of_the_old_form_follows():
    document = pairs()
    old = {"relation": "greaterthan", "region_number": "3", "l_operand": "sg_sg", "r_operand": "pl_sg", "x": 1}
    document["predictions"] = [old]
    moved = edits.move_region(document, 3, 1).document
    assert moved["predictions"] == [{**old, "region_number": "1"}]
    assert edits.rename_condition(document, "pl_sg", "plural").document["predictions"] == [
        {**old, "r_operand": "plural"}
    ]
    deleted = edits.delete_region(document, 3)
    assert deleted.document["predictions"] == [{**old, "region_number": "verb"}]
    assert len(deleted.reported) == 1


@pytest.mark.parametrize("meta", [None, {}, {"x": "a"}, {"1": 3}, {"1": "a", "01": "b"}])
def test_regions_that_cannot_be_read_are_not_changed(meta):
    with pytest.raises(InputError, match="region_meta"):
        edits.move_region({**pairs(), "region_meta": meta}, 1, 2)


# ---------------------------------------------------------------- conditions


def test_copy_of_a_condition_stands_behind_it_with_its_texts():
    added = edits.add_condition(pairs(), copy_of="sg_pl", levels={"head": "sg", "attractor": "none"})
    assert names_of(added.document) == ["sg_sg", "sg_pl", "sg_pl 2", "pl_sg", "pl_pl"]
    assert list(added.document["condition_factors"]) == names_of(added.document)
    assert texts(added.document)["sg_pl 2"] == texts(added.document)["sg_pl"]
    assert added.reported == ()
    suite_from_document(added.document)


def test_new_condition_has_no_text_and_is_asked_for_its_levels():
    added = edits.add_condition(pairs(), name="control", after="sg_sg")
    assert names_of(added.document)[:2] == ["sg_sg", "control"]
    assert texts(added.document)["control"] == ["", "", ""]
    assert added.reported == ("The condition 'control' has no levels yet: say which it has of head, attractor.",)


@pytest.mark.parametrize(
    "edit",
    [
        lambda document: edits.add_condition(document, name="sg_pl"),
        lambda document: edits.add_condition(document, name="50%"),
        lambda document: edits.add_condition(document, copy_of="nothing"),
        lambda document: edits.rename_condition(document, "sg_sg", "sg_pl"),
        lambda document: edits.rename_condition(document, "sg_sg", " "),
        lambda document: edits.rename_condition(document, "sg_sg", "a\nb"),
        lambda document: edits.delete_condition(document, "nothing"),
        lambda document: edits.delete_region(document, 9),
        lambda document: edits.add_region(document, after=9),
        lambda document: edits.rename_region(document, 1, "a\nb"),
        lambda document: edits.set_levels(document, {"nothing": {"head": "sg"}}),
        lambda document: edits.set_meta(document, "metric", "average"),
        lambda document: edits.set_meta(document, "name", " "),
        lambda document: edits.set_join(document, "glue"),
        lambda document: edits.add_condition({**document, "items": []}, name="x"),
        lambda document: edits.add_condition({**document, "items": 3}, name="x"),
        lambda document: edits.set_meta({**document, "meta": 3}, "name", "x"),
    ],
)
def test_what_cannot_be_is_refused(edit):
    with pytest.raises(InputError):
        edit(pairs())


def test_formula_of_a_deleted_condition_stays_and_is_reported():
    deleted = edits.delete_condition(pairs("(3;%sg_pl%) > (3;%head=pl, attractor=pl%)"), "sg_pl")
    assert formulas(deleted.document) == ["(3;%sg_pl%) > (3;%head=pl, attractor=pl%)"]
    assert "sg_pl" not in deleted.document["condition_factors"]
    [said] = deleted.reported
    assert "'sg_pl', which was deleted" in said


def test_items_with_an_order_of_their_own_keep_it():
    document = pairs()
    document["items"][1]["conditions"].reverse()
    moved = edits.move_condition(document, "pl_pl", "sg_sg").document
    assert names_of(moved) == ["pl_pl", "sg_sg", "sg_pl", "pl_sg"]
    assert moved["items"][1] is document["items"][1]


# ---------------------------------------------------------------- factors


def test_crossing_that_is_there_changes_nothing():
    document = pairs("(3;%sg_pl%) > (3;%sg_sg%)")
    crossed = edits.cross_factors(document, {"head": ["sg", "pl"], "attractor": ["sg", "pl"]})
    assert crossed == Edited(document)


def test_factor_more_keeps_texts_in_the_first_condition_that_fits():
    document = pairs("(3;%sg_pl%) > (3;%head=pl, attractor=sg%)")
    factors = {"head": ["sg", "pl"], "attractor": ["sg", "pl"], "tense": ["past", "present"]}
    crossed = edits.cross_factors(document, factors)
    assert names_of(crossed.document) == ["_".join(levels) for levels in itertools.product(*factors.values())]
    assert texts(crossed.document)["sg_pl_past"] == texts(document)["sg_pl"]
    assert texts(crossed.document)["sg_pl_present"] == ["", "", ""]
    assert formulas(crossed.document) == ["(3;%sg_pl_past%) > (3;%head=pl, attractor=sg, tense=past%)"]
    assert "The condition 'sg_sg' is now 'sg_sg_past'." in crossed.reported
    assert crossed.document["condition_factors"]["pl_pl_present"] == {
        "head": "pl", "attractor": "pl", "tense": "present"
    }  # fmt: skip


def test_factor_less_says_what_is_lost():
    crossed = edits.cross_factors(pairs(), {"head": ["sg", "pl"]})
    assert texts(crossed.document) == {"sg": ["The sg_sg", "near 0", "is"], "pl": ["The pl_sg", "near 0", "is"]}
    assert "The condition 'sg_pl' is gone, with its texts in 2 items." in crossed.reported
    suite_from_document(crossed.document)


@pytest.mark.parametrize(
    ("names", "levels"),
    [
        ("Sg-Sg Sg-Pl Pl-Sg Pl-Pl", (("Sg", "Sg"), ("Sg", "Pl"), ("Pl", "Sg"), ("Pl", "Pl"))),
        ("a_x_1 b_x_1 a_y_1 b_y_1", None),  # what never changes is no factor
        ("a_x b_x a_y b_z", None),
        ("a_x b_x a_y", None),
        ("a-b_x a-b_y c-d_x c-d_y", (("a-b", "x"), ("a-b", "y"), ("c-d", "x"), ("c-d", "y"))),
        ("match mismatch", None),
        ("", None),
    ],
)
def test_levels_are_read_from_names_that_are_all_their_combinations(names, levels):
    assert edits.levels_in_names(names.split()) == levels


def test_conditions_without_levels_are_known_by_their_names():
    crossing = edits.crossing_of(pairs(factors=False), {"head": ["pl", "sg"], "attractor": ["pl", "none"]})
    assert [(one.name, one.source) for one in crossing.conditions] == [
        ("pl_pl", "pl_pl"),
        ("pl_none", None),
        ("sg_pl", "sg_pl"),
        ("sg_none", None),
    ]
    assert crossing.dropped == {"sg_sg": 2, "pl_sg": 2}


def test_conditions_without_levels_are_known_by_the_first_factor():
    document = edits.cross_factors(pairs(), {"head": ["sg", "pl"]}).document
    plain = edits.set_levels(document, {}).document
    crossing = edits.crossing_of(plain, {"head": ["pl", "sg"], "attractor": ["sg", "pl"]})
    assert [one.source for one in crossing.conditions] == ["pl", None, "sg", None]
    assert crossing.dropped == {}


def test_names_of_ones_own_stay_where_the_levels_stay():
    document = edits.rename_condition(pairs("(3;%sg_pl%) > 1"), "sg_pl", "mismatch").document
    crossed = edits.cross_factors(document, {"attractor": ["sg", "pl"], "head": ["sg", "pl"]})
    assert names_of(crossed.document) == ["sg_sg", "pl_sg", "mismatch", "pl_pl"]
    assert texts(crossed.document)["mismatch"][0] == "The sg_pl"
    assert formulas(crossed.document) == ["(3;%mismatch%) > 1"]


def test_numbers_stay_numbers():
    document = pairs()
    for own in document["condition_factors"].values():
        own["n"] = 2
    crossed = edits.cross_factors(document, {"head": ["sg", "pl"], "attractor": ["sg", "pl"], "n": ["2"]})
    assert crossed.document["condition_factors"] == document["condition_factors"]


@pytest.mark.parametrize(
    "factors",
    [
        {},
        {"head": []},
        {"head": ["sg", "sg"]},
        {"head": ["sg", " "]},
        {"": ["sg", "pl"]},
        {"head=": ["sg"]},
        {"head": ["50%", "pl"]},
        {"head": ["a_b", "a"], "x": ["c", "b_c"]},
        {"a": list(map(str, range(9))), "b": list(map(str, range(9)))},
    ],
)
def test_factors_that_cannot_be_crossed_are_refused(factors):
    with pytest.raises(InputError):
        edits.crossing_of(pairs(), factors)


def test_levels_are_set_and_formulas_by_levels_follow():
    document = pairs("(3;%head=sg, attractor=pl%) > 1")
    levels = {
        name: {"subject": own["head"], "attractor": own["attractor"]}
        for name, own in document["condition_factors"].items()
    }
    edited = edits.set_levels(document, levels).document
    assert edited["condition_factors"] == levels
    assert formulas(edited) == ["(3;%subject=sg, attractor=pl%) > 1"]
    none = edits.set_levels(edited, {name: {"subject": "", "attractor": None} for name in levels}).document
    assert "condition_factors" not in none
    assert formulas(none) == ["(3;%sg_pl%) > 1"]


def test_levels_stand_before_predictions_and_items():
    document = pairs(factors=False)
    edited = edits.set_levels(document, {name: {"kind": name} for name in names_of(document)}).document
    assert list(edited) == ["meta", "region_meta", "condition_factors", "predictions", "items"]


# ---------------------------------------------------------------- about the suite


@pytest.mark.parametrize(
    ("edit", "meta"),
    [
        (lambda document: edits.set_join(document, "natural"), {"join": "natural"}),
        (lambda document: edits.set_meta(document, "join", "none"), {"join": "none"}),
        (lambda document: edits.set_meta(document, "metric", "max"), {"metric": "max"}),
        (lambda document: edits.set_meta(document, "name", " new "), {"name": "new"}),
        (lambda document: edits.set_meta(document, "language", "de"), {"language": "de"}),
    ],
)
def test_what_a_suite_says_of_itself_is_set(edit: Callable[[dict[str, Any]], Edited], meta):
    document = pairs()
    assert edit(document).document == {**document, "meta": {**document["meta"], **meta}}


def test_empty_text_takes_out_what_need_not_be_there():
    document = edits.set_meta(pairs(), "context", "Once upon a time.").document
    assert edits.set_meta(document, "context", "").document == pairs()
