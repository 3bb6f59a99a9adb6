"""The paragraph of a methods section as a file."""

from __future__ import annotations

import json
from typing import Any

import pytest

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.reports.methods import methods_paragraph, provenance
from syntaxgym_lite.reports.methods_section import methods_section
from syntaxgym_lite.stats import summarize


@pytest.fixture(scope="module")
def run() -> Any:
    return sgl.evaluate("npz", "ngram")


def test_text_is_the_paragraph_and_its_references(run):
    summary = summarize(run)
    paragraph, _, references = methods_section(run, summary).partition("\n\nReferences\n\n")
    assert " ".join(paragraph.split()) == " ".join(methods_paragraph(run, summary).split())
    assert [line.strip() for line in references.splitlines()] == provenance(run, summary)["references"]


def test_latex_lists_its_references(run):
    text = methods_section(run, summarize(run), "latex")
    assert text.count("\\item ") == len(provenance(run, summarize(run))["references"])
    assert text.endswith("\\end{itemize}\n")


def test_json_is_for_programs(run):
    document = json.loads(methods_section(run, summarize(run), "json"))
    assert document["schema_version"] == 1


def test_other_formats_are_refused(run):
    with pytest.raises(InputError, match="latex"):
        methods_section(run, summarize(run), "tex")
