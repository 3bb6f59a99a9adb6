"""Do what a plan asks for and is not there yet: train, score, measure, and write one folder of results."""

from __future__ import annotations

import contextlib
import json
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from .. import __version__
from ..delimited import write_table
from ..errors import InputError, MissingExtraError, SgliteError, SgliteWarning
from ..files import write_whole
from ..lm.corpus import file_sha256
from ..lm.folder import CARD, read_card
from ..plan import Settings
from ..ports.collect import Reading, find_suites
from ..reports.files import RunWriter
from ..resources import shipped_suites
from ..results import RunResult
from ..runner import ModelProgress, run
from ..scoring.opener import Opener
from ..shards import Shard
from ..stats import summarize
from ..suite import Suite
from ..suite.json import suite_sha256
from .cells import CellJob, ScoredModel, is_trained, measured, said_line, scored_models, train_cell
from .corpora import TREES, CorpusPart, make_parts
from .plan import RearingPlan, VocabularyPlan, size_name
from .shared_words import write_vocabulary
from .trainers import TRAINERS, Material, corpus_of

__all__ = ["Rearing", "cell_jobs", "rear", "suites_of_plan"]

LOCK = "rear.lock.json"
MODELS = "models.csv"
RESULTS = "results"

Say = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Rearing:
    """What came of a plan.

    Parameters
    ----------
    folder : Path
    result : RunResult
        Of all models on all suites, without sentences; whole in ``results/run.json``.
    models : Path
        The table of models that figures take.
    failures : tuple of str
        Models that could not be trained, or whose perplexity could not be measured, and why.
    """

    folder: Path
    result: RunResult
    models: Path
    failures: tuple[str, ...] = ()


def rear(
    plan: RearingPlan,
    out: str | Path,
    *,
    executor: str = "serial",
    shard: Shard | None = None,
    say: Say | None = None,
    progress: ModelProgress | None = None,
) -> Rearing | None:
    """Train what is missing, score the suites, measure perplexity, and write the results.

    Parameters
    ----------
    plan : RearingPlan
    out : str or Path
        Folder: ``corpus/`` gets the parts of the text, ``cells/`` a folder for each model, ``results/`` what ``sglite
        eval`` writes and the table of models. A folder that holds a part of the plan is gone on with.
    executor : str, optional
        Where models are trained: ``serial``, ``processes:N``, or ``dask:ADDRESS`` of a cluster whose machines share the
        disk.
    shard : Shard, optional
        Train only this part of the models, every n-th from the i-th, and score nothing: for array jobs.
    say : callable, optional
        Called with lines about how it goes.
    progress : callable, optional
        See `syntaxgym_lite.runner.run`.

    Returns
    -------
    Rearing or None
        None for a part of the training.

    Raises
    ------
    InputError
        If the text is too short, or the folder holds models of another plan.
    SgliteError
        If no model could be trained.
    """
    say = say or (lambda line: None)
    out = Path(out)
    suites = suites_of_plan(plan)
    parts = make_parts(plan.corpus, out / "corpus")
    jobs = cell_jobs(plan, parts, out)
    own = jobs if shard is None else jobs[shard.number - 1 :: shard.of]
    missing = [job for job in own if not is_trained(job)]
    if len(own) > len(missing):
        say(f"{len(own) - len(missing)} of {len(own)} models are there already.")
    failures = []
    for name, error in _trained(missing, executor, say):
        if error is not None:
            failures.append(f"{name}: {error}")
            say(f"{name}: failed: {error}")
    if shard is not None:
        if failures:
            raise InputError("\n".join(failures))
        return None
    there = [job for job in jobs if is_trained(job)]
    if not there:
        raise InputError("No model could be trained.\n" + "\n".join(failures))
    models = [model for job in there for model in scored_models(job)]
    rows = []
    for model in models:
        say(f"{model.name}: measuring perplexity")
        found: dict[str, Any] = {}
        try:
            found = measured(model, out / "corpus")
            for warning in found.get("warnings", ()):
                say(f"{model.name}: {warning}")
        except Exception as error:  # its scores, and all other models, are worth having
            failures.append(f"{model.name}: no perplexity: {_said(error)}")
            say(failures[-1])
        rows.append(_row(model, found, parts))
    result = _scored(suites, models, out / RESULTS, progress)
    write_whole(out / RESULTS / MODELS, write_table(list(rows[0]), (list(row.values()) for row in rows)))
    _write_lock(plan, parts, suites, there, out)
    return Rearing(out, result, out / RESULTS / MODELS, tuple(failures))


def suites_of_plan(plan: RearingPlan) -> list[Suite]:
    """Read the suites of a plan."""
    names = [name for one in plan.suites for name in (shipped_suites() if one == "shipped" else [one])]
    return find_suites(names)


def cell_jobs(plan: RearingPlan, parts: Sequence[CorpusPart], out: Path) -> list[CellJob]:
    """Say what is to be trained, on which part, and where; those of small parts first."""
    part_of = {part.size: part for part in parts}
    corpus = plan.corpus
    jobs = []
    vocabulary = None if plan.vocabulary is None else _shared_vocabulary(plan, plan.vocabulary, parts[-1], out)
    for cell in plan.cells():
        trees = "" if TRAINERS[cell.architecture.arch].reads == "text" else corpus.trees
        ending = TREES if trees else ".txt"
        part = part_of[cell.size]
        material = Material(
            part.path.with_suffix(ending),
            out / "corpus" / f"valid{ending}",
            corpus.words,
            corpus.lowercase,
            corpus.unk,
            corpus.strip_markers,
            trees,
            part.n_words,
            part.n_sentences,
            vocabulary if TRAINERS[cell.architecture.arch].reads != "text" else None,
            plan.device,
        )
        jobs.append(CellJob(cell, out / "cells" / cell.name, material, corpus.trees))
    return jobs


