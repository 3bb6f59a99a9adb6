"""The grid in Chromium: written with keys, mouse and clipboard as a spreadsheet is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from support.studio import Served, page_of, served

Texts = Sequence[Sequence[str]]

TWO_ITEMS = [
    ["The key", "is", "here."],
    ["The keys", "are", "here."],
    ["The dog", "barks", ""],
    ["The dogs", "bark", ""],
]


def document(texts: Texts = TWO_ITEMS, conditions: Sequence[str] = ("sg", "pl"), **meta: Any) -> dict[str, Any]:
    """A suite of these sentences."""
    width = len(texts[0])
    rows = [
        {"regions": [{"region_number": number, "content": text} for number, text in enumerate(row, 1)]} for row in texts
    ]
    return {
        "meta": {"name": "t", "metric": "sum", **meta},
        "region_meta": {str(number): f"r{number}" for number in range(1, width + 1)},
        "predictions": [],
        "items": [
            {
                "item_number": place // len(conditions) + 1,
                "conditions": [
                    {"condition_name": name, **row}
                    for name, row in zip(conditions, rows[place : place + len(conditions)], strict=True)
                ],
            }
            for place in range(0, len(rows), len(conditions))
        ],
    }


class Grid:
    """A suite's page, and the suite as the studio has it."""

    def __init__(self, page: Any, studio: Served, suite_id: str) -> None:
        self.page = page
        self._studio = studio
        self._id = suite_id

    @property
    def document(self) -> dict[str, Any]:
        """The document on the server, once everything is there."""
        self.page.evaluate("studioStore.flush()")
        return self._studio.studio.suite(self._id).document

    @property
    def texts(self) -> list[list[str]]:
        return [
            [region["content"] for region in condition["regions"]]
            for item in self.document["items"]
            for condition in item["conditions"]
        ]

    @property
    def active(self) -> tuple[int, int, int]:
        """Item and condition by place, region by number."""
        place = self.page.evaluate("studioStore.selection")
        return place["item"], place["condition"], place["region"]

    def cell(self, row: int, col: int) -> Any:
        return self.page.locator(f'.rgCol revogr-data .rgCell[data-rgrow="{row}"][data-rgcol="{col}"]')

    def choose(self, row: int, col: int) -> None:
        self.cell(row, col).locator(".box").click()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def paste(self, text: str) -> None:
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.press("Control+v")

    @property
    def clipboard(self) -> str:
        text: str = self.page.evaluate("navigator.clipboard.readText()")
        return text.replace("\r\n", "\n")

    @property
    def said(self) -> str:
        text: str = self.page.locator(".under .message").inner_text()
        return text

    def chosen(self, entry: str) -> None:
        """Choose an entry of the menu of the active cell."""
        self.press("Shift+F10")
        self.page.get_by_role("menuitem", name=entry).click()


@pytest.fixture(scope="module")
def shared(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Any, Any]]:
    """A studio and its page, of which each test opens a suite of its own."""
    with served(tmp_path_factory.mktemp("grid")) as studio, page_of(chromium, studio.address) as (page, watched):
        yield studio, page, watched


@pytest.fixture
def opened(shared: Any) -> Any:
    studio, page, watched = shared

    @contextmanager
    def open_suite(suite: dict[str, Any] | None = None, *, refusals: int = 0) -> Iterator[Grid]:
        one = studio.studio.add(document() if suite is None else suite)
        watched.complaints.clear()
        page.goto(f"{studio.address}#suite/{one.id}")
        page.wait_for_selector(f'.sheet[data-suite="{one.id}"] .rgCell.active .box')
        yield Grid(page, studio, one.id)
        refused = [text for text in watched.complaints if "400 (Bad Request)" in text]  # as Chromium says it
        assert len(refused) == refusals
        assert [text for text in watched.complaints if text not in refused] == []
        assert watched.requests == []

    return open_suite


