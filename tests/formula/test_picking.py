"""Comparisons that are picked: they say what the phrase says that names them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.formula import parse
from syntaxgym_lite.formula.phrases import formula_from_phrase
from syntaxgym_lite.formula.picking import picked_formula, picked_phrase

CONDITIONS = ["plural", "singular", "no-obj", "a", "it's", "x=y"]
REGIONS = {1: "subject", 2: "verb", 3: "spill", 4: "", 5: "verb", 6: "3", 7: "at end", 9: "2nd verb"}


@pytest.mark.parametrize(
    ("numbers", "formula"),
    [
        ([2], "(2;%plural%) < (2;%singular%)"),
        ([3, 2], "(2:3;%plural%) < (2:3;%singular%)"),
        ([7, 9], "(7:9;%plural%) < (7:9;%singular%)"),  # nothing stands between them
        ([1, 3], "(1;%plural%) + (3;%plural%) < (1;%singular%) + (3;%singular%)"),
        (list(REGIONS), "(*;%plural%) < (*;%singular%)"),
    ],
)
def test_regions_that_follow_one_another_are_a_run(numbers, formula):
    assert picked_formula("plural", "<", "singular", numbers=numbers, conditions=CONDITIONS, regions=REGIONS) == formula


def test_whole_sentence_of_one_region_is_that_region():
    assert (
        picked_formula("plural", ">", "a", numbers=[1], conditions=CONDITIONS, regions={1: "all"})
        == "(1;%plural%) > (1;%a%)"
    )


@given(
    st.permutations(CONDITIONS),
    st.sampled_from([">", "<", "=", ">=", "<=", "!="]),
    st.lists(st.sampled_from(list(REGIONS)), min_size=1, unique=True),
)
def test_phrase_that_names_it_is_read_as_the_same(names, operator, numbers):
    known = {"conditions": CONDITIONS, "regions": REGIONS}
    left, right, *_ = names
    phrase = picked_phrase(left, operator, right, numbers=numbers, regions=REGIONS)
    formula = picked_formula(left, operator, right, numbers=numbers, **known)
    assert parse(formula_from_phrase(phrase, **known)) == parse(formula)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"numbers": []}, "Choose the region"),
        ({"numbers": [8]}, "no region 8"),
        ({"right": "plural"}, "two different conditions"),
        ({"right": "singlar"}, "Did you mean 'singular'?"),
        ({"right": "50 %"}, "cannot name the condition"),
        ({"operator": "~"}, "unknown"),
    ],
)
def test_what_cannot_be_picked_is_refused(change, said):
    picked = {"left": "plural", "operator": ">", "right": "singular", "numbers": [2], **change}
    sides = [picked.pop(name) for name in ("left", "operator", "right")]
    with pytest.raises(InputError, match=said.replace("?", r"\?")):
        picked_formula(*sides, **picked, conditions=[*CONDITIONS, "50 %"], regions=REGIONS)
