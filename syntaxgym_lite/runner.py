"""The whole pipeline: suites and models in, one `RunResult` out."""

from __future__ import annotations

import datetime
import glob
import importlib.metadata
import platform
import warnings
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np

from . import __version__
from .align import align, check_boundaries, move_word_ends
from .backends import Backend
from .backends.kinds import options_of, split_spec
from .errors import InputError, ModelError, ScoringError, SgliteError, SgliteWarning, did_you_mean
from .formula import Evaluation
from .ports.formats import AUTO, Port, check_options, files_in, read_suites, stands_for
from .predict import metrics_needed, predict
from .resources import DEFAULT_MODEL, shipped_suites
from .results import (
    ComparisonResult,
    Failure,
    Keeper,
    ModelResult,
    Outcome,
    PredictionResult,
    RegionResult,
    RunResult,
    SentenceCounts,
    SentenceResult,
    SuiteResult,
)
from .scoring.cache import SurprisalCache
from .scoring.executors import Executor, RemoteBackend, executing
from .scoring.schedule import PartialScoringError, Progress, score_texts
from .scoring.scorer import CacheChoice, Caching, open_named
from .suite import JOINS, NORMALIZATIONS, Join, Normalization, Sentence, Suite
from .suite.json import suite_sha256
from .surprisal import BoolArray, RegionSurprisals, ScoringOptions, TokenSurprisals, WordBoundary

__all__ = ["Settings", "evaluate", "find_suites", "run", "suite_paths"]

SuiteLike = str | Path | Suite
ModelProgress = Callable[[str], Progress | None]
_PORTION = 20_000  # sentences that are scored together; some 100 MB with their tokens


@dataclass(frozen=True, slots=True)
class Settings:
    """How to run; every field is recorded in the result.

    Parameters
    ----------
    join : {"space", "natural", "none"}, optional
        Instead of each suite's own.
    context : str, optional
        Text before every sentence, instead of each suite's own; conditioned on, not scored.
    eos : bool
        Score the end of the sentence too. It belongs to no region; ``(*;%c%)`` includes it.
    word_boundary : {"as-is", "corrected"}
        Whether the end of a word counts for the token after it, as transformers have it, or for the word itself. See
        `syntaxgym_lite.align.move_word_ends`.
    normalize_text : tuple of {"quotes", "nfc"}
        Changes to make to the text first.
    batch_size : int, optional
        Most sentences a model sees at once.
    oov : {"keep", "error"}
        Whether a word that a model does not know is an error.
    model_options : mapping
        Options for the models that know them (``bos``, ``device``, ``lowercase``, ...).
    """

    join: Join | None = None
    context: str | None = None
    eos: bool = False
    word_boundary: WordBoundary = "as-is"
    normalize_text: tuple[Normalization, ...] = ()
    batch_size: int | None = None
    oov: Literal["keep", "error"] = "keep"
    model_options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.join is not None and self.join not in JOINS:
            raise InputError(f"join must be one of {', '.join(JOINS)}, not {self.join!r}.")
        for name in self.normalize_text:
            if name not in NORMALIZATIONS:
                raise InputError(f"normalize_text must be of {', '.join(NORMALIZATIONS)}, not {name!r}.")
        if self.batch_size is not None and self.batch_size < 1:
            raise InputError(f"batch_size must be at least 1, not {self.batch_size}.")
        if self.word_boundary not in ("as-is", "corrected"):
            raise InputError(f"word_boundary must be 'as-is' or 'corrected', not {self.word_boundary!r}.")
        if self.oov not in ("keep", "error"):
            raise InputError(f"oov must be 'keep' or 'error', not {self.oov!r}.")


