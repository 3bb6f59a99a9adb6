"""Means and their intervals, held against SciPy, statsmodels and what clusters of one size come down to."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples

from syntaxgym_lite.stats.means import mean_interval, t_quantile

bits = st.floats(-50, 50, allow_nan=False).map(lambda value: round(value, 6))


@pytest.mark.parametrize("df", [0.5, 1, 1.3, 2, 5, 9.7, 27, 100, 1999.5, 66_999])
@pytest.mark.parametrize("p", [0.0005, 0.025, 0.3, 0.5001, 0.8, 0.95, 0.975, 0.9995])
def test_quantiles_of_t_equal_those_of_scipy(df, p):
    from scipy.special import stdtrit

    assert t_quantile(p, df) == pytest.approx(float(stdtrit(df, p)), rel=1e-9)


@examples(100)
@given(st.lists(bits, min_size=2, max_size=40), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_the_interval_of_independent_values_is_that_of_scipy(values, confidence):
    from scipy.stats import t

    array = np.array(values)
    found = mean_interval(array, confidence=confidence)
    error = array.std(ddof=1) / math.sqrt(len(array))
    assert (found.n, found.n_clusters, found.df) == (len(values), None, len(values) - 1)
    assert (found.mean, found.standard_error) == pytest.approx((array.mean(), error))
    if error > 1e-9:
        theirs = t.interval(confidence, len(array) - 1, array.mean(), error)
        assert (found.low, found.high) == pytest.approx(theirs, rel=1e-9, abs=1e-9)


@examples(100)
@given(st.lists(st.lists(bits, min_size=3, max_size=3), min_size=2, max_size=12))
def test_of_clusters_of_one_size_it_is_the_interval_of_their_means(clusters):
    values = np.array(clusters)
    found = mean_interval(values.ravel(), np.repeat(np.arange(len(values)), 3).tolist())
    of_means = mean_interval(values.mean(axis=1))
    assert (found.n, found.n_clusters) == (values.size, len(values))
    assert found.df == pytest.approx(len(values) - 1, rel=1e-6)
    assert (found.low, found.mean, found.high) == pytest.approx(
        (of_means.low, of_means.mean, of_means.high), rel=1e-6, abs=1e-6
    )


@examples(50)
@given(st.lists(bits, min_size=2, max_size=20))
def test_clusters_of_one_value_each_change_nothing(values):
    alone, clustered = mean_interval(np.array(values)), mean_interval(np.array(values), list(range(len(values))))
    assert (clustered.low, clustered.high) == pytest.approx((alone.low, alone.high), abs=1e-7)
    assert clustered.df == pytest.approx(alone.df, rel=1e-6)


SIZES = [1, 2, 3, 5, 8, 8]


def clustered_values(seed):
    rng = np.random.default_rng(seed)
    groups = np.repeat(np.arange(len(SIZES)), SIZES)
    return rng.normal(size=len(SIZES))[groups] + rng.normal(size=len(groups)) + 2, groups


def test_the_error_of_unequal_clusters_is_that_of_bell_and_mccaffreys_matrices():
    values, groups = clustered_values(5)
    n = len(values)
    hat = np.ones((n, n)) / n
    residuals = values - hat @ values
    total = 0.0
    for group in range(len(SIZES)):
        own = groups == group
        eigenvalues, vectors = np.linalg.eigh(np.eye(own.sum()) - hat[np.ix_(own, own)])
        total += float(np.sum(vectors @ np.diag(eigenvalues**-0.5) @ vectors.T @ residuals[own])) ** 2
    found = mean_interval(values, groups.tolist())
    assert found.standard_error == pytest.approx(math.sqrt(total) / n)


def test_the_error_of_clusters_of_one_size_is_that_of_statsmodels():
    """Its correction for few clusters, k / (k - 1) (n - 1) / (n - 1), is that of CR2 where all have one leverage."""
    from statsmodels.api import OLS

    rng = np.random.default_rng(8)
    groups = np.repeat(np.arange(7), 4)
    values = rng.normal(size=7)[groups] + rng.normal(size=28)
    theirs = OLS(values, np.ones((28, 1))).fit(cov_type="cluster", cov_kwds={"groups": groups})
    assert mean_interval(values, groups.tolist()).standard_error == pytest.approx(theirs.bse[0])


def test_degrees_of_freedom_are_twice_the_squared_mean_of_the_variance_over_its_variance():
    """As they come out of 200,000 samples of independent values (Satterthwaite's definition)."""
    values, groups = clustered_values(3)
    n, k = len(groups), len(SIZES)
    for group in range(k):  # now residuals of one cluster go together no more than by chance
        values[groups == group] -= values[groups == group].mean()
    weights = (np.eye(k)[groups] / np.sqrt(1 - np.array(SIZES) / n)).T @ (np.eye(n) - np.ones((n, n)) / n) / n
    samples = np.random.default_rng(4).normal(size=(200_000, n))
    variances = ((samples @ weights.T) ** 2).sum(axis=1)
    expected = 2 * variances.mean() ** 2 / variances.var()
    assert mean_interval(values, groups.tolist()).df == pytest.approx(expected, rel=0.02)


def test_degrees_of_freedom_of_correlated_values_are_those_of_the_matrix_written_out():
    values, groups = clustered_values(6)
    n, k = len(groups), len(SIZES)
    residuals = values - values.mean()
    pairs = [(i, j) for i in range(n) for j in range(n) if i != j and groups[i] == groups[j]]
    shared = np.mean([residuals[i] * residuals[j] for i, j in pairs]) / np.mean(residuals**2)
    assert 0.1 < shared < 0.9
    covariance = np.where(groups[:, None] == groups, shared, 0.0)
    np.fill_diagonal(covariance, 1.0)
    weights = (np.eye(k)[groups] / np.sqrt(1 - np.array(SIZES) / n)).T @ (np.eye(n) - np.ones((n, n)) / n)
    omega = weights @ covariance @ weights.T
    expected = np.trace(omega) ** 2 / np.trace(omega @ omega)
    assert mean_interval(values, groups.tolist()).df == pytest.approx(expected)


def test_many_clusters_take_no_room():
    """A matrix of their covariances would be one of 36 GB."""
    found = mean_interval(np.arange(67_000.0), list(range(67_000)))
    assert found.df == pytest.approx(66_999)


@pytest.mark.parametrize("values", [[], [3.0]])
def test_of_fewer_than_two_values_there_is_no_interval(values):
    for clusters in (None, ["a"] * len(values)):
        found = mean_interval(np.array(values), clusters)
        assert math.isnan(found.low)
        assert math.isnan(found.high)
    one_cluster = mean_interval(np.array([1.0, 2.0]), ["a", "a"])
    assert one_cluster.mean == 1.5
    assert math.isnan(one_cluster.low)


@pytest.mark.parametrize(("sizes", "shared"), [([1] * 10, 0.0), ([10] * 5, 0.7), ([2, 3, 5, 8, 9, 10, 10], 0.5)])
def test_intervals_hold_the_mean_as_often_as_they_say(sizes, shared):
    """In 2,000 samples; a share of 0.95 has a standard error of 0.005 there."""
    rng = np.random.default_rng(15)
    groups = np.repeat(np.arange(len(sizes)), sizes)
    codes = groups.tolist()
    hits = 0
    for _ in range(2000):
        values = math.sqrt(shared) * rng.normal(size=len(sizes))[groups]
        values += math.sqrt(1 - shared) * rng.normal(size=len(groups)) + 1.5
        found = mean_interval(values, codes)
        hits += found.low <= 1.5 <= found.high
    assert 0.93 <= hits / 2000 <= 0.97
