"""Files of suites in the studio: saved whole, never over what others wrote, and drafts of what is not saved."""

from __future__ import annotations

import copy
import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from support.studio import Served, served

from syntaxgym_lite.errors import InputError, SuiteError
from syntaxgym_lite.resources import shipped_suites
from syntaxgym_lite.studio.drafts import drafts_of
from syntaxgym_lite.studio.keeping import drafts, open_bytes, open_file
from syntaxgym_lite.studio.studio import OpenSuite


def suite_file(studio: Served, name: str = "mine.json") -> Path:
    """A copy of a shipped suite in the folder."""
    return Path(shutil.copy(shipped_suites()["npz"], studio.folder / name))


def opened(studio: Served, name: str = "mine.json") -> OpenSuite:
    if not (studio.folder / name).exists():
        suite_file(studio, name)
    return open_file(studio.studio, name)


def change(studio: Served, suite: OpenSuite, text: str = "planned", item: int = 0) -> Any:
    """Write into a cell, as the page does."""
    own = copy.deepcopy(suite.document["items"][item])
    own["conditions"][0]["regions"][1]["content"] = text
    return studio.post(f"/suites/{suite.id}/changes", {"base": suite.revision, "client": "a", "items": {item: own}})


def save(studio: Served, suite: OpenSuite, **more: Any) -> tuple[int, Any]:
    return studio.ask("POST", f"/suites/{suite.id}/save", {"base": suite.revision, **more})


