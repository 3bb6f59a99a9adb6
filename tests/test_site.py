"""The site that is built from the documents: strict about links and names, whole, and of this place alone."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.places import ROOT

import syntaxgym_lite

DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("sphinx")
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "-n", "--keep-going", "-d", folder / "doctrees"]
    done = subprocess.run([*build, DOCS, folder / "html"], capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stderr
    return folder / "html"


def test_every_document_is_a_page_that_the_menu_of_the_home_page_leads_to(site: Path) -> None:
    home = (site / "index.html").read_text(encoding="utf-8")
    menu = home.partition('class="sidebar-tree"')[2].partition("</aside>")[0]
    pages = {path.relative_to(DOCS).with_suffix(".html").as_posix() for path in DOCS.rglob("*.md")}
    assert pages - {"index.html"} == set(re.findall(r'href="([\w/-]+\.html)"', menu))
    assert all((site / page).is_file() for page in pages)


def test_the_python_page_has_the_whole_docstring_of_every_public_name(site: Path) -> None:
    page = (site / "reference" / "python.html").read_text(encoding="utf-8")
    names = set(syntaxgym_lite.__all__) - {"__version__"}
    assert {name for name in names if f'id="syntaxgym_lite.{name}"' not in page} == set()
    assert "Suite files, folders of them" in page  # of a parameter of evaluate, which stands only in its docstring


def test_names_in_docstrings_are_links(site: Path) -> None:
    page = (site / "reference" / "python.html").read_text(encoding="utf-8")
    assert re.search(r'href="#syntaxgym_lite\.RunResult"[^>]*>(<[^>]+>)*RunResult<', page)


def test_a_reader_of_the_site_calls_no_other_host(site: Path) -> None:
    calls = [
        f"{path.name}: {found}"
        for path in (*site.rglob("*.html"), *site.rglob("*.css"))
        for found in re.findall(
            r'(?:<(?:script|img|iframe)[^>]*src="|<link[^>]*href="|url\(["\']?|@import ["\'])((?:https?:)?//[^"\')]+)',
            path.read_text(encoding="utf-8"),
        )
    ]
    assert calls == []


def test_the_search_finds_commands_and_names(site: Path) -> None:
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert '"sglite perplexity"' in index
    assert "summarize" in index
