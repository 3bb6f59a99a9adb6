"""The tables of the first view."""

from __future__ import annotations

from dataclasses import replace

import pytest

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
        *("SG score", "language en", "language ru"),
        *("agreement", "blimp", "garden path", "licensing", "nonce agreement"),
    ]
    assert found.means[0].cells[1].score == summary["models"][1]["sg_score"]
    # the n-gram knows no word of the Russian suite, and is silent on it
    assert [row.n_suites for row in found.means[:3]] == ["4 to 5", "4", "0 to 1"]
    assert any("several languages" in note for note in found.notes)


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
