"""How commands and their options look, options that several share, and how progress is shown."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

import click

from ..casing import CASING_LANGUAGES, lowercase_option
from ..resources import DEFAULT_MODEL
from ..scoring.schedule import Progress
from ..surprisal import WordBoundary
from ..words import SCHEMES
from ._messages import warn
from ._streams import models_talk_aside

if TYPE_CHECKING:
    from ..scoring.opener import Opener

__all__ = [
    "LANGUAGE_OR_NOTHING",
    "MODELS",
    "OUTPUT",
    "WORDS",
    "Command",
    "Folder",
    "OldPlace",
    "Option",
    "cache_choice",
    "cache_options",
    "executor_option",
    "format_option",
    "model_option",
    "model_options",
    "named_place",
    "one_at_most",
    "opener",
    "option",
    "out_option",
    "overwrite_option",
    "progress_bar",
    "quiet_option",
    "revisions_option",
    "scoring_options",
    "split_model_options",
    "warn",
    "word_boundary_option",
]

F = TypeVar("F", bound=Callable[..., Any])

OUTPUT = "Output"
SCORING = "Scoring"
WORDS = "Words"
MODELS = "Options for models, passed on to those that know them"
_OWN = "Options"
_LAST = (OUTPUT, SCORING, MODELS)

_NUMBERS = {"INTEGER": "N", "INTEGER RANGE": "N", "FLOAT": "X", "FLOAT RANGE": "X"}
_ANY_SIZE = re.compile(r"; x>=?[01]\]$| *\[x>=?[01]\]$")
"""What click says of a number that must not be below 0 or 1, which nobody would try."""


class Option(click.Option):
    """An option with a place in the help, and with names that it had before, which go on being understood.

    Parameters
    ----------
    group : str
        Under which heading of the help it stands.
    old : sequence of str
        Its old names; they are in no help.
    """

    def __init__(self, *args: Any, group: str = _OWN, old: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.group = group
        self.old = tuple(old)

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Let the parser know the old names too, and only the parser."""
        shown = self.opts
        self.opts = [*shown, *self.old]
        try:
            super().add_to_parser(parser, ctx)
        finally:
            self.opts = shown

    def make_metavar(self, *args: Any, **kwargs: Any) -> str:
        """Write a number as N or X."""
        text = super().make_metavar(*args, **kwargs)
        return _NUMBERS.get(text, text)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Leave out what goes without saying."""
        record = super().get_help_record(ctx)
        if record is None:
            return None
        names, text = record
        return names, _ANY_SIZE.sub(lambda end: "]" if end[0].startswith(";") else "", text).replace("  [", " [")


class OldPlace(click.Argument):
    """An argument that became an option, and is still understood where it stood; no help or usage shows it."""

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Show nothing."""
        return []


class _Formatter(click.HelpFormatter):
    """Breaks lines between words, never at the hyphen of a name."""

    _HYPHEN = "\ue000"  # of no meaning to who breaks lines

    def write_text(self, text: str) -> None:
        super().write_text(text.replace("-", self._HYPHEN))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        unbroken = [(name, text.replace("-", self._HYPHEN)) for name, text in rows]
        super().write_dl(unbroken, col_max, col_spacing)

    def getvalue(self) -> str:
        return super().getvalue().replace(self._HYPHEN, "-")


class _Context(click.Context):
    formatter_class = _Formatter