def on_disk(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


# ---------------------------------------------------------------- opening


def test_file_is_one_suite_for_all_tabs(studio):
    assert opened(studio) is open_file(studio.studio, studio.folder / "mine.json")


def test_shipped_suite_opens_as_a_copy_in_no_file(studio):
    for named in ("npz", shipped_suites()["npz"]):
        suite = open_file(studio.studio, named)
        assert suite.file is None
        assert "copy" in suite.notes[0]


def test_file_by_the_name_of_a_shipped_suite_comes_first(studio):
    suite_file(studio, "npz")
    assert open_file(studio.studio, "npz").file == studio.folder / "npz"


def test_broken_file_is_refused_with_the_place(studio):
    (studio.folder / "broken.json").write_text('{"items": [}')
    with pytest.raises(SuiteError, match=r"broken\.json: not JSON: .*line 1, column 12"):
        open_file(studio.studio, "broken.json")


def test_unfinished_suite_opens(studio):
    document = {"meta": {}, "region_meta": {"1": "all"}, "items": [{"item_number": 1, "conditions": []}]}
    (studio.folder / "begun.json").write_text(json.dumps(document))
    assert open_file(studio.studio, "begun.json").document == document


def test_what_is_no_suite_is_refused(studio):
    (studio.folder / "other.json").write_text('{"items": [3]}')
    with pytest.raises(SuiteError, match="region_meta: missing"):
        open_file(studio.studio, "other.json")


def test_file_outside_is_refused_also_by_a_link(studio):
    outside = suite_file(studio, "../outside.json")
    (studio.folder / "link.json").symlink_to(outside)
    for name in ("../outside.json", "link.json"):
        with pytest.raises(InputError, match="outside the folders"):
            open_file(studio.studio, name)


def test_dropped_file_is_in_no_file_of_the_folder(studio):
    suite = open_bytes(studio.studio, shipped_suites()["npz"].read_bytes(), "npz.json")
    assert (suite.name, suite.file) == ("npz", None)


# ---------------------------------------------------------------- saving


def test_saved_file_holds_the_change_and_all_else_byte_for_byte(studio):
    path = suite_file(studio)
    document = on_disk(path)
    document["x-lab"] = {"b": 1, "a": [None, 1.5, "é"]}
    document["items"][0]["conditions"][0]["regions"][0] = {
        "note": "kept",
        **document["items"][0]["conditions"][0]["regions"][0],
    }
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", "utf-8")
    before = path.read_text("utf-8")
    suite = opened(studio)
    change(studio, suite, "dug deep")
    status, answer = save(studio, suite)
    assert (status, answer["unsaved"], answer["unfinished"]) == (200, 0, None)
    assert answer["saved_revision"] == answer["revision"] == 1
    assert path.read_text("utf-8") == before.replace('"content": "dug"', '"content": "dug deep"', 1)


def test_layout_of_the_file_is_kept(studio):
    path = suite_file(studio)
    path.write_text(path.read_text("utf-8").replace("the pilot", "Zoé"), "utf-8")
    before = json.dumps(on_disk(path), indent=4).replace("\n", "\r\n")
    path.write_bytes(before.encode())
    suite = opened(studio)
    change(studio, suite, "dug déep")
    assert save(studio, suite)[0] == 200
    assert path.read_bytes().decode() == before.replace('"content": "dug"', '"content": "dug d\\u00e9ep"', 1)


def test_what_javascript_cannot_hold_is_saved_as_it_was(studio):
    path = suite_file(studio)
    document = on_disk(path)
    document["meta"]["note"] = "half of a pair: \ud83d"
    document["items"][0] |= {"id": 2**60 + 1, "rating": 5.0, "labels": {"b": 1, "2": 1, "1": 1}}
    document["items"][1]["rating"] = 4.0
    path.write_text(json.dumps(document, indent=2))
    suite, text = opened(studio), path.read_text()
    back = copy.deepcopy(document)  # as a browser sends it
    back["items"][0] |= {"id": 2**60, "rating": 5, "labels": {"1": 1, "2": 1, "b": 1}}
    back["items"][1]["rating"] = 4
    one, two, *rest = back["items"]
    two["conditions"][0]["regions"][1]["content"] = "planned"
    for items in ([two, *rest], [one, two, *rest]):  # the first item is deleted, and then that is undone
        changes = {"base": suite.revision, "client": "a", "document": {**back, "items": items}}
        studio.post(f"/suites/{suite.id}/changes", changes)
    assert save(studio, suite)[0] == 200
    before, after = text.splitlines(), path.read_text().splitlines()
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert [new.strip() for _, new in changed] == ['"content": "planned"']


def test_unfinished_suite_is_saved_and_that_is_said(studio):
    suite = opened(studio)
    own = {**suite.document, "predictions": [{"type": "formula", "formula": "(1;%nothing%) > "}]}
    studio.post(f"/suites/{suite.id}/changes", {"base": 0, "client": "a", "document": own})
    status, answer = save(studio, suite)
    assert status == 200
    assert "predictions[0].formula" in answer["unfinished"]
    assert on_disk(studio.folder / "mine.json") == own


def test_file_that_changed_elsewhere_is_not_written_over(studio):
    path, suite = suite_file(studio), opened(studio)
    change(studio, suite)
    theirs = path.read_text("utf-8").replace("the gardener", "the cook")
    path.write_text(theirs, "utf-8")
    status, answer = save(studio, suite)
    assert (status, answer["kind"], answer["is_gone"]) == (409, "file", False)
    assert answer["summary"] == "5 cells differ"  # one of four in which the gardener stands is changed here as well
    assert answer["changes"][0] == {
        "where": "item 1, condition 'ambig_nocomma', region 1 (opening)",
        "before": "While the cook",
        "after": "While the gardener",
        "item": 0,
        "condition": 0,
        "region": 1,
    }
    assert path.read_text("utf-8") == theirs


def test_own_version_is_kept_when_that_is_said_of_what_was_seen(studio):
    path, suite = suite_file(studio), opened(studio)
    change(studio, suite)
    path.write_text(path.read_text("utf-8").replace("the gardener", "the cook"), "utf-8")
    seen = save(studio, suite)[1]["digest"]
    path.write_text(path.read_text("utf-8").replace("the pilot", "the cook"), "utf-8")
    address = f"/suites/{suite.id}/keep-mine"
    status, answer = studio.ask("POST", address, {"digest": seen})
    assert (status, answer["kind"]) == (409, "file")  # once more, and nobody has seen that
    assert studio.post(address, {"digest": answer["digest"]})["unsaved"] == answer["n_changes"]
    assert save(studio, suite)[0] == 200
    assert on_disk(path) == suite.document


def test_version_of_the_file_is_taken(studio):
    path, suite = suite_file(studio), opened(studio)
    change(studio, suite)
    path.write_text(path.read_text("utf-8").replace("the gardener", "the cook"), "utf-8")
    answer = studio.post(f"/suites/{suite.id}/take", {"base": 1, "client": "a"})
    assert answer["document"] == on_disk(path)
    assert answer["sentences"][0]["ambig_nocomma"].startswith("While the cook")
    assert (answer["revision"], answer["unsaved"]) == (2, 0)
    assert save(studio, suite)[0] == 200


def test_file_that_changed_elsewhere_is_noticed_without_saving(studio):
    path, suite = suite_file(studio), opened(studio)
    assert studio.get("/state")["suites"][suite.id]["outside"] is None
    before = path.read_bytes()
    path.write_bytes(before.replace(b"the gardener", b"the cook"))
    assert len(studio.get("/state")["suites"][suite.id]["outside"]) == 64
    path.write_bytes(before)
    assert studio.get("/state")["suites"][suite.id]["outside"] is None
    path.unlink()
    assert studio.get("/state")["suites"][suite.id]["outside"] == ""


def test_deleted_file_is_asked_about_and_can_be_written_again(studio):
    path, suite = suite_file(studio), opened(studio)
    path.unlink()
    status, answer = save(studio, suite)
    assert (status, answer["is_gone"]) == (409, True)
    studio.post(f"/suites/{suite.id}/keep-mine", {"digest": ""})
    assert save(studio, suite)[0] == 200
    assert on_disk(path) == suite.document


def test_file_that_is_no_suite_any_more_is_said_to_be_so(studio):
    path, suite = suite_file(studio), opened(studio)
    path.write_text("{")
    answer = studio.get(f"/suites/{suite.id}/difference")
    assert "not JSON" in answer["unreadable"]
    assert studio.ask("POST", f"/suites/{suite.id}/take", {"base": 0, "client": "a"})[0] == 400


def test_folder_in_place_of_the_file_is_noticed(studio):
    suite, path = opened(studio), studio.folder / "mine.json"
    path.unlink()
    path.mkdir()
    assert studio.get("/state")["suites"][suite.id]["outside"] == ""
    status, answer = save(studio, suite)
    assert (status, "cannot be read" in answer["message"]) == (400, True)


def test_link_put_in_place_of_the_file_is_not_read(studio, tmp_path_factory):
    suite, path = opened(studio), studio.folder / "mine.json"
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "other.json"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    taken = {"base": suite.revision, "client": "a"}
    for method, name, body in [
        ("GET", "difference", None),
        ("POST", "take", taken),
        ("POST", "keep-mine", {"digest": ""}),
    ]:
        status, answer = studio.ask(method, f"/suites/{suite.id}/{name}", body)
        assert (status, "leads to another file" in answer["message"]) == (400, True), name


def test_new_suite_asks_for_a_name(studio):
    suite = open_file(studio.studio, "npz")
    status, answer = save(studio, suite)
    assert (status, "shall be called" in answer["message"]) == (400, True)
    status, answer = save(studio, suite, path="new")
    assert (status, answer["file"], answer["notes"]) == (200, "new.json", [])
    assert on_disk(studio.folder / "new.json") == suite.document


def test_name_that_is_proposed_is_not_taken(studio):
    suite = open_file(studio.studio, "npz")
    assert studio.get(f"/suites/{suite.id}/name") == {"path": "npz.json", "folder": str(studio.folder)}
    (studio.folder / "npz.json").touch()
    assert studio.get(f"/suites/{suite.id}/name")["path"] == "npz-2.json"


def test_other_file_is_replaced_only_where_it_was_seen(studio):
    other = studio.folder / "other.json"
    other.write_text("{}")
    suite = opened(studio)
    status, answer = save(studio, suite, path="other.json")
    assert (status, answer["kind"], other.read_text()) == (409, "there", "{}")
    assert save(studio, suite, path="other.json", replaces=answer["digest"])[0] == 200
    assert on_disk(other) == suite.document
    assert suite.file == other


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("../away.json", "outside the folders"),
        ("", "shall be called"),
        ("no such folder/a.json", "no such folder"),
        ("folder.json", "is a folder"),
        ("a\0b", "cannot hold"),
        ("a\ud800", "cannot hold"),
        ("ä" * 200, "too long"),
    ],
)
def test_names_that_cannot_be_are_refused(studio, name, said):
    (studio.folder / "folder.json").mkdir()
    status, answer = save(studio, opened(studio), path=name)
    assert status == 400
    assert said in answer["message"]


