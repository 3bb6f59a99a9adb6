"""`sglite import`: what was understood is shown, asked about, and written."""

from __future__ import annotations

import json

import pytest
from support.running import refused, sglite
from support.workbooks import write_ods, write_xlsx

from syntaxgym_lite.suite.json import load_suite

TABLE = """item;cond;list;head;verb
1;sg;1;The key;is
1;pl;2;The keys;are
2;sg;2;The dog;is
2;pl;1;The dogs;are
"""
DOUBT = "Columns head and verb are proposed as regions: nothing in the table says so."
PREDICT = ("--predict", "(2;%sg%) < (2;%pl%)")


@pytest.fixture
def stimuli(tmp_path):
    path = tmp_path / "stimuli.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def texts(path):
    return [sentence.text for sentence in load_suite(path).sentences()]


def test_what_was_understood_is_shown_before_anything_is_written(stimuli, tmp_path):
    out = tmp_path / "stimuli.json"
    shown = sglite("import", stimuli, "--dry-run", "-o", out)
    assert (shown.code, shown.out, out.exists()) == (0, "", False)
    lines = [" ".join(line.split()) for line in shown.err.splitlines()]
    assert lines[0] == f"{stimuli}: a row for each item and condition, a column for each region."
    for line in (
        "column A 'item' item its name 1",
        "column C 'list' factor of sentence kept: numbers 1",
        "column D 'head' region 1 (head) a guess: text The key",
        "2 items; 2 conditions (sg, pl); 2 regions (head, verb).",
        "Sentences, as they will be scored (first, second and last):",
        "item 1, pl: The keys are",
        "item 2, pl: The dogs are",
        f"Not sure: {DOUBT}",
    ):
        assert line in lines


def test_a_guess_is_taken_where_a_person_says_so(stimuli, tmp_path):
    out = tmp_path / "a.json"
    no = sglite("import", stimuli, *PREDICT, "-o", out, stdin="n\n", terminal=True)
    assert no.code == 2
    assert "Is this right? [y/N]" in no.err
    assert "Nothing was written. Say what it is by options: --regions head,verb says the same" in no.err
    assert not out.exists()
    yes = sglite("import", stimuli, *PREDICT, "-o", out, stdin="y\n", terminal=True)
    assert yes.code == 0
    assert texts(out) == ["The key is", "The keys are", "The dog is", "The dogs are"]
    taken = tmp_path / "b.json"
    assert sglite("import", stimuli, *PREDICT, "--yes", "-o", taken).code == 0
    said = tmp_path / "c.json"
    done = sglite("import", stimuli, *PREDICT, "--regions", "head,verb", "-o", said)
    assert (done.code, "Not sure" in done.err) == (0, False)
    assert out.read_bytes() == taken.read_bytes() == said.read_bytes()
    document = json.loads(said.read_text(encoding="utf-8"))
    assert document["items"][1]["conditions"][0]["factors"] == {"list": 2}
    assert document["meta"]["name"] == "stimuli"


def test_in_a_pipe_a_guess_is_refused_with_what_to_add(stimuli):
    assert refused("import", stimuli).splitlines()[-1] == (
        f"Error: {stimuli}: {DOUBT} Nothing was written: --regions head,verb says the same, and --yes takes what is shown."
    )
    for command in ("eval", "check", "show"):  # field case A6
        done = sglite(command, stimuli)
        assert done.code == 2
        assert f"{DOUBT} 'sglite import {stimuli}' shows what was understood and asks" in done.out + done.err


def test_a_table_in_which_nothing_is_guessed_is_read_by_every_command(stimuli):
    """Field case A6."""
    stimuli.write_text(TABLE.replace("head;verb", "r1_head;r2_verb"), encoding="utf-8")
    assert "2 items x 2 conditions" in sglite("check", stimuli).out
    assert "The dogs" in sglite("show", stimuli).out
    done = sglite("eval", stimuli, *PREDICT, "-m", "ngram", "--format", "json")
    assert [one["suite"] for one in done.json["models"][0]["suites"]] == ["stimuli"]


