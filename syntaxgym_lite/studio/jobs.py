"""Suites scored in the background: one at a time, in a thread of its own, and the newest state of each.

A suite has one job. Asking for another one stops it, which costs nothing: what was scored until then is in the cache,
so that only what is new is ever scored. Models stay open from one job to the next.
"""

from __future__ import annotations

import contextlib
import itertools
import tempfile
import threading
import time
import traceback
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ..authoring.unfinished import Readable
from ..backends.hf.find import NotFetchedError, without_hub
from ..backends.specs import names_of
from ..cloze import cloze_defaults
from ..errors import ScoringError, SgliteError, Stopped, lacks_memory
from ..plan import Settings
from ..results import Failure, RunResult
from ..runner import run
from ..scoring.cache import default_folder
from ..scoring.kept import KeptModels
from ..scoring.opener import CacheChoice, Opener, deal_options
from ..scoring.pace import Pace
from ..scoring.scorer import Scorer
from ..suite import Excluded, Suite
from ..surprisal import Capabilities

__all__ = ["Job", "Jobs", "OnModel"]

State = Literal["waiting", "opening", "scoring", "scored", "stopped", "failed", "absent"]
_AT_ONCE = {"words": 128}
"""Sentences of a batch, after which one sees how far it is, and can stop."""
_FEW = 32
_MOST_TURNS = 10  # in which items with sentences that fail are left out


@dataclass
class OnModel:
    """A model of a job.

    Parameters
    ----------
    spec : str
        As one writes it after ``--model``.
    name : str
        What it is called in results.
    state : str
        ``"absent"``: a model of the hub that is not on this machine.
    message : str
        Why there is no result.
    done, total : int or None
        Sentences.
    pace : Pace
    places : tuple of int
        Of the document, of the items that the result has.
    left_out : list of (tuple of int, str)
        Items that it lacks, and why.
    run : RunResult or None
    """

    spec: str
    name: str
    state: State = "waiting"
    message: str = ""
    done: int | None = None
    total: int | None = None
    pace: Pace = field(default_factory=Pace)
    places: tuple[int, ...] = ()
    left_out: list[tuple[tuple[int, ...], str]] = field(default_factory=list)
    run: RunResult | None = None


