"""Intervals, held against SciPy and published tables."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples

from syntaxgym_lite.stats.intervals import _Z_95, normal_quantile, wilson_interval


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
    assert normal_quantile(0.975) == _Z_95


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
