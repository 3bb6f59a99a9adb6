"""Every shipped suite with a source is what its source builds."""

from __future__ import annotations

import pytest
from support.places import ROOT

from syntaxgym_lite.authoring.build import build_files
from syntaxgym_lite.suite.json import dumps_suite

SOURCES = ROOT / "suites" / "sources"
TEMPLATES = sorted(SOURCES.rglob("*.toml"))


def built_path(template):
    """``sources/x.toml`` builds ``suites/**/x.json``, in whatever folder of `suites` that is."""
    [path] = [path for path in (ROOT / "suites").rglob(f"{template.stem}.json") if SOURCES not in path.parents]
    return path


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_building_the_source_again_changes_nothing(template):
    build = build_files(template, template.with_suffix(".csv"))
    assert build.warnings == ()
    assert dumps_suite(build.suite) == built_path(template).read_text(encoding="utf-8")


def test_every_table_has_its_template():
    assert {path.stem for path in SOURCES.rglob("*.csv")} == {path.stem for path in TEMPLATES}


def test_every_shipped_suite_has_a_source():
    built = {path.stem for path in (ROOT / "suites").rglob("*.json") if SOURCES not in path.parents}
    assert built == {path.stem for path in TEMPLATES}
