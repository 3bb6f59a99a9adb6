"""Fuzzing: inputs that nobody thought of, and what must be true of each of them.

From the root of the repository::

    python -m fuzz 10                      ten minutes, shared by all targets
    python -m fuzz 2 --target arpa         two minutes of one target
    python -m fuzz --list                  the targets, and what is asked of each

A target is a module of `fuzz.targets`. Its docstring says what must hold, ``INPUTS`` is a hypothesis strategy of bytes,
``check(data)`` raises if something does not hold, and ``EXAMPLES`` is how many inputs the tests try. So an input is
always a file: valid ones lie in ``fuzz/corpus/TARGET/``, those that once showed a fault in ``fuzz/faults/TARGET/``, and
the tests try all of them again. docs/reliability.md says what was tried and found.
"""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

__all__ = ["FOLDER", "kept", "target", "target_names"]

FOLDER = Path(__file__).parent

_SUPPORT = str(FOLDER.parent / "tests")  # strategies and small models are shared with the tests
if _SUPPORT not in sys.path:
    sys.path.append(_SUPPORT)


def target_names() -> list[str]:
    """Names of all targets."""
    return sorted(module.name for module in pkgutil.iter_modules([str(FOLDER / "targets")]))


def target(name: str) -> ModuleType:
    """Import a target."""
    return import_module(f"fuzz.targets.{name}")


def kept(kind: str, name: str) -> list[Path]:
    """Give the files that are kept for a target: its ``"corpus"``, or its ``"faults"``."""
    return sorted(path for path in (FOLDER / kind / name).glob("*") if path.is_file())
