"""``sglite methods``: the paragraph, its references, and the same as data."""

from __future__ import annotations

import pytest
from support.running import refused, sglite

import syntaxgym_lite as sgl


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("results")
    sgl.evaluate(["npz", "mvrr"], ["ngram", "random:1"]).save(path)
    return path


def test_the_paragraph_has_its_references_below(folder):
    text = sglite("methods", folder).out
    paragraph, _, references = text.partition("\n\nReferences\n\n")
    assert " ".join(paragraph.split()) == sgl.methods_paragraph(sgl.RunResult.load(folder))
    assert max(map(len, paragraph.splitlines())) <= 88
    assert "  Frazier and Rayner (1982), Making and correcting errors" in references


def test_latex_and_markdown_have_their_signs_escaped(folder, tmp_path):
    assert sglite("methods", folder, "--format", "latex", "--out", tmp_path / "m.tex").out == ""
    text = (tmp_path / "m.tex").read_text(encoding="utf-8")
    assert "syntaxgym\\_lite" in text
    assert "95 \\%" in text
    assert "\\item Frazier and Rayner (1982)" in text
    assert "\n- Frazier and Rayner (1982)" in sglite("methods", folder, "--format", "markdown").out
    assert "--overwrite" in refused("methods", folder, "--out", tmp_path / "m.tex")


def test_the_same_is_data(folder):
    document = sglite("methods", folder, "--suite", "npz", "--ties", "half", "--format", "json").json
    assert (document["schema_version"], document["ties"]) == (1, "half")
    assert [suite["suite"] for suite in document["suites"]] == ["npz"]
    assert [model["model"] for model in document["models"]] == ["ngram", "random:1"]
