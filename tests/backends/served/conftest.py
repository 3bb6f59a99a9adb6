"""A fake server for a module of tests, and nobody's key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.served import FakeServer, serving


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[FakeServer, str]]:
    """One server; `server` and `url` are of it."""
    fake = FakeServer()
    with serving(fake) as address:
        yield fake, address


@pytest.fixture
def server(running: tuple[FakeServer, str], monkeypatch: pytest.MonkeyPatch) -> FakeServer:
    """The server, right again and with nothing counted."""
    for name in ("SGLITE_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    running[0].reset()
    return running[0]


@pytest.fixture
def url(running: tuple[FakeServer, str]) -> str:
    return running[1]


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds that retries wait, which nobody has to."""
    waited: list[float] = []
    monkeypatch.setattr("urllib3.util.retry.time.sleep", waited.append)
    return waited
