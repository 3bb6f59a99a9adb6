"""What suites are found where."""

from __future__ import annotations

import os

import pytest

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.collect import suite_paths


def test_a_pipe_is_refused_with_the_reason(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="is a pipe, which can be read only once; save it to a file"):
        suite_paths(str(tmp_path / "pipe"))
