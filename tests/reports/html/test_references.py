"""Papers behind a suite's result."""

from __future__ import annotations

from dataclasses import replace

from syntaxgym_lite.papers import PAPERS
from syntaxgym_lite.reports.html.references import reference_of


def test_a_shipped_suite_is_known_by_its_contents(run):
    suite = replace(run.models[0].suites[0], reference="")  # as results were before they named papers
    assert "Frazier and Rayner (1982)" in reference_of(suite)
    assert reference_of(replace(suite, suite_sha256="0" * 64)) == ""  # another suite of that name


def test_what_a_result_names_itself_comes_first(run):
    suite = replace(run.models[0].suites[0], reference="My paper (2026)")
    assert reference_of(suite) == "My paper (2026)"


def test_a_published_collection_names_its_paper(run):
    suite = replace(run.models[0].suites[0], suite="other", collection="Ettinger 2020", reference="")
    assert reference_of(suite) == str(PAPERS["Ettinger 2020"])
    assert reference_of(replace(suite, collection="A paper of one's own")) == "A paper of one's own"
