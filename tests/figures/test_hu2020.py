"""The six figures, drawn of small results made up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.hu_files import small_publication

from syntaxgym_lite.figures.hu2020 import draw_study
from syntaxgym_lite.ports.published.hu_results import read_hu_perplexities, read_hu_results
from syntaxgym_lite.stats.hu2020.study import study_of_publication
from syntaxgym_lite.stats.hu2020.values import FIGURES_OF_HU, study_values


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = small_publication(tmp_path_factory.mktemp("hu"))
    return study_of_publication(read_hu_results(folder), read_hu_perplexities(folder))


def dots(axes):
    """What is marked, row by row: (x, y)."""
    return [
        (float(line.get_xdata()[0]), float(line.get_ydata()[0]))
        for line in axes.lines
        if line.get_linestyle() == "None" and len(line.get_xdata()) == 1
    ]


@pytest.mark.parametrize("figure", FIGURES_OF_HU)
def test_a_figure_shows_each_value_once(study, figure):
    drawn = draw_study(study, figure)
    shown = [x for axes in drawn.axes for x, _ in dots(axes)]
    values = study_values(study, figure)
    at = [value.perplexity if figure == 2 else value.value for value in values]
    assert sorted(shown) == pytest.approx(sorted(at))
    assert f"{drawn.get_size_inches()[0] * 25.4:.0f}" == "174"
    assert drawn.caption
    assert "95 % bootstrap intervals over suites" in drawn.caption or figure == 2


def test_the_rows_of_figure_1_are_models_the_best_first(study):
    [axes] = draw_study(study, 1).axes
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == [value.name for value in study_values(study, 1)]
    assert [y for _, y in dots(axes)] == list(range(len(names)))
    assert axes.get_ylim()[0] > axes.get_ylim()[1]


def test_random_numbers_are_a_dashed_line(study):
    def dashed(drawn):
        return [line for line in drawn.axes[0].lines if line.get_linestyle() == "--"]

    assert dashed(draw_study(study, 1)) == []
    [line] = dashed(draw_study(replace(study, baseline=0.25), 1))
    assert list(line.get_xdata()) == [0.25, 0.25]


def test_a_corpus_that_one_model_alone_was_trained_on_is_named_in_the_caption(study):
    assert "so without GPT-2" in draw_study(study, 3).caption
    assert "Of a single suite, over its items." in draw_study(study, 5).caption


def test_a_run_without_known_corpora_is_drawn_as_well(study):
    plain = replace(study, instances=tuple(replace(one, corpus="", model=one.name) for one in study.instances))
    [axes] = draw_study(plain, 1).axes
    assert len(dots(axes)) == len(study.instances)
