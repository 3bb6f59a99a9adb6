"""A page from elsewhere, in a real browser, that knows the address of the studio and tries to read and to write."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import pytest
from support.browser import _QUIET, need_chromium
from support.studio import Served, page_of

SECRET = "the-secret-of-the-suite"
TRIES = """
const root = %(root)s, port = new URL(root).port;
const outcome = {};
const tries = {
  read: async () => (await fetch(root + "api/state")).text(),
  readPlainly: async () => { const answer = await fetch(root + "api/suites/1", {mode: "no-cors"}); return answer.text(); },
  readWithHeader: async () => (await fetch(root + "api/suites/1", {headers: {"X-A": "b"}})).text(),
  write: async () => (await fetch(root + "api/new", {method: "POST", body: JSON.stringify(%(body)s), mode: "no-cors"})).text(),
  writeJson: async () => (await fetch(root + "api/new", {method: "POST", body: JSON.stringify(%(body)s), headers: {"Content-Type": "application/json"}})).text(),
  put: async () => (await fetch(root + "api/stop", {method: "PUT"})).text(),
  stop: async () => String(navigator.sendBeacon(root + "api/stop", "{}") && ""),
  module: async () => JSON.stringify(Object.keys(await import(root + "static/store.js"))),
  script: () => loaded("script", "src", root + "api/suites/1"),
  style: () => loaded("link", "href", root + "static/studio.css", {rel: "stylesheet"}),
  image: () => loaded("img", "src", root + "api/state"),
  frame: () => framed(document.createElement("iframe")),
  object: () => loaded("object", "data", root),
  socket: () => new Promise((done, failed) => { const one = new WebSocket(root.replace("http", "ws") + "api/state"); one.onopen = () => done("open"); one.onerror = failed; }),
  events: () => new Promise((done, failed) => { const one = new EventSource(root + "api/state"); one.onopen = () => done("open"); one.onerror = failed; }),
  opened: async () => {
    const other = window.open(root);
    await new Promise((done) => setTimeout(done, 700));
    try { return other.document.body.textContent; } finally { other?.close(); }
  },
};
function loaded(tag, attribute, address, others = {}) {
  return new Promise((done, failed) => {
    const element = Object.assign(document.createElement(tag), others);
    element.onload = () => done(`loaded`);
    element.onerror = () => failed(new Error("refused"));
    element[attribute] = address;
    document.body.append(element);
  });
}
function framed(frame) {
  return new Promise((done, failed) => {
    frame.onload = () => { try { done(frame.contentDocument.body.textContent); } catch (error) { failed(error); } };
    frame.src = root;
    document.body.append(frame);
  });
}
for (const [name, attempt] of Object.entries(tries)) {
  try { outcome[name] = await attempt(); } catch (error) { outcome[name] = "refused"; }
}
const form = Object.assign(document.createElement("form"), {method: "post", action: root + "api/new", enctype: "text/plain", target: "form"});
const field = Object.assign(document.createElement("input"), {name: %(form)s, value: ""});
const frame = Object.assign(document.createElement("iframe"), {name: "form"});
form.append(field);
document.body.append(frame, form);
form.submit();
await new Promise((done) => setTimeout(done, 500));
document.title = "done";
window.outcome = outcome;
"""


class _Page(BaseHTTPRequestHandler):
    script = ""
    seen: list[str] = []  # noqa: RUF012 - of one class for each server

    def do_GET(self) -> None:
        self.seen.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(f"<!doctype html><title>x</title><body><script type=module>{self.script}</script>".encode())

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def elsewhere(script: str) -> Iterator[tuple[str, list[str]]]:
    """Serve a page with a script at another port; gives its address, and what was asked of it."""
    handler = type("Page", (_Page,), {"script": script, "seen": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", handler.seen
    finally:
        server.shutdown()
        server.server_close()


def script_for(root: str) -> str:
    body = {"name": "x", "regions": ["a"], "conditions": ["b"]}
    filled = {"root": json.dumps(root), "body": json.dumps(body), "form": json.dumps(json.dumps(body))}
    return TRIES % filled


@pytest.fixture
def with_secret(studio: Served) -> Served:
    document = {
        "meta": {"name": SECRET, "metric": "sum"},
        "region_meta": {"1": "a"},
        "predictions": [],
        "items": [
            {
                "item_number": 1,
                "conditions": [{"condition_name": "b", "regions": [{"region_number": 1, "content": "x"}]}],
            }
        ],
    }
    studio.studio.add(document)
    return studio


def unharmed(studio: Served) -> bool:
    """Whether nothing was changed, and it still answers."""
    [suite] = studio.studio.suites()
    return suite.revision == 0 and list(studio.get("/state")["suites"]) == ["1"]


def test_a_page_at_another_port_that_knows_the_address_reads_and_changes_nothing(with_secret, chromium):
    with elsewhere(script_for(with_secret.address)) as (address, _):
        context = chromium.new_context()
        try:
            page = context.new_page()
            page.goto(address)
            page.wait_for_function("document.title === 'done'", timeout=30_000)
            outcome = page.evaluate("window.outcome")
        finally:
            context.close()
    assert SECRET not in str(outcome)
    allowed = {"readPlainly": "", "write": "", "stop": ""}  # sent, and neither heeded nor shown
    assert {name: said for name, said in outcome.items() if said not in ("refused", allowed.get(name))} == {}
    assert len(outcome) == 16
    assert unharmed(with_secret)


def test_a_name_that_was_rebound_to_this_machine_gets_nothing(with_secret, chromium):
    """DNS rebinding: to the browser, the page and the studio are one origin."""
    port = urlsplit(with_secret.address).port
    path = urlsplit(with_secret.address).path
    rules = "--host-resolver-rules=MAP attacker.example 127.0.0.1"
    started = chromium.browser_type.launch(executable_path=need_chromium(), args=[*_QUIET, rules])
    try:
        page = started.new_page()
        answer = page.goto(f"http://attacker.example:{port}{path}")
        assert answer is not None
        assert answer.status == 421
        shown = page.evaluate(
            """async (path) => {
                try { return [await (await fetch(path + "api/suites/1")).text(), 0]; } catch { return ["", -1]; }
            }""",
            path,
        )
    finally:
        started.close()
    assert SECRET not in shown[0]
    assert unharmed(with_secret)


NASTY = '</script><script>window.hurt=1</script><img src=x onerror="window.hurt=1">"\'><svg onload=window.hurt=1>'


def test_texts_of_a_suite_stay_texts(studio, chromium, tmp_path):
    table = tmp_path / "work" / "a.csv"
    nasty = NASTY.replace('"', '""')
    table.write_text(
        f'item,condition,"r1_{nasty}","{nasty}"\n1,"{nasty}","{nasty}","{nasty}"\n1,b,c,d\n', encoding="utf-8"
    )
    opened = studio.post("/open", {"path": "a.csv"})
    with page_of(chromium, f"{studio.address}#import/{opened['import']}") as (page, watched):
        page.click("#take-it")
        page.wait_for_selector(".workbench")
        page.wait_for_selector(".tab")
        for tab in page.query_selector_all(".tab"):
            tab.click()
        page.goto(studio.address)
        page.wait_for_selector("text=Open now")
        assert page.evaluate("window.hurt") is None
        assert page.query_selector("img, svg[onload]") is None
    assert watched.requests == []
    assert watched.complaints == []


def test_a_report_that_is_shown_cannot_ask_the_studio_for_anything(studio, chromium):
    import syntaxgym_lite as sgl

    folder = studio.folder / "results"
    folder.mkdir()
    sgl.evaluate("npz", "ngram").save(folder / "run.json")
    report = studio.post("/open", {"path": "results"})["report"]
    with page_of(chromium, f"{studio.address}#results/{report}") as (page, watched):
        with page.expect_popup() as popup:
            page.click("text=Open the report")
        shown = popup.value
        shown.wait_for_selector("h1")
        assert shown.evaluate("window.opener === null && window.origin") == "null"
        tried = "fetch(new URL('../state', location.href)).then((answer) => answer.text()).catch(() => 'refused')"
        assert shown.evaluate(tried) == "refused"
    assert studio.studio.suites() == []
    assert watched.requests == []
