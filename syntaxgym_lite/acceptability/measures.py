"""What measures of sentences there are, and what models make of a table of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..errors import InputError, counted
from ..linking import POWER
from ..ports.tables.rated import RatedTable
from ..stats.morcela import Morcela
from ..surprisal import BackendInfo, BoolArray, FloatArray

if TYPE_CHECKING:
    from ..scoring.unigrams import Unigrams

__all__ = [
    "MEASURES",
    "Acceptability",
    "AcceptabilitySettings",
    "Measure",
    "ModelMeasures",
    "mean_ratings",
    "z_scored",
]


@dataclass(frozen=True, slots=True)
class Measure:
    """A linking function, as a table names it.

    Parameters
    ----------
    name : str
    equation : str
    unit : str
    needs : str
        ``""``: nothing but the model; ``"unigrams"``: counts; ``"ratings"``: counts and ratings.
    """

    name: str
    equation: str
    unit: str
    needs: str = ""


MEASURES: Mapping[str, Measure] = {
    one.name: one
    for one in (
        Measure("logp", "log2 p", "bits"),
        Measure("logp_per_token", "log2 p / tokens", "bits a token"),
        Measure("logp_per_word", "log2 p / words", "bits a word"),
        Measure("logp_per_character", "log2 p / characters", "bits a character"),
        Measure("logp_per_byte", "log2 p / bytes", "bits a byte"),
        Measure("penlp", "log2 p / ((5 + tokens) / 6) ** 0.8", "bits"),
        Measure("normlp", "-log2 p / log2 p_u", "", "unigrams"),
        Measure("slor", "(log2 p - log2 p_u) / tokens", "bits a token", "unigrams"),
        Measure("morcela", "(log2 p - beta log2 p_u + gamma) / tokens", "of the ratings", "ratings"),
    )
}
"""All measures, in their order in tables; of each more is more acceptable."""


@dataclass(frozen=True, slots=True)
class AcceptabilitySettings:
    """How sentences are measured and held against ratings.

    Parameters
    ----------
    unigrams : str or Path, optional
        A text, a sentence a line, in which each model's tokens are counted. None: the counts that a model's own files
        keep, if they do.
    alpha : float, optional
        Exponent of the length penalty of ``penlp``.
    agree : float, optional
        From which share of people on one side of a pair they agree; above 0.5.
    z_scores : bool, optional
        Whether each person's ratings are made to have mean 0 and standard deviation 1 first.
    batch_size : int, optional
        Most sentences that a model sees at once.
    phenomena : mapping of str to str, optional
        Names of phenomena that are one, of `syntaxgym_lite.phenomena.read_phenomena`, before those of the package.
    """

    unigrams: str | Path | None = None
    alpha: float = POWER
    agree: float = 0.75
    z_scores: bool = False
    batch_size: int | None = None
    phenomena: Mapping[str, str] | None = None

    def __post_init__(self) -> None:
        if not 0.5 < self.agree <= 1:
            raise InputError(f"`agree={self.agree:g}`: give a share above 0.5, at most 1.")
        if not 0 <= self.alpha < float("inf"):
            raise InputError(f"`alpha={self.alpha:g}`: give a number of 0 or more.")


@dataclass(frozen=True, slots=True, eq=False)
class ModelMeasures:
    """What a model makes of n sentences.

    Parameters
    ----------
    model : str
    spec : str
        What opens it.
    info : BackendInfo
    n_tokens, n_unknown : ndarray of float64, shape (n,)
        NaN of a sentence that the model cannot score.
    values : mapping of str to ndarray of float64, shape (n,)
        Those of `MEASURES` that there are; NaN where a sentence has none.
    unigrams : Unigrams or None
    unigram_log_prob : ndarray of float64, shape (n,)
        In bits; NaN without counts.
    morcela : Morcela or None
    unknown_pairs : ndarray of bool, shape (pairs,)
        Pairs whose sentences the model cannot tell apart, since it knows no word, or none of those that differ.
    notes : tuple of str
        What a person should know before trusting a number.
    """

    model: str
    spec: str
    info: BackendInfo
    n_tokens: FloatArray
    n_unknown: FloatArray
    values: Mapping[str, FloatArray]
    unigrams: Unigrams | None
    unigram_log_prob: FloatArray
    morcela: Morcela | None
    unknown_pairs: BoolArray
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        n = counted(len(self.n_tokens), "sentence")
        return f"<ModelMeasures of {self.model!r}: {', '.join(self.values)} of {n}>"


@dataclass(frozen=True, slots=True, eq=False)
class Acceptability:
    """What models make of sentences that people rated.

    Parameters
    ----------
    table : RatedTable
        With the ratings as they are compared: z-scores, if that was asked for.
    settings : AcceptabilitySettings
    models : tuple of ModelMeasures
    failures : tuple of (str, str)
        Models that failed, and why.
    """

    table: RatedTable
    settings: AcceptabilitySettings
    models: tuple[ModelMeasures, ...]
    failures: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return (
            f"<Acceptability of {self.table!r} for {', '.join(repr(one.model) for one in self.models) or 'no model'}>"
        )


def z_scored(ratings: FloatArray) -> FloatArray:
    """Give each person's ratings mean 0 and standard deviation 1; those of one who always says the same are left out.

    Parameters
    ----------
    ratings : ndarray of float64, shape (n, k)
        A column for each person.

    Examples
    --------
    >>> z_scored(np.array([[1.0, 3.0], [3.0, 3.0]])).tolist()
    [[-0.7071067811865475, nan], [0.7071067811865475, nan]]
    """
    found = np.full(ratings.shape, np.nan)
    for column in range(ratings.shape[1]):
        own = ratings[:, column]
        there = own[~np.isnan(own)]
        if len(there) > 1 and np.ptp(there) > 0:
            found[:, column] = (own - there.mean()) / there.std(ddof=1)
    return found


def mean_ratings(table: RatedTable) -> FloatArray:
    """Give the mean rating of each sentence over people; NaN without any."""
    there = ~np.isnan(table.ratings)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(there, table.ratings, 0.0).sum(1) / there.sum(1), np.float64)
