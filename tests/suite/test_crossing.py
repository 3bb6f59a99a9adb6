"""Names of crossings, and the conditions that have some levels."""

from __future__ import annotations

import json

import pytest
from support.toys import suite_document

from syntaxgym_lite.suite import conditions_of, crossed_name
from syntaxgym_lite.suite.json import loads_suite


@pytest.mark.parametrize(
    ("levels", "name"),
    [
        ({"head": "sg", "attractor": "pl"}, "sg_pl"),
        ({"attractor": "pl", "head": "sg"}, "pl_sg"),
        ({"clause": "object relative", "n": 2, "local": False}, "object relative_2_false"),
        ({"n": 2.0, "cloze": 0.5}, "2_0.5"),
        ({"number": "sg"}, "sg"),
    ],
)
def test_a_crossing_is_named_by_its_levels_in_the_order_of_the_factors(levels, name):
    assert crossed_name(levels) == name


def test_conditions_are_found_by_some_of_their_levels():
    names = ["sg_sg", "sg_pl", "pl_sg", "pl_pl"]
    document = suite_document([{name: ["the key", "is"] for name in names}])
    document["condition_factors"] = {
        name: {"head": name[:2], "attractor": name[3:], "n": len(name) / 5} for name in names
    }
    suite = loads_suite(json.dumps(document))
    assert conditions_of(suite, {"head": "sg"}) == ("sg_sg", "sg_pl")
    assert conditions_of(suite, {"attractor": "pl", "head": "pl"}) == ("pl_pl",)
    assert conditions_of(suite, {"n": 1}) == tuple(names)  # 1 is 1.0
    assert conditions_of(suite, {"head": "du"}) == conditions_of(suite, {"tense": "past"}) == ()
    assert conditions_of(suite, {}) == tuple(names)
