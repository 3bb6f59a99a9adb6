"""Intervals, held against SciPy and published tables."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples

from syntaxgym_lite.stats.intervals import _Z_95, normal_quantile, share_interval, wilson_interval


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3 (score, no continuity correction)
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_equal_published_ones(successes, n, low, high):
    assert wilson_interval(successes, n) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
def test_wilson_intervals_equal_those_of_scipy(confidence):
    from scipy.stats import binomtest

    for n in (1, 2, 7, 24, 1000):
        for successes in {0, 1, n // 3, n // 2, n - 1, n}:
            theirs = binomtest(successes, n).proportion_ci(confidence, method="wilson")
            assert wilson_interval(successes, n, confidence) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_the_usual_quantile_is_that_of_scipy_to_the_last_digit():
    from scipy.special import ndtri

    assert float(ndtri(0.975)) == _Z_95 == normal_quantile(0.975)


def test_of_nothing_there_is_no_interval():
    assert all(map(math.isnan, wilson_interval(0, 0)))


@examples(100)
@given(st.integers(0, 500), st.integers(1, 500))
def test_an_interval_holds_its_proportion_and_mirrors(successes, n):
    successes = min(successes, n)
    low, high = wilson_interval(successes, n)
    assert 0 <= low <= successes / n <= high <= 1
    mirrored_low, mirrored_high = wilson_interval(n - successes, n)
    assert (1 - mirrored_high, 1 - mirrored_low) == pytest.approx((low, high), abs=1e-12)


# ---------------------------------------------------------------- items that belong together


def test_without_clusters_or_with_single_items_an_interval_is_wilsons():
    credits = [1.0] * 8 + [0.0] * 2
    for clusters in (None, "abcdefghij"):
        assert share_interval(credits, clusters) == (*wilson_interval(8, 10), "wilson", None)


def test_clusters_of_equal_items_give_the_interval_of_as_many_items_with_t_in_place_of_z():
    """Ten clusters of 7 equal items: the share's variance is that of 10 items with n - 1, and df = 9 (Student)."""
    from scipy.stats import norm, t

    passed = [1.0] * 6 + [0.0] * 4
    found = share_interval(np.repeat(passed, 7).tolist(), np.repeat(range(10), 7).tolist())
    # variance 0.24 / 9 against 0.24 / 70: a design effect of 70 / 9, hence 9 items, fewer by (z / t) ** 2
    n = 9 * (norm.ppf(0.975) / t.ppf(0.975, 9)) ** 2
    assert found[:2] == pytest.approx(wilson_interval(0.6 * n, n), abs=1e-9)
    assert found[2:] == ("clusters", 10)


@examples(100)
@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from([0.0, 0.5, 1.0])), min_size=2, max_size=40))
def test_an_interval_by_cluster_holds_the_share_and_is_never_narrower_than_wilsons(items):
    clusters, credits = [cluster for cluster, _ in items], [credit for _, credit in items]
    if len(set(clusters)) == 1:
        assert math.isnan(share_interval(credits, clusters).low)
        return
    low, high, *_ = share_interval(credits, clusters)
    alone = wilson_interval(sum(credits), len(credits))
    share = sum(credits) / len(credits)
    assert 0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1
    assert high - low >= alone[1] - alone[0] - 1e-12
    assert high - low > 0  # also where all pass


def test_an_interval_by_cluster_does_not_depend_on_the_order_of_items():
    random = np.random.default_rng(0)
    clusters, credits = random.integers(0, 6, 40), random.integers(0, 2, 40).astype(float)
    order = random.permutation(40)
    one = share_interval(credits.tolist(), clusters.tolist())
    other = share_interval(credits[order].tolist(), clusters[order].tolist())
    assert one[:2] == pytest.approx(other[:2], abs=1e-12)


def test_a_cluster_by_which_all_items_pass_is_one_item():
    """Kish's effective number: 10 clusters of 5 that all pass tell what 10 items do, less by t with 9 degrees."""
    from scipy.stats import norm, t

    n = 10 * (norm.ppf(0.975) / t.ppf(0.975, 9)) ** 2
    low, high, *_ = share_interval([1.0] * 50, np.repeat(range(10), 5).tolist())
    assert (low, high) == pytest.approx(wilson_interval(n, n), abs=1e-9)
