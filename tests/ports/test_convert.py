"""Suites survive the way to tables and back, and what a table cannot hold is said."""

from __future__ import annotations

import json

import pytest
from support.toys import suite_document

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.convert import read_predictions, render_suite, what_is_lost
from syntaxgym_lite.ports.formats import read_suites
from syntaxgym_lite.ports.tables.written import lost_in_tables, suite_to_long
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


def stripped(material):
    """The same without blanks around the texts."""
    return {
        "regions": material["regions"],
        "items": [
            (number, [(name, [(r, text.strip()) for r, text in regions]) for name, regions in conditions])
            for number, conditions in material["items"]
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
    options = {"predictions": published / "syntaxgym" / f"{name}.json"}
    [suite], _ = read_suites(published / "syntaxgym_csv" / f"{name}.csv", options=options)
    assert (suite.name, suite.metric, suite.predictions) == (name, "sum", expected.predictions)
    assert material(suite) == stripped(material(expected))  # some contents end in blanks, which no score depends on


def test_what_a_table_cannot_hold_is_listed():
    assert lost_in_tables(toy(), name="toy_suite") == []
    suite = toy(FORMULA, metric="mean", join="natural", circuit="agreement", author="")
    expected = ["1 prediction", "metric 'mean'", "join 'natural'", "name 'toy_suite'", "meta circuit"]
    assert lost_in_tables(suite, name="other") == expected
    document = suite_document(TOY)
    document["items"][0]["conditions"][0]["regions"][0]["metric_value"] = {"sum": 1.0}
    assert lost_in_tables(loads_suite(json.dumps(document)), name="toy_suite") == ["'metric_value' of regions"]


def test_predictions_that_name_levels_are_about_conditions_of_a_table(tmp_path):
    """Also of a table that says no levels, if the suite that they are taken from does."""
    by_levels, by_name = "(2;%number=sg%) < (2;%good=false%)", "(2;%good%) < (2;%bad%)"
    suite = suite_document(TOY, [by_levels, by_name])
    suite["condition_factors"] = {"good": {"number": "sg", "good": True}, "bad": {"number": "pl", "good": False}}
    (tmp_path / "suite.json").write_text(json.dumps(suite), encoding="utf-8")
    (tmp_path / "toy.csv").write_text(suite_to_long(loads_suite(json.dumps(suite))), encoding="utf-8")
    [read], _ = read_suites(tmp_path / "toy.csv", options={"predictions": tmp_path / "suite.json"})
    assert [str(prediction.formula) for prediction in read.predictions] == [by_name, by_name]
    assert read_predictions(tmp_path / "suite.json")[1] == suite["predictions"][1]
    (tmp_path / "lines.txt").write_text("(2;%number=sg%) < (2;%number=pl%)\n", encoding="utf-8")
    with pytest.raises(InputError, match="The suite says no levels"):
        read_suites(tmp_path / "toy.csv", options={"predictions": tmp_path / "lines.txt"})
    rows = "item,condition,number,r1_subject,r2_verb\n" + "".join(
        f"{item},{name},{level},the {noun},{verb}\n"
        for item, noun in ((1, "fox"), (2, "owl"))
        for name, level, verb in (("good", "sg", "sleeps"), ("bad", "pl", "sleep"))
    )
    (tmp_path / "levels.csv").write_text(rows, encoding="utf-8")
    [read], _ = read_suites(tmp_path / "levels.csv", options={"predictions": tmp_path / "lines.txt"})
    assert [str(prediction.formula) for prediction in read.predictions] == [by_name]
    for shape in ([], {"good": 1}, {"good": {"number": ["sg"]}, "bad": {}}, "sg"):
        (tmp_path / "odd.json").write_text(json.dumps({**suite, "condition_factors": shape}), encoding="utf-8")
        assert read_predictions(tmp_path / "odd.json") == suite["predictions"]


def test_predictions_are_read_from_suites_lists_and_lines(tmp_path):
    document = suite_document(TOY, [FORMULA])
    for name, text in {
        "suite.json": json.dumps(document),
        "list.json": json.dumps(document["predictions"]),
        "lines.txt": f"# the verb\n\n{FORMULA}\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / "toy.csv").write_text(suite_to_long(toy()), encoding="utf-8")
        [suite], _ = read_suites(tmp_path / "toy.csv", options={"predictions": tmp_path / name})
        assert [str(prediction.formula) for prediction in suite.predictions] == [FORMULA]
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match="not JSON"):
        read_predictions(tmp_path / "bad.json")


def test_conditions_of_a_table_that_differ_in_how_a_letter_is_composed_are_told_apart(tmp_path):  # field case A15
    rows = [("1", "été"), ("1", "sg"), ("2", "e\u0301te\u0301"), ("2", "sg")]
    table = "item,condition,r1_sujet\n" + "".join(f"{item},{condition},les clés {item}\n" for item, condition in rows)
    (tmp_path / "a15.csv").write_text(table, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_suites(tmp_path / "a15.csv", options={})
    first, second, _ = str(caught.value).splitlines()
    assert (
        "item 1 has no row for condition 'e\u0301te\u0301'. It has 'été'. Did you mean 'e\u0301te\u0301'? It looks"
        in first
    )
    assert "item 2 has no row for condition 'été'." in second
    assert "composed otherwise" in second


@pytest.mark.parametrize("form", ["long", "wide"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_factors_and_labels_come_back_from_tables(tmp_path, form, separator):
    document = suite_document([{"sg": ["a", "b"], "pl": ["c", "d"]}, {"sg": ["e", ""], "pl": ["g", "h"]}], name="t")
    document["condition_factors"] = {"sg": {"number": "sg", "n": 1}, "pl": {"number": "pl", "n": 2}}
    document["items"][0] |= {"label": "1a", "factors": {"length": 3, "verb": "bark"}}
    document["items"][1] |= {"label": "1b", "factors": {"length": 4.5, "verb": "sleep"}}
    document["items"][1]["conditions"][0]["factors"] = {"frequency": 2}
    document["items"][1]["conditions"][1]["factors"] = {"frequency": 3.25}
    suite = loads_suite(json.dumps(document))
    path = tmp_path / "t.csv"
    path.write_text(render_suite(suite, form, separator=separator))
    assert what_is_lost(suite, form, name="t") == []
    [back], _ = read_suites(path, options={"factors": "number,n"})
    assert back == suite


def test_line_ends_that_sentences_lose_are_said():
    document = suite_document([{"a": ["Who left?\nSam left."], "b": ["Who left?"]}])
    suite = loads_suite(json.dumps(document))
    assert what_is_lost(suite, "sentences", name="toy")[1] == "line ends inside 1 sentence"
    assert render_suite(suite, "sentences") == "Who left? Sam left.\nWho left?\n"
