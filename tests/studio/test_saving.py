"""Saving from the page: the head says where a suite stands, and nothing that somebody wrote is lost."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.studio import Served, page_of, served

from syntaxgym_lite.resources import shipped_suites
from syntaxgym_lite.studio.drafts import drafts_of
from syntaxgym_lite.studio.keeping import open_file
from syntaxgym_lite.studio.studio import OpenSuite


def opened(studio: Served) -> OpenSuite:
    shutil.copy(shipped_suites()["npz"], studio.folder / "mine.json")
    return open_file(studio.studio, "mine.json")


@contextmanager
def shown(chromium: Any, studio: Served, suite: OpenSuite) -> Iterator[tuple[Any, Any]]:
    with page_of(chromium, f"{studio.address}#suite/{suite.id}") as (page, watched):
        page.wait_for_selector("#standing")
        yield page, watched


def write(page: Any, text: str, item: int = 0, region: int = 2) -> None:
    """Write into a cell of the first condition, as the grid does."""
    page.evaluate(
        """async ([item, region, text]) => {
          const { withTexts } = await import("./static/grid/cells.js");
          const store = window.studioStore;
          store.apply("writing", (before) => withTexts(before, [{ item, condition: 0, region, text }]));
        }""",
        [item, region, text],
    )


def cell(page: Any, item: int = 0, region: int = 2) -> str:
    place = f"window.studioStore.document.items[{item}].conditions[0].regions[{region - 1}].content"
    found = page.evaluate(place)
    assert isinstance(found, str)
    return found


def comes_to_hold(page: Any, text: str, item: int = 0, region: int = 2) -> None:
    page.wait_for_function(
        """([item, region, text]) =>
          window.studioStore.document.items[item].conditions[0].regions[region - 1].content === text""",
        arg=[item, region, text],
    )


def stands(page: Any, text: str) -> None:
    page.wait_for_function("(text) => document.getElementById('standing').textContent.includes(text)", arg=text)


def on_disk(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def content(document: Any, item: int = 0, region: int = 2) -> str:
    found = document["items"][item]["conditions"][0]["regions"][region - 1]["content"]
    assert isinstance(found, str)
    return found


def test_suite_is_saved_by_the_keyboard(studio, chromium: Any):
    suite = opened(studio)
    with shown(chromium, studio, suite) as (page, watched):
        stands(page, "mine.json: saved")
        write(page, "planned")
        stands(page, "1 change not saved; draft kept")
        page.keyboard.press("Control+s")
        stands(page, "mine.json: saved")
        assert content(on_disk(studio.folder / "mine.json")) == "planned"
        page.evaluate("window.studioStore.undo()")
        stands(page, "1 change not saved")
    assert watched.complaints == []


def test_suite_in_no_file_gets_a_name_that_is_not_taken(studio, chromium: Any):
    suite = open_file(studio.studio, "npz")
    (studio.folder / "there.json").write_text("{}")
    with shown(chromium, studio, suite) as (page, watched):
        stands(page, "in no file yet")
        page.click("#save")
        assert page.input_value("#file-name") == "npz.json"
        page.fill("#file-name", "there")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=there.json is there already.")
        assert (studio.folder / "there.json").read_text() == "{}"
        page.fill("#file-name", "mine")
        page.keyboard.press("Enter")
        stands(page, "mine.json: saved")
    assert on_disk(studio.folder / "mine.json") == suite.document
    assert [one for one in watched.complaints if "409" not in one] == []


def test_focus_comes_back_from_the_question_for_a_name(studio, chromium: Any):
    with shown(chromium, studio, open_file(studio.studio, "npz")) as (page, watched):
        page.click("#tab-keep")
        page.click("#pane-keep .primary")
        page.wait_for_selector("#file-name")
        page.keyboard.press("Enter")
        stands(page, "npz.json: saved")
        page.wait_for_selector("#pane-keep .primary:focus")
        assert page.inner_text("#pane-keep .primary") == "Save"
    assert watched.complaints == []


def test_file_that_an_editor_changed_is_shown_and_either_version_can_stand(studio, chromium: Any):
    suite, path = opened(studio), studio.folder / "mine.json"
    with shown(chromium, studio, suite) as (page, watched):
        path.write_text(path.read_text("utf-8").replace("the gardener", "the cook"), "utf-8")
        page.click("#said-file >> text=Load it")  # nothing is lost by that: there are no changes here
        comes_to_hold(page, "While the cook", region=1)
        stands(page, "mine.json: saved")
        write(page, "planned")
        stands(page, "1 change not saved")
        path.write_text(path.read_text("utf-8").replace("the cook", "the nurse"), "utf-8")
        page.wait_for_selector("#said-file >> text=here are changes that it has not")
        page.keyboard.press("Control+s")
        page.wait_for_selector("#said-file >> text=nothing was written over it")
        page.click("#said-file >> text=Show what changed")
        page.wait_for_selector("dialog tbody tr")
        rows = page.locator("dialog tbody tr")
        assert rows.count() == 5  # four sentences have a nurse, and one cell is written here
        assert rows.nth(1).inner_text().split("\t") == [
            "item 1, condition 'ambig_nocomma', region 2 (subordinate verb)",
            "dug",
            "planned",
        ]
        page.click("dialog >> text=Take the file's version")
        comes_to_hold(page, "dug")
        page.evaluate("window.studioStore.undo()")
        assert cell(page) == "planned"  # what was not chosen is in the history
        stands(page, "5 changes not saved")
        page.keyboard.press("Control+s")
        stands(page, "mine.json: saved")
        assert content(on_disk(path)) == "planned"
        path.unlink()
        stands(page, "mine.json: deleted or renamed")
        page.click("#said-file >> text=Write it again")
        stands(page, "mine.json: saved")
        assert content(on_disk(path)) == "planned"
    assert [one for one in watched.complaints if "409" not in one] == []


def test_overwriting_is_a_choice_of_its_own(studio, chromium: Any):
    suite, path = opened(studio), studio.folder / "mine.json"
    with shown(chromium, studio, suite) as (page, _):
        write(page, "planned")
        stands(page, "1 change not saved")
        path.write_text(path.read_text("utf-8").replace("the gardener", "the cook"), "utf-8")
        page.click("#said-file >> text=Overwrite the file")
        stands(page, "mine.json: saved")
    assert on_disk(path) == suite.document
    assert content(suite.document) == "planned"


def test_second_tab_follows_the_first(studio, chromium: Any):
    suite = opened(studio)
    with shown(chromium, studio, suite) as (first, one), shown(chromium, studio, suite) as (second, two):
        write(first, "planned")
        comes_to_hold(second, "planned")
        assert second.evaluate("window.studioStore.undoLabel") == "what another tab wrote"
        write(second, "slept", item=1)
        comes_to_hold(first, "slept", item=1)
        assert cell(first) == "planned"
    assert one.complaints == two.complaints == []


def test_tabs_that_write_in_the_same_moment_ask_which_is_to_stand(studio, chromium: Any):
    suite = opened(studio)
    with shown(chromium, studio, suite) as (first, _), shown(chromium, studio, suite) as (second, _two):
        second.context.route("**/api/state", lambda route: route.abort())  # it has not heard of the first one yet
        write(first, "planned")
        stands(first, "1 change not saved")
        write(second, "slept")
        second.wait_for_selector("#said-tabs")
        second.click("#said-tabs >> text=Show what differs")
        second.wait_for_selector("dialog tbody td")
        assert second.locator("dialog tbody td").all_inner_texts() == ["planned", "slept"]
        second.click("dialog >> text=Keep mine")
        comes_to_hold(first, "slept")
        second.evaluate("window.studioStore.undo()")
        assert cell(second) == "planned"  # what the other one wrote can be had back


def test_what_two_tabs_write_in_different_places_stands_together(studio, chromium: Any):
    suite = opened(studio)
    with shown(chromium, studio, suite) as (first, _), shown(chromium, studio, suite) as (second, _two):
        second.context.route("**/api/state", lambda route: route.abort())  # it has not heard of the first one yet
        write(first, "planned")
        stands(first, "1 change not saved")
        write(second, "After the cook", region=1)  # in the same sentence
        second.keyboard.press("Control+s")  # before anything was sent
        first.wait_for_selector("#standing:has-text('mine.json: saved')")
        saved = on_disk(studio.folder / "mine.json")
        assert (content(saved), content(saved, region=1)) == ("planned", "After the cook")
        assert (cell(second), cell(second, region=1)) == ("planned", "After the cook")
        assert second.locator("#said-tabs").count() == 0
        second.evaluate("window.studioStore.undo()")
        assert (cell(second), cell(second, region=1)) == ("dug", "After the cook")
    assert content(suite.document, region=1) == "After the cook"


def test_who_saves_in_the_middle_of_a_cell_writes_on(studio, chromium: Any):
    suite, path = opened(studio), studio.folder / "mine.json"
    with shown(chromium, studio, suite) as (page, watched):
        page.locator(".writing").focus()
        page.keyboard.type("While the")
        page.keyboard.press("Control+s")
        page.wait_for_selector("#standing:has-text('mine.json: saved')")
        assert content(on_disk(path), region=1) == "While the"
        page.keyboard.type(" cook")
        page.keyboard.press("Enter")
        page.wait_for_selector("#standing:has-text('1 change not saved')")
        assert cell(page, region=1) == "While the cook"
    assert watched.complaints == []


def test_keys_after_a_button_that_is_gone_are_for_the_grid(studio, chromium: Any):
    suite, path = opened(studio), studio.folder / "mine.json"
    with shown(chromium, studio, suite) as (page, watched):
        path.unlink()
        page.click("#said-file >> text=Write it again")
        page.wait_for_selector("#said-file", state="detached")
        page.keyboard.type("After the cook")
        page.keyboard.press("Enter")
        assert cell(page, region=1) == "After the cook"
        page.locator("p.title a").click()
        page.wait_for_selector("text=What would you like to do?")
        page.go_back()
        page.wait_for_selector("#standing")
        page.keyboard.type("Once the cook")
        page.keyboard.press("Enter")
        assert cell(page, region=1) == "Once the cook"
    assert watched.complaints == []


def test_killed_studio_loses_nothing(studio, chromium: Any, tmp_path):
    suite = opened(studio)
    with shown(chromium, studio, suite) as (page, _):
        write(page, "planned")
        stands(page, "1 change not saved; draft kept")
        page.context.route("**/api/**", lambda route: route.abort())  # as if it was killed
        page.wait_for_selector("#said-gone")
        write(page, "written alone")
        stands(page, "kept on this page only")
        with page.expect_download() as download:
            page.click("#said-gone >> text=Download what is on this page")
        assert content(on_disk(download.value.path())) == "written alone"
        page.context.unroute("**/api/**")  # as if it had only been slow: it gets what is left
        stands(page, "1 change not saved")
        assert content(suite.document) == "written alone"
    folder = drafts_of(studio.studio)
    assert folder is not None
    folder.close()
    with (
        served(studio.folder) as other,
        shown(chromium, other, open_file(other.studio, "mine.json")) as (page, watched),
    ):
        said = page.inner_text("#said-draft p")
        assert re.fullmatch(r"A draft of \d\d:\d\d has 1 change that the file has not\.", said)
        page.click("#said-draft >> text=Show")
        assert page.locator("dialog tbody td").all_inner_texts() == ["dug", "written alone"]
        page.click("dialog >> text=Take the draft")
        stands(page, "1 change not saved")
        assert cell(page) == "written alone"
        page.keyboard.press("Control+s")
        stands(page, "mine.json: saved")
        assert watched.complaints == []
    assert content(on_disk(studio.folder / "mine.json")) == "written alone"


def test_closed_tab_sends_what_is_being_written(studio, chromium: Any):
    suite = opened(studio)
    with shown(chromium, studio, suite) as (page, _):
        page.context.unroute("**/*")  # what a page sends that is gone cannot be looked at on its way
        write(page, "planned")
        page.goto("about:blank")  # before it was sent
        other = page.context.new_page()
        other.goto(f"{studio.address}#suite/{suite.id}")
        other.wait_for_selector("#standing")
        comes_to_hold(other, "planned")


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_serious(studio, chromium: Any, dark: bool):
    pytest.importorskip("axe_playwright_python")
    from axe_playwright_python.sync_playwright import Axe

    suite, path = opened(studio), studio.folder / "mine.json"
    with page_of(chromium, f"{studio.address}#suite/{suite.id}", dark=dark) as (page, _):
        page.wait_for_selector("#standing")
        write(page, "planned")
        path.write_text(path.read_text("utf-8").replace("the gardener", "the cook"), "utf-8")
        page.click("#tab-keep")
        page.wait_for_selector("#export-methods")
        seen = [Axe().run(page, context=part) for part in ("#pane-keep", "#banner", "#head")]
        page.click("#said-file >> text=Show what changed")
        page.wait_for_selector("dialog tbody tr")
        seen.append(Axe().run(page, context="dialog"))
        page.click("dialog >> text=Save mine as another file")
        page.wait_for_selector("#file-name")
        seen.append(Axe().run(page, context="dialog"))
    found = [violation for one in seen for violation in one.response["violations"]]
    assert [one for one in found if one["impact"] in ("serious", "critical")] == []


def test_who_looks_at_the_first_page_and_comes_back_can_still_undo(studio, chromium):
    opened = studio.studio.add(json.loads(shipped_suites()["npz"].read_text(encoding="utf-8")))
    with page_of(chromium, f"{studio.address}#suite/{opened.id}") as (page, watched):
        page.locator(".rgCol .rgCell .text").first.click()
        page.keyboard.type("When")
        page.keyboard.press("Enter")
        page.locator("#undo:enabled").wait_for()
        page.evaluate("window.studioStore.flush()")
        page.get_by_role("link", name="sglite studio").click()
        page.get_by_text("not saved").first.wait_for()
        page.go_back()
        page.locator("#undo:enabled").click()
        page.get_by_text("While the gardener", exact=True).first.wait_for()
    assert watched.complaints == []