def test_typing_writes_cells_and_enter_and_tab_move_on(opened):
    with opened() as grid:
        grid.choose(0, 1)
        grid.type("was")
        grid.press("Enter")
        assert grid.active == (0, 1, 2)
        grid.type("were")
        grid.press("Tab")
        grid.type("there.")
        grid.press("Tab")
        assert grid.active == (1, 0, 1)  # the next row
        grid.press("Shift+Tab", "Shift+Tab", "F2")
        grid.type(" not")
        grid.press("Enter")
        assert grid.active == (1, 0, 2)
        assert grid.texts[:2] == [["The key", "was", "here."], ["The keys", "were not", "there."]]


def test_a_row_of_tabs_ends_with_enter_below_where_it_began(opened):
    with opened() as grid:
        grid.choose(0, 1)
        grid.type("a")
        grid.press("Tab")
        grid.type("b")
        grid.press("Enter")
        assert grid.active == (0, 1, 2)


def test_what_was_written_last_is_said_of_the_last_cell_too(opened):
    with opened() as grid:
        grid.press("Control+End")
        grid.type("now.")
        grid.press("Tab")
        grid.page.wait_for_selector(".writing[aria-label^='now.; item 2, pl']", state="attached")


def test_f6_leaves_the_grid_and_comes_back_to_it(opened):
    with opened() as grid:
        grid.choose(0, 1)
        grid.type("was")
        grid.press("F6")
        grid.page.wait_for_selector("#tab-design:focus")
        grid.press("F6")
        grid.page.wait_for_selector(".writing:focus", state="attached")
        assert grid.texts[0][1] == "was"


def test_tab_goes_from_the_head_to_the_cell_and_back(opened):
    with opened(document([*TWO_ITEMS] * 20)) as grid:  # more than there is room for
        grid.page.focus(".writing")  # as a browser does it, which scrolls there
        assert grid.page.locator(".sheet").evaluate("sheet => sheet.scrollTop") == 0
        grid.press("Control+Home", "Shift+Tab")
        grid.page.wait_for_selector("#theme:focus")
        grid.press("Tab")
        grid.page.wait_for_selector(".writing:focus", state="attached")
        assert grid.active == (0, 0, 1)


def test_focus_stays_in_the_head_when_nothing_is_left_to_undo(opened):
    with opened() as grid:
        grid.type("A")
        grid.press("Enter")
        grid.page.focus("#undo")
        grid.press("Enter")
        grid.page.wait_for_selector("#redo:focus")


def test_escape_leaves_a_cell_as_it_was_and_delete_empties_the_chosen_ones(opened):
    with opened() as grid:
        grid.choose(0, 0)
        grid.type("lost")
        grid.press("Escape")
        assert grid.texts == [list(row) for row in TWO_ITEMS]
        grid.press("Shift+ArrowDown", "Shift+ArrowRight", "Delete")
        assert [row[:2] for row in grid.texts[:2]] == [["", ""], ["", ""]]
        assert "4 cells" in grid.said
        grid.press("Control+z")
        assert grid.texts == [list(row) for row in TWO_ITEMS]
        grid.press("Control+y")
        assert grid.texts[0] == ["", "", "here."]


def test_keys_go_to_edges_and_choose_all(opened):
    with opened() as grid:
        grid.choose(1, 1)
        for key, place in [
            ("Home", (0, 1, 1)),
            ("End", (0, 1, 3)),
            ("Control+Home", (0, 0, 1)),
            ("Control+End", (1, 1, 3)),
            ("ArrowUp", (1, 0, 3)),
            ("Control+ArrowLeft", (1, 0, 1)),
            ("Control+ArrowUp", (0, 0, 1)),
            ("PageDown", (1, 1, 1)),
            ("Shift+Enter", (1, 0, 1)),
        ]:
            grid.press(key)
            assert grid.active == place, key
        grid.press("Control+a", "Control+c")
        assert grid.clipboard == "\n".join("\t".join(row) for row in TWO_ITEMS)


def test_what_is_written_is_kept_when_one_clicks_elsewhere(opened):
    with opened() as grid:
        grid.choose(0, 0)
        grid.type("A key")
        grid.choose(3, 1)
        assert grid.texts[0][0] == "A key"
        grid.type("barked")
        grid.page.locator("#tab-checks").click()
        assert grid.texts[3][1] == "barked"


