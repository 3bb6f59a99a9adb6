"""Linear mixed models with crossed, possibly vector-valued random effects, as R's lme4 fits them.

    score ~ log(words) + class + (1 | suite) + (1 | instance)

is ``fit(score, X, names, random=[RandomTerm("suite", suites), RandomTerm("instance", instances)])``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError
from .profiled_deviance import GroupedColumns, ProfiledDeviance

__all__ = [
    "LikelihoodRatio",
    "MixedFit",
    "RandomEffects",
    "RandomTerm",
    "fit",
    "interactions",
    "likelihood_ratio",
    "treatment_columns",
]

Floats = NDArray[np.float64]

SINGULAR = 1e-4
"""lme4 calls a fit singular if a diagonal number of theta is below this (`isSingular`)."""


@dataclass(frozen=True, slots=True)
class RandomTerm:
    """One random term: ``(1 | suite)``, or with columns ``(1 + x | suite)``, whose effects are correlated.

    Parameters
    ----------
    name : str
        Of the grouping factor.
    groups : sequence, shape (n,)
        The level that each observation belongs to: any values that can be sorted.
    columns : array_like of float, shape (n, k), optional
        What the level's effects are multiplied by. By default an intercept alone.
    names : sequence of str, optional
        Of the columns.

    Examples
    --------
    >>> from syntaxgym_lite.stats.mixed import RandomTerm
    >>> RandomTerm("suite", ["npz", "npz", "mvrr"]).names
    ('(Intercept)',)
    """

    name: str
    groups: Sequence[Any]
    columns: ArrayLike | None = None
    names: Sequence[str] = ("(Intercept)",)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(self.names))


@dataclass(frozen=True, slots=True)
class RandomEffects:
    """What a fit says of one random term with k effects for each of l levels.

    Parameters
    ----------
    name : str
    names : tuple of str
        Of the k effects.
    levels : tuple
        Sorted.
    sd : tuple of float
        Standard deviation of each effect over levels, in the unit of y for an intercept.
    correlations : ndarray of float64, shape (k, k)
        NaN beside an effect that does not vary.
    modes : ndarray of float64, shape (l, k)
        Conditional modes of the effects (best linear unbiased predictors).
    """

    name: str
    names: tuple[str, ...]
    levels: tuple[Any, ...]
    sd: tuple[float, ...]
    correlations: Floats
    modes: Floats

    @property
    def n_groups(self) -> int:
        """Number of levels."""
        return len(self.levels)


@dataclass(frozen=True, slots=True)
class MixedFit:
    """A fitted linear mixed model.

    Parameters
    ----------
    names : tuple of str
        Of the fixed effects.
    coefficients, standard_errors : tuple of float
    covariance : ndarray of float64, shape (p, p)
        Of the coefficients.
    random : tuple of RandomEffects
        In the order of the terms.
    theta : tuple of float
        The lower triangles of the relative covariance factors, column by column, in the order of the terms.
    residual_sd : float
    log_likelihood : float
        The maximum; of a REML fit, of the residuals' likelihood.
    df : int
        Number of parameters: coefficients, theta and the residual variance.
    n : int
        Observations.
    reml : bool
    converged : bool
        The gradient vanishes, and no other start leads to a better fit.
    singular : bool
        Some combination of random effects does not vary.
    """

    names: tuple[str, ...]
    coefficients: tuple[float, ...]
    standard_errors: tuple[float, ...]
    covariance: Floats
    random: tuple[RandomEffects, ...]
    theta: tuple[float, ...]
    residual_sd: float
    log_likelihood: float
    df: int
    n: int
    reml: bool
    converged: bool
    singular: bool

    @property
    def deviance(self) -> float:
        """Minus twice the log likelihood; for REML, the criterion."""
        return -2 * self.log_likelihood

    @property
    def aic(self) -> float:
        """Akaike's information criterion."""
        return self.deviance + 2 * self.df

    @property
    def bic(self) -> float:
        """Schwarz's information criterion, with log n."""
        return float(self.deviance + np.log(self.n) * self.df)

    def coefficient(self, name: str) -> float:
        """Give the coefficient of that name.

        Parameters
        ----------
        name : str

        Returns
        -------
        float

        Raises
        ------
        InputError
            If there is none.
        """
        if name not in self.names:
            raise InputError(f"There is no coefficient '{name}'; there are {', '.join(self.names)}.")
        return self.coefficients[self.names.index(name)]

    def wald_intervals(self, confidence: float = 0.95) -> tuple[tuple[float, float], ...]:
        """Give the coefficients' intervals by normal quantiles, as lme4's ``confint(method="Wald")``.

        Parameters
        ----------
        confidence : float, optional

        Returns
        -------
        tuple of (float, float)
            In the order of the coefficients. They are too narrow where few levels vary.
        """
        from scipy.special import ndtri

        z = float(ndtri(0.5 + confidence / 2))
        pairs = zip(self.coefficients, self.standard_errors, strict=True)
        return tuple((value - z * error, value + z * error) for value, error in pairs)


