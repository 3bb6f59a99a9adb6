"""The profiled deviance of a linear mixed model and its gradient: what is minimised to fit one.

The model of Bates, Maechler, Bolker and Walker (2015): y = X beta + Z b + noise, with b = Lambda u, where u and the
noise are independent and of the same variance, and Lambda has the same lower triangular block for each level of a
grouping factor. Given these blocks (theta), the best beta, u and residual variance follow from one Cholesky
factorisation, so that only theta is searched for. The factorisation is made blockwise: the random effects of the
term with most of them belong to one level each, so they are eliminated level by level; what is left is dense.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

__all__ = ["GroupedColumns", "ProfiledDeviance", "Solution"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class GroupedColumns:
    """The columns of one random term, and the level that each observation belongs to.

    Parameters
    ----------
    codes : ndarray of int, shape (n,)
        Number of the level of each observation, from 0.
    n_levels : int
    values : ndarray of float64, shape (n, k)
        What the k random effects of the level are multiplied by: ones for an intercept.
    """

    codes: NDArray[np.intp]
    n_levels: int
    values: Floats

    @property
    def width(self) -> int:
        """Effects for each level, k."""
        return int(self.values.shape[1])

    @property
    def n_theta(self) -> int:
        """Free numbers in the lower triangle of the k x k block."""
        return self.width * (self.width + 1) // 2


@dataclass(frozen=True, slots=True)
class Solution:
    """What follows from theta.

    Parameters
    ----------
    beta : ndarray of float64, shape (p,)
    unscaled_covariance : ndarray of float64, shape (p, p)
        Covariance of `beta` over the residual variance.
    modes : tuple of ndarray of float64, shape (n_levels, k) each
        The conditional modes b = Lambda u, a term each.
    penalized_rss : float
        Sum of squared residuals and of squared u.
    deviance : float
        Minus twice the log likelihood, or the REML criterion.
    """

    beta: Floats
    unscaled_covariance: Floats
    modes: tuple[Floats, ...]
    penalized_rss: float
    deviance: float


@dataclass(frozen=True, slots=True)
class _Factored:
    """The blocks of the factorisation for one theta; k, l of the first term, q effects of the others, p of X."""

    blocks: tuple[Floats, ...]
    cross: Floats
    """Z1' [Z2 Lambda2, X, y], (l, k, q + p + 1)."""
    reduced: Floats
    """Lambda1' `cross`."""
    inverse: Floats
    """Of the first term's l blocks Lambda1' Z1' Z1 Lambda1 + I, (l, k, k)."""
    gram: Floats
    """[Z2 Lambda2, X, y]' [Z2 Lambda2, X, y]."""
    schur: Floats
    cholesky: Floats
    log_det: float


