"""``sglite report``."""

from __future__ import annotations

import pytest
from support.running import refused, sglite

from syntaxgym_lite.reports.html import is_report


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run") / "results"
    assert sglite("eval", "npz", "number_prep", "--model", "ngram", "--out", folder).code == 0
    return folder


def test_the_report_stands_in_the_folder_of_the_results(results):
    finished = sglite("report", results)
    assert (finished.code, finished.out) == (0, "")
    assert f"Wrote {results / 'report.html'} (" in finished.err
    assert is_report(results / "report.html")
    assert sglite("report", results / "run.json").code == 0  # made anew


def test_a_part_of_the_results_under_a_title_goes_where_one_says(results, tmp_path):
    path = tmp_path / "new" / "page.html"
    assert sglite("report", results, "-o", path, "--suite", "npz", "--title", "Only <this>").code == 0
    html = path.read_text(encoding="utf-8")
    assert "<title>Only &lt;this&gt;</title>" in html
    assert "#suite/npz" in html
    assert "#suite/number_prep" not in html


def test_ties_are_counted_as_one_says(results, tmp_path):
    path = tmp_path / "page.html"
    assert sglite("report", results, "-o", path, "--ties", "half").code == 0
    assert "half: an item that a tie decides counts a half" in path.read_text(encoding="utf-8")


def test_no_other_file_is_replaced_unasked(results, tmp_path):
    path = tmp_path / "notes.html"
    path.write_text("mine", encoding="utf-8")
    assert "there already, and no report; name another file, or give --overwrite" in refused(
        "report", results, "-o", path
    )
    assert path.read_text(encoding="utf-8") == "mine"
    assert sglite("report", results, "-o", path, "--overwrite").code == 0


def test_what_is_no_result_is_refused(tmp_path):
    assert "is a suite, not results" in refused("report", "npz")


def test_the_browser_is_asked_to_show_it(results, monkeypatch):
    shown = []
    monkeypatch.setattr("webbrowser.open", lambda address: shown.append(address) or False)
    finished = sglite("report", results, "--open")
    assert shown == [(results / "report.html").resolve().as_uri()]
    assert "No browser could be started" in finished.err
