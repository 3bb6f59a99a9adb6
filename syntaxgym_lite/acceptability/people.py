"""What people said of pairs: which sentence they prefer, how clearly, and how well they agree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..ports.tables.rated import RatedTable
from ..stats.split_halves import SplitHalves, split_halves
from ..surprisal import FloatArray
from .measures import mean_ratings

__all__ = ["Ceilings", "PeopleOnPairs", "ceilings", "people_on_pairs", "preference"]


@dataclass(frozen=True, slots=True, eq=False)
class PeopleOnPairs:
    """What people said of m pairs.

    Parameters
    ----------
    share : ndarray of float64, shape (m,)
        Which share of people prefers the good sentence: chose it, or rated it higher (ties count half). NaN where
        nobody says so: of means, for instance.
    difference : ndarray of float64, shape (m,)
        Mean rating of the good one minus that of the bad one; NaN without ratings.
    """

    share: FloatArray
    difference: FloatArray

    @property
    def compared(self) -> FloatArray:
        """What margins are correlated with: differences of ratings, or shares where there are no ratings."""
        return self.share if np.isnan(self.difference).all() else self.difference

    @property
    def what(self) -> str:
        """Which of the two that is."""
        return "share" if np.isnan(self.difference).all() else "difference"

    def agreed(self, threshold: float) -> FloatArray:
        """Give 1 where people agree on the good sentence, -1 where on the bad one, 0 where they do not agree.

        Parameters
        ----------
        threshold : float
            From which share on.
        """
        # 0.7 may be 0.7000000000000001 of ten people, and 1 - 0.7 is no 0.3
        return np.asarray(
            (self.share >= threshold - 1e-9).astype(np.float64) - (self.share <= 1 - threshold + 1e-9), np.float64
        )


def people_on_pairs(table: RatedTable) -> PeopleOnPairs:
    """Find what people said of each pair of a table.

    Parameters
    ----------
    table : RatedTable

    Returns
    -------
    PeopleOnPairs
        Of choices, the share of those who chose the good sentence. Of ratings, see `preference`.
    """
    means = mean_ratings(table)
    good, bad = ([getattr(pair, side) for pair in table.pairs] for side in ("good", "bad"))
    difference = means[good] - means[bad]
    if table.choices.shape[1]:
        there = ~np.isnan(table.choices)
        with np.errstate(invalid="ignore"):
            share = np.where(there, table.choices, 0.0).sum(1) / there.sum(1)
    elif table.ratings.shape[1] > 1:
        share = np.array(
            [preference(table.ratings[one], table.ratings[two]) for one, two in zip(good, bad, strict=True)], np.float64
        )
    else:
        share = np.full(len(table.pairs), np.nan)
    return PeopleOnPairs(np.asarray(share, np.float64), difference)


def preference(good: FloatArray, bad: FloatArray) -> float:
    """Give how often the good sentence of a pair is rated higher; ties count half.

    Parameters
    ----------
    good, bad : ndarray of float64, shape (k,)
        Ratings by k people, NaN where one gave none.

    Returns
    -------
    float
        Of people who rated both, the share; where nobody did, the probability that a rating of the good one, drawn at
        random, is above one of the bad one. NaN where one of them has no rating.

    References
    ----------
    McGraw, K. O. and Wong, S. P. (1992). A common language effect size statistic. Psychological Bulletin 111, 361-365.

    Examples
    --------
    >>> nan = float("nan")
    >>> preference(np.array([5.0, 3.0, 7.0]), np.array([1.0, 3.0, nan])), preference(
    ...     np.array([5.0, 2.0, nan, nan]), np.array([nan, nan, 2.0, 1.0])
    ... )
    (0.75, 0.875)
    """
    both = ~np.isnan(good) & ~np.isnan(bad)
    if both.any():
        differences = good[both] - bad[both]
    else:
        differences = (good[~np.isnan(good)][:, None] - bad[~np.isnan(bad)][None, :]).ravel()
    return float((np.sign(differences) / 2 + 0.5).mean()) if len(differences) else float("nan")


@dataclass(frozen=True, slots=True)
class Ceilings:
    """How well people agree, by halves of them.

    Parameters
    ----------
    sentences : SplitHalves or None
        On the mean ratings of sentences.
    pairs : SplitHalves or None
        On what margins of pairs are correlated with.
    """

    sentences: SplitHalves | None
    pairs: SplitHalves | None


def ceilings(table: RatedTable) -> Ceilings:
    """Find how well people agree with one another on the sentences and pairs of a table."""
    if table.choices.shape[1]:
        return Ceilings(None, split_halves(table.choices))
    pairs = [(pair.good, pair.bad) for pair in table.pairs]
    return Ceilings(split_halves(table.ratings), split_halves(table.ratings, pairs) if pairs else None)
