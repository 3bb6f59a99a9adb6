"""Where the checkout and the shared data are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"


def need(path: Path) -> Path:
    """Return `path`; skip the test where it is missing, or fail if the environment asks for it."""
    if not path.exists():
        reason = "needs the project's shared data folder, which is not here"
        if os.environ.get("SGLITE_REQUIRE_SHARED") == "1":
            pytest.fail(f"{reason} (SGLITE_REQUIRE_SHARED=1)")
        pytest.skip(reason)
    return path
