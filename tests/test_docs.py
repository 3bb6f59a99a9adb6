"""The documents are true: their commands run, their output is the real one, their links lead somewhere.

Conventions in ``README.md``, ``CONTRIBUTING.md`` and ``docs/``:

- ``sh`` blocks are run by bash, those of one document one after the other in one fresh folder: an empty one for the
  tutorial and the how-tos, whose reader may stand anywhere; elsewhere it holds a copy of ``suites/``. A line ``cd DIR``
  holds for all blocks that follow. ``pip install`` and ``pytest`` are left out.
- ``console`` blocks are ``$ command`` lines, each with its output, which must be what the command prints; a line ``...``
  stands for any lines. ``<!-- exit: 2 -->`` before the block is the exit code of its last command.
- ``<!-- output of: COMMAND -->`` before a ``text`` block: the block is what the command prints.
- ``python`` blocks are executed, and are doctests if they begin with ``>>>``, as ``pycon`` blocks are; those of one
  document share their names.
- ``r`` blocks are run by R, which knows the objects of the blocks before; lines ``#>`` at the end are what a block prints.
- ``<!-- file: NAME -->`` before a block: the block is written to that file first. The sentence before has to name the
  file, since the reader does not see the comment.
- ``no-run`` after the language, with ``<!-- not run: REASON -->`` before the block: it is not run, but every ``sglite``
  command line in it must be one that the command line accepts.

- What stands between ``<!-- generated: KIND ARGUMENT -->`` and ``<!-- end -->`` is written from the code, by
  ``tests/support/generated_docs.py``.
- Of a table between ``<!-- measured: KIND -->`` and ``<!-- end -->``, the cells that models of this package give are
  computed anew, by ``tests/support/measured_docs.py``.

``SGLITE_UPDATE_DOCS=1 pytest tests/test_docs.py`` puts the present output into the documents, but for blocks with ``...``,
and writes the generated parts and the measured cells anew; with ``-k generated`` or ``-k measured``, these alone.
"""

from __future__ import annotations

import contextlib
import doctest
import inspect
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import click
import numpy as np
import pytest
from support.generated_docs import commands, generated_parts, regenerated
from support.measured_docs import FIGURES, UPDATE, measured_again, measured_parts, put_or_compare
from support.r import rscript
from support.running import sglite

import syntaxgym_lite
from syntaxgym_lite.cli import cli
from syntaxgym_lite.surprisal import BackendInfo, Capabilities, ScoringOptions, TokenSurprisals

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted(DOCS.rglob("*.md")),
]
WALKED = [DOCS / "tutorial.md", *sorted((DOCS / "how-to").glob("*.md"))]
SET_UP = ("pip install . && sglite eval suites/npz.json", 'pip install -e ".[test]" && pytest -n auto')
TIMEOUT = 300  # seconds for one command, on a busy machine

_FENCE = re.compile(r"^( *)(`{3,})([^`\n]*)\n(.*?)^ *\2[ \t]*$", re.MULTILINE | re.DOTALL)
_COMMENT_BEFORE = re.compile(r"<!--((?:(?!-->).)*)-->\s*\Z", re.DOTALL)
_WORD = re.compile(r"""(?:"[^"]*"|'[^']*'|[^\s();<>|&"'])+|[();<>|&]+""")  # of a shell command, or what stands between
_LONG_NUMBER = re.compile(r"\d+\.\d{6,}")
_CHANGE_FOLDER = re.compile(r"cd (\S+)\n")
_RUN = frozenset({"sh", "console", "python", "pycon", "r"})


@dataclass(frozen=True)
class Block:
    """A fenced block: its language and flags, its text, and what the comments before it say."""

    line: int
    language: str
    flags: tuple[str, ...]
    text: str
    notes: dict[str, str] = field(default_factory=dict)
    before: str = ""  # what a reader sees between the block before and this one

    @property
    def is_run(self) -> bool:
        return self.language in _RUN and "no-run" not in self.flags


