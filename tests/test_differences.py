"""What differs between two runs; every difference is made by hand here."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest
from support.toys import WITH_IMPOSSIBLE, WordBackend, suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.differences import TOLERANCE_BITS, differences

FORMULA = "(2;%a%) < (2;%b%)"


def run_of(bits=len, b="ccc", **how):
    document = suite_document([{"a": ["x", "yy"], "b": ["x", b]}], [FORMULA], name="toys")
    return sgl.evaluate(sgl.loads_suite(json.dumps(document)), WordBackend(bits, capabilities=WITH_IMPOSSIBLE), **how)


def only(found):
    [suite] = found.suites
    return suite


def test_a_run_differs_from_itself_in_nothing():
    found = differences(run_of(), run_of())
    assert found.same(0)
    assert found.models == found.versions == ()
    assert (only(found).n_sentences, only(found).max_bits, only(found).flipped) == (2, 0, ())


def test_the_greatest_difference_of_a_token_counts_against_the_tolerance():
    found = differences(run_of(), run_of(lambda word: len(word) + (0.25 if word == "yy" else 0)))
    assert only(found).max_bits == 0.25
    assert found.same(0.25)
    assert not found.same(TOLERANCE_BITS)


def test_an_outcome_that_is_another_is_a_difference_at_any_tolerance():
    found = differences(run_of(), run_of(lambda word: 9 if word == "yy" else len(word)))
    [(was, now)] = only(found).flipped
    assert (was.item_number, was.holds, now.holds) == (1, True, False)
    assert not found.same(math.inf)


@pytest.mark.filterwarnings("ignore::syntaxgym_lite.errors.SgliteWarning")  # of what is held for impossible
@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_surprisal_that_is_finite_in_one_run_only_is_said(value):
    both = lambda word: value if word == "yy" else len(word)  # noqa: E731
    assert not differences(run_of(), run_of(both)).same(math.inf)
    assert "1 surprisal finite in one of the runs only" in only(differences(run_of(both), run_of())).said
    assert differences(run_of(both), run_of(both)).same(0)


def test_a_suite_that_was_changed_is_said_and_its_equal_sentences_are_compared():
    suite = only(differences(run_of(), run_of(b="dddd")))
    assert suite.n_sentences == 1
    assert any("other sha256" in said for said in suite.said)
    assert any(said.startswith("1 of 2 sentences") for said in suite.said)


def test_how_it_was_scored_is_said():
    assert "join natural -> none" in only(differences(run_of(join="natural"), run_of(join="none"))).said


def test_models_options_and_versions_are_said():
    was = run_of()
    [model] = was.models
    model = replace(model, fingerprint="1" * 64)
    was = replace(was, models=(model,))
    now = replace(
        was,
        models=(replace(model, fingerprint="0" * 64, options={"bos": "none"}),),
        versions={**was.versions, "numpy": "0.1"},
    )
    found = differences(was, now)
    assert found.models == (
        "toy: its files are not those of the first run (other fingerprint)",
        "toy: bos (not set) -> none",
    )
    assert found.versions == (f"numpy {was.versions['numpy']} -> 0.1",)
    assert not found.same()
    assert differences(was, replace(was, versions={})).same()
    unknown = replace(was, models=(replace(model, fingerprint=None),))
    assert "is not known" in differences(was, unknown).models[0]


def test_what_is_missing_is_said():
    was = run_of()
    [model] = was.models
    assert differences(was, replace(was, models=())).models == ("toy: not in the second run",)
    without = replace(was, models=(replace(model, suites=()),))
    assert differences(was, without).models == ("toy: suite toys is not in the second run",)
