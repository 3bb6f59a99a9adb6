"""Judgments leave the sentences and become factors."""

from __future__ import annotations

import pytest
from support.appendices import sentences

from syntaxgym_lite.ports.collect import find_suites


@pytest.mark.parametrize(("written", "starred"), [("(*that)", "with"), ("*(that)", "without")])
def test_a_star_says_which_of_the_two_is_bad(propose, written, starred):
    proposal = propose(f"1. Who did he say {written} left?\n2. Who do you think {written} sang?\n")
    factors = proposal.suites[0].condition_factors
    assert factors[starred] == {"judgment": "*"}
    assert {name for name in factors if factors[name] == {"judgment": "ok"}} == {"with", "without"} - {starred}


def test_judgments_leave_the_sentence_and_become_a_factor_of_the_conditions(propose):
    proposal = propose("(12) a. Who left?\n     b. *Who did left?\n(13) a. Who sang?\n     *b. Who did sang?\n")
    [suite] = proposal.suites
    assert sentences(proposal)[13, "b"] == "Who did sang?"
    assert dict(suite.condition_factors) == {"a": {"judgment": "ok"}, "b": {"judgment": "*"}}
    assert suite.predictions == ()
    assert proposal.notes == (
        'Judgments are kept as a factor and predict nothing by themselves; `predict="b > a in the sentence"` predicts '
        "that 'b', which is starred, is more surprising than 'a'.",
    )
    [suite] = find_suites(suite.source, options={"predict": ["b > a in the sentence"]})
    assert [one.formula.source for one in suite.predictions] == ["(*;%b%) > (*;%a%)"]


def test_judgments_that_differ_between_items_are_factors_of_each_sentence(propose):
    [suite] = propose("1. a. ✓Who left? b. ??Who did left?\n2. a. Who sang? b. ?Who did sang?\n").suites
    assert suite.condition_factors == {}
    assert [[dict(c.factors) for c in item.conditions] for item in suite.items] == [
        [{"judgment": "ok"}, {"judgment": "??"}],
        [{"judgment": "ok"}, {"judgment": "?"}],
    ]


def test_ok_before_a_sentence_may_be_a_word(propose):
    assert propose("1. a. OK Who left? b. *Who did left?\n").doubts == (
        "Line 1: 'OK' before the sentence is taken for a judgment.",
    )
