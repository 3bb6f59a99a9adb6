"""Score by number of attractors: shares, intervals, chance, and which factor is meant."""

from __future__ import annotations

import pytest
from support.pictures import box_of, overlapping, shown, toy_run
from support.toys import suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.figures import draw
from syntaxgym_lite.stats import wilson_interval

HOLDS, FAILS = {"a": ["2"], "b": ["1"]}, {"a": ["1"], "b": ["2"]}


def document(*levels, factor="n_attr", **settings):
    """Items by level: whether each holds."""
    items = [HOLDS if holds else FAILS for _, own in levels for holds in own]
    made = suite_document(items, ["(1;%a%) > (1;%b%)"], **settings)
    factors = [level for level, own in levels for _ in own]
    for item, level in zip(made["items"], factors, strict=True):
        item["factors"] = {factor: level}
    return made


def test_the_line_is_the_share_of_items_by_level_and_intervals_are_wilsons():
    figure = draw("attractors", toy_run(document((2, [0, 0, 1]), (0, [1, 1, 1, 1]), (1, [1, 0]))))
    [line] = shown(figure, "model toy")
    assert line.get_ydata().tolist() == pytest.approx([1, 0.5, 1 / 3])
    [axes] = figure.axes
    assert [one.get_text() for one in axes.get_xticklabels()] == ["0", "1", "2"]
    assert [one.get_text() for one in shown(figure, "words")] == ["n = 4", "n = 2", "n = 3"]
    intervals = [tuple(one.get_ydata()) for one in shown(figure, "interval")]
    assert intervals == [wilson_interval(4, 4), wilson_interval(1, 2), wilson_interval(1, 3)]
    [chance] = shown(figure, "chance")
    assert list(chance.get_ydata()) == [0.5, 0.5]
    assert axes.get_xlabel() == "number of attractors"
    assert not overlapping([box_of(one) for one in (axes.xaxis.label, *shown(figure, "words"))])
    assert "Wilson's" in figure.caption
    assert "9 items" in figure.caption


def test_models_have_lines_and_suites_panels():
    run = toy_run(document((0, [1]), (1, [0]), name="one"), document((0, [1, 1]), name="two"), models=["x", "y"])
    figure = draw("attractors", run)
    assert [one.get_title(loc="left") for one in figure.axes] == ["one", "two"]
    assert sorted(one.get_text() for one in shown(figure, "line-end", axes=figure.axes[0])) == ["x", "y"]


def test_clusters_widen_the_intervals():
    made = document((0, [1, 1, 0, 0, 1, 1]), (1, [1, 1, 1, 0, 0, 0]))
    for item, cluster in zip(made["items"], "aabbccddeeff", strict=True):
        item["cluster"] = cluster
    figure = draw("attractors", toy_run(made))
    [low, high] = shown(figure, "interval")[0].get_ydata()
    assert high - low > wilson_interval(4, 6)[1] - wilson_interval(4, 6)[0]
    assert "as the clusters are worth" in figure.caption


def test_another_factor_may_be_named_and_levels_keep_their_order():
    run = toy_run(document(("short", [1, 0]), ("long", [0]), factor="length"))
    [axes] = draw("attractors", run).axes  # the only one there is
    assert [one.get_text() for one in axes.get_xticklabels()] == ["short", "long"]
    with pytest.raises(sgl.InputError, match=r"no item has it; there are length\. Did you mean 'length'\?"):
        draw("attractors", run, factor="lenght")


def test_without_factors_it_is_said_what_they_are():
    with pytest.raises(sgl.InputError, match="have no factors; the number of attractors is one"):
        draw("attractors", toy_run(suite_document([HOLDS], ["(1;%a%) > (1;%b%)"])))


def test_of_several_factors_one_is_asked_for():
    made = document(("short", [1, 0]), factor="length")
    made["items"][0]["factors"]["kind"] = "old"
    with pytest.raises(sgl.InputError, match=r"Which factor\? Give `factor`: length, kind"):
        draw("attractors", toy_run(made))


def test_ties_count_as_told():
    made = document((0, [1, 1]), (1, [0, 0]))
    made["items"][1]["conditions"][0]["regions"][0]["content"] = "1"
    made["items"][1]["conditions"][1]["regions"][0]["content"] = "1"
    run = toy_run(made)
    assert shown(draw("attractors", run), "model toy")[0].get_ydata()[0] == 0.5
    half = draw("attractors", run, ties="half")
    assert shown(half, "model toy")[0].get_ydata()[0] == 0.75
    assert half.caption.endswith("Ties count as half.")
