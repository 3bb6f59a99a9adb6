"""Scores as dots and as cells: what is drawn is what `summarize` gives, and everything can be read."""

from __future__ import annotations

import itertools
import warnings
from dataclasses import replace

import pytest
from support.pictures import box_of, numbered, overlapping, shown, texts_of, toy_run
from support.toys import suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError, SgliteWarning
from syntaxgym_lite.figures import draw
from syntaxgym_lite.figures.saving import image_of, svg_of
from syntaxgym_lite.stats import summarize

GREATER = "(1;%a%) > (1;%b%)"
LONG = "a_name_of_eighty_characters_" + "x" * 52


def suite(name, n=12, *, seed=0, formulas=(GREATER,), **meta):
    return numbered(n, ("a", "b"), 2, formulas, seed=seed, name=name, **meta)


def named(run, *names):
    """The same results, of one model under several names."""
    return replace(run, models=tuple(replace(run.models[0], model=name) for name in names))


def three_suites(*models):
    """Suites of two circuits on models that differ in their items."""
    runs = [
        toy_run(
            suite("one", seed=seed, circuit="first_circuit"),
            suite("two", 15, seed=seed + 50, circuit="first_circuit"),
            suite("three", 20, seed=seed + 90, circuit="second_circuit"),
            models=[model],
        )
        for seed, model in enumerate(models)
    ]
    return replace(runs[0], models=tuple(model for run in runs for model in run.models))


def dots(figure):
    return [(one.get_xdata()[0], one.get_ydata()[0]) for one in shown(figure, "score")]


def intervals(figure):
    return {tuple(one.get_xdata()) for one in shown(figure, "interval")}


def labels(figure):
    return [one.get_text() for axes in figure.axes for one in axes.get_yticklabels()]


# ---------------------------------------------------------------- dots


def test_dots_and_intervals_are_those_of_the_summary_suites_by_circuit():
    run = three_suites("m1", "m2")
    summary = summarize(run)
    figure = draw("scores", run)
    own = [{one["suite"]: one for one in model["suites"]} for model in summary["models"]]
    expected = [model["sg_score"] for model in summary["models"]]
    expected += [own[model][name]["score"] for name in ("one", "two", "three") for model in (0, 1)]
    assert [x for x, _ in dots(figure)] == expected
    assert [y for _, y in dots(figure)] == sorted(y for _, y in dots(figure))  # rows go down in this order
    ends = {(one["ci_low"], one["ci_high"]) for model in own for one in model.values()}
    assert ends <= intervals(figure)
    assert intervals(figure) - ends == {
        (one["sg_interval"]["ci_low"], one["sg_interval"]["ci_high"])
        for one in summary["models"]
        if one["sg_interval"]["ci_low"] is not None
    }
    assert labels(figure) == [
        "SG score",
        "m1",
        "m2",
        "first circuit",
        "one (12)",
        "two (15)",
        "second circuit",
        "three (20)",
    ]
    assert "95 % Wilson intervals over items" in figure.caption
    assert "SG score: mean over 3 suites, with a 95 % bootstrap interval over suites and items (" in figure.caption


def test_chance_is_a_stroke_in_each_suite_and_broken_where_it_is_an_upper_bound():
    both = ("(1;%a%) > (1;%b%)", "(2;%a%) > (2;%b%)")
    run = toy_run(suite("half"), suite("quarter", formulas=both))
    crossed = replace(run.models[0].suites[1], suite="bound", crossed=True)
    run = replace(run, models=(replace(run.models[0], suites=(*run.models[0].suites, crossed)),))
    figure = draw("scores", run)
    strokes = [(one.get_xdata()[0], one.is_dashed()) for one in shown(figure, "chance")]
    assert strokes == [(0.5, False), (0.25, False), (0.25, True)]
    assert "Grey: chance; broken: at most that." in figure.caption


