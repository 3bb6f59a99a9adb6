"""Formulas that follow when a suite changes."""

from __future__ import annotations

import pytest

from syntaxgym_lite.formula.following import Followed, Named, follow

REGIONS = {1: "start", 2: "noun", 3: "verb", 4: "end", 5: "verb"}
CROSSED = {
    "sg_sg": {"head": "sg", "attractor": "sg"},
    "sg_pl": {"head": "sg", "attractor": "pl"},
    "pl_pl": {"head": "pl", "attractor": "pl"},
}
BEFORE = Named(REGIONS, tuple(CROSSED), CROSSED)


def moved(source: str, order: str) -> Followed:
    """Follow when the regions stand in another order, such as ``"13245"``; those not in it are deleted."""
    numbers = {int(old): new for new, old in enumerate(order, 1)}
    after = Named({new: REGIONS[old] for old, new in numbers.items()}, BEFORE.conditions, CROSSED)
    same = {name: name for name in CROSSED}
    return follow(source, BEFORE, after, regions=numbers, conditions=same)


@pytest.mark.parametrize(
    ("order", "source", "expected"),
    [
        ("12345", "(1;%sg_sg%) < ( 4 ;%sg_pl%)", "(1;%sg_sg%) < ( 4 ;%sg_pl%)"),
        ("21345", "(1;%sg_sg%) < ( 2 ; %sg_pl% ; max)", "(2;%sg_sg%) < ( 1 ; %sg_pl% ; max)"),
        ("21345", "(*;%sg_sg%)  <  2 * (3;%sg_pl%)", "(*;%sg_sg%)  <  2 * (3;%sg_pl%)"),
        ("13245", "(2:3;%sg_sg%) < 1", "(2:3;%sg_sg%) < 1"),  # the run keeps its regions
        ("51234", "( 2 : 4;%sg_sg%) < 1", "( 3 : 5;%sg_sg%) < 1"),
        ("42315", "(noun;%sg_sg%) > 1", "(noun;%sg_sg%) > 1"),
        ("12435", "[(4;%sg_sg%)-(1;%sg_sg%)]>2", "[(3;%sg_sg%)-(1;%sg_sg%)]>2"),
        ("12435", "(4;%sg_sg%) > (4;%sg_pl", "(3;%sg_sg%) > (3;%sg_pl"),  # not written to its end
        ("12435", "(9;%sg_sg%) > 4", "(9;%sg_sg%) > 4"),  # wrong before, and no other now
    ],
)
def test_regions_that_move_are_followed_and_nothing_else_is_written_anew(order, source, expected):
    assert moved(source, order) == Followed(expected)


@pytest.mark.parametrize(
    ("order", "source", "expected", "said"),
    [
        ("1345", "(2;%sg_sg%) > (3;%sg_sg%)", "(noun;%sg_sg%) > (2;%sg_sg%)", "region 2 ('noun'), which was deleted"),
        ("1245", "(3;%sg_sg%) > 1", "(deleted region 3;%sg_sg%) > 1", "region 3 ('verb')"),  # another is named so
        ("1245", "(2:4;%sg_sg%) > 1", "(2:3;%sg_sg%) > 1", "of which some were deleted"),
        ("1235", "(2:4;%sg_sg%) > 1", "(regions 2 to 4 without 4;%sg_sg%) > 1", "of which 4 ('end') was deleted"),
        ("13452", "(2:4;%sg_sg%) > 1", "(regions 2, 3, 5;%sg_sg%) > 1", "do not stand side by side any more"),
    ],
)
def test_what_is_no_more_is_named_by_what_no_region_is_called(order, source, expected, said):
    found = moved(source, order)
    assert found.source == expected
    [note] = found.notes
    assert said in note
    assert found.lost == ("some were" not in said)


def test_name_that_becomes_that_of_two_regions_is_replaced_by_the_number():
    after = Named({**REGIONS, 1: "noun"}, BEFORE.conditions, CROSSED)
    numbers, same = {one: one for one in REGIONS}, {name: name for name in CROSSED}
    found = follow("(noun;%sg_sg%) > (start;%sg_sg%)", BEFORE, after, regions=numbers, conditions=same)
    assert found.source == "(2;%sg_sg%) > (1;%sg_sg%)"


@pytest.mark.parametrize(("name", "written"), [("main clause", "main clause"), ("RC (object)", "2"), ("3", "2")])
def test_name_that_a_formula_can_hold_is_written(name, written):
    after = Named({**REGIONS, 2: name}, BEFORE.conditions, CROSSED)
    numbers, same = {one: one for one in REGIONS}, {one: one for one in CROSSED}
    found = follow("(noun;%sg_sg%) > 1", BEFORE, after, regions=numbers, conditions=same)
    assert found.source == f"({written};%sg_sg%) > 1"


