"""The shipped suites of garden paths, subordination and center embedding are clean designs of their own."""

from __future__ import annotations

import re

import pytest
from support.suite_designs import PARTICIPLES, contents, differing, suite_of

NPZ_OBJECT = ["npz_obj", "npz_obj_mod"]
NPZ = ["npz_mod", *NPZ_OBJECT]
REDUCED = ["mvrr", "mvrr_mod"]
SUBORDINATION = ["subordination", "subordination_pp", "subordination_src", "subordination_orc"]
EMBEDDING = ["center_embed", "center_embed_mod"]
# The index of the region that the prediction reads (two regions from here on in center embedding).
CRITICAL = {
    "npz_mod": 5,
    "npz_obj": 4,
    "npz_obj_mod": 5,
    "mvrr": 4,
    "mvrr_mod": 5,
    "subordination": 2,
    "subordination_pp": 4,
    "subordination_src": 4,
    "subordination_orc": 4,
    "center_embed": 5,
    "center_embed_mod": 6,
}


@pytest.mark.parametrize("name", NPZ)
def test_np_z_conditions_cross_subordinate_verb_and_comma(name):
    ambiguous, unambiguous, with_, without = (
        ("no-obj", "obj", "comma", "no-comma") if name in NPZ_OBJECT else ("ambig", "unambig", "comma", "nocomma")
    )
    suite = suite_of(name)
    assert set(suite.condition_names) == {f"{v}_{c}" for v in (ambiguous, unambiguous) for c in (with_, without)}
    for item in suite.items:
        for verb in (ambiguous, unambiguous):
            comma, no_comma = contents(item, f"{verb}_{with_}"), contents(item, f"{verb}_{without}")
            assert differing(comma, no_comma) == [2]
            assert (comma[2], no_comma[2]) == (",", "")
        first, second = contents(item, f"{ambiguous}_{with_}"), contents(item, f"{unambiguous}_{with_}")
        assert differing(first, second) == [1]
        if name in NPZ_OBJECT:
            assert second[1].startswith(f"{first[1]} ")


@pytest.mark.parametrize("name", REDUCED)
def test_reduced_relative_conditions_cross_reduction_and_participle(name):
    suite = suite_of(name)
    assert set(suite.condition_names) == {f"{r}_{v}" for r in ("reduced", "unreduced") for v in ("ambig", "unambig")}
    for item in suite.items:
        reduced = {verb: contents(item, f"reduced_{verb}") for verb in ("ambig", "unambig")}
        assert differing(reduced["ambig"], reduced["unambig"]) == [2]
        assert reduced["unambig"][2] in PARTICIPLES
        assert reduced["ambig"][2] not in PARTICIPLES
        for verb, regions in reduced.items():
            unreduced = contents(item, f"unreduced_{verb}")
            assert differing(regions, unreduced) == [2]
            assert re.fullmatch(rf"(who|that) (was|were) {regions[2]}", unreduced[2])


@pytest.mark.parametrize("name", SUBORDINATION)
def test_subordination_conditions_cross_conjunction_and_second_clause(name):
    suite = suite_of(name)
    assert set(suite.condition_names) == {f"{s}_{m}" for s in ("sub", "no-sub") for m in ("matrix", "no-matrix")}
    for item in suite.items:
        for end in ("matrix", "no-matrix"):
            with_, without = contents(item, f"sub_{end}"), contents(item, f"no-sub_{end}")
            assert differing(with_, without) == [0]
            conjunction, noun = with_[0].split(" the ")
            assert conjunction
            assert without[0] == f"The {noun}"
        assert differing(contents(item, "sub_matrix"), contents(item, "sub_no-matrix")) == [CRITICAL[name]]
        assert contents(item, "sub_no-matrix")[-1] == "."
        assert contents(item, "sub_matrix")[-1].startswith(", ")


@pytest.mark.parametrize("name", EMBEDDING)
def test_center_embedding_conditions_swap_the_two_verbs(name):
    suite = suite_of(name)
    assert set(suite.condition_names) == {"plaus", "implaus"}
    inner, outer = CRITICAL[name], CRITICAL[name] + 1
    for item in suite.items:
        plausible, implausible = contents(item, "plaus"), contents(item, "implaus")
        assert differing(plausible, implausible) == [inner, outer]
        assert (plausible[inner], plausible[outer]) == (implausible[outer], implausible[inner])


@pytest.mark.parametrize("name", NPZ + REDUCED)
def test_the_disambiguating_verb_is_one_word_and_the_same_in_all_conditions(name):
    for item in suite_of(name).items:
        (verb,) = {contents(item, condition.name)[CRITICAL[name]] for condition in item.conditions}
        assert re.fullmatch(r"[a-z]+", verb)
