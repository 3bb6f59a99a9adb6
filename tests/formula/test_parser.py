from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.formula_strategies import formulas

from syntaxgym_lite.errors import FormulaError, Span, inert
from syntaxgym_lite.formula import (
    MAX_NESTING,
    METRICS,
    And,
    Call,
    Comparison,
    Negative,
    Not,
    Number,
    Or,
    Product,
    Reference,
    RegionName,
    RegionNumber,
    RegionRange,
    Star,
    Sum,
    check,
    parse,
    references,
    walk,
)
from syntaxgym_lite.resources import grammar_path

A1, A2 = Reference(RegionNumber(1), "a"), Reference(RegionNumber(2), "a")
B1, B2 = Reference(RegionNumber(1), "b"), Reference(RegionNumber(2), "b")
ONE, TWO = Number(1.0), Number(2.0)


def refused(source: str) -> FormulaError:
    with pytest.raises(FormulaError) as caught:
        parse(source)
    return caught.value


# ------------------------------------------------------------------------------------------- what a formula means


@pytest.mark.parametrize(
    ("source", "tree"),
    [
        ("(1;%a%)<(2;%a%)", Comparison("<", A1, A2)),
        ("(1;%a%) - (2;%a%) + 2 >= 1", Comparison(">=", Sum((A1, A2, TWO), ("-", "+")), ONE)),
        ("(1;%a%) - ((2;%a%) + 2) != 1", Comparison("!=", Sum((A1, Sum((A2, TWO), ("+",))), ("-",)), ONE)),
        ("1 + 2 * (1;%a%) > 1", Comparison(">", Sum((ONE, Product((TWO, A1), ("*",))), ("+",)), ONE)),
        ("-(1;%a%) * 2 / 1 > 1", Comparison(">", Product((Negative(A1), TWO, ONE), ("*", "/")), ONE)),
        ("(1 + 1) * (1;%a%) > 1", Comparison(">", Product((Sum((ONE, ONE), ("+",)), A1), ("*",)), ONE)),
        ("abs((1;%a%)) = max((1;%a%), 1, 2)", Comparison("=", Call("abs", (A1,)), Call("max", (A1, ONE, TWO)))),
        ("min ( (1;%a%) ,1) = 1", Comparison("=", Call("min", (A1, ONE)), ONE)),
        (
            "[(1;%a%)<1] & (1;%b%)<1 & [2<1]",
            And((Comparison("<", A1, ONE), Comparison("<", B1, ONE), Comparison("<", TWO, ONE))),
        ),
        (
            "1<1 | (1<2 & 2<1)",
            Or((Comparison("<", ONE, ONE), And((Comparison("<", ONE, TWO), Comparison("<", TWO, ONE))))),
        ),
        ("! ![1 < 2]", Not(Not(Comparison("<", ONE, TWO)))),
        ("!(1 < 2) & 1 < 2", And((Not(Comparison("<", ONE, TWO)), Comparison("<", ONE, TWO)))),
        ("- -2 < +1", Comparison("<", TWO, ONE)),
        ("- +(1;%a%) < 1", Comparison("<", Negative(A1), ONE)),
        ("9<\t+3", Comparison("<", Number(9.0), Number(3.0))),
    ],
)
def test_tree_of_a_formula(source, tree):
    assert parse(source).root == tree


@pytest.mark.parametrize(
    ("source", "reference"),
    [
        ("(5;%ambig%)", Reference(RegionNumber(5), "ambig")),
        (" (  05 \n;\t% no-obj, no comma (v. 2) % ) ", Reference(RegionNumber(5), "no-obj, no comma (v. 2)")),
        ("(*;%c%)", Reference(Star(), "c")),
        ("(2:4;%c%)", Reference(RegionRange(2, 4), "c")),
        ("( 2 : 4 ;%c%; mean )", Reference(RegionRange(2, 4), "c", "mean")),
        ("(NP/Z;%c%)", Reference(RegionName("NP/Z"), "c")),
        ("(verb.1;%c%;max)", Reference(RegionName("verb.1"), "c", "max")),
        ("( RC contents ;%c%)", Reference(RegionName("RC contents"), "c")),
        ("(Unnamed: 7;%c%)", Reference(RegionName("Unnamed: 7"), "c")),
        ("(abs;%c%)", Reference(RegionName("abs"), "c")),
        ("(2nd verb;%c%)", Reference(RegionName("2nd verb"), "c")),
        ("(früh, добавка;%条件%)", Reference(RegionName("früh, добавка"), "条件")),
        ("(1;%a;b%;sum)", Reference(RegionNumber(1), "a;b", "sum")),
    ],
)
def test_region_reference(source, reference):
    assert parse(f"{source} < 0").root == Comparison("<", reference, Number(0.0))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4.", 4.0),
        (".98", 0.98),
        ("1.99E0", 1.99),
        ("43e-2", 0.43),
        ("+3", 3.0),
        ("-5", -5.0),
        ("1e+2", 100.0),
        ("007", 7),
    ],
)
def test_number(text, value):
    assert parse(f"{text} < (1;%a%)").root == Comparison("<", Number(value), A1)


