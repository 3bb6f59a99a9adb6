"""`sglite perplexity`: its table, its JSON, and the texts it refuses."""

from __future__ import annotations

import csv
import json

import pytest
from click.testing import CliRunner
from rich.console import Console
from support.arpa_files import COUNTS, write
from support.running import sglite
from support.tiny_models import gpt_folder

from syntaxgym_lite.cli.perplexity import command
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.reports import tables


@pytest.fixture
def counts(tmp_path):
    return write(tmp_path / "counts.tsv", COUNTS)


def test_the_command_gives_json_and_a_table(counts, tmp_path):
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("the fox\n\n", encoding="utf-8")
    two.write_text("the quux\n", encoding="utf-8")
    arguments = ["--model", f"unigram:{counts}", str(one), str(two)]
    done = CliRunner().invoke(command, [*arguments, "--format", "json"], catch_exceptions=False)
    document = json.loads(done.stdout)
    assert (document["schema_version"], document["eos"], document["failures"]) == (1, True, [])
    rows = {row["text"]: row for row in document["results"]}
    assert rows["total"]["bits"] == pytest.approx(13)
    assert rows["total"]["perplexity"] == pytest.approx(2 ** (13 / 6))
    assert rows[str(two)]["n_unknown"] == 1
    assert rows["total"]["words"] == "treebank"
    table = CliRunner().invoke(command, [*arguments, "--no-eos"], catch_exceptions=False)
    assert "sentence ends not counted" in table.stdout
    assert f"{2 ** (7 / 4):.2f}" in table.stdout


def test_a_terminal_of_80_columns_cuts_no_heading(counts, tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "console_for", lambda stream: Console(file=stream, width=80))
    text = tmp_path / "t.txt"
    text.write_text("the fox\n" * 1000, encoding="utf-8")
    shown = CliRunner().invoke(command, ["--model", f"unigram:{counts}", str(text)], catch_exceptions=False).stdout
    assert all(heading in shown for heading in ("unknown", "sentences", "bits", "perplexity", "known", "words"))
    assert max(map(len, shown.splitlines())) <= 80


def test_the_command_refuses_texts_it_cannot_read(counts, tmp_path):
    def error(*arguments):
        done = CliRunner().invoke(command, ["--model", f"unigram:{counts}", *map(str, arguments)])
        assert isinstance(done.exception, InputError)
        return str(done.exception)

    assert "nothing.txt: no such file" in error(tmp_path / "nothing.txt")
    empty = tmp_path / "empty.txt"
    empty.write_text("\n", encoding="utf-8")
    assert "no sentence" in error(empty)
    empty.write_bytes(b"caf\xe9\n")
    assert "line 1 is not UTF-8" in error(empty)


def test_a_model_without_sentence_ends_needs_the_option(tmp_path):
    path = tmp_path / "c.tsv"
    path.write_text("the\t3\n", encoding="utf-8")
    text = tmp_path / "t.txt"
    text.write_text("the the\n", encoding="utf-8")
    done = CliRunner().invoke(command, ["--model", f"unigram:{path}", str(text)])
    assert "cannot score the end of a sentence; count words alone: `eos=False`" in str(done.exception)
    done = CliRunner().invoke(command, ["--model", f"unigram:{path}", str(text), "--no-eos"], catch_exceptions=False)
    assert done.exit_code == 0


def test_a_model_that_fails_is_named_with_its_message(counts, tmp_path):
    text, gone = tmp_path / "t.txt", f"unigram:{tmp_path / 'gone.tsv'}"
    text.write_text("the fox\n", encoding="utf-8")
    models = ["--model", gone, "--model", f"unigram:{counts}"]
    done = CliRunner().invoke(command, [*models, str(text), "--format", "json"], standalone_mode=False)
    document = json.loads(done.stdout)
    assert done.return_value == 3
    assert [row["model"] for row in document["results"]] == ["unigram:counts.tsv"]
    [failure] = document["failures"]
    assert failure["model"] == "unigram:gone.tsv"
    assert str(tmp_path / "gone.tsv") in failure["message"]
    assert f"Error: {failure['message']}" in done.stderr


