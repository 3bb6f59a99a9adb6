"""Intervals of means over suites: against theory where there is one, and what must not count."""

from __future__ import annotations

import math

import numpy as np
import pytest

from syntaxgym_lite.stats.bootstrap import SuiteSample, suites_interval
from syntaxgym_lite.stats.intervals import wilson_interval


def sample(name, n_passed, n_items=24, **options):
    return SuiteSample.of(name, {number: float(number < n_passed) for number in range(n_items)}, **options)


def test_suites_that_differ_much_have_the_t_interval_of_their_scores():
    """Items' noise is small beside it; a bootstrap of 31 suites is close to normal. Within its own noise (a 40th)."""
    from scipy.stats import t

    passed = np.random.default_rng(5).integers(40, 160, 31)
    samples = [sample(f"s{number}", n, 200) for number, n in enumerate(passed)]
    low, high = suites_interval(samples)
    scores = passed / 200
    half = t.ppf(0.975, 30) * scores.std(ddof=1) / math.sqrt(31)
    assert (high - low) / 2 == pytest.approx(half, rel=0.05)
    assert (high + low) / 2 == pytest.approx(scores.mean(), abs=0.05 * half)


def test_suites_that_are_alike_have_the_interval_of_their_items_together():
    """Scores equal, so that all they vary by is items: 10 x 24 of them, with n - 1 in each suite."""
    samples = [sample(f"s{number}", 12) for number in range(10)]
    low, high = suites_interval(samples)
    half = 1.97 * math.sqrt(0.25 / 23 / 10)  # Student's t of 230 degrees
    assert (high - low) / 2 == pytest.approx(half, rel=0.06)


@pytest.mark.parametrize("n_passed", [0, 24])
def test_suites_that_all_fail_or_pass_have_an_interval_of_some_width(n_passed):
    low, high = suites_interval([sample(name, n_passed) for name in "abc"])
    assert low <= n_passed / 24 <= high
    assert 0.02 < high - low < 0.15
    assert (low, high)[n_passed // 24] == n_passed / 24


def test_neither_order_nor_other_suites_count_for_what_is_drawn():
    samples = [sample(name, n) for name, n in {"a": 3, "b": 20, "c": 12, "d": 24}.items()]
    assert suites_interval(samples) == suites_interval(samples[::-1])
    again = SuiteSample.of("b", {number: float(number < 20) for number in range(24)})
    assert (again.deviations == samples[1].deviations).all()
    other = sample("b", 20, seed=1)
    assert (other.deviations != samples[1].deviations).any()
    assert suites_interval(samples, seed=1) != suites_interval(samples)


def test_fewer_than_two_suites_say_nothing_of_how_suites_differ():
    assert all(map(math.isnan, suites_interval([])))
    assert all(map(math.isnan, suites_interval([sample("a", 3)])))


def test_by_item_a_large_suite_weighs_more():
    samples = [sample("large", 900, 1000), *(sample(f"s{number}", 2, 20) for number in range(4))]
    low, high = suites_interval(samples, by_item=True)
    assert low < 908 / 1080 < high
    low, high = suites_interval(samples)
    assert low < (0.9 + 4 * 0.1) / 5 < high < 0.8


def test_clusters_are_drawn_whole():
    """Six clusters of four equal items vary as six items do, not as twenty-four."""
    credits = {number: float(number // 4 < 3) for number in range(24)}
    clustered = SuiteSample.of("a", credits, {number: number // 4 for number in credits}, n_replicates=20_000)
    assert clustered.n_clusters == 6
    assert clustered.variance == pytest.approx(0.25 / 5)
    assert clustered.deviations.std() == pytest.approx(math.sqrt(0.25 / 5), rel=0.03)
    alone = SuiteSample.of("a", credits, n_replicates=20_000)
    assert alone.deviations.std() == pytest.approx(math.sqrt(0.25 / 23), rel=0.03)


def test_items_that_count_in_part_are_ones_that_pass_so_often():
    half = SuiteSample.of("a", dict.fromkeys(range(24), 0.5))
    whole = sample("a", 12)
    assert (half.deviations == whole.deviations).all()


@pytest.mark.parametrize(("spread", "n_suites"), [(0.0, 10), (0.15, 10), (0.3, 31)])
def test_intervals_cover_what_they_say(spread, n_suites):
    """300 sets of suites of 25 items, whose true scores are beta with mean 0.5 and this standard deviation."""
    random = np.random.default_rng(2)
    covered = 0
    for _ in range(300):
        k = 0.25 / spread**2 - 1 if spread else 1e9
        scores = random.beta(k / 2, k / 2, n_suites)
        passed = random.binomial(25, scores)
        samples = [sample(f"s{i}", n, 25, n_replicates=1000) for i, n in enumerate(passed)]
        low, high = suites_interval(samples)
        covered += low <= 0.5 <= high
    assert covered / 300 > 0.95 - 2.5 * math.sqrt(0.95 * 0.05 / 300)


@pytest.mark.parametrize("by_item", [False, True])
def test_suites_of_one_item_that_are_all_alike_say_as_much_as_items(by_item):
    samples = [SuiteSample.of(name, {1: 1.0}) for name in "abc"]
    assert suites_interval(samples, by_item=by_item) == wilson_interval(3, 3)


def test_suites_of_one_cluster_that_are_all_alike_say_as_much_as_items():
    samples = [SuiteSample.of(name, {1: 1.0, 2: 0.0, 3: 1.0}, {1: "k", 2: "k", 3: "k"}) for name in "abc"]
    assert suites_interval(samples) == pytest.approx(wilson_interval(2, 3))
