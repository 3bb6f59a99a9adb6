"""Sentences are read, scored and written as they come, however many there are."""

from __future__ import annotations

import gzip
import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest
from click.testing import CliRunner
from support.toys import WordBackend

from syntaxgym_lite.cli import surprisal
from syntaxgym_lite.errors import InputError
from syntaxgym_lite.scoring import scorer as opening
from syntaxgym_lite.scoring.schedule import default_batch_size


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
    monkeypatch.setattr(opening, "open_named", lambda *_: backend)
    monkeypatch.setattr(backend, "score", lambda texts, *_: sizes.append(len(texts)) or WordBackend().score(texts))
    done = CliRunner().invoke(surprisal.command, [str(path), "--format", "csv", "--quiet"])
    assert done.exit_code == 0
    assert sizes == [4096, 4096, 1808]
    assert done.stdout.count("\n") == 1 + 3 * 10_000


def test_help_says_how_many_lines_are_read_at_a_time():
    said = " ".join(CliRunner().invoke(surprisal.command, ["--help"]).stdout.split())
    assert (
        f"{surprisal._CHUNK:,} lines at a time, or {default_batch_size(WordBackend()):,} for a model of words" in said
    )


@pytest.mark.parametrize("form", ["csv", "table"])
def test_lines_before_one_that_is_no_text_are_scored(tmp_path, monkeypatch, form):
    monkeypatch.setattr(opening, "open_named", lambda *_: WordBackend())
    path = tmp_path / "damaged.txt"
    path.write_bytes(b"a fox\n" * 4999 + b"a f\xffx\n" + b"an owl\n" * 10)
    done = CliRunner().invoke(surprisal.command, [str(path), "--format", form, "--quiet"])
    assert isinstance(done.exception, InputError)
    assert "damaged.txt: line 5000 is not UTF-8" in str(done.exception)
    if form == "csv":
        assert done.stdout.splitlines()[-1].startswith("4999,2,fox,")
        assert done.stdout.count("\n") == 1 + 2 * 4999
    else:
        assert "4999: a fox" in done.stdout
    assert "owl" not in done.stdout


def test_progress_is_reported_within_a_chunk_too(tmp_path, monkeypatch):
    """A slow model takes minutes for a thousand sentences."""
    monkeypatch.setattr(opening, "open_named", lambda *_: WordBackend())
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
    monkeypatch.setattr(opening, "open_named", lambda *_: WordBackend())
    path = tmp_path / "lines.txt.gz"
    path.write_bytes(gzip.compress(b"a fox\n\nan owl\n"))
    done = CliRunner().invoke(surprisal.command, [str(path), "--format", "csv"], catch_exceptions=False)
    assert [row.split(",")[:3] for row in done.stdout.splitlines()[1:]] == [
        ["1", "1", "a"],
        ["1", "2", "fox"],
        ["3", "1", "an"],
        ["3", "2", "owl"],
    ]
