"""Phenomena have one spelling where results have several."""

from __future__ import annotations

import json

import pytest
from support.running import sglite

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.phenomena import PHENOMENA, _folded, one_spelling, phenomenon_named, read_phenomena


def test_the_table_spells_its_keys_as_they_are_looked_up_and_its_names_lead_to_themselves():
    assert all(_folded(spelling) == spelling for spelling in PHENOMENA)
    assert list(PHENOMENA) == sorted(PHENOMENA)
    assert all(phenomenon_named(name) == name for name in PHENOMENA.values())


def pairs(path, phenomenon, n):
    rows = [
        {
            "sentence_good": "The cats sleep.",
            "sentence_bad": "The cats sleeps.",
            "UID": path.stem,
            "linguistics_term": phenomenon,
        }
        for _ in range(n)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


@pytest.fixture
def results(tmp_path):
    files = [
        pairs(tmp_path / "one.jsonl", "subject_verb_agreement", 2),
        pairs(tmp_path / "two.jsonl", "Subject-verb agreement", 3),
        pairs(tmp_path / "three.jsonl", "binding_X", 2),
    ]
    done = sglite("eval", *files, "--model", "ngram", "-q", "-o", tmp_path / "out")
    assert done.code == 0, done.err
    return tmp_path / "out"


def test_two_spellings_are_one_row_and_one_that_stands_alone_is_left(results):
    summary = json.loads((results / "summary.json").read_text(encoding="utf-8"))
    rows = {row["value"]: row["n_suites"] for row in summary["models"][0]["groups"]["phenomenon"]}
    assert rows == {"subject-verb agreement": 2, "binding_X": 1}
    assert {one["groups"]["phenomenon"] for one in summary["models"][0]["suites"]} == {
        "subject_verb_agreement", "Subject-verb agreement", "binding_X",
    }  # fmt: skip


def test_a_table_of_ones_own_goes_before_ours(results, tmp_path):
    own = tmp_path / "own.csv"
    own.write_text("spelling,phenomenon\nSubject-Verb Agreement,agreement\nbinding x,binding\n", encoding="utf-8")
    done = sglite("table", results, "--by", "phenomenon", "--phenomena", own)
    assert done.code == 0, done.err
    assert "binding_X" not in done.out
    assert "subject" not in done.out
    summary = sgl.summarize(sgl.RunResult.load(results), phenomena=read_phenomena(own))
    assert [row["value"] for row in summary["models"][0]["groups"]["phenomenon"]] == ["agreement", "binding"]


def test_the_same_table_names_phenomena_where_suites_are_evaluated(tmp_path):
    own = tmp_path / "own.csv"
    own.write_text("spelling,phenomenon\nbinding x,binding\n", encoding="utf-8")
    path = pairs(tmp_path / "one.jsonl", "binding_X", 2)
    done = sglite("eval", path, "--model", "random:1", "--phenomena", own, "-o", tmp_path / "out", "--format", "json")
    [row] = done.json["models"][0]["groups"]["phenomenon"]
    assert row["value"] == "binding"
    assert json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8")) == done.json
    assert sgl.RunResult.load(tmp_path / "out").models[0].suites[0].groups["phenomenon"] == "binding_X"


def test_the_same_table_names_phenomena_of_rated_sentences(tmp_path):
    own, rated = tmp_path / "own.csv", tmp_path / "rated.csv"
    own.write_text("spelling,phenomenon\nbinding x,binding\n", encoding="utf-8")
    names = ["sv_agreement", "subject-verb agreement", "binding_X", "npi"]
    rows = [f"A dog barks {word}.,{number},{names[number % 4]}" for number, word in enumerate("abcdefgh")]
    rated.write_text("\n".join(["sentence,rating,phenomenon", *rows]), encoding="utf-8")
    asked = ("acceptability", rated, "-m", "lstm", "--phenomenon", "phenomenon", "--format", "json")
    found = {
        named: {row["phenomenon"] for row in sglite(*asked, *more).json["results"]}
        for named, more in (("ours", ()), ("own", ("--phenomena", own)))
    }
    assert found["ours"] == {None, "subject-verb agreement", "binding_X", "npi"}
    assert found["own"] == {None, "subject-verb agreement", "binding", "npi"}


def test_a_table_that_cannot_be_read_is_refused(tmp_path):
    own = tmp_path / "own.csv"
    own.write_text("name,phenomenon\na,b\n", encoding="utf-8")
    with pytest.raises(InputError, match="no column 'spelling'"):
        read_phenomena(own)
    own.write_text("spelling,phenomenon\na b,c\nA_b,d\n", encoding="utf-8")
    with pytest.raises(InputError, match="row 3: 'a b' is 'c' in a row above"):
        read_phenomena(own)


def test_names_keep_what_stands_in_brackets():
    found = one_spelling(["npi_licensing (one-prefix)", "NPI (one-prefix)", "npi"])
    assert found == {
        "npi_licensing (one-prefix)": "NPI licensing (one-prefix)", "NPI (one-prefix)": "NPI licensing (one-prefix)",
        "npi": "npi",
    }  # fmt: skip
