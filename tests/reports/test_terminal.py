"""What a terminal would obey or hide is shown, on every way to it (field case C2)."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
import unicodedata
import warnings
from unittest import mock

import pytest
from rich.table import Table
from rich.text import Text
from support.arpa_files import COUNTS, write
from support.running import refused, sglite
from support.toys import suite_document

import syntaxgym_lite.runner
from syntaxgym_lite import cli
from syntaxgym_lite.errors import ModelError, SgliteWarning, inert
from syntaxgym_lite.reports.tables import console_for
from syntaxgym_lite.reports.terminal import InertStream, data_stream
from syntaxgym_lite.results import RunResult

TITLE = "\x1b]0;mine\x07"  # names the window
EVIL = f"{TITLE}\x1b[2J\x9b31m\x7f\u202e\u2066\u2028\u200b\u200d"
IN_A_FILE_NAME = f"{EVIL}\udc9b"  # a byte that is not UTF-8
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029\u200b\u200d\ud800-\udfff]")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31m", r"\u001b[31m"),
        ("\x00\x07\r\x7f\x9b", r"\u0000\u0007\u000d\u007f\u009b"),
        ("\u202e\u2066\u2069\u200e\u061c", r"\u202e\u2066\u2069\u200e\u061c"),
        ("a\u2028b\u2029c\ufeff\u200b\u00ad", r"a\u2028b\u2029c\ufeff\u200b\u00ad"),
        ("\ud800 \udc9b", r"\ud800 \udc9b"),
        ("\U000e0041", r"\udb40\udc41"),  # as JSON writes what is beyond 16 bits
        ("a\u200db", r"a\u200db"),
        ("می\u200cروم क\u094d\u200dष 👩\u200d🔬 🇫🇷 ❤\ufe0f", None),  # scripts and emoji that need joiners
        ("a\tb\nc é 日本語 שלום \x20", None),
    ],
)
def test_what_is_obeyed_or_hidden_is_written_as_its_code(text, shown):
    assert inert(text) == (text if shown is None else shown)
    assert inert(inert(text)) == inert(text)


def test_all_controls_and_nearly_all_format_characters_are_shown():
    """Unicode's own list: left alone are joiners after letters that need them, and signs that Arabic numbers show."""
    odd = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs")]
    left = {char for char in odd if inert(char) == char}
    assert {unicodedata.name(char, f"{ord(char):x}").split()[0] for char in left} <= {
        *("9", "a", "ARABIC", "SYRIAC", "KAITHI", "EGYPTIAN", "SHORTHAND"),
    }
    assert [char for char in odd if "\\" in inert(char) and json.loads(f'"{inert(char)}"') != char] == []


def test_columns_are_as_wide_as_what_is_shown():
    out = io.StringIO()
    table = Table("name", "n")
    table.add_row(EVIL, "1")
    table.add_row(Text(EVIL), Text("2"))
    console_for(out).print(table)
    assert not RAW.search(out.getvalue())
    assert len({len(line) for line in out.getvalue().splitlines()}) == 1


class _Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_no_true_data_but_a_pipe_does():
    for kind, written in ((_Terminal, r"\u001b[2J"), (io.TextIOWrapper, "\x1b[2J")):
        raw = io.BytesIO()
        stream = InertStream(kind(raw, encoding="utf-8"))
        data_stream(stream).write("\x1b[2J")
        stream.flush()
        assert raw.getvalue().decode() == written


@pytest.mark.parametrize("text", ["\r 10%|#   | 1/10 [00:01]", "\n", "\x1b[A", "\n\n\x1b[A\x1b[A", "\r"])
def test_bars_of_other_libraries_still_move(text):
    out = io.StringIO()
    InertStream(out).write(text)
    assert out.getvalue() == text


@pytest.mark.parametrize("text", ["\rError: none\n", "\r\x1b[2J", "\x1b[A\x1b[2J", "a\x1b[A"])
def test_nothing_else_passes_for_a_bar(text):
    out = io.StringIO()
    InertStream(out).write(text)
    assert not RAW.search(out.getvalue().removeprefix("\r") if not text.endswith("\n") else out.getvalue())