class Command(click.Command):
    """A command whose help lists options in groups: its own first, those for models last.

    cloup and rich-click have groups too, but no old names; what is left to write is this one method.
    """

    context_class = _Context

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what stands behind ``--lowercase`` as its value only if it is one; it may be a file as well."""
        here = args.index("--") if "--" in args else len(args)
        told = [
            f"{arg}={Casing.ANY}" if arg == "--lowercase" and following not in CASING_LANGUAGES else arg
            for arg, following in zip(args[:here], [*args[1:here], ""][:here], strict=True)
        ]
        return super().parse_args(ctx, [*told, *args[here:]])

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options under the headings of their groups."""
        groups: dict[str, list[tuple[str, str]]] = {_OWN: []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                groups.setdefault(getattr(parameter, "group", _OWN), []).append(record)
        if OUTPUT in groups:  # with --help, which click adds at the end of the command's own
            groups[OUTPUT].append(groups[_OWN].pop())
        for heading in sorted(groups, key=lambda heading: _LAST.index(heading) if heading in _LAST else -1):
            if groups[heading]:
                with formatter.section(heading):
                    formatter.write_dl(groups[heading])


class Casing(click.ParamType):  # type: ignore[type-arg]  # generic in later versions of click only
    """The value of ``--lowercase``: a language, or nothing."""

    name = "language"
    ANY = "true"  # what stands for nothing

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Give True, or the language."""
        return lowercase_option({"true": True, "false": False}.get(value, value) if isinstance(value, str) else value)


option = partial(click.option, cls=Option)
"""``click.option`` for an `Option`."""


LANGUAGE_OR_NOTHING: dict[str, Any] = {
    "type": Casing(),
    "metavar": f"[{'|'.join(CASING_LANGUAGES)}]",
    "is_flag": False,
    "flag_value": Casing.ANY,
}


_MODEL_OPTIONS: dict[str, dict[str, Any]] = {
    "bos": {"metavar": "auto|none|TOKEN", "help": "What the first token is conditioned on. [default: auto]"},
    "device": {"metavar": "DEVICE", "help": "Where a neural model runs: auto, cpu, cuda, cuda:1, mps."},
    "dtype": {"metavar": "TYPE", "help": "Precision of a neural model: float32, bfloat16, float16, auto."},
    "device_map": {
        "metavar": "HOW|FILE",
        "help": "Spread a transformer over several GPUs, main memory and disk: auto, balanced, balanced_low_0, "
        "sequential, cpu, or a JSON file.",
    },
    "load_in": {
        "type": click.Choice(["8bit", "4bit"]),
        "help": "Round a transformer's weights while it is loaded (bitsandbytes). Changes numbers.",
    },
    "revision": {"metavar": "REV", "help": "Branch, tag or commit of a hub model."},
    "window": {"is_flag": True, "help": "Score sentences longer than a model's context by a sliding window."},
    "batching": {
        "type": click.Choice(["auto", "trees", "padded"]),
        "help": "How a transformer reads sentences together: as trees of what they share, or padded. [default: auto]",
    },
    "batch_tokens": {
        "type": click.IntRange(min=1),
        "metavar": "N",
        "help": "Most tokens of one pass through a transformer. [default: by device]",
    },
    "trust_remote_code": {
        "is_flag": True,
        "help": "Run code that a hub model brings. Only for models you trust.",
    },
    "pll": {
        "type": click.Choice(["original", "within-word-l2r"]),
        "help": "What a masked model does not see with a piece: nothing else, or the later pieces of its word. "
        "[default: within-word-l2r]",
    },
    "words": {
        "type": click.Choice(SCHEMES),
        "help": "How sentences are cut into words for word-level models. [default: as the model's card or file says, "
        "else treebank; 'sglite train' takes clitics]",
    },
    "lowercase": {
        **LANGUAGE_OR_NOTHING,
        "help": "Lower-case the text first; by the rules of Azeri, Lithuanian or Turkish if one of them is named. "
        "[default: as the card or file of a word-level model says; else not]",
    },
    "missing_unk": {
        "type": click.Choice(["undefined", "kenlm"]),
        "help": "What an unknown word has in an n-gram model without a probability for it: no value, or KenLM's. "
        "[default: undefined]",
    },
}
"""Options that are passed on to the models that know them; one that is not given, None, is left to the model."""


class Folder(click.Path):
    """A folder that need not exist; an empty name, from an unset variable say, is not the current folder."""

    def __init__(self) -> None:
        super().__init__(file_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse an empty name."""
        if value == "":
            self.fail("the name is empty.", param, ctx)
        return super().convert(value, param, ctx)


def model_option(*, multiple: bool) -> Callable[[F], F]:
    """``--model``, once or several times."""
    return option(
        "--model",
        "-m",
        "models" if multiple else "model",
        multiple=True,
        callback=None if multiple else _only_one,
        metavar="MODEL",
        default=(DEFAULT_MODEL,),
        show_default=False,
        help="A shipped model (see 'sglite models'), a Hugging Face name, folder or .gguf file, or KIND:PATH such as "
        "kenlm:big.arpa; options for it alone may follow: gpt2?bos=none; a name for it may stand before: small=gpt2."
        f"{' May be repeated.' if multiple else ''} [default: {DEFAULT_MODEL}]",
    )


def _split(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
    return tuple(part for part in map(str.strip, (value or "").split(",")) if part)


revisions_option = option(
    "--revisions",
    callback=_split,
    group=MODELS,
    metavar="REV,REV,...",
    show_default=False,
    help="Each transformer at several moments of its training: branches or tags of the hub, or checkpoints of a local "
    "folder; patterns take all that fit, by number: 'step*'.",
)
"""``--revisions``; see `syntaxgym_lite.backends.revisions.with_revisions`."""


def one_at_most(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> str | None:
    """Refuse a second model, rather than forget the first."""
    return _only_one(ctx, param, value) if value else None


def _only_one(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> str:
    if len(value) != 1:
        raise click.BadParameter(f"give one model, not {len(value)}: {', '.join(value)}.")
    return value[0]


def model_options(function: F, *, but: Sequence[str] = ()) -> F:
    """Options that are passed on to the models that know them, but for those that the command has of its own."""
    function = option(
        "--model-option",
        "-O",
        "other_options",
        group=MODELS,
        multiple=True,
        metavar="NAME=VALUE",
        help="Any other option of a kind of model, a plug-in's for instance. May be repeated.",
    )(function)
    for name, settings in reversed(_MODEL_OPTIONS.items()):
        if name not in but:
            function = option(f"--{name.replace('_', '-')}", default=None, group=MODELS, **settings)(function)
    return function


def split_model_options(values: dict[str, Any]) -> dict[str, Any]:
    """Take the options for models out of a command's values; those not given are left to the model."""
    taken = {name: values.pop(name) for name in _MODEL_OPTIONS if name in values}
    from ..backends.specs import parse_option

    others = dict(map(parse_option, values.pop("other_options", ())))
    return {name: value for name, value in taken.items() if value is not None} | others


def cache_options(function: F) -> F:
    """``--cache`` and ``--no-cache``; see `cache_choice`."""
    for decorate in (
        option("--no-cache", group=SCORING, is_flag=True, help="Score every sentence anew, and keep nothing."),
        option(
            "--cache",
            group=SCORING,
            type=Folder(),
            metavar="DIR",
            help="Keep surprisals in this folder, of every model. [default: of neural models and plug-ins, in the "
            "user's cache folder or $SGLITE_CACHE]",
        ),
    ):
        function = decorate(function)
    return function


def cache_choice(cache: Path | None, no_cache: bool) -> Path | Literal[False] | None:
    """Give where surprisals are kept, from the values of `cache_options`, as `Opener` takes it."""
    if cache is not None and no_cache:
        raise click.UsageError("--cache and --no-cache exclude each other.")
    return False if no_cache else cache


def scoring_options(function: F, *, but: Sequence[str] = ()) -> F:
    """``--quiet``, ``--batch-size``, ``--cache``, ``--no-cache``, and the options that are passed on to models."""
    for decorate in (
        partial(model_options, but=but),
        cache_options,
        option(
            "--batch-size",
            group=SCORING,
            type=click.IntRange(min=1),
            metavar="N",
            help="Most sentences a model sees at once. [default: by the model]",
        ),
        quiet_option,
    ):
        function = decorate(function)
    return function


executor_option = option(
    "--executor",
    group=SCORING,
    default="serial",
    metavar="WHERE",
    help="Where sentences are scored: serial (here), processes:N, or dask:ADDRESS, a cluster's scheduler.",
)
"""``--executor``."""


@contextmanager
def opener(cache: Path | None, no_cache: bool, *, executor: str = "serial", quiet: bool = False) -> Iterator[Opener]:
    """Yield what opens models, from the values of `scoring_options`; meanwhile standard output is kept clean."""
    from ..scoring.opener import Opener

    choice = cache_choice(cache, no_cache)
    with (
        models_talk_aside(),
        Opener(choice, executor, warn=(lambda _: None) if quiet else warn) as opening,
    ):
        yield opening


class _Format(click.Choice):  # type: ignore[type-arg]  # generic in click 8.2 and later only
    """What goes to standard output; 'text', as `check` once called its own, is a table for people too."""

    def __init__(self) -> None:
        super().__init__(["table", "json", "csv"])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return super().convert("table" if value == "text" else value, param, ctx)


format_option = option(
    "--format",
    "format_",
    group=OUTPUT,
    type=_Format(),
    default="table",
    help="What is written to standard output: for people, or for programs.",
)
"""``--format``: the same three everywhere."""

quiet_option = option(
    "--quiet", "-q", group=OUTPUT, is_flag=True, help="No progress, notes or warnings on standard error."
)
"""``--quiet``."""


def out_option(
    what: str, *, folder: bool | None = False, metavar: str | None = None, **settings: Any
) -> Callable[[F], F]:
    """``--out``: a file, a folder, or (None) either."""
    path = Folder() if folder else click.Path(dir_okay=folder is None, path_type=Path)
    return option(
        "--out", "-o", group=OUTPUT, type=path, metavar=metavar or ("DIR" if folder else "FILE"), help=what, **settings
    )


def overwrite_option(*, old: Sequence[str] = ()) -> Callable[[F], F]:
    """``--overwrite``."""
    return option("--overwrite", old=old, group=OUTPUT, is_flag=True, help="Replace what is there already.")


def named_place(out: Path | None, place: Path | None) -> Path:
    """Give the value of ``--out``, which may stand at its `OldPlace`."""
    if out is None and place is None:
        raise click.UsageError("Missing option '--out' / '-o'.")
    if out is not None and place is not None:
        raise click.UsageError(f"Got unexpected extra argument ({place})")
    return out or place  # type: ignore[return-value]  # one of them is there


def word_boundary_option(function: F) -> F:
    """``--word-boundary``."""
    return option(
        "--word-boundary",
        type=click.Choice(get_args(WordBoundary)),
        default="as-is",
        help="What the end of a word counts for: the token after it, as transformers have it and as is published; or, "
        "corrected, the word itself.",
    )(function)


@contextmanager
def progress_bar(*, quiet: bool = False) -> Iterator[Callable[[str], Progress | None]]:
    """Show sentences done, speed and time left on standard error: a bar in a terminal, a line a minute elsewhere.

    Yields a function that starts one for a model and returns what to call with the numbers done and in all.
    """
    if quiet:
        yield lambda _: None
        return
    from ._progress import bars, lines

    dumb = os.environ.get("TERM", "").lower() in ("dumb", "unknown")
    with bars() if sys.stderr.isatty() and not dumb else lines(sys.stderr) as start:
        yield start
