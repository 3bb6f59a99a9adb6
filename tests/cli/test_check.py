"""`sglite check`: problems, warnings, chance levels, and words that a model does not know."""

from __future__ import annotations

import json

import pytest
from support.running import refused, sglite
from support.toys import TWO_PAIRS, suite_document, write_suite

FORMULA = "(2;%a%) < (2;%b%)"


@pytest.fixture
def suite_file(tmp_path):
    return write_suite(tmp_path / "toy.json", suite_document(TWO_PAIRS, [FORMULA, "(*;%a%) < (*;%b%)"]))


def test_check_reports_every_problem_and_exits_with_2(tmp_path):
    document = suite_document(TWO_PAIRS, ["(2;%c%) > (2;%b%)"])
    document["items"][1]["conditions"][0]["regions"][0]["content"] = 7
    path = write_suite(tmp_path / "bad.json", document)
    done = sglite("check", path)
    assert done.code == 2
    assert "items[1].conditions[0].regions[0].content: must be a text in quotes, not the number 7." in done.out
    assert "predictions[0].formula" in done.out
    report = sglite("check", path, "--format", "json").json
    assert len(report["suites"][0]["errors"]) == 2


def test_check_of_a_sound_suite_says_what_it_holds(tmp_path):
    path = write_suite(tmp_path / "good.json", suite_document(TWO_PAIRS, ["(2;%a%) > (2;%b%)"]))
    done = sglite("check", path)
    assert done.code == 0
    assert "ok: 2 items x 2 conditions (4 sentences), 2 regions, 1 prediction" in done.out


def test_check_gives_chance_levels(suite_file):
    done = sglite("check", suite_file)
    assert "  chance of prediction 0: 0.500 = 1/2 (exact)\n" in done.out
    assert "  chance: 0.3" in done.out  # the two predictions share a value, so that it is more than 1/4
    document = sglite("check", suite_file, "--format", "json").json
    [suite] = document["suites"]
    assert suite["chance_method"] == "simulated"
    assert 0.25 < suite["chance"] < 0.5
    assert [one["chance"] for one in suite["predictions"]] == [0.5, 0.5]


def test_strict_makes_warnings_errors_and_leaves_notes_alone(tmp_path):
    clean, doubtful = tmp_path / "clean.json", tmp_path / "doubtful.json"
    write_suite(clean, (suite_document([{"a": ["x", "y"], "b": ["x", "z"]}], ["(2;%a%) < (2;%b%)"])))
    write_suite(doubtful, (suite_document([{"a": ["x", " y"], "b": ["x", "z"]}], ["(2;%a%) < (2;%b%)"])))
    assert "note S206" in sglite("check", clean, "--strict").out
    codes = {}
    for path in (clean, doubtful):
        for option in ([], ["--strict"]):
            codes[path.stem, bool(option)] = sglite("check", path, *option).code
    assert codes == {("clean", False): 0, ("clean", True): 0, ("doubtful", False): 0, ("doubtful", True): 2}


def test_check_with_a_model_names_unknown_words(suite_file):
    done = sglite("check", suite_file, "--model", "ngram", "--format", "json")
    [suite] = done.json["suites"]
    assert {w["code"] for w in suite["warnings"]} <= {"S302", "S401", "S402", "S207"}
    assert "--lowercase is for a model" in refused("check", suite_file, "--lowercase")


def test_a_second_model_is_refused_not_forgotten():
    assert "give one model, not 2: nosuch/model, ngram" in refused("check", "npz", "-m", "nosuch/model", "-m", "ngram")


def test_markers_are_found_without_a_model_and_with_one(tmp_path):  # field cases B6, B14
    pairs = [{"a": ["<s> the fox", "sleeps"], "b": ["the fox", "sleep"]}]
    path = write_suite(tmp_path / "marked.json", suite_document(pairs, [FORMULA]))
    found = sglite("check", path, "--format", "json").json["suites"][0]["warnings"]
    [marker] = [one for one in found if one["code"] == "S110"]
    assert (marker["item_number"], marker["condition_name"], marker["region_number"]) == (1, "a", 1)
    assert "'<s>'" in marker["message"]
    with_model = sglite("check", path, "--model", "ngram", "--format", "json").json["suites"][0]["warnings"]
    [said] = [one for one in with_model if one["code"] == "S403"]
    assert (said["item_number"], said["condition_name"]) == (1, "a")


PAIRS = [
    {"sentence_good": "The fox sleeps.", "sentence_bad": "The fox sleep.", "UID": "first"},
    {"sentence_good": "A hen runs.", "sentence_bad": "A hen runs.", "UID": "second"},
]


def test_each_suite_of_a_published_file_is_reported(tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(pair) + "\n" for pair in PAIRS), encoding="utf-8")
    done = sglite("check", path)
    assert f"{path}: 'first' ok: 1 item x 2 conditions (2 sentences), 1 region, 1 prediction" in done.out
    assert f"{path}: 'second' ok: " in done.out
    assert "  1 pair has the same text twice and can only tie: line 2.\n" in done.out
    first, second = sglite("check", path, "--format", "json").json["suites"]
    assert (first["suite"], "remarks" in first) == ("first", False)
    assert second["remarks"] == ["1 pair has the same text twice and can only tie: line 2."]