class ProfiledDeviance:
    """Minus twice the log likelihood (or the REML criterion) as a function of theta.

    Parameters
    ----------
    y : ndarray of float64, shape (n,)
    x : ndarray of float64, shape (n, p)
        Of full rank.
    terms : sequence of GroupedColumns
        At least one.
    reml : bool

    References
    ----------
    Bates, D., Maechler, M., Bolker, B. and Walker, S. (2015). Fitting linear mixed-effects models using lme4. Journal
    of Statistical Software 67(1), equations 18 to 42. The gradient follows from these by the envelope theorem.
    """

    def __init__(self, y: Floats, x: Floats, terms: Sequence[GroupedColumns], reml: bool) -> None:
        self.n, self.p = x.shape
        self.reml = reml
        self.terms = tuple(terms)
        # in columns that are orthogonal, of what x leaves of y, so that no digits are lost in products
        self._q, self._r = np.linalg.qr(x)
        self._ols = self._q.T @ y
        rest = y - self._q @ self._ols
        order = sorted(range(len(terms)), key=lambda i: -terms[i].n_levels * terms[i].width)
        self._order = order
        self._first, *self._others = (self.terms[i] for i in order)
        ends = np.cumsum([0, *(term.n_levels * term.width for term in self._others)])
        self._places = [slice(int(a), int(b)) for a, b in pairwise(ends)]
        self._n_others = int(ends[-1])
        self._products(np.column_stack([self._q, rest]))
        starts = np.cumsum([0, *(term.n_theta for term in self.terms)])
        self._theta_places = [slice(int(a), int(b)) for a, b in pairwise(starts)]
        self.n_theta = int(starts[-1])

    def _products(self, dense: Floats) -> None:
        """Work out all products of columns, once."""
        from scipy import sparse

        first = self._first
        columns = [_sparse(term) for term in self._others]
        right = sparse.hstack([*columns, sparse.csr_array(dense)], format="csr")
        self._gram = np.asarray((right.T @ right).todense())
        shape = (first.n_levels, first.width, right.shape[1])
        self._cross = np.asarray((_sparse(first).T @ right).todense()).reshape(shape)
        squares = np.zeros((first.n_levels, first.width, first.width))
        for i in range(first.width):
            for j in range(i + 1):
                products = first.values[:, i] * first.values[:, j]
                squares[:, i, j] = squares[:, j, i] = np.bincount(first.codes, products, first.n_levels)
        self._squares = squares

    def blocks(self, theta: Floats) -> tuple[Floats, ...]:
        """Give the lower triangular block of each term; theta has its columns one after the other, as in lme4."""
        blocks = []
        for term, place in zip(self.terms, self._theta_places, strict=True):
            block = np.zeros((term.width, term.width))
            block.T[np.triu_indices(term.width)] = theta[place]
            blocks.append(block)
        return tuple(blocks)

    def theta(self, blocks: Sequence[Floats]) -> Floats:
        """Give theta of the blocks; the inverse of `blocks`."""
        return np.concatenate([block.T[np.triu_indices(len(block))] for block in blocks])

    def _scaled(self, columns: Floats, blocks: Sequence[Floats]) -> Floats:
        """Multiply the columns that belong to the other terms by their blocks."""
        scaled: Floats = columns.copy()
        for index, term, place in zip(self._order[1:], self._others, self._places, strict=True):
            part = columns[..., place]
            shape = (*part.shape[:-1], term.n_levels, term.width)
            scaled[..., place] = (part.reshape(shape) @ blocks[index]).reshape(part.shape)
        return scaled

    def _factored(self, theta: Floats) -> _Factored:
        blocks = self.blocks(theta)
        first = blocks[self._order[0]]
        q = self._n_others
        cross = self._scaled(self._cross, blocks)
        reduced = first.T @ cross
        inner = first.T @ self._squares @ first + np.eye(len(first))
        inverse = np.linalg.inv(inner)
        gram = self._scaled(self._scaled(self._gram, blocks).T, blocks).T
        flat = reduced.reshape(-1, reduced.shape[-1])
        schur = gram - flat.T @ (inverse @ reduced).reshape(flat.shape)
        schur[range(q), range(q)] += 1
        schur = (schur + schur.T) / 2
        cholesky = np.linalg.cholesky(schur)
        log_det = float(np.linalg.slogdet(inner)[1].sum() + 2 * np.log(np.diag(cholesky)[:q]).sum())
        return _Factored(blocks, cross, reduced, inverse, gram, schur, cholesky, log_det)

    def _criterion(self, factored: _Factored) -> float:
        q = self._n_others
        diagonal = np.diag(factored.cholesky)
        rss = diagonal[-1] ** 2
        if not self.reml:
            return float(factored.log_det + self.n * (1 + np.log(2 * np.pi * rss / self.n)))
        free = self.n - self.p
        log_x = 2 * (np.log(diagonal[q:-1]).sum() + np.log(np.abs(np.diag(self._r))).sum())
        return float(factored.log_det + log_x + free * (1 + np.log(2 * np.pi * rss / free)))

    def _effects(self, factored: _Factored, right: slice) -> tuple[Floats, Floats]:
        """Give u of the first term and of the others when these columns are regressed on Z Lambda, and X left out."""
        from scipy.linalg import cho_solve

        q = self._n_others
        others = cho_solve((factored.cholesky[:q, :q], True), factored.schur[:q, right]) if q else np.zeros((0, 1))
        rest = factored.reduced[..., right] - (factored.reduced[..., :q] @ others if q else 0)
        return factored.inverse @ rest, others

    def value_and_gradient(self, theta: Floats) -> tuple[float, Floats]:
        """Give the criterion and its derivative by each number of theta.

        Parameters
        ----------
        theta : ndarray of float64, shape (n_theta,)

        Returns
        -------
        float, ndarray of float64, shape (n_theta,)
        """
        from scipy.linalg import cho_solve

        factored = self._factored(theta)
        q, p = self._n_others, self.p
        x_columns, first = slice(q, q + p), factored.blocks[self._order[0]]
        free = self.n - p if self.reml else self.n
        rss = factored.cholesky[-1, -1] ** 2
        coefficients, first_u, others_u = self._best(factored)

        # the residuals' products with Z, for the sum of squares: Z1' e (l, k) and Z2' e (q,)
        right = np.concatenate([-others_u, -coefficients, [1.0]])
        first_rest = factored.cross @ right - np.einsum("lij,jk,lk->li", self._squares, first, first_u)
        raw = self._cross[..., :q]
        lambda_u = first_u @ first.T
        unscaled = np.concatenate([np.zeros(q), -coefficients, [1.0]])
        others_rest = self._gram[:q] @ unscaled - self._scaled(self._gram, factored.blocks)[:q, :q] @ others_u
        others_rest -= np.einsum("lkq,lk->q", raw, lambda_u)

        # the diagonal blocks of Z' Z Lambda M^-1, for the determinant
        inner = factored.inverse
        if q:
            inverse = cho_solve((factored.cholesky[:q, :q], True), np.eye(q))
            gained = inner @ factored.reduced[..., :q]
            spread = gained @ inverse
            of_first = self._squares @ first @ (inner + spread @ gained.transpose(0, 2, 1))
            of_first = of_first - factored.cross[..., :q] @ spread.transpose(0, 2, 1)
        else:
            of_first = self._squares @ first @ inner
        slopes = {self._order[0]: 2 * of_first.sum(axis=0) - 2 * free / rss * first_rest.T @ first_u}
        if self.reml:
            x_first, x_others = self._effects(factored, x_columns)
            lower = factored.cholesky[x_columns, x_columns]
            over = cho_solve((lower, True), np.eye(p))
            rest = factored.cross[..., x_columns] - self._squares @ (first @ x_first)
            if q:
                rest = rest - factored.cross[..., :q] @ x_others
            slopes[self._order[0]] -= 2 * np.einsum("lip,pr,ljr->ij", rest, over, x_first)
        if q:
            lifted = first.T @ raw
            half_scaled = self._scaled(self._gram[:q, :q], factored.blocks)
            if self.reml:
                x_rest = self._gram[:q, x_columns] - half_scaled @ x_others
                x_rest = x_rest - np.einsum("lkq,lkp->qp", lifted, x_first)
        for index, term, place in zip(self._order[1:], self._others, self._places, strict=True):
            shape = (term.n_levels, term.width)
            here = lifted[..., place].reshape(-1, *shape)
            slope = -np.einsum("qli,qlj->ij", here, spread[..., place].reshape(-1, *shape))
            half = half_scaled[place].reshape(*shape, q)
            slope += np.einsum("liq,qlj->ij", half, inverse[:, place].reshape(q, *shape))
            slope = 2 * slope - 2 * free / rss * others_rest[place].reshape(shape).T @ others_u[place].reshape(shape)
            if self.reml:
                both = (x_rest[place].reshape(*shape, p), x_others[place].reshape(*shape, p))
                slope -= 2 * np.einsum("lip,pr,ljr->ij", both[0], over, both[1])
            slopes[index] = slope
        gradient = self.theta([slopes[index] for index in range(len(self.terms))])
        return self._criterion(factored), gradient

    def _best(self, factored: _Factored) -> tuple[Floats, Floats, Floats]:
        """Give the coefficients of the orthogonal columns and u of the first term (l, k) and of the others (q,)."""
        from scipy.linalg import solve_triangular

        q = self._n_others
        solved = solve_triangular(factored.cholesky[:-1, :-1].T, factored.cholesky[-1, :-1])
        right = np.concatenate([-solved, [1.0]])
        first = (factored.inverse @ (factored.reduced @ right)[..., None])[..., 0]
        return solved[q:], first, solved[:q]

    def solve(self, theta: Floats) -> Solution:
        """Give coefficients, their covariance and the modes of the random effects.

        Parameters
        ----------
        theta : ndarray of float64, shape (n_theta,)

        Returns
        -------
        Solution
        """
        from scipy.linalg import cho_solve, solve_triangular

        factored = self._factored(theta)
        q = self._n_others
        coefficients, first, others = self._best(factored)
        places = slice(q, q + self.p)
        over = cho_solve((factored.cholesky[places, places], True), np.eye(self.p))
        back = solve_triangular(self._r, np.eye(self.p))
        modes = {self._order[0]: first @ factored.blocks[self._order[0]].T}
        for index, term, place in zip(self._order[1:], self._others, self._places, strict=True):
            modes[index] = others[place].reshape(term.n_levels, term.width) @ factored.blocks[index].T
        return Solution(
            beta=back @ (coefficients + self._ols),
            unscaled_covariance=back @ over @ back.T,
            modes=tuple(modes[index] for index in range(len(self.terms))),
            penalized_rss=float(factored.cholesky[-1, -1] ** 2),
            deviance=self._criterion(factored),
        )


def _sparse(term: GroupedColumns):  # type: ignore[no-untyped-def]  # SciPy has no types
    from scipy import sparse

    n, width = term.values.shape
    rows = np.repeat(np.arange(n), width)
    columns = (term.codes[:, None] * width + np.arange(width)).ravel()
    return sparse.csr_array((term.values.ravel(), (rows, columns)), shape=(n, term.n_levels * width))
