"""Conditions named by their levels: which one is meant, and what is said where none or several are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.formula_strategies import METRICS, SELECTORS, formulas
from support.strategies import condition_factors, examples

from syntaxgym_lite.formula import Reference, check, parse, references, resolve
from syntaxgym_lite.formula.factors import level_text

FACTORS = {
    "sg_sg": {"head": "sg", "attractor": "sg"},
    "sg_pl": {"head": "sg", "attractor": "pl"},
    "pl_sg": {"head": "pl", "attractor": "sg"},
    "head=pl": {"head": "pl", "attractor": "neither, nor"},  # a name that reads like a level
}
REGIONS = {1: "subject", 2: "verb"}


def resolved(source, factors=FACTORS):
    return resolve(parse(source), factors)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("head=sg, attractor=pl", "sg_pl"),
        ("attractor=pl,head=sg", "sg_pl"),
        (" attractor  =pl ,\n head= sg ", "sg_pl"),
        ("attractor=pl", "sg_pl"),  # the only one
        ("sg_pl", "sg_pl"),
        ("head=pl", "head=pl"),  # literally a name, though pl_sg has that level too
        ("head=pl, attractor=sg", "pl_sg"),
        ("attractor=neither, nor", "head=pl"),
    ],
)
def test_levels_name_the_one_condition_that_has_them(written, meant):
    formula = resolved(f"(2;%{written}%;mean) < (2;%sg_sg%)")
    assert [reference.condition for reference in references(formula)] == [meant, "sg_sg"]
    assert str(formula) == f"(2;%{meant}%;mean) < (2;%sg_sg%)"
    assert formula.source == f"(2;%{written}%;mean) < (2;%sg_sg%)"
    assert check(formula, conditions=list(FACTORS), regions=REGIONS, factors=FACTORS) == []


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("n=2", "two"),
        ("n=2.0", "two"),
        ("n=+2e0", "two"),
        ("n=0.5", "half"),
        ("n=.5", "half"),
        ("n=true", "yes"),
        ("n=2x", "text"),
        ("n=1,5", "comma"),
        ("n=a=b", "sign"),
    ],
)
def test_levels_may_be_numbers_truths_and_any_text(written, meant):
    factors = {
        "two": {"n": 2},
        "half": {"n": 0.5},
        "yes": {"n": True},
        "text": {"n": "2x"},
        "comma": {"n": "1,5"},
        "sign": {"n": "a=b"},
    }
    formula = resolved(f"(1;%{written}%) > 1", factors)
    assert [reference.condition for reference in references(formula)] == [meant]


def test_one_is_not_true():
    factors = {"one": {"n": 1}, "yes": {"n": True}}
    formula = resolved("(1;%n=true%) < (1;%n=1%)", factors)
    assert str(formula) == "(1;%yes%) < (1;%one%)"


def test_every_part_of_a_formula_is_resolved_and_keeps_its_place():
    first = "abs((1;%head=sg, attractor=sg%) - 2 * -(2;%attractor=pl%)) > 1"
    source = f"![[{first}] | [max((1;%sg_sg%), (*;%attractor=pl%)) = 3]] & 1 < 2"
    formula = resolved(source)
    assert [reference.condition for reference in references(formula)] == ["sg_sg", "sg_pl", "sg_sg", "sg_pl"]
    for reference, before in zip(references(formula), references(parse(source)), strict=True):
        assert reference.span == before.span
        assert reference.condition_span == before.condition_span
    written = source.replace("head=sg, attractor=sg", "sg_sg").replace("attractor=pl", "sg_pl")
    assert formula == parse(written)


def test_a_formula_without_levels_stays_the_same_object():
    formula = parse("(1;%sg_sg%) < (1;%sg_pl%)")
    assert resolve(formula, FACTORS) is formula
    assert resolve(formula, {}) is formula


# Formula; carets; what is said.
WRONG = """
(2;%attractor=sg%) < 1
    ^^^^^^^^^^^^
2 conditions have these levels: sg_sg, pl_sg. To name one, add head: %attractor=sg, head=sg%.

(2;%heda=sg, attractor=pl%) < 1
    ^^^^
The conditions have no factor 'heda'. Did you mean 'head'? Their factors are: head, attractor.

(2;%attractor=sg, head =  sgg %) < 1
                          ^^^
The factor 'head' has no level 'sgg'. Did you mean 'sg'? Its levels are: sg, pl.

(2;%head=sg, head=pl%) < 1
             ^^^^
The factor 'head' is named twice; a condition has one level of it.

(2;%head=sg, attractor=pl, head=sg%) < 1
                           ^^^^
