"""Tables of models: what columns may be called, how numbers may be written, and what a user hears of slips."""

from __future__ import annotations

import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.running import sglite

from syntaxgym_lite.errors import InputError, SuiteError
from syntaxgym_lite.stats.model_table import (
    ModelRow,
    amount_in,
    described_by_names,
    read_model_table,
    read_perplexities,
)


def written(path, text):
    path.write_text(text, encoding="utf-8")
    return path


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("42000000", 42e6),
        ("42e6", 42e6),
        ("1,000,000", 1e6),
        ("1 000 000", 1e6),
        ("1\u202f000\u202f000", 1e6),  # as the French write it
        ("1'000'000", 1e6),  # and the Swiss
        ("1_000_000", 1e6),
        ("1M", 1e6),
        ("4.8 million", 4_800_000.0),
        ("4.1m", 4_100_000.0),  # 4.1 * 1e6 is 4099999.9999999995 in floats
        ("100k words", 1e5),
        ("1.5B", 1.5e9),
        ("2T", 2e12),
        ("step1000", 1000.0),
        ("checkpoint-500", 500.0),
        ("98.35061757800464", 98.350617578),
        ("0", 0.0),
        ("1,5", None),
        ("1,00,000", None),
        ("ten", None),
        ("10X", None),
        ("", None),
        ("-5", None),
        ("1e999", None),
        ("٣", None),
    ],
)
def test_numbers_are_read_as_people_write_large_ones(cell, value):
    assert amount_in(cell) == (None if value is None else pytest.approx(value, rel=1e-10))


@given(st.integers(0, 10**13))
def test_a_whole_number_is_read_in_all_its_spellings(number):
    for text in (f"{number}", f"{number:,}", f"{number:_}"):
        assert amount_in(text) == pytest.approx(number, rel=1e-11)


# ---------------------------------------------------------------- tables


def test_columns_have_several_names_and_others_are_kept(tmp_path):
    path = written(
        tmp_path / "models.csv",
        "Model,Architecture,Training words,Size,seed,Checkpoint,PPL,layers\n"
        "a,LSTM,1M,xs,0111,step500,98.4,2\n"
        "b,n-gram,NA,,,,,\n",
    )
    table = read_model_table(path, ["b", "a"])
    assert table.rows == (
        ModelRow("b", "n-gram", other={"layers": ""}),
        ModelRow("a", "LSTM", "xs", "0111", 1e6, 500.0, 98.4, {"layers": "2"}),
    )
    assert table["a"].other == {"layers": "2"}
    assert set(table.known) == {"model_class", "words", "corpus", "instance", "step", "perplexity"}
    assert table.notes == ()


def test_of_two_columns_with_one_meaning_the_first_in_rank_counts_and_the_other_is_kept(tmp_path):
    table = read_model_table(written(tmp_path / "m.csv", "model,size,corpus\na,LG,bllip\n"), ["a"])
    assert (table["a"].corpus, table["a"].other) == ("bllip", {"size": "LG"})


def test_workbooks_and_tables_of_other_countries_are_read(tmp_path):
    frame = pd.DataFrame({"model": ["a"], "words": [4_800_000], "perplexity": [98.5]})
    frame.to_excel(tmp_path / "models.xlsx", index=False, engine="xlsxwriter")
    german = written(tmp_path / "german.csv", "model;words;perplexity\na;4.800.000;98,5\n")
    for source in (tmp_path / "models.xlsx", german, frame):
        row = read_model_table(source, ["a"])["a"]
        assert (row.words, row.perplexity) == (4_800_000.0, 98.5), source


def test_a_table_may_call_a_model_by_the_last_part_of_its_name(tmp_path):
    path = written(tmp_path / "m.csv", "model,class\nSmolLM2-135M.Q4_1,transformer\nbig,n-gram\n")
    table = read_model_table(path, ["/data/x/SmolLM2-135M.Q4_1.gguf", "kenlm:big.arpa.gz"])
    assert [row.model_class for row in table.rows] == ["transformer", "n-gram"]
    assert [row.model for row in table.rows] == ["/data/x/SmolLM2-135M.Q4_1.gguf", "kenlm:big.arpa.gz"]
    with pytest.raises(InputError, match="lacks 2 models"):  # of two of one last part, neither
        read_model_table(path, ["x/big", "y/big"])


def test_models_that_are_missing_are_listed_and_further_rows_are_said(tmp_path):
    path = written(tmp_path / "m.csv", "model,class\nlsmt,LSTM\nngram,n-gram\n")
    with pytest.raises(InputError, match=r"lacks 2 models of the run: lstm, gpt2\. .*Did you mean 'lsmt'\?$"):
        read_model_table(path, ["lstm", "ngram", "gpt2"])
    assert read_model_table(path, ["ngram"]).notes == (f"{path}: the run has no model 'lsmt'.",)


def test_every_problem_is_told_at_once_with_its_place(tmp_path):
    path = written(tmp_path / "m.csv", "model,words,perplexity\na,many,0\na,1M,\n,1M,3\n")
    with pytest.raises(SuiteError) as caught:
        read_model_table(path, ["a"])
    assert [str(problem) for problem in caught.value.problems] == [
        "row 2, column B ('words'): 'many' is no number; write it as 1000000, 1,000,000, 1e6 or 1M.",
        "row 2, column C ('perplexity'): '0' is not above 0.",
        "row 3, column A ('model'): 'a' has a row already, row 2.",
        "row 4, column A ('model'): is empty; every row names a model.",
    ]