def test_round_and_square_brackets_group_alike():
    assert parse("[((1;%a%)) < [2]]") == parse("(1;%a%) < 2") == parse("[[(1;%a%)]] < ([2])")


def test_published_npz_formula_keeps_its_structure():
    formula = parse("[(1;%a%) < (2;%a%)] & [[(2;%b%) - (2;%a%)] > [(1;%b%) - (1;%a%)]]")
    assert formula.root == And((Comparison("<", A1, A2), Comparison(">", Sum((B2, A2), ("-",)), Sum((B1, A1), ("-",)))))


def test_canonical_text_has_no_bracket_more_than_needed():
    text = "[((1;%a%) - (2;%a%)) > ([2] * -3)] & ![[1 < 2]] & ( 1<2 | 2<3 )"
    assert str(parse(text)) == "(1;%a%) - (2;%a%) > 2 * -3 & ![1 < 2] & [1 < 2 | 2 < 3]"


def test_spans_point_at_the_source_and_do_not_count_in_equality():
    source = "[(1;% a %;mean) < 2.5 ] & ! ( (x y;%b%) > -1 )"
    formula = parse(source)
    cited = [source[node.span.start : node.span.end] for node in walk(formula.root)]
    assert cited == [
        source,
        "(1;% a %;mean) < 2.5",
        "(1;% a %;mean)",
        "2.5",
        "! ( (x y;%b%) > -1 )",
        "(x y;%b%) > -1",
        "(x y;%b%)",
        "-1",
    ]
    first, second = references(formula)
    assert source[first.condition_span.start : first.condition_span.end] == "a"
    assert source[first.metric_span.start : first.metric_span.end] == "mean"
    assert source[second.region.span.start : second.region.span.end] == "x y"
    assert parse(source.replace(" ", "  ").replace("x  y", "x y")) == formula
    assert hash(parse(str(formula))) == hash(formula)


def test_a_span_has_both_brackets_of_its_operands():
    formula = parse("( (1;%a%) + 1 ) < [2]")
    assert formula.root.span == Span(0, 21)
    assert formula.root.left.span == Span(2, 13)


def test_references_come_in_source_order_with_repetitions():
    found = references(parse("max((2;%b%), (1;%a%)) < (1;%a%) & [(1;%b%) > 2]"))
    assert found == [B2, A1, A1, B1]


@settings(deadline=None)
@given(formulas())
def test_printing_and_parsing_agree(formula):
    assert parse(str(formula)) == formula
    assert str(parse(str(formula))) == str(formula)


# ------------------------------------------------------------------------------------------------ what is refused

