"""Mean scores by circuit: those of the summary, with mean chance."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.pictures import numbered, shown, toy_run

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.figures import draw
from syntaxgym_lite.stats import summarize

TWO = ("(1;%a%) > (1;%b%)", "(2;%a%) > (2;%b%)")


def suite(name, formulas=TWO[:1], *, seed=0, **meta):
    return numbered(10, ("a", "b"), 2, formulas, seed=seed, name=name, **meta)


def test_rows_are_the_circuits_of_the_summary_and_chance_is_their_mean():
    run = toy_run(
        suite("one", circuit="first_circuit"),
        suite("two", TWO, seed=1, circuit="first_circuit"),
        suite("three", seed=2, circuit="second"),
        suite("four", seed=3),
        models=["m1", "m2"],
    )
    figure = draw("circuits", run)
    summary = summarize(run)["models"]
    expected = [one["sg_score"] for one in summary]
    expected += [one["circuit_scores"][place]["score"] for place in (0, 1) for one in summary]
    assert [one.get_xdata()[0] for one in shown(figure, "score")] == expected
    for model in summary:
        for one in [model["sg_interval"], *model["circuit_scores"]]:
            if one["ci_low"] is not None:
                ends = [tuple(line.get_xdata()) for line in shown(figure, "interval")]
                assert (one["ci_low"], one["ci_high"]) in ends
    labels = [one.get_text() for one in figure.axes[0].get_yticklabels()]
    assert labels == ["SG score", "m1", "m2", "circuit", "first circuit (2)", "second (1)"]
    assert [one.get_xdata()[0] for one in shown(figure, "chance")] == [(0.5 + 0.25) / 2, 0.5]
    assert "1 suite of no circuit is in the SG score alone." in figure.caption
    assert "SG score: mean over 4 suites" in figure.caption


def test_circuits_of_other_suites_say_how_many_and_unknown_chance_is_not_drawn():
    run = toy_run(
        suite("one", circuit="c"), suite("two", ["(1;%a%;rank) > 3"], seed=1, circuit="c"), models=["m1", "m2"]
    )
    second = replace(run.models[1], suites=run.models[1].suites[:1])
    figure = draw("circuits", replace(run, models=(run.models[0], second)))
    assert "c (1-2)" in [one.get_text() for one in figure.axes[0].get_yticklabels()]
    assert not shown(figure, "chance")
    assert "chance" not in figure.caption


def test_without_circuits_another_figure_is_named():
    with pytest.raises(InputError, match=r"of a circuit\. The figure 'scores' shows suites one by one"):
        draw("circuits", toy_run(suite("one")))
