"""From what a user writes after ``--model`` to a backend.

``KIND:REST`` names a kind of model (``kenlm:big.arpa``); a bare name is a shipped model if there is one of that name,
else a Hugging Face model (hub name, local folder or GGUF file). Options for this model alone may follow a question mark
(``gpt2?bos=none&dtype=bfloat16``), so that one model can stand in a run twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import PLUGIN_FAULTS, InputError, ModelError, SgliteError, did_you_mean, told
from ..resources import shipped_models
from ..surprisal import BackendInfo
from .kinds import available_backends, kind_named
from .protocol import Backend

__all__ = ["load_backend", "parse_option", "split_spec"]

_OWN_OPTIONS = re.compile(r"\?([A-Za-z][\w-]*=[^&]*(?:&[A-Za-z][\w-]*=[^&]*)*)$")


_EXAMPLES = {"unigram": "lstm", "random": "1", "hf": "gpt2", "mlm": "bert-base-uncased", "kenlm": "big.arpa"}
"""What may stand after the colon of a kind of model."""


def split_spec(spec: str) -> tuple[str, str, dict[str, Any]]:
    """Split what a user wrote after ``--model`` into kind and rest.

    Parameters
    ----------
    spec : str
        ``KIND:REST``, a shipped model's name, or a Hugging Face name or path; each may end in ``?NAME=VALUE&...``.

    Returns
    -------
    kind, rest : str
        The kind of model and what its loader is given.
    options : dict
        Options for this model alone.

    Examples
    --------
    >>> split_spec("kenlm:big.arpa")
    ('kenlm', 'big.arpa', {})
    >>> split_spec("org/model?bos=none&window=128")
    ('hf', 'org/model', {'bos': 'none', 'window': 128})
    """
    own = _OWN_OPTIONS.search(spec)
    if own is not None and not Path(spec).exists():
        options = dict(parse_option(part) for part in own[1].split("&"))
        return *_kind_and_rest(spec[: own.start()]), options
    return *_kind_and_rest(spec), {}


def parse_option(text: str) -> tuple[str, str | int | float | bool]:
    """Read ``NAME=VALUE``; a value that looks like a truth value or a number is one.

    Raises
    ------
    InputError
        If there is no equals sign, or what stands before it is no name.
    """
    name, equals, value = text.partition("=")
    name = name.strip().replace("-", "_")
    if not equals or not name.isidentifier():
        raise InputError(f"{text}: write an option of a model as NAME=VALUE, e.g. unit=nats.")
    if value.lower() in ("true", "false"):
        return name, value.lower() == "true"
    for convert in (int, float):
        try:
            return name, convert(value)
        except ValueError:
            continue
    return name, value


def _kind_and_rest(spec: str) -> tuple[str, str]:
    kind, colon, rest = spec.partition(":")
    if colon and kind in available_backends():
        if not rest:
            raise InputError(f"`model={spec}`: nothing after the colon; write {kind}:PATH.")
        if rest in shipped_models() and not Path(rest).exists():  # unigram:lstm, the counts beside a shipped model
            rest = str(shipped_models()[rest].folder)
        return kind, rest
    if colon and len(kind) > 1 and "/" not in kind and "\\" not in kind and not Path(spec).exists():
        known = available_backends()  # a single letter is a drive on Windows
        raise InputError(
            f"`model={spec}`: there is no kind of model '{kind}'; known are {', '.join(known)}."
            + did_you_mean(kind, known)
        )
    if not spec.strip():
        raise InputError("`model`: the name is empty.")
    shipped = shipped_models()
    if spec in shipped:
        return shipped[spec].kind, str(shipped[spec].folder)
    if spec in available_backends() and not Path(spec).exists():
        example = _EXAMPLES.get(spec)
        raise InputError(
            f"`model={spec}`: {spec} is a kind of model, not a model; write {spec}:PATH"
            + ("." if example is None else f", e.g. {spec}:{example}.")
        )
    return "hf", spec


def load_backend(spec: str, options: Mapping[str, Any] | None = None) -> Backend:
    """Open a model.

    Parameters
    ----------
    spec : str
        See `split_spec`.
    options : mapping, optional
        Options for the loader; those that this kind of model does not know are refused.

    Returns
    -------
    Backend

    Raises
    ------
    InputError
        If an option does not exist for this kind of model, or has a bad value.
    ModelError
        If the model is missing or cannot be opened.
    """
    name, rest, own = split_spec(spec)
    options = {**(options or {}), **own}
    kind = kind_named(name)
    known = kind.options
    for option in options:
        if option not in known:
            raise InputError(
                f"{name} models have no option '{option}'; they have {', '.join(sorted(known)) or 'none'}."
                + did_you_mean(option, known)
            )
    try:
        backend = kind.loader(rest, **options)
        if not kind.is_built_in and not (isinstance(backend, Backend) and isinstance(backend.info, BackendInfo)):
            raise TypeError(f"it gave {type(backend).__name__}, which is no backend")
        return backend
    except SgliteError:
        raise
    except PLUGIN_FAULTS as error:
        if kind.is_built_in:
            raise
        raise ModelError(f"{spec}: the plug-in failed: {told(error)}") from error
