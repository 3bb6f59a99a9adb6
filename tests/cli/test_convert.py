"""`sglite convert`: suites to tables and back."""

from __future__ import annotations

import pytest
from support.running import refused, sglite
from support.toys import suite_document, write_suite

from syntaxgym_lite.suite.json import load_suite

TOY = [{"good": ["the fox", "sleeps", ""], "bad": ["the fox", "sleep", '"']}]


FORMULA = "(2;%good%) < (2;%bad%)"


@pytest.fixture
def suite_file(tmp_path):
    return write_suite(tmp_path / "toy_suite.json", suite_document(TOY, [FORMULA], join="natural"))


@pytest.mark.parametrize(("file", "more"), [("t.csv", []), ("t.tsv", []), ("w.csv", ["--to", "wide"])])
def test_there_and_back_again(suite_file, tmp_path, file, more):
    table, back = tmp_path / file, tmp_path / "back.json"
    there = sglite("convert", suite_file, "-o", table, *more)
    assert there.code == 0
    assert "1 prediction; join 'natural'; name 'toy_suite'" in there.err
    done = sglite("convert", table, "--predictions", suite_file, "--join", "natural", "--name", "toy_suite", "-o", back)
    assert (done.code, done.err) == (0, "")
    assert load_suite(back) == load_suite(suite_file)


def test_sentences_are_one_a_line(suite_file):
    done = sglite("convert", suite_file, "--to", "sentences")
    assert done.out == 'the fox sleeps\nthe fox sleep "\n'


def test_what_cannot_be_done_is_refused(suite_file, tmp_path):
    refusal = refused("convert", suite_file, "--metric", "mean", "-o", tmp_path / "x.csv")
    assert "--metric does not apply to files of format suite: it is for appendix, table." in refusal
    assert "name one with --to" in refused("convert", suite_file, "-o", tmp_path / "x.doc")
    assert "write elsewhere" in refused("convert", suite_file, "-o", suite_file)
    (tmp_path / "none.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    assert "no column for the item. Name it: --item-column NAME" in refused("convert", tmp_path / "none.csv")


def test_lists_go_to_a_folder_and_say_what_is_uneven(tmp_path):
    suite = write_suite(tmp_path / "s.json", suite_document([*TOY, *TOY, *TOY]))
    fillers = write_suite(tmp_path / "f.json", suite_document([{"f": ["Hm."]}], name="f"))
    lists = tmp_path / "lists"
    done = sglite("convert", suite, "--to", "lists", "--fillers", fillers, "--seed", "3", "-o", lists)
    assert (done.code, done.out) == (0, "")
    assert done.err.startswith("Warning: 3 items cannot be dealt evenly to 2 conditions")
    assert [path.name for path in sorted(lists.iterdir())] == ["list_A.csv", "list_B.csv"]
    again = sglite("convert", suite, "--to", "lists", "-o", lists)
    assert again.code == 2
    assert "list_A.csv, list_B.csv: there already" in again.err
    assert "folder; say where to write with --out" in refused("convert", suite, "--to", "lists")


def test_options_for_studies_are_refused_where_there_is_no_study(suite_file, tmp_path):
    said = refused("convert", suite_file, "--to", "json", "--seed", "3")
    assert "--seed does not apply to the format 'json': it is for lists." in said
    said = refused("convert", suite_file, "--to", "jspsych", "--chunks", "words")
    assert "--chunks does not apply to the format 'jspsych': it is for pcibex, ibex." in said


def test_tables_for_a_spreadsheet(suite_file, tmp_path):
    table = tmp_path / "t.csv"
    assert sglite("convert", suite_file, "--bom", "--decimal-comma", "-o", table).code == 0
    assert table.read_bytes().startswith(b"\xef\xbb\xbfitem_number;condition_name;region_number;")
    back = sglite("convert", table, "--predictions", suite_file, "--join", "natural", "--name", "toy_suite")
    assert back.out == sglite("convert", suite_file, "--to", "json").out
    assert "--bom and --decimal-comma are for CSV" in refused("convert", suite_file, "--to", "json", "--bom")
