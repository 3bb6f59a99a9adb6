"""``sglite plot``: results and kinds in any order, files by suite, and what is refused."""

from __future__ import annotations

import importlib

import pytest
from support.pictures import numbered, toy_run
from support.running import sglite

from syntaxgym_lite.cli import plot
from syntaxgym_lite.figures import FIGURES, Plots, options_of_figure
from syntaxgym_lite.figures.saving import PICTURE_FORMATS


@pytest.fixture
def results(tmp_path, monkeypatch):
    """A folder with results of two suites on two models, one of which has a path for its name."""
    monkeypatch.chdir(tmp_path)
    claims = ["(2;%a%) > (2;%b%)"]
    run = toy_run(
        numbered(3, "ab", 2, claims, name="one"),
        numbered(3, "ab", 2, claims, name="two"),
        models=["tiny", "models/big one"],
    )
    (tmp_path / "res").mkdir()
    run.save(tmp_path / "res")
    return tmp_path


@pytest.mark.parametrize("words", [["res", "regions"], ["regions", "res"], ["res", "REGIONS"]])
def test_results_and_kind_stand_in_any_order(results, words):
    done = sglite("plot", *words, "--suite", "one", "--model", "tiny")
    assert done.code == 0, done.err
    assert (results / "regions.png").read_bytes().startswith(b"\x89PNG")
    assert "Wrote regions.png (84 x" in done.err
    assert "95 % intervals within items" in done.err
    assert done.out == "regions.png\n"


def test_a_folder_may_have_the_name_of_a_kind(results):
    (results / "res").rename(results / "regions")
    assert sglite("plot", "regions", "regions", "-o", "x.svg").code == 0


def test_a_name_with_fields_makes_a_file_for_each(results):
    done = sglite("plot", "res", "regions", "-o", "figures/{suite}-{model}.svg", "--quiet")
    assert done.code == 0, done.err
    assert done.err == ""
    names = {path.name for path in (results / "figures").iterdir()}
    assert names == {"one-tiny.svg", "two-tiny.svg", "one-models_big_one.svg", "two-models_big_one.svg"}


def test_a_folder_gets_a_file_of_each_suite(results):
    (results / "figures").mkdir()
    assert sglite("plot", "res", "regions", "-o", "figures").code == 0
    assert {path.name for path in (results / "figures").iterdir()} == {"regions-one.png", "regions-two.png"}


def test_several_kinds_make_a_file_each(results):
    done = sglite("plot", "res", "regions", "margins", "--suite", "one", "-o", "{kind}.pdf")
    assert done.code == 0, done.err
    assert {path.name for path in results.glob("*.pdf")} == {"regions.pdf", "margins.pdf"}
    done = sglite("plot", "res", "regions", "margins", "-o", "x.pdf")
    assert "write {kind} into its name" in done.err


def test_what_sglite_drew_is_replaced_and_nothing_else(results):
    for name in ("x.png", "x.pdf", "x.svg"):
        for _ in range(2):
            assert sglite("plot", "res", "regions", "--suite", "one", "-o", name).code == 0
    (results / "x.png").write_bytes(b"\x89PNG of somebody's holidays")
    done = sglite("plot", "res", "regions", "--suite", "one", "-o", "x.png")
    assert (done.code, "no picture of sglite" in done.err) == (2, True)
    assert (results / "x.png").read_bytes().endswith(b"holidays")
    assert sglite("plot", "res", "regions", "--suite", "one", "-o", "x.png", "--overwrite").code == 0


def test_kinds_are_listed():
    done = sglite("plot", "--list")
    assert [line.split()[0] for line in done.out.splitlines()] == list(FIGURES)


def test_width_style_title_and_caption_are_passed_on(results):
    options = ["--width", "120", "--title", "A title", "--style", "ggplot", "--no-caption", "--conditions", "b,a"]
    done = sglite("plot", "res", "regions", "--suite", "one", "--model", "tiny", "-o", "x.svg", *options)
    assert done.code == 0, done.err
    svg = (results / "x.svg").read_text(encoding="utf-8")
    assert 'width="340.1' in svg  # 120 mm in points
    assert ">A title</text>" in svg
    assert ">95" not in svg
    assert "Vertical lines: 95 % intervals" in done.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["res", "regios"], r"Which figure\?.*Did you mean 'regions'\?"),
        (["res"], "Which figure"),
        (["regions"], r"Of which results\?"),
        (["nothing", "regions"], "nothing: no such file or folder"),
        (["res", "regions", "-o", "x.jpg"], r"x\.jpg: a figure is a file that ends in \.png, \.pdf, \.svg"),
        (["res", "regions", "-o", "x"], r"x: a figure is a file that ends in \.png.*or stands in a folder"),
        (["res", "regions", "-o", "{suit}.png"], r"has \{suit\}.*\{suite\}, \{model\}, \{kind\}"),
        (["res", "regions", "-o", "{suite.png"], "has a single bracket"),
        (["res", "regions", "--factor", "f"], "--factor does not apply to the figure 'regions': it is for attractors"),
        (["res", "margins", "--conditions", "a"], "--conditions does not apply to the figure 'margins'"),
        (["res", "regions", "--suite", "three"], "--suite three: these results have one, two"),
        (["res", "regions", "--width", "wide"], "--width: wide: not a size"),
        (["res", "regions", "--height", "x"], "--height: x: not a size"),
        (["res", "regions", "--style", "ggplott"], "--style: ggplott: neither.*Did you mean 'ggplot'"),
        (["res", "regions", "--confidence", "0"], "0<x<1"),
        (["res", "regions", "--metric", "sun"], "no metric 'sun'.*Did you mean 'sum'"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(results, words, says):
    import re

    done = sglite("plot", *words)
    assert done.code == 2
    assert re.search(says, " ".join(done.err.split()))
    assert not list(results.glob("*.png"))


def test_a_confidence_may_be_per_cent(results):
    done = sglite("plot", "res", "regions", "--suite", "one", "--confidence", "90%")
    assert "90 % intervals" in done.err


def test_lists_of_the_command_are_those_of_the_figures():
    """--help must not import matplotlib; so the command repeats a little."""
    assert plot._FORMATS == PICTURE_FORMATS
    of_kinds = {name for kind in FIGURES for name in options_of_figure(kind)}
    own = {option.name for option in plot.command.params}
    assert of_kinds <= own


def test_every_figure_is_a_method_of_plots_with_its_options():
    import inspect

    for kind in FIGURES:
        method = inspect.signature(getattr(Plots, kind)).parameters
        drawn = inspect.signature(importlib.import_module(f"syntaxgym_lite.figures.{kind}").draw).parameters
        if "options" not in method:
            assert set(method) - {"self", "suites", "circuits", "languages", "models", "style", "title", "caption"} == (
                set(drawn) - {"run"}
            )
            assert all(method[name].default == drawn[name].default for name in drawn if name in method)