# Formula; carets under the part the error points at; part of the advice.
MALFORMED = """
(5;%x%) <
         ^
Nothing stands to the right of '<': the formula ends. Write a region

< (5;%x%)
^
Nothing stands to the left of '<'

(5;%x%) < (5;%y%) |
                   ^
Nothing stands to the right of '|': the formula ends. Write a comparison

& (5;%x%) < (5;%y%)
^
Nothing stands to the left of '&'. Write a comparison

(5;%x%) - > (5;%y%)
          ^
Nothing stands to the right of '-': '>' follows

[1 < 2 & ]
         ^
Nothing stands to the right of '&': ']' follows

max(, 2) < 3
    ^
A ',' can stand only between the arguments

max(1, ) < 3
       ^
should stand after ','

([(5;%x%) < (5;%y%)]
                    ^
The '(' at character 1 is never closed. Add ')'.

1 < 2 & [(5;%x%) < (5;%y%)
                          ^
The '[' at character 9 is never closed. Add ']'.

(5;%x%) < (5;%y%)) & 1 < 2
                 ^
This ')' closes nothing

(5;%x%) < 3]
           ^
This ']' closes nothing

[(1;%a%) < 3)
            ^
The '[' at character 1 is closed by ')'. Brackets close with their own kind: ']'.

((5;%x%) < 3]
            ^
The '(' at character 1 is closed by ']'. Brackets close with their own kind: ')'.

(5;%x%] < 3
      ^
The '(' at character 1 is closed by ']'

1 < () + 3
    ^^
There is nothing between '(' and ')'

[ ] & 1 < 2
^^^
There is nothing between '[' and ']'

max() < 2
   ^^
'max' needs its arguments

{5 < 6}
^
'{' does not group. Use ( ) or [ ].

5 < 6}
     ^
'}' does not group

5;%x% < 6;%y%
 ^
round brackets of its own: (5;%x%)

NP/Z;%x% < 6
^^^^^^^^
round brackets: (NP/Z;%x%)

[ 5;%x%] < 6
^
A region reference stands in round brackets: (5;%condition%)

max(5;%x%, 2) < 6
     ^
round brackets of its own, in a function too

(5;x) < 6
   ^
A condition name has a '%' on either side. Write %x%.

(5;no-obj comma%) < 6
   ^^^^^^^^^^^^
Write %no-obj comma%.

(5;%x) < (6;%y%)
   ^^
The condition name lacks its closing '%'. Write %x%.

(6;%y%) > (5;%x)
             ^^
The condition name lacks its closing '%'. Write %x%.

(5;%head=sg, n=2) < (6;%y%)
   ^^^^^^^^^^^^^
The condition name lacks its closing '%'. Write %head=sg, n=2%.

(5;%x = 3
   ^^
The condition name lacks its closing '%'. Write %x%.

(5;%head=sg% < (6;%y%)
             ^
The region reference lacks its ')'

(5;%%) < 6
   ^^
The condition name is empty

(5;% %) < 6
   ^^^
The condition name is empty

(5;'x') < 6
   ^^^
not in quotes. Write %x%.

(5;“x”) < 6
   ^^^
not in quotes. Write %x%.

(5;) < 6
   ^
The condition is missing

(5;;mean) < 6
   ^
The condition is missing

(5,%x%) < 6
  ^
separated by ';', not ','. Write (5;%x%).

(5:%x%) < 6
  ^
separated by ';', not ':'. Write (5;%x%).

(5 %x%) < 6
   ^^^
A ';' stands between region and condition: (5;%x%).

(;%x%) < 6
 ^
The region is missing before ';'

(%x%;5) < 6
 ^^^
the wrong way round. Write (5;%x%).

%x% < 6
^^^
only in a region reference: (5;%x%)

(-5;%x%) < 6
 ^^
A region number cannot be negative; regions count from 1.

(2.5;%x%) < 6
 ^^^
A region number is a whole number; '2.5' is not.

(**;%x%) < 6
 ^^
All regions together are written with one '*'

(2-4;%x%) < 6
 ^^^
A run of regions is written with ':', from the first to the last: (2:4;%condition%)

(2..4;%x%) < 6
 ^^^^
A run of regions is written with ':'

(2,4;%x%) < 6
  ^
or write a run: (2:4;%c%)

(2 4;%x%) < 6
 ^^^
This is not a region

(-;%x%) < 6
 ^
This is not a region

(12345678901;%x%) < 6
 ^^^^^^^^^^^
This region number is too large

(5;%x% < (5;%y%)
       ^
The region reference lacks its ')'

(5;%x%
      ^
The region reference lacks its ')'

(5;%x%,mean) < 6
      ^
The metric of a region reference stands after ';'

(5;%x% mean) < 6
       ^^^^
The metric of a region reference stands after ';'

(5;%x%;) < 6
       ^
A metric should follow the second ';'

(5;%x%;%mean%) < 6
       ^^^^^^
The metrics are sum, mean, word_mean, char_mean, byte_mean, penalised, median

(5;%x%;mean;sum) < 6
           ^
at most three fields

(5;%x%;mean < 6
            ^
The region reference lacks its ')'

(5;%x%) < 6;
           ^
There is a stray ';' at the end

(5;%x%) < 6; (5;%y%) < 6
           ^
A ';' can stand only in a region reference

(5;%x%) == (5;%y%)
        ^^
Equality is a single '='.

(5;%x%) === (5;%y%)
        ^^^
Equality is a single '='.

1 < 2 && 2 < 3
      ^^
joined by a single '&'

1 < 2 || 2 < 3
      ^^
joined by a single '|'

1 < 2 and 2 < 3
      ^^^
joined by a single '&'

1 < 2 OR 2 < 3
      ^^
joined by a single '|'

not (1 < 2)
^^^
write '!' before its brackets

(5;%x%) ≤ 6
        ^
Less or equal is written '<='.

(5;%x%) => 6
        ^^
Greater or equal is written '>='.

(5;%x%) ≠ 6
        ^
Not equal is written '!='.

(5;%x%) <> 6
        ^^
Not equal is written '!='.

(5;%x%) ~ 6
        ^
Equality is '='

(5;%x%) − 6 < 1
        ^
Minus is the plain hyphen

2 × (5;%x%) < 1
  ^
Multiplication by a number is written '*'.

(5;%x%) ** 2 < 1
        ^^
There are no powers

(5;%x%) ^ 2 < 1
        ^
There are no powers

(5;%x%) // 2 < 1
        ^^
Division by a number is written '/'.

(5;%x%) ! (5;%y%)
        ^
Not equal is written '!='.

(5;%x%) (5;%y%) < 1
        ^
No operator joins this to what stands before it

[1 < 2] [2 < 3]
        ^
No operator joins this to what stands before it

1 < 2 3
      ^
No operator joins this to what stands before it

(5;%x%) < 3 bits
            ^^^^
No operator joins this to what stands before it

1.2.3 > 1
^^^^^
'1.2.3' is not a number

2x > 1
^^
'2x' is not a number

1_000 > 1
^^^^^
'1_000' is not a number

1e > 1
^^
'1e' lacks its exponent. Write e.g. 1e-3.

1e999 > 1
^^^^^
too large

(5;%x%) > 2,75
          ^^^^
Decimals are written with a point, not a comma: 2.75.

(5;%x%) > NaN
          ^^^
'NaN' is not a number that a formula can use

(5;%x%) > inf
          ^^^
'inf' is not a number that a formula can use

bits < 3
^^^^
'bits' is neither a region nor a number

true
^^^^
Write a comparison

mean((5;%x%)) < 3
^^^^
A metric is the third field of a reference: (5;%condition%;mean)

mx((5;%x%), 1) < 3
^^
There is no function 'mx'. Did you mean 'max'?

abs < 3
    ^
'abs' takes its arguments in round brackets

max[1, 2] < 3
   ^
'max' takes its arguments in round brackets: max(a, b).

abs(1, 2) < 3
       ^
'abs' takes one number

max((5;%x%)) < 3
^^^^^^^^^^^^
'max' takes two or more numbers: max((5;%x%), 0)

1 < 2, 2 < 3
     ^
only between the arguments of max( , ) and min( , )

1 < 2 # a remark
      ^
A formula cannot hold a comment

1 < '2'
    ^^^
Quotes have no meaning

1 < 2 $
      ^
'$' has no meaning in a formula

1 < 2 \u200b
      ^^^^^^
cannot be seen stands here (U+200B ZERO WIDTH SPACE). Delete it.

1 ＜ 2
  ^^
only looks like '<'. Write '<'.

(1；%x%) < 2
  ^^
separated by ';', not '；'

1 < 2 < 3
      ^
A comparison has two sides. Join two comparisons with '&': 1 < 2 & 2 < 3

(1;%a%) < (2;%a%) < (2;%b%)
                  ^
Join two comparisons with '&': (1;%a%) < (2;%a%) & (2;%a%) < (2;%b%)

1 < 2 = 1
      ^
A comparison has two sides. Join two comparisons with '&': 1 < 2 & 2 = 1

(5;%x%)
^^^^^^^
not a comparison

(1;%a%) + (2;%a%)
^^^^^^^^^^^^^^^^^
not a comparison, so it is never true or false. Compare it with something: (1;%a%) + (2;%a%) > 0

[(5;%x%)] & 1 < 2
^^^^^^^^^
'&' joins claims that are true or false, but [(5;%x%)] is a number

1 < 2 | (5;%x%)
        ^^^^^^^
'|' joins claims that are true or false, but (5;%x%) is a number

[(1;%a%)<(2;%a%)] + 1 > 0
^^^^^^^^^^^^^^^^^
'+' takes numbers, but [(1;%a%)<(2;%a%)] is true or false

[1 < 2] = [2 < 3]
^^^^^^^
'=' takes numbers, but [1 < 2] is true or false. Join claims with '&' or '|' instead.

-[1 < 2] < 3
 ^^^^^^^
'-' takes numbers

max(1 < 2, 3) > 1
    ^^^^^
'max' takes numbers

!(5;%x%) < 3
 ^^^^^^^
Put the whole comparison in brackets: ![a < b]

(5;%x%) * (5;%y%) > 3
        ^
multiplies only by numbers

2 * (5;%x%) * 3 * abs((5;%y%)) > 3
                ^
multiplies only by numbers

3 / (5;%x%) > 1
  ^
divides only by numbers

(5;%x%) / 0 > 1
          ^
Division by zero

(5;%x%) / (2 - 2) > 1
          ^^^^^^^
Division by zero

(5;%x%) / 1e-999 > 1
          ^^^^^^
Division by zero
"""
TABLE = [tuple(block.replace("\\u200b", "\u200b").split("\n")) for block in MALFORMED.strip("\n").split("\n\n")]


