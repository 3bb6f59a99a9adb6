"""Runs that are killed or interrupted at any moment: nothing half is left, and the same command goes on."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.running import sglite
from support.toys import suite_document

from syntaxgym_lite.cli import _explained

N_MOMENTS = int(os.environ.get("SGLITE_TEST_KILLS", "50"))
ON_POSIX = pytest.mark.skipif(os.name != "posix", reason="needs signals")

# Many runs in processes that are forked, so that each begins at once, and is at work whenever it is ended.
_RUNS = """
import os, signal, sys, time
from random import Random
from contextlib import redirect_stdout
from syntaxgym_lite.cli import main

def run(folder, wait=None):
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        main(["eval", *sys.argv[4:], "--out", folder, "--cache", folder + "-cache"])
    if wait is not None:
        time.sleep(wait)
        os.kill(child, NUMBER)
    return os.waitpid(child, 0)[1]

NUMBER = getattr(signal, sys.argv[1])
target, moments = sys.argv[2], int(sys.argv[3])
with redirect_stdout(sys.stderr):
    try:
        main(["eval", *sys.argv[4:], "--out", target + "-first", "--cache", target + "-first-cache"])  # all is imported
    except SystemExit as done:
        assert done.code == 0
begun = time.monotonic()
assert run(target + "-undisturbed") == 0
longest = (time.monotonic() - begun) * 1.2
rng = Random(1)
for moment in range(moments):
    wait = rng.uniform(0, longest)
    print(run(f"{target}-{moment}", wait), flush=True)
    for name in sorted(os.listdir(f"{target}-{moment}") if os.path.isdir(f"{target}-{moment}") else []):
        print("left", name)
    is_done = os.path.exists(f"{target}-{moment}/run.json")
    assert os.waitstatus_to_exitcode(run(f"{target}-{moment}")) == (2 if is_done else 0)  # nothing is replaced unasked
"""


@pytest.fixture
def suite(tmp_path):
    items = [{"a": [f"the old dog {n}", "sleeps"], "b": [f"the old dog {n}", "sleep"]} for n in range(50)]
    path = tmp_path / "many.json"
    path.write_text(json.dumps(suite_document(items, ["(2;%a%) < (2;%b%)"])), encoding="utf-8")
    return path


def _results(folder: Path) -> dict[str, bytes]:
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    run = json.loads(files.pop("run.json"))
    del run["created"]  # the time of the run
    return {**files, "run.json": json.dumps(run).encode()}


def _disturb(tmp_path, suite, number, n_moments):
    command = [sys.executable, "-c", _RUNS, number, tmp_path / "out", str(n_moments), suite, "--model", "random:1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done


@ON_POSIX
def test_a_run_that_is_killed_at_any_moment_is_gone_on_with_to_the_same_bytes(tmp_path, suite):
    done = _disturb(tmp_path, suite, "SIGKILL", N_MOMENTS)
    right = _results(tmp_path / "out-undisturbed")
    assert set(right) == {"run.json", "summary.json", "items.csv", "regions.csv", "tokens.csv"}
    for moment in range(N_MOMENTS):
        assert _results(tmp_path / f"out-{moment}") == right
    statuses = [line for line in done.stdout.splitlines() if not line.startswith("left")]
    assert str(int(signal.SIGKILL)) in statuses  # some were in time to be killed


@ON_POSIX
@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
def test_an_interrupted_run_clears_away_what_it_began_and_says_how_to_go_on(tmp_path, suite, number):
    done = _disturb(tmp_path, suite, number, 10)
    assert "Traceback" not in done.stderr
    assert "defect" not in done.stderr
    assert {line.split()[1] for line in done.stdout.splitlines() if line.startswith("left")} <= set(
        _results(tmp_path / "out-undisturbed")
    )
    for moment in range(10):
        assert _results(tmp_path / f"out-{moment}") == _results(tmp_path / "out-undisturbed")


_SLOW = """
import sys, time
from syntaxgym_lite.backends import kinds
from support.toys import WordBackend

class Slow(WordBackend):
    def score(self, texts, options):
        print("asked", flush=True)
        time.sleep(60)

class Plugin:
    def load(self):
        return lambda rest: Slow(name=f"slow:{rest}")

