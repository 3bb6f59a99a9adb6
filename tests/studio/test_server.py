"""The server: who is answered, and the page."""

from __future__ import annotations

import http.client
from typing import Any
from urllib.parse import urlsplit

import pytest
from support.studio import Served, page_of

import syntaxgym_lite as sgl
from syntaxgym_lite.studio import endpoints
from syntaxgym_lite.suite.json import suite_document


def asked(studio: Served, method: str, path: str, **headers: str) -> tuple[int, bytes]:
    """Ask with exactly these headers."""
    parts = urlsplit(studio.address)
    connection = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=20)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in {"Host": f"127.0.0.1:{parts.port}", "Content-Length": "0", **headers}.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    response = connection.getresponse()
    try:
        return response.status, response.read()
    finally:
        connection.close()


def test_own_page_is_answered(studio):
    path = urlsplit(studio.address).path
    assert asked(studio, "GET", f"{path}api/state")[0] == 200


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", {"Host": "attacker.example:80"}, 421),  # a name rebound to this machine
        ("GET", {"Host": "127.0.0.1"}, 421),
        ("GET", {"Origin": "http://attacker.example"}, 403),
        ("GET", {"Origin": "null"}, 403),
        ("GET", {"Sec_Fetch_Site": "cross-site"}, 403),
        ("POST", {}, 403),  # a browser always says where a request comes from
        ("POST", {"Origin": "http://attacker.example"}, 403),
    ],
)
def test_pages_from_elsewhere_are_refused(studio, method, headers, status):
    path = urlsplit(studio.address).path
    assert asked(studio, method, f"{path}api/state", **headers)[0] == status


def test_without_the_token_there_is_nothing(studio):
    assert asked(studio, "GET", "/")[0] == 404
    assert asked(studio, "GET", "/x/api/state")[0] == 404


def test_page_of_a_suite_opens_without_a_complaint(studio, chromium: Any):
    [suite] = sgl.load_suites("npz")
    opened = studio.studio.add(suite_document(suite))
    with page_of(chromium, f"{studio.address}#suite/{opened.id}") as (page, watched):
        page.wait_for_selector("text=28 items")
    assert watched.complaints == []
    assert watched.requests == []


def test_a_page_that_comes_too_late_does_not_take_the_place_of_the_one_that_is_wanted(studio, chromium: Any):
    [suite] = sgl.load_suites("npz")
    opened = studio.studio.add(suite_document(suite))
    with page_of(chromium, studio.address) as (page, watched):
        page.wait_for_selector("h1")
        held = []
        page.route("**/api/home*", lambda route: held.append(route))  # the first page waits for its answer
        page.evaluate(f"location.hash = '#suite/{opened.id}'")
        page.wait_for_selector("#tab-checks")
        page.evaluate("location.hash = '#'")
        page.wait_for_function("document.querySelector('#main').textContent.includes('Loading')")
        page.evaluate(f"location.hash = '#suite/{opened.id}'")
        page.wait_for_selector("#tab-checks")
        with page.expect_response("**/api/home*"):
            held[0].continue_()
        page.wait_for_timeout(100)
        assert page.locator("#tab-checks").count() == 1
        assert page.locator("#undo").count() == 1
    assert watched.complaints == []


def test_what_is_too_large_is_said_to_a_browser_that_is_still_sending(studio, monkeypatch):
    monkeypatch.setattr(endpoints, "MOST_BYTES", 2**16)
    status, answer = studio.ask("POST", "/imports/file?name=a.csv", b"x" * 2**24)
    assert (status, "no file of stimuli" in answer["message"]) == (413, True)
