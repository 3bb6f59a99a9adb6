"""From a request of the page to a function of this package, and back."""

from __future__ import annotations

import asyncio
import inspect
import json
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints
from urllib.parse import quote

from ..errors import SgliteError
from .wording import said_on_page

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from .studio import Studio

__all__ = ["Conflict", "Download", "Endpoint", "Gone", "endpoint", "routes_of"]

MOST_BYTES = 64 * 1024 * 1024
"""Of a request: a workbook that is larger is no stimuli."""


class Conflict(Exception):
    """What was asked for cannot be done on what is there now; the page shows what is there, and asks.

    Parameters
    ----------
    message : str
    **data
        What the page shows beside it.
    """

    def __init__(self, message: str, **data: Any) -> None:
        super().__init__(message)
        self.data = data


class Gone(Exception):
    """What was asked for is not open (any more)."""


@dataclass(frozen=True, slots=True)
class Download:
    """A file for the browser to save, or to show in a tab of its own.

    Parameters
    ----------
    name : str
        Of the file.
    content : bytes
    media_type : str
    shown : bool, optional
        Whether a page is shown, by itself and without a way to ask this server for anything.
    """

    name: str
    content: bytes
    media_type: str
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A function that answers requests.

    Its parameters are, by their names: ``studio``, what is open; those in the path; ``body``, a model of pydantic, or
    bytes; ``query``, a mapping. It runs in a thread. It returns what JSON can hold, or a `Download`.
    """

    method: str
    path: str
    function: Callable[..., Any]


def endpoint(method: str, path: str) -> Callable[[Callable[..., Any]], Endpoint]:
    """Have a function answer requests.

    Parameters
    ----------
    method : {"GET", "POST"}
        POST for whatever changes something.
    path : str
        Below ``/TOKEN/api``, as Starlette writes it: ``"/suites/{suite_id}/check"``.
    """
    return lambda function: Endpoint(method, path, function)


def routes_of(studio: Studio, endpoints: Sequence[Endpoint]) -> list[Route]:
    """Make routes of endpoints."""
    from starlette.routing import Route

    return [Route(one.path, _answering(studio, one), methods=[one.method]) for one in endpoints]


def _answering(studio: Studio, one: Endpoint) -> Callable[[Request], Any]:
    from pydantic import ValidationError

    wanted = inspect.signature(one.function).parameters
    body_type = get_type_hints(one.function).get("body")

    async def answer(request: Request) -> Response:
        given: dict[str, Any] = {name: value for name, value in request.path_params.items() if name in wanted}
        if "studio" in wanted:
            given["studio"] = studio
        if "query" in wanted:
            given["query"] = dict(request.query_params)
        try:
            if body_type is not None:
                content = await _content(request)
                given["body"] = content if body_type is bytes else body_type.model_validate(_decoded(content))
            return _response(await _in_thread(partial(one.function, **given)))
        except _TooLarge:
            return _said(413, f"This is larger than {MOST_BYTES // 2**20} MB, which no file of stimuli is.")
        except _NotJson:
            return _said(422, "The page sent what the studio does not know; load it anew.")
        except ValidationError as error:  # our own page sends no such thing
            return _said(422, f"The page sent what the studio does not know; load it anew. ({error.error_count()})")
        except Conflict as conflict:
            return _said(409, str(conflict), **conflict.data)
        except Gone as gone:
            return _said(410, str(gone))
        except SgliteError as error:
            return _said(400, said_on_page(str(error)))
        except Exception as error:
            traceback.print_exc()  # in the terminal that the studio was started from
            return _said(500, f"A defect in syntaxgym_lite: {type(error).__name__}: {error}")

    return answer


_SHOWN = (  # a page with scripts of its own: it has not our origin, asks nobody for anything, and sends nothing
    "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads; default-src 'none'; "
    "script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)


async def _in_thread(call: Callable[[], Any]) -> Any:
    """Call something in a thread that does not keep the studio from ending, however long it takes."""
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[Any] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if answered.cancelled():
            return
        if error is None:
            answered.set_result(result)
        else:
            answered.set_exception(error)

    def work() -> None:
        result, error = None, None
        try:
            result = call()
        except BaseException as raised:
            error = RuntimeError("stopped") if isinstance(raised, StopIteration) else raised
        with suppress(RuntimeError):  # it has ended meanwhile
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=work, daemon=True).start()
    return await answered


class _TooLarge(Exception):
    pass


async def _content(request: Request) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > MOST_BYTES:
            parts.clear()  # the rest is read as well: a browser that is still sending hears no answer
        else:
            parts.append(part)
    if size > MOST_BYTES:
        raise _TooLarge
    return b"".join(parts)


class _NotJson(Exception):
    pass


def _decoded(content: bytes) -> Any:
    """Decode what the page sent; unlike pydantic, with halves of surrogate pairs, which a suite file may hold."""
    try:
        return json.loads(content or b"{}")
    except (ValueError, RecursionError):
        raise _NotJson from None


def _response(result: Any) -> Response:
    from starlette.responses import Response

    if isinstance(result, Download):
        how = "inline" if result.shown else "attachment"
        headers = {"Content-Disposition": f"{how}; filename*=UTF-8''{quote(Path(result.name).name)}"}
        if result.shown:
            headers["Content-Security-Policy"] = _SHOWN
        return Response(result.content, media_type=result.media_type, headers=headers)
    return Response(_as_json({} if result is None else result), media_type="application/json")


def _said(status: int, message: str, **data: Any) -> Response:
    from starlette.responses import Response

    return Response(_as_json({"message": message, **data}), status_code=status, media_type="application/json")


def _as_json(content: Mapping[str, Any] | Any) -> bytes:
    # half of a surrogate pair, which a suite may hold where nobody reads it, is written as JSON writes it
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(content, separators=(",", ":"), allow_nan=False).encode("ascii")
