"""The parts of the documents that are written from the code: lists, signatures, tables of options, layers.

In a document such a part stands between ``<!-- generated: KIND ARGUMENT -->`` and ``<!-- end -->``. `regenerated` puts in
what the code says now; ``tests/test_docs.py`` asks whether that changes anything.
"""

from __future__ import annotations

import ast
import configparser
import inspect
import json
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import click

import syntaxgym_lite
from syntaxgym_lite.backends.kinds import ENTRY_POINT_GROUP, available_backends, kind_named
from syntaxgym_lite.cli import cli
from syntaxgym_lite.cli._options import MODELS, Option, model_options
from syntaxgym_lite.papers import PAPERS, behind_model, behind_suites
from syntaxgym_lite.phenomena import PHENOMENA
from syntaxgym_lite.ports.pairs.sets import SETS
from syntaxgym_lite.resources import shipped_models, shipped_suites
from syntaxgym_lite.suite.json import load_suite

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "syntaxgym_lite"
FUZZ = ROOT / "fuzz"
WIDTH = 120

_IMPORT = ">>> import syntaxgym_lite as sgl\n"  # stands once, at the top of the page
PART = re.compile(r"(<!-- generated: (?P<kind>\w+) ?(?P<argument>[^\n]*?) -->\n).*?(<!-- end -->)", re.DOTALL)
_CODE = re.compile(
    r"`[^`]+`"  # code already
    r"|(?<![\w-])--?[a-z][\w-]*"  # an option
    r"|<[\w|]+>"  # a token
    r"|\([^()\s]*;%\w+%\)"  # a region of a condition
    r"|'sglite [\w -]+'"  # a command
    r"|\$[A-Z_]+"
)


def regenerated(document: str) -> str:
    """The document, with each generated part as it should be now."""
    return PART.sub(lambda part: f"{part[1]}\n{_WRITERS[part['kind']](part['argument'])}\n\n{part[4]}", document)


def generated_parts(document: str) -> Iterator[tuple[str, str]]:
    """Kind and argument of each generated part of a document."""
    for part in PART.finditer(document):
        yield part["kind"], part["argument"]


# -------------------------------------------------------------------------------------------------------- Markdown


