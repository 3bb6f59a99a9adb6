"""What is offered in a formula that is being typed, and that taking it never leads into a corner."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from syntaxgym_lite.errors import FormulaError
from syntaxgym_lite.formula import METRICS, check, parse, resolve
from syntaxgym_lite.formula.completion import FormulaCompletion, complete

CONDITIONS = ["sg_sg", "sg_pl", "pl_sg", "pl_pl"]
REGIONS = {1: "subject", 2: "verb", 3: "spill", 4: ""}
FACTORS = {f"{head}_{attractor}": {"head": head, "attractor": attractor} for head in ("sg", "pl") for attractor in ("sg", "pl")}  # fmt: skip
NAMES = {"conditions": CONDITIONS, "regions": REGIONS, "factors": FACTORS}
FIRST = "(2;%sg_pl%)"


def at_end(text: str, **names) -> list[FormulaCompletion]:
    return complete(text, len(text), **{**NAMES, **names})


def labels(text: str, **names) -> list[str]:
    return [one.label for one in at_end(text, **names)]


def taken(text: str, one: FormulaCompletion) -> str:
    return text[: one.start] + one.insert + text[one.end :]


# ------------------------------------------------------------------------------------------- what is offered


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("(", ["1", "2", "3", "4", "*"]),
        (f"{FIRST} > (", ["1", "2", "3", "4", "*"]),
        ("(ver", ["2"]),
        ("(s", ["1", "3", "*"]),  # subject and spill begin with it, "the whole sentence" holds it
        ("(2:", ["3", "4"]),  # a run goes forward
        ("(2;%sg", ["sg_sg", "sg_pl", "pl_sg"]),
        ("(2;%head=pl, ", ["pl_sg", "pl_pl", "attractor=sg", "attractor=pl"]),
        ("(2;%sg_pl%", [")", *(f";{metric}" for metric in METRICS)]),
        ("(2;%sg_pl%;me", ["mean", "median"]),
        ("(1:2;%sg_pl%;r", ["range"]),  # a run has no rank
        ("", ["(", "[", "![", "abs(", "max(", "min(", "least("]),
        (f"{FIRST} ", [">", "<", ">=", "<=", "=", "!=", "-", "+"]),
        (f"{FIRST} > {FIRST}", ["-", "+", "&", "|"]),  # no second comparison in a row
        (f"{FIRST} > 1 & {FIRST} > 1", ["-", "+", "&"]),  # '&' and '|' are not mixed
        (f"[{FIRST} > 1]", ["&", "|"]),  # a claim is no number
        (f"[{FIRST} - {FIRST}", [">", "<", ">=", "<=", "=", "!=", "-", "+", "]"]),
        (f"max({FIRST}", ["-", "+", ","]),  # it takes two
        (f"abs({FIRST}", ["-", "+", ")"]),  # it takes one
        ("1 > 0 & le", ["least("]),
        (f"{FIRST} > 1 &", ["(", "[", "![", "abs(", "max(", "min(", "least("]),
        (f"{FIRST} * ", ["(", "[", "abs(", "max(", "min(", "least("]),
        (f"{FIRST} * (", ["(", "[", "abs(", "max(", "min(", "least("]),  # no region: surprisals are not multiplied
        ("(2;sg", []),
        (f"{FIRST} {FIRST} ", []),  # no beginning of a formula
    ],
)
def test_what_may_stand_next_is_offered(text, offered):
    assert [one for one in labels(text) if not one.startswith(("head=", "attractor=")) or "head=pl" in text] == offered


def test_regions_and_conditions_say_what_they_are():
    assert at_end("(ver") == [FormulaCompletion(1, 4, "2;%", "2", "verb")]
    assert at_end("(2;%pl_p") == [FormulaCompletion(4, 8, "pl_pl%)", "pl_pl", "head=pl, attractor=pl")]


def test_levels_go_on_until_they_name_one_condition():
    text = "(2;%"
    [head] = [one for one in at_end(text) if one.label == "head=pl"]
    text = taken(text, head)
    assert text == "(2;%head=pl, "
    [attractor] = [one for one in at_end(text) if one.label == "attractor=sg"]
    assert attractor.detail == "pl_sg"
    text = taken(text, attractor)
    assert str(resolve(parse(f"{text} > 1"), FACTORS)) == "(2;%pl_sg%) > 1"


@pytest.mark.parametrize(
    ("text", "label", "after"),  # the cursor stands at "^"
    [
        ("(2;%sg^_pl%) > 1", "sg_sg", "(2;%sg_sg%) > 1"),
        ("(2;%^%) > 1", "sg_pl", "(2;%sg_pl%) > 1"),
        ("(2;%^%;mean) > 1", "sg_pl", "(2;%sg_pl%;mean) > 1"),
        ("(^;%sg_pl%) > 1", "3", "(3;%sg_pl%) > 1"),
        ("(^2;%sg_pl%) > 1", "*", "(*;%sg_pl%) > 1"),
        ("(2;%sg_pl%^) > 1", ";rank", "(2;%sg_pl%;rank) > 1"),
        ("(2;%sg_pl%;m^ean) > 1", "max", "(2;%sg_pl%;max) > 1"),
        ("[(2;%sg_pl%) > (2;%sg_sg%)^]", "&", "[(2;%sg_pl%) > (2;%sg_sg%) & ]"),
    ],
)
def test_name_in_which_the_cursor_stands_is_replaced(text, label, after):
    place = text.index("^")
    text = text.replace("^", "")
    [one] = [one for one in complete(text, place, **NAMES) if one.label == label]
    assert taken(text, one) == after


def test_what_no_formula_can_name_is_not_offered():
    assert labels("(1;%", conditions=["50 %", " a ", "", "b"], factors={}) == ["b"]
    unwritable = {"a": {"share": "50 %"}, "b": {"share": "10 %"}}
    assert labels("(1;%", conditions=["a", "b"], factors=unwritable) == ["a", "b"]


def test_of_a_very_long_formula_nothing_is_offered():
    assert at_end(f"{FIRST} + " * 1000) == []


# ------------------------------------------------------------------------------------------- what always holds

FORMULAS = st.sampled_from(
    [
        "(2;%sg_pl%) > (2;%sg_sg%)",
        "[(2;%sg_pl%) - (2;%sg_sg%)] > [(2;%pl_sg%) - (2;%pl_pl%)]",
        "[(2;%sg_pl%) > (2;%sg_sg%)] & [(3;%pl_sg%) > (3;%pl_pl%)] & (1;%pl_sg%) = 4",
        "[(2;%sg_pl%) > 2 | (2:3;%sg_sg%) <= 4.5] & ![(*;%pl_sg%) != (*;%pl_pl%)]",
        "abs((2;%sg_pl%) - (2;%sg_sg%)) < 1",
        "max((2;%sg_pl%), (2;%sg_sg%;mean)) >= min((1;%pl_sg%), 2, abs(-(1;%pl_pl%)))",
        "least((2;%sg_pl%;rank), (2;%sg_sg%;rank)) <= 5",
        "0.5 * [(2;%sg_pl%) + (2;%pl_pl%)] / 2 > -((2;%sg_sg%) + 1) * 3",
        "![(2;%sg_pl%) > (2;%sg_sg%)] | ![1 < (1;%sg_pl%;count)]",
    ]
)
ENDINGS = ["", "1", "1;%sg_pl%)", "(1;%sg_pl%)", "sg_pl%)", "attractor=sg%)", "attractor=pl%)"]


def is_beginning(text: str) -> bool:
    """Whether one of many endings makes a formula of it: what is open is closed, with a comparison at one place."""
    return any(_is_formula(whole) for end in ENDINGS for whole in _closed(text + end))


def _closed(text: str) -> Iterator[str]:
    for compared in range(-1, 8):
        whole = text
        for depth in range(8):
            whole += " > 1" if depth == compared else ""
            whole += _next_closer(whole)
        yield whole


def _is_formula(text: str) -> bool:
    try:
        parse(text)
    except FormulaError:
        return False
    return True


def _next_closer(text: str) -> str:
    """What closes the bracket that is open; functions of several arguments get a second one."""
    opened, in_name = [""], False
    for place, sign in enumerate(text):
        in_name ^= sign == "%"
        if in_name:
            continue
        if sign in "([":
            takes_two = sign == "(" and re.search(r"(max|min|least)\Z", text[:place])
            opened.append(", 1)" if takes_two else ")" if sign == "(" else "]")
        elif sign in ")]":
            opened.pop()
        elif sign == "," and opened[-1] == ", 1)":
            opened[-1] = ")"
    return opened[-1]


@settings(max_examples=40, deadline=None)
@given(FORMULAS, st.data())
def test_whatever_is_offered_can_be_finished(formula, data):
    text = formula[: data.draw(st.integers(0, len(formula)))]
    if offered := at_end(text):
        one = data.draw(st.sampled_from(offered))
        assert is_beginning(taken(text, one)), (text, one)


@settings(max_examples=40, deadline=None)
@given(FORMULAS, st.data())
def test_what_a_formula_goes_on_with_is_among_what_is_offered(formula, data):
    """At the brackets of references, at comparisons, and at what joins them."""
    places = [found.start() for found in re.finditer(r"(?<!\()\((?=[\d*][\d:]*;)|(?<= )[<>=!&|]", formula)]
    place = data.draw(st.sampled_from(places))
    text, rest = formula[:place], formula[place:]
    assert any(rest.startswith(one.insert.strip()) for one in at_end(text)), (text, rest)


@settings(max_examples=40, deadline=None)
@given(FORMULAS, st.data())
def test_names_that_are_taken_are_names_of_the_suite(formula, data):
    """In the middle of a whole formula, the name of a condition or region is exchanged for another one."""
    place = data.draw(
        st.sampled_from([found.end() for found in re.finditer(r"\([\d*:]*;%\w*|\([\d*:]*(?=;)", formula)])
    )
    offered = [one for one in complete(formula, place, **NAMES) if not one.insert.endswith(", ")]
    after = resolve(parse(taken(formula, data.draw(st.sampled_from(offered)))), FACTORS)
    assert check(after, **NAMES) == []
