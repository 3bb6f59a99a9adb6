"""Batches scored elsewhere: the same results, and what happens when workers die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import torch
from support import faulty_worker
from support.toys import suite_document

from syntaxgym_lite.backends import load_backend
from syntaxgym_lite.backends.protocol import BatchFailure
from syntaxgym_lite.cli import main
from syntaxgym_lite.errors import InputError, ModelError, ModelNotFoundError, ScoringError, SgliteWarning
from syntaxgym_lite.plan import Settings
from syntaxgym_lite.runner import run
from syntaxgym_lite.scoring import executors
from syntaxgym_lite.scoring.cache import SurprisalCache
from syntaxgym_lite.scoring.executors import DaskExecutor, ProcessExecutor, RemoteBackend, Work, open_executor
from syntaxgym_lite.scoring.opener import Opener
from syntaxgym_lite.scoring.schedule import PartialScoringError, score_texts
from syntaxgym_lite.suite.json import suite_from_document
from syntaxgym_lite.surprisal import ScoringOptions

TEXTS = [f"The {noun} {verb}." for noun in ("dog", "cat", "child") for verb in ("sleeps", "barks", "ran home")]


@pytest.fixture(scope="module")
def pool():
    executor = ProcessExecutor(2)
    yield executor
    executor.close()


@pytest.fixture
def faults(tmp_path, monkeypatch):
    monkeypatch.setenv(faulty_worker.FOLDER, str(tmp_path))
    monkeypatch.setattr(executors, "_do", faulty_worker.do)
    return tmp_path


@pytest.fixture
def faulty_pool(faults):
    executor = ProcessExecutor(2)  # its processes inherit the folder for the faults
    yield executor
    executor.close()


def assert_same(one, other):
    assert [scored.tokens for scored in one] == [scored.tokens for scored in other]
    for a, b in zip(one, other, strict=True):
        np.testing.assert_array_equal(a.bits, b.bits)
        np.testing.assert_array_equal(a.spans, b.spans)
        np.testing.assert_array_equal(a.eos_bits, b.eos_bits)  # NaN where not asked for


def test_processes_give_the_bits_of_a_serial_run(pool):
    options = ScoringOptions(eos=True)
    remote = RemoteBackend(pool, "ngram")
    here = load_backend("ngram")
    assert remote.info == here.info
    assert_same(score_texts(remote, TEXTS, options, batch_size=2), score_texts(here, TEXTS, options, batch_size=2))
    assert_same(remote.score(TEXTS), here.score(TEXTS))


def test_progress_counts_what_is_done_and_the_cache_keeps_it(pool, tmp_path):
    ticks: list[tuple[int, int | None]] = []
    with SurprisalCache(tmp_path) as cache:
        backend = RemoteBackend(pool, "ngram")
        first = score_texts(backend, TEXTS, batch_size=2, cache=cache, progress=lambda n, of: ticks.append((n, of)))
        assert sorted(ticks) == ticks
        assert ticks[-1] == (len(TEXTS), len(TEXTS))
        assert [model.n_sentences for model in cache.contents().models] == [len(TEXTS)]
        backend.score_batches = None  # nothing is left to score
        assert_same(score_texts(backend, TEXTS, cache=cache), first)


def test_a_missing_model_is_the_error_that_it_is_in_a_serial_run(pool):
    with pytest.raises(ModelNotFoundError, match=r"nowhere\.arpa"):
        RemoteBackend(pool, "kenlm:nowhere.arpa")
    with pytest.raises(InputError, match="no option 'loud'"):
        RemoteBackend(pool, "ngram", {"loud": True})


def test_a_process_that_dies_loses_nothing(faulty_pool, faults):
    texts = [*TEXTS, "die 2", "fail 2"]
    remote = RemoteBackend(faulty_pool, "ngram")
    assert_same(score_texts(remote, texts, batch_size=1), score_texts(load_backend("ngram"), texts, batch_size=1))
    assert [(faults / name).read_text() for name in ("die_2", "fail_2")] == ["xxx", "xxx"]


def test_a_batch_that_fails_three_times_is_reported_and_the_rest_is_kept(faulty_pool, faults):
    remote = RemoteBackend(faulty_pool, "ngram")
    with pytest.raises(PartialScoringError, match=r"'die 9' could not be scored: the process .* died") as caught:
        score_texts(remote, [*TEXTS, "die 9", "fail 9 times"], batch_size=1)
    assert "'fail 9 times' could not be scored: fault 3" in str(caught.value)
    assert sorted(caught.value.failed) == ["die 9", "fail 9 times"]
    assert set(caught.value.scored) == set(TEXTS)
    assert [len((faults / name).read_text()) for name in ("die_9", "fail_9_times")] == [3, 3]


def test_a_backend_alone_raises_what_failed(faulty_pool):
    remote = RemoteBackend(faulty_pool, "ngram")
    with pytest.raises(ModelError, match="fault 3"):
        remote.score(["fail 9"])


def test_workers_with_another_model_are_refused(pool, monkeypatch):
    remote = RemoteBackend(pool, "ngram")
    remote.info = RemoteBackend(pool, "unigram:ngram").info
    with pytest.raises(ModelError, match="not the same model on all workers"):
        remote.score(["The dog sleeps."])


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ("processes", "processes:"),
        ("processes:0", "processes:"),
        ("processes:many", "processes:"),
        ("threads:4", "serial, processes:N or dask:ADDRESS"),
        ("serial:2", "serial, processes:N or dask:ADDRESS"),
        ("dask:", "scheduler"),
    ],
)
def test_what_is_no_executor_is_refused(description, message):
    with pytest.raises(InputError, match=message):
        open_executor(description)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="POSIX only")
@pytest.mark.parametrize("ending", ["SIGKILL", "SIGTERM", "SIGINT"])
def test_no_process_outlives_the_one_that_gives_it_work(ending):
    program = (
        "import signal, time\n"
        "from syntaxgym_lite.scoring.executors import ProcessExecutor, RemoteBackend\n"
        "if __name__ == '__main__':\n"
        "    signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # ignored in what a shell runs in the background
        "    executor = ProcessExecutor(1)\n"
        "    RemoteBackend(executor, 'ngram')\n"
        "    print(*(pid for pool in executor._pools for pid in pool._processes), flush=True)\n"
        "    time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as parent:
        worker = int(parent.stdout.readline())
        parent.send_signal(getattr(signal, ending))
        parent.communicate(timeout=30)  # ends only when nobody holds the pipes open any more
    for _ in range(100):
        if not is_running(worker):
            return
        time.sleep(0.1)
    pytest.fail("the worker goes on")


def is_running(pid):
    try:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"  # ended, and nobody has asked how
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return sys.platform != "linux"


def test_serial_needs_no_executor():
    assert open_executor("serial") is None


# ---------------------------------------------------------------- Dask


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")
    folder = tmp_path_factory.mktemp("faults")
    os.environ[faulty_worker.FOLDER] = str(folder)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", local_directory=str(folder)
    ) as running:
        yield running
    del os.environ[faulty_worker.FOLDER]


@pytest.fixture
def on_dask(cluster):
    executor = open_executor(f"dask:{cluster.scheduler_address}")
    yield executor
    executor.close()


def test_a_cluster_gives_the_bits_of_a_serial_run(on_dask):
    remote = RemoteBackend(on_dask, "ngram")
    assert_same(score_texts(remote, TEXTS, batch_size=2), score_texts(load_backend("ngram"), TEXTS, batch_size=2))


def test_a_worker_killed_in_mid_run_is_survived(on_dask, cluster, monkeypatch):
    monkeypatch.setattr(executors, "_do", faulty_worker.do)
    texts = [f"slow {number}" for number in range(20)]
    remote = RemoteBackend(on_dask, "ngram")
    victim = next(iter(cluster.workers.values())).pid
    timer = threading.Timer(0.5, os.kill, (victim, signal.SIGKILL))
    timer.start()
    scored = score_texts(remote, texts, batch_size=1)
    timer.join()
    assert victim not in [worker.pid for worker in cluster.workers.values()]  # it was replaced
    assert_same(scored, score_texts(load_backend("ngram"), texts, batch_size=1))


def test_a_batch_that_fails_three_times_on_a_cluster_is_reported(on_dask, monkeypatch):
    monkeypatch.setattr(executors, "_do", faulty_worker.do)
    remote = RemoteBackend(on_dask, "ngram")
    answers = dict(remote.score_batches([["The dog sleeps."], ["fail 7"]]))
    assert isinstance(answers[0], list)
    assert answers[1] == BatchFailure(("fail 7",), "fault 3")


def test_a_cluster_that_is_not_there_is_said(monkeypatch):
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    monkeypatch.setattr(executors, "SECONDS_TO_CONNECT", 1)
    with pytest.raises(InputError, match="no scheduler answers"):
        open_executor("dask:tcp://127.0.0.1:9")


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("nonsense", "no file of this name"),
        ("/nowhere/scheduler.json", "no file of this name"),
        ("tcp://node01", "no file of this name"),
        ("tls://node01:8786", "no certificate for tls://"),
        ("inproc://1/2", "no file of this name"),
        ("abc://node01:8786", "Dask knows no addresses that begin with abc://"),
        (__file__, "no scheduler file"),
    ],
)
def test_what_is_no_address_is_refused_at_once(address, message):
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    with pytest.raises(InputError, match=message):
        open_executor(f"dask:{address}")


def test_workers_that_join_later_get_work_too():
    class Growing:
        """A client of a cluster that has one thread at first and four later."""

        status = "running"
        n_asked = 0

        def nthreads(self):
            self.n_asked += 1
            return {"one": 1} if self.n_asked < 3 else {"one": 1, "two": 3}

        def submit(self, function, work, **options):
            given.append(work)
            return Done(key=work.texts[0])

    class Done:
        status = "finished"

        def __init__(self, key):
            self.key = key

        def result(self):
            return "answer"

        def add_done_callback(self, function):
            function(self)

    given = []
    executor = DaskExecutor.__new__(DaskExecutor)
    executor._client = Growing()
    works = [Work("ngram", {}, (text,)) for text in "abcdefghijklmnopqrst"]
    n_ahead = [len(given) - n_before for n_before, _ in enumerate(executor.run(works))]
    assert n_ahead[:3] == [3, 3, 12]
    assert given == works


def test_a_scheduler_that_dies_in_mid_run_is_an_error_not_an_endless_wait(tmp_path, monkeypatch):
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    monkeypatch.setattr(executors, "SECONDS_BETWEEN_LOOKS", 0.5)
    file = tmp_path / "scheduler.json"
    program = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--dashboard-address", ":0"]
    with subprocess.Popen(
        [*program, "--scheduler-file", str(file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as scheduler:
        for _ in range(300):
            if file.exists():
                break
            time.sleep(0.1)
        executor = open_executor(f"dask:{file}")
        timer = threading.Timer(1.0, scheduler.kill)
        timer.start()
        with pytest.warns(SgliteWarning, match="no workers"), pytest.raises(ScoringError, match="is gone"):
            list(executor.run([Work("ngram", {}, ("The dog sleeps.",))]))
        timer.join()
        executor.close()


def test_dask_is_an_extra(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(ModelError, match=r"distributed>=2024.1"):
        open_executor("dask:tcp://127.0.0.1:9")


# ---------------------------------------------------------------- whole runs


def sglite(*arguments):
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    return ended.value.code or 0


def files_of(folder):
    return {name: (folder / name).read_bytes() for name in ("summary.json", "items.csv", "regions.csv", "tokens.csv")}


@pytest.mark.parametrize("model", ["ngram", "lstm"])
def test_a_run_on_workers_writes_the_files_of_a_serial_run(tmp_path, monkeypatch, request, model):
    # another number of threads may round sums otherwise; here PyTorch may have been imported long before
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    before = torch.get_num_threads()
    request.addfinalizer(lambda: torch.set_num_threads(before))
    torch.set_num_threads(1)
    command = ["eval", "npz", "number_prep", "--model", model, "--batch-size", "50", "--format", "csv", "-q"]
    assert sglite(*command, "--out", str(tmp_path / "serial")) == 0
    assert sglite(*command, "--out", str(tmp_path / "processes"), "--executor", "processes:2") == 0
    assert files_of(tmp_path / "processes") == files_of(tmp_path / "serial")


def test_a_run_on_a_cluster_writes_the_files_of_a_serial_run(tmp_path, cluster):
    command = ["eval", "npz", "--model", "ngram", "--batch-size", "20", "--format", "csv", "-q"]
    assert sglite(*command, "--out", str(tmp_path / "serial")) == 0
    assert sglite(*command, "--out", str(tmp_path / "dask"), "--executor", f"dask:{cluster.scheduler_address}") == 0
    assert files_of(tmp_path / "dask") == files_of(tmp_path / "serial")


def test_suites_without_a_failed_sentence_are_kept(faulty_pool):
    good = suite_from_document(suite_document([{"c": ["the fox", "sleeps"]}], name="good"))
    bad = suite_from_document(suite_document([{"c": ["fail 99", "sleeps"]}], name="bad"))
    result = run([good, bad], "ngram", Settings(batch_size=1), opener=Opener(False, faulty_pool))
    assert [suite.suite for suite in result.models[0].suites] == ["good"]
    [failure] = result.failures
    assert (failure.model, "fail 99 sleeps" in failure.message) == ("ngram", True)
    with pytest.raises(ModelError, match="fail 99 sleeps"):
        run([bad], "ngram", Settings(batch_size=1), opener=Opener(False, faulty_pool))


def test_a_model_in_memory_cannot_be_sent_to_workers(pool):
    suite = suite_from_document(suite_document([{"c": ["the fox", "sleeps"]}]))
    with pytest.raises(InputError, match="by their names"):
        run([suite], load_backend("ngram"), opener=Opener(False, pool))
