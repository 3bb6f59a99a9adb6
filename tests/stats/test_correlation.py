"""Correlations over suites and models, against SciPy, and where there is none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from support.strategies import examples

from syntaxgym_lite.stats.correlation import (
    Correlation,
    model_correlations,
    pearson,
    score_against_perplexity,
    spearman,
)

shares = st.lists(
    st.tuples(st.integers(0, 10), st.integers(0, 10)).map(lambda pair: (pair[0] / 10, pair[1] / 10)),
    min_size=5,
    max_size=20,
)


@given(shares)
@examples(60)
def test_correlations_and_their_p_values_are_those_of_scipy(pairs):
    x, y = np.array(pairs).T
    mine, ranked = pearson(x, y), spearman(x, y)
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        assert mine == ranked == Correlation(len(x), None, None, None, None)
        return
    theirs = scipy_stats.pearsonr(x, y)
    assert (mine.r, mine.p) == pytest.approx((theirs.statistic, theirs.pvalue), abs=1e-9)
    rank = scipy_stats.spearmanr(x, y)
    assert (ranked.r, ranked.p) == pytest.approx((rank.statistic, rank.pvalue), abs=1e-7)
    if abs(mine.r) < 1 - 1e-12:
        interval = theirs.confidence_interval(0.95)
        assert (mine.ci_low, mine.ci_high) == pytest.approx((interval.low, interval.high), abs=1e-9)
        other = pearson(y, x)
        assert (other.r, other.ci_low) == pytest.approx((mine.r, mine.ci_low), abs=1e-12)


def test_bonett_and_wrights_interval_of_a_rank_correlation():
    """By hand: tanh(atanh(0.6) -+ 1.959964 sqrt((1 + 0.36 / 2) / 2)) of 5 pairs with 2 x 4 of squared differences."""
    found = spearman([1, 2, 3, 4, 5], [2, 1, 4, 5, 3])  # squared differences 1 1 1 1 4: 1 - 6 x 8 / 120
    assert found.r == pytest.approx(0.6)
    half = 1.959963984540054 * np.sqrt((1 + 0.18) / 2)
    assert (found.ci_low, found.ci_high) == pytest.approx(tuple(np.tanh(np.arctanh(0.6) + np.array([-half, half]))))


def test_what_is_not_defined_is_none_and_warns_of_nothing():
    assert pearson([1, 2], [2, 1]) == spearman([1, 2], [2, 1]) == Correlation(2, None, None, None, None)
    assert pearson([1, 1, 1, 1], [2, 1, 3, 4]).r is None
    three = pearson([1, 2, 3], [1, 3, 2])
    assert three.r == pytest.approx(0.5)
    assert (three.ci_low, three.ci_high) == (None, None)
    line = pearson([1, 2, 3, 4], [2, 4, 6, 8])
    assert (line.r, line.ci_low, line.ci_high, line.p) == (1.0, 1.0, 1.0, 0.0)


def test_models_are_correlated_over_the_suites_that_both_have():
    scores = {
        "a": {"s1": 0.1, "s2": 0.5, "s3": 0.7, "s4": 0.9},
        "b": {"s1": 0.2, "s2": 0.4, "s3": 0.9, "s5": 0.3},
        "people": {"s1": 0.9, "s2": 0.8, "s3": 0.85, "s4": 0.99},
    }
    found = model_correlations(scores)
    assert [(one.first, one.second, one.pearson.n) for one in found] == [
        ("a", "b", 3), ("a", "people", 4), ("b", "people", 3),
    ]  # fmt: skip
    assert found[1].pearson.r == pytest.approx(np.corrcoef([0.1, 0.5, 0.7, 0.9], [0.9, 0.8, 0.85, 0.99])[0, 1])


def test_scores_go_with_the_logarithm_of_perplexity():
    scores = {"a": 0.2, "b": 0.4, "c": 0.5, "d": 0.7, "alone": 0.9}
    perplexities = {"a": 400.0, "b": 200.0, "c": 100.0, "d": 20.0}
    [found] = score_against_perplexity(scores, perplexities)
    assert found.models == ("a", "b", "c", "d")
    assert found.pearson.r == pytest.approx(np.corrcoef(np.log([400, 200, 100, 20]), [0.2, 0.4, 0.5, 0.7])[0, 1])
    assert found.spearman.r == -1.0
    assert score_against_perplexity(scores, perplexities, dict.fromkeys("abcd", "lstm")) == [found]
    groups = {"a": "n-gram", "b": "lstm", "c": "lstm", "d": "lstm"}
    of_all, of_lstm = score_against_perplexity(scores, perplexities, groups)
    assert of_all == found
    assert (of_lstm.group, of_lstm.models) == ("lstm", ("b", "c", "d"))
