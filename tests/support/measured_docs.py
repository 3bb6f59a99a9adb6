"""The figures in the documents that models give: each is computed anew, and compared with what a document says.

In a document they stand in a table between ``<!-- measured: KIND -->`` and ``<!-- end -->``. A row is found by its first
``code`` (or its first cell, and where that is empty by the one above), with the second cell where there are two rows for
one model; a column by its heading. Cells that `figures` does not name are figures of others, which nobody computes here.
"""

from __future__ import annotations

import difflib
import os
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.places import ROOT, SHARED, need

import syntaxgym_lite as sgl
from syntaxgym_lite.reports.phenomena import PAPER_HEADINGS

UPDATE = os.environ.get("SGLITE_UPDATE_DOCS") == "1"
PUBLISHED = SHARED / "published"
PART = re.compile(r"(<!-- measured: (?P<kind>\w+) -->\n)(?P<table>.*?)(<!-- end -->)", re.DOTALL)
Figures = Mapping[tuple[str, str], str]  # (row, heading): cell


def measured_parts(document: str) -> list[str]:
    """The kinds of measured tables in a document."""
    return [part["kind"] for part in PART.finditer(document)]


def measured_again(document: str, kind: str, figures: Figures) -> str:
    """The document, with these figures in its tables of this kind; every figure has a cell in one of them."""
    used: set[tuple[str, str]] = set()

    def put(part: re.Match[str]) -> str:
        return part[0] if part["kind"] != kind else f"{part[1]}{_with_figures(part['table'], figures, used)}{part[4]}"

    changed = PART.sub(put, document)
    assert set(figures) == used, f"no cell for {sorted(set(figures) - used)}"
    return changed


def _with_figures(tables: str, figures: Figures, used: set[tuple[str, str]]) -> str:
    lines = []
    headings: list[str] = []
    label = ""
    for line in tables.split("\n"):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not cells:
            headings = []
        elif not headings:
            headings = [_name(cell) for cell in cells]
        elif not set(line) <= set("|-: "):
            label = _name(cells[0]) or label
            rows = {label, f"{label} {cells[1]}"}
            for column, heading in enumerate(headings):
                for key in rows & {row for row, of in figures if of == heading}:
                    cells[column] = figures[key, heading]
                    used.add((key, heading))
            line = "|".join(["", *(f" {cell} " if cell else " " for cell in cells), ""])
        lines.append(line)
    return "\n".join(lines)


def _name(cell: str) -> str:
    code = re.search(r"`([^`]+)`", cell)
    return code[1] if code else cell


def put_or_compare(path: Path, text: str, current: str, tests: str) -> None:
    """Hold a document's text to what it should be now; write that, if these tests are asked to."""
    if UPDATE and current != text:
        path.write_text(current, encoding="utf-8", newline="\n")
    elif current != text:
        changed = "\n".join(difflib.unified_diff(text.splitlines(), current.splitlines(), lineterm="", n=0))
        name = path.relative_to(ROOT).as_posix()
        pytest.fail(f"{name}: run SGLITE_UPDATE_DOCS=1 pytest {tests}\n{changed}")


# ------------------------------------------------------------------------------------------------- what models give


def _summary(suites: Any, models: Sequence[str], **how: Any) -> dict[str, dict[str, Any]]:
    run = sgl.evaluate(suites, models=list(models), **how)
    return {model["model"]: model for model in sgl.summarize(run)["models"]}


@cache
def _syntaxgym() -> dict[str, dict[str, Any]]:
    return _summary(need(PUBLISHED / "syntaxgym"), ["random:1", "unigram:lstm", "ngram", "lstm"])


def circuits(row: str, model: Mapping[str, Any]) -> dict[tuple[str, str], str]:
    """A row of the table of circuits, of a model's summary."""
    found = {(row, "SG score"): share(model["sg_score"])}
    for circuit, mean in model["circuits"].items():
        found[row, circuit.replace("long_distance", "long-distance").replace("_", " ")] = share(mean)
    return found


