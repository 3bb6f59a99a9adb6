"""The gallery shows what `sglite plot` draws now, and the example of a report is what `sglite report` makes."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import warnings
from fnmatch import fnmatchcase
from functools import lru_cache

import numpy as np
import pytest
from filelock import FileLock
from support.gallery import (
    DOCUMENT,
    GALLERY,
    NUMBERS,
    PICTURES,
    REPORT,
    SHIPPED,
    joined_suite,
    numbers_of,
    scores_in,
    without_places,
)
from support.places import ROOT
from support.running import sglite

import syntaxgym_lite as sgl
from syntaxgym_lite.cli.plot import command as plot_command
from syntaxgym_lite.errors import SgliteWarning
from syntaxgym_lite.figures import FIGURES, draw
from syntaxgym_lite.figures.saving import is_own_picture, save
from syntaxgym_lite.reports.html import html_report
from syntaxgym_lite.resources import shipped_suites

UPDATE = os.environ.get("SGLITE_UPDATE_DOCS") == "1"
RANKED = ("commonsense_inference", "negation_category", "role_reversal")
BOS = "?bos=<|endoftext|>"  # as in docs/reference/shipped-suites.md


def spec_of(model, request):
    return model if model in SHIPPED else f"{model}={request.getfixturevalue('smollm2_path')}{BOS}"


@lru_cache(maxsize=1)
def whole_run(request):
    """Of everything, for making anew."""
    folder = os.environ.get("SGLITE_GALLERY_RUN")
    if folder:
        return sgl.RunResult.load(folder)
    run = evaluated(list(shipped_suites()), [f"SmolLM2={request.getfixturevalue('smollm2_path')}{BOS}"])
    return sgl.merge([request.getfixturevalue("shipped_run"), run])


@pytest.fixture(scope="session")
def shipped_run(tmp_path_factory, worker_id):
    """The shipped models on all suites: computed by the first worker of the tests that asks, and read by the others."""
    if worker_id == "master":
        return shipped_results()
    kept = tmp_path_factory.getbasetemp().parent / "shipped_run.json"
    with FileLock(f"{kept}.lock"):
        if not kept.exists():
            shipped_results().save(kept)
    return sgl.RunResult.load(kept)


def shipped_results():
    """As `sglite eval` does it, which leaves out what a model cannot do: random:1 has no ranks."""
    suites = list(shipped_suites())
    without_ranks = [name for name in suites if name not in RANKED]
    return sgl.merge([evaluated(suites, ["ngram", "lstm"]), evaluated(without_ranks, ["random:1"])])


def evaluated(suites, specs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SgliteWarning)  # that random numbers are no surprisals
        return sgl.evaluate(suites, list(specs))


def drawn(picture, run, models=()):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SgliteWarning)  # what was understood of the names of models
        return draw(picture.kind, run, suites=picture.suites, models=models, **picture.options)


def run_of(picture, models, request, tmp_path, monkeypatch):
    """Results of models as the command above a picture has them."""
    if picture.results == "learning.json":
        return sgl.RunResult.load(GALLERY / "learning.json")
    if picture.results == "agreement/":
        shutil.copytree(ROOT / "suites", tmp_path / "suites")
        monkeypatch.chdir(tmp_path)
        joined_suite()
        return evaluated("nonce_agreement.json", [spec_of(model, request) for model in models])
    if not picture.suites:
        return request.getfixturevalue("shipped_run")
    suites = [name for name in shipped_suites() if any(fnmatchcase(name, wanted) for wanted in picture.suites)]
    return evaluated(suites, [spec_of(model, request) for model in models])


def named(models):
    return "all" if models == ("*",) else " ".join(models)


def draw_anew(picture, request, tmp_path, monkeypatch):
    if picture.results == "results/":
        run = whole_run(request)
    else:
        run = run_of(picture, picture.models, request, tmp_path, monkeypatch)
    save(drawn(picture, run, picture.models), picture.path)
    known = json.loads(NUMBERS.read_text(encoding="utf-8")) if NUMBERS.exists() else {}
    known[picture.name] = {named(models): numbers_of(drawn(picture, run, models)) for models in picture.groups}
    NUMBERS.write_text(json.dumps(dict(sorted(known.items())), separators=(",", ":")) + "\n", encoding="utf-8")


@pytest.mark.parametrize("picture", PICTURES, ids=lambda one: one.name)
def test_a_picture_is_one_of_ours_with_its_caption(picture, request, tmp_path, monkeypatch):
    if UPDATE:
        draw_anew(picture, request, tmp_path, monkeypatch)
    assert is_own_picture(picture.path)
    svg = picture.path.read_text(encoding="utf-8")
    assert svg.count("</text>") > 10
    assert "95 %" in svg.replace("\N{NO-BREAK SPACE}", " ") or picture.options.get("heat")


@pytest.mark.parametrize(
    ("picture", "models"),
    [
        pytest.param(picture, models, id=f"{picture.name}-{named(models)}")
        for picture in PICTURES
        for models in picture.groups
    ],
)
def test_the_numbers_behind_the_pictures_are_what_the_models_give(picture, models, request, tmp_path, monkeypatch):
    run = run_of(picture, models, request, tmp_path, monkeypatch)
    found = numbers_of(drawn(picture, run, models))
    expected = json.loads(NUMBERS.read_text(encoding="utf-8"))[picture.name][named(models)]
    assert found
    assert list(found) == list(expected)
    for name, values in expected.items():
        np.testing.assert_allclose(found[name], values, atol=0.02, err_msg=f"{picture.name}: {name}")


def test_the_perplexities_are_those_that_the_models_have():
    printed = sglite(
        "perplexity", "-m", "ngram", "-m", "lstm", str(GALLERY / "fable.txt"), "--no-eos", "--format", "csv", "-q"
    )
    found = {row["model"]: row for row in csv.DictReader(printed.out.splitlines())}
    with (GALLERY / "perplexity.csv").open(encoding="utf-8", newline="") as file:
        known = {row["model"]: row for row in csv.DictReader(file)}
    assert set(known) == {"ngram", "lstm", "SmolLM2"}
    for model in ("ngram", "lstm"):
        assert known[model]["n_words"] == found[model]["n_words"]
        assert float(known[model]["perplexity"]) == pytest.approx(float(found[model]["perplexity"]), rel=1e-3)


def test_the_example_of_a_report_shows_what_the_models_give(request):
    if UPDATE:
        run = without_places(whole_run(request))
        REPORT.write_text(html_report(run), encoding="utf-8")
    page = REPORT.read_text(encoding="utf-8")
    assert len(page.encode()) < 7_000_000
    assert not re.search(r"site-packages|\.gguf\b(?<=/)|<bdi>/|/home/|/tmp/", page)
    run = request.getfixturevalue("shipped_run")
    shown, fresh = scores_in(page), scores_in(html_report(run))
    assert set(shown) == set(fresh) == set(shipped_suites())
    for suite, models in fresh.items():
        assert set(shown[suite]) == {*models, "SmolLM2"}
        for model, summary in models.items():
            assert list(shown[suite][model]) == list(summary)
            for key in ("n_items", "score", "ci_low", "ci_high", "chance", "p_chance", "n_ties"):
                assert shown[suite][model][key] == pytest.approx(summary[key], abs=1e-3), (suite, model, key)


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
