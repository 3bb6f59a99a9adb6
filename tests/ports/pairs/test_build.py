"""Groups, critical regions and contexts of somebody's own pairs, and what is said after reading."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.running import refused, sglite
from support.toys import WordBackend

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.pairs.report import report_lines
from syntaxgym_lite.suite.json import dumps_suite, loads_suite

ROWS = [
    {"phenomenon": "agreement", "paradigm": "simple", "verb": "run", "before": "Look!", "good": "Hens run home.", "bad": "Hen run home."},
    {"phenomenon": "agreement ", "paradigm": "distant", "verb": "run", "before": "Look!", "good": "Hens there run.", "bad": "Hen there run."},
    {"phenomenon": "npi", "paradigm": "simple", "verb": "runs", "before": "", "good": "No hen ever runs.", "bad": "A hen ever runs."},
    {"phenomenon": "npi", "paradigm": "simple", "verb": "run", "before": "", "good": "No hen ever runs.", "bad": "A hen ever runs."},
    {"phenomenon": " ", "paradigm": "simple", "verb": "go", "before": "", "good": "We all go.", "bad": "We all goes."},
]  # fmt: skip


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "own.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(ROWS[0]))
        writer.writeheader()
        writer.writerows(ROWS)
    return path


def test_a_group_is_a_suite_whatever_blanks_stand_around_its_name(table):
    suites = sgl.load_suites(table, group="phenomenon")
    assert {suite.name: len(suite.items) for suite in suites} == {"agreement": 2, "npi": 2}
    assert [suite.groups["phenomenon"] for suite in suites] == ["agreement", "npi"]
    assert suites[0].excluded[0].reason == "nothing in column 'phenomenon'"
    assert suites[1].meta["pairs"] == {"read": 2, "left_out": {}, "equal": 0, "doubled": 1}


def test_nested_groups_name_suites_by_the_last_unless_that_comes_again(table):
    suites = sgl.load_suites(table, group=["phenomenon", "paradigm"])
    assert [suite.name for suite in suites] == ["agreement-simple", "agreement-distant", "npi-simple"]
    assert [suites[1].groups[name] for name in ("phenomenon", "paradigm")] == ["agreement", "distant"]
    lone = sgl.load_suites(table, group=["paradigm", "phenomenon", "verb"])
    assert [suite.groups["verb"] for suite in lone] == ["run", "run", "runs", "run"]


def test_averages_are_made_by_group_over_suites_and_over_pairs(table):
    run = sgl.evaluate(sgl.load_suites(table, group=["phenomenon", "paradigm"]), WordBackend())
    summary = sgl.summarize(run)["models"][0]
    scores = {one["suite"]: one["score"] for one in summary["suites"]}
    rows = {row["value"]: row for row in summary["groups"]["phenomenon"]}
    assert rows["agreement"]["macro"] == np.mean([scores["agreement-simple"], scores["agreement-distant"]])
    assert (rows["agreement"]["n_suites"], rows["agreement"]["n_items"]) == (2, 2)


def test_the_critical_region_is_compared_in_a_suite_of_its_own(table):
    full, region = (
        {suite.name: suite for suite in sgl.load_suites(table, group="phenomenon", region="verb")}[name]
        for name in ("npi", "npi-region")
    )
    assert (full.groups["method"], region.groups["method"]) == ("full", "region")
    assert len(full.items) == 2
    [item] = region.items
    assert [one.content for one in item.conditions[0].regions] == ["No hen ever ", "runs", "."]
    assert region.meta["pairs"]["left_out"] == {
        "the critical region is in neither sentence, but for a part of a word": 1
    }  # 'run' is no word there
    assert [one.formula.source for one in region.predictions] == ["(2;%good%) < (2;%bad%)"]
    texts = {sentence.text for suite in (full, region) for sentence in suite.sentences()}
    assert texts == {"No hen ever runs.", "A hen ever runs."}  # the same sentences, scored once


def test_margins_of_the_region_are_those_of_its_words_and_not_averaged_with_the_sentences(table):
    run = sgl.evaluate(sgl.load_suites(table, group="phenomenon", region="verb"), WordBackend())
    summary = sgl.summarize(run)["models"][0]
    assert summary["sg_score"] is None  # two methods
    assert {row["value"] for row in summary["groups"]["method"]} == {"full", "region"}
    assert {row["value"] for row in summary["groups"]["phenomenon"]} == {
        "agreement",
        "agreement (region)",
        "npi",
        "npi (region)",
    }
    [suite] = (one for one in run.models[0].suites if one.suite == "npi-region")
    [outcome] = suite.outcomes
    assert outcome.tie  # the toy takes the length of a word, and both have the same


def test_a_file_without_its_region_in_any_pair_says_so(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps({"good": "We go.", "bad": "We goes.", "at": "-"}) + "\n")
    [suite] = sgl.load_suites(path, region="at")
    [warning] = suite.warnings
    assert warning.startswith("No pair has its critical region, column 'at', once in both sentences")
    assert "In line 1 '-': no critical region is given." in warning


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("go", "the critical region stands in the good sentence only"),
        ("hens", "the critical region is in neither sentence"),
        ("G", "the critical region is in neither sentence, but for a part of a word"),
        ("so", "the critical region stands more than once in the good sentence"),
        ("...", "no critical region is given"),
    ],
)
def test_it_is_said_why_a_region_is_not_compared(words, reason, tmp_path):
    path = tmp_path / "x.jsonl"
    rows = [
        {"good": "So we go so so on.", "bad": "So we goes so so on.", "at": words},
        {"good": "We.", "bad": "WE.", "at": "we"},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    _, region = sgl.load_suites(path, region="AT")
    assert [one.reason for one in region.excluded] == [reason]


def test_the_first_pair_shows_why_no_region_is_compared(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps({"good": "We go.", "bad": "We goes.", "at": "go"}) + "\n")
    [suite] = sgl.load_suites(path, region="at")
    assert "In line 1 'go': the critical region stands in the good sentence only." in suite.warnings[0]


def test_a_region_is_found_whatever_its_capitals_and_as_it_is_written_first():
    from syntaxgym_lite.ports.pairs.build import _around

    assert _around("Ever since, no hen has ever run.", "ever") == [("Ever since, no hen has ", "ever", " run.")]
    assert _around("Hens run.", "hens") == [("", "Hens", " run.")]
    assert _around("The dogs' owner.", "dogs'") == [("The ", "dogs'", " owner.")]


def test_columns_are_named_whatever_their_capitals(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("Good Text,Bad Text,Kind\nWe go.,We goes.,number\n")
    [suite] = sgl.load_suites(path, good="good text", bad="bad_text", group="kind")
    assert (suite.name, suite.groups["Kind"]) == ("number", "number")
    path.write_text("good,bad,Kind,kind\nWe go.,We goes.,number,x\n")
    with pytest.raises(InputError, match=r"which column is 'KIND'\? There are 'Kind', 'kind'"):
        sgl.load_suites(path, group="KIND")
    with pytest.raises(InputError, match=r"no column 'kid'.*Did you mean 'kind'"):
        sgl.load_suites(path, group="kid")


@given(st.lists(st.sampled_from(["run", "hens", "runs", "so"]), min_size=1, max_size=6))
def test_a_region_stands_once_or_is_left_out(words):
    from syntaxgym_lite.ports.pairs.build import _around

    sentence = " ".join(words)
    cut = _around(sentence, "run")
    assert len(cut) == words.count("run")
    assert {"".join(one) for one in cut} <= {sentence}
    assert {one[1] for one in cut} <= {"run"}


def test_a_region_of_an_unspaced_script_has_no_edges_of_words():
    from syntaxgym_lite.ports.pairs.build import _around

    assert _around("我买了一本书", "一本") == [("我买了", "一本", "书")]


def test_a_context_stands_before_both_sentences_and_is_not_compared(table):
    [suite] = sgl.load_suites(table, context_column="before")
    assert [one.formula.source for one in suite.predictions] == ["(2;%good%) < (2;%bad%)"]
    texts = [sentence.text for sentence in suite.sentences()]
    assert texts[:2] == ["Look! Hens run home.", "Look! Hen run home."]
    assert texts[4] == "No hen ever runs."
    assert loads_suite(dumps_suite(suite)) == suite
    run = sgl.evaluate(suite, WordBackend())
    outcome = run.models[0].suites[0].outcomes[0]
    assert outcome.comparisons[0].left == sum(map(len, ["Hens", "run", "home."]))  # its value for a word is its length


def test_options_of_pairs_reach_every_command(table):
    for command in ("check", "eval"):
        done = sglite(command, table, "--group", "phenomenon", "--group", "paradigm")
        assert done.code == 0, done.err
    assert sglite("show", table, "--group", "phenomenon", "--suite", "npi").code == 0
    assert "no column 'phenomena'; there is" in refused("eval", table, "--group", "phenomena")
    done = sglite("eval", table, "--group", "phenomenon", "--context-column", "before")
    assert done.code == 0
    assert "4 pairs read in 2 suites; 1 left out: nothing in column 'phenomenon'; 1 there twice." in done.err
    assert "  npi: 2 read; 1 there twice" in done.err


def test_json_lines_of_blimps_form_are_grouped_by_their_other_keys(tmp_path):
    path = tmp_path / "x.jsonl"
    rows = [{"sentence_good": f"We go {n}.", "sentence_bad": f"We goes {n}.", "kind": "ab"[n % 2]} for n in range(4)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert [suite.name for suite in sgl.load_suites(path, group=["kind"])] == ["a", "b"]


def test_nothing_to_say_is_not_said(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("good,bad\nWe go.,We goes.\n")
    assert report_lines(sgl.load_suites(path)) == []
    assert report_lines(sgl.load_suites("npz")) == []


def test_columns_that_are_groups_must_be_there(table):
    with pytest.raises(InputError, match="no column 'x'; there is"):
        sgl.load_suites(table, context_column="x")


def test_a_column_with_several_texts_in_one_suite_is_a_group_of_none(tmp_path):
    path = tmp_path / "x.csv"
    rows = [("a", "en", 7), ("a", "en", 7), ("b", "en", 7), ("b", "en", 6)]
    path.write_text("kind,code,rating,good,bad\n" + "".join(f"{k},{c},{r},We go.,We goes.\n" for k, c, r in rows))
    groups = [suite.meta["groups"] for suite in sgl.load_suites(path, group="kind")]
    assert groups == [{"kind": "a", "code": "en"}, {"kind": "b", "code": "en"}]
