"""Intervals and tests of the difference between two models on the same items, each by a second road."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from scipy.optimize import brentq, minimize_scalar
from statsmodels.stats.contingency_tables import mcnemar
from support.strategies import examples

from syntaxgym_lite.stats.means import mean_interval
from syntaxgym_lite.stats.paired import (
    difference_interval,
    difference_test,
    paired_bootstrap,
    sign_flip_test,
    tango_interval,
)

Z = scipy_stats.norm.ppf(0.975)

signs = st.lists(st.sampled_from([-1.0, 0.0, 1.0]), min_size=2, max_size=40)
halves = st.lists(st.sampled_from([-1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0]), min_size=2, max_size=12)


def with_clusters(values):
    return st.tuples(
        values, st.lists(st.integers(0, 5), min_size=40, max_size=40)
    ).map(lambda both: (both[0], both[1][: len(both[0])]))  # fmt: skip


# ---------------------------------------------------------------- Tango's interval


def constrained(first, second, n, delta):
    """The score test's statistic from the definition: the likelihood maximised numerically, given the difference."""

    def loss(own):
        shares = own + delta, own, 1 - delta - 2 * own
        return -sum(
            count * math.log(share)
            for count, share in zip((first, second, n - first - second), shares, strict=True)
            if count
        )

    low, high = max(0.0, -delta), (1 - delta) / 2
    own = minimize_scalar(loss, bounds=(low + 1e-12, high - 1e-12), method="bounded", options={"xatol": 1e-12}).x
    return (first - second - n * delta) / math.sqrt(n * (2 * own + delta - delta**2))


@pytest.mark.parametrize(("first", "second", "n"), [(8, 2, 28), (1, 7, 20), (12, 12, 40), (5, 1, 24), (3, 9, 1000)])
def test_tangos_interval_holds_the_differences_that_a_score_test_does_not_reject(first, second, n):
    found = tango_interval(first, second, n)
    middle = (first - second) / n
    low = brentq(lambda delta: constrained(first, second, n, delta) - Z, -0.999, middle)
    high = brentq(lambda delta: constrained(first, second, n, delta) + Z, middle, 0.999)
    assert found == pytest.approx((low, high), abs=1e-5)


@pytest.mark.parametrize(("first", "second", "n"), [(0, 0, 20), (20, 0, 20), (0, 20, 20), (3, 0, 24), (1, 0, 1)])
def test_tangos_interval_has_some_width_at_the_edges_and_stays_within_minus_1_and_1(first, second, n):
    low, high = tango_interval(first, second, n)
    assert -1 <= low < high <= 1
    assert low <= (first - second) / n <= high
    if first == second == 0:  # Wilson's bound of a share of 0, once to each side: n p^2 = z^2 p (1 - p), 2q = p there
        assert high == pytest.approx(Z**2 / (n + Z**2), abs=1e-9)


def test_no_item_gives_no_interval():
    assert all(math.isnan(end) for end in tango_interval(0, 0, 0))
    assert all(math.isnan(end) for end in difference_interval([])[:2])
    assert all(math.isnan(end) for end in difference_interval([1, 0], ["a", "a"])[:2])
    assert all(math.isnan(end) for end in paired_bootstrap([1])[:2])


def test_items_that_are_clusters_by_themselves_are_independent():
    values = [1, -1, 0, 1, 1, 0]
    assert difference_interval(values, range(6)) == difference_interval(values)
    assert difference_test(values, range(6)) == difference_test(values)


def test_an_interval_of_clusters_is_that_of_the_clusters_where_all_of_one_are_alike():
    """Ten copies of each item say no more than one; less, as Student's quantile of 23 degrees of freedom is larger."""
    once = [1.0] * 7 + [-1.0] * 2 + [0.0] * 15
    found = difference_interval(np.repeat(once, 10), np.repeat(range(24), 10))
    # the variance among clusters has n - 1 in it, that of independent items n
    effective = (24 - 1) * (scipy_stats.norm.ppf(0.975) / scipy_stats.t.ppf(0.975, 23)) ** 2
    assert found[:2] == pytest.approx(tango_interval(7 * effective / 24, 2 * effective / 24, effective))
    assert found.n_clusters == 24
    assert found.method == "tango, clusters"
    assert found.high - found.low > 2.5 * np.ptp(difference_interval(np.repeat(once, 10))[:2])