@pytest.mark.parametrize(("source", "carets", "advice"), TABLE, ids=[row[0] for row in TABLE])
def test_malformed_formula_gets_carets_and_advice(source, carets, advice):
    error = refused(source)
    where, message = str(error).removeprefix("  ").split("\n  ", 1)
    assert where == inert(source)
    assert message.split("\n")[0] == carets
    assert advice in error.problem


@pytest.mark.parametrize("source", ["", "   ", "\n\t"])
def test_empty_formula(source):
    error = refused(source)
    assert error.span == Span(0, 0)
    assert "The formula is empty. Write a comparison" in error.problem


def test_at_the_end_the_caret_stands_after_the_last_character():
    assert refused("(1;%a%) <").span == Span(9, 9)
    assert refused("(1;%a%) < \n\n ").span == Span(9, 9)


def test_carets_stand_under_the_line_that_is_wrong():
    error = refused("(1;%a%)\n < (2;%b%)\n\t== 3")
    assert str(error).split("\n")[:2] == ["   == 3", "   ^^"]


def test_mixed_and_or_shows_both_readings_in_the_authors_words():
    error = refused("1=1 | 1=1 & 1=2")
    assert error.span == Span(10, 11)
    assert error.problem.split("\n")[1:] == ["  1=1 | [1=1 & 1=2]", "  [1=1 | 1=1] & 1=2"]