def evaluate(
    suites: SuiteLike | Sequence[SuiteLike],
    models: Any = DEFAULT_MODEL,
    *,
    join: Join | None = None,
    context: str | None = None,
    eos: bool = False,
    word_boundary: WordBoundary = "as-is",
    normalize_text: Collection[Normalization] = (),
    batch_size: int | None = None,
    oov: Literal["keep", "error"] = "keep",
    cache: CacheChoice = None,
    executor: str = "serial",
    **model_options: Any,
) -> RunResult:
    """Evaluate suites on models.

    Parameters
    ----------
    suites : str, Path, Suite, or a sequence of them
        Suite files, folders of them, names of shipped suites, or `Suite` objects.
    models : str, object, or a sequence of them, optional
        What one would write after ``--model`` (``"gpt2"``, ``"kenlm:big.arpa"``, ``"ngram"``); a `Backend`; or a loaded
        Hugging Face model, alone or as a pair ``(model, tokenizer)``. The shipped LSTM by default.
    join, context, eos, word_boundary, normalize_text, batch_size, oov
        See `Settings`.
    cache : str, Path or False, optional
        Folder in which surprisals are kept, and looked up before a model is asked; False: none. By default named neural
        models use the user's cache folder, see `syntaxgym_lite.scoring.scorer.Caching`. Changes no number.
    executor : str, optional
        Where sentences are scored: ``"serial"`` (here), ``"processes:N"``, ``"dask:ADDRESS"``; see
        `syntaxgym_lite.scoring.executors.open_executor`.
    **model_options
        Options for the models that know them: ``bos``, ``device``, ``dtype``, ``revision``, ``lowercase``, ...

    Returns
    -------
    RunResult

    Raises
    ------
    InputError
        If a suite, an option or a formula is not usable.
    ModelError
        If a model is missing or fails.

    Examples
    --------
    >>> import syntaxgym_lite as sgl
    >>> run = sgl.evaluate("npz", models="ngram")
    >>> run.to_frame("items").columns[:5].tolist()
    ['model', 'suite', 'item_number', 'prediction', 'holds']
    """
    settings = Settings(
        join=join,
        context=context,
        eos=eos,
        word_boundary=word_boundary,
        normalize_text=tuple(normalize_text),
        batch_size=batch_size,
        oov=oov,
        model_options=model_options,
    )
    loaded = find_suites(suites)
    with Caching(cache) as caching, executing(executor) as workers:
        result = run(loaded, models, settings, caching=caching, executor=workers)
    if result.failures:
        raise ModelError("\n".join(failure.message for failure in result.failures))
    return result


def find_suites(
    suites: SuiteLike | Sequence[SuiteLike],
    *,
    form: str = AUTO,
    options: Mapping[str, Any] | None = None,
    warn: Callable[[str], None] | None = None,
) -> list[Suite]:
    """Load suites from files, folders, patterns and names of shipped suites.

    Parameters
    ----------
    suites : str, Path, Suite, or a sequence of them
    form : str, optional
        The format of the files, of `syntaxgym_lite.ports.formats`: ``"suite"``, ``"blimp"``, ... By default each file's
        content says what it is.
    options : mapping, optional
        Options of the formats, e.g. ``{"method": "all"}`` for BLiMP; each goes to the formats that know it.
    warn : callable, optional
        Called with what is to be said about files that have nothing for these options. By default that is a Python
        warning of the class `SgliteWarning`.

    Raises
    ------
    InputError
        If there is no such suite, two have one name, no format that was read knows an option, or files have problems;
        problems of all files are listed.
    """
    found: list[Suite] = []
    ports: list[Port] = []
    problems = []
    without: list[Path] = []
    for path in suite_paths(suites, form=form):
        if isinstance(path, Suite):
            found.append(path)
            continue
        try:
            read, port = read_suites(path, form=form, options=options)
        except InputError as error:
            problems.append(str(error))
            continue
        found.extend(read)
        ports.append(port)
        if not read:
            without.append(path)
    if problems:
        raise InputError("\n".join(dict.fromkeys(problems)))  # e.g. a triple of files, of which each names the others
    check_options(options or (), ports)
    if without:
        asked = "".join(f" --{name.replace('_', '-')} {value}" for name, value in (options or {}).items())
        said = f"{_times(len(without), 'file has', 'files have')} nothing for{asked}, e.g. {without[0]}."
        if not found:
            raise InputError(said)
        if warn is None:
            warnings.warn(said, SgliteWarning, stacklevel=2)
        else:
            warn(said)
    by_name: dict[str, Suite] = {}
    for suite in found:
        other = by_name.setdefault(suite.name, suite)
        if other is not suite:
            one_set = Path(other.source).with_suffix("") == Path(suite.source).with_suffix("")
            advice = "name one of them only, if they hold the same items; else rename one" if one_set else "rename one"
            raise InputError(
                f"{other.source} and {suite.source} both have meta.name '{suite.name}'; {advice}, since results "
                "go by name."
            )
    return found


