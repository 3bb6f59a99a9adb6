"""`sglite surprisal`: sentences are read, scored and written as they come, however many there are."""

from __future__ import annotations

import csv
import gzip
import io
import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest
from click.testing import CliRunner
from support.arpa_files import TINY, write
from support.running import refused, sglite
from support.tiny_models import gpt_folder
from support.toys import WordBackend
from support.workbooks import write_xlsx

from syntaxgym_lite.cli import surprisal
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.scoring.opener import Opener
from syntaxgym_lite.scoring.schedule import default_batch_size
from syntaxgym_lite.scoring.scorer import Scorer


def test_results_come_before_the_input_has_ended():
    process = subprocess.Popen(
        [sys.executable, "-m", "syntaxgym_lite", "surprisal", "-m", "ngram", "--format", "csv", "--quiet"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdin is not None
    assert process.stdout is not None
    guard = threading.Timer(120, process.kill)  # waiting for ever would be the failure
    guard.start()
    process.stdin.write("the dog barked\n" * 5000)
    process.stdin.flush()
    assert process.stdout.readline().startswith("sentence_id")
    assert process.stdout.readline().startswith("1,1,the")
    process.stdin.close()
    *_, last = process.stdout
    assert last.startswith("5000,3,barked")
    process.stdout.close()
    assert process.wait() == 0
    guard.cancel()


def test_a_batch_of_sentences_is_held_at_once(tmp_path, monkeypatch):
    path = tmp_path / "many.txt"
    path.write_text("".join(f"sentence number {n}\n" for n in range(10_000)), encoding="utf-8")
    backend = WordBackend()
    sizes = []
    monkeypatch.setattr(Opener, "open", lambda *_: Scorer("toy", backend))
    monkeypatch.setattr(backend, "score", lambda texts, *_: sizes.append(len(texts)) or WordBackend().score(texts))
    done = CliRunner().invoke(surprisal.command, [str(path), "--format", "csv", "--quiet"])
    assert done.exit_code == 0
    assert sizes == [4096, 4096, 1808]
    assert done.stdout.count("\n") == 1 + 3 * 10_000


def test_help_says_how_many_lines_are_read_at_a_time():
    said = " ".join(CliRunner().invoke(surprisal.command, ["--help"]).stdout.split())
    assert (
        f"{surprisal._CHUNK:,} lines at a time, or {default_batch_size(WordBackend().info.capabilities):,} for a model of words"
        in said
    )


@pytest.mark.parametrize("form", ["csv", "table"])
def test_lines_before_one_that_is_no_text_are_scored(tmp_path, monkeypatch, form):
    monkeypatch.setattr(Opener, "open", lambda *_: Scorer("toy", WordBackend()))
    path = tmp_path / "damaged.txt"
    n = 4999 if form == "csv" else 99  # a table for each sentence takes its time
    path.write_bytes(b"a fox\n" * n + b"a f\xffx\n" + b"an owl\n" * 10)
    done = CliRunner().invoke(surprisal.command, [str(path), "--format", form, "--quiet"])
    assert isinstance(done.exception, InputError)
    assert f"damaged.txt: line {n + 1} is not UTF-8" in str(done.exception)
    if form == "csv":
        assert done.stdout.splitlines()[-1].startswith(f"{n},2,fox,")
        assert done.stdout.count("\n") == 1 + 2 * n
    else:
        assert f"{n}: a fox" in done.stdout
    assert "owl" not in done.stdout


def test_progress_is_reported_within_a_chunk_too(tmp_path, monkeypatch):
    """A slow model takes minutes for a thousand sentences."""
    monkeypatch.setattr(Opener, "open", lambda *_: Scorer("toy", WordBackend()))
    ticks = []

    @contextmanager
    def bar(*, quiet):
        yield lambda name: lambda done, total: ticks.append((done, total))

    monkeypatch.setattr(surprisal, "progress_bar", bar)
    path = tmp_path / "lines.txt"
    path.write_text("".join(f"fox {n:04}\n" for n in range(1500)), encoding="utf-8")
    done = CliRunner().invoke(surprisal.command, [str(path), "--format", "csv", "--batch-size", "400"])
    assert done.exit_code == 0
    assert ticks == [(n, 1500) for n in (0, 400, 800, 1024, 1024, 1424, 1500)]
    assert [line for line in done.stdout.splitlines() if line.startswith("1500,")] == [
        "1500,1,fox,0,3,3.0,1,False",
        "1500,2,1499,4,8,4.0,1,False",
    ]


def test_packed_files_are_read_like_others(tmp_path, monkeypatch):
    monkeypatch.setattr(Opener, "open", lambda *_: Scorer("toy", WordBackend()))
    path = tmp_path / "lines.txt.gz"
    path.write_bytes(gzip.compress(b"a fox\n\nan owl\n"))
    done = CliRunner().invoke(surprisal.command, [str(path), "--format", "csv"], catch_exceptions=False)
    assert [row.split(",")[:3] for row in done.stdout.splitlines()[1:]] == [
        ["1", "1", "a"],
        ["1", "2", "fox"],
        ["3", "1", "an"],
        ["3", "2", "owl"],
    ]


def test_surprisal_by_token_and_by_word_add_up(tmp_path):
    text = "The dog isn't here.\n\nA café, my 🦊!\n"
    tokens = list(
        csv.DictReader(io.StringIO(sglite("surprisal", "-", "-m", "ngram", "--format", "csv", stdin=text).out))
    )
    words = list(
        csv.DictReader(
            io.StringIO(sglite("surprisal", "-m", "ngram", "--format", "csv", "--by", "word", stdin=text).out)
        )
    )
    assert [row["word"] for row in words] == ["The", "dog", "isn't", "here.", "A", "café,", "my", "🦊!"]
    assert [row["sentence_id"] for row in words] == ["1"] * 4 + ["3"] * 4  # the number of the line
    total = sum(float(row["surprisal_bits"]) for row in tokens)
    assert sum(float(row["surprisal_bits"]) for row in words) == pytest.approx(total, abs=1e-9)


@pytest.mark.parametrize(("unit", "value"), [("bits", 1.0), ("nats", 0.6931), ("log10", 0.3010)])
def test_a_value_is_in_the_unit_that_its_output_names(tmp_path, unit, value):
    model = f"ngram:{write(tmp_path / 'tiny.arpa', TINY)}"  # p(foxes) at the start is 0.5

    def said(form):
        return sglite("surprisal", "--model", model, "--unit", unit, "--format", form, stdin="foxes\n")

    document = said("json").json
    assert document["unit"] == unit
    [token] = document["sentences"][0]["tokens"]
    assert token[f"surprisal_{unit}"] == pytest.approx(value, abs=1e-4)
    [row] = csv.DictReader(said("csv").out.splitlines())
    assert float(row[f"surprisal_{unit}"]) == pytest.approx(value, abs=1e-4)
    assert f"{value:.4f}" in said("table").out
    assert unit in said("table").out


def test_surprisal_of_text_that_is_not_utf8_names_the_line(tmp_path):
    path = tmp_path / "latin.txt"
    path.write_bytes(b"fine\ncaf\xe9\n")
    done = sglite("surprisal", path, "-m", "ngram", "--format", "csv")
    assert done.code == 2
    assert "line 2 is not UTF-8" in done.err


def test_nothing_to_score_is_said(tmp_path):
    for content in ("", "\n \n"):
        (tmp_path / "empty.txt").write_text(content)
        done = sglite("surprisal", tmp_path / "empty.txt", "-m", "ngram", "--format", "csv")
        assert done.code == 0
        assert "empty.txt is empty: there is no sentence to score" in done.err


@pytest.mark.parametrize("kind", ["kenlm", "ngram"])
@pytest.mark.parametrize("by", ["token", "word"])
def test_every_number_in_csv_is_a_plain_number(tmp_path, kind, by):
    if kind == "kenlm":
        pytest.importorskip("kenlm")
    options = ("--model", f"{kind}:{write(tmp_path / 'tiny.arpa', TINY)}", "--by", by, "--eos", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(sglite("surprisal", *options, stdin="foxes sleep\n").out)))
    assert [float(row["surprisal_bits"]) for row in rows] == pytest.approx([1.0, 1.0, 0.5146], abs=1e-4)
    assert rows[-1]["word" if by == "word" else "token"] == "<eos>"


def test_csv_for_a_spreadsheet_has_a_mark_and_decimal_commas(tmp_path):
    options = ("--model", f"ngram:{write(tmp_path / 'tiny.arpa', TINY)}", "--format", "csv")
    plain = sglite("surprisal", *options, stdin="foxes sleep ; ,\n").out
    there = sglite("surprisal", *options, "--bom", "--decimal-comma", stdin="foxes sleep ; ,\n").out
    assert there.startswith("\ufeffsentence_id;token_id;token;")
    rows = list(csv.reader(io.StringIO(there.removeprefix("\ufeff")), delimiter=";"))
    expected = [[*row[:5], row[5].replace(".", ","), *row[6:]] for row in csv.reader(io.StringIO(plain))]
    assert rows == expected
    assert [row[2] for row in rows[3:]] == [";", ","]
    done = sglite("surprisal", *options[:2], "--bom", stdin="foxes\n")
    assert (done.code, "--bom and --decimal-comma are for CSV" in done.err) == (2, True)


def test_warnings_of_sentences_are_said_once_with_file_and_line_and_stand_in_json(tmp_path):  # field cases B6, B14
    path = tmp_path / "many.txt"
    path.write_text("the dog barked\n" + "<s> the dog barked\n" * 10_000, encoding="utf-8")
    done = sglite("surprisal", path, "-m", "ngram", "--format", "json")
    assert done.err.count("Warning:") == 1
    assert f"(10000 sentences, e.g. {path}, line 2)" in done.err
    first, second, *_ = done.json["sentences"]
    assert "warnings" not in first
    assert second["warnings"][0].startswith("The text '<s>' is a marker")


def test_unknown_words_stand_as_in_the_text_and_are_marked():  # field case C14
    done = sglite("surprisal", "-m", "lstm", "--format", "csv", stdin="The zorbles saw a glimfor.")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [row["token"] for row in rows if row["oov"] == "True"] == ["zorbles", "glimfor"]
    table = sglite("surprisal", "-m", "lstm", stdin="The zorbles slept.").out
    [line] = [line for line in table.splitlines() if "unknown word" in line]
    assert line.split()[0] == "zorbles"


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_sentence_that_cannot_be_scored_costs_no_other(tmp_path, form):  # field case A12
    (tmp_path / "whole.txt").write_text("the fox sleeps .\n" + "the dogs bark " * 40 + "\nthe dogs bark .\n")
    (tmp_path / "part.txt").write_text("the fox sleeps .\n\nthe dogs bark .\n")
    options = ("-m", gpt_folder(), "--no-cache", "--format", form, "-q")
    whole, part = (sglite("surprisal", tmp_path / f"{name}.txt", *options) for name in ("whole", "part"))
    assert (whole.code, part.code) == (3, 0)
    assert whole.out == part.out
    assert whole.err.startswith(f"Error: {tmp_path / 'whole.txt'}, line 2: The sentence 'the dogs bark the dogs")
    assert part.err == ""


def test_a_sentence_that_cannot_be_scored_is_named_by_file_and_line(tmp_path):  # field case C10
    path = tmp_path / "text.txt"
    path.write_text("the fox\n\n" + "the fox sleeps near the river . " * 40 + "\n", encoding="utf-8")
    done = sglite("surprisal", path, "-m", gpt_folder())
    assert done.code == 3
    assert f"Error: {path}, line 3: The sentence 'the fox sleeps" in done.err


@pytest.mark.parametrize(
    ("text", "said"), [("猫が寝た。", True), ("猫が 寝た 。", False), ("The cat slept.", False), ("ภาษาไทย", True)]
)
def test_words_of_a_text_without_blanks_are_said_to_be_none(tmp_path, text, said):
    path = tmp_path / "a.txt"
    path.write_text(f"{text}\n", encoding="utf-8")
    by_word = sglite("surprisal", path, "--model", "random:1", "--by", "word")
    assert by_word.code == 0
    assert ("1 sentence has no blanks between words" in by_word.err) == said
    assert "no blanks" not in sglite("surprisal", path, "--model", "random:1").err


def test_a_context_without_blanks_gets_none(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_text("猫が寝た。\n", encoding="utf-8")
    seen = []

    class Seeing(WordBackend):
        def score(self, texts, options=None):
            seen.append(options.context)
            return super().score(texts, options)

    monkeypatch.setattr(Opener, "open", lambda *_: Scorer("toy", Seeing()))
    for context in ("昨日、", "Yesterday"):
        assert CliRunner().invoke(surprisal.command, [str(path), "--context", context]).exit_code == 0
    assert seen == ["昨日、", "Yesterday "]


STIMULI = 'item,cond,sentence,word\n1,a,The dog barks.,x\n1,b,"The, cat",y\n2,a,,z\n'


@pytest.fixture
def stimuli(tmp_path):
    path = tmp_path / "stimuli.csv"
    path.write_text(STIMULI, encoding="utf-8")
    return path


def test_a_table_is_known_and_its_other_columns_stand_beside_each_word(stimuli, tmp_path):
    """Field case A14: the header and `1;sg_sg;The` were scored as text."""
    done = sglite("surprisal", stimuli, "-m", "ngram", "--by", "word", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert list(rows[0])[-3:] == ["item", "cond", "table_word"]  # a column `word` is there already
    assert [(row["sentence_id"], row["word"], row["cond"], row["table_word"]) for row in rows] == [
        *[("2", word, "a", "x") for word in ("The", "dog", "barks.")],
        *[("3", word, "b", "y") for word in ("The,", "cat")],
    ]
    plain = sglite(
        "surprisal", "-", "-m", "ngram", "--by", "word", "--format", "csv", stdin="The dog barks.\nThe, cat\n"
    )
    values = [row["surprisal_bits"] for row in csv.DictReader(io.StringIO(plain.out))]
    assert [row["surprisal_bits"] for row in rows] == values
    assert "1 empty row left out; sentence_id is the number of the row" in done.err
    sentences = sglite("surprisal", stimuli, "-m", "ngram", "--format", "json").json["sentences"]
    assert [one["beside"] for one in sentences] == [
        {"item": "1", "cond": "a", "word": "x"},
        {"item": "1", "cond": "b", "word": "y"},
    ]
    book = write_xlsx(tmp_path / "book.xlsx", {"S": list(csv.reader(io.StringIO(STIMULI)))})
    assert sglite("surprisal", book, "-m", "ngram", "--by", "word", "--format", "csv").out == done.out
    piped = sglite(
        "surprisal", "-", "--column", "sentence", "-m", "ngram", "--by", "word", "--format", "csv", stdin=STIMULI
    )
    assert piped.out == done.out


def test_a_text_with_commas_in_every_line_is_no_table(tmp_path):
    path = tmp_path / "sentences.txt"
    path.write_text("The dog, which barked, slept.\nThe cat, which slept, woke.\n", encoding="utf-8")
    sentences = sglite("surprisal", path, "-m", "ngram", "--format", "json").json["sentences"]
    assert [one["text"] for one in sentences] == ["The dog, which barked, slept.", "The cat, which slept, woke."]
    path.write_text("item\tsentence\n1\tThe dog, which barked, slept.\n", encoding="utf-8")
    [one] = sglite("surprisal", path, "-m", "ngram", "--format", "json").json["sentences"]
    assert (one["sentence_id"], one["text"]) == (2, "The dog, which barked, slept.")


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (
            "item,sg,pl\n1,The dog barks.,The dog bark.\n",
            [],
            "no column is named as the sentences; name the column: --column sg. There are 'item', 'sg', 'pl'. A file "
            "of plain sentences, one a line, is called .txt, or comes from standard input.",
        ),
        (
            "sentence,Satz\nThe dog barks.,Der Hund bellt.\n",
            [],
            "both 'sentence', 'Satz' may be the sentences; name the column: --column sentence.",
        ),
        ("item,text\n1,x\n", ["--column", "txt"], "--column txt: no such column. There are 'item', 'text'."),
        (
            "item,sentence\n1,The dog | barks.\n",
            [],
            "row 2, column B ('sentence'): has '|' between regions, which would be scored. 'sglite import' makes a suite "
            "of the table.",
        ),
        ("sentence\n#N/A\n", [], "row 2, column A ('sentence'): is '#N/A': a formula that failed."),
    ],
)
def test_a_table_that_does_not_say_what_to_score_is_refused(stimuli, text, options, message):
    stimuli.write_text(text, encoding="utf-8")
    assert f"Error: {stimuli}: {message}" in refused("surprisal", stimuli, "-m", "ngram", *options)


def test_a_header_among_sentences_is_warned_of(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text("item,condition,sentence\n1,a,The dog barks.\n", encoding="utf-8")
    said = "'item,condition,sentence' was scored as a sentence, and looks like the header of a table"
    assert said in sglite("surprisal", path, "-m", "ngram", "--format", "csv").err
    path.write_text("Yes, that sentence, he said.\nA dog, a cat.\n", encoding="utf-8")
    assert "header" not in sglite("surprisal", path, "-m", "ngram", "--format", "csv").err