def test_words_composed_by_an_input_method_are_written_whole(opened):
    with opened(document([["这", "是"]], ("one",), join="none")) as grid:
        grid.choose(0, 1)
        client = grid.page.context.new_cdp_session(grid.page)
        client.send("Input.imeSetComposition", {"text": "ni", "selectionStart": 2, "selectionEnd": 2})
        client.send("Input.insertText", {"text": "你"})
        grid.press("Enter")
        assert grid.texts == [["这", "你"]]


def test_a_block_from_excel_adds_items_and_one_undo_takes_it_back(opened):
    with opened() as grid:
        grid.choose(2, 0)
        rows = [[f"The cat {number}", "sleeps", "now."] for number in range(5)]
        grid.paste("\r\n".join("\t".join(row) for row in rows) + "\r\n")  # as Excel ends its last line
        assert grid.said.startswith("Pasted 5 × 3 cells, 2 items added.")
        assert grid.texts == [*TWO_ITEMS[:2], *rows, ["", "", ""]]
        assert [item["item_number"] for item in grid.document["items"]] == [1, 2, 3, 4]
        grid.press("Control+z")
        assert grid.texts == [list(row) for row in TWO_ITEMS]
        grid.press("Control+y")
        assert len(grid.texts) == 8


def test_quoted_cells_arrive_as_one_cell_each(opened):
    with opened() as grid:
        grid.choose(0, 0)
        grid.paste('"two\nlines"\t"a ""word"" and\ta tab"\t"said" he\r\n"plain"\t\t end \r\n')
        assert grid.texts[:2] == [["two lines", 'a "word" and a tab', '"said" he'], ['"plain"', "", " end "]]
        assert "Line ends and tabs within 2 cells became blanks" in grid.said


def test_copied_cells_come_back_as_they_were(opened):
    texts = [['"quoted"', 'in "the" middle', " blanks "], ["", "a", "b"]]
    with opened(document(texts)) as grid:
        grid.press("Control+Home")
        grid.choose(0, 0)
        grid.press("Control+a", "Control+c", "Delete", "Control+v")
        assert grid.texts == texts


def test_columns_that_do_not_fit_are_said_and_can_be_added(opened):
    with opened() as grid:
        grid.choose(0, 1)
        grid.paste("a\tb\tc\td")
        assert grid.texts[0] == ["The key", "a", "b"]
        assert "2 columns on the right did not fit" in grid.said
        grid.page.get_by_role("button", name="Add 2 regions and paste all").click()
        assert grid.texts[0] == ["The key", "a", "b", "c", "d"]
        assert list(grid.document["region_meta"]) == ["1", "2", "3", "4", "5"]
        grid.page.locator("#undo").click()
        assert grid.texts == [list(row) for row in TWO_ITEMS]
        assert list(grid.document["region_meta"]) == ["1", "2", "3"]


def test_a_cell_pasted_over_a_block_fills_it(opened):
    with opened() as grid:
        grid.choose(0, 0)
        grid.press("Shift+ArrowDown")
        grid.paste("X")
        assert [row[0] for row in grid.texts] == ["X", "X", "The dog", "The dogs"]


def test_cells_are_filled_by_drawing_and_by_key(opened):
    with opened() as grid:
        grid.choose(0, 1)
        box = grid.cell(0, 1).locator(".box").bounding_box()
        below = grid.cell(2, 1).locator(".box").bounding_box()
        grid.page.mouse.move(box["x"] + box["width"] - 4, box["y"] + box["height"] - 4)
        grid.page.mouse.down()
        grid.page.mouse.move(below["x"] + 20, below["y"] + 10, steps=4)
        grid.page.mouse.up()
        assert [row[1] for row in grid.texts] == ["is", "is", "is", "bark"]
        grid.choose(3, 2)
        grid.type("loudly")
        grid.press("Enter")
        grid.choose(3, 0)
        grid.press("Control+d")
        assert grid.texts[3] == ["The dog", "bark", "loudly"]


