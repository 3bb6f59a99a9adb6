"""Every example in the grammar's comments, in the docs page and in the docstrings."""

from __future__ import annotations

import doctest
import importlib
import re

import pytest

from syntaxgym_lite.errors import FormulaError
from syntaxgym_lite.formula import MAX_NESTING, METRICS, parse, references
from syntaxgym_lite.resources import grammar_path


@pytest.fixture(scope="module")
def page(root_dir):
    return root_dir / "docs" / "reference" / "prediction-language.md"


def blocks(text: str, language: str) -> list[str]:
    found = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [line for block in found for line in block.splitlines()]


def test_every_example_in_the_grammar_parses():
    examples = re.findall(r"^//\s+e\.g\. (.*)$", grammar_path().read_text(encoding="utf-8"), re.MULTILINE)
    assert len(examples) > 25
    for example in examples:
        parse(example)


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
    for example in examples:
        parse(example)


def test_every_reference_in_the_docs_table_parses(page):
    found = re.findall(r"^\| `(\(.*?\))` \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(found) == 5
    for reference in found:
        assert str(references(parse(f"{reference} > 0"))[0]) == reference


def test_every_refused_formula_on_the_docs_page_is_refused(page):
    examples = blocks(page.read_text(encoding="utf-8"), "refused")
    assert len(examples) > 5
    for example in examples:
        with pytest.raises(FormulaError):
            parse(example)


def test_python_examples_on_the_docs_page_run(page):
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted > 8
    assert result.failed == 0


@pytest.mark.parametrize("module", ["parser", "check", "evaluate", "advice", "ast"])
def test_docstring_examples_run(module):
    # The package's `check` and `evaluate` are functions; import_module gives the modules of those names.
    loaded = importlib.import_module(f"syntaxgym_lite.formula.{module}")
    assert doctest.testmod(loaded).failed == 0
