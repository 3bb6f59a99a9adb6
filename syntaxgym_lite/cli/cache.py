"""``sglite cache``: look at kept surprisals, and forget them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..backends.specs import split_spec
from ..errors import InputError, did_you_mean
from ..resources import shipped_models
from ._messages import give_json, warn
from ._options import Command, Folder, format_option, option
from .suites import show_rows

if TYPE_CHECKING:
    from ..scoring.cache import SurprisalCache

F = TypeVar("F", bound=Callable[..., Any])


def _folder_option(function: F) -> F:
    return option(
        "--cache",
        "folder",
        type=Folder(),
        metavar="DIR",
        help="Folder of the cache. [default: $SGLITE_CACHE, or the user's cache folder]",
    )(function)


def _existing(folder: Path | None) -> tuple[Path, SurprisalCache | None]:
    """Find the store; looking for it makes none."""
    from ..scoring.cache import FILE_NAME, SurprisalCache, default_folder

    folder = folder or default_folder()
    if folder is None:
        raise InputError("SGLITE_CACHE turns the cache off; name its folder with --cache DIR.")
    path = folder / FILE_NAME
    return path, SurprisalCache(folder, warn=warn) if path.exists() else None


def _typed_name(kept: str) -> str:
    """What a user types for a model that is kept under this name: of a shipped one, not its folder."""
    return next((name for name, model in shipped_models().items() if str(model.folder) == kept), kept)


def _kept_name(typed: str, names: Sequence[str]) -> str | None:
    """Under which of these names a model is kept, by what follows ``--model``; None for none of them."""
    if typed in names:
        return typed
    rest = split_spec(typed)[1]
    return rest if rest in names else None


@click.group("cache")
def command() -> None:
    """Look at kept surprisals, and forget them.

    \b
    Examples:
      sglite cache info
      sglite cache clear --model gpt2
    """


@command.command("info", cls=Command)
@_folder_option
@format_option
def info(folder: Path | None, format_: str) -> int:
    """Say where the cache is, how large, and whose surprisals it holds.

    \b
    Examples:
      sglite cache info
      sglite cache info --cache my_cache --format json
    """
    path, cache = _existing(folder)
    if cache is None:
        rows: list[dict[str, object]] = []
        n_bytes, set_aside = 0, []
    else:
        with cache:
            contents = cache.contents()
            if not cache.is_readable:
                raise InputError(f"{path}: what is kept there cannot be read.")
        rows = [
            {"model": _typed_name(model.name), "n_sentences": model.n_sentences, "fingerprint": model.fingerprint}
            for model in contents.models
        ]
        n_bytes, set_aside = contents.n_bytes, [str(other) for other in contents.set_aside]
    if format_ == "json":
        document = {"schema_version": 1, "path": str(path), "n_bytes": n_bytes, "models": rows, "set_aside": set_aside}
        give_json(document)
        return 0
    if format_ == "csv":
        show_rows(rows, "csv", "models", columns=("model", "n_sentences", "fingerprint"))
        return 0
    click.echo(f"{path}: {n_bytes:,} bytes" if cache is not None else f"{path}: nothing is kept there yet")
    if rows:
        show_rows(rows, "table", "models", hide=("fingerprint",))
    for other in set_aside:
        click.echo(f"Set aside, since it was damaged or no cache: {other}")
    return 0


@command.command("clear", cls=Command)
@_folder_option
@option("--model", "-m", metavar="MODEL", help="Only what this model said.")
def clear(folder: Path | None, model: str | None) -> int:
    """Forget kept surprisals. Files that were set aside stay.

    \b
    Examples:
      sglite cache clear
      sglite cache clear --model gpt2
    """
    path, cache = _existing(folder)
    n = 0
    if cache is not None:
        with cache:
            names = [one.name for one in cache.contents().models]
            if not cache.is_readable:
                raise InputError(f"{path}: cannot be read; nothing was forgotten.")
            name = None if model is None else _kept_name(model, names)
            if model is not None and name is None:
                known = map(_typed_name, names)
                raise InputError(f"{path}: holds nothing of '{model}'.{did_you_mean(model, known)}")
            n = cache.clear(name)
            if not cache.is_writable:
                raise InputError(f"{path}: nothing was forgotten.")
    click.echo(f"{path}: forgot {n:,} sentence{'' if n == 1 else 's'}", err=True)
    return 0
