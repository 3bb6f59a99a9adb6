"""A run in a notebook: a table and a figure, escaped, without anything from elsewhere."""

from __future__ import annotations

import sys
from dataclasses import replace
from html.parser import HTMLParser
from unittest import mock

from support.pictures import numbered, toy_run

from syntaxgym_lite.stats import summarize

CLAIM = ["(2;%a%) > (2;%b%)"]


class _Reader(HTMLParser):
    """Tags, addresses and texts of a piece of HTML."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.addresses, self.texts = [], [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.addresses += [value for name, value in attributes if name in ("src", "href", "xlink:href")]

    def handle_data(self, data):
        if data.strip():
            self.texts.append(data.strip())


def test_scores_stand_in_a_table_with_interval_and_chance():
    run = toy_run(numbered(8, "ab", 2, CLAIM))
    page = _Reader(run._repr_html_())
    [suite] = summarize(run)["models"][0]["suites"]
    assert page.texts[:6] == ["model", "suite", "score", "95 % interval", "chance", "items"]
    assert page.texts[6:9] == ["toy", "toy_suite", f"{suite['score']:.3f}"]
    assert page.texts[9] == f"{suite['ci_low']:.3f} to {suite['ci_high']:.3f}"
    assert page.texts[10].startswith("0.500")
    assert page.texts[11] == "8"


def test_a_plot_by_region_is_drawn_in_the_colours_of_the_page():
    html = toy_run(numbered(8, "ab", 2, CLAIM))._repr_html_()
    page = _Reader(html)
    assert page.tags.count("svg") == 1
    assert "surprisal (bits)" in page.texts
    assert "currentColor" in html
    assert "fill: #ffffff" not in html  # no white ground on a dark page
    assert "95 % intervals within items" in page.texts[-1]
    assert all(address.startswith("#") for address in page.addresses)
    assert "script" not in page.tags


def test_two_runs_on_one_page_share_no_identifiers():
    import re

    one, other = (toy_run(numbered(8, "ab", 2, CLAIM, seed=seed))._repr_html_() for seed in (1, 2))
    ids = [set(re.findall(r'id="([^"]+)"', html)) for html in (one, other)]
    assert ids[0]
    assert not ids[0] & ids[1]


def test_what_suites_and_models_hold_is_escaped():
    evil = "<script>alert(1)</script>"
    document = numbered(3, ["a", "<b onload=x>"], 2, [], name=evil, names=[evil, "r"])
    html = toy_run(document, models=[f"m{evil}"])._repr_html_()
    page = _Reader(html)
    assert "script" not in page.tags
    assert "b" not in page.tags
    assert evil in page.texts


def test_many_suites_are_summed_up_by_model():
    run = toy_run(*(numbered(2, "ab", 2, CLAIM, name=f"s{i}") for i in range(13)), models=["x", "y"])
    page = _Reader(run._repr_html_())
    assert page.texts[:4] == ["model", "suites", "SG score", "95 % interval"]
    assert page.texts[4:6] == ["x", "13 suites"]


def test_without_sentences_or_matplotlib_there_is_the_table():
    run = toy_run(numbered(3, "ab", 2, CLAIM))
    [model] = run.models
    bare = replace(run, models=(replace(model, suites=(model.suites[0].without_sentences(),)),))
    assert _Reader(bare._repr_html_()).tags.count("table") == 1
    with mock.patch.dict(sys.modules, {"syntaxgym_lite.figures.style": None}):
        page = _Reader(run._repr_html_())
    assert (page.tags.count("table"), page.tags.count("svg")) == (1, 0)


def test_failures_are_told():
    from syntaxgym_lite.results import Failure

    run = replace(toy_run(numbered(3, "ab", 2, CLAIM)), failures=(Failure("big", "out of <memory>"),))
    assert "big failed: out of <memory>" in _Reader(run._repr_html_()).texts
