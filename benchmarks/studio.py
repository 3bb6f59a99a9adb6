"""How fluent the studio's grid is: 100 items x 8 conditions x 8 regions in Chromium.

How soon a key shows (as a painted letter in the cell that is written, and as a painted cell once it is written), and
how soon a table of all cells is there that was pasted. Needs Chromium and playwright.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from typing import Any

from syntaxgym_lite.studio.server import Running
from syntaxgym_lite.studio.studio import Studio, Workspace

from .record import Duration

N_ITEMS, N_CONDITIONS, N_REGIONS = 100, 8, 8
KEY_AIM, PASTE_AIM = 0.05, 1.0  # seconds
REPEATS = 30

# from a key's event to the frame after which what it did has been painted: what an element shows then
_WATCH = """() => {
  const shown = {
    a: () => document.activeElement.value === "a",
    Enter: () => document.querySelector(`.rgCol .rgCell[data-rgrow="${window.written}"] .text`)?.textContent === "b",
  };
  document.addEventListener("keydown", (event) => {
    const look = () => requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => {
        if (shown[event.key]?.()) window.wait = performance.now() - event.timeStamp;
        else look();
      };
      painted.port2.postMessage(null);
    });
    if (event.key in shown) look();
  }, true);
}"""
# from a paste's event until a cell that it wrote has been painted, and until the studio has all of it
_PASTE = """async (text) => {
  const field = document.activeElement;
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const start = performance.now();
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  const shown = () => document.querySelector(".rgCol .rgCell.active .text")?.textContent === text.split("\\t")[0];
  do await new Promise((done) => requestAnimationFrame(() => setTimeout(done))); while (!shown());
  const painted = performance.now() - start;
  await window.studioStore.flush();
  return [painted, performance.now() - start];
}"""


def measure(*, quick: bool = False) -> Iterator[str | Duration]:
    executable = shutil.which("chromium")
    if executable is None:
        yield "Chromium is not installed"
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder:
        studio = Studio(Workspace.of([folder]))
        running = Running(studio, 0)
        threading.Thread(target=running.serve, daemon=True).start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                yield from _in_page(page, running.address, studio, 5 if quick else REPEATS)
                browser.close()
        finally:
            running.stop()


def _in_page(page: Any, address: str, studio: Studio, repeats: int) -> Iterator[str | Duration]:
    what = f"studio: {N_ITEMS} items x {N_CONDITIONS} conditions x {N_REGIONS} regions"
    page.goto(f"{address}#suite/{studio.add(_document()).id}")
    page.wait_for_selector(".rgCell.active .box")
    page.locator(".rgCol revogr-data .rgCell .box").first.click()
    page.evaluate(_WATCH)
    for name, key in {"a letter": "a", "a cell written with Enter": "Enter"}.items():
        waits = [_pressed(page, key) for _ in range(repeats)]
        yield Duration(f"{what}: {name}", statistics.median(waits), KEY_AIM)
        yield f"  {repeats} times, {min(waits) * 1000:.0f} to {max(waits) * 1000:.0f} ms"
    painted, sent = [], []
    for turn in range(max(2, repeats // 6)):
        page.keyboard.press("Control+Home")
        rows = [[f"text {turn} {row} {col}" for col in range(N_REGIONS)] for row in range(N_ITEMS * N_CONDITIONS)]
        shown, there = page.evaluate(_PASTE, "\r\n".join("\t".join(row) for row in rows))
        painted.append(shown / 1000)
        sent.append(there / 1000)
    yield Duration(f"{what}: all cells pasted and shown", statistics.median(painted), PASTE_AIM)
    yield Duration(f"{what}: all cells pasted, and their sentences there", statistics.median(sent), PASTE_AIM)
    yield f"  {len(painted)} times, {min(painted):.2f} to {max(painted):.2f} s and {min(sent):.2f} to {max(sent):.2f} s"


def _pressed(page: Any, key: str) -> float:
    """Seconds until what a key does can be seen."""
    page.keyboard.press("Delete")
    page.evaluate(
        "() => { window.written = document.querySelector('.rgCol .rgCell.active').dataset.rgrow; window.wait = 0; }"
    )
    if key == "Enter":
        page.keyboard.press("b")
    page.keyboard.press(key)
    end = time.monotonic() + 10
    while not (wait := page.evaluate("window.wait")):
        if time.monotonic() > end:
            raise RuntimeError(f"nothing shows after the key {key}")
    page.keyboard.press("Escape")
    return float(wait) / 1000


def _document() -> dict[str, Any]:
    numbers = range(1, N_REGIONS + 1)
    return {
        "meta": {"name": "large", "metric": "sum"},
        "region_meta": {str(number): f"region {number}" for number in numbers},
        "predictions": [],
        "items": [
            {
                "item_number": item,
                "conditions": [
                    {
                        "condition_name": f"condition_{condition}",
                        "regions": [
                            {"region_number": number, "content": f"word {item} {number}"} for number in numbers
                        ],
                    }
                    for condition in range(1, N_CONDITIONS + 1)
                ],
            }
            for item in range(1, N_ITEMS + 1)
        ],
    }
