"""How often 95 % intervals hold what they are about, in simulated experiments whose truth is known.

An interval is nominal if it does so in 95 % of the simulations; of 2,000, 93 to 97 % is a difference that chance makes
once in thousands of times.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from syntaxgym_lite.stats.effects import size_interval
from syntaxgym_lite.stats.means import mean_interval
from syntaxgym_lite.stats.paired import difference_interval, mean_of_intervals
from syntaxgym_lite.stats.two_level import two_level_interval
from syntaxgym_lite.surprisal import FloatArray

from .coverage_tables import write_tables

N = 2000
SEED = 15
EFFECT = 1.5  # bits


@dataclass(frozen=True)
class Design:
    """Items in clusters of given sizes, whose values correlate."""

    name: str
    sizes: tuple[int, ...]
    shared: float = 0.0

    @property
    def clusters(self) -> list[int] | None:
        if set(self.sizes) == {1}:
            return None
        return [cluster for cluster, size in enumerate(self.sizes) for _ in range(size)]

    def noise(self, rng: np.random.Generator) -> FloatArray:
        """Errors of the items, of variance 1."""
        groups = np.repeat(np.arange(len(self.sizes)), self.sizes)
        common = rng.normal(size=len(self.sizes))[groups]
        found: FloatArray = math.sqrt(self.shared) * common + math.sqrt(1 - self.shared) * rng.normal(size=len(groups))
        return found


DESIGNS = (
    Design("10 items", (1,) * 10),
    Design("24 items", (1,) * 24),
    Design("5 clusters of 10, correlated 0.5", (10,) * 5, 0.5),
    Design("10 clusters of 10, correlated 0.9", (10,) * 10, 0.9),
    Design("41 clusters of 8 to 10, correlated 0.3", (8, 9, 10) * 13 + (10, 10), 0.3),
    Design("6 clusters of 1 to 32, correlated 0.5", (1, 2, 4, 8, 16, 32), 0.5),
)


def measure(*, quick: bool = False) -> Iterator[str]:
    n = N // 10 if quick else N
    for name, holds in ESTIMATORS.items():
        for design in DESIGNS:
            rng = np.random.default_rng(SEED)
            hits = sum(holds(design, rng) for _ in range(n))
            yield f"{name}, {design.name}: {hits / n:.3f} of {n:,} intervals hold it"
    for n_suites in (4, 6, 10, 31):
        for spread in (0.0, 0.15):
            rng = np.random.default_rng(SEED)
            both = np.mean([over_suites(n_suites, spread, rng) for _ in range(n)], axis=0)
            yield (
                f"mean difference over {n_suites} suites of 25 items that differ by {spread}: {both[0]:.3f} of {n:,} "
                f"intervals about other suites hold it, {both[1]:.3f} of those about other items"
            )
    yield from write_tables(quick=quick)


def _mean(design: Design, rng: np.random.Generator) -> bool:
    """The mean effect of a comparison."""
    found = mean_interval(EFFECT + design.noise(rng), design.clusters)
    return found.low <= EFFECT <= found.high


def _interaction(design: Design, rng: np.random.Generator) -> bool:
    """The interaction of a 2 x 2 design, each condition with noise of its own beside the item's."""
    cells = np.array([4.0, 3.0, 2.0, 2.5])[:, None] + design.noise(rng) * np.array([1.0, 0.5, 0.2, 1.0])[:, None]
    cells = cells + rng.normal(size=cells.shape)
    found = mean_interval(np.array([1.0, -1.0, -1.0, 1.0]) @ cells, design.clusters)
    return found.low <= EFFECT <= found.high


def _within(design: Design, rng: np.random.Generator) -> bool:
    """The difference of two conditions, by the intervals within items of both: sqrt(2) times as wide."""
    values = 10 + 5 * design.noise(rng) + np.array([0.0, EFFECT])[:, None] + np.array([design.noise(rng) for _ in "ab"])
    centred = values - values.mean(axis=0)
    found = [mean_interval(one, design.clusters) for one in centred]
    half = math.sqrt(2) * math.sqrt(2) * (found[0].high - found[0].low) / 2
    difference = found[1].mean - found[0].mean
    return abs(difference - EFFECT) <= half


def _skewed(design: Design, rng: np.random.Generator) -> bool:
    """The mean effect where a few items have a much larger one: log-normal values, skewness 1.75."""
    sigma = 0.5
    values = np.exp(sigma * design.noise(rng))
    truth = math.exp(sigma**2 / 2)
    found = mean_interval(values, design.clusters)
    return found.low <= truth <= found.high


def _size(design: Design, rng: np.random.Generator) -> bool:
    """The standardised size, 0.5, with Hedges' correction as the interval has it."""
    found = mean_interval(0.5 + design.noise(rng), design.clusters)
    m = found.n - 1
    correction = math.exp(math.lgamma(m / 2) - math.lgamma((m - 1) / 2)) / math.sqrt(m / 2)
    low, high = size_interval(found)
    return low <= 0.5 * correction <= high


_FIRST, _SECOND = 0.7, 0.5  # shares of items that two models pass


def _difference(design: Design, rng: np.random.Generator) -> bool:
    """The difference of two models' scores on the same items: an item that is hard for one is so for the other."""
    item = design.noise(rng)
    latent = np.array([(item + design.noise(rng)) / math.sqrt(2) for _ in "ab"])
    below = NormalDist().inv_cdf(_FIRST), NormalDist().inv_cdf(_SECOND)
    differences = (latent[0] < below[0]).astype(float) - (latent[1] < below[1])
    found = difference_interval(differences, design.clusters)
    return found.low <= _FIRST - _SECOND <= found.high


def over_suites(n_suites: int, spread: float, rng: np.random.Generator) -> tuple[bool, bool]:
    """The mean difference over suites of 25 items, whose own differences have mean 0.1 and a spread.

    Whether the interval about other suites holds 0.1, and the one about other items the mean of these suites.
    """
    own = np.clip(rng.normal(0.1, spread, n_suites), -0.3, 0.5)
    suites = []
    for delta in own:
        differ = max(0.3, abs(delta))
        chances = [(differ - delta) / 2, 1 - differ, (differ + delta) / 2]
        suites.append((rng.choice([-1.0, 0.0, 1.0], 25, p=chances), None))
    low, high = two_level_interval(suites, n_replicates=1000)
    intervals = [(float(values.mean()), *difference_interval(values)[:2]) for values, _ in suites]
    items_low, items_high = mean_of_intervals(intervals)
    return low <= 0.1 <= high, items_low <= float(own.mean()) <= items_high


ESTIMATORS: dict[str, Callable[[Design, np.random.Generator], bool]] = {
    "mean effect": _mean,
    "mean effect, skewed": _skewed,
    "interaction": _interaction,
    "difference by intervals within items": _within,
    "standardised size": _size,
    "difference of two models' scores": _difference,
}
