"""A studio for a folder of its own, and the browser to look with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.studio import Served, served


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Served]:
    """A studio in an empty folder."""
    folder = tmp_path / "work"
    folder.mkdir()
    with served(folder) as running:
        yield running
