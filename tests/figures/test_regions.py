"""The line plot of regions: its lines are the means, its names are apart, and it says what it shows."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pytest
from support.pictures import box_of, numbered, overlapping, shown, texts_of, toy_run
from support.toys import suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.figures import draw
from syntaxgym_lite.figures.saving import image_of
from syntaxgym_lite.stats.region_means import region_means

FOUR = ("ambig_comma", "ambig_none", "unambig_comma", "unambig_none")
CLAIM = "(2;%ambig_none%) > (2;%ambig_comma%)"


def line(axes, condition):
    [found] = [one for one in axes.lines if one.get_gid() == f"condition {condition}"]
    return found


def test_lines_are_the_means_and_intervals_of_region_means():
    run = toy_run(numbered(12, FOUR, 3, [CLAIM]))
    [axes] = draw("regions", run).axes
    means = region_means(run.models[0].suites[0])
    ends = [tuple(one.get_ydata()) for one in axes.lines if one.get_gid() == "interval"]
    for row, condition in enumerate(FOUR):
        own = line(axes, condition)
        np.testing.assert_allclose(own.get_ydata(), means.mean[row])
        np.testing.assert_allclose(own.get_xdata(), [0, 1, 2], atol=0.1)
        for place in range(3):
            assert (means.low[row, place], means.high[row, place]) in ends
    assert axes.get_ylabel() == "surprisal (bits)"
    assert len(ends) == 12


def test_the_critical_region_is_shaded_and_the_caption_says_what_is_shown():
    figure = draw("regions", toy_run(numbered(12, FOUR, 3, [CLAIM])))
    [shade] = shown(figure, "critical")
    assert shade.get_extents().transformed(figure.axes[0].transData.inverted()).x0 == pytest.approx(0.5)
    assert figure.caption == (
        "Surprisal (bits), mean by region and condition (toy_suite; toy). Vertical lines: 95 % intervals within items "
        "(Cousineau 2005, Morey 2008); 12 items. Shaded: regions that predictions name. Words: of item 1."
    )


def test_lines_are_labelled_at_their_ends_in_their_colours():
    figure = draw("regions", toy_run(numbered(12, FOUR, 3)))
    labels = {one.get_text().replace("\n", "") for one in shown(figure, "line-end")}
    assert labels == set(FOUR)
    assert not overlapping([box_of(one) for one in shown(figure, "line-end")])


def test_an_empty_region_leaves_a_gap():
    items = [{"a": ["1", "2", "3"], "b": ["1", "", "3"]}, {"a": ["2", "2", "4"], "b": ["2", "", "5"]}]
    [axes] = draw("regions", toy_run(suite_document(items))).axes
    np.testing.assert_array_equal(np.isnan(line(axes, "b").get_ydata()), [False, True, False])


def test_a_line_that_ends_early_is_labelled_too():
    items = [{"a": ["1", "2", "3"], "b": ["1", "4", ""]}, {"a": ["2", "2", "4"], "b": ["2", "6", ""]}]
    figure = draw("regions", toy_run(suite_document(items)))
    assert [one.get_text() for one in shown(figure, "line-end")] == ["a", "b"]
    assert len(shown(figure, "leader")) >= 1


NAMES = ["Introduction", "Matrix subject", "Matrix verb", "Complementizer", "Relative-clause attractor", "of_the_noun"]


@pytest.mark.parametrize("width", ["single", "double"])
@pytest.mark.parametrize(("n_regions", "n_conditions"), [(2, 2), (6, 4), (12, 4), (12, 8), (20, 2)])
def test_no_text_lies_upon_another(n_regions, n_conditions, width):
    names = [f"{NAMES[i % 6]} {i}" for i in range(n_regions)]
    run = toy_run(
        numbered(6, [f"condition_{i}_of_{n_conditions}" for i in range(n_conditions)], n_regions, names=names)
    )
    figure = draw("regions", run, width=width)
    boxes = [box_of(one) for one in texts_of(figure, figure.axes[0])]
    assert len(boxes) >= n_regions + n_conditions
    assert not overlapping(boxes)
    assert min(box.x0 for box in boxes) >= 0
    assert max(box.x1 for box in boxes) <= figure.bbox.x1 + 0.5
    [caption] = [one for one in figure.texts if one.get_gid() == "caption"]
    assert box_of(caption).y1 <= min(box.y0 for box in boxes)
    assert box_of(caption).x1 <= figure.bbox.x1


def test_a_plot_has_its_height_whatever_its_names_need():
    long = toy_run(numbered(6, "ab", 8, names=["a very long name of a region"] * 8))
    short = toy_run(numbered(6, "ab", 2, names=["x", "y"]))
    heights = [draw("regions", run, width="single").axes[0].get_window_extent().height for run in (long, short)]
    assert heights == pytest.approx([38 / 25.4 * 100] * 2, rel=0.02)
    assert draw("regions", long, width="single", height=60, caption=False).get_size_inches()[1] * 25.4 == 60


def test_factors_are_seen_in_colour_and_line_style():
    document = numbered(4, ["sg_sg", "sg_pl", "pl_sg", "pl_pl"], 2)
    document["condition_factors"] = {
        name: {"head": name[:2], "attractor": name[3:]} for name in ("sg_sg", "sg_pl", "pl_sg", "pl_pl")
    }
    [axes] = draw("regions", toy_run(document)).axes
    lines = {name: line(axes, name) for name in document["condition_factors"]}
    assert lines["sg_sg"].get_color() == lines["sg_pl"].get_color() != lines["pl_sg"].get_color()
    assert lines["sg_sg"].get_linestyle() == lines["pl_sg"].get_linestyle() != lines["pl_pl"].get_linestyle()


def test_suites_and_models_have_panels_of_their_own():
    run = toy_run(numbered(4, "ab", 2, name="one"), numbered(4, "ab", 3, name="two"), models=["big", "small"])
    titles = [one.get_title(loc="left") for one in draw("regions", run).axes]
    assert titles == ["one: big", "one: small", "two: big", "two: small"]
    figure = draw("regions", run, suites="two", models="small")
    assert [one.get_title(loc="left") for one in figure.axes] == [""]
    assert "(two; small)" in figure.caption


def test_conditions_and_regions_are_chosen():
    run = toy_run(numbered(4, FOUR, 3, names=["Start", "Verb", "End"]))
    [axes] = draw("regions", run, conditions=["unambig_none", "ambig_none"], regions=["verb", 3]).axes
    assert [one.get_gid() for one in axes.lines if one.get_gid().startswith("condition")] == [
        "condition unambig_none",
        "condition ambig_none",
    ]
    assert [one.get_text() for one in axes.get_xticklabels()] == ["Verb", "End"]
    assert len(draw("regions", run, regions=["2:3"]).axes[0].get_xticks()) == 2
    with pytest.raises(sgl.InputError, match=r"no region 'Vreb'. Did you mean 'Verb'\? .*1 \(Start\), 2 \(Verb\)"):
        draw("regions", run, regions=["Vreb"])
    with pytest.raises(sgl.InputError, match="no condition 'ambig'"):
        draw("regions", run, conditions=["ambig"])


def test_a_condition_keeps_its_look_whichever_others_are_drawn():
    run = toy_run(numbered(4, FOUR, 3))
    whole, part = draw("regions", run).axes[0], draw("regions", run, conditions=["unambig_none"]).axes[0]
    assert line(whole, "unambig_none").get_color() == line(part, "unambig_none").get_color()


@pytest.mark.parametrize(
    ("metric", "label"),
    [
        ("max", "highest surprisal of a token (bits)"),
        ("prob", "probability"),
        ("word_mean", "surprisal per word (bits)"),
    ],
)
def test_another_value_is_named_on_the_axis(metric, label):
    run = toy_run(numbered(4, "ab", 2))
    [axes] = draw("regions", run, metric=metric).axes
    assert axes.get_ylabel() == label
    np.testing.assert_allclose(
        line(axes, "a").get_ydata(), region_means(run.models[0].suites[0], metric=metric).mean[0]
    )


def test_pseudo_surprisals_are_called_so():
    run = toy_run(numbered(4, "ab", 2))
    [model] = run.models
    pseudo = replace(run, models=(replace(model, suites=(replace(model.suites[0], pseudo=True),)),))
    assert draw("regions", pseudo).axes[0].get_ylabel() == "pseudo-surprisal (bits)"


def test_one_item_has_no_interval_and_that_is_said():
    figure = draw("regions", toy_run(numbered(1, "ab", 2)))
    assert not shown(figure, "interval")
    assert "Of 1 item; without intervals." in figure.caption


def test_infinite_values_are_left_out_and_that_is_said():
    items = [
        {"a": ["1", "2"], "b": ["1", "inf"]},
        {"a": ["2", "2"], "b": ["2", "4"]},
        {"a": ["2", "2"], "b": ["2", "4"]},
    ]
    figure = draw("regions", toy_run(suite_document(items)))
    assert np.isfinite(line(figure.axes[0], "b").get_ydata()).all()
    assert "Left out of a region: up to 1 item that lack" in figure.caption


def test_nothing_defined_is_said_in_the_figure():
    figure = draw("regions", toy_run(numbered(3, "ab", 2), bits=lambda _: float("nan")))
    assert "no value is defined" in [one.get_text() for one in figure.axes[0].texts]
    assert image_of(figure, "png")


def test_results_without_sentences_are_refused():
    run = toy_run(numbered(3, "ab", 2))
    [model] = run.models
    bare = replace(run, models=(replace(model, suites=(model.suites[0].without_sentences(),)),))
    with pytest.raises(sgl.InputError, match=r"without its sentences.*--out"):
        draw("regions", bare)


def test_too_many_panels_are_refused_with_what_to_do():
    run = toy_run(*(numbered(2, "ab", 2, name=f"s{i}") for i in range(22)), models=["x", "y", "z"])
    with pytest.raises(sgl.InputError, match=r"22 suites on 3 models would be 66 panels.*\{suite\}"):
        draw("regions", run)


@pytest.mark.parametrize("words", [("הילד", "רץ"), ("الولد", "يركض")])
def test_hebrew_and_arabic_have_glyphs(words):
    items = [{"a": list(words), "b": list(words)}] * 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = draw("regions", toy_run(suite_document(items), bits=len))
        image_of(figure, "png")
    assert words[0] in [one.get_text() for one in shown(figure, "words")]


def test_what_is_not_plain_text_is_shown_as_it_is():
    """matplotlib takes what stands between dollars for formulas, which stimuli are not."""
    items = [{"a": ["$5_{", "\\alpha$"], "b": ["$x$", "^2"]}] * 2
    document = suite_document(items, name="$bad_{name}$")
    document["region_meta"] = {"1": "a$b$", "2": "$\\frac{$"}
    figure = draw("regions", toy_run(document, numbered(2, "ab", 2), bits=len))
    svg = image_of(figure, "svg").decode()
    for text in ("a$b$", "$\\frac{$", "$bad_{name}$"):
        assert f">{text}" in svg
