"""The server: the page, its files, and the endpoints, on this machine alone."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..errors import InputError, MissingExtraError
from . import checking, intake, keeping, predicting, scoring, writing
from .endpoints import Endpoint, endpoint, routes_of
from .guard import Guard, new_token
from .kept import standing
from .studio import Studio

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

__all__ = ["DEFAULT_PORT", "Running", "application", "serve"]

DEFAULT_PORT = 8642
_HERE = Path(__file__).parent
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@endpoint("GET", "/state")
def state(studio: Studio) -> dict[str, Any]:
    """Say that the studio is there, and where each suite stands; the page asks again and again."""
    return {
        "studio": studio.id,
        "version": __version__,
        "suites": {one.id: {**writing.state_of(studio, one), **standing(studio, one)} for one in studio.suites()},
    }


@endpoint("POST", "/stop")
def stop(studio: Studio) -> None:
    """End the studio."""
    studio.stop()


ENDPOINTS: list[Endpoint] = [state, stop]


def application(studio: Studio, token: str, port: int) -> Guard:
    """Put the page and the endpoints behind the guard."""
    from starlette.applications import Starlette
    from starlette.routing import Mount, Route
    from starlette.staticfiles import StaticFiles

    from ..reports.html.page import STATIC as REPORT

    keeping.keep_drafts(studio)
    endpoints = [
        one for part in (writing, checking, predicting, scoring, keeping, intake) for one in part.ENDPOINTS
    ] + ENDPOINTS
    inner: Starlette = Starlette(
        routes=[
            Mount(
                f"/{token}",
                routes=[
                    Route("/", _page),
                    Mount("/static", StaticFiles(directory=_HERE / "static")),
                    Mount("/vendor", StaticFiles(directory=_HERE / "vendor")),
                    Mount("/report", StaticFiles(directory=REPORT)),
                    Mount("/api", routes=routes_of(studio, endpoints)),
                ],
            )
        ]
    )
    return Guard(inner, token, port)


async def _page(request: Request) -> Response:
    from starlette.responses import HTMLResponse

    nonce = secrets.token_urlsafe(16)
    html = _template().replace("{{nonce}}", nonce).replace("{{version}}", __version__)
    return HTMLResponse(html, headers={"Content-Security-Policy": _POLICY.format(nonce=nonce)})


@lru_cache(maxsize=1)
def _template() -> str:
    return (_HERE / "templates" / "studio.html").read_text(encoding="utf-8")


class Running:
    """A studio that is being served.

    Parameters
    ----------
    studio : Studio
    port : int, optional
        By default `DEFAULT_PORT`, or another one if that is taken; 0: any.

    Raises
    ------
    InputError
        If the port that was asked for is taken.
    MissingExtraError
        If the server's library is not installed.
    """

    def __init__(self, studio: Studio, port: int | None = None) -> None:
        try:
            import starlette  # noqa: F401 - whether it is there
            import uvicorn
        except ModuleNotFoundError:
            raise MissingExtraError("The pages of the studio", "studio") from None
        self._socket = _listening(port)
        self.port: int = self._socket.getsockname()[1]
        self._token = new_token()
        self._guard = application(studio, self._token, self.port)
        self._server = uvicorn.Server(
            uvicorn.Config(
                self._guard,
                http="h11",
                ws="none",
                loop="asyncio",
                lifespan="off",
                proxy_headers=False,
                server_header=False,
                access_log=False,
                log_level="critical",  # the endpoints say what fails; what others send that is no request is nothing
                timeout_graceful_shutdown=1,
            )
        )
        studio.stop = self.stop

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return f"http://127.0.0.1:{self.port}/{self._token}/"

    def door(self, fragment: str = "") -> str:
        """Give an address that leads to the page once, to start a browser with."""
        return f"http://127.0.0.1:{self.port}{self._guard.door(fragment)}"

    def serve(self) -> None:
        """Answer until somebody ends it."""
        self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """End it."""
        self._server.should_exit = True


def _listening(port: int | None) -> socket.socket:
    for number in [port] if port is not None else [DEFAULT_PORT, 0]:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "nt":  # there, others could listen on a port that may be used again
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)  # type: ignore[attr-defined]
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("127.0.0.1", number))
        except OSError as error:
            listening.close()
            if port is not None:
                raise InputError(f"`port={port}`: cannot be used: {error.strerror or error}. Leave it out.") from None
            continue
        listening.listen(128)
        return listening
    raise AssertionError("any port will do")


def serve(studio: Studio, *, port: int | None = None, started: Callable[[Running], object] | None = None) -> None:
    """Serve a studio until it is ended from the page, or by an interruption.

    Parameters
    ----------
    studio : Studio
    port : int, optional
        See `Running`.
    started : callable, optional
        Called with the server, before it answers: it has the address.
    """
    running = Running(studio, port)
    if started is not None:
        started(running)
    running.serve()
