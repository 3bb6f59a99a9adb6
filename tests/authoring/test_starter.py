from __future__ import annotations

import re
import shlex

import pytest
from support.running import sglite

from syntaxgym_lite.authoring.build import build_files
from syntaxgym_lite.authoring.checks import check_suite
from syntaxgym_lite.authoring.starter import write_starter
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.formats import propose
from syntaxgym_lite.suite.json import load_suite

CELLS = {f"{a}{b}": f"(4;%head={'pl' if a == 'p' else 'sg'}, attractor={'pl' if b == 'p' else 'sg'}%)" for a in "ps" for b in "ps"}  # fmt: skip
"""References by the first letters of the two levels."""


def test_a_template_of_two_factors_builds_and_predicts_the_interaction(tmp_path):
    toml, table, _ = write_starter("attraction", tmp_path, design="2x2")
    made = build_files(toml, table)
    assert made.warnings == ()
    suite = made.suite
    assert suite.condition_names == ("pl_pl", "pl_sg", "sg_pl", "sg_sg")
    assert suite.condition_factors["pl_sg"] == {"head": "pl", "attractor": "sg"}
    assert [prediction.formula.source for prediction in suite.predictions] == [
        f"[{CELLS['pp']} - {CELLS['ps']}] > [{CELLS['sp']} - {CELLS['ss']}]"
    ]
    assert {finding.severity for finding in check_suite(suite)} <= {"note"}
    assert next(suite.sentences()).text == "The ladders behind the barrels wobbles when the wind blows."


def test_what_is_commented_out_of_the_template_can_be_predicted_too(tmp_path):
    toml, table, _ = write_starter("attraction", tmp_path, design="2x2")
    text = toml.read_text(encoding="utf-8")
    before, after = text.split("# The main effects")
    after = re.sub(r"^# (?=\[\[|name|formula|  )", "", after, flags=re.MULTILINE)
    toml.write_text(f"{before}# The main effects{after}", encoding="utf-8")
    head, attractor, either = build_files(toml, table).suite.predictions[1:]
    assert head.formula.source == f"[{CELLS['pp']} + {CELLS['ps']}] / 2 > [{CELLS['sp']} + {CELLS['ss']}] / 2"
    assert attractor.formula.source == f"[{CELLS['pp']} + {CELLS['sp']}] / 2 > [{CELLS['ps']} + {CELLS['ss']}] / 2"
    assert either.formula.source == f"{CELLS['pp']} > {CELLS['sp']} & {CELLS['ps']} > {CELLS['ss']}"


def test_factors_have_the_names_and_levels_that_are_given(tmp_path):
    toml, table, _ = write_starter("mine", tmp_path, factors="comma = no/yes, verb = can_intrans/trans")
    suite = build_files(toml, table).suite
    assert suite.condition_names == ("no_can_intrans", "no_trans", "yes_can_intrans", "yes_trans")
    assert suite.region_names == {1: "beginning", 2: "comma", 3: "verb", 4: "critical", 5: "ending"}
    words = "(4;%no_can_intrans%) - (4;%no_trans%) > (4;%yes_can_intrans%) - (4;%yes_trans%)"
    assert str(suite.predictions[0].formula) == words


def test_a_sheet_has_the_sentences_written_out(tmp_path):
    sheet, readme = write_starter("attraction", tmp_path, design="2x2", table="csv")
    assert sheet.read_text(encoding="utf-8").splitlines()[:3] == [
        "item,condition,head,attractor,r1_beginning,r2_head,r3_attractor,r4_critical,r5_ending",
        "1,pl_pl,pl,pl,The,ladders,behind the barrels,wobbles,when the wind blows.",
        "1,pl_sg,pl,sg,The,ladders,behind the barrel,wobbles,when the wind blows.",
    ]
    assert "sglite import attraction.csv --predict" in readme.read_text(encoding="utf-8")
    sheet, _ = write_starter("number", tmp_path / "pair", table="csv")
    assert sheet.read_text(encoding="utf-8").splitlines()[:3] == [
        "item,condition,r1_subject,r2_attractor,r3_verb,r4_ending",
        "1,match,A ladder,behind the barrels,wobbles,when the wind blows.",
        "1,mismatch,A ladder,behind the barrels,wobble,when the wind blows.",
    ]


@pytest.mark.parametrize(
    "factors",
    [
        "",
        "a",
        "a=1",
        "a=1/2",
        "a=1/2,b=1",
        "a=1/2,a=1/2",
        "a=1/1,b=1/2",
        "a=1/2,b=1/2,c=1/2",
        "item=1/2,b=1/2",
        "a b=1/2,c=1/2",
    ],
)
def test_factors_that_are_not_two_with_two_levels_are_refused(factors, tmp_path):
    with pytest.raises(InputError, match="two factors with two levels each, such as head=pl/sg,attractor=pl/sg"):
        write_starter("mine", tmp_path / "there", factors=factors)
    assert not (tmp_path / "there").exists()


def test_a_pair_has_no_factors(tmp_path):
    with pytest.raises(InputError, match="`design=2x2` has two factors"):
        write_starter("mine", tmp_path, design="pair", factors="a=1/2,b=1/2")


@pytest.mark.parametrize("how", [{}, {"design": "2x2"}, {"factors": "comma=no/yes,verb=can/must"}])
def test_a_sheet_is_understood_without_a_doubt_and_its_readme_says_how_to_import_it(how, tmp_path):
    suites = {}
    for table in ("csv", "xlsx"):
        sheet, readme = write_starter("mine", tmp_path / table, table=table, **how)
        proposal, _ = propose(sheet)
        assert proposal.doubts == ()
        [command] = re.findall(r"^ +sglite (import .*)$", readme.read_text(encoding="utf-8"), flags=re.MULTILINE)
        words = [str(sheet) if word == sheet.name else word for word in shlex.split(command)]
        done = sglite(*[str(tmp_path / table / word) if word.endswith(".json") else word for word in words])
        assert done.code == 0, done.err
        suites[table] = load_suite(tmp_path / table / "mine.json")
        assert len(suites[table].predictions) == 1
    assert suites["csv"] == suites["xlsx"]
    if how:
        toml, words, _ = write_starter("mine", tmp_path / "template", **how)
        built = build_files(toml, words).suite
        assert [sentence.text for sentence in built.sentences()] == [
            sentence.text for sentence in suites["csv"].sentences()
        ]
        assert built.condition_factors == suites["csv"].condition_factors
        assert suites["csv"].predictions[0].formula == built.predictions[0].formula
