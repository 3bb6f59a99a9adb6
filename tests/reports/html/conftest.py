"""Reports to look at, and the browser to look with."""

from __future__ import annotations

from pathlib import Path

import pytest

import syntaxgym_lite as sgl
from syntaxgym_lite.results import RunResult

SUITES = ("npz", "number_prep", "nonce_agreement_ru", "anaphor_agreement", "npi_src_ever")


@pytest.fixture(scope="session")
def run() -> RunResult:
    """Some shipped suites on models that need no waiting."""
    return sgl.evaluate(list(SUITES), ["ngram", "random:1"])


@pytest.fixture(scope="session")
def report(run, tmp_path_factory) -> Path:
    return run.report(tmp_path_factory.mktemp("report") / "report.html")