def test_run_with_a_new_region_in_it_is_longer_and_says_so():
    after = Named({1: "start", 2: "noun", 3: "adverb", 4: "verb", 5: "end", 6: "verb"}, BEFORE.conditions, CROSSED)
    numbers, same = {1: 1, 2: 2, 3: 4, 4: 5, 5: 6}, {name: name for name in CROSSED}
    found = follow("(2:3;%sg_sg%) > (4:5;%sg_sg%)", BEFORE, after, regions=numbers, conditions=same)
    assert found.source == "(2:4;%sg_sg%) > (5:6;%sg_sg%)"
    assert found.notes == ("is about regions 2 to 3, now 2 to 4, and so about 3 ('adverb') as well",)


@pytest.mark.parametrize("source", ["(6;%sg_sg%) > 1", "(adverb;%sg_sg%) > 1", "(4:6;%sg_sg%) > 1"])
def test_what_was_not_there_and_now_is_gets_asked_about(source):
    after = Named({**REGIONS, 6: "adverb"}, BEFORE.conditions, CROSSED)
    numbers, same = {one: one for one in REGIONS}, {name: name for name in CROSSED}
    found = follow(source, BEFORE, after, regions=numbers, conditions=same)
    assert found.source == source
    [note] = found.notes
    assert "was not there before" in note


def renamed(source: str, factors: dict, names: dict[str, str]) -> Followed:
    after = Named(REGIONS, tuple(factors), factors)
    return follow(source, BEFORE, after, regions={one: one for one in REGIONS}, conditions=names)


SAME = {name: name for name in CROSSED}
WITH_NUMBER = {name: {**own, "tense": "past"} for name, own in CROSSED.items()}
IN_GERMAN = {
    name: {factor: {"sg": "Singular", "pl": "Plural"}[level] for factor, level in own.items()}
    for name, own in CROSSED.items()
}


@pytest.mark.parametrize(
    ("factors", "names", "source", "expected"),
    [
        ({"one" if n == "sg_sg" else n: own for n, own in CROSSED.items()}, {**SAME, "sg_sg": "one"},
         "(1;% sg_sg %) > (1;%head=sg,  attractor=sg%)", "(1;% one %) > (1;%head=sg,  attractor=sg%)"),
        (WITH_NUMBER, SAME, "(1;%attractor=pl, head=sg%) > 1", "(1;%attractor=pl, head=sg%) > 1"),
        (IN_GERMAN, SAME, "(1;%attractor=pl,  head=sg%) > 1", "(1;%attractor=Plural,  head=Singular%) > 1"),
        (IN_GERMAN, SAME, "(1;%head=pl%) > 1", "(1;%head=Plural%) > 1"),
        ({n: {"kind": n} for n in CROSSED}, SAME, "(1;%head=pl%) > 1", "(1;%kind=pl_pl%) > 1"),
        ({**CROSSED, "pl_sg": {"head": "pl", "attractor": "sg"}}, SAME,
         "(1;%head=pl%) > 1", "(1;%head=pl, attractor=pl%) > 1"),
    ],
)  # fmt: skip
def test_conditions_are_followed_by_name_and_by_levels(factors, names, source, expected):
    found = renamed(source, factors, names)
    assert found == Followed(expected)


def test_levels_that_are_no_more_become_the_name():
    after = Named(REGIONS, tuple(CROSSED))
    found = follow("(1;%head=pl%) > 1", BEFORE, after, regions={one: one for one in REGIONS}, conditions=SAME)
    assert found == Followed("(1;%pl_pl%) > 1")


def test_deleted_condition_is_left_as_it_is_and_reported():
    factors = {name: own for name, own in CROSSED.items() if name != "pl_pl"}
    found = renamed("(1;%pl_pl%) > (1;%head=pl%)", factors, {name: name for name in factors})
    assert found.source == "(1;%pl_pl%) > (1;%head=pl%)"
    assert found.lost
    assert found.notes == ("is about the condition 'pl_pl', which was deleted: say what it is about now",)


def test_levels_of_a_deleted_condition_never_name_another_one():
    before = Named(REGIONS, ("a", "b"), {"a": {"head": "sg"}, "b": {"head": "pl"}})
    after = Named(REGIONS, ("b",), {"b": {"head": "sg"}})
    found = follow("(1;%head=sg%) > 1", before, after, regions={one: one for one in REGIONS}, conditions={"b": "b"})
    assert found.source == "(1;%head=sg (deleted)%) > 1"
    assert found.lost