def suite_paths(suites: SuiteLike | Sequence[SuiteLike], *, form: str = AUTO) -> list[Path | Suite]:
    """Turn files, folders, patterns and names of shipped suites into paths, each once; suites stay what they are.

    Raises
    ------
    InputError
        If a folder holds no file of that format, or a name is neither a path nor a shipped suite.
    """
    given = [suites] if isinstance(suites, (str, Path, Suite)) else list(suites)
    if not given:
        raise InputError("No suite was named.")
    paths: dict[object, Path | Suite] = {}
    for path in (path for one in given for path in _paths(one, form)):
        paths.setdefault(id(path) if isinstance(path, Suite) else stands_for(path), path)
    return list(paths.values())


def _paths(one: SuiteLike, form: str) -> Iterator[Path | Suite]:
    if isinstance(one, Suite):
        yield one
        return
    path = Path(one).expanduser()
    if path.is_dir():
        yield from files_in(path, form=form)
    elif path.exists():
        yield path
    elif isinstance(one, str) and one in shipped_suites():
        yield shipped_suites()[one]
    elif glob.has_magic(str(one)) and (files := sorted(map(Path, glob.glob(str(path), recursive=True)))):
        yield from files  # a shell on Windows leaves patterns to the program
    elif path.suffix or len(path.parts) > 1:
        yield path  # load_suite says what is wrong
    else:
        names = shipped_suites()
        hint = did_you_mean(str(one), names)
        raise InputError(f"{one}: no such file, folder or shipped suite.{hint} 'sglite suites' lists the shipped ones.")


def run(
    suites: Sequence[Suite],
    models: Any = DEFAULT_MODEL,
    settings: Settings | None = None,
    *,
    progress: ModelProgress | None = None,
    caching: Caching | None = None,
    keeper: Keeper | None = None,
    executor: Executor | None = None,
) -> RunResult:
    """Evaluate loaded suites on models, one model after the other.

    Parameters
    ----------
    suites : sequence of Suite
    models
        See `evaluate`.
    settings : Settings, optional
    progress : callable, optional
        Called with a model's name, returns what to call with the numbers of sentences done and in all.
    caching : Caching, optional
        Where surprisals are looked up and kept; nowhere by default.
    keeper : Keeper, optional
        Takes the result of each suite when it is there, and says what of it the `RunResult` is to hold. By default it
        holds everything, which for very many sentences may be more than memory does.
    executor : Executor, optional
        Where sentences are scored, see `syntaxgym_lite.scoring.executors`; here by default. Models must then be named.

    Returns
    -------
    RunResult
        If there are several models and some fail, the others' results with `RunResult.failures`. If batches fail that
        an executor scores, suites without a sentence in them are there all the same.

    Raises
    ------
    InputError
        Before any model is opened, if an option is not known to any of them.
    SgliteError
        If every model fails; with a single model, its own error.
    """
    settings = settings or Settings()
    listed = list(models) if isinstance(models, (list, tuple)) and not _is_model_pair(models) else [models]
    if not listed:
        raise InputError("No model was named.")
    _refuse_repeated([model for model in listed if isinstance(model, str)])
    options = _options_by_model(listed, settings.model_options)
    portions = _portions(suites, settings)
    results: list[ModelResult] = []
    failures: list[Failure] = []
    errors: list[SgliteError] = []
    for model, own_options in zip(listed, options, strict=True):
        try:
            cache = None if caching is None else caching.cache_for(model)
            backend = _open(model, own_options, cache, executor)
            _check_capabilities(backend, suites, settings)
            label = model if isinstance(model, str) else backend.info.model
            tick = progress(label) if progress is not None else None
            lost: list[PartialScoringError] = []
            results.append(_run_model(backend, label, portions, settings, tick, cache, keeper, lost))
            failures += [Failure(label, str(error), error.failed) for error in lost]
        except SgliteError as error:  # the other models' results are not lost
            errors.append(error)
            failures.append(Failure(_label(model), str(error)))
    if not results:
        raise errors[0] if len(errors) == 1 else ModelError("\n".join(failure.message for failure in failures))
    _refuse_repeated([result.model for result in results])
    return RunResult(
        models=tuple(results),
        # lists, as JSON gives them back
        settings={**asdict(settings), "normalize_text": list(settings.normalize_text)},
        created=datetime.datetime.now(datetime.timezone.utc).astimezone().isoformat(timespec="seconds"),
        versions=_versions(),
        failures=tuple(failures),
    )


