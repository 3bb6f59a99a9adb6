"""Suites of pairs with one name in several files."""

from __future__ import annotations

import json

import pytest
from support.places import ROOT, SHARED, need
from support.running import sglite

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError, SgliteWarning

ONE, OTHER, THIRD = ("We go.", "We goes."), ("I am.", "I is."), ("You are.", "You is.")


def pairs(path, *pairs, kind="agreement"):
    path.parent.mkdir(exist_ok=True)
    rows = [{"kind": kind, "good": good, "bad": bad} for good, bad in pairs]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_group_of_two_files_is_two_suites_with_the_names_of_the_files(tmp_path):
    pairs(tmp_path / "dev.jsonl", ONE, OTHER)
    pairs(tmp_path / "test.jsonl", OTHER, THIRD)
    said = (
        "1 name of a suite stands in several files, and the suites are told apart: 'agreement' as 'dev-agreement' and "
        "'test-agreement'; 1 of their 4 pairs stand in several of them, and count in each: name one of the files only "
        "if they are one set."
    )
    with pytest.warns(SgliteWarning) as warned:
        suites = sgl.load_suites(tmp_path, group="kind")
    assert [str(one.message) for one in warned] == [said]
    assert [(suite.name, len(suite.items)) for suite in suites] == [("dev-agreement", 2), ("test-agreement", 2)]
    assert said in " ".join(sglite("eval", tmp_path, "--group", "kind", "--model", "random:1").err.split())


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path):
    files = [pairs(tmp_path / folder / "own.jsonl", one) for folder, one in (("de", ONE), ("fr", OTHER))]
    with pytest.warns(SgliteWarning, match="'own' as 'de-own' and 'fr-own'"):
        assert [suite.name for suite in sgl.load_suites(files)] == ["de-own", "fr-own"]


def test_a_name_that_is_only_one_files_stays(tmp_path):
    files = [pairs(tmp_path / "a.jsonl", ONE), pairs(tmp_path / "b.jsonl", OTHER, kind="npi")]
    assert [suite.name for suite in sgl.load_suites(files, group="kind")] == ["agreement", "npi"]


def test_the_same_pairs_in_two_files_are_refused(tmp_path):
    files = [pairs(tmp_path / f"{name}.jsonl", ONE, OTHER) for name in ("a", "b")]
    with pytest.raises(InputError, match=r"a\.jsonl and \S+b\.jsonl both have meta\.name 'agreement'"):
        sgl.load_suites(files, group="kind")


def test_of_several_files_those_that_hold_the_same_pairs_are_named(tmp_path):
    files = [pairs(tmp_path / f"{name}.jsonl", *own) for name, own in (("a", [ONE]), ("b", [OTHER]), ("c", [ONE]))]
    with pytest.raises(InputError, match=r"a\.jsonl and \S+c\.jsonl both have meta\.name 'agreement'"):
        sgl.load_suites(files, group="kind")


def test_suites_that_name_themselves_are_refused(tmp_path):
    """The name of a suite's file is its author's, and results are found by it."""
    copy = tmp_path / "copy.json"
    copy.write_text((ROOT / "suites" / "npz.json").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(InputError, match=r"both have meta\.name 'npz'"):
        sgl.load_suites(["npz", copy])


@pytest.mark.parametrize("form", ["auto", "pairs"])
def test_marvin_and_linzens_sample_runs_beside_their_pickles(form):
    folder = need(SHARED / "published" / "pairs" / "marvin_linzen")
    with pytest.warns(SgliteWarning, match="2 names of suites stand in several files"):
        suites = sgl.load_suites(folder, form=form)
    names = [suite.name for suite in suites]
    # 22 constructions in the sample (published/pairs/README.md), two of them in a pickle of their own
    assert len(names) == 24 == len(set(names))
    assert {"simple_agrmt", "sample_sents-simple_agrmt", "simple_npi_anim", "vp_coord"} < set(names)
