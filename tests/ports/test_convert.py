"""Suites survive the way to tables and back, and what a table cannot hold is said."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples, suite_documents
from support.toys import suite_document

from syntaxgym_lite.delimited import parse_table
from syntaxgym_lite.errors import InputError, SuiteError
from syntaxgym_lite.ports.convert import read_predictions, suite_from_file
from syntaxgym_lite.ports.tables import (
    lost_in_tables,
    suite_from_long,
    suite_from_wide,
    suite_to_long,
    suite_to_wide,
)
from syntaxgym_lite.suite.json import load_suite, loads_suite

FORMULA = "(2;%good%) < (2;%bad%)"
TOY = [{"good": ["the fox", " sleeps", ""], "bad": ["the fox", "sleep", '"']}]


def toy(*formulas, **meta):
    return loads_suite(json.dumps(suite_document(TOY, formulas, **meta)))


def material(suite):
    """What a table holds of a suite."""
    return {
        "regions": dict(suite.region_names),
        "items": [
            (item.number, [(c.name, [(r.number, r.content) for r in c.regions]) for c in item.conditions])
            for item in suite.items
        ],
    }


@pytest.mark.parametrize("name", ["cleft", "npz_ambig", "number_prep"])
def test_published_suites_become_the_published_tables_to_the_byte(shared_dir, name):
    suite = load_suite(shared_dir / "published" / "syntaxgym" / f"{name}.json")
    published = (shared_dir / "published" / "syntaxgym_csv" / f"{name}.csv").read_bytes()
    assert suite_to_long(suite).encode() == published


@pytest.mark.parametrize("name", ["cleft", "npz_ambig", "number_prep"])
def test_published_tables_become_the_published_suites(shared_dir, name):
    published = shared_dir / "published"
    expected = load_suite(published / "syntaxgym" / f"{name}.json")
    predictions = read_predictions(published / "syntaxgym" / f"{name}.json")
    suite = suite_from_file(published / "syntaxgym_csv" / f"{name}.csv", predictions=predictions)
    assert (suite.name, suite.metric, suite.predictions) == (name, "sum", expected.predictions)
    assert material(suite) == material(expected)


@pytest.mark.parametrize(
    ("write", "read"), [(suite_to_long, suite_from_long), (suite_to_wide, suite_from_wide)], ids=["long", "wide"]
)
@examples(60)
@given(suite_documents(), st.sampled_from([",", ";", "\t"]))
def test_a_table_gives_back_all_that_it_holds(write, read, document, separator):
    for key, name in document["region_meta"].items():
        document["region_meta"][key] = name.strip()
    suite = loads_suite(json.dumps(document))
    table = parse_table(write(suite, separator=separator))
    again = read(table, name=suite.name, metric=suite.metric, join=suite.join, predictions=document["predictions"])
    assert material(again) == material(suite)
    assert again == suite


def test_a_table_may_come_from_excel(tmp_path):
    path = tmp_path / "toy.csv"
    rows = suite_to_long(toy(), separator=";").replace("\n", "\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + f"{rows};;;;\r\n;;;;\r\n".encode())
    assert material(suite_from_file(path)) == material(toy())
    path.write_bytes(rows.replace(";", "\t").encode("utf-16"))
    assert material(suite_from_file(path)) == material(toy())


def test_rows_may_stand_in_any_order_of_items():
    lines = suite_to_long(loads_suite(json.dumps(suite_document([*TOY, *TOY])))).splitlines()
    header, *rows = lines
    mixed = [row for pair in zip(rows[:6], rows[6:], strict=True) for row in pair]
    suite = suite_from_long(parse_table("\n".join([header, *mixed])), name="toy")
    assert material(suite)["items"] == [(1, material(toy())["items"][0][1]), (2, material(toy())["items"][0][1])]


def test_a_wide_table_of_other_origin_takes_region_names_from_its_columns():
    table = parse_table("Item,Condition,subject,verb\n1,match,the fox,sleeps\n1,mismatch,the fox,sleep\n")
    suite = suite_from_wide(table, name="r")
    assert dict(suite.region_names) == {1: "subject", 2: "verb"}
    assert [sentence.text for sentence in suite.sentences()] == ["the fox sleeps", "the fox sleep"]


@pytest.mark.parametrize(
    ("read", "text", "words"),
    [
        (suite_from_long, "item_number,region_number,content\n1,1,x\n", ["no column 'condition_name'"]),
        (
            suite_from_long,
            "item_number,condition_name,region_number,region_name,content\n0,a,1,x,y\n1,,z,x,y\n",
            [
                "row 2, column A ('item_number'): must be a whole number from 1, not '0'",
                "row 3, column C",
                "row 3, column B",
            ],
        ),
        (
            suite_from_long,
            "item_number,condition_name,region_number,region_name,content\n1,a,1,x,y\n1,a,1,z,y\n",
            ["region 1 is 'z' here, 'x' in row 2", "row 3: region 1 of item 1, condition 'a', is also in row 2"],
        ),
        (
            suite_from_long,
            "item_number,condition_name,region_number,content\n1,a,1,x\n1,a,2,y\n1,b,1,x\n",
            ["items[0].conditions[1].regions: lacks region 2"],
        ),
        (suite_from_wide, "item_number,condition_name,sentence\n1,a,x\n", ["no column for a region"]),
        (suite_from_wide, "item_number,condition_name,r1_a,r1_b\n1,a,x,y\n", ["'r1_a' and 'r1_b' are both region 1"]),
        (suite_from_wide, "item_number,condition_name,r1_a\n1,a,x\n1,a,y\n", ["row 3: item 1, condition 'a'"]),
    ],
)
def test_what_is_wrong_with_a_table_is_said_with_its_place(read, text, words):
    with pytest.raises(SuiteError) as caught:
        read(parse_table(text, source="t.csv"), name="t")
    assert all(word in str(caught.value) for word in ["t.csv", *words])


def test_what_a_table_cannot_hold_is_listed():
    assert lost_in_tables(toy(), name="toy_suite") == []
    suite = toy(FORMULA, metric="mean", join="natural", circuit="agreement", author="")
    expected = ["1 prediction", "metric 'mean'", "join 'natural'", "name 'toy_suite'", "meta circuit"]
    assert lost_in_tables(suite, name="other") == expected
    document = suite_document(TOY)
    document["items"][0]["conditions"][0]["regions"][0]["metric_value"] = {"sum": 1.0}
    assert lost_in_tables(loads_suite(json.dumps(document)), name="toy_suite") == ["'metric_value' of regions"]


def test_predictions_are_read_from_suites_lists_and_lines(tmp_path):
    document = suite_document(TOY, [FORMULA])
    for name, text in {
        "suite.json": json.dumps(document),
        "list.json": json.dumps(document["predictions"]),
        "lines.txt": f"# the verb\n\n{FORMULA}\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        suite = suite_from_long(
            parse_table(suite_to_long(toy())), name="toy_suite", predictions=read_predictions(tmp_path / name)
        )
        assert [str(prediction.formula) for prediction in suite.predictions] == [FORMULA]
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match="not JSON"):
        read_predictions(tmp_path / "bad.json")
