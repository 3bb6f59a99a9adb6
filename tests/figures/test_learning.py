"""Learning curves: means over instances, what is understood of names, and intervals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from support.pictures import box_of, numbered, overlapping, shown, texts_of, toy_run

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError, SgliteWarning
from syntaxgym_lite.figures import draw
from syntaxgym_lite.stats.intervals import share_interval
from syntaxgym_lite.stats.ties import credits


def run_of(*names, suites=("one", "two"), **meta):
    runs = [
        toy_run(
            *(
                numbered(16, ("a", "b"), 1, ["(1;%a%) > (1;%b%)"], seed=17 * place + number, name=suite, **meta)
                for number, suite in enumerate(suites)
            ),
            models=[name],
        )
        for place, name in enumerate(names)
    ]
    return replace(runs[0], models=tuple(run.models[0] for run in runs))


NAMES = ["l1a", "l1b", "l2", "n1", "n2"]
TABLE = pd.DataFrame(
    {
        "model": NAMES,
        "class": ["LSTM", "LSTM", "LSTM", "n-gram", "n-gram"],
        "words": ["1M", "1M", "10M", "1M", "42M"],
        "seed": [1, 2, 1, 1, 1],
    }
)


def sg_scores(run):
    return {model["model"]: model["sg_score"] for model in sgl.summarize(run)["models"]}


def test_lines_are_means_over_instances_and_each_of_these_a_faint_dot():
    run = run_of(*NAMES)
    figure = draw("learning", run, models_table=TABLE)
    sg = sg_scores(run)
    lstm, ngram = shown(figure, "mean")
    assert lstm.get_xdata().tolist() == [1e6, 1e7]
    np.testing.assert_allclose(lstm.get_ydata(), [(sg["l1a"] + sg["l1b"]) / 2, sg["l2"]])
    assert ngram.get_xdata().tolist() == [1e6, 4.2e7]
    np.testing.assert_allclose(ngram.get_ydata(), [sg["n1"], sg["n2"]])
    [faint] = shown(figure, "instance")
    assert list(faint.get_ydata()) == [sg["l1a"], sg["l1b"]]
    assert {one.get_text() for one in shown(figure, "line-end")} == {"LSTM", "n-gram"}
    assert [one.get_text() for one in figure.axes[0].get_xticklabels()] == ["1M", "10M", "42M"]
    assert figure.axes[0].get_xlabel() == "training words (log scale)"
    assert "mean over instances; each of them is a faint dot." in figure.caption


def test_intervals_by_suite_are_over_the_items_of_the_mean_over_instances():
    run = run_of(*NAMES, suites=("one",))
    figure = draw("learning", run, models_table=TABLE, by="suite")
    first, second = (credits(run.models[place].suites[0]) for place in (0, 1))
    expected = share_interval([(first[number] + second[number]) / 2 for number in first])
    ends = [tuple(one.get_ydata()) for one in shown(figure, "interval")]
    assert ends[0] == (pytest.approx(expected.low), pytest.approx(expected.high))
    own = sgl.summarize(run)["models"][2]["suites"][0]
    assert ends[1] == (own["ci_low"], own["ci_high"])
    assert [one.get_ydata()[0] for one in shown(figure, "chance")] == [0.5]


def test_by_circuit_and_suite_there_is_a_plot_for_each():
    run = run_of(*NAMES, suites=("one", "two", "three"), circuit="some_circuit")
    assert [axes.get_title(loc="left") for axes in draw("learning", run, models_table=TABLE, by="circuit").axes] == [
        "some circuit"
    ]
    figure = draw("learning", run, models_table=TABLE, by="suite")
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["one", "two", "three"]
    with pytest.raises(InputError, match="of a circuit; `by=suite`"):
        draw("learning", run_of(*NAMES), models_table=TABLE, by="circuit")
    with pytest.raises(InputError, match=r"`by=region`: unknown; known are class, circuit, suite"):
        draw("learning", run, models_table=TABLE, by="region")


def test_names_are_understood_and_that_is_said():
    run = run_of("lm@step0", "lm@step512", "lm@step1000")
    with pytest.warns(SgliteWarning, match=r"From the names of the models: steps 0 \(lm@step0\), 512"):
        figure = draw("learning", run)
    [line] = shown(figure, "mean")
    assert line.get_xdata().tolist() == [0, 512, 1000]
    assert figure.axes[0].get_xscale() == "symlog"  # 0 is no place on a logarithmic axis
    assert figure.axes[0].get_xlabel() == "training step (log scale)"
    assert not shown(figure, "line-end")  # one class needs no name
    with pytest.raises(InputError, match="Describe them in a table with the columns model, words"):
        draw("learning", run_of("a", "b"))


def test_any_column_of_numbers_can_be_the_axis():
    run = run_of("a", "b")
    table = pd.DataFrame({"model": ["a", "b"], "parameters": ["70M", "1.4B"], "words": ["1M", "1M"]})
    figure = draw("learning", run, models_table=table, x="parameters")
    assert shown(figure, "mean")[0].get_xdata().tolist() == [7e7, 1.4e9]
    assert figure.axes[0].get_xlabel() == "parameters (log scale)"
    with pytest.raises(InputError, match=r"has no column 'parameter'\. Did you mean 'parameters'\?"):
        draw("learning", run, models_table=table, x="parameter")
    with pytest.raises(InputError, match="neither column 'words' nor 'step' has two different numbers"):
        draw("learning", run, models_table=table)


def test_models_of_other_suites_have_no_common_interval():
    run = run_of(*NAMES)
    first = replace(run.models[0], suites=run.models[0].suites[:1])
    figure = draw("learning", replace(run, models=(first, *run.models[1:])), models_table=TABLE)
    places = [one.get_xdata()[0] for one in shown(figure, "interval")]
    assert all(place != 1e6 for place in places[:1])


def test_labels_do_not_overlap_with_many_panels_and_long_names():
    names = [f"m{place}" for place in range(8)]
    long = "a_class_whose_name_has_very_many_characters_"
    table = pd.DataFrame(
        {
            "model": names,
            "class": [f"{long}{place % 4}" for place in range(8)],
            "words": [10 ** (6 + place // 4) for place in range(8)],
        }
    )
    run = run_of(*names, suites=[f"a_suite_with_a_name_that_is_long_{place}" for place in range(9)])
    figure = draw("learning", run, models_table=table, by="suite")
    for axes in figure.axes:
        boxes = [box_of(one) for one in [*texts_of(figure, axes), axes.title]]
        assert not overlapping(boxes)
        assert all(box.x1 <= figure.bbox.width + 0.5 for box in boxes)


def test_the_line_from_a_class_that_ends_early_to_its_label_ends_at_the_label():
    figure = draw("learning", run_of(*NAMES), models_table=TABLE)
    [leader] = shown(figure, "leader")[:1]
    [axes] = figure.axes
    with figure.in_style():
        start = axes.transData.transform([leader.xy])[0][0]
        end = start + leader.xyann[0] * figure.dpi / 72
    left = min(box_of(one).x0 for one in shown(figure, "line-end"))
    assert start == pytest.approx(axes.transData.transform([(1e7, 0)])[0][0])
    assert left - 3 * figure.dpi / 72 < end <= left
