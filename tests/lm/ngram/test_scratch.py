"""Temporary files go whatever happens, and a full disk is told."""

import os
import signal
import subprocess
import sys
import tempfile

import numpy as np
import pytest

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.lm.ngram.scratch import Scratch

KILLED = """
import numpy as np, os, signal
from syntaxgym_lite.lm.ngram.scratch import Scratch
scratch = Scratch(on_disk=True)
array, column = scratch.zeros(1000, np.int64), scratch.column(np.int32)
column.append(np.arange(100_000))
os.kill(os.getpid(), getattr(signal, "SIG" + "KILL"))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_killed_process_leaves_no_file(tmp_path):
    done = subprocess.run([sys.executable, "-c", KILLED], env={**os.environ, "TMPDIR": str(tmp_path)}, check=False)
    assert done.returncode == -signal.SIGKILL
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize(
    "make", [lambda s: s.zeros(10, np.int64), lambda s: s.column(np.int64).append(np.zeros(1 << 20))]
)
def test_a_full_disk_is_one_clear_error(monkeypatch, tmp_path, make):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda: open("/dev/full", "w+b", buffering=0))  # noqa: SIM115 - closed by who asks for it
    with pytest.raises(InputError, match=r"temporary files cannot be written there: No space left.*Set TMPDIR"):
        make(Scratch(on_disk=True))
