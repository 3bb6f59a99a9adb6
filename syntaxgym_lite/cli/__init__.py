"""The command line: thin commands that parse options, call the library and render.

Commands are imported when they are called, so that ``sglite --help`` is instant.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from types import FrameType
from typing import Any, ClassVar, TextIO

import click

from .. import __version__
from ..errors import InputError, SgliteError, SgliteWarning, did_you_mean, lacks_memory
from ..files import need_working_folder
from ..reports.terminal import InertStream

__all__ = ["cli", "main"]

# command: (module, what --help says in the list)
_COMMANDS: Mapping[str, tuple[str, str]] = {
    "eval": ("eval", "Evaluate suites on models: outcomes, scores, effect sizes."),
    "report": ("report", "Make a page of results: scores, plots, every item with its sentences."),
    "plot": ("plot", "Draw figures of results: PNG, PDF or SVG."),
    "compare": ("compare", "Say whether one model is better than another one, on the same items."),
    "table": ("table", "Make a table of scores for a paper."),
    "methods": ("methods", "Write what a paper states of a run, with references."),
    "merge": ("merge", "Join the results of several runs."),
    "replicate": ("replicate", "Make the figures and tables of papers, of their results or yours."),
    "studio": ("studio", "Write, check and run suites in the browser."),
    "rerun": ("rerun", "Repeat a run, and say what differs."),
    "surprisal": ("surprisal", "Give the surprisals of plain sentences."),
    "parse": ("parse", "Give the trees that a model takes sentences for."),
    "perplexity": ("perplexity", "Measure how well a model expects a text."),
    "cloze": ("cloze", "Run cloze diagnostics: word prediction and sensitivity to completions."),
    "acceptability": ("acceptability", "Hold what models make of sentences against how people rate them."),
    "human": ("human", "Make a table of what people did on a suite, and hold surprisals against it."),
    "import": ("import_", "Make a suite of a spreadsheet, a table, or the text of an appendix."),
    "check": ("check", "Validate suites."),
    "show": ("show", "Show the items of a suite as tables."),
    "new": ("new", "Start a suite: a template, a table and a README."),
    "build": ("build", "Build a suite from a template and a table of items."),
    "convert": ("convert", "Convert suites to tables, workbooks, sentences, and stimuli of experiments."),
    "fetch": ("fetch", "Download public data sets."),
    "cache": ("cache", "Look at kept surprisals, and forget them."),
    "harvest": ("harvest", "Make agreement suites of treebanks."),
    "suites": ("suites", "List the suites that come with the package."),
    "models": ("models", "List the models that come with the package, and other kinds of model."),
    "convert-lm": ("convert_lm", "Convert an n-gram model between ARPA and the compact form."),
    "rear": ("rear", "Train models of several classes and sizes, and hold them against each other."),
    "train": ("train", "Train language models of your own."),
}


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """Let whoever reads standard output stop early, as ``| head`` does; what is written afterwards goes nowhere."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class LazyGroup(click.Group):
    """A group whose commands are modules of this package, imported when called."""

    commands_by_name: ClassVar[Mapping[str, tuple[str, str]]] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the table."""
        return list(self.commands_by_name)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module."""
        if cmd_name not in self.commands_by_name:
            return None
        module = import_module(f"{__name__}.{self.commands_by_name[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the nearest command for an unknown one."""
        if args and args[0] not in self.commands_by_name and not args[0].startswith("-"):
            ctx.fail(f"No such command '{args[0]}'.{did_you_mean(args[0], self.commands_by_name)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_text) for name, (_, help_text) in self.commands_by_name.items()])


class _Main(LazyGroup):
    """The group of all commands; a reader of the output that stops early is no error."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Click itself would exit with 1 here, which means something else."""
        with reader_may_leave():
            return super().invoke(ctx)

    commands_by_name: ClassVar[Mapping[str, tuple[str, str]]] = _COMMANDS


_VERSION = """\
sglite, version %(version)s
Cite as: syntaxgym_lite contributors, syntaxgym_lite %(version)s, computer software;
with the papers that 'sglite show SUITE' and the tables name."""


_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True, "color": True}
# color: click shall not take escape codes of others out of what is piped; they are shown, or true data


@click.group(cls=_Main, context_settings=_SETTINGS)
@click.version_option(__version__, "-V", "--version", message=_VERSION)
def cli() -> None:
    """Ask whether a language model expects what people expect.

    \b
    Examples:
      sglite eval suites/npz.json                      the shipped LSTM, offline
      sglite eval suites/npz.json --model gpt2         any Hugging Face causal LM
      sglite eval suites/*.json -m kenlm:big.arpa -m ./my-llama --out results/
      echo "The cat sat." | sglite surprisal --model ngram

    \b
    Exit codes: 0 done, 1 below --fail-under, 2 bad input or command line,
    3 model missing or failed, 130 interrupted.
    """


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and exit.

    Parameters
    ----------
    args : sequence of str, optional
        ``sys.argv[1:]`` by default.
    """
    code = _run(args)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # while Python clears up: all is said, so end without a traceback
    sys.exit(code)


class _ClosedOutput(io.TextIOBase):
    """Standard output where there is none: results that nobody gets are an error, as on a full disk."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "Standard output is closed; nothing can be written to it")


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Show our own warnings as all else that is said; others as Python does, with the place in the code."""
    if issubclass(category, SgliteWarning):
        from ._messages import warn

        warn(str(message))
    else:
        _say(warnings.formatwarning(message, category, filename, lineno, line), nl=False)


_say = partial(click.echo, err=True, color=True)
"""Say something on standard error; of what is in it nothing gets lost, since the stream makes it inert."""


def _run(args: Sequence[str] | None) -> int:
    if sys.stdout is None:  # closed by the caller
        os.open(os.devnull, os.O_WRONLY)  # the next file that is opened must not be taken for standard output
        sys.stdout = _ClosedOutput()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for the life of the process
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # item texts are Unicode whatever the locale is
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    warnings.showwarning = _show_warning
    streams: Any = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(InertStream, streams)
    try:
        return _done(args)
    finally:
        sys.stdout, sys.stderr = streams


def _done(args: Sequence[str] | None) -> int:
    """Run the command line on streams that are fit for it; give the exit code."""
    words = list(sys.argv[1:] if args is None else args)
    caught: list[int] = []
    try:
        with _interruptions(caught):
            for word in words:
                if not word.isprintable() and any("\ud800" <= char <= "\udfff" for char in word):
                    raise InputError(_not_a_name(word))
            result = cli.main(args=words, prog_name="sglite", standalone_mode=False)
            sys.stdout.flush()
    except BaseException as error:
        if caught or isinstance(error, (KeyboardInterrupt, click.Abort)):
            stopped = error.__cause__ if isinstance(error, click.Abort) else error  # click has its own name for it
            _say(" ".join(["Interrupted.", *(stopped.args if isinstance(stopped, KeyboardInterrupt) else ())]))
            return 128 + (caught[0] if caught else int(signal.SIGINT))
        if not isinstance(error, Exception):
            raise
        return _explained(error)
    return result if isinstance(result, int) else 0


def _not_a_name(word: str) -> str:
    """Say why a word of the command line cannot name a file in results."""
    try:
        word = os.fsencode(word).decode()
    except UnicodeDecodeError:
        return f"{word}: is not UTF-8, and results could not name it; give the file another name."
    return f"{word}: Python takes names for {sys.getfilesystemencoding()} here; set PYTHONUTF8=1 in the environment."


class _Interruption(KeyboardInterrupt):
    """Python itself would end the process by a signal, whatever the exit code, if it saw a bare KeyboardInterrupt."""


@contextmanager
def _interruptions(caught: list[int]) -> Iterator[None]:
    """Have Ctrl-C and a request to end come up as KeyboardInterrupt, so that what is begun is cleared away.

    Parameters
    ----------
    caught : list of int
        Takes the signals that came: in the midst of an import, say, the interruption may turn into another error.
    """

    def stop(number: int, frame: FrameType | None) -> None:
        caught.append(number)
        raise _Interruption

    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():  # no other may ask for signals
        before = {
            number: signal.signal(number, stop)
            for number in (signal.SIGINT, signal.SIGTERM)
            if signal.getsignal(number) != signal.SIG_IGN  # of what runs in the background
        }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _explained(error: Exception) -> int:
    """Say what went wrong, and give the exit code for it."""
    if isinstance(error, click.ClickException):
        error.show()
        return 2
    if isinstance(error, SgliteError):
        from ._messages import as_typed

        _say(f"Error: {as_typed(str(error))}")
        return error.exit_code
    if lacks_memory(error):
        _say("Error: there is not enough memory for this. A smaller model or --batch-size needs less.")
        return 3
    if isinstance(error, OSError):
        is_full = error.errno in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)  # files say which they are
        where = error.filename or ("standard output" if is_full else "")
        _say(f"Error: {where}: {error.strerror or error}".replace("Error: : ", "Error: "))
        return 2
    try:
        need_working_folder()
    except SgliteError as gone:
        return _explained(gone)
    if os.environ.get("SGLITE_TRACEBACK"):
        _say("".join(traceback.format_exception(error)))
    _say(  # not the user's fault; said in a line, and in full when asked
        f"Error: a defect in syntaxgym_lite: {type(error).__name__}: {error}\n"
        "Please report it with the output of the same command under SGLITE_TRACEBACK=1."
    )
    return 3
