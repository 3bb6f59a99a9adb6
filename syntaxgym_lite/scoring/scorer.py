"""Open a model by its name: at once, or only when a sentence turns up whose surprisals are not in the cache."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from ..backends import Backend, Completer, load_backend
from ..backends.identity import Identity, identify
from ..backends.kinds import split_spec
from ..errors import ScoringError
from ..surprisal import BackendInfo, Completion, ScoringOptions, TokenSurprisals
from .cache import SurprisalCache, Warn, default_folder

__all__ = ["CacheChoice", "Caching", "RememberedBackend", "open_named"]

CacheChoice = str | Path | Literal[False] | None
"""Where surprisals are kept: a folder, for all models; False, nowhere; None, as `Caching` says."""

Load = Callable[[str, Mapping[str, Any]], Backend]

_FAST_KINDS = frozenset({"kenlm", "ngram", "random", "replay", "unigram"})  # as fast as the cache, or faster
_PLAIN = ScoringOptions()


class Caching:
    """Which models' surprisals are kept in a run, and where.

    Parameters
    ----------
    choice : str, Path, False or None
        A folder: there, for all models that have a fingerprint. None: in the default folder, and only for named models
        of kinds that are slower than a look-up. False: nowhere.
    warn : callable, optional
        See `SurprisalCache`.
    """

    def __init__(self, choice: CacheChoice = None, *, warn: Warn | None = None) -> None:
        self._for_all = choice is not None
        self._folder = default_folder() if choice is None else Path(choice).expanduser() if choice else None
        self._warn = warn
        self._cache: SurprisalCache | None = None

    def __enter__(self) -> Caching:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._cache is not None:
            self._cache.close()

    def cache_for(self, model: Any) -> SurprisalCache | None:
        """The cache for a model, by its name or as an object; it is made when it is first needed."""
        if self._folder is None:
            return None
        if not self._for_all and (not isinstance(model, str) or split_spec(model)[0] in _FAST_KINDS):
            return None
        if self._cache is None:
            self._cache = SurprisalCache(self._folder, warn=self._warn)
        return self._cache


def open_named(
    spec: str,
    options: Mapping[str, Any] | None = None,
    cache: SurprisalCache | None = None,
    *,
    load: Load | None = None,
) -> Backend:
    """Open a model, or leave that for later if the cache knows what it is.

    Parameters
    ----------
    spec : str
        What stands after ``--model``.
    options : mapping, optional
        Options for it.
    cache : SurprisalCache, optional
    load : callable, optional
        What opens it: `load_backend` by default.

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
    if cache is None:
        return (load or load_backend)(spec, options or {})
    identity = identify(spec, options)
    info = None if identity is None else cache.recall(identity.key)
    if info is not None:
        return RememberedBackend(info, spec, options or {}, cache, load)
    return _opened(spec, options or {}, cache, identity, load)


def _opened(
    spec: str, options: Mapping[str, Any], cache: SurprisalCache, before: Identity | None, load: Load | None
) -> Backend:
    backend = (load or load_backend)(spec, options)
    after = identify(spec, options)
    unchanged = after is not None and after.is_settled and (before is None or before.key == after.key)
    if after is not None and unchanged and backend.info.fingerprint is not None:
        cache.remember(after.key, backend.info)
    return backend


class RememberedBackend:
    """A model that is known from an earlier run, and is opened only when it is asked to score a sentence.

    Parameters
    ----------
    info : BackendInfo
        What it was when it was last open. When it is opened again, what it is now takes its place: whoever asked by the
        fingerprint before has to ask again if that has changed.
    spec, options, cache, load
        See `open_named`.
    """

    def __init__(
        self, info: BackendInfo, spec: str, options: Mapping[str, Any], cache: SurprisalCache, load: Load | None = None
    ) -> None:
        self._info = info
        self._spec = spec
        self._options = options
        self._cache = cache
        self._load = load
        self._backend: Backend | None = None

    @property
    def info(self) -> BackendInfo:
        """Who gives the numbers."""
        return self._info if self._backend is None else self._backend.info

    def score(self, texts: Sequence[str], options: ScoringOptions = _PLAIN) -> list[TokenSurprisals]:
        """Open the model, and give the surprisals of every token of every sentence."""
        return self.opened().score(texts, options)

    def completions(self, prefixes: Sequence[str], k: int = 5) -> list[list[Completion]]:
        """Open the model, and give the k pieces that it expects most after each text.

        Raises
        ------
        ScoringError
            If it is not one that can (`Capabilities.completions`).
        """
        backend = self.opened()
        if not isinstance(backend, Completer):
            raise ScoringError(f"{self._spec} cannot list what it expects.")
        return backend.completions(prefixes, k)

    def opened(self) -> Backend:
        """Open the model, if it is not open yet."""
        if self._backend is None:
            before = identify(self._spec, self._options)
            self._backend = _opened(self._spec, self._options, self._cache, before, self._load)
        return self._backend
