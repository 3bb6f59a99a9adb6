"""What the studio says of predictions: the same as the terminal, of suites that need not be whole."""

from __future__ import annotations

import copy

import pytest

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import FormulaError
from syntaxgym_lite.formula import check, parse
from syntaxgym_lite.suite.chance import suite_chance
from syntaxgym_lite.suite.json import suite_document

FACTORS = {f"{head}_{attractor}": {"head": head, "attractor": attractor} for head in ("sg", "pl") for attractor in ("sg", "pl")}  # fmt: skip


def unwritten(*predictions: str) -> dict:
    """A suite of which nothing but the design is there yet."""
    regions = [{"region_number": number, "content": ""} for number in (1, 2, 3)]
    return {
        "meta": {"name": "attraction", "metric": "sum"},
        "region_meta": {"1": "subject", "2": "verb", "3": "rest"},
        "condition_factors": FACTORS,
        "predictions": [{"type": "formula", "formula": one} for one in predictions],
        "items": [{"item_number": 1, "conditions": [{"condition_name": name, "regions": regions} for name in FACTORS]}],
    }


def opened(studio, document: dict) -> str:
    return f"/suites/{studio.studio.add(document).id}"


def test_shipped_suite_is_said_in_words_with_its_cells_and_its_chance(studio):
    [suite] = sgl.load_suites("npz")
    path = opened(studio, suite_document(suite))
    answer = studio.post(f"{path}/predictions")
    first = answer["predictions"][0]
    assert first["problem"] == ""
    assert first["formula"] == suite.predictions[0].formula.source
    assert first["comparisons"][0]["left"] == [[suite.condition_names.index("ambig_nocomma"), [5]]]
    whole, each = suite_chance(suite)
    chance = studio.post(f"{path}/chance")
    assert chance["revision"] == answer["revision"] == 0
    assert chance["whole"]["said"] == str(whole)
    assert [one["said"] for one in chance["predictions"]] == list(map(str, each))
    assert chance["why"] == ""


def test_predictions_are_read_before_there_is_an_item(studio):
    mistaken = "(2;%sg_lp%) > (2;%sg_sg%)"
    path = opened(studio, unwritten("(2;%sg_pl%) > (2;%sg_sg%)", mistaken, "(2;%head=pl, attractor=sg%) > "))
    whole, unknown, half = studio.post(f"{path}/predictions")["predictions"]
    assert whole["words"] == "verb is more surprising in sg_pl than in sg_sg"
    assert whole["comparisons"][0]["right"] == [[0, [2]]]
    [problem] = check(parse(mistaken), conditions=list(FACTORS), regions={1: "subject", 2: "verb", 3: "rest"}, factors=FACTORS)  # fmt: skip
    assert unknown["problem"] == str(problem)
    with pytest.raises(FormulaError) as caught:
        parse("(2;%head=pl, attractor=sg%) > ")
    assert half["problem"] == str(caught.value)
    chance = studio.post(f"{path}/chance")
    assert chance["predictions"] == [None, None, None]
    assert "when one item is whole" in chance["why"]


def test_chance_of_an_unfinished_suite_is_that_of_what_can_be_read(studio):
    [suite] = sgl.load_suites("npz")
    document = copy.deepcopy(suite_document(suite))
    document["predictions"].insert(0, {"type": "formula", "formula": "(5;%ambig"})
    document["items"][3]["conditions"][0]["regions"] = []
    chance = studio.post(f"{opened(studio, document)}/chance")
    _, each = suite_chance(suite)
    assert [one and one["said"] for one in chance["predictions"]] == [None, *map(str, each)]
    assert chance["why"] == f"1 of {len(each) + 1} predictions cannot be read and is left out."


def test_formula_that_is_typed_is_said_and_completed(studio):
    path = opened(studio, unwritten())
    answer = studio.post(f"{path}/formula", {"text": "(2;%sg_pl%) > (2;%head=sg, ", "position": 27})
    labels = [label for _, _, _, label, _ in answer["completions"]]
    assert "attractor=sg" in labels
    assert answer["problem"].startswith("  (2;%sg_pl%) > (2;%head=sg, ")
    answer = studio.post(f"{path}/formula", {"text": "(2;%sg_pl%) > (2;%head=sg, attractor=sg%)"})
    assert answer["words"] == "verb is more surprising in sg_pl than in sg_sg"
    assert answer["completions"] == []


def test_phrase_becomes_a_formula_or_says_what_is_wrong(studio):
    path = opened(studio, unwritten())
    answer = studio.post(f"{path}/phrase", {"text": "sg_pl > sg_sg  at verb"})
    assert (answer["name"], answer["formula"]) == ("sg_pl > sg_sg at verb", "(2;%sg_pl%) > (2;%sg_sg%)")
    answer = studio.post(f"{path}/phrase", {"text": "sg_pl > sg_sg"})
    assert "The region is missing." in answer["problem"]
    assert answer["formula"] == ""


def test_comparison_is_picked(studio):
    path = opened(studio, unwritten())
    picked = {"regions": [3, 2], "left": "sg_pl", "operator": "<", "right": "sg_sg"}
    answer = studio.post(f"{path}/pick", picked)
    assert (answer["name"], answer["formula"]) == ("sg_pl < sg_sg at verb and rest", "(2:3;%sg_pl%) < (2:3;%sg_sg%)")
    assert answer["directions"] == [-1]
    assert "two different conditions" in studio.post(f"{path}/pick", {**picked, "right": "sg_pl"})["problem"]
    assert "no region 9" in studio.post(f"{path}/pick", {**picked, "regions": [9]})["problem"]


def test_what_is_suggested_can_be_read(studio):
    """Main effects, the interaction, and simple effects of a 2 x 2, each in both directions."""
    path = opened(studio, unwritten())
    offered = studio.post(f"{path}/suggest", {"regions": [2, 3]})["suggestions"]
    kinds = [one["kind"] for one in offered]
    assert kinds[:3] == ["main effect of head", "main effect of attractor", "interaction of head and attractor"]
    for one in offered:
        for choice in one["choices"]:
            assert studio.post(f"{path}/phrase", {"text": choice["phrase"]})["problem"] == ""
    assert studio.post(f"{path}/suggest", {"regions": []})["suggestions"] == []


def test_what_is_no_prediction_at_all_is_named(studio):
    document = unwritten()
    document["predictions"] = [{"type": "formula"}, "x", {"relation": "greaterthan", "region_number": 2, "l_operand": "sg_pl", "r_operand": "sg_sg"}]  # fmt: skip
    lacking, text, old = studio.post(f"{opened(studio, document)}/predictions")["predictions"]
    assert lacking["problem"].startswith("formula: missing")
    assert text["problem"]
    assert old["formula"] == "(2;%sg_pl%) > (2;%sg_sg%)"
