"""What comes in: the first page, tables understood and changed, results, the tour, help, and the end."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from support.studio import Served, page_of

import syntaxgym_lite as sgl
from syntaxgym_lite.resources import shipped_suites

HEADER = ("Satznr", "Kopf", "Attraktor", "Häufigkeit", "Subjekt", "Präpositionalphrase", "Verb", "Rest")
NOUNS = (
    ("Der Schlüssel", "Die Schlüssel", "zu dem Schrank", "zu den Schränken", "rostig."),
    ("Das Bild", "Die Bilder", "neben dem Fenster", "neben den Fenstern", "schön."),
    ("Der Brief", "Die Briefe", "von dem Lehrer", "von den Lehrern", "kurz."),
)


def german_rows(n_items: int = 12) -> list[list[Any]]:
    """A 2 x 2 design of agreement attraction, as somebody in Germany writes it down."""
    rows: list[list[Any]] = []
    for item in range(1, n_items + 1):
        singular, plural, near, nears, rest = NOUNS[item % len(NOUNS)]
        for head in ("Sg", "Pl"):
            for attractor in ("Sg", "Pl"):
                subject, verb = (singular, "war") if head == "Sg" else (plural, "waren")
                rows.append([item, head, attractor, 3.25, subject, near if attractor == "Sg" else nears, verb, rest])
    return rows


def german_workbook(path: Path, header: tuple[str, ...] = HEADER) -> Path:
    import xlsxwriter

    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Tabelle1")
    for place, row in enumerate([header, *german_rows()]):
        sheet.write_row(place, 0, row)
    book.close()
    return path


def pasted(studio: Served, text: str, **options: Any) -> Any:
    number = studio.post("/imports/text", {"text": text})["import"]
    return studio.post(f"/imports/{number}", options)


def chosen(proposal: Any) -> dict[str, str]:
    return {one["column"]: one["option"] for one in proposal["columns"]}


def test_files_of_the_folder_are_told_apart(studio):
    shutil.copy(shipped_suites()["npz"], studio.folder / "a.json")
    german_workbook(studio.folder / "b.xlsx")
    (studio.folder / "deep").mkdir()
    sgl.evaluate("npz", "ngram").save(studio.folder / "deep" / "run.json")
    (studio.folder / "package.json").write_text('{"name": "x"}', encoding="utf-8")
    (studio.folder / "notes.txt").write_text("Nothing that is a table.\n", encoding="utf-8")
    (studio.folder / ".hidden.csv").write_text("item,condition,sentence\n", encoding="utf-8")
    home = studio.get("/home")
    kinds = {one["path"]: one["kind"] for one in home["files"]}
    assert kinds == {"a.json": "suite", "b.xlsx": "stimuli", "deep/run.json": "results"}
    assert home["is_all"]
    assert "npz" in [one["name"] for one in home["examples"]]
    assert "id" in studio.post("/open", {"path": "a.json"})
    assert "import" in studio.post("/open", {"path": "b.xlsx"})
    [suite] = studio.post("/open", {"path": "deep"})["suites"]
    assert suite == {"name": "npz", "example": "npz"}


def test_a_german_workbook_is_understood(studio):
    german_workbook(studio.folder / "Kongruenz.xlsx")
    number = studio.post("/open", {"path": "Kongruenz.xlsx"})["import"]
    proposal = studio.get(f"/imports/{number}")
    roles = ["item_column", "factors", "factors", "", "regions", "regions", "regions", "regions"]
    assert chosen(proposal) == dict(zip(HEADER, roles, strict=True))
    [suite] = proposal["suites"]
    assert suite["n_items"] == 12
    assert suite["conditions"] == ["Sg_Sg", "Sg_Pl", "Pl_Sg", "Pl_Pl"]
    assert suite["items"][0]["conditions"][0]["sentence"] == "Das Bild neben dem Fenster war schön."
    taken = studio.post(f"/imports/{number}/take", {"options": {}, "region_names": ["Subjekt", "PP", "Verb", "Rest"]})
    document = studio.get(f"/suites/{taken['id']}")["document"]
    assert document["region_meta"] == {"1": "Subjekt", "2": "PP", "3": "Verb", "4": "Rest"}
    assert document["condition_factors"]["Sg_Pl"] == {"Kopf": "Sg", "Attraktor": "Pl"}


@pytest.mark.parametrize(
    ("header", "lacking"),
    [
        ("Nummer,Bedingung,Satz", ()),
        ("numéro,condition,phrase", ()),
        ("ítem,condición,oración", ()),
        ("item,condizione,frase", ()),
        ("itemnummer,conditie,zin", ()),
        ("número,condição,sentença", ()),
        ("номер,условие,предложение", ()),
        ("madde,koşul,cümle", ()),
        ("编号,条件,句子", ()),
        ("項目,条件,例文", ()),
    ],
)
def test_columns_named_in_other_languages_are_known(studio, header, lacking):
    proposal = pasted(studio, f"{header}\n1,a,One two.\n1,b,One three.\n2,a,Four two.\n2,b,Four three.\n")
    assert list(chosen(proposal).values()) == ["item_column", "condition_column", "sentence"]
    assert proposal["doubts"] == []


UNKNOWN = (
    "foo\tbar\tbaz\tqux\nx\tp\tOne two\tthree.\nx\tq\tOne two\tfour.\ny\tp\tFive two\tsix.\ny\tq\tFive two\tten.\n"
)


def test_what_is_not_understood_says_so_in_words_and_is_mended_column_by_column(studio):
    proposal = pasted(studio, "foo\tbar\n1\tOne\n1\tTwo\n")
    [problem] = proposal["problems"]
    assert "`" not in problem
    assert "--" not in problem
    proposal = pasted(studio, UNKNOWN, item_column="foo", condition_column="bar", regions=["qux", "baz"])
    assert proposal["doubts"] == []
    assert chosen(proposal) == {
        "foo": "item_column",
        "bar": "condition_column",
        "baz": "regions",
        "qux": "regions",
    }
    assert [one["region"] for one in proposal["columns"]] == [0, 0, 2, 1]
    assert proposal["suites"][0]["items"][0]["conditions"][0]["sentence"] == "three. One two"
    refused = pasted(studio, UNKNOWN, item_column="foo", condition_column="bar", sentence="nothing")
    assert "problems" in refused
    assert chosen(refused) == {"foo": "item_column", "bar": "condition_column", "baz": "", "qux": ""}


def test_sheets_and_ways_to_cut_can_be_chosen(studio):
    import xlsxwriter

    book = xlsxwriter.Workbook(studio.folder / "two.xlsx")
    for name in ("Notes", "Items"):
        sheet = book.add_worksheet(name)
        for place, row in enumerate([["item", "condition", "sentence"], [1, "a", "One/two."], [1, "b", "One/ten."]]):
            sheet.write_row(place, 0, row)
    book.close()
    data = (studio.folder / "two.xlsx").read_bytes()
    number = studio.post(f"/imports/file?name={quote('Zwei Blätter.xlsx')}", data)["import"]
    proposal = studio.get(f"/imports/{number}")
    assert proposal["source"] == "Zwei Blätter.xlsx"
    assert proposal["sheets"] == ["Notes", "Items"]
    assert "Sheet" in proposal["problems"][0]
    proposal = studio.post(f"/imports/{number}", {"sheet": "Items", "split": "/"})
    assert proposal["suites"][0]["items"][0]["conditions"][0]["contents"] == ["One", "two."]
    assert proposal["suites"][0]["name"] == "Zwei Blätter"


def test_numbered_examples_are_read_too(studio):
    text = "1. a. The key was lost.\n   b. The keys were lost.\n2. a. The door was shut.\n   b. The doors were shut.\n"
    proposal = pasted(studio, text)
    assert proposal["suites"][0]["n_items"] == 2
    assert all(not one["column"] for one in proposal["columns"])


def test_a_suite_or_results_that_are_dropped_are_opened(studio):
    assert "id" in studio.post("/imports/file?name=npz.json", shipped_suites()["npz"].read_bytes())
    sgl.evaluate("npz", "ngram").save(studio.folder / "run.json")
    answer = studio.post("/imports/file?name=run.json", (studio.folder / "run.json").read_bytes())
    assert studio.get(f"/reports/{answer['report']}/about")["source"] == "run.json"


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.xlsx", b"PK\x03\x04nothing", "zip archive"),
        ("a.pdf", b"%PDF-1.4", "is a PDF"),
        ("a.csv", b"", "is empty"),
        ("a.csv", "Satz;ä".encode("latin-1"), "not UTF-8"),
        ("../../etc/passwd", b"root:x:0:0", ""),
    ],
)
def test_what_cannot_be_read_says_why(studio, name, data, said):
    number = studio.post(f"/imports/file?name={quote(name)}", data)["import"]
    proposal = studio.get(f"/imports/{number}")
    assert said in " ".join(proposal["problems"])
    assert "/tmp" not in str(proposal)
    assert "/" not in proposal["source"]


def test_a_suite_begins_with_its_design(studio):
    body = {"name": "x", "regions": ["a", "b"], "factors": [["f", ["1", "2"]], ["g", ["1", "2"]]], "n_items": 3}
    number = studio.post("/new", body)["id"]
    document = studio.get(f"/suites/{number}")["document"]
    assert len(document["items"]) == 3
    assert list(document["condition_factors"]) == ["1_1", "1_2", "2_1", "2_2"]
    status, answer = studio.ask("POST", "/new", {**body, "regions": ["a", "a"]})
    assert status == 400
    assert answer["message"] == "The region 'a' is there twice."
    status, answer = studio.ask("POST", "/new", {**body, "factors": [["f", ["1"]], ["f", ["2"]]]})
    assert (status, answer["message"]) == (400, "Two factors have one name.")


def test_what_was_let_go_of_says_so(studio):
    for path in ("/imports/99", "/reports/99", "/reports/99/about"):
        status, answer = studio.ask("GET", path)
        assert status == 410
        assert "again from the first page" in answer["message"]


def test_a_table_is_changed_and_taken_by_hand(studio, chromium):
    with page_of(chromium, studio.address) as (page, watched):
        page.fill("#paste-area", UNKNOWN)
        page.click("#paste-take")
        page.wait_for_selector("#column-0")
        assert page.query_selector("#take-it") is None
        page.select_option("#column-0", "item_column")
        page.wait_for_selector("table.preview")
        page.select_option("#column-2", "regions")
        page.wait_for_selector("text=Region")
        page.wait_for_selector(".place >> nth=1")
        page.click("[aria-label='Region qux earlier in the sentence']")
        page.wait_for_selector("td:has-text('three. One two')")
        page.fill("[aria-label='Name of region 1']", "final")
        page.press("[aria-label='Name of region 1']", "Tab")
        page.fill("#setting-name", "mine")
        page.press("#setting-name", "Tab")
        page.wait_for_selector("#setting-name[value='mine']")
        page.click("#take-it")
        page.wait_for_selector(".workbench")
    [suite] = studio.studio.suites()
    assert suite.name == "mine"
    assert suite.document["region_meta"] == {"1": "final", "2": "baz"}
    assert watched.complaints == []


def test_the_tour_sees_what_was_done_and_is_offered_once(studio, chromium):
    with page_of(chromium, studio.address) as (page, watched):
        page.click("#start-tour")
        page.wait_for_selector(".tour:has-text('1 of 7')")
        page.evaluate("studioStore.select({item: 1, condition: 0, region: 1})")
        page.wait_for_selector(".tour:has-text('2 of 7')")
        page.evaluate(
            "import(new URL('static/grid/cells.js', document.baseURI)).then(({withTexts}) => "
            "studioStore.apply('try', (suite) => withTexts(suite, [{item: 1, condition: 0, "
            "region: 1, text: 'Whenever'}])))"
        )
        page.wait_for_selector(".tour:has-text('3 of 7')")
        page.click("#undo")
        page.wait_for_selector(".tour:has-text('4 of 7')")
        page.click("#tab-predictions")
        page.wait_for_selector(".tour:has-text('5 of 7')")
        page.click("#tour-next")
        page.wait_for_selector(".tour:has-text('6 of 7')")
        page.reload()  # it goes on where it was
        page.wait_for_selector(".tour:has-text('6 of 7')")
        page.click("#tour-end")
        page.goto(studio.address)
        page.wait_for_selector("h1:has-text('What would')")
        assert page.query_selector("#start-tour") is None
        page.keyboard.press("F1")
        page.wait_for_selector("dialog[open] :text('Keys in the grid')")
        page.click("#help-tour")
        page.wait_for_selector(".tour:has-text('1 of 7')")
    assert watched.complaints == []


def test_the_end_asks_if_something_is_not_saved(studio, chromium):
    studio.post("/example", {"name": "npz"})
    with page_of(chromium, studio.address) as (page, watched):
        page.wait_for_selector("text=Open now")
        page.keyboard.press("?")
        page.click("#end-studio")
        page.wait_for_selector("dialog :text('not saved')")
        page.click("#end-not")
        assert studio.get("/state")["studio"] == studio.studio.id
        page.click("#help")
        page.click("#end-studio")
        page.click("#end-anyway")
        page.wait_for_selector("#ended")
        assert page.query_selector(".said") is None
    assert watched.complaints == []


@pytest.mark.parametrize("dark", [False, True])
def test_everybody_can_use_the_first_page_and_an_import(studio, chromium, dark):
    from axe_playwright_python.sync_playwright import Axe

    german_workbook(studio.folder / "Kongruenz.xlsx")
    with page_of(chromium, studio.address, dark=dark, size=(820, 1180)) as (page, watched):
        page.click("#new-open")
        page.focus("#new-make")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")  # main alone scrolls
        assert page.evaluate("(box => box.scrollWidth <= box.clientWidth)(document.querySelector('.home .card'))")
        found = [one for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")]
        page.click("text=Kongruenz.xlsx")
        page.wait_for_selector("table.preview")
        found += [one for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [(one["id"], [node["html"] for node in one["nodes"]][:2]) for one in found] == []
    assert watched.complaints == []
