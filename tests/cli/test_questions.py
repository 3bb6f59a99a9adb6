"""What is asked about predictions in a terminal."""

from __future__ import annotations

import json

import pytest
from support.running import sglite
from support.toys import suite_document

from syntaxgym_lite.cli._questions import ask_predictions
from syntaxgym_lite.suite.json import loads_suite

WORDS = ["the keys", "near it", "are"]


def asked(suite, *answers):
    """The formulas that answers lead to; all answers have to be used."""
    left = list(answers)
    suite = ask_predictions(suite, lambda question: left.pop(0))
    assert not left
    return [prediction.formula.source for prediction in suite.predictions]


def pair(*names):
    return loads_suite(json.dumps(suite_document([dict.fromkeys(names, WORDS)])))


def crossed():
    names = ["pl_pl", "pl_sg", "sg_pl", "sg_sg"]
    document = suite_document([dict.fromkeys(names, WORDS)])
    document["condition_factors"] = {name: {"head": name[:2], "near": name[3:]} for name in names}
    return loads_suite(json.dumps(document))


def test_of_two_conditions_the_more_surprising_is_asked_for(capsys):
    assert asked(pair("here", "there"), "r3", "2", "") == ["(3;%there%) > (3;%here%)"]
    said = " ".join(capsys.readouterr().err.split())
    assert "predicts nothing yet. Its regions: 1 r1, 2 r2, 3 r3." in said
    assert "Prediction: r3 is more surprising in there than in here: (3;%there%) > (3;%here%)" in said
    assert "The same without a question: --predict 'there > here at r3'" in said


def test_enter_leaves_the_suite_as_it_is():
    assert asked(pair("here", "there"), "") == []
    assert asked(pair("here", "there"), "r3", "", "") == []


def test_an_answer_that_is_none_is_asked_for_again(capsys):
    assert asked(pair("here", "there"), "r4", "2 and 3", "3", "there", "") == ["(2:3;%there%) > (2:3;%here%)"]
    said = " ".join(capsys.readouterr().err.split())
    assert "The suite has no region named 'r4'." in said
    assert "There is no answer '3'." in said


def test_factors_have_main_effects_interactions_and_effects_on_either_level():
    pl, sg = "((3;%pl_pl%) + (3;%pl_sg%)) / 2", "((3;%sg_pl%) + (3;%sg_sg%)) / 2"
    assert asked(crossed(), "r3", "1", "1", "") == [f"{pl} > {sg}"]
    assert asked(crossed(), "r3", "3", "2", "") == ["(3;%sg_pl%) - (3;%sg_sg%) > (3;%pl_pl%) - (3;%pl_sg%)"]
    assert asked(crossed(), "r3", "4", "1", "") == ["(3;%pl_pl%) > (3;%sg_pl%) & (3;%pl_sg%) > (3;%sg_sg%)"]


def test_anything_else_is_written_in_words(capsys):
    assert asked(crossed(), "3", "6", "pl_pl > sg_sg by 1 bit", "") == ["(3;%pl_pl%) - (3;%sg_sg%) > 1"]
    assert asked(pair("only"), "3", "only > 5 bits", "3", "onyl > 5", "") == ["(3;%only%) > 5"]
    assert "no condition 'onyl'. Did you mean 'only'?" in capsys.readouterr().err


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "keys.csv"
    path.write_text(
        "item,condition,r1_subject,r2_verb\n1,singular,The key,is\n1,plural,The keys,is\n", encoding="utf-8"
    )
    return path


def test_import_asks_in_a_terminal_and_nowhere_else(table):
    done = sglite("import", table, stdin="verb\n2\n\n", terminal=True)
    assert done.code == 0, done.err
    [prediction] = done.json["predictions"]  # and no word of the questions on standard output
    assert prediction["formula"] == "(2;%plural%) > (2;%singular%)"
    assert prediction["name"] == "plural > singular at verb"
    for options in ({}, {"stdin": "verb\n2\n\n"}):
        assert sglite("import", table, **options).json["predictions"] == []
    assert sglite("import", table, "--yes", terminal=True).json["predictions"] == []
    asked = sglite("import", table, "--predict", "plural > singular at verb", terminal=True)
    assert asked.json["predictions"] == [prediction]
    assert "predicts nothing" not in asked.err


def test_an_answer_that_does_not_come_writes_nothing(table, tmp_path):
    done = sglite("import", table, "-o", tmp_path / "keys.json", stdin="verb\n", terminal=True)
    assert done.code == 130
    assert not (tmp_path / "keys.json").exists()


def test_a_whole_prediction_is_an_answer_too(capsys):
    assert asked(pair("here", "there"), "there is harder than here at r3", "") == ["(3;%there%) > (3;%here%)"]
    assert asked(pair("here", "there"), "there > here at r4", "there > here at r2", "") == ["(2;%there%) > (2;%here%)"]
    assert "no region named 'r4'" in " ".join(capsys.readouterr().err.split())


def test_regions_without_names_are_shown_by_what_they_hold(capsys):
    document = suite_document([{"here": WORDS, "there": WORDS}])
    document["region_meta"] = {"1": "1", "2": "2", "3": "end"}
    assert asked(loads_suite(json.dumps(document)), "") == []
    assert "Its regions: 1 ('the keys'), 2 ('near it'), 3 end." in " ".join(capsys.readouterr().err.split())
