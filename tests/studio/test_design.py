"""The panes "Checks" and "Design" in a browser."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from support.studio import page_of
from support.toys import suite_document

from syntaxgym_lite.formula import METRICS


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
        page.wait_for_function("() => window.studioStore?.checked")
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


def named(page: Any, label: str) -> Any:
    return page.locator(f".pane-design input[aria-label='{label}']")


def test_design_is_changed_by_keyboard_and_formulas_follow(studio, chromium: Any):
    opened = studio.studio.add(small("(2;%sg%) < (3;%pl%)"))
    before = copy.deepcopy(opened.document)
    with page_of(chromium, f"{studio.address}#suite/{opened.id}") as (page, watched):
        page.wait_for_function("() => document.querySelector('.joins .example')?.textContent")
        assert page.locator("#about-metric option").evaluate_all("all => all.map((one) => one.value)") == [*METRICS]
        name = named(page, "Name of region 2 attractor")
        name.fill("distractor")
        name.press("Enter")
        named(page, "Name of region 2 distractor").press("Alt+ArrowUp")
        page.wait_for_function("() => studioStore.document.region_meta[1] === 'distractor'")
        assert opened.document["predictions"][0]["formula"] == "(1;%sg%) < (3;%pl%)"
        new = named(page, "Name of a new condition")
        new.fill("control")
        new.press("Enter")
        page.wait_for_selector("input[aria-label='Name of condition control']")
        page.focus("#join-none")
        page.keyboard.press("Space")
        page.wait_for_function("() => studioStore.document.meta.join === 'none'")
        named(page, "Name of condition control").fill("sg")  # which there is
        named(page, "Name of condition control").press("Enter")
        page.wait_for_selector(".reported.refused")
        assert named(page, "Name of condition control").input_value() == "control"
        page.click("[data-key='delete region 1']")
        page.wait_for_selector(".reported:not(.refused) li:has-text('was deleted')")
        for _ in range(5):
            page.click("#undo")
        page.wait_for_function("() => !studioStore.isPending && !studioStore.canUndo")
        assert opened.document == before
    [refused] = watched.complaints  # which the browser says of every refusal
    assert "400 (Bad Request)" in refused


def test_factors_are_crossed_after_a_preview(studio, chromium: Any):
    opened = studio.studio.add(small("(3;%sg%) < (3;%pl%)"))
    with page_of(chromium, f"{studio.address}#suite/{opened.id}") as (page, watched):
        named(page, "Factor 1").fill("head")
        named(page, "Levels of factor 1, parted by commas").fill("sg, du")
        page.wait_for_selector(".preview li.gone")
        assert page.locator(".preview li").all_inner_texts() == [
            "sg stays",
            "du new, without text",
            "pl goes, with its texts in 4 items",
        ]
        named(page, "Levels of factor 1, parted by commas").fill("sg, pl")
        page.click("text=Another factor")
        named(page, "Factor 2").fill("attractor")
        named(page, "Levels of factor 2, parted by commas").fill("near, far")
        page.wait_for_selector(".preview li:has-text('pl_far')")
        named(page, "Levels of factor 2, parted by commas").press("Enter")
        level = named(page, "attractor of sg_far")
        level.wait_for()
        level.fill("remote")
        level.press("Enter")
        page.wait_for_function("() => studioStore.document.condition_factors?.sg_far?.attractor === 'remote'")
    document = opened.document
    assert document["predictions"][0]["formula"] == "(3;%sg_near%) < (3;%pl_near%)"
    assert document["items"][0]["conditions"][0]["regions"][0]["content"] == "The sg 0"
    assert document["condition_factors"]["pl_far"] == {"head": "pl", "attractor": "far"}
    assert watched.complaints == []


def test_names_that_are_crossed_levels_become_factors_by_one_click(studio, chromium: Any):
    document = small()
    names = {"sg": "Sg-Sg", "pl": "Sg-Pl"}
    for item in document["items"]:
        own = [{**one, "condition_name": names[one["condition_name"]]} for one in item["conditions"]]
        item["conditions"] = [*own, *({**one, "condition_name": f"Pl-{one['condition_name'][3:]}"} for one in own)]
    opened = studio.studio.add(document)
    with page_of(chromium, f"{studio.address}#suite/{opened.id}") as (page, watched):
        page.click("#tab-predictions")
        page.click(".add-prediction .chip >> nth=1")
        page.click("text=To the factors")
        named(page, "Name of factor 1").fill("head")
        named(page, "Name of factor 2").fill("attractor")
        page.click("text=Make these the factors")
        assert named(page, "attractor of Pl-Sg").input_value() == "Sg"
    assert opened.document["condition_factors"]["Sg-Pl"] == {"head": "Sg", "attractor": "Pl"}
    assert watched.complaints == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(studio, chromium: Any, dark: bool):
    pytest.importorskip("axe_playwright_python")
    from axe_playwright_python.sync_playwright import Axe

    document = small("(3;%sg%) < (3;%pl%)", "(3;%sg%) <")
    document["items"][1]["conditions"][1]["regions"][1]["content"] = "near  it"
    document["condition_factors"] = {"sg": {"head": "sg"}}  # of one condition only
    opened = studio.studio.add(document)
    with page_of(chromium, f"{studio.address}#suite/{opened.id}", dark=dark) as (page, watched):
        page.wait_for_selector("#badge-checks.bad")
        for pane in ("design", "checks"):
            page.click(f"#tab-{pane}")
            found = Axe().run(page, context=f"#pane-{pane}").response["violations"]
            assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
    assert watched.complaints == []
