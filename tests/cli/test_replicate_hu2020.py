"""``sglite replicate hu2020``."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from support.hu_files import small_publication
from support.running import refused, sglite

import syntaxgym_lite as sgl
from syntaxgym_lite.stats.model_table import read_model_table


@pytest.fixture(scope="module")
def theirs(tmp_path_factory):
    return small_publication(tmp_path_factory.mktemp("raw"))


MODELS = [part for seed in range(1, 6) for part in ("-m", f"random:{seed}")]


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    suites = ("npz_obj", "npz_obj_mod", "subordination", "number_prep")
    assert sglite("eval", *suites, "-m", "ngram", *MODELS, "-o", folder, "-q").code == 0
    return folder


TABLE = """model,class,corpus,words,seed,perplexity
ngram,n-gram,small,2M,,142.7
random:1,coin,small,2M,1,500
random:2,coin,large,9M,2,400
random:3,coin,small,2M,3,
random:4,die,small,2M,4,
random:5,die,large,9M,5,
"""


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_their_figures_are_made_of_their_files(theirs, tmp_path):
    done = sglite("replicate", "hu2020", theirs, "--out", tmp_path / "figures")
    assert done.code == 0, done.err
    votes, written = done.err.splitlines()  # of the n-gram, three in this small copy of the files
    assert votes.startswith("Warning: Seeds of the n-gram that vote: 3 of bllip-xs")
    assert written == f"Written: {tmp_path / 'figures'}/"
    assert "8 instances of 5 models, 3 suites, 11 items" in done.out
    names = {path.name for path in (tmp_path / "figures").iterdir()}
    figures = {f"figure-{number}.svg" for number in range(1, 7)}
    assert names == figures | {"values.csv", "models.csv", "scores.csv", "items.csv"}
    for name in figures:
        assert ET.parse(tmp_path / "figures" / name).getroot().tag.endswith("svg")
    items = rows((tmp_path / "figures" / "items.csv").read_text())
    assert len(items) == 8 * 11
    assert items[0].keys() == {"model", "class", "corpus", "suite", "circuit", "item_number", "right"}
    scores = rows((tmp_path / "figures" / "scores.csv").read_text())
    for score in scores:
        own = [int(row["right"]) for row in items if (row["model"], row["suite"]) == (score["model"], score["suite"])]
        assert float(score["score"]) == pytest.approx(sum(own) / len(own))
    # what is written of models can be read as a table of models
    table = read_model_table(tmp_path / "figures" / "models.csv", [row["model"] for row in scores[:1]])
    assert table.rows[0].words == 42e6


def test_one_figure_goes_to_a_file(theirs, tmp_path):
    done = sglite("replicate", "hu2020", theirs, "--figure", 1, "--out", tmp_path / "one.png", "--format", "csv")
    assert done.code == 0, done.err
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")
    values = rows(done.out)
    assert {row["figure"] for row in values} == {"1"}
    assert float(next(row for row in values if row["name"] == "GRNN*")["value"]) == pytest.approx(1 / 3)
    assert "--overwrite" in refused("replicate", "hu2020", theirs, "--figure", 1, "--out", tmp_path / "one.png")


def test_a_run_gives_what_it_can_and_says_what_is_missing(ours):
    done = sglite("replicate", "hu2020", ours)
    assert done.code == 0, done.err
    assert "Figure 1" in done.out
    assert "Figure 5" in done.out
    assert "Figure 3" not in done.out
    assert "Note: not of these results: Figures 2, 3, 4" in done.err
    assert "--models-table with the columns model and perplexity" in refused("replicate", "hu2020", ours, "--figure", 2)


def test_a_table_of_models_gives_the_other_figures_and_the_mixed_models(ours, tmp_path):
    table = tmp_path / "models.csv"
    table.write_text(TABLE)
    done = sglite("replicate", "hu2020", ours, "--models-table", table, "--mixed-models", "--format", "json")
    assert done.code == 0, done.err
    document = done.json
    of_two = {row["name"]: row["perplexity"] for row in document["figures"] if row["figure"] == 2}
    assert of_two == {"ngram": 142.7, "random:1": 500, "random:2": 400}
    by_corpus = [row["name"] for row in document["figures"] if row["figure"] == 3 and row["panel"] == "corpus"]
    assert by_corpus == ["large", "small"]  # by words
    summary = sgl.summarize(sgl.RunResult.load(ours))
    scores = {model["model"]: model["sg_score"] for model in summary["models"]}
    by_model = {row["name"]: row["value"] for row in document["figures"] if row["figure"] == 1}
    assert by_model["n-gram"] == pytest.approx(scores["ngram"])
    assert by_model["coin"] == pytest.approx(np.mean([scores[f"random:{seed}"] for seed in (1, 2, 3)]))
    fits = document["mixed_models"]
    assert [fit["model"] for fit in fits][:3] == ["m.log", "m0.log", "m0.arch.log"]
    assert fits[0]["n"] == 6 * len(summary["models"][0]["suites"])
    assert fits[1]["chi_square"] == pytest.approx(2 * (fits[0]["log_likelihood"] - fits[1]["log_likelihood"]), abs=1e-8)


def test_mixed_models_are_a_table_for_people(ours, tmp_path):
    table = tmp_path / "models.csv"
    table.write_text(TABLE)
    done = sglite("replicate", "hu2020", ours, "--models-table", table, "--mixed-models", "--figure", 1)
    assert "Linear mixed models" in done.out
    assert "m0.arch.log" in done.out
    assert "coefficients of m.log" in done.out
    assert "Singular, as some random effect has no variance in these scores: m" in done.out  # three suites
    assert "format=json" in refused(
        "replicate", "hu2020", ours, "--models-table", table, "--mixed-models", "--format", "csv"
    ).replace("--format json", "format=json")


def test_quiet_leaves_out_notes_of_the_table(ours, tmp_path):
    table = tmp_path / "models.csv"
    table.write_text(TABLE + "other,n-gram,large,5,1,100\n")
    given = ("replicate", "hu2020", ours, "--models-table", table, "--figure", 1)
    assert "the run has no model 'other'" in sglite(*given).err
    assert sglite(*given, "--quiet").err == ""


def test_what_does_not_go_together_is_refused(theirs, ours, tmp_path):
    assert "a file holds one figure" in refused("replicate", "hu2020", theirs, "--out", tmp_path / "x.svg")
    assert "ends in .png, .pdf or .svg" in refused(
        "replicate", "hu2020", theirs, "--figure", 1, "--out", tmp_path / "x.gif"
    )
    assert "--ties: the published results" in refused("replicate", "hu2020", theirs, "--ties", "half")
    assert "--figure" in refused("replicate", "hu2020", ours, "--figure", 7)
    assert "no such file or folder" in refused("replicate", "hu2020", tmp_path / "nowhere")
    assert "None of the figures" not in refused("replicate", "hu2020", ours, "--suite", "nothing")