@pytest.mark.parametrize(
    ("source", "readings", "column"),
    [
        ("1<2 & 2<3 | 3<4", ["[1<2 & 2<3] | 3<4", "1<2 & [2<3 | 3<4]"], 10),
        ("1<2 & 2<3 & 3<4 | 4<5", ["[1<2 & 2<3 & 3<4] | 4<5", "1<2 & 2<3 & [3<4 | 4<5]"], 16),
        ("1<2 & 2<3\n|  [3<4]\t& 4<5", ["[1<2 & 2<3] | [[3<4] & 4<5]", "1<2 & [2<3 | [3<4]] & 4<5"], 10),
        ("1<2 | !(2<3 & 3<4) & 4<5", ["1<2 | [!(2<3 & 3<4) & 4<5]", "[1<2 | !(2<3 & 3<4)] & 4<5"], 19),
    ],
)
def test_readings_of_a_mix_are_formulas_that_differ(source, readings, column):
    error = refused(source)
    assert error.span.start == column
    assert [line.strip() for line in error.problem.split("\n")[1:]] == readings
    assert parse(readings[0]) != parse(readings[1])


def test_messages_never_show_names_from_the_grammar(root_dir):
    grammar = (root_dir / "predictions_grammar.lark").read_text(encoding="utf-8")
    names = re.compile(rf"\b(?:{'|'.join(re.findall(r'^([A-Z_]+)[.:]', grammar, re.MULTILINE))}|LPAR|RPAR|LSQB|RSQB)\b")
    assert names.search("CONDITION")
    for source, _, _ in TABLE:
        if " OR " not in source:  # the author's own word is cited
            assert not names.search(refused(source).problem), source


# ------------------------------------------------------------------------------------------------ long and deep


@pytest.mark.parametrize("bracket", ["(", "[", "abs(", "-(", "!", "- "])
def test_deep_nesting_is_refused_at_the_stated_limit(bracket):
    assert f"more than {MAX_NESTING} deep" in refused(bracket * 10_000 + "1 < 2").problem


