"""The figure of differences: which contrasts predictions are about, and their values by region."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from support.pictures import box_of, numbered, shown, toy_run
from support.toys import crossed_document

import syntaxgym_lite as sgl
from syntaxgym_lite.figures import draw
from syntaxgym_lite.figures.difference import contrasts_of

FOUR = "abcd"


def contrasts(*formulas, conditions=FOUR, n_regions=3):
    run = toy_run(numbered(2, conditions, n_regions, formulas))
    return contrasts_of(run.models[0].suites[0])


@pytest.mark.parametrize(
    ("formula", "words", "regions", "predicted"),
    [
        ("(2;%a%) > (2;%b%)", "a − b", (2,), "predicted above 0"),
        ("(2;%a%) < (2;%b%)", "a − b", (2,), "predicted below 0"),
        ("![(2;%a%) < (2;%b%)]", "a − b", (2,), "predicted above 0"),
        ("(2;%a%) = (2;%b%)", "a − b", (2,), "predicted: 0"),
        ("(2:3;%a%) - (2:3;%b%) > 1.5", "a − b", (2, 3), "predicted above 0"),
        ("[(2;%a%) - (2;%b%)] > [(2;%c%) - (2;%d%)]", "(a − b) − (c − d)", (2,), "predicted above 0"),
        ("(2;%a%) + (2;%b%) > (2;%c%) + (2;%d%)", "(a − c) − (d − b)", (2,), "predicted above 0"),
        ("(2;%a%) > ((2;%b%) + (2;%c%)) / 2", "a − 0.5 b − 0.5 c", (2,), "predicted above 0"),
    ],
)
def test_the_contrast_is_what_a_comparison_weighs(formula, words, regions, predicted):
    [found] = contrasts(formula)
    assert (found.words, found.regions, found.predicted) == (words, regions, predicted)
    assert sum(weight for _, weight in found.weights) == 0


@pytest.mark.parametrize(
    "formula",
    [
        "(2;%a%) > 3",  # no other condition
        "(2;%a%) > (1;%a%)",  # another region of the same
        "(2;%a%) > (1;%b%)",  # different regions of each
        "max((2;%a%), (2;%b%)) > (2;%c%)",
        "2 * (2;%a%) > (2;%b%)",  # does not cancel
    ],
)
def test_a_comparison_that_contrasts_no_conditions_has_none(formula):
    assert contrasts(formula) == []


def test_the_same_contrast_of_several_comparisons_is_drawn_once():
    [found] = contrasts("(2;%a%) > (2;%b%)", "(3;%a%) > (3;%b%) & (2;%a%) > (2;%b%)")
    assert found.regions == (2, 3)


def test_levels_of_factors_are_conditions():
    run = toy_run(crossed_document(), bits=len)
    assert [one.words for one in contrasts_of(run.models[0].suites[0])] == ["sg_pl − sg_sg"]


def test_lines_are_mean_differences_over_items():
    run = toy_run(numbered(6, "abcd", 3, ["[(2;%a%) - (2;%b%)] > [(2;%c%) - (2;%d%)]"]), models=["x"])
    figure = draw("difference", run)
    values = run.to_frame("regions").pivot(
        index=["item_number", "region_number"], columns="condition_name", values="surprisal_bits"
    )
    expected = ((values.a - values.b) - (values.c - values.d)).groupby("region_number").mean()
    [line] = shown(figure, "model x")
    np.testing.assert_allclose(line.get_ydata(), expected)
    assert len(shown(figure, "interval")) == 3
    assert len(shown(figure, "critical")) == 1
    assert len(shown(figure, "zero")) == 1
    assert figure.axes[0].get_ylabel() == "difference in\nsurprisal (bits)"
    assert figure.axes[0].get_title(loc="left").replace("\n", " ") == "(a − b) − (c − d): predicted above 0"


def test_models_are_lines_with_labels():
    run = toy_run(numbered(6, "ab", 3, ["(2;%a%) > (2;%b%)"]), models=["x", "y"])
    figure = draw("difference", run)
    assert len(figure.axes) == 1
    labels = shown(figure, "line-end")
    assert [one.get_text() for one in labels] == ["x", "y"]
    [zero] = shown(figure, "zero")
    assert zero.get_window_extent().x1 < min(box_of(label).x0 for label in labels)  # it strikes none out


def test_two_conditions_of_ones_choice_are_subtracted():
    run = toy_run(numbered(6, "abc", 2, ["(2;%a%) > (2;%b%)"]))
    figure = draw("difference", run, left="c", right="a")
    assert figure.axes[0].get_title(loc="left") == "c − a"
    assert not shown(figure, "critical")
    with pytest.raises(sgl.InputError, match="give `left` and `right`"):
        draw("difference", run, left="c")
    with pytest.raises(sgl.InputError, match="exclude each other"):
        draw("difference", run, left="c", right="a", prediction=0)
    with pytest.raises(sgl.InputError, match="no condition 'x'"):
        draw("difference", run, left="c", right="x")


def test_without_a_contrast_it_is_said_what_to_do():
    with pytest.raises(sgl.InputError, match=r"no prediction is a difference.*`left` and `right`"):
        draw("difference", toy_run(numbered(3, "ab", 2, ["(2;%a%) > 3"])))


def test_weights_keep_their_size():
    [found] = contrasts("((2;%a%) + (2;%b%)) / 2 > ((2;%c%) + (2;%d%)) / 2")
    assert dict(found.weights) == {name: Fraction(1 if name in "ab" else -1, 2) for name in "abcd"}
