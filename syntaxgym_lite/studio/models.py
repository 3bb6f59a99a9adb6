"""Which models the page may choose: shipped ones, those given at the start, those in the folders, those of the hub."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..backends.kinds import kind_named
from ..backends.specs import split_name, split_spec
from ..errors import InputError, SgliteError
from ..lm.folder import CARD, read_card
from ..resources import DEFAULT_MODEL, shipped_models
from .studio import Studio, Workspace

__all__ = ["chosen_model", "offered_models"]

_OF_FILES = frozenset({"kenlm", "ngram", "replay", "unigram", "wordlm"})
"""Kinds of model of which a file or folder is named."""
_OF_THE_HUB = frozenset({"hf", "mlm"})
"""Kinds of model of which a folder may be named, or a model of the hub."""
_OF_NOTHING = frozenset({"random"})
_AT_START_ONLY = frozenset({"sentences", "trust_remote_code"})
"""Options that read other files, or run what a model brings."""
_MOST_LOOKED_AT = 2000  # entries of folders
_MOST_FOUND = 30


def offered_models(studio: Studio) -> dict[str, list[dict[str, Any]]]:
    """List the models that can be chosen without typing, as one writes each.

    Returns
    -------
    dict
        ``given`` at the start, ``shipped`` with the package, ``found`` in the folders, ``fetched`` from the hub before.
    """
    return {
        "given": [{"model": spec} for spec in studio.models],
        "shipped": [
            {
                "model": model.name,
                "description": str(model.card.get("description", "")),
                "default": model.name == DEFAULT_MODEL,
            }
            for model in shipped_models().values()
        ],
        "found": [{"model": spec} for spec in _found(studio.workspace)],
        "fetched": [{"model": name} for name in _fetched()],
    }


def chosen_model(studio: Studio, text: str) -> str:
    """Give the model that somebody typed as one writes it after ``--model``, with an absolute path if it is local.

    Parameters
    ----------
    studio : Studio
    text : str
        Also without an absolute path: then from the first folder of the workspace.

    Raises
    ------
    InputError
        If it lies outside the folders, or brings what only the one who starts the studio may allow.
    """
    text = text.strip()
    if text in studio.models or text in shipped_models():
        return text
    name, bare = split_name(text)
    kind, rest, options = split_spec(bare)
    own = _AT_START_ONLY & options.keys()
    if own:
        named = " and ".join(f"`{one}`" for one in sorted(own))
        raise InputError(f"{text}: a model with {named} can only be named when the studio is started.")
    if not kind_named(kind).is_built_in:
        raise InputError(f"{text}: a model of a plug-in can only be named when the studio is started.")
    if kind in _OF_NOTHING or rest in {str(model.folder) for model in shipped_models().values()}:
        return text
    path = _local(studio.workspace, rest, must=kind in _OF_FILES)
    if path is None:
        return text
    shown = "&".join(f"{option}={value}" for option, value in options.items())
    before = f"{name}=" if name else ""
    return f"{before}{'' if kind == 'hf' else f'{kind}:'}{path}{f'?{shown}' if shown else ''}"


def _local(workspace: Workspace, rest: str, *, must: bool) -> Path | None:
    """The file or folder that is meant, inside the workspace; None for what can only be a name of the hub."""
    path = Path(rest).expanduser()
    if not must and not path.is_absolute() and not rest.startswith((".", "~")):
        here = [folder / path for folder in (workspace.folders[0], Path.cwd())]
        path = next((one for one in here if os.path.exists(one)), path)
        if not path.is_absolute():
            return None
    return workspace.inside(path)


def _found(workspace: Workspace) -> list[str]:
    """Models in the folders, as one writes them; not too deep, and not for long."""
    found: list[str] = []
    left = _MOST_LOOKED_AT
    for folder in workspace.folders:
        waiting = [(folder, 0)]
        while waiting and left > 0 and len(found) < _MOST_FOUND:
            here, depth = waiting.pop(0)
            entries = sorted(_entries(here))
            left -= len(entries)
            found += [spec for spec in (_spec_of(workspace, entry) for entry in entries) if spec]
            waiting += [(entry, depth + 1) for entry in entries if depth < 2 and _may_hold_models(entry)]
    return found[:_MOST_FOUND]


def _entries(folder: Path) -> Iterator[Path]:
    try:
        yield from folder.iterdir()
    except OSError:
        return


def _may_hold_models(path: Path) -> bool:
    return not path.name.startswith((".", "_")) and path.is_dir() and not path.is_symlink()


def _spec_of(workspace: Workspace, path: Path) -> str:
    if path.is_symlink():  # it may lead out
        return ""
    shown = workspace.shown(path)
    if path.name.endswith((".arpa", ".arpa.gz")):
        return f"ngram:{shown}"
    if path.suffix == ".gguf":
        return shown
    if (path / "config.json").is_file() and any((path / name).is_file() for name in _WEIGHTS):
        return shown
    try:
        kind = read_card(path / CARD).get("backend") if (path / CARD).is_file() else None
    except SgliteError:
        return ""
    return f"{kind}:{shown}" if kind in _OF_FILES else ""


_WEIGHTS = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json")


def _fetched() -> list[str]:
    """Models of the hub that are on this machine already."""
    from huggingface_hub import constants

    try:
        folders = sorted(Path(constants.HF_HUB_CACHE).glob("models--*/snapshots/*/config.json"))
    except OSError:
        return []
    names = [folder.parts[-4].removeprefix("models--").replace("--", "/") for folder in folders]
    return list(dict.fromkeys(names))[:_MOST_FOUND]