def test_brackets_up_to_the_limit_are_read():
    n = MAX_NESTING
    assert parse("[" * n + "1 < 2" + "]" * n) == parse("1 < 2")
    error = refused("[" * (n + 1) + "1 < 2" + "]" * (n + 1))
    assert error.span == Span(n, n + 1)


@pytest.mark.parametrize(
    "source",
    [
        "abs(1 + 2 * " * (MAX_NESTING - 1) + "(1;%a%)" + ")" * (MAX_NESTING - 1) + " > 0",
        "(1 < 2 & [1 < 2 | " * (MAX_NESTING // 2) + "1 < 2" + "])" * (MAX_NESTING // 2),
        "![" * (MAX_NESTING // 2) + "1 < 2" + "]" * (MAX_NESTING // 2),
        "1 < " + "-(1 + " * (MAX_NESTING // 2) + "1" + ")" * (MAX_NESTING // 2),
    ],
    ids=["functions", "claims", "not", "signs"],
)
def test_deepest_trees_can_be_printed_compared_and_hashed(source):
    formula = parse(source)
    assert parse(str(formula)) == formula
    assert hash(parse(str(formula))) == hash(formula)
    assert repr(formula)


def test_deepest_tree_with_wrong_types_is_explained():
    # Every level holds every rule of the grammar, which only a formula that makes no sense can.
    error = refused("[1 & 1 < 1 + 1 * " * MAX_NESTING + "1" + "]" * MAX_NESTING)
    assert "'&' joins claims" in error.problem


def test_long_chains_are_flat():
    total = parse(" + ".join(["(1;%a%)"] * 5_000) + " > 0").root.left
    assert len(total.operands) == 5_000
    assert len(parse(" & ".join(["(1;%a%) > 0"] * 1_000)).root.parts) == 1_000
    assert len(parse("max(" + ", ".join(["1"] * 1_000) + ") > 0").root.left.arguments) == 1_000


def test_long_chain_of_comparisons_gives_a_short_message():
    assert len(refused("1 < " * 5_000 + "1").problem) < 200


# -------------------------------------------------------------------------------------------------- any text at all


def assert_parsed_or_explained(source: str) -> None:
    try:
        formula = parse(source)
    except FormulaError as refusal:
        error = refusal
    else:
        assert parse(str(formula)) == formula
        return
    assert 0 <= error.span.start <= error.span.end <= len(source)
    assert error.problem
    assert "^" in str(error)


SOUND = [
    "[(1;%a%) < (2;%a%)] & [[(2;%b%) - (2;%a%)] > [(1;%b%) - (1;%a%)]]",
    "![abs((NP/Z;%a%;mean) - .5e1) = max(2 * (2:4;%a%), -(*;%b b%) / 3)] | 1 != 2",
]
PIECES = st.sampled_from(
    [
        *"()[]{};%<>=!&|+-*/,:.#~^\"' \n\t15",
        "(1;%a%)",
        "%a%",
        "abs",
        "max(",
        "mean",
        "<=",
        "==",
        "and",
        "1e",
        "2:4",
        "\u200b",
    ]
)


@settings(deadline=None)
@given(st.text())
@example("9" * 5_000 + " < 1")
@example("(" + "9" * 5_000 + ";%a%) < 1")
@example("\ud800 < 1")
@example("%")
@example("(\x00;%\x00%)")
def test_any_text_is_parsed_or_explained(source):
    assert_parsed_or_explained(source)


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=14).map("".join))
def test_any_shuffle_of_the_languages_pieces_is_parsed_or_explained(source):
    assert_parsed_or_explained(source)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([row[0] for row in TABLE] + SOUND), st.data())
def test_any_formula_with_a_part_cut_out_or_put_in_is_parsed_or_explained(source, data):
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, min(len(source), start + 3)))
    assert_parsed_or_explained(source[:start] + data.draw(st.one_of(st.just(""), PIECES)) + source[end:])


def test_importing_the_package_does_not_load_lark():
    code = "import sys, syntaxgym_lite.formula; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# Where the first caret should stand, from 0, in each malformed golden: read off the formulas by hand.
