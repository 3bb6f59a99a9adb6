"""A mean over suites of means over items: what its interval is made of."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from support.strategies import examples

from syntaxgym_lite.stats.two_level import two_level_interval

some_suites = st.lists(
    st.lists(st.sampled_from([-1.0, -0.5, 0.0, 1.0]), min_size=1, max_size=8), min_size=1, max_size=6
)


def numbers_of(values):
    return np.arange(len(values)) // 2


@given(some_suites, st.booleans(), st.randoms())
@examples(40)
def test_order_does_not_count_and_signs_turn(suites, clustered, shuffler):
    made = [(np.array(values), numbers_of(values) if clustered else None) for values in suites]
    low, high = two_level_interval(made, n_replicates=60)
    mixed = []
    for values, numbers in made:
        places = list(range(len(values)))
        shuffler.shuffle(places)
        mixed.append((-values[places], None if numbers is None else numbers[places]))
    shuffler.shuffle(mixed)
    assert two_level_interval(mixed, n_replicates=60) == pytest.approx((-high, -low), abs=1e-9, nan_ok=True)
    if not math.isnan(low):
        assert low <= high


def test_many_unknown_items_give_the_interval_of_the_suites_means():
    """With 4,000 items a suite, their means are known, and t of the means is the second road."""
    random = np.random.default_rng(1)
    made = [((random.random(4000) < share).astype(float), None) for share in random.uniform(0.1, 0.9, 20)]
    means = [values.mean() for values, _ in made]
    half = scipy_stats.t.ppf(0.975, 19) * scipy_stats.sem(means)
    found = two_level_interval(made, n_replicates=20_000)
    assert found == pytest.approx((np.mean(means) - half, np.mean(means) + half), abs=0.01)


def test_of_suites_that_are_alike_the_items_alone_count():
    """The standard error of a mean of 10 independent shares, each of 30 items."""
    random = np.random.default_rng(2)
    made = [((random.permutation(30) < 12).astype(float), None) for _ in range(10)]  # each 0.4 exactly
    low, high = two_level_interval(made, n_replicates=20_000)
    error = math.sqrt(10 * 0.4 * 0.6 / 29) / 10
    assert (low, high) == pytest.approx((0.4 - 1.97 * error, 0.4 + 1.97 * error), abs=0.006)


def test_copies_of_items_say_nothing_more_if_they_are_one_cluster():
    random = np.random.default_rng(3)
    made = [(random.choice([-1.0, 0.0, 1.0], 20), None) for _ in range(6)]
    copied = [(np.repeat(values, 5), np.repeat(np.arange(20), 5)) for values, _ in made]
    assert two_level_interval(copied, n_replicates=2000) == pytest.approx(two_level_interval(made, n_replicates=2000))
    fooled = two_level_interval([(values, None) for values, _ in copied[:1]], n_replicates=2000)
    assert np.ptp(fooled) < 0.6 * np.ptp(two_level_interval(made[:1], n_replicates=2000))


def test_one_suite_has_the_interval_of_its_items():
    values = (np.arange(40) < 26).astype(float)
    half = scipy_stats.t.ppf(0.975, 39) * scipy_stats.sem(values)
    assert two_level_interval([(values, None)], n_replicates=20_000) == pytest.approx(
        (0.65 - half, 0.65 + half), abs=0.03
    )


@pytest.mark.parametrize("suites", [[], [(np.array([1.0]), None)], [(np.ones(4), np.zeros(4, np.int32))]])
def test_what_says_nothing_of_its_variance_has_no_interval(suites):
    assert all(math.isnan(end) for end in two_level_interval(suites))


def test_the_interval_of_some_suites_that_differ_covers_their_mean():
    """6 suites of 25 items, whose true differences have mean 0.1 and standard deviation 0.15."""
    random = np.random.default_rng(6)
    covered = 0
    for _ in range(300):
        made = []
        for delta in np.clip(random.normal(0.1, 0.15, 6), -0.3, 0.5):
            spread = max(0.3, abs(delta))
            chances = [(spread - delta) / 2, 1 - spread, (spread + delta) / 2]
            made.append((random.choice([-1.0, 0.0, 1.0], 25, p=chances), None))
        low, high = two_level_interval(made, n_replicates=400)
        covered += low <= 0.1 <= high
    assert 0.91 < covered / 300 < 0.98  # 0.943 of 1,500, with a standard error of 1.3 % here


def test_suites_of_one_cluster_that_are_all_alike_have_no_interval():
    suites = [(np.array([1.0, 0.0, 1.0]), np.zeros(3, np.int32))] * 3
    assert all(end != end for end in two_level_interval(suites))
