"""Means over phenomena and languages, held against pandas."""

from __future__ import annotations

import json

import pytest
from support.running import sglite

import syntaxgym_lite as sgl
from syntaxgym_lite.stats.averages import Averaged, macro_averages

SET = {"eng": {"SV-#": 7, "SV-P": 2}, "fra": {"SV-#": 3, "SV-G": 5, "SP": 4}, "deu": {"SV-#": 6}}
"""Made up: pairs by language and phenomenon."""


@pytest.fixture(scope="module")
def multi(tmp_path_factory):
    """Files as MultiBLiMP has them, of which random numbers pass about half."""
    folder = tmp_path_factory.mktemp("multi")
    for language, phenomena in SET.items():
        rows = [
            f"{phenomenon}\tEin {place} Satz {n}.\tEin {place} Sätze {n}."
            for place, (phenomenon, count) in enumerate(phenomena.items())
            for n in range(count)
        ]
        (folder / f"{language}.tsv").write_text("\n".join(["phenomenon\tsen\twrong_sen", *rows]), encoding="utf-8")
    return sgl.evaluate(sgl.load_suites(folder), models="random:3")


def test_means_of_a_set_of_languages_are_those_of_pandas(multi):
    frame = multi.to_frame("items")
    groups = {suite.suite: (suite.language, suite.groups["phenomenon"]) for suite in multi.models[0].suites}
    frame["language"] = [groups[name][0] for name in frame["suite"]]
    frame["phenomenon"] = [groups[name][1] for name in frame["suite"]]
    passes = frame["holds"].astype(float)
    by_suite = passes.groupby([frame["language"], frame["phenomenon"], frame["suite"]]).mean()
    by_phenomenon = by_suite.groupby(level=["language", "phenomenon"]).mean()
    by_language = by_phenomenon.groupby(level="language").mean()
    [model] = sgl.summarize(multi)["models"]
    suites, languages = model["averages"]
    assert model["item_score"] == pytest.approx(passes.mean())
    assert suites["mean"] == model["sg_score"] == pytest.approx(by_suite.mean())
    assert languages == {
        "over": "languages", "mean": pytest.approx(by_language.mean()), "n": 3, "n_suites": 6,
        "papers": ["Jumelet et al. 2025"],
    }  # fmt: skip
    assert len({passes.mean(), by_suite.mean(), by_language.mean()}) == 3


def test_means_over_phenomena_are_those_of_pandas(tmp_path):
    rows = {"one": ("binding", 4), "two": ("islands", 2), "three": ("Islands", 8), "four": ("", 5)}
    for name, (phenomenon, n) in rows.items():
        lines = [
            {"sentence_good": f"A {name} {place} b.", "sentence_bad": f"A {name} {place} c.", "UID": name}
            | ({"phenomenon": phenomenon} if phenomenon else {})
            for place in range(n)
        ]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    done = sglite("eval", tmp_path, "--from", "pairs", "--model", "random:5", "-o", tmp_path / "out")
    run = sgl.RunResult.load(tmp_path / "out")
    frame = run.to_frame("items")
    scores = frame["holds"].astype(float).groupby(frame["suite"]).mean()
    named = scores.drop("four")
    expected = named.groupby({"one": "binding", "two": "islands", "three": "islands"}).mean().mean()
    suites, phenomena = sgl.summarize(run)["models"][0]["averages"]
    assert (suites["mean"], suites["n"], suites["papers"]) == (pytest.approx(scores.mean()), 4, [])
    assert (phenomena["mean"], phenomena["n"], phenomena["n_suites"]) == (pytest.approx(expected), 2, 3)
    assert f"over phenomena {expected:.3f}  mean over 2 phenomena of the means over their suites" in done.out
    assert "without 1 suite that names no phenomenon" in done.out


def test_a_paper_is_named_where_its_mean_stands():
    of_blimp = [Averaged(score, str(score), "en", "Warstadt et al. 2020") for score in (0.25, 0.5)]
    assert [one["papers"] for one in macro_averages(of_blimp)] == [["Warstadt et al. 2020"], []]
    assert [one["papers"] for one in macro_averages([*of_blimp, Averaged(1.0, "x", "en")])] == [[], []]
    assert macro_averages([]) == []
    assert [one["over"] for one in macro_averages([Averaged(1.0, "x"), Averaged(0.0, "x")])] == ["suites"]


def test_tables_have_the_means_beside_each_other(multi):
    table = sgl.score_table(multi, "model")
    assert [row.names[0] for row in table.rows] == ["SG score", "over all items", "over languages"]
    by_language = sgl.score_table(multi, "language").write("markdown")
    [model] = sgl.summarize(multi)["models"]
    [row] = [line for line in by_language.splitlines() if line.startswith("| over languages")]
    assert f"{model['averages'][1]['mean']:.3f}" in row
    assert "Jumelet et al. 2025 report the mean over languages." in by_language
