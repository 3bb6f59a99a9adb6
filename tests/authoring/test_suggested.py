from __future__ import annotations

import json

from support.toys import suite_document

from syntaxgym_lite.authoring.suggested import suggested
from syntaxgym_lite.suite.json import loads_suite
from syntaxgym_lite.suite.predictions import with_predictions


def toy(names, factors=None):
    document = suite_document([{name: ["the keys", "are"] for name in names}])
    if factors:
        document["condition_factors"] = factors
    return loads_suite(json.dumps(document))


def formulas(suite, place="r2"):
    return {
        suggestion.kind: [
            with_predictions(suite, choice.phrase).predictions[-1].formula.source for choice in suggestion.choices
        ]
        for suggestion in suggested(suite, place)
    }


def test_conditions_without_factors_are_paired_if_they_are_few():
    assert formulas(toy(["a", "b and c"])) == {
        "a and b and c": ["(2;%a%) > (2;%b and c%)", "(2;%b and c%) > (2;%a%)"],
    }
    assert list(formulas(toy("xyz"))) == ["x and y", "x and z", "y and z"]
    assert formulas(toy("vwxyz")) == {}
    assert formulas(toy("x")) == {}


def test_of_three_factors_effects_are_means_over_the_others():
    names = [f"{a}{b}{c}" for a in "12" for b in "12" for c in "12"]
    suite = toy(names, {name: dict(zip("abc", name, strict=True)) for name in names})
    found = formulas(suite)
    assert list(found) == [
        *(f"main effect of {factor}" for factor in "abc"),
        *(f"interaction of {one} and {other}" for one, other in ("ab", "ac", "bc")),
    ]
    means = ["((2;%111%) + (2;%112%)) / 2", "((2;%121%) + (2;%122%)) / 2"]
    others = ["((2;%211%) + (2;%212%)) / 2", "((2;%221%) + (2;%222%)) / 2"]
    assert found["interaction of a and b"][0] == f"{' - '.join(means)} > {' - '.join(others)}"


def test_of_a_factor_with_three_levels_the_conditions_are_paired():
    factors = {name: {"distance": level} for level, name in enumerate(["near", "mid", "far"])}
    assert list(formulas(toy(list(factors), factors))) == ["near and mid", "near and far", "mid and far"]


def test_predictions_with_long_phrases_have_a_name():
    names = ["sg_sg", "sg_pl", "pl_sg", "pl_pl"]
    suite = toy(names, {name: dict(zip(("head", "other"), name.split("_"), strict=True)) for name in names})
    named = {one.kind: {choice.name for choice in one.choices} for one in suggested(suite, "r2")}
    assert named["interaction of head and other"] == {"interaction of head and other at r2"}
    assert named["main effect of head"] == {"main effect of head at r2"}
    assert {choice.name for one in suggested(toy("ab"), "r2") for choice in one.choices} == {""}