def read_blocks(path: Path) -> list[Block]:
    source = path.read_text(encoding="utf-8")
    blocks = []
    end = 0
    for match in _FENCE.finditer(source):
        indent, _, info, body = match.groups()
        words = info.split() or [""]
        notes: dict[str, str] = {}
        before = source[: match.start()]
        while comment := _COMMENT_BEFORE.search(before):
            key, _, value = comment[1].strip().partition(":")
            notes[key.strip()] = value.strip()
            before = before[: comment.start()]
        text = re.sub(rf"^ {{0,{len(indent)}}}", "", body, flags=re.MULTILINE)
        seen = re.sub(r"<!--.*?-->", "", source[end : match.start()], flags=re.DOTALL)
        line = source.count("\n", 0, match.start()) + 1
        blocks.append(Block(line, words[0], tuple(words[1:]), text, notes, seen))
        end = match.end()
    return blocks


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def documents(*languages: str) -> list[Any]:
    return [
        pytest.param(path, id=name_of(path))
        for path in DOCUMENTS
        if any(block.language in languages for block in read_blocks(path))
    ]


# ---------------------------------------------------------------------------------------------------- running


def environment() -> dict[str, str]:
    variables = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "COV_"))}
    path = os.pathsep.join([str(Path(sys.executable).parent), variables.get("PATH", "")])
    return {**variables, "PATH": path, "HF_HUB_OFFLINE": "1", "NO_COLOR": "1", "OMP_NUM_THREADS": "1", "COLUMNS": "120"}


# commands without anything that the shell would have to do, but for a line of input
_PLAIN = re.compile(r"""\s*(?:echo "([^"$`\\]*)" \| )?(sglite(?: [^;<>|&$`*?#(){}~!\\\n]*)?)(?:  # .*)?""")


def shell(script: str, folder: Path) -> tuple[int, str]:
    """Run commands; return the exit code and all that is printed. Plain calls of sglite need no process of their own."""
    calls = [_PLAIN.fullmatch(line) for line in script.splitlines() if line.strip()]
    if None in calls:
        done = bash(script, folder)
        return done.returncode, done.stdout
    printed = ""
    with inside(folder), mock.patch.dict(os.environ, environment()):
        for call in filter(None, calls):
            finished = sglite(*shlex.split(call[2])[1:], stdin="" if call[1] is None else f"{call[1]}\n", together=True)
            printed += finished.out
            if finished.code:
                return finished.code, printed
    return 0, printed


def bash(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=TIMEOUT,
        check=False,
    )


def without_set_up(script: str) -> str:
    """Leave out what would install packages or run the tests within the tests."""
    lines = []
    for line in script.replace("\\\n", " ").splitlines():
        parts = [part.strip() for part in line.split("&&")]
        lines.append(" && ".join(part for part in parts if not re.match(r"pip install\b|(python -m )?pytest\b", part)))
    return "\n".join(lines)


def console_steps(text: str) -> Iterator[tuple[str, list[str]]]:
    """Split a console block into commands and their outputs."""
    command = ""
    output: list[str] = []
    for line in text.replace("\\\n", "").splitlines():
        if line.startswith("$ "):
            if command:
                yield command, output
            command, output = line[2:], []
        else:
            assert command, f"a console block begins with '$ command', not with {line!r}"
            output.append(line)
    yield command, output


def _rounded(number: re.Match[str]) -> str:
    return f"{float(number[0]):.4f}"


def same_output(actual: str, expected: list[str]) -> bool:
    """Compare line by line without blanks at the end and blank lines; '...' stands for any lines.

    Of numbers only the first four decimals count: the last digits differ between processors.
    """
    text, pattern = (
        "".join(f"\n{_LONG_NUMBER.sub(_rounded, line.rstrip())}" for line in lines if line.strip())
        for lines in (actual.splitlines(), expected)
    )
    parts = pattern.split("\n...")
    return re.fullmatch(r"(?:\n.*)*".join(map(re.escape, parts)), text) is not None


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def checked_output(actual: str, expected: list[str], where: str) -> list[str]:
    """Return the output that a document should show: what it shows now, or what is printed if that is asked for."""
    if same_output(actual, expected):
        return expected
    if not UPDATE or "..." in expected:
        pytest.fail(f"{where}\n{actual}\nbut the document has\n" + "\n".join(expected))
    return [line.rstrip() for line in actual.splitlines() if line.strip()]


