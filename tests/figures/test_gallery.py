"""The gallery shows what `sglite plot` draws now."""

from __future__ import annotations

import json
import os
import re
from fnmatch import fnmatchcase
from functools import lru_cache

import numpy as np
import pytest
from support.gallery import DOCUMENT, GALLERY, NUMBERS, PICTURES, numbers_of

import syntaxgym_lite as sgl
from syntaxgym_lite.cli.plot import command as plot_command
from syntaxgym_lite.figures import FIGURES, draw
from syntaxgym_lite.figures.style import is_own_picture, save
from syntaxgym_lite.resources import shipped_suites

UPDATE = os.environ.get("SGLITE_UPDATE_DOCS") == "1"
SHIPPED = ("ngram", "lstm", "random:1")
BOS = "?bos=<|endoftext|>"  # as in docs/reference/shipped-suites.md


@lru_cache(maxsize=1)
def whole_run(smollm2_path):
    """Of everything, for drawing anew."""
    folder = os.environ.get("SGLITE_GALLERY_RUN")
    if folder:
        return sgl.RunResult.load(folder)
    return sgl.evaluate(list(shipped_suites()), [*SHIPPED, f"SmolLM2={smollm2_path}{BOS}"])


def draw_anew(picture, run):
    figure = draw(picture.kind, run, suites=picture.suites, models=picture.models, **picture.options)
    save(figure, picture.path)
    known = json.loads(NUMBERS.read_text(encoding="utf-8")) if NUMBERS.exists() else {}
    known[picture.name] = {
        model: numbers_of(draw(picture.kind, run, suites=picture.suites, models=model, **picture.options))
        for model in picture.models
    }
    NUMBERS.write_text(json.dumps(dict(sorted(known.items())), separators=(",", ":")) + "\n", encoding="utf-8")


@pytest.mark.parametrize("picture", PICTURES, ids=lambda one: one.name)
def test_a_picture_is_one_of_ours_with_its_caption(picture, request):
    if UPDATE:
        draw_anew(picture, whole_run(request.getfixturevalue("smollm2_path")))
    assert is_own_picture(picture.path)
    svg = picture.path.read_text(encoding="utf-8")
    assert svg.count("</text>") > 10
    assert "95 %" in svg.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("model", sorted({model for one in PICTURES for model in one.models}))
def test_the_numbers_behind_the_pictures_are_what_the_models_give(model, request):
    spec = model if model in SHIPPED else f"{model}={request.getfixturevalue('smollm2_path')}{BOS}"
    pictures = [picture for picture in PICTURES if model in picture.models]
    suites = [
        name
        for name in shipped_suites()
        if any(fnmatchcase(name, wanted) for picture in pictures for wanted in picture.suites)
    ]
    run = sgl.evaluate(suites, spec)
    known = json.loads(NUMBERS.read_text(encoding="utf-8"))
    for picture in pictures:
        found = numbers_of(draw(picture.kind, run, suites=picture.suites, **picture.options))
        expected = known[picture.name][model]
        assert list(found) == list(expected)
        for name, values in expected.items():
            np.testing.assert_allclose(found[name], values, atol=0.02, err_msg=f"{picture.name}: {name}")


def test_every_picture_stands_in_the_gallery_with_its_command():
    text = DOCUMENT.read_text(encoding="utf-8")
    commands = re.sub(r" \\\n *", " ", text)
    for picture in PICTURES:
        assert f"_static/gallery/{picture.name}.svg)" in text
        assert f"\n{picture.command}\n" in commands
        plot_command.make_context("plot", picture.command.split()[2:])
    shown = set(re.findall(r"_static/gallery/([\w-]+)\.svg", text))
    assert shown == {path.stem for path in GALLERY.glob("*.svg")} == {picture.name for picture in PICTURES}


def test_every_kind_of_figure_is_described():
    text = DOCUMENT.read_text(encoding="utf-8")
    for kind in FIGURES:
        assert f"\n## {kind}\n" in text


def test_the_gallery_is_small():
    assert sum(path.stat().st_size for path in GALLERY.iterdir()) < 2_000_000
