"""Split halves against a loop over splits, and against what they estimate."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from syntaxgym_lite.stats.split_halves import split_halves


def test_of_four_people_the_mean_is_that_of_all_splits():
    ratings = np.random.default_rng(3).normal(size=(12, 4)) + np.arange(12)[:, None] / 4
    rs = []
    for half in combinations(range(4), 2):
        rest = [one for one in range(4) if one not in half]
        rs.append(np.corrcoef(ratings[:, list(half)].mean(1), ratings[:, rest].mean(1))[0, 1])
    found = split_halves(ratings, n_splits=6000)
    assert found.r == pytest.approx(np.mean(rs), abs=0.01)
    assert found.reliability == pytest.approx(2 * np.mean(rs) / (1 + np.mean(rs)), abs=0.01)
    assert found.ceiling == pytest.approx(np.sqrt(found.reliability))


def test_the_reliability_of_parallel_ratings_is_the_one_of_theory():
    random = np.random.default_rng(1)
    truth, k = random.normal(size=4000), 10
    found = split_halves(truth[:, None] + random.normal(size=(4000, k)) * 2, n_splits=50)
    assert found.reliability == pytest.approx(1 / (1 + 4 / k), abs=0.02)  # variance of truth over that of means


def test_people_who_do_not_agree_have_a_reliability_about_zero():
    # the mean over splits of 2 r / (1 + r) would be far below: it has no lower bound as r nears -1
    random = np.random.default_rng(5)
    found = [split_halves(random.normal(size=(5, 6)), n_splits=200) for _ in range(40)]
    for one in found:
        assert one.reliability == pytest.approx(max(2 * one.r / (1 + one.r), -1))
        assert one.low <= one.reliability <= one.high
    assert abs(np.median([one.reliability for one in found])) < 0.3


def test_two_people_who_contradict_each_other_have_a_reliability():
    found = split_halves(np.array([[1.0, 7.0], [4.0, 4.0], [7.0, 1.0]]))
    assert (found.r, found.reliability, found.ceiling) == pytest.approx((-1, -1, 0))


def test_ratings_that_are_missing_and_pairs():
    ratings = np.array([[5, np.nan, 6, np.nan], [np.nan, 2, np.nan, 1], [3, 3, np.nan, 4], [4.0, 5.0, 6.0, 7.0]])
    found = split_halves(ratings)
    assert found.n_people == 4
    assert found.n <= 4
    full = np.random.default_rng(2).normal(size=(10, 6)) + np.arange(10)[:, None]
    pairs = [(i, i - 1) for i in range(1, 10)]
    apart = split_halves(full, pairs)
    differences = np.array([full[one] - full[two] for one, two in pairs])
    assert apart.r == pytest.approx(split_halves(differences).r)  # of means, the difference is the mean difference


def test_one_person_has_no_halves():
    assert split_halves(np.ones((5, 1))) is None
    assert split_halves(np.ones((5, 4))) is None  # nobody differs