def run_console(block: Block, where: str, folder: Path) -> str:
    """Run the commands of a block; return its text with the right outputs."""
    lines = []
    steps = list(console_steps(block.text))
    for index, (command, expected) in enumerate(steps):
        code, printed = shell(command, folder)
        asked = int(block.notes.get("exit", "0")) if index == len(steps) - 1 else 0
        assert code == asked, f"{where}\n$ {command}\n{printed}"
        lines += [f"$ {command}", *checked_output(printed, expected, f"{where}\n$ {command}")]
    return "\n".join(lines) + "\n"


@pytest.mark.skipif(shutil.which("bash") is None, reason="the documents' commands are written for bash")
@pytest.mark.parametrize("path", documents(*_RUN))
def test_commands_and_examples_of_a_document_run_and_print_what_it_says(path: Path, tmp_path: Path) -> None:
    """Field case C8: a reader who does what the page says, in its order and from an empty folder, sees what it shows."""
    if path not in WALKED:
        shutil.copytree(ROOT / "suites", tmp_path / "suites")
    folder = tmp_path
    names: dict[str, Any] = {"__name__": "__docs__"}
    source = path.read_text(encoding="utf-8")
    for block in read_blocks(path):
        where = f"{name_of(path)}:{block.line}"
        shown = block.text
        if "file" in block.notes:
            target = folder / block.notes["file"]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text, encoding="utf-8", newline="\n")
        elif "output of" in block.notes:
            _, printed = shell(block.notes["output of"], folder)
            shown = "\n".join(checked_output(printed, block.text.splitlines(), where)) + "\n"
        elif not block.is_run:
            continue
        elif change := _CHANGE_FOLDER.fullmatch(block.text):
            folder = folder / change[1]
            assert folder.is_dir(), f"{where}\n{block.text}"
        elif block.language == "sh":
            code, printed = shell(without_set_up(block.text), folder)
            assert code == int(block.notes.get("exit", "0")), f"{where}\n{block.text}\n{printed}"
        elif block.language == "console":
            shown = run_console(block, where, folder)
        elif block.language == "r":
            shown = run_r(block, where, folder)
        elif block.language == "python" and not block.text.lstrip().startswith(">>>"):
            with inside(folder), contextlib.redirect_stdout(io.StringIO()):
                exec(compile(block.text, where, "exec"), names)
        else:
            run_doctest(block, where, names, folder)
        if UPDATE and shown != block.text:
            source = source.replace(f"\n{block.text}```", f"\n{shown}```", 1)
            path.write_text(source, encoding="utf-8", newline="\n")


_R_OUTPUT = re.compile(r"^#>.*\n", re.MULTILINE)
_R_LIBRARY = re.compile(r"^library\(.*\)$", re.MULTILINE)


def run_r(block: Block, where: str, folder: Path) -> str:
    """Run a block of R with the objects and libraries of the blocks before; return it with what it prints."""
    libraries = folder / "libraries.R"
    known = libraries.read_text(encoding="utf-8") if libraries.exists() else ""
    code = _R_OUTPUT.sub("", block.text)
    before = f'{known}\nif (file.exists("session.RData")) load("session.RData")\noptions(width = 100)\n'
    printed = rscript(f'{before}{code}\nsave.image("session.RData")\n', folder, timeout=TIMEOUT)
    libraries.write_text(known + "".join(f"{line}\n" for line in _R_LIBRARY.findall(code)), encoding="utf-8")
    expected = [line[2:].removeprefix(" ").rstrip("\n") for line in _R_OUTPUT.findall(block.text)]
    output = checked_output(printed, expected, f"{where}\n{code}")
    return code + "".join(f"#> {line}\n" for line in output)


