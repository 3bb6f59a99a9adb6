"""Who may ask: the page that this server served, in a browser on this machine, and nobody else.

The address holds a random token, so that other users of the machine and pages from elsewhere do not know it; requests
that name another host are refused (a name that someone rebound to 127.0.0.1), and so are those that a browser says come
from another page. Every answer forbids the browser to let others read or frame it.

The address that a browser is started with stands in the list of this machine's programs, where its other users can read
it; so it holds a code that works once, and leads to the real one.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Guard", "new_token"]

_ELSEWHERE = "This is no address of the studio; open the one that 'sglite studio' printed."
_OWN_PAGE = "The studio answers its own page alone."
_SILENT = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""What an answer that is no page may do, should a browser show it as one: nothing."""

_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def new_token() -> str:
    """Make a token that nobody guesses."""
    return secrets.token_urlsafe(24)


class Guard:
    """An ASGI application that lets through to another one what may come through.

    Parameters
    ----------
    app : ASGI application
        Gets the paths below the token.
    token : str
    port : int
        Of the server.
    """

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app = app
        self._token = token
        self._hosts = frozenset(f"{name}:{port}".encode() for name in ("127.0.0.1", "localhost"))
        self._origins = frozenset(b"http://" + host for host in self._hosts)
        self._doors: dict[str, str] = {}

    def door(self, fragment: str = "") -> str:
        """Make a path that leads to the page once.

        Parameters
        ----------
        fragment : str, optional
            What follows the address of the page: ``"#suite/1"``.
        """
        code = new_token()
        self._doors[code] = fragment
        return f"/open/{code}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value)
        refused = self._of_others(scope["method"], headers)
        if refused is not None:
            await _refuse(refused, send)
            return
        parts = scope["path"].split("/")
        first = parts[1] if len(parts) > 1 else ""
        fragment = self._doors.pop(parts[-1], None) if first == "open" and scope["method"] == "GET" else None
        if fragment is not None:
            await _answer(303, [("Location", f"/{self._token}/{fragment}")], b"", send)
            return
        if not hmac.compare_digest(first.encode("utf-8", "replace"), self._token.encode()):
            await _refuse((404, _ELSEWHERE), send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", ()))
                own = _HEADERS
                if all(name.lower() != b"content-security-policy" for name, _ in given):
                    own = {**own, "Content-Security-Policy": _SILENT}
                message = {**message, "headers": [*given, *_encoded(own.items())]}
            await send(message)

        await self._app(scope, receive, sending)

    def _of_others(self, method: str, headers: Mapping[bytes, list[bytes]]) -> tuple[int, str] | None:
        """Say why a request is refused for what a browser says of where it comes from; None if it is not."""
        hosts = headers.get(b"host", [])
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return 421, _ELSEWHERE
        origins = headers.get(b"origin", [])
        if any(origin.lower() not in self._origins for origin in origins):
            return 403, _OWN_PAGE
        if method not in ("GET", "HEAD") and not origins:
            return 403, _OWN_PAGE
        # "same-site" is another port of this machine
        if any(site not in (b"same-origin", b"none") for site in headers.get(b"sec-fetch-site", [])):
            return 403, _OWN_PAGE
        return None


def _encoded(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers]


async def _refuse(refused: tuple[int, str], send: Send) -> None:
    status, message = refused
    await _answer(status, [("Content-Type", "text/plain; charset=utf-8")], f"{message}\n".encode(), send)


async def _answer(status: int, headers: list[tuple[str, str]], body: bytes, send: Send) -> None:
    own = [*_HEADERS.items(), ("Content-Security-Policy", _SILENT), ("Content-Length", str(len(body))), *headers]
    await send({"type": "http.response.start", "status": status, "headers": _encoded(own)})
    await send({"type": "http.response.body", "body": body})
