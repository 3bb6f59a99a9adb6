"""A suite and its results as files for other programs."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from support.studio import Served, page_of

import syntaxgym_lite as sgl
from syntaxgym_lite.studio import scoring
from syntaxgym_lite.studio.exporting import EXPORTS
from syntaxgym_lite.studio.keeping import open_file
from syntaxgym_lite.studio.studio import OpenSuite


@pytest.fixture(scope="module")
def run() -> Any:
    return sgl.evaluate("npz", "ngram")


@pytest.fixture
def suite(studio: Served, run: Any, monkeypatch: pytest.MonkeyPatch) -> OpenSuite:
    """A suite that the n-gram model has scored."""
    monkeypatch.setattr(scoring, "current_run", lambda studio, suite_id: run)
    return open_file(studio.studio, "npz")


def downloaded(studio: Served, suite: OpenSuite, kind: str, **chosen: str) -> bytes:
    query = "&".join(f"{name}={value}" for name, value in {"kind": kind, **chosen}.items())
    status, content = studio.ask("GET", f"/suites/{suite.id}/export?{query}")
    assert status == 200, content
    return content if isinstance(content, bytes) else json.dumps(content).encode()


def saved(studio: Served, suite: OpenSuite, kind: str, path: str, **more: Any) -> tuple[int, Any]:
    return studio.ask("POST", f"/suites/{suite.id}/export", {"kind": kind, "path": path, **more})


@pytest.mark.parametrize("kind", list(EXPORTS))
def test_each_export_is_made_and_saved_under_the_name_that_is_proposed(studio, suite, kind):
    proposed = studio.post(f"/suites/{suite.id}/export/name", {"kind": kind, "path": ""})
    status, answer = saved(studio, suite, kind, proposed["path"])
    assert (status, answer["path"]) == (200, proposed["path"])
    path = studio.folder / proposed["path"]
    assert path.is_dir() == proposed["is_folder"]
    assert all(one.stat().st_size for one in (path.iterdir() if path.is_dir() else [path]))


def test_file_that_is_there_is_replaced_only_where_that_is_said(studio, suite):
    (studio.folder / "table.csv").write_text("mine")
    status, answer = saved(studio, suite, "wide", "table.csv")
    assert (status, answer["kind"], (studio.folder / "table.csv").read_text()) == (409, "there", "mine")
    assert saved(studio, suite, "wide", "table.csv", replaces=answer["digest"])[0] == 200
    assert (studio.folder / "table.csv").read_text("utf-8").startswith("item_number,condition_name,")


def test_results_are_what_the_terminal_goes_on_from(studio, suite, run):
    assert saved(studio, suite, "results", "out")[0] == 200
    assert sgl.RunResult.load(studio.folder / "out").to_frame().equals(run.to_frame())
    status, answer = saved(studio, suite, "results", "out")
    assert (status, answer["digest"]) == (409, "folder")
    assert saved(studio, suite, "results", "out", replaces="folder")[0] == 200


def test_several_files_are_downloaded_as_one_archive(studio, suite):
    with zipfile.ZipFile(io.BytesIO(downloaded(studio, suite, "lists"))) as archive:
        assert archive.namelist() == [f"npz-lists/list_{letter}.csv" for letter in "ABCD"]


def test_tables_are_written_as_excel_reads_them_elsewhere(studio, suite):
    assert downloaded(studio, suite, "wide", style="semicolon").startswith("\ufeffitem_number;condition_name".encode())


def test_what_a_format_cannot_hold_is_said(studio, suite):
    notes = studio.post(f"/suites/{suite.id}/export/name", {"kind": "wide", "path": ""})["notes"]
    assert "3 predictions" in notes[0] or "1 prediction" in notes[0]


def test_unfinished_items_are_left_out_and_named(studio, suite):
    document = json.loads(json.dumps(suite.document))
    for condition in document["items"][1]["conditions"]:
        for region in condition["regions"]:
            region["content"] = ""
    studio.post(f"/suites/{suite.id}/changes", {"base": 0, "client": "a", "document": document})
    notes = studio.post(f"/suites/{suite.id}/export/name", {"kind": "sentences", "path": ""})["notes"]
    assert notes[0].startswith("Left out, since it is not finished: item 2: ")
    assert len(downloaded(studio, suite, "sentences").splitlines()) == 4 * 27
    assert len(json.loads(downloaded(studio, suite, "json"))["items"]) == 28


def test_without_results_a_model_is_asked_for(studio):
    suite = open_file(studio.studio, "npz")
    for kind in [one.id for one in EXPORTS.values() if one.group == "results"]:
        status, answer = studio.ask("GET", f"/suites/{suite.id}/export?kind={kind}")
        assert (status, "Choose a model first" in answer["message"]) == (400, True)


@pytest.mark.parametrize(("name", "said"), [("../a.csv", "outside"), ("", "shall be called"), ("no/a.csv", "folder")])
def test_places_outside_are_refused(studio, suite, name, said):
    status, answer = saved(studio, suite, "wide", name)
    assert (status, said in answer["message"]) == (400, True)


def test_suite_that_is_open_is_not_replaced_by_an_export(studio, suite):
    (studio.folder / "mine.json").write_bytes(downloaded(studio, suite, "json"))
    open_file(studio.studio, "mine.json")
    status, answer = saved(studio, suite, "json", "mine.json")
    assert (status, "open here" in answer["message"]) == (400, True)


def test_pane_saves_downloads_and_opens(studio, suite, chromium: Any):
    with page_of(chromium, f"{studio.address}#suite/{suite.id}") as (page, watched):
        page.click("#tab-keep")
        page.wait_for_selector("#export-wide")
        for kind in ("json", "xlsx"):
            with page.expect_download() as download:
                page.click(f"#export-{kind} >> text=Download")
            assert download.value.suggested_filename == f"npz.{kind}"
        page.click("#export-figure >> text=Save in the folder")
        page.wait_for_selector("#file-name")
        assert page.input_value("#file-name") == "npz-regions.pdf"
        page.keyboard.press("Enter")
        page.wait_for_selector("#export-figure >> text=Saved as npz-regions.pdf")
        with page.context.expect_page() as report:
            page.click("#export-report >> text=Open")
        report.value.wait_for_selector("h1")
        assert "npz" in report.value.inner_text("h1")
    assert (studio.folder / "npz-regions.pdf").read_bytes().startswith(b"%PDF")
    assert watched.complaints == []
