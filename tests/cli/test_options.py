"""One vocabulary of options over all commands, in groups, with the names they had before (field case C7)."""

from __future__ import annotations

import json
from collections import defaultdict

import click
import pytest
from support.arpa_files import TINY, write
from support.generated_docs import commands
from support.running import refused, sglite

from syntaxgym_lite.cli._options import MODELS, OUTPUT, Command, Option
from syntaxgym_lite.cli._results import COUNTING, SELECTION

COMMANDS = {name: command for name, command in commands() if not isinstance(command, click.Group)}


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_every_help_has_examples_and_fits_80_columns(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    done = sglite(*name.split()[1:], "--help")
    assert done.code == 0
    assert "Examples:" in done.out
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize(("name", "command"), COMMANDS.items())
def test_own_options_come_first_then_output_and_last_those_for_models(name, command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert isinstance(command, Command)
    assert all(isinstance(one, Option) for one in command.params if isinstance(one, click.Option))
    shown = sglite(*name.split()[1:], "--help").out.splitlines()
    headings = [line.rstrip(":") for line in shown if line.endswith(":") and not line.startswith(" ")]
    known = [heading for heading in ("Options", OUTPUT, "Scoring", MODELS) if heading in headings]
    assert [heading for heading in headings if heading in known] == known
    assert headings[0] in (known[0], SELECTION, COUNTING)
    assert sum("--help " in line for line in shown) == 1


def test_a_name_means_one_thing_in_every_command():
    """The names of a group, the short names and the formats are the same wherever they stand."""
    spelt = defaultdict(set)
    for called, command in COMMANDS.items():
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                for name in option.opts:
                    spelt[name].add(tuple(sorted(option.opts)))
                if option.name == "format_" and called not in ("sglite table", "sglite methods"):  # documents
                    assert list(option.type.choices)[:3] == ["table", "json", "csv"]
                if "--words" in option.opts:
                    assert option.name == "words"
    assert {name: forms for name, forms in spelt.items() if len(forms) > 1} == {}
    assert spelt["-o"] == {("--out", "-o")}
    assert spelt["-m"] == {("--model", "-m")}
    assert spelt["-q"] == {("--quiet", "-q")}


def test_a_command_that_writes_a_file_or_a_folder_does_so_by_out():
    writing = {name for name, command in COMMANDS.items() if any("--out" in option.opts for option in command.params)}
    assert writing == {
        f"sglite {name}"
        for name in (
            *(
                "eval",
                "rerun",
                "cloze",
                "acceptability",
                "human",
                "import",
                "new",
                "build",
                "convert",
                "fetch",
                "harvest",
                "convert-lm",
            ),
            *(
                "train ngram",
                "train wordlm",
                "train rnng",
                "train transformer",
                "rear",
                "report",
                "plot",
                "merge",
                "table",
                "methods",
                "replicate hu2020",
            ),
            "replicate blimp",
        )
    }


def test_no_help_shows_an_old_name():
    for name in COMMANDS:
        text = sglite(*name.split()[1:], "--help").out
        old = (
            "--output",
            "--folder",
            "--force",
            "--count-words",
            "--heldout",
            "--max-tokens",
            "PLACE",
            "DEST",
            " OUT\n",
        )
        assert [one for one in old if one in text] == []


def test_old_names_of_new(tmp_path):
    for _ in range(2):
        assert sglite("new", "x", "--folder", tmp_path / "x", "--force").code == 0
    assert sorted(path.name for path in (tmp_path / "x").iterdir()) == ["README.md", "x.csv", "x.toml"]


@pytest.mark.parametrize("places", [["--out"], []])
def test_convert_lm_takes_its_output_at_the_old_place(tmp_path, places):
    arpa = write(tmp_path / "a.arpa", TINY)
    assert sglite("convert-lm", arpa, *places, tmp_path / "b.safetensors").code == 0
    assert (tmp_path / "b.safetensors").is_file()


def test_an_output_that_is_left_out_or_given_twice_is_refused(tmp_path):
    arpa = write(tmp_path / "a.arpa", TINY)
    assert "Missing option '--out' / '-o'" in refused("convert-lm", arpa)
    assert "unexpected extra argument" in refused("convert-lm", arpa, tmp_path / "b.arpa", "--out", tmp_path / "c.arpa")
    assert "Missing option '--out' / '-o'" in refused("fetch", "blimp")


def test_old_names_of_train(tmp_path):
    corpus = tmp_path / "c.txt"
    corpus.write_text("a b c\nb c a\n" * 9, encoding="utf-8")
    done = sglite(
        *("train", "ngram", corpus, "--order", 2, "--discount-fallback", "--heldout", corpus),
        *("--output", tmp_path / "m"),
    )
    assert done.code == 0, done.err
    assert json.loads((tmp_path / "m" / "card.json").read_text(encoding="utf-8"))["heldout"][0]["name"] == "c.txt"
    done = sglite(
        *("train", "wordlm", corpus, "--valid", corpus, "--hidden", 2, "--emb", 2, "--max-tokens", 20),
        *("--epochs", 1, "--bptt", 2, "--batch-size", 1, "--output", tmp_path / "w", "-q"),
    )
    assert done.code == 0, done.err
    assert (tmp_path / "w" / "card.json").is_file()


def test_text_is_an_old_name_of_a_table():
    assert sglite("check", "npz", "--format", "text").out == sglite("check", "npz").out


def test_findings_and_regions_are_given_as_csv_too():
    [head, *rows] = sglite("check", "npz", "npz", "--format", "csv").out.splitlines()
    assert head == "source,severity,code,path,item_number,condition_name,region_number,prediction,message"
    assert all(row.count(",") >= 8 for row in rows)
    [head, first, *_] = sglite("show", "npz", "--item", 1, "--format", "csv").out.splitlines()
    assert head == "item_number,condition_name,region_number,region_name,content,critical"
    assert first.startswith("1,")
