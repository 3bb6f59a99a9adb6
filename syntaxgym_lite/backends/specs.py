"""From what a user writes after ``--model`` to a backend.

``KIND:REST`` names a kind of model (``kenlm:big.arpa``); a bare name is a shipped model if there is one of that name,
else a Hugging Face model (hub name, local folder or GGUF file). Options for this model alone may follow a question mark
(``gpt2?bos=none&dtype=bfloat16``), so that one model can stand in a run twice. What it is called in results may stand
before it: ``small=gpt2``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import PLUGIN_FAULTS, InputError, ModelError, SgliteError, cited, did_you_mean, told
from ..lm.folder import is_of_trees
from ..lm.transfo_xl.config import MODEL_TYPE, is_transfo_xl
from ..resources import shipped_models
from ..surprisal import BackendInfo
from .kinds import available_backends, kind_named
from .protocol import Backend
from .served.address import SERVED, refuse_secrets

__all__ = ["load_backend", "names_of", "parse_option", "split_name", "split_spec"]

_NAMED = re.compile(r"([^=?:/\\]+)=(?=.)", re.DOTALL)
_OWN_OPTIONS = re.compile(r"\?([A-Za-z][\w-]*=[^&]*(?:&[A-Za-z][\w-]*=[^&]*)*)$")


_EXAMPLES = {
    "unigram": "lstm",
    "random": "1",
    "hf": "gpt2",
    "mlm": "bert-base-uncased",
    "kenlm": "big.arpa",
    "transfo-xl": "wt103",
    "openai": "org/model@https://example.org",
    "vllm": "org/model@http://localhost:8000",
}
"""What may stand after the colon of a kind of model."""


def split_name(spec: str) -> tuple[str, str]:
    """Split what a user wrote after ``--model`` into the name that the model is given there, if any, and the model.

    Raises
    ------
    InputError
        If the name has a line end or another character that is not printed.

    Examples
    --------
    >>> split_name("small=gpt2?bos=none"), split_name("gpt2?bos=none")
    (('small', 'gpt2?bos=none'), ('', 'gpt2?bos=none'))
    """
    named = _NAMED.match(spec)
    if named is None or Path(spec).exists():
        return "", spec
    name = named[1].strip()
    if not name.isprintable():
        raise InputError(f"`model`: a name must be one line, without control characters, not {cited(name)}.")
    return name, spec[named.end() :].strip()


def names_of(specs: Sequence[str]) -> list[str]:
    """Say what models are called in results: as they were named, else a local file or folder by its last part.

    A GGUF file has its name without the ending.

    Those of one last part get as much of what stands before it as tells them apart.

    Parameters
    ----------
    specs : sequence of str
        What a user wrote after ``--model``.

    Examples
    --------
    >>> names_of(["small=gpt2", "EleutherAI/pythia-70m", "kenlm:/data/web/big.arpa"])
    ['small', 'EleutherAI/pythia-70m', 'kenlm:big.arpa']
    >>> names_of(["kenlm:/data/web/lm.arpa", "kenlm:/data/news/lm.arpa", "kenlm:/data/news/lm.arpa?order=3"])
    ['kenlm:web/lm.arpa', 'kenlm:news/lm.arpa', 'kenlm:lm.arpa?order=3']
    >>> names_of(["vllm:/models/big@http://node7:8000"])  # where a server is does not say what it serves
    ['vllm:big']
    >>> names_of(["kenlm:/data/web/lm.arpa", "kenlm:/data/web/../web/lm.arpa"])  # one file has one name
    ['kenlm:lm.arpa', 'kenlm:lm.arpa']
    """
    names = [_shortest(spec, 1) for spec in specs]
    n_parts = 1
    while len(set(names)) < len(names) and n_parts < _MOST_PARTS:
        n_parts += 1
        counts = Counter(names)
        names = [
            _shortest(spec, n_parts) if counts[name] > 1 else name for spec, name in zip(specs, names, strict=True)
        ]
    counts = Counter(names)
    return [_shortest(spec, 1) if counts[name] > 1 else name for spec, name in zip(specs, names, strict=True)]


_MOST_PARTS = 100


def _shortest(spec: str, n_parts: int) -> str:
    """The name a model was given, or the last parts of the path of a local one, with its kind and own options."""
    name, spec = split_name(spec)
    if name:
        return name
    own = _OWN_OPTIONS.search(spec)
    place, options = (spec[: own.start()], spec[own.start() :]) if own and not Path(spec).exists() else (spec, "")
    kind, colon, rest = place.partition(":")
    if not colon or len(kind) == 1 or "/" in kind or "\\" in kind:  # a single letter is a drive on Windows
        kind, colon, rest = "", "", place
    served = re.fullmatch(r"(.+)(@https?://.+)", rest) if kind in SERVED else None
    if served is not None:
        name = served[1].rstrip("/").rpartition("/")[2] if served[1].startswith((".", "/", "~")) else served[1]
        return f"{kind}:{name}{served[2] if n_parts > 1 else ''}{options}"
    path = Path(rest)
    if not re.search(r"[/\\]", rest) or not (path.is_absolute() or rest[0] in ".~" or path.exists()):
        return f"{kind}{colon}{rest.removesuffix('.gguf') or rest}{options}"
    shortest = "/".join(path.resolve().parts[-n_parts:]).removesuffix(".gguf")
    return f"{kind}{colon}{shortest}{options}"


def split_spec(spec: str) -> tuple[str, str, dict[str, Any]]:
    """Split what a user wrote after ``--model`` into kind and rest.

    Parameters
    ----------
    spec : str
        ``KIND:REST``, a shipped model's name, or a Hugging Face name or path; each may end in ``?NAME=VALUE&...``, and
        begin with ``NAME=``; see `split_name`.

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
    _, spec = split_name(spec)
    refuse_secrets(spec)
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
    if is_transfo_xl(spec):
        return MODEL_TYPE, spec
    return ("treelm" if is_of_trees(spec) else "hf"), spec


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
