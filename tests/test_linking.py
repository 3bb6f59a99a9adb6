"""Linking functions against their equations, one sentence after another."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntaxgym_lite.linking import mean_log_prob, morcela, norm_log_prob, penalised, penalty, slor

SENTENCES = st.lists(
    st.tuples(st.floats(-500, -1), st.floats(-500, -1), st.integers(1, 60), st.floats(0, 2), st.floats(-20, 20)),
    min_size=1,
    max_size=6,
)


@given(SENTENCES)
def test_each_is_its_equation(sentences):
    log_p, log_u, n, beta, gamma = (np.array(column, np.float64) for column in zip(*sentences, strict=True))
    for place, (p, u, length, b, g) in enumerate(sentences):
        assert mean_log_prob(log_p, n)[place] == pytest.approx(p / length)
        assert penalised(log_p, n)[place] == pytest.approx(p / (math.pow(5 + length, 0.8) / math.pow(6, 0.8)))
        assert norm_log_prob(log_p, log_u)[place] == pytest.approx(-p / u)
        assert slor(log_p, log_u, n)[place] == pytest.approx((p - u) / length)
        assert morcela(log_p, log_u, n, beta=beta, gamma=gamma)[place] == pytest.approx((p - b * u + g) / length)


def test_a_penalty_without_exponent_is_none_and_what_is_undefined_stays_so():
    assert penalty([1, 4, 30], alpha=0).tolist() == [1, 1, 1]
    assert np.isnan([*mean_log_prob([-3, np.nan], [0, 2]), *penalised([-3], [0]), *slor([-3], [np.nan], [1])]).all()
    assert np.isnan(norm_log_prob([-3.0], [0.0])).all()


def test_bits_and_nats_give_the_same_but_for_the_unit():
    # Lau et al. and Tjuatja et al. have natural logarithms: gamma in bits is theirs over ln 2, beta is the same
    nats, u_nats, n = np.array([-40.0, -31.0]), np.array([-60.0, -70.0]), [7, 9]
    bits, u_bits = nats / math.log(2), u_nats / math.log(2)
    theirs = (nats - 0.6 * u_nats + 2.0) / n
    assert morcela(bits, u_bits, n, beta=0.6, gamma=2.0 / math.log(2)) * math.log(2) == pytest.approx(theirs)
    assert norm_log_prob(bits, u_bits) == pytest.approx(norm_log_prob(nats, u_nats))
