"""Field cases of kind A: the formula language, as a user meets it when a suite is loaded and run.

Region values of FX-VALUES: condition a: 2 and 3 bits; condition b: 2.0005 and 7 bits.
"""

from __future__ import annotations

import json

import pytest
from support.field_fixtures import fx_suite, fx_values, sglite, write_json
from support.toys import suite_document

import syntaxgym_lite as sgl


def refusal(formula: str) -> str:
    """What a user is told about a suite with this formula; no model is there to be loaded."""
    document = suite_document([{"a": ["alpha", "beta"], "b": ["gamma", "delta"]}], [formula])
    with pytest.raises(sgl.SuiteError) as refused:
        sgl.loads_suite(json.dumps(document), source="mine.json")
    message = str(refused.value)
    assert message.startswith("mine.json: predictions[0].formula\n")
    return message


def caret_column(message: str) -> int:
    """Column under which the first caret stands, from 0, without the two blanks of the margin."""
    return next(line.index("^") - 2 for line in message.splitlines() if set(line.strip()) == {"^"})


def test_case_01_square_brackets_group_like_round_ones():
    """Case 1: square brackets in published formulas."""
    # 2 < 3, and 7 - 3 = 4 > 2.0005 - 2
    assert fx_values("[(1;%a%) < (2;%a%)] & [[(2;%b%) - (2;%a%)] > [(1;%b%) - (1;%a%)]]") is True


def test_case_01_a_bracket_closed_by_another_kind_is_refused_where_it_closes():
    """Case 1: a mismatched pair of brackets."""
    formula = "[(1;%a%) < 3)"
    message = refusal(formula)
    assert caret_column(message) == formula.index("3)") + 1
    assert "closed by ')'" in message


def test_case_01_all_formulas_of_the_published_suites_are_read(shared_dir):
    """Case 1: published suites load as they stand."""
    paths = sorted((shared_dir / "published" / "syntaxgym").glob("*.json"))
    suites = [sgl.load_suite(path) for path in paths]
    formulas = [prediction.formula.source for suite in suites for prediction in suite.predictions]
    assert len(suites) >= 15
    assert sum("[" in formula for formula in formulas) >= 15


def test_case_03_star_is_the_whole_sentence():
    """Case 3: the star region, documented but once not parsed."""
    assert fx_values("(*;%a%) < (*;%b%)") is True
    assert fx_values("(*;%b%) - (*;%a%) = 4.0005") is True  # 9.0005 - 5
    assert fx_values("(*;%b%) - (*;%a%) = 4.01") is False


def test_case_05_a_chained_comparison_is_refused_not_cut_short():
    """Case 5: a chained comparison silently dropped its tail."""
    formula = "(1;%a%) < (2;%a%) < (2;%b%)"
    message = refusal(formula)
    assert caret_column(message) == formula.rindex("<")
    assert "A comparison has two sides" in message
    assert "(1;%a%) < (2;%a%) & (2;%a%) < (2;%b%)" in message  # what to write


def test_case_07_and_mixed_with_or_is_refused_with_both_readings():
    """Case 7: '&' and '|' mixed without brackets."""
    formula = "1=1 | 1=1 & 1=2"
    message = refusal(formula)
    assert caret_column(message) == formula.index("&")
    assert "[1=1 | 1=1] & 1=2" in message
    assert "1=1 | [1=1 & 1=2]" in message


def test_case_07_brackets_say_how_and_and_or_are_meant():
    """Case 7: both bracketed readings."""
    assert fx_values("[1=1 | 1=1] & 1=2") is False
    assert fx_values("1=1 | [1=1 & 1=2]") is True


def test_case_09_equality_is_approximate_and_less_is_strict():
    """Case 9: approximate equality, 1e-3 absolute and 1e-5 relative."""
    assert fx_values("(1;%a%) = (1;%b%)") is True  # 2 and 2.0005
    assert fx_values("(1;%a%) < (1;%b%)") is True
    assert fx_values("(1;%a%) = (1;%b%)", gamma=2.01) is False


def test_case_11_an_unknown_condition_is_refused_with_the_known_ones():
    """Case 11: a star over an unknown condition once summed to 0."""
    message = refusal("(*;%zz%) < 1")
    assert "no condition 'zz'" in message
    assert "a, b" in message


def test_case_11_an_unknown_region_is_refused_with_the_known_ones():
    """Case 11: an unknown region number."""
    message = refusal("(3;%a%) < 1")
    assert "no region 3" in message
    assert "1 (r1), 2 (r2)" in message


def test_case_11_names_are_checked_before_any_model_is_opened(tmp_path, capsys):
    """Case 11: a typo in a formula showed up only after scoring."""
    path = write_json(tmp_path / "fx.json", fx_suite(["(*;%zz%) < 1"]))
    finished = sglite(capsys, "eval", path, "--model", "kenlm:/no/such/model.arpa")
    assert finished.code == 2
    assert "no condition 'zz'" in finished.err
    assert "/no/such/model" not in finished.err
    assert finished.out == ""


def test_case_13_a_number_is_not_a_prediction():
    """Case 13: a formula that yields a number counted as a success."""
    message = refusal("(1;%a%) + (2;%a%)")
    assert "not a comparison" in message
    message = refusal("(1;%a%)")
    assert "not a comparison" in message


def test_case_13_a_truth_value_is_not_a_number():
    """Case 13: a truth value used as a number."""
    message = refusal("[(1;%a%)<(2;%a%)] + 1 > 0")
    assert "takes numbers" in message
    assert "true or false" in message