def run_doctest(block: Block, where: str, names: dict[str, Any], folder: Path) -> None:
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    test = doctest.DocTestParser().get_doctest(block.text, names, where, where, 0)
    report = io.StringIO()
    with inside(folder):
        results = doctest.DocTestRunner(optionflags=flags, verbose=False).run(test, out=report.write, clear_globs=False)
    names.update(test.globs)
    assert results.failed == 0, f"{where}\n{report.getvalue()}"


# ------------------------------------------------------------------------------------- commands that are not run


def command_lines(block: Block) -> Iterator[list[str]]:
    """Give the arguments of every call of sglite in a block of shell commands."""
    text = block.text.replace("\\\n", " ")
    if block.language == "console":
        text = "\n".join(command for command, _ in console_steps(block.text))
    for line in text.splitlines():
        words: list[str] = []
        for word in [*_WORD.findall(line), ";"]:
            if word[0] not in "();<>|&#":
                words.append(re.sub(r"[\"']", "", word))
                continue
            if "sglite" in words:
                yield words[words.index("sglite") + 1 :]
            words = []
            if word[0] == "#":
                break


def parse(arguments: list[str]) -> None:
    """Parse a command line as click would before it calls anything."""
    context = click.Context(cli, info_name="sglite")
    command: click.Command = cli
    while isinstance(command, click.Group) and arguments and not arguments[0].startswith("-"):
        found = command.get_command(context, arguments[0])
        assert found is not None, f"there is no command '{arguments[0]}'"
        command, arguments = found, arguments[1:]
    exits = contextlib.suppress(click.exceptions.Exit)  # --help and --version
    with exits, contextlib.redirect_stdout(io.StringIO()):
        command.make_context(command.name or "", list(arguments), parent=context)


@pytest.mark.parametrize("path", documents("sh", "console"))
def test_every_command_line_in_a_document_is_one_that_sglite_accepts(path: Path) -> None:
    for block in read_blocks(path):
        if block.language not in ("sh", "console") or block.notes.get("exit") == "2":
            continue
        for arguments in command_lines(block):
            try:
                parse(arguments)
            except click.ClickException as error:
                pytest.fail(f"{name_of(path)}:{block.line}: sglite {shlex.join(arguments)}: {error.format_message()}")


def test_a_wrong_option_in_a_document_would_be_found() -> None:
    block = Block(
        1, "sh", ("no-run",), 'A=1 srun sglite eval a.json --bos "<|x|>" \\\n  --modle x | head > out  # ok\n'
    )
    [arguments] = command_lines(block)
    assert arguments == ["eval", "a.json", "--bos", "<|x|>", "--modle", "x"]
    with pytest.raises(click.NoSuchOption):
        parse(arguments)


@pytest.mark.parametrize("path", [pytest.param(path, id=name_of(path)) for path in DOCUMENTS])
def test_every_block_that_is_not_run_says_why(path: Path) -> None:
    silent = [
        f"{name_of(path)}:{block.line}"
        for block in read_blocks(path)
        if "no-run" in block.flags and not block.notes.get("not run")
    ]
    assert silent == []


@pytest.mark.parametrize("path", [pytest.param(path, id=name_of(path)) for path in DOCUMENTS])
def test_a_file_that_a_document_shows_is_named_before_it(path: Path) -> None:
    """Field case C8: the page wrote ``number.toml`` for the test alone, and its reader had ``number/number.toml``."""
    unnamed = [
        f"{name_of(path)}:{block.line}: {block.notes['file']}"
        for block in read_blocks(path)
        if "file" in block.notes and f"`{block.notes['file']}`" not in block.before
    ]
    assert unnamed == []


# how-tos about what no test can have: the network, models from the hub
NOTHING_TO_RUN = {
    "studio.md",
    "agreement.md",
    "get-public-data.md",
    "masked-models.md",
    "transformer-xl.md",
    "served-models.md",
}
_BEYOND_TESTS = re.compile(
    r"network|hub|transformer|GPU|Slurm|\bR$|needs? (a|the|an) (model|checkpoint|corpus|treebank|folder|published \w+|results)|"
    r"downloads|of this machine|whoever runs|is no|tests/|tidyverse|too few|needs a suite|several classes|three models|opens a browser|for a cluster"
)


