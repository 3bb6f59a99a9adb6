"""The deviance and its gradient against the definition: the density of a multivariate normal distribution."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from syntaxgym_lite.stats.profiled_deviance import GroupedColumns, ProfiledDeviance

N = 150


def a_problem(reml, which):
    random = np.random.default_rng(5)
    x = np.column_stack([np.ones(N), random.normal(size=N), random.normal(size=N) + 3])
    terms = [
        GroupedColumns(random.integers(0, 7, N), 7, x[:, :2]),
        GroupedColumns(random.integers(0, 12, N), 12, x),
        GroupedColumns(random.integers(0, 5, N), 5, np.ones((N, 1))),
    ]
    y = x @ [1, 2, 3] + random.normal(size=12)[terms[1].codes] + random.normal(size=N)
    chosen = [terms[i] for i in which]
    return ProfiledDeviance(y, x, chosen, reml), y, x, chosen


def relative_covariance(problem, theta, terms):
    """Plain: for each pair of observations of one level, the product of their columns through the block."""
    covariance = np.eye(N)
    for term, block in zip(terms, problem.blocks(theta), strict=True):
        same = term.codes[:, None] == term.codes[None, :]
        covariance += same * (term.values @ block @ block.T @ term.values.T)
    return covariance


@pytest.mark.parametrize("reml", [False, True])
@pytest.mark.parametrize("which", [(0,), (2,), (0, 1), (1, 2), (0, 1, 2)])
def test_deviance_coefficients_and_modes_are_those_of_the_definition(reml, which):
    problem, y, x, terms = a_problem(reml, which)
    theta = np.random.default_rng(2).normal(size=problem.n_theta)
    solution = problem.solve(theta)
    relative = relative_covariance(problem, theta, terms)
    inverse = np.linalg.inv(relative)
    information = x.T @ inverse @ x
    beta = np.linalg.solve(information, x.T @ inverse @ y)
    rest = y - x @ beta
    np.testing.assert_allclose(solution.beta, beta, rtol=1e-8)
    np.testing.assert_allclose(solution.unscaled_covariance, np.linalg.inv(information), rtol=1e-7)
    rss = rest @ inverse @ rest
    assert solution.penalized_rss == pytest.approx(rss, rel=1e-9)
    free = N - 3 if reml else N
    deviance = -2 * stats.multivariate_normal(x @ beta, relative * rss / free).logpdf(y)
    if reml:  # the residuals' likelihood, Harville (1974), without the constant log |X' X| that lme4 leaves out as well
        deviance += np.linalg.slogdet(information * free / rss)[1] - 3 * np.log(2 * np.pi)
    assert solution.deviance == pytest.approx(deviance, abs=1e-7)
    for term, block, modes in zip(terms, problem.blocks(theta), solution.modes, strict=True):
        columns = np.zeros((N, term.n_levels, term.width))
        columns[range(N), term.codes] = term.values
        expected = np.einsum("ij,nlj,n->li", block @ block.T, columns, inverse @ rest)
        np.testing.assert_allclose(modes, expected, atol=1e-9)


@pytest.mark.parametrize("reml", [False, True])
@pytest.mark.parametrize("which", [(0,), (2,), (0, 1), (2, 1), (0, 1, 2)])
def test_the_gradient_is_the_slope_of_the_deviance(reml, which):
    problem, *_ = a_problem(reml, which)
    theta = np.random.default_rng(3).normal(size=problem.n_theta)
    value, gradient = problem.value_and_gradient(theta)
    assert value == pytest.approx(problem.solve(theta).deviance, abs=1e-9)
    step = 1e-5
    for place, slope in enumerate(gradient):
        change = step * np.eye(len(theta))[place]
        up, down = (problem.value_and_gradient(theta + sign * change)[0] for sign in (1, -1))
        assert slope == pytest.approx((up - down) / (2 * step), abs=1e-5)


def test_theta_has_the_triangles_column_by_column():
    """Bates et al. (2015), equation 56, for three effects."""
    problem, *_ = a_problem(False, (1, 2))
    theta = np.arange(1.0, 8.0)
    first, second = problem.blocks(theta)
    assert first.tolist() == [[1, 0, 0], [2, 4, 0], [3, 5, 6]]
    assert second.tolist() == [[7]]
    assert problem.theta([first, second]).tolist() == theta.tolist()
