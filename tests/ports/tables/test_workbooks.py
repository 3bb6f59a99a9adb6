"""A workbook has the sentences as texts, and a sheet about the rest."""

from __future__ import annotations

import io
import json

import pytest
from python_calamine import load_workbook
from support.toys import suite_document

from syntaxgym_lite.errors import InputError, SuiteError
from syntaxgym_lite.ports.formats import propose
from syntaxgym_lite.ports.tables.workbooks import workbook
from syntaxgym_lite.ports.tables.written import wide_table
from syntaxgym_lite.ports.writing import save_written, write
from syntaxgym_lite.suite.json import loads_suite

TRAPS = [
    {"good": ["=SUM(A1:A9)", "1/2", "007"], "bad": ["+1", "www.example.org", "_x0041_ é 😀\r\n\tline"]},
    {"good": ["@home", "", " blanks "], "bad": ["-", "1e5", "TRUE"]},
]


def toy(items, formulas=(), **meta):
    return loads_suite(json.dumps(suite_document(items, formulas, **meta)))


def sheets(written):
    book = load_workbook(io.BytesIO(written.files[""]))
    return {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}


def test_texts_stay_texts():
    found = sheets(write(toy(TRAPS), "xlsx"))
    assert found["items"] == [
        ["item_number", "condition_name", "r1_r1", "r2_r2", "r3_r3", "sentence"],
        [1.0, "good", "=SUM(A1:A9)", "1/2", "007", "=SUM(A1:A9) 1/2 007"],
        [1.0, "bad", "+1", "www.example.org", "_x0041_ é 😀\r\n\tline", "+1 www.example.org _x0041_ é 😀\r\n\tline"],
        [2.0, "good", "@home", "", " blanks ", "@home blanks"],
        [2.0, "bad", "-", "1e5", "TRUE", "- 1e5 TRUE"],
    ]


def test_what_a_table_has_no_column_for_stands_on_a_sheet_of_its_own():
    formula = "(2;%good%) < (2;%bad%)"
    written = write(toy(TRAPS, [formula], join="natural", context="Once."), "xlsx")
    assert sheets(written)["about"] == [
        ["what", "value", "name", "description"],
        ["name", "toy_suite", "", ""],
        ["metric", "sum", "", ""],
        ["join", "natural", "", ""],
        ["context", "Once.", "", ""],
        ["prediction", formula, "", ""],
    ]
    assert written.lost == ()


def test_the_same_suite_gives_the_same_file():
    assert write(toy(TRAPS), "xlsx").files == write(toy(TRAPS), "xlsx").files


def test_a_text_that_no_cell_holds_is_refused():
    with pytest.raises(InputError, match=r"more than 32,767 characters, which no cell of a workbook holds; write it"):
        write(toy([{"a": ["x" * 32_768]}]), "xlsx")


def test_a_workbook_comes_back_as_the_suite_without_a_doubt(tmp_path):
    document = suite_document(
        [
            {"sg": ["=The dog", "barks", "."], "pl": ["The dogs", "bark", "."]},
            {"sg": ["a", "b", ""], "pl": ["c", "d", "."]},
        ],
        ["(2;%sg%) < (2;%pl%)", "(1;%sg%) > (1;%pl%)"],
        join="natural",
        context="Once.",
        name="mine",
    )
    document["predictions"][0] |= {"name": "verb", "description": "The verb is expected."}
    document["condition_factors"] = {"sg": {"number": "sg", "n": 1}, "pl": {"number": "pl", "n": 2}}
    document["items"][0] |= {"label": "1a", "factors": {"length": 3, "verb": "bark"}}
    document["items"][1] |= {"label": "1b", "factors": {"length": 4.5, "verb": "sleep"}}
    document["items"][1]["conditions"][0]["factors"] = {"frequency": 2}
    document["items"][1]["conditions"][1]["factors"] = {"frequency": 3}
    suite = loads_suite(json.dumps(document))
    path = tmp_path / "mine_of_today.xlsx"
    save_written(write(suite, "xlsx"), path)
    proposal, port = propose(path)
    assert port.name == "table"
    [back] = proposal.sure()
    assert back == suite


def test_a_row_about_something_else_is_refused(tmp_path):
    path = tmp_path / "a.xlsx"
    columns = ("what", "value", "name", "description")
    items = (("item_number", "condition_name", "r1_x"), [("1", "a", "Hm.")])
    path.write_bytes(workbook("a", {"items": items, "about": (columns, [("author", "me", "", "")])}))
    with pytest.raises(
        SuiteError, match=r"sheet 'about', row 2, column A .*: 'author': a row is name, metric, join or"
    ):
        propose(path)


def test_a_factor_that_is_called_as_another_column_gets_a_name_of_its_own():
    document = suite_document(TRAPS)
    document["items"][0]["factors"] = {"Sentence": "long", "r1_x": 1, "length": 2}
    columns, _ = wide_table(loads_suite(json.dumps(document)))
    assert columns[2:5] == ["factor_Sentence", "factor_r1_x", "length"]
