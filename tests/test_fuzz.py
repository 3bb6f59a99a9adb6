"""Fuzzing, in small: every kept input, and some generated ones of each target, always the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from support.places import ROOT

sys.path.append(str(ROOT))  # behind all else: the package under test is the one that is installed

from fuzz import FOLDER, kept, target, target_names
from fuzz.engine import check


@pytest.mark.parametrize("name", target_names())
def test_every_kept_input_is_handled_as_it_should_be(name):
    for path in [*kept("corpus", name), *kept("faults", name)]:
        check(target(name), path.read_bytes())


def test_generated_inputs_show_no_fault():
    """In a process of its own: what hypothesis generates depends on the modules that are loaded."""
    done = subprocess.run(
        [sys.executable, "-m", "fuzz", "--quick"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_every_fault_that_was_found_has_a_note():
    notes = (FOLDER / "faults" / "README.md").read_text(encoding="utf-8")
    files = [path.relative_to(FOLDER / "faults").as_posix() for name in target_names() for path in kept("faults", name)]
    assert [file for file in files if f"`{file}`" not in notes] == []


def test_every_target_says_what_must_hold_and_was_tried():
    tried = json.loads((FOLDER / "tried.json").read_text(encoding="utf-8"))
    for name in target_names():
        assert (target(name).__doc__ or "").splitlines()[0].endswith("."), name
        assert target(name).EXAMPLES > 0
    assert set(tried) == set(target_names())
