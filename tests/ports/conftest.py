"""Fixtures for tests of formats."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from syntaxgym_lite.ports.appendix.appendix import propose_appendix
from syntaxgym_lite.ports.proposal import Proposal
from syntaxgym_lite.suite.json import dumps_suite, loads_suite


@pytest.fixture
def propose(tmp_path: Path) -> Callable[..., Proposal]:
    """Give what proposes a suite for a text of numbered examples."""

    def proposed(text: str, **options: object) -> Proposal:
        path = tmp_path / "appendix.txt"
        path.write_text(text, encoding="utf-8")
        proposal = propose_appendix(path, **options)  # type: ignore[arg-type]
        [suite] = proposal.suites
        assert loads_suite(dumps_suite(suite)) == suite
        return proposal

    return proposed
