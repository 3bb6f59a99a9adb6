"""Options that several commands share, and how progress is shown."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click

from ..resources import DEFAULT_MODEL
from ..scoring.schedule import Progress
from ..surprisal import WordBoundary
from ..words import SCHEMES
from ._messages import warn

if TYPE_CHECKING:
    from ..scoring.opener import Opener

__all__ = [
    "Folder",
    "format_option",
    "model_option",
    "model_options",
    "one_at_most",
    "opener",
    "progress_bar",
    "scoring_options",
    "split_model_options",
    "training_options",
    "warn",
    "word_boundary_option",
]

F = TypeVar("F", bound=Callable[..., Any])

_MODEL_OPTIONS: dict[str, dict[str, Any]] = {
    "bos": {"metavar": "auto|none|TOKEN", "help": "What the first token is conditioned on. [default: auto]"},
    "device": {"metavar": "DEVICE", "help": "Where a neural model runs: auto, cpu, cuda, cuda:1, mps."},
    "dtype": {"metavar": "TYPE", "help": "Precision of a neural model: float32, bfloat16, float16, auto."},
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
    "words": {"type": click.Choice(SCHEMES), "help": "How sentences are cut into words for word-level models."},
    "lowercase": {"is_flag": True, "help": "Lower-case the text for a word-level model."},
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
    return click.option(
        "--model",
        "-m",
        "models" if multiple else "model",
        multiple=True,
        callback=None if multiple else _only_one,
        metavar="MODEL",
        default=(DEFAULT_MODEL,),
        show_default=False,
        help="A shipped model (see 'sglite models'), a Hugging Face name, folder or .gguf file, or KIND:PATH such as "
        "kenlm:big.arpa; options for it alone may follow: gpt2?bos=none."
        f"{' May be repeated.' if multiple else ''} [default: {DEFAULT_MODEL}]",
    )


def one_at_most(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> str | None:
    """Refuse a second model, rather than forget the first."""
    return _only_one(ctx, param, value) if value else None


def _only_one(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> str:
    if len(value) != 1:
        raise click.BadParameter(f"give one model, not {len(value)}: {', '.join(value)}.")
    return value[0]


def model_options(function: F) -> F:
    """Options that are passed on to the models that know them."""
    function = click.option(
        "--model-option",
        "-O",
        "other_options",
        multiple=True,
        metavar="NAME=VALUE",
        help="Any other option of a kind of model, a plug-in's for instance. May be repeated.",
    )(function)
    for name, settings in reversed(_MODEL_OPTIONS.items()):
        function = click.option(f"--{name.replace('_', '-')}", default=None, **settings)(function)
    return function


def split_model_options(values: dict[str, Any]) -> dict[str, Any]:
    """Take the options for models out of a command's values; those not given are left to the model."""
    taken = {name: values.pop(name) for name in _MODEL_OPTIONS if name in values}
    from ..backends.specs import parse_option

    others = dict(map(parse_option, values.pop("other_options", ())))
    return {name: value for name, value in taken.items() if value is not None} | others


def scoring_options(function: F) -> F:
    """``--batch-size``, ``--quiet``, ``--cache``, ``--no-cache``, and the options that are passed on to models."""
    for option in (
        model_options,
        click.option("--no-cache", is_flag=True, help="Score every sentence anew, and keep nothing."),
        click.option(
            "--cache",
            type=Folder(),
            metavar="DIR",
            help="Keep surprisals in this folder, of every model. [default: of neural models and plug-ins, in the "
            "user's cache folder or $SGLITE_CACHE]",
        ),
        click.option("--quiet", "-q", is_flag=True, help="No progress and no warnings."),
        click.option(
            "--batch-size", type=click.IntRange(min=1), metavar="N", help="Most sentences a model sees at once."
        ),
    ):
        function = option(function)
    return function


def training_options(function: F) -> F:
    """How a corpus is cut into words, and what is written on the card of the model trained on it."""
    for option in (
        click.option("--licence", default="", show_default=False, metavar="TEXT", help="Its licence, for its card."),
        click.option(
            "--description",
            default="",
            show_default=False,
            metavar="TEXT",
            help="One line about the model, for its card.",
        ),
        click.option(
            "--unk",
            type=click.Choice(["single", "classes"]),
            default="single",
            help="What words outside the vocabulary become: <unk>, or classes by their spelling (UNK-LC-ed).",
        ),
        click.option("--lowercase", is_flag=True, help="Lower-case the text."),
        click.option(
            "--words", type=click.Choice(SCHEMES), default="clitics", help="How sentences are cut into words."
        ),
    ):
        function = option(function)
    return function


def opener(cache: Path | None, no_cache: bool, *, executor: str = "serial", quiet: bool = False) -> Opener:
    """Say how models are opened, from the values of `scoring_options`."""
    from ..scoring.opener import Opener

    if cache is not None and no_cache:
        raise click.UsageError("--cache and --no-cache exclude each other.")
    return Opener(False if no_cache else cache, executor, warn=(lambda _: None) if quiet else warn)


def format_option(*formats: str) -> Callable[[F], F]:
    """``--format``, the first by default."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(formats),
        default=formats[0],
        help="What is written to standard output.",
    )


def word_boundary_option(function: F) -> F:
    """``--word-boundary``."""
    return click.option(
        "--word-boundary",
        type=click.Choice(get_args(WordBoundary)),
        default="as-is",
        help="What the end of a word counts for: the token after it, as transformers have it and as is published; or, "
        "corrected, the word itself.",
    )(function)


@contextmanager
def progress_bar(*, quiet: bool = False) -> Iterator[Callable[[str], Progress | None]]:
    """Show sentences done, speed and time left on standard error, if that is a terminal.

    Yields a function that starts a bar for a model and returns what to call with the numbers done and in all.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from ._progress import bars

    with bars() as start:
        yield start
