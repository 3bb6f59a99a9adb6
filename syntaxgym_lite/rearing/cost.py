"""What a plan will cost: each class is trained, and scores, for some seconds."""

from __future__ import annotations

import csv
import math
import tempfile
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from ..errors import SgliteError, SgliteWarning
from ..scoring.opener import Opener
from .cells import CellJob, ScoredModel, is_trained, scored_models
from .corpora import CorpusPart, make_parts
from .plan import RearingPlan
from .rear import MODELS, RESULTS, cell_jobs, suites_of_plan
from .trainers import TRAINERS, trainer_options

__all__ = ["ModelCost", "costs"]

_TRIAL_MINUTES = 0.1


@dataclass(frozen=True, slots=True)
class ModelCost:
    """What a model will cost.

    Parameters
    ----------
    name : str
    words_per_second : float or None
        Of training, as measured in a trial; None if it is trained already, or trained for the model before it.
    minutes : float
        Of training, within its budget.
    scored_per_second : float or None
        Words that it scores a second, of suites in which sentences share beginnings; None if it is scored already. NaN
        where the trial failed.
    scoring_minutes : float
        Of the suites and the test text.
    """

    name: str
    words_per_second: float | None
    minutes: float
    scored_per_second: float | None
    scoring_minutes: float


def costs(plan: RearingPlan, out: str | Path, *, minutes: float = _TRIAL_MINUTES) -> Iterator[ModelCost]:
    """Say what a plan will cost, by training each class for some seconds on its smallest part, and scoring with that.

    Parameters
    ----------
    plan : RearingPlan
    out : str or Path
        See `syntaxgym_lite.rearing.rear.rear`; gets the parts of the text.
    minutes : float, optional
        Of each trial of training; of scoring, half as long.

    Yields
    ------
    ModelCost
        In the order of `RearingPlan.cells`, each model once for each of its searches.
    """
    out = Path(out)
    parts = make_parts(plan.corpus, out / "corpus")
    suites = [sentence.text for suite in suites_of_plan(plan) for sentence in suite.sentences()]
    # the beginning of the test text alone is no worse a sample
    texts = [*dict.fromkeys(suites), *(out / "corpus" / "test.txt").read_text(encoding="utf-8").splitlines()]
    n_words = sum(len(text.split()) for text in texts)
    done = _names_in(out / RESULTS / MODELS)
    trained: dict[str, float] = {}
    scored: dict[str, float] = {}
    for job in cell_jobs(plan, parts, out):
        there = is_trained(job)
        name = job.cell.architecture.name
        models = scored_models(job)
        if there and all(model.name in done for model in models):
            yield from (ModelCost(model.name, None, 0.0, None, 0.0) for model in models)
            continue
        if name not in trained and not there:
            with tempfile.TemporaryDirectory() as folder:
                trial = replace(job, folder=Path(folder))
                trained[name] = _speed(trial, minutes)
                scored |= _scoring_speeds(trial, texts, minutes / 2)
        elif models[0].model_class not in scored:
            scored |= _scoring_speeds(job, texts, minutes / 2)
        part = next(part for part in parts if part.size == job.cell.size)
        for place, model in enumerate(models):
            speed = scored[model.model_class]
            yield ModelCost(
                model.name,
                None if there or place else trained[name],
                0.0 if there or place else _minutes(job, part, trained[name]),
                speed,
                n_words / speed / 60,
            )


def _speed(job: CellJob, minutes: float) -> float:
    """Words a second of a class, by training one for a moment; validations are left out."""
    architecture = job.cell.architecture
    trainer = TRAINERS[architecture.arch]
    options = dict(architecture.options)
    if trainer.has_budget:
        options = {**options, "max_minutes": minutes, "epochs": 100_000, "patience": 100_000}
        for name in ("checkpoints", "max_words"):
            options.pop(name, None)
    spoken: list[tuple[float | None, int]] = [(None, 0)]
    begun = time.monotonic()
    trainer.train(
        job.material,
        job.model,
        options,
        lambda _, speed, n: spoken.append((speed, n)),
        seed=1,
        report_seconds=minutes * 60 / 12,
    )
    seconds = time.monotonic() - begun
    if not trainer.has_budget:
        return job.material.n_words / seconds
    learnt = [(n - before, speed) for (_, before), (speed, n) in pairwise(spoken) if speed and n > before]
    if not learnt:
        return max(n for _, n in spoken) / seconds
    return sum(n for n, _ in learnt) / sum(n / speed for n, speed in learnt)


def _scoring_speeds(job: CellJob, texts: Sequence[str], minutes: float) -> Mapping[str, float]:
    """Words a second that a model scores, by class and search."""
    return {model.model_class: _scoring_speed(model, texts, minutes * 60) for model in scored_models(job)}


def _scoring_speed(model: ScoredModel, texts: Sequence[str], seconds: float) -> float:
    n_words, start, n = 0, 0, 1
    with warnings.catch_warnings(), Opener(False) as opening:
        warnings.simplefilter("ignore", SgliteWarning)
        try:
            scorer = opening.open(model.spec())
            scorer.score(texts[:1])  # what is done once
            begun = time.monotonic()
            while time.monotonic() - begun < seconds and start < len(texts):
                some = texts[start : start + n]
                scorer.score(some)
                n_words += sum(len(text.split()) for text in some)
                start, n = start + n, 2 * n
        except SgliteError:  # what the plan itself will say
            return math.nan
        return n_words / (time.monotonic() - begun)


def _minutes(job: CellJob, part: CorpusPart, speed: float) -> float:
    architecture = job.cell.architecture
    trainer = TRAINERS[architecture.arch]
    if not trainer.has_budget:
        return part.n_words / speed / 60
    made = trainer_options(trainer, architecture.options, seed=1)
    options = made[0] if isinstance(made, tuple) else made
    n_words = min(part.n_words * options.epochs, options.max_words or float("inf"))
    return float(min(n_words / speed / 60, options.max_minutes or float("inf")))


def _names_in(table: Path) -> set[str]:
    """Names of the models that a table of an earlier run has."""
    if not table.is_file():
        return set()
    with table.open(encoding="utf-8", newline="") as file:
        return {row["model"] for row in csv.DictReader(file)}