def test_the_variance_among_clusters_is_that_of_a_mean():
    """As `mean_interval` has it, which is held against other roads by its own tests: uneven clusters widen it."""
    random = np.random.default_rng(3)
    numbers = np.sort(random.integers(0, 12, 60))
    values = np.clip(np.rint(random.normal(0.1, 0.6, 60) + random.normal(0, 0.5, 12)[numbers]), -1, 1)
    estimate = mean_interval(values, numbers.tolist())
    larger = scipy_stats.t.ppf(0.975, estimate.df) / scipy_stats.norm.ppf(0.975)
    share = values.var() / 60 / (estimate.standard_error * larger) ** 2
    assert share < 1
    first, second = (values > 0).sum(), (values < 0).sum()
    assert difference_interval(values, numbers)[:2] == pytest.approx(
        tango_interval(first * share, second * share, 60 * share)
    )


def test_clusters_that_differ_less_than_items_leave_the_interval_of_items():
    values = [1.0, 0.0, -1.0, 1.0] * 6
    assert difference_interval(values, np.repeat(range(6), 4))[:2] == difference_interval(values)[:2]


@pytest.mark.parametrize("sizes", [(10,) * 5, (1, 2, 4, 8, 16, 32), (60, *(3,) * 20)], ids=str)
@pytest.mark.parametrize("shared", [0.0, 0.3])
def test_clusters_of_any_sizes_are_covered(sizes, shared):
    """Beta-binomial outcomes of two models whose items correlate within clusters; 400 simulations: 92 % is 3 SE below."""
    random = np.random.default_rng(1)
    numbers = np.repeat(range(len(sizes)), sizes)
    hits = 0
    for _ in range(400):
        passed = []
        for share in (0.7, 0.5):
            own = np.full(len(sizes), share)
            if shared:
                own = random.beta(share * (1 / shared - 1), (1 - share) * (1 / shared - 1), len(sizes))
            passed.append((random.random(len(numbers)) < own[numbers]).astype(float))
        found = difference_interval(passed[0] - passed[1], numbers)
        hits += found.low <= 0.2 <= found.high
    assert hits >= 0.92 * 400


def test_credits_in_part_have_the_interval_of_items_with_their_sum_and_sum_of_squares():
    found = difference_interval([0.5, 0.5, 1.0, -0.5, 0.0, 0.0])  # sum 1.5, squares 1.75
    assert found[:2] == tango_interval(1.625, 0.125, 6)


# ---------------------------------------------------------------- tests


@pytest.mark.parametrize(("first", "second"), [(0, 0), (1, 7), (5, 5), (12, 3), (0, 9), (30, 11)])
def test_mcnemars_test_is_that_of_scipy_and_statsmodels(first, second):
    found = difference_test([1.0] * first + [-1.0] * second + [0.0] * 10)
    assert found.test == "mcnemar"
    if first + second:
        assert found.p == pytest.approx(scipy_stats.binomtest(first, first + second, 0.5).pvalue, rel=1e-12)
    assert found.p == pytest.approx(mcnemar([[5, first], [second, 5]], exact=True).pvalue, rel=1e-12)


@given(halves)
@examples(50)
def test_a_test_by_flipped_signs_counts_all_flips(values):
    found = abs(sum(values))
    sums = [
        sum(sign * value for sign, value in zip(flip, values, strict=True))
        for flip in itertools.product((1, -1), repeat=len(values))
    ]
    assert sign_flip_test(values) == pytest.approx(np.mean([abs(total) >= found - 1e-9 for total in sums]), rel=1e-9)


@given(signs)
@examples(50)
def test_of_single_items_flipped_signs_are_mcnemars_test(values):
    assert sign_flip_test(values) == pytest.approx(difference_test(values).p, rel=1e-9)


def test_flips_of_uneven_numbers_are_counted_if_few_and_tossed_if_many():
    """Scores of suites of 7, 9 and 11 items are in no common fraction; SciPy tosses signs, too."""
    random = np.random.default_rng(5)
    few = random.normal(0.3, 1, 12)
    flips = np.array(list(itertools.product((1, -1), repeat=12)))
    assert sign_flip_test(few) == np.mean(np.abs(flips @ few) >= abs(few.sum()) - 1e-9)
    many = random.normal(0.2, 1, 54)
    theirs = scipy_stats.permutation_test(
        (many,), np.sum, permutation_type="samples", n_resamples=20_000, random_state=np.random.default_rng(1)
    )
    error = math.sqrt(theirs.pvalue * (1 - theirs.pvalue) * (1 / 10_000 + 1 / 20_000))
    assert sign_flip_test(many) == pytest.approx(theirs.pvalue, abs=5 * error)
    assert sign_flip_test(many) == sign_flip_test(-many[::-1])
    assert sign_flip_test(many, seed=1) != sign_flip_test(many, seed=2)


