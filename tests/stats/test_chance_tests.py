"""Tests of shares, held against SciPy, statsmodels and by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples

from syntaxgym_lite.stats import binomial_test, holm, mcnemar_exact
from syntaxgym_lite.stats.chance_tests import chance_test


@pytest.mark.parametrize("chance", [0.0, 1 / 64, 5 / 24, 0.25, 0.3077, 0.5, 0.9, 1.0])
def test_the_exact_test_is_that_of_scipy(chance):
    from scipy.stats import binomtest

    for n in (1, 2, 7, 26, 28, 410, 1000):
        for k in {0, 1, n // 4, n // 3, n // 2, n - 1, n}:
            assert binomial_test(k, n, chance) == pytest.approx(binomtest(k, n, chance).pvalue, abs=1e-12), (k, n)


def test_of_nothing_nothing_is_found():
    assert binomial_test(0, 0, 0.25) == 1.0
    assert mcnemar_exact(0, 0) == 1.0


@examples(100)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=60))
def test_holms_correction_is_that_of_statsmodels(p_values):
    from statsmodels.stats.multitest import multipletests

    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1], abs=1e-12)


def test_without_tests_there_is_nothing_to_correct():
    assert holm([]).shape == (0,)


@pytest.mark.parametrize(("b", "c"), [(0, 5), (1, 7), (6, 6), (10, 25), (3, 0)])
def test_mcnemars_exact_test_is_that_of_statsmodels(b, c):
    from statsmodels.stats.contingency_tables import mcnemar

    assert mcnemar_exact(b, c) == pytest.approx(mcnemar([[4, b], [c, 9]], exact=True).pvalue, abs=1e-12)
    assert mcnemar_exact(b, c) == mcnemar_exact(c, b)


def test_of_independent_items_the_test_against_chance_is_the_exact_one():
    credits = [1.0] * 12 + [0.0] * 16
    assert chance_test(credits, 0.25) == binomial_test(12, 28, 0.25)
    assert chance_test(credits, 0.25, range(28)) == binomial_test(12, 28, 0.25)


def test_items_that_count_in_part_are_taken_for_the_next_whole_number_on_the_side_of_chance():
    assert chance_test([1.0] * 12 + [0.5] + [0.0] * 15, 0.25) == binomial_test(12, 28, 0.25)
    assert chance_test([1.0] * 2 + [0.5] + [0.0] * 25, 0.25) == binomial_test(3, 28, 0.25)
    assert chance_test([0.5] * 28, 0.5) == 1.0  # 14 of 28


def test_a_single_cluster_tests_nothing():
    assert math.isnan(chance_test([1.0, 0.0, 1.0], 0.5, ["a", "a", "a"]))


def test_clusters_of_equal_items_count_as_one_item_each():
    """Twelve clusters of five equal items: as much as twelve items, less the uncertainty of few clusters."""
    passed = [1.0] * 9 + [0.0] * 3
    credits = np.repeat(passed, 5).tolist()
    together = chance_test(credits, 0.5, np.repeat(range(12), 5).tolist())
    assert together > binomial_test(9, 12, 0.5) > chance_test(credits, 0.5)


@pytest.mark.parametrize(("shared", "size"), [(0.0, 10), (0.3, 10), (0.7, 4)])
@pytest.mark.parametrize("chance", [0.25, 0.5])
def test_a_test_by_cluster_finds_something_where_nothing_is_in_5_of_100_at_most(shared, size, chance):
    """400 sets of 20 clusters, whose items share `shared` of their variance (beta-binomial)."""
    random = np.random.default_rng(1)
    clusters = np.repeat(range(20), size).tolist()
    found = 0
    for _ in range(400):
        k = (1 - shared) / shared if shared else 1e9
        rates = random.beta(chance * k, (1 - chance) * k, 20)
        credits = (random.random(20 * size) < np.repeat(rates, size)).astype(float)
        found += chance_test(credits.tolist(), chance, clusters) < 0.05
    assert found / 400 < 0.05 + 2 * math.sqrt(0.05 * 0.95 / 400)
