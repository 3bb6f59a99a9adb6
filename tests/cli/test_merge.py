"""``sglite merge``: a folder of joined results, as a run of everything would have written it."""

from __future__ import annotations

import json

import pytest
from support.running import refused, sglite

from syntaxgym_lite.results import RunResult


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """A run of one model each, and one of both."""
    folder = tmp_path_factory.mktemp("runs")
    for name, models in (("one", ["ngram"]), ("two", ["random:1"]), ("both", ["ngram", "random:1"])):
        chosen = [part for model in models for part in ("--model", model)]
        assert sglite("eval", "npz", "npi_src_ever", *chosen, "--out", folder / name, "--quiet").code == 0
    return folder


def test_two_runs_are_written_as_one_of_both(folders, tmp_path):
    merged = sglite("merge", folders / "one", folders / "two", "--out", tmp_path / "all")
    assert (merged.code, merged.out) == (0, "")
    assert f"{tmp_path / 'all'}: 2 models, 2 suites." in merged.err
    for name in ("items.csv", "regions.csv", "tokens.csv", "summary.json"):
        assert (tmp_path / "all" / name).read_bytes() == (folders / "both" / name).read_bytes()
    documents = [json.loads((folder / "run.json").read_text()) for folder in (tmp_path / "all", folders / "both")]
    assert len(documents[0]["settings"].pop("runs")) == 2
    for document in documents:
        document.pop("created")
    assert documents[0] == documents[1]


def test_what_is_merged_can_be_repeated(folders, tmp_path):
    bos = sglite("eval", "npz", "--model", "ngram", "--bos", "none", "--out", tmp_path / "bos", "--quiet")
    assert bos.code == 0
    assert sglite("merge", folders / "one", tmp_path / "bos", "--out", tmp_path / "all", "--quiet").err == ""
    repeated = sglite("rerun", tmp_path / "all", "--out", tmp_path / "again", "--format", "json")
    assert repeated.code == 0, repeated.err
    assert repeated.json["same"]
    assert [(row["model"], row["suite"]) for row in repeated.json["suites"]] == [
        ("ngram", "npz"),
        ("ngram", "npi_src_ever"),
        ("ngram (no BOS)", "npz"),
    ]
    first, second = (RunResult.load(tmp_path / name) for name in ("all", "again"))
    assert (first.models, first.settings) == (second.models, second.settings)


def test_a_part_may_be_taken(folders, tmp_path):
    assert sglite("merge", folders / "both", "--suite", "npi*", "-m", "ngram", "-o", tmp_path / "part").code == 0
    run = RunResult.load(tmp_path / "part")
    assert [(model, suite.suite) for model, suite in run.named_suites()] == [("ngram", "npi_src_ever")]


def test_names_may_stand_before_the_folders(folders, tmp_path):
    named = (f"first={folders / 'one'}", f"again={folders / 'one' / 'run.json'}")
    assert sglite("merge", *named, "--out", tmp_path / "both").code == 0
    assert [model.model for model in RunResult.load(tmp_path / "both").models] == ["first", "again"]


def test_a_refusal_leaves_nothing_behind(folders, tmp_path):
    assert sglite("eval", "npz", "-m", "random:2", "--eos", "--out", tmp_path / "eos", "--quiet").code == 0
    said = refused("merge", folders / "one", tmp_path / "eos", "--out", tmp_path / "all")
    assert f"{folders / 'one'} has eos=false, {tmp_path / 'eos'} has eos=true" in said
    assert "with the other's --eos." in said
    assert not list((tmp_path / "all").glob("*.*"))


def test_what_is_there_is_not_replaced_unasked(folders, tmp_path):
    assert sglite("merge", folders / "one", "--out", tmp_path, "--quiet").code == 0
    assert "--overwrite" in refused("merge", folders / "two", "--out", tmp_path)
    assert sglite("merge", folders / "two", "--out", tmp_path, "--overwrite", "--quiet").code == 0
    assert [model.model for model in RunResult.load(tmp_path).models] == ["random:1"]


def test_results_can_be_merged_into_one_of_their_own_folders(folders, tmp_path):
    for name in ("one", "two"):
        assert sglite("merge", folders / name, "--out", tmp_path / name, "--quiet").code == 0
    merged = sglite("merge", tmp_path / "one", tmp_path / "two", "--out", tmp_path / "one", "--overwrite")
    assert merged.code == 0, merged.err
    assert [model.model for model in RunResult.load(tmp_path / "one").models] == ["ngram", "random:1"]


def test_one_part_of_a_run_is_no_run_and_a_table_of_it_says_so(tmp_path):
    suites = ("npz", "npi_src_ever")
    for number in (1, 2):
        part = sglite("eval", *suites, "-m", "ngram", "--shard", f"{number}/2", "-o", tmp_path / f"{number}", "-q")
        assert part.code == 0
    said = refused("merge", tmp_path / "2", "--out", tmp_path / "all")
    assert f"{tmp_path / '2'} is part 2/2 of a run" in said
    assert "its part 1 is not here" in said
    table = sglite("table", tmp_path / "2")
    assert table.code == 0
    assert "is part 2/2 of a run; what is said here is of the suites of this part alone." in table.err
    assert sglite("table", tmp_path / "1", tmp_path / "2").err == ""