@pytest.mark.parametrize(("write", "suffix"), [(write_xlsx, "xlsx"), (write_ods, "ods")])
def test_a_sheet_is_read_as_the_same_table(stimuli, tmp_path, write, suffix):
    rows = [[int(cell) if cell.isdigit() else cell for cell in line.split(";")] for line in TABLE.splitlines()]
    book = write(tmp_path / f"stimuli.{suffix}", {"Fillers": [["a"], ["x"]], "Items": rows})
    options = ("--regions", "head,verb", *PREDICT)
    assert "--sheet Fillers" in refused("import", book, *options)
    out, other = tmp_path / "a.json", tmp_path / "b.json"
    assert sglite("import", book, "--sheet", "Items", *options, "-o", out).code == 0
    assert sglite("import", stimuli, *options, "-o", other).code == 0
    assert out.read_bytes() == other.read_bytes()
    long = sglite("convert", book, "--sheet", "2", *options, "--to", "long")
    assert long.out.splitlines()[1] == "1,sg,1,head,The key,1"  # with its list


def test_cells_are_pasted_as_a_spreadsheet_gives_them(tmp_path):
    out = tmp_path / "pasted.json"
    pasted = TABLE.replace(";", "\t").replace("\n", "\r\n")
    done = sglite("import", "-", "--regions", "head,verb", "--name", "pasted", *PREDICT, "-o", out, stdin=pasted)
    assert done.code == 0
    assert done.err.startswith("standard input: a row for each item")
    assert texts(out)[0] == "The key is"
    assert refused("import", "-", stdin=pasted).splitlines()[-1].startswith(f"Error: standard input: {DOUBT}")
    assert "Error: standard input: is empty" in refused("import", "-", "--from", "table", stdin="")


def test_what_check_finds_is_counted_with_the_command_that_shows_it(stimuli, tmp_path):
    stimuli.write_text(TABLE.replace("The dogs", "The  dogs"), encoding="utf-8")
    out = tmp_path / "stimuli.json"
    done = sglite("import", stimuli, "--yes", *PREDICT, "-o", out)
    assert f"{out}: 2 items x 2 conditions" in done.err
    found = done.err.splitlines()[-1]
    assert found.startswith(f"'sglite check {out}' shows ")
    n_found = int(found.split(" shows ")[1].split()[0])
    [report] = sglite("check", out, "--format", "json").json["suites"]
    assert n_found == len(report["warnings"]) > 0


def test_several_suites_go_to_a_folder(tmp_path):
    path, out = tmp_path / "pairs.jsonl", tmp_path / "suites"
    lines = [{"sentence_good": "a b", "sentence_bad": "a c", "UID": uid} for uid in ("one", "two")]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert f"{path}: holds 2 suites; name a folder for them with --out." in refused("import", path)
    done = sglite("import", path, "-o", out)
    assert (done.code, sorted(file.name for file in out.iterdir())) == (0, ["one.json", "two.json"])
    assert "--overwrite" in refused("import", path, "-o", out)


def test_nothing_is_replaced_unasked(stimuli, tmp_path):
    out = tmp_path / "stimuli.json"
    out.write_text("{}", encoding="utf-8")
    assert "--overwrite" in refused("import", stimuli, "--yes", "-o", out)
    assert "write it elsewhere" in refused("import", stimuli, "--yes", "-o", stimuli)
    assert f"{tmp_path / 'none.csv'}: no such file." in refused("import", tmp_path / "none.csv")
    assert "is a folder" in refused("import", tmp_path)


def test_an_appendix_is_written_with_the_options_that_its_refusal_names(tmp_path):
    appendix, out = tmp_path / "appendix.txt", tmp_path / "suite.json"
    appendix.write_text("1. The key was/*were rusty.\n2. The path was/*were wet.\n")
    said = sglite("import", appendix, "-o", out)
    assert said.code == 2
    assert "A slash without braces is taken to stand between two words, as in 'was/*were'." in said.err
    assert "--slashes parallel says the same" in said.err
    assert not out.exists()
    evaluated = sglite("eval", appendix)
    assert evaluated.code == 2
    assert f"'sglite import {appendix}' shows what was understood and asks" in evaluated.err
    done = sglite("import", appendix, "--slashes", "parallel", "-o", out)
    assert done.code == 0
    assert '--predict "were > was in the sentence"' in done.err
    assert texts(out) == ["The key was rusty.", "The key were rusty.", "The path was wet.", "The path were wet."]
