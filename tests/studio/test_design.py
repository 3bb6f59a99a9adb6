"""The panes "Checks" and "Design" in a browser."""

from __future__ import annotations

import copy
from typing import Any

from support.studio import page_of
from support.toys import suite_document


def small(*formulas: str, n_items: int = 4) -> dict[str, Any]:
    document = suite_document(
        [{name: [f"The {name} {n}", "near it", "is."] for name in ("sg", "pl")} for n in range(n_items)], formulas
    )
    document["region_meta"] = {"1": "head", "2": "attractor", "3": "verb"}
    return document


def test_checks_lead_to_their_cells_and_are_mended_by_one_click(studio, chromium: Any):
    document = small("(3;%sg%) < (3;%pl%)", "(3;%sg%) <")
    for place in (1, 3):
        document["items"][place]["conditions"][1]["regions"][1]["content"] = "near  it"
    opened = studio.studio.add(document)
    before = copy.deepcopy(document)
    with page_of(chromium, f"{studio.address}#suite/{opened.id}") as (page, watched):
        page.wait_for_selector("#badge-checks.bad")  # a prediction that cannot be read
        page.click("#tab-checks")
        assert page.text_content(".problems pre.caret").splitlines()[1].strip() == "^"
        page.click("text=item 4, pl, region 2 attractor")
        assert page.evaluate("studioStore.selection") == {"item": 3, "condition": 1, "region": 2}
        page.click("text=Mend all 2 of this kind")
        page.wait_for_function("() => !document.querySelector('.pane-checks .fix')")
        assert [document["items"][n]["conditions"][1]["regions"][1]["content"] for n in (1, 3)] == ["near  it"] * 2
        mended = [opened.document["items"][n]["conditions"][1]["regions"][1]["content"] for n in (1, 3)]
        assert mended == ["near it"] * 2
        page.click("#undo")
        page.wait_for_selector(".pane-checks .fix")
        assert opened.document == before
    assert watched.complaints == []


def test_checks_follow_what_is_written(studio, chromium: Any):
    opened = studio.studio.add(small("(3;%sg%) < (3;%pl%)"))
    with page_of(chromium, f"{studio.address}#suite/{opened.id}") as (page, watched):
        page.wait_for_function("() => studioStore.checked")
        assert page.evaluate("studioStore.checked.problems") == []
        page.evaluate(
            """() => studioStore.apply("emptying", (document) => ({...document, items: document.items.map((item, at) =>
            at !== 2 ? item : {...item, conditions: item.conditions.map((one) => ({...one, regions: one.regions.map(
            (region) => ({...region, content: ""}))}))})}))"""
        )
        page.wait_for_function("() => studioStore.checked.problems.length === 1")
        assert page.evaluate("studioStore.checked.problems[0]") == {
            "message": "has no text yet.",
            "item": 2,
            "condition": None,
            "region": None,
            "prediction": None,
        }
    assert watched.complaints == []
