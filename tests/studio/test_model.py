"""The pane of models: chosen, scored while one writes, found in words, two beside each other."""

from __future__ import annotations

from typing import Any

import pytest
from support.studio import Served, page_of

import syntaxgym_lite as sgl
from syntaxgym_lite.suite.json import suite_document

CURRENT = "p.state:text-is('Scored as it is now.')"


def opened(studio: Served, n_items: int = 4) -> str:
    """A suite of few items; its id."""
    [suite] = sgl.load_suites("npz")
    document = suite_document(suite)
    return studio.studio.add({**document, "items": document["items"][:n_items]}).id


@pytest.fixture
def page(studio: Served, chromium: Any) -> Any:
    """The pane of a suite of four items; what the page complains of is an error."""
    with page_of(chromium, f"{studio.address}#suite/{opened(studio)}") as (page, watched):
        page.click("#tab-model")
        yield page
    refused = "Failed to load resource: the server responded with a status of 400"
    assert [one for one in watched.complaints if refused not in one] == []
    assert watched.requests == []


def wrote(page: Any, item: int, region: int, text: str) -> None:
    """Write into a cell of the first condition, as the grid does."""
    page.evaluate(
        """async ([item, region, text]) => {
            const { withTexts } = await import("./static/grid/cells.js");
            studioStore.apply("typed", (suite) => withTexts(suite, [{ item, condition: 0, region, text }]));
        }""",
        [item, region, text],
    )


def test_what_a_chosen_model_says_follows_what_is_written(studio, page):
    page.click("[data-model=lstm]")
    page.wait_for_selector(CURRENT, timeout=120_000)  # PyTorch is imported
    said = page.text_content(".found p")
    run = sgl.evaluate([*_four()], "lstm", cache=False)
    summary = sgl.summarize(run)["models"][0]["suites"][0]
    assert said.startswith(f"In {summary['n_passed']} of 4 items (")
    assert page.text_content("#badge-model") == f"{summary['n_passed']} of 4"
    outcomes = page.evaluate("studioStore.scored.models[0].items.map(({holds}) => holds)")
    assert outcomes == [int(one.holds) for one in run.models[0].suites[0].outcomes]
    bits = page.evaluate("studioStore.scored.item(studioStore.document, 1).bits[0][2][5]")
    sentence = run.models[0].suites[0].sentences[6]
    assert bits == round(sentence.regions[4].surprisal_bits, 2)

    page.click("[data-view=item]")
    page.wait_for_selector(".on-model table.regions")
    wrote(page, 0, 5, "zebra")
    page.wait_for_selector(".results.stale")
    assert "before the last change" in page.text_content("p.state") or "Scoring" in page.text_content("p.state")
    assert page.evaluate("[0, 1].map((place) => studioStore.scored.item(studioStore.document, place).isCurrent)") == [
        False,
        True,
    ]
    page.wait_for_selector(CURRENT)
    assert page.query_selector(".results.stale") is None
    assert "zebra" in page.text_content(".on-model table.regions")

    page.evaluate("studioStore.undo()")
    page.wait_for_selector(CURRENT)
    assert "zebra" not in page.text_content(".on-model table.regions")


def _four() -> list[Any]:
    from syntaxgym_lite.suite.json import suite_from_document

    [suite] = sgl.load_suites("npz")
    document = suite_document(suite)
    return [suite_from_document({**document, "items": document["items"][:4]})]


def test_two_models_stand_beside_each_other_and_an_item_is_led_to(page):
    page.focus("[data-model=ngram]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".chips > button:focus")  # a second model beside it
    page.wait_for_selector(CURRENT)
    page.keyboard.press("Enter")
    page.wait_for_selector(".chooser button:focus")
    page.fill("#model-name", "random:1")
    page.press("#model-name", "Enter")
    page.wait_for_selector(".difference")
    assert page.text_content(".difference").startswith("The score of ")
    assert page.locator("figure").count() == 2
    page.click("[data-view=items]")
    page.click("table.items tbody tr:nth-child(3) td:nth-child(3) button")
    assert page.evaluate("studioStore.selection.item") == 2
    assert page.text_content("[data-view=item]") == "Item 3"
    assert "On random:1" in page.text_content(".on-model:not(.unchosen) .verdict")
    page.check("#shade-grid")
    assert page.evaluate("studioStore.shading") is True
    page.click("[aria-label='Without random:1']")
    page.wait_for_selector(CURRENT)
    assert page.evaluate("studioStore.scored.models.length") == 1
    page.click("[data-view=suite]")
    assert page.query_selector(".difference") is None
    page.reload()  # what was chosen and found is there again
    page.click("#tab-model")
    page.wait_for_selector(CURRENT)
    assert page.text_content(".chips .chip bdi") == "ngram"
    assert page.query_selector(".chooser") is None


def test_a_model_that_is_missing_is_said_and_costs_nothing_else(page, monkeypatch, tmp_path):
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    page.click("[data-model=ngram]")
    page.wait_for_selector(CURRENT)
    page.click("text=A second model beside it")
    page.fill("#model-name", "/etc/passwd")
    page.press("#model-name", "Enter")
    page.wait_for_selector("text=outside the folders")
    assert page.locator(".chip").count() == 1
    page.fill("#model-name", "some-one/no-model")
    page.press("#model-name", "Enter")
    page.wait_for_selector("text=Download some-one/no-model")  # nothing was asked of the hub
    assert "is not in the local cache" in page.text_content(".trouble")
    wrote(page, 0, 5, "zebra")
    page.wait_for_selector(CURRENT)
    assert page.evaluate("studioStore.scored.models.map(({state}) => state)") == ["scored", "failed"]
    assert page.text_content(".found p").startswith("In ")


def test_what_is_unfinished_is_named_and_the_rest_scored(page):
    for region in range(1, 7):
        wrote(page, 1, region, "")
    page.click("[data-model=ngram]")
    page.wait_for_selector("text=Not scored yet")
    assert "item 2 " in page.text_content(".score-notes")
    assert page.evaluate("studioStore.scored.models[0].items.map(({place}) => place)") == [0, 2, 3]


def test_a_figure_is_shown_and_saved(page):
    page.click("[data-model=ngram]")
    page.wait_for_selector(CURRENT)
    page.click("#figure")
    page.wait_for_selector("dialog.figure img")
    page.select_option("#figure-kind", "margins")
    page.wait_for_selector("dialog.figure img")
    with page.expect_download() as waiting:
        page.click("text=Download PDF")
    assert waiting.value.suggested_filename == "npz-margins.pdf"
    page.keyboard.press("Escape")
    assert page.query_selector("dialog.figure") is None


def test_the_pane_has_no_barrier_that_axe_knows(page):
    from axe_playwright_python.sync_playwright import Axe

    page.click("[data-model=ngram]")
    page.wait_for_selector(CURRENT)
    for view in ("suite", "item", "items"):
        page.click(f"[data-view={view}]")
        found = Axe().run(page, context="#pane-model").response["violations"]
        assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