def test_a_thousand_that_may_be_one_is_asked_about(tmp_path):
    path = written(tmp_path / "m.csv", "model;words;perplexity\na;1,000;1,125\n")
    with pytest.raises(SuiteError, match=r"'1,000' may be 1 or 1000; write it without\.$"):
        read_model_table(path, ["a"])


def test_a_table_without_models_says_which_column_it_lacks(tmp_path):
    with pytest.raises(InputError, match=r"has no column 'model', .* Did you mean 'Modell'\?$"):
        read_model_table(written(tmp_path / "m.csv", "Modell,words\na,1\n"), ["a"])
    with pytest.raises(InputError, match="a file or a data frame, not int"):
        read_model_table(3, ["a"])


def test_what_a_purpose_needs_is_asked_for_by_name(tmp_path):
    table = read_model_table(written(tmp_path / "m.csv", "model,words\na,1M\nb,\n"), ["a", "b"])
    with pytest.raises(InputError, match=r"has no column 'class' and no column 'seed', which the mixed model needs\.$"):
        table.require("model_class", "words", "instance", purpose="the mixed model")
    with pytest.raises(InputError, match=r"column 'words' is empty for b; a figure needs it of every model\.$"):
        table.require("words", purpose="a figure")
    read_model_table(table, ["a"]).require("words", purpose="a figure")  # b is not asked for


# ---------------------------------------------------------------- perplexities


def test_what_sglite_perplexity_prints_is_read(tmp_path):
    text = written(tmp_path / "text.txt", "The cat sat on the mat.\nIt rained.\n")
    other = written(tmp_path / "other.txt", "It rained all day.\n")
    one = sglite("perplexity", "-m", "ngram", text, "--format", "csv").out
    two = sglite("perplexity", "-m", "ngram", "-m", "unigram:ngram", text, other, "--format", "csv").out
    (row,) = csv.DictReader(io.StringIO(one))
    assert read_perplexities(written(tmp_path / "one.csv", one), ["ngram"]) == (
        {"ngram": pytest.approx(float(row["perplexity"]), rel=1e-10)},
        (),
    )
    rows = {(row["model"], row["text"]): float(row["perplexity"]) for row in csv.DictReader(io.StringIO(two))}
    path = written(tmp_path / "two.csv", two)
    found, notes = read_perplexities(path, ["ngram"])
    assert found == {"ngram": pytest.approx(rows["ngram", "total"], rel=1e-10)}
    assert notes == (f"{path}: the run has no model 'unigram:ngram'.",)
    found, _ = read_perplexities(path, ["ngram"], text=str(other))
    assert found == {"ngram": pytest.approx(rows["ngram", str(other)], rel=1e-10)}
    with pytest.raises(InputError, match=r"has no text 'third\.txt'; it has "):
        read_perplexities(path, ["ngram"], text="third.txt")


def test_perplexities_that_cannot_be_compared_are_left_out_and_said(tmp_path):
    path = written(tmp_path / "p.csv", "model,pseudo,perplexity\na,False,10\nb,True,3\nc,False,\n")
    found, notes = read_perplexities(path, ["a", "b", "c", "d"])
    assert found == {"a": 10.0}
    assert notes == (
        "b: perplexity of pseudo-surprisals, not to be compared with others; left out.",
        f"{path}: no perplexity of c, d; left out.",
    )
    assert read_perplexities(path, ["b"])[0] == {"b": 3.0}  # among themselves they can


def test_perplexities_of_other_models_and_several_of_one_are_refused(tmp_path):
    path = written(tmp_path / "p.csv", "model,text,perplexity\na,x,10\na,y,12\n")
    with pytest.raises(SuiteError, match=r"row 2.*'a' has 2 rows; leave one, or name a text by `text`"):
        read_perplexities(path, ["a"])
    with pytest.raises(InputError, match=r"has none of the models of the run, lstm; it has a\.$"):
        read_perplexities(written(tmp_path / "q.csv", "model,perplexity\na,10\n"), ["lstm"])
    with pytest.raises(InputError, match="has no column 'perplexity'"):
        read_perplexities(written(tmp_path / "r.csv", "model,words\na,10\n"), ["a"])


# ---------------------------------------------------------------- names


def test_steps_and_words_at_the_end_of_names_are_understood():
    steps = described_by_names(["pythia@step1000", "pythia@step512", "other-checkpoint-10k"])
    assert [(row.model_class, row.step, row.words) for row in steps.rows] == [
        ("pythia", 1000.0, None),
        ("pythia", 512.0, None),
        ("other", 10_000.0, None),
    ]
    assert steps.known == ("model_class", "step")
    words = described_by_names(["babylm?revision=chck_1M", "babylm?revision=chck_10M"])
    assert [(row.model_class, row.words) for row in words.rows] == [
        ("babylm", 1e6),
        ("babylm", 1e7),
    ]
    assert "training words 1M (babylm?revision=chck_1M), 10M" in words.notes[0]


@pytest.mark.parametrize(
    "models",
    [
        ["ngram", "lstm"],
        ["lstm-1M"],
        ["lstm-1M", "lstm"],
        ["lstm-1M", "gru-10M"],  # no two of one class
        ["lstm-1M", "gru-1M"],
        ["gpt2", "gpt3"],
        [],
    ],
)
def test_names_that_say_nothing_of_the_kind_are_not_understood(models):
    assert described_by_names(models) is None