def test_no_difference_is_no_finding():
    assert sign_flip_test([0.0, 0.0]) == difference_test([0.0, 0.0]).p == difference_test([]).p == 1.0


def test_clusters_turn_as_one():
    """Three clusters that agree are one of eight flips, and its mirror image: 2 / 8; six items would give 2 / 64."""
    assert difference_test([1] * 6, [1, 1, 2, 2, 3, 3]) == (0.25, "sign-flip over clusters")
    assert difference_test([1] * 6).p == 2 / 64
    assert difference_test([0.5, 1, 1]).test == "sign-flip"


@given(with_clusters(st.one_of(signs, halves)), st.randoms())
@examples(50)
def test_swapping_models_turns_signs_and_order_does_not_count(data, shuffler):
    values, clusters = data
    places = list(range(len(values)))
    shuffler.shuffle(places)
    for own in (None, clusters):
        mixed = None if own is None else [own[place] for place in places]
        one = difference_interval(values, own)
        other = difference_interval([-values[place] for place in places], mixed)
        assert (other.low, other.high) == pytest.approx((-one.high, -one.low), nan_ok=True, abs=1e-9)
        drawn = paired_bootstrap(values, own, n_replicates=50)
        turned = paired_bootstrap([-values[place] for place in places], mixed, n_replicates=50)
        assert (turned.low, turned.high) == pytest.approx((-drawn.high, -drawn.low), nan_ok=True, abs=1e-9)
        p = difference_test(values, own)
        again = difference_test([-values[place] for place in places], mixed)
        assert again == (pytest.approx(p.p, rel=1e-9), p.test)
        if not math.isnan(one.low):
            assert -1 <= one.low <= np.mean(values) + 1e-9
            assert np.mean(values) - 1e-9 <= one.high <= 1


def test_the_paired_bootstrap_is_that_of_scipy():
    random = np.random.default_rng(8)
    first, second = random.random(30) < 0.7, random.random(30) < 0.45
    found = paired_bootstrap(first.astype(float) - second, n_replicates=20_000)

    def difference(a, b, axis):
        return a.mean(axis) - b.mean(axis)

    theirs = scipy_stats.bootstrap(
        (first.astype(float), second.astype(float)), difference, paired=True, method="percentile", n_resamples=20_000,
        random_state=np.random.default_rng(2),
    ).confidence_interval  # fmt: skip
    # means are multiples of 1 / 30, and the quantile may fall on the next one
    assert found[:2] == pytest.approx((theirs.low, theirs.high), abs=1 / 30 + 1e-9)
    smooth = random.normal(0.2, 1, 30)
    found = paired_bootstrap(smooth, n_replicates=20_000)
    theirs = scipy_stats.bootstrap(
        (smooth,), np.mean, method="percentile", n_resamples=20_000, random_state=np.random.default_rng(2)
    ).confidence_interval
    assert found[:2] == pytest.approx((theirs.low, theirs.high), abs=0.02)


def test_tangos_interval_covers_what_it_says_where_the_bootstrap_does_not():
    """Why the bootstrap is not the default: 20 items, of which one model passes 95 % and the other 90 %."""
    random = np.random.default_rng(4)
    shares = [0.0077, 0.0577, 0.9346]  # only the one 0.0577, only the other 0.0077: phi 0.5
    drawn = random.multinomial(20, shares, size=600)
    covered = np.zeros(2)
    for second, first, _ in drawn.tolist():
        values = [1.0] * first + [-1.0] * second + [0.0] * (20 - first - second)
        for place, (low, high) in enumerate(
            (difference_interval(values)[:2], paired_bootstrap(values, n_replicates=200)[:2])
        ):
            covered[place] += low <= 0.05 <= high
    assert covered[0] / 600 > 0.95
    assert covered[1] / 600 < 0.8
