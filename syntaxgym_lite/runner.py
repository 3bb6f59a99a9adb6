"""The whole pipeline: suites and models in, one `RunResult` out."""

from __future__ import annotations

import datetime
import platform
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import accumulate, chain
from typing import Any, Literal

from . import __version__
from .backends.identity import version_of
from .backends.protocol import BatchFailure
from .cloze import cloze_defaults
from .errors import InputError, ModelError, ScoringError, SgliteError, SgliteWarning
from .plan import Plan, Portion, Settings, in_portions
from .ports.collect import Reading, SuiteLike, find_suites
from .resources import DEFAULT_MODEL
from .results import Failure, Keeper, ModelResult, RunResult, SuiteResult, TableExtras
from .scoring.opener import CacheChoice, Opener, as_models, refuse_repeated
from .scoring.schedule import PartialScoringError, Progress, Where
from .scoring.scorer import Scorer
from .shards import read_shard, take_shard
from .stats.suite_sets import SuitesAs
from .suite import Join, Normalization, SentenceColumns, Suite
from .suite_result import sentence_warnings, suite_result
from .surprisal import ScoringOptions, WordBoundary
from .token_columns import TokenColumns

__all__ = ["evaluate", "run"]

ModelProgress = Callable[[str], Progress | None]


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
    ties: str = "wrong",
    suites_as: SuitesAs = "all",
    cluster: str | None = None,
    cache: CacheChoice = None,
    executor: str = "serial",
    shard: str | None = None,
    **model_options: Any,
) -> RunResult:
    """Evaluate suites on models.

    Parameters
    ----------
    suites : str, Path, Suite, or a sequence of them
        Suite files, folders of them, names of shipped suites, or `Suite` objects.
    models : str, object, or a sequence of them, optional
        What one would write after ``--model`` (``"gpt2"``, ``"kenlm:big.arpa"``, ``"ngram"``); a `Backend`; or a loaded
        Hugging Face model, alone or as a pair ``(model, tokenizer)``; or what `open_model` returned. The shipped
        default model if none is named.
    join, context, eos, word_boundary, normalize_text, batch_size, oov, ties, suites_as, cluster
        See `Settings`.
    cache : str, Path or False, optional
        Folder in which surprisals are kept, and looked up before a model is asked; False: none. By default named neural
        models use the user's cache folder. Changes no number.
    executor : str, optional
        Where sentences are scored: ``"serial"`` (here), ``"processes:N"``, ``"dask:ADDRESS"``; see
        `syntaxgym_lite.scoring.executors.open_executor`.
    shard : str, optional
        ``"2/8"``: evaluate the second of eight parts of the suites; `syntaxgym_lite.merge` makes one run of all parts.
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
    loaded = find_suites(suites)
    part = None
    if shard is not None:
        loaded, part = take_shard(loaded, read_shard(shard))
    settings = Settings(
        join=join,
        context=context,
        eos=eos,
        word_boundary=word_boundary,
        normalize_text=normalize_text,
        batch_size=batch_size,
        oov=oov,
        ties=ties,
        suites_as=suites_as,
        cluster=cluster,
        model_options=model_options,
        shard=part,
    )

    def refuse(error: SgliteError) -> None:
        raise error

    with Opener(cache, executor) as opener:
        said: list[str] = []
        result = run(
            loaded,
            models,
            settings,
            opener=opener,
            reading=Reading.of(suites),
            on_warning=said.append,
            on_refusal=refuse,  # a result of some of the suites would pass for one of all
        )
    for message in said:
        warnings.warn(message, SgliteWarning, stacklevel=2)
    if result.failures:
        raise ModelError("\n".join(failure.message for failure in result.failures))
    return result


def run(
    suites: Sequence[Suite],
    models: Any = DEFAULT_MODEL,
    settings: Settings | None = None,
    *,
    opener: Opener | None = None,
    keeper: Keeper | None = None,
    progress: ModelProgress | None = None,
    reading: Reading | None = None,
    on_warning: Callable[[str], object] | None = None,
    on_refusal: Callable[[SgliteError], object] | None = None,
    after: Callable[[Scorer], object] | None = None,
) -> RunResult:
    """Evaluate loaded suites on models, one model after the other.

    Parameters
    ----------
    suites : sequence of Suite
    models
        See `evaluate`.
    settings : Settings, optional
    opener : Opener, optional
        Opens the models; by default without a cache, to score here.
    keeper : Keeper, optional
        Takes the result of each suite when it is there, and says what of it the `RunResult` is to hold. By default it
        holds everything, which for very many sentences may be more than memory does.
    progress : callable, optional
        Called with a model's name, returns what to call with the numbers of sentences done and in all. That may raise
        `syntaxgym_lite.errors.Stopped`, which ends the run; what was scored is kept in the opener's cache.
    reading : Reading, optional
        What the suites were read from; by default the file that each names as its source.
    on_warning : callable, optional
        Called with what models said of sentences, as it stands in the results too.
    on_refusal : callable, optional
        Called before anything is scored with a model, for each suite that cannot be evaluated on it, since it has a
        sentence that the model cannot score or asks for what the model cannot give. It may raise the error.
    after : callable, optional
        Called with each model when the suites were evaluated on it, while it is open.

    Returns
    -------
    RunResult
        If there are several models and some fail, the others' results with `RunResult.failures`. If a model cannot
        score some sentences, or cannot give what a suite asks for, the other suites are there all the same.

    Raises
    ------
    InputError
        Before any model is opened, if an option is not known to any of them.
    SgliteError
        If every model fails; with a single model, its own error.
    """
    settings = settings or Settings()
    if settings.cluster is not None:
        suites = [suite.clustered_by(settings.cluster) for suite in suites]
    portions = in_portions([Plan.of(suite, settings) for suite in suites])
    results: list[ModelResult] = []
    failures: list[Failure] = []
    if keeper is not None:
        keeper.expect(TableExtras.of(suites))

    def on_model(scorer: Scorer) -> tuple[ModelResult, list[SgliteError]]:
        model_run = _ModelRun(
            scorer, portions, settings.batch_size, keeper, on_warning, on_refusal, settings.shard is not None
        )
        answer = model_run.result(progress), model_run.lost
        if after is not None:
            after(scorer)
        return answer

    answers = (opener or Opener(cache=False)).each(
        as_models(models), settings.model_options, on_model, cloze_defaults(suites)
    )
    for name, answer in answers:
        if isinstance(answer, SgliteError):
            failures.append(Failure(name, str(answer)))
        else:
            result, lost = answer
            results.append(result)
            failures += [Failure(name, str(error), getattr(error, "failed", ())) for error in lost]
    refuse_repeated([result.model for result in results])
    return RunResult(
        models=tuple(results),
        settings=_recorded(settings, reading or Reading.of(suites)),
        created=datetime.datetime.now(datetime.timezone.utc).astimezone().isoformat(timespec="seconds"),
        versions=versions(),
        failures=tuple(failures),
    )


def _recorded(settings: Settings, reading: Reading) -> dict[str, Any]:
    read_from = {**asdict(reading), "suites": list(reading.suites)}
    recorded = asdict(settings)
    shard = recorded.pop("shard")
    if shard is not None:
        recorded["shard"] = {**shard, "suites": list(shard["suites"])}
    # lists, as JSON gives them back
    return {**recorded, "normalize_text": list(settings.normalize_text), "reading": read_from}


# ---------------------------------------------------------------- one model


@dataclass(slots=True)
class _ModelRun:
    """All suites on one model, a portion at a time, so that memory does not grow with their number.

    Suites with sentences that could not be scored, and those that ask for what the model cannot give, are left out;
    what failed is in `lost`. A model of which no suite is left has failed; but not in a part of a run (`is_part`),
    since other parts have other suites.
    """

    scorer: Scorer
    portions: Sequence[Portion]
    batch_size: int | None
    keeper: Keeper | None
    on_warning: Callable[[str], object] | None = None
    on_refusal: Callable[[SgliteError], object] | None = None
    is_part: bool = False
    lost: list[SgliteError] = field(default_factory=list)

    def result(self, progress: ModelProgress | None) -> ModelResult:
        self.portions = list(map(self._able, self.portions))
        try:
            suites = tuple(self._results(None if progress is None else progress(self.scorer.name)))
            if self.lost and not suites and not self.is_part:
                said = "\n".join(map(str, self.lost))
                if all(isinstance(error, InputError) for error in self.lost):
                    raise InputError(said)
                raise ScoringError(said, [text for error in self.lost for text in getattr(error, "texts", ())])
        except SgliteError:
            if self.keeper is not None:
                self.keeper.drop(self.scorer.name)
            raise
        info = self.scorer.info
        return ModelResult(
            model=self.scorer.name,
            backend=info.backend,
            revision=info.revision,
            fingerprint=info.fingerprint,
            context=info.capabilities.context,
            units=info.capabilities.units,
            options=dict(info.options),
            suites=suites,
            warnings=info.warnings,
            spec=self.scorer.spec if self.scorer.spec != self.scorer.name else "",
        )

    def _results(self, tick: Progress | None) -> Iterator[SuiteResult]:
        portions = list(map(self._possible, self.portions))
        sizes = [portion.n_texts() for portion in portions]
        for index, portion in enumerate(portions):
            for result in self._on(portion, _offset(tick, sum(sizes[:index]), sum(sizes))):
                yield result if self.keeper is None else self.keeper.add(self.scorer.name, result)

    def _able(self, portion: Portion) -> Portion:
        """Leave out the suites that ask for what the model cannot give.

        Raises
        ------
        InputError
            If it cannot give what the whole run asks for, or there is no other suite.
        """
        without = set()
        is_only_one = sum(len(one.plans) for one in self.portions) == 1 and not self.is_part
        for index, plan in enumerate(portion.plans):
            try:
                self.scorer.require(plan.options, plan.suite.name)
            except InputError as error:
                if is_only_one:
                    raise
                context = "" if plan.settings.context is None else plan.options.context
                self.scorer.require(replace(plan.options, ranks=False, context=context), plan.suite.name)
                without.add(index)
                self.lost.append(error)
                if self.on_refusal is not None:
                    self.on_refusal(error)
        return portion.without(without) if without else portion

    def _possible(self, portion: Portion) -> Portion:
        """Leave out the suites with a sentence that the model says it cannot score, so that it is said at once."""
        sentences = portion.sentences
        without = set()
        for options, indices in portion.by_options().items():
            refused = self.scorer.refusals(
                list(chain.from_iterable(sentences[index].texts for index in indices)), options
            )
            for index in indices if refused else ():
                own = {text: refused[text] for text in sentences[index].texts if text in refused}
                if own:
                    without.add(index)
                    failures = [BatchFailure((text,), why, names_text=True) for text, why in own.items()]
                    error = PartialScoringError(failures, where=_places([portion.plans[index]], [sentences[index]]))
                    self.lost.append(error)
                    if self.on_refusal is not None:
                        self.on_refusal(error)
        return portion.without(without) if without else portion

    def _on(self, portion: Portion, tick: Progress | None) -> Iterator[SuiteResult]:
        """Score the sentences of some suites, and then evaluate each suite.

        No two suites share a batch, so that a suite has the same numbers, to the bit, whatever else is in the run.
        """
        sentences = portion.sentences
        scored: dict[int, TokenColumns] = {}
        done = 0
        where = _places(portion.plans, sentences)
        for options, indices in portion.by_options().items():
            texts = list(chain.from_iterable(sentences[index].texts for index in indices))
            sizes = [len(sentences[index]) for index in indices]
            parts = self._score(texts, sizes, options, _offset(tick, done, None), where)
            scored.update((index, own) for index, own in zip(indices, parts, strict=True) if own is not None)
            done += len(set(texts))
        for index in sorted(scored):
            own = scored.pop(index)
            if self.on_warning is not None:
                for message in sentence_warnings(sentences[index], own):
                    self.on_warning(f"{self.scorer.name}: {portion.plans[index].suite.name}: {message}")
            yield suite_result(
                portion.plans[index],
                sentences[index],
                own,
                self.scorer.name,
                pseudo=self.scorer.info.capabilities.pseudo,
                whole=self.keeper is None or self.keeper.needs_sentences,
            )

    def _score(
        self, texts: Sequence[str], sizes: Sequence[int], options: ScoringOptions, tick: Progress | None, where: Where
    ) -> list[TokenColumns | None]:
        """Give the surprisals of each suite; None of one with a sentence that has none."""
        parts = list(map(slice, *_bounds(sizes)))
        try:
            columns = self.scorer.score_columns(
                texts, options, sets=sizes, batch_size=self.batch_size, progress=tick, where=where
            )
        except PartialScoringError as error:
            self.lost.append(error)
            known = [[row for row in error.rows[part] if row is not None] for part in parts]
            return [TokenColumns.of(own) if len(own) == size else None for own, size in zip(known, sizes, strict=True)]
        return [columns[part] for part in parts]


def _bounds(sizes: Sequence[int]) -> tuple[list[int], list[int]]:
    """Give where each part begins, and where it ends."""
    ends = list(accumulate(sizes))
    return [end - size for end, size in zip(ends, sizes, strict=True)], ends


def _places(plans: Sequence[Plan], sentences: Sequence[SentenceColumns]) -> Where:
    """From a text to the first place where it stands."""

    def where(text: str) -> str | None:
        for plan, own in zip(plans, sentences, strict=True):
            if text in own.texts:
                one = own[own.texts.index(text)]
                return f"suite '{plan.suite.name}', item {one.item_number}, condition '{one.condition_name}'"
        return None

    return where


def _offset(progress: Progress | None, done: int, total: int | None) -> Progress | None:
    return None if progress is None else lambda n, _: progress(done + n, total)


def versions() -> dict[str, str]:
    """Give the versions of what numbers may depend on."""
    libraries = {name: version_of(name) for name in ("numpy", "torch", "transformers", "tokenizers")}
    installed = {name: version for name, version in libraries.items() if version is not None}
    return {"syntaxgym_lite": __version__, "python": platform.python_version(), **installed}