# ------------------------------------------------------------------------------------------------- every command

ITEMS = [{f"a{EVIL}": ["the fox", f"sleeps {EVIL}"], f"b{EVIL}": ["the fox", "quux\u202e"]}]


@pytest.fixture
def files(tmp_path):
    """Files whose names and contents are full of them."""
    folder = tmp_path / f"dir{EVIL}"
    folder.mkdir()
    document = suite_document(ITEMS, [f"(2;%a{EVIL}%) > (2;%b{EVIL}%)"], name=f"toy{EVIL}", circuit=f"c{EVIL}")
    document["meta"]["reference"] = f"Nobody {EVIL} 2000"
    document["region_meta"] = {"1": f"one{EVIL}", "2": f"two{EVIL}"}
    document["predictions"][0] |= {"name": f"p{EVIL}", "description": f"d{EVIL}"}
    document["items"][0]["factors"] = {"f": f"v{EVIL}"}
    written = {
        "suite": write(folder / f"s{EVIL}.json", json.dumps(document)),
        "broken": write(folder / f"b{EVIL}.json", json.dumps({**document, "predictions": [{"type": EVIL}]})),
        "formula": write(folder / "f.json", json.dumps({**document, "predictions": [{"formula": f"(1;%{EVIL}%) >"}]})),
        "text": write(folder / f"t{EVIL}.txt", f"the fox {EVIL} sleeps\n"),
        "counts": write(folder / f"c{EVIL}.tsv", COUNTS),
        "table": write(folder / f"x{EVIL}.csv", f"item_number,cond{EVIL},a\n1,{EVIL},b\n"),
        "template": write(folder / f"t{EVIL}.toml", f'name = "{EVIL.encode("unicode_escape").decode("ascii")}"\n[x]\n'),
        "trees": write(folder / f"u{EVIL}.conllu", f"1\t{EVIL}\tx\n\n"),
        "cloze": write(folder / f"z{EVIL}.tsv", f"item\t{EVIL}\n1\t2\n"),
        "run": folder / f"run{EVIL}",
        "new": folder / f"new{EVIL}",
        "lm": folder / f"m{EVIL}.arpa",
        "nowhere": folder / f"nowhere{EVIL}",
    }
    written["latin"] = write(folder / f"s{IN_A_FILE_NAME}.json", json.dumps(document))
    written["model"] = f"unigram:{written['counts']}"
    return written


COMMANDS = [
    *(("eval", "{suite}", "-m", "{model}", "--format", form) for form in ("table", "json")),
    ("eval", "{suite}", "-m", "{model}", "-m", "random:1", "--out", "{run}"),
    ("eval", "{suite}", "-m", "{nowhere}"),
    ("eval", "{suite}", "-m", "{model}", "-m", f"kenlm:x{EVIL}"),
    ("eval", "{suite}", "-m", "{model}", "--bos", EVIL),
    ("eval", "{broken}", "{formula}", "-m", "{model}"),
    ("eval", "{nowhere}"),
    ("eval", "{latin}"),
    ("eval", f"--{EVIL}"),
    ("eval", "npz", "--format", EVIL),
    ("eval", "npz", "-m", f"ngram?{EVIL}=1"),
    ("surprisal", "{text}", "-m", "{model}"),
    ("surprisal", "{text}", "-m", "{model}", "--by", "word"),
    ("surprisal", "{nowhere}"),
    ("perplexity", "{text}", "-m", "{model}"),
    ("cloze", "{cloze}", "-m", "{model}"),
    ("check", "{suite}", "{broken}", "{formula}"),
    ("check", "{suite}", "{broken}", "{formula}", "-m", "{model}", "--all"),
    ("show", "{suite}"),
    ("show", "{suite}", "--item", "7"),
    ("new", "x", "--out", "{new}"),
    ("new", EVIL),
    ("build", "{template}", "{table}"),
    ("convert", "{table}"),
    ("convert", "{suite}", "--to", "wide", "--out", "{new}"),
    ("fetch", EVIL, "--out", "{new}"),
    ("cache", "info", "--cache", "{nowhere}"),
    ("cache", "clear", "--cache", "{nowhere}", "-m", EVIL),
    ("harvest", "{trees}"),
    ("convert-lm", "{counts}", "--out", "{lm}"),
    ("train", "ngram", "{nowhere}", "--out", "{lm}"),
    ("train", "wordlm", "{text}", "--out", "{counts}"),
    ("rerun", "{nowhere}"),
    (EVIL,),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: re.sub("[^ -~]", "", " ".join(command)))