def test_link_to_the_outside_is_not_followed(studio):
    outside = studio.folder.parent / "outside.json"
    outside.write_text("{}")
    suite = opened(studio)
    (studio.folder / "link.json").symlink_to(outside)
    assert save(studio, suite, path="link.json")[0] == 400
    (studio.folder / "mine.json").unlink()
    (studio.folder / "mine.json").symlink_to(outside)  # in place of the file that is open
    assert save(studio, suite)[0] == 400
    assert outside.read_text() == "{}"


def test_file_that_another_suite_is_kept_in_is_refused(studio):
    opened(studio, "a.json")
    status, answer = save(studio, opened(studio, "b.json"), path="a.json")
    assert (status, "is open in this studio" in answer["message"]) == (400, True)


def test_failure_to_write_is_said_and_the_file_stays(studio, monkeypatch):
    path, suite = suite_file(studio), opened(studio)
    before = path.read_bytes()
    change(studio, suite)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    status, answer = save(studio, suite)
    assert status == 400
    assert "No space left on device" in answer["message"]
    assert path.read_bytes() == before
    assert [one.name for one in studio.folder.glob(".*.part")] == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes what is write-protected")
def test_write_protected_file_is_left_alone(studio):
    path, suite = suite_file(studio), opened(studio)
    path.chmod(0o400)
    change(studio, suite)
    assert save(studio, suite)[0] == 400


