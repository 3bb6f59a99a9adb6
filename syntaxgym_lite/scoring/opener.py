"""One way from a model, however it is given, to a `Scorer`: which options it gets, which cache, which workers."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from ..backends.identity import Identity, identify
from ..backends.kinds import Kind, kind_in_memory, kind_named, kinds_with
from ..backends.protocol import Backend
from ..backends.specs import load_backend, names_of, split_name, split_spec
from ..errors import InputError, ModelError, SgliteError, SgliteWarning, did_you_mean, one_of
from ..remarks import Remarks
from ..suite.text import separated
from ..surprisal import ScoringOptions, TokenSurprisals, WordBoundary
from .cache import SurprisalCache, Warn, default_folder
from .executors import Executor, RemoteBackend, executing
from .schedule import Progress
from .scorer import Scorer

__all__ = [
    "CacheChoice",
    "Defaults",
    "Opener",
    "as_models",
    "deal_options",
    "open_model",
    "options_of",
    "refuse_repeated",
    "surprisals",
    "with_model",
]

T = TypeVar("T")

_KEYWORDS = ("models", "model", "texts", "context", "eos", "batch_size", "cache", "executor", "normalize_text", "oov")
"""What functions here take beside options for models, for who misspells one."""

CacheChoice = str | Path | Literal[False] | None
"""Where surprisals are kept: a folder, for all models; False, nowhere; None, as `Opener` says."""

Defaults = Callable[[frozenset[str], Mapping[str, Any]], Mapping[str, Any]]
"""From the names of the options that a model knows, and the options it is given, to options for what was not given."""


class Opener:
    """Opens models: with what options, which of their surprisals are kept and where, and who computes them.

    Parameters
    ----------
    cache : str, Path, False or None
        A folder: there, for all models that have a fingerprint. None: in the default folder, and only for named models
        of kinds that are slower than a look-up. False: nowhere.
    executor : str or Executor, optional
        Where sentences are scored, see `syntaxgym_lite.scoring.executors.open_executor`; closed if it is opened here.
    warn : callable, optional
        See `syntaxgym_lite.scoring.cache.SurprisalCache`.
    """

    def __init__(
        self, cache: CacheChoice = None, executor: str | Executor = "serial", *, warn: Warn | None = None
    ) -> None:
        self._for_all = cache is not None
        self._folder = default_folder() if cache is None else Path(cache).expanduser() if cache else None
        self._warn = warn
        self._open = ExitStack()
        self._cache: SurprisalCache | None = None
        self._executor = self._open.enter_context(executing(executor)) if isinstance(executor, str) else executor

    def __enter__(self) -> Opener:
        return self

    def __exit__(self, kind: object, error: BaseException | None, *_: object) -> None:
        if isinstance(error, KeyboardInterrupt) and self._cache is not None and self._cache.is_writable:
            error.args = (
                *error.args,
                f"What was scored is kept in {self._cache.path.parent}; the same command goes on from there.",
            )
        self.close()

    def close(self) -> None:
        """Let go of the cache, and let the workers go."""
        self._open.close()

    @property
    def folder(self) -> Path | None:
        """Where things are kept; None: nowhere."""
        return self._folder

    def open(self, model: Any, options: Mapping[str, Any] | None = None, *, name: str = "") -> Scorer:
        """Open a model, or leave that for later if the cache knows what it is.

        Parameters
        ----------
        model
            See `open_model`; or what this method returned.
        options : mapping, optional
            For it.
        name : str, optional
            What it is called in results; by default see `syntaxgym_lite.backends.specs.names_of`.
        """
        if isinstance(model, Scorer):
            return model
        cache = self._cache_for(model)
        if isinstance(model, str):
            return self._named(model, name or names_of([model])[0], options or {}, cache)
        if self._executor is not None:
            raise InputError("An executor's workers open models by their names; give a name, not a model in memory.")
        backend = _in_memory(model, options or {})
        return Scorer(backend.info.model, backend, cache=cache, given=options)

    def each(
        self,
        models: Sequence[Any],
        options: Mapping[str, Any],
        task: Callable[[Scorer], T],
        defaults: Defaults | None = None,
    ) -> Iterator[tuple[str, T | SgliteError]]:
        """Do something with one model after the other, so that one that fails does not cost what others gave.

        Parameters
        ----------
        models : sequence
            See `open`. Each is let go before the next is opened.
        options : mapping
            Each model gets those that its kind knows.
        task : callable
            What to do with each. Done again, once, with a model that turned out to be another one than it was.
        defaults : callable, optional
            Options for models that are not given any such.

        Yields
        ------
        name : str
            The model's name in results.
        answer
            What `task` returned, or the error that it ended with.

        Raises
        ------
        InputError
            Before any model is opened, if an option is not known to any of them, or two have one name.
        SgliteError
            At the end, if every model failed; of a single model, its own error.
        """
        dealt = deal_options(models, options, defaults)
        errors: list[SgliteError] = []
        for model, name, own in zip(models, _names(models), dealt, strict=True):
            try:
                scorer = self.open(model, own, name=name)
                name = scorer.name  # of an object, it is known now
                answer: T | SgliteError = scorer.do(task)
                del scorer  # two large models may not fit side by side
            except SgliteError as error:
                errors.append(error)
                answer = error
            yield name, answer
        if len(errors) == len(models):
            if len(errors) == 1:
                raise errors[0]
            kind = InputError if all(isinstance(error, InputError) for error in errors) else ModelError
            raise kind("\n".join(dict.fromkeys(map(str, errors))))

    def _cache_for(self, model: Any) -> SurprisalCache | None:
        """The cache for a model; it is opened when it is first needed."""
        if self._folder is None:
            return None
        if not self._for_all and (not isinstance(model, str) or kind_named(split_spec(model)[0]).is_fast):
            return None
        if self._cache is None:
            self._cache = self._open.enter_context(SurprisalCache(self._folder, warn=self._warn))
        return self._cache

    def _named(self, spec: str, name: str, options: Mapping[str, Any], cache: SurprisalCache | None) -> Scorer:
        _, spec = split_name(spec)
        load = load_backend if self._executor is None else partial(RemoteBackend, self._executor)
        given = {**options, **split_spec(spec)[2]}
        if cache is None:
            return Scorer(name, load(spec, options), given=given, spec=spec)
        identity = identify(spec, options)
        info = None if identity is None else cache.recall(identity.key)
        opening = partial(_open_and_remember, spec, options, cache, load, identity)
        model = opening if info is not None else opening()
        return Scorer(name, model, cache=cache, info=info, given=given, spec=spec)


def _open_and_remember(
    spec: str,
    options: Mapping[str, Any],
    cache: SurprisalCache,
    load: Callable[[str, Mapping[str, Any]], Backend],
    before: Identity | None,
) -> Backend:
    backend = load(spec, options)
    after = identify(spec, options)
    unchanged = after is not None and after.is_settled and (before is None or before.key == after.key)
    if after is not None and unchanged and backend.info.fingerprint is not None:
        cache.remember(after.key, backend.info)
    return backend


def as_models(models: Any) -> list[Any]:
    """List the models that a user gave: one, or several in a list or tuple.

    Raises
    ------
    InputError
        If there is none, or one is named twice.
    """
    listed = list(models) if isinstance(models, (list, tuple)) and not _is_pair(models) else [models]
    if not listed:
        raise InputError("No model was named.")
    refuse_repeated(names_of([model for model in listed if isinstance(model, str)]))
    return listed


def refuse_repeated(names: Sequence[str]) -> None:
    """Refuse two models of one name."""
    repeated = sorted(name for name, count in Counter(names).items() if count > 1)
    if repeated:
        raise InputError(
            f"Results go by model name, and {', '.join(repeated)} is there more than once. "
            "Give each a name of its own: NAME=MODEL."
        )


def deal_options(
    models: Sequence[Any], options: Mapping[str, Any], defaults: Defaults | None = None
) -> list[dict[str, Any]]:
    """Give each model the options its kind knows; refuse one that none of them knows, before any is opened."""
    known = [options_of(model) for model in models]
    everything = sorted(frozenset().union(*known))
    for model in models:
        if isinstance(model, (Backend, Scorer)):
            _check_opened(model, options, defaults)
    for name in options:
        if name not in everything:
            elsewhere = kinds_with(name)
            raise InputError(
                f"No model here has an option '{name}'; these have {', '.join(everything) or 'none'}."
                + (
                    f" It is an option of {', '.join(elsewhere)} models."
                    if elsewhere
                    else did_you_mean(name, {*everything, *_KEYWORDS} - {name})
                )
            )
    dealt = []
    for model, names in zip(models, known, strict=True):
        own = {name: value for name, value in options.items() if name in names}
        if defaults is not None:
            named = split_spec(model)[2] if isinstance(model, str) else {}
            own = {**defaults(names, {**own, **named}), **own}
        dealt.append(own)
    return dealt


def _check_opened(model: Backend | Scorer, options: Mapping[str, Any], defaults: Defaults | None) -> None:
    """Refuse what can no longer be had of a model that is open, rather than leave it as it is in silence."""
    name, now = _label(model), model.info.options
    given = model.given if isinstance(model, Scorer) else {}
    try:
        known = kind_named(model.info.backend).options
    except SgliteError:  # it is of no kind that has a name
        known = frozenset()
    known |= frozenset(now) | frozenset(given)
    differing = {option: value for option, value in options.items() if now.get(option, given.get(option)) != value}
    asked = ", ".join(f"{option}={value}" for option, value in differing.items() if option in known)
    if asked:
        raise InputError(f"{name} is open already, without {asked}; give options when it is opened.")
    wanted = {} if defaults is None else defaults(frozenset(now), given)
    for option, value in wanted.items():
        if now[option] != value:
            raise InputError(
                f"{name} is open already, with {option}={now[option]}, and these suites ask for {option}={value}: open "
                f"it so, or with {option}={now[option]} if that is meant."
            )


def options_of(model: Any) -> frozenset[str]:
    """Names of the options that a model knows, by its name or its kind; of a plug-in that fails, none."""
    if isinstance(model, str):
        name = split_spec(model)[0]
        try:
            return kind_named(name).options
        except ModelError:  # of a plug-in: it is said when the model is opened, and costs no other model
            return frozenset()
    if isinstance(model, (Backend, Scorer)):
        return frozenset(model.info.options)
    taker = _kind_of(model)
    return frozenset() if taker is None else taker.options_in_memory


def _kind_of(model: Any) -> Kind | None:
    return kind_in_memory(model[0] if _is_pair(model) else model)


def _is_pair(model: Any) -> bool:
    """Whether this is a model with its tokenizer, not two models."""
    return (
        isinstance(model, tuple)
        and len(model) == 2
        and kind_in_memory(model[0]) is not None
        and kind_in_memory(model[1]) is None
    )


def _names(models: Sequence[Any]) -> list[str]:
    """What models are called in results, as far as that is known before they are open."""
    of_specs = iter(names_of([model for model in models if isinstance(model, str)]))
    return [next(of_specs) if isinstance(model, str) else _label(model) for model in models]


def _label(model: Any) -> str:
    if isinstance(model, Scorer):
        return model.name
    if isinstance(model, Backend):
        return model.info.model
    return type(model[0] if isinstance(model, tuple) else model).__name__


def _in_memory(model: Any, options: Mapping[str, Any]) -> Backend:
    if isinstance(model, Backend):
        return model
    kind = _kind_of(model)
    if kind is None:
        raise InputError(
            "A model must be a name, a Backend, or a Hugging Face model (with its tokenizer: (model, tokenizer)), "
            f"not {type(model).__name__}."
        )
    network, tokenizer = model if _is_pair(model) else (model, None)
    if tokenizer is not None and not hasattr(tokenizer, "convert_ids_to_tokens"):
        raise InputError(
            f"In a pair (model, tokenizer) the second must be a tokenizer object, not {type(tokenizer).__name__}; "
            "open it with AutoTokenizer.from_pretrained, or give several models as a list."
        )
    return kind.wrapper(network, tokenizer, **options)


def open_model(model: Any, *, cache: CacheChoice = None, executor: str = "serial", **options: Any) -> Scorer:
    """Open a model, whatever it is.

    Parameters
    ----------
    model : str or object
        What one would write after ``--model`` (``"gpt2"``, ``"kenlm:big.arpa"``, ``"ngram"``); a `Backend`; or a loaded
        Hugging Face model, alone or as a pair ``(model, tokenizer)``.
    cache : str, Path or False, optional
        Folder in which surprisals are kept, and looked up before the model is asked; False: none. By default named
        neural models use the user's cache folder. Changes no number.
    executor : str, optional
        Where sentences are scored: ``"serial"`` (here), ``"processes:N"``, ``"dask:ADDRESS"``.
    **options
        Options for this kind of model: ``bos``, ``device``, ``dtype``, ``revision``, ``lowercase``, ...

    Returns
    -------
    Scorer
        To be given to `evaluate`, `surprisals` or `perplexity`, or asked itself.

    Raises
    ------
    InputError
        If an option does not exist for this kind of model, or has a bad value.
    ModelError
        If the model is missing or cannot be opened.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> model = sgl.open_model("ngram", bos="none")
    >>> model.info.options["bos"]
    'none'
    """
    [own] = deal_options([model], options)
    if isinstance(model, Scorer):
        if cache is not None or executor != "serial":
            raise InputError(f"{model.name} is open already; say when it is opened which cache and executor it has.")
        return model
    opener = Opener(cache, executor)
    try:
        return opener.open(model, own).closing(opener.close)
    except BaseException:
        opener.close()
        raise


def with_model(model: Any, task: Callable[[Scorer], T], **options: Any) -> T:
    """Open a model, do something with it, and let it go if it was not open before; see `open_model`."""
    scorer = open_model(model, **options)
    try:
        return scorer.do(task)
    finally:
        if scorer is not model:
            scorer.close()


def surprisals(
    model: Any,
    texts: str | Sequence[str],
    *,
    context: str = "",
    eos: bool = False,
    ranks: bool = False,
    word_boundary: WordBoundary = "as-is",
    batch_size: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> list[TokenSurprisals]:
    """Give the surprisals of sentences, token by token.

    Parameters
    ----------
    model : str or object
        See `open_model`.
    texts : str, or sequence of str
        Sentences.
    context : str, optional
        Text before every sentence: conditioned on, not scored. A blank is put between the two.
    eos : bool, optional
        Score the end of the sentence too: `TokenSurprisals.eos_bits`.
    ranks : bool, optional
        Give the rank of each token too.
    word_boundary : {"as-is", "corrected"}, optional
        Whether the end of a word counts for the token after it, or for the word itself; see
        `syntaxgym_lite.scoring.word_ends.move_word_ends`.
    batch_size : int, optional
        Most sentences the model sees at once. Changes no number (but for rounding, below 1e-3 bits).
    progress : callable, optional
        Called with the numbers of sentences done and in all.
    **options
        See `open_model`, ``cache`` and ``executor`` included.

    Returns
    -------
    list of TokenSurprisals
        One for each text; `by_word` sums them to words.

    Raises
    ------
    InputError
        If the model cannot do what it is asked for, or an option does not exist.
    ScoringError
        If a sentence cannot be scored.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> [scored] = sgl.surprisals("ngram", ["The dog barked."])
    >>> scored.tokens
    ('The', 'dog', 'barked', '.')
    >>> bool((scored.bits > 0).all())
    True
    """
    word_boundary = one_of("word_boundary", word_boundary, get_args(WordBoundary))
    asked = ScoringOptions(separated(context), eos=eos, ranks=ranks, boundaries=word_boundary == "corrected")
    listed = [texts] if isinstance(texts, str) else list(texts)

    def score(scorer: Scorer) -> list[TokenSurprisals]:
        scorer.require(asked)
        return scorer.score(
            listed,
            asked,
            batch_size=batch_size,
            progress=progress,
            where=lambda text: f"sentence {listed.index(text) + 1}" if text in listed else None,
        )

    scored = with_model(model, score, **options)
    remarks = Remarks()
    remarks.add(scored, lambda place: f"sentence {place + 1}")
    for message in remarks.said():
        warnings.warn(message, SgliteWarning, stacklevel=2)
    return scored
