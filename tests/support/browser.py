"""A page in Debian's Chromium, watched: what it asks for from elsewhere, and what it complains of."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
)


def need_chromium() -> str:
    """Where Chromium is; skip the test where it is missing, or fail if the environment asks for it."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        reason = "needs the browser Chromium (Debian's package chromium), which is not here"
        if os.environ.get("SGLITE_REQUIRE_CHROMIUM") == "1":
            pytest.fail(f"{reason} (SGLITE_REQUIRE_CHROMIUM=1)")
        pytest.skip(reason)
    return found


@dataclass
class Watched:
    """What went on in a page that should not."""

    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@contextmanager
def browser() -> Iterator[Any]:
    """Start Chromium."""
    executable = need_chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=executable, args=list(_QUIET))
        try:
            yield started
        finally:
            started.close()


@contextmanager
def opened(
    started: Any, path: Path, address: str = "", *, size: tuple[int, int] = (1280, 800), dark: bool = False
) -> Iterator[tuple[Any, Watched]]:
    """Open a file, and watch it: every request but the one for the file itself is stopped and kept."""
    watched = Watched()
    context = started.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        permissions=["clipboard-read", "clipboard-write"],
        reduced_motion="reduce",
    )
    try:
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: watched.complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: watched.complaints.append(str(error)))
        page.on("dialog", lambda dialog: (watched.complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        own = path.as_uri()

        def answer(route: Any) -> None:
            if route.request.url.partition("#")[0] == own:
                route.continue_()
            else:
                watched.requests.append(route.request.url)
                route.abort()

        context.route("**/*", answer)
        page.goto(f"{own}{address}")
        yield page, watched
    finally:
        context.close()