kinds._plugins = lambda: {"slow": Plugin()}
from syntaxgym_lite.cli import main
main()
"""


@ON_POSIX
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_plugin_that_hangs_can_be_interrupted_and_what_is_kept_is_said(tmp_path, number, code):
    """Field case C9: "Interrupted." was all that was said."""
    command = ["eval", "npz", "--model", "slow:x", "--out", tmp_path / "out", "--cache", tmp_path / "kept"]
    with subprocess.Popen(
        [sys.executable, "-c", _SLOW, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stderr.readline() == "asked\n"  # field case E20: it is no data
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (code, "")
    assert (
        err.split()
        == (
            f"Interrupted. What was scored is kept in {tmp_path / 'kept'}; the same command goes on from there. "
            f"Nothing was written to {tmp_path / 'out'}."
        ).split()
    )
    assert list((tmp_path / "out").iterdir()) == []


@ON_POSIX
def test_an_interruption_in_the_first_moments_has_no_traceback(tmp_path):
    """Field case E11. Before this package has its turn, in the first hundredths of a second, Python itself answers."""
    for wait in (0.06, 0.1, 0.15, 0.2):
        with subprocess.Popen(
            [sys.executable, "-c", _AT_ONCE, "eval", "npz", "--model", "ngram", "--no-cache"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout.readline() == "handled\n"
            time.sleep(wait)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
        assert "Traceback" not in err
        assert process.returncode in (0, 130)
        assert (process.returncode == 130) == ("Interrupted." in err)


_AT_ONCE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
import syntaxgym_lite.__main__ as start
real = signal.signal
def told(*how):
    before = real(*how)
    if how == (signal.SIGTERM, start._stop):
        print("handled", flush=True)
    return before
signal.signal = told
start.main()
"""


@ON_POSIX
@pytest.mark.parametrize("model", ["lstm"])
def test_a_working_folder_that_is_gone_is_told(tmp_path, model):
    """Field case E13: Intel's library ended the process."""
    code = (
        "import os, sys; os.chdir(sys.argv[1]); os.rmdir(sys.argv.pop(1)); from syntaxgym_lite.cli import main; main()"
    )
    gone = tmp_path / "gone"
    gone.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", code, gone, "eval", "npz", "--model", model, "--no-cache"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=100,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: The working folder is gone; change to one that exists.\n"


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)),
        ImportError("libtorch_cpu.so: failed to map segment from shared object"),
        RuntimeError("unable to mmap 24396244 bytes from file <model.safetensors>: Cannot allocate memory (12)"),
        RuntimeError("[enforce fail at alloc_cpu.cpp:127] DefaultCPUAllocator: can't allocate memory: you tried to"),
    ],
)
def test_want_of_memory_is_no_defect(error, capsys):
    """Field case E10: under `ulimit -v`, a library that found no memory was one "that is not installed", or a defect."""
    assert _explained(error) == 3
    assert capsys.readouterr().err.startswith("Error: there is not enough memory for this.")


@ON_POSIX
@pytest.mark.parametrize(
    ("settings", "command", "code", "said"),
    [
        ("ulimit -n 6", "--out results", 2, "Too many open files"),
        ("unset HOME", "", 0, ""),
        ("export HOME=/nonexistent", "--no-cache", 0, ""),
        ("export LC_ALL=C PYTHONUTF8=0", "", 0, ""),
        ("export TERM=dumb", "", 0, ""),
        ("umask 077; mkdir real; ln -s real results", "--out results", 0, ""),
        ("", "<&-", 0, ""),
        ("", "2>&-", 0, ""),
        ("", ">&-", 2, "Standard output is closed"),
    ],
)
def test_a_poor_environment_is_told_or_changes_no_result(tmp_path, settings, command, code, said):
    """The issue's paragraph on faults."""
    start = f"{sys.executable} -m syntaxgym_lite eval npz -q --model ngram"
    done = subprocess.run(
        ["bash", "-c", f"{settings}\n{start} {command}"],
        cwd=tmp_path,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=100,
        check=False,
    )
    assert (done.returncode, said in done.stderr.decode()) == (code, True)
    if code == 0:
        assert done.stdout.decode() == sglite("eval", "npz", "-q", "--model", "ngram").out
