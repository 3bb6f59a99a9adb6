"""The kinds of model: one table, which plug-ins extend to the same depth.

Third parties add kinds by an entry point in the group ``syntaxgym_lite.backends``: its name is the kind, its value a
`Kind`, or just a loader, that is a function which takes the text after the colon and keyword-only options, and returns
a backend. The options that a kind takes are read off the signature of its loader.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from ..errors import PLUGIN_FAULTS, InputError, ModelNotFoundError, told
from ..files import need_working_folder
from .protocol import Backend
from .threads import prepare_threads

__all__ = ["ENTRY_POINT_GROUP", "Kind", "Loader", "available_backends", "kind_in_memory", "kind_named"]

Loader = Callable[..., Backend]
Files = Callable[[str, Mapping[str, Any]], Iterable[Path]]
ENTRY_POINT_GROUP = "syntaxgym_lite.backends"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of model.

    A function may be given as ``"module:name"``: it is imported when it is first needed, and no heavy library before.

    Parameters
    ----------
    name : str
        What stands before the colon.
    load : callable or str
        Opens a model: takes the text after the colon and keyword-only options, returns a `Backend`.
    files : callable or str, optional
        Says which files a model is read from, given the text after the colon and the options. With them, a run whose
        sentences are all in the cache does without opening the model. By default it is opened in every run.
    from_model : callable or str, optional
        Makes a backend of a model that is in memory: takes the model, its tokenizer or None, and keyword-only options.
    takes : callable, optional
        Whether an object is a model that `from_model` is for.
    named_options : frozenset of str, optional
        Names of the options, where the module of `load` imports a heavy library; else they are read off its signature.
    is_neural : bool
        Whether PyTorch computes it; how many threads that takes has to be settled before it is imported.
    is_fast : bool
        Whether it scores as fast as the cache finds what it scored: it is kept only in a folder that is named.
    """

    name: str
    load: Loader | str
    files: Files | str | None = None
    from_model: Loader | str | None = None
    takes: Callable[[Any], bool] | None = None
    named_options: frozenset[str] | None = None
    is_neural: bool = False
    is_fast: bool = False

    @property
    def is_built_in(self) -> bool:
        """Whether this package brings it."""
        return _BUILT_IN.get(self.name) is self

    def _imported(self, function: Any) -> Any:
        if not isinstance(function, str):
            return function
        module, _, name = function.partition(":")
        try:
            return getattr(import_module(module), name)
        except PLUGIN_FAULTS as error:
            if self.is_built_in:
                raise
            raise _not_loaded(self.name, error) from error

    @property
    def loader(self) -> Loader:
        """The function that opens a model."""
        if self.is_neural:
            prepare_threads()  # PyTorch is imported below here
            need_working_folder()
        loader: Loader = self._imported(self.load)
        return loader

    @property
    def wrapper(self) -> Loader:
        """The function that makes a backend of a model in memory."""
        wrapper: Loader = self._imported(self.from_model)
        return wrapper

    @property
    def options(self) -> frozenset[str]:
        """Names of the options that a model of this kind is opened with."""
        return self.named_options if self.named_options is not None else _keywords(self._imported(self.load))

    @property
    def options_in_memory(self) -> frozenset[str]:
        """Names of the options that a model in memory is taken with."""
        return _keywords(self.wrapper)

    def files_of(self, rest: str, options: Mapping[str, Any]) -> list[Path]:
        """Give the files that a model is read from; none if this kind does not say."""
        return [] if self.files is None else list(self._imported(self.files)(rest, options))


def _keywords(function: Loader) -> frozenset[str]:
    parameters = inspect.signature(function).parameters.values()
    return frozenset(parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY)


def _is_network(model: Any) -> bool:
    return hasattr(model, "forward")


def _is_masked(model: Any) -> bool:
    """Whether a loaded Hugging Face model fills in masks."""
    return _is_network(model) and type(model).__name__.endswith("ForMaskedLM")


