"""The figure of margins: a dot an item in the predicted direction, the mean, and which items fail."""

from __future__ import annotations

import math

import numpy as np
import pytest
from support.pictures import numbered, shown, toy_run
from support.toys import suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.figures import draw
from syntaxgym_lite.stats.effects import comparison_effects


def pairs(*values):
    """A suite of items whose conditions have these surprisals."""
    return [{"a": [str(a)], "b": [str(b)]} for a, b in values]


def dots(figure, gid, panel=0):
    """Values of the dots of a kind, from the left."""
    return [value for one in shown(figure, gid, axes=figure.axes[panel]) for value in one.get_ydata()]


ITEMS = pairs((5, 3), (4, 1), (2, 2.5), (9, 8))


@pytest.mark.parametrize("formula", ["(1;%a%) > (1;%b%)", "(1;%b%) < (1;%a%)", "![(1;%a%) <= (1;%b%)]"])
def test_margins_are_drawn_in_the_predicted_direction_sorted(formula):
    figure = draw("margins", toy_run(suite_document(ITEMS, [formula])))
    assert dots(figure, "holds") == [1, 2, 3]
    assert dots(figure, "fails") == [-0.5]
    [failing] = shown(figure, "failing")
    assert failing.get_text() == "fail: 3"
    [mean] = shown(figure, "mean")
    assert mean.get_ydata() == pytest.approx([5.5 / 4])


def test_the_interval_is_that_of_the_effect():
    run = toy_run(suite_document(ITEMS, ["(1;%a%) > (1;%b%)"]))
    figure = draw("margins", run, confidence=0.9)
    [effect] = comparison_effects(run.models[0].suites[0], confidence=0.9)
    [interval] = shown(figure, "interval")
    assert tuple(interval.get_ydata()) == (effect.low, effect.high)
    # by hand: mean 1.375, sd 1.493, t(3) at 0.95 is 2.3534
    assert effect.low == pytest.approx(1.375 - 2.3534 * 1.49304 / 2, abs=1e-3)
    assert "90 % interval over 4 items" in figure.caption


def test_the_caption_names_the_items_that_fail_by_their_labels():
    document = suite_document(ITEMS, ["(1;%a%) > (1;%b%)"])
    document["items"][2]["label"] = "3b"
    figure = draw("margins", toy_run(document))
    assert figure.caption.endswith("3 of 4 items hold; not 3b.")
    assert [one.get_text() for one in shown(figure, "failing")] == ["fail: 3b"]


def test_many_failures_are_counted_in_the_panel():
    figure = draw("margins", toy_run(suite_document(pairs(*[(1, 2)] * 14), ["(1;%a%) > (1;%b%)"])))
    assert [one.get_text() for one in shown(figure, "failing")] == ["14 of 14 fail"]


def test_of_items_that_all_fail_the_number_is_given():
    figure = draw("margins", toy_run(suite_document(pairs((1, 2), (1, 3)), ["(1;%a%) > (1;%b%)"])))
    assert [one.get_text() for one in shown(figure, "failing")] == ["2 of 2 fail"]


def test_one_item_has_no_interval_and_the_caption_claims_none():
    figure = draw("margins", toy_run(suite_document(ITEMS[:1], ["(1;%a%) > (1;%b%)"])))
    assert "Diamond: mean, without an interval, over 1 item." in figure.caption


def test_each_comparison_has_a_panel_and_models_stand_side_by_side():
    run = toy_run(
        numbered(5, "abc", 2, ["(1;%a%) > (1;%b%) & (2;%a%) > (2;%c%)", "(1;%b%) < (1;%c%)"]), models=["x", "y"]
    )
    figure = draw("margins", run)
    titles = [one.get_title(loc="left").replace("\n", " ") for one in figure.axes]
    assert len(titles) == 6
    assert titles[0] == "r1 is more surprising in 'a' than in b: x"
    assert figure.axes[0].get_ylim() == figure.axes[1].get_ylim()  # one comparison on two models
    assert len(draw("margins", run, prediction=1, models="y").axes) == 1
    with pytest.raises(sgl.InputError, match=r"`prediction=2`: suite 'toy_suite' has predictions 0 to 1"):
        draw("margins", run, prediction=2)


def test_infinite_and_undefined_margins_are_told():
    def bits(word):
        return {"no": math.nan, "inf": math.inf}.get(word) or float(word)

    items = [
        {"a": ["2"], "b": ["inf"]},
        {"a": ["inf"], "b": ["1"]},
        {"a": ["no"], "b": ["1"]},
        {"a": ["3"], "b": ["1"]},
    ]
    figure = draw("margins", toy_run(suite_document(items, ["(1;%a%) > (1;%b%)"]), bits=bits))
    assert [one.get_marker() for one in shown(figure, "infinite")] == ["v", "^"]
    assert "Not shown: 1 undefined margin." in figure.caption
    assert "Triangles: 2 infinite margins, not in the mean." in figure.caption
    assert np.isfinite(figure.axes[0].get_ylim()).all()


def test_nothing_defined_is_said():
    figure = draw("margins", toy_run(suite_document(ITEMS, ["(1;%a%) > (1;%b%)"]), bits=lambda _: math.nan))
    assert "no margin is defined" in [one.get_text() for one in figure.axes[0].texts]


def test_clusters_widen_the_interval_and_are_told():
    document = suite_document(ITEMS * 2, ["(1;%a%) > (1;%b%)"])
    for item, cluster in zip(document["items"], "abcdabcd", strict=True):
        item["cluster"] = cluster
    assert "interval over 8 items, robust for 4 clusters" in draw("margins", toy_run(document)).caption


def test_a_suite_without_predictions_has_none():
    with pytest.raises(sgl.InputError, match="nothing that this figure shows"):
        draw("margins", toy_run(suite_document(ITEMS)))
