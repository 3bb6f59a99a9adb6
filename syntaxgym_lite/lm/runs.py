"""Training runs and their folders: whether a folder may be trained in, and whether a checkpoint is of this run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import InputError
from .folder import CARD, CHECKPOINT, read_card

__all__ = ["finished_card", "refuse_other_run"]


def finished_card(folder: Path, *, resume: bool) -> dict[str, Any] | None:
    """Look at a folder before a model is trained in it.

    Parameters
    ----------
    folder : Path
    resume : bool
        Whether a run that is there is to be gone on with.

    Returns
    -------
    dict or None
        The card, where the run that is to be gone on with is done; None where there is something to do.

    Raises
    ------
    InputError
        If it holds a model, or a run that nobody asked to go on with.
    """
    if (folder / CARD).exists():
        if resume and not (folder / CHECKPOINT).exists():
            return dict(read_card(folder / CARD))
        raise InputError(f"{folder} holds a model already; choose another folder or remove it.")
    if (folder / CHECKPOINT).exists() and not resume:
        raise InputError(f"{folder} holds a run that was cut short; add `resume` to go on, or remove the folder.")
    return None


def refuse_other_run(path: Path, there: Mapping[str, Any], here: Mapping[str, Any]) -> None:
    """Refuse a checkpoint of a run that would not end as this one.

    Parameters
    ----------
    path : Path
        Of the checkpoint, for the message.
    there, here : mapping
        What may not change when a run goes on, as decoded JSON; options by their names under ``"options"``.

    Raises
    ------
    InputError
        Names what differs.
    """
    if there == here:
        return
    options = there.get("options", {})
    differ = [
        f"{name} {options.get(name)} there, {value} here"
        for name, value in here["options"].items()
        if options.get(name) != value
    ]
    differ += [name for name, value in here.items() if name != "options" and there.get(name) != value]
    raise InputError(f"{path} belongs to another run ({'; '.join(differ)}). Use the same options and files.")
