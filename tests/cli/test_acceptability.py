"""`sglite acceptability`: what it shows, what it writes, and what it refuses."""

from __future__ import annotations

import csv
import io
import json

import pytest
from support.running import sglite

PAIRS = """\
item,good,bad,p_1,p_2,p_3,p_4,kind
1,The dogs bark.,The dogs barks.,1,1,1,1,number
2,The dog near the cats sleeps.,The dog near the cats sleep.,1,0,1,0,number
3,He saw himself.,He saw herself.,1,1,1,0,reflexive
4,She saw herself.,She saw himself.,0,0,0,0,reflexive
"""


@pytest.fixture
def rated(tmp_path):
    rows = [("The cat sleeps.", 7), ("The cat sleep.", 2), ("The cats near the dog sleep.", 5), ("The sleeps cat.", 1)]
    path = tmp_path / "rated.csv"
    path.write_text("sentence,rating\n" + "".join(f"{a},{b}\n" for a, b in rows), encoding="utf-8")
    return path


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text(PAIRS, encoding="utf-8")
    return path


def rows_of(path):
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


CHOICES = ("--good", "good", "--bad", "bad", "--choice", "p_*", "--phenomenon", "kind", "--item", "item")


def test_the_table_gives_each_measure_and_the_files_hold_all(rated, tmp_path):
    out = tmp_path / "out"
    done = sglite("acceptability", rated, "--figure", "slor", "-o", out, "-q")
    assert done.code == 0
    assert all(name in done.out for name in ("logp_per_byte", "penlp", "slor", "Pearson", "2,000 samples"))
    assert sorted(path.name for path in out.iterdir() if not path.name.startswith(".")) == [
        "acceptability.json", "results.csv", "scatter.svg", "sentences.csv",
    ]  # fmt: skip
    first = rows_of(out / "sentences.csv")[0]
    assert first["sentence"] == "The cat sleeps."
    assert float(first["slor"]) == pytest.approx(
        (float(first["logp"]) - float(first["unigram_logp"])) / int(first["n_tokens"])
    )
    assert float(first["logp_per_word"]) == pytest.approx(float(first["logp"]) / 3)
    document = json.loads((out / "acceptability.json").read_text(encoding="utf-8"))
    assert (document["schema_version"], document["n_sentences"], document["failures"]) == (1, 4, [])
    assert document["models"][0]["unigrams"]["n_kinds"] == 30001


def test_pairs_are_given_over_all_and_by_phenomenon(pairs, tmp_path):
    done = sglite("acceptability", pairs, *CHOICES, "-q", "--format", "csv")
    rows = [row for row in csv.DictReader(io.StringIO(done.out)) if row["measure"] == "logp"]
    assert [(row["of"], row["phenomenon"], row["n_pairs"]) for row in rows] == [
        ("pairs", "", "4"), ("phenomena", "", ""), ("pairs", "number", "2"), ("pairs", "reflexive", "2"),
    ]  # fmt: skip
    by_kind = [float(row["accuracy"]) for row in rows[2:]]
    assert float(rows[0]["macro"]) == pytest.approx(sum(by_kind) / 2)
    assert rows[0]["n_agreed"] == "3"  # 4 of 4, 3 of 4 and 0 of 4 people; not 2 of 4
    table = sglite("acceptability", pairs, *CHOICES, "-q")
    assert "mean over 2 phenomena" in table.out
    assert "75% of them or more agree in 3" in table.out
    assert "Ceiling of shares of people" in table.out


def test_json_is_the_document_that_is_written(pairs, tmp_path):
    out = tmp_path / "out"
    done = sglite("acceptability", pairs, *CHOICES, "-q", "--format", "json", "-o", out)
    assert done.json == json.loads((out / "acceptability.json").read_text(encoding="utf-8"))
    assert done.json["compared_with"] == "share"
    rows = rows_of(out / "pairs.csv")
    assert [float(row["share_of_people"]) for row in rows] == [1, 0.5, 0.75, 0]


def test_tables_are_written_as_excel_reads_them_in_many_countries(pairs, tmp_path):
    out = tmp_path / "out"
    done = sglite("acceptability", pairs, *CHOICES, "-q", "--format", "csv", "-o", out, "--bom", "--decimal-comma")
    rows = list(csv.DictReader(io.StringIO(done.out.removeprefix("\ufeff")), delimiter=";"))
    assert rows[0]["accuracy"] in ("0,25", "0,5", "0,75", "0,0", "1,0")
    for name in ("results.csv", "sentences.csv", "pairs.csv"):
        text = (out / name).read_text(encoding="utf-8")
        assert text.startswith("\ufeffmodel;")
        assert "." not in next(csv.reader([text.splitlines()[1]], delimiter=";"))[-1]
    assert (out / "results.csv").read_text(encoding="utf-8") == done.out


def test_labels_of_sides_can_be_named(tmp_path):
    path = tmp_path / "rated.csv"
    path.write_text("item,s,sentence,rating\n1,A,The dogs bark.,6\n1,B,The dogs barks.,2\n", encoding="utf-8")
    arguments = ["acceptability", path, "--pair", "item", "--side", "s", "--format", "csv"]
    done = sglite(*arguments)
    assert done.code == 2
    assert "there are 'A' (1 row), 'B' (1 row)" in done.err
    assert "--good-label LABEL" in done.err
    done = sglite(*arguments, "--good-label", "B")
    assert done.code == 0
    assert "rate the sentence that is labelled good lower: --good-label and --bad-label say" in done.err


def test_a_terminal_of_80_columns_loses_nothing(rated, pairs, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for arguments in ([rated], [pairs, *CHOICES]):
        done = sglite("acceptability", *arguments, "-q")
        assert "…" not in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--figure", "slor"], "--out"),
        (["--figure", "slar", "-o", "out"], "no such measure"),
        (["--unigrams", "nowhere.txt"], "no such file"),
        (["--agree", "0.4"], "above 0.5"),
        (["--rating", "mean"], "no such column"),
        (["--bom"], "none is written here"),
        (["--good-label", "x"], "in the column --side"),
        (["--revisions", "main"], "has no revisions"),
    ],
)
def test_what_makes_no_sense_is_refused(rated, arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = sglite("acceptability", rated, *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert not (tmp_path / "out" / "acceptability.json").exists()
