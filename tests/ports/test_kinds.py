"""Files told apart by what they hold, in folders of any size."""

from __future__ import annotations

import json
import shutil

import pytest

import syntaxgym_lite as sgl
from syntaxgym_lite.ports.kinds import find_files, kind_of_file
from syntaxgym_lite.resources import shipped_suites


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.csv", "item,condition,sentence\n", "stimuli"),
        ("a.txt", "1. a. The key was lost.\n   b. The keys were lost.\n", "stimuli"),
        ("a.txt", "Some text.\n", "other"),
        ("a.json", json.dumps({"meta": {"name": "x"}, "region_meta": {}, "predictions": [], "items": []}), "suite"),
        ("a.json", '{\n  "name": "x",\n  "items": 3\n}', "suite"),  # perhaps: opening it says what it lacks
        ("a.json", '{"name": "x"}', "other"),
        ("a.json", '[{"items": []}]', "other"),
        ("a.json", '[{"good": "A b.", "bad": "A c."}]', "stimuli"),
        ("items.csv", "model,suite,item_number,prediction,holds\n", "other"),
        ("rt.csv", "participant,item,rt\n", "other"),
        ("a.pdf", "%PDF-1.4", "other"),
        ("a.json", "", "other"),
    ],
)
def test_a_file_says_what_it_is(tmp_path, name, content, kind):
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert kind_of_file(tmp_path / name) == kind


@pytest.mark.parametrize("indent", [None, 1, 4, "\t"])
def test_a_long_suite_is_one_in_any_layout(tmp_path, indent):
    document = json.loads(shipped_suites()["npz"].read_text("utf-8"))
    document = {"meta": {"name": 'with "items": {[', "region_meta": {}}, **document}
    document["items"] *= 4
    (tmp_path / "a.json").write_text(json.dumps(document, indent=indent), "utf-8")
    assert kind_of_file(tmp_path / "a.json") == "suite"
    (tmp_path / "b.json").write_text(json.dumps({"name": document}, indent=indent), "utf-8")
    assert kind_of_file(tmp_path / "b.json") == "other"


def test_a_recorded_run_is_results_and_its_tables_are_not(tmp_path):
    sgl.evaluate("npz", "ngram").save(tmp_path / "run.json")
    assert kind_of_file(tmp_path / "run.json") == "results"
    assert kind_of_file(tmp_path / "nothing") == "other"


def test_what_is_found_is_the_newest_first_and_neither_hidden_nor_a_program(tmp_path):
    for folder in (".git", "node_modules", "env", "deep/er"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.csv").write_text("item,condition,sentence\n", encoding="utf-8")
    (tmp_path / "env" / "pyvenv.cfg").touch()
    shutil.copy(shipped_suites()["npz"], tmp_path / "b.json")
    (tmp_path / "link").symlink_to(tmp_path)
    (tmp_path / "link.json").symlink_to(tmp_path / "b.json")
    import os

    os.utime(tmp_path / "b.json", (1, 1))
    found = find_files([tmp_path, tmp_path])
    assert [one.path.relative_to(tmp_path).as_posix() for one in found.files] == ["deep/er/a.csv", "b.json"]
    assert found.is_all
    assert not find_files([tmp_path], most=1).is_all
    assert not find_files([tmp_path], most_looked_at=1).is_all