def test_options_of_a_format_are_taken_and_what_is_not_for_it_is_counted(tmp_path):
    one_prefix = {
        "one_prefix_method": True,
        "one_prefix_prefix": "The fox",
        "one_prefix_word_good": "sleeps",
        "one_prefix_word_bad": "sleep",
    }
    path = tmp_path / "pairs.jsonl"
    lines = [PAIRS[0] | one_prefix, PAIRS[0] | {"one_prefix_method": False}]
    path.write_text("".join(json.dumps(pair) + "\n" for pair in lines), encoding="utf-8")
    done = sglite("check", path, "--method", "one-prefix")
    assert f"{path}: ok: 1 item x 2 conditions (2 sentences), 2 regions" in done.out
    assert "  1 item is excluded: not made for the one-prefix method.\n" in done.out
    [report] = sglite("check", path, "--method", "one-prefix", "--format", "json").json["suites"]
    assert (report["n_excluded"], report["excluded"]) == (1, {"not made for the one-prefix method": 1})
    assert sglite("check", path, "--method", "two-prefix").out == f"{path}: has nothing for these options.\n"
    assert "--human does not apply to files of format blimp: it is for agreement" in refused(
        "check", path, "--human", path
    )


def test_files_that_cannot_be_read_do_not_hide_those_that_can(tmp_path, suite_file):
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text('{"sentence_good": "A hen runs.", "sentence_bad": 3}\n', encoding="utf-8")
    done = sglite("check", damaged, suite_file)
    assert done.code == 2
    assert f"{damaged}: line 1: sentence_bad must be a text.\n{suite_file}: ok: " in done.out


def test_predictions_in_words_are_checked_with_the_suite(suite_file):
    done = sglite("check", suite_file, "--predict", "a > b at r2 by 2 bits")
    assert "3 predictions" in done.out
    assert "chance of prediction 2 (a > b at r2 by 2 bits): " in done.out
    assert done.err.startswith(
        "Prediction (beside 2 predictions of toy_suite): r2 is more surprising in 'a' than in b by"
    )
    done = sglite("check", suite_file, "--predict", "a > b at r3")
    assert done.code == 2
    assert "  a > b at r3\n           ^^\nThe suite has no region named 'r3'." in done.out


# ---------------------------------------------------------------- mending


@pytest.fixture
def spoilt(tmp_path):
    """Of field case A11."""
    items = [{"a": ["The cafÃ©", "isn&#39;t open."], "b": ["The cafe", "<i>was</i> open."]}]
    return write_suite(tmp_path / "spoilt.json", suite_document(items, ["(2;%a%) < (2;%b%)"]))


CHANGES = """\
@@ item 1, condition 'a', region 1 @@ S112
-"The cafÃ©"
+"The café"
@@ item 1, condition 'a', region 2 @@ S114
-"isn&#39;t open."
+"isn't open."
"""


def test_diff_shows_what_fix_would_change_and_changes_nothing(spoilt):
    before = spoilt.read_bytes()
    done = sglite("check", spoilt, "--diff")
    assert done.code == 1
    assert done.out == f"--- {spoilt}\n+++ {spoilt}\n{CHANGES}"
    assert "2 regions to mend." in done.err
    assert "left alone: S114 (1): a tag" in done.err
    assert spoilt.read_bytes() == before


def test_fix_writes_what_diff_shows_and_checks_what_is_there_then(spoilt):
    done = sglite("check", spoilt, "--fix")
    assert done.code == 0
    assert CHANGES in done.out
    assert "S112 item" not in done.out
    assert "S114 item 1, condition 'b', region 2" in done.out
    [suite] = json.loads(spoilt.read_text(encoding="utf-8"))["items"]
    assert suite["conditions"][0]["regions"][0]["content"] == "The café"
    again = sglite("check", spoilt, "--diff")
    assert (again.code, again.out) == (0, "")
    assert sglite("check", spoilt, "--fix", "--strict").code == 2  # the tag is a warning still


def test_changes_as_json(spoilt):
    [report] = sglite("check", spoilt, "--diff", "--format", "json").json["suites"]
    assert set(report) == {"source", "suite", "changes"}
    done = sglite("check", spoilt, "--fix", "--format", "json")
    [fixed] = done.json["suites"]
    assert fixed["changes"] == report["changes"]
    assert fixed["changes"][0] == {
        "item_number": 1,
        "condition_name": "a",
        "region_number": 1,
        "before": "The cafÃ©",
        "after": "The café",
        "codes": ["S112"],
    }
    assert "changes" not in sglite("check", spoilt, "--format", "json").json["suites"][0]


def test_predictions_of_the_command_line_are_not_written_into_the_file(spoilt):
    n = len(json.loads(spoilt.read_text(encoding="utf-8"))["predictions"])
    assert sglite("check", spoilt, "--fix", "--predict", "(1;%a%) < (1;%b%)").code == 0
    assert len(json.loads(spoilt.read_text(encoding="utf-8"))["predictions"]) == n


def test_a_table_is_not_written_over_but_refused_with_the_way(tmp_path):
    table = tmp_path / "pairs.tsv"
    table.write_text("sentence_good\tsentence_bad\nThe cafÃ© opens.\tThe cafÃ© open.\n", encoding="utf-8")
    before = table.read_bytes()
    for option in ("--fix", "--diff"):
        done = sglite("check", table, option)
        assert done.code == 2
        assert f"Make one of it with 'sglite import {table}', and mend that." in done.err
    assert table.read_bytes() == before
    table.write_text("sentence_good\tsentence_bad\nThe dog runs.\tThe dog run.\n", encoding="utf-8")
    assert sglite("check", table, "--fix").code == 0  # nothing to mend, nothing to refuse


def test_fix_and_diff_are_one_at_a_time_and_not_for_csv(spoilt):
    assert "--fix writes what --diff only shows" in refused("check", spoilt, "--fix", "--diff")
    assert "Changes have no CSV form; give --format json." in refused("check", spoilt, "--diff", "--format", "csv")
