"""Run `sglite` as a user does, and suites written on the spot."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import warnings
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from support.toys import suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite.cli import main
from syntaxgym_lite.errors import SgliteWarning
from syntaxgym_lite.results import RunResult, SuiteResult


@dataclass(frozen=True)
class Finished:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class _Typed(io.TextIOWrapper):
    """Standard input of a terminal."""

    def isatty(self) -> bool:
        return True


def sglite(*args: object, stdin: str | bytes = "", together: bool = False, terminal: bool = False) -> Finished:
    """Run the command line in this process, with streams of its own.

    `together`: what is said is in the output, too. `terminal`: what is given is typed, so that questions are asked.
    """
    given = stdin.encode() if isinstance(stdin, str) else stdin
    raw = {"stdin": io.BytesIO(given), "stdout": io.BytesIO(), "stderr": io.BytesIO()}
    if together:
        raw["stderr"] = raw["stdout"]
    with ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("always", SgliteWarning)  # shown, as to a user; any other is an error in tests
        for name, stream in raw.items():
            kind = _Typed if terminal and name == "stdin" else io.TextIOWrapper
            text = kind(stream, encoding="utf-8", write_through=together)
            stack.enter_context(mock.patch.object(sys, name, text))
        code: Any = None
        try:
            main([str(arg) for arg in args])
        except SystemExit as stopped:
            code = stopped.code
        sys.stdout.flush()
        sys.stderr.flush()
        out, err = (raw[name].getvalue().decode("utf-8") for name in ("stdout", "stderr"))
    assert "Traceback" not in err
    assert "defect in syntaxgym_lite" not in err, err
    return Finished(int(code or 0), out, err)


def refused(*args: object, code: int = 2, stdin: str = "") -> str:
    """What a command says that must fail with this exit code and give no data."""
    finished = sglite(*args, stdin=stdin)
    assert (finished.code, finished.out) == (code, ""), finished.err
    return finished.err


def python(code: str, *args: object, cwd: Path | None = None, stdin: str = "", **environment: str) -> Finished:
    """Run Python code in a process of its own."""
    finished = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *map(str, args)],
        cwd=cwd,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return Finished(finished.returncode, finished.stdout, finished.stderr)


def run_items(
    items: Sequence[Mapping[str, Sequence[str]]],
    models: Any,
    formulas: Sequence[str] = (),
    *,
    meta: Mapping[str, Any] | None = None,
    **how: Any,
) -> SuiteResult:
    """Evaluate a suite written on the spot: ``{condition: region contents}`` for each item."""
    document = suite_document([dict(item) for item in items], formulas, **(meta or {}))
    return only_suite(sgl.evaluate(sgl.loads_suite(json.dumps(document)), models, **how))


def only_suite(run: RunResult) -> SuiteResult:
    [model] = run.models
    [suite] = model.suites
    return suite
