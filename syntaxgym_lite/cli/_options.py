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
    "cache_options",
    "format_option",
    "model_option",
    "model_options",
    "opener",
    "progress_bar",
    "split_model_options",
    "warn",
    "word_boundary_option",
]

F = TypeVar("F", bound=Callable[..., Any])

_MODEL_OPTIONS = (
    click.option("--bos", metavar="auto|none|TOKEN", help="What the first token is conditioned on. [default: auto]"),
    click.option("--device", metavar="DEVICE", help="Where a neural model runs: auto, cpu, cuda, cuda:1, mps."),
    click.option("--dtype", metavar="TYPE", help="Precision of a neural model: float32, bfloat16, float16, auto."),
    click.option("--revision", metavar="REV", help="Branch, tag or commit of a hub model."),
    click.option(
        "--window",
        is_flag=True,
        default=None,
        help="Score sentences longer than a model's context by a sliding window.",
    ),
    click.option(
        "--batching",
        type=click.Choice(["auto", "trees", "padded"]),
        help="How a transformer reads sentences together: as trees of what they share, or padded. [default: auto]",
    ),
    click.option(
        "--batch-tokens",
        type=click.IntRange(min=1),
        metavar="N",
        help="Most tokens of one pass through a transformer. [default: by device]",
    ),
    click.option(
        "--trust-remote-code",
        is_flag=True,
        default=None,
        help="Run code that a hub model brings. Only for models you trust.",
    ),
    click.option(
        "--pll",
        type=click.Choice(["original", "within-word-l2r"]),
        help="What a masked model does not see with a piece: nothing else, or the later pieces of its word. "
        "[default: within-word-l2r]",
    ),
    click.option("--words", type=click.Choice(SCHEMES), help="How sentences are cut into words for word-level models."),
    click.option("--lowercase", is_flag=True, default=None, help="Lower-case the text for a word-level model."),
)
_OTHER = click.option(
    "--model-option",
    "-O",
    "other_options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Any other option of a kind of model, a plug-in's for instance. May be repeated.",
)
_NAMES = (
    "bos",
    "device",
    "dtype",
    "revision",
    "window",
    "batching",
    "batch_tokens",
    "trust_remote_code",
    "pll",
    "words",
    "lowercase",
)


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
        help="A shipped model (see 'sglite models'), a Hugging Face name, folder or .gguf file, or KIND:PATH such as "
        "kenlm:big.arpa; options for it alone may follow: gpt2?bos=none."
        f"{' May be repeated.' if multiple else ''} [default: {DEFAULT_MODEL}]",
    )


def _only_one(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> str:
    if len(value) != 1:
        raise click.BadParameter(f"give one model, not {len(value)}: {', '.join(value)}.")
    return value[0]


def model_options(function: F) -> F:
    """Options that are passed on to the models that know them."""
    for option in reversed((*_MODEL_OPTIONS, _OTHER)):
        function = option(function)
    return function


def split_model_options(values: dict[str, Any]) -> dict[str, Any]:
    """Take the options for models out of a command's values; those not given are left to the model."""
    taken = {name: values.pop(name) for name in _NAMES if name in values}
    from ..backends.specs import parse_option

    others = dict(map(parse_option, values.pop("other_options", ())))
    return {name: value for name, value in taken.items() if value is not None} | others


def cache_options(function: F) -> F:
    """``--cache`` and ``--no-cache``."""
    function = click.option("--no-cache", is_flag=True, help="Score every sentence anew, and keep nothing.")(function)
    return click.option(
        "--cache",
        type=Folder(),
        metavar="DIR",
        help="Keep surprisals in this folder, of every model. [default: of neural models and plug-ins, in the user's "
        "cache folder or $SGLITE_CACHE]",
    )(function)


def opener(cache: Path | None, no_cache: bool, *, executor: str = "serial", quiet: bool = False) -> Opener:
    """Say how models are opened, from the values of `cache_options`."""
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
        show_default=True,
        help="What is written to standard output.",
    )


def word_boundary_option(function: F) -> F:
    """``--word-boundary``."""
    return click.option(
        "--word-boundary",
        type=click.Choice(get_args(WordBoundary)),
        default="as-is",
        show_default=True,
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
