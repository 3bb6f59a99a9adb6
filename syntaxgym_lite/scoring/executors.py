"""Where batches of sentences are scored: in other processes of this machine, or on a Dask cluster.

A piece of work is one batch on one model, told by its name: every worker opens a model once. The batches are those of a
run without an executor, so the results are the same. A worker that dies loses one batch, which another one scores; a
batch that fails three times is reported, and the others go on.
"""

from __future__ import annotations

import contextlib
import json
import logging
import multiprocessing
import os
import re
import signal
import threading
import warnings
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_context
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from ..backends import Backend, load_backend
from ..backends.protocol import BatchFailure, Foreseeing
from ..backends.threads import n_processors
from ..errors import (
    PLUGIN_FAULTS,
    InputError,
    MissingExtraError,
    ModelError,
    ScoringError,
    SgliteError,
    SgliteWarning,
    told,
)
from ..surprisal import BackendInfo, ScoringOptions, TokenSurprisals

__all__ = ["DaskExecutor", "Executor", "ProcessExecutor", "RemoteBackend", "open_executor"]

MOST_ATTEMPTS = 3
SECONDS_TO_CONNECT = 20
SECONDS_BETWEEN_LOOKS = 5.0
"""How long one waits for a cluster's results before one looks whether it is still there."""
_BATCHES_AHEAD = 3  # given out for each worker: none waits for the next one, and results do not pile up


@dataclass(frozen=True, slots=True)
class Work:
    """A batch of sentences on a model.

    Parameters
    ----------
    spec : str
        The model as one writes it after ``--model``.
    model_options : mapping
        Options for it.
    texts : tuple of str
    options : ScoringOptions
    foresees : bool
        Whether only to find those that could not be scored.
    """

    spec: str
    model_options: Mapping[str, Any] = field(hash=False)
    texts: tuple[str, ...] = ()
    options: ScoringOptions = ScoringOptions()
    foresees: bool = False


Answer = tuple[BackendInfo, list[TokenSurprisals] | dict[str, str]]


class Executor(Protocol):
    """Whatever can have batches scored elsewhere."""

    def run(self, works: Sequence[Work]) -> Iterator[tuple[int, Answer | BatchFailure]]:
        """Give the answer to each piece of work with its place, in the order in which they come in."""
        ...

    def close(self) -> None:
        """Let the workers go."""
        ...


def open_executor(description: str) -> Executor | None:
    """Make an executor from what a user writes after ``--executor``.

    Parameters
    ----------
    description : str
        ``serial`` (here, one batch after the other), ``processes:N`` or ``dask:ADDRESS``, where ADDRESS is a
        scheduler's address or its scheduler file.

    Returns
    -------
    Executor or None
        None for ``serial``.

    Raises
    ------
    InputError
        If it is none of these, or the cluster cannot be reached.
    MissingExtraError
        If Dask is not installed.
    """
    kind, _, rest = description.partition(":")
    if kind == "serial" and not rest:
        return None
    if kind == "processes":
        if not (rest.isascii() and rest.isdecimal()) or int(rest) < 1:
            raise InputError(f"`executor={description}`: say how many processes, e.g. processes:{n_processors()}.")
        return ProcessExecutor(int(rest))
    if kind == "dask":
        if not rest:
            raise InputError(f"`executor={description}`: say where the scheduler is, e.g. dask:tcp://node01:8786.")
        return DaskExecutor(rest)
    raise InputError(f"`executor={description}`: give serial, processes:N or dask:ADDRESS.")


