"""A workbook has the sentences as texts, and a sheet about the rest."""

from __future__ import annotations

import io
import json

import pytest
from python_calamine import load_workbook
from support.toys import suite_document

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.writing import write
from syntaxgym_lite.suite.json import loads_suite

TRAPS = [
    {"good": ["=SUM(A1:A9)", "1/2", "007"], "bad": ["+1", "www.example.org", "_x0041_ é 😀\nline"]},
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
        [1.0, "bad", "+1", "www.example.org", "_x0041_ é 😀\nline", "+1 www.example.org _x0041_ é 😀\nline"],
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
