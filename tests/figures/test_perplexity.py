"""Scores against perplexities: dots where the tables say, classes in colours, and what is left out is told."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from scipy.stats import spearmanr
from support.pictures import box_of, numbered, overlapping, shown, texts_of, toy_run

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError, SgliteWarning
from syntaxgym_lite.figures import draw
from syntaxgym_lite.figures.cells import cell_text
from syntaxgym_lite.figures.style import COLOURS


def run_of(n_models):
    runs = [
        toy_run(
            *(
                numbered(14, ("a", "b"), 1, ["(1;%a%) > (1;%b%)"], seed=31 * model + place, name=f"s{place}")
                for place in (1, 2)
            ),
            models=[f"model{model}"],
        )
        for model in range(n_models)
    ]
    return replace(runs[0], models=tuple(run.models[0] for run in runs))


def scores_of(run):
    return [model["sg_score"] for model in sgl.summarize(run)["models"]]


def test_dots_are_scores_over_perplexities_on_a_logarithmic_axis():
    run = run_of(4)
    table = pd.DataFrame({"model": [f"model{place}" for place in range(4)], "perplexity": [30, 120, 800, 9000]})
    figure = draw("perplexity", run, perplexity=table)
    [axes] = figure.axes
    found = [(one.get_xdata()[0], one.get_ydata()[0]) for one in shown(figure, "model")]
    assert found == list(zip([30.0, 120.0, 800.0, 9000.0], scores_of(run), strict=True))
    assert axes.get_xscale() == "log"
    assert axes.get_xlabel() == "perplexity per word (log scale)"
    assert {one.get_text() for one in shown(figure, "label")} == {f"model{place}" for place in range(4)}
    rho = float(spearmanr([30, 120, 800, 9000], scores_of(run))[0])
    assert f"Spearman's rank correlation of score and perplexity: {cell_text(rho)}, " in figure.caption
    for model in sgl.summarize(run)["models"]:
        own = model["sg_interval"]
        if own["ci_low"] is not None:
            assert (own["ci_low"], own["ci_high"]) in [tuple(one.get_ydata()) for one in shown(figure, "interval")]


def test_classes_are_colours_and_corpora_markers():
    run = run_of(20)
    names = [f"model{place}" for place in range(20)]
    table = pd.DataFrame(
        {
            "model": names,
            "class": ["LSTM" if place % 2 else "n-gram" for place in range(20)],
            "size": ["sm" if place < 10 else "lg" for place in range(20)],
            "perplexity": np.geomspace(20, 2000, 20),
        }
    )
    figure = draw("perplexity", run, models_table=table)
    dots = shown(figure, "model")
    assert [to_hex(one.get_color()).upper() for one in dots[:2]] == [COLOURS[0].upper(), COLOURS[1].upper()]
    assert dots[0].get_marker() != dots[19].get_marker()
    assert [one.get_text() for one in figure.axes[0].get_legend().get_texts()] == ["n-gram", "LSTM", "sm", "lg"]
    assert not shown(figure, "label")  # of many, the key is enough


@pytest.mark.parametrize(
    ("unknown", "said"), [(["0.175", "0.0"], True), (["0.127", "0.127"], False), (["", ""], False)]
)
def test_models_of_other_vocabularies_are_said_not_to_compare(unknown, said):
    run = run_of(2)
    table = pd.DataFrame({"model": ["model0", "model1"], "perplexity": [75, 90], "unknown": unknown})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        figure = draw("perplexity", run, models_table=table)
    text = "leave from 0 to 18 % of the words unknown: their vocabularies differ"
    assert (text in figure.caption) == said
    assert any(text in str(one.message) for one in caught) == said


def test_what_is_left_out_is_told():
    run = run_of(3)
    table = pd.DataFrame({"model": ["model0", "model1", "other"], "perplexity": [30, 40, 50]})
    with pytest.warns(SgliteWarning) as told:
        figure = draw("perplexity", run, perplexity=table)
    assert [str(one.message) for one in told] == [
        "<data frame>: the run has no model 'other'.",
        "<data frame>: no perplexity of model2; left out.",
    ]
    assert len(shown(figure, "model")) == 2


def test_without_perplexities_it_says_how_to_have_them():
    with pytest.raises(InputError, match="needs perplexities: 'sglite perplexity -m MODEL TEXT --format csv"):
        draw("perplexity", run_of(1))
    one = pd.DataFrame({"model": ["model0"], "class": ["LSTM"]})
    with pytest.raises(InputError, match="needs perplexities"):
        draw("perplexity", run_of(1), models_table=one)


def test_one_model_and_equal_perplexities_are_drawn():
    table = pd.DataFrame({"model": ["model0", "model1"], "perplexity": [50, 50]})
    assert len(shown(draw("perplexity", run_of(2), perplexity=table), "model")) == 2
    assert len(shown(draw("perplexity", run_of(1), perplexity=table[:1]), "model")) == 1


@pytest.mark.parametrize("width", ["single", "double"])
def test_labels_keep_apart_where_dots_are_close(width):
    run = run_of(12)
    names = [f"a_model_with_a_long_name_{place}" for place in range(12)]
    run = replace(run, models=tuple(replace(one, model=name) for one, name in zip(run.models, names, strict=True)))
    table = pd.DataFrame({"model": names, "perplexity": np.geomspace(60, 75, 12)})
    figure = draw("perplexity", run, perplexity=table, width=width)
    boxes = [box_of(one) for one in texts_of(figure, figure.axes[0])]
    assert len(shown(figure, "label")) == 12
    assert not overlapping(boxes)


@pytest.mark.parametrize("seed", [1, 2])
def test_labels_keep_off_the_intervals_of_ten_models(seed):
    run = run_of(10)
    values = np.exp(np.random.default_rng(seed).uniform(4.2, 5.6, 10))
    table = pd.DataFrame({"model": [f"model{place}" for place in range(10)], "perplexity": values})
    figure = draw("perplexity", run, perplexity=table)
    [axes] = figure.axes
    boxes = [box_of(one) for one in texts_of(figure, axes) if one.get_gid() == "label"]
    assert len(boxes) == 10
    on = 0
    for line in shown(figure, "interval"):
        (x, low), (_, high) = axes.transData.transform(list(zip(line.get_xdata(), line.get_ydata(), strict=True)))
        on += sum(box.x0 < x < box.x1 and box.y0 < high and box.y1 > low for box in boxes)
    assert on <= 1  # where two models have one perplexity and score, nothing else is left


def test_bits_a_character_are_drawn_from_a_table_of_models_on_a_plain_axis():
    run = run_of(3)
    names = [f"model{place}" for place in range(3)]
    table = pd.DataFrame({"model": names, "perplexity": [30, 40, 50], "bits_per_character": ["2.5", "", "1.75"]})
    with pytest.warns(SgliteWarning, match="no bits a character of model1; left out"):
        figure = draw("perplexity", run, models_table=table, measure="bits_per_character")
    [axes] = figure.axes
    assert [one.get_xdata()[0] for one in shown(figure, "model")] == [2.5, 1.75]
    assert (axes.get_xscale(), axes.get_xlabel()) == ("linear", "bits per character")
    assert axes.get_xlim()[0] < 1.75 < 2.5 < axes.get_xlim()[1]
    assert "perplexity" not in figure.caption
    by_hand = pd.DataFrame({"model": names, "BPC": [2.5, 2.0, 1.75]})
    figure = draw("perplexity", run, perplexity=by_hand, measure="bits-per-character")
    rho = float(spearmanr([2.5, 2.0, 1.75], scores_of(run))[0])
    assert f"correlation of score and bits a character: {cell_text(rho)}" in figure.caption


def test_what_is_no_measure_and_a_table_without_it_are_refused():
    run = run_of(1)
    table = pd.DataFrame({"model": ["model0"], "perplexity": [30]})
    with pytest.raises(InputError, match="bits_per_character"):
        draw("perplexity", run, models_table=table, measure="bits_per_character")
    with pytest.raises(InputError, match=r"no column 'bits_per_character'.*sglite rear"):
        draw("perplexity", run, perplexity=table, measure="bits_per_character")
    with pytest.raises(InputError, match="`measure=bits`: unknown"):
        draw("perplexity", run, perplexity=table, measure="bits")