def test_file_that_changes_while_it_is_written_is_left_alone(studio, monkeypatch):
    path, suite = suite_file(studio), opened(studio)
    change(studio, suite)
    real = os.fsync
    seen = []

    from syntaxgym_lite.studio import keeping

    digest_of = keeping._digest_of

    def meanwhile(target: Path) -> str:
        seen.append(target)
        if len(seen) == 2:  # after it was compared, and before it takes its place
            path.write_text("{}")
        return digest_of(target)

    monkeypatch.setattr(keeping, "_digest_of", meanwhile)
    status, answer = save(studio, suite)
    assert (status, answer["kind"], path.read_text(), real is os.fsync) == (409, "moment", "{}", True)


def test_older_revision_is_not_saved(studio):
    suite = opened(studio)
    change(studio, suite)
    status, answer = studio.ask("POST", f"/suites/{suite.id}/save", {"base": 0})
    assert (status, answer["kind"]) == (409, "revision")


# ---------------------------------------------------------------- drafts


@contextmanager
def again(studio: Served) -> Iterator[Served]:
    """Another studio for the same folder, after the first has ended without a word."""
    folder = drafts_of(studio.studio)
    assert folder is not None
    folder.close()
    with served(studio.folder) as other:
        yield other


def test_draft_of_what_is_not_saved_is_offered_by_the_next_studio(studio):
    suite = opened(studio)
    change(studio, suite)
    assert drafts(studio.studio) == []  # it is open here
    with again(studio) as other:
        [draft] = drafts(other.studio)
        assert (draft["name"], draft["file"], draft["n_items"]) == ("npz", "mine.json", 28)
        found = open_file(other.studio, "mine.json")
        offered = other.get(f"/suites/{found.id}/draft")["draft"]
        assert [one["after"] for one in offered["changes"]] == ["planned"]
        assert offered["is_older"] is False
        body = {"base": 0, "client": "a", "draft": offered["id"]}
        answer = other.post(f"/suites/{found.id}/draft/take", body)
        assert (answer["document"], answer["unsaved"]) == (suite.document, 1)
        assert drafts(other.studio) == []
        with again(other) as third:  # taken, and not saved: a draft still
            assert [one["file"] for one in drafts(third.studio)] == ["mine.json"]


def test_draft_goes_when_the_file_holds_it(studio):
    suite = opened(studio)
    change(studio, suite)
    assert list((studio.folder / ".drafts").glob("*.draft.json"))
    assert save(studio, suite)[0] == 200
    assert not list((studio.folder / ".drafts").glob("*.draft.json"))


