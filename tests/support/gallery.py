"""The pictures of docs/gallery.md and the example of a report: what each is made of, and how.

``SGLITE_UPDATE_DOCS=1 pytest tests/figures/test_gallery.py`` makes all anew, and writes the numbers behind the pictures
to ``docs/_static/gallery/numbers.json``, which the tests compute again with the models that are shipped.
``SGLITE_GALLERY_RUN=FOLDER`` takes a run of all shipped suites on ``ngram``, ``lstm``, ``random:1`` and ``SmolLM2`` from
there, which takes some minutes to compute. The models of ``learning.json`` are not kept, only their results.
"""

from __future__ import annotations

import dataclasses
import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from support.places import ROOT

REPORT = ROOT / "docs" / "_static" / "report.html"
GALLERY = ROOT / "docs" / "_static" / "gallery"
NUMBERS = GALLERY / "numbers.json"
DOCUMENT = ROOT / "docs" / "gallery.md"
SHIPPED = ("ngram", "lstm", "random:1")


@dataclass(frozen=True)
class Picture:
    """A picture: the command line that draws it, from ``sglite plot results/`` on, and what that comes to."""

    name: str
    kind: str
    suites: tuple[str, ...] = ()
    """All, if none is named; models likewise."""
    models: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    """Of the figure."""
    words: str = ""
    """The same, as typed."""
    results: str = "results/"
    together: tuple[str, ...] = ()
    """The models that the numbers behind it are computed of at once; else each of its models by itself."""

    @property
    def groups(self) -> list[tuple[str, ...]]:
        return [self.together] if self.together else [(model,) for model in self.models]

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
    Picture("scores", "scores", together=SHIPPED),
    Picture("scores-heat", "scores", options={"heat": True}, words="--heat", together=SHIPPED),
    Picture("circuits", "circuits", together=SHIPPED),
    Picture("models", "models", models=("lstm", "SmolLM2"), together=("lstm", "ngram")),
    Picture("models-all", "models", options={"width": "double"}, words="--width double", together=SHIPPED),
    Picture(
        "perplexity",
        "perplexity",
        models=("ngram", "lstm", "SmolLM2"),
        options={"perplexity": GALLERY / "perplexity.csv"},
        words="--perplexity perplexity.csv",
        together=("ngram", "lstm"),
    ),
    Picture("attractors", "attractors", models=("ngram", "lstm", "SmolLM2"), results="agreement/"),
    Picture("learning", "learning", results="learning.json", together=("*",)),
)


def joined_suite() -> None:
    """Write, into the current folder, the suite that the document makes of those in its folder ``suites``."""
    [code] = re.findall(r"^```python\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    exec(compile(code, str(DOCUMENT), "exec"), {})


def without_places(run: Any) -> Any:
    """Give a run without the folders of the machine that made it."""
    models = tuple(
        dataclasses.replace(
            model,
            spec=re.sub(r"[^:=]*[/\\\\]", "", model.spec, count=1),
            suites=tuple(
                dataclasses.replace(suite, source=re.sub(r".*[/\\\\]", "suites/", suite.source))
                for suite in model.suites
            ),
        )
        for model in run.models
    )
    settings = {**run.settings, "reading": {**run.settings.get("reading", {}), "suites": ["suites/"]}}
    return dataclasses.replace(run, models=models, settings=settings)


def data_of(page: str) -> dict[str, Any]:
    """The data in a report, by the id of their element."""
    found = re.findall(r'<script\b([^>]*)type="application/json"([^>]*)>(.*?)</script>', page, re.DOTALL)
    return {re.findall(r'id="([^"]+)"', before + after)[0]: json.loads(text) for before, after, text in found}


def scores_in(page: str) -> dict[str, dict[str, dict[str, Any]]]:
    """The summary of each model on each suite that a report shows."""
    data = data_of(page)
    names = [model["model"] for model in data["data"]["models"]]
    return {
        suite["name"]: {names[int(model["model"])]: model["summary"] for model in suite["models"]}
        for key, suite in data.items()
        if re.fullmatch(r"suite-\d+", key)
    }


def numbers_of(figure: Any) -> dict[str, list[float]]:
    """The values behind a figure: where the lines that have a name are, and the numbers in cells."""
    found: dict[str, list[float]] = {}
    for place, axes in enumerate(figure.axes):
        counts: dict[str, int] = {}
        for line in axes.lines:
            if line.get_gid() not in (None, "zero"):
                counts[line.get_gid()] = counts.get(line.get_gid(), 0) + 1
                key = f"{place} {line.get_gid()} {counts[line.get_gid()]}"
                for name, values in (("x", line.get_xdata()), ("y", line.get_ydata())):
                    found[f"{key} {name}"] = [round(float(value), 3) for value in np.asarray(values, np.float64)]
        cells = [text.get_text() for text in axes.texts if text.get_gid() in ("number", "correlation")]
        if cells:
            numbers = re.findall(r"[\N{MINUS SIGN}-]?\d*\.\d+", " ".join(cells))
            found[f"{place} cells"] = [float(number.replace("\N{MINUS SIGN}", "-")) for number in numbers]
    return found