@dataclass
class Job:
    """A suite to be scored on some models.

    Parameters
    ----------
    number : int
    suite_id : str
    revision : int
        Of its document.
    readable : Readable
        What of the document can be scored.
    models : list of OnModel
    fetched : frozenset of str
        Models that the hub may be asked for.
    state : {"waiting", "running", "done", "stopped"}
    """

    number: int
    suite_id: str
    revision: int
    readable: Readable
    models: list[OnModel]
    fetched: frozenset[str] = frozenset()
    state: Literal["waiting", "running", "done", "stopped"] = "waiting"
    stopping: threading.Event = field(default_factory=threading.Event)
    shown: tuple[int, Any] = (-1, None)  # what the page shows of it, of so many models
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come of it."""
        return self.state in ("done", "stopped")

    @property
    def with_results(self) -> list[OnModel]:
        """Models that have a result."""
        return [one for one in self.models if one.run is not None]

    def run(self) -> RunResult | None:
        """Give the results of all models as those of one run, with what failed; None if there are none."""
        runs = [one.run for one in self.models if one.run is not None]
        if not runs:
            return None
        failures = [Failure(one.name, one.message) for one in self.models if one.run is None and one.message]
        return replace(
            runs[0],
            models=tuple(model for each in runs for model in each.models),
            failures=tuple(failures),
        )


class Jobs:
    """What is scored, and was.

    Parameters
    ----------
    owner : object
        With it the thread goes.
    cache
        See `Opener`; where nothing is to be kept, what was scored is kept until the end of this.
    """

    def __init__(self, owner: object, cache: CacheChoice = None) -> None:
        self._cache = cache
        self._numbers = itertools.count(1)
        self._changed = threading.Condition()
        self._jobs: dict[str, Job] = {}
        self._shown: dict[str, Job] = {}
        self._is_over = False
        self._thread: threading.Thread | None = None
        weakref.finalize(owner, self.end)

    def job(self, suite_id: str) -> Job | None:
        """Give the job of a suite."""
        return self._jobs.get(suite_id)

    def shown(self, suite_id: str) -> Job | None:
        """Give the last job of a suite that has results."""
        job = self._jobs.get(suite_id)
        return job if job is not None and job.is_over and job.with_results else self._shown.get(suite_id)

    def ask(
        self, suite_id: str, revision: int, readable: Readable, specs: Sequence[str], fetched: frozenset[str]
    ) -> Job:
        """Have a suite scored, unless that is done, or being done; what was asked for before is stopped."""
        with self._changed:
            job = self._jobs.get(suite_id)
            if job is not None:
                alike = [one.spec for one in job.models] == list(specs) and job.revision == revision
                if alike and (not job.is_over or all(one.run for one in job.models)):
                    return job
                self._end(job)
            models = [OnModel(spec, name) for spec, name in zip(specs, names_of(specs), strict=True)]
            job = Job(next(self._numbers), suite_id, revision, readable, models, fetched)
            self._jobs[suite_id] = job
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="scoring", daemon=True)
                self._thread.start()
            self._changed.notify_all()
        return job

    def stop(self, suite_id: str) -> Job | None:
        """End the job of a suite, after the batch that is being scored."""
        with self._changed:
            job = self._jobs.get(suite_id)
            if job is not None:
                self._end(job)
        return job

    def forget(self, suite_id: str) -> None:
        """Forget a suite that is closed."""
        self.stop(suite_id)
        self._jobs.pop(suite_id, None)
        self._shown.pop(suite_id, None)

    def end(self) -> None:
        """Let go of everything."""
        with self._changed:
            self._is_over = True
            for job in self._jobs.values():
                self._end(job)
            self._changed.notify_all()

    def _end(self, job: Job) -> None:
        job.stopping.set()
        if job.state == "waiting":
            _is_stopped(job)

    # ------------------------------------------------------------ the thread

    def _work(self) -> None:
        with contextlib.ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sglite-studio-"))
            keeps = self._cache if self._cache is not None else default_folder() is not None
            opener = stack.enter_context(Opener(self._cache if keeps else folder))
            models = KeptModels(opener)
            stack.callback(models.forget)
            while (job := self._next()) is not None:
                for one in job.models:
                    if not job.stopping.is_set():
                        _score(job, one, models)
                with self._changed:
                    if job.stopping.is_set() and any(one.run is None for one in job.models):
                        _is_stopped(job)
                    else:
                        job.state = "done"
                    if job.with_results and self._jobs.get(job.suite_id) is job:
                        self._shown[job.suite_id] = job

    def _next(self) -> Job | None:
        with self._changed:
            while not self._is_over:
                for job in self._jobs.values():
                    if job.state == "waiting":
                        job.state = "running"
                        return job
                self._changed.wait()
        return None


def _is_stopped(job: Job) -> None:
    for one in job.models:
        if one.state in ("waiting", "opening", "scoring"):
            one.state = "stopped"
    job.state = "stopped"


def _score(job: Job, one: OnModel, models: KeptModels) -> None:
    """Score a suite on a model, and note what became of it; whatever happens costs nothing else."""
    suite = job.readable.suite
    if suite is None:
        one.state = "failed"
        return
    one.state = "opening"
    try:
        with contextlib.nullcontext() if one.spec in job.fetched else without_hub():
            [options] = deal_options([one.spec], {}, cloze_defaults([suite]))
            scorer = models.get(one.spec, options, name=one.name)
            one.run = _result(job, one, suite, scorer, models.opener)
        one.state = "scored"
    except Stopped:
        one.state = "stopped"
    except NotFetchedError as error:
        one.state, one.message = "absent", str(error)
    except SgliteError as error:
        one.state, one.message = "failed", str(error)
    except Exception as error:
        traceback.print_exc()  # in the terminal that the studio was started from
        one.state = "failed"
        one.message = (
            f"There is too little memory for {one.name}."
            if lacks_memory(error)
            else f"A defect in syntaxgym_lite: {type(error).__name__}: {error}"
        )


def _result(job: Job, one: OnModel, suite: Suite, scorer: Scorer, opener: Opener) -> RunResult:
    """Score it; items with sentences on which the model fails are left out, and scored without them."""

    def tick(done: int, total: int | None) -> None:
        one.state, one.done, one.total = "scoring", done, total
        one.pace.report(time.monotonic(), done)
        if job.stopping.is_set():
            raise Stopped

    settings = Settings(batch_size=_batch_size(scorer.info.capabilities))
    places = list(job.readable.items)
    turns = 0
    while True:
        try:
            result = run([suite], [scorer], settings, opener=opener, progress=lambda _: tick)
        except ScoringError as error:
            turns += 1
            failing = {text: str(error) for text in error.texts}
            numbers = {sentence.item_number for sentence in suite.sentences() if sentence.text in failing}
            if not numbers or len(numbers) == len(suite.items) or turns > _MOST_TURNS:
                raise
            lost = [at for at, item in enumerate(suite.items) if item.number in numbers]
            one.left_out.append((tuple(places[at] for at in lost), str(error)))
            suite = _without(suite, lost, f"{one.name} cannot score it")
            places = [place for at, place in enumerate(places) if at not in lost]
        else:
            one.places = tuple(places)
            return result


def _batch_size(capabilities: Capabilities) -> int:
    return _AT_ONCE.get(capabilities.units, _FEW)


def _without(suite: Suite, places: Sequence[int], why: str) -> Suite:
    """A suite without some of its items, which says so."""
    lost = [Excluded(f"item {suite.items[place].number}", why) for place in places]
    kept = tuple(item for place, item in enumerate(suite.items) if place not in places)
    return replace(suite, items=kept, excluded=(*suite.excluded, *lost))