def test_of_one_suite_models_are_rows_and_chance_is_named():
    run = three_suites("m1", "m2", "m3")
    run = run.select(suites=["one"])
    figure = draw("scores", run)
    expected = [model["suites"][0]["score"] for model in summarize(run)["models"]]
    assert [x for x, _ in dots(figure)] == expected
    assert labels(figure) == ["m1", "m2", "m3"]
    assert [one.get_text() for one in shown(figure, "chance-label")] == ["chance .50"]
    assert figure.axes[0].get_xlabel() == "score on one (share of 12 items)"


def test_ties_are_open_and_undefined_items_a_dotted_line():
    pairs = [("1", "1")] * 3 + [("2", "1")] * 4 + [("nan", "1")] * 2
    run = toy_run(suite_document([{"a": [a], "b": [b]} for a, b in pairs], [GREATER], name="mixed"), suite("sure"))
    figure = draw("scores", run)
    _, mixed, sure = shown(figure, "score")
    assert mixed.get_markerfacecolor() == "white"
    assert sure.get_markerfacecolor() != "white"
    [line] = shown(figure, "undefined")
    assert tuple(line.get_xdata()) == (pytest.approx(4 / 9), pytest.approx(6 / 9))
    assert "Open: some items tie, which count as wrong." in figure.caption
    assert "Dotted: items that are undefined" in figure.caption
    alone = draw("scores", run.select(suites=["mixed"]))
    assert [one.get_text() for one in shown(alone, "note")] == ["3 ties, 2 undefined"]
    assert "count one half" in draw("scores", run, ties="half").caption


def test_models_with_other_suites_leave_their_rows_empty():
    run = three_suites("m1", "m2")
    second = replace(run.models[1], suites=run.models[1].suites[1:])
    figure = draw("scores", replace(run, models=(run.models[0], second)))
    assert len(dots(figure)) == 2 + 3 + 2
    assert len(shown(figure, "missing")) == 1
    assert "Fine dots at 0: not evaluated." in figure.caption
    assert "SG score: mean over 2 to 3 suites" in figure.caption


def test_suites_without_predictions_are_left_out_and_said():
    run = toy_run(suite("one"), suite("silent", formulas=()), suite("two"))
    with pytest.warns(SgliteWarning, match="No predictions, and so no score: silent; left out"):
        figure = draw("scores", run)
    assert labels(figure) == ["SG score", "toy", "suites", "one (12)", "two (12)"]
    with pytest.raises(InputError, match="no score to show; silent predicts nothing"):
        draw("scores", run.select(suites=["silent"]))


def test_scores_of_0_and_1_and_all_undefined_are_drawn_whole():
    def same(name, a, b):
        return suite_document([{"a": [a], "b": [b]}] * 9, [GREATER], name=name)

    run = toy_run(same("none", "1", "2"), same("all", "2", "1"), same("undefined", "nan", "1"))
    figure = draw("scores", run)
    assert [x for x, _ in dots(figure)] == [pytest.approx(1 / 3), 0.0, 1.0, 0.0]
    low, high = figure.axes[0].get_xlim()
    assert low < 0
    assert high > 1


def test_a_mean_over_languages_says_so():
    run = toy_run(suite("one", language="en"), suite("two", language="it"), suite("three", language="en"))
    assert "SG score: mean over 3 suites (en 2, it 1)" in draw("scores", run).caption


# ---------------------------------------------------------------- cells


def test_cells_hold_the_scores_and_shades_are_corrected_for_chance():
    def of(name, *pairs):
        return suite_document([{"a": [a], "b": [b]} for a, b in pairs], [GREATER], name=name, circuit="c")

    high, low, tie = ("2", "1"), ("1", "2"), ("1", "1")
    run = toy_run(
        of("good", high, high, high, low),
        of("bad", high, low, low, low),
        of("tied", tie, tie),
        of("some", high, high, tie),
    )
    figure = draw("scores", run, heat=True)
    numbers = [one.get_text() for one in shown(figure, "number")]
    # SG score, then chance and score of each suite: 3/4, 1/4, nothing but ties, 2/3
    assert numbers == [".42", ".50", ".75", ".50", ".25▾", ".50", ".00=", ".50", ".67°"]
    faces = [one.get_facecolor()[:3] for one in shown(figure, "cell")]
    from syntaxgym_lite.figures.cells import ABOVE, BELOW

    assert faces[2] == pytest.approx(ABOVE(0.5)[:3], abs=0.01)  # (0.75 - 0.5) / (1 - 0.5)
    assert faces[4] == pytest.approx(BELOW(0.5)[:3], abs=0.01)  # (0.5 - 0.25) / 0.5
    assert faces[6] == (1.0, 1.0, 1.0)
    for mark in ("°: some items tie, which count as wrong.", "=: ties decide every item; not shaded.", "orange and ▾"):
        assert mark in figure.caption


