"""`html_report` and `save_report`."""

from __future__ import annotations

import pytest
from support.running import run_items

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.reports.html import html_report, is_report, save_report
from syntaxgym_lite.results import Failure, ModelResult, RunResult


def test_a_report_is_made_anew_and_no_other_file_is_replaced(run, tmp_path):
    path = save_report(run, tmp_path)
    assert path == tmp_path / "report.html"
    assert is_report(path)
    assert run.report(path, title="Again") == path
    assert "<title>Again</title>" in path.read_text(encoding="utf-8")
    other = tmp_path / "mine.html"
    other.write_text("<p>my notes</p>", encoding="utf-8")
    with pytest.raises(InputError, match=r"mine\.html: is there already, and no report; .*`overwrite`"):
        save_report(run, other)
    assert other.read_text(encoding="utf-8") == "<p>my notes</p>"
    assert is_report(save_report(run, other, overwrite=True))


def test_the_title_says_what_it_is_about(run):
    assert "<title>5 suites on ngram, random:1</title>" in html_report(run)


def test_a_paragraph_for_a_methods_section_is_there_to_copy(run):
    from html import unescape

    from syntaxgym_lite.reports.methods import methods_paragraph

    assert methods_paragraph(run) in unescape(html_report(run))


def test_failures_that_say_the_same_of_several_models_stand_once():
    suite = run_items([{"a": ["The", "cat."]}], "random:1")
    model = ModelResult("toy", "replay", None, None, "left", "words", {}, (suite,))
    failures = (Failure("m1", "m1 cannot be read."), Failure("m2", "m2 cannot be read."), Failure("m2", "m2: is gone."))
    html = html_report(RunResult((model,), {}, "not a date", {}, failures))
    assert "<b><bdi>m1</bdi></b>, <b><bdi>m2</bdi></b>: cannot be read." in html
    assert "<b><bdi>m2</bdi></b>: is gone." in html


def test_a_run_in_which_all_failed_makes_no_report():
    run = RunResult((), {}, "", {}, (Failure("m", "is gone."),))
    with pytest.raises(InputError, match="nothing to report"):
        html_report(run)


def test_the_page_is_the_same_each_time(run):
    assert html_report(run) == html_report(run)
