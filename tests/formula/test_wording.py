from __future__ import annotations

import pytest

from syntaxgym_lite.formula import parse
from syntaxgym_lite.formula.wording import in_words

REGIONS = {1: "subject", 2: "attractor", 3: "verb", 4: "spill", 5: ""}

SAID = [
    ("(3;%plural%) > (3;%singular%)", "verb is more surprising in plural than in singular"),
    ("(verb;%plural%) < (3;%singular%)", "verb is less surprising in plural than in singular"),
    ("(5;%plural%) = (5;%singular%)", "region 5 is as surprising in plural as in singular"),
    ("(3;%plural%) != (3;%singular%)", "verb is not equally surprising in plural and in singular"),
    ("(3:4;%plural%) > (3:4;%singular%)", "verb and spill together are more surprising in plural than in singular"),
    (
        "[(3;%x%) + (4;%x%)] - [(3;%y%) + (4;%y%)] > 0",
        "verb and spill together are more surprising in x than in y",
    ),
    ("(2:5;%x%) <= (2:5;%y%)", "attractor to region 5 together are at most as surprising in x as in y"),
    ("(*;%x%) >= (*;%y%)", "the whole sentence is at least as surprising in x as in y"),
    ("(3;%x%) - (3;%y%) > 2", "verb is more surprising in x than in y by more than 2 bits"),
    ("(3;%x%) - (3;%y%) >= 1", "verb is more surprising in x than in y by at least 1 bit"),
    ("(3;%x%) - (3;%y%) < -2", "at verb, x minus y is smaller than -2 bits"),
    ("(3;%x%) > 5", "at verb, x is larger than 5 bits"),
    ("(3;%x%) > (4;%y%)", "verb in x is larger than spill in y"),
    ("[(3;%w%) - (3;%x%)] > [(3;%y%) - (3;%z%)]", "at verb, w minus x is larger than y minus z"),
    ("[(3;%w%) + (3;%x%)] / 2 > [(3;%y%) + (3;%z%)] / 2", "at verb, the mean of w and x is larger than the mean of y and z"),
    ("(3;%head=sg, near=pl%) > (3;%head=sg, near=sg%)", "verb is more surprising in (head=sg, near=pl) than in (head=sg, near=sg)"),
    ("(3;%here and there%) > (3;%a%)", "verb is more surprising in 'here and there' than in 'a'"),
    ("(3;%good%;rank) <= 5", "at verb, measured by rank, good is at most 5"),
    ("(3;%x%;mean) > (3;%y%;mean)", "at verb, measured by mean, x is larger than y"),
    (
        "(3;%x%) > (3;%y%) & (4;%x%) < (4;%y%)",
        "verb is more surprising in x than in y; and spill is less surprising in x than in y",
    ),
    (
        "(1;%x%) < (1;%y%) | ![(3;%x%) < (3;%y%)]",
        "subject is less surprising in x than in y; or it is not so that verb is less surprising in x than in y",
    ),
    # what has no simple words is shown as it is
    ("0.5 * (5;%x%) > (5;%y%) / 3", "0.5 * (5;%x%) > (5;%y%) / 3"),
    ("abs((3;%x%) - (3;%y%)) <= 1", "abs((3;%x%) - (3;%y%)) <= 1"),
    ("-(3;%x%) < 1", "-(3;%x%) < 1"),
    ("(3;%x%) + (3;%x%) > (3;%y%)", "(3;%x%) + (3;%x%) > (3;%y%)"),
    ("(3;%x%;prob) + (4;%x%;prob) > (3:4;%y%;prob)", "(3;%x%;prob) + (4;%x%;prob) > (3:4;%y%;prob)"),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "words"), SAID, ids=[formula for formula, _ in SAID])
def test_a_formula_is_said_in_words(formula, words):
    assert in_words(parse(formula), regions=REGIONS) == words


def test_regions_of_one_name_are_told_apart_by_number():
    regions = {1: "verb", 2: "Verb", 3: "end"}
    assert in_words(parse("(2;%x%) > (2;%y%)"), regions=regions) == "region 2 is more surprising in x than in y"