def test_many_models_are_a_table_of_their_own_accord_and_what_is_not_there_is_hatched():
    models = [f"model-{place}" for place in range(9)]
    run = three_suites(*models)
    run = replace(run, models=(*run.models[:8], replace(run.models[8], suites=run.models[8].suites[:1])))
    figure = draw("scores", run)
    assert len(shown(figure, "empty")) == 2
    assert all(one.get_hatch() for one in shown(figure, "empty"))
    assert "Hatched: not evaluated" in figure.caption
    assert [one.get_text() for one in figure.axes[0].get_xticklabels()] == ["chance", *models]
    assert not shown(draw("scores", run, heat=False), "cell")
    assert not shown(draw("scores", run.select(suites=["one"])), "cell")  # of one suite, rows have room


def test_shades_differ_in_grey_and_type_on_them_can_be_read():
    """RegionContrast after WCAG 2.1: 4.5 to 1 for small type."""
    import numpy as np
    from matplotlib.colors import to_rgb

    from syntaxgym_lite.figures.cells import ABOVE, BELOW, ink_on

    def luminance(colour):
        rgb = np.array(to_rgb(colour))
        return float(np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722])

    shades = [ABOVE(share) for share in np.linspace(0, 1, 101)]
    assert all(
        luminance(a) > luminance(b) for a, b in itertools.pairwise([ABOVE(share) for share in np.linspace(0, 1, 11)])
    )
    for shade in [*shades, *(BELOW(share) for share in np.linspace(0, 1, 101))]:
        pair = sorted([luminance(shade[:3]), luminance(ink_on(shade[:3]))])
        assert (pair[1] + 0.05) / (pair[0] + 0.05) >= 4.5


# ---------------------------------------------------------------- legibility


@pytest.mark.parametrize("heat", [False, True])
@pytest.mark.parametrize("width", ["single", "double"])
def test_labels_do_not_overlap_with_many_suites_and_long_names(heat, width):
    run = toy_run(
        *(suite(f"suite_{place}_of_many", 6, seed=place, circuit=f"circuit_{place % 6}") for place in range(27))
    )
    suites = (*run.models[0].suites, replace(run.models[0].suites[0], suite=LONG))
    run = replace(run, models=(replace(run.models[0], suites=suites),))
    run = named(run, *(f"{LONG}-{place}" for place in range(5 if not heat else 12)))
    figure = draw("scores", run, heat=heat, width=width)
    for axes in figure.axes:
        boxes = [box_of(one) for one in texts_of(figure, axes)]
        assert not overlapping(boxes)
        assert all(box.x0 >= -0.5 and box.x1 <= figure.bbox.width + 0.5 for box in boxes)
        assert all(box.y0 >= -0.5 and box.y1 <= figure.bbox.height + 0.5 for box in boxes)


def test_text_stays_text_in_svg_and_dollars_are_dollars():
    run = named(toy_run(suite("one_$x$", circuit="c"), suite("<two>", circuit="c")), "m$1$")
    text = svg_of(draw("scores", run))
    for name in ("one_$x$ (12)", "&lt;two&gt; (12)", "m$1$"):
        assert f">{name}<" in text


def test_the_same_figure_has_the_same_bytes():
    run = three_suites("m1", "m2")
    assert image_of(draw("scores", run), "svg") == image_of(draw("scores", run), "svg")


def test_python_and_other_counts_of_ties_agree():
    run = sgl.evaluate("npz", "ngram")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = run.plot.scores(ties="half")
    assert [x for x, _ in dots(figure)] == [summarize(run, ties="half")["models"][0]["suites"][0]["score"]]
