"""What `sglite show` and `sglite check` print."""

from __future__ import annotations

import io
import json

import pytest
from click.testing import CliRunner
from support.toys import suite_document

from syntaxgym_lite.cli import cli
from syntaxgym_lite.errors import InputError

ITEMS = [
    {"good": ["the fox", "", "sleeps", "here."], "bad": ["the fox", "", "sleep", "here."]},
    {"bad": ["a hen", "", "run", "there."], "good": ["a hen", "", "runs", "there."]},
]
FORMULA = "(3;%good%) < (3;%bad%)"


def sglite(*args):
    return CliRunner().invoke(cli, [*map(str, args)])


@pytest.fixture
def suite_file(tmp_path):
    path = tmp_path / "toy.json"
    path.write_text(json.dumps(suite_document(ITEMS, [FORMULA, "(*;%good%) < (*;%bad%)"])), encoding="utf-8")
    return path


# ---------------------------------------------------------------- show


def test_items_are_aligned_tables_with_critical_regions_in_brackets(suite_file):
    lines = [line.rstrip() for line in sglite("show", suite_file).stdout.splitlines() if line.strip()]
    assert lines[:3] == [
        "toy_suite: 2 items, metric sum",
        f"prediction 0: {FORMULA}",
        "prediction 1: (*;%good%) < (*;%bad%)",
    ]
    assert lines[3:8] == [
        "item 1",
        " condition   1 r1      2 r2   3 r3       4 r4",
        " ─────────────────────────────────────────────",
        " good        the fox   ∅      [sleeps]   here.",
        " bad         the fox   ∅      [sleep]    here.",
    ]
    assert lines[8] == "item 2"
    assert lines[-2].startswith(" good")  # in the order of the first item
    assert "\x1b" not in "".join(lines)


def test_one_item_alone(suite_file):
    done = sglite("show", suite_file, "--item", 2)
    assert "item 2" in done.stdout
    assert "item 1" not in done.stdout
    done = sglite("show", suite_file, "--item", 3)
    assert isinstance(done.exception, InputError)
    assert "no item 3; the items are 1 to 2" in str(done.exception)


def test_items_as_json(suite_file):
    document = json.loads(sglite("show", suite_file, "--format", "json", "--item", 2).stdout)
    [item] = document["items"]
    good = item["conditions"][0]
    assert (item["item_number"], good["condition_name"], good["text"]) == (2, "good", "a hen runs there.")
    assert [region["critical"] for region in good["regions"]] == [False, False, True, False]
    assert good["regions"][2] == {"region_number": 3, "region_name": "r3", "content": "runs", "critical": True}


# ---------------------------------------------------------------- check


def test_check_gives_chance_levels(suite_file):
    done = sglite("check", suite_file)
    assert "  chance of prediction 0: 0.500 = 1/2 (exact)\n" in done.stdout
    assert "  chance: 0.3" in done.stdout  # the two predictions share a value, so that it is more than 1/4
    document = json.loads(sglite("check", suite_file, "--format", "json").stdout)
    [suite] = document["suites"]
    assert suite["chance_method"] == "simulated"
    assert 0.25 < suite["chance"] < 0.5
    assert [one["chance"] for one in suite["predictions"]] == [0.5, 0.5]


def test_strict_makes_warnings_errors_and_leaves_notes_alone(tmp_path):
    clean, doubtful = tmp_path / "clean.json", tmp_path / "doubtful.json"
    clean.write_text(json.dumps(suite_document([{"a": ["x", "y"], "b": ["x", "z"]}], ["(2;%a%) < (2;%b%)"])))
    doubtful.write_text(json.dumps(suite_document([{"a": ["x", " y"], "b": ["x", "z"]}], ["(2;%a%) < (2;%b%)"])))
    assert "note S206" in sglite("check", clean, "--strict").stdout
    codes = {}
    for path in (clean, doubtful):
        for option in ([], ["--strict"]):
            result = CliRunner().invoke(cli, ["check", str(path), *option], standalone_mode=False)
            codes[path.stem, bool(option)] = result.return_value
    assert codes == {("clean", False): 0, ("clean", True): 0, ("doubtful", False): 0, ("doubtful", True): 2}


def test_check_with_a_model_names_unknown_words(suite_file):
    done = sglite("check", suite_file, "--model", "ngram", "--format", "json")
    [suite] = json.loads(done.stdout)["suites"]
    assert {w["code"] for w in suite["warnings"]} <= {"S302", "S401", "S402", "S207"}
    done = sglite("check", suite_file, "--lowercase")
    assert isinstance(done.exception, InputError)
    assert "--lowercase is for a model" in str(done.exception)


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("name", ["npz", "nonce_agreement_3"])
def test_a_narrow_terminal_shows_every_word_whole(monkeypatch, name, width):
    """Rich cuts a table that is wider than its console."""
    from rich.console import Console

    from syntaxgym_lite.cli.show import _show
    from syntaxgym_lite.reports import tables
    from syntaxgym_lite.runner import find_suites

    out = io.StringIO()
    monkeypatch.setattr(tables, "console_for", lambda stream: Console(file=out, width=width))
    [suite] = find_suites(name)
    _show(suite, list(suite.items[:3]))
    shown = " ".join(out.getvalue().split())
    assert max(map(len, out.getvalue().splitlines())) <= width
    words = {word for item in suite.items[:3] for c in item.conditions for r in c.regions for word in r.content.split()}
    assert all(word in shown for word in {*words, *suite.condition_names})
