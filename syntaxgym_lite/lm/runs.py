"""Training runs: whether a folder may be trained in, whether a checkpoint is of this run, which texts are held out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..errors import InputError, counted
from .folder import CARD, CHECKPOINT, read_card

__all__ = ["finished_card", "held_out", "is_held_out", "refuse_other_run", "said_of_held_out", "too_few"]


def finished_card(
    folder: Path, *, resume: bool, options: Mapping[str, Any], files: Mapping[str, str], rest: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Look at a folder before a model is trained in it.

    Parameters
    ----------
    folder : Path
    resume : bool
        Whether a run that is there is to be gone on with.
    options : mapping
        Of the run that is asked for, as its card would have them.
    files : mapping
        Hashes of the files that it would learn from, by name.
    rest : mapping
        What else decides what is learnt: what its card would have at a place such as ``corpus.valid`` or ``start``;
        None for nothing.

    Returns
    -------
    dict or None
        The card, where the run that is to be gone on with is done; None where there is something to do.

    Raises
    ------
    InputError
        If it holds a model that nobody asked to go on with, or another one; or a run that was cut short.
    """
    if (folder / CARD).exists():
        if not resume:
            raise InputError(f"{folder} holds a model already; choose another folder or remove it.")
        card = dict(read_card(folder / CARD))
        there = {"options": card.get("options", {}), "corpus": dict(card.get("corpus", {})).get("files", {})}
        known = {name: value for name, value in options.items() if name in there["options"]}
        differ = list(_differences(there, _as_read({"options": known, "corpus": files})))
        differ += [place for place, value in _as_read(rest).items() if _at(card, place) != value]
        if differ:
            raise InputError(
                f"{folder} holds a finished model of another run ({'; '.join(differ)}); choose another folder or "
                "remove it."
            )
        for left in folder.glob(f"{Path(CHECKPOINT).stem}*"):  # of a run that was killed in its last moment
            if left.is_file():
                left.unlink()
        return card
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
        What may not change when a run goes on, as decoded JSON; options by their names under ``"options"``. Files are
        learnt from in an order, so that this is one of the things.

    Raises
    ------
    InputError
        Names what differs.
    """
    differ = list(_differences(there, here))
    if differ or there != here:
        raise InputError(f"{path} belongs to another run ({'; '.join(differ)}). Use the same options and files.")


def _as_read(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _at(card: Mapping[str, Any], place: str) -> Any:
    value: Any = card
    for name in place.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> Iterator[str]:
    options = there.get("options", {})
    for name, value in here["options"].items():
        if options.get(name) != value:
            yield f"{name} {options.get(name)} there, {value} here"
    for name, value in here.items():
        if name != "options" and json.dumps(there.get(name)) != json.dumps(value):
            yield name


_EVERY, _MOST = 20, 5000

Place = TypeVar("Place", int, np.ndarray)


def is_held_out(place: Place) -> Any:
    """Whether the text at a place, from 0, is held out for validation: every twentieth, at most 5,000.

    Examples
    --------
    >>> [place for place in range(60) if is_held_out(place)], bool(is_held_out(20 * 5000 + 19))
    ([19, 39, 59], False)
    """
    return (place % _EVERY == _EVERY - 1) & (place // _EVERY < _MOST)


def held_out(n: int, what: str) -> npt.NDArray[np.bool_]:
    """Say which of `n` texts are held out: see `is_held_out`; of fewer than twenty, the last.

    Parameters
    ----------
    n : int
    what : str
        What they are called.

    Raises
    ------
    InputError
        If nothing would be left to learn from.
    """
    if n < 2:
        raise InputError(f"There is one {what} only to learn from; give others with `valid`.")
    held: npt.NDArray[np.bool_] = is_held_out(np.arange(n))
    held[-1] |= not held.any()
    return held


def said_of_held_out(what: str) -> str:
    """Say on a card what was held out."""
    return f"every twentieth {what}, at most {_MOST:,}"


def too_few(what: str) -> InputError:
    """Give the error for a stream of texts of which none is held out."""
    return InputError(
        f"The corpus has fewer than {counted(_EVERY, what)}, of which none can be held out; give `valid`."
    )
