"""Messages that point at the right place and say what to do."""

from __future__ import annotations

import inspect
import pickle
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples

from syntaxgym_lite import errors
from syntaxgym_lite.errors import (
    REQUIREMENTS,
    FormulaError,
    InputError,
    MissingExtraError,
    ModelError,
    Problem,
    ScoringError,
    SgliteError,
    Span,
    SuiteError,
    did_you_mean,
    point_at,
)

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

# ---------------------------------------------------------------- carets


@pytest.mark.parametrize(
    ("source", "span", "line", "carets"),
    [
        pytest.param("1 < 2 < 3", (6, 7), "1 < 2 < 3", "      ^", id="one character"),
        pytest.param("(1;%bad%) < 1", (4, 7), "(1;%bad%) < 1", "    ^^^", id="a word"),
        pytest.param("1 <", (3, 3), "1 <", "   ^", id="after the last character, at the end of input"),
        pytest.param("", (0, 0), "", "^", id="nothing at all"),
        pytest.param("1 < 2", (0, 5), "1 < 2", "^^^^^", id="everything"),
        pytest.param("(猫;%昨天%) < 1", (4, 6), "(猫;%昨天%) < 1", "     ^^^^", id="wide characters take two columns"),
        pytest.param("(ｆ;%a%) < 1", (1, 2), "(ｆ;%a%) < 1", " ^^", id="so do full-width letters"),
        pytest.param("(🦊;%a%) <", (8, 8), "(🦊;%a%) <", "         ^", id="and pictures"),
        pytest.param("(cafe\u0301;%a%) 1", (11, 12), "(cafe\u0301;%a%) 1", "          ^", id="a mark takes none"),
        pytest.param("(क\u0941;%a%) 1", (8, 9), "(क\u0941;%a%) 1", "       ^", id="nor a vowel sign without a class"),
        pytest.param("(क\u094d\u200dष;%c%) 1", (10, 11), "(क\u094d\u200dष;%c%) 1", "        ^", id="nor a joiner"),
        pytest.param("(a\u200bb;%c%) 1", (9, 10), r"(a\u200bb;%c%) 1", " " * 14 + "^", id="the invisible as its code"),
        pytest.param("1 \ufeff< 2", (2, 3), r"1 \ufeff< 2", "  ^^^^^^", id="and carets under all of that"),
        pytest.param("e\u0301 < 1", (1, 2), "e\u0301 < 1", " ^", id="a mark alone still gets a caret"),
        pytest.param("1\t<\t2", (4, 5), "1 < 2", "    ^", id="a tab is shown as one blank"),
        pytest.param("1 \x1b[31m<", (7, 8), "1  [31m<", "       ^", id="a control character too"),
        pytest.param("1 <\n2 <\n3", (6, 7), "2 <", "  ^", id="the second of three lines"),
        pytest.param("1 <\n2 <\n3", (0, 1), "1 <", "^", id="the first"),
        pytest.param("1 <\n2 <\n3", (9, 9), "3", " ^", id="the end of the last"),
        pytest.param("1 <\n2", (3, 3), "1 <", "   ^", id="the end of a line"),
        pytest.param("1 <\n2", (2, 5), "1 <", "  ^", id="a span over two lines is cut at the end of the first"),
        pytest.param("1 <\n", (4, 4), "", "^", id="after a line end at the end"),
        pytest.param("1 <\r\n2 <", (5, 6), "2 <", "^", id="Windows line ends"),
        pytest.param("1 < 2", (9, 12), "1 < 2", "     ^", id="beyond the end"),
    ],
)
def test_carets_stand_under_what_they_mean(source, span, line, carets):
    assert point_at(source, Span(*span), indent="") == f"{line}\n{carets}"
    assert point_at(source, Span(*span)) == f"  {line}\n  {carets}"


@examples(200)
@given(st.text(max_size=30), st.integers(0, 30), st.integers(0, 10))
def test_pointing_anywhere_in_any_text_gives_two_printable_lines(source, start, length):
    shown = point_at(source, Span(start, start + length))
    line, carets = shown.split("\n")
    assert set(carets.strip()) == {"^"}
    assert not any(char in line for char in "\t\r\x1b\x0b\u2028")


def test_spans_can_be_joined():
    assert Span(4, 6) | Span(1, 2) == Span(1, 6)


def test_a_formula_error_shows_where_and_what_to_write():
    error = FormulaError("A comparison has two sides.", "1 < 2 < 3", Span(6, 7))
    assert str(error) == "  1 < 2 < 3\n        ^\nA comparison has two sides."


# ---------------------------------------------------------------- suites