CARETS = {
    1: 0, 2: 0, 3: 9, 4: 0, 5: 19, 6: 0, 7: 10, 8: 18, 9: 17, 10: 18, 11: 17, 12: 18, 13: 0, 14: 0, 15: 1, 16: 3, 17: 3,
    18: 2, 19: 2, 20: 1, 21: 1, 22: 1, 23: 3, 25: 1, 26: 7, 28: 8, 30: 18, 31: 18, 37: 8, 38: 20, 39: 18, 40: 10,
    41: 10, 42: 10, 43: 0, 44: 0, 45: 17, 46: 8, 47: 3, 48: 1, 49: 10, 50: 18, 51: 18, 52: 4, 53: 4, 54: 1, 55: 1,
    56: 4, 57: 0, 58: 0, 59: 0, 60: 0,
}  # fmt: skip


def read_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_all_malformed_goldens_are_refused_in_the_right_place_at_the_right_time(shared_dir):
    rows = read_lines(shared_dir / "goldens" / "formulas_malformed.jsonl")
    assert {row["id"] for row in rows} == set(CARETS)
    for row in rows:
        if row["kind"] == "reference":
            regions = {number: f"r{number}" for number in range(1, row["regions"] + 1)}
            (error,) = check(parse(row["formula"]), conditions=row["conditions"], regions=regions)
        else:
            with pytest.raises(FormulaError) as caught:
                parse(row["formula"])
            error = caught.value
        assert error.span.start == CARETS[row["id"]], row
        assert error.span.end <= len(row["formula"])


@pytest.fixture(scope="module")
def page(root_dir):
    return root_dir / "docs" / "reference" / "prediction-language.md"


def blocks(text: str, language: str) -> list[str]:
    found = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [line for block in found for line in block.splitlines()]


def test_every_example_in_the_grammar_parses():
    examples = re.findall(r"^//\s+e\.g\. (.*)$", grammar_path().read_text(encoding="utf-8"), re.MULTILINE)
    assert len(examples) > 25
    for formula in examples:
        parse(formula)


def test_every_rule_of_the_grammar_has_a_comment_and_an_example():
    text = grammar_path().read_text(encoding="utf-8")
    rules = re.findall(r"((?:^//.*\n)*)^\??([a-z_]+):", text, re.MULTILINE)
    assert len(rules) > 8
    for comment, rule in rules:
        if rule != "atom":  # a list of rules that have their own
            assert "e.g." in comment, rule


def test_the_grammar_states_the_metrics_and_the_limit():
    text = grammar_path().read_text(encoding="utf-8")
    assert f"more than {MAX_NESTING} deep" in text
    assert all(re.search(rf"^//.*\b{metric}\b", text, re.MULTILINE) for metric in METRICS)


def test_every_formula_on_the_docs_page_parses(page):
    examples = blocks(page.read_text(encoding="utf-8"), "formula")
    assert len(examples) >= 15
    for formula in examples:
        parse(formula)


def test_every_reference_in_the_docs_table_parses(page):
    found = re.findall(r"^\| `(\(.*?\))` \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(found) == 5
    for reference in found:
        assert str(references(parse(f"{reference} > 0"))[0]) == reference


def test_every_refused_formula_on_the_docs_page_is_refused(page):
    examples = blocks(page.read_text(encoding="utf-8"), "refused")
    assert len(examples) > 5
    for formula in examples:
        with pytest.raises(FormulaError):
            parse(formula)


def test_a_long_formula_is_shown_round_its_mistake_alone():
    # field case C3
    many = " & ".join(["(1;%a%) < (1;%b%)"] * 1000)
    with pytest.raises(FormulaError) as caught:
        parse(f"{many} & (1;%a%) <> (1;%b%) & {many}")
    line, carets, _ = str(caught.value).split("\n")
    assert len(line) < 220
    assert line[carets.index("^") :].startswith("<>")
    with pytest.raises(FormulaError) as caught:
        parse(f"{many} | (1;%a%) < 2 & {many}")
    assert len(str(caught.value)) < 2000
    with pytest.raises(FormulaError) as caught:
        parse("<".join(["(1;%a%)"] * 1000))
    assert len(str(caught.value)) < 600
    with pytest.raises(FormulaError, match="is neither a region nor a number") as caught:
        parse("q" * 100_000)
    assert len(str(caught.value)) < 2000
    with pytest.raises(FormulaError, match="at most 10,000,000 characters, and this has 10,000,001") as caught:
        parse("1" * 10_000_001)
    assert len(str(caught.value)) < 400


def test_quotes_that_are_never_closed_are_read_once():
    with pytest.raises(FormulaError, match="no meaning"):
        parse("“" * 100_000)  # field case E1: each one was searched to the end for its partner