@dataclass(frozen=True, slots=True)
class LikelihoodRatio:
    """A likelihood-ratio test of nested models.

    Parameters
    ----------
    chi_square : float
        Difference of deviances.
    df : int
        Difference of numbers of parameters.
    p : float
        By the chi-square distribution. Conservative where a variance is tested, which cannot be negative.
    """

    chi_square: float
    df: int
    p: float


def fit(
    y: ArrayLike, x: ArrayLike, names: Sequence[str], *, random: Sequence[RandomTerm], reml: bool = False
) -> MixedFit:
    """Fit a linear mixed model by maximum likelihood or REML.

    The profiled deviance of Bates et al. (2015) is minimised over theta by BFGS with its analytic gradient, from lme4's
    start (the identity) and from others. The columns of a term are made orthogonal and of one scale first, so that
    their units do not matter. A term with several columns has the full covariance of their effects.

    Parameters
    ----------
    y : array_like of float, shape (n,)
    x : array_like of float, shape (n, p)
        Columns of the fixed effects, the intercept among them.
    names : sequence of str
        Of the columns.
    random : sequence of RandomTerm
        At least one.
    reml : bool, optional
        Residual maximum likelihood. By default maximum likelihood, whose fits likelihood-ratio tests compare.

    Returns
    -------
    MixedFit

    Raises
    ------
    InputError
        If lengths differ, values are missing, columns depend on each other, or the observations are too few.

    References
    ----------
    Bates, D., Maechler, M., Bolker, B. and Walker, S. (2015). Fitting linear mixed-effects models using lme4. Journal
    of Statistical Software 67(1).

    Examples
    --------
    Three observations of each of four subjects:

    >>> import numpy as np
    >>> from syntaxgym_lite.stats.mixed import RandomTerm, fit
    >>> y = [1.1, 2.0, 3.2, 2.1, 3.3, 3.9, 0.2, 1.1, 1.8, 1.5, 2.7, 3.4]
    >>> x = np.column_stack([np.ones(12), np.tile([0, 1, 2], 4)])
    >>> fitted = fit(y, x, ["(Intercept)", "time"], random=[RandomTerm("subject", np.repeat([1, 2, 3, 4], 3))])
    >>> [round(value, 3) for value in fitted.coefficients]
    [1.267, 0.925]
    >>> round(fitted.random[0].sd[0], 3), round(fitted.residual_sd, 3), round(fitted.aic, 2)
    (0.752, 0.153, 14.23)
    """
    y, x, terms, levels = _checked(y, x, names, random)
    bases = [np.linalg.qr(term.values, mode="r") / np.sqrt(len(y)) for term in terms]
    even = [
        GroupedColumns(term.codes, term.n_levels, term.values @ np.linalg.inv(base))
        for term, base in zip(terms, bases, strict=True)
    ]
    problem = ProfiledDeviance(y, x, even, reml)
    theta, converged = _minimized(problem)
    theta = np.where(np.abs(theta) < _ZERO, 0.0, theta)
    solution = problem.solve(theta)
    free = len(y) - x.shape[1] if reml else len(y)
    sigma = float(np.sqrt(solution.penalized_rss / free))
    blocks = problem.blocks(theta)
    unmixed = [np.linalg.inv(base) for base in bases]
    roots = [_triangle(back @ block) for back, block in zip(unmixed, blocks, strict=True)]
    effects = tuple(
        _effects(term, found, sigma * root, modes @ back.T)
        for term, found, root, modes, back in zip(random, levels, roots, solution.modes, unmixed, strict=True)
    )
    covariance = sigma**2 * solution.unscaled_covariance
    return MixedFit(
        names=tuple(names),
        coefficients=tuple(float(value) for value in solution.beta),
        standard_errors=tuple(float(value) for value in np.sqrt(np.diag(covariance))),
        covariance=covariance,
        random=effects,
        theta=tuple(float(value) for value in problem.theta(roots)),
        residual_sd=sigma,
        log_likelihood=-solution.deviance / 2,
        df=x.shape[1] + problem.n_theta + 1,
        n=len(y),
        reml=reml,
        converged=converged,
        singular=any(bool((np.abs(np.diag(block)) < SINGULAR).any()) for block in blocks),
    )


