"""The tables of the first view."""

from __future__ import annotations

from dataclasses import replace

import pytest

import syntaxgym_lite as sgl
from syntaxgym_lite.reports.html import html_report
from syntaxgym_lite.reports.html.overview import ScoreCell, overview_of
from syntaxgym_lite.reports.html.suites import suites_of
from syntaxgym_lite.stats import summarize


def overview(run):
    summary = summarize(run)
    return overview_of(summary, suites_of(run, summary)), summary


def test_every_suite_has_a_row_with_the_score_of_each_model(run):
    found, summary = overview(run)
    assert found.models == ("ngram", "random:1")
    for place, model in enumerate(summary["models"]):
        for row, suite in zip(found.suites, model["suites"], strict=True):
            cell = row.cells[place]
            assert (row.name, cell.score, cell.low, cell.side) == (
                suite["suite"],
                suite["score"],
                suite["ci_low"],
                suite["above_chance"],
            )
            assert f"{suite['n_passed']} of {suite['n_items']} items" in cell.says


def test_means_are_over_all_over_languages_and_by_circuit(run):
    found, summary = overview(run)
    assert [row.name for row in found.means] == [
        *("SG score", "over all items", "over languages", "language en", "language ru"),
        *("agreement", "blimp", "garden path", "licensing", "nonce agreement"),
    ]
    assert found.means[0].cells[1].score == summary["models"][1]["sg_score"]
    assert [row.cells[1].score for row in found.means[1:3]] == [
        summary["models"][1]["item_score"],
        next(one["mean"] for one in summary["models"][1]["averages"] if one["over"] == "languages"),
    ]
    # the n-gram knows no word of the Russian suite, and is silent on it
    assert [row.n_suites for row in found.means[:5]] == ["4 to 5", "4 to 5", "5", "4", "0 to 1"]
    assert (found.means[4].cells[0].text, found.means[4].cells[0].below) == ("–", "silent")
    assert any("several languages" in note for note in found.notes)


def pairs(tmp_path, rows):
    (tmp_path / "pairs.csv").write_text("phenomenon,paradigm,good,bad\n" + "\n".join(rows) + "\n", "utf-8")
    suites = sgl.load_suites(tmp_path / "pairs.csv", group=("phenomenon", "paradigm"))
    return sgl.evaluate(suites, models=["ngram"])


def test_means_over_phenomena_and_of_each_are_those_of_the_summary(tmp_path):
    rows = ["agreement,a,The dog is here.,The dog are here.", "agreement,b,The dogs is here.,The dogs are here."]
    rows += ["order,c,The dog is here.,The dog here is.", "unknown,d,The zorpit sees it.,The blarfit sees it."]
    found, summary = overview(pairs(tmp_path, rows))
    own = {row.name: row.cells[0] for row in found.means}
    [model] = summary["models"]
    assert own["over phenomena"].score == model["averages"][1]["mean"] == 0.75
    assert own["over phenomena"].says.startswith("mean over 2 phenomena")
    assert (own["phenomenon agreement"].score, own["phenomenon order"].score) == (0.5, 1.0)
    assert own["phenomenon unknown"].marks == ("silent",)


def test_of_a_model_that_is_silent_throughout_there_is_no_mean_but_a_note(tmp_path):
    run = pairs(tmp_path, ["p,a,The zorpit sees it.,The blarfit sees it."])
    found, _ = overview(run)
    assert (found.means, len(found.notes)) == ((), 1)
    assert found.notes[0] in html_report(run)


def test_a_suite_that_a_model_lacks_is_a_stroke_and_means_are_said_not_to_compare(run):
    first, second = run.models
    found, _ = overview(replace(run, models=(first, replace(second, suites=second.suites[1:]))))
    assert found.suites[0].cells[1] == ScoreCell(says="not evaluated")
    assert found.suites[0].cells[1].text == "–"
    assert found.means[0].n_suites == "4"
    assert found.notes[0].startswith("The models have different suites")


@pytest.mark.parametrize(
    ("score", "chance", "side", "shade"),
    [
        (1.0, 0.5, "above", "above-5"),
        (0.55, 0.5, "above", "above-1"),
        (0.0, 0.25, "below", "below-5"),
        (0.5, 0.5, "no", ""),
        (0.0, 0.5, "silent", "silent"),
        (0.9, None, None, ""),
    ],
)
def test_a_cell_is_shaded_by_its_share_of_what_is_possible(score, chance, side, shade):
    from syntaxgym_lite.reports.html.overview import _shade

    assert _shade(score, chance, side, silent=side == "silent") == shade
