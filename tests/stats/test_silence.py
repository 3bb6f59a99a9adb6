"""When a model says nothing about a suite: no word that differs is known, and every comparison ties."""

from __future__ import annotations

import json

import pytest
from support.toys import WordBackend, suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.runner import run
from syntaxgym_lite.stats import comparison
from syntaxgym_lite.stats.silence import is_silent, silence_counted

UNKNOWN = frozenset({"zorpit", "blarfs"})
NEW, KNOWN, ONE_SIDE = (
    ("zorpit", "blarfs"),
    ("here", "gone"),
    ("zorpit", "barked"),
)  # of six or four letters, which they cost


def result_of(*pairs, models=()):
    items = [{"a": ["the", one], "b": ["the", other]} for one, other in pairs]
    return run(
        [sgl.loads_suite(json.dumps(suite_document(items, ["(2;%a%) < (2;%b%)"])))],
        list(models or [WordBackend(unknown=UNKNOWN)]),
    )


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([NEW], True),
        ([NEW, NEW], True),
        ([NEW, KNOWN], False),  # a tie of known words is wrong
        ([NEW, ONE_SIDE], False),  # unknown in one condition alone
        ([NEW, ("zorpit", "bark")], False),  # no tie
        ([KNOWN], False),
        ([], False),
    ],
)
def test_a_suite_says_the_same_with_its_sentences_and_with_their_counts(pairs, expected):
    [suite] = result_of(*(pairs or [NEW])).models[0].suites
    outcomes = None if pairs else []
    assert is_silent(suite, outcomes) is expected
    assert is_silent(suite.without_sentences(), outcomes) is expected


def test_suites_of_which_nothing_is_said_are_counted():
    suites = [result_of(*pairs).models[0].suites[0] for pairs in ([NEW], [KNOWN])]
    [said] = silence_counted("toy", suites)
    assert said.startswith("toy is silent on 1 of 2 suites")
    assert silence_counted("toy", suites[1:]) == []


def test_a_comparison_asks_once_of_each_suite(monkeypatch):
    asked = []
    monkeypatch.setattr(comparison, "is_silent", lambda suite: asked.append(suite) or is_silent(suite))
    models = [WordBackend(name=name, unknown=UNKNOWN) for name in ("one", "two", "three")]
    sgl.compare(result_of(KNOWN, NEW, models=models), all_pairs=True)
    assert len(asked) == len(models)
