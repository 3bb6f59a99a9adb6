"""MORCELA's parameters against a plain regression, and that nothing predicted was learnt from."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm

from syntaxgym_lite.stats.morcela import fit_morcela


@pytest.fixture
def data():
    random = np.random.default_rng(2)
    n = 90
    length = random.integers(3, 25, n).astype(float)
    unigram = -9 * length + random.normal(size=n) * 4
    log_prob = 0.7 * unigram - 3 + random.normal(size=n) * 6
    ratings = 0.5 * (log_prob - 0.6 * unigram + 4) / length + 4 + random.normal(size=n) * 0.2
    return log_prob, unigram, length, ratings, np.repeat(np.arange(30), 3)


def test_parameters_are_those_of_a_regression_on_three_quotients(data):
    log_prob, unigram, length, ratings, items = data
    design = sm.add_constant(np.stack([log_prob / length, unigram / length, 1 / length], 1))
    _, a, b, c = sm.OLS(ratings, design).fit().params
    found = fit_morcela(log_prob, unigram, length, ratings, items)
    assert found.overall.alpha == pytest.approx(a)
    assert found.overall.beta == pytest.approx(-b / a)
    assert found.overall.gamma == pytest.approx(c / a)
    assert len(found.folds) == 10
    mean, sd, low, high = found.spread("beta")
    betas = [fold.beta for fold in found.folds]
    assert (mean, sd, low, high) == pytest.approx((np.mean(betas), np.std(betas, ddof=1), min(betas), max(betas)))


def test_what_is_predicted_was_learnt_from_other_items_alone(data):
    log_prob, unigram, length, ratings, items = data
    before = fit_morcela(log_prob, unigram, length, ratings, items)
    for item in (0, 17):
        changed = ratings.copy()
        changed[items == item] = -100.0
        after = fit_morcela(log_prob, unigram, length, changed, items)
        assert after.predicted[items == item] == pytest.approx(before.predicted[items == item])
        assert after.overall.beta != pytest.approx(before.overall.beta)


def test_predictions_are_those_of_each_folds_regression_less_its_mean(data):
    log_prob, unigram, length, ratings, items = data
    found = fit_morcela(log_prob, unigram, length, ratings, items, n_folds=30)  # each item by itself
    design = sm.add_constant(np.stack([log_prob / length, unigram / length, 1 / length], 1))
    for item in range(30):
        others = items != item
        fit = sm.OLS(ratings[others], design[others]).fit()
        expected = fit.predict(design[~others]) - ratings[others].mean()
        assert found.predicted[~others] == pytest.approx(expected)


def test_ratings_of_nothing_are_predicted_by_nothing():
    random = np.random.default_rng(0)
    rs = []
    for _ in range(60):
        length = random.integers(3, 25, 40).astype(float)
        unigram = -9 * length + random.normal(size=40)
        log_prob = unigram + random.normal(size=40)
        ratings = random.normal(size=40)
        rs.append(np.corrcoef(fit_morcela(log_prob, unigram, length, ratings, range(40)).predicted, ratings)[0, 1])
    assert abs(np.mean(rs)) < 0.1  # with the means of the folds in the predictions it is far below 0


def test_too_little_teaches_nothing(data):
    log_prob, unigram, length, ratings, items = data
    assert fit_morcela(log_prob[:8], unigram[:8], length[:8], ratings[:8], range(8)) is None
    assert fit_morcela(log_prob, unigram, np.full(90, 7.0), ratings, items) is None  # 1 / l says nothing
    assert fit_morcela(log_prob, unigram, length, np.full(90, np.nan), items) is None


def test_sentences_without_a_rating_are_predicted_too(data):
    log_prob, unigram, length, ratings, items = data
    some = ratings.copy()
    some[:6] = np.nan
    log_prob[-1] = np.nan
    found = fit_morcela(log_prob, unigram, length, some, items)
    assert np.isfinite(found.predicted[:-1]).all()
    assert np.isnan(found.predicted[-1])
