"""The pane of predictions, in a browser: picked, written in words, typed as formulas, changed, undone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from support.studio import Served, page_of

from syntaxgym_lite.cli import main
from syntaxgym_lite.errors import FormulaError
from syntaxgym_lite.formula import parse
from syntaxgym_lite.studio.studio import OpenSuite

FACTORS = {f"{head}_{attractor}": {"head": head, "attractor": attractor} for head in ("sg", "pl") for attractor in ("sg", "pl")}  # fmt: skip
ATTRACTION = "(2;%pl_sg%) > (2;%sg_sg%)"


def attraction(*predictions: dict[str, Any]) -> dict[str, Any]:
    """A 2 x 2 of two items of our own."""

    def regions(noun: str, name: str) -> list[dict[str, Any]]:
        head, attractor = name.split("_")
        texts = (f"The {noun}{'s' * (head == 'pl')} by the {'pond' + 's' * (attractor == 'pl')}", "was", "green .")
        return [{"region_number": number, "content": text} for number, text in enumerate(texts, 1)]

    return {
        "meta": {"name": "attraction", "metric": "sum"},
        "region_meta": {"1": "subject", "2": "verb", "3": "rest"},
        "condition_factors": FACTORS,
        "predictions": list(predictions),
        "items": [
            {
                "item_number": number,
                "conditions": [{"condition_name": name, "regions": regions(noun, name)} for name in FACTORS],
            }
            for number, noun in enumerate(("tree", "bench"), 1)
        ],
    }


@contextmanager
def shown(studio: Served, chromium: Any, *predictions: dict[str, Any], **how: Any) -> Iterator[tuple[Any, OpenSuite]]:
    """The pane of a suite, which must work without a complaint; then what it left in the studio."""
    opened = studio.studio.add(attraction(*predictions))
    with page_of(chromium, f"{studio.address}#suite/{opened.id}", **how) as (page, watched):
        page.click("#tab-predictions")
        page.wait_for_selector(".add-prediction .chip")
        yield page, opened
        page.evaluate("studioStore.flush()")
    assert watched.complaints == []
    assert watched.requests == []


def predictions_of(page: Any, opened: OpenSuite) -> list[dict[str, Any]]:
    page.evaluate("studioStore.flush()")
    return list(opened.document["predictions"])


def formula(text: str, **more: Any) -> dict[str, Any]:
    return {"type": "formula", "formula": text, **more}


def test_prediction_is_picked_shown_in_an_item_and_added(studio, chromium):
    with shown(studio, chromium) as (page, opened):
        page.click(".chip:has-text('verb')")
        page.select_option("[aria-label='Condition']", "pl_sg")
        page.select_option("[aria-label='Compared with']", "sg_sg")
        page.wait_for_selector(".add-prediction .words:has-text('verb is more surprising in pl_sg than in sg_sg')")
        assert page.inner_text(".preview code").strip() == ATTRACTION
        rows = page.locator(".preview tbody tr")
        assert [row.inner_text().split()[0] for row in rows.all()] == ["sg_sg", "pl_sg"]
        assert page.locator(".preview td.left").inner_text().strip() == "was"
        frames = [
            page.locator(f".preview td.{side} > .cell").evaluate(
                "cell => [getComputedStyle(cell).borderTopStyle, getComputedStyle(cell).borderTopColor]"
            )
            for side in ("left", "right")
        ]
        assert [style for style, _ in frames] == ["solid", "dashed"]
        assert all("0, 0, 0, 0" not in colour for _, colour in frames)
        page.click("button.add")
        assert predictions_of(page, opened) == [formula(ATTRACTION, name="pl_sg > sg_sg at verb")]
        page.wait_for_selector(".prediction .words:has-text('verb is more surprising in pl_sg than in sg_sg')")
        assert page.inner_text("#badge-predictions") == "1"


def test_interaction_is_what_a_2_x_2_is_offered(studio, chromium):
    with shown(studio, chromium) as (page, opened):
        page.click(".chip:has-text('verb')")
        page.click("[aria-label='interaction of head and attractor'] button:has-text('larger for head=pl')")
        page.focus("button.add:enabled")
        page.keyboard.press("Enter")
        page.wait_for_selector(".ways input:focus")  # the button is no more to be pressed
        [added] = predictions_of(page, opened)
        assert added["formula"] == "(2;%pl_sg%) - (2;%pl_pl%) > (2;%sg_sg%) - (2;%sg_pl%)"
        assert added["name"] == "interaction of head and attractor at verb"


def test_focus_stays_among_the_predictions_when_one_is_deleted(studio, chromium):
    with shown(studio, chromium, formula(ATTRACTION), formula(ATTRACTION)) as (page, _):
        for place, focused in ((2, ".prediction :focus"), (1, ".ways input:focus")):
            page.focus(f"[aria-label='Delete: prediction {place}']")
            page.keyboard.press("Enter")
            page.wait_for_selector(focused)


def test_words_become_a_formula_and_mistakes_are_pointed_at(studio, chromium):
    with shown(studio, chromium) as (page, opened):
        page.click("text=In words")
        page.fill("textarea.phrase", "pl_sg > sg_sg at vreb")
        page.wait_for_selector(".preview .problem:has-text(\"Did you mean 'verb'?\")")
        assert page.locator("button.add").is_disabled()
        page.fill("textarea.phrase", "pl_sg > sg_sg at verb by 2 bits")
        page.wait_for_selector("button.add:enabled")
        page.press("textarea.phrase", "Enter")
        [added] = predictions_of(page, opened)
        assert added == formula("(2;%pl_sg%) - (2;%sg_sg%) > 2", name="pl_sg > sg_sg at verb by 2 bits")
        assert page.input_value("textarea.phrase") == ""


def test_formula_is_typed_with_the_keyboard_alone(studio, chromium):
    with shown(studio, chromium) as (page, opened):
        page.click("text=As a formula")
        field = ".add-prediction textarea.formula"
        page.focus(field)
        page.keyboard.type("(")
        page.wait_for_selector("ul.completions [role=option]:has-text('verb')")
        page.keyboard.press("ArrowDown")
        active = page.get_attribute(field, "aria-activedescendant")
        assert "verb" in page.inner_text(f"#{active}")
        page.keyboard.press("Enter")
        assert page.input_value(field) == "(2;%"
        page.wait_for_selector("ul.completions [role=option]:has-text('head=pl, attractor=sg')")
        page.keyboard.type("pl_s")
        page.wait_for_selector(".add-prediction ul.completions [role=option]:only-child:has-text('pl_sg')")
        page.keyboard.press("Tab")
        assert page.input_value(field) == "(2;%pl_sg%)"
        page.keyboard.press("Control+Space")
        page.wait_for_selector("ul.completions [role=option]:has-text('more surprising than')")
        page.keyboard.press("Escape")
        assert page.get_attribute(field, "aria-expanded") == "false"
        page.keyboard.type(" > (2;%head=sg, attractor=sg%)")
        page.wait_for_selector(".add-prediction .words:has-text('verb is more surprising in pl_sg than in sg_sg')")
        page.wait_for_selector("button.add:enabled")
        page.keyboard.press("Enter")
        [added] = predictions_of(page, opened)
        assert added == formula("(2;%pl_sg%) > (2;%head=sg, attractor=sg%)")


def test_mistake_is_shown_as_in_the_terminal(studio, chromium):
    mistaken = "(2;%pl_sg%) > (2;%sg_sg%"
    with pytest.raises(FormulaError) as caught:
        parse(mistaken)
    with shown(studio, chromium, formula(ATTRACTION), formula(mistaken)) as (page, opened):
        page.wait_for_selector(".prediction .problem")
        assert page.text_content(".prediction .problem") == str(caught.value)
        page.click(".prediction .words")  # it grows, and what is below moves
        page.wait_for_selector(".prediction.selected textarea.description")
        page.click("button.edit-formula >> nth=1")
        page.wait_for_selector(".prediction .live .problem")
        assert page.text_content(".prediction .live .problem") == str(caught.value)
        page.press(".prediction textarea.formula", "End")
        page.keyboard.type(")")
        page.wait_for_selector(".prediction .formula-field .words:has-text('verb is more')")
        page.keyboard.press("Escape")
        page.wait_for_selector("button.edit-formula:focus")
        assert predictions_of(page, opened) == [formula(ATTRACTION), formula(mistaken + ")")]
        page.wait_for_selector(".prediction >> nth=1 >> .words:has-text('verb is more surprising')")


def test_chance_level_is_that_of_the_terminal(studio, chromium, capsys):
    document = attraction(formula(ATTRACTION), formula("(2;%pl_sg%) - (2;%sg_sg%) > 2"))
    file = studio.folder / "attraction.json"
    file.write_text(json.dumps(document))
    with pytest.raises(SystemExit):
        main(["check", str(file)])
    said = [
        line.split(": ", 1)[1] for line in capsys.readouterr().out.splitlines() if line.strip().startswith("chance")
    ]
    with shown(studio, chromium, *document["predictions"]) as (page, _):
        page.wait_for_selector(".whole-chance:has-text('All together')")
        shown_levels = [one.removeprefix("chance ") for one in page.locator(".prediction .chance").all_inner_texts()]
        assert said[1:] == shown_levels
        assert said[0] in page.inner_text(".whole-chance")


def test_predictions_are_changed_moved_copied_deleted_and_all_of_it_undone(studio, chromium):
    first, second = formula(ATTRACTION, name="one", mine={"kept": 1}), formula("(3;%pl_sg%) > (3;%sg_sg%)")
    with shown(studio, chromium, first, second) as (page, opened):
        page.fill(".prediction >> nth=1 >> input.name", "two")
        page.keyboard.press("Tab")
        page.click("[aria-label='Move up: prediction 2']")
        assert predictions_of(page, opened) == [{**second, "name": "two"}, first]
        page.click("[aria-label='Duplicate: prediction 2']")
        assert predictions_of(page, opened)[2] == {**first, "name": "one (copy)"}
        page.click("[aria-label='Delete: prediction 1']")
        assert [one["name"] for one in predictions_of(page, opened)] == ["one", "one (copy)"]
        for _ in range(4):
            page.click("#undo")
        assert predictions_of(page, opened) == [first, second]
        assert page.input_value(".prediction >> nth=1 >> input.name") == ""


def test_what_is_written_stays_with_its_prediction_when_another_tab_deletes_one_before_it(studio, chromium):
    first, second, third = formula(ATTRACTION), formula("(3;%pl_sg%) > 1"), formula("(3;%pl_sg%) > 2")
    with shown(studio, chromium, first, second, third) as (page, _):
        page.fill(".prediction >> nth=1 >> input.name", "mine")
        page.evaluate(
            """() => studioStore.take(
                 { ...studioStore.document, predictions: structuredClone(studioStore.document.predictions.slice(1)) }, {}, {})"""
        )
        page.fill(":focus", "mine, longer")
        page.keyboard.press("Enter")
        assert page.evaluate("studioStore.document.predictions") == [{**second, "name": "mine, longer"}, third]


def test_chosen_prediction_frames_its_cells(studio, chromium):
    with shown(studio, chromium, formula("(2:3;%pl_sg%) > (2;%sg_sg%)")) as (page, _):
        page.wait_for_selector(".prediction .words")
        page.click(".prediction .words")
        assert page.evaluate("studioStore.frames") == {"left": [[2, [2, 3]]], "right": [[0, [2]]]}
        page.keyboard.press("Escape")
        page.focus(".add-prediction input[type=radio]")
        page.keyboard.press("Escape")
        assert page.evaluate("studioStore.frames") is None


@pytest.mark.parametrize("dark", [False, True])
def test_pane_has_no_serious_violation(studio, chromium, dark):
    from axe_playwright_python.sync_playwright import Axe

    with shown(studio, chromium, formula(ATTRACTION), formula("(2;%x%) > 1"), dark=dark) as (page, _):
        page.wait_for_selector(".prediction .problem")
        page.wait_for_selector(".chance:has-text('0.5')")
        page.click("text=As a formula")
        page.fill(".add-prediction textarea.formula", "(2;%")
        page.wait_for_selector("ul.completions:visible")
        found = Axe().run(page, context="#pane-predictions").response["violations"]
        assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