def _checked(
    y: ArrayLike, x: ArrayLike, names: Sequence[str], random: Sequence[RandomTerm]
) -> tuple[Floats, Floats, list[GroupedColumns], list[tuple[Any, ...]]]:
    y, x = np.asarray(y, dtype=np.float64), np.asarray(x, dtype=np.float64)
    n = len(y)
    if x.ndim != 2 or x.shape != (n, len(names)):
        raise InputError(f"There are {n} observations and {len(names)} names of columns; x has the shape {x.shape}.")
    if not (np.isfinite(y).all() and np.isfinite(x).all()):
        raise InputError("A mixed model takes no missing or infinite values; leave those observations out.")
    if not random:
        raise InputError("A mixed model has at least one random term; without any, fit by least squares.")
    rank = np.linalg.matrix_rank(x)
    if rank < len(names):
        kept: list[int] = []
        for column in range(len(names)):
            if np.linalg.matrix_rank(x[:, [*kept, column]]) > len(kept):
                kept.append(column)
        spare = [names[column] for column in range(len(names)) if column not in kept]
        raise InputError(
            f"What {', '.join(spare)} would say is said by the columns before; leave out what depends on others."
        )
    if n <= len(names):
        raise InputError(f"{n} observations are too few for {len(names)} fixed effects.")
    terms, levels = [], []
    for term in random:
        values = np.ones((n, 1)) if term.columns is None else np.asarray(term.columns, dtype=np.float64)
        if len(term.groups) != n or values.shape != (n, len(term.names)):
            raise InputError(
                f"The random term of {term.name} has {len(term.groups)} groups and columns of shape {values.shape}; "
                f"there are {n} observations and {len(term.names)} names."
            )
        if not np.isfinite(values).all() or not np.any(values, axis=0).all():
            raise InputError(f"The random term of {term.name} has a column of zeros, or missing values.")
        found = tuple(sorted(set(term.groups)))
        if len(found) < 2:
            raise InputError(f"{term.name} has one level only, which cannot vary; leave its random term out.")
        if len(found) * values.shape[1] >= n:
            raise InputError(
                f"The random term of {term.name} has {len(found) * values.shape[1]} effects for {n} observations, so "
                f"they cannot be told from the residuals; leave it out, or take fewer columns."
            )
        codes = {level: code for code, level in enumerate(found)}
        terms.append(GroupedColumns(np.array([codes[group] for group in term.groups]), len(found), values))
        levels.append(found)
    residuals = y - x @ np.linalg.lstsq(x, y, rcond=None)[0]
    if np.sqrt((residuals**2).mean()) <= 1e-10 * max(np.abs(y).max(), 1e-300):
        raise InputError("The fixed effects explain all values to the last digit; there is no variance to share out.")
    return y, x, terms, levels


def _minimized(problem: ProfiledDeviance) -> tuple[Floats, bool]:
    """Give the best theta, and whether it is a minimum that other starts do not beat.

    Theta may be any triangle: a column and its negative give the same model, so the bound at zero is no edge, and a
    singular fit is an inner minimum. A column of zeros is a stationary point even where it is no minimum; starts beside
    the best point so far leave it.
    """
    identity = problem.theta([np.eye(term.width) for term in problem.terms])
    best, best_value = _descended(problem, identity)
    random = np.random.default_rng(1)
    settled = False
    for _ in range(_STARTS):
        spread = random.normal(scale=0.3 * (0.3 + np.abs(best)))
        theta, value = _descended(problem, best + spread)
        settled = value > best_value - _SAME
        if value < best_value:
            best, best_value = theta, value
        if settled:
            break
    _, gradient = problem.value_and_gradient(best)
    return best, bool(settled and np.abs(gradient).max() < 1e-2)


_STARTS = 10
_SAME = 1e-5
"""Deviances that differ by less are of one fit."""


def _descended(problem: ProfiledDeviance, start: Floats) -> tuple[Floats, float]:
    from scipy.optimize import minimize

    found = minimize(
        problem.value_and_gradient, start, jac=True, method="BFGS", options={"gtol": 1e-5, "maxiter": 2000}
    )
    return found.x, float(found.fun)