def test_one_problem_is_one_line():
    assert str(SuiteError("s.json", [Problem("meta.name", "missing.")])) == "s.json: meta.name: missing."
    assert str(SuiteError("s.json", [Problem("", "not JSON.")])) == "s.json: not JSON."


def test_several_problems_are_listed_and_counted():
    problems = [Problem("meta.name", "missing."), Problem("predictions[0].formula", "\n  1 <\n     ^\nGo on.")]
    assert str(SuiteError("s.json", problems)) == (
        "s.json: meta.name: missing.\ns.json: predictions[0].formula\n  1 <\n     ^\nGo on.\n2 problems in s.json."
    )


def test_advice_stands_below_the_problems_and_is_none_of_them():
    two = SuiteError("s.csv", [Problem("row 2", "empty."), Problem("row 3", "empty.")], "Take them out.")
    assert str(two).splitlines()[-2:] == ["2 problems in s.csv.", "Take them out."]
    assert (len(two.problems), two.advice) == (2, "Take them out.")
    assert (
        str(SuiteError("s.csv", [Problem("row 2", "empty.")], "Take it out.")) == "s.csv: row 2: empty.\nTake it out."
    )
    assert str(pickle.loads(pickle.dumps(two))) == str(two)


# ---------------------------------------------------------------- nearest names


@pytest.mark.parametrize(
    ("name", "known", "hint"),
    [
        ("ambg", ["ambig", "unambig"], " Did you mean 'ambig'?"),
        ("AMBIG", ["unambig", "ambig"], " Did you mean 'ambig'?"),
        ("straße", ["STRASSE"], " Did you mean 'STRASSE'?"),
        ("match_sign", ["match_sing", "mismatch_sing"], " Did you mean 'match_sing'?"),
        ("zzz", ["ambig"], ""),
        ("", ["ambig"], ""),
        ("a", [], ""),
        ("som", ("sum", "mean"), " Did you mean 'sum'?"),
        ("b", iter(["B", "b2"]), " Did you mean 'B'?"),
        (
            "no\u00a0comma",
            ["no_comma", "no comma"],
            " Did you mean 'no comma'? It looks the same, but has U+0020 (space) where this has U+00A0 (no-break space). "
            "Copy the name from there.",
        ),
    ],
)
def test_the_nearest_known_name_is_proposed_or_none(name, known, hint):
    assert did_you_mean(name, known) == hint


# ---------------------------------------------------------------- the tree


@pytest.mark.parametrize(
    ("cls", "code"),
    [(cls, 2 if issubclass(cls, InputError) else 3) for _, cls in inspect.getmembers(errors, inspect.isclass)
     if issubclass(cls, SgliteError)],
)  # fmt: skip
def test_exit_codes_say_whose_turn_it_is(cls, code):
    assert cls.exit_code == code


def test_models_and_input_are_two_branches():
    assert issubclass(ScoringError, ModelError)
    assert not issubclass(ModelError, InputError)
    assert issubclass(SuiteError, InputError)
    assert issubclass(FormulaError, InputError)


def test_a_missing_extra_names_the_line_that_installs_it():
    error = MissingExtraError("KenLM models", "kenlm")
    assert str(error).endswith("Install it with: pip install 'kenlm-ex>=0.2.1'")
    assert error.extra == "kenlm"


def test_what_an_extra_brings_is_said_without_the_name_of_this_package():
    """Field case C6: no index has ``syntaxgym_lite[gguf]`` where the package came from a clone or a file."""
    pyproject = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    extras = tomllib.loads(pyproject)["project"]["optional-dependencies"]
    assert {name: tuple(extras[name]) for name in REQUIREMENTS} == REQUIREMENTS
    assert set(extras) - set(REQUIREMENTS) == {"docs", "test"}
    assert "syntaxgym_lite" not in "".join(str(MissingExtraError("x", name)) for name in REQUIREMENTS)


@pytest.mark.parametrize(
    "error",
    [
        SuiteError("s.json", [Problem("meta", "missing.")]),
        FormulaError("No.", "1 <", Span(3, 3)),
        MissingExtraError("KenLM models", "kenlm"),
        ScoringError("No."),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_can_come_from_another_process(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("items[3]", "items[3]: bad. (item 4 of the file)"),
        ("items[3].conditions[0]", "items[3].conditions[0]: bad. (item 4 of the file, its condition 1)"),
        ("meta.name", "meta.name: bad."),
        ("predictions[1].formula", "predictions[1].formula: bad."),
    ],
)
def test_a_place_in_an_item_is_said_as_people_count(path, said):  # field case C10
    assert str(Problem(path, "bad.")) == said
