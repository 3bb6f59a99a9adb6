"""Tables of scores hold the numbers of the summary, in every format, and say what their signs mean."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pandas as pd
import pytest
from support.toys import TWO_PAIRS, WordBackend, suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.reports.score_tables import TABLE_FORMATS, score_table
from syntaxgym_lite.results import RunResult

MODELS = ["lstm", "random:1"]
NUMBERS = ("score", "ci_low", "ci_high", "chance", "p_chance_holm")


@pytest.fixture(scope="module")
def run() -> RunResult:
    return sgl.evaluate(["npz", "mvrr", "npi_src_ever"], MODELS)


def toy(**changes) -> RunResult:
    """One suite of two items with factors and a group: of (2;%a%) > (2;%b%), the first holds, and the second is a tie."""
    document = suite_document(TWO_PAIRS, ["(2;%a%) > (2;%b%)"], groups={"phenomenon": "agreement"}, **changes)
    for item, kind in zip(document["items"], ("old", "new"), strict=True):
        item["factors"] = {"kind": kind}
    return sgl.evaluate(
        sgl.loads_suite(json.dumps(document)),
        WordBackend(lambda word: 4.0 if word == "sings" else len(word), name="my_toy"),
    )


def rows_of(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")]


def test_scores_by_suite_are_those_of_the_summary(run):
    summary = sgl.summarize(run)
    heading, _, *rows = rows_of(score_table(run).write("markdown"))
    assert heading == ["suite", "items", "chance", "lstm", "random:1 (pseudo-surprisal)"]
    lstm = summary["models"][0]
    assert [row[0] for row in rows] == ["npz", "mvrr", "npi_src_ever", "SG score"]
    for row, suite in zip(rows[:-1], lstm["suites"], strict=True):
        mark = {"above": r"\*", "below": "†", "silent": "‡"}.get(suite["above_chance"], "")
        assert row[1:4] == [
            str(suite["n_items"]),
            f"{suite['chance']:.3f}",
            f"{suite['score']:.3f}{mark} [{suite['ci_low']:.3f}, {suite['ci_high']:.3f}]",
        ]
    assert rows[-1][3].startswith(f"{lstm['sg_score']:.3f}")


def test_csv_has_a_row_for_each_model_and_suite_in_full_precision(run):
    rows = list(csv.DictReader(io.StringIO(score_table(run).write("csv"))))
    assert sorted((row["model"], row["suite"], *(float(row[name]) for name in NUMBERS)) for row in rows) == sorted(
        (model["model"], suite["suite"], *(suite[name] for name in NUMBERS))
        for model in sgl.summarize(run)["models"]
        for suite in model["suites"]
    )
    frame = pd.read_csv(io.StringIO(score_table(run).write("csv")))
    columns = ["model", "suite", *NUMBERS]
    pd.testing.assert_frame_equal(frame[columns], score_table(run).to_frame()[columns])


def test_json_is_the_same_with_what_is_said_below(run):
    document = json.loads(score_table(run, "circuit").write("json"))
    assert (document["schema_version"], document["by"]) == (1, "circuit")
    scores = {(row["model"], row["circuit"]): row["score"] for row in document["rows"]}
    for model in sgl.summarize(run)["models"]:
        assert {name: scores[model["model"], name] for name in model["circuits"]} == model["circuits"]
    assert document["notes"][0] == "Mean over suites of the share of items for which all predictions hold."


def test_models_can_be_rows(run):
    heading, _, *rows = rows_of(score_table(run, "circuit").write("markdown", models_as="rows", intervals=False))
    assert heading == ["model", "garden_path", "licensing", "SG score"]
    assert [row[0] for row in rows] == ["lstm", "random:1 (pseudo-surprisal)", "suites"]
    assert rows[-1][1:] == ["2", "1", "3"]
    circuits = sgl.summarize(run)["models"][0]["circuits"]
    assert rows[0][1:3] == [f"{circuits[name]:.3f}" for name in ("garden_path", "licensing")]


def test_more_models_than_suites_go_down(run):
    table = score_table(run.select(suites="npz"))
    assert rows_of(table.write("markdown"))[0][0] == "model"
    assert rows_of(table.write("markdown"))[-2:] == [["chance", "0.308"], ["items", "28"]]


def test_predictions_have_their_accuracies():
    [row] = score_table(toy(), "prediction").records()
    assert {name: row[name] for name in ("suite", "prediction", "formula", "accuracy", "n_items")} == {
        "suite": "toy_suite",
        "prediction": "0: (2;%a%) > (2;%b%)",
        "formula": "(2;%a%) > (2;%b%)",
        "accuracy": 0.5,
        "n_items": 2,
    }


def test_items_pass_fail_or_are_undefined():
    run = toy()
    undefined = sgl.evaluate(
        sgl.loads_suite(json.dumps(suite_document(TWO_PAIRS, ["(2;%a%) > (2;%b%)"]))),
        WordBackend(lambda word: float("nan") if word == "sings" else len(word), name="undefined"),
    )
    table = score_table(replace(run, models=(*run.models, *undefined.models)), "item")
    assert rows_of(table.write("markdown"))[2:] == [["toy_suite", "1", "+", "+"], ["", "2", "-", "?"]]
    rows = list(table.records())
    assert [(row["item_number"], row["passes"], row["tie"]) for row in rows] == [
        (1, True, False), (1, True, False), (2, False, True), (2, None, False),
    ]  # fmt: skip


def test_levels_of_a_factor_and_groups_of_suites_have_rows():
    assert rows_of(score_table(toy(), "factor:kind").write("markdown", intervals=False))[2:] == [
        ["toy_suite", "old", "1", "1.000"],
        ["", "new", "1", "0.000"],
    ]
    assert rows_of(score_table(toy(), "phenomenon").write("markdown"))[0] == ["phenomenon", "suites", "my_toy"]
    [row] = score_table(toy(), "phenomenon").records()
    assert (row["phenomenon"], row["score"], row["n_suites"]) == ("agreement", 0.5, 1)


def test_one_row_a_model_has_both_means(run):
    heading, _, *rows = rows_of(score_table(run, "model").write("markdown", intervals=False))
    assert heading == ["model", "SG score", "over all items"]
    model = sgl.summarize(run)["models"][0]
    assert rows[0] == ["lstm", f"{model['sg_score']:.3f}", f"{model['item_score']:.3f}"]


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("given", ["npz", "mvrr", "npi_src_ever"]),
        ("name", ["mvrr", "npi_src_ever", "npz"]),
        ("score", ["npz", "mvrr", "npi_src_ever"]),
        ("n", ["npz", "mvrr", "npi_src_ever"]),
    ],
)
def test_rows_are_sorted_and_the_mean_stays_below(run, sort, expected):
    table = score_table(run, sort=sort)
    assert [row.names[0] for row in table.rows] == [*expected, "SG score"]
    if sort in ("score", "n"):
        values = [
            sum(entry.value for entry in row.entries.values()) if sort == "score" else row.n for row in table.rows[:-1]
        ]
        assert values == sorted(values, reverse=True)


def test_scores_can_be_per_cent_with_fewer_digits(run):
    score = sgl.summarize(run)["models"][0]["suites"][0]["score"]
    table = score_table(run)
    assert f"| {100 * score:.1f}" in table.write("markdown", percent=True).replace("|  ", "| ").replace("  ", "")
    assert f"{score:.2f}" in table.write("markdown", digits=2)
    assert "In per cent." in table.write("text", percent=True)


def test_what_the_signs_mean_stands_below(run):
    notes = score_table(run).grid().notes
    [said] = [note for note in notes if note.startswith("* above chance")]
    assert "exact two-sided binomial tests" in said
    assert "Holm's method over the suites of a model, p < 0.05." in said
    assert any(note.startswith("In brackets: 95 % intervals, Wilson's score intervals") for note in notes)
    assert not any("In brackets" in note for note in score_table(run).grid(intervals=False).notes)
    assert any(note == "SG score: mean over 3 suites." for note in notes)


def test_ties_are_counted_as_asked():
    assert "Ties count as wrong (1 item has one)." in score_table(toy()).grid().notes
    half = score_table(toy(), ties="half")
    assert [row["score"] for row in half.records()] == [0.75]
    assert (
        "An item with ties counts how often it passes if these are resolved at random (1 item has one)."
        in half.grid().notes
    )


def test_a_mean_over_several_languages_says_so():
    run = sgl.evaluate(["npz", "nonce_agreement_it"], "random:1")
    assert any("of 2 languages" in note and "no paper averages" in note for note in score_table(run).grid().notes)


def test_suites_that_not_all_models_have_are_told():
    run = sgl.evaluate(["npz", "mvrr"], MODELS)
    first, second = run.models
    part = replace(run, models=(first, replace(second, suites=second.suites[:1])))
    table = score_table(part)
    assert rows_of(table.write("markdown"))[3][-1] == "-"
    assert any("Means over different suites do not compare." in note for note in table.grid().notes)


def test_what_there_is_not_is_refused(run):
    with pytest.raises(InputError, match=r"`by=suit`: .* Did you mean 'suite'\?"):
        score_table(run, "suit")
    with pytest.raises(InputError, match="`by=factor:kind`: factors: no item of these results has any"):
        score_table(run.select(models="random:1").select(suites="npz"), "factor:kind")
    with pytest.raises(InputError, match=r"`by=factor:kin`: .* have kind\. Did you mean 'kind'\?"):
        score_table(toy(), "factor:kin")
    with pytest.raises(InputError, match="no suite of these results is of a circuit"):
        score_table(toy(), "circuit")
    with pytest.raises(InputError, match="`format=pdf`: unknown"):
        score_table(run).write("pdf")
    document = suite_document(TWO_PAIRS, [])
    with pytest.raises(InputError, match="none of their suites predicts anything"):
        score_table(sgl.evaluate(sgl.loads_suite(json.dumps(document)), WordBackend()))


@pytest.mark.parametrize("by", ["suite", "circuit", "prediction", "item", "model"])
@pytest.mark.parametrize("form", TABLE_FORMATS)
def test_every_table_can_be_written_in_every_format(run, by, form):
    text = score_table(run, by).write(form)
    assert text.endswith("\n")
    assert "lstm" in text


def test_suites_on_which_a_model_is_silent_do_not_count_in_what_is_said_of_means():
    tie, plain = {"a": ["x", "long"], "b": ["x", "late"]}, TWO_PAIRS[0]
    items = {"en": plain, "fr": plain, "it": tie}
    suites = [
        sgl.loads_suite(
            json.dumps(
                suite_document([item], ["(2;%a%) > (2;%b%)"], name=code, language=code, groups={"language": code})
            )
        )
        for code, item in items.items()
    ]
    silent = WordBackend(len, name="silent", unknown=frozenset({"long", "late"}))
    other = WordBackend(lambda word: ord(word[-1]), name="other")
    both = score_table(sgl.evaluate(suites, [silent, other]), "language")
    assert [(row.names[0], row.n) for row in both.rows][:3] == [("en", 1), ("fr", 1), ("it", None)]
    one = score_table(sgl.evaluate(suites, [silent]), "language")
    assert [row.n for row in one.rows][:3] == [1, 1, 0]
    assert "SG score: mean over 2 suites of 2 languages, which no paper averages." in one.what