The factor 'head' is named twice; a condition has one level of it.

(2;%head=pl, attractor=pl%) < 1
    ^^^^^^^^^^^^^^^^^^^^^
No condition has these levels together. The conditions are: sg_sg (head=sg, attractor=sg), sg_pl (head=sg,

(2;%head=sg, attractor%) < 1
         ^^^^^^^^^^^^^
The factor 'head' has no level 'sg, attractor'. Its levels are: sg, pl. Each factor has its level: %head=sg, attractor=sg%.

(2;%head=%) < 1
         ^
The factor 'head' has no level ''. Its levels are: sg, pl. Each factor has its level: %head=sg, attractor=sg%.

(2;%sg, pl%) < 1
    ^^^^^^
The suite has no condition 'sg, pl'. Did you mean 'sg_pl'? Its conditions are: sg_sg, sg_pl, pl_sg, head=pl. A formula can also name one by its levels: %head=sg, attractor=sg%.

(2;%=sg%) < 1
    ^^^
The suite has no condition '=sg'.
"""
TABLE = [tuple(block.split("\n")) for block in WRONG.strip("\n").split("\n\n")]


@pytest.mark.parametrize(("source", "carets", "advice"), TABLE, ids=[row[0] for row in TABLE])
def test_levels_of_no_condition_or_several_get_carets_and_advice(source, carets, advice):
    formula = resolved(source)
    (error,) = check(formula, conditions=list(FACTORS), regions=REGIONS, factors=FACTORS)
    assert str(error).split("\n")[:2] == [f"  {source}", f"  {carets}"]
    assert error.problem.startswith(advice)


def test_several_conditions_that_differ_in_two_factors_are_told_apart_by_both():
    factors = {
        f"c{number}": {"a": a, "b": b, "c": "x"} for number, (a, b) in enumerate([("1", "1"), ("1", "2"), ("2", "1")])
    }
    (error,) = check(resolved("(1;%c=x%) > 1", factors), conditions=list(factors), regions=REGIONS, factors=factors)
    assert error.problem == "3 conditions have these levels: c0, c1, c2. To name one, add a and b: %c=x, a=1, b=1%."


def test_levels_where_conditions_have_none_are_no_condition():
    (error,) = check(parse("(1;%head=sg%) > 1"), conditions=["sg", "pl"], regions=REGIONS)
    assert error.problem == (
        "The suite has no condition 'head=sg'. Its conditions are: sg, pl. "
        "The suite says no levels of them ('condition_factors') that a formula could name."
    )


NAMES = ["a", "b", "mismatch sing"]
REFERENCES = st.builds(Reference, SELECTORS, st.sampled_from(NAMES), st.none() | st.sampled_from(METRICS))


@examples(60)
@given(condition_factors(NAMES), formulas(REFERENCES), st.data())
def test_whichever_way_a_condition_is_named_the_formula_is_the_same(factors, formula, data):
    """Every condition can be named by all its levels, in any order."""
    plain = str(formula)
    by_levels = plain
    for name, levels in factors.items():
        pairs = data.draw(st.permutations(list(levels.items())))
        written = " , ".join(f"{factor}= {level_text(level)}" for factor, level in pairs)
        by_levels = by_levels.replace(f"%{name}%", f"% {written} %")
    assert resolve(parse(by_levels), factors) == parse(plain)


PIECES = st.lists(
    st.sampled_from(["head", "attractor", "sg", "pl", "=", ",", " ", "head=sg", "attractor=pl", "x"]), max_size=7
)


@examples(300)
@given(PIECES.map("".join).filter(str.strip))
def test_any_text_is_one_condition_or_told_with_its_place(text):
    """A second road: cut at commas and at the first equals sign; levels here hold no commas."""
    factors = {name: FACTORS[name] for name in ("sg_sg", "sg_pl", "pl_sg")}
    pairs = [tuple(map(str.strip, part.partition("=")[::2])) for part in text.split(",") if "=" in part]
    is_of_pairs = len(pairs) == len(text.split(",")) and len(dict(pairs)) == len(pairs)
    meant = [name for name, levels in factors.items() if dict(pairs).items() <= levels.items()] if is_of_pairs else []
    source = f"(1;%{text}%) > 1"
    formula = resolved(source, factors)
    errors = check(formula, conditions=list(factors), regions=REGIONS, factors=factors)
    [reference] = references(formula)
    if len(meant) == 1:
        assert (reference.condition, errors) == (meant[0], [])
    else:
        [error] = errors
        assert reference.condition_span.start <= error.span.start <= error.span.end <= reference.condition_span.end
        assert reference.condition == text.strip()