def test_most_commands_of_the_how_tos_are_run(record_property: Callable[[str, object], None]) -> None:
    """Field case C8: a block is left out for a reason that lies outside, and no page whole but those about such things."""
    n_run, left_out, runs_nothing = 0, [], set()
    for path in WALKED:
        blocks = [block for block in read_blocks(path) if block.language in _RUN]
        n_run_here = sum(n_commands(block) for block in blocks if block.is_run)
        n_run += n_run_here
        left_out += [block for block in blocks if not block.is_run]
        if not n_run_here:
            runs_nothing.add(path.name)
    record_property("commands run", n_run)
    record_property("commands left out", sum(map(n_commands, left_out)))
    assert runs_nothing <= NOTHING_TO_RUN
    assert [block.notes for block in left_out if not _BEYOND_TESTS.search(block.notes["not run"])] == []
    assert n_run >= 50


def n_commands(block: Block) -> int:
    """How many commands a block of shell has; one of Python counts as one."""
    if block.language == "console":
        return len(list(console_steps(block.text)))
    if block.language == "sh":
        return sum(1 for line in block.text.replace("\\\n", "").splitlines() if line.strip() and line[0] != "#")
    return 1


@pytest.mark.parametrize(
    ("actual", "expected", "same"),
    [
        ("a\nb\n", ["a", "b"], True),
        ("a\n\nb \n", ["a", "b"], True),
        ("a\nx\ny\nb\n", ["a", "...", "b"], True),
        ("a\nb\n", ["a", "...", "b"], True),
        ("a\nx\n", ["a", "..."], True),
        ("a\nx\nb\n", ["a", "b"], False),
        ("a\nb\n", ["a"], False),
        ("1.000000001\n", ["1.000000002"], True),
        ("1.001000001\n", ["1.000000002"], False),
        ("", [], True),
    ],
)
def test_output_is_compared_line_by_line_with_dots_for_any_lines(actual: str, expected: list[str], same: bool) -> None:
    assert same_output(actual, expected) is same


# ---------------------------------------------------------------------------------------------------- links


def anchors(path: Path) -> set[str]:
    """Give the anchors that GitHub makes of a document's headings."""
    text = _FENCE.sub("", path.read_text(encoding="utf-8"))
    found: set[str] = set()
    for heading in re.findall(r"^#+ +(.+?) *$", text, re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        number = 0
        while (candidate := f"{slug}-{number}" if number else slug) in found:
            number += 1
        found.add(candidate)
    return found


@pytest.mark.parametrize("path", [pytest.param(path, id=name_of(path)) for path in DOCUMENTS])
def test_every_link_leads_to_a_file_and_heading_that_exist(path: Path) -> None:
    text = re.sub(r"`[^`\n]*`", "", _FENCE.sub("", path.read_text(encoding="utf-8")))
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        linked = (path.parent / file).resolve() if file else path
        if not linked.exists() or (anchor and linked.suffix == ".md" and anchor not in anchors(linked)):
            broken.append(target)
    assert broken == []


def test_every_document_is_listed_in_the_index() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    missing = [
        relative
        for path in sorted(DOCS.rglob("*.md"))
        if (relative := path.relative_to(DOCS).as_posix()) != "index.md" and f"]({relative})" not in index
    ]
    assert missing == []


# ------------------------------------------------------------------------------------------------- completeness


@pytest.mark.parametrize("path", [pytest.param(path, id=name_of(path)) for path in DOCUMENTS])
def test_the_generated_parts_of_a_document_are_what_the_code_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    put_or_compare(path, text, regenerated(text), "tests/test_docs.py -k generated")


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        pytest.param(path, kind, id=f"{kind}-{name_of(path)}")
        for path in DOCUMENTS
        for kind in sorted(set(measured_parts(path.read_text(encoding="utf-8"))) & set(FIGURES))
    ],
)
def test_the_measured_figures_of_a_document_are_what_the_models_give(path: Path, kind: str) -> None:
    """Field case D10: figures that were typed by hand had gone stale (0.107 for 0.086, 0.370 for 0.000, 38.5 for 36.0)."""
    text = path.read_text(encoding="utf-8")
    put_or_compare(path, text, measured_again(text, kind, FIGURES[kind]()), "tests/test_docs.py -k measured")