def test_items_are_added_copied_moved_labelled_and_deleted(opened):
    with opened() as grid:
        grid.choose(0, 0)
        grid.chosen("Duplicate item")
        assert [item["item_number"] for item in grid.document["items"]] == [1, 3, 2]
        assert grid.texts[2:4] == [list(row) for row in TWO_ITEMS[:2]]
        grid.chosen("Move item down")
        assert [item["item_number"] for item in grid.document["items"]] == [1, 2, 3]
        grid.chosen("Label of the item")
        grid.type("copy")
        grid.press("Enter")
        assert grid.document["items"][2]["label"] == "copy"
        grid.chosen("Delete item")
        assert "Deleted item 3 (copy)" in grid.said
        assert grid.texts == [list(row) for row in TWO_ITEMS]
        grid.press("Control+z")
        assert grid.document["items"][2]["label"] == "copy"
        grid.page.locator("#add-item").click()
        grid.type("The fox")
        grid.press("Enter")
        assert grid.texts[6] == ["The fox", "", ""]
        assert grid.document["items"][3]["item_number"] == 4


def test_conditions_and_regions_change_in_all_items_and_predictions_follow(opened):
    suite = document()
    suite["predictions"] = [{"type": "formula", "formula": "(2;%sg%) > (2;%pl%)"}]
    with opened(suite, refusals=1) as grid:
        grid.choose(0, 0)
        grid.chosen("Rename condition")
        grid.type("pl")
        grid.press("Enter")
        grid.page.wait_for_selector(".question .failed >> text=pl")  # there is one: asked again
        grid.press("Control+a")
        grid.type("singular")
        grid.press("Enter")
        grid.page.wait_for_selector(".under .message >> text=Condition sg is now singular.")
        grid.chosen("Add region before")
        grid.type("opening")
        grid.press("Enter")
        grid.page.wait_for_selector(".under .message >> text=Added region 1 opening.")
        assert grid.texts[0] == ["", *TWO_ITEMS[0]]
        assert grid.document["predictions"][0]["formula"] == "(3;%singular%) > (3;%pl%)"
        grid.type("Look:")
        grid.press("Enter", "Control+z", "Control+z", "Control+z")
        assert grid.document["predictions"] == suite["predictions"]
        assert grid.texts == [list(row) for row in TWO_ITEMS]


def test_what_is_written_while_the_whole_suite_changes_is_not_lost(opened):
    with opened() as grid:
        grid.choose(0, 0)
        grid.page.evaluate(
            """async () => {
              const edit = { kind: "rename_condition", name: "sg", to: "singular" };
              const changing = studioStore.change("renaming", "/edit", { edit });
              await new Promise((done) => setTimeout(done)); // the request is under way
              const field = document.activeElement;
              field.value = "A key";
              field.dispatchEvent(new Event("input", { bubbles: true }));
              field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
              await changing;
            }"""
        )
        assert grid.texts[0][0] == "A key"
        assert grid.document["items"][0]["conditions"][0]["condition_name"] == "singular"


@pytest.mark.parametrize(("col", "text", "said"), [(1, "here.", "it was not written: looked"), (2, "looked", "")])
def test_a_cell_that_is_being_written_keeps_its_region_when_another_one_goes(opened, col, text, said):
    with opened() as grid:
        grid.choose(0, col)
        grid.type("looked")
        grid.page.evaluate("void studioStore.change('x', '/edit', { edit: { kind: 'delete_region', number: 2 } })")
        grid.page.wait_for_selector(".under .size >> text=2 regions")
        grid.press("Enter")
        assert grid.texts[0] == ["The key", text]
        assert grid.texts[1:] == [["The keys", "here."], ["The dog", ""], ["The dogs", ""]]
        assert said in grid.said


def test_columns_keep_the_width_that_somebody_drew(opened):
    with opened() as grid:
        head = grid.page.locator('.rgCol .rgHeaderCell:has-text("r1")')
        before = head.bounding_box()
        x, y = before["x"] + before["width"] - 2, before["y"] + before["height"] / 2
        grid.page.mouse.move(x, y)
        grid.page.mouse.down()
        grid.page.mouse.move(x + 60, y, steps=3)
        grid.page.mouse.up()
        grid.choose(0, 0)
        grid.chosen("Duplicate item")
        assert head.bounding_box()["width"] == before["width"] + 60


