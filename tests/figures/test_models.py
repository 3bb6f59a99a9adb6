"""Models against each other: dots are suites, correlations those of statistics, labels apart."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.pictures import box_of, numbered, overlapping, shown, texts_of, toy_run
from support.toys import suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.figures import draw
from syntaxgym_lite.figures.cells import cell_text


def run_of(n_models, n_suites=7, **meta):
    """Models that find different suites hard."""
    runs = [
        toy_run(
            *(
                numbered(
                    12, ("a", "b"), 1, ["(1;%a%) > (1;%b%)"], seed=100 * model + place, name=f"suite{place}", **meta
                )
                for place in range(n_suites)
            ),
            models=[f"model{model}"],
        )
        for model in range(n_models)
    ]
    return replace(runs[0], models=tuple(run.models[0] for run in runs))


def scores_of(run):
    return np.array([[suite["score"] for suite in model["suites"]] for model in sgl.summarize(run)["models"]])


def test_of_two_models_dots_are_suites_and_r_is_numpys():
    run = run_of(2)
    figure = draw("models", run)
    x, y = scores_of(run)
    [dots] = shown(figure, "suites")
    assert sorted(zip(dots.get_xdata(), dots.get_ydata(), strict=True)) == sorted(zip(x, y, strict=True))
    assert figure.axes[0].get_title(loc="right").startswith(f"r = {cell_text(np.corrcoef(x, y)[0, 1])}, ")
    names = [one.get_text() for one in shown(figure, "label")]
    assert set(names) <= {f"suite{place}" for place in range(7)}
    assert len(names) > 2
    assert figure.axes[0].get_xlabel() == "score of model0"
    assert "7 suites" in figure.caption


def test_a_matrix_has_a_plot_and_a_correlation_for_each_two_models():
    run = run_of(4)
    figure = draw("models", run, width="double")
    scores = scores_of(run)
    said = [one.get_text().split("\n")[0] for one in shown(figure, "correlation")]
    pairs = [(first, second) for first in range(4) for second in range(first + 1, 4)]
    assert said == [f"r = {cell_text(np.corrcoef(scores[a], scores[b])[0, 1])}" for a, b in pairs]
    assert len(shown(figure, "suites")) == 6
    assert [one.get_text() for one in shown(figure, "name")] == [f"model{place}" for place in range(4)]
    for row, second in enumerate(range(4)):
        for first in range(row):
            [dots] = shown(figure, "suites", axes=figure.axes[4 * second + first])
            np.testing.assert_array_equal(dots.get_xdata(), scores[first])
            np.testing.assert_array_equal(dots.get_ydata(), scores[second])


def test_ranks_are_correlated_when_asked_for():
    run = run_of(2)
    x, y = scores_of(run)
    from scipy.stats import spearmanr

    figure = draw("models", run, spearman=True)
    assert figure.axes[0].get_title(loc="right").startswith(f"r = {cell_text(float(spearmanr(x, y)[0]))}, ")
    assert "Spearman's rank correlation" in figure.caption


def test_of_many_models_correlations_stand_in_cells():
    run = run_of(8)
    figure = draw("models", run)
    scores = scores_of(run)
    numbers = [one.get_text() for one in shown(figure, "number")]
    assert numbers == [cell_text(np.corrcoef(scores[a], scores[b])[0, 1]) for b in range(1, 8) for a in range(b)]
    assert "Pearson's correlation of scores over 7 suites" in figure.caption


def test_a_correlation_that_is_not_defined_is_hatched_or_said():
    same = suite_document([{"a": ["2"], "b": ["1"]}] * 5, ["(1;%a%) > (1;%b%)"], name="same")
    run = toy_run(same, models=["m1", "m2"])
    assert draw("models", run).axes[0].get_title(loc="right") == "r undefined"
    figure = draw("models", run, heat=True)
    assert len(shown(figure, "empty")) == 1
    assert "Hatched: not defined" in figure.caption


def test_people_are_one_more_model():
    items = [{"a": ["2"], "b": ["1"]}] * 4
    documents = []
    for place in range(4):
        document = suite_document(items, ["(1;%a%) > (1;%b%)"], name=f"suite{place}")
        for number, item in enumerate(document["items"]):
            item["factors"] = {"human": 0.5 + 0.1 * place + 0.01 * number}
        documents.append(document)
    figure = draw("models", toy_run(*documents))
    [dots] = shown(figure, "suites")
    np.testing.assert_allclose(dots.get_ydata(), [0.515, 0.615, 0.715, 0.815])
    assert figure.axes[0].get_ylabel() == "score of people"


def test_one_model_or_no_suite_of_two_is_refused():
    with pytest.raises(InputError, match="these results are of one"):
        draw("models", run_of(1))
    run = run_of(2, 2)
    first, second = run.models
    apart = replace(run, models=(replace(first, suites=first.suites[:1]), replace(second, suites=second.suites[1:])))
    with pytest.raises(InputError, match="No two models"):
        draw("models", apart)


@pytest.mark.parametrize("n", [2, 4, 12])
def test_labels_do_not_overlap_with_long_names(n):
    run = run_of(n, 12)
    long = "a_model_whose_name_is_as_long_as_eighty_characters_" + "x" * 29
    run = replace(run, models=tuple(replace(one, model=f"{long}{place}") for place, one in enumerate(run.models)))
    figure = draw("models", run)
    for axes in figure.axes:
        boxes = [box_of(one) for one in texts_of(figure, axes)]
        assert not overlapping(boxes)
        assert all(box.x0 >= -0.5 and box.x1 <= figure.bbox.width + 0.5 for box in boxes)
