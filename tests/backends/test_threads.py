"""PyTorch gets as many threads as there are processors for it, and they sleep while they wait."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from syntaxgym_lite.backends import threads

CODE = (
    "import os, sys\n"
    "from syntaxgym_lite.backends.threads import prepare_threads\n"
    "prepare_threads()\n"
    "import torch\n"
    "print(os.environ['OMP_WAIT_POLICY'], torch.get_num_threads())\n"
)


def settings(code=CODE, **variables):
    # what the tests' own process was given, by conftest.py or by a cluster that another test has started
    said = ("OMP_WAIT_POLICY", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
    environment = {name: value for name, value in os.environ.items() if name not in said}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**environment, **variables}, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_threads_are_as_many_as_processors_and_passive():
    assert settings() == ["PASSIVE", str(threads.n_processors())]


def test_what_the_user_has_set_stands():
    assert settings(OMP_WAIT_POLICY="ACTIVE", OMP_NUM_THREADS="1") == ["ACTIVE", "1"]


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the mask of processors is Linux's")
def test_a_process_that_may_use_one_processor_gets_one_thread():
    one = f"import os; os.sched_setaffinity(0, {{{min(os.sched_getaffinity(0))}}})\n"
    assert settings(one + CODE) == ["PASSIVE", "1"]


def test_nothing_is_set_once_pytorch_is_imported(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", object())
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    threads.prepare_threads()
    assert "OMP_NUM_THREADS" not in os.environ


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """Eight logical processors, two to a core, and no quota."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    for number in range(8):
        topology = tmp_path / "cpus" / f"cpu{number}" / "topology"
        topology.mkdir(parents=True)
        (topology / "thread_siblings_list").write_text(f"{number % 4},{number % 4 + 4}\n")
    groups = tmp_path / "groups"
    groups.mkdir()
    monkeypatch.setattr(threads, "_TOPOLOGY", tmp_path / "cpus")
    monkeypatch.setattr(threads, "_CGROUP", groups)
    return groups


def test_two_hardware_threads_of_a_core_count_once(machine):
    assert threads.n_processors() == 4


@pytest.mark.parametrize(
    ("quota", "n"), [("max 100000", 4), ("300000 100000", 3), ("150000 100000", 1), ("50000 100000", 1)]
)
def test_a_quota_of_the_control_group_is_the_most(machine, quota, n):
    (machine / "cpu.max").write_text(f"{quota}\n")
    assert threads.n_processors() == n


@pytest.mark.parametrize(("quota", "n"), [(-1, 4), (200000, 2)])
def test_a_quota_of_the_older_kind_counts_as_well(machine, quota, n):
    (machine / "cpu").mkdir()
    (machine / "cpu" / "cpu.cfs_quota_us").write_text(f"{quota}\n")
    (machine / "cpu" / "cpu.cfs_period_us").write_text("100000\n")
    assert threads.n_processors() == n