def _triangle(root: Floats) -> Floats:
    """Give the lower triangle L, its diagonal not negative, for which L L' is `root` times its transpose."""
    triangle: Floats = np.asarray(np.linalg.qr(root.T, mode="r")).T
    triangle = triangle * np.where(np.diag(triangle) < 0, -1.0, 1.0)
    rows = np.linalg.norm(root, axis=1, keepdims=True)  # each effect has its own unit
    return np.where(np.abs(triangle) < _ZERO * rows, 0.0, triangle)


_ZERO = 1e-5


def _effects(term: RandomTerm, levels: tuple[Any, ...], root: Floats, modes: Floats) -> RandomEffects:
    covariance = root @ root.T
    sd = np.sqrt(np.diag(covariance))
    with np.errstate(invalid="ignore", divide="ignore"):
        correlations = np.where(np.outer(sd, sd) > 0, covariance / np.outer(sd, sd), np.nan)
    return RandomEffects(term.name, tuple(term.names), levels, tuple(float(s) for s in sd), correlations, modes)


def likelihood_ratio(smaller: MixedFit, larger: MixedFit) -> LikelihoodRatio:
    """Test a model against a larger one that contains it.

    Parameters
    ----------
    smaller, larger : MixedFit
        Of the same observations.

    Returns
    -------
    LikelihoodRatio

    Raises
    ------
    InputError
        If the models are of other numbers of observations, the larger one has no more parameters, or the fixed effects
        differ and the fits are by REML, whose likelihoods do not compare then.

    Examples
    --------
    >>> import numpy as np
    >>> from syntaxgym_lite.stats.mixed import RandomTerm, fit, likelihood_ratio
    >>> y = [1.1, 2.0, 3.2, 2.1, 3.3, 3.9, 0.2, 1.1, 1.8, 1.5, 2.7, 3.4]
    >>> x = np.column_stack([np.ones(12), np.tile([0, 1, 2], 4)])
    >>> subject = [RandomTerm("subject", np.repeat([1, 2, 3, 4], 3))]
    >>> without, with_time = fit(y, x[:, :1], ["(Intercept)"], random=subject), fit(y, x, ["1", "time"], random=subject)
    >>> test = likelihood_ratio(without, with_time)
    >>> round(test.chi_square, 2), test.df, f"{test.p:.1e}"
    (28.96, 1, '7.4e-08')
    """
    if smaller.n != larger.n:
        raise InputError(f"The models are fitted to {smaller.n} and {larger.n} observations; they do not compare.")
    if larger.df <= smaller.df:
        raise InputError(f"The larger model has {larger.df} parameters, the smaller one {smaller.df}.")
    if (smaller.reml or larger.reml) and smaller.names != larger.names:
        raise InputError("Fits by REML with other fixed effects do not compare; fit both by maximum likelihood.")
    from scipy.special import gammaincc

    chi_square = max(smaller.deviance - larger.deviance, 0.0)
    df = larger.df - smaller.df
    return LikelihoodRatio(chi_square, df, float(gammaincc(df / 2, chi_square / 2)))


def treatment_columns(name: str, values: Sequence[str], levels: Sequence[str] | None = None) -> dict[str, Floats]:
    """Code a factor as R does: a column of zeros and ones for each level but the first.

    Parameters
    ----------
    name : str
    values : sequence of str, shape (n,)
    levels : sequence of str, optional
        In order; sorted by default.

    Returns
    -------
    dict
        Columns (n,) by name and level, ``classlstm``.

    Examples
    --------
    >>> from syntaxgym_lite.stats.mixed import treatment_columns
    >>> {name: column.tolist() for name, column in treatment_columns("class", ["rnng", "lstm", "rnng"]).items()}
    {'classrnng': [1.0, 0.0, 1.0]}
    """
    _, *others = sorted(set(values)) if levels is None else levels
    return {f"{name}{level}": np.array([float(value == level) for value in values]) for level in others}


def interactions(left: dict[str, Floats], right: dict[str, Floats]) -> dict[str, Floats]:
    """Give the products of two sets of columns, named as R names them.

    Parameters
    ----------
    left, right : dict
        Columns (n,) by name.

    Returns
    -------
    dict
        Those of `left` vary first.

    Examples
    --------
    >>> import numpy as np
    >>> from syntaxgym_lite.stats.mixed import interactions
    >>> {k: v.tolist() for k, v in interactions({"x": np.array([1.0, 2.0])}, {"b": np.array([0.0, 1.0])}).items()}
    {'x:b': [0.0, 2.0]}
    """
    return {f"{a}:{b}": left[a] * right[b] for b in right for a in left}