def share(value: float | None, places: int = 3) -> str:
    """Write a score; where there is none, that the model is silent."""
    return "silent" if value is None else f"{value:.{places}f}"


def _syntaxgym_circuits() -> Figures:
    found: dict[tuple[str, str], str] = {}
    for name, model in _syntaxgym().items():
        found |= circuits("random numbers" if name == "random:1" else name, model)
    return found


def _syntaxgym_means() -> Figures:
    """The mean of what the paper averages over, with `fgd_hierarchy` as it is and by its first prediction.

    Over suites on which a model is not silent; how many these are is said where they are not all.
    """
    found = {}
    for name in ("ngram", "lstm"):
        suites = {suite["suite"]: suite for suite in _syntaxgym()[name]["suites"]}
        in_paper = [suite for suite in suites if not re.match("fgd-embed[34]|gardenpath|nn-nv", suite)]
        scores = {suite: one["score"] for suite, one in suites.items()}
        by_first = scores | {"fgd_hierarchy": suites["fgd_hierarchy"]["predictions"][0]["accuracy"]}
        found[f"all {len(suites)} at hand", name] = _mean(list(scores.values()))
        found[f"those {len(in_paper)} that the paper counts", name] = _mean([scores[one] for one in in_paper])
        found["fgd_hierarchy", name] = _mean([by_first[one] for one in in_paper])
    return found


def _mean(scores: Sequence[float | None]) -> str:
    known = [score for score in scores if score is not None]
    return f"{sum(known) / len(known):.3f}" + (f" (of {len(known)})" if len(known) < len(scores) else "")


def _blimp() -> Figures:
    """The first hundred pairs of each paradigm at hand."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(need(PUBLISHED / "blimp").glob("*.jsonl")):
            pairs = path.read_text(encoding="utf-8").splitlines(keepends=True)
            (Path(folder) / path.name).write_text("".join(pairs[:100]), encoding="utf-8")
        for name, model in _summary(folder, ["ngram", "lstm"]).items():
            found[name, "overall"] = f"{100 * model['sg_score']:.1f}"
            for group in model["groups"]["phenomenon"]:
                found[name, PAPER_HEADINGS[group["value"]]] = f"{100 * group['macro']:.1f}"
    return found


def _targeted() -> Figures:
    found = {}
    folder = need(PUBLISHED / "pairs" / "marvin_linzen")
    for name, model in _summary(sorted(folder.glob("*.pickle")), ["ngram", "lstm"]).items():
        for suite in model["suites"]:
            found[suite["suite"], "pairs"] = str(suite["n_items"])
            found[suite["suite"], name] = share(suite["score"], 2)
            if len(suite["predictions"]) == 2:
                for prediction in suite["predictions"]:
                    found[f"bad_{prediction['index'] + 1}", name] = share(prediction["accuracy"], 2)
    return found


def _agreement() -> Figures:
    found = {}
    table = need(PUBLISHED / "agreement" / "English" / "generated.tab")
    for name, model in _summary(table, ["ngram", "lstm"]).items():
        for kind in model["suites"][0]["factors"]["type"]:
            found[f"{name} {kind['value']}", "English"] = f"{100 * kind['score']:.1f}"
    return found


def _shipped() -> Figures:
    found = {}
    for name, model in _summary(ROOT / "suites", ["unigram:lstm", "ngram", "lstm"]).items():
        for suite in model["suites"]:
            chance = suite["chance"]
            found[suite["suite"], "items"] = str(suite["n_items"])
            found[suite["suite"], "chance"] = "unknown" if chance is None else f"{chance:.3f}"
            found[suite["suite"], name] = share(suite["score"])
    return found


FIGURES: dict[str, Callable[[], Figures]] = {
    "agreement": _agreement,
    "blimp": _blimp,
    "shipped": _shipped,
    "syntaxgym": _syntaxgym_circuits,
    "syntaxgym_means": _syntaxgym_means,
    "targeted": _targeted,
}
