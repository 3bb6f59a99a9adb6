"""The library names options as Python does, and the command line as one types them."""

from __future__ import annotations

import ast
import io
import re
import sys
from pathlib import Path

import pytest

import syntaxgym_lite
from syntaxgym_lite.cli import main
from syntaxgym_lite.cli._messages import _typed_options, as_typed, say_what_next
from syntaxgym_lite.errors import OPTION

PACKAGE = Path(syntaxgym_lite.__file__).parent

ALLOWED = {
    "backends/recorded/tables.py",  # a whole command to type
    "fetch_repositories.py",  # whole commands to type
    "figures/perplexity.py",  # a whole command to type
    "judgments.py",  # a whole command to type
    "ports/studies/trials.py",  # a whole command to type
    "authoring/starter.py",  # a README that says which commands to type
    "lm/folder.py",  # a whole command to type
    "reports/tables.py",  # a table of the command line
    "reports/comparison.py",  # tables of the command line
    "scoring/executors.py",  # Dask's own command
    "stats/factorial.py",  # a whole command to type
    "stats/model_table.py",  # a whole command to type
    "stats/region_means.py",  # a whole command to type
    "studio/exporting.py",  # a whole command, by which people know what is exported
}


def _messages():
    """Give the strings of the library, but for docstrings, each with its file."""
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        if name.startswith("cli/"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
                yield name, node.value


def test_no_message_of_the_library_types_an_option():
    typing = {name for name, text in _messages() if re.search(r"(?<![\w-])--(?=[a-z]|$)", text) and text != "--"}
    assert typing <= ALLOWED


def test_options_that_messages_of_the_library_name_can_be_typed():
    names = {(name, option[1]) for name, text in _messages() for option in OPTION.finditer(text)}
    assert len(names) > 20
    assert {(name, option) for name, option in names if option not in _typed_options()} == set()


@pytest.mark.parametrize(
    ("message", "typed"),
    [
        ("leave out `eos`.", "leave out --eos."),
        ("`word_boundary=corrected`: no.", "--word-boundary corrected: no."),
        ("`prune=0 0 1`: no", "--prune 0 0 1: no"),
        ('try `bos="<s>"` or `bos=none`', 'try --bos "<s>" or --bos none'),
        ("`form=blimp` says", "--from blimp says"),
        ("`sides` and `a=b`, `dask scheduler --x`, ``eos'', `the cat`", None),
        ("", None),
        # issue 12: what a message quotes of a suite or a user
        ("region 2 'a `bos` b' of the model's own: try `eos`", "region 2 'a `bos` b' of the model's own: try --eos"),
        ("'it's `bos`' and \"`eos`\"; `eos`", "'it's `bos`' and \"`eos`\"; --eos"),
        (
            "s.json: predictions[0].formula\n  (1;%`bos`%) <\n               ^\nGive `bos`.",
            "s.json: predictions[0].formula\n  (1;%`bos`%) <\n               ^\nGive --bos.",
        ),
    ],
)
def test_options_are_shown_as_typed_and_all_else_stays(message, typed):
    assert as_typed(message) == (message if typed is None else typed)


def test_an_error_is_in_the_words_of_who_reads_it(tmp_path, capsys):
    from syntaxgym_lite import InputError
    from syntaxgym_lite.lm.ngram.estimate import pruning_thresholds

    with pytest.raises(InputError, match=r"^`prune=1`: single words cannot be pruned; .* use `vocab_size` instead\.$"):
        pruning_thresholds([1], 2)
    (tmp_path / "c.txt").write_text("a b\n", encoding="utf-8")
    with pytest.raises(SystemExit) as done:
        main(["train", "ngram", str(tmp_path / "c.txt"), "--prune", "1", "--order", "2", "-o", str(tmp_path / "m")])
    assert done.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith("Error: --prune 1: single words cannot be pruned; ")
    assert error.endswith("use --vocab-size instead.\n")


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("out", "n_models", "n_suites", "said"),
    [
        (None, 1, 1, "To keep these results for a report, figures and tables, add: --out results/\n"),
        ("a b", 1, 1, "Results: 'a b'. Next: sglite report 'a b', sglite plot 'a b' regions, sglite table 'a b'\n"),
    ],
)
def test_who_sits_at_a_terminal_is_told_what_one_may_do_next(monkeypatch, out, n_models, n_suites, said):
    monkeypatch.setattr(sys, "stderr", _Terminal())
    say_what_next(out, n_models=n_models, n_suites=n_suites)
    assert sys.stderr.getvalue() == said
    say_what_next("all", n_models=2, n_suites=2)
    assert "sglite plot all scores" in sys.stderr.getvalue()
    assert "sglite table" not in sys.stderr.getvalue().splitlines()[-1]


def test_nobody_else_is(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    say_what_next("all", n_models=1, n_suites=1)
    assert sys.stderr.getvalue() == ""
