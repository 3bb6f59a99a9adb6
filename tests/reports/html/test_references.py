"""Papers behind a suite's result."""

from __future__ import annotations

from dataclasses import replace

from syntaxgym_lite.papers import PAPERS
from syntaxgym_lite.reports.html.references import reference_of


def test_a_shipped_suite_is_known_by_its_contents(run):
    suite = run.models[0].suites[0]
    assert "Frazier and Rayner (1982)" in reference_of(suite)
    assert reference_of(replace(suite, suite_sha256="0" * 64)) == ""  # another suite of that name


def test_a_published_collection_names_its_paper(run):
    suite = replace(run.models[0].suites[0], suite="other", collection="Ettinger 2020")
    assert reference_of(suite) == str(PAPERS["Ettinger 2020"])
    assert reference_of(replace(suite, collection="A paper of one's own")) == "A paper of one's own"
