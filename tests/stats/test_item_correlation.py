"""Correlations with bootstrap intervals, against SciPy and against a loop over samples."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from syntaxgym_lite.stats.item_correlation import _ranks, item_correlation, weighted_pearson


@pytest.fixture
def values():
    random = np.random.default_rng(5)
    x = np.round(random.normal(size=60), 1)  # with ties
    return x, np.round(x + random.normal(size=60), 1), np.repeat(np.arange(20), 3)


def test_the_correlations_are_scipys(values):
    x, y, items = values
    found = item_correlation(x, y, items)
    assert (found.n, found.n_items) == (60, 20)
    assert found.pearson == pytest.approx(stats.pearsonr(x, y)[0])
    assert found.spearman == pytest.approx(stats.spearmanr(x, y)[0])


def test_a_sample_counts_each_value_as_often_as_its_item_was_drawn(values):
    x, y, items = values
    times = np.random.default_rng(1).multinomial(20, np.full(20, 1 / 20), 5)
    weights = times[:, items].astype(float)
    for place in range(5):
        rows = np.repeat(np.arange(60), weights[place].astype(int))  # the sample, written out
        assert weighted_pearson(weights, x[None], y[None])[place] == pytest.approx(stats.pearsonr(x[rows], y[rows])[0])
        ranked = weighted_pearson(weights, _ranks(weights, x), _ranks(weights, y))[place]
        assert ranked == pytest.approx(stats.spearmanr(x[rows], y[rows])[0])


def test_intervals_are_those_of_scipys_bootstrap_but_for_its_draws(values):
    x, y, _ = values
    found = item_correlation(x, y)
    theirs = stats.bootstrap(
        (x, y),
        lambda a, b: stats.pearsonr(a, b)[0],
        paired=True,
        vectorized=False,
        method="percentile",
        n_resamples=2000,
        random_state=np.random.default_rng(3),
    ).confidence_interval
    assert (found.pearson_low, found.pearson_high) == pytest.approx((theirs.low, theirs.high), abs=0.03)


def test_values_of_one_item_are_drawn_together(values):
    x, y, items = values
    doubled = item_correlation(np.tile(x, 4), np.tile(y, 4), np.tile(items, 4))
    once = item_correlation(x, y, items)
    assert (doubled.pearson_low, doubled.pearson_high) == pytest.approx((once.pearson_low, once.pearson_high))


def test_few_values_and_values_that_do_not_vary_have_no_correlation():
    assert item_correlation([1, 2], [1, 2]).pearson is None
    assert item_correlation([1, 1, 1, 1], [1, 2, 3, 4]).pearson is None
    found = item_correlation([1, 2, 3, np.nan, np.inf], [2, 1, 3, 4, 5])
    assert (found.n, found.pearson, found.pearson_low) == (3, pytest.approx(0.5), None)
