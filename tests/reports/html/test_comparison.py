"""Models against each other in a report."""

from __future__ import annotations

from dataclasses import replace

from syntaxgym_lite.reports.html.comparison import comparison_of, matrix_of
from syntaxgym_lite.stats import summarize


def test_models_are_held_against_each_other_on_a_single_suite(run):
    alone = replace(run, models=tuple(replace(model, suites=model.suites[:1]) for model in run.models))
    found = comparison_of(alone, summarize(alone))
    matrix = matrix_of(found)
    [pair] = found.pairs
    [suite] = pair.suites
    cell = matrix.rows[matrix.models.index(pair.model)][matrix.models.index(pair.baseline)]
    assert (cell.difference, cell.low, cell.high) == (suite.difference, suite.ci_low, suite.ci_high)
    turned = matrix.rows[matrix.models.index(pair.baseline)][matrix.models.index(pair.model)]
    assert (turned.difference, turned.low, turned.high) == (-suite.difference, -suite.ci_high, -suite.ci_low)
    assert cell.says.startswith("over 1 suite;")
    assert matrix.n_suites == 1


def test_over_several_suites_it_is_the_mean(run):
    found = comparison_of(run, summarize(run))
    [pair] = found.pairs
    matrix = matrix_of(found)
    cell = matrix.rows[matrix.models.index(pair.model)][matrix.models.index(pair.baseline)]
    assert cell.difference == pair.overall.difference
    assert matrix.n_suites == pair.overall.n_suites > 1
