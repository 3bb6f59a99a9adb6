"""`sglite show`: what a suite looks like to a person."""

from __future__ import annotations

import io

import pytest
from support.running import refused, sglite
from support.toys import suite_document, write_suite

ITEMS = [
    {"good": ["the fox", "", "sleeps", "here."], "bad": ["the fox", "", "sleep", "here."]},
    {"bad": ["a hen", "", "run", "there."], "good": ["a hen", "", "runs", "there."]},
]
FORMULA = "(3;%good%) < (3;%bad%)"


@pytest.fixture
def suite_file(tmp_path):
    return write_suite(tmp_path / "toy.json", suite_document(ITEMS, [FORMULA, "(*;%good%) < (*;%bad%)"]))


def test_items_are_aligned_tables_with_critical_regions_in_brackets(suite_file):
    lines = [line.rstrip() for line in sglite("show", suite_file).out.splitlines() if line.strip()]
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
    assert "item 2" in done.out
    assert "item 1" not in done.out
    assert "no item 3; the items are 1 to 2" in refused("show", suite_file, "--item", 3)


def test_items_as_json(suite_file):
    document = sglite("show", suite_file, "--format", "json", "--item", 2).json
    [item] = document["items"]
    good = item["conditions"][0]
    assert (item["item_number"], good["condition_name"], good["text"]) == (2, "good", "a hen runs there.")
    assert [region["critical"] for region in good["regions"]] == [False, False, True, False]
    assert good["regions"][2] == {"region_number": 3, "region_name": "r3", "content": "runs", "critical": True}


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("name", ["npz", "nonce_agreement_3"])
def test_a_narrow_terminal_shows_every_word_whole(monkeypatch, name, width):
    """Rich cuts a table that is wider than its console."""
    from rich.console import Console

    from syntaxgym_lite.cli.show import _show
    from syntaxgym_lite.ports.collect import find_suites
    from syntaxgym_lite.reports import tables

    out = io.StringIO()
    monkeypatch.setattr(tables, "console_for", lambda stream: Console(file=out, width=width))
    [suite] = find_suites(name)
    _show(suite, list(suite.items[:3]))
    shown = " ".join(out.getvalue().split())
    assert max(map(len, out.getvalue().splitlines())) <= width
    words = {word for item in suite.items[:3] for c in item.conditions for r in c.regions for word in r.content.split()}
    assert all(word in shown for word in {*words, *suite.condition_names})


def pairs_file(path, n):
    """As many pairs as asked for, as Marvin and Linzen published theirs: in two constructions."""
    rows = [f"{('simple', 'far')[number % 2]}--case\tthe fox sleeps\tthe fox sleep\n" for number in range(n)]
    path.write_text("test case\tgrammatical\tungrammatical\n" + "".join(rows), encoding="utf-8")
    return path


def test_one_of_several_suites_is_named(tmp_path):
    path = pairs_file(tmp_path / "pairs.txt", 4)
    assert refused("show", path).startswith(
        f"Error: {path}: holds 2 suites; name one of them with --suite: 'simple', 'far'."
    )
    assert sglite("show", path, "--suite", "far").out.startswith("far: 2 items, metric sum")
    assert "no suite 'fur'; there is 'simple', 'far'. Did you mean 'far'?" in refused("show", path, "--suite", "fur")


def test_of_many_items_the_first_are_shown_and_the_others_counted(tmp_path):
    path = pairs_file(tmp_path / "pairs.txt", 110)
    args = "show", path, "--suite", "far"
    shown = sglite(*args).out
    assert shown.count("\nitem ") == 50
    assert shown.endswith("\n5 more items: --all shows them, --item N one of them.\n")
    assert sglite(*args, "--all").out.count("\nitem ") == 55
    assert sglite(*args, "--item", 55).out.count("\nitem ") == 1
    assert len(sglite(*args, "--format", "json").json["items"]) == 55  # data is never cut off


def test_wide_letters_are_not_broken_where_there_is_room(tmp_path):
    items = [{"good": ["三本", "书", "在桌上。"], "bad": ["三只", "书", "在桌上。"]}]
    path = write_suite(tmp_path / "zh.json", suite_document(items, ["(2;%good%) < (2;%bad%)"]))
    assert "三本   [书]   在桌上。" in sglite("show", path).out
