"""Which format a file has, what a folder holds, and which options apply."""

from __future__ import annotations

import json

import pytest
from support.toys import suite_document

from syntaxgym_lite.errors import InputError, SgliteWarning, SuiteError
from syntaxgym_lite.ports.collect import find_suites
from syntaxgym_lite.ports.formats import files_in, first_line, first_object, format_of, formats, read_suites


@pytest.fixture
def suite_file(tmp_path):
    path = tmp_path / "toy.json"
    path.write_text(json.dumps(suite_document([{"a": ["x"], "b": ["y"]}], ["(1;%a%) < (1;%b%)"])), encoding="utf-8")
    return path


def test_a_suite_is_read_as_one_whether_or_not_it_is_said(suite_file):
    assert find_suites(suite_file) == find_suites(suite_file, form="suite")


def test_a_format_that_does_not_exist_is_refused_with_those_that_do(suite_file):
    with pytest.raises(InputError, match=r"no format 'suit'; known are auto.*suite\. Did you mean 'suite'\?"):
        find_suites(suite_file, form="suit")


def test_an_option_that_no_file_takes_is_refused(suite_file):
    with pytest.raises(InputError, match=r"`no_such` does not apply to files of format suite: no format has it\."):
        find_suites(suite_file, options={"no_such": 1})


def test_a_folder_without_a_file_of_any_format_is_refused(tmp_path):
    (tmp_path / "notes.md").write_text("x")
    for form in ("auto", *formats()):
        with pytest.raises(InputError, match="holds no"):
            files_in(tmp_path, form=form)


def test_suites_of_a_folder_come_before_anything_else_in_it(suite_file):
    (suite_file.parent / "data.tsv").write_text("a\tb\n")
    (suite_file.parent / ".hidden.json").write_text("{}")
    assert files_in(suite_file.parent) == [suite_file]


def test_hidden_folders_and_models_below_a_folder_hold_no_suites(tmp_path):
    for name in ("own", ".ipynb_checkpoints", "own/.ipynb_checkpoints", "model"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.json").write_text("{}")
    (tmp_path / "model" / "model.safetensors").touch()
    assert files_in(tmp_path) == [tmp_path / "own" / "config.json"]


def test_no_file_of_a_folder_is_passed_over_in_silence(tmp_path):
    line = '{"sentence_good": "a b", "sentence_bad": "a c", "UID": "toy"}\n'
    sound, damaged, notes = (tmp_path / name for name in ("pairs.jsonl", "damaged.jsonl", "notes.tsv"))
    sound.write_text(line)
    damaged.write_text("no pair\n")
    assert files_in(tmp_path) == [damaged, sound]  # reading then says what is wrong with it
    notes.write_text("remember\tthis\n")
    with pytest.warns(SgliteWarning, match=r"1 file is not read: notes\.tsv"):
        assert files_in(tmp_path) == [damaged, sound]
    deeper = tmp_path / "deeper"
    deeper.mkdir()
    (deeper / "suite.json").write_text("{}")
    notes.unlink()
    with pytest.warns(SgliteWarning, match=r"1 file is not read: deeper.suite\.json"):
        assert files_in(tmp_path) == [damaged, sound]
    (tmp_path / "suite.json").write_text("{}")
    with pytest.warns(SgliteWarning, match=r"2 files are not read: damaged\.jsonl, pairs\.jsonl"):
        assert files_in(tmp_path) == [tmp_path / "suite.json"]


def test_tables_of_pairs_beside_or_below_those_that_are_read_are_named(tmp_path):
    deeper = tmp_path / "deeper"
    deeper.mkdir()
    sound = tmp_path / "sound.csv"
    for path in (sound, deeper / "more.csv"):
        path.write_text("good,bad\nWe go.,We goes.\n")
    (tmp_path / "damaged.csv").touch()
    (deeper / "other.csv").write_text("name,number\na,1\n")
    with pytest.warns(SgliteWarning, match=r"2 files are not read: damaged\.csv, deeper.more\.csv\. Name a file"):
        assert files_in(tmp_path) == [sound]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("x.jsonl", "", r"x\.jsonl: is empty\.$"),
        ("x.jsonl", '{"good": "a"}\n{"good": "b"}\n', r"its keys \(good\) are those of no format\. .* `bad=NAME` name"),
        ("x.json", '{"good": "a"}\n{"good": "b"}\n', r"its keys \(good\) are those of no format\. .* `bad=NAME` name"),
        ("x.json", '[{"good": "a"}]', r"its keys \(good\) are those of no format\."),
        ("x.txt", "test case\tgrammatical\n", r"its columns \(test case, grammatical\) are those of no format\."),
        ("x.jsonl", "word\n", r"\(line 1, column 1\)\. Its first line .* `form=FORMAT` \(blimp, agree"),
        ("x.json", "{", r"\(line 1, column 2\)\.$"),
        ("x.txt", "{}", r"meta: missing"),
    ],
)
def test_what_is_no_suite_is_told_how_to_ask_for_another_format(tmp_path, name, text, message):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        find_suites(path)


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"[1]\n", b"\n\n{", b"x" * 100_000, "é".encode() * 40_000])
def test_what_is_in_no_other_format_is_taken_for_a_suite(tmp_path, data):
    path = tmp_path / "file.jsonl"
    path.write_bytes(data)
    assert first_object(path) == {}
    assert format_of(path).name == "suite"


def test_a_first_line_is_found_behind_a_byte_order_mark_and_blank_lines(tmp_path):
    path = tmp_path / "file.tsv"
    path.write_bytes(b"\xef\xbb\xbf\r\n\r\na\tb\r\nc\td\r\n")
    assert first_line(path) == "a\tb"


def test_every_format_says_whether_a_missing_file_is_its_own_without_failing(tmp_path):
    assert [port.accepts(tmp_path / "missing.txt") for port in formats().values()] == [False] * len(formats())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"pairs": [{"good": "Hens run.", "bad": "Hens runs."}]}', "is JSON, and no suite: it has none of 'meta'"),
        ('[["Hens run.", "Hens runs."]]', "a suite is an object with 'meta'"),
    ],
)
def test_json_that_is_no_suite_says_how_pairs_are_written(tmp_path, text, said):
    path = tmp_path / "x.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SuiteError, match=f"{said}.* Minimal pairs in JSON are a list of objects, each with 'good'"):
        read_suites(path)
