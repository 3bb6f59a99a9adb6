"""``sglite table``: any table in any format, to the terminal or a file."""

from __future__ import annotations

import io

import pandas as pd
import pytest
from support.running import refused, sglite

import syntaxgym_lite as sgl
from syntaxgym_lite.cli import table as module
from syntaxgym_lite.reports.score_tables import TABLE_FORMATS


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("results")
    sgl.evaluate(["npz", "mvrr"], ["ngram", "random:1"]).save(path)
    return path


def test_formats_are_those_of_the_library():
    assert module._FORMATS == TABLE_FORMATS


def test_a_table_for_people_fits_the_terminal_and_says_what_its_signs_mean(folder):
    shown = sglite("table", folder)
    assert (shown.code, shown.err) == (0, "")
    assert [line.split()[0] for line in shown.out.splitlines()[4:6]] == ["npz", "mvrr"]
    assert "‡ no item passes, and each has a tie, which settles it." in shown.out


def test_what_is_written_is_what_the_library_gives(folder, tmp_path):
    run = sgl.RunResult.load(folder)
    for ending, form in (
        (".tex", "latex"),
        (".md", "markdown"),
        (".html", "html"),
        (".csv", "csv"),
        (".json", "json"),
        (".txt", "text"),
    ):
        path = tmp_path / f"scores{ending}"
        assert sglite("table", folder, "--by", "circuit", "--out", path).out == ""
        assert path.read_text(encoding="utf-8") == sgl.score_table(run, "circuit").write(form)
        if form != "text":
            assert sglite("table", folder, "--by", "circuit", "--format", form).out == path.read_text(encoding="utf-8")


def test_the_layout_is_as_asked(folder):
    options = (
        "--models-as",
        "rows",
        "--no-intervals",
        "--percent",
        "--digits",
        "0",
        "--caption",
        "My table",
        "--label",
        "t1",
    )
    text = sglite("table", folder, "--format", "latex", *options).out
    assert "\\caption{My table}\n\\label{t1}\n\\begin{tabular}{@{}lrrr@{}}" in text
    assert "model & npz & mvrr & SG score" in text
    assert "random:1 (pseudo-surprisal) & 25 &" in text


def test_parts_and_rules_are_as_asked(folder):
    frame = pd.read_csv(
        io.StringIO(sglite("table", folder, "--suite", "npz", "-m", "ngram", "--ties", "half", "--format", "csv").out)
    )
    assert frame[["model", "suite"]].to_numpy().tolist() == [["ngram", "npz"]]
    [model] = sgl.summarize(sgl.RunResult.load(folder).select(models="ngram"), ties="half")["models"]
    assert frame["score"][0] == model["suites"][0]["score"] > 0


def test_an_unknown_ending_or_rule_is_refused(folder, tmp_path):
    assert "no format has this ending; say which one with --format" in refused(
        "table", folder, "--out", tmp_path / "a.doc"
    )
    assert "--ties quarter" in refused("table", folder, "--ties", "quarter")
    assert "--by suit: these results can be shown by suite" in refused("table", folder, "--by", "suit")


def test_a_file_is_not_replaced_unasked(folder, tmp_path):
    path = tmp_path / "scores.md"
    path.write_text("mine")
    assert "--overwrite" in refused("table", folder, "--out", path)
    assert sglite("table", folder, "--out", path, "--overwrite").code == 0
    assert path.read_text(encoding="utf-8").startswith("Scores by suite")
