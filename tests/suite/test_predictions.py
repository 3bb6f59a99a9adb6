from __future__ import annotations

import json

import pytest
from support.toys import suite_document

from syntaxgym_lite.errors import SuiteError
from syntaxgym_lite.suite import Suite
from syntaxgym_lite.suite.json import dumps_suite, loads_suite
from syntaxgym_lite.suite.predictions import as_formulas, has_phrases, said_back, with_predictions


def toy(**more: object) -> Suite:
    document = suite_document([{"plural": ["the keys", "are"], "singular": ["the key", "are"]}], **more)
    return loads_suite(json.dumps(document))


def test_a_phrase_becomes_a_prediction_with_its_words():
    suite = with_predictions(toy(), ["singular  > plural at 2"])
    *_, prediction = suite.predictions
    assert prediction.formula.source == "(2;%singular%) > (2;%plural%)"
    assert prediction.name == "singular > plural at 2"
    assert said_back(suite, prediction).endswith(" is more surprising in singular than in plural: "
                                                 "(2;%singular%) > (2;%plural%)")  # fmt: skip
    assert loads_suite(dumps_suite(suite)) == suite


def test_predictions_are_added_to_those_that_are_there():
    before = toy()
    suite = with_predictions(before, ["plural < 9 at 2", "(1;%plural%)  > 2"])
    assert suite.predictions[: len(before.predictions)] == before.predictions
    assert [one.formula.source for one in suite.predictions[len(before.predictions) :]] == [
        "(2;%plural%) < 9",
        "(1;%plural%)  > 2",
    ]
    assert suite.predictions[-1].name is None  # a formula is no name
    assert with_predictions(before, []) == before


def test_all_that_cannot_be_read_is_told_at_once():
    with pytest.raises(SuiteError) as caught:
        with_predictions(toy(), ["plurl > singular at 2", "plural > singular at 2", "plural > singular"])
    assert len(caught.value.problems) == 2
    assert "`predict`\n  plurl > singular at 2\n  ^^^^^\n" in str(caught.value)


def test_a_formula_that_names_levels_is_about_the_conditions_that_have_them():
    document = suite_document([{"pl": ["the keys", "are"], "sg": ["the key", "are"]}])
    document["condition_factors"] = {name: {"head": name, "n": 1} for name in ("pl", "sg")}
    suite = with_predictions(loads_suite(json.dumps(document)), ["(2;%head=sg%) > (2;%n=1, head=pl%)"])
    [prediction] = suite.predictions
    assert str(prediction.formula) == "(2;%sg%) > (2;%pl%)"
    assert loads_suite(dumps_suite(suite)) == suite
    with pytest.raises(SuiteError, match="no level 'du'"):
        with_predictions(suite, ["(2;%head=du%) > 1"])


def test_predictions_of_a_file_may_be_words_and_keep_what_else_it_says():
    given = [
        "(2;%plural%) > 1",
        "plural > singular at 2",
        {"formula": "plural < 9 at 1", "name": "bound", "description": ""},
        {"formula": "(1;%plural%) > 1"},
    ]
    assert has_phrases(given)
    assert not has_phrases([given[0], given[3]])
    words, bound = as_formulas(toy(), given)[1:3]
    assert as_formulas(toy(), given)[::3] == given[::3]
    assert words == {
        "type": "formula",
        "name": "plural > singular at 2",
        "description": "r2 is more surprising in plural than in singular",
        "formula": "(2;%plural%) > (2;%singular%)",
    }
    assert (bound["name"], bound["formula"]) == ("bound", "(1;%plural%) < 9")
    assert bound["description"] == "at r1, plural is smaller than 9 bits"
    with pytest.raises(SuiteError, match=r"predictions\[1\]\n  plurl > 1 at 2\n  \^\^\^\^\^"):
        as_formulas(toy(), ["(2;%plural%) > 1", "plurl > 1 at 2"])