def test_the_papers_of_models_are_named_below_the_table(counts, tmp_path):
    text = tmp_path / "t.txt"
    text.write_text("the fox\n", encoding="utf-8")
    done = CliRunner().invoke(command, ["--model", "ngram", str(text)], catch_exceptions=False)
    assert done.stdout.endswith("\nReferences: Chen and Goodman 1998; Heafield et al. 2013\n")
    done = CliRunner().invoke(command, ["--model", f"unigram:{counts}", str(text)], catch_exceptions=False)
    assert "References" not in done.stdout


def test_words_say_what_a_word_is_for_models_of_words_and_of_pieces(counts, tmp_path):
    """Field case C7: one option; before, `--words` was refused for word pieces, or left them at clitics."""
    text = tmp_path / "t.txt"
    text.write_text("the fox's the fox\n", encoding="utf-8")

    def rows(*options):
        done = sglite(
            "perplexity", "-m", f"unigram:{counts}", "-m", f"hf:{gpt_folder()}", text, "--format", "csv", *options
        )
        assert (done.code, done.err) == (0, "")
        return {row["model"][:2]: (row["words"], int(row["n_words"])) for row in csv.DictReader(done.out.splitlines())}

    assert rows() == {"un": ("treebank", 5), "hf": ("clitics", 5)}
    assert rows("--words", "whitespace") == {"un": ("whitespace", 4), "hf": ("whitespace", 4)}
    assert rows("--count-words", "whitespace") == {"un": ("whitespace", 4), "hf": ("whitespace", 4)}
    alone = sglite("perplexity", "-m", f"hf:{gpt_folder()}", text, "--words", "treebank", "--format", "json")
    assert [(row["words"], row["n_words"]) for row in alone.json["results"]] == [("treebank", 5)]


def test_the_former_count_words_changes_no_bits(counts, tmp_path):
    """A word list without "fox's": cut at blanks it is unknown, counted at blanks it is two known words."""
    text = tmp_path / "t.txt"
    text.write_text("the fox's the fox\n", encoding="utf-8")

    def bits(*options):
        done = sglite("perplexity", "-m", f"unigram:{counts}", text, "--format", "json", *options)
        return done.json["results"][0]["bits"]

    assert bits("--count-words", "whitespace") == bits() == 1 + 2 + 3 + 1 + 2 + 3  # 's and the end: 3 bits each
    assert bits("--words", "whitespace") == 1 + 3 + 1 + 2 + 3


def test_warnings_name_file_and_line_and_stand_in_json(tmp_path):  # field cases B6, B14
    text = tmp_path / "text.txt"
    text.write_text("\nIt rained.\n\n<s> It rained.\n", encoding="utf-8")
    done = sglite("perplexity", text, "-m", "ngram", "--format", "json")
    [row] = done.json["results"]
    [warning] = row["warnings"]
    assert warning.startswith("The text '<s>' is a marker")
    assert warning.endswith(f"({text}, line 4)")
    assert f"Warning: ngram: {warning}" in done.err
    header, *_ = sglite("perplexity", text, "-m", "ngram", "--format", "csv").out.splitlines()
    assert "warnings" not in header


def test_a_model_that_fails_costs_no_other_and_an_option_goes_to_those_that_know_it(tmp_path):  # field case B10
    text = tmp_path / "text.txt"
    text.write_text("It rained.\n", encoding="utf-8")
    done = sglite("perplexity", text, "-m", "ngram", "-m", "./nothing", "--bos", "none", "--no-eos", "--format", "json")
    assert done.code == 3
    assert [row["model"] for row in done.json["results"]] == ["ngram"]
    assert [failure["model"] for failure in done.json["failures"]] == ["nothing"]