class RemoteBackend:
    """A model that workers have open, see `Work`; a backend that scores many batches at a time.

    Raises
    ------
    InputError, ModelError
        As a worker raises them on opening the model.
    """

    def __init__(self, executor: Executor, spec: str, model_options: Mapping[str, Any] | None = None) -> None:
        self._executor = executor
        self._spec = spec
        self._model_options = dict(model_options or {})
        [(_, answer)] = executor.run([Work(spec, self._model_options)])
        if isinstance(answer, BatchFailure):
            raise ModelError(f"{spec}: {answer.message}")
        self.info: BackendInfo = answer[0]

    def score(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> list[TokenSurprisals]:
        """Give the surprisals of every token of every sentence."""
        [(_, answer)] = self.score_batches([texts], options)
        if isinstance(answer, BatchFailure):
            raise ScoringError(answer.message)
        return answer

    def refusals(self, texts: Sequence[str], options: ScoringOptions = ScoringOptions()) -> dict[str, str]:
        """Find the sentences that cannot be scored; see `syntaxgym_lite.backends.protocol.Foreseeing`."""
        work = Work(self._spec, self._model_options, tuple(texts), options, foresees=True)
        [(_, answer)] = self._executor.run([work])
        # whoever cannot tell now will tell when they are scored
        return answer[1] if not isinstance(answer, BatchFailure) and isinstance(answer[1], dict) else {}

    def score_batches(
        self, batches: Sequence[Sequence[str]], options: ScoringOptions = ScoringOptions()
    ) -> Iterator[tuple[int, list[TokenSurprisals] | BatchFailure]]:
        """Score several batches at a time; see `syntaxgym_lite.backends.protocol.BatchBackend`."""
        works = [Work(self._spec, self._model_options, tuple(batch), options) for batch in batches]
        for index, answer in self._executor.run(works):
            if isinstance(answer, BatchFailure):
                yield index, answer
                continue
            info, results = answer
            if info.fingerprint != self.info.fingerprint:
                raise ModelError(
                    f"{self._spec} is not the same model on all workers; give them the same files and versions."
                )
            assert isinstance(results, list)  # it was asked for nothing else
            yield index, results


class ProcessExecutor:
    """Other processes of this machine, started afresh: for models that run on the processor.

    Parameters
    ----------
    n_workers : int
        How many. They share the machine's processors evenly.
    """

    def __init__(self, n_workers: int) -> None:
        self._n_threads = max(1, n_processors() // n_workers)
        try:
            self._pools = [self._new_pool() for _ in range(n_workers)]
        except OSError as error:
            raise InputError(
                f"`executor=processes:{n_workers}`: that many cannot be started ({error.strerror}); there are "
                f"{n_processors()} processors here."
            ) from None

    def _new_pool(self) -> ProcessPoolExecutor:
        # one process a pool: when it dies, one knows whose batch it had
        return ProcessPoolExecutor(
            1, mp_context=get_context("spawn"), initializer=_prepare_worker, initargs=(self._n_threads,)
        )

    def run(self, works: Sequence[Work]) -> Iterator[tuple[int, Answer | BatchFailure]]:
        """See `Executor.run`."""
        agenda = _Agenda(works)
        running: dict[Future[Answer], tuple[int, int]] = {}
        idle = list(range(len(self._pools)))[::-1]
        while agenda.waiting or running:
            while agenda.waiting and idle:
                worker, index = idle.pop(), agenda.take()
                running[self._submit(worker, works[index])] = worker, index
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                worker, index = running.pop(future)
                idle.append(worker)
                error = future.exception()
                if error is None:
                    yield index, future.result()
                    continue
                message = str(error)
                if not isinstance(error, SgliteError):
                    self._renew(worker)
                    message = "the process that scored these sentences died, perhaps for want of memory"
                failure = agenda.failed(index, error, message)
                if failure is not None:
                    yield index, failure

    def _submit(self, worker: int, work: Work) -> Future[Answer]:
        try:
            return self._pools[worker].submit(_do, work)
        except BrokenExecutor:  # it died since its last batch
            self._renew(worker)
            return self._pools[worker].submit(_do, work)

    def _renew(self, worker: int) -> None:
        self._pools[worker].shutdown(wait=False)
        self._pools[worker] = self._new_pool()

    def close(self) -> None:
        """End the processes."""
        for pool in self._pools:
            pool.shutdown(wait=False, cancel_futures=True)


class DaskExecutor:
    """Workers of a Dask cluster, each of which must have this package and the models installed.

    Parameters
    ----------
    address : str
        Of the scheduler, or the path of its scheduler file.
    """

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise MissingExtraError("Dask clusters", "dask") from None
        self._address = _scheduler_address(address)
        self._log = logging.getLogger("distributed.client")  # it writes tracebacks for what is said in a sentence here
        self._level = self._log.level
        self._log.setLevel(logging.CRITICAL)
        try:
            self._client: Any = Client(self._address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise InputError(f"`executor=dask:{address}`: no scheduler answers there ({error}).") from None

    def run(self, works: Sequence[Work]) -> Iterator[tuple[int, Answer | BatchFailure]]:
        """See `Executor.run`."""
        agenda = _Agenda(works)
        running: dict[str, int] = {}
        done: SimpleQueue[Any] = SimpleQueue()
        while agenda.waiting or running:
            # workers may have joined since
            most = max(1, self._n_threads()) * _BATCHES_AHEAD if self._is_there() else 0
            while agenda.waiting and len(running) < most:
                index = agenda.take()
                future = self._client.submit(_do, works[index], pure=False, retries=0)
                running[future.key] = index
                future.add_done_callback(done.put)
            future = self._next(done)
            index = running.pop(future.key)
            if future.status == "finished":
                yield index, future.result()
                continue
            error = future.exception() if future.status == "error" else None
            message = f"the cluster gave them back: {future.status}"
            if error is not None:
                message = str(error) if isinstance(error, SgliteError) else f"{type(error).__name__}: {error}"
            failure = agenda.failed(index, error, message)
            if failure is not None:
                yield index, failure

    def _next(self, done: SimpleQueue[Any]) -> Any:
        """Wait for some work to be done; raise if nobody is left who could do it."""
        has_warned = False
        while self._is_there():
            try:
                future = done.get(timeout=SECONDS_BETWEEN_LOOKS)
            except Empty:
                if self._is_there() and not self._n_threads() and not has_warned:
                    has_warned = True
                    warnings.warn(
                        f"The Dask cluster at {self._address} has no workers; waiting for one to join.",
                        SgliteWarning,
                        stacklevel=2,
                    )
                continue
            if future.status != "cancelled" or self._is_there():  # all work is cancelled when the scheduler is lost
                return future
        raise ScoringError(
            f"The Dask scheduler at {self._address} is gone. Start one and run the same command again; what was scored "
            "already is in the cache, if there is one."
        )

    def _is_there(self) -> bool:
        return str(self._client.status) == "running"

    def _n_threads(self) -> int:
        """Threads of all workers that there are now."""
        try:
            return sum(self._client.nthreads().values())
        except OSError:  # lost this very moment, which the client's state will say
            return 0

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()
        self._log.setLevel(self._level)


def _scheduler_address(text: str) -> str:
    """Give the address of a scheduler, which may stand in its scheduler file."""
    from distributed.comm import registry
    from distributed.security import Security

    where = f"`executor=dask:{text}`"
    address: Any = text
    if os.path.isfile(text):
        try:
            with open(text, encoding="utf-8") as file:
                address = json.load(file)["address"]
        except (OSError, ValueError, KeyError, TypeError):
            raise InputError(
                f"{where}: this is no scheduler file; `dask scheduler --scheduler-file` makes one."
            ) from None
    found = re.fullmatch(r"(?:(\w+)://)?\S+:\d+", str(address))
    if not found:
        raise InputError(
            f"{where}: there is no file of this name; give a scheduler's file, or its address, e.g. dask:tcp://node01:8786."
        )
    try:
        registry.get_backend(found[1] or "tcp")
    except ValueError:
        raise InputError(f"{where}: Dask knows no addresses that begin with {found[1]}://; try tcp://.") from None
    if found[1] in ("tls", "wss") and not Security().get_connection_args("client").get("ssl_context"):
        raise InputError(
            f"{where}: Dask has no certificate for {found[1]}://; name it in Dask's settings, distributed.comm.tls."
        )
    return str(address)


class _Agenda:
    """What is still to be given out, and how often each piece of work has been."""

    def __init__(self, works: Sequence[Work]) -> None:
        self._works = works
        self._attempts = [0] * len(works)
        self.waiting = deque(range(len(works)))

    def take(self) -> int:
        """Which piece of work is next."""
        index = self.waiting.popleft()
        self._attempts[index] += 1
        return index

    def failed(self, index: int, error: BaseException | None, message: str) -> BatchFailure | None:
        """Put work back, or give up on it; raise what no further attempt mends: bad input, a model that is missing."""
        if isinstance(error, SgliteError) and not isinstance(error, ScoringError):
            raise error
        if self._attempts[index] < MOST_ATTEMPTS:
            self.waiting.append(index)
            return None
        return BatchFailure(self._works[index].texts, message)


# ---------------------------------------------------------------- in a worker

_OPEN: dict[tuple[str, tuple[tuple[str, Any], ...]], Backend] = {}
_LOCK = threading.Lock()  # a worker of Dask may have several threads; a model is asked by one at a time


def _prepare_worker(n_threads: int) -> None:
    os.environ.setdefault("OMP_NUM_THREADS", str(n_threads))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; the process that gives the work decides
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when the one that gives it work is gone, however it ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(work: Work) -> Answer:
    """Score a batch with a model that stays open for the next one."""
    with _LOCK:
        key = work.spec, tuple(sorted(work.model_options.items()))
        if key not in _OPEN:
            _OPEN[key] = load_backend(work.spec, work.model_options)
        backend = _OPEN[key]
        if not work.texts:
            return backend.info, []
        try:
            if work.foresees:
                return backend.info, backend.refusals(work.texts, work.options) if isinstance(
                    backend, Foreseeing
                ) else {}
            results = list(backend.score(work.texts, work.options))
        except SgliteError:
            raise
        except PLUGIN_FAULTS as error:
            raise ScoringError(told(error)) from None
    return backend.info, results


@contextlib.contextmanager
def executing(description: str) -> Iterator[Executor | None]:
    """Open an executor, and close it whatever happens; see `open_executor`."""
    executor = open_executor(description)
    try:
        yield executor
    finally:
        if executor is not None:
            executor.close()
