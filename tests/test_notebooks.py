"""The notebooks of the documents run from top to bottom, and are stored without output."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parent.parent / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_runs_and_shows_what_it_says(path, tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    shown = [
        {kind for output in cell.outputs for kind in output.get("data", {})}
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]
    first, *others = shown
    assert "text/html" in first  # the run shows itself
    assert "<svg" in notebook.cells[1].outputs[0]["data"]["text/html"]
    assert sum("image/png" in kinds for kinds in others) == 2  # as figures do
    assert (tmp_path / "npz.pdf").read_bytes().startswith(b"%PDF")
    assert "within items" in notebook.cells[-2].outputs[0]["text"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_stored_without_output(path):
    cells = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert cells
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)


def test_notebooks_are_linked():
    root = Path(__file__).resolve().parent.parent
    for path in NOTEBOOKS:
        assert f"notebooks/{path.name}" in (root / "docs" / "gallery.md").read_text(encoding="utf-8")
        assert f"notebooks/{path.name}" in (root / "README.md").read_text(encoding="utf-8")
