"""Any command line ends with an exit code that is documented, without a traceback; what is JSON can be read as such.

An input is ``{"args": [...], "stdin": "...", "files": {"suite.json": "..."}}``. The command runs in a folder with a
good and a damaged file of each kind, and those of the input in their place, whose bytes are written as code points.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import click
from hypothesis import strategies as st
from support.arpa_files import COUNTS, TINY
from support.running import sglite
from support.toys import TWO_PAIRS, suite_document

from syntaxgym_lite.cli import cli
from syntaxgym_lite.formula import METRICS

from ..inputs import as_json, corpus, mutated, mutated_json

_SLOW = {("train", "wordlm"), ("fetch",), ("harvest",)}
"""Commands that take seconds or a network: only asked for help, and with arguments that they refuse."""

_FILES = [
    *("suite.json", "odd.json", "broken.json", "table.csv", "text.txt", "tiny.arpa", "broken.arpa", "counts.tsv"),
    *("run.json", "no-such-file", "folder", "bytes.bin", "empty", "items.csv", "template.toml", "npz"),
    *("out.json", "out.csv", "out.arpa", "out", ".", "-", ""),
]
_FITTING = {
    "eval": ("suite.json", "odd.json"),
    "check": ("suite.json", "odd.json"),
    "show": ("suite.json", "odd.json", "run.json"),
    "surprisal": ("text.txt",),
    "perplexity": ("text.txt",),
    "train": ("text.txt",),
    "build": ("template.toml", "items.csv"),
    "convert": ("suite.json", "out.csv"),
    "convert-lm": ("tiny.arpa", "out.arpa"),
    "new": ("out",),
}
"""Arguments with which a command works."""
_MODELS = [
    "kenlm:tiny.arpa", "ngram:tiny.arpa", "random:3", "ngram:broken.arpa", "unigram:counts.tsv", "replay:run.json",
    "ngram:", "nokind:x", "ngram:no-such-file", "ngram:tiny.arpa?bos=none", "ngram:tiny.arpa?x=1", "./folder",
]  # fmt: skip
_MUTATED = {
    "suite.json": st.one_of(mutated(corpus("suites")), mutated_json(corpus("suites"))),
    "table.csv": mutated(corpus("tables")),
    "text.txt": mutated([seed.partition(b"\n")[2] for seed in corpus("texts")]),
    "tiny.arpa": mutated(corpus("arpa")),
    "run.json": mutated_json(corpus("results")),
    "counts.tsv": mutated([COUNTS.encode()]),
}
_VALUES = ["0", "1", "-1", "2", "1e9", "nan", "x", "", "auto", "json", "csv", "none", "é", "\x1b[31m", *METRICS[:2]]


def _commands(group: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if isinstance(group, click.Group):
        context = click.Context(group)
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            yield from _commands(command, (*path, name))
    else:
        yield path, group


@cache
def _all_commands() -> list[tuple[tuple[str, ...], click.Command]]:
    return list(_commands(cli))


@st.composite
def _lines(draw: st.DrawFn) -> bytes:
    """A command with options of its own, arguments that mostly fit, and now and then something odd."""
    path, command = draw(st.sampled_from(_all_commands()))
    options = [param for param in command.params if isinstance(param, click.Option)]
    fitting = _FITTING.get(path[0], ())
    args = [*path, *draw(st.one_of(*[st.just(fitting)] * 3, st.lists(st.sampled_from(_FILES), max_size=3)))]
    if path == ("train", "ngram"):
        args += ["--output", draw(st.sampled_from(["out.arpa", "out", "tiny.arpa"])), "--discount-fallback"]
    for _ in range(draw(st.sampled_from([0, 1, 1, 2, 2, 4]))):
        option = draw(st.sampled_from(options))
        args.append(draw(st.sampled_from(option.opts)))
        if not option.is_flag and not option.count:
            args.append(draw(_value(option)))
    if draw(st.integers(0, 9)) and any("--model" in option.opts for option in options):
        args += ["--model", draw(st.one_of(*[st.sampled_from(_MODELS[:3])] * 2, st.sampled_from(_MODELS)))]
    stdin = draw(st.sampled_from(["", "the fox sleeps.\n", "\0\n", "é\r\n\r\n"]))
    changed = {
        name: draw(strategy).decode("latin1")
        for name, strategy in _MUTATED.items()
        if name in args and draw(st.booleans())
    }
    return as_json({"args": args, "stdin": stdin, "files": changed})


def _value(option: click.Option) -> st.SearchStrategy[str]:
    if isinstance(option.type, click.Choice):
        return st.sampled_from([*map(str, option.type.choices), "x"])
    if "--model" in option.opts:
        return st.sampled_from(_MODELS)
    if isinstance(option.type, click.Path):
        return st.sampled_from(_FILES)
    return st.sampled_from(_VALUES + _FILES)


INPUTS = st.one_of(_lines(), _lines(), mutated_json(corpus("commands")))
EXAMPLES = 30


def check(data: bytes) -> None:
    """Run a command."""
    try:
        given = json.loads(data)
        args, stdin = given["args"], given["stdin"]
        files = given.get("files", {}).items()
        changed = {name: content.encode("latin1") for name, content in files if name in _contents()}
    except (ValueError, KeyError, TypeError, AttributeError):
        return
    if not isinstance(args, list) or not all(isinstance(arg, str) for arg in args) or not isinstance(stdin, str):
        return
    if not args or any("\0" in arg or not _is_text(arg) for arg in [*args, stdin.replace("\0", "")]) or _is_slow(args):
        return
    with _folder(changed):
        done = sglite(*args, stdin=stdin)  # which asserts that there is no traceback, and no defect named
    assert done.code in (0, 1, 2, 3), f"exit code {done.code}: {done.err}"
    assert done.code in (0, 1) or (done.err + done.out).strip(), "failed without a word"
    shown = done.err + ("" if _is_data(args) else done.out)
    control = next((char for char in shown if (char < " " and char not in "\n\t") or "\x7f" <= char < "\xa0"), None)
    assert control is None, f"{control!r} on the terminal: {shown[:500]!r}"
    formats = [value for option, value in pairwise(args) if option == "--format"]
    if done.code == 0 and formats == ["json"] and "--help" not in args:
        json.loads(done.out)


def _is_data(args: list[str]) -> bool:
    """Whether standard output is data, which hold what the files hold."""
    return "--format" in args or args[0] == "convert"


def _is_text(arg: str) -> bool:
    try:
        arg.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _is_slow(args: list[str]) -> bool:
    """Whether a command would take long: a network, a training run, the big models, a dask cluster, many draws."""
    words = " ".join(args)
    named = any(tuple(args[: len(slow)]) == slow for slow in _SLOW)
    big = any(arg in ("lstm", "ngram", "gpt2") or arg.startswith(("hf:", "mlm:", "dask", "processes")) for arg in args)
    takes_model = (
        args[0] in ("eval", "surprisal", "perplexity", "cloze", "check") and "--model" not in args and "-m" not in args
    )
    return (
        named or big or takes_model or "executor" in words or "1e9" in args or "--workers" in args
    ) and "--help" not in args


@contextlib.contextmanager
def _folder(changed: Mapping[str, bytes]) -> Iterator[None]:
    before, cache_before = os.getcwd(), os.environ.get("SGLITE_CACHE")
    with tempfile.TemporaryDirectory(prefix="sglite-fuzz-") as name:
        folder = Path(name)
        for file, content in {**_contents(), **changed}.items():
            (folder / file).write_bytes(content)
        (folder / "folder").mkdir()
        os.environ["SGLITE_CACHE"] = "off"
        os.environ["HF_HUB_OFFLINE"] = "1"
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)
            os.environ.pop("SGLITE_CACHE")
            if cache_before is not None:
                os.environ["SGLITE_CACHE"] = cache_before


@cache
def _contents() -> dict[str, bytes]:
    suite = as_json(suite_document(TWO_PAIRS, ["(2;%a%) < (2;%b%)"]))
    name = "\x1b]0;x\x07\x9b2J"  # would set the title of a terminal, ring, and wipe the screen
    odd = suite_document([{f"a{name}": [f"the {name}fox", "sleeps"], "b": ["the fox", "sleep\u202e"]}], name=name)
    odd["predictions"] = [{"type": "formula", "formula": f"(2;%a{name}%) < (2;%b%)", "name": name}]
    table = "item_number,condition_name,r1_subject,r2_verb\n1,a,the fox,sleeps\n1,b,the fox,sleep\n"
    template = corpus("templates")[0].partition(b"\n=====\n")
    return {
        "suite.json": suite,
        "odd.json": as_json(odd),
        "broken.json": suite[: len(suite) // 2],
        "table.csv": table.encode(),
        "text.txt": b"the fox sleeps.\n\nfoxes sleep.\n",
        "tiny.arpa": TINY.encode(),
        "broken.arpa": TINY[:120].encode(),
        "counts.tsv": COUNTS.encode(),
        "run.json": corpus("results")[0],
        "bytes.bin": bytes(range(256)),
        "empty": b"",
        "template.toml": template[0],
        "items.csv": template[2],
    }
