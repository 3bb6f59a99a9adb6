"""The pictures of docs/gallery.md: what each is drawn of, and how.

``SGLITE_UPDATE_DOCS=1 pytest tests/figures/test_gallery.py`` draws all anew, and writes the numbers behind them to
``docs/_static/gallery/numbers.json``, which the tests compute again. ``SGLITE_GALLERY_RUN=FOLDER`` takes a run of all
shipped suites on ``ngram``, ``lstm``, ``random:1`` and ``SmolLM2`` from there, which takes some minutes to compute.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from support.places import ROOT

GALLERY = ROOT / "docs" / "_static" / "gallery"
NUMBERS = GALLERY / "numbers.json"
DOCUMENT = ROOT / "docs" / "gallery.md"


@dataclass(frozen=True)
class Picture:
    """A picture: the command line that draws it, from ``sglite plot results/`` on, and what that comes to."""

    name: str
    kind: str
    suites: tuple[str, ...]
    models: tuple[str, ...]
    options: Mapping[str, Any]
    """Of the figure."""
    words: str
    """The same, as typed."""
    results: str = "results/"

    @property
    def command(self) -> str:
        chosen = [f"--suite {shlex.quote(name)}" for name in self.suites]
        chosen += [f"--model {name}" for name in self.models]
        parts = [f"sglite plot {self.results} {self.kind}", *chosen, self.words, f"-o {self.name}.svg"]
        return " ".join(part for part in parts if part)

    @property
    def path(self) -> Path:
        return GALLERY / f"{self.name}.svg"


PICTURES = (
    Picture("regions", "regions", ("npz",), ("SmolLM2",), {"width": "double"}, "--width double"),
    Picture("regions-single", "regions", ("mvrr",), ("SmolLM2",), {"width": "single"}, "--width single"),
    Picture("regions-suites", "regions", ("number_*",), ("SmolLM2",), {}, ""),
    Picture("difference", "difference", ("mvrr",), ("lstm", "SmolLM2"), {}, ""),
    Picture("margins", "margins", ("npz",), ("lstm", "SmolLM2"), {}, ""),
)


def numbers_of(figure: Any) -> dict[str, list[float]]:
    """The values behind a figure: of each line that has a name, those on its y axis."""
    found: dict[str, list[float]] = {}
    for place, axes in enumerate(figure.axes):
        counts: dict[str, int] = {}
        for line in axes.lines:
            if line.get_gid() not in (None, "zero"):
                counts[line.get_gid()] = counts.get(line.get_gid(), 0) + 1
                key = f"{place} {line.get_gid()} {counts[line.get_gid()]}"
                found[key] = [round(float(value), 3) for value in np.asarray(line.get_ydata(), np.float64)]
    return found
