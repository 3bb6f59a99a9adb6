"""`sglite perplexity`: its table, its JSON, and the texts it refuses."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from rich.console import Console
from support.arpa_files import COUNTS, write

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
    assert [row["model"] for row in document["results"]] == [f"unigram:{counts}"]
    [failure] = document["failures"]
    assert failure["model"] == gone
    assert f"Error: {failure['message']}" in done.stderr


def test_the_papers_of_models_are_named_below_the_table(counts, tmp_path):
    text = tmp_path / "t.txt"
    text.write_text("the fox\n", encoding="utf-8")
    done = CliRunner().invoke(command, ["--model", "ngram", str(text)], catch_exceptions=False)
    assert done.stdout.endswith("\nReferences: Chen and Goodman 1998; Heafield et al. 2013\n")
    done = CliRunner().invoke(command, ["--model", f"unigram:{counts}", str(text)], catch_exceptions=False)
    assert "References" not in done.stdout