# ---------------------------------------------------------------- models


def _is_model_pair(models: Any) -> bool:
    return (
        isinstance(models, tuple)
        and len(models) == 2
        and hasattr(models[0], "forward")
        and not hasattr(models[1], "forward")  # two models
    )


def _is_masked(model: Any) -> bool:
    """Whether a loaded Hugging Face model fills in masks."""
    return type(model[0] if isinstance(model, tuple) else model).__name__.endswith("ForMaskedLM")


def _label(model: Any) -> str:
    if isinstance(model, str):
        return model
    if isinstance(model, Backend):
        return model.info.model
    return type(model[0] if isinstance(model, tuple) else model).__name__


def _refuse_repeated(names: Sequence[str]) -> None:
    repeated = sorted(name for name, count in Counter(names).items() if count > 1)
    if repeated:
        raise InputError(f"Results go by model name, and {', '.join(repeated)} is there more than once.")


def _options_by_model(models: Sequence[Any], options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Give each model the options its kind knows; refuse one that none of them knows, before any is opened."""
    known = []
    for model in models:
        if isinstance(model, str):
            known.append(options_of(split_spec(model)[0]))
        elif isinstance(model, Backend):
            known.append(frozenset())
        else:
            known.append(frozenset({"pll", "sides", "final"} if _is_masked(model) else {"bos", "window"}))
    everything = sorted(set().union(*known))
    for name in options:
        if name not in everything:
            raise InputError(
                f"No model here has an option '{name}'; these have {', '.join(everything) or 'none'}."
                + did_you_mean(name, everything)
            )
    return [{name: value for name, value in options.items() if name in names} for names in known]


def _open(model: Any, options: Mapping[str, Any], cache: SurprisalCache | None, executor: Executor | None) -> Backend:
    if isinstance(model, str):
        return open_named(model, options, cache, load=None if executor is None else partial(RemoteBackend, executor))
    if executor is not None:
        raise InputError("An executor's workers open models by their names; give a name, not a model in memory.")
    if isinstance(model, Backend):
        return model
    if _is_model_pair(model) or hasattr(model, "forward"):
        from .backends.hf import causal, masked

        network, tokenizer = model if isinstance(model, tuple) else (model, None)
        if tokenizer is not None and not hasattr(tokenizer, "convert_ids_to_tokens"):
            raise InputError(
                f"In a pair (model, tokenizer) the second must be a tokenizer object, not {type(tokenizer).__name__}; "
                "open it with AutoTokenizer.from_pretrained, or give several models as a list."
            )
        from_model: Callable[..., Backend] = masked.from_model if _is_masked(model) else causal.from_model
        return from_model(network, tokenizer, **options)
    raise InputError(
        f"A model must be a name, a Backend, or a Hugging Face model (with its tokenizer: (model, tokenizer)), "
        f"not {type(model).__name__}."
    )


def _check_capabilities(backend: Backend, suites: Sequence[Suite], settings: Settings) -> None:
    can, name = backend.info.capabilities, backend.info.model
    if settings.eos and not can.eos:
        raise InputError(f"{name} cannot score the end of a sentence; leave out --eos.")
    if settings.word_boundary == "corrected":
        check_boundaries(name, can)
    for suite in suites:
        if not can.any_context and _context(suite, settings):
            raise InputError(f"{name} cannot take a context before the sentence (suite '{suite.name}').")
        if "rank" in metrics_needed(suite) and not can.ranks:
            raise InputError(f"{name} cannot give ranks, which a prediction of suite '{suite.name}' needs.")


def _run_model(
    backend: Backend,
    label: str,
    portions: Sequence[_Portion],
    settings: Settings,
    progress: Progress | None,
    cache: SurprisalCache | None,
    keeper: Keeper | None,
    lost: list[PartialScoringError],
) -> ModelResult:
    """Evaluate all suites on a model, a portion at a time, so that memory does not grow with their number."""
    sizes = [_n_texts(portion, settings) for portion in portions]
    before = backend.info.fingerprint
    whole = keeper is None or keeper.needs_sentences

    def evaluated() -> Iterator[SuiteResult]:
        for index, portion in enumerate(portions):
            tick = None if progress is None else _offset(progress, sum(sizes[:index]), sum(sizes))
            for result in _run_portion(backend, label, portion, settings, tick, cache, lost, whole=whole):
                yield result if keeper is None else keeper.add(label, result)

    try:
        results = tuple(evaluated())
        if cache is not None and backend.info.fingerprint != before:
            # The model was opened for the sake of some sentences, and is no longer what the cache took it for.
            if keeper is not None:
                keeper.drop(label)
            lost.clear()
            results = tuple(evaluated())
        if lost and not results:
            raise ScoringError("\n".join(map(str, lost)))
    except SgliteError:
        if keeper is not None:
            keeper.drop(label)
        raise
    info = backend.info
    return ModelResult(
        model=label,
        backend=info.backend,
        revision=info.revision,
        fingerprint=info.fingerprint,
        context=info.capabilities.context,
        units=info.capabilities.units,
        options=dict(info.options),
        suites=results,
        warnings=info.warnings,
    )


class _Portion:
    """Suites whose sentences are scored together: so few that memory holds them with all that is known of them.

    The sentences of the only portion of a run are made once. Those of several are made whenever they are needed, since
    together they may be more than memory holds.
    """

    def __init__(self, suites: Sequence[Suite], settings: Settings) -> None:
        self.suites = suites
        self._settings = settings
        self._kept: list[list[Sentence]] | None = None

    def sentences(self) -> list[list[Sentence]]:
        """The sentences of each suite."""
        join, normalize = self._settings.join, self._settings.normalize_text
        return self._kept or [list(suite.sentences(join=join, normalize=normalize)) for suite in self.suites]

    def keep(self) -> None:
        """Make the sentences now, and not again."""
        self._kept = self.sentences()


def _portions(suites: Sequence[Suite], settings: Settings) -> list[_Portion]:
    portions: list[_Portion] = []
    some: list[Suite] = []
    n_sentences = 0
    for suite in suites:
        some.append(suite)
        n_sentences += len(suite.items) * len(suite.condition_names)
        if n_sentences >= _PORTION:
            portions.append(_Portion(some, settings))
            some, n_sentences = [], 0
    if some:
        portions.append(_Portion(some, settings))
    if len(portions) == 1:
        portions[0].keep()
    return portions


def _n_texts(portion: _Portion, settings: Settings) -> int:
    """Count the distinct sentences of a portion that are asked for with the same options; refuse one without text."""
    texts: dict[ScoringOptions, set[str]] = {}
    for suite, sentences in zip(portion.suites, portion.sentences(), strict=True):
        for sentence in sentences:
            if not sentence.text.strip():
                raise InputError(
                    f"Suite '{suite.name}': item {sentence.item_number}, condition "
                    f"'{sentence.condition_name}' has no text."
                )
        own = texts.setdefault(_scoring_options(suite, settings), set())
        own.update(sentence.text for sentence in sentences)
    return sum(map(len, texts.values()))


def _scoring_options(suite: Suite, settings: Settings) -> ScoringOptions:
    ranks = "rank" in metrics_needed(suite)
    corrected = settings.word_boundary == "corrected"
    return ScoringOptions(context=_context(suite, settings), eos=settings.eos, ranks=ranks, boundaries=corrected)


def _run_portion(
    backend: Backend,
    label: str,
    portion: _Portion,
    settings: Settings,
    progress: Progress | None,
    cache: SurprisalCache | None,
    lost: list[PartialScoringError],
    *,
    whole: bool,
) -> Iterator[SuiteResult]:
    """Score the sentences of some suites together, so that equal ones are scored once, then evaluate each suite.

    Suites with sentences that workers could not score are left out; what failed is added to `lost`. Results have their
    sentences if they are to be `whole`.
    """
    suites, sentences = portion.suites, portion.sentences()
    groups: dict[ScoringOptions, list[int]] = {}
    for index, suite in enumerate(suites):
        groups.setdefault(_scoring_options(suite, settings), []).append(index)
    scored: dict[int, list[TokenSurprisals]] = {}
    done = 0
    for options, indices in groups.items():
        texts = [sentence.text for index in indices for sentence in sentences[index]]
        tick = None if progress is None else _offset(progress, done, None)
        try:
            results = score_texts(backend, texts, options, batch_size=settings.batch_size, progress=tick, cache=cache)
            known = dict(zip(texts, results, strict=True))
        except PartialScoringError as error:
            lost.append(error)
            known = dict(error.scored)
        if options.boundaries:
            known = {text: move_word_ends(one) for text, one in known.items()}
        for index in indices:
            if all(sentence.text in known for sentence in sentences[index]):
                scored[index] = [known[sentence.text] for sentence in sentences[index]]
        done += len(set(texts))
    for index, suite in enumerate(suites):
        if index in scored:
            pseudo = backend.info.capabilities.pseudo
            yield _suite_result(suite, sentences[index], scored.pop(index), label, settings, pseudo=pseudo, whole=whole)


def _offset(progress: Progress, done: int, total: int | None) -> Progress:
    return lambda n, _: progress(done + n, total)


def _context(suite: Suite, settings: Settings) -> str:
    """The context with the blank that separates it from the sentence, as the sentence's own regions are separated."""
    context = suite.context if settings.context is None else settings.context
    separated = not context or context[-1].isspace() or (settings.join or suite.join) == "none"
    return context if separated else context + " "


# ---------------------------------------------------------------- one suite


def _suite_result(
    suite: Suite,
    sentences: Sequence[Sentence],
    scored: Sequence[TokenSurprisals],
    model: str,
    settings: Settings,
    *,
    pseudo: bool,
    whole: bool,
) -> SuiteResult:
    regions = align(sentences, scored, metrics_needed(suite))
    if settings.oov == "error" and regions.oov:
        words = list(dict.fromkeys(word for _, _, word in regions.oov))
        shown = ", ".join(f"'{word}'" for word in words[:10]) + (" ..." if len(words) > 10 else "")
        number = "1 word" if len(words) == 1 else f"{len(words)} words"
        raise InputError(f"Suite '{suite.name}': {model} does not know {number}: {shown} (--oov error).")
    outcomes = predict(suite, regions)
    return SuiteResult(
        suite=suite.name,
        source=suite.source,
        suite_sha256=suite_sha256(suite),
        circuit=suite.circuit,
        metric=suite.metric,
        join=settings.join or suite.join,
        context=_context(suite, settings),
        condition_names=suite.condition_names,
        region_names=dict(suite.region_names),
        predictions=tuple(
            PredictionResult(
                index,
                prediction.name,
                prediction.formula.source,
                tuple(comparison.text for comparison in evaluation.comparisons),
            )
            for index, (prediction, evaluation) in enumerate(zip(suite.predictions, outcomes.evaluations, strict=True))
        ),
        outcomes=tuple(
            outcome
            for index, evaluation in enumerate(outcomes.evaluations)
            for outcome in _outcomes(suite, index, evaluation)
        ),
        sentences=tuple(_sentence_results(suite, sentences, scored, regions)) if whole else (),
        counts=None if whole else _counts(sentences, scored, regions),
        warnings=(*_suite_warnings(suite), *_warnings(suite, sentences, scored, regions)),
        factors={item.number: dict(item.factors) for item in suite.items if item.factors},
        groups=dict(suite.groups),
        excluded=suite.excluded,
        pseudo=pseudo,
        word_boundary=settings.word_boundary,
    )


def _truth(holds: int) -> bool | None:
    return None if holds < 0 else bool(holds)


def _defined(value: float) -> float | None:
    return None if value != value else value


def _outcomes(suite: Suite, index: int, evaluation: Evaluation) -> Iterator[Outcome]:
    columns = [
        (comparison.left.tolist(), comparison.right.tolist(), comparison.holds.tolist())
        for comparison in evaluation.comparisons
    ]
    nothing: BoolArray = np.zeros(len(suite.items), np.bool_)
    ties = np.any([nothing, *(comparison.ties for comparison in evaluation.comparisons)], axis=0)
    for row, item in enumerate(suite.items):
        yield Outcome(
            item_number=item.number,
            prediction=index,
            holds=_truth(int(evaluation.holds[row])),
            comparisons=tuple(
                ComparisonResult(_defined(left[row]), _defined(right[row]), _truth(holds[row]))
                for left, right, holds in columns
            ),
            tie=bool(ties[row]),
        )


def _sentence_results(
    suite: Suite, sentences: Sequence[Sentence], scored: Sequence[TokenSurprisals], regions: RegionSurprisals
) -> Iterator[SentenceResult]:
    unknown: dict[tuple[int, int], list[str]] = {}
    for row, region, word in regions.oov:
        unknown.setdefault((row, region), []).append(word)
    numbers = suite.region_numbers
    sums, counts = regions.bits["sum"].tolist(), regions.n_tokens.tolist()
    for row, (sentence, tokens) in enumerate(zip(sentences, scored, strict=True)):
        spans = sentence.region_spans.tolist()
        yield SentenceResult(
            item_number=sentence.item_number,
            condition_name=sentence.condition_name,
            text=sentence.text,
            regions=tuple(
                RegionResult(
                    region_number=number,
                    content=sentence.text[start:end],
                    start=start,
                    end=end,
                    surprisal_bits=_defined(sums[row][place]),
                    n_tokens=counts[row][place],
                    oov=tuple(unknown.get((row, place), ())),
                )
                for place, (number, (start, end)) in enumerate(zip(numbers, spans, strict=True))
            ),
            tokens=tokens.tokens,
            token_spans=tuple((start, end) for start, end in tokens.spans.tolist()),
            token_regions=tuple(numbers[place] for place in regions.owners[row].tolist()),
            token_bits=tuple(map(_defined, tokens.bits.tolist())),
            token_oov=tuple(tokens.oov.tolist()),
            token_ranks=None if tokens.ranks is None else tuple(tokens.ranks.tolist()),
            eos_bits=_defined(float(tokens.eos_bits)),
        )


def _counts(
    sentences: Sequence[Sentence], scored: Sequence[TokenSurprisals], regions: RegionSurprisals
) -> SentenceCounts:
    return SentenceCounts(
        item_numbers=tuple(dict.fromkeys(sentence.item_number for sentence in sentences)),
        n_tokens=sum(len(tokens.tokens) for tokens in scored),
        n_oov=len(regions.oov),
        n_oov_items=len({sentences[row].item_number for row, _, _ in regions.oov}),
    )


def _suite_warnings(suite: Suite) -> Iterator[str]:
    """What is known of a suite before any model has seen it."""
    yield from suite.warnings
    if suite.excluded:
        reasons = Counter(one.reason for one in suite.excluded)
        listed = "; ".join(f"{n} x {reason}" if len(reasons) > 1 else reason for reason, n in reasons.most_common())
        n = len(suite.excluded)
        yield f"{_times(n, 'item is', 'items are')} excluded: {listed} (e.g. {suite.excluded[0].where})."


def _warnings(
    suite: Suite, sentences: Sequence[Sentence], scored: Sequence[TokenSurprisals], regions: RegionSurprisals
) -> Iterator[str]:
    """What a reader should know before trusting a suite's numbers, each said once with an example and a count."""

    def where(row: int) -> str:
        return f"item {sentences[row].item_number}, condition '{sentences[row].condition_name}'"

    numbers = suite.region_numbers
    if regions.straddling:
        row, earlier, later = regions.straddling[0]
        yield (
            f"{_times(len(regions.straddling), 'region begins', 'regions begin')} inside a token of an earlier region, "
            f"which has the token's whole surprisal: e.g. {where(row)}, regions {numbers[earlier]}-{numbers[later]}."
        )
    orphans = np.argwhere(np.isnan(regions.bits["sum"]) & (regions.n_tokens == 0))
    if len(orphans):
        row, place = orphans[0]
        yield (
            f"{_times(len(orphans), 'region has', 'regions have')} no token of their own and so no value: "
            f"e.g. {where(row)}, region {numbers[place]}."
        )
    unscored = np.flatnonzero((np.isnan(regions.bits["sum"]) & (regions.n_tokens > 0)).any(axis=1))
    if len(unscored):
        yield (
            f"{_times(len(unscored), 'sentence has', 'sentences have')} a token that the model gives no surprisal, "
            f"so the region is undefined: e.g. {where(unscored[0])}."
        )
    noted: dict[str, list[int]] = {}
    for row, tokens in enumerate(scored):
        for warning in tokens.warnings:
            noted.setdefault(warning, []).append(row)
    for warning, rows in noted.items():
        yield f"{warning} ({_times(len(rows), 'sentence', 'sentences')}, e.g. {where(rows[0])})"


def _times(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


def _versions() -> dict[str, str]:
    versions = {"syntaxgym_lite": __version__, "python": platform.python_version()}
    for name in ("numpy", "torch", "transformers", "tokenizers"):
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return versions
