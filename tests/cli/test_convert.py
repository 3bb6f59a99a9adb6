"""`sglite convert`: suites to tables and back."""

from __future__ import annotations

import pytest
from support.running import refused, sglite
from support.toys import suite_document, write_suite

from syntaxgym_lite.suite.json import load_suite

TOY = [{"good": ["the fox", " sleeps", ""], "bad": ["the fox", "sleep", '"']}]


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
    assert "--metric is for; edit the file" in refused(
        "convert", suite_file, "--metric", "mean", "-o", tmp_path / "x.csv"
    )
    assert "name one with --to" in refused("convert", suite_file, "-o", tmp_path / "x.doc")
    assert "write elsewhere" in refused("convert", suite_file, "-o", suite_file)
    (tmp_path / "none.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    assert "no column 'item_number'" in refused("convert", tmp_path / "none.csv")
