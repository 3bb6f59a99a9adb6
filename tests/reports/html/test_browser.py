"""A report in a real browser: what it shows, how one gets through it, and what it must never do."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from support.browser import opened
from support.running import run_items
from support.toys import WITH_IMPOSSIBLE, WordBackend

from syntaxgym_lite.errors import SgliteWarning
from syntaxgym_lite.results import RunResult

PHONE = (390, 844)


def visible_suites(page) -> list[str]:
    return page.eval_on_selector_all(
        "#suites tbody tr:not([hidden])", "rows => rows.map(row => row.cells[0].querySelector('a').textContent)"
    )


def test_the_first_view_has_all_suites_and_asks_for_nothing_from_elsewhere(chromium, report, run):
    with opened(chromium, report) as (page, watched):
        assert visible_suites(page) == [suite.suite for suite in run.models[0].suites]
        assert page.inner_text("#shown") == "5 suites"
        assert not page.is_visible("#view")
        page.click("text=npz")
        page.click("text=item 3 >> nth=0")
        assert (watched.complaints, watched.requests) == ([], [])


def test_a_head_sorts_by_its_column_both_ways_and_then_no_more(chromium, report):
    with opened(chromium, report) as (page, _):
        before = visible_suites(page)
        head = page.locator("#suites th", has_text="suite").first
        for order in ("ascending", "descending"):
            head.locator("button").click()
            assert head.get_attribute("aria-sort") == order
            expected = sorted(before, reverse=order == "descending")
            assert visible_suites(page) == expected
        head.locator("button").click()
        assert head.get_attribute("aria-sort") is None
        assert visible_suites(page) == before


def test_scores_sort_as_numbers_and_the_highest_first(chromium, report):
    with opened(chromium, report) as (page, _):
        page.click("#suites th button >> text=random:1")
        scores = page.eval_on_selector_all(
            "#suites tbody tr", "rows => rows.map(row => Number(row.cells[5].dataset.sort))"
        )
        assert len(set(scores)) > 1
        assert scores == sorted(scores, reverse=True)


def test_filters_narrow_the_table_and_say_how_many_are_left(chromium, report):
    with opened(chromium, report) as (page, _):
        page.fill("input[name=text]", "agreement")
        assert visible_suites(page) == ["number_prep", "nonce_agreement_ru", "anaphor_agreement"]  # one by its circuit
        assert page.inner_text("#shown") == "3 of 5 suites"
        page.select_option("select[name=language]", "ru")
        assert visible_suites(page) == ["nonce_agreement_ru"]
        page.click("button[type=reset]")
        page.wait_for_selector("#shown:text-is('5 suites')")
        page.select_option("select[name=circuit]", "garden_path")
        assert visible_suites(page) == ["npz"]
        page.fill("input[name=text]", "no such suite")
        assert page.is_visible("#nothing")


def test_the_filter_against_chance_goes_by_the_test(chromium, report, run):
    from syntaxgym_lite.stats import summarize

    sides: dict[str, list[str]] = {}
    for model in summarize(run)["models"]:
        for suite in model["suites"]:
            sides.setdefault(suite["suite"], []).append(str(suite["above_chance"]))
    with opened(chromium, report) as (page, _):
        for choice, wanted in (("some", {"above"}), ("below", {"below"}), ("silent", {"silent", "tied"})):
            page.select_option("select[name=chance]", choice)
            assert visible_suites(page) == [suite for suite, own in sides.items() if wanted & {*own}]


def test_an_address_keeps_filters_and_order(chromium, report):
    with opened(chromium, report) as (page, _):
        page.fill("input[name=text]", "n")
        page.click("#suites th button >> text=suite")
        page.click("#suites th button >> text=suite")
        shown, address = visible_suites(page), page.evaluate("location.hash")
    with opened(chromium, report, address) as (page, _):
        assert visible_suites(page) == shown == sorted(shown, reverse=True)


def test_a_click_leads_to_a_suite_and_an_item_and_back_leads_back(chromium, report, run):
    with opened(chromium, report) as (page, watched):
        page.fill("input[name=text]", "npz")
        page.click("#suites tbody tr:not([hidden]) th a")
        assert page.inner_text("h1 >> visible=true") == "npz"
        assert page.evaluate("location.hash") == "#suite/npz"
        page.click("table.items >> text=item 3")
        assert page.inner_text("h1 >> visible=true") == "npz, item 3"
        assert page.title().startswith("npz, item 3 ")
        sentence = next(one for one in run.models[0].suites[0].sentences if one.item_number == 3)
        row = page.locator("table.regions tbody tr").first
        assert row.locator("th").inner_text() == sentence.condition_name
        cells = row.locator("td").all_inner_texts()
        shown = [cell.split("\n")[0].strip() for cell in cells]
        assert [text for text in shown if text != "empty"] == [one.content for one in sentence.regions if one.content]
        page.go_back()
        assert page.inner_text("h1 >> visible=true") == "npz"
        page.go_back()
        assert page.is_visible("#overview")
        assert visible_suites(page) == ["npz"]
        assert watched.complaints == []


def test_an_address_that_leads_nowhere_says_so(chromium, report):
    for address in ("#suite/none", "#suite/npz/item/999", "#suite/%E0%A4%A"):
        with opened(chromium, report, address) as (page, watched):
            text = page.inner_text("main")
            assert "There is no such page" in text or page.is_visible("#overview")
            assert watched.complaints == []


def test_all_of_it_goes_by_keyboard_alone(chromium, report):
    with opened(chromium, report) as (page, watched):
        page.focus("#suites tbody tr th a")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        chosen = page.evaluate("document.activeElement.getAttribute('href')")
        assert chosen == "#suite/number_prep?model=random%3A1"
        page.keyboard.press("Enter")
        page.wait_for_selector("#view h1")
        assert page.evaluate("document.activeElement.tagName") == "H1"
        page.focus("table.items tbody a")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=number_prep, item 1")
        page.keyboard.press("ArrowRight")
        page.wait_for_selector("text=number_prep, item 2")
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector("text=number_prep, item 1")
        page.focus("table.regions button.cell")
        assert page.is_visible("[role=tooltip]")
        page.keyboard.press("Escape")
        assert not page.is_visible("[role=tooltip]")
        page.focus("button.comparison")
        page.keyboard.press("Enter")
        assert page.locator("button.comparison").first.get_attribute("aria-pressed") == "true"
        assert watched.complaints == []


def test_tokens_show_with_their_bits_when_asked_for(chromium, report, run):
    model = run.models[0]
    sentence = next(one for one in model.suites[0].sentences if one.item_number == 1)
    expected = [
        f"{token} {bits:.2f}"
        for token, bits, number in zip(sentence.tokens, sentence.token_bits, sentence.token_regions, strict=True)
        if number == 1 and bits is not None
    ]
    with opened(chromium, report, "#suite/npz/item/1?model=ngram") as (page, _):
        page.hover("table.regions button.cell >> nth=0")
        shown = page.locator("[role=tooltip] .token").all_inner_texts()
        assert [" ".join(text.split()) for text in shown] == expected
        page.mouse.move(0, 0)
        assert not page.is_visible("table.regions td > .tokens >> nth=0")
        page.check("text=tokens of all regions")
        assert page.is_visible("table.regions td > .tokens >> nth=0")


def test_words_that_a_model_does_not_know_are_said_with_the_findings(chromium, tmp_path):
    items = [{"a": ["The", "zebrafoo", "naps"], "b": ["The", "dog", "naps"]}] * 2
    backend = WordBackend(unknown=frozenset({"zebrafoo"}))
    path = a_run(run_items(items, backend, ["(2;%a%) > (2;%b%)"])).report(tmp_path / "report.html")
    with opened(chromium, path, "#suite/toy_suite") as (page, _):
        assert page.inner_text(".unknown-words") == (
            "toy does not know 1 word: zebrafoo. Predictions are about regions with it in 2 of 2 items (1, 2): "
            "what counts there is how likely some unknown word is, whichever it be."
        )


def test_a_comparison_says_by_how_much_it_holds_and_marks_its_cells(chromium, report, run):
    suite = next(one for one in run.models[1].suites if one.suite == "number_prep")
    outcome = next(one for one in suite.outcomes if one.holds is False and not one.tie)
    [place] = [place for place, one in enumerate(outcome.comparisons) if one.holds is False][:1]
    found = outcome.comparisons[place]
    assert found.left is not None
    assert found.right is not None
    address = f"#suite/number_prep/item/{outcome.item_number}?model=random%3A1"
    with opened(chromium, report, address) as (page, _):
        pressed = page.locator("button.comparison[aria-pressed=true]")
        assert pressed.count() == 1
        said = pressed.inner_text()
        assert f"fails by {abs(found.left - found.right):.1f} bits" in said
        assert f"{found.left:.1f}".replace("-", "\N{MINUS SIGN}") in said
        assert page.locator("td.left").count() >= 1
        assert page.locator("td.right").count() >= 1
        left = page.locator("td.left .bits").first.inner_text()
        assert left == f"{found.left:.2f}".replace("-", "\N{MINUS SIGN}")


def test_items_that_fail_can_be_shown_alone(chromium, report, run):
    suite = next(one for one in run.models[1].suites if one.suite == "number_prep")
    failing = {one.item_number for one in suite.outcomes if one.holds is False}
    with opened(chromium, report, "#suite/number_prep?model=random%3A1") as (page, _):
        page.select_option("#items-shown", "failing")
        shown = page.locator("table.items tbody tr:not([hidden])").count()
        assert 0 < shown == len(failing) < len(suite.item_numbers)
        assert page.inner_text(".count >> visible=true") == f"{shown} of {len(suite.item_numbers)} items"


def test_a_table_is_copied_as_cells_between_tabs(chromium, report, run):
    with opened(chromium, report) as (page, _):
        page.fill("input[name=text]", "npz")
        page.click(".table:has(#suites) .copy")
        page.wait_for_selector("text=Copied")
        head, *rows = [line.split("\t") for line in page.evaluate("navigator.clipboard.readText()").split("\n")]
        assert head[:5] == ["suite", "circuit", "items", "chance", "ngram"]
        assert len(rows) == 1
        assert len(rows[0]) == len(head) == 10
        assert rows[0][1:3] == ["garden path", "28"]


def test_the_plot_has_a_line_for_each_condition_and_gaps_where_nothing_stands(chromium, report):
    with opened(chromium, report, "#suite/npz?model=ngram") as (page, _):
        page.wait_for_selector("svg.chart")
        assert page.locator("svg.chart path.line").count() == 4
        assert (
            page.locator("svg.chart text.label").all_inner_texts() == []
            or page.locator("svg.chart text.label").count() == 4
        )
        paths = page.eval_on_selector_all("svg.chart path.line", "paths => paths.map(path => path.getAttribute('d'))")
        pieces = sorted(path.count("M") for path in paths)
        assert pieces == [1, 1, 2, 2]  # without a comma there is a gap where it would stand
        page.check("text=all models")
        page.wait_for_selector("svg.chart >> nth=1")


def test_light_and_dark_can_be_chosen(chromium, report):
    with opened(chromium, report) as (page, _):
        colour = "getComputedStyle(document.documentElement).backgroundColor"
        light = page.evaluate(colour)
        page.click("#theme")
        page.click("#theme")
        assert page.inner_text("#theme") == "Colours: dark"
        assert page.evaluate(colour) != light
    with opened(chromium, report, dark=True) as (page, _):
        assert page.evaluate(colour) != light


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("address", ["", "#suite/npz?model=random%3A1", "#suite/npz/item/3?model=ngram"])
def test_axe_finds_nothing_serious(chromium, report, address, size, dark):
    pytest.importorskip("axe_playwright_python")
    import axe_playwright_python

    axe = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    with opened(chromium, report, address, size=size, dark=dark) as (page, _):
        if address:
            page.wait_for_selector("#view h1")
        page.evaluate(axe)
        found = page.evaluate("async () => await axe.run()")
    bad = [
        (one["id"], one["impact"], [node["html"][:120] for node in one["nodes"][:3]])
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert len(found["passes"]) > 10
    assert bad == []


@pytest.mark.parametrize("address", ["", "#suite/npz", "#suite/npz/item/3"])
def test_nothing_is_wider_than_a_phone(chromium, report, address):
    with opened(chromium, report, address, size=PHONE) as (page, _):
        page.wait_for_timeout(200)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


ATTACKS = (
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    '"><img src=x onerror=alert(3)>',
    "{{7*7}} ${7*7} \u2028 ' \" & <!-- ]]>",
    "javascript:alert(4)",
)


def test_what_suites_say_is_text_and_is_never_run(chromium, tmp_path):
    suite = run_items(
        [{"a b": [attack, "x"], "<b>c</b>": ["x", attack]} for attack in ATTACKS],
        "random:1",
        ["(1;%a b%) > (1;%<b>c</b>%)"],
    )
    name = ATTACKS[0]
    hostile = replace(
        suite,
        suite=name,
        circuit=ATTACKS[2],
        language=ATTACKS[3],
        labels=dict(zip(suite.item_numbers, ATTACKS, strict=True)),
        warnings=ATTACKS,
        factors={number: {"</script>": ATTACKS[1]} for number in suite.item_numbers},
        region_names={1: ATTACKS[1], 2: ATTACKS[2]},
    )
    run = a_run(hostile, model=ATTACKS[1])
    path = run.report(tmp_path / "report.html", title=ATTACKS[1])
    with opened(chromium, path) as (page, watched):
        assert visible_suites(page) == [name]
        page.click("#suites tbody a")
        page.wait_for_selector("#view h1")
        assert page.inner_text("#view h1") == name
        page.click("table.items tbody a")
        page.wait_for_selector("table.regions")
        assert ATTACKS[0] in page.inner_text("table.regions")
        assert page.evaluate("document.scripts.length") == 3  # data, a suite, the page's own
        assert (watched.complaints, watched.requests) == ([], [])


def a_run(suite, model: str = "toy") -> RunResult:
    from syntaxgym_lite.results import ModelResult

    return RunResult(
        (ModelResult(model, "replay", None, "0" * 64, "left", "words", {}, (suite,)),),
        {"eos": False},
        "2026-01-01T00:00:00+00:00",
        {"syntaxgym_lite": "0"},
    )


def test_a_two_by_two_design_has_a_colour_and_a_dash_for_its_factors_and_its_effects_in_a_table(chromium, tmp_path):
    levels = {f"{head}_{other}": {"head": head, "attractor": other} for head in ("sg", "pl") for other in ("sg", "pl")}
    items = [{name: ["The keys", "to the door", "are"] for name in levels} for _ in range(4)]
    suite = run_items(items, "random:1", ["(3;%sg_sg%) - (3;%sg_pl%) > (3;%pl_sg%) - (3;%pl_pl%)"])
    path = a_run(replace(suite, suite="toy", condition_factors=levels)).report(tmp_path / "report.html")
    with opened(chromium, path, "#suite/toy") as (page, watched):
        page.wait_for_selector("svg.chart")
        looks = page.eval_on_selector_all(
            "svg.chart path.line",
            "paths => paths.map(path => [path.getAttribute('class'), path.getAttribute('stroke-dasharray')])",
        )
        assert [colour for colour, _ in looks] == ["line c0", "line c0", "line c1", "line c1"]
        assert [dash for _, dash in looks] == ["", "6 3", "", "6 3"]
        table = page.locator("section:has(h2:text-is('Main effects and interaction')) tbody")
        assert table.locator("tr").count() == 3
        assert "head x attractor" in table.inner_text()
        assert watched.complaints == []


def test_right_to_left_sentences_run_from_right_to_left(chromium, tmp_path):
    suite = run_items([{"a": ["הכלב", "נבח"], "b": ["הכלב", "ישן"]}], "random:1", ["(2;%a%) > (2;%b%)"])
    path = a_run(replace(suite, suite="toy", language="he")).report(tmp_path / "report.html")
    with opened(chromium, path, "#suite/toy/item/1") as (page, _):
        boxes = [page.locator("table.regions tbody td").nth(place).bounding_box() for place in (0, 1)]
        assert boxes[0]["x"] > boxes[1]["x"]


def test_a_run_without_sentences_has_scores_and_no_items_to_look_at(chromium, run, tmp_path):
    bare = replace(
        run,
        models=tuple(
            replace(one, suites=tuple(suite.without_sentences() for suite in one.suites)) for one in run.models
        ),
    )
    path = bare.report(tmp_path / "report.html")
    with opened(chromium, path, "#suite/npz?model=random%3A1") as (page, watched):
        assert "sentences of this run were not kept" in page.inner_text("#view")
        page.click("table.items tbody a >> nth=0")
        page.wait_for_selector("button.comparison")
        assert watched.complaints == []


def test_it_prints_light_and_without_buttons(chromium, report):
    with opened(chromium, report, "#suite/npz", dark=True) as (page, _):
        page.emulate_media(media="print", color_scheme="dark")
        assert not page.is_visible("#theme")
        assert page.evaluate("getComputedStyle(document.body).color") in ("rgb(22, 25, 29)",)
        assert page.pdf()[:4] == b"%PDF"


def test_the_data_say_what_the_results_say(report, run):
    """Read back without a browser: what a script would find in the page."""
    from html.parser import HTMLParser

    blocks: dict[str, str] = {}

    class Data(HTMLParser):
        name = ""

        def handle_starttag(self, tag, attributes):
            own = dict(attributes)
            self.name = own.get("id", "") if tag == "script" and own.get("type") == "application/json" else ""

        def handle_data(self, data):
            if self.name:
                blocks[self.name] = blocks.get(self.name, "") + data

        def handle_endtag(self, tag):
            self.name = ""

    Data().feed(report.read_text(encoding="utf-8"))
    assert json.loads(blocks["data"])["suites"] == [suite.suite for suite in run.models[0].suites]
    first = json.loads(blocks["suite-0"])
    bits = [one.surprisal_bits for one in run.models[0].suites[0].sentences[0].regions]
    assert first["models"][0]["regions"][0] == [None if one is None else pytest.approx(one, abs=0.0051) for one in bits]


def test_two_models_are_compared_and_items_that_only_one_passes_lead_to_the_other(chromium, report, run):
    passed = {}
    for model in run.models:
        suite = next(one for one in model.suites if one.suite == "number_prep")
        passed[model.model] = {
            number
            for number in suite.item_numbers
            if all(one.holds for one in suite.outcomes if one.item_number == number)
        }
    only = sorted(passed["random:1"] - passed["ngram"])
    with opened(chromium, report) as (page, watched):
        page.click("text=Models against each other")
        page.click("a[href='#compare?model=random%3A1&baseline=ngram']")
        page.wait_for_selector("#view h1")
        assert page.inner_text("#view h1") == "random:1 against ngram"
        row = page.locator("section:has-text('By suite') tr", has_text="number_prep")
        assert row.locator("td.items").nth(0).locator("a").all_inner_texts() == [str(number) for number in only][:12]
        there = page.locator("section.found").inner_text()
        row.locator("td.items a").first.click()
        page.wait_for_selector(f"text=number_prep, item {only[0]}")
        assert "On ngram" in page.inner_text(".verdict")
        page.go_back()
        page.evaluate("location.hash = '#compare?model=ngram&baseline=random%3A1'")
        page.wait_for_selector("text=ngram against random:1")
        turned = page.locator("section.found").inner_text()
        assert "higher" in there
        assert "lower" in turned
        assert watched.complaints == []


def test_one_model_alone_has_nothing_to_compare(chromium, run, tmp_path):
    path = replace(run, models=run.models[:1]).report(tmp_path / "report.html")
    with opened(chromium, path) as (page, _):
        assert "Models against each other" not in page.inner_text("main")
    with opened(chromium, path, "#compare") as (page, watched):
        assert "There is no such page" in page.inner_text("main")
        assert watched.complaints == []


NEAR = {
    "near": (2.0001, 2.0002),
    "apart": (2.04, 2.0),
    "equal": (3.0, 3.0),
    "improbable": (25.5, 26.5),
    "impossible": (2.0, math.inf),
}


@pytest.fixture(scope="module")
def near_run() -> RunResult:
    """Items whose sides are nearly or exactly equal, improbable, or impossible."""
    bits = {f"{name}_{side}": own for name, sides in NEAR.items() for side, own in zip("ab", sides, strict=True)}
    items = [{side: ["x", f"{name}_{side}"] for side in "ab"} for name in NEAR]
    model = WordBackend(lambda word: bits.get(word, 1.0), capabilities=WITH_IMPOSSIBLE)
    formulas = ["(2;%a%) > (2;%b%)", "(2;%a%;prob) > (2;%b%;prob)", "(2;%a%) = (2;%b%)", "!((2;%a%) != (2;%b%))"]
    with pytest.warns(SgliteWarning, match="impossible"):
        return a_run(run_items(items, model, formulas))


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (1, ["2.0001 > 2.0002 fails by 0.0001 bits", "0.249983 > 0.249965 holds by 0.000017 in probability",
             "2.0001 = 2.0002 holds: the sides are 0.0001 bits apart, which counts as equal",
             "2.0001 ≠ 2.0002 fails: the sides are 0.0001 bits apart, which counts as equal"]),
        (2, ["2.04 > 2.00 holds by 0.04 bits", "0.24 > 0.25 fails by 0.01 in probability",
             "2.04 = 2.00 fails: the sides are 0.04 bits apart", "2.04 ≠ 2.00 holds: the sides are 0.04 bits apart"]),
        (3, ["3 > 3 fails: a tie, both sides are equal", "0.1 > 0.1 fails: a tie, both sides are equal",
             "3 = 3 holds: both sides are equal", "3 ≠ 3 fails: both sides are equal"]),
        (4, ["25.5 > 26.5 fails by 1.0 bits", "2.1e−8 > 1.1e−8 holds by 1.1e−8 in probability",
             "25.5 = 26.5 fails: the sides are 1.0 bits apart", "25.5 ≠ 26.5 holds: the sides are 1.0 bits apart"]),
        (5, ["2.0 > ∞ fails", "0.3 > 0.0 holds by 0.3 in probability", "2.0 = ∞ fails", "2.0 ≠ ∞ holds"]),
    ],
    ids=list(NEAR),
)  # fmt: skip
def test_what_is_said_of_a_comparison_is_true(chromium, near_run, tmp_path, number, said):
    path = near_run.report(tmp_path / "report.html")
    with opened(chromium, path, f"#suite/toy_suite/item/{number}") as (page, watched):
        page.wait_for_selector("button.comparison")
        shown = page.eval_on_selector_all(
            "button.comparison", "lines => lines.map(line => line.childNodes[1].textContent)"
        )
        assert shown == said
        assert watched.complaints == []


def test_a_prediction_by_not_says_whether_it_holds_beside_what_its_comparison_does(chromium, near_run, tmp_path):
    path = near_run.report(tmp_path / "report.html")
    with opened(chromium, path, "#suite/toy_suite/item/2") as (page, _):
        page.wait_for_selector("button.comparison")
        assert page.locator("ol.predictions > li").last.locator(".truth").inner_text() == "✗ does not hold."
        assert page.locator("ol.predictions > li").first.locator(".truth").count() == 0
        assert page.inner_text(".verdict") == "✗ On toy, 3 of 4 predictions fail."


def test_undefined_predictions_are_no_failing_ones(chromium, tmp_path):
    items = [{"a": ["x", "word"], "b": ["x", ""]}, {"a": ["x", "y"], "b": ["xx", "yy"]}]
    suite = run_items(items, WordBackend(), ["(2;%a%) > (2;%b%)", "(1;%a%) > (1;%b%)", "(2;%b%) > 0"])
    undefined = replace(
        suite,
        outcomes=tuple(
            replace(
                one, holds=None, comparisons=tuple(replace(part, right=None, holds=None) for part in one.comparisons)
            )
            if one.prediction == 0 and one.item_number == 2
            else one
            for one in suite.outcomes
        ),
    )
    path = a_run(undefined).report(tmp_path / "report.html")
    with opened(chromium, path, "#suite/toy_suite/item/2") as (page, _):
        page.wait_for_selector(".verdict")
        assert page.inner_text(".verdict") == "✗ On toy, 1 of 3 predictions fails; 1 is undefined."


def test_an_address_may_ask_for_an_order_that_there_is_not(chromium, report, run):
    with opened(chromium, report, "#overview?sort=99-ascending") as (page, watched):
        assert visible_suites(page) == [suite.suite for suite in run.models[0].suites]
        assert watched.complaints == []


def test_long_names_and_words_do_not_push_numbers_out_of_the_page(chromium, tmp_path):
    suite = run_items([{"a": ["W" * 5000, "y"], "b": ["x", "y"]}], WordBackend(), ["(1;%a%) > (1;%b%)"])
    path = a_run(suite, model="N" * 80).report(tmp_path / "report.html")
    for address, cell in (("", "#suites td.score"), ("#suite/toy_suite/item/1", "table.regions td:last-child")):
        with opened(chromium, path, address) as (page, _):
            box = page.locator(cell).last.bounding_box()
            assert box["x"] + box["width"] <= 1280


def test_the_plot_says_which_items_are_in_no_mean(chromium, tmp_path):
    model = WordBackend(lambda word: math.inf if word == "never" else 2.0, capabilities=WITH_IMPOSSIBLE)
    items = [{"a": ["x", word], "b": ["x", "y"]} for word in ("never", "y", "z")]
    with pytest.warns(SgliteWarning, match="impossible"):
        suite = run_items(items, model, ["(2;%a%) > (2;%b%)"])
    path = a_run(suite).report(tmp_path / "report.html")
    with opened(chromium, path, "#suite/toy_suite") as (page, _):
        page.wait_for_selector("svg.chart")
        assert "Left out, since some condition has no finite value: 1 item in r2." in page.inner_text("#view")


def test_an_unknown_word_before_what_predictions_are_about_is_no_all_clear(chromium, tmp_path):
    items = [
        {"a": ["The zebrafoo", "naps"], "b": ["The dog", "naps"]},
        {"a": ["A cat", "naps"], "b": ["A dog", "naps"]},
    ]
    backend = WordBackend(unknown=frozenset({"zebrafoo"}))
    path = a_run(run_items(items, backend, ["(2;%a%) > (2;%b%)"])).report(tmp_path / "report.html")
    with opened(chromium, path, "#suite/toy_suite") as (page, _):
        assert page.inner_text(".unknown-words") == (
            "toy does not know 1 word: zebrafoo. In 1 of 2 items (1) it stands before a region that predictions are "
            "about, and may change what is expected there."
        )
