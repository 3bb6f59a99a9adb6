"""Student's t and the binomial distribution, held against SciPy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples

from syntaxgym_lite.stats.distributions import binomial_tail, t_quantile, t_tail


@examples(200)
@given(st.floats(0, 60), st.floats(0.5, 5000))
def test_tails_of_t_are_those_of_scipy(t, df):
    from scipy.stats import t as student

    assert t_tail(t, df) == pytest.approx(student.sf(t, df), rel=1e-8, abs=1e-14)


@examples(100)
@given(st.floats(0.001, 0.999), st.floats(0.7, 5000))
def test_quantiles_of_t_are_those_of_scipy(p, df):
    from scipy.special import stdtrit

    assert t_quantile(p, df) == pytest.approx(float(stdtrit(df, p)), rel=1e-8, abs=1e-9)


@examples(200)
@given(st.floats(0, 1), st.floats(0.5, 500), st.floats(0.001, 0.999))
def test_tails_of_a_binomial_that_is_not_whole_are_the_incomplete_beta_function(share, n, p):
    from scipy.special import betainc

    k = share * n
    expected = 1.0 if k == 0 else float(betainc(k, n - k + 1, p))
    assert binomial_tail(k, n, p) == pytest.approx(expected, rel=1e-8, abs=1e-13)


def test_tails_of_whole_numbers_are_sums_of_probabilities():
    from math import comb

    for k in range(11):
        expected = sum(comb(10, i) * 0.3**i * 0.7 ** (10 - i) for i in range(k, 11))
        assert binomial_tail(k, 10, 0.3) == pytest.approx(expected, abs=1e-14)
    assert [binomial_tail(3, 10, p) for p in (0.0, 1.0)] == [0.0, 1.0]