def _shared_vocabulary(plan: RearingPlan, wanted: VocabularyPlan, largest: CorpusPart, out: Path) -> Path:
    corpus = plan.corpus
    learnt = largest.path.with_suffix(TREES if corpus.trees else ".txt")
    material = Material(learnt, learnt, corpus.words, corpus.lowercase, corpus.unk, corpus.strip_markers, corpus.trees)
    return write_vocabulary(
        corpus_of(material, learnt), out / "corpus" / "vocab.txt",
        vocab_size=wanted.vocab_size, min_count=wanted.min_count, unk=corpus.unk,  # type: ignore[arg-type]
    )  # fmt: skip


def _trained(jobs: Sequence[CellJob], executor: str, say: Say) -> Iterator[tuple[str, SgliteError | None]]:
    """Train cells; one that fails costs no other."""
    kind, _, rest = executor.partition(":")
    if kind == "serial" and not rest:
        for number, job in enumerate(jobs, 1):
            head = f"{job.cell.name} ({number} of {len(jobs)})"
            say(f"{head}: training")
            try:
                train_cell(job, lambda line, speed, _, head=head: say(f"{head}: {said_line(line, speed)}"))  # type: ignore[misc]
                yield job.cell.name, None
            except Exception as error:  # whatever it is, the other models are trained
                yield _ended(job, error, say)
        return
    if kind == "processes" and rest.isascii() and rest.isdecimal() and int(rest):
        pool = ProcessPoolExecutor(int(rest), mp_context=get_context("spawn"))
        with pool:
            futures = {pool.submit(train_cell, job): job for job in jobs}
            for future in as_completed(futures):
                yield _ended(futures[future], future.exception(), say)
        return
    if kind == "dask" and rest:
        yield from _on_dask(jobs, rest, say)
        return
    raise InputError(f"`executor={executor}`: give serial, processes:N or dask:ADDRESS.")


def _on_dask(jobs: Sequence[CellJob], address: str, say: Say) -> Iterator[tuple[str, SgliteError | None]]:
    try:
        from distributed import Client
        from distributed import as_completed as as_completed_there
    except ModuleNotFoundError:
        raise MissingExtraError("Training on a cluster", "dask") from None
    is_file = Path(address).is_file()
    with Client(**{"scheduler_file" if is_file else "address": address}, timeout=20, set_as_default=False) as client:
        futures = {client.submit(train_cell, job, pure=False, retries=2): job for job in jobs}
        for future in as_completed_there(list(futures)):
            yield _ended(futures[future], future.exception(), say)


def _ended(job: CellJob, error: BaseException | None, say: Say) -> tuple[str, SgliteError | None]:
    if error is None:
        say(f"{job.cell.name}: trained")
        return job.cell.name, None
    return job.cell.name, error if isinstance(error, SgliteError) else SgliteError(_said(error))


def _said(error: BaseException) -> str:
    return str(error) if isinstance(error, SgliteError) else f"{type(error).__name__}: {error}"


def _scored(
    suites: Sequence[Suite], models: Sequence[ScoredModel], folder: Path, progress: ModelProgress | None
) -> RunResult:
    with contextlib.ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore", SgliteWarning)  # they stand in the results
        keeper = stack.enter_context(RunWriter(folder, overwrite=True))
        opening = stack.enter_context(Opener(folder.parent / "cache"))
        reading = Reading.of([suite.source for suite in suites])
        result = run(
            suites, [model.spec() for model in models], Settings(), opener=opening, keeper=keeper, progress=progress,
            reading=reading,
        )  # fmt: skip
        keeper.finish(result, summarize(result))
    return result


def _row(model: ScoredModel, found: dict[str, Any], parts: Sequence[CorpusPart]) -> dict[str, Any]:
    job = model.job
    card = read_card(job.model / CARD)
    part = next(part for part in parts if part.size == job.cell.size)
    return {
        "model": model.name,
        "class": model.model_class,
        "words": part.n_words,
        "corpus": size_name(job.cell.size),
        "seed": job.cell.seed,
        "perplexity": found.get("perplexity", ""),
        "bits_per_character": found.get("bits_per_character", ""),
        "sentence_ends": "left out" if job.of_trees else "counted",
        "unknown": found["n_unknown"] / max(found["n_words"], 1) if found else "",
        "search": " ".join(f"{name}={value}" for name, value in model.search.items()),
        "n_parameters": card.get("n_parameters", ""),
        "minutes": card.get("minutes", ""),
    }


def _write_lock(
    plan: RearingPlan, parts: Sequence[CorpusPart], suites: Sequence[Suite], jobs: Sequence[CellJob], out: Path
) -> None:
    from ..runner import versions

    ending = TREES if plan.corpus.trees else ".txt"
    document = {
        "plan": plan.document(),
        "versions": versions(),
        "package_version": __version__,
        "corpus": {
            "parts": [{**asdict(part), "path": part.path.name, "size": size_name(part.size)} for part in parts],
            "valid": file_sha256(out / "corpus" / f"valid{ending}"),
            "test": file_sha256(out / "corpus" / f"test{ending}"),
        },
        "suites": {suite.name: suite_sha256(suite) for suite in suites},
        "models": {job.cell.name: read_card(job.model / CARD).get("sha256") for job in jobs},
    }
    write_whole(out / LOCK, json.dumps(document, ensure_ascii=False, indent=2) + "\n")
