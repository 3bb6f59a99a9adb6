"""Ask a server over HTTP: with retries, time-outs, a limit on requests at once, and a key that is never told.

Whatever a server says of itself or of an error passes through `Server.hide` before it is told: it may repeat the key.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import urllib3
from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    MaxRetryError,
    NewConnectionError,
    ReadTimeoutError,
    SSLError,
)
from urllib3.util import Retry, Timeout

from ...errors import InputError, ModelError, cited

__all__ = ["KEY_VARIABLES", "RefusedRequestError", "Server"]

KEY_VARIABLES = ("SGLITE_API_KEY", "OPENAI_API_KEY")
"""Variables of the environment that may hold the key of a server; the first that is set counts."""

_RETRIED = frozenset({408, 425, 429, 500, 502, 503, 504})
_BACK_OFF = 0.5  # seconds; the second retry waits twice as long, each further one twice that
_LONGEST_WAIT = 60  # seconds
_CONNECT_SECONDS = 10
_HIDDEN = "***"
_KEPT = "What was scored is kept in the cache; the same command goes on from there."


class RefusedRequestError(ModelError):
    """The server refuses one request as it stands (status 4xx); others may pass.

    Parameters
    ----------
    status : int
    said : str
        What it says, for a message.
    message : str
    """

    def __init__(self, status: int, said: str, message: str) -> None:
        self.status = status
        self.said = said
        super().__init__(message)


class _Patient(Retry):
    """Retries that wait as a server asks (``Retry-After``), within reason."""

    def get_retry_after(self, response: Any) -> float | None:
        """Give the seconds that a server asks to wait."""
        asked = super().get_retry_after(response)
        return None if asked is None else min(asked, _LONGEST_WAIT)


def _is_of_others(record: logging.LogRecord) -> bool:
    """Whether a warning of urllib3 is not about retries of ours, which end in a message of their own."""
    return not (isinstance(record.args, tuple) and any(isinstance(part, _Patient) for part in record.args))


logging.getLogger("urllib3.connectionpool").addFilter(_is_of_others)


class Server:
    """A server, and how it is asked.

    Parameters
    ----------
    url : str
        Without ``/v1``.
    requests : int
        Most requests at once.
    retries : int
        How often a request is tried again that met no server, one that is busy (429), or one that failed (5xx).
    timeout : float
        Seconds to wait for an answer.
    """

    def __init__(self, url: str, *, requests: int, retries: int, timeout: float) -> None:
        self.url = url
        self._retries = retries
        self._timeout = timeout
        self._key = _key(url)
        settings: dict[str, Any] = {
            "maxsize": requests,
            "block": True,  # who comes when all connections are in use waits for one
            "timeout": Timeout(connect=_CONNECT_SECONDS, read=timeout),
            "retries": _Patient(
                total=retries,
                redirect=False,
                status_forcelist=_RETRIED,
                allowed_methods=None,  # to score a text twice does no harm
                backoff_factor=_BACK_OFF,
                backoff_max=_LONGEST_WAIT,
                backoff_jitter=_BACK_OFF / 2,
                raise_on_status=False,
            ),
        }
        proxy = _proxy(url)
        self._pool = urllib3.PoolManager(**settings) if proxy is None else urllib3.ProxyManager(proxy, **settings)

    def __repr__(self) -> str:
        """Show where it is."""
        return f"<Server {self.url}>"

    def get(self, path: str) -> Any:
        """Give what a path holds, decoded; None if there is no such path."""
        try:
            return self._ask("GET", path)
        except RefusedRequestError as error:
            if error.status in (404, 405, 501):
                return None
            raise

    def post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Send a request, and give its answer, decoded.

        Raises
        ------
        RefusedRequestError
            If the server refuses this request.
        ModelError
            If it cannot be reached, or fails, or answers with something else.
        """
        answer = self._ask("POST", path, json.dumps(body).encode())
        if not isinstance(answer, dict):
            raise ModelError(f"The server at {self.url} answered {path} with something other than an object.")
        return answer

    def _ask(self, method: str, path: str, body: bytes | None = None) -> Any:
        headers = {"Accept": "application/json", "User-Agent": "syntaxgym_lite"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        try:
            response = self._pool.request(method, self.url + path, body=body, headers=headers, redirect=False)
            text = response.data.decode("utf-8", "replace")
        except (HTTPError, OSError) as error:
            raise ModelError(self._unreachable(error)) from None
        status = response.status
        if status == 200:
            try:
                return json.loads(text)
            except ValueError:
                raise ModelError(
                    f"The server at {self.url} answered {path} with something that is not JSON "
                    f"({cited(self.hide(text), 60)}); is this the address of a completions server?"
                ) from None
        raise self._refusal(status, path, text)

    def _refusal(self, status: int, path: str, text: str) -> ModelError:
        if status in (401, 403):
            sent = "the key in the environment was sent" if self._key else "no key was sent"
            return ModelError(
                f"The server at {self.url} asks for another key (status {status}; {sent}); set {KEY_VARIABLES[0]} to "
                f"the key of this server.{'' if self._key else _why_no_key(self.url)}"
            )
        if 300 <= status < 400:
            return ModelError(
                f"The server at {self.url} sends requests elsewhere (status {status}), and a key must not follow; give "
                "the address that it sends to."
            )
        said = self.hide(_said(text))
        if status in _RETRIED:
            return ModelError(
                f"The server at {self.url} failed {self._retries + 1} times in a row (status {status}{said}). {_KEPT}"
            )
        return RefusedRequestError(
            status, said, f"The server at {self.url} refuses the request to {path} (status {status}{said})."
        )

    def _unreachable(self, error: BaseException) -> str:
        """Say why there is no answer. Of an error only its kind is told: it may hold the request, with its headers."""
        reason = error.reason if isinstance(error, MaxRetryError) and error.reason is not None else error
        tries = f"{self._retries + 1} times"
        if isinstance(reason, ReadTimeoutError):
            what = (
                f"did not answer within {self._timeout:g} s, {tries}; raise -O timeout=..., or ask for less at "
                "once: -O requests=1 -O prompts=1."
            )
        elif isinstance(reason, ConnectTimeoutError) and not isinstance(reason, NewConnectionError):
            what = f"cannot be reached, tried {tries}: nothing answers there."
        elif isinstance(reason, SSLError):
            what = (
                f"cannot be reached by https, tried {tries}: it speaks http alone, or its certificate is not trusted "
                "here. Write http:// if that is what it speaks, or name the file of a certificate of your own in "
                "SSL_CERT_FILE."
            )
        else:
            kind = type(reason).__name__
            what = f"cannot be reached, tried {tries} ({kind}); is it running, and is this its address?"
        return f"The server at {self.url} {what} {_KEPT}"

    def hide(self, text: str) -> str:
        """Give a text without the key, for whoever is going to tell it."""
        return text.replace(self._key, _HIDDEN) if self._key else text


def _key(url: str) -> str:
    for name in KEY_VARIABLES:
        key = os.environ.get(name, "").strip()
        if not key:
            continue
        if not (key.isascii() and key.isprintable()):
            raise InputError(f"The variable {name} of the environment holds no key: it has characters that no key has.")
        if name == "OPENAI_API_KEY" and not _is_private(url):
            continue
        return key
    return ""


def _is_private(url: str) -> bool:
    """Whether what is sent there can be read by nobody else: it is encrypted, or stays on this machine."""
    parts = urlsplit(url)
    return parts.scheme == "https" or parts.hostname in ("localhost", "127.0.0.1", "::1")


def _why_no_key(url: str) -> str:
    if os.environ.get("OPENAI_API_KEY") and not _is_private(url):
        return " (OPENAI_API_KEY is not sent in the open: http to another machine.)"
    return ""


def _proxy(url: str) -> str | None:
    parts = urlsplit(url)
    proxy = getproxies().get(parts.scheme)
    host = parts.hostname or ""
    if not proxy or host in ("localhost", "127.0.0.1", "::1") or proxy_bypass(host):
        return None
    return proxy


def _said(text: str) -> str:
    """What a server says of an error, for a message."""
    try:
        found = json.loads(text)
        inner = found.get("error", found) if isinstance(found, dict) else found
        said = inner.get("message", inner.get("detail")) if isinstance(inner, dict) else inner
    except ValueError:
        said = text
    said = " ".join(str(said or "").split())
    return f": {said[:300]}" if said else ""
