"""From what a user writes after ``--model`` to a backend.

``KIND:REST`` names a kind of model (``kenlm:big.arpa``); a bare name is a shipped model if there is one of that name,
else a Hugging Face model (hub name, local folder or GGUF file). Options for this model alone may follow a question mark
(``gpt2?bos=none&dtype=bfloat16``), so that one model can stand in a run twice.

Third parties add kinds by an entry point in the group ``syntaxgym_lite.backends``: its name is the kind, its value a
loader, that is a function which takes the text after the colon and keyword-only options, and returns a backend. The
options a loader takes are read off its signature.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from ..errors import InputError, ModelNotFoundError, did_you_mean
from ..resources import shipped_models
from .protocol import Backend
from .threads import prepare_threads

__all__ = [
    "ENTRY_POINT_GROUP",
    "Loader",
    "available_backends",
    "load_backend",
    "options_of",
    "parse_option",
    "split_spec",
]

Loader = Callable[..., Backend]
_OWN_OPTIONS = re.compile(r"\?([A-Za-z][\w-]*=[^&]*(?:&[A-Za-z][\w-]*=[^&]*)*)$")
ENTRY_POINT_GROUP = "syntaxgym_lite.backends"

# kind -> module and function; looked up lazily, so that no heavy library is imported before it is needed
_BUILT_IN: Mapping[str, str] = {
    "hf": "syntaxgym_lite.backends.hf.causal:load",
    "kenlm": "syntaxgym_lite.backends.word.kenlm:load",
    "mlm": "syntaxgym_lite.backends.hf.masked:load",
    "ngram": "syntaxgym_lite.backends.word.ngram:load",
    "random": "syntaxgym_lite.backends.word.baselines:load_random",
    "replay": "syntaxgym_lite.backends.recorded.replay:load",
    "unigram": "syntaxgym_lite.backends.word.baselines:load_unigram",
    "wordlm": "syntaxgym_lite.backends.word.recurrent:load",
}

# Options of loaders whose module imports PyTorch: they can be named without it (a test compares them with the loaders).
_OPTIONS_OF_HEAVY: Mapping[str, frozenset[str]] = {
    "wordlm": frozenset({"device", "lowercase", "nonlinearity", "words"})
}
_NEURAL = frozenset({"hf", "mlm", "wordlm"})


def available_backends() -> list[str]:
    """Names of all kinds of model: built in, then those of installed plug-ins."""
    return [*_BUILT_IN, *(name for name in sorted(_plugins()) if name not in _BUILT_IN)]


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
            raise InputError(f"--model {spec}: nothing after the colon; write {kind}:PATH.")
        if rest in shipped_models() and not Path(rest).exists():  # unigram:lstm, the counts beside a shipped model
            rest = str(shipped_models()[rest].folder)
        return kind, rest
    if colon and len(kind) > 1 and "/" not in kind and "\\" not in kind and not Path(spec).exists():
        known = available_backends()  # a single letter is a drive on Windows
        raise InputError(
            f"--model {spec}: there is no kind of model '{kind}'; known are {', '.join(known)}."
            + did_you_mean(kind, known)
        )
    if not spec.strip():
        raise InputError("--model: the name is empty.")
    shipped = shipped_models()
    if spec in shipped:
        return shipped[spec].kind, str(shipped[spec].folder)
    return "hf", spec


def options_of(kind: str) -> frozenset[str]:
    """Names of the options that the loader of one kind of model takes."""
    if kind in _OPTIONS_OF_HEAVY:
        return _OPTIONS_OF_HEAVY[kind]
    parameters = inspect.signature(_loader(kind)).parameters.values()
    return frozenset(parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY)


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
    kind, rest, own = split_spec(spec)
    options = {**(options or {}), **own}
    known = options_of(kind)
    for name in options:
        if name not in known:
            raise InputError(
                f"{kind} models have no option '{name}'; they have {', '.join(sorted(known)) or 'none'}."
                + did_you_mean(name, known)
            )
    return _loader(kind)(rest, **options)


def _loader(kind: str) -> Loader:
    if kind in _NEURAL:
        prepare_threads()  # PyTorch is imported below here
    if kind in _BUILT_IN:
        module, _, name = _BUILT_IN[kind].partition(":")
        loader: Loader = getattr(import_module(module), name)
        return loader
    plugins = _plugins()
    if kind not in plugins:
        raise InputError(f"There is no kind of model '{kind}'; known are {', '.join(available_backends())}.")
    try:
        plugin: Loader = plugins[kind].load()
    except Exception as error:
        raise ModelNotFoundError(f"The plug-in for '{kind}:' models could not be loaded: {error}") from error
    return plugin


@lru_cache(maxsize=1)
def _plugins() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINT_GROUP)}
