"""Who is answered: the studio's own page, and nobody else, whatever is tried on the wire."""

from __future__ import annotations

import asyncio
import http.client
import os
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import pytest
from support.studio import Served

from syntaxgym_lite.studio.guard import Guard, new_token


def port_of(studio: Served) -> int:
    port = urlsplit(studio.address).port
    assert port is not None
    return port


def root_of(studio: Served) -> str:
    return urlsplit(studio.address).path


def asked(studio: Served, method: str, path: str, *headers: tuple[str, str], body: bytes = b"") -> tuple[int, Any]:
    """Ask with exactly these headers; the first ones are those that every client sends."""
    connection = http.client.HTTPConnection("127.0.0.1", port_of(studio), timeout=20)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    given = [name for name, _ in headers]
    if "Host" not in given:
        headers = (("Host", f"127.0.0.1:{port_of(studio)}"), *headers)
    for name, value in (*headers, ("Content-Length", str(len(body)))):
        connection.putheader(name, value)
    connection.endheaders(body)
    try:
        response = connection.getresponse()
        response.content = response.read()  # type: ignore[attr-defined]
        return response.status, response
    finally:
        connection.close()


def raw(studio: Served, data: bytes) -> bytes:
    """Send bytes, and give all that comes back."""
    with socket.create_connection(("127.0.0.1", port_of(studio)), timeout=20) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
        return b"".join(parts)


OWN = "127.0.0.1:{port}"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        (OWN, 200),
        ("LOCALHOST:{port}", 200),
        ("attacker.example", 421),
        ("attacker.example:{port}", 421),  # a name rebound to this machine
        ("127.0.0.1", 421),
        ("127.0.0.1:{port}.attacker.example", 421),
        ("localhost.:{port}", 421),
        ("[::1]:{port}", 421),
        ("0.0.0.0:{port}", 421),
        ("127.1:{port}", 421),
        ("user@127.0.0.1:{port}", 421),
        ("", 421),
    ],
)
def test_only_the_hosts_of_the_address_are_answered(studio, host, status):
    path = f"{root_of(studio)}api/state"
    assert asked(studio, "GET", path, ("Host", host.format(port=port_of(studio))))[0] == status


def test_two_hosts_and_none_are_refused(studio):
    root, port = root_of(studio), port_of(studio)
    both = f"GET {root}api/state HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: attacker.example\r\n\r\n".encode()
    assert b"suites" not in raw(studio, both)
    assert raw(studio, f"GET {root}api/state HTTP/1.0\r\n\r\n".encode()).split()[1] == b"421"
    absolute = f"GET http://127.0.0.1:{port}{root}api/state HTTP/1.1\r\nHost: attacker.example\r\n\r\n".encode()
    assert raw(studio, absolute).split()[1] == b"421"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])
def test_what_may_change_something_needs_the_origin_of_the_page(studio, method):
    path = f"{root_of(studio)}api/new"
    for origin in ("http://attacker.example", "null", f"http://127.0.0.1:{port_of(studio) + 1}", "file://", None):
        headers = () if origin is None else (("Origin", origin),)
        status, answer = asked(studio, method, path, *headers, body=b'{"name": "x", "regions": ["a"]}')
        assert status == 403
        assert answer.getheader("Access-Control-Allow-Origin") is None
    assert studio.studio.suites() == []


@pytest.mark.parametrize("site", ["cross-site", "same-site", "", "SAME-ORIGIN", "same-origin, cross-site"])
def test_what_a_browser_says_of_another_site_is_refused(studio, site):
    path = f"{root_of(studio)}api/state"
    assert asked(studio, "GET", path, ("Sec-Fetch-Site", site))[0] == 403


def test_two_origins_of_which_one_is_ours_are_refused(studio):
    own = f"http://127.0.0.1:{port_of(studio)}"
    path = f"{root_of(studio)}api/new"
    assert asked(studio, "POST", path, ("Origin", own), ("Origin", "http://attacker.example"))[0] == 403


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "//",
        "/api/state",
        "/{wrong}/api/state",
        "/{short}/api/state",
        "//{token}/api/state",
        "/./{token}/api/state",
        "/x/../{token}/api/state",
        "/%2f{token}/api/state",
        "/{token}%00/api/state",
        "/open/",
        "/open/{token}",
        "/open/{token}/",
    ],
)
def test_there_is_nothing_beside_the_token(studio, path):
    token = root_of(studio).strip("/")
    status, answer = asked(studio, "GET", path.format(token=token, wrong=new_token(), short=token[:-1]))
    assert status == 404
    assert token.encode() not in answer.content
    assert b"suites" not in answer.content


@pytest.mark.parametrize("mount", ["static", "vendor", "report"])
@pytest.mark.parametrize(
    "path",
    [
        "../server.py",
        "..%2fserver.py",
        "%2e%2e/server.py",
        "%2e%2e%2fserver.py",
        "..%5cserver.py",
        "....//server.py",
        "%252e%252e%252fserver.py",
        "//etc/passwd",
        "%2fetc%2fpasswd",
        "main.js%00.css",
        "",
        ".",
        "css",
    ],
)
def test_no_file_beside_the_pages_is_served(studio, mount, path):
    status, answer = asked(studio, "GET", f"{root_of(studio)}{mount}/{path}")
    assert status == 404, answer.content[:200]
    assert b"root:" not in answer.content
    assert b"import" not in answer.content


