"""One model at several moments of its training: revisions of a hub model, checkpoints in a folder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from ..errors import InputError, ModelNotFoundError, did_you_mean, listed
from .hf.find import CONFIG, Source, locate, require_hub
from .specs import names_of, split_name, split_spec

__all__ = ["with_revisions"]

_KINDS = ("hf", "mlm")
_PATTERN = re.compile(r"[*?\[]")
_FOLDER = "checkpoints"
_SHOWN = 8


def with_revisions(models: Sequence[str], revisions: Sequence[str]) -> list[str]:
    """Put a model for each of its revisions in the place of each model.

    Parameters
    ----------
    models : sequence of str
        What one writes after ``--model``; transformers, on the hub or in folders.
    revisions : sequence of str
        Branches, tags or commits; or patterns (``step*``), which take all branches and tags that fit, by number. For a
        local folder: its checkpoints, folders in ``FOLDER/checkpoints/`` (as ``sglite train transformer`` writes them)
        or in ``FOLDER`` (``checkpoint-500``, as transformers' own trainer does).

    Returns
    -------
    list of str
        Models, each of which opens one revision, named so that the revision ends the name.

    Raises
    ------
    InputError
        If a model is of a kind without revisions, names one already, or a pattern fits none.
    ModelNotFoundError
        If the hub has to be asked for names and cannot be, or there is no such model.
    """
    if not revisions:
        return list(models)
    found = []
    for model in models:
        kind, place, options = split_spec(model)
        if kind not in _KINDS:
            raise InputError(f"`revisions`: {model} is a model of the kind {kind}, which has no revisions.")
        if "revision" in options:
            raise InputError(f"`revisions`: {model} names a revision already; leave one of the two out.")
        folder = Path(place).expanduser()
        if folder.is_dir():  # one of checkpoints alone need not be a model itself
            found += _of_folder(model, kind, folder, revisions)
            continue
        source = locate(place, goal="masked" if kind == "mlm" else "causal")
        if source.kind != "hub":
            raise InputError(f"`revisions`: {model} is one file, which has no revisions.")
        found += _of_hub(model, source, revisions)
    return found


def _of_hub(model: str, source: Source, revisions: Sequence[str]) -> list[str]:
    own = revisions
    if any(map(_PATTERN.search, revisions)):
        own = _chosen(source.name, revisions, _names_on_hub(source), may_be_other=True)
    name, spec = split_name(model)
    said = f"{name}-{{}}=" if name else ""
    joint = "&" if split_spec(model)[2] else "?"
    return [f"{said.format(revision)}{spec}{joint}revision={revision}" for revision in own]


def _names_on_hub(source: Source) -> list[str]:
    """Branches and tags of a hub model."""
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError

    require_hub(source, "to be asked for its branches and tags")
    try:
        refs: Any = HfApi().list_repo_refs(source.name)
    except (HfHubHTTPError, OSError) as error:
        first = next(iter(str(error).strip().splitlines()), "") or type(error).__name__
        raise ModelNotFoundError(f"{source.name}: the hub does not say which revisions there are: {first}") from error
    return list(dict.fromkeys(ref.name for ref in (*refs.branches, *refs.tags)))


def _of_folder(model: str, kind: str, folder: Path, revisions: Sequence[str]) -> list[str]:
    places = {
        entry.name: entry
        for parent in (folder / _FOLDER, folder)
        if parent.is_dir()
        for entry in sorted(parent.iterdir())
        if (entry / CONFIG).is_file()
    }
    if not places:
        raise InputError(
            f"`revisions`: {folder} has no checkpoints: no model in {folder / _FOLDER}, and no folder such as "
            "checkpoint-500 in it."
        )
    name = split_name(model)[0] or names_of([model])[0].split("?")[0]
    own = split_spec(model)[2]
    options = "?" + "&".join(f"{option}={value}" for option, value in own.items()) if own else ""
    prefix = "" if kind == "hf" else f"{kind}:"
    return [
        f"{name}-{revision}={prefix}{places[revision]}{options}"
        for revision in _chosen(str(folder), revisions, list(places), may_be_other=False)
    ]


def _chosen(where: str, asked: Sequence[str], there: Sequence[str], *, may_be_other: bool) -> list[str]:
    """Give the names that are asked for, those of a pattern by number."""
    chosen: list[str] = []
    for one in asked:
        if _PATTERN.search(one):
            fitting = sorted((name for name in there if fnmatchcase(name, one)), key=_by_number)
            if not fitting:
                shown = listed(sorted(there, key=_by_number), _SHOWN)
                raise InputError(f"`revisions={one}`: {where} has none that fits; it has {shown}.")
            chosen += fitting
        elif one in there or may_be_other:  # a commit has no name
            chosen.append(one)
        else:
            shown = listed(sorted(there, key=_by_number), _SHOWN)
            near = did_you_mean(one, there)
            raise InputError(f"`revisions={one}`: {where} has no such checkpoint; it has {shown}.{near}")
    return list(dict.fromkeys(chosen))


def _by_number(name: str) -> tuple[object, ...]:
    """Sort step2000 before step10000, and 900k before 1M."""
    parts = re.split(r"(\d+)([kMB]?)", name)
    return tuple(
        (1, int(part) * {"": 1, "k": 10**3, "M": 10**6, "B": 10**9}[parts[place + 1]], "")
        if place % 3 == 1
        else (0, 0, part)
        for place, part in enumerate(parts)
        if place % 3 != 2
    )