def test_draft_of_a_suite_in_no_file_is_opened(studio):
    suite = open_file(studio.studio, "npz")
    change(studio, suite)
    with again(studio) as other:
        [draft] = drafts(other.studio)
        assert draft["file"] is None
        found = other.studio.suite(other.post("/drafts/open", {"draft": draft["id"]})["id"])
        assert found.document == suite.document
        assert drafts(other.studio) == []


def test_draft_is_discarded(studio):
    change(studio, opened(studio))
    with again(studio) as other:
        [draft] = drafts(other.studio)
        other.post("/drafts/discard", {"draft": draft["id"]})
        assert drafts(other.studio) == []
        assert other.ask("POST", "/drafts/open", {"draft": draft["id"]})[0] == 410


def test_draft_says_that_its_file_changed_since(studio):
    change(studio, opened(studio))
    path = studio.folder / "mine.json"
    path.write_text(path.read_text("utf-8").replace("the gardener", "the cook"), "utf-8")
    with again(studio) as other:
        found = open_file(other.studio, "mine.json")
        assert other.get(f"/suites/{found.id}/draft")["draft"]["is_older"] is True


def test_drafts_of_files_elsewhere_are_not_shown(studio, tmp_path):
    change(studio, opened(studio))
    folder = drafts_of(studio.studio)
    assert folder is not None
    folder.close()
    (tmp_path / "elsewhere").mkdir()
    with served(tmp_path / "elsewhere", drafts=studio.folder / ".drafts") as other:
        assert drafts(other.studio) == []


def test_old_drafts_go(studio):
    change(studio, opened(studio))
    [path] = (studio.folder / ".drafts").glob("*.draft.json")
    os.utime(path, (0, 0))
    with again(studio) as other:
        assert drafts(other.studio) == []
    assert not path.exists()


@pytest.mark.skipif(os.name != "posix", reason="modes of files as Unix has them")
def test_drafts_are_for_nobody_else_to_read(studio):
    change(studio, opened(studio))
    folder = studio.folder / ".drafts"
    [path] = folder.glob("*.draft.json")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["../mine.json", "a.draft.json", "/etc/passwd"])
def test_names_of_drafts_lead_nowhere_else(studio, name):
    suite_file(studio)
    assert studio.ask("POST", "/drafts/open", {"draft": name})[0] == 410
    studio.post("/drafts/discard", {"draft": name})
    assert (studio.folder / "mine.json").exists()


def test_draft_that_cannot_be_kept_is_said(studio):
    (studio.folder / ".drafts").write_text("a file is in the way")
    suite = opened(studio)
    change(studio, suite)
    assert "cannot be written" in studio.get("/state")["suites"][suite.id]["draft_failure"]


def test_killed_studio_leaves_the_last_change(tmp_path):
    shutil.copy(shipped_suites()["npz"], tmp_path / "mine.json")
    command = [sys.executable, "-m", "syntaxgym_lite", "studio", "--no-browser", "--port", "0", str(tmp_path)]
    where = {"XDG_STATE_HOME": str(tmp_path / "state"), "PYTHONUNBUFFERED": "1", "HOME": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **where}) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]

        def post(path: str, body: Any) -> Any:
            headers = {"Origin": address.rsplit("/", 2)[0]}
            with urlopen(Request(f"{address}api{path}", json.dumps(body).encode(), headers), timeout=30) as answer:
                return json.load(answer)

        try:
            suite_id = post("/open", {"path": "mine.json"})["id"]
            with urlopen(f"{address}api/suites/{suite_id}", timeout=30) as answer:
                item = json.load(answer)["document"]["items"][0]
            item["conditions"][0]["regions"][1]["content"] = "planned"
            post(f"/suites/{suite_id}/changes", {"base": 0, "client": "a", "items": {"0": item}})
        finally:
            process.kill()  # as kill -9 does: no word of farewell
    with served(tmp_path, drafts=tmp_path / "state" / "syntaxgym_lite" / "studio") as other:
        found = open_file(other.studio, "mine.json")
        offered = other.get(f"/suites/{found.id}/draft")["draft"]
        assert [one["after"] for one in offered["changes"]] == ["planned"]
