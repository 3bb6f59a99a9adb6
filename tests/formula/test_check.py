from __future__ import annotations

import json
import sys

import pytest

from syntaxgym_lite.errors import FormulaError, did_you_mean
from syntaxgym_lite.formula import METRICS, check, parse

CONDITIONS = ["ambig", "unambig", "no-obj"]
REGIONS = {1: "intro", 2: "NP/Z", 3: "verb", 4: "RC contents", 5: "verb"}


def complaints(source: str) -> list[FormulaError]:
    return check(parse(source), conditions=CONDITIONS, regions=REGIONS)


@pytest.mark.parametrize(
    "source",
    [
        "(1;%ambig%) < (5;%unambig%)",
        "(NP/Z;%no-obj%;mean) < (RC contents;%ambig%;first)",
        "(*;%ambig%;prob) < (2:4;%ambig%;count) & (2:2;%ambig%) > 0",
        "1 < 2",
        *(f"(1;%ambig%;{metric}) > 0" for metric in METRICS),
    ],
)
def test_known_names_pass(source):
    assert complaints(source) == []


# Formula; carets; part of the advice. As in test_formula_parser.py, but for names.
WRONG = """
(1;%ambg%) < 1
    ^^^^
The suite has no condition 'ambg'. Did you mean 'ambig'? Its conditions are: ambig, unambig, no-obj.

(1;%Ambig%) < 1
    ^^^^^
Did you mean 'ambig'?

(*;%zz%) < 1
    ^^
The suite has no condition 'zz'. Its conditions are

(6;%ambig%) < 1
 ^
The suite has no region 6. Its regions are: 1 (intro), 2 (NP/Z), 3 (verb), 4 (RC contents), 5 (verb).

(0;%ambig%) < 1
 ^
The suite has no region 0. Regions count from 1.

(NP/S;%ambig%) < 1
 ^^^^
The suite has no region named 'NP/S'. Did you mean 'NP/Z'? Its regions are: intro, NP/Z, verb, RC contents.

(verb;%ambig%) < 1
 ^^^^
Regions 3 and 5 are all named 'verb'. Use the number

(4:2;%ambig%) < 1
 ^^^
The run 4:2 is empty: it goes backwards. Write 2:4.

(2:9;%ambig%) < 1
 ^^^
The suite has no region 9

(1;%ambig%;maen) < 1
           ^^^^
There is no metric 'maen'. Did you mean 'mean'? The metrics are: sum, mean

(*;%ambig%;rank) = 1
           ^^^^
The metric 'rank' is defined for a single region, not for the whole sentence.

(1:2;%ambig%;first) > 1
             ^^^^^
The metric 'first' is defined for a single region, not for a run of regions.

(1:2;%ambig%;last) > 1
             ^^^^
The metric 'last' is defined for a single region
"""
TABLE = [tuple(block.split("\n")) for block in WRONG.strip("\n").split("\n\n")]


@pytest.mark.parametrize(("source", "carets", "advice"), TABLE, ids=[row[0] for row in TABLE])
def test_unknown_name_gets_carets_and_advice(source, carets, advice):
    (error,) = complaints(source)
    assert str(error).split("\n")[:2] == [f"  {source}", f"  {carets}"]
    assert advice in error.problem


def test_all_problems_are_reported_in_the_order_of_the_formula():
    found = complaints("(9;%x%;y) < (1;%ambig%) & (z;%ambig%) > 0")
    assert [error.span.start for error in found] == [1, 4, 7, 27]


def test_a_mistake_made_several_times_is_reported_once():
    (error,) = complaints("(1;%x%) < (2;%x%) & (3;%x%) < 1")
    assert error.span.start == 4


COMPOSED = (
    "'{there}'? It looks the same, but its letters are composed otherwise (another Unicode normal form): it has U+00E9 "
    "(latin small letter e with acute) where this has U+0065 (latin small letter e) U+0301 (combining acute accent). "
    "Copy the name from there, or bring both texts into normal form C."
)


@pytest.mark.parametrize(
    ("source", "there"),
    [
        ("(1;%pluriel_e\u0301%) > 1", "pluriel_\u00e9"),
        ("(re\u0301gion;%pluriel_\u00e9%) > 1", "r\u00e9gion"),
        ("(1;%e\u0301tat=ne\u0301%) > 1", "\u00e9tat"),
        ("(1;%\u00e9tat=ne\u0301%) > 1", "n\u00e9"),
    ],
)
def test_names_that_differ_in_how_a_letter_is_composed_are_told_apart(source, there):  # field case A15
    factors = {"pluriel_\u00e9": {"\u00e9tat": "n\u00e9"}, "autre": {"\u00e9tat": "mort"}}
    (error,) = check(parse(source), conditions=list(factors), regions={1: "r\u00e9gion"}, factors=factors)
    assert COMPOSED.format(there=there) in error.problem


def test_a_mistake_made_very_often_is_looked_into_once(monkeypatch):
    asked = []
    module = sys.modules["syntaxgym_lite.formula.check"]  # the package has a function of this name
    monkeypatch.setattr(module, "did_you_mean", lambda name, known: asked.append(name) or did_you_mean(name, known))
    found = complaints(" + ".join(["(1;%ambg%)", "(vreb;%no-obj%;maen)", "(2;%ambg%;maen)"] * 100) + " > 0")
    assert asked == ["ambg", "vreb", "maen"]
    assert [error.span.start for error in found] == [4, 14, 28]


def test_names_in_region_meta_may_be_padded():
    assert check(parse("(verb;%a%) > 0"), conditions=["a"], regions={1: " verb "}) == []


def test_unnamed_regions_and_long_lists_stay_readable():
    (error,) = check(parse("(99;%a%) > 0"), conditions=["a"], regions=dict.fromkeys(range(1, 41), ""))
    assert error.problem.endswith("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 and 20 more.")
    (error,) = check(parse("(1;%a%) > 0"), conditions=[], regions={1: ""})
    assert error.problem.endswith("Its conditions are: none.")


def test_all_published_formulas_parse_and_name_what_their_suite_has(shared_dir):
    paths = sorted((shared_dir / "published" / "syntaxgym").glob("*.json"))
    assert len(paths) == 17
    for path in paths:
        suite = json.loads(path.read_text(encoding="utf-8"))
        conditions = [condition["condition_name"] for condition in suite["items"][0]["conditions"]]
        regions = {int(number): name for number, name in suite["region_meta"].items()}
        for prediction in suite["predictions"]:
            formula = parse(prediction["formula"])
            assert parse(str(formula)) == formula
            assert check(formula, conditions=conditions, regions=regions) == []


def test_references_to_too_many_regions_in_all_are_refused():
    # field case E1: short to write, and more than memory holds
    regions = dict.fromkeys(range(1, 20001), "")
    formula = parse(" + ".join(["(*;%a%)", "(1:20000;%a%)"] * 30) + " > 0")
    (error,) = check(formula, conditions=["a"], regions=regions)
    assert "more than 1,000,000 regions" in error.problem
    assert check(parse("(*;%a%) > (1:20000;%a%)"), conditions=["a"], regions=regions) == []


def test_no_more_than_a_hundred_mistakes_are_listed():
    formula = parse(" & ".join(f"({i};%x{i}%) > 0" for i in range(2, 1000)))
    assert 100 <= len(check(formula, conditions=["a"], regions={1: ""})) <= 102
