"""A studio that is being served, and its page in a browser."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from support.browser import Watched

from syntaxgym_lite.studio.server import Running
from syntaxgym_lite.studio.studio import Studio, Workspace


@dataclass
class Served:
    """A studio, its address, and requests as its page sends them."""

    studio: Studio
    address: str
    folder: Path

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Give the status and what was answered: JSON decoded, anything else as bytes."""
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        origin = self.address.split("/")
        own = {"Origin": f"{origin[0]}//{origin[2]}"} if method == "POST" else {}
        request = Request(
            f"{self.address}api{path}", data if method == "POST" else None, {**own, **headers}, method=method
        )
        if method == "POST" and data is None:
            request.data = b""
        try:
            with urlopen(request, timeout=30) as response:
                return response.status, _decoded(response)
        except HTTPError as error:
            return error.code, _decoded(error)

    def get(self, path: str) -> Any:
        status, answer = self.ask("GET", path)
        assert status == 200, (status, answer)
        return answer

    def post(self, path: str, body: Any = None) -> Any:
        status, answer = self.ask("POST", path, body)
        assert status == 200, (status, answer)
        return answer


def _decoded(response: Any) -> Any:
    content = response.read()
    return json.loads(content) if response.headers.get_content_type() == "application/json" else content


@contextmanager
def served(folder: Path, paths: Sequence[str | Path] = (), **options: Any) -> Iterator[Served]:
    """Serve a studio for a folder, in a thread."""
    options.setdefault("drafts", folder / ".drafts")
    options.setdefault("cache", False)
    studio = Studio(Workspace.of([folder, *paths]), **options)
    running = Running(studio, 0)
    thread = threading.Thread(target=running.serve, daemon=True)
    thread.start()
    served = Served(studio, running.address, folder)
    for _ in range(200):
        try:
            served.ask("GET", "/state")
            break
        except OSError:
            time.sleep(0.02)
    try:
        yield served
    finally:
        running.stop()
        thread.join(10)


@contextmanager
def page_of(
    started: Any, address: str, *, size: tuple[int, int] = (1280, 800), dark: bool = False
) -> Iterator[tuple[Any, Watched]]:
    """Open an address of a studio, and watch it: requests to anywhere else are stopped and kept."""
    watched = Watched()
    context = started.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        permissions=["clipboard-read", "clipboard-write"],
        reduced_motion="reduce",
        accept_downloads=True,
    )
    own = "/".join(address.split("/")[:3])
    try:
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: watched.complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: watched.complaints.append(str(error)))

        def answer(route: Any) -> None:
            if route.request.url.startswith((f"{own}/", "blob:", "data:")):
                route.continue_()
            else:
                watched.requests.append(route.request.url)
                route.abort()

        context.route("**/*", answer)
        page.goto(address)
        yield page, watched
    finally:
        context.close()
