"""What a suite says of itself."""

from __future__ import annotations

from collections.abc import Mapping

from ...errors import InputError, cited, did_you_mean, one_of
from ...formula import METRICS
from ...suite import JOINS
from .documents import Document, Edited, one_line

__all__ = ["set_join", "set_meta"]


def set_join(document: Document, join: str) -> Edited:
    """Say how regions become a sentence.

    Parameters
    ----------
    document : dict
    join : {"space", "natural", "none"}

    Returns
    -------
    Edited

    Raises
    ------
    InputError
        If there is no such way.
    """
    return _with_meta(document, "join", one_of("join", join, JOINS))


def set_meta(document: Document, key: str, value: str) -> Edited:
    """Say something about the suite.

    Parameters
    ----------
    document : dict
    key : str
        Of ``meta``: ``"name"``, ``"metric"``, ``"language"``, ``"context"``, ``"reference"``, or any other.
    value : str
        An empty text takes it out, but for name and metric, which a suite needs.

    Returns
    -------
    Edited

    Raises
    ------
    InputError
        If the suite cannot have it, e.g. no such metric.
    """
    if key == "join":
        return set_join(document, value)
    if key == "metric" and value not in METRICS:
        raise InputError(f"There is no metric {cited(value)}.{did_you_mean(value, METRICS)}")
    if key == "name":
        value = one_line(value, "a suite")
        if not value:
            raise InputError("A suite needs a name.")
    return _with_meta(document, key, value)


def _with_meta(document: Document, key: str, value: str) -> Edited:
    meta = document.get("meta", {})
    if not isinstance(meta, Mapping):
        raise InputError("What the suite says of itself ('meta') cannot be read; mend it in the file first.")
    others = {one: own for one, own in meta.items() if one != key}
    meta = {**meta, key: value} if value else others
    return Edited({"meta": meta, **document} | {"meta": meta})
