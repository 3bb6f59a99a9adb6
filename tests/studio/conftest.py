"""A studio for a folder of its own, and the browser to look with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browser import browser
from support.studio import Served, served


@pytest.fixture(scope="session")
def chromium() -> Any:
    with browser() as started:
        yield started


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Served]:
    """A studio in an empty folder."""
    folder = tmp_path / "work"
    folder.mkdir()
    with served(folder) as running:
        yield running