@pytest.mark.parametrize("terminal", [False, True], ids=["piped", "terminal"])
def test_no_command_lets_one_through(command, terminal, files, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("NO_COLOR", "1")
    if terminal:
        monkeypatch.setattr(io, "TextIOWrapper", _Terminal)
    done = sglite(*(word.format(**files) for word in command))
    bars = re.compile(r"\x1b\[\?25[lh]|\r|\x1b\[1?[AK]|\x1b\[2K") if terminal else re.compile("(?!)")
    assert done.out or done.err
    if terminal or "json" not in command:
        assert not RAW.search(bars.sub("", done.out)), done.out
    assert not RAW.search(bars.sub("", done.err)), done.err


def test_a_whole_run_and_its_repetition_are_shown_so(files):
    assert sglite("eval", files["suite"], "-m", files["model"], "--out", files["run"]).code == 0
    again = sglite("rerun", files["run"])
    assert not RAW.search(again.out + again.err)


def test_a_file_whose_name_is_not_utf8_costs_no_results(files, tmp_path):
    """Before, writing run.json ended as a defect, after all was scored."""
    assert "give the file another name" in refused("eval", files["latin"], "-m", files["model"])
    (tmp_path / "in").mkdir()
    files["latin"].rename(tmp_path / "in" / "caf\udce9.json")
    assert sglite("eval", tmp_path / "in", "-m", files["model"], "--out", tmp_path / "out").code == 0
    [suite] = RunResult.load(tmp_path / "out").models[0].suites
    assert suite.source.endswith("caf\\udce9.json")


def test_data_are_true_on_a_pipe(files):
    for command in (("eval", files["suite"], "-m", files["model"]), ("show", files["suite"])):
        rows = list(csv.DictReader(io.StringIO(sglite(*command, "--format", "csv").out, newline="")))
        assert any(EVIL in str(value) for row in rows for value in row.values())
    shown = sglite("show", files["suite"], "--format", "json").json
    assert shown["suite"] == f"toy{EVIL}"
    assert sglite("convert", files["suite"], "--to", "sentences").out.startswith("the fox sleeps \x1b]0;mine")


@pytest.mark.parametrize(
    "error", [RuntimeError(EVIL), OSError(5, EVIL, EVIL), MemoryError(EVIL), KeyboardInterrupt(EVIL)]
)
def test_errors_that_nobody_foresaw(error, files, monkeypatch):
    monkeypatch.setattr(syntaxgym_lite.runner, "run", mock.Mock(side_effect=error))
    with (
        mock.patch.object(sys, "stderr", io.TextIOWrapper(raw := io.BytesIO(), encoding="utf-8")),
        pytest.raises(SystemExit),
    ):
        cli.main(["eval", str(files["suite"])])
    sys.stderr.flush()
    assert raw.getvalue()
    assert not RAW.search(raw.getvalue().decode())


def test_warnings_of_ours_and_of_others(files, monkeypatch):
    def warning(*_, **__):
        warnings.warn(EVIL, SgliteWarning, stacklevel=1)
        print(EVIL, file=sys.stderr)
        print(EVIL)
        raise ModelError(EVIL)

    monkeypatch.setattr(syntaxgym_lite.runner, "run", warning)
    done = sglite("eval", files["suite"])
    assert done.code == 3
    assert inert(EVIL) in done.err
    assert not RAW.search(done.out + done.err)