def _table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [[" ".join(cell.split()).replace("|", r"\|") for cell in line] for line in (headings, *rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _marked_up(text: str) -> str:
    """Plain text of a help page or docstring as Markdown."""
    text = re.sub(r"``(.+?)``", r"`\1`", text)
    pieces = []
    place = 0
    for found in _CODE.finditer(text):
        pieces += [_escaped(text[place : found.start()]), "`" + found[0].strip("`'") + "`"]
        place = found.end()
    return "".join([*pieces, _escaped(text[place:])])


def _escaped(text: str) -> str:
    return re.sub(r"(?<!\w)[*<](?=[^\s*])(?![^*]*\*)", r"\\\g<0>", text)


def _filled(text: str) -> str:
    return textwrap.fill(" ".join(text.split()), WIDTH, break_long_words=False, break_on_hyphens=False)


# ------------------------------------------------------------------------------------------------ the package itself


def _first_line(path: Path) -> str:
    source = path / "__init__.py" if path.is_dir() else path
    docstring = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8")))
    assert docstring, f"{source} has no docstring"
    return _marked_up(docstring.splitlines()[0])


def layers() -> list[list[str]]:
    """The modules and packages in each layer, from the top down, as ``lint-imports`` checks them."""
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter", encoding="utf-8")
    listed = contracts["importlinter:contract:flow"]["layers"]
    return [re.split(r" *[:|] *", line) for line in listed.split("\n") if line]


def _layers(_: str) -> str:
    line = " > ".join(" | ".join(layer) for layer in layers())
    return "```text\n" + textwrap.fill(line, 100, break_long_words=False, break_on_hyphens=False) + "\n```"


def _modules(_: str) -> str:
    rows = []
    for name in (name for layer in layers() for name in layer):
        module = PACKAGE / name
        if not module.is_dir():
            rows.append((f"`{name}.py`", _first_line(module.with_suffix(".py"))))
            continue
        folders = [module, *sorted(inner.parent for inner in module.glob("*/__init__.py"))]
        rows += [(f"`{folder.relative_to(PACKAGE).as_posix()}/`", _first_line(folder)) for folder in folders]
    return _table(("where", "what"), rows)


def _papers(_: str) -> str:
    suites = {name: behind_suites([load_suite(path).reference]) for name, path in shipped_suites().items()}
    models = {name: behind_model(name) for name in shipped_models()}
    rows = []
    for paper in PAPERS.values():
        behind = [f"`{name}`" for name, papers in (*suites.items(), *models.items()) if paper in papers]
        if behind:
            rows.append((str(paper), ", ".join(behind)))
    return _table(("paper", "behind"), rows)


def _pair_sets(_: str) -> str:
    """The published sets of minimal pairs, each once, by the table that they are read by."""
    rows: dict[str, tuple[str, ...]] = {}
    for one in SETS:
        language = "of each file" if callable(one.language) else f"`{one.language}`"
        groups = ", ".join(f"`{name}`" for name in one.groups) or "-"
        region = f"`{one.region}`" if one.region else "-"
        average = f"over {PAPERS[one.paper].average}" if PAPERS[one.paper].average else "-"
        rows.setdefault(one.name, (one.paper, language, groups, average, region))
    headings = ("set", "paper", "language", "averages by", "the paper's mean", "critical region")
    return _table(headings, ((name, *row) for name, row in rows.items()))


def _phenomena(_: str) -> str:
    """The phenomena that sets spell in several ways."""
    by_name: dict[str, list[str]] = {}
    for spelling, name in PHENOMENA.items():
        by_name.setdefault(name, []).append(spelling)
    return _table(("phenomenon", "is also called"), ((name, ", ".join(own)) for name, own in sorted(by_name.items())))


def _fuzzing(_: str) -> str:
    """The targets of fuzzing, from their docstrings, with what was tried and found."""
    tried = json.loads((FUZZ / "tried.json").read_text(encoding="utf-8"))
    notes = (FUZZ / "faults" / "README.md").read_text(encoding="utf-8")
    rows = []
    for path in sorted((FUZZ / "targets").glob("[!_]*.py")):
        name = path.stem
        n_faults = notes.count(f"\n| `{name}/")
        rows.append((f"`{name}`", _first_line(path), f"{tried[name]['inputs']:,}", f"{n_faults or '-'}"))
    rows.append(("all", "", f"{sum(one['inputs'] for one in tried.values()):,}", str(notes.count("\n| `"))))
    return _table(("target", "what must hold", "inputs", "faults found"), rows)


# ------------------------------------------------------------------------------------------------- the command line


def commands(group: click.Group = cli, prefix: str = "sglite") -> Iterator[tuple[str, click.Command]]:
    """Every command with the words that call it."""
    context = click.Context(group, info_name=prefix)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        path = f"{prefix} {name}"
        yield path, command
        if isinstance(command, click.Group):
            yield from commands(command, path)


def _options_for_models() -> dict[str, click.Option]:
    def nothing() -> None: ...

    model_options(nothing)
    return {option.name: option for option in nothing.__click_params__ if option.name}  # type: ignore[attr-defined]


def _option_row(option: click.Option, context: click.Context) -> tuple[str, str]:
    record = option.get_help_record(context)
    assert record is not None
    metavar = re.sub(r"^\[(.*)\]$", r"\1", option.make_metavar(context)) if not option.is_flag else ""
    value = f" {metavar}" if metavar else ""
    names = sorted((*option.opts, *option.secondary_opts), key=lambda name: not name.startswith("--"))
    written = [f"`{name}{value if name.startswith('--') else ''}`" for name in names]
    a_range = r"[\d.<=]*x[<>=\d.]+"  # told to whoever leaves it
    meaning = re.sub(rf" *\[{a_range}\]$|; {a_range}(?=\]$)", "", record[1])
    meaning = re.sub(r" *\[(.)([^]]*)\]$", lambda end: f" {end[1].upper()}{end[2]}.", meaning)
    return ", ".join(written), _marked_up(meaning.strip())


def _command(name: str) -> str:
    command = dict(commands())[name]
    context = click.Context(command, info_name=name, **cli.context_settings)
    usage = " ".join([name, *command.collect_usage_pieces(context)])
    paragraphs = inspect.cleandoc(command.help or "").split("\n\n")
    examples = [paragraph for paragraph in paragraphs if "Example" in paragraph]
    texts = [_filled(_marked_up(paragraph)) for paragraph in paragraphs if paragraph not in examples]
    lines = [textwrap.dedent(re.sub(r".*Examples?:\n", "", example, flags=re.DOTALL)).strip() for example in examples]
    options = [option for option in command.params if isinstance(option, Option) and not option.hidden]
    rows = [_option_row(option, context) for option in options if option.group != MODELS]
    if len(rows) < len(options):
        rows.append(("...", "All [options for models](#options-for-models)."))
    table = _table(("option", "meaning"), rows) if rows else ""
    if isinstance(command, click.Group):
        inner = {f"{name} {sub}": command.get_command(context, sub) for sub in command.list_commands(context)}
        table = _table(
            ("command", "what it does"),
            [
                (f"[`{path}`](#{path.replace(' ', '-')})", _marked_up(sub.get_short_help_str(WIDTH)))
                for path, sub in inner.items()
                if sub is not None
            ],
        )
    shown = "<!-- not run: examples of the help, with names of your files -->\n```sh no-run\n{}\n```"
    parts = (f"```text\n{usage}\n```", *texts, table, shown.format("\n".join(lines)))
    return "\n\n".join(part for part in parts if part)


def _model_options(_: str) -> str:
    plugins = {entry.name for entry in entry_points(group=ENTRY_POINT_GROUP)}
    kinds = [kind for kind in available_backends() if kind not in plugins]
    context = click.Context(click.Command("sglite"), **cli.context_settings)
    rows = []
    for name, option in reversed(_options_for_models().items()):
        written, meaning = _option_row(option, context)
        takers = [f"`{kind}`" for kind in kinds if name in kind_named(kind).options]
        rows.append((written, ", ".join(takers) or "all", meaning))
    return _table(("option", "for", "meaning"), rows)


# ------------------------------------------------------------------------------------------------------------ Python


def public_object(name: str) -> Any:
    """What a name of the package stands for, or one with its module: ``syntaxgym_lite.testing.check_backend``."""
    module, _, attribute = name.rpartition(".")
    return getattr(import_module(module or syntaxgym_lite.__name__), attribute)


def signature(name: str) -> str:
    """How a function or class is called, without types, in lines of a page's width."""
    parameters = inspect.signature(public_object(name))
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in parameters.parameters.values()]
    text = str(parameters.replace(parameters=bare, return_annotation=inspect.Signature.empty)).replace("'", '"')
    indent = " " * (len(name.rpartition(".")[2]) + 1)
    return textwrap.fill(
        name.rpartition(".")[2] + text, 100, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _public(name: str) -> str:
    value = public_object(name)
    is_called = callable(value) and not getattr(value, "_is_protocol", False) and not _is_error(value)
    module = name.rpartition(".")[0]
    shown = [f"```text\n{signature(name)}\n```"] if is_called else []
    shown += [f"In `{module}`."] if module else []
    head, *sections = re.split(r"^(\w[\w ]*)\n-+\n", inspect.getdoc(value) or "", flags=re.MULTILINE)
    shown += [_filled(_marked_up(paragraph)) for paragraph in head.strip().split("\n\n")]
    examples = dict(zip(sections[::2], sections[1::2], strict=True)).get("Examples", "")
    shown += [_example(part) for part in examples.removeprefix(_IMPORT).strip().split("\n\n") if part]
    return "\n\n".join(shown)


def _example(part: str) -> str:
    return f"```pycon\n{part}\n```" if part.startswith(">>>") else _filled(_marked_up(part))


def _is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Exception)


_WRITERS: dict[str, Callable[[str], str]] = {
    "command": _command,
    "fuzzing": _fuzzing,
    "layers": _layers,
    "model_options": _model_options,
    "modules": _modules,
    "pair_sets": _pair_sets,
    "papers": _papers,
    "phenomena": _phenomena,
    "public": _public,
}
