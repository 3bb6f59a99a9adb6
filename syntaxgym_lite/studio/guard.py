"""Who may ask: the page that this server served, in a browser on this machine, and nobody else.

The address holds a random token, so that other users of the machine and pages from elsewhere do not know it; requests
that name another host are refused (a name that someone rebound to 127.0.0.1), and so are those that a browser says come
from another page. Every answer forbids the browser to let others read or frame it.
"""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Guard", "new_token"]

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

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        refused = self._refusal(scope)
        if refused is not None:
            await _refuse(refused, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
                message = {**message, "headers": [*message.get("headers", ()), *own]}
            await send(message)

        await self._app(scope, receive, sending)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value)
        hosts = headers.get(b"host", [])
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return 421, "This is no address of the studio; open the one that 'sglite studio' printed."
        first = scope["path"].split("/")[1] if scope["path"].count("/") > 1 else ""
        if not hmac.compare_digest(first.encode("utf-8", "surrogateescape"), self._token.encode()):
            return 404, "This is no address of the studio; open the one that 'sglite studio' printed."
        origins = headers.get(b"origin", [])
        if any(origin.lower() not in self._origins for origin in origins):
            return 403, "The studio answers its own page alone."
        is_reading = scope["method"] in ("GET", "HEAD")
        if not is_reading and not origins:
            return 403, "The studio answers its own page alone."
        sites = headers.get(b"sec-fetch-site", [])
        if any(site not in (b"same-origin", b"none") for site in sites):
            return 403, "The studio answers its own page alone."
        return None


async def _refuse(refused: tuple[int, str], send: Send) -> None:
    status, message = refused
    headers = {**_HEADERS, "Content-Type": "text/plain; charset=utf-8", "Content-Security-Policy": "default-src 'none'"}
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        }
    )
    await send({"type": "http.response.body", "body": f"{message}\n".encode()})