def test_the_sentence_stands_below_each_row_as_it_will_be_scored(opened):
    with opened(document([["The key ", "", "is here"], ["a", "b", ""]], join="natural")) as grid:
        line = grid.cell(0, 0).locator(".sentence")
        shown = grid.page.evaluate("studioStore.sentencesOf(studioStore.document.items[0]).sg")
        assert line.text_content() == shown
        assert grid.cell(0, 1).locator(".box.empty").count() == 1
        assert grid.cell(0, 0).locator(".blank").text_content() == " "
        grid.choose(0, 1)
        grid.type("not")
        grid.press("Enter")
        grid.page.wait_for_selector(".sentence:not(.pending) >> text=The key not is here")
        assert grid.cell(0, 1).locator(".box.empty").count() == 0


@pytest.mark.parametrize("texts", [["הילד", "אכל", "תפוח"], ["الولد", "أكل", "تفاحة"]])
def test_regions_of_right_to_left_scripts_run_from_right_to_left(opened, texts):
    with opened(document([texts, texts])) as grid:
        places = [
            grid.page.locator(f'.rgCol .rgHeaderCell:has-text("r{number}")').bounding_box()["x"] for number in (1, 2, 3)
        ]
        assert places == sorted(places, reverse=True)
        assert grid.cell(0, 2).locator(".box .text").inner_text() == texts[0]
        grid.choose(0, 2)
        assert grid.active == (0, 0, 1)
        grid.press("ArrowLeft")
        assert grid.active == (0, 0, 2)
        grid.press("Tab")
        assert grid.active == (0, 0, 3)


def test_what_was_found_is_marked_where_it_is_and_said_for_the_chosen_cell(opened):
    with opened(document([*TWO_ITEMS[:2], ["The dog", "barks  loudly", ""], TWO_ITEMS[3]])) as grid:
        grid.cell(2, 1).locator(".mark.warning").wait_for(state="attached")
        assert grid.page.locator(".colPinStart .count").inner_text() == "1"
        grid.page.evaluate("studioStore.select({item: 1, condition: 0, region: 2})")
        grid.page.wait_for_selector(".about .found >> text=double blank")
        grid.type("barks")
        grid.press("Enter")
        grid.cell(2, 1).locator(".mark").wait_for(state="detached")


def test_a_second_page_of_a_hundred_items_is_drawn_where_one_goes(opened):
    with opened(document([[f"a{place}", "b"] for place in range(800)], tuple("abcdefgh"))) as grid:
        grid.choose(0, 0)
        grid.press("Control+End")
        grid.page.wait_for_selector('.rgCell.active[data-rgrow="799"]')
        grid.type("end")
        grid.press("Enter")
        assert grid.texts[799] == ["a799", "end"]


def test_long_names_break_where_there_is_room(opened):
    names = [f"{'a_condition_whose_name_is_long':_<59}{n}" for n in (1, 2)]
    with opened(document([["It", "is", "here."]] * 4, names)) as grid:  # two conditions that read the same: a warning
        grid.page.click("#tab-checks")
        grid.page.wait_for_selector("#pane-checks bdi:has-text('a_condition_whose_name_is_long')")
        for part in (".side", ".grid .about"):
            assert grid.page.locator(part).evaluate("part => part.scrollWidth <= part.clientWidth")


def test_axe_finds_nothing_serious(opened):
    pytest.importorskip("axe_playwright_python")
    from axe_playwright_python.sync_playwright import Axe

    with opened(document([*TWO_ITEMS] * 20)) as grid:  # which scrolls
        for scheme in ("dark", "light"):
            grid.page.emulate_media(color_scheme=scheme)
            grid.choose(0, 0)
            found = Axe().run(grid.page, context=".grid")
            assert [one["id"] for one in found.response["violations"] if one["impact"] in ("serious", "critical")] == []
            grid.press("Shift+F10")
            found = Axe().run(grid.page, context=".grid-menu")
            assert found.response["violations"] == []
            grid.press("Escape")