def test_every_answer_forbids_to_frame_it_and_to_read_it_from_elsewhere(studio):
    root = root_of(studio)
    for path in (root, f"{root}static/main.js", f"{root}api/state", f"{root}nothing", "/"):
        _, answer = asked(studio, "GET", path)
        headers = {name: answer.getheader(name) for name, _ in answer.getheaders()}
        assert headers["x-frame-options"] == "DENY", path
        assert headers["cross-origin-resource-policy"] == "same-origin", path
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["referrer-policy"] == "no-referrer", path
        assert headers["cache-control"] == "no-store", path
        assert "default-src 'none'" in headers["content-security-policy"], path
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
        assert "unsafe" not in headers["content-security-policy"], path


def test_scripts_of_the_page_come_from_its_files_alone(studio):
    _, first = asked(studio, "GET", root_of(studio))
    _, second = asked(studio, "GET", root_of(studio))
    policy = first.getheader("content-security-policy")
    scripts = next(part for part in policy.split(";") if part.strip().startswith("script-src"))
    assert scripts.split() == ["script-src", "'self'"]
    assert policy != second.getheader("content-security-policy")  # a nonce is good for one page


def test_a_body_beyond_the_limit_is_refused_while_it_comes(studio, monkeypatch):
    from syntaxgym_lite.studio import endpoints

    monkeypatch.setattr(endpoints, "MOST_BYTES", 1 << 20)
    root, port = root_of(studio), port_of(studio)
    head = (
        f"POST {root}api/imports/file?name=a.csv HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Origin: http://127.0.0.1:{port}\r\nTransfer-Encoding: chunked\r\n\r\n"
    ).encode()
    chunk = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
    assert raw(studio, head + chunk * 20 + b"0\r\n\r\n").split()[1] == b"413"
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(head + chunk * 2 + b"0\r\n\r\n")
        assert connection.recv(65536).split()[1] == b"200"


def test_requests_that_never_end_keep_nobody_waiting(studio):
    root, port = root_of(studio), port_of(studio)
    begun = []
    try:
        for _ in range(50):
            one = socket.create_connection(("127.0.0.1", port), timeout=20)
            one.sendall(f"POST {root}api/new HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 9\r\n".encode())
            begun.append(one)
        assert studio.get("/state")["studio"] == studio.studio.id
    finally:
        for one in begun:
            one.close()


@pytest.mark.parametrize(
    "smuggled",
    [
        "Content-Length: 0\r\nTransfer-Encoding: chunked",
        "Content-Length: 4\r\nContent-Length: 80",
        "Transfer-Encoding : chunked",
        "Transfer-Encoding: xchunked",
        "X: y\nOrigin: http://127.0.0.1",
    ],
)
def test_a_request_inside_of_another_is_none(studio, smuggled):
    root, port = root_of(studio), port_of(studio)
    inner = (
        f"POST {root}api/new HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://attacker.example\r\n"
        'Content-Length: 60\r\n\r\n{"name": "x", "regions": ["a"], "conditions": ["b"]}        '
    )
    raw(studio, f"POST /x HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{smuggled}\r\n\r\n{inner}".encode())
    assert studio.studio.suites() == []


def test_a_browser_gets_in_once_by_its_door():
    """The command line of a browser can be read by others on the machine: what stands there works once."""
    guard = Guard(_nothing, "the-token", 80)
    door = guard.door("#suite/1")
    assert "the-token" not in door
    assert door != guard.door()
    status, headers = answered(guard, door)
    assert (status, headers[b"location"]) == (303, b"/the-token/#suite/1")
    assert answered(guard, door)[0] == 404
    assert answered(guard, guard.door(), (b"sec-fetch-site", b"cross-site"))[0] == 403


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    raise AssertionError("nothing gets through")


def run(coroutine: Any) -> None:
    """Run it in a thread of its own: in this one a browser may have a loop that goes on."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, coroutine).result()


def answered(guard: Guard, path: str, *headers: tuple[bytes, bytes]) -> tuple[int, dict[bytes, bytes]]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "headers": [(b"host", b"127.0.0.1:80"), *headers]}
    run(guard(scope, None, send))  # type: ignore[arg-type]
    return sent[0]["status"], dict(sent[0]["headers"])


def test_a_web_socket_is_not_answered():
    run(Guard(_nothing, "the-token", 80)({"type": "websocket", "path": "/the-token/", "headers": []}, None, None))  # type: ignore[arg-type]


def test_no_file_outside_of_the_folders_is_opened(studio, tmp_path):
    secret = tmp_path / "secret.csv"
    secret.write_text("item,condition,sentence\n1,a,My secret.\n", encoding="utf-8")
    (studio.folder / "link.csv").symlink_to(secret)
    (studio.folder / "folder").symlink_to(tmp_path)
    for path in (secret, "../secret.csv", "link.csv", "folder/secret.csv", "/etc/passwd", "a\0b", "~/.bashrc"):
        status, answer = studio.ask("POST", "/open", {"path": str(path)})
        assert status == 400, path
        assert "secret." not in str(answer).replace("secret.csv", "")
    assert [one["path"] for one in studio.get("/home")["files"]] == []


@pytest.mark.skipif(os.name == "nt", reason="a socket's options differ there")
def test_only_this_machine_is_listened_to(studio):
    with socket.socket() as connection:
        connection.settimeout(5)
        try:
            others = [one[4][0] for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
        except OSError:
            others = []
        for address in {one for one in others if not one.startswith("127.")}:
            assert connection.connect_ex((address, port_of(studio))) != 0
