"""What the studio is for: from a German workbook to an interaction, a figure and a report, in a real browser.

With ``SGLITE_UPDATE_DOCS=1`` the pictures of the documents are taken anew; look at them.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from support.german_workbook import ITEMS, write_german_workbook
from support.places import ROOT
from support.studio import page_of

import syntaxgym_lite as sgl
from syntaxgym_lite.stats import summarize

PICTURES = ROOT / "docs" / "_static" / "studio"
UPDATE = os.environ.get("SGLITE_UPDATE_DOCS") == "1"
SIZE = (1280, 800)
DIRECTION = "larger for Numerus Kopf=Sg than for Numerus Kopf=Pl"


def picture(page: Any, name: str) -> None:
    """Take a picture of the page for the documents, where that is asked for."""
    if UPDATE:
        page.wait_for_timeout(500)
        page.screenshot(path=str(PICTURES / f"{name}.png"))


def saved_in_the_folder(page: Any, what: str) -> None:
    """Save one of the exports in the folder, under the name that is proposed."""
    page.get_by_role("button", name=f"Save in the folder: {what}").click()
    page.get_by_role("dialog").get_by_role("button", name="Save", exact=True).click()
    page.locator("#pane-keep li").filter(has_text=what).get_by_text("Saved as").wait_for()


def test_from_a_german_workbook_to_figure_and_report(studio, chromium: Any):
    write_german_workbook(studio.folder / "Kongruenz.xlsx")
    with page_of(chromium, studio.address, size=SIZE) as (page, watched):
        page.get_by_role("button", name="No, thanks").click()
        page.get_by_text("Kongruenz.xlsx").first.click()
        page.get_by_text("is taken to name the columns").wait_for()
        picture(page, "import")
        page.get_by_role("button", name="take it").click()
        page.get_by_role("tab", name="Predictions").click()
        pane = page.locator("#pane-predictions")
        pane.get_by_role("button", name="3 Verb").click()
        pane.get_by_role("button", name=DIRECTION).click()
        pane.get_by_text(re.compile(r"at Verb, Sg_Sg minus Sg_Pl is larger than Pl_Sg minus Pl_Pl")).first.wait_for()
        picture(page, "predict")
        pane.get_by_role("button", name="Add this prediction").click()
        page.get_by_role("tab", name="Model").click()
        page.locator("#pane-model").get_by_role("button", name="lstm").click()
        page.get_by_text("Scored as it is now").wait_for(timeout=60_000)
        found = page.locator("#pane-model").inner_text()
        page.get_by_label("shade the grid by surprisal").check()
        picture(page, "model")
        page.keyboard.press("Control+s")
        page.get_by_role("dialog").get_by_role("button", name="Save", exact=True).click()
        page.get_by_text(re.compile(r"\.json: saved")).first.wait_for()
        page.get_by_role("tab", name="Export").click()
        saved_in_the_folder(page, "Figure")
        saved_in_the_folder(page, "Report")
    assert watched.complaints == []
    assert watched.requests == []

    # what is in the folder now is what the library makes of the saved suite
    [path] = studio.folder.glob("*.json")
    run = sgl.evaluate(path, "lstm")
    [suite] = summarize(run)["models"][0]["suites"]
    assert suite["n_items"] == len(ITEMS)
    assert f"In {suite['n_passed']} of 12 items" in found
    [effect] = suite["predictions"][0]["comparisons"]
    mean, low, high = (
        f"{round(effect[key], 1) + 0.0:.1f}".replace("-", "\N{MINUS SIGN}")  # no minus before a zero
        for key in ("mean_effect", "effect_low", "effect_high")
    )
    assert f"{mean} bits ({low} to {high})" in found
    [interaction] = [one for one in suite["factorial"] if "x" in one["effect"] or "interaction" in str(one)][:1]
    assert interaction
    [report] = studio.folder.glob("*.html")
    assert f"In {suite['n_passed']} of 12 items" in report.read_text(encoding="utf-8")
    [figure] = studio.folder.glob("*.pdf")
    assert figure.read_bytes().startswith(b"%PDF")
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["condition_factors"]["Sg_Pl"] == {"Numerus Kopf": "Sg", "Numerus Attraktor": "Pl"}
    assert document["items"][0]["factors"] == {"Vertrautheit": 3.5}


@pytest.mark.parametrize("name", ["import", "predict", "model"])
def test_the_pictures_of_the_documents_are_there(name):
    path = PICTURES / f"{name}.png"
    assert path.read_bytes()[:4] == b"\x89PNG"
    assert path.stat().st_size < 300_000
    assert any(f"studio/{name}.png" in one.read_text(encoding="utf-8") for one in Path(ROOT / "docs").rglob("*.md"))