def generated_in(document: str, kind: str) -> list[str]:
    text = (DOCS / document).read_text(encoding="utf-8")
    return [argument for part, argument in generated_parts(text) if part == kind]


def test_the_reference_describes_every_command() -> None:
    assert sorted(generated_in("reference/command-line.md", "command")) == sorted(name for name, _ in commands())


@pytest.mark.parametrize(("name", "command"), [pytest.param(*pair, id=pair[0]) for pair in commands()])
def test_every_command_has_help_with_an_example(name: str, command: click.Command) -> None:
    assert command.help
    assert "Example" in command.help, name


def test_the_python_reference_describes_every_public_name() -> None:
    described = {"__version__", *generated_in("reference/python.md", "public")}
    assert set(syntaxgym_lite.__all__) <= described


@pytest.mark.parametrize("name", sorted(set(syntaxgym_lite.__all__) - {"__version__"}))
def test_every_public_name_has_an_example(name: str) -> None:
    assert "\n>>> " in inspect.cleandoc(getattr(syntaxgym_lite, name).__doc__)


def test_the_checks_reference_describes_every_code() -> None:
    text = (DOCS / "reference" / "checks.md").read_text(encoding="utf-8")
    modules = (ROOT / "syntaxgym_lite" / "authoring").glob("*.py")
    codes = {code for path in modules for code in re.findall(r'"(S\d{3})"', path.read_text(encoding="utf-8"))}
    assert codes
    assert [code for code in sorted(codes) if f"## {code}" not in text] == []


class OneWordModel:
    """A model that takes every sentence for one word."""

    info = BackendInfo("toy", "toy", Capabilities(units="words"), None)

    def score(self, texts: Sequence[str], options: ScoringOptions | None = None) -> list[TokenSurprisals]:
        return [
            TokenSurprisals(text, (text,), np.array([[0, len(text)]]), np.ones(1), np.zeros(1, bool)) for text in texts
        ]


def keys_of(document: Any) -> set[str]:
    if isinstance(document, list):
        return set().union(*map(keys_of, document))
    if not isinstance(document, dict):
        return set()
    inside = set().union(*map(keys_of, document.values()))
    named = {key for key in document if not key.isdigit() and key not in ("garden_path", "numpy", "torch")}
    return named | inside


def test_the_results_reference_describes_every_column_and_key(tmp_path: Path) -> None:
    run = syntaxgym_lite.evaluate(ROOT / "suites" / "npz.json", models=[OneWordModel()])
    document = json.loads(run.save(tmp_path / "run.json").read_text(encoding="utf-8"))
    names = keys_of({key: value for key, value in document.items() if key != "versions"})
    names |= keys_of(syntaxgym_lite.summarize(run))
    names |= {column for kind in ("items", "regions", "tokens") for column in run.to_frame(kind).columns}
    text = (DOCS / "reference" / "results.md").read_text(encoding="utf-8")
    assert [name for name in sorted(names) if f"`{name}`" not in text and name != "margin_3"] == []


def test_contributing_gives_a_reason_for_every_dependency() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[project.scripts]")[0]
    names = set(re.findall(r'"([A-Za-z][\w-]*)(?:>=|==|~=|")', project.partition("dependencies = [")[2]))
    names -= {"syntaxgym_lite"}
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert names
    assert [name for name in sorted(names) if not re.search(rf"\| `{name}` \| \S", text)] == []


def test_the_first_screen_of_the_readme_has_exactly_the_two_set_up_commands() -> None:
    blocks = [block for block in read_blocks(ROOT / "README.md") if "pip install" in block.text]
    screen = [block.text.strip() for block in blocks if block.line <= 40]
    assert screen == list(SET_UP)