_HERE = __package__
_BUILT_IN: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            "hf",
            load=f"{_HERE}.hf.causal:load",
            files=f"{_HERE}.identity:causal_files",
            from_model=f"{_HERE}.hf.causal:from_model",
            takes=lambda model: _is_network(model) and not _is_masked(model),
            is_neural=True,
        ),
        Kind("kenlm", load=f"{_HERE}.word.kenlm:load", files=f"{_HERE}.identity:word_files", is_fast=True),
        Kind(
            "llamacpp",
            load=f"{_HERE}.llamacpp.model:load",
            files=f"{_HERE}.identity:llamacpp_files",
            is_neural=True,
        ),
        Kind(
            "mlm",
            load=f"{_HERE}.hf.masked:load",
            files=f"{_HERE}.identity:masked_files",
            from_model=f"{_HERE}.hf.masked:from_model",
            takes=_is_masked,
            is_neural=True,
        ),
        Kind("ngram", load=f"{_HERE}.word.ngram:load", files=f"{_HERE}.identity:word_files", is_fast=True),
        Kind("openai", load=f"{_HERE}.served.model:load_openai", is_neural=True),
        Kind("random", load=f"{_HERE}.word.baselines:load_random", is_fast=True),
        Kind("replay", load=f"{_HERE}.recorded.replay:load", is_fast=True),
        Kind(
            "rnng",
            load=f"{_HERE}.word.rnng:load",
            files=f"{_HERE}.identity:word_files",
            named_options=frozenset(
                {
                    "beam",
                    "device",
                    "dtype",
                    "fast_track",
                    "lowercase",
                    "max_consecutive_nts",
                    "max_open_nts",
                    "word_beam",
                    "words",
                }
            ),
            is_neural=True,
        ),
        Kind(
            "transfo-xl",
            load=f"{_HERE}.word.transfo_xl:load",
            files=f"{_HERE}.identity:transfo_xl_files",
            named_options=frozenset(
                {
                    "bos",
                    "clamp_len",
                    "device",
                    "dtype",
                    "lowercase",
                    "mem_len",
                    "revision",
                    "same_length",
                    "segment",
                    "words",
                }
            ),
            is_neural=True,
        ),
        Kind(
            "treelm",
            load=f"{_HERE}.word.treelm:load",
            files=f"{_HERE}.identity:treelm_files",
            named_options=frozenset(
                {
                    "beam",
                    "device",
                    "dtype",
                    "fast_track",
                    "lowercase",
                    "max_consecutive_nts",
                    "max_open_nts",
                    "word_beam",
                    "words",
                }
            ),
            is_neural=True,
        ),
        Kind("unigram", load=f"{_HERE}.word.baselines:load_unigram", is_fast=True),
        Kind("vllm", load=f"{_HERE}.served.model:load_vllm", is_neural=True),
        Kind(
            "wordlm",
            load=f"{_HERE}.word.recurrent:load",
            files=f"{_HERE}.identity:word_files",
            named_options=frozenset({"device", "lowercase", "nonlinearity", "splits", "weight_drop", "words"}),
            is_neural=True,
        ),
    )
}


def available_backends() -> list[str]:
    """Names of all kinds of model: built in, then those of installed plug-ins."""
    return [*_BUILT_IN, *(name for name in sorted(_plugins()) if name not in _BUILT_IN)]


def kinds_with(option: str) -> list[str]:
    """Give the names of the kinds of this package whose models are opened with an option.

    Examples
    --------
    >>> kinds_with("device_map")
    ['hf']
    """
    return sorted(kind.name for kind in _BUILT_IN.values() if option in kind.options)


def kind_named(name: str) -> Kind:
    """Give a kind of model by its name.

    Raises
    ------
    InputError
        If there is none.
    ModelNotFoundError
        If it is a plug-in's, which cannot be loaded.

    Examples
    --------
    >>> sorted(kind_named("ngram").options)
    ['bos', 'lowercase', 'missing_unk', 'words']
    """
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    if name not in _plugins():
        raise InputError(f"There is no kind of model '{name}'; known are {', '.join(available_backends())}.")
    return _plugin(name)


def kind_in_memory(model: Any) -> Kind | None:
    """Give the kind of a model that is in memory; None if it is none that is known here."""
    for name in available_backends():  # plug-ins last: they are imported only for what nothing else takes
        try:
            kind = kind_named(name)
            if kind.takes is not None and kind.from_model is not None and kind.takes(model):
                return kind
        except PLUGIN_FAULTS:
            if name in _BUILT_IN:
                raise
    return None


def _not_loaded(name: str, error: BaseException) -> ModelNotFoundError:
    return ModelNotFoundError(f"The plug-in for '{name}:' models could not be loaded: {told(error)}")


@lru_cache(maxsize=1)
def _plugins() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINT_GROUP)}


@cache
def _plugin(name: str) -> Kind:
    prepare_threads()  # it may import PyTorch
    try:
        value = _plugins()[name].load()
    except PLUGIN_FAULTS as error:
        raise _not_loaded(name, error) from error
    if isinstance(value, Kind):
        return replace(value, name=name)
    if not callable(value):
        raise ModelNotFoundError(f"The plug-in for '{name}:' models names neither a Kind nor a loader, but {value!r}.")
    return Kind(name, load=value)
